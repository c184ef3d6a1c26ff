//! Sets of pieces.

/// A set of pieces, one bit per slot.
pub(crate) type PieceSet = u64;

/// The lowest slot of a set that is not empty.
#[inline]
pub(crate) fn lowest(set: PieceSet) -> usize {
    set.trailing_zeros() as usize & 63
}

/// The slots of a set, lowest first.
#[inline]
pub(crate) fn slots(mut set: PieceSet) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let slot = lowest(set);
            set &= set - 1;
            slot
        })
    })
}
