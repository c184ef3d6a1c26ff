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
mod history;
pub mod limits;
mod order;
mod params;
mod quiesce;
pub mod score;
#[cfg(test)]
mod tests;
mod tt;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::eval::Evaluator;
use crate::game::Game;
use crate::position::{Move, MoveKind, Position};

use alphabeta::{Frame, Tree};
use history::History;
use order::Buffers;
use params as p;
use tt::Table;

pub use clock::{Budget, Clock, Level, budget};
pub use limits::{Best, Bound, Limits, Pruning, Report};
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
    /// set (looked at every few hundred nodes, and not before the first iteration has ended or
    /// taken some milliseconds). `report` is told every result; at least one, unless the root has
    /// no legal move. The position is as before when it returns.
    pub fn run(&mut self, root: &mut Position, limits: &Limits, stop: &AtomicBool, report: &mut dyn FnMut(&Report)) -> Best {
        let began = Instant::now();
        let clock_began = limits.started.unwrap_or(began);
        let mut moves = Vec::new();
        root.legal_moves(MoveKind::All, &mut moves);
        let in_check = root.in_check();
        let has_moves = !moves.is_empty();
        if !limits.moves.is_empty() {
            moves.retain(|m| limits.moves.contains(m));
        }
        let budget = budget(&limits.clock, limits.overhead);
        self.table.age();
        self.frames.iter_mut().for_each(Frame::reset);
        self.frames[0].in_check = in_check;
        let mut tree = Tree {
            evaluator: &mut self.evaluator,
            table: &mut self.table,
            history: &mut self.history,
            frames: &mut self.frames,
            spare: &mut self.spare,
            pruning: self.pruning,
            no_moves: self.game.def.rules.no_moves,
            branching: self.branching,
            stop,
            patient: true,
            deadline: budget.map(|budget| clock_began + budget.hard),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            depth: 0,
            root: moves.iter().map(|&m| (m, 0)).collect(),
            best_line: Vec::new(),
            null_from: 0,
        };
        if moves.is_empty() {
            let score = if has_moves { Score::DRAW } else { tree.no_moves(in_check, 0) };
            return Best { best: None, ponder: None, score, depth: 0, nodes: 0, time: began.elapsed() };
        }
        let mut deepening = Deepening { limits, budget, began, clock_began, score: Score::DRAW, depth: 0, steady: 0, told: false };
        deepening.run(&mut tree, root, report);
        deepening.finish(&mut tree, root, report)
    }
}

/// Iterative deepening: one search after another, each a ply deeper.
struct Deepening<'a> {
    limits: &'a Limits,
    budget: Option<Budget>,
    began: Instant,
    clock_began: Instant,
    /// What the last finished iteration found.
    score: Score,
    /// The last finished iteration.
    depth: i32,
    /// Iterations in a row that found the same move.
    steady: usize,
    /// Whether anything has been reported.
    told: bool,
}

impl Deepening<'_> {
    /// Deepens until a limit is reached.
    fn run(&mut self, tree: &mut Tree, root: &mut Position, report: &mut dyn FnMut(&Report)) {
        let last = self.limits.depth.map_or(p::MAX_DEPTH, |depth| (depth.min(p::MAX_DEPTH as u32) as i32).max(1));
        for depth in 1..=last {
            let old_best = tree.best_line.first().copied();
            tree.depth = depth;
            tree.seldepth = 0;
            tree.root.iter_mut().for_each(|(_, nodes)| *nodes = 0);
            let before = tree.nodes;
            let Some(score) = self.aspire(tree, root, report) else { return };
            tree.patient = false;
            let drop = self.score.0 - score.0;
            (self.score, self.depth) = (score, depth);
            self.steady = if tree.best_line.first().copied() == old_best { self.steady + 1 } else { 0 };
            self.tell(tree, score, Bound::Exact, report);
            if self.is_enough(tree, tree.nodes - before, drop) {
                return;
            }
        }
    }

    /// One iteration in a window around the last score, wider until the score lies inside; `None`
    /// if it was broken off.
    fn aspire(&mut self, tree: &mut Tree, root: &mut Position, report: &mut dyn FnMut(&Report)) -> Option<Score> {
        let depth = tree.depth;
        let windowed = depth >= p::ASPIRATION_DEPTH && tree.pruning == Pruning::Selective && !self.score.is_mate();
        let mut width = p::ASPIRATION;
        let (mut alpha, mut beta) = if windowed { (self.score - width, self.score + width) } else { (-Score::INFINITE, Score::INFINITE) };
        let mut reduced = 0;
        loop {
            let score = tree.search::<true>(root, alpha, beta, (depth - reduced).max(1), 0, false);
            if tree.stopped {
                return None;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => return Some(score),
            };
            if self.began.elapsed() >= Duration::from_secs(1) {
                self.tell(tree, score, bound, report);
            }
            width *= 2;
            let wide = |at: Score| width > 1000 || at.is_mate();
            if bound == Bound::Upper {
                beta = Score(i32::midpoint(alpha.0, beta.0));
                alpha = if wide(score) { -Score::INFINITE } else { score - width };
                reduced = 0;
            } else {
                beta = if wide(score) { Score::INFINITE } else { score + width };
                reduced = (reduced + 1).min(3);
            }
        }
    }

    /// Reports where the search stands.
    fn tell(&mut self, tree: &Tree, score: Score, bound: Bound, report: &mut dyn FnMut(&Report)) {
        self.told = true;
        report(&Report {
            depth: tree.depth.max(1) as u32,
            seldepth: tree.seldepth.max(tree.best_line.len()) as u32,
            score,
            bound,
            nodes: tree.nodes,
            time: self.began.elapsed(),
            pv: tree.best_line.clone(),
        });
    }

    /// Whether to leave it at the iteration just finished.
    fn is_enough(&self, tree: &Tree, spent: u64, drop: i32) -> bool {
        let mate = self.score.mate_in();
        if let (Some(wanted), Some(found)) = (self.limits.mate, mate)
            && found > 0
            && found as u32 <= wanted
        {
            return true;
        }
        let Some(budget) = self.budget else { return false };
        let elapsed = self.clock_began.elapsed();
        if budget.soft >= budget.hard {
            return elapsed >= budget.hard;
        }
        if tree.root.len() == 1 && self.depth >= 4 {
            return true;
        }
        if mate.is_some_and(|moves| self.depth > 2 * moves.abs() + 2) {
            return true;
        }
        let best = tree.best_line.first();
        let on_best = tree.root.iter().find(|(m, _)| Some(m) == best).map_or(0, |(_, nodes)| *nodes);
        elapsed >= clock::extend(budget, self.steady, on_best * 100 / spent.max(1), drop)
    }

    /// The result, with a report if there was none and a move to play in any case.
    fn finish(&mut self, tree: &mut Tree, root: &mut Position, report: &mut dyn FnMut(&Report)) -> Best {
        if tree.best_line.is_empty() {
            self.score = tree.evaluate(root);
            tree.best_line.extend(tree.root.first().map(|&(m, _)| m));
        }
        if !self.told {
            self.tell(tree, self.score, Bound::Exact, report);
        }
        let best = tree.best_line.first().copied();
        Best {
            best,
            ponder: best.and_then(|m| answer(tree, root, m)),
            score: self.score,
            depth: self.depth as u32,
            nodes: tree.nodes,
            time: self.began.elapsed(),
        }
    }
}

/// The answer expected to the best move: from its line, or from the table.
fn answer(tree: &Tree, root: &mut Position, best: Move) -> Option<Move> {
    if let Some(&answer) = tree.best_line.get(1) {
        return Some(answer);
    }
    root.make(best);
    let known = tree.table.probe(root.key(), 1).map(|hit| hit.best).filter(|&m| m != Move::NONE && root.is_legal(m));
    root.unmake();
    known
}
