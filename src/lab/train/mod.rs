//! `fibnif lab train`: trains the net that corrects the evaluation, or one that stands alone, on self-play
//! games.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "statistics of small numbers, in the precision that fits millions of them"
)]
#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]

mod data;
mod direct;
mod model;
mod positions;
mod start;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::games::games;
use super::read_net;
use crate::base::network::{Network, NetworkSize};
use crate::base::text;
use crate::base::trained::TrainedNet;
use crate::commands::Error;
use crate::rules::variant::Catalog;
use data::{Data, Group, in_two_threads};
use model::{ErrorSums, Model, Steps, Workshop};

/// How large a net is, and how it is trained.
pub(super) struct Recipe {
    batch: usize,
    rate: f32,
    lambda: f32,
    pub(super) sums: usize,
    hidden: usize,
}

/// For a mixture of many games: the defaults.
const MIXTURE: Recipe = Recipe { batch: 4096, rate: 0.002, lambda: 0.9, sums: 32, hidden: 64 };
/// For a single game, as the shipped nets of single games were trained (`benches/LEARNING.md`).
pub(super) const ONE_GAME: Recipe = Recipe { batch: 2048, rate: 0.0015, lambda: 0.9, sums: 64, hidden: 32 };
/// How often each position is used.
pub(super) const EPOCHS: u32 = 12;

/// The arguments.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct TrainArgs {
    /// The file of the net
    pub net: PathBuf,
    /// The files of games that `selfplay` wrote
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// How often each position is used
    #[arg(long, default_value_t = EPOCHS, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// Positions per step
    #[arg(long, default_value_t = MIXTURE.batch)]
    pub batch: usize,
    /// Initial learning rate
    #[arg(long, default_value_t = MIXTURE.rate)]
    pub rate: f32,
    /// The weight of the scores of later plies in the target, from 0 to 1
    #[arg(long, default_value_t = MIXTURE.lambda)]
    pub lambda: f32,
    /// Width of the accumulator of each side: a wider one fits more, and is slower
    #[arg(long, default_value_t = MIXTURE.sums, value_parser = layer_width())]
    pub sums: usize,
    /// Size of the hidden layer; that of a net to start from is enlarged to it
    #[arg(long, default_value_t = MIXTURE.hidden, value_parser = layer_width())]
    pub hidden: usize,
    /// Seed of the initial weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Start from this net instead of random weights
    #[arg(long, value_name = "NET", conflicts_with = "sums")]
    pub from: Option<PathBuf>,
    /// Train a net that stands alone: it replaces the evaluation, for the pieces of these games alone
    ///
    /// Its targets are the scores themselves, and it needs millions of positions.
    #[arg(long, conflicts_with_all = ["hidden", "lambda"])]
    pub alone: bool,
    /// Train a net that does not see pieces from the kings: it is faster, and learns less of single games
    #[arg(long, conflicts_with = "alone")]
    pub no_kings: bool,
    /// Learn one row for each piece in each place, not one for each zone of the king
    ///
    /// Such a net has an eighth of the size. There is one zone, too, where a side does not begin with one
    /// king, where the sides begin beside each other, and on other boards than that of chess.
    #[arg(long, requires = "alone")]
    pub one_zone: bool,
    /// Change nothing of the net to start from: learn only the rows of pieces that it does not know
    ///
    /// A piece in hand has rows of its own.
    #[arg(long, requires_all = ["alone", "from"])]
    pub keep: bool,
    /// Keep only this many sums of the net to start from: those that matter most
    #[arg(long, value_name = "SUMS", value_parser = layer_width())]
    #[arg(requires_all = ["alone", "from"], conflicts_with = "keep")]
    pub narrower: Option<usize>,
}

/// The possible sizes of a layer.
pub(super) fn layer_width() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=512)
}

/// The state of a training.
struct Stage {
    epoch: u32,
    /// The weights of the model.
    numbers: Vec<f32>,
    steps: Steps,
}

/// The file of the state of the training of a net.
fn state_path(net: &Path) -> PathBuf {
    let mut path = net.as_os_str().to_owned();
    path.push(".state");
    PathBuf::from(path)
}

/// Trains, and writes the net after each epoch.
pub fn run(catalog: &Catalog, training: &TrainArgs, out: &mut dyn Write) -> Result<(), Error> {
    if training.alone {
        return direct::run(catalog, training, out);
    }
    let data = Data::read(catalog, &games(&training.games)?, !training.no_kings, training.lambda)?;
    let count = |groups: &[Group]| groups.iter().map(ExactSizeIterator::len).sum::<usize>();
    writeln!(
        out,
        "{} positions for training, {} of other variants for validation, {} pieces on squares",
        count(&data.learned),
        count(&data.judged),
        data.rows.len()
    )?;
    let Model { shape, numbers } = training.first_model(data.inputs)?;
    let header = training.header(data.samples.len());
    let path = state_path(&training.net);
    let mut state = Stage::read(&path, &header, shape.len())?.unwrap_or_else(|| Stage::new(numbers));
    let mut workshops = [Workshop::default(), Workshop::default()];
    while state.epoch < training.epochs {
        let mut model = Model { shape, numbers: std::mem::take(&mut state.numbers) };
        let learned = state.learn(&mut model, training, &data, &mut workshops);
        state.epoch += 1;
        let mut judged = ErrorSums::default();
        for groups in data.judged.chunks(64) {
            judged.add(workshops[0].errors(&model, &data, groups));
        }
        let [with, without] = judged.means();
        writeln!(
            out,
            "epoch {}: training error {:.6}; validation error {with:.6}, without the net {without:.6}",
            state.epoch,
            learned.means()[0]
        )?;
        out.flush()?;
        let network = Network::rounded(shape, &model.numbers);
        state.numbers = model.numbers;
        write(&training.net, &network.to_bytes())?;
        write(&path, &state.to_bytes(&header))?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(Error::file(path))
}

/// The random numbers of an epoch.
fn dice(seed: u64, epoch: u32) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ u64::from(epoch))
}

impl TrainArgs {
    /// The training of a net for one game.
    pub(super) fn for_one_game(
        net: PathBuf,
        games: Vec<PathBuf>,
        (epochs, sums, seed): (u32, usize, u64),
    ) -> TrainArgs {
        let Recipe { batch, rate, lambda, hidden, .. } = ONE_GAME;
        TrainArgs {
            net,
            games,
            epochs,
            batch,
            rate,
            lambda,
            sums,
            hidden,
            seed,
            from: None,
            alone: false,
            no_kings: false,
            one_zone: false,
            keep: false,
            narrower: None,
        }
    }

    /// The initial weights of a net with so many inputs, or more if the net to start from has more.
    fn first_model(&self, inputs: usize) -> Result<Model, Error> {
        let dice = &mut dice(self.seed, 0);
        let Some(path) = &self.from else {
            let shape = NetworkSize { inputs, sums: self.sums, hidden: self.hidden };
            return Ok(Model::new(shape, dice));
        };
        let TrainedNet::Described(net) = read_net(path)? else {
            let path = path.display();
            return Err(Error::Usage(format!(
                "{path}: expected a net that describes pieces, found one without descriptions"
            )));
        };
        if self.no_kings && net.size().inputs > inputs {
            return Err(Error::Usage(format!(
                "{}: expected a net that does not see kings, found one that does",
                path.display()
            )));
        }
        Ok(Model::of(&net.widened(inputs), self.hidden, dice))
    }

    /// The header that identifies this training.
    fn header(&self, positions: usize) -> String {
        let TrainArgs { epochs, batch, rate, lambda, sums, hidden, seed, from, .. } = self;
        let switches = [
            (self.alone, " alone"),
            (self.no_kings, " no kings"),
            (self.one_zone, " one zone"),
            (self.keep, " keep"),
        ];
        let alone: String = switches.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        let narrower = self.narrower.map(|sums| format!(" narrower {sums}")).unwrap_or_default();
        let from = from.as_ref().map(|path| format!(" from {}", path.display())).unwrap_or_default();
        format!(
            "fibnif training epochs {epochs} batch {batch} rate {rate} lambda {lambda} sums {sums} \
                hidden {hidden} seed {seed} positions {positions}{from}{alone}{narrower}\n"
        )
    }
}

/// The learning rate after so many steps of all: it grows at first, then falls along half a cosine wave.
fn rate(initial: f32, taken: i32, all: f32, growing: f32) -> f32 {
    let done = taken as f32 / all;
    let wave = 0.02 + 0.49 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
    initial * wave * ((taken + 1) as f32 / growing).min(1.0)
}

/// The gradient of a batch, in the first of `slopes`, and its errors. Always two threads compute it, so that
/// every machine finds the same.
fn slopes_in_two_threads(
    workshops: &mut [Workshop; 2],
    model: &Model,
    data: &Data,
    batch: &[Group],
    is_mirrored: bool,
    slopes: &mut [Vec<f32>; 2],
) -> ErrorSums {
    let (first, second) = batch.split_at(batch.len().div_ceil(2));
    let ([workshop, other], [sum, added]) = (workshops, slopes);
    let (mut errors, more) = in_two_threads(
        || workshop.slopes(model, data, first, is_mirrored, sum),
        || other.slopes(model, data, second, is_mirrored, added),
    );
    let all = (errors.count + more.count) as f32;
    let [share, other] = [errors.count, more.count].map(|count| count as f32 / all);
    sum.iter_mut().zip(added).for_each(|(sum, added)| *sum = share * *sum + other * *added);
    errors.add(more);
    errors
}

/// A bar for the steps of an epoch.
fn progress(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} steps, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

impl Stage {
    fn new(numbers: Vec<f32>) -> Stage {
        Stage { epoch: 0, steps: Steps::new(numbers.len()), numbers }
    }

    /// Uses every position once.
    fn learn(
        &mut self,
        model: &mut Model,
        training: &TrainArgs,
        data: &Data,
        workshops: &mut [Workshop; 2],
    ) -> ErrorSums {
        let mut dice = dice(training.seed, self.epoch + 1);
        let mut order: Vec<(u64, Group)> =
            data.learned.iter().map(|group| (dice.next_u64(), group.clone())).collect();
        order.sort_unstable_by_key(|(place, _)| *place);
        let groups: Vec<Group> = order.into_iter().map(|(_, group)| group).collect();
        let mut batches: Vec<&[Group]> = Vec::new();
        let (mut start, mut positions) = (0, 0);
        for (i, group) in groups.iter().enumerate() {
            positions += group.len();
            if positions >= training.batch || i + 1 == groups.len() {
                batches.push(&groups[start..=i]);
                (start, positions) = (i + 1, 0);
            }
        }
        let bar = progress(batches.len());
        let all = (batches.len() * training.epochs as usize) as f32;
        let mut slopes = [vec![0.0; model.shape.len()], vec![0.0; model.shape.len()]];
        let mut errors = ErrorSums::default();
        for batch in batches {
            // The mirrored pieces are also possible pieces.
            let is_mirrored = !dice.next_u32().is_multiple_of(2);
            errors.add(slopes_in_two_threads(workshops, model, data, batch, is_mirrored, &mut slopes));
            let rate = rate(training.rate, self.steps.taken, all, 20.0);
            self.steps.take(&mut model.numbers, &slopes[0], rate);
            bar.inc(1);
        }
        bar.finish_and_clear();
        errors
    }

    fn to_bytes(&self, header: &str) -> Vec<u8> {
        let mut bytes = header.as_bytes().to_vec();
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.steps.taken.to_le_bytes());
        let numbers = [&self.numbers, &self.steps.means, &self.steps.squares].into_iter().flatten();
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// The state in a file; `None` if there is no file.
    fn read(path: &Path, header: &str, length: usize) -> Result<Option<Stage>, Error> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file(path)(error)),
        };
        let fault = || {
            let (path, found, expected) = (path.display(), text::beginning(&bytes), header.trim_end());
            Error::Usage(format!(
                "{path}: expected the state of this training, which starts with `{expected}`, found {found}"
            ))
        };
        let content = bytes.strip_prefix(header.as_bytes()).ok_or_else(fault)?;
        let (words, rest) = content.as_chunks::<4>();
        let (Some([epoch, taken]), true) = (words.first_chunk::<2>(), rest.is_empty()) else {
            return Err(fault());
        };
        if words.len() != 2 + 3 * length {
            return Err(fault());
        }
        let mut numbers = words[2..].iter().map(|word| f32::from_le_bytes(*word));
        let mut part = || numbers.by_ref().take(length).collect::<Vec<f32>>();
        let (numbers, means, squares) = (part(), part(), part());
        let steps = Steps { taken: i32::from_le_bytes(*taken), means, squares };
        Ok(Some(Stage { epoch: u32::from_le_bytes(*epoch), numbers, steps }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::network::INPUTS;
    use crate::lab::games::Games;

    #[test]
    fn a_training_that_is_gone_on_with_ends_like_one_that_was_not_broken_off() {
        let mut games = Games::new();
        let line = "1-0 e2e4/20 e7e5/-30 g1f3/500 b8c6/-350 f1c4/700 g8f6/-600";
        for number in 0..40 {
            games.insert(format!("cwda:fide/wild{number}"), vec![(PathBuf::new(), 1, line[..20].to_owned())]);
        }
        let data = Data::read(&Catalog::builtin(), &games, true, 0.5).unwrap();
        let training = TrainArgs {
            net: PathBuf::new(),
            games: Vec::new(),
            epochs: 2,
            batch: 20,
            rate: 0.01,
            lambda: 0.5,
            sums: 32,
            hidden: 4,
            seed: 1,
            from: None,
            alone: false,
            no_kings: false,
            one_zone: false,
            keep: false,
            narrower: None,
        };
        let mut model = training.first_model(data.inputs).unwrap();
        let mut state = Stage::new(model.numbers.clone());
        let workshops = || [Workshop::default(), Workshop::default()];
        let mut kept = workshops();
        state.learn(&mut model, &training, &data, &mut kept);
        state.numbers.clone_from(&model.numbers);
        state.epoch += 1;
        let (header, length) = (training.header(data.samples.len()), model.shape.len());
        let path = std::env::temp_dir().join(format!("fibnif-training-{}.state", std::process::id()));
        fs::write(&path, state.to_bytes(&header)).unwrap();
        let read = Stage::read(&path, &header, length).unwrap();
        let other = Stage::read(&path, &header.replace("seed 1", "seed 2"), length);
        fs::write(&path, &state.to_bytes(&header)[..header.len() + 30]).unwrap();
        let cut_off = Stage::read(&path, &header, length);
        let _ = fs::remove_file(&path);
        assert!(other.is_err() && cut_off.is_err());
        let mut read = read.unwrap();
        let mut other = Model { shape: model.shape, numbers: read.numbers.clone() };
        state.learn(&mut model, &training, &data, &mut kept);
        read.learn(&mut other, &training, &data, &mut workshops());
        assert_eq!((read.epoch, read.steps.taken), (1, state.steps.taken));
        assert!(other.numbers == model.numbers);
    }

    #[test]
    fn a_net_without_kings_does_not_begin_as_one_that_sees_them() {
        let shipped = |name: &str| {
            let path = format!("{}/src/engine/eval/net/{name}.net", env!("CARGO_MANIFEST_DIR"));
            let training = TrainArgs::for_one_game(PathBuf::new(), Vec::new(), (1, 32, 1));
            TrainArgs { from: Some(path.into()), no_kings: true, ..training }.first_model(INPUTS)
        };
        assert_eq!(shipped("general").unwrap().shape.inputs, INPUTS);
        let Err(error) = shipped("racingkings") else { panic!("it sees kings") };
        let said = "racingkings.net: expected a net that does not see kings, found one that does";
        assert!(error.to_string().ends_with(said), "{error}");
    }
}
