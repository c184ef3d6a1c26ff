//! What is known of a side after all its pieces have been examined.

use super::squares::Squares;

/// What is counted for a side while its pieces are examined, for the terms to weigh.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side<const W: usize> {
    /// The squares attacked, and those attacked by two pieces or more.
    pub all: Squares<W>,
    pub twice: Squares<W>,
    /// The squares of pieces other than pawns and the king.
    pub pieces: Squares<W>,
    /// The squares its king attacks, and those it can move to.
    pub king: Squares<W>,
    pub flights: Squares<W>,
    pub zone: Squares<W>,
    /// The number of enemy pieces that attack the king zone, and of their attacks on its squares.
    pub attackers: i32,
    pub hits: i32,
    /// The enemy's checks: pieces with a safe check, squares for safe checks, pieces with only unsafe checks.
    pub checkers: i32,
    pub checks: i32,
    pub bad_checkers: i32,
    /// Pieces of either side that block a line attack on its king alone.
    pub screens: i32,
    /// The worth of its mobility in the middlegame.
    pub mobility: i32,
    /// The value of the enemy's strongest piece.
    pub strongest: i32,
    /// The number of its pieces attacked by weaker ones, and the differences in value, in hundreds of
    /// centipawns.
    pub lesser: Squares<W>,
    pub between: i32,
    /// The number of its pieces attacked by pieces of about their value.
    pub equal: Squares<W>,
}
