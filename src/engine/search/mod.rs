//! Alpha-beta search: iterative deepening (`deepen`) around the tree search of `alphabeta`, which ends in
//! `quiescence`.
//!
//! Several threads may search together (`threads`). With one thread and no limit of time, the same search
//! visits the same nodes on every machine: all arithmetic that reaches a score or a choice is integral.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use fibnif::engine::search::{Limits, Searcher};
//! use fibnif::rules::{game, position::Position, variant::Catalog};
//!
//! let def = Catalog::builtin().resolve("chess")?;
//! let mut pos = Position::start(game::compile(&def)?);
//! let mut searcher = Searcher::new(pos.game(), 1);
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let mut each = |report: &fibnif::engine::search::Report| assert!(!report.pv.is_empty());
//! let found = searcher.run(&mut pos, &limits, &AtomicBool::new(false), &mut each);
//! assert!(found.best_move.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod blur;
mod deepen;
mod endings;
mod history;
pub mod limits;
mod ordering;
mod params;
mod quiescence;
mod rules;
mod table;
mod threads;
mod time;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::base::network::Network;
use crate::engine::convert::signed;
use crate::engine::eval::Weights;
use crate::engine::eval::net::Correction;
use crate::rules::game::Game;
use crate::rules::position::{HalfOrder, MoveKind, Position};

use blur::Errors;
use endings::{Endings, RootVerdict};
use table::TranspositionTable;
use threads::{SharedTask, ThreadData};
use time::Timer;

pub use blur::Blur;
pub use limits::{Bound, Learned, Limits, MAX_PLY, Ponder, Pruning, Report, Score, SearchResult, Tablebases};
pub use threads::STACK;
pub use time::{Clock, Level, TimeBudget, TimeControl, budget};

/// Searches positions of one game, and keeps what it has learned from one search to the next.
#[derive(Debug)]
pub struct Searcher {
    game: Arc<Game>,
    table: TranspositionTable,
    main: ThreadData,
    helpers: Vec<ThreadData>,
    pruning: Pruning,
    branching: i32,
    /// Whether the last search made deliberate errors: then the table holds wrong scores.
    blurred: bool,
    endings: Endings,
    /// A net to try in place of the program's own.
    network: Option<Arc<Network>>,
    /// As in the last search; `None` before the first.
    learned: Option<Learned>,
    correction: Option<Correction>,
}

impl Searcher {
    /// A searcher with one thread and a table of at most `hash` MiB; 0 for no table.
    pub fn new(game: &Arc<Game>, hash: usize) -> Searcher {
        let mut moves = Vec::new();
        Position::start(game.clone()).legal_moves(MoveKind::All, &mut moves);
        Searcher {
            table: TranspositionTable::new(hash),
            main: ThreadData::new(game),
            helpers: Vec::new(),
            pruning: Pruning::default(),
            branching: signed(moves.len()),
            blurred: false,
            endings: Endings::default(),
            network: None,
            learned: None,
            correction: None,
            game: game.clone(),
        }
    }

    /// A new searcher for another game, with the memory of the table and the number of threads of this one.
    #[must_use]
    pub fn turn_to(self, game: &Arc<Game>) -> Searcher {
        let mut table = self.table;
        table.clear();
        let mut searcher = Searcher { table, ..Searcher::new(game, 0) };
        searcher.set_threads(self.helpers.len() + 1);
        searcher
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Sets the size of the table in MiB, and empties it; 0 for no table.
    pub fn set_hash(&mut self, hash: usize) {
        self.table = TranspositionTable::new(hash);
    }

    /// Sets the number of threads (at least 1). With more than one, searches are not reproducible.
    pub fn set_threads(&mut self, threads: usize) {
        let helper = || {
            let mut data = ThreadData::new(&self.game);
            data.set_correction(self.correction.clone());
            data
        };
        self.helpers.resize_with(threads.saturating_sub(1), helper);
    }

    /// Sets a net to try in place of the program's own, whatever the game is.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        if self.learned.take().is_some() {
            self.clear();
        }
    }

    /// Switches the net on or off. Its rows for the game are computed when a search first needs them.
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

    /// Sets the weights of the evaluation.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.clear();
        self.helpers.iter_mut().chain([&mut self.main]).for_each(|data| data.set_weights(weights));
    }

    /// Sets whether the search is selective.
    pub fn set_pruning(&mut self, pruning: Pruning) {
        self.pruning = pruning;
        self.clear();
    }

    /// Forgets everything: the next search starts like the first.
    pub fn clear(&mut self) {
        self.table.clear();
        self.endings.clear();
        self.helpers.iter_mut().chain([&mut self.main]).for_each(ThreadData::clear);
    }

    /// Computes what the first search would otherwise spend time on: the net's rows for the starting
    /// position.
    pub fn prepare(&mut self) {
        if self.learned.is_none() {
            self.set_learned(Learned::default());
        }
        self.main.warm_up(&Position::start(self.game.clone()));
    }

    /// Searches `root`, whose history counts for repetitions, until a limit is reached or `stop` is set.
    /// `stop` is checked every millisecond, but not before the first iteration has ended or taken some
    /// milliseconds. `report` is called for every result, at least once unless the root has no move to
    /// consider. The position is unchanged when it returns.
    pub fn run(
        &mut self,
        root: &mut Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let timer = Timer::new(limits);
        self.set_learned(limits.learned);
        if self.blurred || limits.blur.is_some() {
            self.table.clear();
        }
        self.blurred = limits.blur.is_some();
        // One order of the moves of a double turn is enough, unless it matters how the turn begins.
        let chosen = !limits.moves.is_empty() || !limits.excluded.is_empty();
        let plain = self.pruning == Pruning::Exhaustive;
        let order = if chosen || plain { HalfOrder::Free } else { HalfOrder::Fixed };
        let mut moves = Vec::new();
        root.in_order(order).legal_moves(MoveKind::All, &mut moves);
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
                return probe.tell(root, &ranking, limits.lines, &timer, report);
            }
        }
        let task = SharedTask {
            game: &self.game,
            table: self.table.open(),
            pruning: self.pruning,
            order,
            branching: self.branching,
            all_root_moves,
            errors: limits.blur.map(|blur| Errors::new(blur, root)),
            moves: &moves,
            endings: &probe,
        };
        self.endings.slow_down(self.helpers.len() + 1, limits);
        let best =
            self.main.run_main(&mut self.helpers, &task, &mut root.as_root(), limits, (stop, timer), report);
        self.endings.speed_up();
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn a_prepared_searcher_has_its_net() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let mut searcher = Searcher::new(&game, 0);
        searcher.prepare();
        assert!(searcher.correction.is_some());
    }
}
