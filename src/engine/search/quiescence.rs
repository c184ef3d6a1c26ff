//! The quiescence search: captures and promotions until nothing hangs, evasions in check, all captures that
//! must be made, checks that are counted, and at first drops with check.

use super::limits::{Bound, MAX_PLY, Score};
use super::node::{BestMove, Node};
use super::ordering::{Picker, Wanted, is_quiet};
use super::params as p;
use super::rules::{QuietChecks, pressure, wins_at_once};
use super::threads::SearchThread;
use crate::rules::position::{Move, Position};

/// What decides which moves of a node are tried.
#[derive(Clone, Copy)]
struct TriedMoves {
    must_answer: bool,
    /// The score without a move; out of check the side to move need not capture.
    stand_pat: Score,
    checks: bool,
    one_check_wins: bool,
}

impl SearchThread<'_> {
    /// The quiescence search from a node of the main search. There the moves of a turn may be made in any
    /// order: a capture may come first, and the rest of the turn is then passed over.
    pub(super) fn quiesce<const PV: bool>(&mut self, pos: &mut Position, node: Node) -> Score {
        self.quiescence_root = node.ply;
        let fixed = pos.fix_order(false);
        let score = self.quiesce_node::<PV>(pos, node);
        pos.fix_order(fixed);
        score
    }

    /// The score of a position when only noisy moves are made, fail-soft. The caller has noted in the ply's
    /// frame how free the side to move is.
    fn quiesce_node<const PV: bool>(&mut self, pos: &mut Position, mut node: Node) -> Score {
        let ply = node.ply;
        if !self.enter::<PV>(ply) {
            return Score::DRAW;
        }
        debug_assert!(self.stack[ply].knows_check(pos), "the caller notes check");
        let (pressure, turn) = (self.stack[ply].pressure, self.stack[ply].turn);
        let must_answer = pressure.must_answer;

        // 1. Draws, solved endings, goals reached and the end of the stack.
        if let Some(score) = self.settled(pos, ply).or_else(|| self.arrives(pos, ply)) {
            return score;
        }
        let branching_out = must_answer && !pressure.extend && ply >= self.quiescence_root + p::FORCED_PLIES;
        if ply >= MAX_PLY - 1 || branching_out {
            return self.evaluate(pos);
        }

        // 2. The table.
        let key = pos.counters().search_key();
        let hit = self.probe(pos, key, ply);
        if !PV && let Some(score) = hit.and_then(|hit| hit.cutoff(node.alpha, node.beta)) {
            return score;
        }

        // The wall of a turn is left out: the other side may go on capturing.
        if !must_answer && pos.wall_is_due() {
            return self.without_wall::<PV>(pos, node);
        }

        // 3. Stand pat: out of check, the side to move is not obliged to capture.
        let (mut raw, mut stand_pat) = (Score::DRAW, -Score::INFINITE);
        let mut best = BestMove { score: Score::mated(turn), m: Move::NONE };
        if !must_answer {
            if self.rules.may_be_stalemate(pos) && !pos.has_legal_move() {
                return self.no_moves_score(pos, ply);
            }
            let eval = self.static_eval(pos, hit.as_ref());
            (raw, stand_pat) = (eval.raw, eval.corrected);
            best.score = stand_pat;
            if stand_pat >= node.beta {
                if hit.is_none_or(|hit| hit.bound.is_none()) {
                    self.table.store(key, turn, best.entry(raw, 0, Bound::Lower));
                }
                return stand_pat;
            }
            node.alpha = node.alpha.max(stand_pat);
        }

        // 4. The moves. Where checks are counted they are tried, too: at first, and always if one is
        // enough. Drops with check are tried at first.
        let one_check_wins = self.rules.one_check_wins(pos);
        let checks = one_check_wins || self.rules.counts_checks() && ply == self.quiescence_root;
        let tried = TriedMoves { must_answer, stand_pat, checks, one_check_wins };
        let known = hit.map_or(Move::NONE, |hit| hit.best);
        let fits = known != Move::NONE && (must_answer || !is_quiet(pos, known)) && pos.is_legal(known);
        // Where exchanges do not tell who is better, every move may be worth trying.
        let wanted = match () {
            () if must_answer || checks && !self.rules.exchanges_tell() => Wanted::All,
            () if checks => Wanted::NoisyAndChecks,
            () if self.rules.quiet_checks == QuietChecks::Drops && ply == self.quiescence_root => {
                Wanted::NoisyAndDrops
            }
            () => Wanted::Noisy,
        };
        let buffers = self.picker_buffers.pop().unwrap_or_default();
        let mut picker = Picker::new(wanted, if fits { known } else { Move::NONE }, buffers);
        self.try_noisy_moves::<PV>(pos, &mut node, tried, &mut best, &mut picker);
        self.picker_buffers.push(picker.buffers);
        if self.stopped {
            return Score::DRAW;
        }
        if must_answer && best.score == Score::mated(turn) {
            best.score = self.no_moves_score(pos, ply);
        }

        // 6. Remember.
        let bound = if best.score >= node.beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, turn, best.entry(raw, 0, bound));
        best.score
    }

    /// The score of a node below the root at which the side to move reaches its goal. As a rule that is a
    /// quiet move, which is not tried here, and which the main search might leave out.
    #[inline]
    pub(super) fn arrives(&mut self, pos: &Position, ply: usize) -> Option<Score> {
        let m = if ply > 0 { pos.arrival() } else { None }?;
        self.stack[ply + 1].pv.clear();
        self.update_pv(m, ply);
        Some(Score::mates(self.stack[ply].turn + 1))
    }

    /// The score of a node where a wall is due, if none is put.
    #[cold]
    fn without_wall<const PV: bool>(&mut self, pos: &mut Position, node: Node) -> Score {
        let turn = self.stack[node.ply].turn;
        pos.make_null();
        self.nodes += 1;
        self.stack[node.ply].moved = None;
        let next = &mut self.stack[node.ply + 1];
        (next.pressure, next.turn, next.moves_again) = (pressure(pos), turn + 1, false);
        let score = -self.quiesce_node::<PV>(pos, node.child(false));
        pos.unmake();
        score
    }

    /// Tries the moves of a node, one after another.
    #[inline]
    fn try_noisy_moves<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: &mut Node,
        tried: TriedMoves,
        best: &mut BestMove,
        picker: &mut Picker,
    ) {
        let ply = node.ply;
        self.stack[ply].failed[1].clear();
        while let Some(m) = picker.next(pos, self.advice(ply)) {
            if tried.must_answer {
                // One evasion that is not mate is enough; captures may still be better.
                if best.score > -Score::MAX_EVAL {
                    picker.skip_quiets = true;
                    if is_quiet(pos, m) {
                        continue;
                    }
                }
            } else if self.misses(pos, m) || self.is_hopeless(pos, m, node.alpha, tried, best) {
                continue;
            }
            self.table.prefetch(pos.key_after(m));
            let Some(piece_to) = self.history.piece_to(pos, m, false) else { continue };
            let victim = pos.captured(m).map(|victim| victim.kind);
            self.make_move(pos, m, ply, piece_to);
            let again = self.stack[ply + 1].moves_again;
            let score = self.quiesce_node::<PV>(pos, node.child(again));
            let score = if again { score } else { -score };
            pos.unmake();
            if self.stopped {
                return;
            }
            if self.update_best::<PV>(best, m, score, node) {
                self.reward_capture(piece_to, victim, Node { depth: 1, ..*node });
                return;
            }
            if m != best.m {
                self.stack[ply].fail(piece_to, victim, false);
            }
        }
    }

    /// Step 5: whether a move out of check is not worth trying: a capture that cannot reach alpha, or a move
    /// that loses material. Where checks do not count, every drop that is tried gives check.
    #[inline]
    fn is_hopeless(
        &self,
        pos: &Position,
        m: Move,
        alpha: Score,
        tried: TriedMoves,
        best: &mut BestMove,
    ) -> bool {
        if !self.rules.exchanges_tell() || wins_at_once(pos, m) {
            return false;
        }
        let progress =
            if tried.checks { self.rules.is_progress(pos, m) } else { m.dropped(pos.game()).is_some() };
        let values = self.evaluator.values();
        let gain = self.rules.gain(pos, m, self.evaluator.prizes());
        let reach = tried.stand_pat + gain + p::DELTA;
        if !progress && reach <= alpha {
            best.score = best.score.max(reach);
            return true;
        }
        !(tried.one_check_wins && progress || !self.rules.alternates || pos.see(m, 0, values))
    }
}
