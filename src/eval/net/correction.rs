//! The output of a net for the positions of a game, updated from position to position.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::simd::{self, Judge};
use super::super::slots::{changed, slots};
use super::row::row;
use super::shipped::net_of;
use super::{Feature, OffBoard, SCALE, bucket, describe};
use crate::game::{Game, MAX_MEN};
use crate::geometry::{Color, Narrow};
use crate::network::{BUCKETS, COARSE, FINE, INPUTS, LAST, Network, OUTPUT};
use crate::position::Position;

/// The greatest correction, in centipawns.
const MOST: i64 = 1000;
/// The number for 1 in a sum, a little less so that its square fits.
const FULL: i16 = (1 << COARSE) - 1;
/// The bits by which a square is shifted.
const SQUARE: u32 = 6;

/// The rows of the pieces of a game.
#[derive(Debug)]
struct Rows {
    /// The number of sums of a side.
    sums: usize,
    /// By piece type and square, then by item off the board: what it adds to its own side's sums, and to the
    /// other's.
    men: Vec<i16>,
    /// The same for what it adds to the totals.
    outputs: Vec<[i16; BUCKETS]>,
    colors: Vec<Color>,
    off_board: Option<OffBoard>,
    /// The row of the first item off the board.
    first_item: u16,
    /// The output weights by bucket and side, that of the side to move first.
    weights: Vec<i16>,
    offsets: [i64; BUCKETS],
}

/// Corrects the hand-made evaluation of the positions of a game.
#[derive(Clone, Debug)]
pub struct Correction {
    /// The instruction set of the processor.
    arch: pulp::Arch,
    rows: Arc<Rows>,
    /// The pieces of the last position, as in [`Position::slots`].
    alive: u64,
    places: [u16; MAX_MEN],
    /// How many times the last position had each item off the board.
    items: Vec<u8>,
    /// The sums by side, from its view.
    sums: [Vec<i16>; 2],
    /// The totals by bucket, for White.
    totals: [i32; BUCKETS],
}

impl Correction {
    /// The correction by the shipped net of a game; `None` if it has none. `values` are the values of pieces,
    /// by type.
    pub fn shipped(game: &Game, values: &[i32]) -> Option<Correction> {
        Some(Correction::of(game, net_of(game)?.network()?.as_ref(), values))
    }

    /// The correction by any net for any game.
    pub fn of(game: &Game, network: &Network, values: &[i32]) -> Correction {
        let sums = network.size().sums;
        let (mut men, mut outputs, mut colors) = (Vec::new(), Vec::new(), Vec::new());
        // Black's pieces are described as White's are.
        let mut known: HashMap<Vec<Feature>, Vec<i16>> = HashMap::new();
        let four = |numbers: &[i16]| std::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default());
        let mut add = |color: Color, features: Vec<Feature>| {
            let row = known.entry(features).or_insert_with_key(|features| row(network, features));
            let (sides, added) = row.split_at(2 * sums);
            men.extend(sides);
            outputs.push(four(added));
            colors.push(color);
        };
        for kind in game.kind_ids() {
            let value = values.get(kind.index()).copied().unwrap_or_default();
            for features in describe(game, kind, value) {
                add(game.kind(kind).color, features);
            }
        }
        // A net that knows nothing of items would only add noise.
        let off_board = OffBoard::new(game, values).filter(|_| network.size().inputs == INPUTS);
        let items = off_board.iter().flat_map(OffBoard::items);
        let items = items.map(|(color, features)| add(color, features.to_vec())).count();
        let [.., start, weights, offsets] = &network.parts;
        let rows = Rows {
            sums,
            men,
            first_item: (outputs.len() - items).narrow(),
            outputs,
            colors,
            off_board,
            weights: weights.clone(),
            offsets: four(offsets).map(i64::from),
        };
        Correction {
            arch: pulp::Arch::new(),
            rows: Arc::new(rows),
            alive: 0,
            places: [0; MAX_MEN],
            items: vec![0; items],
            sums: [start.clone(), start.clone()],
            totals: [0; BUCKETS],
        }
    }

    /// The correction for the side to move, in centipawns.
    pub fn of_position(&mut self, pos: &Position) -> i32 {
        simd::judge(self.arch, self, pos)
    }
}

impl Judge for Correction {
    #[inline(always)]
    fn judge(&mut self, pos: &Position) -> i32 {
        self.update(pos);
        let (us, them) = (pos.side(), !pos.side());
        let bucket = bucket(self.alive.count_ones() as usize);
        let width = self.rows.sums;
        let (ours, theirs) = self.rows.weights[2 * width * bucket..2 * width * (bucket + 1)].split_at(width);
        let sum = layer(&self.sums[us.index()], ours) + layer(&self.sums[them.index()], theirs);
        let sign = if us == Color::White { 1 } else { -1 };
        let total = i64::from(sign * self.totals[bucket]) << (2 * COARSE - SQUARE + LAST - OUTPUT);
        let offset = self.rows.offsets[bucket] << (2 * COARSE - SQUARE + LAST - FINE);
        let output = i64::from(sum) + total + offset;
        // Rounds toward zero, so that both sides are treated alike.
        let centipawns = output * i64::from(SCALE) / (1 << (2 * COARSE - SQUARE + LAST));
        i32::try_from(centipawns.clamp(-MOST, MOST)).unwrap_or(0)
    }
}

impl Correction {
    /// Updates the sums for a position.
    #[inline(always)]
    fn update(&mut self, pos: &Position) {
        let (alive, places) = pos.slots();
        let changed = changed((self.alive, &self.places), (alive, places));
        let before = std::mem::replace(&mut self.alive, alive);
        for slot in slots(changed) {
            let old = std::mem::replace(&mut self.places[slot], places[slot]);
            if before >> slot & 1 != 0 {
                self.enter::<-1>(old);
            }
            if alive >> slot & 1 != 0 {
                self.enter::<1>(places[slot]);
            }
        }
        if !self.items.is_empty() {
            self.update_items(pos);
        }
    }

    /// Updates the sums for what is off the board.
    fn update_items(&mut self, pos: &Position) {
        let rows = self.rows.clone();
        let counts = rows.off_board.iter().flat_map(|off_board| off_board.counts(pos));
        for ((item, row), count) in (0..).zip(rows.first_item..).zip(counts) {
            let Some(before) = self.items.get_mut(item) else { break };
            match std::mem::replace(before, count) {
                before if before < count => (before..count).for_each(|_| self.enter::<1>(row)),
                before => (count..before).for_each(|_| self.enter::<-1>(row)),
            }
        }
    }

    /// Adds (`SIGN` 1) or subtracts (-1) a row.
    #[inline(always)]
    fn enter<const SIGN: i16>(&mut self, place: u16) {
        let (place, width) = (usize::from(place), self.rows.sums);
        let (color, outputs) = (self.rows.colors[place], &self.rows.outputs[place]);
        let (own, other) = self.rows.men[2 * width * place..2 * width * (place + 1)].split_at(width);
        for (side, numbers) in [(color, own), (!color, other)] {
            for (sum, number) in self.sums[side.index()].iter_mut().zip(numbers) {
                *sum = sum.wrapping_add(SIGN * number);
            }
        }
        let sign = i32::from(SIGN) * if color == Color::White { 1 } else { -1 };
        for (total, &number) in self.totals.iter_mut().zip(outputs) {
            *total += sign * i32::from(number);
        }
    }
}

/// The output of a side's sums: each is clamped to 0 to 1, squared, and weighted.
#[inline(always)]
fn layer(sums: &[i16], weights: &[i16]) -> i32 {
    let mut out = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let sum = sum.clamp(0, FULL).cast_unsigned();
        let square = ((sum * sum) >> SQUARE).cast_signed();
        out += i32::from(square) * i32::from(weight);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::most_last;

    /// All sums and weights at their greatest: an overflow would panic.
    #[test]
    fn what_is_weighed_never_overflows() {
        for sums in [1, 32, 64, 256, 512] {
            let (full, weights) = (vec![FULL; sums], vec![most_last(sums); sums]);
            assert!(layer(&full, &weights) + layer(&full, &weights) > 0, "{sums}");
        }
    }
}
