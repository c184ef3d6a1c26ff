//! The laboratory: the commands that improve the engine, reached as `fibnif lab`. Players do not need it.
//!
//! `selfplay` generates games. `tune` fits the weights of the evaluation to them, `train` a net. `spsa`
//! tunes the search parameters by matches. Each command continues where it was interrupted.

mod error;
pub mod selfplay;
pub mod spsa;
pub mod train;
pub mod tune;

pub use error::LabError;
