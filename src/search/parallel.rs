//! The threads of one search. All search the same root and share the table, so that each profits from the
//! work of the others (Lazy SMP). The main thread alone reports, chooses the move and knows the limits.
//! Helpers skip some iterations, each different ones, and stop when the main thread has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::blur::Errors;
use super::deepen::Deepening;
use super::endings::Probe;
use super::frame::{Frame, RootMove};
use super::history::History;
use super::limits::{Bound, Limits, Pruning, Report, SearchResult};
use super::order::Buffers;
use super::params::{Params, Reductions};
use super::rules::{SearchRules, urgency};
use super::score::{MAX_PLY, Score};
use super::thread::{SearchThread, Shared, ThreadRole};
use super::timer::Timer;
use super::tt::TableRef;
use crate::eval::net::Correction;
use crate::eval::{Evaluator, Weights};
use crate::game::Game;
use crate::position::{HalfOrder, Move, Position};

/// Bytes of stack that a search thread needs.
pub const STACK: usize = 16 << 20;

/// What a thread owns and keeps from one search to the next.
#[derive(Debug)]
pub(super) struct ThreadData {
    evaluator: Evaluator,
    history: History,
    stack: Vec<Frame>,
    picker_buffers: Vec<Buffers>,
}

impl ThreadData {
    pub(super) fn new(game: &Arc<Game>) -> ThreadData {
        ThreadData {
            evaluator: Evaluator::new(game),
            history: History::new(game),
            stack: vec![Frame::default(); MAX_PLY + 2],
            picker_buffers: Vec::new(),
        }
    }

    /// Sets the correction of the evaluation.
    pub(super) fn set_correction(&mut self, correction: Option<Correction>) {
        self.evaluator.set_correction(correction);
    }

    /// Evaluates a position, so that the tables it needs are there when a search begins.
    pub(super) fn warm_up(&mut self, pos: &Position) {
        self.evaluator.evaluate(pos);
    }

    /// What pieces are worth, by kind.
    pub(super) fn values(&self) -> &[i32] {
        self.evaluator.values()
    }

    /// Forgets the histories.
    pub(super) fn clear(&mut self) {
        self.history.clear();
    }

    /// Sets the weights of the evaluation.
    pub(super) fn set_weights(&mut self, weights: &Weights) {
        self.evaluator.set_weights(weights);
    }

    /// Searches, with helpers as far as the system grants threads. All have ended when it returns.
    pub(super) fn run_main(
        &mut self,
        helpers: &mut [ThreadData],
        task: &SharedTask,
        root: &mut Position,
        limits: &Limits,
        (stop, timer): (&AtomicBool, Timer),
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let shared = Shared::default();
        let theirs = Limits { depth: limits.depth, lines: limits.lines, ..Limits::default() };
        let role = ThreadRole::Main { stop, max_nodes: limits.nodes.unwrap_or(u64::MAX) };
        let mut thread = self.thread(task, root, role, &shared, timer);
        if thread.root.is_empty() {
            let score = if task.all_root_moves { thread.no_moves_score(root, 0) } else { Score::DRAW };
            return SearchResult {
                best_move: None,
                ponder: None,
                score,
                depth: 0,
                nodes: 0,
                time: thread.timer.elapsed(),
                stall: Duration::ZERO,
            };
        }
        thread::scope(|scope| {
            let _stop_helpers = StopHelpers(&shared);
            for (number, data) in helpers.iter_mut().enumerate() {
                let (mut root, shared, theirs) = (root.clone(), &shared, &theirs);
                let help = move || data.run_helper(number, task, &mut root, theirs, shared);
                let helper = thread::Builder::new().name(format!("helper {number}")).stack_size(STACK);
                if let Err(error) = helper.spawn_scoped(scope, help) {
                    log::warn!("a search goes on with {} threads: {error}", number + 1);
                    break;
                }
            }
            let mut deepening = Deepening::new(limits, thread.root.len());
            deepening.run(&mut thread, root, report);
            deepening.finish(&mut thread, root, report)
        })
    }

    /// Fills the table for the main thread until that is done.
    fn run_helper(
        &mut self,
        number: usize,
        task: &SharedTask,
        root: &mut Position,
        limits: &Limits,
        shared: &Shared,
    ) {
        let role = ThreadRole::Helper { number, counted: 0 };
        let mut thread = self.thread(task, root, role, shared, Timer::new(limits));
        Deepening::new(limits, thread.root.len()).run(&mut thread, root, &mut |_| {});
    }

    /// The state of a search that is about to start.
    fn thread<'a>(
        &'a mut self,
        task: &'a SharedTask,
        root: &Position,
        role: ThreadRole<'a>,
        shared: &'a Shared,
        timer: Timer<'a>,
    ) -> SearchThread<'a> {
        self.stack.iter_mut().for_each(Frame::reset);
        self.stack[0].urgency = urgency(root);
        SearchThread {
            evaluator: &mut self.evaluator,
            table: task.table,
            history: &mut self.history,
            stack: &mut self.stack,
            picker_buffers: &mut self.picker_buffers,
            pruning: task.pruning,
            params: task.params.clone(),
            reductions: task.reductions,
            rules: SearchRules::of(task.game),
            order: task.order,
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
            root: task.moves.iter().copied().map(RootMove::new).collect(),
            best_pv: Vec::new(),
            best_score: (Score::DRAW, Bound::Exact),
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
    pub params: &'a Params,
    pub reductions: &'a Reductions,
    /// In which order the two moves of a turn are tried.
    pub order: HalfOrder,
    /// The number of legal moves in the starting position.
    pub branching: i32,
    /// The moves to consider at the root.
    pub moves: &'a [Move],
    /// Whether these are all legal moves.
    pub all_root_moves: bool,
    /// Deliberate errors.
    pub errors: Option<Errors>,
    /// The solved endings.
    pub endings: &'a Probe,
}

/// Stops the helpers when it is dropped, however the main thread's search ends.
struct StopHelpers<'a>(&'a Shared);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Relaxed);
    }
}
