//! One thread's search: what it may use, what it has spent, when it must stop, and the steps that the
//! main search and the quiescence search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::blur::Errors;
use super::convert::unsigned;
use super::endings::Probe;
use super::frame::{Frame, RootMove};
use super::history::{History, PieceTo};
use super::limits::{Bound, Pruning};
use super::order::{Advice, Buffers};
use super::params::{self as p, Params, Reductions};
use super::score::Score;
use super::timer::Timer;
use super::tt::TableRef;
use crate::eval::Evaluator;
use crate::position::{HalfOrder, Move, Outcome, Position};
use crate::variant::{Capture, NoMoves, TurnRule};

/// The best score of a node so far, and the move that raised alpha.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    pub score: Score,
    pub m: Move,
}

/// One thread's search: what it may use and what it has spent.
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(super) struct SearchThread<'a> {
    pub evaluator: &'a mut Evaluator,
    pub table: TableRef<'a>,
    pub history: &'a mut History,
    /// One more than the plies.
    pub stack: &'a mut Vec<Frame>,
    pub picker_buffers: &'a mut Vec<Buffers>,
    pub pruning: Pruning,
    pub params: Params,
    pub reductions: &'a Reductions,
    pub no_moves: NoMoves,
    pub turns: TurnRule,
    /// Whether captures are forced: what a capture wins by an exchange, and what a free move gains,
    /// then says nothing.
    pub capture: Capture,
    /// In which order the moves of a double turn are tried.
    pub order: HalfOrder,
    /// Legal moves of the start position.
    pub branching: i32,
    /// Whether checks are counted.
    pub checks: bool,
    pub role: ThreadRole<'a>,
    pub shared: &'a Shared,
    /// Whether stopping is allowed yet: the first iteration is worth waiting for.
    pub first_iteration: bool,
    pub timer: Timer<'a>,
    /// Nodes this thread may visit, as far as it knows what the others have.
    pub node_limit: u64,
    /// Nodes this thread has visited.
    pub nodes: u64,
    pub seldepth: usize,
    pub stopped: bool,
    /// The iteration.
    pub depth: i32,
    /// The moves to consider at the root.
    pub root: Vec<RootMove>,
    /// Whether these are all legal moves, so that what is found is true of the position.
    pub all_root_moves: bool,
    /// The best move of the last iteration and its line; it grows better within an iteration.
    pub best_pv: Vec<Move>,
    /// What that line is worth, and whether that is all.
    pub best_score: (Score, Bound),
    /// Before this ply nothing is cut off by the evaluation or a null move: a null move there is
    /// being verified.
    pub null_from: usize,
    /// Errors to make on purpose.
    pub errors: Option<Errors>,
    /// The ply at which the last quiescence search began.
    pub quiescence_root: usize,
    /// What is known of endings.
    pub endings: Probe,
}

/// The role a thread plays in a search.
pub(super) enum ThreadRole<'a> {
    /// It ends when told to, or when all threads have visited so many positions.
    Main { stop: &'a AtomicBool, max_nodes: u64 },
    /// It ends when the main thread has.
    Helper {
        /// From 0.
        number: usize,
        /// Positions already added to [`Shared::helper_nodes`].
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

    /// Whether to leave an iteration to others. The first two helpers take turns; of the next four
    /// each leaves out two in a row and takes two, beginning at other depths; and so on.
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

/// What the threads of a search tell each other.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Set when the main thread has done.
    pub done: AtomicBool,
    /// Positions visited by helpers, as of late.
    helper_nodes: AtomicU64,
}

impl Shared {
    /// Positions helpers have visited.
    pub(super) fn helper_nodes(&self) -> u64 {
        self.helper_nodes.load(Ordering::Relaxed)
    }
}

impl SearchThread<'_> {
    /// Whether the search is to be broken off: looks at the flag and the clock now and then.
    #[inline]
    pub(super) fn should_stop(&mut self) -> bool {
        if !self.stopped {
            let spent = self.nodes >= self.node_limit && (!self.first_iteration || self.nodes >= p::PATIENCE);
            self.stopped = spent || self.nodes >= self.timer.due() && self.look();
        }
        self.stopped
    }

    /// Looks at the clock and the flag that ends this thread's search, and counts what all threads
    /// have visited.
    #[cold]
    fn look(&mut self) -> bool {
        let stop = match &mut self.role {
            ThreadRole::Main { stop, max_nodes } => {
                self.node_limit = max_nodes.saturating_sub(self.shared.helper_nodes());
                *stop
            }
            ThreadRole::Helper { counted, .. } => {
                self.shared.helper_nodes.fetch_add(self.nodes - *counted, Ordering::Relaxed);
                *counted = self.nodes;
                &self.shared.done
            }
        };
        self.timer.look(self.nodes, stop, self.first_iteration)
    }

    /// Positions visited by all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.helper_nodes()
    }

    /// Makes a move and readies the next ply.
    pub(super) fn make_move(&mut self, pos: &mut Position, m: Move, ply: usize, piece_to: PieceTo) {
        self.stack[ply].moved = Some(piece_to);
        self.table.prefetch(pos.key_after(m));
        let side = pos.side();
        pos.make(m);
        self.nodes += 1;
        let turn = self.stack[ply].turn;
        let next = &mut self.stack[ply + 1];
        next.note_check(pos);
        next.moves_again = pos.side() == side;
        next.turn = turn + usize::from(!next.moves_again);
    }

    /// The frame of the same side's last turn.
    pub(super) fn last_turn(&self, ply: usize) -> Option<&Frame> {
        let turn = self.stack[ply].turn.checked_sub(2)?;
        self.stack[..ply].iter().rfind(|frame| frame.turn == turn)
    }

    /// The last move of the other side, and our own before it.
    pub(super) fn before(&self, ply: usize) -> [Option<PieceTo>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|earlier| self.stack[earlier].moved))
    }

    /// What the move order of a ply may consult.
    pub(super) fn advice(&self, ply: usize) -> Advice<'_> {
        let values = if self.is_forced() { None } else { Some(self.evaluator.values()) };
        let (killers, before) = (self.stack[ply].killers, self.before(ply));
        Advice { history: self.history, values, killers, before, checks: self.checks }
    }

    /// The evaluation, never a mate.
    pub(super) fn evaluate(&mut self, pos: &Position) -> Score {
        let score = self.evaluator.evaluate(pos) + self.errors.map_or(0, |errors| errors.noise(pos));
        Score(score).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }

    /// Whether a move is overlooked here.
    #[inline]
    pub(super) fn misses(&self, pos: &Position, m: Move) -> bool {
        self.errors.is_some_and(|errors| errors.misses(pos, m))
    }

    /// Notes the score of a move, which may be the best so far and raise alpha; whether it is a beta
    /// cutoff.
    #[inline]
    pub(super) fn update_best<const PV: bool>(
        &mut self,
        best: &mut BestMove,
        m: Move,
        score: Score,
        (alpha, beta): (&mut Score, Score),
        ply: usize,
    ) -> bool {
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score <= *alpha {
            return false;
        }
        best.m = m;
        if PV {
            self.update_pv(m, ply);
            if ply == 0 {
                self.best_score = (score, if score < beta { Bound::Exact } else { Bound::Lower });
            }
        }
        if score < beta {
            *alpha = score;
        }
        score >= beta
    }

    /// A line that begins with `m`; at the root it is what will be played.
    pub(super) fn update_pv(&mut self, m: Move, ply: usize) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&below[0].pv);
        if ply == 0 {
            self.best_pv.clone_from(pv);
        }
    }

    /// The score of a side without a legal move.
    pub(super) fn no_moves_score(&self, pos: &Position, ply: usize) -> Score {
        let Some(Outcome { winner: Some(winner), margin, .. }) = pos.outcome() else { return Score::DRAW };
        let lost = Score::lost(self.stack[ply].turn, margin);
        if winner == pos.side() { -lost } else { lost }
    }

    /// An end of the game's own; or a draw by repetition or the move count, unless it is mate.
    pub(super) fn ended_score(&self, pos: &Position, ply: usize) -> Score {
        let mate = self.stack[ply].evading && !pos.has_legal_move();
        if mate || pos.has_ends() && pos.decided().is_some() {
            self.no_moves_score(pos, ply)
        } else {
            Score::DRAW
        }
    }

    /// A position that is not searched further: its end, or its evaluation.
    pub(super) fn leaf_score(&mut self, pos: &mut Position, ply: usize) -> Score {
        if pos.has_legal_move() { self.evaluate(pos) } else { self.no_moves_score(pos, ply) }
    }

    /// Whether captures are forced.
    pub(super) fn is_forced(&self) -> bool {
        self.capture == Capture::Forced
    }
}
