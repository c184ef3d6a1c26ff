//! What a search may spend, and what it tells while it runs and when it ends.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::blur::Blur;
use super::clock::Clock;
use super::score::Score;
use crate::position::Move;

/// When a search must stop. The default (analysis) stops by itself only when it has reached the
/// last depth there is, which takes a position where little can happen.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time of the side to move.
    pub clock: Clock,
    /// Time lost on each move outside the program, kept back from the clock.
    pub overhead: Duration,
    /// What is to stay on a running clock, for a machine that stalls.
    pub reserve: Duration,
    /// When the clock began to run; `None` for the moment the search begins.
    pub started: Option<Instant>,
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Positions to visit at most. Several threads count theirs together, and may be over by what
    /// they visit in a millisecond.
    pub nodes: Option<u64>,
    /// Stop as soon as a mate in at most so many moves is proved.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; empty for all. Moves that are not legal are
    /// ignored.
    pub moves: Vec<Move>,
    /// Moves not to consider at the root.
    pub excluded: Vec<Move>,
    /// How many lines to find, each beginning with another root move; 0 counts as 1. At the end
    /// of every iteration all of them are reported, best first.
    pub lines: usize,
    /// Which endings are solved.
    pub tablebases: Tablebases,
    /// Given for a search on the opponent's time: `clock` and `started` mean nothing, and no time
    /// is a limit until a clock is handed over.
    pub ponder: Option<Arc<Ponder>>,
    /// Whether the evaluation is corrected by what was learned.
    pub learned: Learned,
    /// Errors to make on purpose.
    pub blur: Option<Blur>,
}

impl Limits {
    /// Whether it matters how long the search takes.
    pub fn has_clock(&self) -> bool {
        self.clock != Clock::Unlimited || self.ponder.is_some()
    }
}

/// Which endings are solved while others are played, so that a search need not play them out. The default
/// is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tablebases {
    /// The most men of such an ending; 0 for none.
    pub men: usize,
    /// MiB that the tables of a game may take.
    pub memory: u64,
}

/// Whether the evaluation is corrected by what was learned from games, where matches have proven that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Learned {
    /// It stays as it was made by hand.
    Off,
    /// It is corrected.
    #[default]
    On,
}

/// Hands a clock to a search that runs on the opponent's time, from another thread.
#[derive(Debug, Default)]
pub struct Ponder(OnceLock<(Clock, Instant)>);

impl Ponder {
    /// The opponent has played the expected move, and `clock` runs since `at`. The search goes on
    /// as if it had been a common one from its beginning: it may end at once, as the time spent
    /// pondering counts as thought. Only the first call has an effect.
    pub fn hit(&self, clock: Clock, at: Instant) {
        self.0.get_or_init(|| (clock, at));
    }

    /// The clock handed over, if one was, and since when it runs.
    pub fn clock(&self) -> Option<(Clock, Instant)> {
        self.0.get().copied()
    }
}

/// What an iteration found. The last report of the best line, if it is exact or the search was broken off, is
/// the line that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The place of this line among those asked for, from 1 for the best. Of one iteration's lines
    /// the best comes last.
    pub rank: usize,
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// Whether `score` is exact.
    pub bound: Bound,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How much of the table the search has filled, in permille.
    pub fullness: u32,
    /// The best line; never empty unless the root has no legal move.
    pub pv: Vec<Move>,
}

/// How a score relates to the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is exact.
    Exact,
    /// The truth is at least as high (fail high).
    Lower,
    /// The truth is at most as high (fail low).
    Upper,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The move to play; `None` only if there is no legal one (or none that [`Limits`] allow).
    pub best: Option<Move>,
    /// The move expected after it, legal then: a hint, a move to ponder on. In games of double
    /// turns it may be the same side's.
    pub ponder: Option<Move>,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// The last finished iteration; 0 if none was.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The longest time that passed between two looks at the clock: beyond a few milliseconds, the machine did
    /// something else.
    pub stall: Duration,
}

/// Whether moves may be judged without being searched to the full depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// Reductions, extensions, pruning and a quiescence search: to play well.
    #[default]
    Selective,
    /// Every move to the nominal depth, with the evaluation at the leaves: the same score as
    /// minimax, to check the search.
    Exhaustive,
}
