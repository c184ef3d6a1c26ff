//! Receivers for generated moves: listing, counting, and testing.

use super::Move;

/// A receiver for generated moves.
pub(super) trait Sink {
    /// Takes a legal move.
    fn push(&mut self, m: Move);
    /// Whether more moves are wanted.
    fn done(&self) -> bool {
        false
    }
    /// Whether only the number of moves matters, so that they need not be built.
    const COUNTS: bool = false;
    /// Takes this many legal moves at once.
    fn count(&mut self, _: u64) {}
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, m: Move) {
        Vec::push(self, m);
    }
}

/// Counts moves.
pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
    const COUNTS: bool = true;
    #[inline]
    fn count(&mut self, moves: u64) {
        self.0 += moves;
    }
    #[inline]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Tests whether there is any move.
pub(super) struct Any(pub(super) bool);

impl Sink for Any {
    fn push(&mut self, _: Move) {
        self.0 = true;
    }
    fn done(&self) -> bool {
        self.0
    }
}

/// Tests whether a certain move is among them.
pub(super) struct Find(pub(super) Move, pub(super) bool);

impl Sink for Find {
    #[inline]
    fn push(&mut self, m: Move) {
        self.1 |= m == self.0;
    }
}
