//! Pieces in hand as values: to whose hand captured pieces go, what is in hand at the start, and where
//! it may be dropped.

use super::words::words;
use crate::rules::geometry::{Shape, Square};

/// Pieces in hand, in a game that has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandsDef {
    /// To whose hand captured pieces go.
    pub captured: Captured,
    /// By side, White first: the pieces in hand at the start, as indexes into its pieces, once for
    /// each.
    pub stock: [Vec<usize>; 2],
    /// When pieces are dropped.
    pub drops: Dropping,
}

words! {
    /// To whose hand captured pieces go.
    pub enum Captured {
        /// The hand of the capturing side, as its own pieces of the same role.
        Captor = "captor",
        /// The hand of the side that lost them.
        Owner = "owner",
        /// None: they leave the game.
        Nobody = "nobody",
        /// The hand of a partner at another board. The partner's captures are in hand here.
        Elsewhere = "elsewhere",
    }

    /// When a side drops pieces.
    pub enum Dropping {
        /// Instead of a move, at any time.
        Optional = "optional",
        /// As long as any piece is in hand, during which the side may not move.
        Forced = "forced",
        /// With the first move of a piece that has not moved, on the square which that piece leaves: a
        /// gate. When castling, the other piece's square is possible as well.
        Gates = "gates",
    }

    /// Whether a drop may be checkmate.
    pub enum DropMate {
        /// Yes.
        Allowed = "allowed",
        /// No.
        Forbidden = "forbidden",
    }

    /// The square colors on which several pieces of a type may be dropped.
    pub enum DropColors {
        /// On any.
        Any = "any",
        /// A piece is not dropped on the same color as another of its side's pieces of that type.
        Different = "different",
    }
}

/// Where a piece in hand may be dropped, if not on every empty square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropsDef {
    /// The squares, in board coordinates of its side.
    pub squares: Vec<Square>,
    /// The maximum number of its type on a file after the drop; `None` for no limit.
    pub per_file: Option<u8>,
    /// Whether a drop may be checkmate.
    pub mate: DropMate,
    /// Whether a second one may be on a square of the same color.
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

/// The mark of a piece that reverts when it is captured: `Q~` is a queen that was a pawn.
pub const FALLEN_MARK: char = '~';
/// The mark of a promoted form, which precedes its letter: `+R`.
pub const PROMOTED_MARK: char = '+';
