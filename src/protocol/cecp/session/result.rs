//! How a game ends: results and draw offers.

use super::state::{LiveSession, Outside};
use crate::protocol::cecp::claims::{Claim, claim};
use crate::protocol::cecp::reply::Reply;
use crate::rules::geometry::Color;
use crate::rules::position::{Outcome, Reason};

/// Whether a game that has ended continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continuation {
    /// The game is over.
    Over,
    /// The engine moves if it is asked to.
    PlayOn,
}

impl LiveSession {
    /// Announces the end of the game. If a rule has ended it while there are legal moves, it continues
    /// when the GUI asks again, or if the GUI was not told.
    pub(super) fn announce(
        &mut self,
        outcome: Outcome,
        engine: Color,
        outside: &mut Outside,
    ) -> Continuation {
        let stuck = matches!(outcome.reason, Reason::Mate | Reason::NoMoves)
            || self.core.record.position().moves().is_empty();
        if self.game.announced && !stuck {
            return Continuation::PlayOn;
        }
        let limit = self.core.record.position().game().def.rules.move_limit;
        match claim(outcome, engine, self.wishes.gui.audience(), self.game.knowledge, limit) {
            Claim::Result(reply) => {
                self.game.announced = true;
                outside.out.push(reply);
                return Continuation::Over;
            }
            Claim::Offer => {
                self.game.announced = true;
                outside.out.push(Reply::OfferDraw);
            }
            Claim::Silence => {}
        }
        if stuck { Continuation::Over } else { Continuation::PlayOn }
    }

    /// The opponent offers a draw.
    pub(super) fn consider_draw(&mut self, outside: &mut Outside) {
        if self.core.takes_draw() {
            outside.out.push(Reply::OfferDraw);
        }
    }
}
