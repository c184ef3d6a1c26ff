//! The compiled form of a variant: kinds, move tables, castling records, promotion, hash keys.

use std::sync::Arc;

use crate::geometry::{Color, Shape, Square};
use crate::variant::{VariantDef, VariantError};

/// A piece type of one side: White's Rook and Black's Rook are two kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct KindId(pub u8);

impl KindId {
    /// The index as an array subscript.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a kind besides its moves.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Whose it is.
    pub color: Color,
    /// The letter in FEN and moves, in the side's case.
    pub letter: char,
    /// The name for people.
    pub name: String,
    /// The role it fills in the start array (`R`), for values and set-up.
    pub role: char,
    /// The notation it was made from.
    pub betza: String,
    /// Whether check matters to it.
    pub royal: bool,
    /// Whether it promotes or its moves reset the move count: a pawn.
    pub pawn: bool,
    /// Value in centipawns as the author gave it.
    pub value: Option<i32>,
    /// The author's wish for a slot in XBoard's piece table.
    pub xboard_slot: Option<u8>,
    /// Whether it can never leave the squares of one color.
    pub color_bound: bool,
    /// What it may promote to, strongest first; empty if it does not promote.
    pub promotes_to: Vec<KindId>,
}

/// A variant made ready for play.
#[derive(Debug)]
pub struct Game {
    /// The definition it was compiled from.
    pub def: VariantDef,
    /// The kinds of both sides.
    pub kinds: Vec<Kind>,
    /// The board.
    pub shape: Shape,
    /// One castling record per side and wing.
    pub castles: Vec<Castle>,
}

/// One way to castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Whose it is.
    pub color: Color,
    /// The castling letter in FEN (`K`, `Q`, `k`, `q`).
    pub letter: char,
    /// Where the King stands and goes.
    pub king: (Square, Square),
    /// Where its partner stands and goes.
    pub partner: (Square, Square),
    /// Squares that must be empty.
    pub empty: Vec<Square>,
    /// Squares that must not be attacked: those the King stands on, passes and reaches.
    pub safe: Vec<Square>,
}

/// Compiles a definition.
pub fn compile(_def: &VariantDef) -> Result<Arc<Game>, VariantError> {
    Err(VariantError("not yet".into()))
}
