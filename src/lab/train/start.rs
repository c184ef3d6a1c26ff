//! What the training of a net that stands alone begins with: small random numbers, or those of another net,
//! which may have fewer pieces.

use std::ops::Range;
use std::path::Path;

use super::super::read_net;
use super::dice;
use super::model::normal;
use super::positions::Positions;
use crate::base::trained::{DirectNetwork, DirectSize, TrainedNet};
use crate::commands::Error;
use crate::rules::betza::Movement;

/// The share of what a zone's own row has learned. With 1 the error on positions of other games was 0.0153,
/// with 0.25 0.0140 and with 0.1 0.0139 (`benches/LEARNING.md`, A net alone).
pub(super) const OF_ZONE: f32 = 0.1;

/// The parts of a model: the rows for all zones, those of each, the start of the sums, the weights of the
/// outputs and their offsets.
pub(super) fn parts(size: DirectSize) -> [Range<usize>; 5] {
    let [zones, start, weights, offsets] = size.lengths();
    let mut end = 0;
    [zones / size.sight.zones(), zones, start, weights, offsets].map(|length| {
        end += length;
        end - length..end
    })
}

/// How many numbers a model has.
pub(super) fn model_length(size: DirectSize) -> usize {
    parts(size)[4].end
}

/// The numbers to begin with.
pub(super) fn first_numbers(
    positions: &Positions,
    size: DirectSize,
    seed: u64,
    from: Option<&DirectNetwork>,
) -> Vec<f32> {
    let mut numbers = random_numbers(size, &positions.values, seed);
    if let Some(net) = from {
        set_numbers_of(net, size, &mut numbers);
        add_compounds(net, &positions.pieces, size, &mut numbers);
    }
    numbers
}

/// A net that stands alone, in a file.
pub(super) fn direct(path: &Path) -> Result<DirectNetwork, Error> {
    match read_net(path)? {
        TrainedNet::Direct(network) => Ok(network),
        TrainedNet::Described(_) => {
            let path = path.display();
            Err(Error::Usage(format!(
                "{path}: expected a net that stands alone, found one that describes pieces"
            )))
        }
    }
}

/// Small random numbers; the pieces have about the values of those of chess.
pub(super) fn random_numbers(size: DirectSize, values: &[f32], seed: u64) -> Vec<f32> {
    let dice = &mut dice(seed, 0);
    let [common, _, start, weights, _] = parts(size);
    let mut numbers = vec![0.0; model_length(size)];
    for (row, numbers) in numbers[common].chunks_exact_mut(size.row()).enumerate() {
        let piece = row / size.sight.places();
        let worth = values[piece % size.pieces] * if piece < size.pieces { 0.5 } else { -0.5 };
        let (sums, totals) = numbers.split_at_mut(size.sums);
        sums.fill_with(|| 0.06 * normal(dice));
        totals.fill(worth);
    }
    numbers[start].fill(0.2);
    numbers[weights].fill_with(|| 0.05 * normal(dice));
    numbers
}

/// What a net has of the numbers of a model: its pieces are there, too, the last as the last and the others in
/// the same order. If not both have rows by zone of the king, these are not among them.
pub(super) fn parts_of(net: DirectSize, size: DirectSize) -> Vec<Range<usize>> {
    let [common, zones, others @ ..] = parts(size);
    let piece = |piece: usize| {
        let (side, piece) = (piece / net.pieces, piece % net.pieces);
        side * size.pieces + if piece + 1 == net.pieces { size.pieces - 1 } else { piece }
    };
    let places = net.sight.places();
    let row = |row: usize| size.row_index(0, piece(row / places), row % places);
    let of_zones = zones.step_by(common.len()).filter(|_| net.sight.zoned == size.sight.zoned);
    let starts = std::iter::once(common.start).chain(of_zones);
    let rows = starts.flat_map(|start| (0..net.rows()).map(move |index| start + size.row() * row(index)));
    rows.map(|at| at..at + size.row()).chain(others).collect()
}

/// Sets the numbers that a trained net has: the rows for all zones are the means of those of each.
fn set_numbers_of(net: &DirectNetwork, size: DirectSize, numbers: &mut [f32]) {
    let [rows, start, weights, offsets] = net.numbers();
    let mut common = vec![0.0; net.size().rows() * size.row()];
    for zone in rows.chunks_exact(common.len()) {
        common.iter_mut().zip(zone).for_each(|(mean, number)| *mean += number / net.sight.zones() as f32);
    }
    let own = rows.iter().zip(common.iter().cycle()).map(|(number, mean)| (number - mean) / OF_ZONE);
    let own: Vec<f32> = own.filter(|_| net.sight.zoned == size.sight.zoned).collect();
    let all = [common, own, start, weights, offsets].concat();
    let mut left = all.as_slice();
    for part in parts_of(net.size(), size) {
        let (given, others) = left.split_at(part.len());
        numbers[part].copy_from_slice(given);
        left = others;
    }
}

/// Begins with the rows of two pieces of a net for each new piece that moves as both.
fn add_compounds(net: &DirectNetwork, pieces: &[String], size: DirectSize, numbers: &mut [f32]) {
    let known = &net.pieces[..net.pieces.len().saturating_sub(1)];
    let [common, zones, ..] = parts(size);
    let starts = || std::iter::once(common.start).chain(zones.clone().step_by(common.len()));
    for (new, notation) in pieces.iter().enumerate().filter(|(_, piece)| !net.pieces.contains(piece)) {
        let is_compound = |&(a, b): &(usize, usize)| {
            let both = format!("{}{}", known[a], known[b]);
            Movement::read(notation).is_ok_and(|movement| movement.is_same_as(&both))
        };
        let pairs = (0..known.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let Some((a, b)) = pairs.into_iter().find(is_compound) else { continue };
        let rows = net.sight.places() * size.row();
        for (start, side) in starts().flat_map(|start| [(start, 0), (start, pieces.len())]) {
            let first = |piece| start + size.row() * size.row_index(0, side + piece, 0);
            let [new, a, b] = [new, a, b].map(first);
            for at in 0..rows {
                numbers[new + at] = numbers[a + at] + numbers[b + at];
            }
        }
    }
}
