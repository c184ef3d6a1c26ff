//! What a solver and who watches it tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far a solver is, for who watches from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to break the work off.
    pub stop: AtomicBool,
    /// Set while the processor has better things to do: the work then rests longer than it takes.
    pub gentle: AtomicBool,
    /// Positions looked at so far; each table looks at all of its own once for every ply of its longest
    /// result.
    pub done: AtomicU64,
    /// Positions of all tables that are to be made.
    pub all: AtomicU64,
    /// Positions of those that are made, and the share that is done of the one in the making.
    pub made: AtomicU64,
}

impl Progress {
    /// The share of the work that is done, in thousandths. It is an estimate: how often a table has to be
    /// looked through shows only at its end.
    pub fn share(&self) -> u64 {
        let (made, all) = (self.made.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        (made.saturating_mul(1000) / all.max(1)).min(1000)
    }
}
