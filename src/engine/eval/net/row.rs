//! From the description of a piece to its row: the numbers that it adds to the sums of both sides.

use std::ops::Range;

use super::feature::Feature;
use crate::base::network::{COARSE, FINE, MOST_ROW, Network, OUTPUT};
use crate::engine::convert::cut;
use crate::engine::eval::simd;

/// The hidden layer before its rectifier for a piece with this description, from `start` on.
pub(super) fn hidden(network: &Network, start: &[i64], features: &[Feature]) -> Vec<i64> {
    let mut hidden = start.to_vec();
    for feature in features {
        let weights = network.parts[0].chunks_exact(network.size().hidden).nth(usize::from(feature.index));
        for (sum, &weight) in hidden.iter_mut().zip(weights.unwrap_or_default()) {
            *sum += i64::from(feature.value) * i64::from(weight);
        }
    }
    hidden
}

/// The hidden layer of a piece without a description.
pub(super) fn empty(network: &Network) -> Vec<i64> {
    network.parts[1].iter().map(|&number| i64::from(number) << COARSE).collect()
}

/// A part of the row above a hidden layer, with twice the fractional bits of its numbers.
///
/// The sums wrap around, which is faster than 64 bits. That changes nothing as long as each fits in the end,
/// and 8,192 fits, while a number of a row is cut at 8 or less.
fn part(network: &Network, hidden: &[i64], part: Range<usize>) -> Vec<i32> {
    let [_, _, weights, offsets, ..] = &network.parts;
    let arch = pulp::Arch::new();
    let mut sums: Vec<i32> =
        offsets[part.clone()].iter().map(|&number| i32::from(number) << COARSE).collect();
    for (hidden, weights) in hidden.iter().zip(weights.chunks_exact(network.size().row())) {
        let hidden = shifted(*hidden, FINE);
        if hidden > 0 {
            // Always fits: fewer than 1,024 products of two 16-bit numbers, without the last ten bits.
            let factor = i32::try_from(hidden).unwrap_or(i32::MAX);
            simd::add_multiple(arch, &mut sums, factor, &weights[part.clone()]);
        }
    }
    sums
}

/// What a piece adds to the sums of its own side or, if not `own`, of the other: numbers with [`COARSE`]
/// fractional bits.
pub(super) fn sums(network: &Network, hidden: &[i64], own: bool) -> Vec<i16> {
    let sums = network.size().sums;
    let numbers = part(network, hidden, if own { 0..sums } else { sums..2 * sums });
    numbers.into_iter().map(|sum| cut(shifted(sum.into(), FINE), MOST_ROW)).collect()
}

/// What a piece adds to the totals of its own side: numbers with [`OUTPUT`] fractional bits.
pub(super) fn outputs(network: &Network, hidden: &[i64]) -> Vec<i16> {
    let numbers = part(network, hidden, 2 * network.size().sums..network.size().row());
    numbers.into_iter().map(|sum| cut(shifted(sum.into(), FINE + COARSE - OUTPUT), i16::MAX)).collect()
}

/// A number with fewer bits behind the point, rounded.
fn shifted(number: i64, bits: u32) -> i64 {
    (number + (1 << (bits - 1))) >> bits
}
