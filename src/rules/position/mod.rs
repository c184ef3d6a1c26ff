//! A position of a game: pieces, moves, legality, hash, FEN.
//!
//! [`Position`] is the interface, and [`Game`] the constant part of it. The pieces are in a mailbox: each
//! square's cell names the slot of the piece on it, and each slot knows its piece's square and kind. Sets are
//! sets of pieces (one bit per slot), rarely of squares. The effect of a move on the pieces is defined once,
//! in `effect`, which legality, checks, exchanges and `make` use.
//!
//! | file | what it does |
//! |---|---|
//! | `state`, `sets`, `moves` | the data: cells, slots, keys, history; sets of pieces; a move in 32 bits |
//! | `effect`, `make` | what a move does to the pieces; making and unmaking it |
//! | `generate`, `choices`, `hands` | moves: ordinary ones, those with conditions or choices, drops |
//! | `turn`, `turns` | the plan of a turn of several moves, and what a move does to it |
//! | `walls` | squares that become walls |
//! | `attack`, `checks` | who attacks what, now and after a move; checks, pins, exchanges |
//! | `legal` | all legal moves, and the rules that forbid some; perft |
//! | `trades`, `revenge` | pieces that must not be traded |
//! | `outcome`, `ends`, `repetition`, `chase`, `counting` | ends of games, the special ones, what counts toward them |
//! | `setup`, `homes`, `shuffle` | positions as described, castling rights as letters, random starts |
//! | `validate` | whether a position is consistent |
//! | `definition` | whether the starting positions of a definition can be played |
//! | `fen`, `notation`, `error` | text in and out |

mod attack;
mod chase;
mod checks;
mod choices;
mod counting;
mod definition;
mod effect;
mod ends;
mod error;
mod fen;
mod generate;
mod hands;
mod homes;
mod legal;
mod make;
mod moves;
mod notation;
mod outcome;
mod repetition;
mod revenge;
mod sets;
mod setup;
mod shuffle;
mod state;
mod trades;
mod turn;
mod turns;
mod validate;
mod walls;

use std::sync::Arc;

use crate::rules::game::{Game, KindId, MAX_PIECES};
use crate::rules::geometry::{Color, Square};

pub use definition::{flawless, playable};
pub use ends::Peril;
pub use error::{FenError, FenFault, Inconsistency, SetupFaults};
pub use hands::InHand;
pub use legal::{MoveKind, Objection, Obligation, perft, perft_making};
pub(crate) use legal::{moves_without_royals, objection};
pub use moves::Move;
pub(crate) use notation::read_squares;
pub use notation::{MoveError, castling_wing, pick, split_wall};
pub use outcome::{Counters, Horizon, Margin, NoResult, Outcome, Points, Reason};
pub use sets::{PieceSet, Slots};
pub use setup::Setup;
pub use shuffle::Shuffler;
pub use state::{PieceChange, Placed, SquareSet};
pub use turn::{RestOfTurn, SquareColors};

use state::State;
use turn::Turn;

/// A position with the history that led to it.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use fibnif::rules::{game, position::Position, variant::Catalog};
///
/// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
/// let mut position = Position::start(chess);
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     position.make(position.parse_move(text)?);
/// }
/// assert!(position.in_check() && !position.has_legal_move());
/// assert_eq!(position.outcome().map(|outcome| outcome.reason.to_string()).as_deref(), Some("checkmate"));
/// position.unmake();
/// assert_eq!(position.outcome(), None);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    state: State,
}

impl Position {
    /// The start position.
    pub fn start(game: Arc<Game>) -> Position {
        let mut state = State::empty(&game);
        for &(square, kind) in &game.array {
            state.add(&game, square, kind);
        }
        if let Some(hands) = &game.hands {
            state.hands = hands.stock;
        }
        state.side = game.def.first_to_move();
        // [`playable`] refuses malformed fields. Rights without their pieces, of which `check` tells, do
        // not matter to the others.
        if let Ok(start) = Setup::of_fields(&game) {
            let State { now, game_ply, timed, move_limit, .. } = start.position.state;
            (state.now, state.game_ply, state.timed, state.move_limit) = (now, game_ply, timed, move_limit);
        }
        state.now.rights = setup::rights_at_start(&game, &state);
        if let Some(turn) = &state.turn {
            let mut fields = game.def.start_fields.split_whitespace().skip(5);
            if let Ok(described) = turn.read_fields(&game, "", &mut fields) {
                state.set_up_turn(&game, described);
            }
        }
        state.refresh_keys(&game);
        Position { game, state }
    }

    /// The game of this position.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.state.side
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&mut self, m: Move) {
        debug_assert!(!self.is_sampled() || self.is_legal(m), "{m:?} is not legal in {}", self.fen());
        self.state.make(&self.game, m);
        debug_assert!(!self.is_sampled() || self.validate() == Ok(()), "after {m:?}: {:?}", self.validate());
    }

    /// Whether a debug build validates this position: one of 512, selected by the key, because
    /// validation takes longer than making the move.
    fn is_sampled(&self) -> bool {
        self.key().is_multiple_of(512)
    }

    /// The position after a move that need not be legal.
    pub(crate) fn after_any(&self, m: Move) -> Position {
        let mut after = self.clone();
        after.state.make(&after.game, m);
        after
    }

    /// Unmakes the last move (or pass); does nothing if there is none.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let mut position = Position::start(chess);
    /// position.make(position.parse_move("e2e4")?);
    /// assert_eq!(position.side().to_string(), "Black");
    /// position.unmake();
    /// assert_eq!((position.side().to_string().as_str(), position.ply()), ("White", 0));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn unmake(&mut self) {
        self.state.unmake(&self.game);
        debug_assert!(!self.is_sampled() || self.validate() == Ok(()), "taken back: {:?}", self.validate());
    }

    /// Passes the turn, or leaves out the wall that is due. Only for a search, and only when not in check.
    pub fn make_null(&mut self) {
        debug_assert!(!self.is_sampled() || !self.in_check(), "no pass out of check: {}", self.fen());
        self.state.make_null(&self.game);
    }

    /// The hash of pieces, side, rights and usable en passant captures.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.now.key
    }

    /// The hash after a move, without rights and en passant. It is nearly always right, which suffices
    /// to prefetch a table's entry.
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        let (game, zobrist) = (&*self.game, &self.game.zobrist);
        let key =
            |at: Option<Placed>| at.map_or(0, |at| zobrist.piece[game.piece_square(at.kind, at.square)]);
        let mut after = self.key() ^ zobrist.black;
        self.state.effect(game, m).each(|change| after ^= key(change.before) ^ key(change.after));
        after
    }

    /// The hash of the pawns of both sides.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.state.now.pawn_key
    }

    /// Plies since the last capture or pawn move; turns, if a side may move more than once in one.
    #[inline]
    pub fn clock(&self) -> u16 {
        self.state.now.clock
    }

    /// What may still be done by right.
    #[inline]
    pub fn rights(&self) -> Rights {
        let now = &self.state.now;
        Rights { unmoved: now.rights, en_passant: now.usable != 0 }
    }

    /// The number of the move to be played, counted from 1 as in FEN.
    pub fn move_number(&self) -> u32 {
        self.state.game_ply / 2 + 1
    }

    /// Plies played since the position was set up.
    pub fn ply(&self) -> usize {
        self.state.history.len()
    }

    /// The last move played since the position was set up.
    pub fn last_move(&self) -> Option<Move> {
        self.state.history.last().map(|undo| undo.played).filter(|&m| m != Move::NONE)
    }

    /// The kind on a square.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<KindId> {
        self.state.kind_at(square)
    }

    /// The pieces of a side: kind and square.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (KindId, Square)> + '_ {
        let state = &self.state;
        state.side_pieces[color.index()].iter().map(|slot| (state.kind_of[slot], state.square_of[slot]))
    }

    /// The pieces as the program stores them, and what they attack.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let position = Position::start(chess);
    /// let board = position.board();
    /// assert_eq!(board.all().len(), 32);
    /// assert!(board.pieces(board.of(position.side())).all(|piece| piece.square.index() < 16));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn board(&self) -> Board<'_> {
        Board { state: &self.state, game: &self.game }
    }

    /// The number of pieces of a kind.
    #[inline]
    pub fn count(&self, kind: KindId) -> u32 {
        u32::from(self.state.counts[kind.index()])
    }

    /// Whether a side has captured: the other side has fewer pieces, those in hand included, than at the
    /// start.
    pub(crate) fn has_captured(&self, side: Color) -> bool {
        self.state.has_captured(&self.game, side)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.state.in_check(&self.game, self.state.side)
    }
}

/// Which rights there are in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights {
    /// A bit for each castling record of the game by which a side may still castle, then for each piece that
    /// may still make an initial move or let another in.
    pub unmoved: u32,
    /// Whether a piece that has just made a double step can be captured en passant.
    pub en_passant: bool,
}

/// The pieces of a position by slot. A piece keeps its slot as long as it is on the board. Sets of pieces are
/// sets of slots.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    state: &'a State,
    game: &'a Game,
}

impl<'a> Board<'a> {
    /// The pieces of both sides.
    #[inline]
    pub fn all(self) -> PieceSet {
        self.state.alive
    }

    /// The pieces on the squares of colors that are not closed.
    #[inline]
    pub fn in_play(self) -> PieceSet {
        self.state.alive & !self.state.turn.as_ref().map_or(PieceSet::EMPTY, Turn::closed_pieces)
    }

    /// The pieces of a side.
    #[inline]
    pub fn of(self, color: Color) -> PieceSet {
        self.state.side_pieces[color.index()]
    }

    /// The pieces of a set with their types and squares.
    #[inline]
    pub fn pieces(self, set: PieceSet) -> impl Iterator<Item = Placed> + 'a {
        set.iter().map(move |slot| self.piece(slot))
    }

    /// The royal pieces of a side.
    #[inline]
    pub fn royals(self, color: Color) -> PieceSet {
        self.state.royals_of(color)
    }

    /// The slot of the piece on a square.
    pub fn slot_on(self, square: Square) -> Option<usize> {
        let cell = self.state.board[square.index()];
        cell.is_piece().then(|| cell.slot())
    }

    /// The piece in a slot; the last one, if there is none now.
    pub fn piece(self, slot: usize) -> Placed {
        Placed { kind: self.state.kind_of[slot], square: self.state.square_of[slot] }
    }

    /// For each slot the index of its piece by type and square, `kind * squares + square`; meaningless for a
    /// slot without a piece.
    #[inline]
    pub fn piece_squares(self) -> &'a [u16; MAX_PIECES] {
        &self.state.piece_square_of
    }

    /// The square of a side's royal, if it has exactly one.
    #[inline]
    pub fn royal_square(self, color: Color) -> Option<Square> {
        let royals = self.royals(color);
        royals.lowest().filter(|_| royals.len() == 1).map(|slot| self.state.square_of[slot])
    }
}
