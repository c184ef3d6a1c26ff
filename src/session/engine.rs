//! The worker thread on which a session's searches run. Nothing here blocks: instructions are queued
//! for the worker, and its results come back through the sink given at the start, on the worker's
//! thread, each message with the id of its search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::engine::search::{Limits, Report, STACK, SearchResult, Searcher};
use crate::rules::game::Game;
use crate::rules::position::Position;

/// The search or preparation that a message is about. The caller chooses it; the ids of one session
/// should differ.
pub type SearchId = u64;

/// Messages of the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A search has something to show. At least one comes before its `Done`, unless the root has no
    /// legal move.
    Report(SearchId, Report),
    /// A search has ended, by itself or because it was stopped. Exactly one for each start.
    Done(SearchId, SearchResult),
    /// A preparation has ended. Exactly one for each.
    Ready(SearchId),
}

/// Instructions to the worker, in order.
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
    /// Set to stop this particular search. A later search has its own flag.
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
    /// Starts the worker. `hash` is the size of the table in MiB (at least 1). `sink` is called on the
    /// worker's thread with every message and should return quickly.
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

    /// Starts a search of `position`, whose history counts for repetitions. A running search is stopped
    /// first, and its `Done` precedes every message of the new one. If the game differs from the last
    /// one, table and histories are cleared.
    pub fn start(&mut self, id: SearchId, position: Position, limits: Limits) {
        self.stop();
        self.stop = Arc::default();
        self.instruct(Instruction::Start(Box::new(Job { id, position, limits, stop: self.stop.clone() })));
    }

    /// Tells the last search to stop. Its `Done` follows within about 10 ms. Does nothing if no search
    /// runs.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Sets the size of the table in MiB (at least 1) and clears it, once the running search has ended.
    pub fn set_hash(&mut self, hash: usize) {
        self.instruct(Instruction::SetHash(hash.max(1)));
    }

    /// Sets the number of search threads (at least 1; initially 1), once the running search has ended.
    pub fn set_threads(&mut self, threads: usize) {
        self.instruct(Instruction::SetThreads(threads.max(1)));
    }

    /// Prepares for a game from its beginning, once the running search has ended: forgets everything
    /// learned and computes what the first search would otherwise spend time on.
    pub fn prepare(&mut self, id: SearchId, game: Arc<Game>) {
        self.instruct(Instruction::Prepare(id, game));
    }

    fn instruct(&self, instruct: Instruction) {
        // The worker lives as long as the engine, so the channel cannot be closed.
        let sent = self.instructions.as_ref().is_some_and(|instructions| instructions.send(instruct).is_ok());
        debug_assert!(sent, "the search thread is gone");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.instructions = None;
        if let Some(worker) = self.worker.take() {
            // A worker that panicked sends nothing more.
            let _ = worker.join();
        }
    }
}

/// The state of the worker's thread.
struct EngineThread<S> {
    /// Made for the game of the first search, and again for every other game.
    searcher: Option<Searcher>,
    hash: usize,
    threads: usize,
    sink: S,
}

impl<S: FnMut(Message)> EngineThread<S> {
    /// Carries out instructions until the engine is dropped.
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
                        other => searcher_for(&game, other, self.hash, self.threads).prepare(),
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

/// The searcher for a game: the last one, if it was for the same game.
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
