//! Alpha-beta search: iterative deepening around the tree search of `alphabeta`.
//!
//! Several threads may search together (`parallel`). With one, and limits that are not times, the same
//! search visits the same nodes on every machine: everything that reaches a score or a choice is integral.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fibnif::search::{Limits, Searcher};
//! use fibnif::{game, position::Position, variant::Catalog};
//!
//! let def = Catalog::builtin().resolve("chess")?;
//! let mut pos = Position::start(game::compile(&def)?);
//! let mut searcher = Searcher::new(pos.game(), 1);
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let mut each = |report: &fibnif::search::Report| assert!(!report.pv.is_empty());
//! let found = searcher.run(&mut pos, &limits, &AtomicBool::new(false), &mut each);
//! assert!(found.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod blur;
pub mod clock;
mod convert;
mod deepen;
mod endings;
mod frame;
mod history;
pub mod limits;
mod memory;
mod order;
mod parallel;
pub mod params;
mod quiesce;
pub mod score;
#[cfg(test)]
mod tests;
mod thread;
mod timer;
mod tt;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::eval::Weights;
use crate::eval::net::{Correction, Network};
use crate::game::Game;
use crate::position::{HalfOrder, MoveKind, Position};

use blur::Errors;
use endings::{Endings, RootVerdict};
use parallel::{SharedTask, ThreadData};
use params::Reductions;
use timer::Timer;
use tt::TranspositionTable;

pub use blur::Blur;
pub use clock::{Clock, Level, TimeBudget, TimeControl, budget};
pub use limits::{Best, Bound, Learned, Limits, Ponder, Pruning, Report, Tablebases};
pub use parallel::STACK;
pub use params::Params;
pub use score::{MAX_PLY, Score};

/// Searches positions of one game, and remembers from one search to the next what it has learned.
#[derive(Debug)]
pub struct Searcher {
    game: Arc<Game>,
    table: TranspositionTable,
    main: ThreadData,
    helpers: Vec<ThreadData>,
    pruning: Pruning,
    params: Params,
    reductions: Reductions,
    branching: i32,
    /// Whether the last search erred on purpose: the table then holds what is not true.
    blurred: bool,
    endings: Endings,
    /// A net to be tried in place of the program's own.
    network: Option<Arc<Network>>,
    /// As the last search was to have it; nothing before the first.
    learned: Option<Learned>,
    correction: Option<Correction>,
}

impl Searcher {
    /// A searcher of one thread with a table of at most `hash` MiB; 0 is no table.
    pub fn new(game: &Arc<Game>, hash: usize) -> Searcher {
        let mut moves = Vec::new();
        Position::start(game.clone()).legal_moves(MoveKind::All, &mut moves);
        Searcher {
            table: TranspositionTable::new(hash),
            main: ThreadData::new(game),
            helpers: Vec::new(),
            pruning: Pruning::default(),
            reductions: Reductions::new(&Params::default()),
            params: Params::default(),
            branching: convert::signed(moves.len()),
            blurred: false,
            endings: Endings::default(),
            network: None,
            learned: None,
            correction: None,
            game: game.clone(),
        }
    }

    /// A searcher for another game, as good as new: only the memory of its table and the number of
    /// its threads are kept.
    #[must_use]
    pub fn turn_to(self, game: &Arc<Game>) -> Searcher {
        let mut table = self.table;
        table.clear();
        let mut searcher = Searcher { table, ..Searcher::new(game, 0) };
        searcher.set_threads(self.helpers.len() + 1);
        searcher
    }

    /// The game whose positions it searches.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Sets the size of the table in MiB and empties it; 0 is no table.
    pub fn set_hash(&mut self, hash: usize) {
        self.table = TranspositionTable::new(hash);
    }

    /// Sets how many threads search (at least 1). With more than one, no two searches are alike.
    pub fn set_threads(&mut self, threads: usize) {
        let helper = || {
            let mut data = ThreadData::new(&self.game);
            data.set_correction(self.correction.clone());
            data
        };
        self.helpers.resize_with(threads.saturating_sub(1), helper);
    }

    /// Tries a net in place of the program's own, in this game whatever it is, where a search may use what was
    /// learned.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        if self.learned.take().is_some() {
            self.clear();
        }
    }

    /// Corrects the evaluation by what was learned, or does so no more. Rows of a net are worked out when a
    /// search first needs them.
    fn set_learned(&mut self, learned: Learned) {
        if self.learned == Some(learned) {
            return;
        }
        let is_first = self.learned.replace(learned).is_none();
        let values = self.main.values();
        let correction = match (learned, &self.network) {
            (Learned::Off, _) => None,
            (Learned::On, Some(network)) => Some(Correction::of(&self.game, network, values)),
            (Learned::On, None) => Correction::shipped(&self.game, values),
        };
        if !is_first && (correction.is_some() || self.correction.is_some()) {
            self.clear();
        }
        self.helpers
            .iter_mut()
            .chain([&mut self.main])
            .for_each(|data| data.set_correction(correction.clone()));
        self.correction = correction;
    }

    /// Judges positions by other weights from now on.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.clear();
        self.helpers.iter_mut().chain([&mut self.main]).for_each(|data| data.set_weights(weights));
    }

    /// Searches by other numbers from now on.
    pub fn set_params(&mut self, params: &Params) {
        self.clear();
        self.reductions = Reductions::new(params);
        self.params = params.clone();
    }

    /// Chooses between playing well and checking the search.
    pub fn set_pruning(&mut self, pruning: Pruning) {
        self.pruning = pruning;
        self.clear();
    }

    /// Forgets everything learned: the next search starts as the first one did.
    pub fn clear(&mut self) {
        self.table.clear();
        self.endings.clear();
        self.helpers.iter_mut().chain([&mut self.main]).for_each(ThreadData::clear);
    }

    /// Searches `root`, whose history counts for repetitions, until a limit is reached or `stop` is
    /// set (looked at every millisecond, and not before the first iteration has ended or
    /// taken some milliseconds). `report` is told every result; at least one, unless the root has
    /// no move to consider. The position is as before when it returns.
    pub fn run(
        &mut self,
        root: &mut Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let timer = Timer::new(limits);
        self.set_learned(limits.learned);
        if self.blurred || limits.blur.is_some() {
            self.table.clear();
        }
        self.blurred = limits.blur.is_some();
        // Half of the orders of a double turn are enough, unless it matters how the turn begins.
        let chosen = !limits.moves.is_empty() || !limits.excluded.is_empty();
        let plain = self.pruning == Pruning::Exhaustive;
        let order = if chosen || plain { HalfOrder::Free } else { HalfOrder::Fixed };
        root.set_half_order(order);
        let mut moves = Vec::new();
        root.legal_moves(MoveKind::All, &mut moves);
        let legal = moves.len();
        moves.retain(|m| {
            (limits.moves.is_empty() || limits.moves.contains(m)) && !limits.excluded.contains(m)
        });
        let all_root_moves = moves.len() == legal;
        let (probe, verdict) = self.endings.open(root, &moves, limits, stop);
        match verdict {
            RootVerdict::Open => {}
            RootVerdict::Narrowed(kept) => moves = kept,
            RootVerdict::Decided(ranking) => {
                root.set_half_order(HalfOrder::Free);
                return probe.tell(root, &ranking, limits.lines, &timer, report);
            }
        }
        let task = SharedTask {
            game: &self.game,
            table: self.table.open(),
            pruning: self.pruning,
            params: &self.params,
            reductions: &self.reductions,
            order,
            branching: self.branching,
            checks: root.checks_left().is_some(),
            all_root_moves,
            errors: limits.blur.map(|blur| Errors::new(blur, root)),
            moves: &moves,
            endings: &probe,
        };
        self.endings.make_room(self.helpers.len() + 1);
        let best = self.main.run_main(&mut self.helpers, &task, root, limits, (stop, timer), report);
        self.endings.make_room(0);
        root.set_half_order(HalfOrder::Free);
        best
    }
}
