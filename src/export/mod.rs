//! Variants in the forms of other programs.

mod fairy_betza;
pub mod fairy_stockfish;
