//! Move ordering in stages: the table's move, captures that lose nothing, killers, other quiet moves by
//! history, losing captures. Moves are generated only when a stage needs them.

use super::history::{History, PieceTo};
use super::rules::{SearchRules, wins_at_once};
use crate::rules::game::KindId;
use crate::rules::position::{Move, MoveKind, Position, SquareSet};

/// How far an underpromotion comes behind all other moves.
const UNDERPROMOTION: i32 = 1 << 24;
/// How far a quiet check comes before other quiet moves, where checks are counted.
const CHECK: i32 = 1 << 20;
/// History points that allow a capture to lose a centipawn more and still count as good.
const GOOD_HISTORY: i32 = 32;

#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    m: Move,
    score: i32,
}

/// The lists of a picker, kept by the search so that no node allocates.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    raw: Vec<Move>,
    moves: Vec<Scored>,
    bad: Vec<Move>,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    All,
    /// Captures and promotions.
    Noisy,
    /// Those, and drops that give check.
    NoisyAndDrops,
    /// Captures, promotions and all moves that give check.
    NoisyAndChecks,
}

impl Wanted {
    /// Whether quiet moves on the board are among them, which come before captures that lose material.
    fn has_quiets(self) -> bool {
        matches!(self, Wanted::All | Wanted::NoisyAndChecks)
    }

    /// Whether a quiet move is among them, where any are.
    fn includes(self, pos: &Position, quiet: Move) -> bool {
        self == Wanted::All || pos.checks_directly(quiet)
    }
}

/// What a picker may consult.
#[derive(Clone, Copy)]
pub(super) struct Advice<'a> {
    pub history: &'a History,
    pub rules: SearchRules,
    /// What pieces are worth in exchanges, by kind.
    pub values: &'a [i32],
    pub killers: [Move; 2],
    /// The previous move, and the one before it.
    pub before: [Option<PieceTo>; 2],
}

/// How far a picker has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    Table,
    /// Captures and promotions that lose nothing.
    Noisy,
    /// Drops that give check.
    Drops,
    /// Quiet moves that were best in sibling nodes.
    Killers,
    Quiet,
    /// Captures that lose material.
    Bad,
    Done,
}

/// Gives the moves of a node one at a time, each once.
#[derive(Debug)]
pub(super) struct Picker {
    /// The stage of the move given last.
    pub stage: Stage,
    wanted: Wanted,
    table: Move,
    killers: [Move; 2],
    next: usize,
    /// Whether the quiet moves that remain are left out.
    pub skip_quiets: bool,
    /// The squares of the own pieces that are attacked, without pawns, once they have been asked for.
    attacked: Option<SquareSet>,
    pub buffers: Buffers,
}

impl Picker {
    /// A picker that gives `table` first (a legal move, or [`Move::NONE`]).
    pub(super) fn new(wanted: Wanted, table: Move, mut buffers: Buffers) -> Picker {
        buffers.bad.clear();
        let (stage, killers) = (Stage::Table, [Move::NONE; 2]);
        Picker { stage, wanted, table, killers, next: 0, skip_quiets: false, attacked: None, buffers }
    }

    /// The squares of the own pieces that are attacked, without pawns. They are found when first asked for.
    #[inline]
    pub(super) fn attacked_pieces(&mut self, pos: &Position) -> SquareSet {
        *self.attacked.get_or_insert_with(|| pos.board().attacked_pieces())
    }

    #[inline]
    pub(super) fn next(&mut self, pos: &mut Position, advice: Advice) -> Option<Move> {
        loop {
            let found = match self.stage {
                Stage::Table => self.next_table(),
                Stage::Noisy => self.next_noisy(pos, advice),
                Stage::Drops => self.best().map(|scored| scored.m),
                Stage::Killers => self.next_killer(pos),
                Stage::Quiet => {
                    if self.skip_quiets {
                        None
                    } else {
                        self.best().map(|scored| scored.m)
                    }
                }
                Stage::Bad => self.next_bad(),
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
            self.begin_next_stage(pos, advice);
        }
    }

    fn begin_next_stage(&mut self, pos: &mut Position, advice: Advice) {
        self.next = 0;
        self.stage = match self.stage {
            Stage::Table => {
                self.generate(pos, MoveKind::Noisy);
                self.score(|m| noisy_score(pos, m, advice));
                Stage::Noisy
            }
            Stage::Noisy if self.wanted.has_quiets() => {
                self.killers = advice.killers;
                Stage::Killers
            }
            Stage::Noisy if self.wanted == Wanted::NoisyAndDrops => {
                self.fill_drops(pos, advice);
                Stage::Drops
            }
            Stage::Killers => {
                if !self.skip_quiets {
                    self.fill_quiets(pos, advice);
                }
                Stage::Quiet
            }
            Stage::Quiet => Stage::Bad,
            Stage::Noisy | Stage::Drops | Stage::Bad | Stage::Done => Stage::Done,
        };
    }

    fn next_table(&mut self) -> Option<Move> {
        self.next += 1;
        Some(self.table).filter(|&m| m != Move::NONE && self.next == 1)
    }

    /// The best capture or promotion; those that lose material come last.
    fn next_noisy(&mut self, pos: &Position, advice: Advice) -> Option<Move> {
        while let Some(Scored { m, score }) = self.best() {
            let last = score < -UNDERPROMOTION / 2 || self.wanted.has_quiets() && !is_good(pos, m, advice);
            if !last {
                return Some(m);
            }
            self.buffers.bad.push(m);
        }
        None
    }

    fn next_killer(&mut self, pos: &Position) -> Option<Move> {
        while !self.skip_quiets {
            let killer = self.killers.get_mut(self.next)?;
            self.next += 1;
            let m = *killer;
            let fits = m != self.table && m != Move::NONE && is_quiet(pos, m);
            if fits && pos.is_legal(m) && self.wanted.includes(pos, m) {
                return Some(m);
            }
            *killer = Move::NONE;
        }
        None
    }

    fn next_bad(&mut self) -> Option<Move> {
        self.next += 1;
        self.buffers.bad.get(self.next - 1).copied()
    }

    /// Generates the quiet moves, or those that give check, and scores them by their histories.
    fn fill_quiets(&mut self, pos: &mut Position, advice: Advice) {
        self.generate(pos, MoveKind::Quiet);
        if self.wanted == Wanted::NoisyAndChecks {
            self.buffers.raw.retain(|&m| self.wanted.includes(pos, m));
            if self.buffers.raw.is_empty() {
                self.buffers.moves.clear();
                return;
            }
        }
        let attacked = self.attacked_pieces(pos);
        let quiets = advice.history.quiets(advice.before);
        self.score(|m| {
            let attacked = attacked.holds(m.from());
            advice.history.piece_to(pos, m, attacked).map_or(0, |piece_to| quiets.of(piece_to))
        });
        if self.wanted == Wanted::All && advice.rules.counts_checks() {
            let checks = self.buffers.moves.iter_mut().filter(|scored| pos.checks_directly(scored.m));
            checks.for_each(|check| check.score += CHECK);
        }
    }

    /// Generates the drops that give check, and scores them by their histories.
    fn fill_drops(&mut self, pos: &Position, advice: Advice) {
        let quiets = advice.history.quiets(advice.before);
        self.buffers.raw.clear();
        pos.legal_moves(MoveKind::CheckingDrops, &mut self.buffers.raw);
        self.score(|m| advice.history.piece_to(pos, m, false).map_or(0, |piece_to| quiets.of(piece_to)));
    }

    fn generate(&mut self, pos: &mut Position, kind: MoveKind) {
        self.buffers.raw.clear();
        pos.legal_moves(kind, &mut self.buffers.raw);
    }

    /// Scores the moves generated, without the table's move and the killers.
    fn score(&mut self, score: impl Fn(Move) -> i32) {
        let Buffers { raw, moves, .. } = &mut self.buffers;
        moves.clear();
        let (table, killers) = (self.table, self.killers);
        let new = raw.iter().filter(|&&m| m != table && !killers.contains(&m));
        moves.extend(new.map(|&m| Scored { m, score: score(m) }));
        self.next = 0;
    }

    /// Takes the best move left. A selection sort, as few moves are ever asked for; equal scores keep the
    /// generator's order.
    fn best(&mut self) -> Option<Scored> {
        let rest = self.buffers.moves.get_mut(self.next..)?;
        let (mut best, mut most) = (0, i32::MIN);
        for (i, scored) in rest.iter().enumerate() {
            // Without a branch, which could not be predicted.
            let better = scored.score > most;
            (best, most) = (if better { i } else { best }, most.max(scored.score));
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(found)
    }
}

/// What wins most first, then what captures of that sort have been worth.
fn noisy_score(pos: &Position, m: Move, advice: Advice) -> i32 {
    if wins_at_once(pos, m) {
        return i32::MAX;
    }
    let mut score = advice.rules.gain(pos, m, advice.values) * 16 + capture_history(pos, m, advice);
    if advice.rules.exchanges_tell()
        && let Some((new, kind)) = m.promotion(pos.game()).zip(pos.mover(m))
    {
        let worth = |kind: KindId| advice.values[kind.index()];
        let mut others = pos.game().kind(kind).promotes_to.iter();
        if others.any(|&other| worth(other) > worth(new)) {
            score -= UNDERPROMOTION;
        }
    }
    score
}

/// How good a capture has been.
fn capture_history(pos: &Position, m: Move, advice: Advice) -> i32 {
    let piece_to = advice.history.piece_to(pos, m, false);
    piece_to
        .zip(pos.captured(m))
        .map_or(0, |(piece_to, victim)| advice.history.capture(piece_to, victim.kind))
}

/// Whether a capture or promotion loses nothing, or little for its history.
fn is_good(pos: &Position, m: Move, advice: Advice) -> bool {
    let least = -capture_history(pos, m, advice) / GOOD_HISTORY;
    !advice.rules.wins_less(pos, m, least, advice.values)
}

/// Whether a move neither captures nor promotes.
pub(super) fn is_quiet(pos: &Position, m: Move) -> bool {
    pos.captured(m).is_none() && m.promotion(pos.game()).is_none()
}
