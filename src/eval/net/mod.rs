//! The learned correction: a small net whose input weights are worked out from how each man moves.
//!
//! What a man is goes into [`describe`]; a hidden layer makes of it a row of numbers for each square, once
//! for a game. From there on it is an ordinary net: the rows of the men are summed for either side, kept up
//! to date from position to position, and what comes out is added to the hand-made evaluation. A man that
//! nobody has seen before has rows like every other.
//!
//! A trained net is a file of whole numbers ([`Network`]), and everything that is done with it is done in
//! whole numbers: every machine judges alike.

mod correction;
mod describe;
mod network;
mod shipped;

pub use correction::Correction;
pub use describe::{Feature, INPUTS, ONE, describe, mirrored};
pub use network::{Network, NetworkError, NetworkSize};

/// The nets of the output, by how many men are left.
pub const BUCKETS: usize = 4;
/// Centipawns of an output of 1.
pub const SCALE: i32 = 400;

/// The bucket for so many men.
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(1) / 8).min(BUCKETS - 1)
}
