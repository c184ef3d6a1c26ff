//! The threads of one search. All search the same root and share the table, so that what one finds
//! spares the others work (Lazy SMP). The leader decides: it alone reports, chooses the move and
//! knows the limits. Helpers skip iterations, each others, and end when the leader has.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::alphabeta::Tree;
use super::deepen::Deepening;
use super::frame::{Frame, RootMove};
use super::history::History;
use super::limits::{Best, Limits, Pruning, Report};
use super::order::Buffers;
use super::params as p;
use super::score::{MAX_PLY, Score};
use super::timer::Timer;
use super::tt::Table;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::position::{HalfOrder, Move, Position};

/// Bytes of stack for a thread that searches.
pub const STACK: usize = 16 << 20;

/// What a thread has to itself, and remembers from one search to the next.
#[derive(Debug)]
pub(super) struct Lane {
    evaluator: Evaluator,
    history: History,
    frames: Vec<Frame>,
    spare: Vec<Buffers>,
}

impl Lane {
    pub(super) fn new(game: &Game) -> Lane {
        Lane {
            evaluator: Evaluator::new(game),
            history: History::new(game),
            frames: vec![Frame::default(); MAX_PLY + 2],
            spare: Vec::new(),
        }
    }

    /// Forgets everything learned.
    pub(super) fn clear(&mut self) {
        self.history.clear();
    }

    /// Searches for the result, with helpers. Where the system refuses threads, there are fewer.
    /// All have ended when it returns.
    pub(super) fn lead(
        &mut self,
        helpers: &mut [Lane],
        task: &Task,
        root: &mut Position,
        limits: &Limits,
        (stop, timer): (&AtomicBool, Timer),
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let team = Team::default();
        let theirs = Limits { depth: limits.depth, lines: limits.lines, ..Limits::default() };
        let part = Part::Leader { stop, max_nodes: limits.nodes.unwrap_or(u64::MAX) };
        let mut tree = self.tree(task, root, part, &team, timer);
        if tree.root.is_empty() {
            let score = if task.whole_root { tree.no_moves(root, 0) } else { Score::DRAW };
            return Best { best: None, ponder: None, score, depth: 0, nodes: 0, time: tree.timer.elapsed() };
        }
        thread::scope(|scope| {
            let _dismissal = Dismissal(&team);
            for (number, lane) in helpers.iter_mut().enumerate() {
                let (mut root, team, theirs) = (root.clone(), &team, &theirs);
                let help = move || lane.help(number, task, &mut root, theirs, team);
                let helper = thread::Builder::new().name(format!("helper {number}")).stack_size(STACK);
                if let Err(error) = helper.spawn_scoped(scope, help) {
                    log::warn!("a search goes on with {} threads: {error}", number + 1);
                    break;
                }
            }
            let mut deepening = Deepening::new(limits, tree.root.len());
            deepening.run(&mut tree, root, report);
            deepening.finish(&mut tree, root, report)
        })
    }

    /// Fills the table for the leader until that has done.
    fn help(&mut self, number: usize, task: &Task, root: &mut Position, limits: &Limits, team: &Team) {
        let part = Part::Helper { number, told: 0 };
        let mut tree = self.tree(task, root, part, team, Timer::new(limits));
        Deepening::new(limits, tree.root.len()).run(&mut tree, root, &mut |_| {});
    }

    /// The search of a task, about to begin.
    fn tree<'a>(
        &'a mut self,
        task: &'a Task,
        root: &Position,
        part: Part<'a>,
        team: &'a Team,
        timer: Timer<'a>,
    ) -> Tree<'a> {
        self.frames.iter_mut().for_each(Frame::reset);
        self.frames[0].press(root);
        Tree {
            evaluator: &mut self.evaluator,
            table: task.table,
            history: &mut self.history,
            frames: &mut self.frames,
            spare: &mut self.spare,
            pruning: task.pruning,
            no_moves: task.game.def.rules.no_moves,
            turns: task.game.def.rules.turn,
            order: task.order,
            branching: task.branching,
            checks: task.checks,
            capture: task.game.def.rules.capture,
            settled_from: 0,
            patient: matches!(part, Part::Leader { .. }),
            quota: part.max_nodes(),
            part,
            team,
            timer,
            nodes: 0,
            seldepth: 0,
            stopped: false,
            depth: 0,
            whole_root: task.whole_root,
            root: task.moves.iter().copied().map(RootMove::new).collect(),
            best_line: Vec::new(),
            null_from: 0,
        }
    }
}

/// What all threads of a search are to do.
pub(super) struct Task<'a> {
    pub game: &'a Game,
    pub table: Table<'a>,
    pub pruning: Pruning,
    /// In which order the moves of a double turn are tried.
    pub order: HalfOrder,
    /// Legal moves of the start position.
    pub branching: i32,
    /// Whether checks are counted.
    pub checks: bool,
    /// The moves to consider at the root.
    pub moves: &'a [Move],
    /// Whether these are all legal moves.
    pub whole_root: bool,
}

/// The part a thread plays in a search.
pub(super) enum Part<'a> {
    /// It ends when told to, or when all threads have visited so many positions.
    Leader { stop: &'a AtomicBool, max_nodes: u64 },
    /// It ends when the leader has.
    Helper {
        /// From 0.
        number: usize,
        /// Positions the others know of.
        told: u64,
    },
}

impl Part<'_> {
    fn max_nodes(&self) -> u64 {
        match *self {
            Part::Leader { max_nodes, .. } => max_nodes,
            Part::Helper { .. } => u64::MAX,
        }
    }

    /// Whether to leave an iteration to others. The first two helpers take turns; of the next four
    /// each leaves out two in a row and takes two, beginning at other depths; and so on.
    pub(super) fn skips(&self, depth: i32) -> bool {
        let Part::Helper { number, .. } = *self else { return false };
        let (mut size, mut phase) = (1, number);
        while phase >= 2 * size {
            phase -= 2 * size;
            size += 1;
        }
        (depth as usize + phase) / size % 2 == 1
    }
}

/// What the threads of a search tell each other.
#[derive(Debug, Default)]
pub(super) struct Team {
    /// Set when the leader has done.
    done: AtomicBool,
    /// Positions visited by helpers, as of late.
    helped: AtomicU64,
}

impl Team {
    /// Positions helpers have visited.
    pub(super) fn helped(&self) -> u64 {
        self.helped.load(Ordering::Relaxed)
    }
}

impl Tree<'_> {
    /// Whether the search is to be broken off: looks at the flag and the clock now and then.
    #[inline]
    pub(super) fn should_stop(&mut self) -> bool {
        if !self.stopped {
            let spent = self.nodes >= self.quota && (!self.patient || self.nodes >= p::PATIENCE);
            self.stopped = spent || self.nodes >= self.timer.due() && self.look();
        }
        self.stopped
    }

    /// Looks at the clock and the flag that ends this thread's search, and counts what all threads
    /// have visited.
    #[cold]
    fn look(&mut self) -> bool {
        let stop = match &mut self.part {
            Part::Leader { stop, max_nodes } => {
                self.quota = max_nodes.saturating_sub(self.team.helped());
                *stop
            }
            Part::Helper { told, .. } => {
                self.team.helped.fetch_add(self.nodes - *told, Ordering::Relaxed);
                *told = self.nodes;
                &self.team.done
            }
        };
        self.timer.look(self.nodes, stop, self.patient)
    }

    /// Positions visited by all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.team.helped()
    }
}

/// Sends the helpers home when it is dropped, whatever way the leader's search ends.
struct Dismissal<'a>(&'a Team);

impl Drop for Dismissal<'_> {
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

    fn team_of(threads: usize, variant: &str) -> Searcher {
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
            let mut searcher = team_of(threads, "chess");
            for (fen, moves) in [
                ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
                ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
            ] {
                let mut pos = position(&searcher, fen);
                let (best, reports) =
                    run(&mut searcher, &mut pos, &Limits { depth: Some(12), ..Limits::default() });
                assert_eq!(best.score.mate_in(), Some(moves), "{fen}");
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
            let mut searcher = team_of(3, variant);
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
            assert!((10_000..60_000).contains(&best.nodes), "{variant}: {}", best.nodes);
        }
    }

    #[test]
    fn several_threads_end_soon_after_they_are_told_to() {
        let mut searcher = team_of(2, "chess");
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
        let mut several = team_of(3, "chess");
        let mut pos = position(&several, MIDGAME);
        run(&mut several, &mut pos, &limits);
        several.set_threads(1);
        several.clear();
        let nodes = |(best, reports): (Best, Vec<Report>)| {
            (best.best, best.nodes, reports.into_iter().map(|r| r.nodes).collect::<Vec<_>>())
        };
        assert_eq!(
            nodes(run(&mut several, &mut pos, &limits)),
            nodes(run(&mut team_of(1, "chess"), &mut pos, &limits))
        );
    }

    #[test]
    fn every_iteration_is_some_helpers_and_each_has_some() {
        for helpers in [2, 6, 12] {
            let skips = |number, depth| Part::Helper { number, told: 0 }.skips(depth);
            assert!((1..40).all(|depth| (0..helpers).any(|number| !skips(number, depth))));
            assert!((0..helpers).all(|number| (1..40).any(|depth| !skips(number, depth))));
        }
    }
}
