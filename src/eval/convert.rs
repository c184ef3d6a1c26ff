//! Number conversions of the evaluation.
//!
//! Tables are computed in floating point once for each game and stored in few bytes; a number that does not
//! fit becomes the nearest that does.

use crate::game::KindId;
use crate::geometry::Square;

/// The nearest integer; halves round up.
#[expect(clippy::cast_possible_truncation, reason = "the cast of a float saturates")]
pub(super) fn round(x: f64) -> i32 {
    (x + 0.5).floor() as i32
}

/// A small count.
pub(super) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A small count for the arithmetic of tables.
pub(super) fn float(n: usize) -> f64 {
    f64::from(count(n))
}

/// The nearest 16-bit number.
#[expect(clippy::cast_possible_truncation, reason = "it is cut to the range before")]
pub(super) fn short(x: i32) -> i16 {
    x.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// The row of a type and square in 16 bits: there are at most 64 kinds and 256 squares.
#[expect(clippy::cast_possible_truncation, reason = "a row is below 64 times 256")]
pub(super) fn row(index: usize) -> u16 {
    index as u16
}

/// An index; negative numbers become 0.
pub(super) fn index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// The square of an index.
#[expect(clippy::cast_possible_truncation, reason = "boards have at most 256 squares")]
pub(super) fn square(index: usize) -> Square {
    Square(index as u8)
}

/// The kind of an index.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 64 kinds")]
pub(super) fn kind(index: usize) -> KindId {
    KindId(index as u8)
}

/// An index in 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "what is counted so is below 65,536")]
pub(super) fn unsigned16(index: usize) -> u16 {
    index as u16
}

/// A wide sum as a 16-bit number between bounds.
#[expect(clippy::cast_possible_truncation, reason = "it is cut to the range before")]
pub(super) fn cut(sum: i64, most: i16) -> i16 {
    sum.clamp(-i64::from(most), i64::from(most)) as i16
}
