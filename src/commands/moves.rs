//! The legal moves of a position, one a line.

use std::io::Write;

use super::error::Error;
use super::state::State;
use super::{AnswerForm, json_line};
use crate::rules::position::{MoveKind, Outcome, Position};

/// Prints the legal moves in coordinate notation, sorted. Returns how the game is over, if it is. After an
/// end specific to the game (a goal reached, pieces lost) there are no moves; after a draw that an arbiter
/// declares there are.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(position: &mut Position, form: AnswerForm, out: &mut dyn Write) -> Result<Option<Outcome>, Error> {
    let mut moves = Vec::new();
    if position.decided().is_none() {
        position.legal_moves(MoveKind::All, &mut moves);
    }
    moves.sort_by_cached_key(|&m| position.move_text(m));
    match form {
        AnswerForm::Json => json_line(&State::new(position, &moves), out)?,
        AnswerForm::Text => moves.iter().try_for_each(|&m| writeln!(out, "{}", position.move_text(m)))?,
    }
    Ok(position.outcome())
}
