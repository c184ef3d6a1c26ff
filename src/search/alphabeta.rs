//! The main search: principal variation search with a table, in numbered steps. Steps 5 to 8 are in `cuts`,
//! steps 10 and 11 in `select`.
//!
//! Every selective step (5 to 8, 10 to 12) is left out by
//! [`Pruning::Exhaustive`](super::limits::Pruning::Exhaustive). What remains equals minimax to the
//! same depth, which the tests check.

use super::convert::signed;
use super::frame::Frame;
use super::history::PieceTo;
use super::limits::Bound;
use super::node::{BestMove, Node};
use super::order::{Picker, Stage, Wanted, is_quiet};
use super::params as p;
use super::score::{MAX_PLY, Score};
use super::thread::SearchThread;
use super::tt::TtEntry;
use crate::game::KindId;
use crate::position::{Move, Position};

/// Whether to skip moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    Nothing,
    /// This move.
    Move,
    /// This and all quiet moves after it.
    QuietMoves,
}

/// What is known of a node before its first move.
pub(super) struct Known {
    key: u64,
    pub hit: Option<TtEntry>,
    pub table_move: Move,
    /// The evaluation as it was made.
    raw: Score,
    /// The evaluation, corrected. Like `raw` it says nothing where `evading`.
    pub eval: Score,
    /// Whether the evaluation is better than at the same side's last turn.
    pub improving: bool,
    pub evading: bool,
    /// Whether this is a search without the table's move (step 10).
    pub is_partial: bool,
    /// The last move of the other side, and the move before it.
    before: [Option<PieceTo>; 2],
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
    pub standing: i32,
}

/// The moves tried so far.
pub(super) struct Tried {
    pub best: BestMove,
    pub count: i32,
    pub quiets: i32,
}

impl SearchThread<'_> {
    /// The score of a position for the side to move, fail-soft. The caller has noted in the ply's frame how
    /// free that side is.
    pub(super) fn search<const PV: bool>(&mut self, pos: &mut Position, mut node: Node) -> Score {
        let ply = node.ply;
        debug_assert!(self.stack[ply].knows_check(pos), "the caller notes check");
        let selective = self.is_selective();

        // 1. Check extension; leaves.
        if self.stack[ply].urgency.extends && selective && signed(ply) < 2 * self.depth {
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

        // 3. The table.
        let excluded = self.stack[ply].excluded;
        let key = pos.search_key();
        let hit = if excluded == Move::NONE { self.probe(pos, key, ply) } else { None };
        if !PV && let Some(score) = hit.and_then(|hit| table_score(hit, node, selective)) {
            return score;
        }

        // 4. Evaluation.
        let known = self.assess(pos, node, hit, key);

        // 5 to 7. Cutoffs before any move.
        let may_cut = selective && !PV && !known.evading && !known.is_partial && ply >= self.null_from;
        if may_cut && let Some(score) = self.cut_early(pos, node, &known) {
            return score;
        }
        // 8. Internal iterative reduction: without a table move the node is not ready for its depth.
        let unprepared = known.table_move == Move::NONE && !known.is_partial;
        if selective && (PV || node.cut) && unprepared && node.depth >= self.params.iir_depth {
            node.depth -= 1;
        }

        // 9 to 14. The moves.
        let alpha = node.alpha;
        let buffers = self.picker_buffers.pop().unwrap_or_default();
        let mut picker = Picker::new(Wanted::All, self.order, known.table_move, buffers);
        let tried = self.try_moves::<PV>(pos, &mut node, &known, &mut picker);
        self.picker_buffers.push(picker.into_buffers());
        match tried {
            // 15. No moves: mate, or what the rules say.
            Ok(Tried { count: 0, .. }) if known.is_partial => alpha,
            Ok(Tried { count: 0, .. }) => self.no_moves_score(pos, ply),
            Ok(tried) => self.conclude::<PV>(pos, Node { alpha, ..node }, &known, tried.best),
            Err(score) => score,
        }
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

    /// Step 4: judges a node, and rewards the quiet move that led to it by what it changed.
    #[inline]
    fn assess(&mut self, pos: &Position, node: Node, hit: Option<TtEntry>, key: u64) -> Known {
        let ply = node.ply;
        let (evading, is_partial) = (self.stack[ply].urgency.evading, self.stack[ply].excluded != Move::NONE);
        let selective = self.is_selective();
        let table_move = match hit {
            _ if ply == 0 => self.best_pv.first().copied().unwrap_or(Move::NONE),
            Some(hit) if hit.best != Move::NONE && pos.is_legal_in(self.order, hit.best) => hit.best,
            _ => Move::NONE,
        };
        let (raw, eval) = if evading {
            (Score::DRAW, Score::DRAW)
        } else if is_partial {
            // The search of the whole node has judged it, and nothing is remembered of a part of it.
            (Score::DRAW, self.stack[ply].eval)
        } else {
            self.judge(pos, hit.as_ref())
        };
        if hit.is_none() && !evading && !is_partial {
            // A cutoff before the first move may come, and stores nothing.
            self.table.store(key, self.stack[ply].turn, TtEntry::of_evaluation(raw));
        }
        self.stack[ply].eval = eval;
        if selective && !evading && ply > 0 && !is_partial {
            self.reward_swing(eval, ply);
        }
        let improved = |frame: &Frame| !frame.urgency.evading && eval > frame.eval;
        let improving = !evading && self.last_turn(ply).is_some_and(improved);
        if let Some(frame) = self.stack.get_mut(ply + 2) {
            frame.killers = [Move::NONE; 2];
        }
        let before = self.before(ply);
        Known { key, hit, table_move, raw, eval, improving, evading, is_partial, before }
    }

    /// Step 9: tries the moves one after another; an error is a score that ends the node.
    fn try_moves<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: &mut Node,
        known: &Known,
        picker: &mut Picker,
    ) -> Result<Tried, Score> {
        let ply = node.ply;
        let excluded = self.stack[ply].excluded;
        let best = BestMove { score: -Score::INFINITE, m: Move::NONE };
        let mut tried = Tried { best, count: 0, quiets: 0 };
        self.stack[ply].failed.iter_mut().for_each(Vec::clear);
        while let Some(m) = picker.next(pos, self.advice(ply)) {
            let elsewhere = ply == 0 && !self.root.iter().any(|root| root.m == m && !root.taken);
            if m == excluded || elsewhere || tried.count > 0 && self.misses(pos, m) {
                continue;
            }
            let Some(candidate) = self.candidate(pos, m, known, picker) else { continue };
            tried.count += 1;
            tried.quiets += i32::from(candidate.quiet);
            // 10. Singular extension.
            let extension = if self.is_selective() && m == known.table_move && ply > 0 {
                self.extend_singular::<PV>(pos, *node, known)?
            } else {
                0
            };
            // 11. Moves that are not worth making at this depth.
            match self.skip::<PV>(pos, *node, known, &candidate, &tried) {
                Skip::Nothing => {}
                Skip::Move => continue,
                Skip::QuietMoves => {
                    picker.skip_quiets();
                    continue;
                }
            }
            // 12 and 13. The search of the move.
            let before = self.nodes;
            let score = self.search_move::<PV>(pos, *node, known, &candidate, tried.count, extension);
            if self.stopped {
                return Err(Score::DRAW);
            }
            // 14. What the move brought.
            if ply == 0
                && let Some(root) = self.root.iter_mut().find(|root| root.m == m)
            {
                root.nodes += self.nodes - before;
            }
            if self.update_best::<PV>(&mut tried.best, m, score, node) {
                self.reward_cutoff(&candidate, *node, known.before);
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
    fn candidate(&self, pos: &Position, m: Move, known: &Known, picker: &mut Picker) -> Option<Candidate> {
        let victim = pos.captured(m);
        let quiet = victim.is_none() && m.promotion().is_none();
        let attacked = quiet && pos.is_among(m, picker.attacked_pieces(pos));
        let piece_to = self.history.piece_to(pos, m, attacked)?;
        Some(Candidate {
            m,
            piece_to,
            victim,
            quiet,
            loses: picker.stage() == Stage::Bad,
            progress: self.rules.is_progress(pos, m),
            standing: if quiet { self.history.quiet(piece_to, known.before) } else { 0 },
        })
    }

    /// Makes a move and searches what follows: late moves less deeply (12), then with a window that only
    /// tells whether it is better, and what may be the principal variation with the whole window (13).
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        pos: &mut Position,
        node: Node,
        known: &Known,
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
            let less = self.reduction::<PV>(node, known, candidate, count);
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

    /// Step 16: learns from the score of a node, and remembers it. Its alpha is that before the first move.
    #[inline]
    fn conclude<const PV: bool>(
        &mut self,
        pos: &Position,
        node: Node,
        known: &Known,
        best: BestMove,
    ) -> Score {
        let Known { raw, eval, evading, is_partial, .. } = *known;
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
            if selective && found.is_better_than(eval) && calm && !evading && !best.score.is_mate() {
                let error = best.score.0 - raw.0;
                self.history.update_correction(pos.side(), pos.pawn_key(), node.depth, error);
            }
            self.table.store(known.key, self.stack[node.ply].turn, found);
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
