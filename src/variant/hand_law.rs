//! Pieces in hand as values: whose hand captured pieces go to, what is in hand at the start, and where it may be
//! dropped.

use std::fmt;

use crate::geometry::{Shape, Square};

/// Pieces in hand, in a game that has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandsDef {
    /// Whose hand captured pieces go to.
    pub captured: Captured,
    /// By side, White first: what it has in hand at the start, as indexes into its pieces, once for each.
    pub stock: [Vec<usize>; 2],
    /// When pieces are dropped.
    pub drops: Dropping,
}

/// Whose hand captured pieces go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captured {
    /// The hand of the side that captured them, as its own pieces of the same role.
    Captor,
    /// The hand of the side that lost them.
    Owner,
    /// None: they are out of the game.
    Nobody,
    /// The hand of a partner at another board. What the partner captures is in hand here.
    Elsewhere,
}

/// When a side drops pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropping {
    /// Instead of a move, whenever it likes.
    Optional,
    /// As long as it has any in hand, and then it may not move.
    Forced,
    /// With the first move of a piece that has not moved, on the square which that piece leaves: a gate.
    /// In castling also on the square of the other piece.
    Gates,
}

/// Where a piece in hand may be dropped, if not on every empty square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropsDef {
    /// The squares, in board coordinates of its side.
    pub squares: Vec<Square>,
    /// The most of its type that may stand on a file when one more is dropped there; `None` for no limit.
    pub per_file: Option<u8>,
    /// Whether a drop may be checkmate.
    pub mate: DropMate,
    /// Whether a second one may stand on squares of the same color.
    pub colors: DropColors,
}

impl DropsDef {
    /// Every empty square of a board.
    pub fn anywhere(shape: &Shape) -> DropsDef {
        DropsDef {
            squares: shape.squares().collect(),
            per_file: None,
            mate: DropMate::Allowed,
            colors: DropColors::Any,
        }
    }
}

/// Whether a drop may be checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropMate {
    /// Yes.
    Allowed,
    /// No.
    Forbidden,
}

/// On which square colors several pieces of a type are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropColors {
    /// On any.
    Any,
    /// A piece is not dropped on the color of another of its side's pieces of that type.
    Different,
}

impl fmt::Display for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Captured::Captor => "captor",
            Captured::Owner => "owner",
            Captured::Nobody => "nobody",
            Captured::Elsewhere => "elsewhere",
        })
    }
}

/// The sign of a piece that falls back when it is captured: `Q~` is a queen that was a pawn.
pub const FALLEN_MARK: char = '~';
/// The sign of a promoted form, which is written before its letter: `+R`.
pub const PROMOTED_MARK: char = '+';
