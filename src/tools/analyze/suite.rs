//! Suites of test positions in EPD: find the best move (`bm`), or avoid the bad one (`am`).

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::{Analysis, AnalysisRequest, Looker, text_of};
use crate::game::Game;
use crate::pgn::san;
use crate::position::{Move, Position};
use crate::search::Report;
use crate::tools::Told;
use crate::tools::error::ToolError;

/// The EPD operations that can follow a position.
const OPERATIONS: [&str; 12] = ["bm", "am", "id", "acd", "acn", "acs", "ce", "dm", "pv", "c0", "c1", "hmvc"];

/// A test.
struct Test {
    position: Position,
    /// The moves that solve it.
    good: Vec<Move>,
    /// The moves to avoid.
    bad: Vec<Move>,
    id: String,
}

/// Tries every position of a file.
pub(super) fn solve(
    game: &Arc<Game>,
    file: &Path,
    request: &AnalysisRequest,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let mut tests = Vec::new();
    for (index, line) in text_of(file)?.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let fault =
                |reason: String| ToolError::Game(format!("{}:{}: {reason}", file.display(), index + 1));
            tests.push(read(game, line, index + 1).map_err(fault)?);
        }
    }
    let form = request.answer.form();
    let mut looker = Looker::new(request);
    let mut sum = Sum { solved: 0, of: tests.len() };
    for test in &tests {
        let tried = test.attempt(&looker.look(&test.position).lines);
        sum.solved += usize::from(tried.solved);
        tried.tell(form, out)?;
    }
    Ok(sum.tell(form, out)?)
}

/// The result of a test.
#[derive(Serialize)]
struct Tried<'a> {
    #[serde(flatten)]
    analysis: Analysis<'a>,
    id: &'a str,
    solved: bool,
    /// The moves that solve it, if the test names any.
    #[serde(skip)]
    wanted: Vec<String>,
}

impl Test {
    fn attempt(&self, found: &[Report]) -> Tried<'_> {
        let played = found.first().and_then(|line| line.pv.first());
        Tried {
            analysis: Analysis::new(&self.position, found),
            id: &self.id,
            solved: played
                .is_some_and(|m| (self.good.is_empty() || self.good.contains(m)) && !self.bad.contains(m)),
            wanted: self.good.iter().map(|&m| san::write(&self.position, m)).collect(),
        }
    }
}

impl Told for Tried<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let played = self.analysis.best().unwrap_or("no move");
        let mark = if self.solved { "solved" } else { "missed" };
        write!(out, "{mark}  {:24} {played}", self.id)?;
        if !self.solved && !self.wanted.is_empty() {
            write!(out, "  expected {}", self.wanted.join(" or "))?;
        }
        writeln!(out)
    }
}

/// The number of solved tests.
#[derive(Serialize)]
struct Sum {
    solved: usize,
    of: usize,
}

impl Told for Sum {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "solved {} of {}", self.solved, self.of)
    }
}

/// Reads a line: the fields of a FEN, with or without its numbers, then operations, each ending in a
/// semicolon.
fn read(game: &Arc<Game>, line: &str, number: usize) -> Result<Test, String> {
    let mut at = 0;
    let start = line.split(' ').find_map(|word| {
        let here = at;
        at += word.len() + 1;
        OPERATIONS.contains(&word).then_some(here)
    });
    let Some((fen, operations)) = start.and_then(|start| Some((line.get(..start)?, line.get(start..)?)))
    else {
        return Err("expected a position followed by operations, like `bm Nf3; id \"one\";`".to_string());
    };
    let fen = fen.trim();
    let position = Position::from_fen(game.clone(), fen)
        .or_else(|error| Position::from_fen(game.clone(), &format!("{fen} 0 1")).map_err(|_| error))
        .map_err(|error| error.to_string())?;
    let mut test = Test { position, good: Vec::new(), bad: Vec::new(), id: format!("line {number}") };
    for operation in operations.split(';').map(str::trim) {
        let (name, rest) = operation.split_once(' ').unwrap_or((operation, ""));
        let moves = || {
            let read = |text: &str| san::read(&test.position, text).map_err(|error| error.to_string());
            rest.split_whitespace().map(read).collect::<Result<Vec<Move>, String>>()
        };
        match name {
            "bm" => test.good = moves()?,
            "am" => test.bad = moves()?,
            "id" => test.id = rest.trim_matches('"').chars().filter(|c| !c.is_control()).collect(),
            _ => {}
        }
    }
    if test.good.is_empty() && test.bad.is_empty() {
        return Err("expected a best move (`bm`) or a move to avoid (`am`)".to_string());
    }
    Ok(test)
}
