//! Suites of test positions in EPD: find the best move (`bm`), avoid the bad one (`am`), or find a mate in so
//! many moves (`dm`).

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::{Analysis, AnalyzeArgs, Analyzer};
use crate::commands::Error;
use crate::commands::Render;
use crate::commands::load::{Entries, text_of};
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
    /// The number of moves in which it is mate.
    mate: Option<i32>,
    id: String,
}

/// Tries every position of a file. Returns how many are left out.
pub(super) fn solve(
    game: &Arc<Game>,
    file: &Path,
    request: &AnalyzeArgs,
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
    let json = request.output.json;
    let mut analyzer = Analyzer::new(request);
    let mut sum = Sum { solved: 0, of: tests.len() };
    for test in &tests {
        let tried = test.attempt(&analyzer.look(&test.position));
        sum.solved += usize::from(tried.solved);
        tried.render(json, out)?;
    }
    sum.render(json, out)?;
    Ok(entries.close(out)?)
}

/// The result of a test.
#[derive(Serialize)]
struct Tried<'a> {
    #[serde(flatten)]
    analysis: Analysis<'a>,
    id: &'a str,
    solved: bool,
    /// What solves it: moves or a mate, if the test names any.
    #[serde(skip)]
    wanted: Vec<String>,
}

impl Test {
    fn attempt(&self, found: &[Report]) -> Tried<'_> {
        let best = found.first();
        let played = best.and_then(|line| line.pv.first());
        let names_moves = !self.good.is_empty() || !self.bad.is_empty();
        let mates = |most: i32| {
            let mate = best.and_then(|line| line.score.mate_in());
            mate.is_some_and(|moves| (1..=most).contains(&moves))
        };
        let in_time = names_moves || self.mate.is_none_or(mates);
        let of_moves = self.good.iter().map(|&m| san::write(&self.position, m));
        let mate = self.mate.filter(|_| !names_moves).map(|moves| format!("mate in {moves}"));
        Tried {
            analysis: Analysis::new(&self.position, found),
            id: &self.id,
            solved: played
                .is_some_and(|m| (self.good.is_empty() || self.good.contains(m)) && !self.bad.contains(m))
                && in_time,
            wanted: of_moves.chain(mate).collect(),
        }
    }
}

impl Render for Tried<'_> {
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

impl Render for Sum {
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
        mate: None,
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
            "dm" => {
                let number = operand.parse().ok().filter(|&moves| moves > 0);
                let expected = || fault(format!("`dm {operand}`: expected the number of moves to mate"));
                test.mate = Some(number.ok_or_else(expected)?);
            }
            "id" => test.id = operand.trim_matches('"').chars().filter(|c| !c.is_control()).collect(),
            _ => {}
        }
    }
    if test.good.is_empty() && test.bad.is_empty() && test.mate.is_none() {
        let expected = "expected a best move, a move to avoid or the moves to mate behind the position, like \
                        `bm Nf3;`, `am Nf3;` or `dm 3;`";
        return Err(fault(expected.to_string()));
    }
    Ok(test)
}
