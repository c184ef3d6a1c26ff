//! The changing part of a game: pieces, turn, rights, clocks, keys and the history for unmaking moves.
//!
//! Everything constant is in [`Game`], which is passed to every method.

use std::sync::Arc;

use crate::rules::game::{DoubleStep, Game, KindId, MAX_KINDS, MAX_PIECES, MaybeIndex, QUIET, capture};
use crate::rules::geometry::{Color, MAX_SQUARES, Narrow, Square};

use super::moves::Move;
use super::sets::PieceSet;
use super::turn::Turn;

/// The bits of a square: two, and those of a slot.
#[cfg(not(feature = "large"))]
type CellBits = u8;
#[cfg(feature = "large")]
type CellBits = u16;

/// The number of bits of a slot.
const SLOT_BITS: u32 = MAX_PIECES.trailing_zeros();
/// All bits of a slot.
const SLOT: CellBits = (1 << SLOT_BITS) - 1;
/// The bit of a piece.
const PIECE: CellBits = 2 << SLOT_BITS;
/// The bit of a black piece, or of a wall if there is no piece.
const BLACK: CellBits = 1 << SLOT_BITS;

/// The content of a square: nothing, a wall, or a side and a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(CellBits);

impl Cell {
    pub(crate) const EMPTY: Cell = Cell(0);
    /// A wall, which is nobody's. It has the last slot: where there are walls, no piece has that.
    pub(crate) const WALL: Cell = Cell(BLACK | SLOT);

    #[inline]
    pub(crate) const fn new(color: Color, slot: u8) -> Cell {
        Cell(PIECE | (color as CellBits) << SLOT_BITS | slot as CellBits)
    }

    /// The cell of a side's piece in a slot, which is below [`MAX_PIECES`].
    pub(super) fn of_slot(color: Color, slot: usize) -> Cell {
        Cell::new(color, slot.narrow())
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn is_piece(self) -> bool {
        self.0 & PIECE != 0
    }

    #[inline]
    pub(crate) fn is(self, color: Color) -> bool {
        self.0 & (PIECE | BLACK) == PIECE | (color as CellBits) << SLOT_BITS
    }

    /// The side; meaningless without a piece.
    #[inline]
    pub(crate) fn color(self) -> Color {
        if self.0 & BLACK == 0 { Color::White } else { Color::Black }
    }

    /// 0 for an empty cell, 1 for a wall, otherwise one number for each side.
    #[inline]
    pub(crate) const fn class(self) -> usize {
        (self.0 >> SLOT_BITS) as usize
    }

    /// The slot; meaningless without a piece.
    #[inline]
    pub(crate) fn slot(self) -> usize {
        (self.0 & SLOT) as usize
    }
}

// The content of a square decides by itself whether a piece may stop there: see `When`.
const _: () = assert!(
    1 << Cell::EMPTY.class() == QUIET
        && 1 << Cell::new(Color::Black, 0).class() == capture(Color::White)
        && 1 << Cell::new(Color::White, 0).class() == capture(Color::Black)
);

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSet([u64; MAX_SQUARES / 64]);

impl SquareSet {
    pub(crate) const EMPTY: SquareSet = SquareSet([0; MAX_SQUARES / 64]);
    pub(super) const ALL: SquareSet = SquareSet([u64::MAX; MAX_SQUARES / 64]);

    /// Whether a square is in the set.
    #[inline]
    pub fn holds(&self, square: Square) -> bool {
        self.contains(square.0)
    }

    #[inline]
    pub(super) fn contains(&self, square: u8) -> bool {
        self.0[usize::from(square) >> 6] >> (square & 63) & 1 != 0
    }

    /// Adds a square; `false` if it was there.
    #[inline]
    pub(crate) fn insert(&mut self, square: u8) -> bool {
        let new = !self.contains(square);
        self.0[usize::from(square) >> 6] |= 1 << (square & 63);
        new
    }

    /// Keeps the squares that are in both sets.
    #[inline]
    pub(super) fn retain(&mut self, other: &SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

/// A count in plies, where endings must be won in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Count {
    /// The limit; 0 without a count.
    pub(super) limit: u16,
    /// The current count.
    pub(super) done: u16,
}

/// The number of double steps that may be captured en passant at the same time.
pub(super) const EN_PASSANT: usize = 8;
const _: () = assert!(EN_PASSANT == u8::BITS as usize);

/// The data that nearly every move changes. Unmaking a move restores it as a whole, because the
/// processor forwards recent writes only to reads that are no wider.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    /// Bits of castling records, then of first moves.
    pub(super) rights: u32,
    /// Plies (turns, if a side may move more than once in one) since the last capture or pawn move.
    pub(super) clock: u16,
    /// Plies by which a repetition scan may look back.
    pub(super) reversible: u16,
    /// The count of an ending that must be won in time, if there is one.
    pub(super) count: Count,
    /// Checks given by each side, if they are counted.
    pub(super) checks: [u8; 2],
    /// The double steps that may be captured en passant. One for each square color if these have moves of
    /// their own, one for each double step if a turn has several, otherwise only the first is used.
    pub(super) en_passant: [MaybeIndex; EN_PASSANT],
    /// A bit for each of them that some piece can capture without exposing its king, which is part of the
    /// key.
    pub(super) usable: u8,
    /// Whether the loss of a piece that must not be traded protects another, which is part of the key.
    pub(super) untraded: bool,
}

/// A piece type on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The piece type, which determines the side.
    pub kind: KindId,
    /// The square.
    pub square: Square,
}

/// What happens to one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceChange {
    /// The side and slot of the piece before. It keeps the slot while it is on the board.
    pub(super) cell: Cell,
    /// The same afterwards. Only a piece that changes sides has another one.
    pub(super) cell_after: Cell,
    /// Its type and square before; `None` if it is not on the board.
    pub before: Option<Placed>,
    /// Its type and square afterwards; `None` if it leaves the board.
    pub after: Option<Placed>,
}

impl PieceChange {
    /// No piece changes.
    pub(super) fn of_wall() -> PieceChange {
        PieceChange { cell: Cell::WALL, cell_after: Cell::WALL, before: None, after: None }
    }

    /// The slot of the piece.
    pub fn slot(&self) -> usize {
        self.cell.slot()
    }

    /// Whether the piece changes sides.
    pub(super) fn changes_side(&self) -> bool {
        self.cell != self.cell_after
    }

    /// The side of the piece before.
    pub fn color(&self) -> Color {
        self.cell.color()
    }
}

/// The changes of a move that cannot be derived from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    pub(super) before: Now,
    pub(super) played: Move,
    /// The piece captured on the target by a move that is not in the log, or an empty cell.
    pub(super) captured: Cell,
    pub(super) captured_kind: KindId,
    pub(super) mover_kind: KindId,
    /// The number of entries of the log for this move; 0 if a piece only moved, and captured at most
    /// the piece on its target.
    pub(super) more: u8,
}

/// The changing part of a position.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: [Cell; MAX_SQUARES],
    /// The square of the piece in each slot; stale for slots not in `alive`.
    pub(super) square_of: [Square; MAX_PIECES],
    pub(super) kind_of: [KindId; MAX_PIECES],
    /// [`Game::piece_square`] of each piece: its index into the tables by kind and square.
    pub(super) piece_square_of: [u16; MAX_PIECES],
    pub(super) alive: PieceSet,
    pub(super) side_pieces: [PieceSet; 2],
    pub(super) royals: PieceSet,
    pub(super) side: Color,
    pub(super) now: Now,
    /// Plies since the game began, by the FEN's move number.
    pub(super) game_ply: u32,
    pub(super) history: Vec<Undo>,
    /// The effects of special moves on the pieces, for unmaking them.
    pub(super) log: Vec<PieceChange>,
    /// Pieces on the board by kind.
    pub(super) counts: [u8; MAX_KINDS],
    /// Pieces in hand by kind, in games with hands.
    pub(super) hands: [u8; MAX_KINDS],
    /// Whether endings must be won in time.
    pub(super) timed: bool,
    /// Where a piece that must not be traded was captured just before the history begins, if a FEN says
    /// so.
    pub(super) lost_before: Option<Square>,
    /// Plies (turns, if a side may move more than once in one) without a capture or pawn move that draw the
    /// game; 0 for never.
    pub(super) move_limit: u16,
    /// The positions before a search, where captures do not end the hope of seeing them again.
    pub(super) past: Option<Arc<Past>>,
    /// The plan of the turn, if a side may move more than once in one.
    pub(super) turn: Option<Turn>,
}

/// The keys of the positions before the root of a search, so that its nodes need not look through the
/// whole game.
#[derive(Debug)]
pub(super) struct Past {
    /// The number of plies before the root.
    pub(super) plies: usize,
    /// The keys in ascending order.
    keys: Vec<u64>,
}

impl Past {
    pub(super) fn new(history: &[Undo]) -> Past {
        let mut keys: Vec<u64> = history.iter().map(|undo| undo.before.key).collect();
        keys.sort_unstable();
        Past { plies: history.len(), keys }
    }

    pub(super) fn times(&self, key: u64) -> u32 {
        let first = self.keys.partition_point(|&known| known < key);
        self.keys[first..].iter().take_while(|&&known| known == key).count().narrow()
    }
}

impl State {
    /// The board without pieces, White to move.
    pub(super) fn empty(game: &Game) -> State {
        State {
            board: [Cell::EMPTY; MAX_SQUARES],
            square_of: [Square(0); MAX_PIECES],
            kind_of: [KindId(0); MAX_PIECES],
            piece_square_of: [0; MAX_PIECES],
            alive: PieceSet::EMPTY,
            side_pieces: [PieceSet::EMPTY; 2],
            royals: PieceSet::EMPTY,
            side: Color::White,
            now: Now {
                key: 0,
                pawn_key: 0,
                rights: 0,
                clock: 0,
                reversible: 0,
                count: Count::default(),
                checks: [0; 2],
                en_passant: [MaybeIndex::NONE; EN_PASSANT],
                usable: 0,
                untraded: false,
            },
            game_ply: 0,
            history: Vec::new(),
            log: Vec::new(),
            counts: [0; MAX_KINDS],
            hands: [0; MAX_KINDS],
            lost_before: None,
            timed: game.counting().is_some_and(|counting| !counting.in_fen),
            move_limit: 2 * game.def.rules.move_limit,
            past: None,
            turn: Turn::new(game),
        }
    }

    /// A copy with the last plies of the history, in a game of single moves.
    pub(super) fn recent(&self, plies: usize) -> State {
        let history = self.history[self.history.len().saturating_sub(plies)..].to_vec();
        let logged: usize = history.iter().map(|undo| usize::from(undo.more)).sum();
        let log = self.log[self.log.len().saturating_sub(logged)..].to_vec();
        State { history, log, past: None, turn: None, ..*self }
    }

    /// Puts a new piece on an empty square, in the first free slot of its side's half, or in the other
    /// side's if that is full. `false` if there is none.
    pub(super) fn add(&mut self, game: &Game, square: Square, kind: KindId) -> bool {
        let (color, royal) = (game.kind(kind).color, game.kind(kind).royal);
        let Some(free) = self.free_slot(game, color) else { return false };
        let slot = usize::from(free);
        self.board[square.index()] = Cell::new(color, free);
        self.square_of[slot] = square;
        self.kind_of[slot] = kind;
        self.piece_square_of[slot] = game.piece_square(kind, square).narrow();
        self.alive.insert(slot);
        self.side_pieces[color.index()].insert(slot);
        if royal {
            self.royals.insert(slot);
        }
        self.counts[kind.index()] += 1;
        if let Some(turn) = &mut self.turn {
            turn.add(game, slot, square);
        }
        true
    }

    /// The first free slot of a side's half, or of the other side's if that is full.
    pub(super) fn free_slot(&self, game: &Game, color: Color) -> Option<u8> {
        let below = PieceSet::before(game.slot_split);
        let own = match color {
            Color::White => below,
            Color::Black => !below,
        };
        let walls = PieceSet::of_if(Cell::WALL.slot(), game.def.rules.may_have_walls());
        let free = !(self.alive | walls);
        (free & own).lowest().or_else(|| free.lowest()).map(Narrow::narrow)
    }

    /// Whether a side has captured: the enemy has fewer pieces, those in hand included, than at the start.
    pub(super) fn has_captured(&self, game: &Game, by: Color) -> bool {
        let enemy = !by;
        let held = game.hands.iter().flat_map(|hands| &hands.kinds[enemy.index()]);
        let in_hand: usize = held.map(|kind| usize::from(self.hands[kind.index()])).sum();
        let on_board = self.side_pieces[enemy.index()].len() as usize;
        on_board + in_hand < game.counts_at_start[enemy.index()]
    }

    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> Option<KindId> {
        let cell = self.board[square.index()];
        cell.is_piece().then(|| self.kind_of[cell.slot()])
    }

    /// The class of the content of a square, as [`Cell::class`].
    #[inline]
    pub(super) fn class_of(&self, square: u8) -> usize {
        self.board[usize::from(square)].class()
    }

    #[inline]
    pub(super) fn mover(&self, m: Move) -> Cell {
        self.board[m.from().index()]
    }

    /// The double step that is noted in a place.
    #[inline]
    pub(super) fn double_step<'a>(&self, game: &'a Game, place: usize) -> Option<&'a DoubleStep> {
        self.now.en_passant[place].of(&game.double_steps)
    }

    /// The double steps that may be captured en passant, of either side.
    #[inline]
    pub(super) fn double_steps<'a>(&self, game: &'a Game) -> impl Iterator<Item = &'a DoubleStep> {
        self.now.en_passant.into_iter().filter_map(|noted| noted.of(&game.double_steps))
    }

    /// The square of the piece that an en passant capture by a side on `square` captures.
    pub(super) fn en_passant_victim(&self, game: &Game, by: Color, square: Square) -> Option<Square> {
        let passes = |step: &&DoubleStep| step.color != by && step.passed.contains(&square);
        self.double_steps(game).find(passes).map(|step| step.to)
    }

    /// The royals of a side that are on the board.
    #[inline]
    pub(super) fn royals_of(&self, color: Color) -> PieceSet {
        self.royals & self.side_pieces[color.index()]
    }
}
