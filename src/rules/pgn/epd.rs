//! Lines of files of positions: a FEN, or an EPD with its operations.

use std::sync::Arc;

use super::Fault;
use crate::rules::game::Game;
use crate::rules::position::{Position, Setup};

/// The fields that every EPD has.
const FIELDS: usize = 4;

/// A line of a file of positions.
#[derive(Clone, Debug)]
pub struct EpdLine {
    /// Its line, counted from 1.
    pub number: usize,
    /// The FEN.
    pub fen: String,
    /// The position.
    pub position: Position,
    /// What of the FEN is left out, in words.
    pub notes: Vec<String>,
    /// The operations: name and operand.
    pub operations: Vec<(String, String)>,
}

/// The positions of a text, one per line. Lines that start with `#` or `;` are comments.
pub fn read(game: &Arc<Game>, text: &str) -> Vec<Result<EpdLine, Fault>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';']));
    lines.map(|(number, line)| read_line(game, number, line)).collect()
}

/// Reads a line. The position ends where the first operation begins: behind the fourth field, or behind
/// the numbers and other fields that a FEN has.
fn read_line(game: &Arc<Game>, number: usize, line: &str) -> Result<EpdLine, Fault> {
    let statements = statements(line);
    let first = statements.first().copied().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let begins =
        |at: &usize| words.get(*at).is_none_or(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let mut fault = String::new();
    for at in (FIELDS.min(words.len())..=words.len()).rev().filter(begins) {
        let (fields, rest) = words.split_at(at);
        let rest = rest.join(" ");
        let operations = [rest.as_str()].into_iter().chain(statements.iter().skip(1).copied());
        let operations: Vec<(String, String)> = operations.filter_map(operation).collect();
        let numbers = ["hmvc", "fmvn"].map(|name| operand(&operations, name));
        let mut fen = fields.join(" ");
        if at == FIELDS && numbers.iter().any(Option::is_some) {
            let [clock, number] = [numbers[0].unwrap_or("0"), numbers[1].unwrap_or("1")];
            fen = [fen.as_str(), clock, number].join(" ");
        }
        match Setup::read(game.clone(), &fen).and_then(Setup::position_and_notes) {
            Ok((position, notes)) => return Ok(EpdLine { number, fen, position, notes, operations }),
            Err(error) => fault = error.to_string(),
        }
    }
    Err(Fault { line: number, reason: fault })
}

/// The parts of a line between semicolons, quotes regarded.
fn statements(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let is_end = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    line.split(is_end).map(str::trim).collect()
}

fn operation(text: &str) -> Option<(String, String)> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (!name.is_empty()).then(|| (name.to_string(), rest.trim().to_string()))
}

fn operand<'a>(operations: &'a [(String, String)], name: &str) -> Option<&'a str> {
    operations.iter().find(|(known, _)| known == name).map(|(_, operand)| operand.as_str())
}
