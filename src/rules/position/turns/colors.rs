//! Turns of one move on the dark squares and one on the light ones (Colorboundmost Chess), in either order.
//!
//! A turn needs one move on each color that is open and holds pieces of the side to move. No piece ever
//! leaves its color or affects the other (`game` makes sure of that), so check, mate and stalemate belong to
//! one color. Mate is tested after every move of a turn. A color is closed, and that half of the game drawn,
//! when a side begins its turn stalemated on it, or when its arrangement of pieces has occurred too often at
//! the end of a turn. No piece moves there again, and checks there do not count.

use std::fmt;

use super::super::Position;
use super::super::generate::has_move_among;
use super::super::make::ClockEffect;
use super::super::state::{EN_PASSANT, PieceSet, State, slots};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Square, SquareColor};

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
pub(in super::super) struct TurnByColor {
    /// The colors on which the side to move still has to move in this turn. Empty when the game is over.
    pub(super) pending: SquareColors,
    /// The colors that are drawn.
    pub(super) closed: SquareColors,
    /// Whether the moves of a turn are listed in one order only.
    pub(super) fixed: bool,
    /// The pieces of the dark squares, including dead ones. None ever leaves them.
    dark: PieceSet,
    /// Whether a move of this turn has captured, or moved a pawn.
    zeroing: bool,
    /// For each color the key of its pieces, of the side that moves there next and of possible en passant
    /// captures.
    keys: [u64; 2],
    played: Vec<MoveOfTurn>,
}

/// Changes by a move of the turn besides those of every move.
#[derive(Clone, Copy, Debug)]
struct MoveOfTurn {
    color: SquareColor,
    /// Whether no earlier position of its color can recur.
    irreversible: bool,
    /// The color's key before.
    key: u64,
    side: Color,
    pending: SquareColors,
    closed: SquareColors,
    royals: PieceSet,
    zeroing: bool,
}

impl TurnByColor {
    pub(super) const fn new() -> TurnByColor {
        TurnByColor {
            pending: SquareColors::NONE,
            closed: SquareColors::NONE,
            fixed: false,
            dark: 0,
            zeroing: false,
            keys: [0; 2],
            played: Vec::new(),
        }
    }

    /// Records the color of a new piece.
    pub(super) fn add(&mut self, game: &Game, slot: usize, square: Square) {
        let bit = 1 << slot;
        match game.shape.color_of(square) {
            SquareColor::Dark => self.dark |= bit,
            SquareColor::Light => self.dark &= !bit,
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
        colors.iter().fold(0, |pieces, color| pieces | self.pieces(color))
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
    fn occurrences(&self, color: SquareColor) -> usize {
        let here = self.played.iter().rev().filter(|played| played.color == color);
        1 + here
            .take_while(|played| !played.irreversible)
            .filter(|played| played.key == self.keys[color.index()])
            .count()
    }

    /// Whether the side to move has no move to make although it has pieces on an open color: it is mated or
    /// stalemated.
    pub(super) fn is_stuck(&self, state: &State) -> bool {
        let mine = state.side_pieces[state.side.index()];
        self.pending.is_empty() && self.open().any(|color| mine & self.pieces(color) != 0)
    }

    /// Whether some open color holds pieces of both sides. Otherwise nobody can be mated any more.
    pub(super) fn sides_meet(&self, state: &State) -> bool {
        self.open().any(|color| state.side_pieces.iter().all(|side| side & self.pieces(color) != 0))
    }
}

impl State {
    /// The colors on which the side to move may move now: in a fixed order first where a royal is in check,
    /// otherwise on the dark squares.
    pub(super) fn colors_to_move(&self, game: &Game, turn: &TurnByColor) -> SquareColors {
        if !turn.fixed || turn.pending != SquareColors::ALL {
            return turn.pending;
        }
        let checked = SquareColor::ALL.into_iter().find(|&color| self.in_check_in(game, turn.pieces(color)));
        SquareColors::only(checked.unwrap_or(SquareColor::Dark))
    }

    fn in_check_in(&self, game: &Game, pieces: PieceSet) -> bool {
        slots(self.royals_of(self.side) & pieces)
            .any(|royal| self.attacked(game, self.square_of[royal], !self.side))
    }

    /// Ends a move on a color: it is made, and `self` still has the side that made it.
    pub(super) fn end_move_on(
        &mut self,
        game: &Game,
        turn: &mut TurnByColor,
        color: SquareColor,
        clock: ClockEffect,
    ) {
        let mover = self.side;
        turn.played.push(MoveOfTurn {
            color,
            irreversible: clock.irreversible,
            key: turn.keys[color.index()],
            side: mover,
            pending: turn.pending,
            closed: turn.closed,
            royals: self.royals,
            zeroing: turn.zeroing,
        });
        self.now.key ^= turn.key(game);
        turn.pending.remove(color);
        turn.zeroing |= clock.zeroing;
        self.now.reversible = if clock.irreversible { 0 } else { self.now.reversible.saturating_add(1) };
        if clock.zeroing {
            self.now.clock = 0;
        }
        turn.keys[color.index()] = self.color_key(game, turn, color, !mover);
        if self.is_mated_on(game, turn, color) {
            turn.pending = SquareColors::NONE;
            self.pass_turn(game);
        } else if turn.pending.is_empty() {
            self.end_turn_by_color(game, turn);
        }
        self.now.key ^= turn.key(game);
    }

    /// Reverts the changes of [`State::end_move_on`] to turn, side and royals.
    pub(super) fn undo_move_on_color(&mut self, turn: &mut TurnByColor) {
        let Some(played) = turn.played.pop() else { return };
        if self.side != played.side {
            self.side = played.side;
            self.game_ply -= 1;
        }
        self.royals = played.royals;
        turn.keys[played.color.index()] = played.key;
        (turn.pending, turn.closed, turn.zeroing) = (played.pending, played.closed, played.zeroing);
    }

    fn end_turn_by_color(&mut self, game: &Game, turn: &mut TurnByColor) {
        // A double step that was not captured en passant in this turn never will be.
        for place in 0..EN_PASSANT {
            if self.double_step(game, place).is_some_and(|step| step.color != self.side) {
                self.clear_en_passant(game, place);
            }
        }
        if game.def.rules.repeated.closes_complex() {
            for color in turn.open() {
                let pieces = turn.pieces(color);
                let both = self.side_pieces.iter().all(|side| side & pieces != 0);
                let often = usize::from(game.def.rules.repetition);
                if both && often > 0 && turn.occurrences(color) >= often {
                    self.close(game, turn, color);
                }
            }
        }
        if !std::mem::take(&mut turn.zeroing) {
            self.now.clock = self.now.clock.saturating_add(1);
        }
        self.pass_turn(game);
        self.begin_turn_by_color(game, turn, SquareColors::ALL);
    }

    /// Determines the colors on which the side to move has to move, among `wanted`, and closes those on which
    /// it is stalemated.
    fn begin_turn_by_color(&mut self, game: &Game, turn: &mut TurnByColor, wanted: SquareColors) {
        turn.pending = SquareColors::NONE;
        for color in turn.open().filter(|&color| wanted.contains(color)) {
            let pieces = turn.pieces(color);
            if self.side_pieces[self.side.index()] & pieces == 0 {
                continue;
            }
            if has_move_among(self, game, pieces) {
                turn.pending.insert(color);
            } else if self.in_check_in(game, pieces) || !game.def.rules.no_moves.closes_complex() {
                turn.pending = SquareColors::NONE;
                return;
            } else {
                self.close(game, turn, color);
            }
        }
    }

    /// Draws a color.
    fn close(&mut self, game: &Game, turn: &mut TurnByColor, color: SquareColor) {
        turn.closed.insert(color);
        self.clear_en_passant(game, color.index());
        self.royals &= !turn.pieces(color);
    }

    /// Whether the opponent of the side to move is mated on a color.
    fn is_mated_on(&mut self, game: &Game, turn: &TurnByColor, color: SquareColor) -> bool {
        let pieces = turn.pieces(color);
        self.side = !self.side;
        let mated = self.in_check_in(game, pieces) && !has_move_among(self, game, pieces);
        self.side = !self.side;
        mated
    }

    /// The key of a color from scratch: its pieces, the side that moves there next, possible en passant
    /// captures.
    fn color_key(&self, game: &Game, turn: &TurnByColor, color: SquareColor, next: Color) -> u64 {
        let pieces = slots(self.alive & turn.pieces(color))
            .fold(0, |key, slot| key ^ game.zobrist.piece[usize::from(self.piece_square_of[slot])]);
        let side = if next == Color::Black { game.zobrist.black } else { 0 };
        pieces ^ side ^ self.en_passant_key(game, color.index())
    }

    /// Begins a game. The pieces are placed, the colors in `closed` are drawn, and moves on those in `pending`
    /// are still to be played (`None`: wherever possible).
    pub(super) fn set_up_colors(
        &mut self,
        game: &Game,
        turn: &mut TurnByColor,
        pending: Option<SquareColors>,
        closed: SquareColors,
    ) {
        for color in closed.iter() {
            self.close(game, turn, color);
        }
        self.begin_turn_by_color(game, turn, pending.unwrap_or(SquareColors::ALL));
        // In the middle of a turn its first move may have mated, as in `end_move_on`.
        let moved_on = pending
            .filter(|pending| !pending.is_empty())
            .map(|pending| turn.open().filter(|&color| !pending.contains(color)).collect::<Vec<_>>());
        if moved_on.into_iter().flatten().any(|color| self.is_mated_on(game, turn, color)) {
            turn.pending = SquareColors::NONE;
            self.side = !self.side;
            self.game_ply += 1;
        }
        turn.keys = self.color_keys(game, turn);
    }

    /// The keys of both colors from scratch.
    fn color_keys(&self, game: &Game, turn: &TurnByColor) -> [u64; 2] {
        SquareColor::ALL.map(|color| {
            let next = if turn.pending.contains(color) { self.side } else { !self.side };
            self.color_key(game, turn, color, next)
        })
    }

    /// Checks the state of the turn against the board.
    pub(super) fn validate_colors(&self, game: &Game, turn: &TurnByColor) -> Result<(), String> {
        for slot in slots(self.alive) {
            let dark = game.shape.is_dark(self.square_of[slot]);
            if dark != (turn.dark >> slot & 1 != 0) {
                return Err(format!("slot {slot} has changed its color"));
            }
        }
        for color in turn.pending.iter() {
            if turn.closed.contains(color) || !has_move_among(self, game, turn.pieces(color)) {
                return Err(format!("a move on {color} squares is pending and there is none"));
            }
        }
        let keys = self.color_keys(game, turn);
        let both = |color: SquareColor| self.side_pieces.iter().all(|side| side & turn.pieces(color) != 0);
        match turn.open().find(|&color| {
            both(color) && !turn.pending.is_empty() && keys[color.index()] != turn.keys[color.index()]
        }) {
            Some(color) => Err(format!("the key of the {color} squares is not that of their pieces")),
            None => Ok(()),
        }
    }
}

impl Position {
    /// Lists the moves of a turn in one order only, as far as their order does not matter, or in every order
    /// again. Returns what held before. At the ends of turns the same positions are reached, so a search need
    /// not try each order.
    #[inline]
    pub fn fix_order(&mut self, fixed: bool) -> bool {
        self.state.turn.as_mut().is_some_and(|turn| turn.fix_order(fixed))
    }
}
