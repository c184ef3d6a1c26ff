//! Moves in words.

use crate::engine::search::Report;
use crate::rules::pgn;
use crate::rules::position::{Move, Position};

/// The width of a page in columns.
pub(super) const WIDTH: usize = 78;

/// A count: `1 move`, `2 moves`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A move with its number, `3. Nf3` or `3... Nf6`.
pub(super) fn numbered(position: &Position, m: Move) -> String {
    line_of(position, &[m])
}

/// A line of moves with numbers, up to the first illegal one.
pub fn line_of(position: &Position, moves: &[Move]) -> String {
    pgn::numbered(position, moves).join(" ")
}

/// A line of thinking: depth, White's score, moves.
pub(super) fn thought(position: &Position, report: &Report) -> String {
    format!(
        "{:>3}  {:>7}  {}",
        report.depth,
        report.score.text_for_white(position.side()),
        line_of(position, &report.pv)
    )
}
