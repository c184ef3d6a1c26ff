//! Cutoffs before any move of a node is tried, steps 5 to 7 of the main search.

use super::alphabeta::Known;
use super::convert::unsigned;
use super::node::Node;
use super::params as p;
use super::rules::{Urgency, urgency};
use super::score::Score;
use super::thread::SearchThread;
use crate::position::Position;

impl SearchThread<'_> {
    /// The score of a node that is so far above beta or below alpha that no move need be tried.
    pub(super) fn cut_early(&mut self, pos: &mut Position, node: Node, known: &Known) -> Option<Score> {
        let Node { alpha, beta, depth, .. } = node;
        let Known { hit, eval, improving, .. } = *known;
        // 5. Razoring: far below alpha only a tactic helps, and the quiescence search sees it.
        if depth <= self.params.razor_depth
            && self.rules.exchanges_tell()
            && eval + self.params.razor * depth < alpha
        {
            let score = self.quiesce::<false>(pos, node.null_window());
            if score <= alpha {
                return Some(score);
            }
        }
        // 6. Reverse futility: far above beta at low depth.
        let estimate = hit.filter(|hit| hit.is_better_than(eval)).map_or(eval, |hit| hit.score);
        if depth <= self.params.reverse_depth
            && estimate - self.params.reverse * (depth - i32::from(improving)) >= beta
            && !estimate.is_mate()
        {
            return Some(estimate);
        }
        // 7. Null move.
        self.try_null(pos, node, estimate)
    }

    /// Passes the turn: if the opponent cannot profit from two moves in a row, a cutoff is certain enough. In
    /// zugzwang that is wrong, so it is not tried without pieces besides pawns and kings, and it is verified
    /// with few of them or at great depth.
    fn try_null(&mut self, pos: &mut Position, node: Node, estimate: Score) -> Option<Score> {
        let Node { beta, depth, ply, .. } = node;
        let allowed = self.rules.may_pass && depth >= p::NULL_DEPTH && estimate >= beta && !beta.is_mate();
        if !allowed || self.stack[ply - 1].moved.is_none() {
            return None;
        }
        let material: i32 = pos.men(pos.side()).map(|(kind, _)| self.evaluator.non_pawn_material(kind)).sum();
        if material == 0 {
            return None;
        }
        let doubtful = material < self.params.null_force || self.rules.stalemate_decides;
        let above = (estimate.0 - beta.0) / self.params.null_per_margin;
        // Where captures are forced, a lead in the evaluation may turn with the next one.
        let margin = if self.rules.captures_forced { 0 } else { above.min(self.params.null_margin_most) };
        let reduced = depth - (self.params.null_base + depth / self.params.null_per_depth + margin);
        pos.make_null();
        self.nodes += 1;
        self.stack[ply].moved = None;
        let turn = self.stack[ply].turn;
        // Nothing is attacked that was not before, but the other side may be obliged to capture.
        let urgency = if self.rules.captures_forced { urgency(pos) } else { Urgency::default() };
        (self.stack[ply + 1].urgency, self.stack[ply + 1].turn) = (urgency, turn + 1);
        let window = Node { alpha: beta - 1, beta, depth: reduced, ply, cut: true };
        let score = -self.search::<false>(pos, window.child(false));
        pos.unmake_null();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_mate() { beta } else { score };
        if depth < self.params.null_verify && !doubtful {
            return Some(score);
        }
        // Verification: the same node with moves instead of the pass, and no cheap cutoffs for the next
        // plies.
        let outer = self.null_from;
        self.null_from = ply + unsigned(reduced.max(1) * 3 / 4) + 1;
        let verified = self.search::<false>(pos, Node { depth: reduced.max(1), cut: false, ..window });
        self.null_from = outer;
        (verified >= beta && !self.stopped).then_some(score)
    }
}
