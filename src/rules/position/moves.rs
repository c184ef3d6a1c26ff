//! A move, packed into 32 bits.

use crate::rules::game::{Castle, Game, KindId, MAX_PIECES};
use crate::rules::geometry::{Narrow, Square};
use crate::rules::variant::PROMOTED_MARK;

/// A move: from, to, a type, and an index whose meaning depends on the type. Of 16 types 5 are free, and
/// the index has 12 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(u32);

/// What sort of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveType {
    /// Move to the square and capture the piece there.
    Normal,
    /// A pawn's first move past squares on which it may be captured: index of the double step.
    DoubleStep(u8),
    /// Capture a pawn that has just passed, and perhaps promote.
    EnPassant(Option<KindId>),
    /// Castle: index of the record.
    Castle(u8),
    Promotion(KindId),
    /// A pawn move that neither resets the move count nor cuts the repetition scan.
    KeepsClock,
    /// Capture pieces on the way, or end where it began: index of the victims.
    Takes(u16),
    /// Move to the square, capture the piece there, and be transformed as such moves do.
    Becomes,
    /// Drop a piece from the hand on a square, which is both start and target.
    Drop(KindId),
    /// Move to the square, capture the piece there, and have this game's side effects.
    SideEffects,
    /// Move or castle, and put a piece from the hand on a square that becomes free: a [`Gate`], packed.
    Gate(u16),
}

/// How a piece enters from the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gate {
    /// The piece that enters.
    pub(crate) kind: KindId,
    /// The castling record, if the move is castling.
    pub(crate) castle: Option<u8>,
    /// Whether it enters on the square of the king's partner, not on the starting square.
    pub(crate) by_partner: bool,
}

impl Gate {
    /// In 12 bits: the kind, the record plus one, and which square.
    pub(crate) fn pack(self) -> u16 {
        let castle = self.castle.map_or(0, |index| u16::from(index) + 1);
        u16::from(self.kind.0) & 0x3F | (castle & 0x1F) << 6 | u16::from(self.by_partner) << 11
    }

    fn unpack(index: u16) -> Gate {
        let index = u32::from(index);
        let castle = index >> 6 & 0x1F;
        let kind = KindId((index & 0x3F).narrow());
        Gate { kind, castle: castle.checked_sub(1).map(Narrow::narrow), by_partner: index >> 11 & 1 != 0 }
    }
}

// A kind takes six bits of a gate.
const _: () = assert!(MAX_PIECES == 1 << 6);

/// The index of no victims.
const NOTHING: u16 = 0xFFF;

impl Move {
    /// Not a move; never legal.
    pub const NONE: Move = Move(0);

    #[inline]
    pub(crate) fn new(from: u8, to: u8, move_type: MoveType) -> Move {
        let (code, index) = match move_type {
            MoveType::Normal => (0, 0),
            MoveType::DoubleStep(i) => (1, i),
            MoveType::EnPassant(promotes) => (2, promotes.map_or(0, |kind| kind.0 + 1)),
            MoveType::Castle(i) => (3, i),
            MoveType::Promotion(kind) => (4, kind.0),
            MoveType::KeepsClock => (5, 0),
            MoveType::Becomes => (7, 0),
            MoveType::Drop(kind) => (8, kind.0),
            MoveType::SideEffects => (9, 0),
            MoveType::Takes(victims) => return Move::packed(from, to, 6, victims),
            MoveType::Gate(gate) => return Move::packed(from, to, 10, gate),
        };
        Move::packed(from, to, code, u16::from(index))
    }

    #[inline]
    fn packed(from: u8, to: u8, code: u32, index: u16) -> Move {
        Move(u32::from(from) | u32::from(to) << 8 | code << 16 | u32::from(index) << 20)
    }

    /// The move of a piece to a square, where it captures.
    pub(crate) fn plain(from: Square, to: Square) -> Move {
        Move::new(from.0, to.0, MoveType::Normal)
    }

    /// Passing the turn: a piece stays where it is and takes nothing.
    pub(crate) fn pass(of: Square) -> Move {
        Move::packed(of.0, of.0, 6, NOTHING)
    }

    /// Whether it passes the turn.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.move_type() == MoveType::Takes(NOTHING)
    }

    pub(crate) fn castling(castle: &Castle, index: usize) -> Move {
        Move::new(castle.king.0.0, castle.king.1.0, MoveType::Castle(index.narrow()))
    }

    /// The square of the moving piece.
    #[inline]
    pub const fn from(self) -> Square {
        Square(self.0.to_le_bytes()[0])
    }

    /// The target. Castling is the king's move.
    #[inline]
    pub const fn to(self) -> Square {
        Square(self.0.to_le_bytes()[1])
    }

    #[inline]
    pub(crate) fn move_type(self) -> MoveType {
        let index = (self.0 >> 20 & 0xFF).narrow();
        match self.0 >> 16 & 15 {
            1 => MoveType::DoubleStep(index),
            2 => MoveType::EnPassant(index.checked_sub(1).map(KindId)),
            3 => MoveType::Castle(index),
            4 => MoveType::Promotion(KindId(index)),
            5 => MoveType::KeepsClock,
            6 => MoveType::Takes((self.0 >> 20 & 0xFFF).narrow()),
            7 => MoveType::Becomes,
            8 => MoveType::Drop(KindId(index)),
            9 => MoveType::SideEffects,
            10 => MoveType::Gate((self.0 >> 20 & 0xFFF).narrow()),
            _ => MoveType::Normal,
        }
    }

    /// Whether the move has no effect besides moving the piece and capturing on the target square.
    #[inline]
    pub(crate) const fn is_ordinary(self) -> bool {
        self.0 >> 16 == 0
    }

    /// The index of the double step, past squares on which the pawn may be captured.
    #[inline]
    pub(crate) fn double_step(self) -> Option<u8> {
        match self.move_type() {
            MoveType::DoubleStep(index) => Some(index),
            _ => None,
        }
    }

    /// Whether it is a pawn move that does not reset the move count.
    #[inline]
    pub(crate) fn keeps_clock(self) -> bool {
        self.move_type() == MoveType::KeepsClock
    }

    /// The same move with a promotion: an ordinary move, or a capture en passant.
    pub(crate) fn promoting(self, kind: KindId) -> Move {
        let move_type = match self.move_type() {
            MoveType::EnPassant(_) => MoveType::EnPassant(Some(kind)),
            _ => MoveType::Promotion(kind),
        };
        Move::new(self.from().0, self.to().0, move_type)
    }

    /// The promotion piece.
    #[inline]
    pub fn promotion(self) -> Option<KindId> {
        match self.move_type() {
            MoveType::Promotion(kind) => Some(kind),
            MoveType::EnPassant(promotes) => promotes,
            _ => None,
        }
    }

    /// The dropped piece.
    #[inline]
    pub fn dropped(self) -> Option<KindId> {
        match self.move_type() {
            MoveType::Drop(kind) => Some(kind),
            _ => None,
        }
    }

    /// The piece that enters from the hand by it.
    #[inline]
    pub fn entering(self) -> Option<KindId> {
        self.gate().map(|gate| gate.kind)
    }

    #[inline]
    pub(crate) fn gate(self) -> Option<Gate> {
        match self.move_type() {
            MoveType::Gate(gate) => Some(Gate::unpack(gate)),
            _ => None,
        }
    }

    /// The move without the entering piece.
    #[must_use]
    pub fn without_entry(self) -> Move {
        self.gate().map_or(self, |gate| {
            Move::new(self.from().0, self.to().0, gate.castle.map_or(MoveType::Normal, MoveType::Castle))
        })
    }

    /// The castling record it follows.
    #[inline]
    pub(crate) fn castle(self) -> Option<u8> {
        match self.move_type() {
            MoveType::Castle(index) => Some(index),
            MoveType::Gate(gate) => Gate::unpack(gate).castle,
            _ => None,
        }
    }

    /// Whether it is a castling move.
    #[inline]
    pub fn is_castling(self) -> bool {
        self.castle().is_some()
    }

    /// The move as a number, for storage in a table. [`Move::from_bits`] is its inverse.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move of a number. Whether it is legal is for [`super::Position::is_legal`] to decide.
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

/// What a move does, by the tables of its game.
impl Move {
    /// The castling record it follows.
    pub(crate) fn castle_of(self, game: &Game) -> Option<&Castle> {
        game.castles.get(usize::from(self.castle()?))
    }

    /// The squares of the pieces that it captures on its way, in order.
    pub fn victims(self, game: &Game) -> &[Square] {
        match self.move_type() {
            MoveType::Takes(index) => game.moves.victims(index),
            _ => &[],
        }
    }

    /// The square on which it puts the piece that it shifts; `None` if it shifts none.
    pub fn put_down(self, game: &Game) -> Option<Square> {
        match self.move_type() {
            MoveType::Takes(index) => game.moves.put_down(index),
            _ => None,
        }
    }

    /// The squares between its legs: where it captures on its way, and where it puts a captured piece.
    pub fn on_the_way(self, game: &Game) -> impl Iterator<Item = Square> + '_ {
        self.victims(game).iter().copied().chain(self.put_down(game))
    }

    /// Castling as the king's move to its partner's square, as shuffled games write it; `None` if it is not
    /// castling.
    pub fn king_takes_partner(self, game: &Game) -> Option<String> {
        let castle = self.castle_of(game)?;
        Some(format!("{}{}", game.shape.name(castle.king.0), game.shape.name(castle.partner.0)))
    }

    /// The square on which a piece from the hand enters by it.
    pub fn entered(self, game: &Game) -> Option<Square> {
        let by_partner = self.gate()?.by_partner;
        let castle = self.castle_of(game).filter(|_| by_partner);
        Some(castle.map_or(self.from(), |castle| castle.partner.0))
    }

    /// The squares written for it if a piece enters by it. When castling, these are the partner's and the
    /// king's if it enters by the partner.
    pub(crate) fn entry_squares(self, game: &Game) -> Option<(Square, Square)> {
        let gate = self.gate()?;
        let castle = self.castle_of(game).filter(|_| gate.by_partner);
        Some(castle.map_or((self.from(), self.to()), |castle| (castle.partner.0, castle.king.0)))
    }

    /// The last letter of its text if it promotes, or lets a piece in from the hand.
    pub(crate) fn suffix(self, game: &Game) -> Option<char> {
        let entering = self.entering().map(|kind| game.kind(kind).letter.to_ascii_lowercase());
        entering.or_else(|| self.promotion_letter(game))
    }

    /// The last letter of its text if it promotes.
    pub(crate) fn promotion_letter(self, game: &Game) -> Option<char> {
        let kind = game.kind(self.promotion()?);
        match kind.mark {
            Some(PROMOTED_MARK) => Some(PROMOTED_MARK),
            _ => Some(kind.letter.to_ascii_lowercase()),
        }
    }
}
