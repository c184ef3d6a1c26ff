//! The host of a session's searches, independent of the protocol: the engine, or in tests a recorder of
//! the calls.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;
use std::{io, thread};

use super::settings::Settings;
use crate::base::platform;
use crate::engine::search::Limits;
use crate::rules::game::Game;
use crate::rules::position::Position;
use crate::session::engine::{Engine, Message, SearchId};

/// The engine with these settings; see [`Engine::new`].
pub fn engine(settings: &Settings, sink: impl FnMut(Message) + Send + 'static) -> io::Result<Engine> {
    let mut engine = Engine::new(settings.memory, sink)?;
    SearchHost::set_threads(&mut engine, settings.threads);
    Ok(engine)
}

/// What a session handles an event with: the time, the host of its searches, and where its replies go. A
/// person's game keeps what it says, so it has no `out`.
pub struct Context<'a, Out = ()> {
    /// The time.
    pub now: Instant,
    /// Runs the searches.
    pub host: &'a mut dyn SearchHost,
    /// Takes the replies.
    pub out: Out,
}

impl Context<'_> {
    /// At this moment.
    pub fn now(host: &mut dyn SearchHost) -> Context<'_> {
        Context { now: Instant::now(), host, out: () }
    }
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
