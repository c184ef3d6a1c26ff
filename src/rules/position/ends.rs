//! Ways for a game to end other than mate: goals reached, pieces lost, checks given, bare kings.

use super::state::State;
use super::{Margin, Move, MoveKind, Outcome, Position, Reason};
use crate::rules::game::{Ends, Game, KindId, Least};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::{Arrival, LossResult};

impl State {
    /// Counts a check and a move, after the move, if the game counts them.
    pub(super) fn count(&mut self, game: &Game, ends: &Ends) {
        self.count_check(game, ends);
        if let Some(counting) = &ends.counting {
            self.count_move(game, counting);
        }
    }

    /// Counts a check that was just given to the side to move.
    fn count_check(&mut self, game: &Game, ends: &Ends) {
        if ends.checks > 0 && self.in_check(game, self.side) {
            let given = &mut self.now.checks[(!self.side).index()];
            self.now.key ^= game.zobrist.checks(!self.side, *given);
            *given = given.saturating_add(1);
            self.now.key ^= game.zobrist.checks(!self.side, *given);
        }
    }

    /// The part of the key for checks given.
    pub(super) fn checks_key(&self, game: &Game) -> u64 {
        let counted = game.ends.as_ref().is_some_and(|ends| ends.checks > 0);
        if counted {
            let key = |color: Color| game.zobrist.checks(color, self.now.checks[color.index()]);
            key(Color::White) ^ key(Color::Black)
        } else {
            0
        }
    }
}

/// What a side must answer at once, or lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peril {
    /// Its king is in check.
    Check,
    /// The other side has reached its goal, or has nearly held it.
    Goal,
    /// A piece is attacked whose loss loses the game.
    Loss,
}

impl Position {
    /// Whether this game has ends other than mate and the usual draws.
    #[inline]
    pub fn has_ends(&self) -> bool {
        self.game.ends.as_ref().is_some_and(|ends| ends.any)
    }

    /// The number of checks that White and Black still have to give, if checks are counted.
    #[inline]
    pub fn checks_left(&self) -> Option<[u8; 2]> {
        let enough = self.game.ends.as_ref().map(|ends| ends.checks).filter(|&enough| enough > 0)?;
        Some(self.state.now.checks.map(|given| enough.saturating_sub(given)))
    }

    /// The result of these ends, if one has come about.
    pub fn decided(&self) -> Option<Outcome> {
        let ends = self.game.ends.as_ref()?;
        let side = self.state.side;
        let over = |winner, reason| Some(Outcome { winner, reason, margin: Margin::Full });
        let reached = ends.arrival.and_then(|arrival| self.race(ends, arrival));
        if reached.is_some() {
            return reached;
        }
        let lacks = |color: Color| {
            let lacking = ends.least[color.index()].iter().find(|least| self.men_beyond(least) < 0)?;
            Some(if lacking.result == LossResult::Wins { color } else { !color })
        };
        if let Some(winner) = lacks(side).or_else(|| lacks(!side)) {
            return over(Some(winner), Reason::Lost);
        }
        if ends.checks > 0
            && let Some(winner) =
                Color::ALL.into_iter().find(|color| self.state.now.checks[color.index()] >= ends.checks)
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

    /// Whether a side has won by reaching its goal, or both have drawn.
    fn race(&self, ends: &Ends, arrival: Arrival) -> Option<Outcome> {
        let side = self.state.side;
        let over = |winner| Some(Outcome { winner, reason: Reason::Goal, margin: Margin::Full });
        let [mine, theirs] = [side, !side].map(|color| self.arrived(ends, color));
        match arrival {
            Arrival::AtOnce => match (mine, theirs) {
                (_, Some(_)) => over(Some(!side)),
                (Some(_), None) => over(Some(side)),
                (None, None) => None,
            },
            Arrival::Answered => match (mine, theirs) {
                (Some(_), Some(_)) => over(None),
                (Some(_), None) => over(Some(side)),
                // The side that moves second may still arrive, or be stalemated.
                (None, Some(_)) if side != ends.first => {
                    let mut moves = Vec::new();
                    self.legal_moves(MoveKind::All, &mut moves);
                    let runs = |m: &Move| {
                        self.mover(*m).is_some_and(|kind| ends.runners[side.index()].contains(&kind))
                    };
                    let answered = moves.iter().any(|m| ends.goal[side.index()][m.to().index()] && runs(m));
                    if answered || moves.is_empty() { None } else { over(Some(!side)) }
                }
                (None, Some(_)) => over(Some(!side)),
                (None, None) => None,
            },
            Arrival::Held => match (mine, theirs) {
                (Some(_), _) if self.has_legal_move() => over(Some(side)),
                (_, Some(square)) if !self.state.attacked(&self.game, square, side) => over(Some(!side)),
                _ => None,
            },
        }
    }

    /// A square on which a side has reached its goal.
    fn arrived(&self, ends: &Ends, color: Color) -> Option<Square> {
        let runs = |kind| ends.runners[color.index()].contains(&kind);
        self.men(color)
            .find(|&(kind, square)| ends.goal[color.index()][square.index()] && runs(kind))
            .map(|(_, square)| square)
    }

    /// The number of pieces of some kinds that a side has beyond the minimum.
    fn men_beyond(&self, least: &Least) -> i64 {
        least.kinds.iter().map(|&kind| i64::from(self.count(kind))).sum::<i64>() - i64::from(least.men)
    }

    /// What the side to move must answer at once.
    #[inline]
    pub fn peril(&self) -> Option<Peril> {
        if self.in_check() { Some(Peril::Check) } else { self.special_peril(self.game.ends.as_ref()?) }
    }

    /// Which special end of the game threatens the side to move.
    fn special_peril(&self, ends: &Ends) -> Option<Peril> {
        let (state, side) = (&self.state, self.state.side);
        if matches!(ends.arrival, Some(Arrival::Answered | Arrival::Held))
            && self.arrived(ends, !side).is_some()
        {
            return Some(Peril::Goal);
        }
        let fatal = self.fatal_losses(ends, side);
        let is_hanging = |(kind, square): (KindId, Square)| {
            fatal >> kind.0 & 1 != 0 && state.attacked(&self.game, square, !side)
        };
        (fatal != 0 && self.men(side).any(is_hanging)).then_some(Peril::Loss)
    }

    /// The kinds of which a side may not lose another piece, as bits.
    fn fatal_losses(&self, ends: &Ends, color: Color) -> u64 {
        let fatal =
            ends.least[color.index()].iter().filter(|least| least.is_fatal() && self.men_beyond(least) == 0);
        fatal.flat_map(|least| &least.kinds).fold(0, |set, kind| set | 1 << kind.0)
    }

    /// Whether a move wins by capturing a piece that the other side must not lose.
    pub fn takes_the_last(&self, m: Move) -> bool {
        let Some(ends) = &self.game.ends else { return false };
        let other = !self.state.side;
        // Most games with such ends have none of this kind. Then the move need not be examined.
        if ends.least[other.index()].is_empty() {
            return false;
        }
        let fatal = self.fatal_losses(ends, other);
        let effect = self.state.effect(&self.game, m);
        effect.victims().any(|(_, victim)| fatal >> victim.kind.0 & 1 != 0)
    }

    fn can_capture(&self) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::Noisy, &mut moves);
        moves.into_iter().any(|m| self.captured(m).is_some())
    }
}
