//! The threads of one search. All search the same root and share the table, so that what one finds
//! spares the others work (Lazy SMP). The main thread decides: it alone reports, chooses the move and
//! knows the limits. Helpers skip iterations, each others, and end when the main thread has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::blur::Errors;
use super::deepen::Deepening;
use super::endings::Probe;
use super::frame::{Frame, RootMove};
use super::history::History;
use super::limits::{Best, Bound, Limits, Pruning, Report};
use super::order::Buffers;
use super::params::{Params, Reductions};
use super::score::{MAX_PLY, Score};
use super::thread::{SearchThread, Shared, ThreadRole};
use super::timer::Timer;
use super::tt::TableRef;
use crate::eval::net::Correction;
use crate::eval::{Evaluator, Weights};
use crate::game::Game;
use crate::position::{HalfOrder, Move, Position};

/// Bytes of stack for a thread that searches.
pub const STACK: usize = 16 << 20;

/// What a thread has to itself, and remembers from one search to the next.
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

    /// Corrects its evaluation, or does so no more.
    pub(super) fn set_correction(&mut self, correction: Option<Correction>) {
        self.evaluator.set_correction(correction);
    }

    /// What men are worth, by kind.
    pub(super) fn values(&self) -> &[i32] {
        self.evaluator.values()
    }

    /// Forgets everything learned.
    pub(super) fn clear(&mut self) {
        self.history.clear();
    }

    /// Judges positions by other weights from now on.
    pub(super) fn set_weights(&mut self, weights: &Weights) {
        self.evaluator.set_weights(weights);
    }

    /// Searches for the result, with helpers. Where the system refuses threads, there are fewer.
    /// All have ended when it returns.
    pub(super) fn run_main(
        &mut self,
        helpers: &mut [ThreadData],
        task: &SharedTask,
        root: &mut Position,
        limits: &Limits,
        (stop, timer): (&AtomicBool, Timer),
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let shared = Shared::default();
        let theirs = Limits { depth: limits.depth, lines: limits.lines, ..Limits::default() };
        let role = ThreadRole::Main { stop, max_nodes: limits.nodes.unwrap_or(u64::MAX) };
        let mut thread = self.thread(task, root, role, &shared, timer);
        if thread.root.is_empty() {
            let score = if task.all_root_moves { thread.no_moves_score(root, 0) } else { Score::DRAW };
            return Best {
                best: None,
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

    /// Fills the table for the main thread until that has done.
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

    /// The search of a task, about to begin.
    fn thread<'a>(
        &'a mut self,
        task: &'a SharedTask,
        root: &Position,
        role: ThreadRole<'a>,
        shared: &'a Shared,
        timer: Timer<'a>,
    ) -> SearchThread<'a> {
        self.stack.iter_mut().for_each(Frame::reset);
        self.stack[0].note_check(root);
        SearchThread {
            evaluator: &mut self.evaluator,
            table: task.table,
            history: &mut self.history,
            stack: &mut self.stack,
            picker_buffers: &mut self.picker_buffers,
            pruning: task.pruning,
            params: task.params.clone(),
            reductions: task.reductions,
            no_moves: task.game.def.rules.no_moves,
            turns: task.game.def.rules.turn,
            order: task.order,
            branching: task.branching,
            checks: task.checks,
            capture: task.game.def.rules.capture,
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

/// What all threads of a search are to do.
pub(super) struct SharedTask<'a> {
    pub game: &'a Game,
    pub table: TableRef<'a>,
    pub pruning: Pruning,
    pub params: &'a Params,
    pub reductions: &'a Reductions,
    /// In which order the moves of a double turn are tried.
    pub order: HalfOrder,
    /// Legal moves of the start position.
    pub branching: i32,
    /// Whether checks are counted.
    pub checks: bool,
    /// The moves to consider at the root.
    pub moves: &'a [Move],
    /// Whether these are all legal moves.
    pub all_root_moves: bool,
    /// Errors to make on purpose.
    pub errors: Option<Errors>,
    /// What is known of endings.
    pub endings: &'a Probe,
}

/// Stops the helpers when it is dropped, whatever way the main thread's search ends.
struct StopHelpers<'a>(&'a Shared);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::game::compile;
    use crate::position::MoveKind;
    use crate::search::Searcher;
    use crate::variant::Catalog;

    const MIDGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn searcher_with(threads: usize, variant: &str) -> Searcher {
        let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
        let mut searcher = Searcher::new(&game, 1);
        searcher.set_threads(threads);
        searcher
    }

    fn position(searcher: &Searcher, fen: &str) -> Position {
        Position::from_fen(searcher.game().clone(), fen).unwrap()
    }

    fn run(searcher: &mut Searcher, pos: &mut Position, limits: &Limits) -> (Best, Vec<Report>) {
        let mut reports = Vec::new();
        let best =
            searcher.run(pos, limits, &AtomicBool::new(false), &mut |report| reports.push(report.clone()));
        (best, reports)
    }

    #[test]
    fn several_threads_find_what_one_does() {
        for threads in [2, 5] {
            let mut searcher = searcher_with(threads, "chess");
            for (fen, moves) in [
                ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
                ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
            ] {
                let mut pos = position(&searcher, fen);
                // Which thread finds what at which depth is chance; that the mate is found is not.
                let limits = Limits { mate: Some(moves), nodes: Some(20_000_000), ..Limits::default() };
                let (best, reports) = run(&mut searcher, &mut pos, &limits);
                assert_eq!(best.score.mate_in(), i32::try_from(moves).ok(), "{fen}");
                assert!(
                    reports.is_sorted_by(|a, b| a.nodes <= b.nodes && a.depth <= b.depth)
                        && reports[0].depth == 1
                );
                assert!(best.nodes >= reports.last().unwrap().nodes);
            }
        }
    }

    #[test]
    fn several_threads_keep_to_the_moves_the_lines_and_the_positions_allowed() {
        for variant in ["chess", "colorboundmost", "cwda:nutters/rookies"] {
            let mut searcher = searcher_with(3, variant);
            let mut pos = Position::start(searcher.game().clone());
            let mut moves = Vec::new();
            pos.legal_moves(MoveKind::All, &mut moves);
            let excluded = moves.split_off(3);
            let (best, reports) = run(
                &mut searcher,
                &mut pos,
                &Limits { excluded, lines: 9, nodes: Some(30_000), ..Limits::default() },
            );
            assert!(best.best.is_some_and(|m| moves.contains(&m)) && best.ponder.is_some(), "{variant}");
            let mut firsts: Vec<Move> = reports
                .iter()
                .filter(|report| report.depth == best.depth)
                .map(|report| report.pv[0])
                .collect();
            firsts.sort_unstable();
            moves.sort_unstable();
            assert_eq!(firsts, moves, "{variant}");
            // How far threads run past the limit before they look again depends on the machine's load.
            assert!((10_000..600_000).contains(&best.nodes), "{variant}: {}", best.nodes);
        }
    }

    #[test]
    fn several_threads_end_soon_after_they_are_told_to() {
        let mut searcher = searcher_with(2, "chess");
        let mut pos = position(&searcher, MIDGAME);
        let stop = Arc::new(AtomicBool::new(false));
        let teller = thread::spawn({
            let stop = stop.clone();
            move || {
                thread::sleep(Duration::from_millis(60));
                stop.store(true, Ordering::Relaxed);
                Instant::now()
            }
        });
        let best = searcher.run(&mut pos, &Limits::default(), &stop, &mut |_| {});
        let ended = Instant::now();
        assert!(best.best.is_some_and(|m| pos.is_legal(m)));
        assert!(ended.saturating_duration_since(teller.join().unwrap()) < Duration::from_millis(150));
        // And at once if there was nothing to begin with.
        let best = searcher.run(&mut pos, &Limits::default(), &AtomicBool::new(true), &mut |_| {});
        assert!(best.best.is_some_and(|m| pos.is_legal(m)));
    }

    #[test]
    fn one_thread_that_is_left_of_several_is_as_good_as_new() {
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let mut several = searcher_with(3, "chess");
        let mut pos = position(&several, MIDGAME);
        run(&mut several, &mut pos, &limits);
        several.set_threads(1);
        several.clear();
        let nodes = |(best, reports): (Best, Vec<Report>)| {
            (best.best, best.nodes, reports.into_iter().map(|r| r.nodes).collect::<Vec<_>>())
        };
        assert_eq!(
            nodes(run(&mut several, &mut pos, &limits)),
            nodes(run(&mut searcher_with(1, "chess"), &mut pos, &limits))
        );
    }

    #[test]
    fn every_iteration_is_some_helpers_and_each_has_some() {
        for helpers in [2, 6, 12] {
            let skips = |number, depth| ThreadRole::Helper { number, counted: 0 }.skips(depth);
            assert!((1..40).all(|depth| (0..helpers).any(|number| !skips(number, depth))));
            assert!((0..helpers).all(|number| (1..40).any(|depth| !skips(number, depth))));
        }
    }
}
