//! The `pieces` of a variant file: moves, letters, additional moves from zones and augmenters, and what
//! pieces become by promotion or by moving.

use super::board::{DROPS, DropsDef, PROMOTED_MARK, StartArray, Zones, read_squares};
use super::error::{Origin, Span, VariantError};
use super::keys::{Words, given, later, table, words};
use super::moves::{
    PieceEntry, ROLE, Royalty, ZONE_MOVES, ZoneMoves, in_hand, loans, moves, no_moves, plain_moves,
    quiet_moves, read_letters, read_moves, read_role, royal, straight_moves, written, zone_moves,
};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use super::turn::{TurnRule, TurnWord};
use crate::rules::betza::{Leg, Movement, Obstacle};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;

/// XBoard's last slot, the king's.
const LAST_XBOARD_SLOT: i64 = 65;

table! {
    /// One piece type of one side.
    pub struct PieceDef: PIECE, with PieceEntry<'_>;

    /// The name of the piece, for people.
    name: String, by |node, _| Ok(node.text()?.to_string()), holds Label, or |entry| Ok(entry.role.to_string());
    /// A list of other names it answers to, as in `fibnif show`.
    aliases: Vec<String>;
    /// Its moves in Betza notation: a line, or a list of lines that are all its moves.
    betza: String, by |node, _| written(node), holds Texts, or no_moves;
    keys {
        /// The capital letters it may be shown by, best first: where one is taken, the next is used. The
        /// default is the role.
        letters: Text;
    }
    /// `"check"` (it may not be left in check, and can be checkmated) or `"none"`. If a side has
    /// several royal pieces, the rule holds for each.
    royal: bool, by royal,
        holds Word(Royalty::WORDS);
    /// What it promotes to on the last rank: `"own"` (any piece type of its side that is not royal and
    /// does not promote; where each side starts with types that the other lacks, those of the enemy are
    /// not its own), `"both"` (also the enemy's piece types) or a list of roles; or a table:
    promotion as "promotes": Option<PromotionDef>, by later, holds Short("to", &PROMOTION);
    /// The role it changes to by moving, or a table:
    becomes: Option<BecomesDef>, by later, holds Short("to", &BECOMES);
    /// Additional moves inside a zone: a line of Betza notation, or a table:
    zones as "in": Vec<ZoneMoves>, by zone_moves, holds Named(&Short("betza", &ZONE_MOVES));
    keys {
        /// The role of the pieces that start in its place on the left half of the board, as their owner
        /// sees it: see armies/fizzies.toml.
        left: Text;
    }
    /// A zone it never leaves and never attacks outside of, as in a palace or on its side of a river.
    within: Option<Vec<Square>>, by |node, entry| entry.zone(node).map(Some), holds Text;
    /// A zone: moves lent to it by other pieces (`x` in the notation) must end there. Or `"none"`.
    loans: Option<Vec<Square>>, by loans, holds Text;
    /// Additional moves without capture while its side is not in check.
    unchecked: Movement, by quiet_moves, holds Texts;
    /// Additional straight moves, allowed where the square beyond the last one is empty: see
    /// armies/cannoneers.toml.
    spacious: Movement, by straight_moves, holds Texts;
    /// Additional moves once its side has captured something, that is, while the other side has fewer
    /// pieces, those in hand included, than at the start. They attack squares before that, too.
    after_capture: Movement, by plain_moves, holds Texts;
    /// A role or a list: pieces of either side that it never hops over, as Cannons in Janggi.
    never_hops: Vec<Letter>, by later, holds Texts;
    /// A role or a list: pieces that it never captures, and whose captures by it are no attacks.
    never_captures: Vec<Letter>, by later, holds Texts;
    keys {
        /// The role that this is the promoted form of: it is shown by that role's letter with a plus sign,
        /// `+R`, and is that role again in hand.
        promoted: Text;
    }
    /// The role that it is in hand once it is captured, or `"none"` if it never is in hand. The default
    /// is its own role.
    in_hand as "hand": Option<Letter>, by in_hand, holds Text, or |entry| Ok(Some(entry.role));
    /// The squares on which it may be dropped from the hand, if not on every empty one, or a table:
    drops: Option<DropsDef>, by later, holds Short("squares", &DROPS);
    /// The most a side may have of it. With that many, no move creates another.
    most: Option<u8>, number(1..=255, "pieces");
    /// Its value in centipawns, up to 10,000. The default is computed from its moves.
    value: Option<i32>, number(0..=10_000, "centipawns (a Rook has 500)");
    /// What solved endings say about it where published claims differ: a text or a list of texts,
    /// printed by `show`.
    findings: Vec<String>;
    /// For XBoard.
    xboard_slot as "xboard": Option<u8>, by |node, _| Ok(PieceXboard::read(node.table()?, &())?.slot),
        holds Table(&PIECE_XBOARD);

    besides {
        /// The letter of its role in the starting position and the rules (`R`).
        role: Letter, by |_, entry| Ok(entry.role);
        /// The upper-case letter that shows this side's pieces. Together with `mark` it is unique within
        /// the side.
        letter: Letter, by |_, entry| Ok(entry.role);
        /// The mark beside the letter in a FEN that distinguishes pieces with the same letter: `'` or `~`
        /// after it, `+` before it.
        mark: Option<char>, by |_, _| Ok(None);
        /// Its moves: those of `betza`.
        movement: Movement, by |table, entry| moves(table, entry.zones.lattice);
    }
}

words! {
    /// The moves that turn a piece into another.
    pub enum Transforming {
        /// All.
        Moves = "moves",
        /// Captures.
        Captures = "captures",
    }
}

table! {
    /// For XBoard.
    struct PieceXboard: PIECE_XBOARD, with ();

    /// The number of its picture in XBoard.
    slot: Option<u8>, number(0..=LAST_XBOARD_SLOT, "the slot of a picture");
}

table! {
    /// Promotion of one pawn type. Squares are in board coordinates of its side.
    pub struct PromotionDef: PROMOTION, with Changing<'_>;

    /// `"own"`, `"both"` or a list of roles.
    targets as "to": Vec<PromotionTarget>, by targets, holds Texts,
        or |pawn| Err(pawn.node.error("expected what it promotes to: `to = ..`"));
    /// The squares on which it promotes, by default the last rank, or none with `entering`.
    squares: Vec<Square>, by Changing::squares, holds Texts, or |pawn| Ok(pawn.usual_squares());
    /// `false`: it may decline to promote.
    forced: bool = true;
    /// More squares, on which it may decline.
    optional: Vec<Square>, by Changing::squares, holds Texts;
    keys {
        /// `true`: only to piece types of which one has been captured.
        captured: Flag;
        /// `true`: only to the piece type that starts on the file. Where that is none of them, to the
        /// first.
        by_file: Flag;
    }
    /// `true`: it promotes instead of moving, from one of the squares, or as the last of its type on
    /// its side from anywhere: where it is, or with a move of the new piece that captures nothing. The
    /// new piece may neither attack an enemy piece nor give check by that. As in Sittuyin.
    instead: bool;
    /// Squares from which every move promotes, wherever it ends: as on the `optional` squares if there
    /// are any, else as on `squares`.
    leaving: Vec<Square>, by Changing::squares, holds Texts;
    /// More squares: it may promote when it moves onto them from other squares, and by each capture from
    /// one of them, wherever that ends. As in Chu Shogi.
    entering: Vec<Square>, by Changing::squares, holds Texts;
    keys {
        /// `true`: once captured, what it promoted to is in hand as what it was. It is marked in a FEN:
        /// `Q~`.
        falls_back: Flag;
        /// For White, if the sides differ: any of the above.
        white: Texts;
        /// For Black, likewise.
        black: Texts;
    }

    besides {
        /// The targets available.
        supply: Supply, by supply;
    }
}

table! {
    /// The piece type into which moves turn a piece. It is not chosen, and the notation of the move does
    /// not show it.
    pub struct BecomesDef: BECOMES, with Changing<'_>;

    /// The role it changes to.
    piece as "to": usize, by Changing::role, holds Text,
        or |piece| Err(piece.node.error("expected what it turns into: `to = ..`"));
    /// `"moves"` or `"captures"`.
    when: Transforming;
    /// The squares on which it changes.
    squares: Vec<Square>, by Changing::squares, holds Texts, or |piece| Ok(piece.shape.cells().collect());
}

impl PromotionDef {
    /// The squares on which it may decline, besides `squares`.
    pub fn optional_squares(&self) -> impl Iterator<Item = &Square> {
        self.optional.iter().chain(&self.entering)
    }
}

/// One side's pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct SideDef {
    /// The army's name for people (`Colorbound Clobberers`), or the variant's title.
    pub army: String,
    /// Its pieces, in the order of the file.
    pub pieces: Vec<PieceDef>,
}

/// A piece's name in a sentence. The pieces of chess are common nouns; all others have proper names.
pub fn spoken(name: &str) -> String {
    match name {
        "King" | "Queen" | "Rook" | "Bishop" | "Knight" | "Pawn" => name.to_ascii_lowercase(),
        name => name.to_owned(),
    }
}

impl PieceDef {
    /// Whether this is its name or another name of it, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Its name and its other names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.aliases).map(String::as_str)
    }

    /// Its moves regardless of its square: those it always has, and those that depend on a check, on
    /// the square behind the target, or on a capture.
    pub fn movements(&self) -> [&Movement; 4] {
        [&self.movement, &self.unchecked, &self.spacious, &self.after_capture]
    }

    /// Whether it always has all of them.
    pub fn has_no_other_moves(&self) -> bool {
        self.movements().into_iter().skip(1).all(|movement| movement.legs.is_empty())
    }

    /// Whether some of its moves cannot capture, or some of its captures cannot move.
    pub fn diverges(&self) -> bool {
        let movements = self.movements().into_iter().chain(self.zones.iter().map(|zone| &zone.movement));
        let apart = |leg: &Leg| leg.purpose.en_passant || leg.purpose.quiet != leg.purpose.capture;
        movements.flat_map(|movement| &movement.legs).any(apart)
    }

    /// Whether it has moves past squares on which it may then be captured en passant.
    pub fn passes(&self) -> bool {
        let lame = |leg: &Leg| leg.obstacle == Obstacle::Lame && leg.purpose.quiet && !leg.is_path();
        let own = self.movement.legs.iter().any(|leg| leg.initial && lame(leg));
        let of_zone = |zone: &ZoneMoves| {
            zone.movement.legs.iter().any(|leg| (leg.initial || zone.en_passant) && lame(leg))
        };
        self.promotion.is_some() && (own || self.zones.iter().any(of_zone))
    }
}

/// Which pieces are available for promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// The one that starts on the file, or the first of them if none does.
    OfFile,
    /// Any number.
    Unlimited,
    /// Only captured pieces: no more of a kind than the side began with.
    Captured,
}

/// One choice at promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionTarget {
    /// Whose piece type it is.
    pub from_side: Color,
    /// Index into that side's pieces.
    pub piece: usize,
    /// The letter that shows it for the promoting side.
    pub letter: Letter,
}

/// A [`PieceDef`] under construction.
pub(super) struct Draft<'a> {
    /// Everything except the promotion.
    pub piece: PieceDef,
    /// Where its pieces start: an index into the origins of the side's zones.
    pub origin: usize,
    /// The letters that its author prefers, best first.
    letters: Vec<Letter>,
    /// The role of those of its pieces that start on the left half of the board, as their owner sees
    /// it.
    pub left: Option<Letter>,
    /// The line in the file that defines it.
    entry: &'a KeyValue,
    /// Its promotion in the file.
    pub promotes: Option<&'a Node>,
    /// The role of which it is the promoted form.
    pub promoted: Option<&'a Node>,
}

impl<'a> Draft<'a> {
    /// What the file says under a key.
    pub(super) fn node(&self, key: &str) -> Option<&'a Node> {
        self.entry.node.table().ok()?.get(key)
    }

    /// Where its letters are in the file, or the piece itself.
    fn of_letters(&self) -> &Span {
        self.node("letters").map_or(&self.entry.place, |node| &node.place)
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
                if draft.piece.letter.is_dressed() && of.mark.is_some() {
                    let letter = draft.piece.letter;
                    return Err(entry.error(format!(
                        "the letter `{letter}` would be that of a `{}` that a zone has `marked`: expected one \
                         without an apostrophe",
                        letter.base()
                    )));
                }
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
fn free_letter(draft: &Draft, others: &[Draft], color: Color) -> Result<Letter, VariantError> {
    let holder =
        |letter: Letter| others.iter().find(|other| other.piece.letter == letter && other.promoted.is_none());
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
    let letters: String = draft.letters.iter().copied().collect();
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
    line: &'a KeyValue,
    augmenter: Option<&Tree>,
    zones: &Zones,
    origin: usize,
) -> Result<Draft<'a>, VariantError> {
    let table = line.node.table()?;
    let role = match Letter::read(&line.key) {
        Some(role) if role == role.upper() || table.get("promoted").is_some() => role,
        Some(_) => {
            let message = "a small letter is the role of a promoted form only: expected `promoted = ..`";
            return Err(line.error(message.to_owned()));
        }
        None => {
            return Err(line.error(format!("expected {ROLE}, found `{}`", line.key)));
        }
    };
    let entry = PieceEntry { line, role, zones, origin };
    let mut piece = PieceDef::read(table, &entry)?;
    if let Some(augmenter) = augmenter {
        augment(&mut piece, augmenter, &entry)?;
    }
    let left = table.get("left").map(read_role).transpose()?;
    let letters = read_letters(table, role)?;
    let (promotes, promoted) = (table.get("promotes"), table.get("promoted"));
    Ok(Draft { piece, origin, letters, left, entry: line, promotes, promoted })
}

/// An augmenter in a merged piece: a table with the two or three keys below. Files cannot write it; the
/// options of `augment` put it there.
pub(super) const AUGMENTER: &str = "augmenter";
pub(super) const AUGMENTER_NAME: &str = "name";
pub(super) const AUGMENTER_MOVES: &str = "moves";
/// The zone in which it applies; everywhere if there is none.
pub(super) const AUGMENTER_ZONE: &str = "zone";

/// Adds an augmenter's moves to a piece. They are joined as moves, and dropped if the piece has them.
fn augment(piece: &mut PieceDef, augmenter: &Tree, entry: &PieceEntry<'_>) -> Result<(), VariantError> {
    let Some(moves) = augmenter.get(AUGMENTER_MOVES) else { return Ok(()) };
    let (betza, movement) = read_moves(moves, entry.zones.lattice)?;
    if let Some(node) = augmenter.get(AUGMENTER_ZONE) {
        let squares = entry.zone(node)?;
        let (keeps_clock, en_passant, inside) = (false, false, false);
        piece.zones.push(ZoneMoves { betza, keeps_clock, en_passant, inside, squares, movement });
        return Ok(());
    }
    piece.betza = format!("{} {betza}", piece.betza);
    piece.movement = Movement::join(&[std::mem::take(&mut piece.movement), movement]);
    if let Some(name) = augmenter.text(AUGMENTER_NAME)? {
        piece.name = format!("{}+{name}", piece.name);
    }
    Ok(())
}

/// A piece that becomes another, which the reader of its promotion or transformation knows.
pub(super) struct Changing<'a> {
    /// What the file says about it.
    node: &'a Node,
    color: Color,
    /// That of the new piece, too.
    origin: usize,
    drafts: &'a [Vec<Draft<'a>>; 2],
    /// The roles that are not its own.
    enemy: &'a [Letter],
    shape: &'a Shape,
}

impl<'a> Changing<'a> {
    fn own(&self) -> &'a [Draft<'a>] {
        &self.drafts[self.color.index()]
    }

    fn squares(node: &Node, piece: &Changing<'_>) -> Result<Vec<Square>, VariantError> {
        read_squares(node, piece.shape, piece.color)
    }

    fn usual_squares(&self) -> Vec<Square> {
        let Changing { shape, color, .. } = *self;
        let last = |square: &Square| shape.is_last(*square, color);
        let enters = matches!(&self.node.value, TomlValue::Table(table) if table.get("entering").is_some());
        if enters { Vec::new() } else { shape.squares().filter(last).collect() }
    }

    fn role(role: &Node, piece: &Changing<'_>) -> Result<usize, VariantError> {
        let (text, own) = (role.text()?, piece.own());
        let is_meant = |draft: &Draft| draft.piece.role.to_string() == text && draft.origin == piece.origin;
        own.iter().position(is_meant).ok_or_else(|| {
            let mut known: Vec<_> = own.iter().map(|draft| draft.piece.role.to_string()).collect();
            known.dedup();
            role.error(format!("expected one of {}, found `{text}`", known.join(" ")))
        })
    }
}

/// The pieces of a side with what their drafts leave open: promotions, transformations and drops.
pub(super) fn finish(
    drafts: &[Vec<Draft<'_>>; 2],
    color: Color,
    start: &StartArray,
) -> Result<Vec<PieceDef>, VariantError> {
    let (own, shape) = (&drafts[color.index()], &start.shape);
    let enemy = roles_of_the_enemy(start, own, color);
    let finish = |draft: &Draft| {
        let changing = |node| Changing { node, color, origin: draft.origin, drafts, enemy: &enemy, shape };
        let promotion = |node| read_promotion(&changing(node));
        let becomes = |node| BecomesDef::read(&Node::short(node, "to"), &changing(node));
        let drops = |node: &Node| DropsDef::read(&node.short("squares"), &(color, shape));
        let all: Vec<Letter> = drafts.iter().flatten().map(|draft| draft.piece.role).collect();
        let spared = |key: &str| draft.node(key).map_or(Ok(Vec::new()), |node| roles_of(node, &all));
        let is_own = |target: &PromotionTarget| {
            let named = drafts[target.from_side.index()].get(target.piece);
            named.is_some_and(|named| named.piece.role == draft.piece.role)
        };
        let instead_of_itself = |promotion: PromotionDef| match draft.promotes {
            Some(node) if promotion.instead && promotion.targets.iter().any(is_own) => {
                Err(node.error("with `instead` a piece does not promote to its own type"))
            }
            _ => Ok(Some(promotion)),
        };
        Ok(PieceDef {
            promotion: draft.promotes.map(promotion).transpose()?.map_or(Ok(None), instead_of_itself)?,
            becomes: draft.node("becomes").map(becomes).transpose()?,
            drops: draft.node("drops").map(drops).transpose()?,
            never_hops: spared("never_hops")?,
            never_captures: spared("never_captures")?,
            ..draft.piece.clone()
        })
    };
    own.iter().map(finish).collect()
}

/// The roles that only the enemy has at the start, where each side has some that the other lacks: one
/// table has the pieces of two armies then. A side with fewer roles than the other has lost some.
fn roles_of_the_enemy(start: &StartArray, drafts: &[Draft], color: Color) -> Vec<Letter> {
    let has = |color: Color, role: Letter| {
        start.pieces.iter().any(|piece| piece.color == color && piece.role == role)
    };
    let plain = drafts.iter().filter(|draft| !draft.piece.royal && draft.promotes.is_none());
    let roles: Vec<Letter> = plain.map(|draft| draft.piece.role).collect();
    let only = |color: Color| {
        let roles = roles.iter().copied().filter(move |&role| has(color, role) && !has(!color, role));
        roles.collect::<Vec<_>>()
    };
    if only(color).is_empty() { Vec::new() } else { only(!color) }
}

/// `promotes = "own"`, `"both"`, `["Q", "R"]`, `{ white = [..], black = [..] }`, or a table with `to` and
/// more.
fn read_promotion(pawn: &Changing<'_>) -> Result<PromotionDef, VariantError> {
    let mut table = pawn.node.short("to");
    if ["white", "black"].into_iter().any(|side| table.get(side).is_some()) {
        let to = table.get(if pawn.color == Color::White { "white" } else { "black" }).cloned();
        let table = table.to_mut();
        table.remove("to");
        if let Some(to) = to {
            table.push("to", to);
        }
    }
    let promotion = PromotionDef::read(&table, pawn)?;
    match table.get("entering").filter(|_| promotion.instead) {
        Some(entering) => Err(entering.error("`entering` does not go together with `instead`".to_owned())),
        None => Ok(promotion),
    }
}

fn supply(table: &Tree, pawn: &Changing<'_>) -> Result<Supply, VariantError> {
    // Whoever knows the targets asks for its value.
    table.read::<bool>("falls_back")?;
    match (table.read("captured")?, table.read("by_file")?) {
        (true, true) => Err(pawn.node.error("promotion is to captured pieces or by the file, not both")),
        (true, false) => Ok(Supply::Captured),
        (false, true) => Ok(Supply::OfFile),
        (false, false) => Ok(Supply::Unlimited),
    }
}

fn targets(to: &Node, pawn: &Changing<'_>) -> Result<Vec<PromotionTarget>, VariantError> {
    let (own, color) = (pawn.own(), pawn.color);
    let eligible = |draft: &Draft| {
        let plain = !draft.piece.royal && draft.promotes.is_none() && draft.promoted.is_none();
        plain && draft.origin == pawn.origin
    };
    let target = |piece: usize| PromotionTarget { from_side: color, piece, letter: own[piece].piece.letter };
    let own_army = || (0..own.len()).filter(|&piece| eligible(&own[piece])).map(target);
    let targets: Vec<PromotionTarget> = match &to.value {
        TomlValue::Text(text) if text == "own" => {
            own_army().filter(|target| !pawn.enemy.contains(&own[target.piece].piece.role)).collect()
        }
        TomlValue::Text(text) if text == "both" => {
            let mut targets: Vec<_> = own_army().collect();
            let mut taken: Vec<Letter> = own.iter().map(|draft| draft.piece.letter).collect();
            let foreign = pawn.drafts[(!color).index()].iter().enumerate();
            for (piece, foreign) in foreign.filter(|(_, draft)| eligible(draft)) {
                if own.iter().any(|draft| eligible(draft) && same_moves(&draft.piece, &foreign.piece)) {
                    continue;
                }
                // One of its letters that is free, or else the first of the alphabet.
                let mut letters = foreign.letters.iter().copied().chain(Letter::alphabet());
                let letter = letters
                    .find(|letter| !taken.contains(letter))
                    .ok_or_else(|| to.error("no letter is left for the other army's pieces"))?;
                taken.push(letter);
                targets.push(PromotionTarget { from_side: !color, piece, letter });
            }
            targets
        }
        TomlValue::List(roles) => {
            roles.iter().map(|role| Changing::role(role, pawn).map(target)).collect::<Result<_, _>>()?
        }
        _ => return Err(to.expected("`own`, `both` or a list of roles")),
    };
    if targets.is_empty() { Err(to.error("there is nothing to promote to")) } else { Ok(targets) }
}

/// Whether two pieces are the same, whatever their names and the spelling of their moves.
fn same_moves(a: &PieceDef, b: &PieceDef) -> bool {
    a.movements().into_iter().zip(b.movements()).all(|(a, b)| a.goes_as(b))
        && (&a.within, &a.loans) == (&b.within, &b.loans)
        && (&a.never_hops, &a.never_captures) == (&b.never_hops, &b.never_captures)
        && a.zones.len() == b.zones.len()
        && a.zones.iter().zip(&b.zones).all(|(a, b)| a.movement.goes_as(&b.movement) && a.inside == b.inside)
}

/// What the reader of a rule may need besides its value.
pub(super) struct Context<'a> {
    pub table: &'a Tree,
    pub start: &'a StartArray,
    pub sides: &'a [SideDef; 2],
    /// What a turn is.
    pub turn: TurnRule,
}

impl Context<'_> {
    /// Refuses a value unless a turn is one move.
    pub(super) fn needs_one_move(&self, node: &Node) -> Result<(), VariantError> {
        if self.turn.is_one_move() {
            return Ok(());
        }
        Err(node.error(match self.turn {
            TurnRule::MoveAndWall => "this does not go together with `walls` after each move".to_owned(),
            _ => format!("this needs `turn = \"{}\"` in the rules", TurnWord::Alternate.word()),
        }))
    }
}

/// Known roles by their letters.
pub(super) fn roles_of(node: &Node, known: &[Letter]) -> Result<Vec<Letter>, VariantError> {
    let role = |(node, text): (&Node, &str)| match known.iter().find(|role| role.to_string() == text) {
        Some(&role) => Ok(role),
        None => Err(node.error(format!("expected a role, found `{text}`"))),
    };
    node.texts()?.into_iter().map(role).collect()
}

/// The roles that some side has.
pub(super) fn known_roles(sides: &[SideDef; 2]) -> Vec<Letter> {
    let mut known: Vec<Letter> = Vec::new();
    for role in sides.iter().flat_map(|side| &side.pieces).map(|piece| piece.role) {
        if !known.contains(&role) {
            known.push(role);
        }
    }
    known
}
