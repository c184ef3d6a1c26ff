//! The output of a net for the positions of a game, updated from position to position.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::super::simd::{self, Judge};
use super::super::slots::{SlotRows, changed, slots};
use super::row;
use super::shipped::net_of;
use super::{Feature, Kings, OffBoard, SCALE, bucket, describe};
use crate::game::{Game, MAX_MEN};
use crate::geometry::{Color, Narrow, Square};
use crate::network::{BUCKETS, COARSE, FINE, INPUTS, KING_INPUTS, LAST, Network, OUTPUT};
use crate::position::Position;

/// The greatest correction, in centipawns.
const MOST: i64 = 1000;
/// The number for 1 in a sum, a little less so that its square fits.
const FULL: i16 = (1 << COARSE) - 1;
/// The bits by which a square is shifted.
const SQUARE: u32 = 6;

/// The rows of the pieces of a game, by side and zone of that side's king; without inputs for kings there is
/// one zone.
#[derive(Debug)]
struct Rows {
    network: Network,
    kings: Option<Kings>,
    /// By piece type and square, then by item off the board.
    places: Vec<Place>,
    /// The hidden layer for each description.
    hidden: Vec<Vec<i64>>,
    off_board: Option<OffBoard>,
    /// The place of the first item off the board.
    first_item: u16,
    /// Computed when a king first enters the zone.
    of_sides: [Vec<OnceLock<RowsOfSide>>; 2],
}

/// A piece type on a square, or an item off the board.
#[derive(Debug)]
struct Place {
    color: Color,
    /// The index of its hidden layer.
    hidden: usize,
    square: Option<Square>,
    is_king: bool,
}

/// By place: what it adds to the sums of a side, and to its totals.
#[derive(Debug)]
struct RowsOfSide {
    sums: Vec<i16>,
    totals: Vec<[i16; BUCKETS]>,
}

/// What the pieces on the board add up to, as one side sees it.
#[derive(Clone, Debug)]
struct View {
    /// The zone of the side's king.
    zone: usize,
    sums: Vec<i16>,
    /// By bucket.
    totals: [i32; BUCKETS],
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
    views: [View; 2],
}

impl Rows {
    fn new(game: &Game, network: &Network, values: &[i32]) -> Rows {
        let kings = Kings::new(game).filter(|_| network.size().inputs == KING_INPUTS);
        // Black's pieces are described as White's are.
        let (mut known, mut hidden) = (HashMap::new(), Vec::new());
        let empty = row::empty(network);
        let mut describe_with = |features: Vec<Feature>| {
            *known.entry(features).or_insert_with_key(|features| {
                hidden.push(row::hidden(network, &empty, features));
                hidden.len() - 1
            })
        };
        let mut places = Vec::new();
        for kind in game.kind_ids() {
            let value = values.get(kind.index()).copied().unwrap_or_default();
            let color = game.kind(kind).color;
            let is_king = kings.as_ref().is_some_and(|kings| kings.kind(color) == kind);
            for (square, features) in game.shape.cells().zip(describe(game, kind, value)) {
                let hidden = describe_with(features);
                places.push(Place { color, hidden, square: Some(square), is_king });
            }
        }
        let first_item = places.len().narrow();
        // A net that knows nothing of items would only add noise.
        let off_board = OffBoard::new(game, values).filter(|_| network.size().inputs >= INPUTS);
        for (color, features) in off_board.iter().flat_map(OffBoard::items) {
            let hidden = describe_with(features.to_vec());
            places.push(Place { color, hidden, square: None, is_king: false });
        }
        let zones = kings.as_ref().map_or(1, Kings::zones);
        Rows {
            kings,
            places,
            hidden,
            off_board,
            first_item,
            of_sides: Color::ALL.map(|_| (0..zones).map(|_| OnceLock::new()).collect()),
            network: network.clone(),
        }
    }

    /// The rows for a side whose king is in a zone.
    #[inline(always)]
    fn of_side(&self, color: Color, zone: usize) -> &RowsOfSide {
        self.of_sides[color.index()][zone].get_or_init(|| self.compute(color, zone))
    }

    #[cold]
    #[inline(never)]
    fn compute(&self, color: Color, zone: usize) -> RowsOfSide {
        let mut rows = RowsOfSide { sums: Vec::new(), totals: Vec::new() };
        for place in &self.places {
            let plain = &self.hidden[place.hidden];
            let near = self.kings.as_ref().zip(place.square);
            let near = near.map(|(kings, square)| {
                row::hidden(&self.network, plain, &kings.describe(color, zone, place.color, square))
            });
            let hidden = near.as_ref().unwrap_or(plain);
            let own = place.color == color;
            rows.sums.extend(row::sums(&self.network, hidden, own));
            rows.totals.push(if own { four(&row::outputs(&self.network, hidden)) } else { [0; BUCKETS] });
        }
        rows
    }

    /// The zone of a side's king, if it has one.
    fn zone_of(&self, color: Color, alive: u64, places: &[u16; MAX_MEN]) -> usize {
        let Some(kings) = &self.kings else { return 0 };
        let mut found = slots(alive).map(|slot| &self.places[usize::from(places[slot])]);
        let king = found.find(|place| place.is_king && place.color == color);
        king.and_then(|king| king.square).map_or(0, |square| kings.zone(color, square))
    }
}

fn four(numbers: &[i16]) -> [i16; BUCKETS] {
    std::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default())
}

impl Correction {
    /// The correction by the shipped net of a game; `None` if it has none. `values` are the values of pieces,
    /// by type.
    pub fn shipped(game: &Game, values: &[i32]) -> Option<Correction> {
        Some(Correction::of(game, net_of(game)?.network()?.as_ref(), values))
    }

    /// The correction by any net for any game.
    pub fn of(game: &Game, network: &Network, values: &[i32]) -> Correction {
        let rows = Rows::new(game, network, values);
        let [.., start, _, _] = &network.parts;
        let view = View { zone: 0, sums: start.clone(), totals: [0; BUCKETS] };
        Correction {
            arch: pulp::Arch::new(),
            alive: 0,
            places: [0; MAX_MEN],
            items: vec![0; rows.places.len() - usize::from(rows.first_item)],
            rows: Arc::new(rows),
            views: [view.clone(), view],
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
        let [us, them] = [pos.side(), !pos.side()].map(|color| &self.views[color.index()]);
        let bucket = bucket(self.alive.count_ones() as usize);
        let width = us.sums.len();
        let [.., weights, offsets] = &self.rows.network.parts;
        let (ours, theirs) = weights[2 * width * bucket..2 * width * (bucket + 1)].split_at(width);
        let sum = layer(&us.sums, ours) + layer(&them.sums, theirs);
        let total = us.totals[bucket] - them.totals[bucket];
        let total = i64::from(total) << (2 * COARSE - SQUARE + LAST - OUTPUT);
        let offset = i64::from(offsets[bucket]) << (2 * COARSE - SQUARE + LAST - FINE);
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
        let mut fresh = [false; 2];
        if self.rows.kings.is_some() {
            fresh = self.follow_kings(changed & before, changed & alive, places);
        }
        let [.., start, _, _] = &self.rows.network.parts;
        for (view, color) in self.views.iter_mut().zip(Color::ALL) {
            let rows = self.rows.of_side(color, view.zone);
            if fresh[color.index()] {
                view.sum_up(rows, start, (alive, places));
                for (&count, place) in self.items.iter().zip(self.rows.first_item..) {
                    (0..count).for_each(|_| view.enter::<1>(rows, place));
                }
                continue;
            }
            for slot in slots(changed & before) {
                view.enter::<-1>(rows, self.places[slot]);
            }
            for slot in slots(changed & alive) {
                view.enter::<1>(rows, places[slot]);
            }
        }
        for slot in slots(changed) {
            self.places[slot] = places[slot];
        }
        if !self.items.is_empty() {
            self.update_items(pos);
        }
    }

    /// Notes the zones of the kings where one is among the pieces that left or came; whose zone is new.
    #[inline(always)]
    fn follow_kings(&mut self, left: u64, came: u64, places: &[u16; MAX_MEN]) -> [bool; 2] {
        let is_king = |place: u16| self.rows.places[usize::from(place)].is_king;
        let moved = slots(left).any(|slot| is_king(self.places[slot]))
            || slots(came).any(|slot| is_king(places[slot]));
        if !moved {
            return [false; 2];
        }
        Color::ALL.map(|color| {
            let zone = self.rows.zone_of(color, self.alive, places);
            std::mem::replace(&mut self.views[color.index()].zone, zone) != zone
        })
    }

    /// Updates the sums for what is off the board.
    fn update_items(&mut self, pos: &Position) {
        let counts = self.rows.off_board.iter().flat_map(|off_board| off_board.counts(pos));
        for ((before, place), count) in self.items.iter_mut().zip(self.rows.first_item..).zip(counts) {
            let before = std::mem::replace(before, count);
            for color in Color::ALL {
                let view = &mut self.views[color.index()];
                let rows = self.rows.of_side(color, view.zone);
                (before..count).for_each(|_| view.enter::<1>(rows, place));
                (count..before).for_each(|_| view.enter::<-1>(rows, place));
            }
        }
    }
}

impl View {
    /// Computes the sums of the pieces on the board anew.
    #[inline(always)]
    fn sum_up(&mut self, rows: &RowsOfSide, start: &[i16], (alive, places): SlotRows) {
        self.sums.copy_from_slice(start);
        self.totals = [0; BUCKETS];
        for slot in slots(alive) {
            self.enter::<1>(rows, places[slot]);
        }
    }

    /// Adds (`SIGN` 1) or subtracts (-1) the row of a place.
    #[inline(always)]
    fn enter<const SIGN: i16>(&mut self, rows: &RowsOfSide, place: u16) {
        let (place, width) = (usize::from(place), self.sums.len());
        for (sum, number) in self.sums.iter_mut().zip(&rows.sums[width * place..width * (place + 1)]) {
            *sum = sum.wrapping_add(SIGN * number);
        }
        for (total, &number) in self.totals.iter_mut().zip(&rows.totals[place]) {
            *total += i32::from(SIGN * number);
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
