//! The host of a session's searches, independent of the protocol: the engine, or in tests a recorder of
//! the calls.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use clap::builder::RangedU64ValueParser;

use crate::base::platform;
use crate::engine::search::Limits;
use crate::rules::game::Game;
use crate::rules::position::Position;
use crate::session::engine::{Engine, SearchId};

/// The default size of the transposition table in MiB.
pub const USUAL_MEMORY: usize = 64;
/// The largest transposition table in MiB.
pub const MOST_MEMORY: usize = 1 << 16;
/// The largest number of search threads on any machine.
pub const MOST_THREADS: usize = 256;

/// The memory and threads of a command's searches.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Resources {
    /// Memory for the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = USUAL_MEMORY, value_parser = up_to(MOST_MEMORY))]
    pub memory: usize,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = up_to(MOST_THREADS))]
    pub threads: usize,
}

fn up_to(most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most as u64)
}

/// Runs the searches of a session, one at a time. No call blocks.
pub trait SearchHost {
    /// Starts a search and abandons one that is still running.
    fn start(&mut self, id: SearchId, position: Position, limits: Limits);
    /// Tells the search to stop. Its `Done` message follows.
    fn stop(&mut self);
    /// Sets the size of the transposition table in MiB, limited by the memory of the machine. Returns the
    /// size granted.
    fn set_hash(&mut self, mebibytes: usize) -> usize;
    /// Sets the number of threads for the next searches.
    fn set_threads(&mut self, threads: usize);
    /// Clears the tables and prepares for a new game. Its `Ready` message follows.
    fn prepare(&mut self, id: SearchId, game: Arc<Game>);
}

impl SearchHost for Engine {
    fn start(&mut self, id: SearchId, position: Position, limits: Limits) {
        Engine::start(self, id, position, limits);
    }

    fn stop(&mut self) {
        Engine::stop(self);
    }

    fn set_hash(&mut self, mebibytes: usize) -> usize {
        // The rest is left to the system and the GUI.
        let most = platform::memory::total().map_or(usize::MAX, |memory| memory / 4 * 3);
        let granted = mebibytes.min(most).max(1);
        Engine::set_hash(self, granted);
        granted
    }

    fn set_threads(&mut self, threads: usize) {
        // With more threads than cores, the thread that watches the clock would have to wait for its turn.
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Engine::set_threads(self, threads.min(cores));
    }

    fn prepare(&mut self, id: SearchId, game: Arc<Game>) {
        Engine::prepare(self, id, game);
    }
}
