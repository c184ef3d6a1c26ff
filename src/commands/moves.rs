//! `fibnif moves`: the legal moves of a position, one a line; and the state of a position as data.

use std::io::Write;

use serde::Serialize;

use super::Error;
use super::load::{PositionArgs, tell_end};
use super::{Command, Context, ExitStatus, OutputArgs, json_line};
use crate::rules::pgn::san;
use crate::rules::position::{Horizon, Move, MoveKind, Outcome, Points, Position};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct MovesArgs {
    #[command(flatten)]
    place: PositionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Command for MovesArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif moves chess"];

    /// Prints the moves in coordinate notation, sorted. After an end specific to the game (a goal reached,
    /// pieces lost) there are none; after a draw that an arbiter declares there are.
    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        let position = self.place.position(catalog)?;
        let mut moves = Vec::new();
        if position.end(Horizon::Board).is_none() {
            position.legal_moves(MoveKind::All, &mut moves);
        }
        moves.sort_by_cached_key(|&m| position.move_text(m));
        if self.output.json {
            json_line(&State::new(&position, &moves), out)?;
        } else {
            moves.iter().try_for_each(|&m| writeln!(out, "{}", position.move_text(m)))?;
        }
        tell_end(position.outcome())?;
        Ok(ExitStatus::Success)
    }
}

/// The state of a position. `fibnif moves --json` and the replies of `fibnif referee` have these fields.
#[derive(Serialize)]
pub(super) struct State {
    variant: String,
    fen: String,
    side: &'static str,
    check: bool,
    legal: Vec<String>,
    legal_san: Vec<String>,
    #[serde(flatten)]
    ending: Ending,
}

/// How a game has ended; every field is null while it goes on.
#[derive(Serialize)]
pub(super) struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: Option<String>,
    /// White's share of the point.
    white_points: Option<f64>,
    reason: Option<String>,
}

impl State {
    /// The state of a position with these legal moves.
    pub(super) fn new(place: &Position, moves: &[Move]) -> State {
        State {
            variant: place.game().def.id.clone(),
            fen: place.fen(),
            side: place.side().name(),
            check: place.in_check(),
            legal: moves.iter().map(|&m| place.move_text(m)).collect(),
            legal_san: moves.iter().map(|&m| san::write(place, m)).collect(),
            ending: Ending::new(place.outcome()),
        }
    }
}

impl Ending {
    /// The ending of a game with this outcome.
    pub(super) fn new(outcome: Option<Outcome>) -> Ending {
        let points = outcome.map(Points::from);
        Ending {
            result: points.map(|points| points.to_string()),
            white_points: points.map(Points::of_white),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
        }
    }
}
