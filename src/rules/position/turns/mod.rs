//! What a move does to the turn: each plan ([`Turn`]) in a file of its own.

mod colors;
mod series;

use super::Position;
use super::error::Inconsistency;
use super::make::ClockEffect;
use super::moves::Move;
use super::sets::PieceSet;
use super::state::{EN_PASSANT, State};
use super::turn::{RestOfTurn, SquareColors, Turn, TurnByColor, TurnFields};
use crate::rules::game::Game;
use crate::rules::geometry::Square;

impl State {
    /// The part of the key that the plan of the turn adds.
    pub(super) fn turn_key(&self, game: &Game) -> u64 {
        match &self.turn {
            None => 0,
            Some(Turn::ByColor(turn)) => turn.key(game),
            Some(Turn::Series(turn)) => turn.key(game, self.side, self.game_ply),
        }
    }

    /// The place where a double step from or to a square is noted.
    pub(super) fn place_of_step(&self, game: &Game, square: Square) -> usize {
        match &self.turn {
            None => 0,
            Some(Turn::ByColor(_)) => game.shape.color_of(square).index(),
            Some(Turn::Series(_)) => {
                let free = self.now.en_passant.iter().position(|noted| !noted.is_some());
                free.unwrap_or(EN_PASSANT - 1)
            }
        }
    }

    /// The sets of pieces that may move next, one after another. Only pieces of the same set matter to their
    /// moves.
    pub(super) fn sets_to_move(&self, game: &Game, turn: &TurnByColor) -> impl Iterator<Item = PieceSet> {
        self.colors_to_move(game, turn).iter().map(|color| turn.pieces(color))
    }

    /// The pieces that matter to a move from a square; none if no move may be made there now.
    pub(super) fn field(&self, game: &Game, from: Square) -> PieceSet {
        match &self.turn {
            None | Some(Turn::Series(_)) => PieceSet::ALL,
            Some(Turn::ByColor(turn)) => {
                let color = game.shape.color_of(from);
                if self.colors_to_move(game, turn).contains(color) {
                    turn.pieces(color)
                } else {
                    PieceSet::EMPTY
                }
            }
        }
    }

    /// Ends a move from a square where the plan decides what follows. The move is made, and `self` still has
    /// the side that made it.
    #[cold]
    pub(super) fn end_move(&mut self, game: &Game, m: Move, from: Square, clock: ClockEffect) {
        self.with_turn(|state, turn| match turn {
            Turn::ByColor(turn) => state.end_move_on(game, turn, game.shape.color_of(from), clock),
            Turn::Series(turn) => state.end_move_of_series(game, turn, m, clock),
        });
    }

    /// Reverts what [`State::end_move`] did to side, royals and the turn.
    #[cold]
    pub(super) fn undo_end_of_move(&mut self) {
        self.with_turn(|state, turn| match turn {
            Turn::ByColor(turn) => state.undo_move_on_color(turn),
            Turn::Series(turn) => state.undo_move_of_series(turn),
        });
    }

    /// Begins a game of these pieces with the turn that a FEN describes.
    pub(super) fn set_up_turn(&mut self, game: &Game, fields: TurnFields) {
        self.with_turn(|state, turn| match (turn, fields) {
            (Turn::ByColor(turn), TurnFields::ByColor(pending, closed)) => {
                state.set_up_colors(game, turn, pending, closed);
            }
            (Turn::Series(turn), TurnFields::Series(left, square)) => {
                state.set_up_series(game, turn, left, square);
            }
            // The fields were read by another plan.
            (Turn::ByColor(_), TurnFields::Series(..)) | (Turn::Series(_), TurnFields::ByColor(..)) => {}
        });
    }

    /// Passes the turn to the other side.
    fn pass_turn(&mut self, game: &Game) {
        self.side = !self.side;
        self.now.key ^= game.zobrist.black;
        self.game_ply += 1;
    }

    /// Does something to the state and the turn, if there is a plan.
    fn with_turn(&mut self, act: impl FnOnce(&mut State, &mut Turn)) {
        if let Some(mut turn) = self.turn.take() {
            act(self, &mut turn);
            self.turn = Some(turn);
        }
    }

    /// Checks the turn against the board.
    pub(super) fn validate_turn(&self, game: &Game) -> Result<(), Inconsistency> {
        match &self.turn {
            None => Ok(()),
            Some(Turn::ByColor(turn)) => self.validate_colors(game, turn),
            Some(Turn::Series(turn)) => self.validate_series(game, turn),
        }
    }
}

impl Position {
    /// What the side to move still has to move before the turn passes.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let game = game::compile(&Catalog::builtin().resolve("colorboundmost")?)?;
    /// let mut position = Position::start(game);
    /// position.make(position.parse_move("d2e3")?);
    /// assert_eq!(position.rest_of_turn().moves, 2);
    /// position.make(position.parse_move("a7b6")?);
    /// assert_eq!(position.rest_of_turn().moves, 1);
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn rest_of_turn(&self) -> RestOfTurn {
        self.state.turn.as_ref().map_or(RestOfTurn::ONE_MOVE, Turn::rest)
    }

    /// Whether the plan of the turn lets the next move begin on a square.
    pub fn may_move_from(&self, square: Square) -> bool {
        self.rest_of_turn().colors.is_none_or(|colors| colors.contains(self.game.shape.color_of(square)))
    }

    /// The square colors that are drawn: a mate on the other is worth half a win more than a draw.
    #[inline]
    pub fn closed_colors(&self) -> SquareColors {
        self.state.turn.as_ref().map_or(SquareColors::NONE, Turn::closed)
    }

    /// Whether a square is on a color that is drawn.
    pub fn is_closed(&self, square: Square) -> bool {
        self.closed_colors().contains(self.game.shape.color_of(square))
    }
}
