//! Thinking on the opponent's time: about the answer to the move that is expected.
//!
//! The search runs on the position after that move; the game itself waits. If the move comes, the
//! search is handed the clock and goes on as one for the engine's move; if another comes, it is
//! given up.

use std::sync::Arc;

use super::state::{EngineRole, LiveSearch, LiveSession, Outside, Pondering, SearchTask};
use crate::play::Skill;
use crate::search::{Limits, Ponder, SearchResult};

impl LiveSession {
    /// `hard` or `easy`.
    pub(super) fn set_pondering(&mut self, ponders: bool, outside: &mut Outside) {
        self.wishes.ponders = ponders;
        if ponders {
            self.ponder(outside);
        } else if self.thought.pondering.is_some() {
            self.abandon(outside);
        }
    }

    /// Begins to think on the opponent's time, if it is the opponent's turn and there is something
    /// to think about.
    pub(super) fn ponder(&mut self, outside: &mut Outside) {
        let opponents = self.game.role == EngineRole::Player(!self.game.record.side());
        let idle = self.thought.search.is_none()
            && self.thought.pondering.is_none()
            && self.thought.paused.is_none();
        if !self.wishes.ponders
            || !opponents
            || !idle
            || self.game.announced
            || self.game.record.position().outcome().is_some()
        {
            return;
        }
        let pass = self.game.record.owes_pass();
        let expected = self.game.hint.filter(|&m| !pass && self.game.record.position().is_legal(m));
        if expected.is_none() && !pass {
            return;
        }
        match expected {
            Some(m) => self.game.record.play(m),
            None => drop(self.game.record.pass()),
        }
        let limits = self.limits();
        let ours =
            self.game.role == EngineRole::Player(self.game.record.side()) && !self.game.record.owes_pass();
        // A search that counts positions would spend its own on the opponent's time, and a weak player
        // would see more than it should.
        let weak = self.wishes.settings.skill < Skill::FULL;
        if ours && !weak && limits.nodes.is_none() && self.game.record.position().outcome().is_none() {
            let handle = Arc::new(Ponder::default());
            self.start(SearchTask::Ponder, Limits { ponder: Some(Arc::clone(&handle)), ..limits }, outside);
            self.thought.pondering = Some(Pondering { expected, handle, found: None });
        }
        self.game.record.take_back(1);
    }

    /// A search on the opponent's time has come to its end before the opponent's move.
    pub(super) fn keep_pondered(&mut self, search: LiveSearch, best: &SearchResult) {
        if let Some(pondering) = &mut self.thought.pondering {
            pondering.found = Some((search, best.clone()));
        }
    }

    /// The expected ply was made: the search is for the engine's move now.
    pub(super) fn ponder_hit(&mut self, outside: &mut Outside) {
        let Some(pondering) = self.thought.pondering.take() else { return self.take_turn(outside) };
        match (pondering.found, &mut self.thought.search) {
            (Some((_, best)), _) if best.best_move.is_none() => self.take_turn(outside),
            (Some((search, best)), _) => {
                self.move_or_resign(LiveSearch { began: outside.now, ..search }, &best, outside);
                self.ponder(outside);
            }
            (None, Some(search)) => {
                (search.task, search.began) = (SearchTask::Move, outside.now);
                let clock = self.wishes.clock.limits(self.played()).0;
                pondering.handle.hit(clock, outside.now);
            }
            (None, None) => self.take_turn(outside),
        }
    }
}
