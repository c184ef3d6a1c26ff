//! Histories: how good moves have been elsewhere in the tree (quiet, continuation and capture histories), and
//! how wrong the evaluation has been for pawn structures.
//!
//! A move is identified by its piece type and target square, so the tables fit any game. Every table uses
//! gravity: the nearer an entry is to the end of its scale, the less an update counts.

use super::limits::Score;
use crate::engine::convert::{masked, nearest_i16};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};

/// The greatest value of a history, with either sign.
const HISTORY_MAX: i32 = 8192;
const BONUS_MAX: i32 = 1536;
/// The most entries of the continuation table; in larger games previous moves share rows.
const CONTINUATION_ENTRIES: usize = 1 << 21;
/// Entries for pawn structures per side: a power of two.
const CORRECTIONS: usize = 8192;
/// Corrections are kept in units of 1/256 centipawn.
const GRAIN: i32 = 256;
/// The largest correction, in centipawns.
const CORRECTION: i32 = 64;

/// A piece type, or a wall, its target square, and whether the piece is attacked before the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo {
    /// Piece type and target square.
    index: usize,
    attacked: bool,
}

#[derive(Debug)]
pub(super) struct History {
    squares: usize,
    /// The piece types, and one more for walls where there may be any.
    kinds: usize,
    rows: usize,
    /// By whether the piece is attacked, and by move.
    quiet: [Vec<i16>; 2],
    continuation: Vec<i16>,
    capture: Vec<i16>,
    correction: [Vec<i16>; 2],
}

impl History {
    /// The tables of a game, with walls among its moves or without.
    pub(super) fn new(game: &Game, walls: bool) -> History {
        let (squares, kinds) = (game.shape.cell_count(), game.kinds.len() + usize::from(walls));
        let moves = squares * kinds;
        let rows = moves.min(CONTINUATION_ENTRIES / moves.max(1)).max(1);
        History {
            squares,
            kinds,
            rows,
            quiet: [vec![0; moves], vec![0; moves]],
            continuation: vec![0; rows * moves],
            capture: vec![0; moves * kinds],
            correction: [vec![0; CORRECTIONS], vec![0; CORRECTIONS]],
        }
    }

    pub(super) fn clear(&mut self) {
        let tables = [&mut self.continuation, &mut self.capture].into_iter();
        tables.chain(&mut self.quiet).chain(&mut self.correction).for_each(|table| table.fill(0));
    }

    /// The place of a move in these tables; `attacked` says whether its piece is attacked before it.
    #[inline]
    pub(super) fn piece_to(&self, pos: &Position, m: Move, attacked: bool) -> Option<PieceTo> {
        let wall = || m.is_wall().then(|| self.kinds - 1);
        let kind = pos.mover(m).map(KindId::index).or_else(wall)?;
        Some(PieceTo { index: kind * self.squares + m.to().index(), attacked })
    }

    /// How good a quiet move has been, by itself and after the last moves of both sides.
    pub(super) fn quiet(&self, m: PieceTo, before: [Option<PieceTo>; 2]) -> i32 {
        self.quiets(before).of(m)
    }

    /// The histories of all quiet moves of a node.
    pub(super) fn quiets(&self, before: [Option<PieceTo>; 2]) -> Quiets<'_> {
        let row =
            |b: Option<PieceTo>| b.map_or(&[][..], |b| &self.continuation[self.row(b)..][..self.moves()]);
        Quiets { alone: [&self.quiet[0], &self.quiet[1]], after: before.map(row) }
    }

    /// How good a capture has been.
    pub(super) fn capture(&self, m: PieceTo, victim: KindId) -> i32 {
        i32::from(self.capture[m.index * self.kinds + victim.index()])
    }

    /// A quiet move of a node searched to `depth` was good or bad.
    pub(super) fn update_quiet(&mut self, m: PieceTo, before: [Option<PieceTo>; 2], depth: i32, good: bool) {
        self.reward_quiet(m, before, bonus(depth, good));
    }

    /// Adds a bonus to a quiet move, by itself and after the last moves of both sides.
    pub(super) fn reward_quiet(&mut self, m: PieceTo, before: [Option<PieceTo>; 2], bonus: i32) {
        self.reward_alone(m, bonus);
        for b in before.into_iter().flatten() {
            let row = self.row(b);
            apply_bonus(&mut self.continuation[row + m.index], bonus);
        }
    }

    /// Adds a bonus to a quiet move by itself.
    pub(super) fn reward_alone(&mut self, m: PieceTo, bonus: i32) {
        apply_bonus(&mut self.quiet[usize::from(m.attacked)][m.index], bonus);
    }

    /// A capture of a node searched to `depth` was good or bad.
    pub(super) fn update_capture(&mut self, m: PieceTo, victim: KindId, depth: i32, good: bool) {
        apply_bonus(&mut self.capture[m.index * self.kinds + victim.index()], bonus(depth, good));
    }

    /// The correction of evaluations with this pawn structure, in centipawns.
    pub(super) fn correction(&self, side: Color, pawns: u64) -> i32 {
        i32::from(self.correction[side.index()][masked(pawns, CORRECTIONS)]) / GRAIN
    }

    /// A search to `depth` ended `error` centipawns above the evaluation.
    pub(super) fn update_correction(&mut self, side: Color, pawns: u64, depth: i32, error: i32) {
        let entry = &mut self.correction[side.index()][masked(pawns, CORRECTIONS)];
        let weight = (depth + 1).min(16);
        let new = (i32::from(*entry) * (256 - weight) + error * GRAIN * weight) / 256;
        *entry = nearest_i16(new.clamp(-CORRECTION * GRAIN, CORRECTION * GRAIN));
    }

    /// Moves that are told apart: piece types times squares.
    fn moves(&self) -> usize {
        self.kinds * self.squares
    }

    /// Where the continuations of a move begin in the table.
    fn row(&self, before: PieceTo) -> usize {
        before.index % self.rows * self.moves()
    }
}

/// The histories of quiet moves in one node.
#[derive(Clone, Copy)]
pub(super) struct Quiets<'a> {
    alone: [&'a [i16]; 2],
    /// After the last moves of both sides; empty if there was none.
    after: [&'a [i16]; 2],
}

impl Quiets<'_> {
    /// How good a move has been.
    #[inline]
    pub(super) fn of(&self, m: PieceTo) -> i32 {
        let entry = |table: &[i16]| table.get(m.index).map_or(0, |&entry| i32::from(entry));
        entry(self.alone[usize::from(m.attacked)]) + entry(self.after[0]) + entry(self.after[1])
    }
}

/// An evaluation after its correction, never a mate.
pub(super) fn corrected(eval: Score, correction: i32) -> Score {
    (eval + correction).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
}

fn bonus(depth: i32, good: bool) -> i32 {
    let size = (depth * 160 - 80).clamp(40, BONUS_MAX);
    if good { size } else { -size }
}

/// Moves an entry towards an end of the scale.
fn apply_bonus(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = nearest_i16(old + bonus - old * bonus.abs() / HISTORY_MAX);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_on_the_scale() {
        let mut entry = 0;
        for _ in 0..1000 {
            apply_bonus(&mut entry, BONUS_MAX);
        }
        assert!(i32::from(entry) <= HISTORY_MAX && i32::from(entry) > HISTORY_MAX * 9 / 10);
        for _ in 0..1000 {
            apply_bonus(&mut entry, -BONUS_MAX);
        }
        assert!(i32::from(entry) >= -HISTORY_MAX && i32::from(entry) < -HISTORY_MAX * 9 / 10);
    }

    #[test]
    fn deeper_nodes_teach_more() {
        assert!(bonus(8, true) > bonus(2, true));
        assert_eq!(bonus(3, false), -bonus(3, true));
    }
}
