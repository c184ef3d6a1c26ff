//! Why a side cannot castle.

use super::super::attack::After;
use super::super::effect::Effect;
use super::super::state::{State, slots};
use super::super::{HalfOrder, Move, Position};
use super::{Placed, attackers};
use crate::rules::game::{Castle, Game};
use crate::rules::geometry::Square;

/// Why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingFault {
    /// The side never castles on that wing in this game.
    Never,
    /// The king or its partner has moved.
    Lost,
    /// It has to wait for the other half of the turn, or that half is drawn.
    OtherHalf,
    /// A piece is in the way.
    Blocked(Placed),
    /// The king is in check from a piece.
    InCheck(Placed),
    /// The king would pass a square that a piece attacks.
    Through(Square, Placed),
    /// The king would be attacked by a piece on its target.
    Into(Square, Placed),
    /// Another rule forbids it.
    Forbidden,
}

impl Position {
    /// Why the side to move cannot castle on a wing.
    pub(super) fn why_no_castling_to(&self, a_side: bool) -> CastlingFault {
        let mut castles = self.game.castles.iter().enumerate();
        let wanted = castles
            .find(|(_, castle)| castle.color == self.state.side && castle.is_a_side() == a_side)
            .map(|(index, castle)| self.castling_fault(index, castle));
        wanted.unwrap_or(CastlingFault::Never)
    }

    /// The same for a king's move between two squares, if it would be castling.
    pub(super) fn why_no_castling(&self, from: Square, to: Square) -> Option<CastlingFault> {
        let mut castles = self.game.castles.iter().enumerate();
        let meant = |castle: &Castle| {
            castle.color == self.state.side
                && castle.king.0 == from
                && (castle.king.1 == to || castle.partner.0 == to)
        };
        castles.find(|(_, castle)| meant(castle)).map(|(index, castle)| self.castling_fault(index, castle))
    }

    fn castling_fault(&self, index: usize, castle: &Castle) -> CastlingFault {
        let (state, game) = (&self.state, &*self.game);
        if state.now.rights >> index & 1 == 0 {
            return CastlingFault::Lost;
        }
        if state.field(game, castle.king.0, HalfOrder::Free) == 0 {
            return CastlingFault::OtherHalf;
        }
        let between = |&square: &Square| self.kind_at(square).map(|kind| Placed { kind, square });
        if let Some(by) = castle.empty.iter().find_map(between) {
            return CastlingFault::Blocked(by);
        }
        if castle.safe.is_empty() {
            return CastlingFault::Forbidden;
        }
        let king_on = |square: Square| Effect::Step(state.step(castle.king.0, square));
        if let Some(by) = attacker(state, game, castle.king.0, &king_on(castle.king.0)) {
            return CastlingFault::InCheck(by);
        }
        let passes = |&square: &Square| Some((square, attacker(state, game, square, &king_on(square))?));
        if let Some((square, by)) = castle.passed.iter().find_map(passes) {
            return CastlingFault::Through(square, by);
        }
        let castled = state.effect(game, Move::castling(castle, index));
        let into = attacker(state, game, castle.king.1, &castled);
        into.map_or(CastlingFault::Forbidden, |by| CastlingFault::Into(castle.king.1, by))
    }
}

/// A piece of the side that is not to move that attacks a square after a move.
fn attacker(state: &State, game: &Game, target: Square, effect: &Effect) -> Option<Placed> {
    let attackers = attackers(state, game, target, !state.side, After(state, effect));
    let slot = slots(attackers).next()?;
    Some(Placed { kind: state.kind_of[slot], square: state.square_of[slot] })
}
