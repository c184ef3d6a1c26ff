//! Suites of test positions in EPD: which best move is found (`bm`), which bad one is avoided (`am`).

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::{AnalysisRequest, AnswerForm, Looker, text_of, to_json};
use crate::game::Game;
use crate::pgn::san;
use crate::position::{Move, Position};
use crate::tools::error::ToolError;

/// Operations behind a position, in the order in which EPD may have them.
const OPERATIONS: [&str; 12] = ["bm", "am", "id", "acd", "acn", "acs", "ce", "dm", "pv", "c0", "c1", "hmvc"];

/// A test.
struct Test {
    position: Position,
    /// Moves of which one is to be found.
    good: Vec<Move>,
    /// Moves that are not to be played.
    bad: Vec<Move>,
    id: String,
}

/// Tries every position of a file; returns how many were solved, and of how many.
///
/// # Errors
/// If the file cannot be read, a line in it is wrong, or output fails.
pub fn solve(
    game: &Arc<Game>,
    file: &Path,
    wishes: &AnalysisRequest,
    out: &mut dyn Write,
) -> Result<(usize, usize), ToolError> {
    let mut tests = Vec::new();
    for (index, line) in text_of(file)?.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let fault =
                |reason: String| ToolError::Game(format!("{}:{}: {reason}", file.display(), index + 1));
            tests.push(read(game, line, index + 1).map_err(fault)?);
        }
    }
    let mut looker = Looker::new(wishes);
    let mut solved = 0;
    for test in &tests {
        let found = looker.look(&test.position);
        let played = found.lines.first().and_then(|line| line.pv.first().copied());
        let is_good = played
            .is_some_and(|m| (test.good.is_empty() || test.good.contains(&m)) && !test.bad.contains(&m));
        solved += usize::from(is_good);
        let text = played.map_or_else(|| "no move".to_string(), |m| san::write(&test.position, m));
        if wishes.form == AnswerForm::Json {
            let mut value = to_json(&test.position, &found.lines);
            value["id"] = json!(test.id);
            value["solved"] = json!(is_good);
            writeln!(out, "{value}")?;
        } else {
            let mark = if is_good { "solved" } else { "missed" };
            let best: Vec<String> = test.good.iter().map(|&m| san::write(&test.position, m)).collect();
            let wanted = if is_good || best.is_empty() {
                String::new()
            } else {
                format!("  expected {}", best.join(" or "))
            };
            writeln!(out, "{mark}  {:24} {text}{wanted}", test.id)?;
        }
    }
    match wishes.form {
        AnswerForm::Text => writeln!(out, "solved {solved} of {}", tests.len())?,
        AnswerForm::Json => writeln!(out, "{}", json!({ "solved": solved, "of": tests.len() }))?,
    }
    Ok((solved, tests.len()))
}

/// Reads a line: the fields of a FEN, with or without its numbers, and operations with semicolons behind.
fn read(game: &Arc<Game>, line: &str, number: usize) -> Result<Test, String> {
    let mut at = 0;
    let start = line.split(' ').find_map(|word| {
        let here = at;
        at += word.len() + 1;
        OPERATIONS.contains(&word).then_some(here)
    });
    let Some((fen, operations)) = start.and_then(|start| Some((line.get(..start)?, line.get(start..)?)))
    else {
        return Err("expected a position and operations behind it, like `bm Nf3; id \"one\";`".to_string());
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
        return Err("expected a best move (`bm`) or one to avoid (`am`)".to_string());
    }
    Ok(test)
}
