//! The training of a net that stands alone ([`DirectNetwork`]). A row is the sum of one for all zones of the
//! king and one for its zone, which is learned more slowly: few positions have the king in each zone.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use pulp::{Arch, NullaryFnOnce};
use rand::rand_core::Rng;

use super::super::read_net;
use super::data::expected;
use super::model::{ErrorSums, Steps, normal};
use super::positions::{MOST_MEN, Positions, SCORE_SCALE, Sample};
use super::{Stage, TrainArgs, dice, progress, rate, state_path, write};
use crate::base::network::BUCKETS;
use crate::base::trained::{DirectNetwork, SQUARES, TrainedNet, ZONES, folded, row_index};
use crate::commands::Error;
use crate::engine::eval::net::{SCALE, bucket};
use crate::rules::geometry::Narrow;
use crate::rules::variant::Catalog;

/// The share of what a zone's own row has learned. With 1 the error on positions of other games was 0.0153,
/// with 0.25 0.0140 and with 0.1 0.0139 (`benches/LEARNING.md`, A net alone).
const OF_ZONE: f32 = 0.1;
/// The factor of an output, for its expected share of the point.
const OUTPUT_SCALE: f32 = SCALE as f32 / SCORE_SCALE;
/// Numbers added at once.
const LANES: usize = 16;

/// Trains, and writes the net after each epoch.
pub(super) fn run(catalog: &Catalog, training: &TrainArgs, out: &mut dyn Write) -> Result<(), Error> {
    let positions = Positions::read(catalog, training)?;
    let Positions { learned, judged, pieces, .. } = &positions;
    writeln!(out, "{} positions for training, {} for validation", learned.len(), judged.len())?;
    let sums = match &training.from {
        Some(path) => direct(path)?.sums,
        None => training.sums,
    };
    let shape = Shape { pieces: pieces.len(), sums };
    let header = training.header(learned.len());
    let path = state_path(&training.net);
    let mut state = match Stage::read(&path, &header, shape.len())? {
        Some(state) => state,
        None => Stage::new(match &training.from {
            Some(path) => numbers_of(path, pieces, shape)?,
            None => first_numbers(shape, &positions.values, training.seed),
        }),
    };
    let mut trainer = Trainer::new(shape);
    let arch = Arch::new();
    while state.epoch < training.epochs {
        let batch = training.batch.max(1);
        let mut dice = dice(training.seed, state.epoch + 1);
        let mut order: Vec<u32> = (0..learned.len().narrow()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, dice.next_u64() as usize % (i + 1));
        }
        let bar = progress(order.len().div_ceil(batch));
        let all = bar.length().unwrap_or(1) as f32 * training.epochs as f32;
        let mut errors = ErrorSums::default();
        for batch in order.chunks(batch) {
            let rate = rate(training.rate, state.steps.taken, all, 300.0);
            let Stage { numbers, steps, .. } = &mut state;
            let trainer = &mut trainer;
            errors.add(arch.dispatch(Step { trainer, positions: &positions, batch, numbers, steps, rate }));
            bar.inc(1);
        }
        bar.finish_and_clear();
        state.epoch += 1;
        let numbers = &state.numbers;
        let judged = arch.dispatch(Judgement { trainer: &mut trainer, positions: &positions, numbers });
        let [learned, judged] = [errors, judged].map(|errors| errors.means()[0]);
        writeln!(out, "epoch {}: training error {learned:.6}; validation error {judged:.6}", state.epoch)?;
        out.flush()?;
        let [.., start, weights, offsets] = shape.parts().map(|part| &numbers[part]);
        let parts = [trainer.rows.as_slice(), start, weights, offsets];
        write(&training.net, &DirectNetwork::rounded(pieces.clone(), shape.sums, parts).to_bytes())?;
        write(&path, &state.to_bytes(&header))?;
    }
    Ok(())
}

/// The sizes of a net.
#[derive(Clone, Copy)]
struct Shape {
    pieces: usize,
    sums: usize,
}

impl Shape {
    /// The numbers of a row.
    fn row(self) -> usize {
        self.sums + BUCKETS
    }

    /// The rows for a zone.
    fn places(self) -> usize {
        2 * self.pieces * SQUARES
    }

    /// The parts of a model: the rows for all zones, those of each, the start of the sums, the weights of the
    /// outputs and their offsets.
    fn parts(self) -> [Range<usize>; 5] {
        let [zones, start, weights, offsets] = DirectNetwork::lengths(self.pieces, self.sums);
        let mut end = 0;
        [zones / ZONES, zones, start, weights, offsets].map(|length| {
            end += length;
            end - length..end
        })
    }

    fn len(self) -> usize {
        self.parts()[4].end
    }
}

/// Small random numbers; the pieces have about the values of those of chess.
fn first_numbers(shape: Shape, values: &[f32], seed: u64) -> Vec<f32> {
    let dice = &mut dice(seed, 0);
    let [common, _, start, weights, _] = shape.parts();
    let mut numbers = vec![0.0; shape.len()];
    for (place, row) in numbers[common].chunks_exact_mut(shape.row()).enumerate() {
        let piece = place / SQUARES;
        let worth = values[piece % shape.pieces] * if piece < shape.pieces { 0.5 } else { -0.5 };
        let (sums, totals) = row.split_at_mut(shape.sums);
        sums.fill_with(|| 0.06 * normal(dice));
        totals.fill(worth);
    }
    numbers[start].fill(0.2);
    numbers[weights].fill_with(|| 0.05 * normal(dice));
    numbers
}

/// A net that stands alone, in a file.
fn direct(path: &Path) -> Result<DirectNetwork, Error> {
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

/// The numbers of a trained net: the rows for all zones are the means of those of each.
fn numbers_of(path: &Path, pieces: &[String], shape: Shape) -> Result<Vec<f32>, Error> {
    let network = direct(path)?;
    if network.pieces != pieces {
        let (expected, found) = (pieces.join(","), network.pieces.join(","));
        return Err(Error::Usage(format!(
            "{}: expected the pieces {expected}, found {found}",
            path.display()
        )));
    }
    let [rows, start, weights, offsets] = network.numbers();
    let mut common = vec![0.0; shape.places() * shape.row()];
    for zone in rows.chunks_exact(common.len()) {
        common.iter_mut().zip(zone).for_each(|(mean, number)| *mean += number / ZONES as f32);
    }
    let own = rows.iter().zip(common.iter().cycle()).map(|(number, mean)| (number - mean) / OF_ZONE);
    let own: Vec<f32> = own.collect();
    Ok([common, own, start, weights, offsets].concat())
}

/// The rows of a position for one side: the indices of its pieces' rows.
type Indices = ([u32; MOST_MEN], usize);

/// The indices of the rows of a position for a side.
#[inline(always)]
fn indices(shape: Shape, men: &[(u8, u8)], white: bool) -> Indices {
    let pieces = shape.pieces;
    let king = if white { pieces - 1 } else { 2 * pieces - 1 };
    let flip = if white { 0 } else { 56 };
    let square = men.iter().find(|man| usize::from(man.0) == king).map_or(0, |man| usize::from(man.1) ^ flip);
    let zone = square / 16 * 4 + square % 8 / 2;
    let mut found = [0; MOST_MEN];
    for (index, &(piece, square)) in found.iter_mut().zip(men) {
        let piece = usize::from(piece);
        let piece = if white { piece } else { (piece + pieces) % (2 * pieces) };
        let (zone, square) = folded(zone, usize::from(square) ^ flip);
        *index = row_index(pieces, zone, piece, square) as u32;
    }
    (found, men.len())
}

/// What a training step needs.
struct Trainer {
    shape: Shape,
    /// The rows of each zone as positions see them.
    rows: Vec<f32>,
    slopes: Vec<f32>,
}

/// The output for a position, and how it came about.
struct Output {
    value: f32,
    bucket: usize,
    indices: [Indices; 2],
}

impl Trainer {
    fn new(shape: Shape) -> Trainer {
        let [_, zones, ..] = shape.parts();
        Trainer { shape, rows: vec![0.0; zones.len()], slopes: vec![0.0; shape.len()] }
    }

    /// Adds up the rows of the zones.
    #[inline(always)]
    fn prepare(&mut self, numbers: &[f32]) {
        let [common, zones, ..] = self.shape.parts();
        let common = &numbers[common];
        let own = numbers[zones].chunks_exact(common.len());
        for (rows, own) in self.rows.chunks_exact_mut(common.len()).zip(own) {
            for ((row, own), common) in rows.iter_mut().zip(own).zip(common) {
                *row = common + OF_ZONE * own;
            }
        }
    }

    /// The output for a position, with its sums: those of the side to move first, each with its totals.
    #[inline(always)]
    fn output(&self, numbers: &[f32], men: &[(u8, u8)], white_moves: bool, sums: &mut [f32]) -> Output {
        let (shape, length) = (self.shape, self.shape.row());
        let [.., start, weights, offsets] = shape.parts();
        let bucket = bucket(men.len());
        let indices = [white_moves, !white_moves].map(|white| indices(shape, men, white));
        for (sums, (found, count)) in sums.chunks_exact_mut(length).zip(&indices) {
            sums[..shape.sums].copy_from_slice(&numbers[start.clone()]);
            sums[shape.sums..].fill(0.0);
            for &index in &found[..*count] {
                let row = &self.rows[index as usize * length..][..length];
                for (sum, number) in sums.iter_mut().zip(row) {
                    *sum += number;
                }
            }
        }
        let mut lanes = [0.0f32; LANES];
        let weights = &numbers[weights][bucket * 2 * shape.sums..];
        for (sums, weights) in sums.chunks_exact(length).zip(weights.chunks_exact(shape.sums)) {
            let (sums, weights) = (sums[..shape.sums].chunks(LANES), weights.chunks(LANES));
            for (sums, weights) in sums.zip(weights) {
                for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
                    let sum = sum.clamp(0.0, 1.0);
                    *lane += sum * sum * weight;
                }
            }
        }
        let total = sums[shape.sums + bucket] - sums[length + shape.sums + bucket];
        let value = numbers[offsets][bucket] + total + lanes.iter().sum::<f32>();
        Output { value, bucket, indices }
    }

    /// Adds a position's part of the gradient; its squared error.
    #[inline(always)]
    fn descend(
        &mut self,
        numbers: &[f32],
        (men, sample): (&[(u8, u8)], &Sample),
        share: f32,
        work: &mut [Vec<f32>; 2],
    ) -> f32 {
        let (shape, length) = (self.shape, self.shape.row());
        let [_, zones, start, weights, offsets] = shape.parts();
        let [sums, below] = work;
        let output = self.output(numbers, men, sample.white_moves, sums);
        let found = expected(OUTPUT_SCALE * output.value);
        let error = found - sample.target;
        let slope = 2.0 * error * found * (1.0 - found) * OUTPUT_SCALE * share;
        self.slopes[offsets.start + output.bucket] += slope;
        for side in 0..2 {
            let at = weights.start + (output.bucket * 2 + side) * shape.sums;
            let (sums, below) = (&sums[side * length..][..shape.sums], &mut below[side * length..][..length]);
            let (of_sums, of_totals) = below.split_at_mut(shape.sums);
            let slopes = self.slopes[at..].iter_mut().zip(&numbers[at..]);
            for ((&sum, below), (to, weight)) in sums.iter().zip(of_sums.iter_mut()).zip(slopes) {
                let inside = sum.clamp(0.0, 1.0);
                *to += slope * inside * inside;
                *below = if sum > 0.0 && sum < 1.0 { slope * 2.0 * inside * weight } else { 0.0 };
            }
            for (to, below) in self.slopes[start.clone()].iter_mut().zip(of_sums) {
                *to += *below;
            }
            of_totals.fill(0.0);
            of_totals[output.bucket] = if side == 0 { slope } else { -slope };
        }
        for ((found, count), below) in output.indices.iter().zip(below.chunks_exact(length)) {
            for &index in &found[..*count] {
                let at = zones.start + index as usize * length;
                for (to, below) in self.slopes[at..at + length].iter_mut().zip(below) {
                    *to += *below;
                }
            }
        }
        error * error
    }
}

/// A step of the training: a batch, and the rate.
struct Step<'a> {
    trainer: &'a mut Trainer,
    positions: &'a Positions,
    batch: &'a [u32],
    numbers: &'a mut [f32],
    steps: &'a mut Steps,
    rate: f32,
}

impl NullaryFnOnce for Step<'_> {
    type Output = ErrorSums;

    #[inline(always)]
    fn call(self) -> ErrorSums {
        let Step { trainer, positions, batch, numbers, steps, rate } = self;
        let shape = trainer.shape;
        trainer.prepare(numbers);
        trainer.slopes.fill(0.0);
        let mut work = [vec![0.0; 2 * shape.row()], vec![0.0; 2 * shape.row()]];
        let mut errors = ErrorSums::default();
        for &index in batch {
            let sample = &positions.learned[index as usize];
            let men = &positions.men[sample.men.clone()];
            let square = trainer.descend(numbers, (men, sample), 1.0 / batch.len() as f32, &mut work);
            errors.squares += f64::from(square);
            errors.count += 1;
        }
        let [common, zones, ..] = shape.parts();
        let (first, others) = trainer.slopes.split_at_mut(common.end);
        for own in others[..zones.len()].chunks_exact_mut(first.len()) {
            for (to, own) in first.iter_mut().zip(own) {
                *to += *own;
                *own *= OF_ZONE;
            }
        }
        steps.take(numbers, &trainer.slopes, rate);
        errors
    }
}

/// The errors on the positions for validation.
struct Judgement<'a> {
    trainer: &'a mut Trainer,
    positions: &'a Positions,
    numbers: &'a [f32],
}

impl NullaryFnOnce for Judgement<'_> {
    type Output = ErrorSums;

    #[inline(always)]
    fn call(self) -> ErrorSums {
        let Judgement { trainer, positions, numbers } = self;
        trainer.prepare(numbers);
        let mut sums = vec![0.0; 2 * trainer.shape.row()];
        let mut errors = ErrorSums::default();
        for sample in &positions.judged {
            let men = &positions.men[sample.men.clone()];
            let output = trainer.output(numbers, men, sample.white_moves, &mut sums);
            errors.squares += f64::from((expected(OUTPUT_SCALE * output.value) - sample.target).powi(2));
            errors.count += 1;
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::engine::eval::net::NetOutput;
    use crate::lab::games::replay;
    use crate::lab::train::TrainArgs;
    use crate::rules::game::compile;
    use crate::rules::position::Position;

    /// Positions of a few games, in which the kings go to different zones.
    fn positions() -> (Positions, Vec<Position>) {
        let catalog = Catalog::builtin();
        let game = compile(&catalog.resolve("chess").unwrap()).unwrap();
        let mut positions = Positions::default();
        let kinds = positions.number_kinds(&game, "chess").unwrap();
        let mut seen = Vec::new();
        for text in [
            "1-0 e2e4/20 e7e5/-30 g1f3/500 b8c6/-350 f1c4/700 f8c5/-600 e1g1/30 e8e7/10 b1c3/0",
            "0-1 d2d4/-20 d7d5/30 e1d2/-300 c8f5/350 d2c3/-700 b8a6/600 c3b3/-600 d8d6/0 b3a4/9",
        ] {
            let line = (PathBuf::new(), 1, text.to_owned());
            replay(&game, &line, |pos, _| {
                seen.push(pos.clone());
                Ok(())
            })
            .unwrap();
            positions.read_game(&game, &line, &kinds, false).unwrap();
        }
        assert_eq!(positions.learned.len(), 18);
        (positions, seen)
    }

    fn numbers(shape: Shape, positions: &Positions) -> Vec<f32> {
        let mut numbers = first_numbers(shape, &positions.values, 3);
        let [_, zones, _, weights, _] = shape.parts();
        // As after some training, and large enough to matter.
        let dice = &mut dice(5, 1);
        numbers[zones].fill_with(|| 0.3 * normal(dice));
        numbers[weights].iter_mut().for_each(|number| *number *= 8.0);
        numbers
    }

    #[test]
    fn a_step_goes_down_the_slope_of_the_error() {
        let (positions, _) = positions();
        let shape = Shape { pieces: positions.pieces.len(), sums: 20 };
        let mut numbers = numbers(shape, &positions);
        let (mut trainer, mut steps) = (Trainer::new(shape), Steps::new(shape.len()));
        let batch: Vec<u32> = (0..positions.learned.len().narrow()).collect();
        let mut still = numbers.clone();
        let arch = Arch::new();
        let (trainer, steps) = (&mut trainer, &mut steps);
        let step =
            Step { trainer, positions: &positions, batch: &batch, numbers: &mut still, steps, rate: 0.0 };
        arch.dispatch(step);
        assert!(still == numbers, "a rate of 0 changes nothing");
        let slopes = trainer.slopes.clone();
        let mut tries = 0;
        for part in shape.parts() {
            let mut steep: Vec<usize> = part.filter(|&at| slopes[at].abs() > 1e-4).collect();
            steep.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
            for at in steep.into_iter().step_by(3).take(12) {
                let old = numbers[at];
                let mut error = |change: f32| {
                    numbers[at] = old + change;
                    trainer.prepare(&numbers);
                    let mut sums = vec![0.0; 2 * shape.row()];
                    let mut squares = 0.0;
                    for sample in &positions.learned {
                        let men = &positions.men[sample.men.clone()];
                        let output = trainer.output(&numbers, men, sample.white_moves, &mut sums);
                        squares += f64::from((expected(OUTPUT_SCALE * output.value) - sample.target).powi(2));
                    }
                    squares / positions.learned.len() as f64
                };
                let measured = (error(1e-3) - error(-1e-3)) / 2e-3;
                numbers[at] = old;
                let slope = f64::from(slopes[at]);
                assert!((measured - slope).abs() < 0.1 * slope.abs() + 5e-5, "{at}: {measured} {slope}");
                tries += 1;
            }
        }
        assert!(tries > 35, "{tries}");
    }

    /// The integer net, updated from position to position, gives the output of the trained net.
    #[test]
    fn the_engine_says_what_the_trained_net_says() {
        let (positions, seen) = positions();
        let shape = Shape { pieces: positions.pieces.len(), sums: 20 };
        let numbers = numbers(shape, &positions);
        let mut trainer = Trainer::new(shape);
        trainer.prepare(&numbers);
        let [.., start, weights, offsets] = shape.parts().map(|part| &numbers[part]);
        let parts = [trainer.rows.as_slice(), start, weights, offsets];
        let network = DirectNetwork::rounded(positions.pieces.clone(), shape.sums, parts);
        let net = TrainedNet::Direct(network);
        let mut kept = NetOutput::of(seen[0].game(), &net, &[]).unwrap();
        let mut sums = vec![0.0; 2 * shape.row()];
        for (sample, pos) in positions.learned.iter().zip(&seen) {
            let men = &positions.men[sample.men.clone()];
            let float = SCALE as f32 * trainer.output(&numbers, men, sample.white_moves, &mut sums).value;
            let whole = kept.of_position(pos);
            assert!(
                (whole as f32 - float).abs() < 6.0 + 0.03 * float.abs(),
                "{}: {whole} {float}",
                pos.fen()
            );
            let fresh = NetOutput::of(pos.game(), &net, &[]).unwrap().of_position(pos);
            assert_eq!(whole, fresh, "{}", pos.fen());
        }
    }

    #[test]
    fn games_unlike_chess_and_games_of_different_pieces_are_refused() {
        let catalog = Catalog::builtin();
        let game = |name: &str| compile(&catalog.resolve(name).unwrap()).unwrap();
        let mut positions = Positions::default();
        assert!(positions.number_kinds(&game("chess"), "chess").is_ok());
        assert!(positions.number_kinds(&game("fischerandom"), "fischerandom").is_ok());
        for (name, reason) in [
            ("atomic", "its pieces at the start, or its rules, are not like those of chess"),
            ("capablanca", "its board is not that of chess"),
            ("almost", "its sides, or those of the games before, have different pieces"),
        ] {
            let error = positions.number_kinds(&game(name), name).unwrap_err().to_string();
            assert_eq!(error, format!("a net cannot stand alone in {name}: {reason}"));
        }
    }

    #[test]
    fn a_training_learns_and_is_not_mistaken_for_another() {
        let folder = std::env::temp_dir().join(format!("fibnif-alone-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let games = folder.join("games.txt");
        let lines = ["e2e4/300 e7e5/-300 g1f3/300 b8c6/-300", "d2d4/300 d7d5/300 c1f4/-300 g8f6/300"];
        let line = |number: usize| format!("chess 1-0 {}\n", lines[number % 2]);
        std::fs::write(&games, (0..130).map(line).collect::<String>()).unwrap();
        let training = |net: &str, epochs| TrainArgs {
            epochs,
            batch: 16,
            rate: 0.03,
            alone: true,
            ..TrainArgs::for_one_game(folder.join(net), vec![games.clone()], (epochs, 20, 1))
        };
        let run = |training: &TrainArgs| {
            let mut out = Vec::new();
            run(&Catalog::builtin(), training, &mut out).map(|()| String::from_utf8(out).unwrap())
        };
        let text = run(&training("a.net", 8)).unwrap();
        let errors: Vec<f32> =
            text.lines().filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect();
        assert!(errors.len() == 8 && errors[7] < errors[0] / 3.0, "{text}");
        let whole = std::fs::read(folder.join("a.net")).unwrap();
        assert!(TrainedNet::read(&whole).is_ok());
        // A training that begins with it and changes nothing ends with it.
        let from = Some(folder.join("a.net"));
        let still = TrainArgs { rate: 0.0, batch: 0, from, ..training("b.net", 1) };
        run(&still).unwrap();
        assert!(std::fs::read(folder.join("b.net")).unwrap() == whole);
        // A finished training has nothing left to do, and another one does not take over its state.
        assert_eq!(run(&training("a.net", 8)).unwrap().lines().count(), 1);
        let error = run(&training("a.net", 9)).unwrap_err().to_string();
        assert!(error.contains("expected the state of this training"), "{error}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
