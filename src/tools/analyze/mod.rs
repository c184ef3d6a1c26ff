//! `fibnif analyze`: what the engine thinks of a position, of every move of a game, and of a suite of test
//! positions.

mod chart;
mod game;
mod suite;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use super::AnswerForm;
use super::error::ToolError;
use crate::geometry::Color;
use crate::pgn::san;
use crate::play::host::Resources;
use crate::position::{Move, Position};
use crate::search::{Clock, Limits, Report, Score, Searcher};
use crate::text;
use crate::variant::Catalog;

pub use game::annotate;
pub use suite::solve;

/// How long to think, and how to answer.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time for each position.
    pub time: Option<Duration>,
    /// How many lines.
    pub lines: usize,
    /// How the answer is written.
    pub form: AnswerForm,
    /// What the searches may use.
    pub resources: Resources,
    /// Where the chart of a game is drawn.
    pub chart: Option<PathBuf>,
}

/// The time for a position if nothing is said.
const USUAL: Duration = Duration::from_secs(1);

/// What the engine has found of a position, the best line first.
pub(super) struct Found {
    pub lines: Vec<Report>,
}

/// An engine that looks at one position after the other.
pub(super) struct Looker<'a> {
    wishes: &'a AnalysisRequest,
    searcher: Option<Searcher>,
}

impl<'a> Looker<'a> {
    pub(super) fn new(wishes: &'a AnalysisRequest) -> Looker<'a> {
        Looker { wishes, searcher: None }
    }

    /// What is to be said of a position whose game is not over.
    pub(super) fn look(&mut self, position: &Position) -> Found {
        let AnalysisRequest { depth, nodes, time, lines, resources, .. } = *self.wishes;
        let limited = depth.is_some() || nodes.is_some();
        let clock = time.or((!limited).then_some(USUAL)).map_or(Clock::Unlimited, Clock::PerMove);
        let limits = Limits { clock, depth, nodes, lines, ..Limits::default() };
        let searcher = match self.searcher.take() {
            Some(searcher) if searcher.game().def == position.game().def => searcher,
            _ => {
                let mut searcher = Searcher::new(position.game(), resources.memory);
                searcher.set_threads(resources.threads);
                searcher
            }
        };
        let searcher = self.searcher.insert(searcher);
        let mut found: Vec<Report> = Vec::new();
        let mut last: Vec<Report> = Vec::new();
        let best = searcher.run(&mut position.clone(), &limits, &AtomicBool::new(false), &mut |report| {
            // A search that was broken off ends with its best line alone.
            last.retain(|line| line.rank != report.rank);
            last.push(report.clone());
            if report.rank == 1 {
                last.sort_by_key(|line| line.rank);
                found.clone_from(&last);
            }
        });
        // An iteration that was broken off may have found something better.
        if let Some(m) = best.best_move
            && found.first().is_some_and(|line| line.pv.first() != Some(&m))
            && let Some(at) = found.iter().position(|line| line.pv.first() == Some(&m))
        {
            let line = found.remove(at);
            found.insert(0, line);
        }
        Found { lines: found }
    }
}

/// Tells the best lines of a position.
///
/// # Errors
/// If output fails.
pub fn position(position: &Position, wishes: &AnalysisRequest, out: &mut dyn Write) -> Result<(), ToolError> {
    if let Some(outcome) = position.outcome() {
        return match wishes.form {
            AnswerForm::Json => {
                let winner = outcome.winner.map(Color::name);
                let value =
                    json!({ "fen": position.fen(), "over": outcome.reason.to_string(), "winner": winner });
                Ok(writeln!(out, "{value}")?)
            }
            AnswerForm::Text => {
                let result = outcome.winner.map_or("a draw".to_string(), |side| format!("{side} has won"));
                Ok(writeln!(out, "The game is over: {}, {result}.", outcome.reason)?)
            }
        };
    }
    let found = Looker::new(wishes).look(position);
    if wishes.form == AnswerForm::Json {
        return Ok(writeln!(out, "{}", to_json(position, &found.lines))?);
    }
    writeln!(out, "{}, {} to move: {}\n", position.game().def.id, position.side(), position.fen())?;
    for line in &found.lines {
        let score = shown(position, line.score);
        writeln!(
            out,
            "{:>2}. {score:>7}  depth {:>2}  {}",
            line.rank,
            line.depth,
            words(position, &line.pv).join(" ")
        )?;
    }
    if let Some(line) = found.lines.first() {
        let seconds = line.time.as_secs_f64();
        writeln!(out, "\nScores are White's; {} positions in {seconds:.1} s.", line.nodes)?;
    }
    Ok(())
}

/// A score as White sees it.
pub(super) fn for_white(position: &Position, score: Score) -> Score {
    if position.side() == Color::White { score } else { -score }
}

/// A score as White sees it, in words: a mate is counted from the side that moves.
pub(super) fn shown(position: &Position, score: Score) -> String {
    match score.mate_in() {
        Some(moves) if position.side() == Color::Black => {
            (-score).to_string().split('#').next().unwrap_or_default().to_string() + &format!("#{}", -moves)
        }
        _ => for_white(position, score).to_string(),
    }
}

/// A line of moves in short notation, with numbers.
pub(super) fn words(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut place = position.clone();
    let mut words = Vec::new();
    let mut before = None;
    for &m in moves {
        if !place.is_legal(m) {
            break;
        }
        let (number, side) = (place.move_number(), place.side());
        if before.is_none() || side == Color::White && before != Some((number, side)) {
            words.push(format!("{number}{}", if side == Color::White { "." } else { "..." }));
        }
        words.push(san::write(&place, m));
        before = Some((number, side));
        place.make(m);
    }
    words
}

/// A position and its lines for scripts; scores are those of the side to move.
pub fn to_json(position: &Position, lines: &[Report]) -> Value {
    let line = |line: &Report| {
        let mut place = position.clone();
        let (mut squares, mut short) = (Vec::new(), Vec::new());
        for &m in &line.pv {
            if !place.is_legal(m) {
                break;
            }
            squares.push(place.move_text(m));
            short.push(san::write(&place, m));
            place.make(m);
        }
        let mut value = json!({ "rank": line.rank, "depth": line.depth, "moves": squares, "san": short });
        match line.score.mate_in() {
            Some(moves) => value["mate"] = json!(moves),
            None => value["cp"] = json!(line.score.0),
        }
        value
    };
    let best = lines.first();
    json!({
        "variant": position.game().def.id,
        "fen": position.fen(),
        "side": position.side().name(),
        "depth": best.map(|best| best.depth),
        "nodes": best.map(|best| best.nodes),
        "lines": lines.iter().map(line).collect::<Vec<_>>(),
    })
}

/// The text of a file.
pub(super) fn text_of(file: &Path) -> Result<String, ToolError> {
    text::read(file).map_err(|source| ToolError::File { path: file.to_owned(), source })
}

/// The game of a variant's text form, or of a game's tags where there is none.
pub(super) fn named(
    catalog: &Catalog,
    variant: Option<&str>,
    written: &crate::pgn::Written,
) -> Result<Position, ToolError> {
    let name = variant.map_or_else(|| super::referee::variant_of(written), str::to_string);
    super::position(super::game(catalog, &name)?, written.tag("FEN"))
}
