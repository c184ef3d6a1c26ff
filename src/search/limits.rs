//! The limits of a search, its reports while it runs, and its result.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::blur::Blur;
use super::clock::Clock;
use super::score::Score;
use crate::position::Move;

/// When a search must stop, and what it considers. With the default (analysis) it stops by itself only at the
/// greatest depth there is.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time of the side to move.
    pub clock: Clock,
    /// Time that each move loses outside the program, reserved on the clock.
    pub overhead: Duration,
    /// Time to keep on a running clock, for a machine that stalls.
    pub reserve: Duration,
    /// When the clock started; `None` for when the search starts.
    pub started: Option<Instant>,
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// The most nodes. Several threads together may exceed it by what they visit in a millisecond.
    pub nodes: Option<u64>,
    /// Stop when a mate in at most so many moves is proved.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; empty for all. Illegal moves are ignored.
    pub moves: Vec<Move>,
    /// Moves not to consider at the root.
    pub excluded: Vec<Move>,
    /// How many lines to find, each with another root move; 0 counts as 1. All of them are reported after
    /// every iteration, the best last.
    pub lines: usize,
    /// Which endings are solved.
    pub tablebases: Tablebases,
    /// Given for a search on the opponent's time: `clock` and `started` are ignored, and there is no limit of
    /// time until a clock is handed over.
    pub ponder: Option<Arc<Ponder>>,
    /// Whether a net corrects the evaluation.
    pub learned: Learned,
    /// Deliberate errors, for weaker play.
    pub blur: Option<Blur>,
}

impl Limits {
    /// Whether time is a limit.
    pub fn has_clock(&self) -> bool {
        self.clock != Clock::Unlimited || self.ponder.is_some()
    }
}

/// Which endings are solved during the game, for the search to look up. The default is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tablebases {
    /// The most pieces of such an ending; 0 for none.
    pub men: usize,
    /// The most memory for the tables of a game, in MiB.
    pub memory: u64,
}

/// Whether a net corrects the evaluation, in games that have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Learned {
    /// The hand-made evaluation alone.
    Off,
    /// Corrected by the net.
    #[default]
    On,
}

/// Hands a clock to a search that runs on the opponent's time, from another thread.
#[derive(Debug, Default)]
pub struct Ponder(OnceLock<(Clock, Instant)>);

impl Ponder {
    /// The opponent has played the expected move, and `clock` runs since `at`. The search continues as if it
    /// had been an ordinary one from its start. It may end at once, as time spent pondering counts. Only the
    /// first call has an effect.
    pub fn hit(&self, clock: Clock, at: Instant) {
        self.0.get_or_init(|| (clock, at));
    }

    /// The clock that was handed over, and since when it runs.
    pub fn clock(&self) -> Option<(Clock, Instant)> {
        self.0.get().copied()
    }
}

/// What an iteration has found. The line that is played is that of the last report of the best line which is
/// exact or with which the search was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The place of this line among those asked for, from 1 for the best. The best of an iteration comes
    /// last.
    pub rank: usize,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest depth reached, in plies.
    pub seldepth: u32,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// Whether `score` is exact.
    pub bound: Bound,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How much of the table the search has filled, in permille.
    pub fullness: u32,
    /// The best line; empty only if the root has no legal move.
    pub pv: Vec<Move>,
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is exact.
    Exact,
    /// The true score is at least as high (fail high).
    Lower,
    /// The true score is at most as high (fail low).
    Upper,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only if there is none that is legal and that [`Limits`] allow.
    pub best_move: Option<Move>,
    /// The move expected after it, legal then: a hint, or a move to ponder on. In games of double turns it
    /// may be the same side's.
    pub ponder: Option<Move>,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// The last finished iteration; 0 if none was.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The longest time between two checks of the clock. If it is more than a few milliseconds, the machine
    /// was busy elsewhere.
    pub stall: Duration,
}

/// Whether the search is selective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// With reductions, extensions, pruning and a quiescence search.
    #[default]
    Selective,
    /// Every move to the full depth, with the evaluation at the leaves: the score of minimax, for tests.
    Exhaustive,
}
