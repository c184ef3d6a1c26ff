//! Earlier occurrences of a position: how many there are, who has brought it about, and whether all moves
//! since gave check (`chase` finds whether they chased a piece).

use std::cmp::Reverse;
use std::sync::Arc;

use super::state::Past;
use super::{Move, Position};
use crate::rules::geometry::Color;

impl Position {
    /// Earlier occurrences: the total number, and the number at most `within` plies ago, which may not be
    /// before the root of a search.
    pub(super) fn earlier_occurrences(&self, within: usize) -> (u32, u32) {
        let (history, key, reach) = (&self.state.history, self.state.now.key, self.reach());
        let (mut all, mut near) = (0, 0);
        let mut scanned = reach;
        if let Some(past) = self.state.past.as_ref().filter(|_| reach == history.len()) {
            all += past.times(key);
            scanned = reach.saturating_sub(past.plies);
        }
        let period = if self.state.turn.is_some() { 1 } else { 2 };
        for back in (2..=scanned).step_by(period) {
            if history[history.len() - back].before.key == key {
                all += 1;
                near += u32::from(back <= within);
            }
        }
        (all, near)
    }

    /// The side that first brings about a position too often, if both sides go round once more as they have
    /// since this position occurred last: the most frequent position of the round comes first, and of several
    /// the next.
    #[cold]
    pub(super) fn first_to_repeat(&self) -> Color {
        let (state, reach) = (&self.state, self.reach());
        let key = |back: usize| match back {
            0 => state.now.key,
            _ => state.history[state.history.len() - back].before.key,
        };
        let round = (1..=reach).find(|&back| key(back) == key(0)).unwrap_or_default();
        let times = |wanted: u64| (0..=reach).filter(|&back| key(back) == wanted).count();
        let first = (1..=round).max_by_key(|&ply| (times(key(round - ply)), Reverse(ply)));
        // The next ply is that of the side to move.
        if first.unwrap_or_default() % 2 == 1 { state.side } else { !state.side }
    }

    /// The side that loses by a repetition, because it has given check with each of its moves in the rounds
    /// of `count` occurrences, or else because it has chased the same piece with each of them. `None` if
    /// neither has, or both.
    #[cold]
    pub(super) fn perpetual_offender(&self, count: u32) -> Option<Color> {
        let plies = self.plies_of_rounds(count)?;
        let checks = self.perpetual_checks(plies);
        let offends = if checks == [false; 2] { self.perpetual_chases(plies) } else { checks };
        Color::ALL.into_iter().find(|side| offends[side.index()]).filter(|_| offends != [true; 2])
    }

    /// The plies since the first of `count` occurrences of this position, or since the last one if there are
    /// fewer; `None` if it is the first.
    fn plies_of_rounds(&self, count: u32) -> Option<usize> {
        let (history, key) = (&self.state.history, self.state.now.key);
        let mut earlier = (1..=self.reach()).filter(|&back| history[history.len() - back].before.key == key);
        let last = earlier.next()?;
        Some(earlier.nth(count.saturating_sub(3) as usize).filter(|_| count > 2).unwrap_or(last))
    }

    /// Whether each side has given check with each of its moves in the last plies.
    fn perpetual_checks(&self, plies: usize) -> [bool; 2] {
        let mut checks = [true; 2];
        let mut state = self.state.recent(plies);
        for _ in 0..plies {
            checks[(!state.side).index()] &= state.in_check(&self.game, state.side);
            state.unmake(&self.game);
        }
        checks
    }

    /// How many plies back this position may have occurred. If captured pieces return, captures can be
    /// undone. A search looks back to its last null move.
    pub(super) fn reach(&self) -> usize {
        let history = &self.state.history;
        if self.game.captures_are_final {
            return usize::from(self.state.now.reversible).min(history.len());
        }
        let before = self.state.past.as_ref().map_or(0, |past| past.plies);
        let since = history.len().saturating_sub(before);
        match history.iter().rev().take(since).position(|undo| undo.played == Move::NONE) {
            Some(since_null) => since_null,
            None => history.len(),
        }
    }

    /// The same position as the root of a search: where captured pieces return, positions may recur that are
    /// a whole game apart.
    #[must_use]
    pub fn as_root(&self) -> Position {
        let mut root = self.clone();
        if !self.game.captures_are_final {
            root.state.past = Some(Arc::new(Past::new(&self.state.history)));
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn a_search_sees_the_repetitions_that_the_game_has() {
        let game = compile(&Catalog::builtin().resolve("crazyhouse").unwrap()).unwrap();
        let mut game = Position::start(game);
        let mut nodes = 0;
        for text in
            "g1f3 g8f6 f3g1 f6g8 g1f3 b8c6 e2e4 d7d5 e4d5 d8d5 f3g1 d5d8 g1f3 d8d5 f3g1 d5d8 g1f3".split(' ')
        {
            // Every line of two more cycles, with a null move between them or not.
            let mut known = game.as_root();
            for pass in [false, true] {
                let (mut plain, mut ply) = (game.clone(), 0);
                for _ in 0..3 {
                    for step in ["b1a3", "a8b8", "a3b1", "b8a8", "f3g1", "d8d5", "g1f3", "d5d8"] {
                        let Ok(m) = plain.parse_move(step) else { continue };
                        plain.make(m);
                        known.make(m);
                        ply += 1;
                        nodes += 1;
                        for within in [ply, 2] {
                            assert_eq!(known.earlier_occurrences(within), plain.earlier_occurrences(within));
                        }
                    }
                    if pass {
                        plain.make_null();
                        known.make_null();
                        ply += 1;
                    }
                }
                (0..ply).for_each(|_| known.unmake());
            }
            game.make(game.parse_move(text).unwrap());
        }
        assert!(nodes > 300, "{nodes}");
    }
}
