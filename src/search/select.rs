//! How deep a move of the main search is searched, if at all: steps 10 to 12.

use super::alphabeta::{Candidate, Known, Skip, Tried};
use super::convert::signed;
use super::limits::Bound;
use super::node::Node;
use super::params as p;
use super::score::Score;
use super::thread::SearchThread;
use super::tt::TtEntry;
use crate::position::{Move, Position};

impl SearchThread<'_> {
    /// Step 10, singular extension: plies more for a table move that all others are far behind. An error is
    /// the score of the node, where several moves beat beta.
    pub(super) fn extend_singular<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: Node,
        known: &Known,
    ) -> Result<i32, Score> {
        let Node { beta, depth, ply, .. } = node;
        let Some(hit) = known.hit.filter(|hit| self.is_singular_candidate(hit, depth)) else { return Ok(0) };
        if signed(ply) >= 2 * self.depth {
            return Ok(0);
        }
        let floor = hit.score - self.params.singular * depth;
        self.stack[ply].excluded = known.table_move;
        let others =
            self.search::<false>(pos, Node { alpha: floor - 1, beta: floor, depth: (depth - 1) / 2, ..node });
        self.stack[ply].excluded = Move::NONE;
        self.stack[ply].failed.iter_mut().for_each(Vec::clear);
        if others < floor {
            Ok(1 + i32::from(!PV && others < floor - self.params.double))
        } else if floor >= beta && !others.is_mate() && !PV {
            // Several moves beat beta: no need to look which is best.
            Err(floor)
        } else {
            Ok(-i32::from(hit.score >= beta))
        }
    }

    /// Whether the table's move is worth a look at how far behind the others are.
    fn is_singular_candidate(&self, hit: &TtEntry, depth: i32) -> bool {
        let high = matches!(hit.bound, Some(Bound::Lower | Bound::Exact));
        let deep = hit.depth >= depth - self.params.singular_shallower;
        depth >= self.params.singular_depth && deep && high && !hit.score.is_mate()
    }

    /// Step 11: whether a move is not worth making at this depth.
    #[inline]
    pub(super) fn skip<const PV: bool>(
        &self,
        pos: &Position,
        node: Node,
        known: &Known,
        candidate: &Candidate,
        tried: &Tried,
    ) -> Skip {
        let Candidate { m, quiet, standing, .. } = *candidate;
        let (depth, params) = (node.depth, &self.params);
        let protected = node.ply == 0 || candidate.progress || tried.best.score <= -Score::MAX_EVAL;
        if !self.is_selective() || protected {
            return Skip::Nothing;
        }
        let reduced = (depth - self.reductions.of(depth, tried.count) / p::PLY).max(1);
        if quiet && !known.evading {
            let most = params.late_moves(depth, known.improving, self.branching);
            if depth <= params.late_depth && tried.quiets > most {
                return Skip::QuietMoves;
            }
            let margin = params.futility_base + params.futility_per_depth * reduced;
            let futile = self.rules.exchanges_tell()
                && reduced <= params.futility_depth
                && !PV
                && known.eval + margin <= node.alpha;
            let low = reduced <= params.history_depth && standing < -params.history_low * reduced;
            if futile && !pos.checks_directly(m) || low {
                return Skip::Move;
            }
        }
        let loss = if quiet { params.see_quiet * reduced * reduced } else { params.see_noisy * depth };
        let loses = depth <= params.see_depth
            && (quiet || candidate.loses)
            && self.rules.wins_less(pos, m, -loss, self.evaluator.values());
        if loses { Skip::Move } else { Skip::Nothing }
    }

    /// Step 12: how many plies a late move is searched less deeply; good captures less so. The move has been
    /// made.
    #[inline]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: Node,
        known: &Known,
        candidate: &Candidate,
        count: i32,
    ) -> i32 {
        let Candidate { m, quiet, loses, standing, .. } = *candidate;
        let (frame, next) = (&self.stack[node.ply], &self.stack[node.ply + 1]);
        let params = &self.params;
        let terms = [
            (node.cut, params.lmr_cut),
            (!known.improving, params.lmr_worse),
            (PV, -params.lmr_pv),
            (!quiet, -params.lmr_noisy),
            (!quiet && !loses, -params.lmr_good),
            (next.urgency.evading, -params.lmr_urgent),
            (frame.killers.contains(&m), -params.lmr_killer),
        ];
        let terms: i32 = terms.iter().map(|&(holds, parts)| if holds { parts } else { 0 }).sum();
        let history = standing * p::PLY / params.lmr_history;
        (self.reductions.of(node.depth, count) + terms - history).div_euclid(p::PLY)
    }
}
