//! The legal moves of a position, one a line.

use std::io::Write;

use serde::Serialize;

use super::error::ToolError;
use super::{AnswerForm, json_line};
use crate::position::{MoveKind, Outcome, Position};

/// The legal moves of a position, as JSON has them.
#[derive(Serialize)]
struct LegalMoves {
    variant: String,
    fen: String,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// Why the game is over, if it is.
    over: Option<String>,
}

/// Prints the legal moves in coordinate form, sorted, and returns how the game is over if it is.
/// After an end of the game's own (a goal reached, pieces lost) there are no moves; after a draw that
/// an arbiter declares there are.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(
    position: &mut Position,
    form: AnswerForm,
    out: &mut dyn Write,
) -> Result<Option<Outcome>, ToolError> {
    let mut moves = Vec::new();
    if position.decided().is_none() {
        position.legal_moves(MoveKind::All, &mut moves);
    }
    let mut lines: Vec<String> = moves.into_iter().map(|m| position.move_text(m)).collect();
    lines.sort();
    let outcome = position.outcome();
    if form == AnswerForm::Json {
        let over = outcome.map(|outcome| outcome.reason.to_string());
        let variant = position.game().def.id.clone();
        let answer = LegalMoves { variant, fen: position.fen(), moves: lines, over };
        json_line(&answer, out)?;
        return Ok(outcome);
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(outcome)
}
