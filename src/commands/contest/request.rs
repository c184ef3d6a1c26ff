//! The arguments of `match`.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};

use crate::arena::game::{Adjudication, Draw, Resign};
use crate::arena::stats::Sprt;
use crate::commands::{Error, OutputArgs};
use crate::engine::search::TimeControl;
use crate::rules::variant::VariantList;
use crate::session::control::{TimeLimit, read_seconds};

/// The kinds of tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tournament {
    /// The first player plays all others
    Gauntlet,
    /// Everybody plays everybody
    RoundRobin,
}

/// The order of the openings of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// The order of the file
    Sequential,
    /// A random order that depends on the seed
    Random,
}

/// The arguments.
#[derive(Clone, Debug, Args)]
pub struct MatchArgs {
    /// The variant, such as `cwda:clobberers/nutters`, or several separated by commas
    #[arg(value_name = "VARIANT[,VARIANT]", value_parser = VariantList::from_str)]
    pub variants: VariantList,
    /// The players: `self`, or the command of an engine in quotes. Add options after semicolons:
    /// `'old/fibnif; name=old; nodes=3000; option.Move Overhead=50'`, `'uci:fairy-stockfish; memory=64'`
    #[arg(required = true, num_args = 1.., value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Options of all players: `memory=64; threads=1; option.Move Overhead=10`. A player's own
    /// options take precedence
    #[arg(long, value_name = "SETTINGS")]
    pub each: Option<String>,
    /// Play each of these armies of the variant (`cwda`) against each other and print the table; one
    /// player is enough
    #[arg(long, value_name = "ARMY,ARMY,...", value_delimiter = ',')]
    pub armies: Vec<String>,
    /// The pairings of more than two players
    #[arg(long, value_enum, default_value_t = Tournament::Gauntlet)]
    pub tournament: Tournament,
    /// Games per pairing
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// Clock: `5+3` is five minutes plus three seconds per move, `0:10+0.1` is ten seconds plus 0.1
    /// seconds per move, `40/5` is five minutes for every 40 moves
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "clock")]
    pub time: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Random moves at the start of each game, in plies
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// The largest advantage of either side after the random moves, in centipawns
    #[arg(long, default_value_t = 90, value_name = "CENTIPAWNS")]
    pub balance: i32,
    /// Seed of the openings: the same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Take the openings from this file: FEN or EPD, one per line, or PGN
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// The order of the openings in that file
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    pub order: Order,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub concurrency: u16,
    /// Sequential test: stop as soon as one of two Elo differences is clearly more likely, as in `0,10`
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Save the games as PGN, or, if the name ends in `.json` or `.jsonl`, as one line of JSON per game;
    /// can be given twice. An existing file is only continued, with `--resume`
    #[arg(long, value_name = "FILE")]
    pub save: Vec<PathBuf>,
    /// Continue the match whose games are in the PGN file of `--save`
    #[arg(long)]
    pub resume: bool,
    /// The form of the answer. JSON has a line for each game, and one for each pairing at the end.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Print the standing after this many games
    #[arg(long, value_name = "GAMES")]
    pub interval: Option<u32>,
    /// Adjudicate a loss after this many moves in which the loser's own score is that low: `4,900`
    #[arg(long, value_name = "MOVES,CENTIPAWNS", value_parser = resign)]
    pub resign: Option<Resign>,
    /// Adjudicate a draw from this move on, after this many moves in which both scores are that close to
    /// zero: `40,8,10`
    #[arg(long, value_name = "FROM,MOVES,CENTIPAWNS", value_parser = draw)]
    pub draw: Option<Draw>,
    /// Adjudicate a draw after this many moves by each side
    #[arg(long, default_value_t = 500, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_moves: u32,
    /// How late a move may be, in seconds; `margin=` sets it for one player
    #[arg(long, default_value = "0.02", value_name = "SECONDS", value_parser = seconds)]
    pub margin: Duration,
    /// Measure processor time instead of elapsed time, for busy machines
    #[arg(long)]
    pub cpu_clock: bool,
    /// Let the players think on the opponent's time
    #[arg(long)]
    pub ponder: bool,
    /// Withdraw a player after its program has crashed, hung or failed to start this many times
    #[arg(long, default_value_t = 20, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..))]
    pub failures: u32,
    /// How long an engine may be silent while no clock runs, in seconds
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = seconds)]
    pub patience: Duration,
}

/// The command line of a match.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct MatchLine {
    #[command(flatten)]
    request: MatchArgs,
}

impl MatchArgs {
    /// Reads the words of another command as those of a person are read.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<MatchArgs, Error> {
        let line = MatchLine::try_parse_from(words).map_err(Error::usage)?;
        Ok(line.request)
    }

    /// The limits of the players that have none of their own.
    pub fn control(&self) -> TimeLimit {
        TimeLimit {
            time: self.clock.or(self.time.map(TimeControl::PerMove)),
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// The file for the games in PGN.
    pub fn pgn(&self) -> Option<&Path> {
        self.save.iter().find(|file| !is_json(file)).map(PathBuf::as_path)
    }

    /// The file for the games in JSON.
    pub fn json_file(&self) -> Option<&Path> {
        self.save.iter().find(|file| is_json(file)).map(PathBuf::as_path)
    }

    pub fn rules(&self) -> Adjudication {
        Adjudication {
            margin: self.margin,
            resign: self.resign,
            draw: self.draw,
            longest: self.max_moves as usize * 2,
        }
    }
}

fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "json" || extension == "jsonl")
}

fn seconds(text: &str) -> Result<Duration, String> {
    read_seconds(text).ok_or_else(|| format!("expected seconds, found `{text}`"))
}

/// Numbers separated by commas.
fn numbers<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let open = |share: f64| share > 0.0 && share < 0.5;
    match numbers::<f64>(text).filter(|numbers| numbers.iter().all(|number| number.is_finite())).as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        Some(&[elo0, elo1, alpha, beta]) if elo0 < elo1 && open(alpha) && open(beta) => {
            Ok(Sprt { elo0, elo1, alpha, beta })
        }
        _ => Err(format!(
            "expected two Elo differences, the smaller first, and optionally two error rates, like \
                `0,10` or `0,10,0.05,0.05`; found `{text}`"
        )),
    }
}

fn resign(text: &str) -> Result<Resign, String> {
    match numbers::<u16>(text).as_deref() {
        Some(&[moves, score]) if moves >= 1 && score > 0 => {
            Ok(Resign { moves: moves.into(), score: score.into() })
        }
        _ => Err(format!("expected moves and centipawns like `4,900`, found `{text}`")),
    }
}

fn draw(text: &str) -> Result<Draw, String> {
    match numbers::<u16>(text).as_deref() {
        Some(&[number, moves, score]) if moves >= 1 => {
            Ok(Draw { number: number.into(), moves: moves.into(), score: score.into() })
        }
        _ => Err(format!("expected a move number, moves and centipawns like `40,8,10`, found `{text}`")),
    }
}
