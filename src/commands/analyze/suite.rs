//! Suites of test positions in EPD: find the best move (`bm`), or avoid the bad one (`am`).

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::{Analysis, AnalysisRequest, Looker, text_of};
use crate::commands::Error;
use crate::commands::Told;
use crate::commands::load::Entries;
use crate::engine::search::Report;
use crate::rules::game::Game;
use crate::rules::pgn::epd::{self, EpdLine};
use crate::rules::pgn::{Fault, san};
use crate::rules::position::{Move, Position};

struct Test {
    position: Position,
    /// The moves that solve it.
    good: Vec<Move>,
    /// The moves to avoid.
    bad: Vec<Move>,
    id: String,
}

/// Tries every position of a file. Returns how many are left out.
pub(super) fn solve(
    game: &Arc<Game>,
    file: &Path,
    request: &AnalysisRequest,
    out: &mut dyn Write,
) -> Result<usize, Error> {
    let mut entries = Entries::new(file, "positions");
    let mut tests = Vec::new();
    for line in epd::read(game, &text_of(file)?) {
        if let Ok(line) = &line {
            entries.note(line.number, &line.notes, out)?;
        }
        tests.extend(entries.keep(line.and_then(test), out)?);
    }
    let json = request.answer.json;
    let mut looker = Looker::new(request);
    let mut sum = Sum { solved: 0, of: tests.len() };
    for test in &tests {
        let tried = test.attempt(&looker.look(&test.position));
        sum.solved += usize::from(tried.solved);
        tried.tell(json, out)?;
    }
    sum.tell(json, out)?;
    Ok(entries.close(out)?)
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

fn test(line: EpdLine) -> Result<Test, Fault> {
    let fault = |reason: String| Fault { line: line.number, reason };
    let mut test = Test {
        position: line.position,
        good: Vec::new(),
        bad: Vec::new(),
        id: format!("line {}", line.number),
    };
    for (name, operand) in &line.operations {
        let moves = || {
            let read = |text: &str| san::read(&test.position, text).map_err(|error| fault(error.to_string()));
            let texts = operand.split([' ', '\t', ',']).filter(|text| !text.is_empty());
            texts.map(read).collect::<Result<Vec<Move>, Fault>>()
        };
        match name.as_str() {
            "bm" => test.good = moves()?,
            "am" => test.bad = moves()?,
            "id" => test.id = operand.trim_matches('"').chars().filter(|c| !c.is_control()).collect(),
            _ => {}
        }
    }
    if test.good.is_empty() && test.bad.is_empty() {
        let expected =
            "expected a best move or a move to avoid behind the position, like `bm Nf3;` or `am Nf3;`";
        return Err(fault(expected.to_string()));
    }
    Ok(test)
}
