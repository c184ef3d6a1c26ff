//! From a merged tree to a [`VariantDef`]: what the keys mean.

use std::collections::BTreeMap;

use crate::betza::Movement;
use crate::geometry::{Color, Shape, Square};

use super::def::{PieceDef, PromotionDef, PromotionTarget, SideDef, VariantDef, ZoneMoves};
use super::error::VariantError;
use super::merge::Merged;
use super::rules::read_rules;
use super::start::{Start, at, span};
use super::tree::{Entry, Node, Table, Value};

/// XBoard's last picture, the King's.
const LAST_XBOARD_SLOT: u8 = 65;

/// A piece on the way to a [`PieceDef`].
struct Draft<'a> {
    piece: PieceDef,
    /// The letters its author would like, best first.
    letters: Vec<char>,
    promotes: Option<&'a Node>,
}

/// Reads a merged definition.
pub(super) fn read(merged: &Merged) -> Result<VariantDef, VariantError> {
    let Some(node) = merged.game.get("start") else {
        return Err(VariantError::Name(format!("`{}` has no `start`: no board and no array", merged.id)));
    };
    let start = Start::read(node)?;
    let pieces_of = |color: Color| read_pieces(&merged.sides[color.index()].tree, &start.shape, color);
    let drafts = [pieces_of(Color::White)?, pieces_of(Color::Black)?];
    let side_of = |color: Color| {
        let finished = drafts[color.index()].iter().map(|draft| {
            let promotion = draft.promotes.map(|node| read_promotion(node, color, &drafts, &start.shape)).transpose()?;
            Ok(PieceDef { promotion, ..draft.piece.clone() })
        });
        let pieces = finished.collect::<Result<_, VariantError>>()?;
        Ok::<_, VariantError>(SideDef { army: merged.sides[color.index()].army.clone(), pieces })
    };
    let sides = [side_of(Color::White)?, side_of(Color::Black)?];
    let mut array = Vec::new();
    for man in &start.men {
        let pieces = &sides[man.color.index()].pieces;
        let Some(index) = pieces.iter().position(|piece| piece.role == man.role) else {
            let known: Vec<_> = pieces.iter().map(|piece| piece.role.to_string()).collect();
            let message = format!("expected a role of {} ({}), found `{}`", man.color, known.join(" "), man.color.case(man.role));
            return Err(at(node, man.at, message));
        };
        array.push((man.square, man.color, index));
    }
    let rules = read_rules(&merged.game, &start, &sides)?;
    Ok(VariantDef {
        id: merged.id.clone(),
        title: merged.title.clone(),
        shape: start.shape,
        sides,
        array,
        start_fields: start.fields,
        rules,
        views: Vec::new(),
    })
}

/// The pieces of one side, with their letters given out.
fn read_pieces<'a>(side: &'a Table, shape: &Shape, color: Color) -> Result<Vec<Draft<'a>>, VariantError> {
    let mut zones = BTreeMap::new();
    for zone in side.table("zone")?.into_iter().flat_map(Table::iter) {
        let Some(node) = zone.node.table()?.get("squares") else {
            return Err(zone.error(format!("the zone `{}` has no `squares`", zone.key)));
        };
        zones.insert(zone.key.as_str(), read_squares(node, shape, color)?);
    }
    let mut drafts: Vec<Draft> = Vec::new();
    for entry in side.table("pieces")?.into_iter().flat_map(Table::iter) {
        let mut draft = read_piece(entry, &zones)?;
        let taken: Vec<char> = drafts.iter().map(|draft| draft.piece.letter).collect();
        let Some(&letter) = draft.letters.iter().find(|letter| !taken.contains(letter)) else {
            let node = entry.node.table()?.get("letters").map_or(&entry.place, |node| &node.place);
            let letters: String = draft.letters.iter().collect();
            let message = format!("every letter of `{letters}` is already another piece's of {color}: give this piece one more");
            return Err(VariantError::Written { place: node.clone(), message });
        };
        draft.piece.letter = letter;
        drafts.push(draft);
    }
    Ok(drafts)
}

fn read_piece<'a>(entry: &'a Entry, zones: &BTreeMap<&str, Vec<Square>>) -> Result<Draft<'a>, VariantError> {
    let table = entry.node.table()?;
    let role = match entry.key.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => *letter as char,
        _ => return Err(entry.error(format!("expected a role, one capital letter, found `{}`", entry.key))),
    };
    let Some(betza) = table.get("betza") else {
        return Err(entry.error(format!("the piece `{role}` has no `betza`: something adds to it, but nothing defines it")));
    };
    let (betza, movement) = read_moves(betza)?;
    let unchecked = table.get("unchecked").map(read_quiet_moves).transpose()?.unwrap_or_default();
    let mut added = Vec::new();
    for line in table.table("in")?.into_iter().flat_map(Table::iter) {
        let Some(squares) = zones.get(line.key.as_str()) else {
            return Err(line.error(format!("there is no zone `{}`", line.key)));
        };
        let (node, keeps_clock) = match &line.node.value {
            Value::Table(table) => (table.get("betza"), table.get("keeps_clock").map(Node::flag).transpose()?.unwrap_or(false)),
            _ => (Some(&line.node), false),
        };
        let Some(node) = node else {
            return Err(line.error("expected the moves added here: `betza = ..`"));
        };
        let (betza, movement) = read_moves(node)?;
        added.push(ZoneMoves { betza, squares: squares.clone(), movement, keeps_clock });
    }
    let royal = match table.get("royal") {
        None => false,
        Some(node) if node.text()? == "check" => true,
        Some(node) => return Err(node.expected("`check`")),
    };
    let xboard_slot = match table.table("xboard")?.and_then(|xboard| xboard.get("slot")) {
        Some(node) if node.number::<u8>()? > LAST_XBOARD_SLOT => return Err(node.expected("a slot from 0 to 65")),
        slot => slot.map(Node::number).transpose()?,
    };
    let piece = PieceDef {
        role,
        name: table.text("name")?.map_or_else(|| role.to_string(), str::to_string),
        letter: role,
        mark: None,
        betza,
        movement,
        unchecked,
        zones: added,
        royal,
        promotion: None,
        value: table.get("value").map(Node::number).transpose()?,
        xboard_slot,
    };
    Ok(Draft { piece, letters: read_letters(table, role)?, promotes: table.get("promotes") })
}

/// The letters a piece would like, its role where the file says nothing.
fn read_letters(piece: &Table, role: char) -> Result<Vec<char>, VariantError> {
    let Some(node) = piece.get("letters") else {
        return Ok(vec![role]);
    };
    let letters = node.text()?;
    match letters.char_indices().find(|(_, letter)| !letter.is_ascii_uppercase()) {
        Some((i, other)) => Err(span(node, i..i + other.len_utf8(), format!("expected capital letters, found `{other}`"))),
        None if letters.is_empty() => Err(node.expected("at least one capital letter")),
        None => Ok(letters.chars().collect()),
    }
}

/// Moves in one notation or in a list of them: parts are joined as moves, never as text (`WA` and
/// `A` side by side would be a rider).
pub(super) fn read_moves(node: &Node) -> Result<(String, Movement), VariantError> {
    let mut parts = Vec::new();
    let mut written = Vec::new();
    for (node, text) in node.texts()? {
        parts.push(Movement::read(text).map_err(|error| {
            let blamed = error.span();
            // Something missing at the end: point at the closing quote.
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
    Ok(movement)
}

/// Squares as White counts (`a5:h8 e4`), turned by half a turn for Black.
fn read_squares(node: &Node, shape: &Shape, color: Color) -> Result<Vec<Square>, VariantError> {
    let mut squares = Vec::new();
    for (node, text) in node.texts()? {
        let mut from = 0;
        for area in text.split(' ') {
            let part = from..from + area.len();
            from += area.len() + 1;
            let (first, last) = area.split_once(':').unwrap_or((area, area));
            let (Some(first), Some(last)) = (shape.parse_square(first), shape.parse_square(last)) else {
                return Err(span(node, part, format!("expected squares of this board like `a5:h8` or `e4`, found `{area}`")));
            };
            let within = |square: Square, of: fn(&Shape, Square) -> u8| {
                let (a, b) = (of(shape, first), of(shape, last));
                (a.min(b)..=a.max(b)).contains(&of(shape, square))
            };
            squares.extend(shape.squares().filter(|&square| within(square, Shape::file) && within(square, Shape::rank)));
        }
    }
    if color == Color::Black {
        squares = squares.into_iter().map(|square| shape.turned(square)).filter(|&square| !shape.is_hole(square)).collect();
    }
    squares.sort_unstable();
    squares.dedup();
    Ok(squares)
}

/// `promotes = "own"`, `"both"`, `["Q", "R"]`, or a table with `to`, `squares` and `forced`.
fn read_promotion(node: &Node, color: Color, drafts: &[Vec<Draft>; 2], shape: &Shape) -> Result<PromotionDef, VariantError> {
    let (to, squares, forced) = match &node.value {
        Value::Table(table) => (table.get("to"), table.get("squares"), table.get("forced").map(Node::flag).transpose()?.unwrap_or(true)),
        _ => (Some(node), None, true),
    };
    let Some(to) = to else {
        return Err(node.error("expected what it promotes to: `to = ..`"));
    };
    let squares = match squares {
        Some(node) => read_squares(node, shape, color)?,
        None => shape.squares().filter(|&square| shape.rank_for(square, color) + 1 == shape.ranks()).collect(),
    };
    let own = &drafts[color.index()];
    let eligible = |draft: &Draft| !draft.piece.royal && draft.promotes.is_none();
    let target = |piece: usize| PromotionTarget { from_side: color, piece, letter: own[piece].piece.letter };
    let own_army = || (0..own.len()).filter(|&piece| eligible(&own[piece])).map(target);
    let targets = match &to.value {
        Value::Text(text) if text == "own" => own_army().collect(),
        Value::Text(text) if text == "both" => {
            let mut targets: Vec<_> = own_army().collect();
            let mut taken: Vec<char> = own.iter().map(|draft| draft.piece.letter).collect();
            for (piece, foreign) in drafts[(!color).index()].iter().enumerate().filter(|(_, draft)| eligible(draft)) {
                if own.iter().any(|draft| eligible(draft) && same_moves(&draft.piece, &foreign.piece)) {
                    continue;
                }
                let letter =
                    free_letter(&foreign.letters, &taken).ok_or_else(|| to.error("no letter is left for the other army's pieces"))?;
                taken.push(letter);
                targets.push(PromotionTarget { from_side: !color, piece, letter });
            }
            targets
        }
        Value::List(roles) => roles.iter().map(|role| find_role(role, own).map(target)).collect::<Result<_, _>>()?,
        _ => return Err(to.expected("`own`, `both` or a list of roles")),
    };
    if targets.is_empty() {
        return Err(to.error("there is nothing to promote to"));
    }
    Ok(PromotionDef { squares, targets, forced })
}

/// The piece a list of promotions names.
fn find_role(role: &Node, own: &[Draft]) -> Result<usize, VariantError> {
    let text = role.text()?;
    match own.iter().position(|draft| draft.piece.role.to_string() == text) {
        Some(piece) if own[piece].piece.royal => Err(role.error(format!("a piece cannot promote to the royal `{text}`"))),
        Some(piece) => Ok(piece),
        None => {
            let known: Vec<_> = own.iter().map(|draft| draft.piece.role.to_string()).collect();
            Err(role.error(format!("expected one of {}, found `{text}`", known.join(" "))))
        }
    }
}

/// The first of `letters` that is not taken, or else the first of the alphabet.
fn free_letter(letters: &[char], taken: &[char]) -> Option<char> {
    letters.iter().copied().chain('A'..='Z').find(|letter| !taken.contains(letter))
}

/// Whether two pieces are the same man, whatever they are called and however it is written.
fn same_moves(a: &PieceDef, b: &PieceDef) -> bool {
    let same = |a: &Movement, b: &Movement| a.legs.len() == b.legs.len() && a.legs.iter().all(|leg| b.legs.contains(leg));
    same(&a.movement, &b.movement)
        && same(&a.unchecked, &b.unchecked)
        && a.zones.len() == b.zones.len()
        && a.zones.iter().zip(&b.zones).all(|(a, b)| same(&a.movement, &b.movement))
}
