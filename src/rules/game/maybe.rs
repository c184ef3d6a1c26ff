//! An optional index, for tables that are read all the time.

/// An index into a table of at most 255 entries, or none, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct MaybeIndex(u8);

impl MaybeIndex {
    pub(crate) const NONE: MaybeIndex = MaybeIndex(0);

    /// An index below 255.
    pub(crate) const fn some(index: u8) -> MaybeIndex {
        debug_assert!(index < u8::MAX);
        MaybeIndex(index.wrapping_add(1))
    }

    /// An index, if it is not too large.
    pub(crate) fn try_some(index: usize) -> Option<MaybeIndex> {
        u8::try_from(index + 1).ok().map(MaybeIndex)
    }

    /// The index.
    #[inline]
    pub(crate) const fn get(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The entry of the table that it indexes.
    #[inline]
    pub(crate) fn of<T>(self, table: &[T]) -> Option<&T> {
        table.get(usize::from(self.0).wrapping_sub(1))
    }
}
