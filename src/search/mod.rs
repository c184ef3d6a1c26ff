//! Alpha-beta search: iterative deepening around the tree search of `alphabeta`.
//!
//! With one thread and limits that are not times, the same search visits the same nodes on every
//! machine: everything that reaches a score or a choice is integral.
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
//! let found = searcher.run(&mut pos, &limits, &AtomicBool::new(false), &mut |report| assert!(!report.pv.is_empty()));
//! assert!(found.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
pub mod clock;
mod deepen;
mod frame;
mod history;
pub mod limits;
mod order;
mod params;
mod quiesce;
pub mod score;
#[cfg(test)]
mod tests;
mod timer;
mod tt;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::eval::Evaluator;
use crate::game::Game;
use crate::position::{HalfOrder, MoveKind, Position};

use alphabeta::Tree;
use deepen::Deepening;
use frame::{Frame, RootMove};
use history::History;
use order::Buffers;
use timer::Timer;
use tt::Table;

pub use clock::{Budget, Clock, Level, budget};
pub use limits::{Best, Bound, Limits, Ponder, Pruning, Report};
pub use score::{MAX_PLY, Score};

/// Searches positions of one game, and remembers from one search to the next what it has learned.
#[derive(Debug)]
pub struct Searcher {
    game: Arc<Game>,
    evaluator: Evaluator,
    table: Table,
    history: History,
    frames: Vec<Frame>,
    spare: Vec<Buffers>,
    pruning: Pruning,
    branching: i32,
}

impl Searcher {
    /// A searcher with a table of at most `hash` MiB; 0 is no table.
    pub fn new(game: &Arc<Game>, hash: usize) -> Searcher {
        let mut moves = Vec::new();
        Position::start(game.clone()).legal_moves(MoveKind::All, &mut moves);
        Searcher {
            evaluator: Evaluator::new(game),
            table: Table::new(hash),
            history: History::new(game),
            frames: vec![Frame::default(); MAX_PLY + 2],
            spare: Vec::new(),
            pruning: Pruning::default(),
            branching: moves.len() as i32,
            game: game.clone(),
        }
    }

    /// A searcher for another game, as good as new: only the memory of its table is kept.
    #[must_use]
    pub fn turn_to(self, game: &Arc<Game>) -> Searcher {
        let mut table = self.table;
        table.clear();
        Searcher { table, ..Searcher::new(game, 0) }
    }

    /// The game whose positions it searches.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Sets the size of the table in MiB and empties it; 0 is no table.
    pub fn set_hash(&mut self, hash: usize) {
        self.table = Table::new(hash);
    }

    /// Chooses between playing well and checking the search.
    pub fn set_pruning(&mut self, pruning: Pruning) {
        self.pruning = pruning;
        self.clear();
    }

    /// Forgets everything learned: the next search starts as the first one did.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Searches `root`, whose history counts for repetitions, until a limit is reached or `stop` is
    /// set (looked at every millisecond, and not before the first iteration has ended or
    /// taken some milliseconds). `report` is told every result; at least one, unless the root has
    /// no move to consider. The position is as before when it returns.
    pub fn run(&mut self, root: &mut Position, limits: &Limits, stop: &AtomicBool, report: &mut dyn FnMut(&Report)) -> Best {
        let timer = Timer::new(limits);
        // Half of the orders of a double turn are enough, unless it matters how the turn begins.
        let chosen = !limits.moves.is_empty() || !limits.excluded.is_empty();
        let plain = self.pruning == Pruning::Exhaustive;
        let order = if chosen || plain { HalfOrder::Free } else { HalfOrder::Fixed };
        root.set_half_order(order);
        let mut moves = Vec::new();
        root.legal_moves(MoveKind::All, &mut moves);
        let legal = moves.len();
        moves.retain(|m| (limits.moves.is_empty() || limits.moves.contains(m)) && !limits.excluded.contains(m));
        self.table.age();
        self.frames.iter_mut().for_each(Frame::reset);
        self.frames[0].press(root);
        let mut tree = Tree {
            evaluator: &mut self.evaluator,
            table: &mut self.table,
            history: &mut self.history,
            frames: &mut self.frames,
            spare: &mut self.spare,
            pruning: self.pruning,
            no_moves: self.game.def.rules.no_moves,
            turns: self.game.def.rules.turn,
            capture: self.game.def.rules.capture,
            order,
            branching: self.branching,
            stop,
            patient: true,
            timer,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            depth: 0,
            whole_root: moves.len() == legal,
            root: moves.into_iter().map(RootMove::new).collect(),
            best_line: Vec::new(),
            null_from: 0,
            settled_from: 0,
        };
        if tree.root.is_empty() {
            let score = if legal > 0 { Score::DRAW } else { tree.no_moves(root, 0) };
            return Best { best: None, ponder: None, score, depth: 0, nodes: 0, time: tree.timer.elapsed() };
        }
        let mut deepening = Deepening::new(limits, tree.root.len());
        deepening.run(&mut tree, root, report);
        let best = deepening.finish(&mut tree, root, report);
        root.set_half_order(HalfOrder::Free);
        best
    }
}
