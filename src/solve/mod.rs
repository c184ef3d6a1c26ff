//! Endings solved for any men: who wins from where, and in how many moves, worked out backwards from the
//! positions without a move (retrograde analysis; Ströhlein 1970, Thompson 1986).
//!
//! The moves are the compiled game's, so any men, boards, zones, hurdles and promotions will do, and having
//! no move means what the variant says. Left out are castling, the rights of unmoved men, repetition and
//! limits of moves. In games of double moves one half is solved: all men on squares of one color.

mod answers;
mod board;
mod index;
mod library;
mod men;
mod paths;
mod progress;
mod shelf;
mod solver;
mod symmetry;
mod table;
mod value;

pub use answers::{Answers, Longest, Share, Zugzwang};
pub use library::Library;
pub use men::{MOST_MEN, Men};
pub use progress::Progress;
pub use shelf::Shelf;
pub use solver::{Budget, Judgement, Solver};
pub use table::EndgameTable;
pub use value::Value;

use crate::geometry::Color;

/// Why an ending cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Not two sides' men.
    #[error("expected White's men, `v` and Black's men, as in `KQvK`; found `{0}`")]
    NoVersus(String),
    /// A letter that is no man of its side.
    #[error("{color} has no man `{letter}` here; its men are {known}")]
    UnknownMan {
        /// The letter, with its mark.
        letter: String,
        /// Whose man it should be.
        color: Color,
        /// The letters of that side.
        known: String,
    },
    /// More men than the solver takes.
    #[error("{men} men are too many: an ending has {MOST_MEN} at most")]
    TooMany {
        /// How many.
        men: usize,
    },
    /// More memory than is allowed.
    #[error("{men} needs {needed} MB with the endings it leads to; allowed are {allowed} MB (`--memory`)")]
    Memory {
        /// The ending.
        men: String,
        /// Megabytes.
        needed: u64,
        /// Megabytes.
        allowed: u64,
    },
    /// A rule that the solver does not support.
    #[error("this game cannot be solved: the solver does not support {0}")]
    Rule(&'static str),
    /// Men that can become each other in a circle.
    #[error("the men of {0} can become each other again and again, so no ending comes first")]
    Circle(String),
    /// Men that can never stand on squares of one color.
    #[error("in a game of double moves one half is solved, and these men are not all of one half: {0}")]
    Halves(String),
    /// A position that no ending knows: it is not legal.
    #[error("`{0}` is no legal position of an ending")]
    Unsolved(String),
    /// No man where one was asked for.
    #[error("no man stands on {0}")]
    NoMan(String),
    /// The work was broken off.
    #[error("the work was broken off")]
    Stopped,
}
