//! The legal moves of a position, one a line.

use std::io::Write;

use super::ToolError;
use crate::position::{MoveKind, Position};

/// Prints the legal moves in coordinate form, sorted.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(position: &mut Position, out: &mut dyn Write) -> Result<(), ToolError> {
    let mut moves = Vec::new();
    position.legal_moves(MoveKind::All, &mut moves);
    let mut lines: Vec<String> = moves.into_iter().map(|m| position.move_text(m)).collect();
    lines.sort();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
