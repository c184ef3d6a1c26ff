//! `fibnif lab spsa`: tunes the numbers of the search by games of the program against itself.

mod ascent;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::LabError;
use crate::arena::contest::{Contest, Openings, Pairing, Series};
use crate::arena::control::TimeLimit;
use crate::arena::external::Waiting;
use crate::arena::game::{Adjudication, Draw, Resign};
use crate::arena::opening::{Maker, Random};
use crate::arena::readiness::Ready;
use crate::arena::spec::{self, Spec};
use crate::game::{Game, compile};
use crate::platform;
use crate::search::TimeControl;
use crate::search::params::{Number, Params};
use crate::tools::ToolError;
use crate::tools::contest::ContestError;
use crate::variant::{Catalog, VariantList, wild};

use ascent::{Ascent, Schedule};

/// When the referee ends games: by the players' word.
const RESIGN: Resign = Resign { moves: 4, score: 900 };
/// See [`RESIGN`].
const DRAW: Draw = Draw { number: 40, moves: 8, score: 10 };

/// What is to be tuned, and how.
#[derive(Clone, Debug, Args)]
pub struct Spsa {
    /// The variants, taken in turn, with commas between: `chess,cwda:fide/nutters,cwda:clobberers/rookies`
    #[arg(value_name = "VARIANT[,VARIANT]", value_parser = VariantList::from_str)]
    pub variants: VariantList,
    /// The numbers: a line for each, its name and its value; an existing file is continued
    pub file: PathBuf,
    /// The numbers to be tuned, if not all
    #[arg(long = "number", num_args = 1.., value_name = "NAME", value_parser = number)]
    pub numbers: Vec<&'static Number>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub pairs: u32,
    /// Pairs of games in a step
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub batch: u32,
    /// Positions to visit for each move; 5000 if there is no clock either
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Clock, as in `fibnif match`: `0:10+0.1`
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,
    /// Charge processor time instead of elapsed time: for loaded machines
    #[arg(long)]
    pub cpu_clock: bool,
    /// How far a number moves in the end for a game won, in units of the step in which it is tried
    #[arg(long, default_value_t = 0.01, value_parser = rate)]
    pub rate: f64,
    /// Random moves at the beginning of games
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// Seed for openings and steps
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at once; steps of several pairs make use of them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub concurrency: u16,
}

fn rate(text: &str) -> Result<f64, String> {
    let positive = text.parse().ok().filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    positive.ok_or_else(|| format!("expected a number above 0 and not above 1, found `{text}`"))
}

/// Positions visited for each move if nothing limits the thinking.
const NODES: u64 = 5000;

impl Spsa {
    /// The first line of the file: what decides how the numbers go.
    fn header(&self) -> String {
        let numbers: Vec<&str> = self.numbers.iter().map(|number| number.name).collect();
        format!(
            "# spsa seed {} pairs {} batch {} rate {} plies {} tc {} nodes {} numbers {} variants {}",
            self.seed,
            self.pairs,
            self.batch,
            self.rate,
            self.plies,
            self.control().pgn(),
            self.control().nodes.map_or("-".to_string(), |nodes| nodes.to_string()),
            if numbers.is_empty() { "all".to_string() } else { numbers.join(" ") },
            self.variants.names().join(" "),
        )
    }

    fn control(&self) -> TimeLimit {
        let nodes = self.nodes.or(self.clock.is_none().then_some(NODES));
        TimeLimit { time: self.clock, nodes, depth: None }
    }

    fn schedule(&self) -> Schedule {
        Schedule { steps: self.pairs.div_ceil(self.batch.max(1)), rate: self.rate, seed: self.seed }
    }
}

/// A number of the search by its name.
///
/// # Errors
/// If there is none: what names there are.
pub fn number(name: &str) -> Result<&'static Number, String> {
    let names = || Params::NUMBERS.iter().map(|number| number.name).collect::<Vec<_>>().join(", ");
    let found = Params::NUMBERS.iter().find(|number| number.name == name);
    found.ok_or_else(|| format!("expected one of {}", names()))
}

/// Plays the steps that are left, and writes the numbers after each.
///
/// # Errors
/// If a variant cannot be played, or the file cannot be written or is of another run.
pub fn run(catalog: &Catalog, wishes: &Spsa, out: &mut dyn Write) -> Result<(), LabError> {
    let catalog = wild::with_armies(catalog, &wishes.variants.names().join(" "))?.into_owned();
    let games = wishes.variants.names().iter().map(|variant| compile(&catalog.resolve(variant)?));
    let games: Vec<Arc<Game>> = games.collect::<Result<_, _>>()?;
    let random = Random { plies: wishes.plies, bound: 90, seed: wishes.seed };
    let mut makers: Vec<Maker> = games.iter().map(|game| Maker::new(game, None, random)).collect();
    let catalog = Arc::new(catalog);
    let schedule = wishes.schedule();
    let stop = Arc::new(AtomicBool::new(false));
    platform::raise_on_interrupt(&stop)?;

    let mut ascent = read(wishes)?;
    let before = ascent.made;
    let bar = ProgressBar::new(schedule.steps.into());
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} steps, {eta} to go") {
        bar.set_style(style);
    }
    bar.set_position(ascent.made.into());
    while ascent.made < schedule.steps {
        let trial = ascent.trial(&schedule);
        let mut contest = contest(wishes, &trial.sides)?;
        contest.catalog = catalog.clone();
        let mut lists = Vec::new();
        for pair in 0..wishes.batch {
            let number = u64::from(ascent.made) * u64::from(wishes.batch) + u64::from(pair);
            let variant = usize::try_from(number).unwrap_or_default() % games.len();
            contest.pairings.push(Pairing { first: 0, second: 1, game: contest.games.len() });
            contest.games.push(games[variant].clone());
            lists.push(vec![makers[variant].opening(number)]);
        }
        contest.starts = vec![None; lists.len()];
        contest.openings = Openings::Listed(lists);
        let Some(lead) = play(&contest, &stop)? else { break };
        ascent.learn(&schedule, &trial, lead);
        write(&wishes.file, &wishes.header(), &ascent)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(
        out,
        "{}: {} of {} steps, {} of them new",
        wishes.file.display(),
        ascent.made,
        schedule.steps,
        ascent.made - before
    )?;
    for (number, value) in moved(&ascent) {
        writeln!(out, "{} {} -> {value:.2}", number.name, number.usual)?;
    }
    if stop.load(Ordering::Relaxed) { Err(ToolError::Interrupted.into()) } else { Ok(()) }
}

/// The numbers that are tuned, and where they are.
fn moved(ascent: &Ascent) -> impl Iterator<Item = (&'static Number, f64)> {
    let numbers = Params::NUMBERS.iter().zip(&ascent.values).zip(&ascent.moved);
    numbers.filter(|(_, moved)| **moved).map(|((number, value), _)| (number, *value))
}

/// Two sides that search by other numbers, without games yet.
fn contest(wishes: &Spsa, sides: &[Params; 2]) -> Result<Contest, LabError> {
    let own = Spec::read("self").map_err(|error| ToolError::from(ContestError::Wish(error.to_string())))?;
    let mut players: Vec<Spec> =
        sides.iter().map(|params| Spec { params: Some(params.clone()), ..own.clone() }).collect();
    spec::number(&mut players);
    let rules = Adjudication { resign: Some(RESIGN), draw: Some(DRAW), ..Adjudication::default() };
    let waiting = Waiting { cpu_clock: wishes.cpu_clock, patience: Duration::from_secs(60) };
    Ok(Contest {
        players,
        games: Vec::new(),
        starts: Vec::new(),
        pairings: Vec::new(),
        length: 2,
        series: Series::Pairs,
        control: wishes.control(),
        openings: Openings::Listed(Vec::new()),
        rules,
        waiting,
        concurrency: usize::from(wishes.concurrency),
        played: Vec::new(),
        failures: 1,
        catalog: Arc::default(),
    })
}

/// How many more games the first side has won than lost; nothing if the games were broken off.
fn play(contest: &Contest, stop: &Arc<AtomicBool>) -> Result<Option<f64>, LabError> {
    let mut lead = 0.0;
    let played = contest.run(Ready::default(), stop, |game| {
        let white = game.finished.points.of_white() * 2.0 - 1.0;
        lead += if game.players[0] == 0 { white } else { -white };
    });
    played.map_err(|error| ToolError::from(ContestError::from(error)))?;
    Ok(if stop.load(Ordering::Relaxed) { None } else { Some(lead) })
}

/// What an earlier run has reached, or the beginning.
fn read(wishes: &Spsa) -> Result<Ascent, LabError> {
    let chosen = |number: &Number| {
        wishes.numbers.is_empty() || wishes.numbers.iter().any(|wished| wished.name == number.name)
    };
    let mut ascent = Ascent::new(chosen);
    let path = &wishes.file;
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(ascent),
        Err(source) => return Err(ToolError::File { path: path.clone(), source }.into()),
    };
    let mut lines = text.lines();
    let expected = |expected: String| LabError::Shard { path: path.clone(), expected };
    if lines.next() != Some(wishes.header().as_str()) {
        return Err(expected(wishes.header()));
    }
    let made = lines.next().and_then(|line| line.strip_prefix(STEPS)?.parse().ok());
    let values = Params::read_exactly(&text);
    let values = values.map_err(|source| LabError::Params { path: path.clone(), source })?;
    ascent.made = made.ok_or_else(|| LabError::Steps { path: path.clone() })?;
    for (index, value) in values {
        ascent.values[index] = value;
    }
    Ok(ascent)
}

/// What the second line of a file begins with.
const STEPS: &str = "# steps ";

/// Writes the numbers, in one go: a run that is killed leaves the old ones or the new.
fn write(path: &Path, header: &str, ascent: &Ascent) -> Result<(), LabError> {
    let mut text = format!("{header}\n{STEPS}{}\n", ascent.made);
    for (number, value) in moved(ascent) {
        // Written to memory, which does not fail.
        let _ = writeln!(text, "{} {value}", number.name);
    }
    let failed = |source| ToolError::File { path: path.to_owned(), source };
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".new");
    Ok(fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path)).map_err(failed)?)
}
