//! A position of a game: men, moves, legality, hash, FEN.
//!
//! A mailbox: each square's cell names the slot of the man on it, each slot knows its man's
//! square and kind. Sets are sets of men (one bit per slot), never of squares. [`Position`] is the
//! face; what changes is in `state`, what does not is in [`Game`].

mod attack;
mod changes;
mod checks;
mod counting;
mod ends;
mod error;
mod fen;
mod generate;
mod homes;
mod legal;
mod look;
mod make;
mod moves;
mod notation;
mod outcome;
mod perft;
mod refusal;
mod restrict;
mod see;
mod setup;
mod shuffle;
mod sink;
mod special;
mod state;
mod takings;
mod turns;
mod validate;
mod view;

use std::sync::Arc;

use crate::game::{Game, KindId, MAX_MEN};
use crate::geometry::{Color, ComplexSet, Narrow, Square};

pub use changes::Changes;
pub use error::{FenError, FenFault, SetupFaults};
pub use legal::MoveKind;
pub use moves::{ManChange, Move};
pub use notation::{MoveError, castling_wing};
pub use outcome::{Margin, Outcome, Reason};
pub use refusal::{CastlingFault, Placed, Refusal};
pub use restrict::{Objection, Obligation};
pub use setup::Setup;
pub use shuffle::Shuffler;
pub use state::HalfOrder;
pub use view::View;

use moves::Tag;
use state::{State, slots};

/// A position with the history that led to it.
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
        let bits = game.castles.len() + game.virgins.len();
        state.now.rights = ((1u64 << bits) - 1).narrow();
        let mut fields = game.def.start_fields.split_whitespace();
        if fields.next() == Some("b") {
            state.side = Color::Black;
        }
        if counting::has_limit(&game) {
            state.set_limit(
                game.def.start_fields.split_whitespace().nth(2).and_then(|text| text.parse().ok()),
            );
        }
        if let Some(mut turn) = state.turn.take() {
            let owed = fields.nth(4).and_then(ComplexSet::read);
            state.set_up_turn(&game, &mut turn, owed, ComplexSet::NONE);
            state.turn = Some(turn);
        }
        state.refresh_keys(&game);
        Position { game, state }
    }

    /// The game this is a position of.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Whose turn it is.
    #[inline]
    pub fn side(&self) -> Color {
        self.state.side
    }

    /// Plays a legal move.
    #[inline]
    pub fn make(&mut self, m: Move) {
        debug_assert!(!self.is_sampled() || self.is_legal(m), "{m:?} is not legal in {}", self.fen());
        let before = self.untraded_key();
        self.state.make(&self.game, m);
        self.state.now.key ^= before ^ self.untraded_key();
        if let Some(ends) = &self.game.ends {
            self.state.count_check(&self.game, ends);
            if let Some(counting) = &ends.counting {
                self.state.count_move(&self.game, counting);
            }
        }
        debug_assert!(!self.is_sampled() || self.validate() == Ok(()), "after {m:?}: {:?}", self.validate());
    }

    /// Whether a debug build looks closely at this position: at one of 512, told by the key, for looking
    /// at each takes longer than playing.
    fn is_sampled(&self) -> bool {
        self.key().is_multiple_of(512)
    }

    /// Takes the last move (or pass) back; nothing happens if there is none.
    #[inline]
    pub fn unmake(&mut self) {
        if let Some(ends) = &self.game.ends {
            self.state.uncount_check(&self.game, ends);
        }
        self.state.unmake(&self.game);
        debug_assert!(!self.is_sampled() || self.validate() == Ok(()), "taken back: {:?}", self.validate());
    }

    /// Passes the turn. Only for a search, and only out of check.
    pub fn make_null(&mut self) {
        debug_assert!(!self.is_sampled() || !self.in_check(), "no pass out of check: {}", self.fen());
        let before = self.untraded_key();
        self.state.make_null(&self.game);
        self.state.now.key ^= before;
    }

    /// What men that must not be traded add to the key.
    #[inline]
    fn untraded_key(&self) -> u64 {
        if self.game.restrictions.is_some() { self.state.untraded_key(&self.game) } else { 0 }
    }

    /// Takes a pass back.
    pub fn unmake_null(&mut self) {
        self.unmake();
    }

    /// The hash of men, side, rights and usable en passant captures.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.now.key
    }

    /// The hash after a move, apart from castling, rights, and en passant: nearly always right, which is
    /// enough to fetch a table's entry before it is needed.
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        let (game, zobrist) = (&*self.game, &self.game.zobrist);
        let man = |kind: Option<KindId>, square| kind.map_or(0, |kind| zobrist.man[game.row(kind, square)]);
        let mover = self.kind_at(m.from());
        let arriving = mover.map(|_| self.arrives_as(m));
        self.key()
            ^ zobrist.black
            ^ man(mover, m.from())
            ^ man(arriving, m.to())
            ^ man(self.kind_at(m.to()), m.to())
    }

    /// The hash of the pawns of both sides.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.state.now.pawn_key
    }

    /// Plies since the last capture or pawn move; turns in games of double moves.
    #[inline]
    pub fn clock(&self) -> u16 {
        self.state.now.clock
    }

    /// Whether some man may still castle or do what only an unmoved man does.
    #[inline]
    pub fn has_rights(&self) -> bool {
        self.state.now.rights != 0
    }

    /// Whether a man that has just made a double step can be captured en passant.
    #[inline]
    pub fn has_en_passant(&self) -> bool {
        self.state.now.usable.contains(&true)
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

    /// The men of a side: kind and square.
    #[inline]
    pub fn men(&self, color: Color) -> impl Iterator<Item = (KindId, Square)> + '_ {
        let state = &self.state;
        slots(state.side_men[color.index()]).map(|slot| (state.kind_of[slot], state.square_of[slot]))
    }

    /// The men of a side: slot, kind and square.
    #[inline]
    pub fn men_by_slot(&self, color: Color) -> impl Iterator<Item = (usize, KindId, Square)> + '_ {
        let state = &self.state;
        slots(state.side_men[color.index()]).map(|slot| (slot, state.kind_of[slot], state.square_of[slot]))
    }

    /// The men by slot: which slots are taken, and for each the index of its man's kind and square,
    /// `kind * squares + square`. A man keeps its slot; the index of a free slot means nothing.
    #[inline]
    pub fn slots(&self) -> (u64, &[u16; MAX_MEN]) {
        (self.state.alive, &self.state.row_of)
    }

    /// How many men of a kind there are.
    #[inline]
    pub fn count(&self, kind: KindId) -> u32 {
        u32::from(self.state.counts[kind.index()])
    }

    /// How many men a side has.
    #[inline]
    pub fn men_count(&self, color: Color) -> u32 {
        self.state.side_men[color.index()].count_ones()
    }

    /// Where the men stand that a move takes on its way, in its order.
    pub fn victims(&self, m: Move) -> &[Square] {
        match m.tag() {
            Tag::Takes(index) => self.game.moves.victims(index),
            _ => &[],
        }
    }

    /// Where a move puts the man down that it takes; `None` where that is gone, or there is none.
    pub fn put_down(&self, m: Move) -> Option<Square> {
        match m.tag() {
            Tag::Takes(index) => self.game.moves.put_down(index),
            _ => None,
        }
    }

    /// What the man of a legal move is once it has been played: what it promotes to, or is turned into.
    #[inline]
    pub fn arrives_as(&self, m: Move) -> KindId {
        self.state.arrives_as(&self.game, m)
    }

    /// What a move captures (the pawn that has passed, for en passant; of several the last). A man of the
    /// mover's own side is none, nor is one that is put down elsewhere.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<KindId> {
        match m.tag() {
            Tag::EnPassant => {
                self.state.en_passant_victim(&self.game, m.to()).and_then(|square| self.kind_at(square))
            }
            Tag::Castle(_) => None,
            Tag::Takes(_) => self.captured_on(m).and_then(|square| self.kind_at(square)),
            _ => self.kind_at(m.to()),
        }
    }

    /// Where the man stands that a move captures: beside the target for en passant.
    pub fn captured_on(&self, m: Move) -> Option<Square> {
        match m.tag() {
            Tag::EnPassant => self.state.en_passant_victim(&self.game, m.to()),
            Tag::Castle(_) => None,
            Tag::Takes(index) if self.game.moves.put_down(index).is_some() => None,
            Tag::Takes(_) => {
                let enemy = |square: &Square| self.state.board[square.index()].is(!self.state.side);
                let there = Some(m.to()).filter(enemy);
                there.or_else(|| self.victims(m).iter().copied().rfind(enemy))
            }
            _ => self.kind_at(m.to()).map(|_| m.to()),
        }
    }

    /// Where a side's royal stands, if it has exactly one.
    pub fn royal_square(&self, color: Color) -> Option<Square> {
        let royals = self.state.royals_of(color);
        (royals.count_ones() == 1).then(|| self.state.square_of[royals.trailing_zeros() as usize])
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.state.in_check(&self.game, self.state.side)
    }
}
