//! Sets of squares for boards of up to `64 * W` squares: one machine word for most games.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not};

use crate::rules::geometry::Square;

/// A set of squares of a board with at most `64 * W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Default for Squares<W> {
    fn default() -> Squares<W> {
        Squares::NONE
    }
}

impl<const W: usize> Squares<W> {
    /// No square.
    pub(super) const NONE: Squares<W> = Squares([0; W]);

    /// One square.
    #[inline]
    pub(super) fn only(square: u8) -> Squares<W> {
        let mut set = Squares::NONE;
        set.insert(square);
        set
    }

    /// Adds a square.
    #[inline]
    pub(super) fn insert(&mut self, square: u8) {
        self.0[usize::from(square >> 6) % W] |= 1 << (square & 63);
    }

    /// Whether a square is in the set.
    #[inline]
    pub(super) fn contains(self, square: u8) -> bool {
        self.0[usize::from(square >> 6) % W] >> (square & 63) & 1 != 0
    }

    /// Whether no square is in the set.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        let mut any = 0;
        for word in self.0 {
            any |= word;
        }
        any == 0
    }

    /// How many squares there are.
    #[inline]
    pub(super) fn count(self) -> i32 {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones();
        }
        count.cast_signed()
    }

    /// Whether two sets share a square.
    #[inline]
    pub(super) fn meets(self, other: Squares<W>) -> bool {
        !(self & other).is_empty()
    }

    /// The part of a ray towards higher squares up to the first occupied one.
    #[inline]
    pub(super) fn up_to_first(mut self, occupied: Squares<W>) -> Squares<W> {
        for i in 0..W {
            let blocker = self.0[i] & occupied.0[i];
            // Without a blocker the subtraction wraps around, and the whole word remains.
            self.0[i] &= blocker ^ blocker.wrapping_sub(1);
            if blocker != 0 && i + 1 < W {
                self.0[i + 1..].fill(0);
                break;
            }
        }
        self
    }

    /// The part of a ray towards lower squares up to the first occupied one.
    #[inline]
    pub(super) fn down_to_first(mut self, occupied: Squares<W>) -> Squares<W> {
        for i in (0..W).rev() {
            let blocker = self.0[i] & occupied.0[i];
            self.0[i] &= u64::MAX << (blocker | 1).ilog2();
            if blocker != 0 && i > 0 {
                self.0[..i].fill(0);
                break;
            }
        }
        self
    }

    /// The squares, lowest first.
    #[inline]
    pub(super) fn iter(self) -> SquaresIter<W> {
        SquaresIter { left: self, word: 0 }
    }
}

/// Visits the squares of a set, lowest first.
pub(super) struct SquaresIter<const W: usize> {
    left: Squares<W>,
    word: u8,
}

impl<const W: usize> Iterator for SquaresIter<W> {
    type Item = Square;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit of a word is below 64")]
    fn next(&mut self) -> Option<Square> {
        while usize::from(self.word) < W {
            let word = &mut self.left.0[usize::from(self.word)];
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Square(self.word << 6 | bit));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<u8> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Squares<W> {
        let mut set = Squares::NONE;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl<const W: usize> BitAnd for Squares<W> {
    type Output = Squares<W>;
    #[inline]
    fn bitand(mut self, other: Squares<W>) -> Squares<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Squares<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Squares<W>) {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
    }
}

impl<const W: usize> BitOr for Squares<W> {
    type Output = Squares<W>;
    #[inline]
    fn bitor(mut self, other: Squares<W>) -> Squares<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Squares<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Squares<W>) {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
    }
}

impl<const W: usize> BitXorAssign for Squares<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Squares<W>) {
        for i in 0..W {
            self.0[i] ^= other.0[i];
        }
    }
}

impl<const W: usize> Not for Squares<W> {
    type Output = Squares<W>;
    #[inline]
    fn not(mut self) -> Squares<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_ends_at_its_first_blocker_in_every_word() {
        let up: Squares<4> = [30, 60, 90, 120, 150, 240].into_iter().collect();
        let listed = |set: Squares<4>| set.iter().map(|square| square.0).collect::<Vec<_>>();
        assert_eq!(listed(up.up_to_first(Squares::NONE)), [30, 60, 90, 120, 150, 240]);
        assert_eq!(listed(up.up_to_first([1, 90, 150].into_iter().collect())), [30, 60, 90]);
        assert_eq!(listed(up.down_to_first([1, 30, 90].into_iter().collect())), [90, 120, 150, 240]);
        assert_eq!(listed(up.down_to_first(Squares::only(31))), [30, 60, 90, 120, 150, 240]);
        assert_eq!(up.count(), 6);
    }
}
