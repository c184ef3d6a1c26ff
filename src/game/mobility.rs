//! Ralph Betza's crowded board, and what a kind is worth on it before anything is evaluated: enough to tell which
//! of the pieces a pawn may become is the best.
//!
//! Each square a move asks to be empty is so with [`EMPTY_PERCENT`]; what a kind reaches by that chance is counted
//! and averaged over the board. The values that evaluate positions are finer and come later (`eval`); here an
//! author's own value goes before the count.

use super::walk::{Reached, reached};
use super::{Kind, KindId};
use crate::geometry::Real;
use crate::variant::VariantDef;

/// How likely a square of a crowded board is empty.
const EMPTY_PERCENT: u8 = 69;
/// On about so many squares a kind is looked at.
const SAMPLES: usize = 16;
/// Centipawns a square reached is worth: a rook reaches nearly eight.
const CENTIPAWNS: f64 = 65.0;

/// The most valuable of the pieces a pawn may become; the one of role Q, then the first, of equals.
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

/// What a kind is worth in centipawns.
fn worth(def: &VariantDef, kind: &Kind) -> f64 {
    kind.value.map_or_else(|| CENTIPAWNS * crowded_mobility(def, kind), f64::from)
}

/// The squares a kind reaches on average. A move and a capture count half each.
fn crowded_mobility(def: &VariantDef, kind: &Kind) -> f64 {
    let legs = &kind.piece_of(def).movement.legs;
    let mut squares = 0.0;
    let mut reaches = 0.0;
    // An odd stride that is no divisor of the files meets squares of both colors on many files.
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

/// How many squares a move asks something of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Conditions {
    /// Those that must be empty.
    pub(crate) clear: usize,
    /// Those that must be occupied.
    pub(crate) occupied: usize,
    /// Those of which exactly one must be occupied, if there are any.
    pub(crate) hurdle: usize,
    /// Those on which a piece of one side or kind must be.
    pub(crate) men: usize,
}

impl Conditions {
    /// How likely they are met on a crowded board.
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

/// How likely so many squares are empty on a crowded board, as a share of `one` that is cut to a whole number at
/// every square: nets are trained on these numbers.
pub(crate) fn whole_chance(one: i32, clear: u8) -> i32 {
    (0..clear).fold(one, |chance, _| chance * i32::from(EMPTY_PERCENT) / 100)
}
