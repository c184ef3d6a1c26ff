//! The state of a position as data: its moves, and how the game has ended.

use serde::Serialize;

use crate::rules::pgn::san;
use crate::rules::position::{Move, Outcome, Points, Position};

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
