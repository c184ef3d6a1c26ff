//! The laboratory: what improves the engine, reached as `fibnif lab`. Nobody needs it to play.
//!
//! `selfplay` makes games, `tune` fits the weights of the evaluation to them, `train` a net; `spsa` tunes the
//! numbers of the search by matches. Each goes on where it was interrupted.

mod error;
pub mod selfplay;
pub mod spsa;
pub mod train;
pub mod tune;

pub use error::LabError;
