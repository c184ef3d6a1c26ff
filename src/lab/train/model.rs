//! The net during training: its weights, its output, and the gradient of the error.

use std::ops::Range;

use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::data::{Data, Group, Row, RowOf, expected};
use crate::base::network::{Network, NetworkSize};
use crate::engine::eval::net::mirrored;

/// The weights, in one list in the order of [`NetworkSize::lengths`].
#[derive(Clone, Debug)]
pub struct Model {
    /// The lengths of its parts.
    pub shape: NetworkSize,
    /// The weights.
    pub numbers: Vec<f32>,
}

/// The start of each part.
fn starts(shape: NetworkSize) -> [usize; 7] {
    let mut start = 0;
    shape.lengths().map(|length| {
        start += length;
        start - length
    })
}

impl Model {
    /// Small random weights.
    pub fn new(shape: NetworkSize, dice: &mut Xoshiro256PlusPlus) -> Model {
        let mut numbers = vec![0.0; shape.len()];
        let [_, _, weights, offsets, sums, outputs, last] = starts(shape);
        let mut fill = |part: &mut [f32], size: f32| {
            for number in part {
                *number = size * normal(dice);
            }
        };
        fill(&mut numbers[..shape.inputs * shape.hidden], 0.08);
        fill(&mut numbers[shape.inputs * shape.hidden..weights], 0.05);
        fill(&mut numbers[weights..offsets], 0.6 / shape.hidden as f32);
        numbers[sums..outputs].fill(0.25);
        // All buckets start with the same weights.
        let (first, others) = numbers[outputs..last].split_at_mut(2 * shape.sums);
        fill(first, 0.1);
        others.chunks_mut(2 * shape.sums).for_each(|other| other.copy_from_slice(first));
        Model { shape, numbers }
    }

    /// The weights of a trained net, whose hidden layer is enlarged to this size: what is added has random
    /// inputs and counts nothing yet.
    pub fn of(network: &Network, hidden: usize, dice: &mut Xoshiro256PlusPlus) -> Model {
        let old = network.size();
        let shape = NetworkSize { hidden: hidden.max(old.hidden), ..old };
        let Model { mut numbers, .. } = Model::new(shape, dice);
        let (from, to) = (starts(old), starts(shape));
        let known = network.numbers();
        let inputs = numbers[..to[1]].chunks_exact_mut(shape.hidden);
        for (input, known) in inputs.zip(known[..from[1]].chunks_exact(old.hidden)) {
            input[..old.hidden].copy_from_slice(known);
        }
        numbers[to[1]..][..old.hidden].copy_from_slice(&known[from[1]..from[2]]);
        let (weights, others) = known[from[2]..].split_at(from[3] - from[2]);
        numbers[to[2]..to[3]].fill(0.0);
        numbers[to[2]..][..weights.len()].copy_from_slice(weights);
        numbers[to[3]..].copy_from_slice(others);
        Model { shape, numbers }
    }
}

/// A random number of the standard normal distribution.
pub(super) fn normal(dice: &mut Xoshiro256PlusPlus) -> f32 {
    let mut unit = || (dice.next_u32() >> 8) as f32 / 16_777_216.0;
    (0..12).map(|_| unit()).sum::<f32>() - 6.0
}

/// Intermediate results for a batch, kept for reuse.
#[derive(Debug, Default)]
pub struct Workshop {
    /// By row of the data: its index in this batch, or none.
    places: Vec<u32>,
    /// The rows of this batch.
    used: Vec<u32>,
    hidden: Vec<f32>,
    rows: Vec<f32>,
    slopes: Vec<f32>,
}

/// No place.
const NOWHERE: u32 = u32::MAX;

/// The errors of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorSums {
    /// The sum of the squared errors.
    pub squares: f64,
    /// The same without the net's correction.
    pub base: f64,
    /// The number of positions.
    pub count: usize,
}

impl ErrorSums {
    /// Adds the errors of another batch.
    pub fn add(&mut self, other: ErrorSums) {
        self.squares += other.squares;
        self.base += other.base;
        self.count += other.count;
    }

    /// The mean squared errors with and without the correction.
    pub fn means(self) -> [f64; 2] {
        [self.squares, self.base].map(|squares| squares / (self.count as f64).max(1.0))
    }
}

fn add(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, b) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut sums = [0.0; 16];
    for (a, b) in a.0.iter().zip(b.0) {
        for i in 0..16 {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum::<f32>() + a.1.iter().zip(b.1).map(|(a, b)| a * b).sum::<f32>()
}

/// The numbers of a row of the net that count for a side, in two parts, of which the second may be empty.
fn parts(shape: NetworkSize, of: RowOf) -> [Range<usize>; 2] {
    let sums = shape.sums;
    match of {
        RowOf::Own => [0..sums, 2 * sums..shape.row()],
        RowOf::Other => [sums..2 * sums, 0..0],
        RowOf::Both => [0..shape.row(), 0..0],
    }
}

/// The accumulators of both sides in a position, the side to move first.
type Sums = [Vec<f32>; 2];

impl Workshop {
    /// Computes the rows of the pieces of some groups.
    fn prepare(&mut self, model: &Model, data: &Data, groups: &[Group], is_mirrored: bool) {
        self.places.resize(data.rows.len(), NOWHERE);
        self.used.drain(..).for_each(|row| self.places[row as usize] = NOWHERE);
        for group in groups {
            for piece in data.samples[group.clone()].iter().flat_map(|sample| data.pieces(sample)) {
                for row in piece.rows {
                    let place = &mut self.places[row as usize];
                    if *place == NOWHERE {
                        *place = self.used.len() as u32;
                        self.used.push(row);
                    }
                }
            }
        }
        let (hidden, length) = (model.shape.hidden, model.shape.row());
        let [inputs, hidden_offsets, weights, offsets, ..] = starts(model.shape);
        let numbers = &model.numbers;
        self.hidden.clear();
        self.rows.clear();
        for &row in &self.used {
            let start = self.hidden.len();
            self.hidden.extend(&numbers[hidden_offsets..hidden_offsets + hidden]);
            let sums = &mut self.hidden[start..];
            let Row { features, of } = &data.rows[row as usize];
            for feature in features {
                let at = inputs + seen(feature.index, is_mirrored) * hidden;
                add(sums, value(feature.value), &numbers[at..at + hidden]);
            }
            let start = self.rows.len();
            self.rows.resize(start + length, 0.0);
            let row = &mut self.rows[start..];
            let parts = parts(model.shape, *of);
            for part in &parts {
                row[part.clone()].copy_from_slice(&numbers[offsets + part.start..offsets + part.end]);
            }
            for (j, sum) in sums.iter_mut().enumerate() {
                *sum = sum.max(0.0);
                if *sum > 0.0 {
                    let at = weights + j * model.shape.row();
                    for part in &parts {
                        add(&mut row[part.clone()], *sum, &numbers[at + part.start..at + part.end]);
                    }
                }
            }
        }
        self.slopes.clear();
        self.slopes.resize(self.rows.len(), 0.0);
    }

    /// The errors for some groups.
    pub fn errors(&mut self, model: &Model, data: &Data, groups: &[Group]) -> ErrorSums {
        self.prepare(model, data, groups, false);
        let mut errors = ErrorSums::default();
        for sample in groups.iter().flat_map(|group| &data.samples[group.clone()]) {
            let (output, ..) = self.output(model, data, sample);
            errors.squares += f64::from((expected(sample.base + output) - sample.target).powi(2));
            errors.base += f64::from((expected(sample.base) - sample.target).powi(2));
            errors.count += 1;
        }
        errors
    }

    /// The output for a position, the accumulators of its sides, and the bucket.
    fn output(&self, model: &Model, data: &Data, sample: &super::data::Example) -> (f32, Sums, usize) {
        let [.., start, weights, offsets] = starts(model.shape);
        let pieces = data.pieces(sample);
        let bucket = sample.bucket;
        let (length, width) = (model.shape.row(), model.shape.sums);
        let first = &model.numbers[start..start + width];
        let mut sums = [first.to_vec(), first.to_vec()];
        let mut output = model.numbers[offsets + bucket];
        for piece in pieces {
            let rows = piece.rows.map(|row| &self.rows[self.places[row as usize] as usize * length..]);
            let [ours, theirs] = &mut sums;
            let (mine, other) = if piece.own { (ours, theirs) } else { (theirs, ours) };
            add(mine, 1.0, &rows[0][..width]);
            add(other, 1.0, &rows[1][width..2 * width]);
            output += if piece.own { 1.0 } else { -1.0 } * rows[0][2 * width + bucket];
        }
        let weights = &model.numbers[weights + bucket * 2 * width..][..2 * width];
        for (sums, weights) in sums.iter().zip(weights.chunks(width)) {
            output += sums
                .iter()
                .zip(weights)
                .map(|(sum, weight)| weight * sum.clamp(0.0, 1.0).powi(2))
                .sum::<f32>();
        }
        (output, sums, bucket)
    }

    /// The gradient of the mean squared error over the positions of the groups, and the errors.
    pub fn slopes(
        &mut self,
        model: &Model,
        data: &Data,
        groups: &[Group],
        is_mirrored: bool,
        slopes: &mut [f32],
    ) -> ErrorSums {
        self.prepare(model, data, groups, is_mirrored);
        slopes.fill(0.0);
        let mut errors = ErrorSums::default();
        let share = 1.0 / groups.iter().map(ExactSizeIterator::len).sum::<usize>().max(1) as f32;
        let [.., start, weights, offsets] = starts(model.shape);
        let (length, width) = (model.shape.row(), model.shape.sums);
        let mut below = [vec![0.0; width], vec![0.0; width]];
        for sample in groups.iter().flat_map(|group| &data.samples[group.clone()]) {
            let (output, sums, bucket) = self.output(model, data, sample);
            let found = expected(sample.base + output);
            let error = found - sample.target;
            errors.squares += f64::from(error * error);
            errors.count += 1;
            let slope = 2.0 * error * found * (1.0 - found) * share;
            slopes[offsets + bucket] += slope;
            for side in 0..2 {
                let at = weights + (bucket * 2 + side) * width;
                for j in 0..width {
                    let sum = sums[side][j].clamp(0.0, 1.0);
                    slopes[at + j] += slope * sum * sum;
                    let inside = sums[side][j] > 0.0 && sums[side][j] < 1.0;
                    below[side][j] = if inside { slope * 2.0 * sum * model.numbers[at + j] } else { 0.0 };
                    slopes[start + j] += below[side][j];
                }
            }
            for piece in data.pieces(sample) {
                let places = piece.rows.map(|row| self.places[row as usize] as usize * length);
                let (mine, other) = if piece.own { (0, 1) } else { (1, 0) };
                add(&mut self.slopes[places[0]..][..width], 1.0, &below[mine]);
                add(&mut self.slopes[places[1] + width..][..width], 1.0, &below[other]);
                self.slopes[places[0] + 2 * width + bucket] += if piece.own { slope } else { -slope };
            }
        }
        self.descend(model, data, is_mirrored, slopes);
        errors
    }

    /// Propagates the gradient from the rows to the weights that made them.
    fn descend(&self, model: &Model, data: &Data, is_mirrored: bool, slopes: &mut [f32]) {
        let (hidden, length) = (model.shape.hidden, model.shape.row());
        let [inputs, hidden_offsets, weights, offsets, ..] = starts(model.shape);
        let mut below = vec![0.0; hidden];
        let rows = self.slopes.chunks_exact(length).zip(self.hidden.chunks_exact(hidden));
        for (&row, (above, sums)) in self.used.iter().zip(rows) {
            let Row { features, of } = &data.rows[row as usize];
            let parts = parts(model.shape, *of);
            for part in &parts {
                add(&mut slopes[offsets + part.start..offsets + part.end], 1.0, &above[part.clone()]);
            }
            for (j, &sum) in sums.iter().enumerate() {
                let at = weights + j * model.shape.row();
                below[j] = 0.0;
                if sum > 0.0 {
                    for part in &parts {
                        let to = at + part.start..at + part.end;
                        below[j] += dot(&above[part.clone()], &model.numbers[to.clone()]);
                        add(&mut slopes[to], sum, &above[part.clone()]);
                    }
                }
            }
            add(&mut slopes[hidden_offsets..hidden_offsets + hidden], 1.0, &below);
            for feature in features {
                let at = inputs + seen(feature.index, is_mirrored) * hidden;
                add(&mut slopes[at..at + hidden], value(feature.value), &below);
            }
        }
    }
}

/// The index of a feature, perhaps mirrored.
fn seen(index: u16, is_mirrored: bool) -> usize {
    usize::from(if is_mirrored { mirrored(index) } else { index })
}

/// The value of a feature.
fn value(parts: i16) -> f32 {
    f32::from(parts) / crate::engine::eval::net::ONE as f32
}

/// The Adam optimizer: steps from the moving means of the gradient and of its square.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The number of steps taken.
    pub taken: i32,
    /// The means of the gradient.
    pub means: Vec<f32>,
    /// The means of its square.
    pub squares: Vec<f32>,
}

impl Steps {
    /// The initial state.
    pub fn new(length: usize) -> Steps {
        Steps { taken: 0, means: vec![0.0; length], squares: vec![0.0; length] }
    }

    /// Changes the numbers of a model by a step with a learning rate.
    #[inline(always)]
    pub fn take(&mut self, numbers: &mut [f32], slopes: &[f32], size: f32) {
        self.taken += 1;
        let left = [0.9f32, 0.999].map(|kept| 1.0 - kept.powi(self.taken));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((number, slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(moments) {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            // The gradients of a mean square are far smaller than 1.
            *number -= size * (*mean / left[0]) / ((*square / left[1]).sqrt() + 1e-10);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::network::{INPUTS, KING_INPUTS};
    use crate::base::trained::TrainedNet;
    use crate::engine::eval::Evaluator;
    use crate::engine::eval::net::NetOutput;
    use crate::lab::games::Games;
    use crate::rules::position::{MoveKind, Position};
    use crate::rules::variant::Catalog;
    use rand::SeedableRng;

    const GAMES: [(&str, &str); 2] = [
        ("chess", "1-0 e2e4/20 e7e5/-30 g1f3/500 b8c6/-350 f1c4/700 g8f6/-600"),
        ("cwda:nutters/wild3", "0-1 e2e4/200 e7e5/-30 d2d3/-500"),
    ];

    fn data(kings: bool) -> Data {
        data_of(&GAMES, kings)
    }

    fn data_of(games: &[(&str, &str)], kings: bool) -> Data {
        let line = |game: &str| vec![(std::path::PathBuf::new(), 1, game.to_owned())];
        let games: Games = games.iter().map(|(variant, game)| ((*variant).to_owned(), line(game))).collect();
        let mut data = Data::read(&Catalog::builtin(), &games, kings, 0.0).unwrap();
        let judged = std::mem::take(&mut data.judged);
        data.learned.extend(judged);
        data
    }

    fn model(inputs: usize) -> Model {
        let mut model = Model::new(
            NetworkSize { inputs, sums: 32, hidden: 4 },
            &mut Xoshiro256PlusPlus::seed_from_u64(4),
        );
        // Large enough to matter.
        let [_, _, weights, offsets, ..] = starts(model.shape);
        model.numbers[weights..offsets].iter_mut().for_each(|number| *number *= 0.3);
        model
    }

    #[test]
    fn slopes_are_what_small_changes_do() {
        check_slopes(&data(true), model(KING_INPUTS));
        check_slopes(&data(false), model(INPUTS));
    }

    fn check_slopes(data: &Data, mut model: Model) {
        let mut workshop = Workshop::default();
        assert_eq!(data.samples.len(), 9);
        let mut slopes = vec![0.0; model.shape.len()];
        let groups = data.learned.clone();
        workshop.slopes(&model, data, &groups, false, &mut slopes);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut seen = 0;
        for part in 0..7 {
            let (start, length) = (starts(model.shape)[part], model.shape.lengths()[part]);
            let mut tries: Vec<usize> = (0..length).filter(|i| slopes[start + i].abs() > 1e-5).collect();
            tries.sort_by_cached_key(|_| dice.next_u32());
            for &at in tries.iter().take(12) {
                let at = start + at;
                let old = model.numbers[at];
                let mut error = |change: f32| {
                    model.numbers[at] = old + change;
                    workshop.errors(&model, data, &groups).means()[0]
                };
                let measured = (error(1e-3) - error(-1e-3)) / 2e-3;
                model.numbers[at] = old;
                let slope = f64::from(slopes[at]);
                assert!(
                    // Sums that reach a bound within the step bend the error.
                    (measured - slope).abs() < 0.1 * slope.abs() + 5e-5,
                    "part {part}: {measured} {slope}"
                );
                seen += 1;
            }
        }
        assert!(seen > 40, "{seen} numbers had slopes");
    }

    /// The first of two variants is read in one thread, and the second in another.
    #[test]
    fn games_read_in_two_threads_are_those_read_one_by_one() {
        for (kings, inputs) in [(true, KING_INPUTS), (false, INPUTS)] {
            let model = model(inputs);
            let errors = |games: &[(&str, &str)]| {
                let data = data_of(games, kings);
                Workshop::default().errors(&model, &data, &data.learned)
            };
            let mut one_by_one = errors(&GAMES[..1]);
            one_by_one.add(errors(&GAMES[1..]));
            let together = errors(&GAMES);
            assert_eq!(together.count, one_by_one.count);
            for (mean, wanted) in together.means().into_iter().zip(one_by_one.means()) {
                assert!((mean - wanted).abs() < 1e-9, "{mean} {wanted}");
            }
        }
    }

    #[test]
    fn an_enlarged_net_says_the_same() {
        let small = model(KING_INPUTS);
        let network = Network::rounded(small.shape, &small.numbers);
        let large = Model::of(&network, 7, &mut Xoshiro256PlusPlus::seed_from_u64(6));
        assert_eq!(large.shape, NetworkSize { hidden: 7, ..small.shape });
        let data = data(true);
        let errors =
            |model: &Model| Workshop::default().errors(model, &data, &data.learned).means().map(f64::to_bits);
        let rounded = Model::of(&network, 1, &mut Xoshiro256PlusPlus::seed_from_u64(6));
        assert_eq!(Network::rounded(small.shape, &rounded.numbers), network);
        assert_eq!(errors(&rounded), errors(&large));
        let mut slopes = vec![0.0; large.shape.len()];
        Workshop::default().slopes(&large, &data, &data.learned, false, &mut slopes);
        let [_, _, weights, offsets, ..] = starts(large.shape);
        let added = &slopes[weights + 4 * large.shape.row()..offsets];
        assert!(added.iter().any(|slope| slope.abs() > 1e-5), "what was added learns");
    }

    /// The integer net, updated from position to position, gives the output of the trained net.
    #[test]
    fn the_correction_says_what_the_trained_net_says() {
        check_correction(true, &model(KING_INPUTS));
        check_correction(false, &model(INPUTS));
    }

    fn check_correction(kings: bool, model: &Model) {
        let catalog = Catalog::builtin();
        let network = TrainedNet::Described(Network::rounded(model.shape, &model.numbers));
        for variant in [
            "chess",
            "cwda:nutters/wild3",
            "cwda:wild9/clobberers",
            "crazyhouse",
            "seirawan",
            "3check",
            "extinction",
            "horde",
        ] {
            let game = crate::commands::game(&catalog, variant).unwrap();
            let values = Evaluator::new(&game).values().to_vec();
            let mut kept = NetOutput::of(&game, &network, &values).unwrap();
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut pos = Position::start(game.clone());
            let (mut line, mut moves, mut said) = ("1-0".to_owned(), Vec::new(), Vec::new());
            for _ in 0..120 {
                moves.clear();
                pos.legal_moves(MoveKind::All, &mut moves);
                if pos.outcome().is_some() || moves.is_empty() {
                    break;
                }
                // Undone lines must leave no trace.
                let mut made = 0;
                for _ in 0..dice.next_u32() % 4 {
                    moves.clear();
                    pos.legal_moves(MoveKind::All, &mut moves);
                    let Some(&m) = moves.get(dice.next_u32() as usize % moves.len().max(1)) else { break };
                    pos.make(m);
                    made += 1;
                    kept.of_position(&pos);
                }
                (0..made).for_each(|_| pos.unmake());
                moves.clear();
                pos.legal_moves(MoveKind::All, &mut moves);
                let m = moves[dice.next_u32() as usize % moves.len()];
                let fresh = NetOutput::of(&game, &network, &values).unwrap().of_position(&pos);
                assert_eq!(kept.of_position(&pos), fresh, "{variant} {}", pos.fen());
                if !pos.in_check() && pos.captured(m).is_none() && m.promotion(pos.game()).is_none() {
                    said.push(fresh);
                }
                line.extend([" ", &pos.move_text(m), "/0"]);
                pos.make(m);
            }
            let mut games = Games::new();
            games.insert(variant.to_owned(), vec![(std::path::PathBuf::new(), 1, line)]);
            let data = Data::read(&catalog, &games, kings, 0.0).or_else(|_| {
                games.insert(
                    "chess".to_owned(),
                    vec![(std::path::PathBuf::new(), 1, "1-0 e2e4/0".to_owned())],
                );
                Data::read(&catalog, &games, kings, 0.0)
            });
            let data = data.unwrap();
            let mut workshop = Workshop::default();
            let all = 0..data.samples.len();
            workshop.prepare(model, &data, std::slice::from_ref(&all), false);
            let samples = data.samples.iter().filter(|sample| (sample.target - 0.5).abs() < 1e-6);
            let trained: Vec<f32> =
                samples.map(|sample| workshop.output(model, &data, sample).0 * 400.0).collect();
            let wide = trained.iter().fold(0.0f32, |most, said| most.max(said.abs()));
            assert!(wide > 10.0, "the net says something: {wide}");
            let most = NetOutput::MOST as f32;
            let found = said.iter().filter(|&&whole| {
                trained.iter().any(|&float| (whole as f32 - float.clamp(-most, most)).abs() < 6.0)
            });
            assert_eq!(found.count(), said.len(), "{variant}");
        }
    }
}
