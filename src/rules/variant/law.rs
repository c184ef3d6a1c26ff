//! The rules of a definition other than moves: forced captures, ends, castling and the like.

use super::words::words;
use crate::rules::geometry::{Color, Shape, Square};

/// Rules other than moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// What a turn is.
    pub turn: TurnRule,
    /// Whether capturing is forced.
    pub capture: Capture,
    /// What happens to a capturing piece.
    pub captor: Captor,
    /// Roles of pieces that survive an explosion beside them.
    pub spared: Vec<char>,
    /// The moves that make a piece change sides. Royal pieces never do.
    pub changes_side: SideChange,
    /// Whether a side may give check.
    pub checks: Checks,
    /// Which of a side's royal pieces must not be left attacked.
    pub royals: Royals,
    /// Roles of pieces that must not be traded for each other, like the Lions of Chu Shogi. Such a
    /// piece may capture another from a distance, without capturing more than a pawn on its way, only
    /// if no piece but a royal one could recapture. When such a piece has been captured by a different
    /// piece type, the next move may not capture one.
    pub untraded: Vec<char>,
    /// Whether such a piece counts as protected if only a royal piece could recapture.
    pub kings_guard: bool,
    /// Roles of pieces that cannot be captured.
    pub untaken: Vec<char>,
    /// The result of having no legal move in check.
    pub mate: Mate,
    /// The result of having no legal move while not in check.
    pub no_moves: NoMoves,
    /// The number of occurrences of a position that ends the game; 0 for none.
    pub repetition: u8,
    /// The result then.
    pub repeated: Repeated,
    /// Moves by each side without a capture or pawn move until the game is drawn; 0 for none.
    pub move_limit: u16,
    /// Whether the game is drawn when neither side can win any more.
    pub material_draw: bool,
    /// Roles of further pieces with which it is drawn, also with fewer: those of both sides together,
    /// without royal ones.
    pub too_weak: Vec<Vec<char>>,
    /// Castling.
    pub castling: Castling,
    /// By file, the roles on a side's first rank that castle once all pieces have been dropped; empty
    /// if pieces castle that start there.
    pub castling_homes: Vec<Option<char>>,
    /// How the pieces of the first rank are shuffled before a game, if they are.
    pub shuffle: Option<Shuffle>,
    /// The grid whose lines every move crosses, if there is one.
    pub grid: Option<Grid>,
    /// Other ways for a game to end.
    pub ends: Vec<End>,
    /// Endings that must be won in time.
    pub counting: Option<CountingRule>,
}

/// The pieces of the king's rank in any order that obeys this rule, Black's on the same files as
/// White's. The king is always between the pieces with which it castles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// Roles of pieces that stay where the starting position has them.
    pub fixed: Vec<char>,
    /// Roles of two pieces on squares of different colors.
    pub colors: Vec<[char; 2]>,
    /// Roles of two pieces that are not adjacent.
    pub apart: Vec<[char; 2]>,
    /// Whether every pawn is protected by a piece behind it.
    pub protected: bool,
    /// Orders that are excluded, as roles from the a-file on.
    pub never: Vec<String>,
}

/// Endings that must be won in time. A count of moves begins when there are no pawns, and another count
/// replaces it when a side has only its king left. The game is drawn when a count has reached its limit
/// and the side to move has a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingRule {
    /// Moves of each side without pawns, counted from 0; 0 if they are not counted.
    pub pawnless: u16,
    /// Moves of each side against a bare king without pawns: the lowest limit whose pieces the side has
    /// that moved when the count began. Empty if they are not counted.
    pub bare: Vec<BareLimit>,
    /// The same while there are pawns; 0 if the count does not begin before they are gone.
    pub with_pawns: u16,
    /// The first number of the count against a bare king.
    pub from: CountFrom,
    /// Whether a FEN has the limit instead of the en passant square and the count instead of the clock,
    /// both in plies. With `-` there, a FEN is played with the move limit and without counts.
    pub in_fen: bool,
}

/// A limit for a side with certain pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareLimit {
    /// Roles of its pieces, one for each piece; empty for any side.
    pub roles: Vec<char>,
    /// Moves of each side.
    pub moves: u16,
}

words! {
    /// The first number of a count against a bare king.
    pub enum CountFrom {
        /// Nothing.
        Zero = "zero",
        /// The number of pieces on the board.
        Men = "men",
    }

    /// When a side has won that has reached its goal.
    pub enum Arrival {
        /// At once.
        AtOnce = "at-once",
        /// At once for the side that moves second in the game. The side that moves first wins unless the
        /// other side arrives with its next move, which makes a draw (Racing Kings).
        Answered = "answered",
        /// When its piece cannot be captured, or has survived until its next turn (Jeson Mor).
        Held = "held",
    }

    /// How many losses count.
    pub enum Loss {
        /// The last of all the roles.
        All = "all",
        /// The last of a role.
        Role = "role",
        /// A single piece of those at the start.
        One = "one",
    }

    /// Whether capturing is forced.
    pub enum Capture {
        /// A side may always choose.
        Optional = "optional",
        /// A side that has a legal capture must make one, but may choose which. Only with
        /// [`TurnRule::Alternate`].
        Forced = "forced",
    }

    /// What happens to a capturing piece.
    pub enum Captor {
        /// It takes the place of its victim.
        Moves = "moves",
        /// It stays where it is.
        Stays = "stays",
        /// It is removed, together with everything adjacent to its victim's square. A royal piece never
        /// explodes by a move of its own side.
        Explodes = "explodes",
    }

    /// The moves that make a piece change sides.
    pub enum SideChange {
        /// None.
        Never = "never",
        /// Captures.
        Captures = "captures",
        /// All except captures.
        Quiet = "quiet",
        /// All.
        Always = "always",
    }

    /// Whether a side may give check. All but the first only with [`TurnRule::Alternate`].
    pub enum Checks {
        /// Yes.
        Allowed = "allowed",
        /// Only if it is mate by these same rules: the reply to a check must not be a check either.
        MateOnly = "mate-only",
        /// Never: there is no mate.
        Forbidden = "forbidden",
    }

    /// Which of a side's royal pieces must not be left attacked.
    pub enum Royals {
        /// Each of them.
        Each = "each",
        /// Not all at once. While there are several, one may be left attacked and captured. Only with
        /// [`TurnRule::Alternate`].
        NotAll = "not-all",
        /// Only the one nearest to the a-file, and of those the one nearest to White's first rank.
        Leftmost = "leftmost",
        /// The same, but for Black the one nearest to Black's first rank on a file.
        LeftmostOwnRank = "leftmost-own-rank",
    }

    /// The result of having no legal move in check.
    pub enum Mate {
        /// The mated side loses.
        Loses = "loses",
        /// The mated side wins.
        Wins = "wins",
    }

    /// The result for a side of losing pieces.
    pub enum LossResult {
        /// It has lost the game.
        Loses = "loses",
        /// It has won the game.
        Wins = "wins",
    }

    /// The result of having no legal move.
    pub enum NoMoves {
        /// A draw.
        Draw = "draw",
        /// The side that cannot move loses.
        MoverLoses = "mover-loses",
        /// The side that cannot move wins.
        MoverWins = "mover-wins",
        /// The side with fewer pieces wins; a draw if they have the same number.
        FewerMenWins = "fewer-men-wins",
        /// The squares of one color are closed: nobody moves there again, and half the game is drawn. Only
        /// with [`TurnRule::OneMovePerSquareColor`].
        ClosesComplex = "closes-complex",
    }

    /// What a turn is.
    pub enum TurnRule {
        /// One move.
        Alternate = "alternate",
        /// One move on the dark squares and one on the light ones, in either order.
        OneMovePerSquareColor = "one-move-per-square-color",
    }

    /// The result of a position that has occurred too often.
    pub enum Repeated {
        /// A draw.
        Draw = "draw",
        /// The arrangement of pieces on one square color has occurred too often: that color is closed. Only
        /// with [`TurnRule::OneMovePerSquareColor`].
        ClosesComplex = "closes-complex",
    }
}

/// A grid that divides the board into rectangular cells. No move ends in the cell where it began, and
/// no piece attacks within its cell. Cells at the edges of the board may be cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of files and ranks of a cell.
    pub size: (u8, u8),
    /// The file and rank at which some cell begins.
    pub corner: (u8, u8),
}

impl Grid {
    /// Whether two squares are in one cell.
    pub fn in_one_cell(&self, shape: &Shape, a: Square, b: Square) -> bool {
        let along = |at: u8, size: u8, corner: u8| (at + size - corner % size) / size;
        let cell = |square| {
            (
                along(shape.file(square), self.size.0, self.corner.0),
                along(shape.rank(square), self.size.1, self.corner.1),
            )
        };
        cell(a) == cell(b)
    }
}

/// A way to end a game other than mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A side wins when one of its pieces of these roles is on one of these squares.
    Reach {
        /// The roles.
        roles: Vec<char>,
        /// The squares of the board, for White and for Black.
        squares: [Vec<Square>; 2],
        /// When it has won.
        when: Arrival,
    },
    /// A side loses, or wins, when it has lost pieces of these roles.
    Lost {
        /// The roles.
        roles: Vec<char>,
        /// How many of them.
        how: Loss,
        /// The result for the side.
        result: LossResult,
    },
    /// A side wins when it has given this number of checks.
    Checks(u8),
    /// A side loses when it has only its king left, unless its next move bares the other king as well.
    /// Then it is a draw (Shatranj).
    Bare,
}

impl SideChange {
    /// Whether a move makes its piece change sides: one that captures, or one that does not.
    #[must_use]
    pub fn happens(self, captures: bool) -> bool {
        match self {
            SideChange::Never => false,
            SideChange::Captures => captures,
            SideChange::Quiet => !captures,
            SideChange::Always => true,
        }
    }
}

impl Royals {
    /// Whether only one of several royal pieces of a side counts, depending on its square.
    #[must_use]
    pub fn by_place(self) -> bool {
        matches!(self, Royals::Leftmost | Royals::LeftmostOwnRank)
    }

    /// The order of a side's royal pieces on these squares: the lowest counts.
    #[must_use]
    pub fn order(self, shape: &Shape, color: Color, square: Square) -> (u8, u8) {
        let rank = match self {
            Royals::LeftmostOwnRank => shape.rank_for(square, color),
            Royals::Each | Royals::NotAll | Royals::Leftmost => shape.rank(square),
        };
        (shape.file(square), rank)
    }
}

/// How a side castles.
#[derive(Clone, Debug, PartialEq)]
pub enum Castling {
    /// Not at all (or only by the king's `O`).
    None,
    /// With the pieces in the corners of the king's rank.
    Corner {
        /// The king's target file (from 0) toward the a-file.
        a_side: u8,
        /// The king's target file on the other side.
        h_side: u8,
        /// The king's partner.
        partner: Partner,
        /// Whether a color-bound corner piece keeps its color, so that the king moves one square
        /// farther.
        keep_color: bool,
    },
}

impl Castling {
    /// Whether king and partner may be anywhere on their rank at the start.
    pub fn is_shuffled(&self) -> bool {
        matches!(self, Castling::Corner { partner: Partner::Shuffled(_), .. })
    }
}

/// The king's partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// The piece in the corner, whatever it is.
    Corner,
    /// The outermost piece of a role on the King's rank.
    Outermost(char),
    /// The same, but both may be anywhere on their rank at the start, as the FEN says.
    Shuffled(char),
}
