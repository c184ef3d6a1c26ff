//! What runs the searches of a session, whatever its protocol: the engine, or in tests something that
//! only remembers what it was asked.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use clap::builder::RangedU64ValueParser;

use crate::engine::{Engine, SearchId};
use crate::game::Game;
use crate::platform;
use crate::position::Position;
use crate::search::Limits;

/// MiB of the table of a search until somebody says otherwise.
pub const USUAL_MEMORY: usize = 64;
/// MiB that no table exceeds.
pub const MOST_MEMORY: usize = 1 << 16;
/// Threads that no search exceeds, whatever the machine.
pub const MOST_THREADS: usize = 256;

/// What the searches of a command may use.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Resources {
    /// MiB of the engine's table
    #[arg(long, value_name = "MIB", default_value_t = USUAL_MEMORY, value_parser = up_to(MOST_MEMORY))]
    pub memory: usize,
    /// Threads that search
    #[arg(long, default_value_t = 1, value_parser = up_to(MOST_THREADS))]
    pub threads: usize,
}

fn up_to(most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most as u64)
}

/// What runs the searches of a session, one at a time. None of these calls waits.
pub trait SearchHost {
    /// Starts a search; one that still runs is given up.
    fn start(&mut self, id: SearchId, position: Position, limits: Limits);
    /// Tells the search to come to an end; its `Done` follows.
    fn stop(&mut self);
    /// Gives searches so many MiB for their table, or as many as the machine has to spare; says how
    /// many.
    fn set_hash(&mut self, mebibytes: usize) -> usize;
    /// Lets the next searches run on so many threads.
    fn set_threads(&mut self, threads: usize);
    /// Forgets what was learned and gets ready for a game from its beginning; its `Ready` follows.
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
        // The rest is for the system and the GUI.
        let most = platform::memory::total().map_or(usize::MAX, |memory| memory / 4 * 3);
        let granted = mebibytes.min(most).max(1);
        Engine::set_hash(self, granted);
        granted
    }

    fn set_threads(&mut self, threads: usize) {
        // More threads than run at the same time take turns, and the one that watches the clock waits
        // for its own.
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Engine::set_threads(self, threads.min(cores));
    }

    fn prepare(&mut self, id: SearchId, game: Arc<Game>) {
        Engine::prepare(self, id, game);
    }
}
