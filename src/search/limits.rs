//! What a search may spend, and what it tells while it runs and when it ends.

use std::time::{Duration, Instant};

use super::clock::Clock;
use super::score::Score;
use crate::position::Move;

/// When a search must stop. The default never stops by itself (analysis).
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time of the side to move.
    pub clock: Clock,
    /// Time lost on each move outside the program, kept back from the clock.
    pub overhead: Duration,
    /// When the clock began to run; `None` for the moment the search begins.
    pub started: Option<Instant>,
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Positions to visit at most.
    pub nodes: Option<u64>,
    /// Stop as soon as a mate in at most so many moves is proved.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; empty for all. Moves that are not legal are
    /// ignored.
    pub moves: Vec<Move>,
}

/// What an iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
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
    /// The move to play; `None` only if there is no legal one (or none among [`Limits::moves`]).
    pub best: Option<Move>,
    /// The answer expected to it, legal after it: a hint, a move to ponder on.
    pub ponder: Option<Move>,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// The last finished iteration; 0 if none was.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
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
