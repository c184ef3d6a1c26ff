//! Owns the thread a session's searches run on. Nothing here blocks: instructions are queued for the
//! worker, and what it finds comes back through the sink given at the start, on the worker's
//! thread, each message with the id of its search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::game::Game;
use crate::position::Position;
use crate::search::{Limits, Report, STACK, SearchResult, Searcher};

/// Which search or preparation a message is about. The caller chooses it; ids of one session should
/// differ.
pub type SearchId = u64;

/// What the worker tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A search has something to show. At least one comes before its `Done`, unless the root has
    /// no legal move.
    Report(SearchId, Report),
    /// A search has ended, by itself or because it was stopped. Exactly one for each start.
    Done(SearchId, SearchResult),
    /// A preparation has ended. Exactly one for each.
    Ready(SearchId),
}

/// What the worker is asked to do, in the order of asking.
#[derive(Debug)]
enum Instruction {
    Start(Box<Job>),
    SetHash(usize),
    SetThreads(usize),
    Prepare(SearchId, Arc<Game>),
}

#[derive(Debug)]
struct Job {
    id: SearchId,
    position: Position,
    limits: Limits,
    /// Set when this very search is to stop; a later one has a flag of its own.
    stop: Arc<AtomicBool>,
}

/// A worker thread with its search, its table and its histories. Dropping it stops the search and
/// waits for the thread to end.
#[derive(Debug)]
pub struct Engine {
    /// `None` only while the engine is dropped.
    instructions: Option<Sender<Instruction>>,
    /// The flag of the last search.
    stop: Arc<AtomicBool>,
    worker: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts the worker. `hash` is the size of the table in MiB (at least 1); `sink` is called on
    /// the worker's thread with every message and should return quickly (send it on).
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn new(hash: usize, sink: impl FnMut(Message) + Send + 'static) -> std::io::Result<Engine> {
        let (instructions, inbox) = channel();
        let worker =
            std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(move || {
                EngineThread { searcher: None, hash: hash.max(1), threads: 1, sink }.work(&inbox);
            })?;
        Ok(Engine { instructions: Some(instructions), stop: Arc::default(), worker: Some(worker) })
    }

    /// Starts a search of `position`, whose history counts for repetitions. One that still runs
    /// is stopped first; its `Done` comes before anything of the new one. A different game than
    /// last time empties table and histories by itself.
    pub fn start(&mut self, id: SearchId, position: Position, limits: Limits) {
        self.stop();
        self.stop = Arc::default();
        self.instruct(Instruction::Start(Box::new(Job { id, position, limits, stop: self.stop.clone() })));
    }

    /// Tells the last search to stop; its `Done` follows within about 10 ms. Does nothing when
    /// none runs.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Sets the size of the table in MiB (at least 1) and empties it, once the search that runs
    /// has ended.
    pub fn set_hash(&mut self, hash: usize) {
        self.instruct(Instruction::SetHash(hash.max(1)));
    }

    /// Sets how many threads search (at least 1; at first 1), once the search that runs has ended.
    pub fn set_threads(&mut self, threads: usize) {
        self.instruct(Instruction::SetThreads(threads.max(1)));
    }

    /// Gets ready to play a game from its beginning, once the search that runs has ended: forgets
    /// everything learned and works out what the first search would otherwise spend time on.
    pub fn prepare(&mut self, id: SearchId, game: Arc<Game>) {
        self.instruct(Instruction::Prepare(id, game));
    }

    fn instruct(&self, instruct: Instruction) {
        // The worker lives as long as the engine: it cannot have hung up.
        let sent = self.instructions.as_ref().is_some_and(|instructions| instructions.send(instruct).is_ok());
        debug_assert!(sent, "the search thread is gone");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.instructions = None;
        if let Some(worker) = self.worker.take() {
            // A worker that panicked has nothing more to say.
            let _ = worker.join();
        }
    }
}

/// What lives on the thread.
struct EngineThread<S> {
    /// Made for the game of the first search, and again for every other game.
    searcher: Option<Searcher>,
    hash: usize,
    threads: usize,
    sink: S,
}

impl<S: FnMut(Message)> EngineThread<S> {
    /// Serves instructions until the engine is dropped.
    fn work(mut self, inbox: &Receiver<Instruction>) {
        for instruct in inbox {
            match instruct {
                Instruction::Start(job) => self.search(*job),
                Instruction::SetHash(hash) => {
                    self.hash = hash;
                    if let Some(searcher) = &mut self.searcher {
                        searcher.set_hash(hash);
                    }
                }
                Instruction::SetThreads(threads) => {
                    self.threads = threads;
                    if let Some(searcher) = &mut self.searcher {
                        searcher.set_threads(threads);
                    }
                }
                Instruction::Prepare(id, game) => {
                    match &mut self.searcher {
                        Some(searcher) if plays(searcher, &game) => searcher.clear(),
                        other => drop(searcher_for(&game, other, self.hash, self.threads)),
                    }
                    (self.sink)(Message::Ready(id));
                }
            }
        }
    }

    fn search(&mut self, mut job: Job) {
        let searcher = searcher_for(job.position.game(), &mut self.searcher, self.hash, self.threads);
        let sink = &mut self.sink;
        let best = searcher.run(&mut job.position, &job.limits, &job.stop, &mut |report| {
            sink(Message::Report(job.id, report.clone()));
        });
        sink(Message::Done(job.id, best));
    }
}

/// The searcher for a game: the last one, if that was for the same.
fn searcher_for<'a>(
    game: &Arc<Game>,
    last: &'a mut Option<Searcher>,
    hash: usize,
    threads: usize,
) -> &'a mut Searcher {
    let searcher = match last.take() {
        Some(searcher) if plays(&searcher, game) => searcher,
        Some(other) => other.turn_to(game),
        None => {
            let mut searcher = Searcher::new(game, hash);
            searcher.set_threads(threads);
            searcher
        }
    };
    last.insert(searcher)
}

fn plays(searcher: &Searcher, game: &Arc<Game>) -> bool {
    Arc::ptr_eq(searcher.game(), game) || searcher.game().def == game.def
}
