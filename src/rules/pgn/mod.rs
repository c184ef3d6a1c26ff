//! Games as text, in any variant: single moves ([`san`]), writing whole games ([`Played`]) and reading
//! them ([`Written`]).
//!
//! Nothing here knows a protocol. Matches, the referee and everything that reads moves from people use
//! it.

pub mod epd;
mod foreign;
mod read;
mod replay;
pub mod san;
mod short;
mod signs;
mod write;

pub use read::{Fault, Mark, Written, WrittenMove, read};
pub use short::castles_nearer_to_a;
pub use signs::{SQUARES, is_null};
pub use write::{Played, numbered};
