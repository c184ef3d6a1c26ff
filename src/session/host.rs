//! The host of a session's searches, independent of the protocol: the engine, or in tests a recorder of
//! the calls.

use std::num::NonZero;
use std::sync::Arc;
use std::{io, thread};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::settings::{Audience, Domain, Setting, Settings};
use crate::base::platform;
use crate::engine::search::Limits;
use crate::rules::game::Game;
use crate::rules::position::Position;
use crate::session::engine::{Engine, Message, SearchId};

/// The memory and threads of a command's searches: the settings that the command line has.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// The size of the transposition table in MiB.
    pub memory: usize,
    /// The number of search threads.
    pub threads: usize,
}

impl Resources {
    /// The engine with these resources; see [`Engine::new`].
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn engine(self, sink: impl FnMut(Message) + Send + 'static) -> io::Result<Engine> {
        let mut engine = Engine::new(self.memory, sink)?;
        SearchHost::set_threads(&mut engine, self.threads);
        Ok(engine)
    }
}

impl Default for Resources {
    fn default() -> Resources {
        let Settings { memory, threads, .. } = Settings::default();
        Resources { memory, threads }
    }
}

impl Args for Resources {
    fn augment_args(command: Command) -> Command {
        let usual = Settings::default();
        let arg = |setting: &Setting| {
            let (word, value) = setting.word?;
            let Domain::Spin(least, most) = setting.domain else { return None };
            let arg = Arg::new(word).long(word).help(setting.about).value_name(value);
            let arg = arg.value_parser(clap::value_parser!(i32).range(i64::from(least)..=i64::from(most)));
            Some(arg.default_value(setting.value(&usual).to_string()))
        };
        command.args(Setting::all(Audience::CommandLine).filter_map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Resources::augment_args(command)
    }
}

impl FromArgMatches for Resources {
    fn from_arg_matches(found: &ArgMatches) -> Result<Resources, clap::Error> {
        let mut settings = Settings::default();
        for setting in Setting::all(Audience::CommandLine) {
            let value = setting.word.and_then(|(word, _)| found.get_one::<i32>(word));
            // The range has been checked.
            let _ = value.map(|value| setting.store(&mut settings, &value.to_string()));
        }
        Ok(Resources { memory: settings.memory, threads: settings.threads })
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = Resources::from_arg_matches(found)?;
        Ok(())
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
