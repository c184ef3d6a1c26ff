//! The legal moves of a position, one a line.

use std::io::Write;

use super::error::ToolError;
use crate::position::{MoveKind, Outcome, Position};

/// Prints the legal moves in coordinate form, sorted, and returns how the game is over if it is.
/// After an end of the game's own (a goal reached, men lost) there are no moves; after a draw that
/// an arbiter declares there are.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(position: &mut Position, out: &mut dyn Write) -> Result<Option<Outcome>, ToolError> {
    let mut moves = Vec::new();
    if position.decided().is_none() {
        position.legal_moves(MoveKind::All, &mut moves);
    }
    let mut lines: Vec<String> = moves.into_iter().map(|m| position.move_text(m)).collect();
    lines.sort();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(position.outcome())
}
