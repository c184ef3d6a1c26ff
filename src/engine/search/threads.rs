//! The threads of one search. All search the same root and share the table, so that each profits from the
//! work of the others (Lazy SMP). The main thread alone reports, chooses the move and knows the limits.
//! Helpers skip some iterations, each different ones, and stop when the main thread has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::endings::Probe;
use super::history::{History, PieceTo};
use super::limits::{Bound, Errors, MAX_PLY, Pruning, Score};
use super::ordering::{Advice, Buffers};
use super::params as p;
use super::rules::{Pressure, SearchRules, pressure};
use super::table::TableRef;
use super::time::Timer;
use crate::engine::convert::unsigned;
use crate::engine::eval::Evaluator;
use crate::rules::game::{Game, KindId};
use crate::rules::position::{Move, Position};

/// Bytes of stack that a search thread needs.
pub const STACK: usize = 16 << 20;

/// What a thread owns and keeps from one search to the next.
#[derive(Debug)]
pub(super) struct ThreadData {
    pub evaluator: Evaluator,
    pub history: History,
    stack: Vec<Frame>,
    picker_buffers: Vec<Buffers>,
}

impl ThreadData {
    pub(super) fn new(game: &Arc<Game>) -> ThreadData {
        ThreadData {
            evaluator: Evaluator::new(game),
            history: History::new(game, SearchRules::of(game).walls),
            stack: vec![Frame::default(); MAX_PLY + 2],
            picker_buffers: Vec::new(),
        }
    }

    /// The state of a search that is about to start.
    pub(super) fn thread<'a>(
        &'a mut self,
        task: &'a SharedTask,
        root: &Position,
        role: ThreadRole<'a>,
        shared: &'a Shared,
        timer: Timer<'a>,
    ) -> SearchThread<'a> {
        self.stack.iter_mut().for_each(Frame::reset);
        self.stack[0].pressure = pressure(&mut root.clone());
        SearchThread {
            evaluator: &mut self.evaluator,
            table: task.table,
            history: &mut self.history,
            stack: &mut self.stack,
            picker_buffers: &mut self.picker_buffers,
            pruning: task.pruning,
            rules: SearchRules::of(task.game),
            branching: task.branching,
            quiescence_root: 0,
            first_iteration: matches!(role, ThreadRole::Main { .. }),
            node_limit: role.max_nodes(),
            role,
            shared,
            timer,
            nodes: 0,
            seldepth: 0,
            stopped: false,
            depth: 0,
            all_root_moves: task.all_root_moves,
            errors: task.errors,
            root: task.moves.iter().map(|&m| RootMove { m, taken: false }).collect(),
            best_pv: Vec::new(),
            best_score: None,
            null_from: 0,
            endings: task.endings.clone(),
        }
    }
}

/// What all threads of a search have in common.
pub(super) struct SharedTask<'a> {
    pub game: &'a Game,
    pub table: TableRef<'a>,
    pub pruning: Pruning,
    /// The number of legal moves in the starting position.
    pub branching: i32,
    /// The moves to consider at the root.
    pub moves: &'a [Move],
    /// Whether these are all legal moves.
    pub all_root_moves: bool,
    pub errors: Option<Errors>,
    pub endings: &'a Probe,
}

pub(super) struct SearchThread<'a> {
    pub evaluator: &'a mut Evaluator,
    pub table: TableRef<'a>,
    pub history: &'a mut History,
    /// One frame for each ply, and one more.
    pub stack: &'a mut Vec<Frame>,
    pub picker_buffers: &'a mut Vec<Buffers>,
    pub pruning: Pruning,
    pub rules: SearchRules,
    /// The number of legal moves in the starting position.
    pub branching: i32,
    pub role: ThreadRole<'a>,
    pub shared: &'a Shared,
    /// Whether this is the first iteration, which is given more time.
    pub first_iteration: bool,
    pub timer: Timer<'a>,
    /// Nodes this thread may visit, as of the last time it heard of the others.
    pub node_limit: u64,
    pub nodes: u64,
    pub seldepth: usize,
    pub stopped: bool,
    /// The depth of the iteration.
    pub depth: i32,
    /// The moves to consider at the root.
    pub root: Vec<RootMove>,
    /// Whether these are all legal moves, so that the result is true of the position.
    pub all_root_moves: bool,
    /// The best line so far; at first that of the last iteration.
    pub best_pv: Vec<Move>,
    /// The score of that line, if this iteration has found it.
    pub best_score: Option<(Score, Bound)>,
    /// No early cutoffs before this ply: a null move is being verified.
    pub null_from: usize,
    pub errors: Option<Errors>,
    /// The ply at which the quiescence search began.
    pub quiescence_root: usize,
    pub endings: Probe,
}

pub(super) enum ThreadRole<'a> {
    /// It stops when told to, or when all threads together have visited so many nodes.
    Main { stop: &'a AtomicBool, max_nodes: u64 },
    /// It stops when the main thread has.
    Helper {
        number: usize,
        /// Nodes already added to [`Shared::helper_nodes`].
        counted: u64,
    },
}

impl ThreadRole<'_> {
    pub(super) fn max_nodes(&self) -> u64 {
        match *self {
            ThreadRole::Main { max_nodes, .. } => max_nodes,
            ThreadRole::Helper { .. } => u64::MAX,
        }
    }

    /// Whether to leave an iteration to other threads. Of the first two helpers each skips every other
    /// iteration; of the next four each skips two and takes two, starting at different depths; and so on.
    pub(super) fn skips(&self, depth: i32) -> bool {
        let ThreadRole::Helper { number, .. } = *self else { return false };
        let (mut size, mut phase) = (1, number);
        while phase >= 2 * size {
            phase -= 2 * size;
            size += 1;
        }
        (unsigned(depth) + phase) / size % 2 == 1
    }
}

/// What the threads of a search share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Set when the main thread is done.
    pub done: AtomicBool,
    /// Nodes visited by helpers, as of their last check.
    helper_nodes: AtomicU64,
}

impl SearchThread<'_> {
    /// Whether the search must stop: checks the flag and the clock from time to time.
    #[inline]
    pub(super) fn should_stop(&mut self) -> bool {
        if !self.stopped {
            let spent = self.nodes >= self.node_limit && (!self.first_iteration || self.nodes >= p::PATIENCE);
            self.stopped = spent || self.nodes >= self.timer.due() && self.is_over();
        }
        self.stopped
    }

    /// Checks the clock and the flag that stops this thread, and counts the nodes of all threads.
    #[cold]
    fn is_over(&mut self) -> bool {
        let stop = match &mut self.role {
            ThreadRole::Main { stop, max_nodes } => {
                self.node_limit = max_nodes.saturating_sub(self.shared.helper_nodes.load(Ordering::Relaxed));
                *stop
            }
            ThreadRole::Helper { counted, .. } => {
                self.shared.helper_nodes.fetch_add(self.nodes - *counted, Ordering::Relaxed);
                *counted = self.nodes;
                &self.shared.done
            }
        };
        self.timer.is_over(self.nodes, stop, self.first_iteration)
    }

    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.helper_nodes.load(Ordering::Relaxed)
    }

    /// Makes a move and prepares the next ply.
    pub(super) fn make_move(&mut self, pos: &mut Position, m: Move, ply: usize, piece_to: PieceTo) {
        self.stack[ply].moved = Some(piece_to);
        let side = pos.side();
        pos.make(m);
        self.nodes += 1;
        let turn = self.stack[ply].turn;
        let next = &mut self.stack[ply + 1];
        next.pressure = pressure(pos);
        next.moves_again = pos.side() == side;
        next.turn = turn + usize::from(!next.moves_again);
    }

    /// The frame of the same side's previous turn.
    pub(super) fn last_turn(&self, ply: usize) -> Option<&Frame> {
        let turn = self.stack[ply].turn.checked_sub(2)?;
        self.stack[..ply].iter().rfind(|frame| frame.turn == turn)
    }

    /// The previous move, and the one before it.
    pub(super) fn before(&self, ply: usize) -> [Option<PieceTo>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|earlier| self.stack[earlier].moved))
    }

    /// What the move ordering of a ply may consult.
    pub(super) fn advice(&self, ply: usize) -> Advice<'_> {
        let (killers, before) = (self.stack[ply].killers, self.before(ply));
        let values = self.evaluator.values();
        Advice { history: self.history, rules: self.rules, values, killers, before }
    }

    /// Whether moves may be judged without a search to the full depth.
    #[inline]
    pub(super) fn is_selective(&self) -> bool {
        self.pruning == Pruning::Selective
    }

    #[inline]
    pub(super) fn misses(&self, pos: &Position, m: Move) -> bool {
        self.errors.is_some_and(|errors| errors.misses(pos, m))
    }
}

/// The most quiet moves of a node, and the most captures, that are remembered as failures.
const FAILED: usize = 64;

/// What a search knows of a ply of the current line.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The best line from here.
    pub pv: Vec<Move>,
    /// The corrected evaluation; `None` where the side to move must answer a threat.
    pub eval: Option<Score>,
    /// What the side to move must answer.
    pub pressure: Pressure,
    /// Turns from the root.
    pub turn: usize,
    /// Whether the side to move has made the previous move, too.
    pub moves_again: bool,
    /// The move made here; `None` for a null move.
    pub moved: Option<PieceTo>,
    /// The same if it is quiet. A null move leaves it as it was.
    pub moved_quietly: Option<PieceTo>,
    /// Quiet moves that were best in sibling nodes.
    pub killers: [Move; 2],
    /// The move that a search for singular extension leaves out.
    pub excluded: Move,
    /// Quiet moves and captures that did not raise alpha.
    pub failed: [Vec<(PieceTo, Option<KindId>)>; 2],
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            pv: Vec::with_capacity(MAX_PLY),
            eval: None,
            pressure: Pressure::default(),
            turn: 0,
            moves_again: false,
            moved: None,
            moved_quietly: None,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            failed: [Vec::with_capacity(FAILED), Vec::with_capacity(FAILED)],
        }
    }
}

impl Frame {
    /// Whether `pressure` is that of this position. After a pass nothing but check is excluded: what else
    /// threatens a side is not looked for there.
    pub(super) fn knows_check(&self, pos: &mut Position) -> bool {
        if self.pressure.must_answer { pressure(pos).must_answer } else { !pos.in_check() }
    }

    /// Notes a move that did not raise alpha.
    #[inline]
    pub(super) fn fail(&mut self, m: PieceTo, victim: Option<KindId>, quiet: bool) {
        let failed = &mut self.failed[usize::from(!quiet)];
        if failed.len() < FAILED {
            failed.push((m, victim));
        }
    }

    /// Resets the frame, but keeps the memory of its lists.
    pub(super) fn reset(&mut self) {
        self.pv.clear();
        (self.eval, self.pressure, self.moved) = (None, Pressure::default(), None);
        (self.turn, self.moves_again) = (0, false);
        (self.killers, self.excluded) = ([Move::NONE; 2], Move::NONE);
    }
}

pub(super) struct RootMove {
    pub m: Move,
    /// Whether a better line of this iteration begins with it.
    pub taken: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_iteration_is_some_helpers_and_each_has_some() {
        for helpers in [2, 6, 12] {
            let skips = |number, depth| ThreadRole::Helper { number, counted: 0 }.skips(depth);
            assert!((1..40).all(|depth| (0..helpers).any(|number| !skips(number, depth))));
            assert!((0..helpers).all(|number| (1..40).any(|depth| !skips(number, depth))));
        }
    }
}
