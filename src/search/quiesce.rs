//! The quiescence search: captures and promotions until nothing hangs, evasions in check, all
//! captures that must be made, and checks that are counted.

use super::frame::Frame;
use super::history::corrected;
use super::limits::Bound;
use super::order::{Picker, Wanted, is_quiet};
use super::params as p;
use super::score::{MAX_PLY, Score};
use super::thread::{BestMove, SearchThread};
use super::tt::TtEntry;
use crate::position::{HalfOrder, Move, Position};
use crate::variant::{NoMoves, TurnRule};

/// With at most so many men, a side that loses or wins by having no move is asked whether it has.
const FEW_MEN: u32 = 4;

impl SearchThread<'_> {
    /// The quiescence search from a node of this search. There the moves of a turn may be made in
    /// any order: a capture may come first, and the rest of the turn is then passed over.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        pos: &mut Position,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        pos.set_half_order(HalfOrder::Free);
        self.quiescence_root = ply;
        let score = self.quiesce_node::<PV>(pos, alpha, beta, ply);
        pos.set_half_order(self.order);
        score
    }

    /// The score of a position when only noisy moves are made, fail-soft. The caller has set
    /// `evading` of the ply's frame.
    pub(super) fn quiesce_node<const PV: bool>(
        &mut self,
        pos: &mut Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.stack[ply].pv.clear();
        if self.should_stop() {
            return Score::DRAW;
        }
        if PV {
            self.seldepth = self.seldepth.max(ply);
        }
        debug_assert!(self.stack[ply].knows_check(pos), "the caller notes check");
        let Frame { evading, extends, turn, .. } = self.stack[ply];

        // 1. Draws, solved endings and the end of the stack.
        if ply > 0 && pos.is_over(ply) {
            return self.ended_score(pos, ply);
        }
        if let Some(score) = self.endings.score(pos, turn).filter(|_| ply > 0) {
            return score;
        }
        let branching_out = evading && !extends && ply >= self.quiescence_root + p::FORCED_PLIES;
        if ply >= MAX_PLY - 1 || branching_out {
            return self.evaluate(pos);
        }

        // 2. The table.
        let key = pos.search_key();
        let hit = self.table.probe_in_time(key, turn, pos.plies_left());
        if let Some(score) = hit.and_then(|hit| hit.cutoff(alpha, beta)).filter(|_| !PV) {
            return score;
        }

        // 3. Standing pat: nobody is forced to capture who is not evading.
        let mut raw = Score::DRAW;
        let mut best = BestMove { score: Score::mated(turn), m: Move::NONE };
        let mut stand = -Score::INFINITE;
        if !evading {
            let doubtful = self.turns != TurnRule::Alternate
                || self.no_moves != NoMoves::Draw && pos.men_count(pos.side()) <= FEW_MEN;
            if doubtful && !pos.has_legal_move() {
                return self.no_moves_score(pos, ply);
            }
            raw = hit.map_or_else(|| self.evaluate(pos), |hit| hit.eval);
            stand = corrected(raw, self.history.correction(pos.side(), pos.pawn_key()));
            best.score = stand;
            if stand >= beta {
                if hit.is_none() {
                    self.table.store(key, turn, leaf(best, raw, Bound::Lower));
                }
                return stand;
            }
            alpha = alpha.max(stand);
        }

        // 4. The moves.
        let known = hit.map_or(Move::NONE, |hit| hit.best);
        let known = if known != Move::NONE && (evading || !is_quiet(pos, known)) && pos.is_legal(known) {
            known
        } else {
            Move::NONE
        };
        // Where checks are counted they are tried, too: at first, and always if one is enough.
        let last = self.checks && pos.checks_left().is_some_and(|left| left[pos.side().index()] == 1);
        let checks = last || self.checks && ply == self.quiescence_root;
        let wanted = if evading || checks { Wanted::All } else { Wanted::Noisy };
        let mut picker = Picker::new(wanted, known, self.picker_buffers.pop().unwrap_or_default());
        self.stack[ply].failed[1].clear();
        while let Some(m) = picker.next(pos, self.advice(ply)) {
            let Some(kind) = pos.kind_at(m.from()) else { continue };
            if !evading && self.misses(pos, m) {
                continue;
            }
            let values = self.evaluator.values();
            let counted = checks && pos.checks_directly(m);
            let decides = last && counted;
            if !evading && !self.is_forced() && !pos.takes_the_last(m) {
                // 5. Quiet moves that count for nothing, captures that cannot reach alpha, and what loses
                // material.
                if checks && !counted && is_quiet(pos, m) {
                    continue;
                }
                let gain = pos.captured(m).map_or(0, |victim| values[victim.index()])
                    + m.promotion().map_or(0, |new| values[new.index()] - values[kind.index()]);
                if !counted && stand + gain + self.params.delta <= alpha {
                    best.score = best.score.max(stand + gain + self.params.delta);
                    continue;
                }
                if !decides && !pos.see(m, 0, values) {
                    continue;
                }
            } else if evading && best.score > -Score::MAX_EVAL {
                // One evasion that is not mate is enough; captures may still be better.
                picker.skip_quiets();
                if is_quiet(pos, m) {
                    continue;
                }
            }
            let (piece_to, victim) = (self.history.piece_to(kind, m.to(), false), pos.captured(m));
            self.make_move(pos, m, ply, piece_to);
            let score = if self.stack[ply + 1].moves_again {
                self.quiesce_node::<PV>(pos, alpha, beta, ply + 1)
            } else {
                -self.quiesce_node::<PV>(pos, -beta, -alpha, ply + 1)
            };
            pos.unmake();
            if self.stopped {
                break;
            }
            if self.update_best::<PV>(&mut best, m, score, (&mut alpha, beta), ply) {
                self.update_capture_history(piece_to, victim, 1, ply);
                break;
            }
            if m != best.m {
                self.stack[ply].fail(piece_to, victim, false);
            }
        }
        self.picker_buffers.push(picker.into_buffers());
        if self.stopped {
            return Score::DRAW;
        }
        if evading && best.score == Score::mated(turn) {
            best.score = self.no_moves_score(pos, ply);
        }

        // 6. Remember.
        let bound = if best.score >= beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, turn, leaf(best, raw, bound));
        best.score
    }
}

/// What the quiescence search has found of a position with this evaluation.
fn leaf(best: BestMove, eval: Score, bound: Bound) -> TtEntry {
    TtEntry { best: best.m, score: best.score, eval, depth: 0, bound: Some(bound) }
}
