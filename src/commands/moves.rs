//! `fibnif moves`: the legal moves of a position, one a line.

use std::io::Write;

use super::error::Error;
use super::load::{PositionArgs, tell_end};
use super::state::State;
use super::{Answer, AnswerForm, Command, Context, ExitStatus, json_line};
use crate::rules::position::MoveKind;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct MovesRequest {
    #[command(flatten)]
    place: PositionArgs,
    #[command(flatten)]
    answer: Answer,
}

impl Command for MovesRequest {
    const EXAMPLES: &'static [&'static str] = &["fibnif moves chess"];

    /// Prints the moves in coordinate notation, sorted. After an end specific to the game (a goal reached,
    /// pieces lost) there are none; after a draw that an arbiter declares there are.
    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        let position = self.place.position(catalog)?;
        let mut moves = Vec::new();
        if position.decided().is_none() {
            position.legal_moves(MoveKind::All, &mut moves);
        }
        moves.sort_by_cached_key(|&m| position.move_text(m));
        match self.answer.form() {
            AnswerForm::Json => json_line(&State::new(&position, &moves), out)?,
            AnswerForm::Text => moves.iter().try_for_each(|&m| writeln!(out, "{}", position.move_text(m)))?,
        }
        tell_end(position.outcome())?;
        Ok(ExitStatus::Success)
    }
}
