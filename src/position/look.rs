//! Boards as guards look at them: as they stand, as they would stand after a change, and with men gone.

use super::state::{Cell, MenSet, State};
use crate::game::{KindId, Look};
use crate::geometry::{Color, Square};

/// What a move would change on the board, for tests of squares as they would stand.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Squares left empty (a repeated square does no harm).
    pub(super) emptied: [Square; 2],
    /// Squares filled.
    pub(super) filled: [Square; 2],
    /// The men it takes, and those that leave the `emptied` squares where that matters.
    pub(super) taken: MenSet,
    /// Which of the squares it fills with an enemy, whom it has put down there.
    pub(super) lodged: Option<Square>,
    /// The kinds of the men on the squares it fills, where these may lend others moves; else [`NOBODY`].
    pub(super) kinds: [KindId; 2],
}

/// No kind at all.
pub(super) const NOBODY: [KindId; 2] = [KindId(u8::MAX); 2];

/// A man that a move takes from its square and puts down on another.
#[derive(Clone, Copy)]
pub(super) struct Shifted {
    pub(super) slot: usize,
    pub(super) color: Color,
    pub(super) to: Square,
}

/// The board as it stands.
#[derive(Clone, Copy)]
pub(super) struct Here<'a>(pub(super) &'a State);

impl Look for Here<'_> {
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

/// The board as it would stand after a change by the side to move.
#[derive(Clone, Copy)]
pub(super) struct After<'a>(pub(super) &'a State, pub(super) &'a Change);

impl Look for After<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        self.0.occupied_after(square, self.1)
    }

    fn holds(self, square: u8, color: Color) -> bool {
        let After(state, change) = self;
        if change.filled.contains(&Square(square)) {
            (color == state.side) != (change.lodged == Some(Square(square)))
        } else {
            state.board[usize::from(square)].is(color) && state.occupied_after(square, change)
        }
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        let After(state, change) = self;
        match change.filled.iter().position(|filled| filled.0 == square) {
            Some(index) => change.kinds[index] == kind,
            None => state.kind_at(Square(square)) == Some(kind) && state.occupied_after(square, change),
        }
    }
}

/// The board with the royal of the side to move gone from its square to another.
#[derive(Clone, Copy)]
pub(super) struct Fled<'a> {
    pub(super) state: &'a State,
    pub(super) royal: u8,
    pub(super) target: u8,
}

impl Look for Fled<'_> {
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

/// The board without some men.
#[derive(Clone, Copy)]
pub(super) struct Without<'a>(pub(super) &'a State, pub(super) MenSet);

impl Look for Without<'_> {
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

    /// Whether a square will be occupied after a change of the board.
    #[inline]
    fn occupied_after(&self, s: u8, change: &Change) -> bool {
        s == change.filled[0].0
            || s == change.filled[1].0
            || (s != change.emptied[0].0 && s != change.emptied[1].0 && self.stays(s, change))
    }

    /// Whether a man stands on a square that a change does not take.
    #[inline]
    fn stays(&self, s: u8, change: &Change) -> bool {
        let cell = self.board[usize::from(s)];
        !cell.is_empty() && change.taken >> cell.slot() & 1 == 0
    }
}
