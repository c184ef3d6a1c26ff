//! Which pieces differ from one position to the next: the positions a search evaluates differ in a few, and a
//! piece keeps its slot, so whatever is summed over pieces is kept up to date by those alone.

use crate::rules::game::MAX_MEN;

/// The pieces of a position: which slots are taken, and the piece-square of the piece in each.
pub(super) type SlotRows<'a> = (u64, &'a [u16; MAX_MEN]);

/// Slots compared at once.
const AT_ONCE: usize = 16;

/// The slots whose pieces came, went or changed their piece-square.
#[inline(always)]
pub(super) fn changed((before, old): SlotRows, (now, new): SlotRows) -> u64 {
    // Few games fill more than half of the slots.
    let used = (u64::BITS - (before | now).leading_zeros()) as usize;
    let pairs = new.as_chunks::<AT_ONCE>().0.iter().zip(old.as_chunks::<AT_ONCE>().0);
    let mut changed = before ^ now;
    for (i, (new, old)) in pairs.enumerate().take(used.div_ceil(AT_ONCE)) {
        // Each number becomes a bit, without a branch.
        let bits: u16 =
            std::array::from_fn::<u16, AT_ONCE, _>(|j| u16::from(new[j] != old[j]) << j).iter().sum();
        changed |= u64::from(bits) << (AT_ONCE * i);
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
