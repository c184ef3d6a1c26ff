//! What a solver and its observers tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The progress of a solver, for other threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to give up the table in the making.
    pub stop: AtomicBool,
    /// Set while the processor is needed elsewhere: then the solver pauses for longer than it works.
    pub gentle: AtomicBool,
    /// Set for work that does not pause even then.
    pub urgent: AtomicBool,
    /// Positions examined so far. Each table examines all its positions once for every ply of its longest
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
