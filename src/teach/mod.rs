//! Explanations: the letters of the notation, drawings of moves, how other programs read the same line,
//! and, in words, what a move does, what it is good for, and why one is refused.

pub mod diagram;
pub mod explain;
mod layout;
mod legend;
mod mark;
mod purpose;
mod readings;
mod refusal;
mod refused;
mod scene;
mod words;

pub use layout::Layout;
pub use purpose::purposes;
pub use refusal::{CastlingFault, DropFault, Refusal, why_none_of, why_not, why_not_squares};
pub use refused::{explain_unread, refusal_of};
pub use scene::{Destinations, Scene, destinations};
pub use words::{examples, joined, region, spoken, with_article};
