//! Evaluation where men are a burden: captures are forced, and who is rid of them wins.
//!
//! Each man costs, and the more squares it reaches the more, for the more it can be made to capture.
//! With few men left one that moves in small steps is worth having, for it can wait. What counts
//! besides is how many moves a side has to choose from, and how many captures wait for it.

use super::params::{BURDEN, BURDEN_CAPTURE, BURDEN_FREE, BURDEN_PAWN, BURDEN_REACH, BURDEN_ROOTS, TEMPO};
use super::terms::Tapered;
use crate::game::{Game, KindId};
use crate::geometry::Color;
use crate::position::Position;

/// Evaluates the positions of one such game.
#[derive(Debug)]
pub(super) struct Burden {
    /// What a man of each kind is worth to its side.
    worth: Vec<Tapered>,
    /// Men at the start.
    men: i32,
}

impl Burden {
    /// Works out what the men of a game cost.
    pub(super) fn new(game: &Game) -> Burden {
        Burden {
            worth: game.kind_ids().map(|kind| worth(game, kind)).collect(),
            men: (game.array.len() as i32).max(1),
        }
    }

    /// What a position is worth to the side to move, in centipawns.
    pub(super) fn evaluate(&self, pos: &Position) -> i32 {
        let men = (pos.men_count(Color::White) + pos.men_count(Color::Black)) as i32;
        let [mine, theirs] = [pos.side(), !pos.side()].map(|color| self.side(pos, color));
        TEMPO + (mine - theirs).at(men.min(self.men), self.men)
    }

    /// What a side has.
    fn side(&self, pos: &Position, color: Color) -> Tapered {
        let men = pos.men(color).map(|(kind, _)| self.worth[kind.index()]).sum::<Tapered>();
        let [free, captures] =
            pos.mobility(color).map(|ways| (ways as i32).min(BURDEN_ROOTS.len() as i32 - 1));
        men + BURDEN_FREE.times(BURDEN_ROOTS[free as usize]) + BURDEN_CAPTURE.times(captures)
    }
}

/// What a man of a kind is worth.
fn worth(game: &Game, kind: KindId) -> Tapered {
    let of = game.kind(kind);
    if of.royal {
        return Tapered::default();
    }
    if of.pawn {
        return BURDEN_PAWN;
    }
    let squares = game.shape.squares().count().max(1);
    let reach: usize = game.shape.squares().map(|square| game.targets(kind, square).len()).sum();
    BURDEN + BURDEN_REACH.times((reach / squares) as i32)
}
