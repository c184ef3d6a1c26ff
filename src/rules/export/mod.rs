//! Variants in the forms of other programs.

pub mod built_in;
mod fairy_betza;
pub mod fairy_stockfish;
