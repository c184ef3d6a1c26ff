//! Alpha-beta search: iterative deepening (in this file) around the tree search of `alphabeta`, which ends in
//! `quiescence`. For several lines, an iteration searches the root again without the moves already found.
//!
//! Several threads may search together (`threads`). With one thread and no limit of time, the same search
//! visits the same nodes on every machine: all arithmetic that reaches a score or a choice is integral.

mod alphabeta;
mod endings;
mod history;
pub mod limits;
mod node;
mod ordering;
mod params;
mod quiescence;
mod rewards;
mod rules;
mod table;
mod threads;
mod time;

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::base::trained::TrainedNet;
use crate::engine::convert::{count, signed};
use crate::engine::eval::Weights;
use crate::engine::eval::net::NetOutput;
use crate::rules::game::Game;
use crate::rules::position::{Move, MoveKind, Position};

use endings::{Endings, RootVerdict};
use limits::Errors;
use node::Node;
use params as p;
use table::TranspositionTable;
use threads::{SearchThread, Shared, SharedTask, ThreadData, ThreadRole};
use time::{Stability, Timer};

pub use limits::{
    Blur, Bound, Clock, Learned, Level, Limits, MAX_PLY, Ponder, Pruning, Report, Score, SearchResult,
    Tablebases, TimeControl,
};
pub use threads::STACK;
pub use time::{HEAD_START, TimeBudget, budget};

/// Searches positions of one game, and keeps what it has learned from one search to the next.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use fibnif::engine::search::{Limits, Searcher};
/// use fibnif::rules::{game, position::Position, variant::Catalog};
///
/// let def = Catalog::builtin().resolve("chess")?;
/// let mut pos = Position::start(game::compile(&def)?);
/// let mut searcher = Searcher::new(pos.game(), 1);
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let mut each = |report: &fibnif::engine::search::Report| assert!(!report.pv.is_empty());
/// let found = searcher.run(&mut pos, &limits, &AtomicBool::new(false), &mut each);
/// assert!(found.best_move.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    network: Option<Arc<TrainedNet>>,
    /// As in the last search; `None` before the first.
    learned: Option<Learned>,
    net: Option<NetOutput>,
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
            net: None,
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
            data.evaluator.set_net(self.net.clone());
            data
        };
        self.helpers.resize_with(threads.saturating_sub(1), helper);
    }

    /// Sets a net to try in place of the program's own, whatever the game is.
    pub fn set_network(&mut self, network: Option<Arc<TrainedNet>>) {
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
        let values = self.main.evaluator.values();
        let net = match (learned, &self.network) {
            (Learned::Off, _) => None,
            (Learned::On, Some(network)) => NetOutput::of(&self.game, network, values),
            (Learned::On, None) => NetOutput::shipped(&self.game, values),
        };
        if !is_first && (net.is_some() || self.net.is_some()) {
            self.clear();
        }
        self.helpers.iter_mut().chain([&mut self.main]).for_each(|data| data.evaluator.set_net(net.clone()));
        self.net = net;
    }

    /// Sets the weights of the evaluation.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.clear();
        self.helpers.iter_mut().chain([&mut self.main]).for_each(|data| data.evaluator.set_weights(weights));
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
        self.helpers.iter_mut().chain([&mut self.main]).for_each(|data| data.history.clear());
    }

    /// Computes what the first search would otherwise spend time on: the net's rows for the starting
    /// position.
    pub fn prepare(&mut self) {
        if self.learned.is_none() {
            self.set_learned(Learned::default());
        }
        self.main.evaluator.evaluate(&Position::start(self.game.clone()));
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
        let mut place = root.as_root();
        place.fix_order(!chosen && !plain);
        let mut moves = place.moves();
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
            branching: self.branching,
            all_root_moves,
            errors: limits.blur.map(|blur| Errors::new(blur, root)),
            moves: &moves,
            endings: &probe,
        };
        self.endings.slow_down(self.helpers.len() + 1, limits);
        let best = self.main.run_main(&mut self.helpers, &task, &mut place, limits, (stop, timer), report);
        self.endings.speed_up();
        best
    }
}

/// After this time, results are reported before their iteration ends.
const LONG: Duration = Duration::from_secs(1);

/// Scores beyond this, in centipawns, are alike to the clock.
const DECIDED: i32 = 1500;

#[derive(Clone, Debug, Default)]
struct PvLine {
    score: Score,
    pv: Vec<Move>,
}

struct Deepening<'a, 'b> {
    thread: &'a mut SearchThread<'b>,
    report: &'a mut dyn FnMut(&Report),
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
    /// The depth and the bound with which it was reported.
    last_as: (i32, Bound),
    /// The depth of an iteration that was stopped and the bound of its best line, if it had found one.
    partial: Option<(i32, Bound)>,
}

impl<'a, 'b> Deepening<'a, 'b> {
    fn new(
        thread: &'a mut SearchThread<'b>,
        limits: &'a Limits,
        report: &'a mut dyn FnMut(&Report),
    ) -> Deepening<'a, 'b> {
        let lines = vec![PvLine::default(); limits.lines.min(thread.root.len()).max(1)];
        Deepening {
            thread,
            report,
            limits,
            lines,
            depth: 0,
            steady: 0,
            changes: 0,
            scores: Vec::new(),
            last_reported: PvLine::default(),
            last_as: (0, Bound::Exact),
            partial: None,
        }
    }

    /// Deepens until a limit is reached.
    fn run(&mut self, root: &mut Position) {
        let asked = self.limits.depth.and_then(|depth| i32::try_from(depth).ok());
        let last = asked.map_or(p::MAX_DEPTH, |depth| depth.clamp(1, p::MAX_DEPTH));
        for depth in 1..=last {
            if self.thread.role.skips(depth) {
                continue;
            }
            let old = self.lines[0].pv.first().copied();
            self.thread.depth = depth;
            self.thread.seldepth = 0;
            self.thread.endings.refresh();
            self.thread.root.iter_mut().for_each(|root| root.taken = false);
            for rank in 0..self.lines.len() {
                if !self.find(rank, root) {
                    return;
                }
            }
            self.lines.sort_by_key(|line| Reverse(line.score));
            self.thread.first_iteration = false;
            self.depth = depth;
            let changed = self.lines[0].pv.first().copied() != old;
            self.steady = if changed { 0 } else { self.steady + 1 };
            self.changes = self.changes / 2 + if changed && old.is_some() { 100 } else { 0 };
            // GUIs take the last line for the best.
            for rank in (0..self.lines.len()).rev() {
                self.tell(depth, rank, self.lines[rank].score, Bound::Exact);
            }
            if self.is_enough() {
                return;
            }
        }
    }

    /// Finds the best line whose first move is not that of a better line; `false` if the search was stopped.
    fn find(&mut self, rank: usize, root: &mut Position) -> bool {
        let thread = &mut *self.thread;
        thread.best_pv.clone_from(&self.lines[rank].pv);
        thread.best_score = None;
        // The first move of this line now begins a better one, so that it is no help here.
        if thread.root.iter().any(|root| root.taken && Some(&root.m) == thread.best_pv.first()) {
            thread.best_pv.clear();
        }
        let score = self.aspire(rank, root);
        let thread = &mut *self.thread;
        // A stopped search may still have found something better than the last iteration.
        if (score.is_some() || rank == 0) && !thread.best_pv.is_empty() {
            self.lines[rank].pv.clone_from(&thread.best_pv);
        }
        let Some(score) = score else {
            let found = if rank > 0 { Some((self.lines[0].score, Bound::Exact)) } else { thread.best_score };
            if let Some((score, bound)) = found {
                self.lines[0].score = score;
                self.partial = Some((thread.depth, bound));
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
    fn aspire(&mut self, rank: usize, root: &mut Position) -> Option<Score> {
        let (depth, last) = (self.thread.depth, self.lines[rank].score);
        let windowed =
            depth >= p::ASPIRATION_DEPTH && self.thread.pruning == Pruning::Selective && !last.is_mate();
        let mut width = p::ASPIRATION;
        let (mut alpha, mut beta) =
            if windowed { (last - width, last + width) } else { (-Score::INFINITE, Score::INFINITE) };
        let mut reduced = 0;
        loop {
            let node = Node { alpha, beta, depth: (depth - reduced).max(1), ply: 0, cut: false };
            let score = self.thread.search::<true>(root, node);
            if self.thread.stopped {
                return None;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => return Some(score),
            };
            if rank == 0 && self.thread.timer.elapsed() >= LONG {
                self.lines[0].pv.clone_from(&self.thread.best_pv);
                self.tell(depth, 0, score, bound);
            }
            width *= 2;
            let wide = |at: Score| width > 1000 || at.is_mate();
            if bound == Bound::Upper {
                self.thread.timer.worry();
                beta = Score(i32::midpoint(alpha.0, beta.0));
                alpha = if wide(score) { -Score::INFINITE } else { score - width };
                reduced = 0;
            } else {
                beta = if wide(score) { Score::INFINITE } else { score + width };
                reduced = (reduced + 1).min(3);
            }
        }
    }

    fn tell(&mut self, depth: i32, rank: usize, score: Score, bound: Bound) {
        let thread = &*self.thread;
        let pv = self.lines[rank].pv.clone();
        if rank == 0 {
            self.last_reported = PvLine { score, pv: pv.clone() };
            self.last_as = (depth, bound);
        }
        (self.report)(&Report {
            rank: rank + 1,
            depth: count(depth.max(1)),
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
    fn is_enough(&mut self) -> bool {
        let score = self.lines[0].score;
        let mate = score.mate_in();
        // A side that is being mated has no mate to find.
        if let (Some(wanted), Some(found)) = (self.limits.mate, mate)
            && (found <= 0 || count(found) <= wanted)
        {
            return true;
        }
        let single = self.thread.root.len() == 1 && self.depth >= 4;
        let seen = mate.is_some_and(|moves| self.depth > self.thread.rules.plies_per_round * moves.abs() + 2);
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
        self.thread.timer.is_enough(stability)
    }

    /// The result, with a move to play in any case. It is the line reported last. A search that was stopped
    /// reports once more, with all its nodes: what its last iteration has found, or the same line again.
    fn finish(mut self, root: &mut Position) -> SearchResult {
        if self.lines[0].pv.is_empty() {
            self.lines[0].score = self.thread.evaluate(root);
            self.lines[0].pv.extend(self.thread.root.first().map(|root| root.m));
        }
        let (depth, bound) = self.last_as;
        if let Some((depth, bound)) = self.partial {
            self.tell_last(depth, bound);
        } else if self.last_reported.pv != self.lines[0].pv {
            self.tell_last(self.depth, Bound::Exact);
        } else if self.thread.stopped {
            self.tell(depth, 0, self.last_reported.score, bound);
        }
        let PvLine { score, pv } = &self.lines[0];
        let best = pv.first().copied();
        SearchResult {
            best_move: best,
            ponder: best.and_then(|m| {
                let known = pv.get(1).copied().or_else(|| answer(self.thread, root, m));
                known.or_else(|| wall_after(self.thread, root, m))
            }),
            score: *score,
            depth: count(self.depth),
            nodes: self.thread.all_nodes(),
            time: self.thread.timer.elapsed(),
            stall: self.thread.timer.stall(),
        }
    }

    /// Reports what a stopped iteration has found. The place of a line that has become the best goes to the
    /// previous best.
    fn tell_last(&mut self, depth: i32, bound: Bound) {
        let first = self.lines[0].pv.first().copied();
        if let Some(rank) = (1..self.lines.len()).find(|&rank| self.lines[rank].pv.first().copied() == first)
        {
            self.lines[rank] = self.last_reported.clone();
            self.tell(self.depth, rank, self.lines[rank].score, Bound::Exact);
        }
        self.tell(depth, 0, self.lines[0].score, bound);
    }
}

/// The reply that the table expects.
fn answer(thread: &SearchThread, root: &mut Position, best: Move) -> Option<Move> {
    root.make(best);
    let known = thread
        .table
        .probe(root.counters().search_key(), 1)
        .map(|hit| hit.best)
        .filter(|&m| m != Move::NONE && root.is_legal(m));
    root.unmake();
    known
}

/// Where a wall follows a move: the one after which the other side is worst off at first sight.
fn wall_after(thread: &mut SearchThread, root: &mut Position, best: Move) -> Option<Move> {
    root.make(best);
    let walls = if root.wall_is_due() { root.moves() } else { Vec::new() };
    let found = walls.into_iter().min_by_key(|&wall| {
        root.make(wall);
        let score = thread.evaluate(root);
        root.unmake();
        score
    });
    root.unmake();
    found
}

impl ThreadData {
    /// Searches, with helpers as far as the system grants threads. All have ended when it returns.
    fn run_main(
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
            let mut deepening = Deepening::new(&mut thread, limits, report);
            deepening.run(root);
            deepening.finish(root)
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
        Deepening::new(&mut thread, limits, &mut |_| {}).run(root);
    }
}

/// Stops the helpers when it is dropped, however the main thread's search ends.
struct StopHelpers<'a>(&'a Shared);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Relaxed);
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
        assert!(searcher.net.is_some());
    }
}
