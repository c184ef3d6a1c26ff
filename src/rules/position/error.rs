//! Why a FEN is refused, as data.

use std::ops::{BitOr, Range};

use crate::base::text::fields;
use crate::rules::geometry::{Color, RowError, SquareColor};
use crate::rules::letter::Letter;

/// Why a FEN was refused: what came, and what was expected of which field.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN, {} (`{got}`): {fault}", fault.field())]
pub struct FenError {
    /// What came: at most its first 80 characters.
    pub got: String,
    /// What is wrong with it.
    pub fault: FenFault,
}

impl FenError {
    pub(super) fn new(got: &str, fault: FenFault) -> FenError {
        FenError { got: got.chars().take(80).collect(), fault }
    }
}

impl FenError {
    /// The bytes of `fen` that are faulty: of a letter, of a field, or of the board.
    pub fn span(&self, fen: &str) -> Range<usize> {
        let board = self.fault.field() == "pieces";
        let is_meant = |(index, (_, field)): &(usize, (usize, &str))| {
            if board { *index == 0 } else { *index > 0 && *field == self.got }
        };
        let Some((_, (at, field))) = fields(fen).enumerate().find(is_meant) else { return 0..fen.len() };
        let letter = match &self.fault {
            FenFault::Right { letter, .. } => field.find(*letter).map(|at| (at, letter.len_utf8())),
            FenFault::RightsWithoutPieces { letters, .. } => {
                let first = letters.chars().next().unwrap_or_default();
                field.find(first).map(|at| (at, first.len_utf8()))
            }
            _ => None,
        };
        let (behind, length) = letter.unwrap_or((0, field.len()));
        at + behind..at + behind + length
    }
}

/// What is wrong with a field of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenFault {
    /// The rows do not fit the board.
    #[error(transparent)]
    Rows(#[from] RowError),
    /// A letter that no piece has.
    #[error("`{letter}` is not a piece here: expected one of {known}")]
    Letter {
        /// The letter with its signs.
        letter: String,
        /// The letters of the game.
        known: String,
    },
    /// Two walls where there is one duck.
    #[error("expected one `*` at most: there is one duck")]
    SecondDuck,
    /// More pieces than a position can hold, both sides together.
    #[error("too many pieces: a position holds at most {0}, both sides together")]
    TooManyPieces(usize),
    /// Neither `w` nor `b`.
    #[error("expected `w` or `b`")]
    Side,
    /// A right that the game does not know.
    #[error("`{letter}` is no right here: {}", expected_rights(known))]
    Right {
        /// The letter.
        letter: char,
        /// The letters of all rights.
        known: String,
    },
    /// Rights without the pieces that castle.
    #[error("{}", without_pieces(letters, *castling))]
    RightsWithoutPieces {
        /// Their letters.
        letters: String,
        /// Whether there is castling in this game at all.
        castling: bool,
    },
    /// The game cannot be compiled for these pieces.
    #[error("{0}")]
    Compile(String),
    /// The en passant field does not consist of squares.
    #[error("expected `-`, the square passed, or that and the square of the piece that passed")]
    EnPassant,
    /// No pawn can have just passed the square.
    #[error("no pawn of {color} can just have passed {square}")]
    NotPassed {
        /// The pawn's color.
        color: Color,
        /// The square by its name.
        square: String,
    },
    /// No piece can have just captured one that must not be traded.
    #[error("no piece of {color} can just have captured one on {square} that must not be traded")]
    NotCaptured {
        /// The captor's color.
        color: Color,
        /// The square by its name.
        square: String,
    },
    /// The limit of a count is not a number.
    #[error("expected `-`, or the limit of the count in plies: 0 if nothing is counted")]
    CountLimit,
    /// The checks to be given are malformed or too many.
    #[error("expected the checks still to be given, like `{0}+{0}`")]
    Checks(u8),
    /// The clock is not a number.
    #[error("expected a number of plies")]
    Clock,
    /// The move number is not a number.
    #[error("expected a number")]
    MoveNumber,
    /// The field of the square colors on which moves are pending is malformed.
    #[error("expected `d` (dark), `l` (light), `dl` or `-`")]
    Pending,
    /// The field of the moves that are left in a turn is malformed.
    #[error("expected the number of moves left in this turn, from 1")]
    MovesLeft,
    /// The field of the square that a piece has left is malformed.
    #[error("expected the square that a piece has left in this turn")]
    LeftSquare,
    /// The field of the closed squares is malformed.
    #[error("expected `d` (dark), `l` (light), `dl` or `-`")]
    Closed,
    /// A move is pending on closed squares.
    #[error("the {0} squares are closed: no move is due there")]
    PendingClosed(SquareColor),
    /// A field too many.
    #[error("expected nothing more after the last field")]
    End,
    /// The pieces are set up as is impossible in a game.
    #[error("{text}")]
    Setup {
        /// All that is wrong.
        faults: SetupFaults,
        /// The first of it in words.
        text: String,
    },
}

/// What is wrong with rights that no pieces can use.
fn without_pieces(letters: &str, castling: bool) -> String {
    if castling {
        format!("`{letters}`: no king and partner are where they could castle")
    } else {
        format!("`{letters}`: {NO_CASTLING}")
    }
}

/// What a field of rights holds where nobody castles.
const NO_CASTLING: &str = "no castling is possible in this game, so expected `-`";

/// What a field of rights may hold.
fn expected_rights(known: &str) -> String {
    match known {
        "" => NO_CASTLING.to_owned(),
        known => format!("expected letters of `{known}`, or `-` alone"),
    }
}

impl FenFault {
    /// The field at fault.
    pub fn field(&self) -> &'static str {
        match self {
            FenFault::Rows(_)
            | FenFault::Letter { .. }
            | FenFault::SecondDuck
            | FenFault::TooManyPieces(_)
            | FenFault::Setup { .. } => "pieces",
            FenFault::Side => "side to move",
            FenFault::Right { .. } | FenFault::RightsWithoutPieces { .. } | FenFault::Compile(_) => {
                "castling"
            }
            FenFault::EnPassant | FenFault::NotPassed { .. } | FenFault::NotCaptured { .. } => "en passant",
            FenFault::CountLimit => "counting limit",
            FenFault::Checks(_) => "checks",
            FenFault::Clock => "clock",
            FenFault::MoveNumber => "move number",
            FenFault::Pending | FenFault::PendingClosed(_) => "squares to move on",
            FenFault::Closed => "squares closed",
            FenFault::MovesLeft => "moves left",
            FenFault::LeftSquare => "square left",
            FenFault::End => "end",
        }
    }
}

/// What is wrong in a position itself, which no FEN and no move may bring about.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Inconsistency {
    /// The pieces of the sides are not those on the board.
    #[error("the sides' pieces are not the pieces on the board")]
    Sides,
    /// A piece is not where its slot says.
    #[error("slot {slot} is not on its square {square}")]
    Slot {
        /// The slot.
        slot: usize,
        /// The square that it names.
        square: String,
    },
    /// A piece is royal although its kind is not, or the other way round.
    #[error("slot {0} is royal or not, against its kind")]
    Royal(usize),
    /// The board has more or fewer pieces than there are.
    #[error("{cells} pieces on the board, {alive} alive")]
    Cells {
        /// The occupied squares.
        cells: usize,
        /// The pieces.
        alive: u32,
    },
    /// The number of a piece type is wrong.
    #[error("{count} of kind {letter} on the board, {counted} counted")]
    Count {
        /// Its letter.
        letter: Letter,
        /// The pieces on the board.
        count: usize,
        /// The number noted.
        counted: u32,
    },
    /// Whether a piece can capture en passant is noted wrongly.
    #[error("a capture en passant is thought possible and is not, or the other way round")]
    EnPassant,
    /// The hash.
    #[error("the keys are not those of the position")]
    Keys,
    /// A castling right without king or partner.
    #[error("the castling right {letter} (bit {bit}) has no pieces")]
    Castling {
        /// Its letter.
        letter: char,
        /// Its bit.
        bit: usize,
    },
    /// The right of an unmoved piece that is not there, by its square.
    #[error("the first-move right on {0} has no piece")]
    FirstMove(String),
    /// A king that could be captured now.
    #[error("the side that has just moved is in check")]
    LeftInCheck,
    /// A piece, by its slot, that has left the color of its square where that has moves of its own.
    #[error("slot {0} has changed its color")]
    SquareColor(usize),
    /// A color on which a move is pending that nothing can make.
    #[error("a move on {0} squares is pending and there is none")]
    Pending(SquareColor),
    /// The hash of a color.
    #[error("the key of the {0} squares is not that of their pieces")]
    ColorKey(SquareColor),
    /// More moves are left than the turn has, or none.
    #[error("{left} moves are left of a turn of {all}")]
    MovesLeft {
        /// The moves that are left.
        left: u16,
        /// The moves of the turn.
        all: u16,
    },
}

impl From<Inconsistency> for String {
    fn from(fault: Inconsistency) -> String {
        fault.to_string()
    }
}

/// Why a setup is not a position of a game: a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetupFaults(u8);

impl SetupFaults {
    /// None.
    pub const NONE: SetupFaults = SetupFaults(0);
    /// A piece is on a square where it would have promoted.
    pub const UNPROMOTED: SetupFaults = SetupFaults(1);
    /// A side has more royal pieces than it can have.
    pub const TOO_MANY_ROYALS: SetupFaults = SetupFaults(2);
    /// A side has no royal piece and needs one.
    pub const NO_ROYAL: SetupFaults = SetupFaults(4);
    /// The side to move could capture a royal piece.
    pub const OPPONENT_IN_CHECK: SetupFaults = SetupFaults(8);

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are not among `others`.
    #[must_use]
    pub const fn without(self, others: SetupFaults) -> SetupFaults {
        SetupFaults(self.0 & !others.0)
    }
}

impl BitOr for SetupFaults {
    type Output = SetupFaults;
    fn bitor(self, other: SetupFaults) -> SetupFaults {
        SetupFaults(self.0 | other.0)
    }
}
