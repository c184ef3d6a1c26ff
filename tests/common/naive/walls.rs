//! Walls that players put on squares.

use fibnif::rules::variant::{EarlyCheck, Series, TurnRule, WallPlan, WallSite};

use super::Naive;
use super::rules::{At, Rules};

/// A move, and then a wall.
const WITH_WALL: Series =
    Series { moves: 2, white: None, black: None, first: None, more: 0, check: EarlyCheck::EndsTurn };

impl Rules {
    /// The moves of a turn, if it has several.
    pub(super) fn series(&self) -> Option<Series> {
        if self.turn == TurnRule::MoveAndWall { Some(WITH_WALL) } else { self.turn.series() }
    }
}

impl Naive {
    /// Whether the next move puts a wall on a square.
    pub(super) fn wall_is_due(&self) -> bool {
        self.rules.turn == TurnRule::MoveAndWall && self.left == 1
    }

    pub(super) fn is_wall(&self, at: At) -> bool {
        self.walls.contains(&at)
    }

    /// Whether there is neither a piece nor a wall on a square of the board.
    pub(super) fn is_vacant(&self, at: At) -> bool {
        self.rules.is_on_board(at) && self.man(at).is_none() && !self.is_wall(at)
    }

    /// Whether there is a piece or a wall on a square.
    pub(super) fn is_filled(&self, at: At) -> bool {
        self.rules.is_on_board(at) && !self.is_vacant(at)
    }

    /// The only square for the wall that is due, if it must be where a piece was.
    pub(super) fn left_square(&self) -> Option<At> {
        let due = self.wall_is_due() && self.rules.walls.at == WallSite::Left;
        self.began_at.filter(|&at| due && self.is_vacant(at))
    }

    /// The same behind the number of moves left in a FEN.
    pub(super) fn left_square_text(&self) -> String {
        self.left_square().map_or_else(String::new, |at| format!(" {}", self.rules.name(at)))
    }

    /// The walls that the side to move may put now, with the positions after them.
    pub(super) fn new_walls(&self) -> Vec<(String, Naive)> {
        let walls = self.rules.walls;
        let may = self.wall_is_due() || walls.when == WallPlan::InsteadOfMove && !self.must_drop();
        let squares = (0..self.rules.ranks)
            .flat_map(|rank| (0..self.rules.files).map(move |file| (file, rank)))
            .filter(|&at| may && self.is_vacant(at));
        let at_edge = |(file, rank): &At| {
            let near = [(file + 1, *rank), (file - 1, *rank), (*file, rank + 1), (*file, rank - 1)];
            near.into_iter().any(|at| !self.rules.is_on_board(at) || self.is_wall(at))
        };
        let put = |at: At| {
            let mut after = self.moved(&[at]);
            if walls.when == WallPlan::Duck {
                after.walls.clear();
            }
            after.walls.push(at);
            (format!("*@{}", self.rules.name(at)), after)
        };
        let is_site = |at: &At| match walls.at {
            WallSite::Anywhere => true,
            WallSite::Edge => at_edge(at),
            WallSite::Left => self.left_square().is_none_or(|left| left == *at),
        };
        squares.filter(is_site).map(put).collect()
    }
}
