//! The hand-made evaluations. [`HandMade`] is a sum of well-known terms, for pieces of any moves.
//! [`LosingGame`] is for games in which captures are forced and a side wins by losing its pieces: there each
//! piece is a penalty, the greater the more squares it reaches.

use std::fmt::Debug;
use std::sync::Arc;

use super::accumulator::Accumulator;
use super::activity::Activity;
use super::endgame::Endgame;
use super::pawns::{PawnEntry, PawnTable, PlacedPawn};
use super::simd::{self, Inlined};
use super::targets::TargetTable;
use super::values::{HandValues, Values};
use super::weights::{
    CHECKS, COUNT_HALF, LAST, LOSING, LOSING_CAPTURE, LOSING_FREE, LOSING_PAWN, LOSING_REACH, LOSING_ROOTS,
    TEMPO, Tapered, Weights,
};
use crate::engine::convert::{signed, unsigned};
use crate::rules::game::{Game, KindId, MAX_PIECES};
use crate::rules::geometry::Color;
use crate::rules::position::Position;

/// With a lead in piece-square values of so many centipawns, activity is not evaluated. At equal nodes 160
/// games gave +17 Elo (-22 to +57) with it.
const CLEAR_LEAD: i32 = 900;
/// Entries of the pawn table: a power of two.
const PAWN_ENTRIES: usize = 4096;
/// The hash of no pawns, different from that of an empty entry.
const NO_PAWNS_KEY: u64 = 0x9E37_79B9_7F4A_7C15;
/// Makes closed square colors part of a pawn structure's hash.
const CLOSED_KEY: u64 = 0xA076_1D64_78BD_642F;

/// An evaluation of the positions of one game.
pub trait Evaluation: Debug + Send {
    /// The worth of a position for the side to move, in centipawns. It depends on the position alone, not on
    /// those evaluated before.
    fn evaluate(&mut self, pos: &Position) -> i32;

    /// Sets the weights, if the evaluation has any.
    fn set_weights(&mut self, _weights: &Weights) {}
}

/// Evaluates the positions of one game.
#[derive(Debug)]
pub(super) struct HandMade<const W: usize> {
    /// The instruction set of the processor: on nearly all, counting squares is one instruction.
    arch: pulp::Arch,
    values: Values,
    weights: Weights,
    accumulator: Accumulator<W>,
    targets: TargetTable<W>,
    activity: Activity<W>,
    /// The non-pawn material of the starting position.
    whole_phase: i32,
    /// By side: the piece types it must not lose, and how many of them it must keep.
    losses: [Vec<(Vec<KindId>, i32)>; 2],
    endgame: Endgame,
    /// What pieces in hand are worth, where there are any.
    hands: Option<HandValues>,
    pawn_table: PawnTable<W>,
    pawns: Vec<PawnEntry<W>>,
    /// Scratch for [`PawnEntry::new`].
    pawn_list: [Vec<PlacedPawn>; 2],
    start: Position,
    /// The difference in activity between the armies in the starting position, for White. It is subtracted in
    /// the middlegame: leapers are active before the lines are open, but in games armies of equal values
    /// score about equally.
    lead: Tapered,
}

impl<const W: usize> HandMade<W> {
    /// Computes the tables of a game. `non_pawn` is the non-pawn material of each piece type.
    pub(super) fn new(game: &Arc<Game>, values: Values, non_pawn: &[i32], weights: Weights) -> HandMade<W> {
        let targets = TargetTable::new(game);
        let mut evaluation = HandMade {
            arch: pulp::Arch::new(),
            accumulator: Accumulator::new(game, &values, non_pawn),
            activity: Activity::new(game, &values, &weights),
            pawn_table: PawnTable::new(game, values.hordes, &targets),
            targets,
            weights,
            whole_phase: game.pieces_at_start().map(|kind| non_pawn[kind.index()]).sum::<i32>().max(1),
            endgame: Endgame::new(game),
            hands: HandValues::new(game, &values, non_pawn),
            pawns: vec![PawnEntry::default(); PAWN_ENTRIES],
            pawn_list: [Vec::with_capacity(MAX_PIECES), Vec::with_capacity(MAX_PIECES)],
            losses: Color::ALL.map(|color| {
                let least = game.ends.iter().flat_map(|ends| &ends.least[color.index()]);
                let fatal = least.filter(|least| least.is_fatal());
                fatal.map(|least| (least.kinds.clone(), i32::from(least.count))).collect()
            }),
            values,
            start: Position::start(game.clone()),
            lead: Tapered::default(),
        };
        evaluation.set_lead();
        evaluation
    }

    /// Computes the difference in activity in the starting position.
    fn set_lead(&mut self) {
        let start = self.start.clone();
        self.accumulator.update(&start, &self.values);
        let entry = self.pawn_entry(&start);
        let kings = Color::ALL.map(|color| self.accumulator.side(color).king);
        let with_kings = self.pawns[entry].with_kings(&self.weights, kings, self.pawn_table.shape());
        let pawns = (&self.pawn_table, &self.pawns[entry], with_kings.shelters);
        let score = self.activity.score(&self.weights, &self.targets, &start, &self.accumulator, pawns);
        // A side with pawns alone has no army to compare.
        let armies = self.values.hordes == [false; 2];
        self.lead = if armies { Tapered::mg(score.mg) } else { Tapered::default() };
    }

    /// The penalty of a side that has few left of the pieces it must not lose.
    fn losses(&self, pos: &Position, color: Color) -> i32 {
        let cost = |(kinds, least): &(Vec<KindId>, i32)| {
            let left = kinds.iter().map(|&kind| pos.count(kind).cast_signed()).sum::<i32>() - least + 1;
            -LAST / (left * left).max(1)
        };
        self.losses[color.index()].iter().map(cost).sum()
    }

    /// The worth of open files to pieces that ride along them, for White.
    fn open_files(&self, pawns: &PawnEntry<W>) -> Tapered {
        let mut score = Tapered::default();
        for (color, file) in self.accumulator.file_riders() {
            if !pawns.on_file(color, file) {
                score += self.weights.open_file[usize::from(pawns.on_file(!color, file))].seen_from(color);
            }
        }
        score
    }

    /// The entry of this position's pawns in the pawn table, evaluated if they are new.
    fn pawn_entry(&mut self, pos: &Position) -> usize {
        // Pawns on a closed square color do not count.
        let closed = (pos.closed_colors().index() as u64).wrapping_mul(CLOSED_KEY);
        let key = pos.pawn_key() ^ NO_PAWNS_KEY ^ closed;
        let entry = (key >> 32) as usize % PAWN_ENTRIES;
        if !self.pawns[entry].is_for(key) {
            self.evaluate_pawns(key, entry);
        }
        entry
    }

    #[cold]
    fn evaluate_pawns(&mut self, key: u64, entry: usize) {
        self.pawn_list.iter_mut().for_each(Vec::clear);
        for (color, pawn) in self.accumulator.pawns() {
            self.pawn_list[color.index()].push(pawn);
        }
        self.pawns[entry] = PawnEntry::new(key, &self.weights, &self.pawn_list, &self.pawn_table);
    }
}

impl<const W: usize> Evaluation for HandMade<W> {
    fn set_weights(&mut self, weights: &Weights) {
        self.weights = weights.clone();
        self.activity.set_weights(weights);
        // The pawn table holds scores by the old weights.
        self.pawns.fill(PawnEntry::default());
        self.set_lead();
    }

    fn evaluate(&mut self, pos: &Position) -> i32 {
        simd::evaluate(self.arch, self, pos)
    }
}

impl<const W: usize> Inlined for HandMade<W> {
    #[inline(always)]
    fn evaluate_inlined(&mut self, pos: &Position) -> i32 {
        self.accumulator.update(pos, &self.values);
        let entry = self.pawn_entry(pos);
        let (pawns, accumulator) = (&mut self.pawns[entry], &self.accumulator);
        let kings = Color::ALL.map(|color| accumulator.side(color).king);
        let with_kings = pawns.with_kings(&self.weights, kings, self.pawn_table.shape());
        let pawns = &self.pawns[entry];
        let mut score = pawns.score + with_kings.score + accumulator.placed() + self.open_files(pawns);
        let mut material = accumulator.side(Color::White).pieces + accumulator.side(Color::Black).pieces;
        let mut may_enter = false;
        if let Some(hands) = &self.hands {
            let in_hand = hands.score(pos);
            may_enter = in_hand.may_enter;
            score += in_hand.score;
            material += in_hand.material;
        }
        let phase = material.min(self.whole_phase);
        if score.at(phase, self.whole_phase).abs() < CLEAR_LEAD {
            let pawns = (&self.pawn_table, pawns, with_kings.shelters);
            score += self.activity.score(&self.weights, &self.targets, pos, accumulator, pawns) - self.lead;
        }
        score += self.weights.tempo.seen_from(pos.side());
        for color in Color::ALL {
            let side = accumulator.side(color);
            let mut own = Tapered::both(side.bound[0].min(side.bound[1]) * self.weights.pair_share / 100);
            own += Tapered::both(side.pieces).percent(self.weights.men);
            own += Tapered::both(self.losses(pos, color));
            score += own.seen_from(color);
        }
        let mut white = if may_enter {
            // What is known of endings does not hold where pieces come from the hand.
            score.at(phase, self.whole_phase)
        } else {
            self.endgame.weigh(&self.weights, accumulator, pawns, &mut score);
            self.endgame.conclude(accumulator, score.at(phase, self.whole_phase))
        };
        if !pos.closed_colors().is_empty() {
            // Only half a win is left.
            white /= 2;
        }
        if let Some(left) = pos.counters().plies_left() {
            // The fewer moves are left, the less likely is a win.
            white = white * i32::from(left) / (i32::from(left) + COUNT_HALF);
        }
        white += checks(pos);
        if pos.side() == Color::White { white } else { -white }
    }
}

/// The worth of the checks given, where they are counted, for White.
#[inline]
fn checks(pos: &Position) -> i32 {
    let Some(left) = pos.counters().checks_left() else { return 0 };
    let [ours, theirs] = left.map(|left| CHECKS / i32::from(left.max(1)).pow(2));
    ours - theirs
}

/// Evaluates the positions of one losing game.
#[derive(Debug)]
pub(super) struct LosingGame {
    /// The worth of a piece of each type to its side.
    worth: Vec<Tapered>,
    /// The number of pieces in the starting position.
    pieces: i32,
}

impl LosingGame {
    /// Computes the worth of the pieces of a game.
    pub(super) fn new(game: &Game) -> LosingGame {
        LosingGame {
            worth: game.kind_ids().map(|kind| worth(game, kind)).collect(),
            pieces: signed(game.pieces_at_start().count()).max(1),
        }
    }

    fn side(&self, pos: &Position, color: Color) -> Tapered {
        let pieces = pos.pieces(color).map(|(kind, _)| self.worth[kind.index()]).sum::<Tapered>();
        let [free, captures] =
            pos.board().mobility(color).map(|ways| ways.cast_signed().min(signed(LOSING_ROOTS.len()) - 1));
        pieces + LOSING_FREE.times(LOSING_ROOTS[unsigned(free)]) + LOSING_CAPTURE.times(captures)
    }
}

impl Evaluation for LosingGame {
    fn evaluate(&mut self, pos: &Position) -> i32 {
        let pieces = pos.board().all().len().cast_signed();
        let [mine, theirs] = [pos.side(), !pos.side()].map(|color| self.side(pos, color));
        TEMPO + (mine - theirs).at(pieces.min(self.pieces), self.pieces)
    }
}

fn worth(game: &Game, kind: KindId) -> Tapered {
    let of = game.kind(kind);
    if of.royal {
        return Tapered::default();
    }
    if of.pawn {
        return LOSING_PAWN;
    }
    let squares = game.shape.squares().count().max(1);
    let reach: usize = game.shape.squares().map(|square| game.targets(kind, square).len()).sum();
    LOSING + LOSING_REACH.times(signed(reach / squares))
}
