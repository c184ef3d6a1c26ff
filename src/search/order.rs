//! The order in which a node tries its moves, and no earlier than it needs them: the table's move,
//! captures that lose nothing, killers, other quiet moves by history, losing captures.

use super::history::{History, PieceTo};
use crate::game::KindId;
use crate::position::{Move, MoveKind, Position};

/// What an under-promotion is behind everything else.
const UNDERPROMOTION: i32 = 1 << 24;
/// What a quiet check is before other quiet moves, where checks are counted.
const CHECK: i32 = 1 << 20;
/// A capture may lose this much, per history point lost below zero, and still count as good.
const GOOD_HISTORY: i32 = 32;

/// A move and what it promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    m: Move,
    score: i32,
}

/// Lists a picker works in; kept by the search, so that no node allocates.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    raw: Vec<Move>,
    moves: Vec<Scored>,
    bad: Vec<Move>,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
}

/// What a picker may consult.
#[derive(Clone, Copy)]
pub(super) struct Advice<'a> {
    pub history: &'a History,
    /// What men are worth, by kind; nothing where captures are forced.
    pub values: Option<&'a [i32]>,
    pub killers: [Move; 2],
    /// The last move of the other side and our own before it.
    pub before: [Option<PieceTo>; 2],
    /// Whether checks are counted.
    pub checks: bool,
}

/// How far a picker has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// The table's move.
    Table,
    /// Captures are not yet generated.
    Generate,
    /// Captures and promotions that lose nothing.
    Noisy,
    /// Quiet moves that were best in sister nodes.
    Killers,
    /// Quiet moves.
    Quiet,
    /// Captures that lose material.
    Bad,
}

/// Gives the moves of a node one at a time, each once.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table: Move,
    /// The killers given.
    killers: [Move; 2],
    next: usize,
    skip_quiets: bool,
    /// The own men attacked, pawns left out, once somebody has asked for them.
    attacked: Option<u64>,
    buffers: Buffers,
}

impl Picker {
    /// A picker that gives `table` first (a legal move, or [`Move::NONE`]).
    pub(super) fn new(wanted: Wanted, table: Move, mut buffers: Buffers) -> Picker {
        buffers.bad.clear();
        let stage = if table == Move::NONE { Stage::Generate } else { Stage::Table };
        let killers = [Move::NONE; 2];
        Picker { stage, wanted, table, killers, next: 0, skip_quiets: false, attacked: None, buffers }
    }

    /// The own men attacked, found when first asked for.
    pub(super) fn attacked_men(&mut self, pos: &Position) -> u64 {
        *self.attacked.get_or_insert_with(|| pos.attacked_men())
    }

    /// Gives the lists back.
    pub(super) fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// No quiet moves from now on.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The stage of the move given last.
    pub(super) fn stage(&self) -> Stage {
        self.stage
    }

    /// The next move.
    pub(super) fn next(&mut self, pos: &mut Position, advice: Advice) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table if self.next == 0 => {
                    self.next = 1;
                    return Some(self.table);
                }
                Stage::Table => self.stage = Stage::Generate,
                Stage::Generate => {
                    self.fill(pos, MoveKind::Noisy, |pos, m| noisy_score(pos, m, advice));
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best() {
                    Some(Scored { m, score }) if score < -UNDERPROMOTION / 2 => self.buffers.bad.push(m),
                    Some(Scored { m, .. }) if self.wanted == Wanted::All && !is_good(pos, m, advice) => {
                        self.buffers.bad.push(m);
                    }
                    Some(Scored { m, .. }) => return Some(m),
                    None if self.wanted == Wanted::Noisy => return None,
                    None => {
                        self.stage = Stage::Killers;
                        self.killers = advice.killers;
                        self.next = 0;
                    }
                },
                Stage::Killers => match self.killers.get(self.next).copied() {
                    Some(m) if !self.skip_quiets => {
                        self.next += 1;
                        if m != self.table && m != Move::NONE && is_quiet(pos, m) && pos.is_legal(m) {
                            return Some(m);
                        }
                        self.killers[self.next - 1] = Move::NONE;
                    }
                    _ => {
                        if !self.skip_quiets {
                            let attacked = self.attacked_men(pos);
                            let quiets = advice.history.quiets(advice.before);
                            self.fill(pos, MoveKind::Quiet, |pos, m| {
                                let Some(kind) = pos.kind_at(m.from()) else { return 0 };
                                let attacked = pos.is_among(m.from(), attacked);
                                quiets.of(advice.history.piece_to(kind, m.to(), attacked))
                            });
                            if advice.checks {
                                self.buffers
                                    .moves
                                    .iter_mut()
                                    .filter(|scored| pos.checks_directly(scored.m))
                                    .for_each(|check| check.score += CHECK);
                            }
                        }
                        self.stage = Stage::Quiet;
                    }
                },
                Stage::Quiet => match self.best() {
                    Some(Scored { m, .. }) if !self.skip_quiets => return Some(m),
                    _ => {
                        self.stage = Stage::Bad;
                        self.next = 0;
                    }
                },
                Stage::Bad => {
                    let m = self.buffers.bad.get(self.next).copied();
                    self.next += 1;
                    return m;
                }
            }
        }
    }

    /// Generates moves of one sort, without the table's.
    fn fill(&mut self, pos: &mut Position, kind: MoveKind, score: impl Fn(&Position, Move) -> i32) {
        let Buffers { raw, moves, .. } = &mut self.buffers;
        raw.clear();
        pos.legal_moves(kind, raw);
        moves.clear();
        let (table, killers) = (self.table, self.killers);
        moves.extend(
            raw.iter()
                .filter(|&&m| m != table && !killers.contains(&m))
                .map(|&m| Scored { m, score: score(pos, m) }),
        );
        self.next = 0;
    }

    /// Takes the best of what is left of the list: a selection sort, as few moves are ever asked
    /// for. Equal scores keep the generator's order.
    fn best(&mut self) -> Option<Scored> {
        let rest = self.buffers.moves.get_mut(self.next..)?;
        let (mut best, mut most) = (0, i32::MIN);
        for (i, scored) in rest.iter().enumerate() {
            // Without a branch: which move is best cannot be predicted.
            let better = scored.score > most;
            (best, most) = (if better { i } else { best }, most.max(scored.score));
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(found)
    }
}

/// Most valuable victim first, then what captures of that sort have been worth.
fn noisy_score(pos: &Position, m: Move, advice: Advice) -> i32 {
    let Some(kind) = pos.kind_at(m.from()) else { return 0 };
    let mut score = 0;
    if pos.takes_the_last(m) {
        return i32::MAX;
    }
    let worth = |kind: KindId| advice.values.map_or(0, |values| values[kind.index()]);
    if let Some(victim) = pos.captured(m) {
        score +=
            worth(victim) * 16 + advice.history.capture(advice.history.piece_to(kind, m.to(), false), victim);
    }
    if let Some(new) = m.promotion() {
        score += (worth(new) - worth(kind)) * 16;
        if advice.values.is_some_and(|values| is_underpromotion(pos, kind, new, values)) {
            score -= UNDERPROMOTION;
        }
    }
    score
}

/// Whether a man could become something of greater value instead.
pub(super) fn is_underpromotion(pos: &Position, kind: KindId, new: KindId, values: &[i32]) -> bool {
    pos.game().kind(kind).promotes_to.iter().any(|other| values[other.index()] > values[new.index()])
}

/// Whether a capture or promotion loses nothing worth speaking of.
fn is_good(pos: &mut Position, m: Move, advice: Advice) -> bool {
    let Some(values) = advice.values else { return true };
    let history = match (pos.kind_at(m.from()), pos.captured(m)) {
        (Some(kind), Some(victim)) => {
            advice.history.capture(advice.history.piece_to(kind, m.to(), false), victim)
        }
        _ => 0,
    };
    pos.takes_the_last(m) || pos.see(m, -history / GOOD_HISTORY, values)
}

/// Whether a move neither captures nor promotes.
pub(super) fn is_quiet(pos: &Position, m: Move) -> bool {
    pos.captured(m).is_none() && m.promotion().is_none()
}
