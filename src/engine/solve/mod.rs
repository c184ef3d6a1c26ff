//! Endings solved for any pieces: who wins from where, and in how many moves, computed backwards from the
//! positions without a move (retrograde analysis; Ströhlein 1970, Thompson 1986).
//!
//! The moves come from the compiled game, so any pieces, boards, zones, hurdles and promotions are supported,
//! and stalemate means what the variant says. Castling, moves of unmoved pieces, repetition and limits of
//! moves are left out. In games of double turns one half is solved: all pieces on squares of one color.

mod board;
mod index;
mod library;
mod material;
mod shelf;
mod solver;
mod table;

pub(crate) use index::Placement;
pub use library::Library;
pub use material::{MOST_PIECES, Material};
pub use shelf::Shelf;
pub use solver::{Analysis, Budget, Solver};
pub(crate) use solver::{half_of, line};
pub use table::{EndgameTable, Progress, Value};

use crate::rules::geometry::Color;

/// Why an ending cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// No `v` between the pieces of the two sides.
    #[error("expected White's pieces, `v` and Black's pieces, as in `KQvK`; found `{0}`")]
    NoVersus(String),
    /// A letter that is not a piece of its side.
    #[error("{color} has no piece `{letter}` here; its pieces are {known}")]
    UnknownPiece {
        /// The letter, with its mark.
        letter: String,
        /// The side.
        color: Color,
        /// The letters of that side.
        known: String,
    },
    /// More pieces than the solver supports.
    #[error("{pieces} pieces are too many: an ending has {MOST_PIECES} at most")]
    TooMany {
        /// How many.
        pieces: usize,
    },
    /// More memory than is allowed.
    #[error(
        "{material} needs {needed} MiB with the endings it leads to; allowed are {allowed} MiB (`--memory`)"
    )]
    Memory {
        /// The ending.
        material: String,
        /// In MiB.
        needed: u64,
        /// In MiB.
        allowed: u64,
    },
    /// A rule that the solver does not support.
    #[error("this game cannot be solved: the solver does not support {0}")]
    Rule(&'static str),
    /// Pieces that can become each other in a circle.
    #[error("the solver does not support pieces that can change into each other in a circle, as in {0}")]
    Circle(String),
    /// Royal pieces on squares of both colors.
    #[error(
        "in a game of double turns the kings of an ending must be on one square color, unlike those of {0}"
    )]
    Halves(String),
    /// A position that is not in the table because it is not legal.
    #[error("`{0}` is not a legal position")]
    Unsolved(String),
    /// An empty square where a piece was expected.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// The work was stopped.
    #[error("the work was stopped")]
    Stopped,
}
