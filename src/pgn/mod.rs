//! Games as text, in any variant: single moves ([`san`]), writing whole games ([`Played`]) and reading
//! them ([`Written`]).
//!
//! Nothing here knows a protocol. Matches, the referee and everything that reads moves from people use
//! it.

pub mod epd;
mod read;
mod replay;
pub mod san;
mod signs;
mod write;

pub use read::{Mark, Written, WrittenMove, read};
pub use replay::Fault;
pub use write::Played;
