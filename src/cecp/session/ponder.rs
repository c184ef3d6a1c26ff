//! Thinking on the opponent's time: about the answer to the move that is expected.
//!
//! The search runs on the position after that move; the game itself waits. If the move comes, the
//! search is handed the clock and goes on as one for the engine's move; if another comes, it is
//! given up.

use std::sync::Arc;

use super::{Outside, Purpose, Role, Search, Session};
use crate::position::Move;
use crate::search::{Best, Limits, Ponder};

/// A search on the opponent's time.
#[derive(Debug)]
pub(super) struct Pondering {
    /// The ply expected of the opponent: a move, or a pass.
    pub expected: Option<Move>,
    /// Hands over the clock.
    handle: Arc<Ponder>,
    /// What it found, if it has come to its end already.
    found: Option<(Search, Best)>,
}

impl Session {
    /// `hard` or `easy`.
    pub(super) fn set_pondering(&mut self, ponders: bool, outside: &mut Outside) {
        self.ponders = ponders;
        if ponders {
            self.ponder(outside);
        } else if self.pondering.is_some() {
            self.abandon(outside);
        }
    }

    /// Begins to think on the opponent's time, if it is the opponent's turn and there is something
    /// to think about.
    pub(super) fn ponder(&mut self, outside: &mut Outside) {
        let opponents = self.role == Role::Player(!self.record.side());
        let idle = self.search.is_none() && self.pondering.is_none() && self.paused.is_none();
        if !self.ponders
            || !opponents
            || !idle
            || self.announced
            || self.record.position().outcome().is_some()
        {
            return;
        }
        let pass = self.record.owes_pass();
        let expected = self.hint.filter(|&m| !pass && self.record.position().is_legal(m));
        if expected.is_none() && !pass {
            return;
        }
        match expected {
            Some(m) => self.record.play(m),
            None => drop(self.record.pass()),
        }
        let limits = self.limits();
        let ours = self.role == Role::Player(self.record.side()) && !self.record.owes_pass();
        // A search that counts positions would spend its own on the opponent's time.
        if ours && limits.nodes.is_none() && self.record.position().outcome().is_none() {
            let handle = Arc::new(Ponder::default());
            self.start(Purpose::Ponder, Limits { ponder: Some(Arc::clone(&handle)), ..limits }, outside);
            self.pondering = Some(Pondering { expected, handle, found: None });
        }
        self.record.take_back(1);
    }

    /// A search on the opponent's time has come to its end before the opponent's move.
    pub(super) fn keep_pondered(&mut self, search: Search, best: &Best) {
        if let Some(pondering) = &mut self.pondering {
            pondering.found = Some((search, best.clone()));
        }
    }

    /// The expected ply was made: the search is for the engine's move now.
    pub(super) fn ponder_hit(&mut self, outside: &mut Outside) {
        let Some(pondering) = self.pondering.take() else { return self.take_turn(outside) };
        match (pondering.found, &mut self.search) {
            (Some((search, best)), _) => match best.best {
                Some(m) => {
                    self.move_or_resign(Search { began: outside.now, ..search }, m, &best, outside);
                    self.ponder(outside);
                }
                None => self.take_turn(outside),
            },
            (None, Some(search)) => {
                (search.purpose, search.began) = (Purpose::Move, outside.now);
                let clock = self.clock.limits(self.played()).0;
                pondering.handle.hit(clock, outside.now);
            }
            (None, None) => self.take_turn(outside),
        }
    }
}
