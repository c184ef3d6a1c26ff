//! Iterative deepening: one search of the root after another, each a ply deeper, until a limit is reached.
//! For several lines, an iteration searches the root again without the moves already found.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::alphabeta::Node;
use super::limits::{Bound, Limits, Pruning, Report, Score, SearchResult};
use super::params as p;
use super::threads::{STACK, SearchThread, Shared, SharedTask, ThreadData, ThreadRole};
use super::time::{Stability, Timer};
use crate::engine::convert::{count, signed};
use crate::rules::position::{Move, Position};

/// After this time, results are reported before their iteration ends.
const LONG: Duration = Duration::from_secs(1);

/// Scores beyond this, in centipawns, are alike to the clock.
const DECIDED: i32 = 1500;

#[derive(Clone, Debug, Default)]
struct PvLine {
    score: Score,
    pv: Vec<Move>,
}

pub(super) struct Deepening<'a> {
    limits: &'a Limits,
    /// What the last iteration found, best first; never empty, but without moves at first.
    lines: Vec<PvLine>,
    /// The last finished iteration.
    depth: i32,
    /// How many iterations in a row found the same move.
    steady: usize,
    /// How often the move changed, in per cent: see [`Stability`].
    changes: u32,
    scores: Vec<i32>,
    /// The line last reported as the best; empty if there was none.
    last_reported: PvLine,
    /// The bound of the score of the best line, if its iteration was stopped.
    bound: Bound,
}

impl<'a> Deepening<'a> {
    /// The start of a search with so many root moves.
    pub(super) fn new(limits: &'a Limits, moves: usize) -> Deepening<'a> {
        let lines = vec![PvLine::default(); limits.lines.min(moves).max(1)];
        Deepening {
            limits,
            lines,
            depth: 0,
            steady: 0,
            changes: 0,
            scores: Vec::new(),
            last_reported: PvLine::default(),
            bound: Bound::Exact,
        }
    }

    /// Deepens until a limit is reached.
    pub(super) fn run(
        &mut self,
        thread: &mut SearchThread,
        root: &mut Position,
        report: &mut dyn FnMut(&Report),
    ) {
        let asked = self.limits.depth.and_then(|depth| i32::try_from(depth).ok());
        let last = asked.map_or(p::MAX_DEPTH, |depth| depth.clamp(1, p::MAX_DEPTH));
        for depth in 1..=last {
            if thread.role.skips(depth) {
                continue;
            }
            let old = self.lines[0].pv.first().copied();
            thread.depth = depth;
            thread.seldepth = 0;
            thread.endings.refresh();
            thread.root.iter_mut().for_each(|root| root.taken = false);
            for rank in 0..self.lines.len() {
                if !self.find(rank, thread, root, report) {
                    return;
                }
            }
            self.lines.sort_by_key(|line| Reverse(line.score));
            thread.first_iteration = false;
            self.depth = depth;
            let changed = self.lines[0].pv.first().copied() != old;
            self.steady = if changed { 0 } else { self.steady + 1 };
            self.changes = self.changes / 2 + if changed && old.is_some() { 100 } else { 0 };
            // GUIs take the last line for the best.
            for rank in (0..self.lines.len()).rev() {
                self.tell(thread, rank, self.lines[rank].score, Bound::Exact, report);
            }
            if self.is_enough(thread) {
                return;
            }
        }
    }

    /// Finds the best line whose first move is not that of a better line; `false` if the search was stopped.
    fn find(
        &mut self,
        rank: usize,
        thread: &mut SearchThread,
        root: &mut Position,
        report: &mut dyn FnMut(&Report),
    ) -> bool {
        thread.best_pv.clone_from(&self.lines[rank].pv);
        thread.best_score = (self.lines[rank].score, Bound::Exact);
        // The first move of this line now begins a better one, so that it is no help here.
        if thread.root.iter().any(|root| root.taken && Some(&root.m) == thread.best_pv.first()) {
            thread.best_pv.clear();
        }
        let score = self.aspire(rank, thread, root, report);
        // A stopped search may still have found something better than the last iteration.
        if (score.is_some() || rank == 0) && !thread.best_pv.is_empty() {
            self.lines[rank].pv.clone_from(&thread.best_pv);
        }
        let Some(score) = score else {
            if rank == 0 {
                (self.lines[0].score, self.bound) = thread.best_score;
            }
            return false;
        };
        self.lines[rank].score = score;
        if let Some(found) = thread.root.iter_mut().find(|root| Some(&root.m) == thread.best_pv.first()) {
            found.taken = true;
        }
        true
    }

    /// Searches in a window around the last score, and again in a wider one until the score is inside; `None`
    /// if stopped.
    fn aspire(
        &mut self,
        rank: usize,
        thread: &mut SearchThread,
        root: &mut Position,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Score> {
        let (depth, last) = (thread.depth, self.lines[rank].score);
        let windowed =
            depth >= p::ASPIRATION_DEPTH && thread.pruning == Pruning::Selective && !last.is_mate();
        let mut width = p::ASPIRATION;
        let (mut alpha, mut beta) =
            if windowed { (last - width, last + width) } else { (-Score::INFINITE, Score::INFINITE) };
        let mut reduced = 0;
        loop {
            let node = Node { alpha, beta, depth: (depth - reduced).max(1), ply: 0, cut: false };
            let score = thread.search::<true>(root, node);
            if thread.stopped {
                return None;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => return Some(score),
            };
            if rank == 0 && thread.timer.elapsed() >= LONG {
                self.lines[0].pv.clone_from(&thread.best_pv);
                self.tell(thread, 0, score, bound, report);
            }
            width *= 2;
            let wide = |at: Score| width > 1000 || at.is_mate();
            if bound == Bound::Upper {
                thread.timer.worry();
                beta = Score(i32::midpoint(alpha.0, beta.0));
                alpha = if wide(score) { -Score::INFINITE } else { score - width };
                reduced = 0;
            } else {
                beta = if wide(score) { Score::INFINITE } else { score + width };
                reduced = (reduced + 1).min(3);
            }
        }
    }

    /// Reports a line.
    fn tell(
        &mut self,
        thread: &SearchThread,
        rank: usize,
        score: Score,
        bound: Bound,
        report: &mut dyn FnMut(&Report),
    ) {
        let pv = self.lines[rank].pv.clone();
        if rank == 0 {
            self.last_reported = PvLine { score, pv: pv.clone() };
        }
        report(&Report {
            rank: rank + 1,
            depth: count(thread.depth.max(1)),
            seldepth: count(signed(thread.seldepth.max(pv.len()))),
            score,
            bound,
            nodes: thread.all_nodes(),
            time: thread.timer.elapsed(),
            fullness: thread.table.fullness(),
            pv,
        });
    }

    /// Whether the iteration just finished is the last.
    fn is_enough(&mut self, thread: &mut SearchThread) -> bool {
        let score = self.lines[0].score;
        let mate = score.mate_in();
        if let (Some(wanted), Some(found)) = (self.limits.mate, mate)
            && found > 0
            && count(found) <= wanted
        {
            return true;
        }
        let single = thread.root.len() == 1 && self.depth >= 4;
        let seen = mate.is_some_and(|moves| self.depth > thread.rules.plies_per_round * moves.abs() + 2);
        let score = score.0.clamp(-DECIDED, DECIDED);
        let first = *self.scores.get(2).or(self.scores.last()).unwrap_or(&score);
        let four_before = *self.scores.get(self.scores.len().saturating_sub(4)).unwrap_or(&score);
        self.scores.push(score);
        let stability = if single || seen {
            Stability::Settled
        } else {
            let fall = first - score + four_before - score;
            Stability::Open { steady: self.steady, changes: self.changes, fall }
        };
        thread.timer.is_enough(stability)
    }

    /// The result, with a move to play in any case. It is the line reported last: if the search was stopped
    /// after it had found a better line, that is reported too.
    pub(super) fn finish(
        mut self,
        thread: &mut SearchThread,
        root: &mut Position,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        if self.lines[0].pv.is_empty() {
            self.lines[0].score = thread.evaluate(root);
            self.lines[0].pv.extend(thread.root.first().map(|root| root.m));
        }
        if self.last_reported.pv != self.lines[0].pv {
            self.tell_last(thread, report);
        }
        let PvLine { score, pv } = &self.lines[0];
        let best = pv.first().copied();
        SearchResult {
            best_move: best,
            ponder: best.and_then(|m| pv.get(1).copied().or_else(|| answer(thread, root, m))),
            score: *score,
            depth: count(self.depth),
            nodes: thread.all_nodes(),
            time: thread.timer.elapsed(),
            stall: thread.timer.stall(),
        }
    }
}

impl Deepening<'_> {
    /// Reports what a stopped iteration has found. The place of a line that has become the best goes to the
    /// previous best.
    fn tell_last(&mut self, thread: &SearchThread, report: &mut dyn FnMut(&Report)) {
        let first = self.lines[0].pv.first().copied();
        if let Some(rank) = (1..self.lines.len()).find(|&rank| self.lines[rank].pv.first().copied() == first)
        {
            self.lines[rank] = self.last_reported.clone();
            self.tell(thread, rank, self.lines[rank].score, Bound::Exact, report);
        }
        self.tell(thread, 0, self.lines[0].score, self.bound, report);
    }
}

/// The reply that the table expects.
fn answer(thread: &SearchThread, root: &mut Position, best: Move) -> Option<Move> {
    root.make(best);
    let known = thread
        .table
        .probe(root.counters().search_key(), 1)
        .map(|hit| hit.best)
        .filter(|&m| m != Move::NONE && root.in_order(thread.order).is_legal(m));
    root.unmake();
    known
}

impl ThreadData {
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
}

/// Stops the helpers when it is dropped, however the main thread's search ends.
struct StopHelpers<'a>(&'a Shared);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Relaxed);
    }
}
