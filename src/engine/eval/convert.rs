//! Number conversions of the evaluation.
//!
//! Tables are computed in floating point once for each game and stored in few bytes; a number that does not
//! fit becomes the nearest that does.

/// The nearest integer; halves round up.
#[expect(clippy::cast_possible_truncation, reason = "the cast of a float saturates")]
pub(super) fn round(x: f64) -> i32 {
    (x + 0.5).floor() as i32
}

/// A small count.
pub(super) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The nearest 16-bit number.
#[expect(clippy::cast_possible_truncation, reason = "it is cut to the range before")]
pub(super) fn short(x: i32) -> i16 {
    x.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// An index; negative numbers become 0.
pub(super) fn index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// A wide sum as a 16-bit number between bounds.
#[expect(clippy::cast_possible_truncation, reason = "it is cut to the range before")]
pub(super) fn cut(sum: i64, most: i16) -> i16 {
    sum.clamp(-i64::from(most), i64::from(most)) as i16
}
