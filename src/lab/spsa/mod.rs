//! `fibnif lab spsa`: tunes the search parameters by self-play games.

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

/// The referee's adjudication by the players' scores.
const RESIGN: Resign = Resign { moves: 4, score: 900 };
/// See [`RESIGN`].
const DRAW: Draw = Draw { number: 40, moves: 8, score: 10 };

/// The arguments.
#[derive(Clone, Debug, Args)]
pub struct Spsa {
    /// The variants, taken in turn, separated by commas: `chess,cwda:fide/nutters,cwda:clobberers/rookies`
    #[arg(value_name = "VARIANT[,VARIANT]", value_parser = VariantList::from_str)]
    pub variants: VariantList,
    /// The parameter file: one line per parameter, its name and its value; an existing file is continued
    pub file: PathBuf,
    /// The parameters to tune; all by default
    #[arg(long = "number", num_args = 1.., value_name = "NAME", value_parser = number)]
    pub numbers: Vec<&'static Number>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub pairs: u32,
    /// Pairs of games per step
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub batch: u32,
    /// Nodes per move; 5000 by default, unless there is a clock
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Clock, as in `fibnif match`: `0:10+0.1`
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,
    /// Measure processor time instead of elapsed time, for busy machines
    #[arg(long)]
    pub cpu_clock: bool,
    /// How far a parameter moves in the last step for a game won, in units of its perturbation
    #[arg(long, default_value_t = 0.01, value_parser = rate)]
    pub rate: f64,
    /// Random moves at the start of each game, in plies
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// Seed of the openings and steps
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games played at the same time; steps of several pairs can use them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub concurrency: u16,
}

fn rate(text: &str) -> Result<f64, String> {
    let positive = text.parse().ok().filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    positive.ok_or_else(|| format!("expected a number above 0 and not above 1, found `{text}`"))
}

/// The default number of nodes per move.
const NODES: u64 = 5000;

impl Spsa {
    /// The first line of the file: everything that determines the course of the parameters.
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

/// A search parameter by its name.
///
/// # Errors
/// If there is none: the known names.
pub fn number(name: &str) -> Result<&'static Number, String> {
    let names = || Params::NUMBERS.iter().map(|number| number.name).collect::<Vec<_>>().join(", ");
    let found = Params::NUMBERS.iter().find(|number| number.name == name);
    found.ok_or_else(|| format!("expected one of {}", names()))
}

/// Plays the remaining steps, and writes the parameters after each.
///
/// # Errors
/// If a variant cannot be played, or the file cannot be written or belongs to another run.
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

/// The tuned parameters and their values.
fn moved(ascent: &Ascent) -> impl Iterator<Item = (&'static Number, f64)> {
    let numbers = Params::NUMBERS.iter().zip(&ascent.values).zip(&ascent.moved);
    numbers.filter(|(_, moved)| **moved).map(|((number, value), _)| (number, *value))
}

/// Two sides with different search parameters, without games yet.
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

/// Wins minus losses of the first side; `None` if the games were interrupted.
fn play(contest: &Contest, stop: &Arc<AtomicBool>) -> Result<Option<f64>, LabError> {
    let mut lead = 0.0;
    let played = contest.run(Ready::default(), stop, |game| {
        let white = game.finished.points.of_white() * 2.0 - 1.0;
        lead += if game.players[0] == 0 { white } else { -white };
    });
    played.map_err(|error| ToolError::from(ContestError::from(error)))?;
    Ok(if stop.load(Ordering::Relaxed) { None } else { Some(lead) })
}

/// The state of an earlier run, or the initial one.
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

/// The start of the second line of a file.
const STEPS: &str = "# steps ";

/// Writes the parameters atomically: a run that is killed leaves the old file or the new one.
fn write(path: &Path, header: &str, ascent: &Ascent) -> Result<(), LabError> {
    let mut text = format!("{header}\n{STEPS}{}\n", ascent.made);
    for (number, value) in moved(ascent) {
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{} {value}", number.name);
    }
    let failed = |source| ToolError::File { path: path.to_owned(), source };
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".new");
    Ok(fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path)).map_err(failed)?)
}
