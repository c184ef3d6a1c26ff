//! The worth of pieces in hand.

use super::params::{HAND, HAND_AT_GATE, HAND_NEAR_KING};
use super::tapered::Tapered;
use super::values::Values;
use crate::rules::game::{Game, MAX_MEN};
use crate::rules::geometry::{Color, Square};
use crate::rules::position::Position;

/// The worth of what is in hand in a game where captured pieces return.
#[derive(Debug)]
pub(super) struct HandValues {
    /// By kind: the worth of each in hand.
    worth: [Tapered; MAX_MEN],
    /// By kind: what counts of it for the phase.
    material: [i32; MAX_MEN],
    /// By square: the squares around it.
    around: Vec<Vec<Square>>,
}

/// What the hands add to the evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HandScore {
    /// For White.
    pub score: Tapered,
    /// Material besides pawns and kings, of both sides.
    pub material: i32,
}

impl HandValues {
    /// Computes the tables of a game; `None` if nothing is ever in hand. `non_pawn` is by piece type.
    pub(super) fn new(game: &Game, values: &Values, non_pawn: &[i32]) -> Option<HandValues> {
        let hands = game.hands.as_ref()?;
        let share = if hands.gates.is_some() { HAND_AT_GATE } else { HAND };
        let (mut worth, mut material) = ([Tapered::default(); MAX_MEN], [0; MAX_MEN]);
        for kind in game.kind_ids().filter(|&kind| !values.is_king(kind)) {
            worth[kind.index()] = Tapered::both(values.natural[kind.index()]).percent(share);
            material[kind.index()] = non_pawn[kind.index()];
        }
        let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
        let shape = &game.shape;
        let around_square = |square: Square| {
            let beside = |&other: &Square| {
                other != square
                    && near(shape.file(square), shape.file(other))
                    && near(shape.rank(square), shape.rank(other))
            };
            shape.squares().filter(beside).collect()
        };
        Some(HandValues { worth, material, around: shape.cells().map(around_square).collect() })
    }

    /// What the hands of a position are worth. Pieces in hand endanger a king by the empty squares around it,
    /// on which they may be dropped.
    pub(super) fn score(&self, pos: &Position) -> HandScore {
        let mut total = HandScore::default();
        for color in Color::ALL {
            let (mut own, mut threat) = (Tapered::default(), 0);
            let gates = pos.open_gates(color);
            // Without gates every piece in hand counts, with them as many as there are gates.
            let mut places = gates.map_or(i32::MAX, |open| i32::try_from(open).unwrap_or(i32::MAX));
            for (kind, count) in pos.hand(color) {
                let count = i32::from(count).min(places);
                places -= count;
                own += self.worth[kind.index()].times(count);
                total.material += self.material[kind.index()] * count;
                threat += count.min(2);
            }
            if let Some(king) = pos.royal_square(!color).filter(|_| gates.is_none()) {
                let squares = &self.around[king.index()];
                let empty = squares.iter().filter(|&&square| pos.kind_at(square).is_none()).count();
                own += HAND_NEAR_KING.times(threat.min(6) * i32::try_from(empty).unwrap_or(0));
            }
            total.score += own.seen_from(color);
        }
        total
    }
}
