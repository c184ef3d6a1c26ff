//! Nets that correct the evaluation: small ones, whose input weights are computed from the moves of each
//! piece.
//!
//! [`describe`] turns a piece into numbers. Once for a game, a hidden layer makes of them a row of weights
//! for each square. The rest is an ordinary net: the rows of the pieces are summed for each side and updated
//! from position to position, and the output is added to the hand-made evaluation. So a net works for pieces
//! that it was not trained on.
//!
//! A net may have inputs for where a piece stands seen from a king ([`King`]). Then a side has rows of its
//! own for each zone of its king, and its sums are computed anew when the king enters another zone.
//!
//! A trained net is a file of integers ([`Network`](crate::base::network::Network)). All arithmetic is
//! integral, so every machine evaluates alike.

mod correction;
mod describe;
mod shipped;

pub use correction::Correction;
pub use describe::King;
pub use describe::OffBoard;
pub use describe::{ActiveInput, ONE};
pub use describe::{describe, mirrored};
pub use shipped::net_of;

use crate::base::network::BUCKETS;

/// The centipawns for an output of 1.
pub const SCALE: i32 = 400;

/// The output for so many pieces.
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / 8).min(BUCKETS - 1)
}
