//! What a solver and who watches it tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64};

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
}
