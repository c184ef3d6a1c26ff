//! The plan of a turn: how many moves the side to move has left, of which kind each may be, what ends the
//! turn early, and whether the order of its moves matters.
//!
//! In an ordinary game there is none, and a move ends the turn. Otherwise a [`Turn`] is the plan of the rule
//! `turn` of the game. Here is what it knows by itself; `turns` has what a move does to it.

use std::fmt;

use super::error::{FenError, FenFault};
use super::sets::PieceSet;
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Shape, Square, SquareColor};
use crate::rules::variant::{EarlyCheck, Series, TurnRule};

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
    /// The number of moves left in the turn (`None`: all), and the square for the wall that is due, if it
    /// must be where a piece was.
    Series(Option<u16>, Option<Square>),
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
    pub(super) const ONE_MOVE: RestOfTurn = RestOfTurn { moves: 1, colors: None };
}

impl Turn {
    /// The plan of a game, before the pieces are placed; `None` if a move ends the turn.
    pub(super) fn new(game: &Game) -> Option<Turn> {
        match game.def.rules.turn {
            TurnRule::Alternate => None,
            TurnRule::OneMovePerSquareColor => Some(Turn::ByColor(TurnByColor::new())),
            TurnRule::Series(series) => Some(Turn::Series(TurnOfSeries::new(series))),
            TurnRule::MoveAndWall => Some(Turn::Series(TurnOfSeries::with_wall())),
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
            Turn::Series(_) => PieceSet::EMPTY,
        }
    }

    /// The pieces whose check the other side must have answered before this move.
    pub(super) fn answered_pieces(&self) -> PieceSet {
        match self {
            Turn::ByColor(turn) => turn.pieces_of(turn.pending),
            Turn::Series(_) => PieceSet::ALL,
        }
    }

    /// Whether the side to move, which has the pieces `mine`, has no move to make although some of them
    /// could: it is mated or stalemated. Otherwise the game is over because nothing can be moved any more.
    pub(super) fn is_stuck(&self, mine: PieceSet) -> bool {
        match self {
            Turn::ByColor(turn) => turn.is_stuck(mine),
            Turn::Series(_) => true,
        }
    }

    /// Whether the plan itself says that nobody can be mated any more; `None` if that depends on the pieces
    /// as in any other game.
    pub(super) fn nobody_can_win(&self, sides: [PieceSet; 2]) -> Option<bool> {
        match self {
            Turn::ByColor(turn) => Some(!turn.sides_meet(sides)),
            Turn::Series(_) => None,
        }
    }

    /// The plan for a copy of the position without its history; none where only the pieces of a square color
    /// matter.
    pub(super) fn without_history(&self) -> Option<Turn> {
        match self {
            Turn::ByColor(_) => None,
            Turn::Series(turn) => Some(Turn::Series(TurnOfSeries { played: Vec::new(), ..*turn })),
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

    /// Lists the moves of the turn in one order only, if their order does not matter, or in each. Returns
    /// what held before.
    pub(super) fn fix_order(&mut self, fixed: bool) -> bool {
        match self {
            Turn::ByColor(turn) => std::mem::replace(&mut turn.fixed, fixed),
            // A move may depend on the one before it.
            Turn::Series(_) => false,
        }
    }

    /// What is left of the turn.
    pub(super) fn rest(&self) -> RestOfTurn {
        match self {
            Turn::ByColor(turn) => {
                RestOfTurn { moves: turn.pending.iter().map(|_| 1).sum(), colors: Some(turn.pending) }
            }
            Turn::Series(turn) => RestOfTurn { moves: turn.left, colors: None },
        }
    }

    /// The fields that it adds to a FEN, behind the move number; none where a turn is a move and a wall, and
    /// both are left, as in the FENs of other programs.
    pub(super) fn fen_fields(&self, shape: &Shape) -> String {
        match self {
            Turn::ByColor(turn) => format!("{} {}", turn.pending, turn.closed),
            Turn::Series(turn) if turn.ends_with_wall && !turn.wall_is_due() => String::new(),
            Turn::Series(turn) => {
                let left_square = turn.left_square.map(|square| format!(" {}", shape.name(square)));
                turn.left.to_string() + &left_square.unwrap_or_default()
            }
        }
    }

    /// Reads these fields.
    ///
    /// # Errors
    /// If they are malformed, or contradict each other.
    pub(super) fn read_fields<'a>(
        &self,
        game: &Game,
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
            Turn::Series(turn) => {
                let number = |text: &str| text.parse().ok().filter(|&left| left > 0);
                let read = |text| number(text).ok_or_else(|| FenError::new(text, FenFault::MovesLeft));
                let left = fields.next().map(read).transpose()?;
                let square = |text| {
                    game.shape.parse_square(text).ok_or_else(|| FenError::new(text, FenFault::LeftSquare))
                };
                let refills = game.def.rules.walls.at.is_left() && turn.ends_with_wall && left == Some(1);
                let left_square = if refills { fields.next().map(square).transpose()? } else { None };
                Ok(TurnFields::Series(left, left_square))
            }
        }
    }
}

/// A set of square colors. Displayed as in a FEN: `d`, `l`, `dl` or `-`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SquareColors(u8);

impl SquareColors {
    /// Neither.
    pub const NONE: SquareColors = SquareColors(0);
    /// Both.
    pub const ALL: SquareColors = SquareColors(3);

    /// This one alone.
    pub const fn only(color: SquareColor) -> SquareColors {
        SquareColors(1 << color as u8)
    }

    /// Whether `color` is one of them.
    pub const fn contains(self, color: SquareColor) -> bool {
        self.0 >> color as u8 & 1 != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds one.
    pub fn insert(&mut self, color: SquareColor) {
        self.0 |= 1 << color as u8;
    }

    /// Removes one.
    pub fn remove(&mut self, color: SquareColor) {
        self.0 &= !(1 << color as u8);
    }

    /// Those of the set, dark first.
    pub fn iter(self) -> impl Iterator<Item = SquareColor> {
        SquareColor::ALL.into_iter().filter(move |&color| self.contains(color))
    }

    /// A number below 4: the index into tables by set.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Reads what a FEN says.
    pub fn read(text: &str) -> Option<SquareColors> {
        match text {
            "-" => Some(SquareColors::NONE),
            "d" => Some(SquareColors::only(SquareColor::Dark)),
            "l" => Some(SquareColors::only(SquareColor::Light)),
            "dl" | "ld" => Some(SquareColors::ALL),
            _ => None,
        }
    }
}

impl fmt::Display for SquareColors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["-", "d", "l", "dl"][self.index()])
    }
}

/// How far a turn has come that is one move on each square color.
#[derive(Clone, Debug)]
pub(super) struct TurnByColor {
    /// The colors on which the side to move still has to move in this turn. Empty when the game is over.
    pub(super) pending: SquareColors,
    /// The colors that are drawn.
    pub(super) closed: SquareColors,
    /// Whether the moves of a turn are listed in one order only.
    pub(super) fixed: bool,
    /// The pieces of the dark squares, including dead ones. None ever leaves them.
    pub(super) dark: PieceSet,
    /// Whether a move of this turn has captured, or moved a pawn.
    pub(super) zeroing: bool,
    /// For each color the key of its pieces, of the side that moves there next and of possible en passant
    /// captures.
    pub(super) keys: [u64; 2],
    pub(super) played: Vec<MoveByColor>,
}

/// Changes by a move of the turn besides those of every move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveByColor {
    pub(super) color: SquareColor,
    /// Whether no earlier position of its color can recur.
    pub(super) irreversible: bool,
    /// The color's key before.
    pub(super) key: u64,
    pub(super) side: Color,
    pub(super) pending: SquareColors,
    pub(super) closed: SquareColors,
    pub(super) royals: PieceSet,
    pub(super) zeroing: bool,
}

impl TurnByColor {
    pub(super) const fn new() -> TurnByColor {
        TurnByColor {
            pending: SquareColors::NONE,
            closed: SquareColors::NONE,
            fixed: false,
            dark: PieceSet::EMPTY,
            zeroing: false,
            keys: [0; 2],
            played: Vec::new(),
        }
    }

    /// Records the color of a new piece.
    pub(super) fn add(&mut self, game: &Game, slot: usize, square: Square) {
        match game.shape.color_of(square) {
            SquareColor::Dark => self.dark.insert(slot),
            SquareColor::Light => self.dark.remove(slot),
        }
    }

    /// The pieces of a color, including dead ones.
    pub(super) fn pieces(&self, color: SquareColor) -> PieceSet {
        match color {
            SquareColor::Dark => self.dark,
            SquareColor::Light => !self.dark,
        }
    }

    /// The pieces of these colors, including dead ones.
    pub(super) fn pieces_of(&self, colors: SquareColors) -> PieceSet {
        colors.iter().fold(PieceSet::EMPTY, |pieces, color| pieces | self.pieces(color))
    }

    /// The part of the key other than pieces, rights and en passant.
    pub(super) fn key(&self, game: &Game) -> u64 {
        game.zobrist.pending[self.pending.index()] ^ game.zobrist.closed[self.closed.index()]
    }

    pub(super) fn open(&self) -> impl Iterator<Item = SquareColor> + use<> {
        let closed = self.closed;
        SquareColor::ALL.into_iter().filter(move |&color| !closed.contains(color))
    }

    /// The number of occurrences of the current arrangement of a color, including this one.
    pub(super) fn occurrences(&self, color: SquareColor) -> usize {
        let here = self.played.iter().rev().filter(|played| played.color == color);
        1 + here
            .take_while(|played| !played.irreversible)
            .filter(|played| played.key == self.keys[color.index()])
            .count()
    }

    /// Whether the side that has the pieces `mine` has no move to make although it has pieces on an open
    /// color.
    fn is_stuck(&self, mine: PieceSet) -> bool {
        self.pending.is_empty() && self.open().any(|color| mine.meets(self.pieces(color)))
    }

    /// Whether some open color holds pieces of both sides. Otherwise nobody can be mated any more.
    fn sides_meet(&self, sides: [PieceSet; 2]) -> bool {
        self.open().any(|color| sides.iter().all(|side| side.meets(self.pieces(color))))
    }
}

/// How far a turn has come that is a series of moves.
#[derive(Clone, Debug)]
pub(super) struct TurnOfSeries {
    /// The rule.
    series: Series,
    /// Whether the last move of each turn puts a wall on a square.
    ends_with_wall: bool,
    /// The moves that the side to move has left in this turn.
    pub(super) left: u16,
    /// Whether a move of this turn has captured, or moved a pawn.
    pub(super) zeroing: bool,
    /// The only square for the wall that is due, if it must be where a piece was.
    pub(super) left_square: Option<Square>,
    pub(super) played: Vec<MoveOfSeries>,
}

/// Changes by a move of the turn besides those of every move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveOfSeries {
    pub(super) side: Color,
    pub(super) left: u16,
    pub(super) zeroing: bool,
    pub(super) left_square: Option<Square>,
}

impl TurnOfSeries {
    pub(super) const fn new(series: Series) -> TurnOfSeries {
        TurnOfSeries {
            series,
            ends_with_wall: false,
            left: 1,
            zeroing: false,
            left_square: None,
            played: Vec::new(),
        }
    }

    /// A move, and then a wall.
    fn with_wall() -> TurnOfSeries {
        let check = EarlyCheck::EndsTurn;
        let series = Series { moves: 2, white: None, black: None, first: None, more: 0, check };
        TurnOfSeries { ends_with_wall: true, ..TurnOfSeries::new(series) }
    }

    /// Whether the next move puts a wall on a square.
    #[inline]
    pub(super) fn wall_is_due(&self) -> bool {
        self.ends_with_wall && self.left == 1
    }

    /// Whether the next move must not give check.
    pub(super) fn forbids_check(&self) -> bool {
        self.left > 1 && !self.series.check.may_be_early()
    }

    /// The number of moves in a turn of `side` when so many plies of the game are over, each a turn.
    pub(super) fn moves_in(&self, game: &Game, side: Color, ply: u32) -> u16 {
        let first = u32::from(game.def.first_to_move() == Color::Black);
        self.series.moves_in(side, ply.saturating_sub(first))
    }

    /// The part of the key, with `side` to move after so many plies: the moves that are left, and those of
    /// the next turn, and the only square for a wall.
    pub(super) fn key(&self, game: &Game, side: Color, ply: u32) -> u64 {
        let wall = self.left_square.map_or(0, |square| game.zobrist.wall[square.index()].rotate_left(1));
        mixed(self.left, self.moves_in(game, !side, ply + 1)) ^ wall
    }
}

/// A number for the key that tells these pairs apart.
fn mixed(left: u16, next: u16) -> u64 {
    let mut key = (u64::from(left) << 16 | u64::from(next)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ key >> 31
}
