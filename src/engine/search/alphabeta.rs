//! The main search: principal variation search with a table, in steps numbered from 1 to 16.
//!
//! Every selective step (5 to 8, 10 to 12) is left out by
//! [`Pruning::Exhaustive`](super::limits::Pruning::Exhaustive). What remains equals minimax to the
//! same depth, which the tests check.

use super::history::corrected;
use super::limits::{Bound, MAX_PLY, Score};
use super::node::{BestMove, Candidate, MoveLoop, Node, NodeInfo, Skip, StaticEval};
use super::ordering::{Picker, Stage, Wanted, is_quiet};
use super::params as p;
use super::rules::{Pressure, pressure, score_of};
use super::table::TtEntry;
use super::threads::{Frame, SearchThread};
use crate::engine::convert::{signed, unsigned};
use crate::rules::position::{Horizon, Move, Position};

impl SearchThread<'_> {
    /// The score of a position for the side to move, fail-soft. The caller has noted in the ply's frame
    /// what that side must answer.
    pub(super) fn search<const PV: bool>(&mut self, pos: &mut Position, mut node: Node) -> Score {
        let ply = node.ply;
        debug_assert!(self.stack[ply].knows_check(pos), "the caller notes check");
        let selective = self.is_selective();

        // 1. Check extension; leaves.
        if self.stack[ply].pressure.extend && selective && signed(ply) < 2 * self.depth {
            node.depth = node.depth.max(0) + 1;
        }
        if node.depth <= 0 && selective {
            return self.quiesce::<PV>(pos, node);
        }
        if !self.enter::<PV>(ply) {
            return Score::DRAW;
        }

        // 2. Draws, solved endings, the end of the stack, shorter mates.
        if let Some(score) = self.end_of_line(pos, &mut node, selective) {
            return score;
        }

        if selective && let Some(score) = self.arrives(pos, ply) {
            return score;
        }

        // 3. The table.
        let excluded = self.stack[ply].excluded;
        let key = pos.counters().search_key();
        let hit = if excluded == Move::NONE { self.probe(pos, key, ply) } else { None };
        if !PV && let Some(score) = hit.and_then(|hit| table_score(hit, node, selective)) {
            return score;
        }

        // 4. Evaluation.
        let info = self.assess(pos, node, hit, key);

        // 5 to 7. Cutoffs before any move.
        // Before a wall it is the other side that can go on, so that the evaluation tells too little.
        let calm = self.rules.alternates && !pos.wall_is_due();
        let may_cut = selective && calm && !PV && !info.is_partial && ply >= self.null_from;
        if may_cut
            && let Some(eval) = info.eval
            && let Some(score) = self.cut_early(pos, node, &info, eval.corrected)
        {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }
        // 8. Internal iterative reduction: without a table move the node is not ready for its depth.
        let unprepared = info.table_move == Move::NONE && !info.is_partial;
        if selective && (PV || node.cut) && unprepared && node.depth >= p::IIR_DEPTH {
            node.depth -= 1;
        }

        // 9 to 14. The moves.
        let alpha = node.alpha;
        let buffers = self.picker_buffers.pop().unwrap_or_default();
        let mut picker = Picker::new(Wanted::All, info.table_move, buffers);
        let tried = self.try_moves::<PV>(pos, &mut node, &info, &mut picker);
        self.picker_buffers.push(picker.buffers);
        match tried {
            // 15. No moves: mate, or what the rules say.
            Ok(MoveLoop { count: 0, .. }) if info.is_partial => alpha,
            Ok(MoveLoop { count: 0, .. }) => self.no_moves_score(pos, ply),
            Ok(tried) => self.conclude::<PV>(pos, Node { alpha, ..node }, &info, tried.best),
            Err(score) => score,
        }
    }

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

    /// Step 2: the score of a node that is not searched further; bounds the window by the shortest mates.
    #[inline]
    fn end_of_line(&mut self, pos: &mut Position, node: &mut Node, selective: bool) -> Option<Score> {
        let ply = node.ply;
        let settled = self.settled(pos, ply);
        if settled.is_some() || ply == 0 {
            return settled;
        }
        if node.depth <= 0 {
            let score = if pos.has_legal_move() { self.evaluate(pos) } else { self.no_moves_score(pos, ply) };
            return Some(score);
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluate(pos));
        }
        if selective {
            let turn = self.stack[ply].turn;
            node.alpha = node.alpha.max(Score::mated(turn));
            node.beta = node.beta.min(Score::mates(turn + 1));
        }
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// The score of a node below the root at which the game is over or its ending solved.
    #[inline]
    pub(super) fn settled(&self, pos: &Position, ply: usize) -> Option<Score> {
        let frame = &self.stack[ply];
        if ply == 0 {
            None
        } else if let Some(outcome) = pos.end(Horizon::Search(ply)) {
            Some(score_of(outcome, pos.side(), frame.turn))
        } else {
            self.endings.score(pos, frame.turn)
        }
    }

    /// The score of a side without a legal move.
    pub(super) fn no_moves_score(&self, pos: &Position, ply: usize) -> Score {
        score_of(pos.without_moves(), pos.side(), self.stack[ply].turn)
    }

    /// What the table knows of a node.
    #[inline]
    pub(super) fn probe(&self, pos: &Position, key: u64, ply: usize) -> Option<TtEntry> {
        self.table.probe_in_time(key, self.stack[ply].turn, pos.counters().plies_left())
    }

    /// Step 4: judges a node, and rewards the quiet move that led to it by what it changed.
    #[inline]
    fn assess(&mut self, pos: &Position, node: Node, hit: Option<TtEntry>, key: u64) -> NodeInfo {
        let ply = node.ply;
        let is_partial = self.stack[ply].excluded != Move::NONE;
        let selective = self.is_selective();
        let table_move = match hit {
            _ if ply == 0 => self.best_pv.first().copied().unwrap_or(Move::NONE),
            Some(hit) if hit.best != Move::NONE && pos.is_legal(hit.best) => hit.best,
            _ => Move::NONE,
        };
        let eval = if is_partial {
            // The search of the whole node has evaluated it, and the table learns nothing from a part of it.
            self.stack[ply].eval.map(|eval| StaticEval { raw: eval, corrected: eval })
        } else if self.stack[ply].pressure.must_answer {
            None
        } else {
            Some(self.static_eval(pos, hit.as_ref()))
        };
        if !is_partial && let Some(eval) = eval {
            if hit.is_none() {
                // A cutoff before the first move may come, and stores nothing.
                self.table.store(key, self.stack[ply].turn, TtEntry::of_evaluation(eval.raw));
            }
            if selective && ply > 0 {
                self.reward_swing(eval.corrected, ply);
            }
        }
        self.stack[ply].eval = eval.map(|eval| eval.corrected);
        let is_better = |frame: &Frame| eval.zip(frame.eval).is_some_and(|(now, then)| now.corrected > then);
        let improving = self.last_turn(ply).is_some_and(is_better);
        if let Some(frame) = self.stack.get_mut(ply + 2) {
            frame.killers = [Move::NONE; 2];
        }
        let before = self.before(ply);
        NodeInfo { key, hit, table_move, eval, improving, is_partial, before }
    }

    /// The evaluation of a node, from the table if it is there, and what it is corrected to.
    #[inline]
    pub(super) fn static_eval(&mut self, pos: &Position, hit: Option<&TtEntry>) -> StaticEval {
        let raw = hit.map_or_else(|| self.evaluate(pos), |hit| hit.eval);
        let corrected = corrected(raw, self.history.correction(pos.side(), pos.pawn_key()));
        StaticEval { raw, corrected }
    }

    /// The evaluation, never a mate.
    pub(super) fn evaluate(&mut self, pos: &Position) -> Score {
        let score = self.evaluator.evaluate(pos) + self.errors.map_or(0, |errors| errors.noise(pos));
        Score(score).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }

    /// The score of a node that is so far above beta or below alpha that no move need be tried.
    pub(super) fn cut_early(
        &mut self,
        pos: &mut Position,
        node: Node,
        info: &NodeInfo,
        eval: Score,
    ) -> Option<Score> {
        let Node { alpha, beta, depth, .. } = node;
        let NodeInfo { hit, improving, .. } = *info;
        // 5. Razoring: far below alpha only a tactic helps, and the quiescence search sees it.
        if depth <= p::RAZOR_DEPTH && self.rules.exchanges_tell() && eval + p::RAZOR * depth < alpha {
            let score = self.quiesce::<false>(pos, node.null_window());
            if score <= alpha {
                return Some(score);
            }
        }
        // 6. Reverse futility: far above beta at low depth.
        let estimate = hit.filter(|hit| hit.is_better_than(eval)).map_or(eval, |hit| hit.score);
        if depth <= p::REVERSE_DEPTH
            && estimate - p::REVERSE * (depth - i32::from(improving)) >= beta
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
        let material: i32 =
            pos.pieces(pos.side()).map(|(kind, _)| self.evaluator.non_pawn_material(kind)).sum();
        if material == 0 {
            return None;
        }
        let doubtful = material < p::NULL_FORCE || self.rules.stalemate_decides;
        let above = (estimate.0 - beta.0) / p::NULL_PER_MARGIN;
        // Where captures are forced, a lead in the evaluation may turn with the next one.
        let margin = if self.rules.captures_forced { 0 } else { above.min(p::NULL_MARGIN_MOST) };
        let reduced = depth - (p::NULL_BASE + depth / p::NULL_PER_DEPTH + margin);
        pos.make_null();
        self.nodes += 1;
        self.stack[ply].moved = None;
        let turn = self.stack[ply].turn;
        // Nothing is attacked that was not before, but the other side may be obliged to capture.
        let pressure = if self.rules.captures_forced { pressure(pos) } else { Pressure::default() };
        (self.stack[ply + 1].pressure, self.stack[ply + 1].turn) = (pressure, turn + 1);
        let window = Node { alpha: beta - 1, beta, depth: reduced, ply, cut: true };
        let score = -self.search::<false>(pos, window.child(false));
        pos.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_mate() { beta } else { score };
        if depth < p::NULL_VERIFY && !doubtful {
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

    /// Step 9: tries the moves one after another; an error is a score that ends the node.
    fn try_moves<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: &mut Node,
        info: &NodeInfo,
        picker: &mut Picker,
    ) -> Result<MoveLoop, Score> {
        let ply = node.ply;
        let excluded = self.stack[ply].excluded;
        let best = BestMove { score: -Score::INFINITE, m: Move::NONE };
        let mut tried = MoveLoop { best, count: 0, quiets: 0 };
        self.stack[ply].failed.iter_mut().for_each(Vec::clear);
        while let Some(m) = picker.next(pos, self.advice(ply)) {
            let elsewhere = ply == 0 && !self.root.iter().any(|root| root.m == m && !root.taken);
            if m == excluded || elsewhere || tried.count > 0 && self.misses(pos, m) {
                continue;
            }
            // As early as possible: memory is slower than all that comes before the probe.
            self.table.prefetch(pos.key_after(m));
            let Some(candidate) = self.candidate(pos, m, info, picker) else { continue };
            tried.count += 1;
            tried.quiets += i32::from(candidate.quiet);
            // 10. Singular extension.
            let extension = if self.is_selective() && m == info.table_move && ply > 0 {
                self.extend_singular::<PV>(pos, *node, info)?
            } else {
                0
            };
            // 11. Moves that are not worth making at this depth.
            match self.skip::<PV>(pos, *node, info, &candidate, &tried) {
                Skip::Nothing => {}
                Skip::Move => continue,
                Skip::QuietMoves => {
                    picker.skip_quiets = true;
                    continue;
                }
            }
            // 12 and 13. The search of the move.
            let score = self.search_move::<PV>(pos, *node, info, &candidate, tried.count, extension);
            if self.stopped {
                return Err(Score::DRAW);
            }
            // 14. What the move brought.
            if self.update_best::<PV>(&mut tried.best, m, score, node) {
                self.reward_cutoff(&candidate, *node, info.before);
                break;
            }
            if m != tried.best.m {
                self.stack[ply].fail(candidate.piece_to, candidate.victim, candidate.quiet);
            }
        }
        Ok(tried)
    }

    /// A move, and what the search wants to know of it.
    #[inline]
    fn candidate(&self, pos: &Position, m: Move, info: &NodeInfo, picker: &mut Picker) -> Option<Candidate> {
        let victim = pos.captured(m).map(|victim| victim.kind);
        let quiet = victim.is_none() && m.promotion(pos.game()).is_none();
        let attacked = quiet && picker.attacked_pieces(pos).holds(m.from());
        let piece_to = self.history.piece_to(pos, m, attacked)?;
        Some(Candidate {
            m,
            piece_to,
            victim,
            quiet,
            loses: picker.stage == Stage::Bad,
            progress: self.rules.is_progress(pos, m),
            history_score: if quiet { self.history.quiet(piece_to, info.before) } else { 0 },
        })
    }

    /// Step 10, singular extension: plies more for a table move that all others are far behind. An error is
    /// the score of the node, where several moves beat beta.
    pub(super) fn extend_singular<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: Node,
        info: &NodeInfo,
    ) -> Result<i32, Score> {
        let Node { beta, depth, ply, .. } = node;
        let Some(hit) = info.hit.filter(|hit| Self::is_singular_candidate(hit, depth)) else { return Ok(0) };
        if signed(ply) >= 2 * self.depth {
            return Ok(0);
        }
        let floor = hit.score - p::SINGULAR * depth;
        self.stack[ply].excluded = info.table_move;
        let others =
            self.search::<false>(pos, Node { alpha: floor - 1, beta: floor, depth: (depth - 1) / 2, ..node });
        self.stack[ply].excluded = Move::NONE;
        self.stack[ply].failed.iter_mut().for_each(Vec::clear);
        if self.stopped {
            Err(Score::DRAW)
        } else if others < floor {
            Ok(1 + i32::from(!PV && others < floor - p::DOUBLE))
        } else if floor >= beta && !others.is_mate() && !PV {
            // Several moves beat beta: no need to look which is best.
            Err(floor)
        } else {
            Ok(-i32::from(hit.score >= beta))
        }
    }

    /// Whether the table's move is worth a look at how far behind the others are.
    fn is_singular_candidate(hit: &TtEntry, depth: i32) -> bool {
        let high = matches!(hit.bound, Some(Bound::Lower | Bound::Exact));
        let deep = hit.depth >= depth - p::SINGULAR_SHALLOWER;
        depth >= p::SINGULAR_DEPTH && deep && high && !hit.score.is_mate()
    }

    /// Step 11: whether a move is not worth making at this depth.
    #[inline]
    pub(super) fn skip<const PV: bool>(
        &self,
        pos: &Position,
        node: Node,
        info: &NodeInfo,
        candidate: &Candidate,
        tried: &MoveLoop,
    ) -> Skip {
        let Candidate { m, quiet, history_score, .. } = *candidate;
        let depth = node.depth;
        let protected = node.ply == 0 || candidate.progress || tried.best.score <= -Score::MAX_EVAL;
        if !self.is_selective() || protected {
            return Skip::Nothing;
        }
        let reduced = (depth - p::reduction(depth, tried.count) / p::PLY).max(1);
        if quiet && let Some(eval) = info.eval {
            let most = p::late_moves(depth, info.improving, self.branching);
            if depth <= p::LATE_DEPTH && tried.quiets > most {
                return Skip::QuietMoves;
            }
            let margin = p::FUTILITY_BASE + p::FUTILITY_PER_DEPTH * reduced;
            let futile = self.rules.exchanges_tell()
                && self.rules.alternates
                && reduced <= p::FUTILITY_DEPTH
                && !PV
                && eval.corrected + margin <= node.alpha;
            let low = reduced <= p::HISTORY_DEPTH && history_score < -p::HISTORY_LOW * reduced;
            if futile && !pos.checks_directly(m) || low {
                return Skip::Move;
            }
        }
        let loss = if quiet { p::SEE_QUIET * reduced * reduced } else { p::SEE_NOISY * depth };
        let loses = depth <= p::SEE_DEPTH
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
        info: &NodeInfo,
        candidate: &Candidate,
        count: i32,
    ) -> i32 {
        let Candidate { m, quiet, loses, history_score, .. } = *candidate;
        let (frame, next) = (&self.stack[node.ply], &self.stack[node.ply + 1]);
        let terms = [
            (node.cut, p::LMR_CUT),
            (!info.improving, p::LMR_WORSE),
            (PV, -p::LMR_PV),
            (!quiet, -p::LMR_NOISY),
            (!quiet && !loses, -p::LMR_GOOD),
            (next.pressure.must_answer, -p::LMR_URGENT),
            (frame.killers.contains(&m), -p::LMR_KILLER),
        ];
        let terms: i32 = terms.iter().map(|&(holds, parts)| if holds { parts } else { 0 }).sum();
        let history = history_score * p::PLY / p::LMR_HISTORY;
        (p::reduction(node.depth, count) + terms - history).div_euclid(p::PLY)
    }

    /// Makes a move and searches what follows: late moves less deeply (12), then with a window that only
    /// tells whether it is better, and what may be the principal variation with the whole window (13).
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: Node,
        info: &NodeInfo,
        candidate: &Candidate,
        count: i32,
        extension: i32,
    ) -> Score {
        let ply = node.ply;
        self.stack[ply].moved_quietly = candidate.quiet.then_some(candidate.piece_to);
        self.make_move(pos, candidate.m, ply, candidate.piece_to);
        let whole = Node { depth: node.depth - 1 + extension, ..node };
        let narrow = whole.null_window();
        let mut score = -Score::INFINITE;
        let mut full = !PV || count > 1;
        // 12. Late moves are searched less deeply, unless they turn out well.
        let late = node.depth >= p::LMR_DEPTH && count > 1 + i32::from(PV);
        if self.is_selective() && late && !candidate.progress {
            let less = self.reduction::<PV>(node, info, candidate, count);
            let depth = (whole.depth - less).clamp(1, whole.depth.max(1));
            if depth < whole.depth {
                score = self.search_child::<false>(pos, Node { depth, cut: true, ..narrow });
                full = score > node.alpha;
            }
        }
        // 13. Null window first, the whole window for what may be the principal variation.
        if full {
            score = self.search_child::<false>(pos, Node { cut: !node.cut, ..narrow });
        }
        if PV && (count == 1 || score > node.alpha) {
            score = self.search_child::<true>(pos, Node { cut: false, ..whole });
        }
        pos.unmake();
        score
    }

    /// The score of the position below a node for the side that has moved there. The window and the depth of
    /// `node` are those for the move, and `cut` is for the node below.
    #[inline]
    fn search_child<const PV: bool>(&mut self, pos: &mut Position, node: Node) -> Score {
        let again = self.stack[node.ply + 1].moves_again;
        let child = node.child(again);
        if again {
            self.search::<PV>(pos, Node { cut: !PV && !node.cut, ..child })
        } else {
            -self.search::<PV>(pos, child)
        }
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
                let bound = if score < node.beta { Bound::Exact } else { Bound::Lower };
                self.best_score = Some((score, bound));
            }
        }
        if score < node.beta {
            node.alpha = score;
        }
        score >= node.beta
    }

    /// Notes a line that begins with `m`. At the root it is what will be played.
    pub(super) fn update_pv(&mut self, m: Move, ply: usize) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&below[0].pv);
        if ply == 0 {
            self.best_pv.clone_from(pv);
        }
    }

    /// Step 16: learns from the score of a node, and remembers it. Its alpha is that before the first move.
    #[inline]
    fn conclude<const PV: bool>(
        &mut self,
        pos: &Position,
        node: Node,
        info: &NodeInfo,
        best: BestMove,
    ) -> Score {
        let NodeInfo { eval, is_partial, .. } = *info;
        let raw = eval.map_or(Score::DRAW, |eval| eval.raw);
        let selective = self.is_selective();
        let low = best.score <= node.alpha;
        if selective && !PV && !is_partial && low {
            self.reward_last_move(node.depth, node.ply);
        }
        let whole = node.ply > 0 || self.all_root_moves && !self.root.iter().any(|root| root.taken);
        if !is_partial && whole {
            let bound = match best.score {
                score if score >= node.beta => Bound::Lower,
                _ if low => Bound::Upper,
                _ => Bound::Exact,
            };
            let found = best.entry(raw, node.depth, bound);
            let calm = best.m == Move::NONE || is_quiet(pos, best.m);
            if selective
                && let Some(StaticEval { corrected, .. }) = eval
                && found.is_better_than(corrected)
                && calm
                && !best.score.is_mate()
            {
                let error = best.score.0 - raw.0;
                self.history.update_correction(pos.side(), pos.pawn_key(), node.depth, error);
            }
            self.table.store(info.key, self.stack[node.ply].turn, found);
        }
        best.score
    }
}

/// What the table says a node of this depth is worth, if that settles it.
#[inline]
fn table_score(hit: TtEntry, node: Node, selective: bool) -> Option<Score> {
    let deep = if selective { hit.depth >= node.depth } else { hit.depth == node.depth };
    hit.cutoff(node.alpha, node.beta).filter(|_| deep)
}
