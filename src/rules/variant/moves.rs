//! What a variant file says about the moves of a piece: lines of notation, zones, and roles.

use super::board::{Zones, span};
use super::error::VariantError;
use super::keys::{given, table, words};
use super::tree::{KeyValue, Node, Tree};
use crate::rules::betza::{Leg, Movement, Obstacle};
use crate::rules::geometry::{Lattice, Square};
use crate::rules::letter::Letter;

table! {
    /// Moves added on some squares.
    pub struct ZoneMoves: ZONE_MOVES, with (&KeyValue, &[Square], Lattice);

    /// The additional moves.
    betza: String, by |node, _| written(node), holds Texts,
        or |(entry, ..)| Err(entry.error("expected the moves added here: `betza = ..`"));
    /// `true`: these moves do not reset the count of `move_limit`.
    keeps_clock: bool;
    /// `true`: a pawn can be captured on the squares it passes by these moves.
    en_passant: bool;
    /// `true`: these moves end in the zone as well, as on the lines of a palace in Janggi.
    inside: bool;

    besides {
        /// The squares, in board coordinates of this side.
        squares: Vec<Square>, by |_, (_, squares, _)| Ok(squares.to_vec());
        /// The moves added there.
        movement: Movement, by |table, &(_, _, lattice)| moves(table, lattice);
    }
}

words! {
    /// Whether a piece may be left in check.
    pub(super) enum Royalty {
        Check = "check",
        None = "none",
    }
}

/// A piece in its file, which its readers know besides its keys.
pub(super) struct PieceEntry<'a> {
    pub line: &'a KeyValue,
    pub role: Letter,
    pub zones: &'a Zones,
    /// Where its pieces start: an index into the origins of the zones.
    pub origin: usize,
}

impl PieceEntry<'_> {
    /// The squares of the zone that a text names.
    pub fn zone(&self, node: &Node) -> Result<Vec<Square>, VariantError> {
        let name = node.text()?;
        let squares = self.zones.squares(name, self.origin);
        squares.map(<[Square]>::to_vec).ok_or_else(|| node.error(format!("there is no zone `{name}`")))
    }
}

pub(super) fn no_moves(entry: &PieceEntry<'_>) -> Result<String, VariantError> {
    let PieceEntry { line, role, .. } = entry;
    Err(line
        .error(format!("the piece `{role}` has no `betza`: something adds to it, but nothing defines it")))
}

pub(super) fn royal(node: &Node, _: &PieceEntry<'_>) -> Result<bool, VariantError> {
    node.text().and_then(|_| node.word()).map(|royalty: Royalty| royalty == Royalty::Check)
}

/// `hand = "R"`, or `"none"`.
pub(super) fn in_hand(node: &Node, _: &PieceEntry<'_>) -> Result<Option<Letter>, VariantError> {
    if node.text()? == "none" { Ok(None) } else { read_role(node).map(Some) }
}

/// `loans = "middle"`: the zone that moves lent by others cannot leave, or `none`.
pub(super) fn loans(node: &Node, entry: &PieceEntry<'_>) -> Result<Option<Vec<Square>>, VariantError> {
    match node.text()? {
        "none" if entry.zones.squares("none", entry.origin).is_none() => Ok(Some(Vec::new())),
        _ => entry.zone(node).map(Some),
    }
}

/// `in.green = "N"`, or a table with `betza`, `keeps_clock` and `en_passant`.
pub(super) fn zone_moves(node: &Node, entry: &PieceEntry<'_>) -> Result<Vec<ZoneMoves>, VariantError> {
    let read = |line: &KeyValue| match entry.zones.squares(&line.key, entry.origin) {
        Some(squares) => ZoneMoves::read(&line.node.short("betza"), &(line, squares, entry.zones.lattice)),
        None => Err(line.error(format!("there is no zone `{}`", line.key))),
    };
    node.table()?.iter().map(read).collect()
}

/// What a role is, for messages.
pub(super) const ROLE: &str = "a role, one capital letter, perhaps with `'` after it";

/// `left = "L"`: a role.
pub(super) fn read_role(node: &Node) -> Result<Letter, VariantError> {
    let role = Letter::read(node.text()?).filter(|role| *role == role.upper());
    role.ok_or_else(|| node.expected(ROLE))
}

/// The preferred letters of a piece, or its role if the file has none.
pub(super) fn read_letters(piece: &Tree, role: Letter) -> Result<Vec<Letter>, VariantError> {
    let Some(node) = piece.get("letters") else {
        return Ok(vec![role]);
    };
    let letters = node.text()?;
    let stranger = |letter: &Letter| !letter.base().is_ascii_uppercase();
    match Letter::all(letters).find(stranger).map(Letter::base) {
        Some(other) => {
            let i = letters.find(other).unwrap_or_default();
            Err(span(node, i..i + other.len_utf8(), format!("expected capital letters, found `{other}`")))
        }
        None if letters.is_empty() => Err(node.expected("at least one capital letter")),
        None => Ok(Letter::all(letters).collect()),
    }
}

/// The lines of a notation, side by side.
pub(super) fn written(node: &Node) -> Result<String, VariantError> {
    let texts: Vec<&str> = node.texts()?.into_iter().map(|(_, text)| text).collect();
    Ok(texts.join(" "))
}

pub(super) fn moves(table: &Tree, lattice: Lattice) -> Result<Movement, VariantError> {
    Ok(table.get("betza").map(|node| read_moves(node, lattice)).transpose()?.unwrap_or_default().1)
}

/// Moves from one notation or a list of notations. The parts are joined as moves, never as text, since
/// `WA` and `A` side by side would be a rider.
pub(crate) fn read_moves(node: &Node, lattice: Lattice) -> Result<(String, Movement), VariantError> {
    let mut parts = Vec::new();
    let mut written = Vec::new();
    for (node, text) in node.texts()? {
        parts.push(Movement::read_on(text, lattice).map_err(|error| {
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
pub(super) fn quiet_moves(node: &Node, entry: &PieceEntry<'_>) -> Result<Movement, VariantError> {
    let (_, movement) = read_moves(node, entry.zones.lattice)?;
    if movement.legs.iter().any(|leg| leg.purpose.capture || leg.purpose.en_passant) {
        return Err(node.expected("moves without capture (`m`)"));
    }
    if !movement.loans.is_empty() {
        return Err(node.expected("moves of its own, none that are lent (`x`)"));
    }
    Ok(movement)
}

/// Moves that have a square behind their target.
pub(super) fn straight_moves(node: &Node, entry: &PieceEntry<'_>) -> Result<Movement, VariantError> {
    let (_, movement) = read_moves(node, entry.zones.lattice)?;
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
pub(super) fn plain_moves(node: &Node, entry: &PieceEntry<'_>) -> Result<Movement, VariantError> {
    let (_, movement) = read_moves(node, entry.zones.lattice)?;
    let plain = |leg: &Leg| {
        let besides = leg.initial || leg.kings || leg.tame || leg.unload.is_some();
        !leg.is_path() && !besides && !leg.purpose.own && !leg.purpose.en_passant
    };
    if movement.castles.is_empty() && movement.loans.is_empty() && movement.legs.iter().all(plain) {
        return Ok(movement);
    }
    Err(node.expected("moves or captures in one leg, as in `bN` or `pR`"))
}
