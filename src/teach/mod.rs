//! What teaches: letters of the notation with their meanings, drawings of where a piece can go, how other programs
//! read the same line, and why a move is refused, in words.

pub mod diagram;
pub mod explain;
mod layout;
mod legend;
mod mark;
mod readings;
mod refused;
mod scene;
mod words;

pub use layout::Layout;
pub use scene::{Destinations, Scene, destinations};
pub use words::{joined, region, with_article};
