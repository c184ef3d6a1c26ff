//! A node of the tree, and what the main search and the quiescence search both do there: enter it, look it
//! up, judge it, and note what a move brought.

use super::history::corrected;
use super::limits::Bound;
use super::rules::{end_score, no_moves_score};
use super::score::Score;
use super::thread::SearchThread;
use super::tt::TtEntry;
use crate::position::{Move, Position};

/// A node of the tree: the window, what is still to be searched, and the place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// What the side to move has elsewhere.
    pub alpha: Score,
    /// What the other side has elsewhere.
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

impl SearchThread<'_> {
    /// Begins a node; `false` if the search is to be stopped.
    #[inline]
    pub(super) fn enter<const PV: bool>(&mut self, ply: usize) -> bool {
        self.stack[ply].pv.clear();
        if self.should_stop() {
            return false;
        }
        if PV {
            self.seldepth = self.seldepth.max(ply);
        }
        true
    }

    /// The score of a node below the root at which the game is over or its ending solved.
    #[inline]
    pub(super) fn settled(&self, pos: &Position, ply: usize) -> Option<Score> {
        let frame = &self.stack[ply];
        if ply == 0 {
            None
        } else if pos.is_over(ply) {
            Some(end_score(pos, frame.turn, frame.urgency.evading))
        } else {
            self.endings.score(pos, frame.turn)
        }
    }

    /// What the table knows of a node.
    #[inline]
    pub(super) fn probe(&self, pos: &Position, key: u64, ply: usize) -> Option<TtEntry> {
        self.table.probe_in_time(key, self.stack[ply].turn, pos.plies_left())
    }

    /// The evaluation of a node, from the table if it is there, and what it is corrected to.
    #[inline]
    pub(super) fn judge(&mut self, pos: &Position, hit: Option<&TtEntry>) -> (Score, Score) {
        let raw = hit.map_or_else(|| self.evaluate(pos), |hit| hit.eval);
        (raw, corrected(raw, self.history.correction(pos.side(), pos.pawn_key())))
    }

    /// The evaluation, never a mate.
    pub(super) fn evaluate(&mut self, pos: &Position) -> Score {
        let score = self.evaluator.evaluate(pos) + self.errors.map_or(0, |errors| errors.noise(pos));
        Score(score).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }

    /// The score of a side without a legal move.
    pub(super) fn no_moves_score(&self, pos: &Position, ply: usize) -> Score {
        no_moves_score(pos, self.stack[ply].turn)
    }

    /// Notes the score of a move, which may be the best so far and raise alpha; whether it is a beta cutoff.
    #[inline]
    pub(super) fn update_best<const PV: bool>(
        &mut self,
        best: &mut BestMove,
        m: Move,
        score: Score,
        node: &mut Node,
    ) -> bool {
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score <= node.alpha {
            return false;
        }
        best.m = m;
        if PV {
            self.update_pv(m, node.ply);
            if node.ply == 0 {
                self.best_score = (score, if score < node.beta { Bound::Exact } else { Bound::Lower });
            }
        }
        if score < node.beta {
            node.alpha = score;
        }
        score >= node.beta
    }

    /// Notes a line that begins with `m`. At the root it is what will be played.
    fn update_pv(&mut self, m: Move, ply: usize) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&below[0].pv);
        if ply == 0 {
            self.best_pv.clone_from(pv);
        }
    }
}
