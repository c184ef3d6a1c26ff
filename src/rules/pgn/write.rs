//! Games as PGN writes them: tags, moves, comments, result.

use std::fmt::Write as _;

use super::read::Mark;
use super::san;
use super::signs::SQUARES;
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};

/// The maximum number of characters in a line of moves.
const WIDTH: usize = 80;

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Tags in their order: name and value.
    pub tags: Vec<(String, String)>,
    /// The starting position.
    pub start: Position,
    /// Comments before the first move.
    pub preface: Vec<Mark>,
    /// Its moves, each with its marks.
    pub moves: Vec<(Move, Vec<Mark>)>,
    /// The first of them in short notation, as far as the caller knows it.
    pub written: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

impl Played {
    /// Adds the moves as squares to the tags.
    #[must_use]
    pub fn with_squares(mut self) -> Played {
        let mut position = self.start.clone();
        let mut squares = Vec::new();
        for &(m, _) in &self.moves {
            squares.push(position.move_text(m));
            position.make(m);
        }
        self.tags.retain(|(name, _)| name != SQUARES);
        self.tags.push((SQUARES.to_string(), squares.join(" ")));
        self
    }

    /// The text of the game, followed by an empty line.
    pub fn to_pgn(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut column = 0;
        for word in self.words() {
            if column > 0 && column + 1 + word.len() > WIDTH {
                text.push('\n');
                column = 0;
            }
            if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += word.len();
        }
        text.push_str("\n\n");
        text
    }

    /// Move numbers, moves, comments and the result. A move number precedes White's first move of a
    /// turn, and any move after an interruption.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.start.clone();
        let mut last: Option<(u32, Color)> = None;
        let mut interrupted = write_marks(&self.preface, &mut words);
        for (index, (m, marks)) in self.moves.iter().enumerate() {
            let turn = (position.move_number(), position.side());
            if last.is_none() || interrupted || last != Some(turn) && turn.1 == Color::White {
                words.push(number(&position));
            }
            let written = self.written.get(index).cloned();
            let word = written.unwrap_or_else(|| san::write(&position, *m));
            match words.last_mut().filter(|_| position.is_rest_of_move(*m) && last.is_some() && !interrupted)
            {
                Some(moved) => moved.push_str(&word),
                None => words.push(word),
            }
            interrupted = write_marks(marks, &mut words);
            position.make(*m);
            last = Some(turn);
        }
        words.push(self.result.clone());
        words
    }
}

/// The number before a move: `3.`, or `3...` for Black.
fn number(position: &Position) -> String {
    let dots = if position.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.move_number())
}

/// A line of moves in short algebraic notation, with move numbers, up to the first illegal move.
pub fn numbered(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut place = position.clone();
    let (mut words, mut before) = (Vec::new(), None);
    for &m in moves {
        if !place.is_legal(m) {
            break;
        }
        let turn = (place.move_number(), place.side());
        if before.is_none() || before != Some(turn) && place.side() == Color::White {
            words.push(number(&place));
        }
        words.push(san::write(&place, m));
        before = Some(turn);
        place.make(m);
    }
    words
}

/// Writes marks after the last word. Returns whether they interrupt the moves.
fn write_marks(marks: &[Mark], words: &mut Vec<String>) -> bool {
    let mut interrupts = false;
    for mark in marks {
        match mark {
            Mark::Glyph(glyph) if glyph.starts_with('$') => words.push(glyph.clone()),
            Mark::Glyph(glyph) => {
                if let Some(word) = words.last_mut() {
                    word.push_str(glyph);
                }
            }
            Mark::Comment(text) => {
                let text = text.replace('}', "'");
                words.extend(format!("{{{text}}}").split(' ').map(str::to_string));
                interrupts = true;
            }
            Mark::Variation(text) => {
                words.extend(text.split(' ').map(str::to_string));
                interrupts = true;
            }
        }
    }
    interrupts
}
