//! The `pieces` of a variant file: moves, letters, additional moves from zones and augmenters.

use crate::rules::betza::{Leg, Movement, Obstacle};
use crate::rules::geometry::{Color, Square};

use super::error::{Origin, VariantError};
use super::keys::{given, keys};
use super::promotion::{BECOMES, PROMOTION};
use super::side::{Draft, PieceDef, ZoneMoves};
use super::start::PROMOTED_MARK;
use super::start::span;
use super::tree::{KeyValue, Node, TomlValue, Tree};
use super::zones::DROPS;
use super::zones::Zones;

/// XBoard's last slot, the king's.
const LAST_XBOARD_SLOT: u8 = 65;

/// The maximum value of a piece, in centipawns.
const MOST_VALUABLE: i32 = 10_000;

keys! {
    pub(super) static PIECE {
        /// The name of the piece, for people.
        name: Label;
        /// A list of other names it answers to, as in `fibnif show`.
        aliases;
        /// Its moves in Betza notation: a line, or a list of lines that are all its moves.
        betza;
        /// The capital letters it may be shown by, best first: where one is taken, the next is used. The
        /// default is the role.
        letters;
        /// `"check"` (it may not be left in check, and can be checkmated) or `"none"`. If a side has
        /// several royal pieces, the rule holds for each.
        royal;
        /// What it promotes to on the last rank: `"own"` (any piece type of its side that is not royal and
        /// does not promote; where each side starts with types that the other lacks, those of the enemy are
        /// not its own), `"both"` (also the enemy's piece types) or a list of roles; or a table:
        promotes: Either(&PROMOTION);
        /// The role it changes to by moving, or a table:
        becomes: Either(&BECOMES);
        /// Additional moves inside a zone: a line of Betza notation, or a table:
        in: Named(&Either(&ZONE_MOVES));
        /// The role of the pieces that start in its place on the left half of the board, as their owner
        /// sees it: see armies/fizzies.toml.
        left;
        /// A zone it never leaves and never attacks outside of, as in a palace or on its side of a river.
        within;
        /// A zone: moves lent to it by other pieces (`x` in the notation) must end there. Or `"none"`.
        loans;
        /// Additional moves without capture while its side is not in check.
        unchecked;
        /// Additional straight moves, allowed where the square beyond the last one is empty: see
        /// armies/cannoneers.toml.
        spacious;
        /// Additional moves once its side has captured something, that is, while the other side has fewer
        /// pieces than at the start. They attack squares before that, too.
        after_capture;
        /// The role that this is the promoted form of: it is shown by that role's letter with a plus sign,
        /// `+R`, and is that role again in hand.
        promoted;
        /// The role that it is in hand once it is captured, or `"none"` if it never is in hand. The default
        /// is its own role.
        hand;
        /// The squares on which it may be dropped from the hand, if not on every empty one, or a table:
        drops: Either(&DROPS);
        /// The most a side may have of it. With that many, no move creates another.
        most;
        /// Its value in centipawns, up to 10,000. The default is computed from its moves.
        value;
        /// What solved endings say about it where published claims differ: a text or a list of texts,
        /// printed by `show`.
        findings;
        /// For XBoard.
        xboard: Table(&PIECE_XBOARD);
    }

    pub(super) static ZONE_MOVES {
        /// The additional moves.
        betza;
        /// `true`: these moves do not reset the count of `move_limit`.
        keeps_clock;
        /// `true`: a pawn can be captured on the squares it passes by these moves.
        en_passant;
    }

    pub(super) static PIECE_XBOARD {
        /// The number of its picture in XBoard.
        slot;
    }
}

/// The pieces of one side with their letters assigned. If zones depend on where pieces start, a piece
/// occurs once for each origin.
pub(super) fn read_pieces<'a>(
    side: &'a Tree,
    zones: &Zones,
    color: Color,
) -> Result<Vec<Draft<'a>>, VariantError> {
    let mut drafts: Vec<Draft> = Vec::new();
    for entry in side.table("pieces")?.into_iter().flat_map(Tree::iter) {
        let first = drafts.len();
        let augmenter = match entry.node.table()?.table(AUGMENTER)? {
            Some(augmenter) => Some(augmenter),
            None => augmenter_of_right_twin(side, entry)?,
        };
        for (origin, of) in zones.origins().iter().enumerate() {
            let mut draft = read_piece(entry, augmenter, zones, origin)?;
            if draft.promoted.is_none() {
                draft.piece.letter = free_letter(&draft, &drafts[..first], color)?;
                draft.piece.mark = of.mark;
            }
            drafts.push(draft);
        }
    }
    name_promoted(&mut drafts)?;
    Ok(drafts)
}

/// Shows the promoted forms by the letters of their originals.
fn name_promoted(drafts: &mut [Draft]) -> Result<(), VariantError> {
    for index in 0..drafts.len() {
        let Some(node) = drafts[index].promoted else { continue };
        let role = node.text()?;
        let unpromoted = |other: &&Draft| other.promoted.is_none() && other.piece.role.to_string() == role;
        let Some((role, letter)) =
            drafts.iter().find(unpromoted).map(|other| (other.piece.role, other.piece.letter))
        else {
            return Err(node.error(format!("expected the role of a piece that promotes, found `{role}`")));
        };
        let twice = |other: &Draft| other.piece.letter == letter && other.piece.mark == Some(PROMOTED_MARK);
        if drafts[..index].iter().any(twice) {
            return Err(node.error(format!("`{role}` already has another promoted form")));
        }
        let piece = &mut drafts[index].piece;
        (piece.letter, piece.mark) = (letter, Some(PROMOTED_MARK));
        // The piece may define its own form in hand.
        if piece.in_hand == Some(piece.role) {
            piece.in_hand = Some(role);
        }
    }
    Ok(())
}

/// The augmenter of the piece on the right wing whose twin on the left wing this is.
fn augmenter_of_right_twin<'a>(side: &'a Tree, left: &KeyValue) -> Result<Option<&'a Tree>, VariantError> {
    for entry in side.table("pieces")?.into_iter().flat_map(Tree::iter) {
        let right = entry.node.table()?;
        if right.text("left")? == Some(left.key.as_str()) {
            return right.table(AUGMENTER);
        }
    }
    Ok(None)
}

/// The first of a piece's letters that none of `others` has.
fn free_letter(draft: &Draft, others: &[Draft], color: Color) -> Result<char, VariantError> {
    let holder =
        |letter: char| others.iter().find(|other| other.piece.letter == letter && other.promoted.is_none());
    if let Some(&letter) = draft.letters.iter().find(|letter| holder(**letter).is_none()) {
        return Ok(letter);
    }
    let clash = |blamed: &Draft, message: String| VariantError::Written {
        place: blamed.of_letters().clone(),
        message,
    };
    // A shipped file cannot be fixed by the user, so a piece that took one of the letters is reported.
    let mut takers = draft.letters.iter().filter_map(|&letter| holder(letter));
    let taker = takers
        .find(|taker| taker.of_letters().origin() == Origin::Brought)
        .filter(|_| draft.of_letters().origin() == Origin::Shipped);
    let letters: String = draft.letters.iter().collect();
    Err(match taker {
        Some(taker) => {
            let message = format!(
                "the letter `{}` is taken from the {} of {color}, which may have {letters} only: expected \
                    another",
                taker.piece.letter, draft.piece.name
            );
            clash(taker, message)
        }
        None => clash(
            draft,
            format!(
                "every letter of `{letters}` is already another piece's of {color}: give this piece one more"
            ),
        ),
    })
}

fn read_piece<'a>(
    entry: &'a KeyValue,
    augmenter: Option<&Tree>,
    zones: &Zones,
    origin: usize,
) -> Result<Draft<'a>, VariantError> {
    let table = entry.node.table()?;
    let role = match entry.key.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => char::from(*letter),
        _ => return Err(entry.error(format!("expected a role, one capital letter, found `{}`", entry.key))),
    };
    let Some(betza) = table.get("betza") else {
        return Err(entry.error(format!(
            "the piece `{role}` has no `betza`: something adds to it, but nothing defines it"
        )));
    };
    let (betza, movement) = read_moves(betza)?;
    let mut piece = PieceDef {
        role,
        name: table.text("name")?.map_or_else(|| role.to_string(), str::to_string),
        aliases: read_texts(table, "aliases")?,
        letter: role,
        mark: None,
        in_hand: Some(role),
        drops: None,
        betza,
        movement,
        unchecked: table.get("unchecked").map(read_quiet_moves).transpose()?.unwrap_or_default(),
        spacious: table.get("spacious").map(read_straight_moves).transpose()?.unwrap_or_default(),
        after_capture: table.get("after_capture").map(read_plain_moves).transpose()?.unwrap_or_default(),
        zones: Vec::new(),
        within: table.get("within").map(|node| read_within(node, zones, origin)).transpose()?,
        loans: table.get("loans").map(|node| read_loans(node, zones, origin)).transpose()?,
        royal: false,
        promotion: None,
        becomes: None,
        most: table.get("most").map(|node| node.number(1..=u8::MAX, "pieces")).transpose()?,
        value: table.get("value").map(read_value).transpose()?,
        findings: read_texts(table, "findings")?,
        xboard_slot: read_slot(table)?,
    };
    match table.get("hand") {
        None => {}
        Some(node) if node.text()? == "none" => piece.in_hand = None,
        Some(node) => piece.in_hand = Some(read_role(node)?),
    }
    match table.get("royal") {
        None => {}
        Some(node) if node.text()? == "check" => piece.royal = true,
        Some(node) if node.text()? == "none" => {}
        Some(node) => return Err(node.expected("`check` or `none`")),
    }
    for line in table.table("in")?.into_iter().flat_map(Tree::iter) {
        let Some(squares) = zones.squares(&line.key, origin) else {
            return Err(line.error(format!("there is no zone `{}`", line.key)));
        };
        piece.zones.push(read_zone_moves(line, squares)?);
    }
    if let Some(augmenter) = augmenter {
        augment(&mut piece, augmenter, zones, origin)?;
    }
    let left = table.get("left").map(read_role).transpose()?;
    let letters = read_letters(table, role)?;
    let (promotes, becomes) = (table.get("promotes"), table.get("becomes"));
    let (drops, promoted) = (table.get("drops"), table.get("promoted"));
    Ok(Draft { piece, origin, letters, left, entry, promotes, becomes, drops, promoted })
}

/// `findings = ["Two of them mate."]`, or one text.
fn read_texts(table: &Tree, key: &str) -> Result<Vec<String>, VariantError> {
    let texts = table.get(key).map(Node::texts).transpose()?.unwrap_or_default();
    Ok(texts.into_iter().map(|(_, text)| text.to_string()).collect())
}

/// `within = "palace"`: the squares of the zone that it never leaves.
fn read_within(node: &Node, zones: &Zones, origin: usize) -> Result<Vec<Square>, VariantError> {
    let name = node.text()?;
    let squares = zones.squares(name, origin);
    squares.map(<[Square]>::to_vec).ok_or_else(|| node.error(format!("there is no zone `{name}`")))
}

/// `loans = "middle"`: the zone that moves lent by others cannot leave, or `none`.
fn read_loans(node: &Node, zones: &Zones, origin: usize) -> Result<Vec<Square>, VariantError> {
    match node.text()? {
        "none" if zones.squares("none", origin).is_none() => Ok(Vec::new()),
        _ => read_within(node, zones, origin),
    }
}

/// `in.green = "N"`, or a table with `betza`, `keeps_clock` and `en_passant`.
fn read_zone_moves(line: &KeyValue, squares: &[Square]) -> Result<ZoneMoves, VariantError> {
    let (node, keeps_clock, en_passant) = match &line.node.value {
        TomlValue::Table(table) => {
            let flag = |key| table.get(key).map_or(Ok(false), Node::flag);
            (table.get("betza"), flag("keeps_clock")?, flag("en_passant")?)
        }
        _ => (Some(&line.node), false, false),
    };
    let Some(node) = node else {
        return Err(line.error("expected the moves added here: `betza = ..`"));
    };
    let (betza, movement) = read_moves(node)?;
    Ok(ZoneMoves { betza, squares: squares.to_vec(), movement, keeps_clock, en_passant })
}

/// An augmenter in a merged piece: a table with the two or three keys below. Files cannot write it; the
/// options of `augment` put it there.
pub(super) const AUGMENTER: &str = "augmenter";
/// Its name.
pub(super) const AUGMENTER_NAME: &str = "name";
/// Its moves.
pub(super) const AUGMENTER_MOVES: &str = "moves";
/// The zone in which it applies; everywhere if there is none.
pub(super) const AUGMENTER_ZONE: &str = "zone";

/// Adds an augmenter's moves to a piece. They are joined as moves, and dropped if the piece has them.
fn augment(piece: &mut PieceDef, augmenter: &Tree, zones: &Zones, origin: usize) -> Result<(), VariantError> {
    let Some(moves) = augmenter.get(AUGMENTER_MOVES) else { return Ok(()) };
    let (betza, movement) = read_moves(moves)?;
    if let Some(node) = augmenter.get(AUGMENTER_ZONE) {
        let name = node.text()?;
        let squares =
            zones.squares(name, origin).ok_or_else(|| node.error(format!("there is no zone `{name}`")))?;
        piece.zones.push(ZoneMoves {
            betza,
            squares: squares.to_vec(),
            movement,
            keeps_clock: false,
            en_passant: false,
        });
        return Ok(());
    }
    piece.betza = format!("{} {betza}", piece.betza);
    piece.movement = Movement::join(&[std::mem::take(&mut piece.movement), movement]);
    if let Some(name) = augmenter.text(AUGMENTER_NAME)? {
        piece.name = format!("{}+{name}", piece.name);
    }
    Ok(())
}

/// A value in centipawns. People tend to write pawns.
fn read_value(node: &Node) -> Result<i32, VariantError> {
    node.number(0..=MOST_VALUABLE, "centipawns (a Rook has 500)")
}

fn read_slot(piece: &Tree) -> Result<Option<u8>, VariantError> {
    let slot = piece.table("xboard")?.and_then(|xboard| xboard.get("slot"));
    slot.map(|node| node.number(0..=LAST_XBOARD_SLOT, "the slot of a picture")).transpose()
}

/// `left = "L"`: a role.
fn read_role(node: &Node) -> Result<char, VariantError> {
    match node.text()?.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Ok(char::from(*letter)),
        _ => Err(node.expected("a role, one capital letter")),
    }
}

/// The preferred letters of a piece, or its role if the file has none.
fn read_letters(piece: &Tree, role: char) -> Result<Vec<char>, VariantError> {
    let Some(node) = piece.get("letters") else {
        return Ok(vec![role]);
    };
    let letters = node.text()?;
    match letters.char_indices().find(|(_, letter)| !letter.is_ascii_uppercase()) {
        Some((i, other)) => {
            Err(span(node, i..i + other.len_utf8(), format!("expected capital letters, found `{other}`")))
        }
        None if letters.is_empty() => Err(node.expected("at least one capital letter")),
        None => Ok(letters.chars().collect()),
    }
}

/// Moves from one notation or a list of notations. The parts are joined as moves, never as text, since
/// `WA` and `A` side by side would be a rider.
pub(crate) fn read_moves(node: &Node) -> Result<(String, Movement), VariantError> {
    let mut parts = Vec::new();
    let mut written = Vec::new();
    for (node, text) in node.texts()? {
        parts.push(Movement::read(text).map_err(|error| {
            let blamed = error.span();
            // If something is missing at the end, point at the closing quote.
            let blamed = if blamed.is_empty() { blamed.start..blamed.start + 1 } else { blamed };
            span(node, blamed, error.message())
        })?);
        written.push(text);
    }
    Ok((written.join(" "), Movement::join(&parts)))
}

/// Moves that must all be quiet.
fn read_quiet_moves(node: &Node) -> Result<Movement, VariantError> {
    let (_, movement) = read_moves(node)?;
    if movement.legs.iter().any(|leg| leg.purpose.capture || leg.purpose.en_passant) {
        return Err(node.expected("moves without capture (`m`)"));
    }
    if !movement.loans.is_empty() {
        return Err(node.expected("moves of its own, none that are lent (`x`)"));
    }
    Ok(movement)
}

/// Moves that have a square behind their target.
fn read_straight_moves(node: &Node) -> Result<Movement, VariantError> {
    let (_, movement) = read_moves(node)?;
    let straight = |leg: &Leg| {
        let plain = leg.bends.is_empty() && leg.obstacle == Obstacle::Free && leg.steps.len() == 1;
        plain && !leg.cylinder && !leg.initial && !leg.kings
    };
    if movement.castles.is_empty() && movement.loans.is_empty() && movement.legs.iter().all(straight) {
        return Ok(movement);
    }
    Err(node.expected("steps or rides straight on, as in `R` or `B3`"))
}

/// Moves along a single line that only move or capture.
fn read_plain_moves(node: &Node) -> Result<Movement, VariantError> {
    let (_, movement) = read_moves(node)?;
    let plain = |leg: &Leg| {
        let besides = leg.initial || leg.kings || leg.tame || leg.unload.is_some();
        !leg.is_path() && !besides && !leg.purpose.own && !leg.purpose.en_passant
    };
    if movement.castles.is_empty() && movement.loans.is_empty() && movement.legs.iter().all(plain) {
        return Ok(movement);
    }
    Err(node.expected("moves or captures in one leg, as in `bN` or `pR`"))
}
