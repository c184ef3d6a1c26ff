//! Boards in the form that guards need: the current one, after a move, with the king moved elsewhere,
//! and without some pieces.

use super::effect::Effect;
use super::state::{Cell, MenSet, State};
use crate::rules::game::{KindId, Occupancy};
use crate::rules::geometry::{Color, Square};

/// The current board.
#[derive(Clone, Copy)]
pub(super) struct Here<'a>(pub(super) &'a State);

impl Occupancy for Here<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        self.0.occupied(square)
    }

    fn holds(self, square: u8, color: Color) -> bool {
        self.0.board[usize::from(square)].is(color)
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.0.kind_at(Square(square)) == Some(kind)
    }
}

/// The board after a move.
#[derive(Clone, Copy)]
pub(super) struct After<'a>(pub(super) &'a State, pub(super) &'a Effect);

impl After<'_> {
    /// The piece that is on a square.
    #[inline]
    fn piece_on(self, square: Square) -> Option<(Color, KindId)> {
        let After(state, effect) = self;
        let arrived = effect.arrivals().find(|(_, at)| at.square == square);
        arrived.map(|(color, at)| (color, at.kind)).or_else(|| {
            let cell = state.board[square.index()];
            let stays = !cell.is_empty() && effect.leaving() >> cell.slot() & 1 == 0;
            stays.then(|| (cell.color(), state.kind_of[cell.slot()]))
        })
    }
}

impl Occupancy for After<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        let After(state, effect) = self;
        match effect {
            Effect::Step(step) => {
                square == step.to.0 || square != step.from.0 && !state.board[usize::from(square)].is_empty()
            }
            Effect::Several(_) => self.piece_on(Square(square)).is_some(),
        }
    }

    fn holds(self, square: u8, color: Color) -> bool {
        self.piece_on(Square(square)).is_some_and(|piece| piece.0 == color)
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.piece_on(Square(square)).is_some_and(|piece| piece.1 == kind)
    }
}

/// The board with the royal of the side to move on another square.
#[derive(Clone, Copy)]
pub(super) struct Fled<'a> {
    pub(super) state: &'a State,
    pub(super) royal: u8,
    pub(super) target: u8,
}

impl Occupancy for Fled<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        square == self.target || (square != self.royal && self.state.occupied(square))
    }

    fn holds(self, square: u8, color: Color) -> bool {
        if square == self.target {
            color == self.state.side
        } else {
            square != self.royal && self.state.board[usize::from(square)].is(color)
        }
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        square != self.target && self.state.kind_at(Square(square)) == Some(kind)
    }
}

/// The board without some pieces.
#[derive(Clone, Copy)]
pub(super) struct Without<'a>(pub(super) &'a State, pub(super) MenSet);

impl Occupancy for Without<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        let cell = self.0.board[usize::from(square)];
        !cell.is_empty() && self.1 >> cell.slot() & 1 == 0
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.occupied(square) && self.0.kind_at(Square(square)) == Some(kind)
    }
}

impl State {
    #[inline]
    fn occupied(&self, square: u8) -> bool {
        self.board[usize::from(square)] != Cell::EMPTY
    }
}
