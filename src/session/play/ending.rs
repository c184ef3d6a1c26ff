//! How a game ends, in words.

use crate::rules::position::{Outcome, Points};

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    pub points: Points,
    pub why: String,
}

impl GameEnd {
    pub(super) fn of(outcome: Outcome) -> GameEnd {
        GameEnd { points: outcome.into(), why: outcome.reason.to_string() }
    }

    pub(super) fn words(&self) -> String {
        let GameEnd { points, why } = self;
        match points.winner() {
            Some(side) if points.uneven().is_some() => {
                format!("{side} wins three quarters of the point ({why}); the other half was drawn")
            }
            Some(side) => format!("{side} wins: {why}. {points}"),
            None => format!("The game is drawn: {why}. {points}"),
        }
    }
}
