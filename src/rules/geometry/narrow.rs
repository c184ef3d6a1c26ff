//! Conversions to narrower numbers, in one place. The values fit by construction, which debug builds
//! check.

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

narrow!(
    i64 => i32, u128 => i32, u64 => usize, usize => u8, usize => u16, usize => u32, u32 => u8, u32 => u16,
    u64 => u16, u64 => u32, i32 => u8, u8 => i8, i16 => i8
);

/// A count as a real number.
pub(crate) trait Real {
    /// The same number, or beyond 2^53 the nearest possible.
    fn real(self) -> f64;
}

macro_rules! real {
    ($($from:ty),*) => { $(
        impl Real for $from {
            #[allow(clippy::cast_precision_loss, reason = "means and shares need no more than 53 bits")]
            fn real(self) -> f64 {
                self as f64
            }
        }
    )* };
}

real!(usize, u64);
