//! Pondering: thinking on the opponent's time about the reply to the expected move.
//!
//! The search runs on the position after that move, while the game itself waits. If the expected move
//! comes, the search gets the clock and continues as the search for the engine's move. If another move
//! comes, the search is abandoned.

use super::state::{EngineRole, LiveSession, Outside};
use crate::session::Task;

impl LiveSession {
    /// Starts pondering, if it is the opponent's turn and there is something to think about.
    pub(super) fn ponder(&mut self, outside: &mut Outside) {
        let opponents = self.game.role == EngineRole::Player(!self.core.record.side());
        let idle = self.core.is_idle() && self.thought.paused.is_none();
        if !self.core.settings.ponder
            || !opponents
            || !idle
            || self.game.announced
            || self.core.record.position().outcome().is_some()
        {
            return;
        }
        let pass = self.core.record.owes_pass();
        let expected = self.core.hint().filter(|&m| !pass && self.core.record.position().is_legal(m));
        if expected.is_none() && !pass {
            return;
        }
        match expected {
            Some(m) => self.core.record.play(m),
            None => drop(self.core.record.pass()),
        }
        let ours =
            self.game.role == EngineRole::Player(self.core.record.side()) && !self.core.record.owes_pass();
        if ours {
            let granted = self.granted();
            self.get_ready(outside);
            self.thought.spoken = false;
            self.core.ponder(expected, granted, outside.now, outside.host);
        }
        self.core.record.take_back(1);
    }

    /// The expected move was made: from now on the search is for the engine's move.
    pub(super) fn ponder_hit(&mut self, outside: &mut Outside) {
        let clock = self.wishes.clock.limits(self.played()).0;
        match self.core.hit(clock, outside.now) {
            Some(found) if found.best.best_move.is_some() => self.finish(&found, outside),
            None if self.core.task() == Some(Task::Move) => {}
            _ => self.take_turn(outside),
        }
    }
}
