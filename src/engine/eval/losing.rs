//! Evaluation for losing games: captures are forced, and a side wins by losing its pieces.
//!
//! Each piece is a penalty, the greater the more squares it reaches, as it can be made to capture more. With
//! few pieces left, one that moves in small steps is good, as it can wait. The number of moves to choose from
//! and the number of possible captures count too.

use super::evaluation::Evaluation;
use super::params::{LOSING, LOSING_CAPTURE, LOSING_FREE, LOSING_PAWN, LOSING_REACH, LOSING_ROOTS, TEMPO};
use super::tapered::Tapered;
use crate::engine::convert::{signed, unsigned};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::Color;
use crate::rules::position::Position;

/// Evaluates the positions of one losing game.
#[derive(Debug)]
pub(super) struct LosingGame {
    /// The worth of a piece of each type to its side.
    worth: Vec<Tapered>,
    /// The number of pieces in the starting position.
    men: i32,
}

impl LosingGame {
    /// Computes the worth of the pieces of a game.
    pub(super) fn new(game: &Game) -> LosingGame {
        LosingGame {
            worth: game.kind_ids().map(|kind| worth(game, kind)).collect(),
            men: signed(game.array.len()).max(1),
        }
    }

    /// The score of a side.
    fn side(&self, pos: &Position, color: Color) -> Tapered {
        let men = pos.men(color).map(|(kind, _)| self.worth[kind.index()]).sum::<Tapered>();
        let [free, captures] =
            pos.mobility(color).map(|ways| ways.cast_signed().min(signed(LOSING_ROOTS.len()) - 1));
        men + LOSING_FREE.times(LOSING_ROOTS[unsigned(free)]) + LOSING_CAPTURE.times(captures)
    }
}

impl Evaluation for LosingGame {
    fn evaluate(&mut self, pos: &Position) -> i32 {
        let men = (pos.men_count(Color::White) + pos.men_count(Color::Black)).cast_signed();
        let [mine, theirs] = [pos.side(), !pos.side()].map(|color| self.side(pos, color));
        TEMPO + (mine - theirs).at(men.min(self.men), self.men)
    }
}

/// The worth of a piece type.
fn worth(game: &Game, kind: KindId) -> Tapered {
    let of = game.kind(kind);
    if of.royal {
        return Tapered::default();
    }
    if of.pawn {
        return LOSING_PAWN;
    }
    let squares = game.shape.squares().count().max(1);
    let reach: usize = game.shape.squares().map(|square| game.targets(kind, square).len()).sum();
    LOSING + LOSING_REACH.times(signed(reach / squares))
}
