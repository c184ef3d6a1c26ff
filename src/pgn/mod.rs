//! Games as text, in any variant: single moves ([`san`]), whole games written ([`Played`]) and read
//! ([`Written`]).
//!
//! Nothing here knows a protocol: matches, the referee and whoever reads moves from people use it.

mod read;
pub mod san;
mod write;

pub use read::{Mark, Written, WrittenMove, read};
pub use write::Played;
