//! Other ways for a game to end than mate: squares reached, men lost, checks given, bare Kings.

use super::state::State;
use super::{MoveKind, Outcome, Position, Reason};
use crate::game::{Ends, Game};
use crate::geometry::Color;
use crate::position::Margin;

impl State {
    /// Counts a check that was just given to the side to move. `self` is the position after the move.
    pub(super) fn count_check(&mut self, game: &Game, ends: &Ends) {
        if ends.checks > 0 && self.in_check(game, self.side) {
            let giver = (!self.side).index();
            self.now.key ^= game.zobrist.checks[giver][self.checks[giver] as usize & 15];
            self.checks[giver] = self.checks[giver].saturating_add(1);
            self.now.key ^= game.zobrist.checks[giver][self.checks[giver] as usize & 15];
        }
    }

    /// Takes back what [`State::count_check`] did; the key is restored by who takes the move back.
    pub(super) fn uncount_check(&mut self, game: &Game, ends: &Ends) {
        if ends.checks > 0 && self.in_check(game, self.side) {
            let giver = (!self.side).index();
            self.checks[giver] = self.checks[giver].saturating_sub(1);
        }
    }

    /// The part of the key for checks given.
    pub(super) fn checks_key(&self, game: &Game) -> u64 {
        let counted = game.ends.as_ref().is_some_and(|ends| ends.checks > 0);
        if counted {
            Color::ALL.into_iter().fold(0, |key, color| key ^ game.zobrist.checks[color.index()][self.checks[color.index()] as usize & 15])
        } else {
            0
        }
    }
}

impl Position {
    /// Whether this game has other ends than mate and the usual draws.
    #[inline]
    pub fn has_ends(&self) -> bool {
        self.game.ends.is_some()
    }

    /// The checks that White and Black have still to give, where so many win.
    #[inline]
    pub fn checks_left(&self) -> Option<[u8; 2]> {
        let enough = self.game.ends.as_ref().map(|ends| ends.checks).filter(|&enough| enough > 0)?;
        Some(self.state.checks.map(|given| enough.saturating_sub(given)))
    }

    /// Whether one of them has come about.
    pub fn decided(&self) -> Option<Outcome> {
        let ends = self.game.ends.as_ref()?;
        let side = self.state.side;
        let over = |winner, reason| Some(Outcome { winner, reason, margin: Margin::Full });
        let arrived = |color: &Color| {
            let runs = |kind| ends.runners[color.index()].contains(&kind);
            self.men(*color).any(|(kind, square)| ends.goal[square.index()] && runs(kind))
        };
        if let Some(winner) = [!side, side].into_iter().find(arrived) {
            return over(Some(winner), Reason::Goal);
        }
        let lacks = |color: &Color| {
            let men = |kinds: &[crate::game::KindId]| kinds.iter().map(|&kind| self.count(kind)).sum::<u32>();
            ends.least[color.index()].iter().any(|(kinds, least)| men(kinds) < u32::from(*least))
        };
        if let Some(loser) = [side, !side].into_iter().find(lacks) {
            return over(Some(!loser), Reason::Lost);
        }
        if ends.checks > 0
            && let Some(winner) = Color::ALL.into_iter().find(|color| self.state.checks[color.index()] >= ends.checks)
        {
            return over(Some(winner), Reason::Checks);
        }
        if ends.bare {
            let (mine, theirs) = (self.men_count(side), self.men_count(!side));
            return match (mine, theirs) {
                (1, 1) => over(None, Reason::Bare),
                (1, 2) if self.can_capture() => None,
                (1, _) if self.has_legal_move() => over(Some(!side), Reason::Bare),
                (_, 1) if self.has_legal_move() => over(Some(side), Reason::Bare),
                _ => None,
            };
        }
        None
    }

    fn can_capture(&self) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::Noisy, &mut moves);
        moves.into_iter().any(|m| self.captured(m).is_some())
    }
}
