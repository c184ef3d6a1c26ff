//! The rules of a definition that are not moves: duties, ends, castling and the like.

use crate::geometry::{Color, Shape, Square};

/// Rules that are not moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// What a turn is.
    pub turn: TurnRule,
    /// Whether a man that can be captured must be.
    pub capture: Capture,
    /// What becomes of a man that captures.
    pub captor: Captor,
    /// Roles of men that an explosion beside them spares.
    pub spared: Vec<char>,
    /// Which moves make a man change sides. Royal men never do.
    pub changes_side: SideChange,
    /// Whether a side may give check.
    pub checks: Checks,
    /// Which of a side's royal men must not be left attacked.
    pub royals: Royals,
    /// Roles of men that must not be traded for each other, as the Lions of Chu Shogi: such a man takes
    /// another from afar, and nothing but a pawn on its way, only where none but a royal man could take it
    /// back; and when such a man has been taken by another sort of man, the next move takes none.
    pub untraded: Vec<char>,
    /// Roles of men that nobody may take.
    pub untaken: Vec<char>,
    /// What having no legal move in check means.
    pub mate: Mate,
    /// What having no legal move (and not being in check) means.
    pub no_moves: NoMoves,
    /// How often a position may occur before something happens; 0 for never.
    pub repetition: u8,
    /// What happens then.
    pub repeated: Repeated,
    /// Moves by each side without capture or pawn move before the game is drawn; 0 for never.
    pub move_limit: u16,
    /// Whether the game is drawn when nobody can win any more.
    pub material_draw: bool,
    /// Roles of men with which it is drawn as well, and with less: those of both sides together,
    /// besides the royal ones.
    pub too_weak: Vec<Vec<char>>,
    /// Castling.
    pub castling: Castling,
    /// By file, the roles on a side's first rank that castle once all men have been dropped; empty if men castle
    /// that start there.
    pub castling_homes: Vec<Option<char>>,
    /// How the men of the first rank are shuffled before a game, where they are.
    pub shuffle: Option<Shuffle>,
    /// The grid whose lines every move crosses, where there is one.
    pub grid: Option<Grid>,
    /// Other ways for a game to end.
    pub ends: Vec<End>,
    /// Endings that must be won in time.
    pub counting: Option<CountingRule>,
}

/// The men of the King's rank stand in any order that keeps this law, Black's on the files of White's.
/// The King stands between the men it castles with, whatever the law says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// Roles of two men that stand on squares of different colors.
    pub colors: Vec<[char; 2]>,
    /// Roles of two men that do not stand side by side.
    pub apart: Vec<[char; 2]>,
    /// Whether every pawn has a man behind it that protects it.
    pub protected: bool,
    /// Orders that are not played, as roles from the a-file on.
    pub never: Vec<String>,
}

/// Endings that must be won in time: a count of moves begins when there are no pawns, and another
/// that takes its place when a side has nothing left but its King. The game is drawn when a count
/// has reached its limit and the side to move has a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingRule {
    /// Moves of each side without pawns, counted from 0; 0 if these are not counted.
    pub pawnless: u16,
    /// Moves of each side against a bare King when there are no pawns: the least of the limits whose
    /// men the side has that moved when the count began. Empty if these are not counted.
    pub bare: Vec<BareLimit>,
    /// The same while there are pawns; 0 if it does not begin before they are gone.
    pub with_pawns: u16,
    /// Where the count against a bare King begins.
    pub from: CountFrom,
    /// Whether a FEN has the limit in place of the square passed and the count in place of the clock,
    /// both in plies. One with `-` there is then played with the move limit and without counts.
    pub in_fen: bool,
}

/// A limit for a side with certain men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareLimit {
    /// Roles of men it has, one for each man; none for any side.
    pub roles: Vec<char>,
    /// Moves of each side.
    pub moves: u16,
}

/// The first number of a count against a bare King.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountFrom {
    /// Nothing.
    Zero,
    /// The men on the board.
    Men,
}

/// A grid that parts the board into rectangular cells: no move ends in the cell it began in, and
/// no man attacks within its cell. Cells at the edges of the board may be cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The files and ranks of a cell.
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

/// A way for a game to end that is no mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A side wins that has brought a man of these roles to one of these squares.
    Reach {
        /// The roles.
        roles: Vec<char>,
        /// The squares of the board, for White and for Black.
        squares: [Vec<Square>; 2],
        /// When it has won.
        when: Arrival,
    },
    /// A side loses, or wins, that has lost men of these roles.
    Lost {
        /// The roles.
        roles: Vec<char>,
        /// How many of them.
        how: Loss,
        /// What that means for the side.
        result: LossResult,
    },
    /// A side wins that has given so many checks.
    Checks(u8),
    /// A side loses that has nothing left but its King, unless its next move bares the other King as
    /// well: then it is a draw (Shatranj).
    Bare,
}

/// When a side has won that has reached its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At once.
    AtOnce,
    /// At once if it moves second in the game; if it moves first, unless the other side arrives with its next
    /// move: then it is a draw (Racing Kings).
    Answered,
    /// When its man cannot be captured, or has not been when it is its turn again (Jeson Mor).
    Held,
}

/// How many men make a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A single one, of those it began with.
    One,
    /// The last of a role.
    Role,
    /// The last of all the roles.
    All,
}

/// Whether a man that can be captured must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// A side captures if it likes to.
    Optional,
    /// A side that has a legal capture must make one, whichever it likes. Only with
    /// [`TurnRule::Alternate`].
    Forced,
}

/// What becomes of a man that captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captor {
    /// It takes the place of its victim.
    Moves,
    /// It stays where it is.
    Stays,
    /// It is removed, and so is everything that touches its victim's square. A royal man never explodes by a
    /// move of its own side.
    Explodes,
}

/// Which moves make a man change sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChange {
    /// None.
    Never,
    /// Captures.
    Captures,
    /// All but captures.
    Quiet,
    /// All.
    Always,
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

/// Whether a side may give check. All but the first only with [`TurnRule::Alternate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Yes.
    Allowed,
    /// Only if it is mate by these same rules: the answer to a check must not be a check either.
    MateOnly,
    /// Never: there is no mate.
    Forbidden,
}

/// Which of a side's royal men must not be left attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Royals {
    /// Each of them.
    Each,
    /// Not all at once: while there are several, one may be left attacked, and be captured. Only with
    /// [`TurnRule::Alternate`].
    NotAll,
    /// The one nearest to the a-file alone, and of those the one nearest to White's first rank.
    Leftmost,
    /// The same, but of Black's on a file the one nearest to Black's first rank.
    LeftmostOwnRank,
}

impl Royals {
    /// Whether of several royal men of a side one alone counts, by where they stand.
    #[must_use]
    pub fn by_place(self) -> bool {
        matches!(self, Royals::Leftmost | Royals::LeftmostOwnRank)
    }

    /// The order in which a side's royal men on these squares count: the lowest first.
    #[must_use]
    pub fn order(self, shape: &Shape, color: Color, square: Square) -> (u8, u8) {
        let rank = match self {
            Royals::LeftmostOwnRank => shape.rank_for(square, color),
            Royals::Each | Royals::NotAll | Royals::Leftmost => shape.rank(square),
        };
        (shape.file(square), rank)
    }
}

/// What having no legal move in check means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side that is mated loses.
    Loses,
    /// The side that is mated wins.
    Wins,
}

/// What the loss of men means for the side that has lost them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossResult {
    /// It has lost the game.
    Loses,
    /// It has won the game.
    Wins,
}

/// What having no legal move means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMoves {
    /// A draw.
    Draw,
    /// The side that cannot move loses.
    MoverLoses,
    /// The side that cannot move wins.
    MoverWins,
    /// The side that has fewer men wins; a draw if they have equally many.
    FewerMenWins,
    /// The squares of one color are closed: nobody moves there again, and half the game is drawn.
    /// Only with [`TurnRule::OneMovePerSquareColor`].
    ClosesComplex,
}

/// What a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnRule {
    /// One move.
    Alternate,
    /// One move on the dark squares and one on the light ones, in either order.
    OneMovePerSquareColor,
}

/// What a position that has occurred too often means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// A draw.
    Draw,
    /// The men of one square color have stood like that too often: it is closed. Only with
    /// [`TurnRule::OneMovePerSquareColor`].
    ClosesComplex,
}

/// How a side castles.
#[derive(Clone, Debug, PartialEq)]
pub enum Castling {
    /// Not at all (or only as the King's `O` says).
    None,
    /// With the men in the corners of the King's rank.
    Corner {
        /// File (from 0) the King goes to on the a-side.
        a_side: u8,
        /// File the King goes to on the other side.
        h_side: u8,
        /// Whom it castles with.
        partner: Partner,
        /// Whether a color-bound corner man keeps its color: the King goes one square further.
        keep_color: bool,
    },
}

impl Castling {
    /// Whether King and partner may stand anywhere on their rank when the game begins.
    pub fn is_shuffled(&self) -> bool {
        matches!(self, Castling::Corner { partner: Partner::Shuffled(_), .. })
    }
}

/// Whom a King castles with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// The man in the corner, whatever it is.
    Corner,
    /// The outermost man of a role on the King's rank.
    Outermost(char),
    /// The same, but both may stand anywhere on their rank when the game begins: the FEN tells.
    Shuffled(char),
}
