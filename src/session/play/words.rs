//! Moves in words.

use std::borrow::Cow;

use textwrap::WordSplitter;

use crate::engine::search::Report;
use crate::rules::geometry::Color;
use crate::rules::pgn::san;
use crate::rules::position::{Move, Position};

/// The width of a page in columns.
pub(super) const WIDTH: usize = 78;

/// The number before a move: `3.`, or `3...` for Black.
fn number(position: &Position) -> String {
    let dots = if position.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.move_number())
}

/// A count: `1 move`, `2 moves`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A move with its number, `3. Nf3` or `3... Nf6`.
pub(super) fn numbered(position: &Position, m: Move) -> String {
    format!("{} {}", number(position), san::write(position, m))
}

/// A line of moves with numbers, up to the first illegal one.
pub fn line_of(position: &Position, moves: &[Move]) -> String {
    let mut place = position.clone();
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
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
    words.join(" ")
}

/// The score of a report for White; moves to mate are counted for the side to move.
pub fn score_for_white(position: &Position, report: &Report) -> String {
    let Report { score, .. } = *report;
    match (position.side(), score.mate_in()) {
        (Color::White, _) => score.to_string(),
        (Color::Black, Some(moves)) => format!("#{}", -moves),
        (Color::Black, None) => (-score).to_string(),
    }
}

/// A line of thinking: depth, White's score, moves.
pub(super) fn thought(position: &Position, report: &Report) -> String {
    format!(
        "{:>3}  {:>7}  {}",
        report.depth,
        score_for_white(position, report),
        line_of(position, &report.pv)
    )
}

/// A text in lines of this many columns, broken between words where possible.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width.max(1)).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}
