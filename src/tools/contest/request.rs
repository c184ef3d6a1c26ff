//! What is asked of `match`, as the command line says it.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::arena::control::{TimeLimit, read_seconds};
use crate::arena::game::{Adjudication, Draw, Resign};
use crate::arena::stats::Sprt;
use crate::search::TimeControl;
use crate::tools::Answer;
use crate::variant::VariantList;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tournament {
    /// The first player all others
    Gauntlet,
    /// Everybody everybody
    RoundRobin,
}

/// In which order the openings of a file are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// As they are in the file
    Sequential,
    /// Shuffled by the seed
    Random,
}

/// What is asked for.
#[derive(Clone, Debug, Args)]
pub struct MatchRequest {
    /// The variant, e.g. `cwda:clobberers/nutters`; several have commas between
    #[arg(value_name = "VARIANT[,VARIANT]", value_parser = VariantList::from_str)]
    pub variants: VariantList,
    /// The players: `self`, or a command of an engine in quotes, with what else is to be said of it
    /// behind semicolons: `'old/fibnif; name=old; nodes=3000; option.Move Overhead=50'`,
    /// `'uci:fairy-stockfish; memory=64'`
    #[arg(required = true, num_args = 1.., value_name = "PLAYER")]
    pub players: Vec<String>,
    /// What all players have: `memory=64; threads=1; option.Move Overhead=10`; what is said of one player
    /// goes before it
    #[arg(long, value_name = "SETTINGS")]
    pub each: Option<String>,
    /// Plays every one of these armies of the variant (`cwda`) against every other and draws the table;
    /// one player is enough
    #[arg(long, value_name = "ARMY,ARMY,...", value_delimiter = ',')]
    pub armies: Vec<String>,
    /// Who plays whom, if there are more than two
    #[arg(long, value_enum, default_value_t = Tournament::Gauntlet)]
    pub tournament: Tournament,
    /// Games of each pairing
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// Clock: minutes and the seconds that each move adds, `5+3`; `0:10+0.1` begins with ten seconds; `40/5`
    /// is five minutes for each 40 moves
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "clock")]
    pub time: Option<Duration>,
    /// Positions to visit for each move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Random moves before the players are asked
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub plies: u32,
    /// Centipawns that either side may be ahead after them
    #[arg(long, default_value_t = 90, value_name = "CENTIPAWNS")]
    pub balance: i32,
    /// Seed for the openings: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Takes openings from this file instead: FEN or EPD, one a line, or PGN
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// The order of the openings of that file
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    pub order: Order,
    /// Games at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub concurrency: u16,
    /// Ends the match as soon as it is clear which of two Elo differences is the likelier: `0,10`
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Writes the games to this file: PGN, or with a name that ends in `.json` or `.jsonl` a line of JSON for
    /// each; may be given twice. No such file may exist unless `--resume` goes on with it
    #[arg(long, value_name = "FILE")]
    pub save: Vec<PathBuf>,
    /// Goes on with the match whose games are in the PGN file of `--save`
    #[arg(long)]
    pub resume: bool,
    /// In which form to answer: JSON has a line for each game, and for each pairing at the end.
    #[command(flatten)]
    pub answer: Answer,
    /// Writes a report to this file: a page of HTML, or with `--armies` and a name in `.svg` the table
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Games between two lines of the standing
    #[arg(long, value_name = "GAMES")]
    pub interval: Option<u32>,
    /// Ends games whose loser has called itself so far behind for so many moves: `4,900`
    #[arg(long, value_name = "MOVES,CENTIPAWNS", value_parser = resign)]
    pub resign: Option<Resign>,
    /// Ends games as drawn that both have called so even for so many moves, from a move on: `40,8,10`
    #[arg(long, value_name = "FROM,MOVES,CENTIPAWNS", value_parser = draw)]
    pub draw: Option<Draw>,
    /// Ends games as drawn after so many moves of each side
    #[arg(long, default_value_t = 500, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_moves: u32,
    /// How much later than its time a move may come, in seconds; `margin=` of a player is for it alone
    #[arg(long, default_value = "0.02", value_name = "SECONDS", value_parser = seconds)]
    pub margin: Duration,
    /// Charges processor time instead of elapsed time: for loaded machines
    #[arg(long)]
    pub cpu_clock: bool,
    /// Lets the players think on the opponent's time
    #[arg(long)]
    pub ponder: bool,
    /// How often the program of a player may crash, hang or fail to start before it is withdrawn
    #[arg(long, default_value_t = 20, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..))]
    pub failures: u32,
    /// How long an engine may be silent where no clock runs, in seconds
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = seconds)]
    pub patience: Duration,
}

impl MatchRequest {
    /// The limits of every player that has none of its own.
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

    /// The file for a line of JSON for each game.
    pub fn json_file(&self) -> Option<&Path> {
        self.save.iter().find(|file| is_json(file)).map(PathBuf::as_path)
    }

    /// What the referee goes by besides the rules.
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

/// Numbers with commas between.
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
            "expected two Elo differences, the smaller first, and perhaps two error rates: \
                `0,10,0.05,0.05`; found `{text}`"
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
