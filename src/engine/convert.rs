//! Number conversions, each with the reason why nothing is lost. Tables are computed in floating point once
//! for each game and stored in few bytes; a number that does not fit becomes the nearest that does.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

/// A ply, a turn or a number of moves, all of which are small, as part of a score or a depth.
#[inline]
pub(in crate::engine) const fn signed(small: usize) -> i32 {
    small as i32
}

/// A number that is not negative, such as a depth; a negative one becomes 0.
#[inline]
pub(in crate::engine) const fn unsigned(depth: i32) -> usize {
    if depth < 0 { 0 } else { depth as usize }
}

/// The same for reports.
#[inline]
pub(in crate::engine) const fn count(number: i32) -> u32 {
    unsigned(number) as u32
}

/// The nearest number that fits in two bytes.
#[inline]
pub(in crate::engine) const fn nearest_i16(number: i32) -> i16 {
    if number > i16::MAX as i32 {
        i16::MAX
    } else if number < i16::MIN as i32 {
        i16::MIN
    } else {
        number as i16
    }
}

/// The upper half of a word of eight bytes.
#[inline]
pub(in crate::engine) const fn upper(word: u64) -> u32 {
    (word >> 32) as u32
}

/// The lower half of a word of eight bytes.
#[inline]
pub(in crate::engine) const fn lower(word: u64) -> u32 {
    word as u32
}

/// The place of a hash in a table of `size` entries, by its lower half.
#[inline]
pub(in crate::engine) const fn scaled(key: u64, size: usize) -> usize {
    ((lower(key) as u64 * size as u64) >> 32) as usize
}

/// The place of a hash in a table whose size is a power of two.
#[inline]
pub(in crate::engine) const fn masked(key: u64, size: usize) -> usize {
    key as usize & (size - 1)
}

/// The nearest integer; halves round up.
#[inline]
pub(in crate::engine) fn round(x: f64) -> i32 {
    (x + 0.5).floor() as i32
}

/// A wide sum as a 16-bit number between bounds.
#[inline]
pub(in crate::engine) fn cut(sum: i64, most: i16) -> i16 {
    sum.clamp(-i64::from(most), i64::from(most)) as i16
}
