//! Conversions to narrower numbers, in one place: what is converted fits by construction, which debug
//! builds check.

/// A number that is known to fit a narrower type.
pub(crate) trait Narrow<T> {
    /// The same number.
    fn narrow(self) -> T;
}

macro_rules! narrow {
    ($($from:ty => $to:ty),*) => { $(
        impl Narrow<$to> for $from {
            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_possible_wrap,
                reason = "the assertion says that nothing is lost"
            )]
            fn narrow(self) -> $to {
                debug_assert!(<$to>::try_from(self).is_ok(), "{self} is too large");
                self as $to
            }
        }
    )* };
}

narrow!(usize => u8, usize => u16, usize => u32, u32 => u8, u32 => u16, u64 => u16, u64 => u32, i32 => u8, u8 => i8);
