//! A node of the search, and what is known of it while its moves are tried.

use super::history::PieceTo;
use super::limits::{Bound, Score};
use super::table::TtEntry;
use crate::rules::game::KindId;
use crate::rules::position::Move;

/// A node of the tree: the window, what is still to be searched, and the place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Lower bound: the side to move already has this much.
    pub alpha: Score,
    /// Upper bound: the other side need not allow more.
    pub beta: Score,
    /// Plies still to be searched.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Whether a beta cutoff is expected.
    pub cut: bool,
}

impl Node {
    /// The same node after a move: its window as the side sees it that moves there.
    #[inline]
    pub(super) fn child(self, moves_again: bool) -> Node {
        let (alpha, beta) = if moves_again { (self.alpha, self.beta) } else { (-self.beta, -self.alpha) };
        Node { alpha, beta, ply: self.ply + 1, ..self }
    }

    /// The same node with a window that only tells whether the score is above alpha.
    #[inline]
    pub(super) fn null_window(self) -> Node {
        Node { beta: self.alpha + 1, ..self }
    }
}

/// The best score of a node so far, and the move that raised alpha.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    pub score: Score,
    pub m: Move,
}

impl BestMove {
    /// What the table is to remember of a node with this evaluation.
    pub(super) fn entry(self, eval: Score, depth: i32, bound: Bound) -> TtEntry {
        TtEntry { best: self.m, score: self.score, eval, depth, bound: Some(bound) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    Nothing,
    Move,
    /// This and all quiet moves after it.
    QuietMoves,
}

/// The evaluation of a node without a search.
#[derive(Clone, Copy)]
pub(super) struct StaticEval {
    /// As the evaluation says, for the table.
    pub raw: Score,
    /// Corrected by the history of such positions.
    pub corrected: Score,
}

/// What is known of a node before its first move.
pub(super) struct NodeInfo {
    pub key: u64,
    pub hit: Option<TtEntry>,
    pub table_move: Move,
    /// The evaluation; `None` where the side to move must answer a threat.
    pub eval: Option<StaticEval>,
    /// Whether the evaluation is better than at the same side's last turn.
    pub improving: bool,
    /// Whether this is a search without the table's move (step 10).
    pub is_partial: bool,
    /// The last move of the other side, and the move before it.
    pub before: [Option<PieceTo>; 2],
}

/// A move that is about to be tried.
pub(super) struct Candidate {
    pub m: Move,
    pub piece_to: PieceTo,
    pub victim: Option<KindId>,
    /// Whether it neither captures nor promotes.
    pub quiet: bool,
    /// Whether it is a capture or promotion that loses material.
    pub loses: bool,
    /// Whether it gives a check where checks are counted.
    pub progress: bool,
    /// How good a quiet move has been elsewhere.
    pub history_score: i32,
}

/// The moves tried so far.
pub(super) struct MoveLoop {
    pub best: BestMove,
    pub count: i32,
    pub quiets: i32,
}
