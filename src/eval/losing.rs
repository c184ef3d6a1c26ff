//! Evaluation where men are a burden: captures are forced, and who is rid of them wins.
//!
//! Each man costs, and the more squares it reaches the more, for the more it can be made to capture.
//! With few men left one that moves in small steps is worth having, for it can wait. What counts
//! besides is how many moves a side has to choose from, and how many captures wait for it.

use super::Evaluation;
use super::convert::{count, index};
use super::params::{LOSING, LOSING_CAPTURE, LOSING_FREE, LOSING_PAWN, LOSING_REACH, LOSING_ROOTS, TEMPO};
use super::tapered::Tapered;
use crate::game::{Game, KindId};
use crate::geometry::Color;
use crate::position::Position;

/// Evaluates the positions of one such game.
#[derive(Debug)]
pub(super) struct LosingGame {
    /// What a man of each kind is worth to its side.
    worth: Vec<Tapered>,
    /// Men at the start.
    men: i32,
}

impl LosingGame {
    /// Works out what the men of a game cost.
    pub(super) fn new(game: &Game) -> LosingGame {
        LosingGame {
            worth: game.kind_ids().map(|kind| worth(game, kind)).collect(),
            men: count(game.array.len()).max(1),
        }
    }

    /// What a side has.
    fn side(&self, pos: &Position, color: Color) -> Tapered {
        let men = pos.men(color).map(|(kind, _)| self.worth[kind.index()]).sum::<Tapered>();
        let [free, captures] =
            pos.mobility(color).map(|ways| ways.cast_signed().min(count(LOSING_ROOTS.len()) - 1));
        men + LOSING_FREE.times(LOSING_ROOTS[index(free)]) + LOSING_CAPTURE.times(captures)
    }
}

impl Evaluation for LosingGame {
    fn evaluate(&mut self, pos: &Position) -> i32 {
        let men = (pos.men_count(Color::White) + pos.men_count(Color::Black)).cast_signed();
        let [mine, theirs] = [pos.side(), !pos.side()].map(|color| self.side(pos, color));
        TEMPO + (mine - theirs).at(men.min(self.men), self.men)
    }
}

/// What a man of a kind is worth.
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
    LOSING + LOSING_REACH.times(count(reach / squares))
}
