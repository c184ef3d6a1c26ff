//! The result of a position of an ending, in two bytes.

/// The result of a position for the side to move with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// It wins in this many plies.
    Won(u16),
    /// Neither side can win.
    Drawn,
    /// It loses in this many plies.
    Lost(u16),
}

impl Value {
    /// The result one ply earlier, for the other side.
    pub fn before(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies + 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies + 1),
        }
    }

    /// A number for comparison: greater is better for the side to move, so early wins and late losses come
    /// first.
    pub fn rank(self) -> i32 {
        match self {
            Value::Won(plies) => 0x1_0000 - i32::from(plies),
            Value::Drawn => 0,
            Value::Lost(plies) => i32::from(plies) - 0x1_0000,
        }
    }
}

/// An entry of a table while it is computed.
///
/// An undecided position holds the number of its moves that are not yet known to lose. If a move that leaves
/// the table (a capture or promotion) does not lose, the position is marked as safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally(pub(super) u16);

const WON: u16 = 0x8000;
const LOST: u16 = 0x4000;
const SAFE: u16 = 0x2000;
/// In place of the number of moves within the table.
const UNCOUNTED: u16 = SAFE - 1;
/// The most plies that fit in a cell.
const MOST_PLIES: u16 = 0x3ffe;

impl Tally {
    /// Not a legal position.
    pub(super) const INVALID: Tally = Tally(0xffff);

    #[inline]
    pub(super) fn won(plies: u16) -> Tally {
        Tally(WON | plies.min(MOST_PLIES))
    }

    #[inline]
    pub(super) fn lost(plies: u16) -> Tally {
        Tally(LOST | plies.min(MOST_PLIES))
    }

    /// An undecided position with this many moves within the table.
    #[inline]
    pub(super) fn open(moves: u16, safe: bool) -> Tally {
        Tally(moves.min(UNCOUNTED - 1) | if safe { SAFE } else { 0 })
    }

    /// An undecided position whose moves within the table are still to be counted.
    #[inline]
    pub(super) fn uncounted(safe: bool) -> Tally {
        Tally(UNCOUNTED | if safe { SAFE } else { 0 })
    }

    #[inline]
    pub(super) fn is_uncounted(self) -> bool {
        self.is_undecided() && self.moves() == UNCOUNTED
    }

    /// Whether a move that leaves the table does not lose.
    #[inline]
    pub(super) fn is_safe(self) -> bool {
        self.0 & SAFE != 0
    }

    #[inline]
    pub(super) fn is_undecided(self) -> bool {
        self.0 < LOST
    }

    /// Whether all moves are known to lose.
    #[inline]
    pub(super) fn has_nothing_left(self) -> bool {
        self.0 == 0
    }

    /// The number of moves within the table that are not known to lose.
    #[inline]
    pub(super) fn moves(self) -> u16 {
        self.0 & (SAFE - 1)
    }

    /// The result; `None` if the position is not legal. A position that is still undecided in the end is
    /// drawn.
    #[inline]
    pub(super) fn value(self) -> Option<Value> {
        match self {
            Tally::INVALID => None,
            Tally(code) if code >= WON => Some(Value::Won(code & !WON)),
            Tally(code) if code >= LOST => Some(Value::Lost(code & !LOST)),
            Tally(_) => Some(Value::Drawn),
        }
    }
}
