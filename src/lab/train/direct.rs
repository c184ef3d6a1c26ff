//! The training of a net that stands alone ([`DirectNetwork`]). A row is the sum of one for all zones of the
//! king and one for its zone, which is learned more slowly: few positions have the king in each zone.

use std::io::Write;
use std::ops::Range;

use pulp::{Arch, NullaryFnOnce};
use rand::rand_core::Rng;

use super::data::expected;
use super::model::{ErrorSums, Steps};
use super::positions::{Indices, Positions, SCORE_SCALE, Shown};
use super::start::{OF_ZONE, direct, first_numbers, model_length, parts, parts_of};
use super::{Stage, TrainArgs, dice, progress, rate, state_path, write};
use crate::base::trained::{DirectNetwork, DirectSize, SUM_STEP};
use crate::commands::Error;
use crate::engine::eval::net::{SCALE, bucket};
use crate::rules::geometry::Narrow;
use crate::rules::variant::Catalog;

/// The factor of an output, for its expected share of the point.
const OUTPUT_SCALE: f32 = SCALE as f32 / SCORE_SCALE;
/// The rows of several zones cannot be kept in one.
const KEPT_ZONES: &str = "`--keep` needs as many zones as the net to start from has; found `--one-zone`, or games \
    that have one zone";
/// Numbers added at once.
const LANES: usize = 16;

/// Trains, and writes the net after each epoch.
pub(super) fn run(catalog: &Catalog, training: &TrainArgs, out: &mut dyn Write) -> Result<(), Error> {
    let mut from = training.from.as_deref().map(direct).transpose()?;
    if let (Some(net), Some(sums)) = (&mut from, training.narrower) {
        *net = net.narrowed(sums);
    }
    let positions = Positions::read(catalog, training, from.as_ref())?;
    let Positions { learned, judged, pieces, sight, used, .. } = &positions;
    writeln!(out, "{} positions for training, {} for validation", learned.len(), judged.len())?;
    if training.keep && from.as_ref().is_some_and(|net| net.sight.zoned != sight.zoned) {
        return Err(Error::usage(KEPT_ZONES));
    }
    let sums = from.as_ref().map_or(training.sums, |net| net.sums);
    let size = DirectSize { sight: *sight, pieces: pieces.len(), sums };
    let header = training.header(learned.len());
    let path = state_path(&training.net);
    let kept = from.as_ref().filter(|_| training.keep).map(|net| parts_of(net.size(), size));
    let mut state = match Stage::read(&path, &header, model_length(size))? {
        Some(state) => state,
        None => Stage::new(first_numbers(&positions, size, training.seed, from.as_ref())),
    };
    let mut trainer = Trainer::new(size, kept.unwrap_or_default());
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
            let Stage { epoch, numbers, steps } = &mut state;
            let (trainer, positions, epoch) = (&mut trainer, &positions, *epoch);
            let step = Step { trainer, positions, batch, epoch, numbers, steps, rate };
            errors.add(arch.dispatch(step));
            bar.inc(1);
        }
        bar.finish_and_clear();
        state.epoch += 1;
        let numbers = &state.numbers;
        let judged = arch.dispatch(Judgement { trainer: &mut trainer, positions: &positions, numbers });
        let [learned, judged] = [errors, judged].map(|errors| errors.means()[0]);
        writeln!(out, "epoch {}: training error {learned:.6}; validation error {judged:.6}", state.epoch)?;
        out.flush()?;
        let [.., start, weights, offsets] = parts(size).map(|part| &numbers[part]);
        let parts = [trainer.rows.as_slice(), start, weights, offsets];
        let mut net = DirectNetwork::rounded(pieces.clone(), size.sight, size.sums, parts);
        if !training.keep {
            // What the games do not have was not learned.
            net = net.restricted(|piece| used.contains(piece), positions.has_any_held());
        }
        write(&training.net, &net.to_bytes())?;
        write(&path, &state.to_bytes(&header))?;
    }
    Ok(())
}

/// What a training step needs.
struct Trainer {
    size: DirectSize,
    /// The parts of the model that are not to change.
    kept: Vec<Range<usize>>,
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
    fn new(size: DirectSize, kept: Vec<Range<usize>>) -> Trainer {
        let [_, zones, ..] = parts(size);
        Trainer { size, kept, rows: vec![0.0; zones.len()], slopes: vec![0.0; model_length(size)] }
    }

    /// Makes the rows that positions see.
    #[inline(always)]
    fn prepare(&mut self, numbers: &[f32]) {
        self.add_up(numbers);
        self.round();
    }

    /// Adds up the rows of the zones.
    #[inline(always)]
    fn add_up(&mut self, numbers: &[f32]) {
        let [common, zones, ..] = parts(self.size);
        let common = &numbers[common];
        let own = numbers[zones].chunks_exact(common.len());
        for (rows, own) in self.rows.chunks_exact_mut(common.len()).zip(own) {
            for ((row, own), common) in rows.iter_mut().zip(own).zip(common) {
                *row = common + OF_ZONE * own;
            }
        }
    }

    /// Rounds the sums of the rows as the file does: so the rest learns what does not get lost.
    #[inline(always)]
    fn round(&mut self) {
        for row in self.rows.chunks_exact_mut(self.size.row()) {
            for sum in &mut row[..self.size.sums] {
                *sum = (*sum / SUM_STEP).round_ties_even() * SUM_STEP;
            }
        }
    }

    /// The output for a position, with its sums: those of the side to move first, each with its totals.
    #[inline(always)]
    fn output(&self, numbers: &[f32], shown: &Shown, sums: &mut [f32]) -> Output {
        let (size, length) = (self.size, self.size.row());
        let [.., start, weights, offsets] = parts(size);
        let squares = size.sight.squares();
        let bucket = bucket(shown.placed.iter().filter(|piece| usize::from(piece.1) < squares).count());
        let indices = [shown.white_moves, !shown.white_moves].map(|white| shown.indices(size, white));
        for (sums, (found, count)) in sums.chunks_exact_mut(length).zip(&indices) {
            sums[..size.sums].copy_from_slice(&numbers[start.clone()]);
            sums[size.sums..].fill(0.0);
            for &index in &found[..*count] {
                let row = &self.rows[index as usize * length..][..length];
                for (sum, number) in sums.iter_mut().zip(row) {
                    *sum += number;
                }
            }
        }
        let mut lanes = [0.0f32; LANES];
        let weights = &numbers[weights][bucket * 2 * size.sums..];
        for (sums, weights) in sums.chunks_exact(length).zip(weights.chunks_exact(size.sums)) {
            let (sums, weights) = (sums[..size.sums].chunks(LANES), weights.chunks(LANES));
            for (sums, weights) in sums.zip(weights) {
                for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
                    let sum = sum.clamp(0.0, 1.0);
                    *lane += sum * sum * weight;
                }
            }
        }
        let total = sums[size.sums + bucket] - sums[length + size.sums + bucket];
        let value = numbers[offsets][bucket] + total + lanes.iter().sum::<f32>();
        Output { value, bucket, indices }
    }

    /// Adds a position's part of the gradient; its squared error.
    #[inline(always)]
    fn descend(
        &mut self,
        numbers: &[f32],
        (shown, target): (&Shown, f32),
        share: f32,
        work: &mut [Vec<f32>; 2],
    ) -> f32 {
        let (size, length) = (self.size, self.size.row());
        let [_, zones, start, weights, offsets] = parts(size);
        let [sums, below] = work;
        let output = self.output(numbers, shown, sums);
        let found = expected(OUTPUT_SCALE * output.value);
        let error = found - target;
        let slope = 2.0 * error * found * (1.0 - found) * OUTPUT_SCALE * share;
        self.slopes[offsets.start + output.bucket] += slope;
        for side in 0..2 {
            let at = weights.start + (output.bucket * 2 + side) * size.sums;
            let (sums, below) = (&sums[side * length..][..size.sums], &mut below[side * length..][..length]);
            let (of_sums, of_totals) = below.split_at_mut(size.sums);
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
    /// How often all positions were used before.
    epoch: u32,
    numbers: &'a mut [f32],
    steps: &'a mut Steps,
    rate: f32,
}

impl NullaryFnOnce for Step<'_> {
    type Output = ErrorSums;

    #[inline(always)]
    fn call(self) -> ErrorSums {
        let Step { trainer, positions, batch, epoch, numbers, steps, rate } = self;
        let size = trainer.size;
        trainer.prepare(numbers);
        trainer.slopes.fill(0.0);
        let mut work = [vec![0.0; 2 * size.row()], vec![0.0; 2 * size.row()]];
        let mut errors = ErrorSums::default();
        for &index in batch {
            let sample = &positions.learned[index as usize];
            // Where rows are by zone of the king, mirror images are one already.
            let is_turn = (index + epoch) % 2 == 1;
            let mirrored = is_turn && positions.symmetric && !size.sight.zoned;
            let shown = Shown { mirrored, ..positions.shown(sample) };
            let share = 1.0 / batch.len() as f32;
            let square = trainer.descend(numbers, (&shown, sample.target), share, &mut work);
            errors.squares += f64::from(square);
            errors.count += 1;
        }
        let [common, zones, ..] = parts(size);
        let (first, others) = trainer.slopes.split_at_mut(common.end);
        for own in others[..zones.len()].chunks_exact_mut(first.len()) {
            for (to, own) in first.iter_mut().zip(own) {
                *to += *own;
                *own *= OF_ZONE;
            }
        }
        for part in trainer.kept.iter().cloned() {
            trainer.slopes[part].fill(0.0);
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
        let mut sums = vec![0.0; 2 * trainer.size.row()];
        let mut errors = ErrorSums::default();
        for sample in &positions.judged {
            let output = trainer.output(numbers, &positions.shown(sample), &mut sums);
            errors.squares += f64::from((expected(OUTPUT_SCALE * output.value) - sample.target).powi(2));
            errors.count += 1;
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};
    use std::path::PathBuf;

    use super::*;
    use crate::base::trained::{CHECK, Sight, TrainedNet};
    use crate::engine::eval::net::NetOutput;
    use crate::lab::games::replay;
    use crate::lab::train::TrainArgs;
    use crate::lab::train::model::normal;
    use crate::lab::train::start::random_numbers;
    use crate::rules::game::compile;
    use crate::rules::position::Position;

    /// Positions of a few games, in which the kings go to different zones, and pieces go to the hand.
    fn positions() -> (Positions, Vec<Position>) {
        let (positions, seen) = positions_of(&[
            ("chess", "1-0 e2e4/20 e7e5/-30 g1f3/500 b8c6/-350 f1c4/700 f8c5/-600 e1g1/30 e8e7/10 b1c3/0"),
            ("chess", "0-1 d2d4/-20 d7d5/30 e1d2/-300 c8f5/350 d2c3/-700 b8a6/600 c3b3/-6 d8d6/0 b3a4/9"),
            ("seirawan", "1-0 e2e4/2 e7e5/-30 b1c3h/5 b8c6/-350 f1c4/7 f8c5e/-600 g1f3/3 e8e7h/1 d2d3/0"),
            ("crazyhouse", "0-1 e2e4/20 d7d5/-30 e4d5/5 d8d5/-35 b1c3/80 d5d2/9 e1d2/7 P@d3/-600 d2d3/5"),
        ]);
        assert_eq!(positions.pieces, ["mfWcefFimfnD", "N", "B", "R", "RB", "BN", "RN", "K"]);
        assert!(positions.sight.zoned && positions.sight.held);
        (positions, seen)
    }

    /// The same without zones: on a small board, with checks to give, and without kings.
    fn positions_of_one_zone() -> [(Positions, Vec<Position>); 2] {
        let small = positions_of(&[(
            "minishogi",
            "0-1 b1b2/40 b5d3/-80 b2a3/300 d5c4/-900 a3a4/48 a5a4/591 d1c2/-591 G@b3/888 c2b3/-888 c4b3/888 \
                G@b2/-638 B@c3/842 b2c3/-749 b3a2/999",
        )]);
        assert_eq!(small.0.sight, Sight { board: (5, 5), zoned: false, held: true, beside: false });
        let (checks, plain) = (
            "1-0 e2e4/20 e7e5/-30 g1f3/500 b8c6/-350 f1c4/700 f8c5/-600 c4f7/90 e8f7/5 f3e5/80 f7e8/3 a2a3/9 \
                e8f8/70 b2b3/-100",
            "0-1 f2f4/50 f7f6/-70 h2h4/90 h7h6/600 e1f2/32 g7g5/104 f4g5/-328 f6g5/328 h4g5/-348 h6g5/348 \
                h1h8/-347 d7d5/350 h8g8/-181 c8h3/267 g8f8/-267 e8f8/261 g2h3/-321 g5g4/345 h3g4/-341",
        );
        let others = positions_of(&[("3check", checks), ("antichess", plain)]);
        let (pieces, sight) = (&others.0.pieces, others.0.sight);
        assert_eq!(pieces.iter().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(OTHERS));
        assert_eq!(sight, Sight { board: (8, 8), zoned: false, held: true, beside: false });
        [small, others]
    }

    /// The pieces of Three Checks and Antichess.
    const OTHERS: [&str; 7] = ["mfWcefFimfnD", "N", "B", "R", "RB", "K", CHECK];

    fn positions_of(lines: &[(&'static str, &str)]) -> (Positions, Vec<Position>) {
        let catalog = Catalog::builtin();
        let of = |name: &'static str| (name, compile(&catalog.resolve(name).unwrap()).unwrap());
        let games: Vec<_> = lines.iter().map(|&(name, _)| of(name)).collect();
        let mut positions = Positions::of_games(&games, false, None).unwrap();
        let mut seen = Vec::new();
        for ((_, game), (_, text)) in games.iter().zip(lines) {
            let line = (PathBuf::new(), 1, (*text).to_owned());
            let how = positions.seen(game);
            let first = positions.learned.len();
            let mut plies = Vec::new();
            replay(game, &line, |pos, ply| {
                plies.extend(ply.calm.then(|| pos.clone()));
                Ok(())
            })
            .unwrap();
            positions.read_game(game, &line, &how, false).unwrap();
            assert_eq!(positions.learned.len() - first, plies.len());
            seen.extend(plies);
        }
        positions.sight.held = positions.has_any_held();
        (positions, seen)
    }

    fn size(positions: &Positions) -> DirectSize {
        DirectSize { sight: positions.sight, pieces: positions.pieces.len(), sums: 20 }
    }

    fn numbers(size: DirectSize, positions: &Positions) -> Vec<f32> {
        let mut numbers = random_numbers(size, &positions.values, 3);
        let [_, zones, _, weights, _] = parts(size);
        // As after some training, and large enough to matter.
        let dice = &mut dice(5, 1);
        numbers[zones].fill_with(|| 0.3 * normal(dice));
        numbers[weights].iter_mut().for_each(|number| *number *= 8.0);
        numbers
    }

    #[test]
    fn a_step_goes_down_the_slope_of_the_error() {
        let (positions, _) = positions();
        let size = size(&positions);
        let mut numbers = numbers(size, &positions);
        let (mut trainer, mut steps) = (Trainer::new(size, Vec::new()), Steps::new(model_length(size)));
        let batch: Vec<u32> = (0..positions.learned.len().narrow()).collect();
        let mut still = numbers.clone();
        let arch = Arch::new();
        let (trainer, steps) = (&mut trainer, &mut steps);
        let step = Step {
            trainer,
            positions: &positions,
            batch: &batch,
            epoch: 0,
            numbers: &mut still,
            steps,
            rate: 0.0,
        };
        arch.dispatch(step);
        assert!(still == numbers, "a rate of 0 changes nothing");
        let slopes = trainer.slopes.clone();
        // Small changes move the rounded rows as they would move those before.
        let rounded = trainer.rows.clone();
        trainer.add_up(&numbers);
        let rounding: Vec<f32> = rounded.iter().zip(&trainer.rows).map(|(to, from)| to - from).collect();
        let mut tries = 0;
        for part in parts(size) {
            let mut steep: Vec<usize> = part.filter(|&at| slopes[at].abs() > 1e-4).collect();
            steep.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
            for at in steep.into_iter().step_by(3).take(12) {
                let old = numbers[at];
                let mut error = |change: f32| {
                    numbers[at] = old + change;
                    trainer.add_up(&numbers);
                    trainer.rows.iter_mut().zip(&rounding).for_each(|(row, rounding)| *row += rounding);
                    let mut sums = vec![0.0; 2 * size.row()];
                    let mut squares = 0.0;
                    for sample in &positions.learned {
                        let output = trainer.output(&numbers, &positions.shown(sample), &mut sums);
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
        let [small, others] = positions_of_one_zone();
        for (positions, seen) in [positions(), small, others] {
            let size = size(&positions);
            let numbers = numbers(size, &positions);
            let mut trainer = Trainer::new(size, Vec::new());
            trainer.prepare(&numbers);
            let [.., start, weights, offsets] = parts(size).map(|part| &numbers[part]);
            let parts = [trainer.rows.as_slice(), start, weights, offsets];
            let network = DirectNetwork::rounded(positions.pieces.clone(), size.sight, size.sums, parts);
            let net = TrainedNet::Direct(network);
            let mut kept: HashMap<String, NetOutput> = HashMap::new();
            let mut sums = vec![0.0; 2 * size.row()];
            for (sample, pos) in positions.learned.iter().zip(&seen) {
                let float =
                    SCALE as f32 * trainer.output(&numbers, &positions.shown(sample), &mut sums).value;
                let fresh = || NetOutput::of(pos.game(), &net, &[]).unwrap();
                let whole = kept.entry(pos.game().def.id.clone()).or_insert_with(fresh).of_position(pos);
                assert!(
                    (whole as f32 - float).abs() < 9.0 + 0.04 * float.abs(),
                    "{}: {whole} {float}",
                    pos.fen()
                );
                assert_eq!(whole, fresh().of_position(pos), "{}", pos.fen());
            }
        }
    }

    /// In a mirror a net sees what it would see of the mirrored position.
    #[test]
    fn a_position_can_be_shown_in_a_mirror() {
        let [small, _] = positions_of_one_zone();
        let positions = small.0;
        assert!(positions.symmetric);
        let size = size(&positions);
        for sample in &positions.learned {
            let shown = positions.shown(sample);
            let side = |&(piece, place): &(u8, u8)| {
                (piece, if place < 25 { place / 5 * 5 + 4 - place % 5 } else { place })
            };
            let placed: Vec<_> = shown.placed.iter().map(side).collect();
            for white in [true, false] {
                let mirrored = Shown { mirrored: true, ..shown }.indices(size, white);
                assert!(mirrored == Shown { placed: &placed, ..shown }.indices(size, white));
                assert!(mirrored != shown.indices(size, white));
            }
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
        // More pieces can be learned, and nothing else be changed.
        let others = folder.join("others.txt");
        let line = "seirawan 1-0 e2e4/300 e7e5/-300 g1f3h/300 b8c6h/-300 f1c4e/0\n";
        std::fs::write(&others, line.repeat(130)).unwrap();
        let from = Some(folder.join("a.net"));
        let more = TrainArgs { keep: true, from, games: vec![others], ..training("c.net", 1) };
        run(&more).unwrap();
        let read = |name: &str| {
            let Ok(TrainedNet::Direct(net)) = TrainedNet::read(&std::fs::read(folder.join(name)).unwrap())
            else {
                panic!("{name} is not a net that stands alone")
            };
            net
        };
        let (before, after) = (read("a.net"), read("c.net"));
        assert_eq!(after.pieces, ["mfWcefFimfnD", "N", "B", "R", "RB", "BN", "RN", "K"]);
        assert!(after.sight.held && (&before.start, &before.weights) == (&after.start, &after.weights));
        for (zone, own, square) in [(0, true, 4), (5, true, 12), (5, false, 60)] {
            for (piece, now) in [(0, 0), (4, 4), (5, 7)] {
                assert_eq!(before.row(zone, own, piece, square), after.row(zone, own, now, square));
            }
            assert_eq!(after.row(zone, own, 5, square).len(), 24);
        }
        assert!(after.row(1, true, 5, 64) != after.row(2, true, 5, 64), "it has learned something");
        // What the games do not have is left out.
        let from = Some(folder.join("c.net"));
        run(&TrainArgs { rate: 0.0, from, ..training("d.net", 1) }).unwrap();
        let restricted = read("d.net");
        assert_eq!((restricted.sight.held, &restricted.pieces), (false, &before.pieces));
        for (zone, own, piece) in [(0, true, 0), (3, false, 4), (7, true, 5)] {
            assert_eq!(restricted.row(zone, own, piece, 9), before.row(zone, own, piece, 9));
        }
        // So are the sums that matter least.
        let from = Some(folder.join("a.net"));
        run(&TrainArgs { rate: 0.0, from, narrower: Some(16), ..training("e.net", 1) }).unwrap();
        let narrow = read("e.net");
        let [own, all] = [&narrow, &before].map(|net| net.row(2, true, 4, 9));
        let mut left = all[..20].iter();
        assert!(own[..16].iter().all(|number| left.any(|other| other == number)), "in the same order");
        assert_eq!((narrow.sums, &own[16..]), (16, &all[20..]));
        // Without zones for kings the rows are the means of those of each zone.
        let from = Some(folder.join("a.net"));
        run(&TrainArgs { rate: 0.0, from, one_zone: true, ..training("f.net", 1) }).unwrap();
        let single = read("f.net");
        assert!(!single.sight.zoned && single.pieces == before.pieces);
        let mean = |at: usize| -> f32 {
            (0..8).map(|zone| f32::from(before.row(zone, true, 4, 9)[at])).sum::<f32>() / 8.0
        };
        let row = single.row(0, true, 4, 9);
        assert!(row.iter().enumerate().all(|(at, &number)| (f32::from(number) - mean(at)).abs() < 0.51));
        // One zone is not enough to begin with where there are to be more.
        let from = Some(folder.join("f.net"));
        let error = run(&TrainArgs { from, ..training("g.net", 1) }).unwrap_err().to_string();
        assert!(error.contains("the net to start from has one zone; expected `--one-zone`"), "{error}");
        let from = Some(folder.join("a.net"));
        let kept = TrainArgs { keep: true, one_zone: true, from, ..training("h.net", 1) };
        assert_eq!(run(&kept).unwrap_err().to_string(), KEPT_ZONES);
        // A finished training has nothing left to do, and another one does not take over its state.
        assert_eq!(run(&training("a.net", 8)).unwrap().lines().count(), 1);
        let error = run(&training("a.net", 9)).unwrap_err().to_string();
        assert!(error.contains("expected the state of this training"), "{error}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
