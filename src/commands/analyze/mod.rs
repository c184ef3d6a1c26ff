//! `fibnif analyze`: analyzes a position, every move of a game, or a suite of test positions.

mod game;
mod review;
mod suite;

pub use review::{Judged, Review};

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::Error;
use super::moves::State;
use super::{Command, Context, ExitStatus, OutputArgs, Render};
use crate::engine::search::{Clock, Limits, Report, Searcher};
use crate::rules::geometry::Color;
use crate::rules::pgn::{self, san};
use crate::rules::position::{Move, Outcome, Position};
use crate::session::control::read_seconds;
use crate::session::{Given, OfSearch, Settings};

/// What is analyzed, how long, and how it is reported.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// The variant, such as `cwda:clobberers/nutters`; by default the one in the tags of each game
    #[arg(required_unless_present = "pgn")]
    variant: Option<String>,
    /// The position; by default the start
    #[arg(long, conflicts_with_all = ["pgn", "epd"])]
    fen: Option<String>,
    /// Analyze the games of this file, or of standard input if it is `-`
    #[arg(long, value_name = "FILE", conflicts_with = "epd")]
    pgn: Option<PathBuf>,
    /// Try the positions of this file, or of standard input if it is `-`: find the best move (`bm`), avoid
    /// the bad one (`am`), or find the mate in so many moves (`dm`)
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Search depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Nodes per position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds per position; 1 by default
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// The number of lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    #[command(flatten)]
    output: OutputArgs,
    /// Write the games to this file with the bad moves marked and better lines added; existing comments
    /// are kept
    #[arg(long, value_name = "FILE", requires = "pgn")]
    annotated: Option<PathBuf>,
    #[command(flatten)]
    settings: Given<OfSearch>,
}

impl Command for AnalyzeArgs {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif analyze chess --depth 8",
        "fibnif analyze cwda:clobberers/nutters --depth 8 --lines 3",
        "fibnif analyze --pgn games.pgn --nodes 2000 --annotated marked.pgn",
        "fibnif analyze chess --epd suite.epd --nodes 2000",
        "fibnif analyze narrow --nodes 5000 --json",
    ];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        if let Some(file) = &self.pgn {
            return game::annotate(catalog, file, self, out).map(ExitStatus::after);
        }
        let game = super::game(catalog, self.variant.as_deref().unwrap_or("chess"))?;
        if let Some(file) = &self.epd {
            return suite::solve(&game, file, self, out).map(ExitStatus::after);
        }
        position(&super::position(game, self.fen.as_deref())?, self, out)?;
        Ok(ExitStatus::Success)
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = read_seconds(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| format!("expected seconds, found `{text}`"))
}

/// The default time per position.
const USUAL: Duration = Duration::from_secs(1);

/// An engine that analyzes one position after the other.
pub(super) struct Analyzer<'a> {
    request: &'a AnalyzeArgs,
    searcher: Option<Searcher>,
}

impl<'a> Analyzer<'a> {
    pub(super) fn new(request: &'a AnalyzeArgs) -> Analyzer<'a> {
        Analyzer { request, searcher: None }
    }

    /// The lines found in a position in which the game is not over, the best first.
    pub(super) fn look(&mut self, position: &Position) -> Vec<Report> {
        let AnalyzeArgs { depth, nodes, time, lines, .. } = *self.request;
        let limited = depth.is_some() || nodes.is_some();
        let clock = time.or((!limited).then_some(USUAL)).map_or(Clock::Unlimited, Clock::PerMove);
        let limits = Limits { clock, depth, nodes, lines: usize::from(lines), ..Limits::default() };
        let searcher = match self.searcher.take() {
            Some(searcher) if searcher.game().def == position.game().def => searcher,
            _ => {
                let mut settings = Settings::default();
                self.request.settings.store(&mut settings);
                let mut searcher = Searcher::new(position.game(), settings.memory);
                searcher.set_threads(settings.threads);
                searcher
            }
        };
        let searcher = self.searcher.insert(searcher);
        let mut found: Vec<Report> = Vec::new();
        let mut last: Vec<Report> = Vec::new();
        let best = searcher.run(&mut position.clone(), &limits, &AtomicBool::new(false), &mut |report| {
            // An interrupted search reports only its best line at the end.
            last.retain(|line| line.rank != report.rank);
            last.push(report.clone());
            if report.rank == 1 {
                last.sort_by_key(|line| line.rank);
                found.clone_from(&last);
            }
        });
        // An interrupted iteration may have found something better.
        if let Some(m) = best.best_move
            && found.first().is_some_and(|line| line.pv.first() != Some(&m))
            && let Some(at) = found.iter().position(|line| line.pv.first() == Some(&m))
        {
            let line = found.remove(at);
            found.insert(0, line);
        }
        found
    }
}

/// Prints the best lines of a position.
fn position(position: &Position, request: &AnalyzeArgs, out: &mut dyn Write) -> Result<(), Error> {
    let json = request.output.json;
    if let Some(outcome) = position.outcome() {
        return Ok(Ended { state: State::new(position, &[]), outcome }.render(json, out)?);
    }
    let found = Analyzer::new(request).look(position);
    Ok(Analysis::new(position, &found).render(json, out)?)
}

/// A game that is over.
#[derive(Serialize)]
struct Ended {
    #[serde(flatten)]
    state: State,
    #[serde(skip)]
    outcome: Outcome,
}

impl Render for Ended {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "The game is over: {}.", self.outcome)
    }
}

/// A position and its best lines.
#[derive(Serialize)]
pub struct Analysis<'a> {
    variant: &'a str,
    fen: String,
    side: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
    lines: Vec<Line>,
    /// The search time.
    #[serde(skip)]
    time: Duration,
    /// Each line in words, with White's score.
    #[serde(skip)]
    words: Vec<(String, String)>,
}

/// A line, with White's score.
#[derive(Serialize)]
struct Line {
    rank: usize,
    depth: u32,
    moves: Vec<String>,
    san: Vec<String>,
    #[serde(flatten)]
    score: ScoreFields,
}

/// A score.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreFields {
    /// Moves to mate.
    Mate(i32),
    /// Centipawns.
    Cp(i32),
}

impl<'a> Analysis<'a> {
    /// The position with these lines, the best one first.
    pub fn new(position: &'a Position, found: &[Report]) -> Analysis<'a> {
        let best = found.first();
        let words = |line: &Report| {
            (line.score.text_for_white(position.side()), pgn::numbered(position, &line.pv).join(" "))
        };
        Analysis {
            variant: &position.game().def.id,
            fen: position.fen(),
            side: position.side().name(),
            depth: best.map(|best| best.depth),
            nodes: best.map(|best| best.nodes),
            lines: found.iter().map(|line| Line::new(position, line)).collect(),
            time: best.map_or(Duration::ZERO, |best| best.time),
            words: found.iter().map(words).collect(),
        }
    }

    /// The best move.
    fn best(&self) -> Option<&str> {
        self.lines.first()?.san.first().map(String::as_str)
    }
}

impl Line {
    fn new(position: &Position, found: &Report) -> Line {
        let (mut moves, mut san) = (Vec::new(), Vec::new());
        played(position, &found.pv, |place, m| {
            moves.push(place.move_text(m));
            san.push(san::write(place, m));
        });
        let sign = if position.side() == Color::White { 1 } else { -1 };
        let mate = found.score.mate_in().map(|moves| ScoreFields::Mate(sign * moves));
        let score = mate.unwrap_or(ScoreFields::Cp(sign * found.score.0));
        Line { rank: found.rank, depth: found.depth, moves, san, score }
    }
}

impl Render for Analysis<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}, {} to move: {}\n", self.variant, self.side, self.fen)?;
        for (line, (score, words)) in self.lines.iter().zip(&self.words) {
            writeln!(out, "{:>2}. {score:>7}  depth {:>2}  {words}", line.rank, line.depth)?;
        }
        if let Some(nodes) = self.nodes {
            let seconds = self.time.as_secs_f64();
            writeln!(out, "\nScores are White's; {nodes} nodes in {seconds:.1} s.")?;
        }
        Ok(())
    }
}

/// Calls `each` with each move of a line and the position before it, as far as the moves are legal.
fn played(position: &Position, moves: &[Move], mut each: impl FnMut(&Position, Move)) {
    let mut place = position.clone();
    for &m in moves {
        if !place.is_legal(m) {
            break;
        }
        each(&place, m);
        place.make(m);
    }
}
