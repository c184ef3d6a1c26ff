//! What a turn is: one move, a move on each square color, or a series of moves.

use super::error::VariantError;
use super::feature::Feature;
use super::keys::{Words, given, table, words};
use super::tree::{Node, TomlValue, Tree};
use crate::rules::geometry::Color;

/// The highest number of moves that a file can give a turn, or add to it.
const MOST_IN_A_TURN: i64 = 100;
/// The highest number of moves that a turn grows to.
const MOST_GROWN: u32 = 1000;

/// What a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TurnRule {
    /// One move.
    #[default]
    Alternate,
    /// One move on the dark squares and one on the light ones, in either order.
    OneMovePerSquareColor,
    /// Several moves of one side, with any of its pieces.
    Series(Series),
    /// A move of a piece, and then a wall that the same side puts on a square.
    MoveAndWall,
}

words! {
    /// The turns that have a word.
    pub(super) enum TurnWord {
        Alternate = "alternate",
        OneMovePerSquareColor = "one-move-per-square-color": DoubleTurns,
    }

    /// What check does to a series of moves.
    pub enum EarlyCheck {
        /// It ends the turn.
        EndsTurn = "ends-turn",
        /// It may only be given by the last move of a turn.
        LastMove = "last-move": SeriesOfMoves,
    }
}

table! {
    /// Turns of several moves by one side. Check must be answered by the first of them.
    #[derive(Copy, Eq)]
    pub struct Series: SERIES, with ();

    /// The moves of a turn, up to 100.
    moves: u8 = 1, number(1..=MOST_IN_A_TURN, "moves in a turn");
    /// The moves of White's turns, if Black has another number.
    white: Option<u8>, number(1..=MOST_IN_A_TURN, "moves in a turn");
    /// The moves of Black's turns, if White has another number.
    black: Option<u8>, number(1..=MOST_IN_A_TURN, "moves in a turn");
    /// The moves of the first turn of the game, if that is another number.
    first: Option<u8>, number(1..=MOST_IN_A_TURN, "moves in a turn");
    /// How many moves a turn has more than the one before.
    more: u8, number(0..=MOST_IN_A_TURN, "moves");
    /// `"ends-turn"` (the default: a move that gives check ends the turn) or `"last-move"` (no move but
    /// the last of a turn may give check).
    check: EarlyCheck;
}

impl Series {
    /// The number of moves in a turn of a side, after so many turns of both sides.
    ///
    /// ```
    /// use fibnif::rules::geometry::Color;
    /// use fibnif::rules::variant::{Catalog, TurnRule};
    ///
    /// // One move, two moves, three moves ...
    /// let progressive = Catalog::builtin().resolve("progressive")?;
    /// let TurnRule::Series(series) = progressive.rules.turn else { return Err("no series".into()) };
    /// assert_eq!([0, 1, 2].map(|turns| series.moves_in(Color::White, turns)), [1, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moves_in(&self, side: Color, turns: u32) -> u16 {
        let own = match side {
            Color::White => self.white,
            Color::Black => self.black,
        };
        let usual = u32::from(own.unwrap_or(self.moves));
        let number = match self.first {
            Some(first) if turns == 0 => first.into(),
            _ => usual.saturating_add(turns.saturating_mul(self.more.into())).min(MOST_GROWN),
        };
        u16::try_from(number).unwrap_or(u16::MAX)
    }
}

impl EarlyCheck {
    /// Whether a move that is not the last of its turn may give check.
    #[must_use]
    pub fn may_be_early(self) -> bool {
        match self {
            EarlyCheck::EndsTurn => true,
            EarlyCheck::LastMove => false,
        }
    }
}

impl TurnRule {
    /// Its feature, if it is not what chess has.
    #[must_use]
    pub fn feature(self) -> Option<Feature> {
        match self {
            TurnRule::Alternate => None,
            TurnRule::OneMovePerSquareColor => TurnWord::OneMovePerSquareColor.feature(),
            TurnRule::Series(_) => Some(Feature::SeriesOfMoves),
            TurnRule::MoveAndWall => Some(Feature::Walls),
        }
    }

    /// Whether the sides alternate after each move.
    #[must_use]
    pub fn is_one_move(self) -> bool {
        match self {
            TurnRule::Alternate => true,
            TurnRule::OneMovePerSquareColor | TurnRule::Series(_) | TurnRule::MoveAndWall => false,
        }
    }

    /// Whether other programs write a turn as one move: it is one, perhaps with a wall.
    #[must_use]
    pub fn is_one_text(self) -> bool {
        match self {
            TurnRule::Alternate | TurnRule::MoveAndWall => true,
            TurnRule::OneMovePerSquareColor | TurnRule::Series(_) => false,
        }
    }

    /// Whether a turn is a move on the squares of each color.
    #[must_use]
    pub fn is_by_color(self) -> bool {
        match self {
            TurnRule::OneMovePerSquareColor => true,
            TurnRule::Alternate | TurnRule::Series(_) | TurnRule::MoveAndWall => false,
        }
    }

    /// The moves of a series, if a turn is one.
    #[must_use]
    pub fn series(self) -> Option<Series> {
        match self {
            TurnRule::Series(series) => Some(series),
            TurnRule::Alternate | TurnRule::OneMovePerSquareColor | TurnRule::MoveAndWall => None,
        }
    }

    /// The plies in which each side has a turn, early in the game.
    #[must_use]
    pub fn plies_per_round(self) -> u16 {
        match self {
            TurnRule::Alternate => 2,
            TurnRule::OneMovePerSquareColor | TurnRule::MoveAndWall => 4,
            TurnRule::Series(series) => series.moves_in(Color::White, 2) + series.moves_in(Color::Black, 3),
        }
    }
}

/// `turn = "alternate"`, or a table.
pub(super) fn read_turn<C: ?Sized>(node: &Node, _: &C) -> Result<TurnRule, VariantError> {
    if let TomlValue::Table(table) = &node.value {
        let series = Series::read(table, &())?;
        let single = [series.moves.into(), series.white, series.black, series.first];
        if single.into_iter().flatten().all(|moves| moves == 1) && series.more == 0 {
            return Err(node.expected("a turn of several moves, as in `{ moves = 2 }`"));
        }
        return Ok(TurnRule::Series(series));
    }
    Ok(match node.one_of(TurnWord::ALL, Some("a table of numbers of moves, as in `{ moves = 2 }`"))? {
        TurnWord::Alternate => TurnRule::Alternate,
        TurnWord::OneMovePerSquareColor => TurnRule::OneMovePerSquareColor,
    })
}
