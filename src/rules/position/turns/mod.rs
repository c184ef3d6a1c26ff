//! The plan of a turn: how many moves the side to move has left, of which kind each may be, what ends the
//! turn early, and whether the order of its moves matters.
//!
//! In an ordinary game there is none ([`State::turn`] is `None`), and a move ends the turn. Otherwise a
//! [`Turn`] is the plan of the rule `turn` of the game, and every question about it is answered here. No
//! other file asks which plan it is.

mod colors;
mod series;

use super::Position;
use super::error::{FenError, FenFault};
use super::make::ClockEffect;
use super::moves::Move;
use super::state::{EN_PASSANT, PieceSet, State};
use crate::rules::game::Game;
use crate::rules::geometry::Square;
use crate::rules::variant::TurnRule;

pub use colors::SquareColors;

use colors::TurnByColor;
use series::TurnOfSeries;

/// How far a turn has come in which a side may move more than once.
#[derive(Clone, Debug)]
pub(super) enum Turn {
    ByColor(TurnByColor),
    Series(TurnOfSeries),
}

/// What a FEN says about the turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum TurnFields {
    /// The colors on which moves are pending (`None`: wherever possible), and the closed ones.
    ByColor(Option<SquareColors>, SquareColors),
    /// The number of moves left in the turn (`None`: all).
    Series(Option<u16>),
}

/// What the side to move still has to move before the turn passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RestOfTurn {
    /// The number of moves, unless something ends the turn early; 0 if the game is over.
    pub moves: u16,
    /// The square colors on which these moves begin, one on each; `None` if they may begin anywhere.
    pub colors: Option<SquareColors>,
}

impl RestOfTurn {
    /// The next move ends the turn.
    const ONE_MOVE: RestOfTurn = RestOfTurn { moves: 1, colors: None };
}

impl Turn {
    /// The plan of a game, before the pieces are placed; `None` if a move ends the turn.
    pub(super) fn new(game: &Game) -> Option<Turn> {
        match game.def.rules.turn {
            TurnRule::Alternate => None,
            TurnRule::OneMovePerSquareColor => Some(Turn::ByColor(TurnByColor::new())),
            TurnRule::Series(series) => Some(Turn::Series(TurnOfSeries::new(series))),
        }
    }

    /// Records a new piece.
    pub(super) fn add(&mut self, game: &Game, slot: usize, square: Square) {
        match self {
            Turn::ByColor(turn) => turn.add(game, slot, square),
            Turn::Series(_) => {}
        }
    }

    /// The square colors that are drawn.
    pub(super) fn closed(&self) -> SquareColors {
        match self {
            Turn::ByColor(turn) => turn.closed,
            Turn::Series(_) => SquareColors::NONE,
        }
    }

    /// The pieces on squares that are drawn.
    pub(super) fn closed_pieces(&self) -> PieceSet {
        match self {
            Turn::ByColor(turn) => turn.pieces_of(turn.closed),
            Turn::Series(_) => 0,
        }
    }

    /// The pieces whose check the other side must have answered before this move.
    pub(super) fn answered_pieces(&self) -> PieceSet {
        match self {
            Turn::ByColor(turn) => turn.pieces_of(turn.pending),
            Turn::Series(_) => PieceSet::MAX,
        }
    }

    /// Whether the side to move has no move to make although it has pieces that could: it is mated or
    /// stalemated. Otherwise the game is over because nothing can be moved any more.
    pub(super) fn is_stuck(&self, state: &State) -> bool {
        match self {
            Turn::ByColor(turn) => turn.is_stuck(state),
            Turn::Series(_) => true,
        }
    }

    /// Whether the plan itself says that nobody can be mated any more; `None` if that depends on the pieces as
    /// in any other game.
    pub(super) fn nobody_can_win(&self, state: &State) -> Option<bool> {
        match self {
            Turn::ByColor(turn) => Some(!turn.sides_meet(state)),
            Turn::Series(_) => None,
        }
    }

    /// Whether the next move must not give check.
    pub(super) fn forbids_check(&self) -> bool {
        match self {
            Turn::ByColor(_) => false,
            Turn::Series(turn) => turn.forbids_check(),
        }
    }

    /// Whether a piece may enter a square that another has left in the same turn.
    pub(super) fn refills_squares(&self) -> bool {
        match self {
            Turn::ByColor(_) => false,
            Turn::Series(_) => true,
        }
    }

    fn fix_order(&mut self, fixed: bool) -> bool {
        match self {
            Turn::ByColor(turn) => std::mem::replace(&mut turn.fixed, fixed),
            // A move may depend on the one before it.
            Turn::Series(_) => false,
        }
    }

    fn rest(&self) -> RestOfTurn {
        match self {
            Turn::ByColor(turn) => {
                RestOfTurn { moves: turn.pending.iter().map(|_| 1).sum(), colors: Some(turn.pending) }
            }
            Turn::Series(turn) => RestOfTurn { moves: turn.left, colors: None },
        }
    }

    /// The fields that it adds to a FEN, behind the move number.
    pub(super) fn fen_fields(&self) -> String {
        match self {
            Turn::ByColor(turn) => format!("{} {}", turn.pending, turn.closed),
            Turn::Series(turn) => turn.left.to_string(),
        }
    }

    /// Reads these fields.
    ///
    /// # Errors
    /// If they are malformed, or contradict each other.
    pub(super) fn read_fields<'a>(
        &self,
        fen: &str,
        fields: &mut impl Iterator<Item = &'a str>,
    ) -> Result<TurnFields, FenError> {
        match self {
            Turn::ByColor(_) => {
                let read =
                    |text: &str, fault| SquareColors::read(text).ok_or_else(|| FenError::new(text, fault));
                let pending = fields.next().map(|text| read(text, FenFault::Pending)).transpose()?;
                let closed =
                    fields.next().map_or(Ok(SquareColors::NONE), |text| read(text, FenFault::Closed))?;
                let both =
                    pending.into_iter().flat_map(SquareColors::iter).find(|&color| closed.contains(color));
                match both {
                    Some(both) => Err(FenError::new(fen, FenFault::PendingClosed(both))),
                    None => Ok(TurnFields::ByColor(pending, closed)),
                }
            }
            Turn::Series(_) => {
                let number = |text: &str| text.parse().ok().filter(|&left| left > 0);
                let read = |text| number(text).ok_or_else(|| FenError::new(text, FenFault::MovesLeft));
                Ok(TurnFields::Series(fields.next().map(read).transpose()?))
            }
        }
    }
}

impl State {
    /// The part of the key that the plan of the turn adds.
    pub(super) fn turn_key(&self, game: &Game) -> u64 {
        match &self.turn {
            None => 0,
            Some(Turn::ByColor(turn)) => turn.key(game),
            Some(Turn::Series(turn)) => turn.key(game, self),
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
            None | Some(Turn::Series(_)) => PieceSet::MAX,
            Some(Turn::ByColor(turn)) => {
                let color = game.shape.color_of(from);
                if self.colors_to_move(game, turn).contains(color) { turn.pieces(color) } else { 0 }
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
            (Turn::Series(turn), TurnFields::Series(left)) => state.set_up_series(game, turn, left),
            // The fields were read by another plan.
            (Turn::ByColor(_), TurnFields::Series(_)) | (Turn::Series(_), TurnFields::ByColor(..)) => {}
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
    pub(super) fn validate_turn(&self, game: &Game) -> Result<(), String> {
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
