//! Moves as text: `e2e4`, `e7e8q`, `e1g1`, `a9a11`.
//!
//! Castling is the King's move. Where the King could make that very move otherwise, and where it may
//! begin anywhere, castling is written `O-O` or `O-O-O`.

use super::homes::is_shuffled;
use super::moves::{Move, Tag};
use super::{MoveKind, Position};

/// Why a move was refused: what was expected, what came.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not in the form of a move.
    #[error(
        "`{0}` is not a move: expected squares and perhaps a promotion letter, like `e2e4`, `e7e8q` or `O-O`"
    )]
    Form(String),
    /// The move is not legal here.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// The move promotes and does not say to what.
    #[error("`{text}` promotes: expected one of the letters {letters} after it")]
    Promotion {
        /// The move as it came.
        text: String,
        /// The letters that may follow.
        letters: String,
    },
}

/// The wing a castling without squares is for: whether it is that of the a-file. cutechess writes
/// check and mate behind it, `O-O-O+`.
pub fn castling_wing(text: &str) -> Option<bool> {
    match text.trim_end_matches(['+', '#']) {
        "O-O" | "0-0" | "o-o" => Some(false),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(true),
        _ => None,
    }
}

impl Position {
    /// Writes a move.
    pub fn move_text(&self, m: Move) -> String {
        let shape = &self.game.shape;
        if let Tag::Castle(index) = m.tag() {
            let castle = &self.game.castles[index as usize];
            if is_shuffled(&self.game) || self.king_step_like(m) {
                return if castle.is_a_side() { "O-O-O".into() } else { "O-O".into() };
            }
        }
        let mut text = format!("{}{}", shape.name(m.from()), shape.name(m.to()));
        if let Some(kind) = m.promotion() {
            text.push(self.game.kind(kind).letter.to_ascii_lowercase());
        }
        text
    }

    /// Whether the King's other moves on an empty board include the one it castles by.
    fn king_step_like(&self, m: Move) -> bool {
        let Some(kind) = self.kind_at(m.from()) else { return false };
        self.game.targets(kind, m.from()).iter().any(|target| target.square == m.to())
    }

    /// Reads a move in the form [`Position::move_text`] writes; castling also as [`castling_wing`]
    /// reads it and King takes its partner, promotion letters in either case.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::All, &mut moves);
        if let Some(a_side) = castling_wing(text) {
            let of_wing = |m: &&Move| matches!(m.tag(), Tag::Castle(i) if self.game.castles[i as usize].is_a_side() == a_side);
            return moves.iter().find(of_wing).copied().ok_or_else(|| MoveError::Illegal(text.into()));
        }
        let form = || MoveError::Form(text.into());
        let shape = &self.game.shape;
        let (from, rest) = shape.read_square(text).ok_or_else(form)?;
        let (to, rest) = shape.read_square(rest).ok_or_else(form)?;
        let letter = match rest.as_bytes() {
            [] => None,
            [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() as char),
            _ => return Err(form()),
        };
        let promoted = |m: &Move| m.promotion().map(|kind| self.game.kind(kind).letter.to_ascii_lowercase());
        let here: Vec<Move> = moves.iter().copied().filter(|m| m.from() == from && m.to() == to).collect();
        // An ordinary move comes before a castling move of the same squares.
        if let Some(&m) = here.iter().filter(|m| promoted(m) == letter).min_by_key(|m| m.is_castling()) {
            return Ok(m);
        }
        let partner = |m: &&Move| matches!(m.tag(), Tag::Castle(i) if self.game.castles[i as usize].king.0 == from && self.game.castles[i as usize].partner.0 == to);
        if let Some(&m) = moves.iter().find(partner).filter(|_| letter.is_none()) {
            return Ok(m);
        }
        if here.iter().any(|m| m.promotion().is_some()) {
            let letters = here.iter().filter_map(promoted).collect();
            return Err(MoveError::Promotion { text: text.into(), letters });
        }
        Err(MoveError::Illegal(text.into()))
    }
}
