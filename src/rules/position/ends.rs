//! The special ends of a game (goals reached, pieces lost, checks given, bare kings, kings that face each
//! other, passes), and what threatens to bring one about.

use super::generate::{Generator, Sink};
use super::legal::MoveKind;
use super::outcome::{Margin, Outcome, Reason};
use super::sets::PieceSet;
use super::{Move, Placed, Position};
use crate::rules::game::{Ends, KindId, KindSet, Least};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::Arrival;

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

/// The moves to a goal.
struct Arrivals<'a> {
    goal: &'a [bool],
    moves: Vec<Move>,
}

impl Sink for Arrivals<'_> {
    #[inline]
    fn push(&mut self, m: Move) {
        if self.goal[m.to().index()] {
            self.moves.push(m);
        }
    }
}

impl Position {
    /// A special end of this game, if one has come about, in the order of the rows of `ends`.
    pub(super) fn special_end(&self, ends: &Ends) -> Option<Outcome> {
        let side = self.state.side;
        let over = |winner: Option<Color>, reason| Some(self.ended(winner, reason, Margin::Full));
        let reached = ends.arrival.and_then(|arrival| self.race(ends, arrival));
        if reached.is_some() {
            return reached;
        }
        let lacks = |color: Color| {
            let lacking = ends.least[color.index()].iter().find(|least| self.is_short(least))?;
            Some(lacking.result.winner(color))
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
        if ends.bare.ends_the_game() {
            let (mine, theirs) =
                (self.state.side_pieces[side.index()].len(), self.state.side_pieces[(!side).index()].len());
            if !ends.bare.decides() {
                return if mine.min(theirs) <= 1 { over(None, Reason::Bare) } else { None };
            }
            return match (mine, theirs) {
                (1, 1) => over(None, Reason::Bare),
                (1, 2) if self.can_capture() => None,
                (1, _) if self.has_legal_move() => over(Some(!side), Reason::Bare),
                (_, 1) if self.has_legal_move() => over(Some(side), Reason::Bare),
                _ => None,
            };
        }
        let passed =
            |ago: usize| self.state.history.iter().rev().nth(ago).is_some_and(|undo| undo.played.is_pass());
        if ends.facing && passed(0) && self.state.kings_face(&self.game) {
            return over(None, Reason::Facing);
        }
        if ends.passes && passed(0) && passed(1) {
            return over(None, Reason::Passes);
        }
        None
    }

    /// Whether a side has won by reaching its goal, or both have drawn.
    fn race(&self, ends: &Ends, arrival: Arrival) -> Option<Outcome> {
        let side = self.state.side;
        let over = |winner: Option<Color>| Some(self.ended(winner, Reason::Goal, Margin::Full));
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
                (None, Some(_)) if side != self.game.def.first_to_move() => {
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
        self.pieces(color)
            .find(|&(kind, square)| ends.goal[color.index()][square.index()] && runs(kind))
            .map(|(_, square)| square)
    }

    /// A move of a piece on the board by which the side to move reaches its goal and wins at once. It is not
    /// looked for if a turn is several moves, nor if a runner must hold its goal.
    pub fn arrival(&self) -> Option<Move> {
        let (state, game) = (&self.state, &*self.game);
        let (ends, arrival) = self.goals()?;
        let near = self.near_goal(ends, state.side);
        let moves_second = state.side != game.def.first_to_move();
        if near.is_empty() || !arrival.is_final(moves_second) || self.arrived(ends, !state.side).is_some() {
            return None;
        }
        let (goal, runners) = (&ends.goal[state.side.index()], &ends.runners[state.side.index()]);
        let mut arrivals = Arrivals { goal, moves: Vec::new() };
        Generator::<_, true, true>::run_for(state, game, &mut arrivals, near, PieceSet::ALL);
        // A captor may explode, stay where it is, or become another piece.
        let stands_there = |(color, at): (Color, Placed)| {
            color == state.side && goal[at.square.index()] && runners.contains(&at.kind)
        };
        let arrives = |&m: &Move| state.effect(game, m).arrivals().any(stands_there);
        arrivals.moves.into_iter().find(|m| arrives(m) && self.is_legal(*m))
    }

    /// Whether a piece of the other side is so near its goal that it may reach it with its next move.
    pub fn may_be_outrun(&self) -> bool {
        self.goals().is_some_and(|(ends, _)| !self.near_goal(ends, !self.state.side).is_empty())
    }

    /// The ends of a game in which [`Position::arrival`] looks for goals, and when reaching one wins.
    #[inline]
    fn goals(&self) -> Option<(&Ends, Arrival)> {
        let ends = self.game.ends.as_ref()?;
        let looked_for = |arrival: &Arrival| arrival.is_final(true) && self.state.turn.is_none();
        Some((ends, ends.arrival.filter(looked_for)?))
    }

    /// The runners of a side that may be one move away from their goal.
    fn near_goal(&self, ends: &Ends, color: Color) -> PieceSet {
        let state = &self.state;
        let near =
            |&slot: &usize| ends.approach[self.game.piece_square(state.kind_of[slot], state.square_of[slot])];
        let pieces = state.side_pieces[color.index()].iter().filter(near);
        pieces.map(PieceSet::of).fold(PieceSet::EMPTY, |near, piece| near | piece)
    }

    /// The number of pieces of some kinds on the board and in hand.
    fn number_of(&self, kinds: &[KindId]) -> i64 {
        let count = |&kind: &KindId| i64::from(self.count(kind)) + i64::from(self.state.hands[kind.index()]);
        kinds.iter().map(count).sum()
    }

    /// The number of pieces of some kinds that a side has beyond the minimum.
    fn pieces_beyond(&self, least: &Least) -> i64 {
        self.number_of(&least.kinds) - i64::from(least.count)
    }

    /// Whether the other side has what it needs for a loss to count.
    fn counts(&self, least: &Least) -> bool {
        let (kinds, number) = &least.enemies;
        *number == 0 || self.number_of(kinds) >= i64::from(*number)
    }

    /// Whether a side has lost pieces that end the game.
    fn is_short(&self, least: &Least) -> bool {
        self.pieces_beyond(least) < 0 && self.counts(least)
    }

    /// What the side to move must answer at once.
    #[inline]
    pub fn peril(&self) -> Option<Peril> {
        if self.in_check() { Some(Peril::Check) } else { self.special_peril(self.game.ends.as_ref()?) }
    }

    /// Which special end of the game threatens the side to move.
    fn special_peril(&self, ends: &Ends) -> Option<Peril> {
        let (state, side) = (&self.state, self.state.side);
        if ends.arrival.is_some_and(Arrival::can_be_answered) && self.arrived(ends, !side).is_some() {
            return Some(Peril::Goal);
        }
        let fatal = self.fatal_losses(ends, side);
        let is_hanging = |(kind, square): (KindId, Square)| {
            fatal.contains(kind) && state.attacked(&self.game, square, !side)
        };
        (!fatal.is_empty() && self.pieces(side).any(is_hanging)).then_some(Peril::Loss)
    }

    /// The kinds of which a side may not lose another piece.
    fn fatal_losses(&self, ends: &Ends, color: Color) -> KindSet {
        let fatal = ends.least[color.index()]
            .iter()
            .filter(|least| least.is_fatal() && self.pieces_beyond(least) == 0 && self.counts(least));
        fatal.flat_map(|least| &least.kinds).copied().collect()
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
        if let Some(mut victims) = self.state.blast(&self.game, m) {
            return victims.any(|cell| fatal.contains(self.state.kind_of[cell.slot()]));
        }
        let effect = self.state.effect(&self.game, m);
        effect.victims().any(|(_, victim)| fatal.contains(victim.kind))
    }

    fn can_capture(&self) -> bool {
        let mut free = self.clone();
        free.fix_order(false);
        let mut moves = Vec::new();
        free.legal_moves(MoveKind::Noisy, &mut moves);
        moves.into_iter().any(|m| self.captured(m).is_some())
    }
}
