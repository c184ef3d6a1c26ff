//! [`Tapered`], what every term of the evaluation is measured in: a weight for the middlegame and one for
//! the endgame.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use crate::geometry::Color;

/// A weight in the middlegame and in the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all men on the board.
    pub mg: i32,
    /// With pawns and Kings only.
    pub eg: i32,
}

impl Tapered {
    /// The same in both.
    pub(super) const fn both(value: i32) -> Tapered {
        Tapered { mg: value, eg: value }
    }

    /// A weight of the middlegame alone.
    pub(super) const fn mg(mg: i32) -> Tapered {
        Tapered { mg, eg: 0 }
    }

    /// So many times it.
    pub(super) const fn times(self, count: i32) -> Tapered {
        Tapered { mg: self.mg * count, eg: self.eg * count }
    }

    /// So many per cent of it.
    pub(super) const fn percent(self, share: Tapered) -> Tapered {
        Tapered { mg: self.mg * share.mg / 100, eg: self.eg * share.eg / 100 }
    }

    /// A weight of `color` as White sees it.
    pub(super) fn seen_from(self, color: Color) -> Tapered {
        match color {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The mean of both, with `phase` of `whole` for the middlegame.
    pub(super) const fn at(self, phase: i32, whole: i32) -> i32 {
        (self.mg * phase + self.eg * (whole - phase)) / whole
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        self + -other
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        Tapered { mg: -self.mg, eg: -self.eg }
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(terms: I) -> Tapered {
        terms.fold(Tapered::default(), Add::add)
    }
}
