//! From the description of a piece to its row: the numbers that it adds to the sums.

use super::describe::Feature;
use crate::eval::convert::cut;
use crate::network::{COARSE, FINE, MOST_ROW, Network, OUTPUT};

/// The row of a piece with this description: sums with [`COARSE`] fractional bits, outputs with
/// [`OUTPUT`].
pub(super) fn row(network: &Network, features: &[Feature]) -> Vec<i16> {
    let [inputs, hidden_offsets, weights, offsets, ..] = &network.parts;
    let mut hidden: Vec<i64> = hidden_offsets.iter().map(|&number| i64::from(number) << COARSE).collect();
    for feature in features {
        let weights = inputs.chunks_exact(network.size().hidden).nth(usize::from(feature.index));
        for (sum, &weight) in hidden.iter_mut().zip(weights.unwrap_or_default()) {
            *sum += i64::from(feature.value) * i64::from(weight);
        }
    }
    let mut sums: Vec<i64> = offsets.iter().map(|&number| i64::from(number) << COARSE).collect();
    for (hidden, weights) in hidden.iter().zip(weights.chunks_exact(network.size().row())) {
        let hidden = shifted(*hidden, FINE);
        if hidden > 0 {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += hidden * i64::from(weight);
            }
        }
    }
    let (sides, outputs) = sums.split_at(2 * network.size().sums);
    let sides = sides.iter().map(|&sum| cut(shifted(sum, FINE), MOST_ROW));
    let outputs = outputs.iter().map(|&sum| cut(shifted(sum, FINE + COARSE - OUTPUT), i16::MAX));
    sides.chain(outputs).collect()
}

/// A number with fewer bits behind the point, rounded.
fn shifted(number: i64, bits: u32) -> i64 {
    (number + (1 << (bits - 1))) >> bits
}
