//! Sets of pieces.

use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::rules::game::SetBits;

/// A set of pieces: a bit for the slot of each.
///
/// ```
/// use fibnif::rules::position::PieceSet;
///
/// let some: PieceSet = [3, 5, 60].into_iter().collect();
/// assert_eq!((some.len(), some.contains(5), some.contains(6)), (3, true, false));
/// let others = !PieceSet::of(5);
/// assert_eq!((some & others).into_iter().collect::<Vec<_>>(), [3, 60]);
/// assert!(!some.meets(PieceSet::EMPTY));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct PieceSet(SetBits);

impl PieceSet {
    /// No piece.
    pub const EMPTY: PieceSet = PieceSet(0);
    /// Every slot, with a piece or without.
    pub const ALL: PieceSet = PieceSet(SetBits::MAX);
    /// The number of slots.
    pub(crate) const SLOTS: usize = SetBits::BITS as usize;

    /// The piece in a slot.
    #[inline]
    pub const fn of(slot: usize) -> PieceSet {
        PieceSet(1 << slot)
    }

    /// The piece in a slot if `is`, otherwise none; without a branch.
    #[inline]
    pub(crate) fn of_if(slot: usize, is: bool) -> PieceSet {
        PieceSet(SetBits::from(is) << slot)
    }

    /// The slots before one.
    pub(crate) const fn before(slot: u8) -> PieceSet {
        PieceSet((1 << slot) - 1)
    }

    /// Adds the slots from `first` on whose bits these are.
    #[inline]
    pub(crate) fn insert_all(&mut self, first: usize, bits: u16) {
        self.0 |= SetBits::from(bits) << first;
    }

    /// Whether the piece in a slot is in the set.
    #[inline]
    pub const fn contains(self, slot: usize) -> bool {
        self.0 >> slot & 1 != 0
    }

    /// Adds the piece in a slot.
    #[inline]
    pub fn insert(&mut self, slot: usize) {
        *self |= PieceSet::of(slot);
    }

    /// Removes the piece in a slot.
    #[inline]
    pub fn remove(&mut self, slot: usize) {
        *self &= !PieceSet::of(slot);
    }

    /// Adds the piece in a slot if it is not in the set, and removes it if it is.
    #[inline]
    pub(crate) fn toggle(&mut self, slot: usize) {
        *self ^= PieceSet::of(slot);
    }

    /// The slots of the pieces, lowest first.
    #[inline]
    pub fn iter(self) -> Slots {
        Slots(self)
    }

    /// The number of pieces.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no piece in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some piece is in both sets.
    #[inline]
    pub const fn meets(self, other: PieceSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest slot, if there is one.
    #[inline]
    pub fn lowest(self) -> Option<usize> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as usize)
    }

    /// Removes the lowest slot of a set and returns it.
    #[inline]
    pub(super) fn take_lowest(&mut self) -> usize {
        debug_assert!(!self.is_empty(), "the set has a piece");
        let slot = self.0.trailing_zeros() as usize & (PieceSet::SLOTS - 1);
        self.0 &= self.0.wrapping_sub(1);
        slot
    }

    /// The number of slots up to the highest one of the set.
    #[inline]
    pub(crate) const fn span(self) -> usize {
        (SetBits::BITS - self.0.leading_zeros()) as usize
    }
}

impl BitAnd for PieceSet {
    type Output = PieceSet;

    #[inline]
    fn bitand(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }
}

impl BitOr for PieceSet {
    type Output = PieceSet;

    #[inline]
    fn bitor(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }
}

impl BitXor for PieceSet {
    type Output = PieceSet;

    #[inline]
    fn bitxor(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 ^ other.0)
    }
}

impl Not for PieceSet {
    type Output = PieceSet;

    #[inline]
    fn not(self) -> PieceSet {
        PieceSet(!self.0)
    }
}

impl BitAndAssign for PieceSet {
    #[inline]
    fn bitand_assign(&mut self, other: PieceSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for PieceSet {
    #[inline]
    fn bitor_assign(&mut self, other: PieceSet) {
        *self = *self | other;
    }
}

impl BitXorAssign for PieceSet {
    #[inline]
    fn bitxor_assign(&mut self, other: PieceSet) {
        *self = *self ^ other;
    }
}

impl FromIterator<usize> for PieceSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(slots: I) -> PieceSet {
        slots.into_iter().fold(PieceSet::EMPTY, |set, slot| set | PieceSet::of(slot))
    }
}

/// The numbers of the bits of a word that are set, lowest first.
#[inline]
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize & 31;
            word &= word - 1;
            bit
        })
    })
}

/// The slots of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Slots(PieceSet);

impl Iterator for Slots {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        (!self.0.is_empty()).then(|| self.0.take_lowest())
    }
}

impl FusedIterator for Slots {}

impl IntoIterator for PieceSet {
    type Item = usize;
    type IntoIter = Slots;

    #[inline]
    fn into_iter(self) -> Slots {
        Slots(self)
    }
}
