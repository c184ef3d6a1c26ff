//! Turns of one move on the dark squares and one on the light ones (Colorboundmost Chess).
//!
//! The squares of one color are a *complex*. A turn needs one move in each complex that is open and
//! holds pieces of the side to move, in either order. No piece ever leaves its complex or affects the
//! other (`game` makes sure of that), so check, mate and stalemate belong to one complex. Mate is
//! tested after every half of a turn. A complex is closed, and that half of the game drawn, when a side
//! begins its turn stalemated in it, or when its arrangement of pieces has occurred too often at the
//! end of a turn. No piece moves there again, and checks there do not count.

use super::Position;
use super::generate::has_move_among;
use super::make::ClockEffect;
use super::state::{Half, PieceSet, State, Turn, slots};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Complex, ComplexSet, Square};
use crate::rules::variant::TurnRule;

impl Turn {
    pub(super) fn new(game: &Game) -> Option<Turn> {
        match game.def.rules.turn {
            TurnRule::Alternate => None,
            TurnRule::OneMovePerSquareColor => Some(Turn {
                owed: ComplexSet::NONE,
                closed: ComplexSet::NONE,
                fixed: false,
                dark: 0,
                zeroing: false,
                keys: [0; 2],
                played: Vec::new(),
            }),
        }
    }

    /// Records the complex of a new piece.
    pub(super) fn add(&mut self, game: &Game, slot: usize, square: Square) {
        let bit = 1 << slot;
        match game.shape.complex(square) {
            Complex::Dark => self.dark |= bit,
            Complex::Light => self.dark &= !bit,
        }
    }

    /// The pieces of a complex, including dead ones.
    pub(super) fn pieces(&self, complex: Complex) -> PieceSet {
        match complex {
            Complex::Dark => self.dark,
            Complex::Light => !self.dark,
        }
    }

    /// The part of the key other than pieces, rights and en passant.
    pub(super) fn key(&self, game: &Game) -> u64 {
        game.zobrist.owed[self.owed.index()] ^ game.zobrist.closed[self.closed.index()]
    }

    fn open(&self) -> impl Iterator<Item = Complex> + use<> {
        let closed = self.closed;
        Complex::ALL.into_iter().filter(move |&complex| !closed.contains(complex))
    }

    /// The number of occurrences of the current arrangement of a complex, including this one.
    fn occurrences(&self, complex: Complex) -> usize {
        let here = self.played.iter().rev().filter(|half| half.complex == complex);
        1 + here
            .take_while(|half| !half.irreversible)
            .filter(|half| half.key == self.keys[complex.index()])
            .count()
    }
}

impl State {
    /// The complexes the side to move may move in now: in a fixed order first where a royal is in check,
    /// otherwise on the dark squares.
    pub(super) fn to_move(&self, game: &Game, turn: &Turn) -> ComplexSet {
        if !turn.fixed || turn.owed != ComplexSet::ALL {
            return turn.owed;
        }
        let checked = Complex::ALL.into_iter().find(|&complex| self.in_check_in(game, turn.pieces(complex)));
        ComplexSet::only(checked.unwrap_or(Complex::Dark))
    }

    /// The pieces that matter to a move from a square; none if no move may be made there now.
    pub(super) fn field(&self, game: &Game, from: Square) -> PieceSet {
        let Some(turn) = &self.turn else { return PieceSet::MAX };
        let complex = game.shape.complex(from);
        if self.to_move(game, turn).contains(complex) { turn.pieces(complex) } else { 0 }
    }

    fn in_check_in(&self, game: &Game, pieces: PieceSet) -> bool {
        slots(self.royals_of(self.side) & pieces)
            .any(|royal| self.attacked(game, self.square_of[royal], !self.side))
    }

    /// Ends half a turn: the move is made, and `self` still has the side that made it.
    pub(super) fn end_half(&mut self, game: &Game, turn: &mut Turn, complex: Complex, clock: ClockEffect) {
        let mover = self.side;
        turn.played.push(Half {
            complex,
            irreversible: clock.irreversible,
            key: turn.keys[complex.index()],
            side: mover,
            owed: turn.owed,
            closed: turn.closed,
            royals: self.royals,
            zeroing: turn.zeroing,
        });
        self.now.key ^= turn.key(game);
        turn.owed.remove(complex);
        turn.zeroing |= clock.zeroing;
        self.now.reversible = if clock.irreversible { 0 } else { self.now.reversible.saturating_add(1) };
        if clock.zeroing {
            self.now.clock = 0;
        }
        turn.keys[complex.index()] = self.complex_key(game, turn, complex, !mover);
        if self.mated(game, turn, complex) {
            turn.owed = ComplexSet::NONE;
            self.pass_turn(game);
        } else if turn.owed.is_empty() {
            self.end_turn(game, turn);
        }
        self.now.key ^= turn.key(game);
    }

    /// Reverts the changes of [`State::end_half`] to turn, side and royals.
    pub(super) fn undo_half(&mut self, turn: &mut Turn) {
        let Some(half) = turn.played.pop() else { return };
        if self.side != half.side {
            self.side = half.side;
            self.game_ply -= 1;
        }
        self.royals = half.royals;
        turn.keys[half.complex.index()] = half.key;
        (turn.owed, turn.closed, turn.zeroing) = (half.owed, half.closed, half.zeroing);
    }

    fn end_turn(&mut self, game: &Game, turn: &mut Turn) {
        // A double step that was not captured en passant in this turn never will be.
        for part in 0..self.now.en_passant.len() {
            if self.double_step(game, part).is_some_and(|step| step.color != self.side) {
                self.clear_en_passant(game, part);
            }
        }
        if game.def.rules.repeated.closes_complex() {
            for complex in turn.open() {
                let pieces = turn.pieces(complex);
                let both = self.side_pieces.iter().all(|side| side & pieces != 0);
                let often = usize::from(game.def.rules.repetition);
                if both && often > 0 && turn.occurrences(complex) >= often {
                    self.close(game, turn, complex);
                }
            }
        }
        if !std::mem::take(&mut turn.zeroing) {
            self.now.clock = self.now.clock.saturating_add(1);
        }
        self.pass_turn(game);
        self.begin_turn(game, turn, ComplexSet::ALL);
    }

    fn pass_turn(&mut self, game: &Game) {
        self.side = !self.side;
        self.now.key ^= game.zobrist.black;
        self.game_ply += 1;
    }

    /// Determines the complexes in which the side to move has to move, among `wanted`, and closes those
    /// in which it is stalemated.
    pub(super) fn begin_turn(&mut self, game: &Game, turn: &mut Turn, wanted: ComplexSet) {
        turn.owed = ComplexSet::NONE;
        for complex in turn.open().filter(|&complex| wanted.contains(complex)) {
            let pieces = turn.pieces(complex);
            if self.side_pieces[self.side.index()] & pieces == 0 {
                continue;
            }
            if has_move_among(self, game, pieces) {
                turn.owed.insert(complex);
            } else if self.in_check_in(game, pieces) || !game.def.rules.no_moves.closes_complex() {
                turn.owed = ComplexSet::NONE;
                return;
            } else {
                self.close(game, turn, complex);
            }
        }
    }

    /// Draws a complex.
    fn close(&mut self, game: &Game, turn: &mut Turn, complex: Complex) {
        turn.closed.insert(complex);
        self.clear_en_passant(game, complex.index());
        self.royals &= !turn.pieces(complex);
    }

    /// Whether the opponent of the side to move is mated in a complex.
    fn mated(&mut self, game: &Game, turn: &Turn, complex: Complex) -> bool {
        let pieces = turn.pieces(complex);
        self.side = !self.side;
        let mated = self.in_check_in(game, pieces) && !has_move_among(self, game, pieces);
        self.side = !self.side;
        mated
    }

    /// The key of a complex from scratch: its pieces, the side that moves there next, possible en
    /// passant captures.
    fn complex_key(&self, game: &Game, turn: &Turn, complex: Complex, next: Color) -> u64 {
        let pieces = slots(self.alive & turn.pieces(complex))
            .fold(0, |key, slot| key ^ game.zobrist.piece[usize::from(self.piece_square_of[slot])]);
        let side = if next == Color::Black { game.zobrist.black } else { 0 };
        pieces ^ side ^ self.en_passant_key(game, complex.index())
    }

    /// Begins a game of double moves. The pieces are placed, `closed` is drawn, and moves in `owed` are
    /// still to be played (`None`: wherever possible).
    pub(super) fn set_up_turn(
        &mut self,
        game: &Game,
        turn: &mut Turn,
        owed: Option<ComplexSet>,
        closed: ComplexSet,
    ) {
        for complex in closed.iter() {
            self.close(game, turn, complex);
        }
        self.begin_turn(game, turn, owed.unwrap_or(ComplexSet::ALL));
        // In the middle of a turn its first half may have mated, as in `end_half`.
        let moved_in = owed
            .filter(|owed| !owed.is_empty())
            .map(|owed| turn.open().filter(|&complex| !owed.contains(complex)).collect::<Vec<_>>());
        if moved_in.into_iter().flatten().any(|complex| self.mated(game, turn, complex)) {
            turn.owed = ComplexSet::NONE;
            self.side = !self.side;
            self.game_ply += 1;
        }
        turn.keys = self.complex_keys(game, turn);
    }

    /// The keys of both complexes from scratch.
    fn complex_keys(&self, game: &Game, turn: &Turn) -> [u64; 2] {
        Complex::ALL.map(|complex| {
            let next = if turn.owed.contains(complex) { self.side } else { !self.side };
            self.complex_key(game, turn, complex, next)
        })
    }

    /// Checks the state of the turn against the board.
    pub(super) fn validate_turn(&self, game: &Game, turn: &Turn) -> Result<(), String> {
        for slot in slots(self.alive) {
            let dark = game.shape.is_dark(self.square_of[slot]);
            if dark != (turn.dark >> slot & 1 != 0) {
                return Err(format!("slot {slot} has changed its color"));
            }
        }
        for complex in turn.owed.iter() {
            if turn.closed.contains(complex) || !has_move_among(self, game, turn.pieces(complex)) {
                return Err(format!("a move on {complex} squares is owed and there is none"));
            }
        }
        let keys = self.complex_keys(game, turn);
        let both = |complex: Complex| self.side_pieces.iter().all(|side| side & turn.pieces(complex) != 0);
        match turn.open().find(|&complex| {
            both(complex) && !turn.owed.is_empty() && keys[complex.index()] != turn.keys[complex.index()]
        }) {
            Some(complex) => Err(format!("the key of the {complex} squares is not that of their pieces")),
            None => Ok(()),
        }
    }
}

/// How far a turn of two moves has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halves {
    /// The complexes in which the side to move still has to move in this turn; `None` in games in which a
    /// turn is one move.
    pub owed: Option<ComplexSet>,
    /// The complexes that are drawn: a mate in the other is worth half a win more than a draw.
    pub closed: ComplexSet,
}

impl Position {
    /// Lists the moves of a turn in one order only, as far as their order does not matter, or in every order
    /// again. Returns what held before. At the ends of turns the same positions are reached, so a search need
    /// not try each order.
    #[inline]
    pub fn fix_order(&mut self, fixed: bool) -> bool {
        self.state.turn.as_mut().is_some_and(|turn| std::mem::replace(&mut turn.fixed, fixed))
    }

    /// The square colors on which moves are owed, and those that are closed.
    #[inline]
    pub fn halves(&self) -> Halves {
        match &self.state.turn {
            Some(turn) => Halves { owed: Some(turn.owed), closed: turn.closed },
            None => Halves { owed: None, closed: ComplexSet::NONE },
        }
    }

    /// Whether some open complex holds pieces of both sides. Otherwise nobody can be mated any more.
    pub(super) fn sides_meet(&self, turn: &Turn) -> bool {
        turn.open().any(|complex| self.state.side_pieces.iter().all(|side| side & turn.pieces(complex) != 0))
    }

    /// Whether the side to move has no move to make although it has pieces in an open complex: it is
    /// mated or stalemated.
    pub(super) fn stuck(&self, turn: &Turn) -> bool {
        let mine = self.state.side_pieces[self.state.side.index()];
        turn.owed.is_empty() && turn.open().any(|complex| mine & turn.pieces(complex) != 0)
    }
}
