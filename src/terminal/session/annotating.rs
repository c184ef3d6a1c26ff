//! How far the judgment of a game's moves has come.

use std::time::Duration;

use crate::commands::analyze::Review;
use crate::engine::search::Report;
use crate::rules::position::{Move, Position};

/// A game whose moves are being judged.
pub(super) struct Annotating {
    pub review: Review,
    pub moves: Vec<Move>,
    /// The number of them that have been made in `place`.
    pub at: usize,
    pub place: Position,
    pub moment: Duration,
}

impl Annotating {
    /// Moves that begin in a position, none of them judged yet.
    pub(super) fn new(start: Position, moves: Vec<Move>, moment: Duration) -> Annotating {
        Annotating { review: Review::default(), moves, at: 0, place: start, moment }
    }

    /// Notes what was found of the position, and goes on to the next one; `false` if it was the last.
    pub(super) fn see(&mut self, found: &[Report]) -> bool {
        let next = self.moves.get(self.at).copied();
        self.review.see(&self.place, found, next);
        let Some(m) = next else { return false };
        self.place.make(m);
        self.at += 1;
        true
    }
}
