//! Ralph Betza's crowded board, and the value of a kind on it before any evaluation: enough to find the
//! best promotion piece.
//!
//! Each square that a move requires empty is empty with a probability of [`EMPTY_PERCENT`]. The
//! expected number of squares that a kind reaches is averaged over the board. The values for evaluating
//! positions are finer and come later (`eval`). Here an author's own value takes precedence.

use super::walk::{Reached, reached};
use super::{Kind, KindId};
use crate::rules::geometry::Real;
use crate::rules::variant::VariantDef;

/// The probability that a square of a crowded board is empty.
const EMPTY_PERCENT: u8 = 69;
/// The approximate number of squares on which a kind is sampled.
const SAMPLES: usize = 16;
/// The value in centipawns of each square reached: a rook reaches nearly eight.
const CENTIPAWNS: f64 = 65.0;

/// The most valuable of a pawn's promotion pieces. Of equals it is the one of role Q, and then the
/// first.
pub(super) fn strongest(def: &VariantDef, kinds: &[Kind], targets: &[KindId]) -> Option<KindId> {
    if let [only] = targets {
        return Some(*only);
    }
    let known = targets.iter().map(|&id| (id, worth(def, &kinds[id.index()]), kinds[id.index()].role));
    let best = known.reduce(|best, other| {
        let equal = (other.1 - best.1).abs() < 0.5;
        let wins = if equal { other.2 == 'Q' && best.2 != 'Q' } else { other.1 > best.1 };
        if wins { other } else { best }
    });
    best.map(|(id, ..)| id)
}

/// The value of a kind in centipawns.
fn worth(def: &VariantDef, kind: &Kind) -> f64 {
    kind.value.map_or_else(|| CENTIPAWNS * crowded_mobility(def, kind), f64::from)
}

/// The average number of squares that a kind reaches. A move and a capture count half each.
fn crowded_mobility(def: &VariantDef, kind: &Kind) -> f64 {
    let legs = &kind.piece_of(def).movement.legs;
    let mut squares = 0.0;
    let mut reaches = 0.0;
    // An odd stride that does not divide the number of files samples squares of both colors on many
    // files.
    let odd = (def.shape.len() / SAMPLES) | 1;
    let stride = if odd > 1 && usize::from(def.shape.files()).is_multiple_of(odd) { odd + 2 } else { odd };
    for from in def.shape.squares().step_by(stride).filter(|&from| kind.may_stand(def, from)) {
        squares += 1.0;
        for leg in legs.iter().filter(|leg| !leg.initial && !leg.kings) {
            let weight = |r: &Reached| 0.5 * f64::from(u8::from(r.quiet) + u8::from(r.capture));
            let chances =
                reached(def, leg, kind, from).into_iter().map(|r| weight(&r) * r.guard.conditions().chance());
            reaches += chances.sum::<f64>();
        }
    }
    if squares > 0.0 { reaches / squares } else { 0.0 }
}

/// The numbers of squares on which a move has conditions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Conditions {
    /// Those that must be empty.
    pub(crate) clear: usize,
    /// Those that must be occupied.
    pub(crate) occupied: usize,
    /// Those of which exactly one must be occupied, if any.
    pub(crate) hurdle: usize,
    /// Those that must hold a piece of one side or kind.
    pub(crate) men: usize,
}

impl Conditions {
    /// The probability that the conditions are met on a crowded board.
    pub(crate) fn chance(self) -> f64 {
        let empty = f64::from(EMPTY_PERCENT) / 100.0;
        let power = |base: f64, squares: usize| (0..squares).fold(1.0, |chance, _| chance * base);
        let one_of = |squares: usize| squares.real() * (1.0 - empty) * power(empty, squares - 1);
        power(empty, self.clear)
            * power(1.0 - empty, self.occupied)
            * power((1.0 - empty) / 2.0, self.men)
            * if self.hurdle == 0 { 1.0 } else { one_of(self.hurdle) }
    }
}

/// The probability that this number of squares is empty on a crowded board, as a share of `one`,
/// truncated to a whole number at every square. Nets are trained on these numbers, so they must not
/// change.
pub(crate) fn whole_chance(one: i32, clear: u8) -> i32 {
    (0..clear).fold(one, |chance, _| chance * i32::from(EMPTY_PERCENT) / 100)
}
