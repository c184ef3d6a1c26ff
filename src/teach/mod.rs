//! Explanations: the letters of the notation, drawings of moves, how other programs read the same line; in
//! words, what a move does, what it is good for, and why one is refused; a game on paper, with its rules in
//! sentences; what pieces win alone.

pub mod diagram;
pub mod endings;
pub mod explain;
pub mod game;
pub(crate) mod layout;
mod legend;
pub(crate) mod lesson;
pub(crate) mod lessons;
mod mark;
mod purpose;
mod readings;
mod refusal;
mod refused;
mod scene;
pub(crate) mod tile;
mod words;

pub use layout::{Label, Layout};
pub use purpose::purposes;
pub use refusal::{CastlingFault, DropFault, Refusal, why_none_of, why_not, why_not_squares};
pub use refused::{explain_unread, refusal_of};
pub use scene::{Destinations, Scene, destinations};
pub use words::{examples, joined, region, spoken, with_article};
