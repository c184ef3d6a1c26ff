//! Owns the thread a session's searches run on. Nothing here blocks: requests are queued for the
//! worker, and what it finds comes back through the sink given at the start, on the worker's
//! thread, each message with the id of its search.

use crate::position::Position;
use crate::search::{Best, Limits, Report};

/// Which search a message is about. The caller chooses it; ids of one session should differ.
pub type SearchId = u64;

/// What the worker tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A search has something to show. At least one comes before its `Done`, unless the root has
    /// no legal move.
    Report(SearchId, Report),
    /// A search has ended, by itself or because it was stopped. Exactly one for each start.
    Done(SearchId, Best),
}

/// A worker thread with its search, its table and its histories.
#[derive(Debug)]
pub struct Engine {}

impl Engine {
    /// Starts the worker. `hash` is the size of the table in MiB (at least 1); `sink` is called on
    /// the worker's thread with every message and should return quickly (send it on).
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn new(hash: usize, sink: impl FnMut(Message) + Send + 'static) -> std::io::Result<Engine> {
        let _ = (hash, sink);
        Ok(Engine {})
    }

    /// Starts a search of `position`, whose history counts for repetitions. One that still runs
    /// is stopped first; its `Done` comes before anything of the new one. A different game than
    /// last time empties table and histories by itself.
    pub fn start(&mut self, id: SearchId, position: Position, limits: Limits) {
        let _ = (id, position, limits);
    }

    /// Tells the last search to stop; its `Done` follows within about 10 ms. Does nothing when
    /// none runs.
    pub fn stop(&self) {}

    /// Sets the size of the table in MiB (at least 1) and empties it, once the search that runs
    /// has ended.
    pub fn set_hash(&mut self, hash: usize) {
        let _ = hash;
    }

    /// Forgets everything learned (a new game begins), once the search that runs has ended.
    pub fn clear(&mut self) {}
}
