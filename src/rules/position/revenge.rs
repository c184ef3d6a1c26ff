//! The loss of a piece that must not be traded as a part of the position: it counts if another could be
//! captured now.

use super::generate::{Generator, Sink};
use super::legal::{may_capture, may_check};
use super::moves::Move;
use super::state::State;
use super::trades::{captures_untraded, is_trade};
use crate::rules::game::{Game, Restrictions};

/// Tests whether a piece that must not be traded could be captured if none had been lost.
struct Revenge<'a> {
    state: &'a State,
    game: &'a Game,
    rules: Restrictions,
    found: bool,
}

impl Sink for Revenge<'_> {
    fn push(&mut self, m: Move) {
        let (state, game, rules) = (self.state, self.game, self.rules);
        let effect = state.effect(game, m);
        self.found |= captures_untraded(rules, m, &effect)
            && !is_trade(state, game, rules, m, &effect)
            && may_capture(&effect, rules)
            && may_check(state, game, rules, 0, m);
    }

    fn done(&self) -> bool {
        self.found
    }
}

impl State {
    /// Whether the loss of a piece that must not be traded protects another, which is a part of the key.
    pub(super) fn spares_untraded(&self, game: &Game) -> bool {
        let Some(rules) = game.restrictions.filter(|_| self.has_lost_untraded(game)) else { return false };
        let mut revenge = Revenge { state: self, game, rules, found: false };
        Generator::<_, true, false>::run(self, game, &mut revenge);
        revenge.found
    }

    pub(super) fn set_untraded(&mut self, game: &Game, untraded: bool) {
        if self.now.untraded != untraded {
            self.now.untraded = untraded;
            self.now.key ^= game.zobrist.untraded;
        }
    }

    /// The part of the key for such a loss, from scratch.
    pub(super) fn untraded_key(&self, game: &Game) -> u64 {
        if self.spares_untraded(game) { game.zobrist.untraded } else { 0 }
    }
}
