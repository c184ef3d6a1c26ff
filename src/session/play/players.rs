//! The players of a game: who plays each side, with what time, whether the person plays or only looks at the
//! game, and how they have ended it outside the rules.

use std::time::Instant;

use super::clocks::Clocks;
use super::ending::GameEnd;
use super::start::{Seat, Sides};
use crate::rules::geometry::Color;

/// The players and their clocks.
pub struct Players {
    sides: Sides,
    /// The clocks of both sides.
    pub clocks: Clocks,
    /// Whether the person is only stepping through the game.
    looking: bool,
    /// When the engine begins its next move against itself.
    due: Option<Instant>,
    /// An end outside the rules: resignation, an agreed draw, time.
    agreed: Option<GameEnd>,
}

impl Players {
    pub(super) fn new(sides: Sides, clocks: Clocks) -> Players {
        Players { sides, clocks, looking: false, due: None, agreed: None }
    }

    /// A new game of the same players begins, or one of a file is only looked at.
    pub(super) fn begin(&mut self, looking: bool) {
        self.clocks.reset();
        (self.looking, self.due, self.agreed) = (looking, None, None);
    }

    /// Who plays each side.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// Others play from now on.
    pub(super) fn assign(&mut self, sides: Sides) {
        self.sides = sides;
    }

    /// Whether it is the engine's turn when this side is to move. The engine waits while the person looks.
    pub(super) fn is_engines_turn(&self, side: Color) -> bool {
        !self.looking && self.sides.of(side) == Seat::Engine
    }

    /// Whether a turn of this side is undone together with the one before: it was the engine's answer to the
    /// person.
    pub(super) fn is_engines_answer(&self, side: Color) -> bool {
        self.sides.person().is_some() && self.sides.of(side) == Seat::Engine
    }

    /// Whether the person is only stepping through the game.
    pub fn are_looking(&self) -> bool {
        self.looking
    }

    /// The person steps through the game, or plays on.
    pub(super) fn look(&mut self, looking: bool) {
        self.looking = looking;
    }

    /// The engine moves against itself at this moment.
    pub(super) fn schedule(&mut self, due: Instant) {
        self.due = Some(due);
    }

    /// No move of the engine against itself is due any more.
    pub(super) fn cancel(&mut self) {
        self.due = None;
    }

    /// Whether a move of the engine against itself is due.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| due <= now)
    }

    /// The side whose time has just run out, unless the game has ended so already.
    pub(super) fn fallen(&self, now: Instant) -> Option<Color> {
        self.clocks.fallen(now).filter(|_| self.agreed.is_none())
    }

    /// The end that the players have agreed on or caused.
    pub(super) fn agreed(&self) -> Option<&GameEnd> {
        self.agreed.as_ref()
    }

    /// The players end the game.
    pub(super) fn end(&mut self, end: GameEnd, now: Instant) {
        self.clocks.stop(now);
        self.agreed = Some(end);
    }

    /// The game goes on after all.
    pub(super) fn reopen(&mut self) {
        self.agreed = None;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_engine_waits_while_the_person_looks() {
        let mut players = Players::new(Sides::WHITE, Clocks::default());
        assert!(players.is_engines_turn(Color::Black) && !players.is_engines_turn(Color::White));
        players.look(true);
        assert!(!players.is_engines_turn(Color::Black) && players.is_engines_answer(Color::Black));
        players.assign(Sides::NONE);
        assert!(!players.is_engines_answer(Color::Black), "nobody has asked for an answer");
    }

    #[test]
    fn a_new_game_forgets_what_was_agreed_and_due() {
        let (mut players, now) = (Players::new(Sides::NONE, Clocks::read("0:01").unwrap()), Instant::now());
        players.schedule(now);
        players.end(GameEnd { points: None.into(), why: "agreed".into() }, now);
        assert!(players.is_due(now) && players.agreed().is_some());
        players.begin(true);
        assert!(players.are_looking() && !players.is_due(now) && players.agreed().is_none());
        players.clocks.moved(Color::White, Some(Color::Black), now);
        let later = now + Duration::from_secs(2);
        assert_eq!(players.fallen(later), Some(Color::Black));
        players.end(GameEnd { points: None.into(), why: "agreed".into() }, later);
        assert_eq!(players.fallen(later), None);
    }
}
