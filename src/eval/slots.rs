//! Which pieces differ from one position to the next: the positions a search evaluates differ in a few, and a
//! piece keeps its slot, so whatever is summed over pieces is kept up to date by those alone.

use crate::game::MAX_MEN;

/// The pieces of a position: which slots are taken, and the piece-square of the piece in each.
pub(super) type SlotRows<'a> = (u64, &'a [u16; MAX_MEN]);

/// The slots whose pieces came, went or changed their piece-square.
#[inline(always)]
pub(super) fn changed((before, old): SlotRows, (now, new): SlotRows) -> u64 {
    let mut changed = before ^ now;
    for (i, (new, old)) in new.as_chunks::<4>().0.iter().zip(old.as_chunks::<4>().0).enumerate() {
        if new != old {
            for j in 0..4 {
                changed |= u64::from(new[j] != old[j]) << (4 * i + j);
            }
        }
    }
    changed
}

/// The slots of a set.
#[inline]
pub(super) fn slots(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (slot < MAX_MEN).then_some(slot)
    })
}
