//! [`Tapered`], the unit of every term: a weight for the middlegame and one for the endgame.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use crate::rules::geometry::Color;

/// A weight in the middlegame and in the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all pieces on the board.
    pub mg: i32,
    /// With pawns and kings only.
    pub eg: i32,
}

impl Tapered {
    /// The same weight in both.
    pub(super) const fn both(value: i32) -> Tapered {
        Tapered { mg: value, eg: value }
    }

    /// A weight of the middlegame alone.
    pub(super) const fn mg(mg: i32) -> Tapered {
        Tapered { mg, eg: 0 }
    }

    /// A multiple of the weight.
    pub(super) const fn times(self, count: i32) -> Tapered {
        Tapered { mg: self.mg * count, eg: self.eg * count }
    }

    /// A part of the weight, in per cent.
    pub(super) const fn percent(self, share: Tapered) -> Tapered {
        Tapered { mg: self.mg * share.mg / 100, eg: self.eg * share.eg / 100 }
    }

    /// A weight of `color`, for White.
    pub(super) fn seen_from(self, color: Color) -> Tapered {
        match color {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The weighted mean: `phase` of `whole` is the share of the middlegame.
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
