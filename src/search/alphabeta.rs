//! The main search: principal variation search with a table, in numbered steps.
//!
//! Every selective step (5 to 8, 11, 12) is left out by [`Pruning::Exhaustive`]; what remains
//! equals minimax to the same depth, which the tests check.

use super::convert::{signed, unsigned};
use super::history::{PieceTo, corrected};
use super::limits::{Bound, Pruning};
use super::order::{Picker, Stage, Wanted, is_quiet};
use super::params as p;
use super::score::{MAX_PLY, Score};
use super::thread::{BestMove, SearchThread};
use super::tt::TtEntry;
use crate::game::KindId;
use crate::position::{Move, Position};
use crate::variant::{NoMoves, TurnRule};

impl SearchThread<'_> {
    /// The score of a position for the side to move, fail-soft. `cut` tells that a cutoff is
    /// expected. The caller has set `evading` of the ply's frame.
    pub(super) fn search<const PV: bool>(
        &mut self,
        pos: &mut Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        debug_assert!(self.stack[ply].knows_check(pos), "the caller notes check");
        let evading = self.stack[ply].evading;
        let excluded = self.stack[ply].excluded;
        let root = ply == 0;
        let turn = self.stack[ply].turn;
        let selective = self.pruning == Pruning::Selective;

        // 1. Check extension; leaves.
        if self.stack[ply].extends && selective && signed(ply) < 2 * self.depth {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 && selective {
            return self.quiesce::<PV>(pos, alpha, beta, ply);
        }
        self.stack[ply].pv.clear();
        if self.should_stop() {
            return Score::DRAW;
        }
        if PV {
            self.seldepth = self.seldepth.max(ply);
        }

        // 2. Draws, solved endings, the end of the stack, shorter mates.
        if !root {
            if pos.is_over(ply) {
                return self.ended_score(pos, ply);
            }
            if let Some(score) = self.endings.score(pos, turn) {
                return score;
            }
            if depth <= 0 {
                return self.leaf_score(pos, ply);
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(pos);
            }
            if selective {
                alpha = alpha.max(Score::mated(turn));
                beta = beta.min(Score::mates(turn + 1));
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // 3. The table.
        let key = pos.search_key();
        let hit =
            if excluded == Move::NONE { self.table.probe_in_time(key, turn, pos.plies_left()) } else { None };
        if let Some(score) = hit.and_then(|hit| self.table_score(hit, depth, alpha, beta)).filter(|_| !PV) {
            return score;
        }
        let table_move = match hit {
            _ if root => self.best_pv.first().copied().unwrap_or(Move::NONE),
            Some(hit) if hit.best != Move::NONE && pos.is_legal(hit.best) => hit.best,
            _ => Move::NONE,
        };

        // 4. Evaluation.
        let raw = match hit {
            _ if evading => Score::DRAW,
            Some(hit) => hit.eval,
            None => self.evaluate(pos),
        };
        let (side, pawns) = (pos.side(), pos.pawn_key());
        let eval = if selective { corrected(raw, self.history.correction(side, pawns)) } else { raw };
        self.stack[ply].eval = eval;
        if selective && !evading && !root && excluded == Move::NONE {
            self.reward_swing(eval, ply);
        }
        let improving =
            !evading && self.last_turn(ply).is_some_and(|frame| !frame.evading && eval > frame.eval);
        let estimate = hit.filter(|hit| hit.is_better_than(eval)).map_or(eval, |hit| hit.score);
        if ply + 2 < self.stack.len() {
            self.stack[ply + 2].killers = [Move::NONE; 2];
        }

        let may_prune = selective && !PV && !evading && excluded == Move::NONE && ply >= self.null_from;
        if may_prune {
            // 5. Razoring: far below alpha only a tactic helps, and the quiescence search sees it.
            if depth <= self.params.razor_depth
                && !self.is_forced()
                && eval + self.params.razor * depth < alpha
            {
                let score = self.quiesce::<false>(pos, alpha, alpha + 1, ply);
                if score <= alpha {
                    return score;
                }
            }
            // 6. Reverse futility: far above beta at low depth.
            if depth <= self.params.reverse_depth
                && estimate - self.params.reverse * (depth - i32::from(improving)) >= beta
                && !estimate.is_mate()
            {
                return estimate;
            }
            // 7. Null move.
            if let Some(score) = self.try_null(pos, estimate, beta, depth, ply) {
                return score;
            }
        }
        // 8. Internal iterative reduction: without a table move the node is not ready for its depth.
        if selective
            && (PV || cut)
            && depth >= self.params.iir_depth
            && table_move == Move::NONE
            && excluded == Move::NONE
        {
            depth -= 1;
        }

        // 9. The moves, one after another.
        let mut picker = Picker::new(Wanted::All, table_move, self.picker_buffers.pop().unwrap_or_default());
        let mut best = BestMove { score: -Score::INFINITE, m: Move::NONE };
        let (mut count, mut quiets) = (0, 0);
        let alpha_before = alpha;
        let before = self.before(ply);
        self.stack[ply].failed.iter_mut().for_each(Vec::clear);
        while let Some(m) = picker.next(pos, self.advice(ply)) {
            if m == excluded || (root && !self.root.iter().any(|root| root.m == m && !root.taken)) {
                continue;
            }
            let Some(kind) = pos.kind_at(m.from()) else { continue };
            if count > 0 && self.misses(pos, m) {
                continue;
            }
            count += 1;
            let victim = pos.captured(m);
            let quiet = victim.is_none() && m.promotion().is_none();
            quiets += i32::from(quiet);
            let counted = self.checks && pos.checks_directly(m);
            let attacked = quiet && pos.is_among(m.from(), picker.attacked_men(pos));
            let piece_to = self.history.piece_to(kind, m.to(), attacked);
            let standing = if quiet { self.history.quiet(piece_to, before) } else { 0 };

            // 10. Singular extension: a table move that all others are far behind.
            let mut extension = 0;
            if let Some(hit) = hit
                .filter(|hit| selective && !root && m == table_move && self.is_singular_candidate(hit, depth))
                && signed(ply) < 2 * self.depth
            {
                let floor = hit.score - self.params.singular * depth;
                self.stack[ply].excluded = m;
                let others = self.search::<false>(pos, floor - 1, floor, (depth - 1) / 2, ply, cut);
                self.stack[ply].excluded = Move::NONE;
                self.stack[ply].failed.iter_mut().for_each(Vec::clear);
                if others < floor {
                    extension = 1 + i32::from(!PV && others < floor - self.params.double);
                } else if floor >= beta && !others.is_mate() && !PV {
                    // Several moves beat beta: no need to look which is best.
                    self.picker_buffers.push(picker.into_buffers());
                    return floor;
                } else if hit.score >= beta {
                    extension = -1;
                }
            }

            // 11. Moves that are not worth making at this depth.
            if selective && !root && !counted && best.score > -Score::MAX_EVAL {
                let reduced = (depth - self.reductions.of(depth, count)).max(1);
                if quiet && !evading {
                    let late = depth <= self.params.late_depth
                        && quiets > self.params.late_moves(depth, improving, self.branching);
                    let futile = !self.is_forced()
                        && reduced <= self.params.futility_depth
                        && !PV
                        && eval + self.params.futility_base + self.params.futility_per_depth * reduced
                            <= alpha;
                    if late {
                        picker.skip_quiets();
                        continue;
                    }
                    if futile && !pos.checks_directly(m) {
                        continue;
                    }
                    if reduced <= self.params.history_depth && standing < -self.params.history_low * reduced {
                        continue;
                    }
                }
                if depth <= self.params.see_depth
                    && !self.is_forced()
                    && !pos.takes_the_last(m)
                    && (quiet || picker.stage() == Stage::Bad)
                {
                    let loss = if quiet {
                        -self.params.see_quiet * reduced * reduced
                    } else {
                        -self.params.see_noisy * depth
                    };
                    if !pos.see(m, loss, self.evaluator.values()) {
                        continue;
                    }
                }
            }

            // 12. Late moves are searched less deeply, unless they turn out well; good captures less so.
            self.stack[ply].moved_quietly = quiet.then_some(piece_to);
            self.make_move(pos, m, ply, piece_to);
            let nodes_before = self.nodes;
            let new_depth = depth - 1 + extension;
            let mut score = -Score::INFINITE;
            let mut full = !PV || count > 1;
            if selective && depth >= p::LMR_DEPTH && count > 1 + i32::from(PV) && !counted {
                let mut less = self.reductions.of(depth, count) - standing / self.params.lmr_history;
                less += i32::from(cut) + i32::from(!improving) - i32::from(PV);
                less -= i32::from(!quiet) + i32::from(!quiet && picker.stage() != Stage::Bad);
                less -=
                    i32::from(self.stack[ply + 1].evading) + i32::from(self.stack[ply].killers.contains(&m));
                let shallow = (new_depth - less).clamp(1, new_depth.max(1));
                if shallow < new_depth {
                    score = self.search_child::<false>(pos, alpha, alpha + 1, shallow, ply, true);
                    full = score > alpha;
                }
            }
            // 13. Null window first, the whole window for what may be the principal variation.
            if full {
                score = self.search_child::<false>(pos, alpha, alpha + 1, new_depth, ply, !cut);
            }
            if PV && (count == 1 || score > alpha) {
                score = self.search_child::<true>(pos, alpha, beta, new_depth, ply, false);
            }
            pos.unmake();
            if self.stopped {
                self.picker_buffers.push(picker.into_buffers());
                return Score::DRAW;
            }

            // 14. What the move brought.
            if root {
                let spent = self.nodes - nodes_before;
                if let Some(root) = self.root.iter_mut().find(|root| root.m == m) {
                    root.nodes += spent;
                }
            }
            if self.update_best::<PV>(&mut best, m, score, (&mut alpha, beta), ply) {
                self.update_histories(m, piece_to, victim, quiet, depth, ply, before);
                break;
            }
            if m != best.m {
                self.stack[ply].fail(piece_to, victim, quiet);
            }
        }
        self.picker_buffers.push(picker.into_buffers());

        // 15. No moves: mate, or what the rules say.
        if count == 0 {
            return if excluded == Move::NONE { self.no_moves_score(pos, ply) } else { alpha };
        }

        if selective && !PV && excluded == Move::NONE && best.score <= alpha_before {
            self.reward_last_move(depth, ply);
        }

        // 16. Remember.
        let whole = !root || self.all_root_moves && !self.root.iter().any(|root| root.taken);
        if excluded == Move::NONE && whole {
            let bound = match best.score {
                score if score >= beta => Bound::Lower,
                score if score > alpha_before => Bound::Exact,
                _ => Bound::Upper,
            };
            let found = TtEntry { best: best.m, score: best.score, eval: raw, depth, bound: Some(bound) };
            let calm = best.m == Move::NONE || is_quiet(pos, best.m);
            if selective && found.is_better_than(eval) && calm && !evading && !best.score.is_mate() {
                self.history.update_correction(side, pawns, depth, best.score.0 - raw.0);
            }
            self.table.store(key, turn, found);
        }
        best.score
    }

    /// Passes the turn: if the opponent cannot profit from two moves in a row, a cutoff is sure
    /// enough. Wrong in zugzwang, so not with few men, and deep or doubtful results are verified.
    fn try_null(
        &mut self,
        pos: &mut Position,
        estimate: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let allowed = self.turns == TurnRule::Alternate
            && !self.is_forced()
            && depth >= p::NULL_DEPTH
            && estimate >= beta
            && !beta.is_mate();
        if !allowed || self.stack[ply - 1].moved.is_none() {
            return None;
        }
        let force: i32 = pos.men(pos.side()).map(|(kind, _)| self.evaluator.force(kind)).sum();
        if force == 0 {
            return None;
        }
        let doubtful = force < self.params.null_force || self.no_moves != NoMoves::Draw;
        let margin = ((estimate.0 - beta.0) / self.params.null_per_margin).min(self.params.null_margin_most);
        let reduced = depth - (self.params.null_base + depth / self.params.null_per_depth + margin);
        pos.make_null();
        self.nodes += 1;
        self.stack[ply].moved = None;
        (self.stack[ply + 1].evading, self.stack[ply + 1].extends) = (false, false);
        self.stack[ply + 1].turn = self.stack[ply].turn + 1;
        let score = -self.search::<false>(pos, -beta, -(beta - 1), reduced, ply + 1, true);
        pos.unmake_null();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_mate() { beta } else { score };
        if depth < self.params.null_verify && !doubtful {
            return Some(score);
        }
        // The same with moves instead of the pass, and no cheaper cutoffs for the next plies.
        let outer = self.null_from;
        self.null_from = ply + unsigned(reduced.max(1) * 3 / 4) + 1;
        let verified = self.search::<false>(pos, beta - 1, beta, reduced.max(1), ply, false);
        self.null_from = outer;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// What the table says a node of this depth is worth, if it settles it.
    fn table_score(&self, hit: TtEntry, depth: i32, alpha: Score, beta: Score) -> Option<Score> {
        let deep = if self.pruning == Pruning::Selective { hit.depth >= depth } else { hit.depth == depth };
        hit.cutoff(alpha, beta).filter(|_| deep)
    }

    /// The score of the position below `ply` as the side to move at `ply` sees it; the window is
    /// that side's as well.
    fn search_child<const PV: bool>(
        &mut self,
        pos: &mut Position,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if self.stack[ply + 1].moves_again {
            self.search::<PV>(pos, alpha, beta, depth, ply + 1, !PV && !cut)
        } else {
            -self.search::<PV>(pos, -beta, -alpha, depth, ply + 1, cut)
        }
    }

    /// A move has refuted the other side's play: it and those that failed before it are told.
    #[allow(clippy::too_many_arguments)]
    fn update_histories(
        &mut self,
        m: Move,
        piece_to: PieceTo,
        victim: Option<KindId>,
        quiet: bool,
        depth: i32,
        ply: usize,
        before: [Option<PieceTo>; 2],
    ) {
        let frame = &mut self.stack[ply];
        if quiet {
            if frame.killers[0] != m {
                frame.killers = [m, frame.killers[0]];
            }
            self.history.update_quiet(piece_to, before, depth, true);
            for &(failed, _) in &frame.failed[0] {
                self.history.update_quiet(failed, before, depth, false);
            }
        }
        self.update_capture_history(piece_to, victim, depth, ply);
    }

    /// A move has refuted the other side's play: it, if it captures, and the captures that failed before
    /// it are told.
    pub(super) fn update_capture_history(
        &mut self,
        m: PieceTo,
        victim: Option<KindId>,
        depth: i32,
        ply: usize,
    ) {
        if let Some(victim) = victim {
            self.history.update_capture(m, victim, depth, true);
        }
        for &(failed, victim) in &self.stack[ply].failed[1] {
            if let Some(victim) = victim {
                self.history.update_capture(failed, victim, depth, false);
            }
        }
    }

    /// Whether the table's move is worth a look at how far behind the others are.
    fn is_singular_candidate(&self, hit: &TtEntry, depth: i32) -> bool {
        let high = matches!(hit.bound, Some(Bound::Lower | Bound::Exact));
        let deep = hit.depth >= depth - self.params.singular_shallower;
        depth >= self.params.singular_depth && deep && high && !hit.score.is_mate()
    }

    /// The other side's last move, if it is quiet and the turn has gone over with it.
    fn last_quiet_move(&self, ply: usize) -> Option<PieceTo> {
        let last = &self.stack[ply.checked_sub(1)?];
        last.moved_quietly.filter(|_| last.moved.is_some() && !self.stack[ply].moves_again)
    }

    /// A quiet move has changed the evaluation: how good it is can be told before it is searched.
    fn reward_swing(&mut self, eval: Score, ply: usize) {
        let Some(m) = self.last_quiet_move(ply).filter(|_| !self.stack[ply - 1].evading) else { return };
        let gain = -eval.0 - self.stack[ply - 1].eval.0;
        self.history.reward_alone(
            m,
            (gain * self.params.swing).clamp(-self.params.swing_most, self.params.swing_most),
        );
    }

    /// No move has raised alpha: the other side's last move was good.
    fn reward_last_move(&mut self, depth: i32, ply: usize) {
        let Some(m) = self.last_quiet_move(ply) else { return };
        let before = self.before(ply - 1);
        self.history.reward_quiet(m, before, (depth * self.params.fail_low).min(self.params.fail_low_most));
    }
}
