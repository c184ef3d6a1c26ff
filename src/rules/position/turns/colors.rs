//! Turns of one move on the dark squares and one on the light ones (Colorboundmost Chess), in either order.
//!
//! A turn needs one move on each color that is open and holds pieces of the side to move. No piece ever
//! leaves its color or affects the other (`game` makes sure of that), so check, mate and stalemate belong to
//! one color. Mate is tested after every move of a turn. A color is closed, and that half of the game drawn,
//! when a side begins its turn stalemated on it, or when its arrangement of pieces has occurred too often at
//! the end of a turn. No piece moves there again, and checks there do not count.

use super::super::Position;
use super::super::error::Inconsistency;
use super::super::generate::has_move_among;
use super::super::make::ClockEffect;
use super::super::sets::PieceSet;
use super::super::state::{EN_PASSANT, State};
use super::super::turn::{MoveByColor, SquareColors, TurnByColor};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, SquareColor};

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
        (self.royals_of(self.side) & pieces)
            .iter()
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
        turn.played.push(MoveByColor {
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
        if game.def.rules.repeated.closes_color() {
            for color in turn.open() {
                let pieces = turn.pieces(color);
                let both = self.side_pieces.iter().all(|side| side.meets(pieces));
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
            if !self.side_pieces[self.side.index()].meets(pieces) {
                continue;
            }
            if has_move_among(self, game, pieces) {
                turn.pending.insert(color);
            } else if self.in_check_in(game, pieces) || !game.def.rules.no_moves.closes_color() {
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
        let pieces = (self.alive & turn.pieces(color))
            .iter()
            .fold(0, |key, slot| key ^ game.zobrist.piece[usize::from(self.piece_square_of[slot])]);
        let side = if next == Color::Black { game.zobrist.black } else { 0 };
        pieces ^ side ^ self.en_passant_key(game, color.index())
    }

    /// Begins a game. The pieces are placed, the colors in `closed` are drawn, and moves on those in
    /// `pending` are still to be played (`None`: wherever possible).
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
    pub(super) fn validate_colors(&self, game: &Game, turn: &TurnByColor) -> Result<(), Inconsistency> {
        for slot in self.alive {
            let dark = game.shape.is_dark(self.square_of[slot]);
            if dark != turn.dark.contains(slot) {
                return Err(Inconsistency::SquareColor(slot));
            }
        }
        for color in turn.pending.iter() {
            if turn.closed.contains(color) || !has_move_among(self, game, turn.pieces(color)) {
                return Err(Inconsistency::Pending(color));
            }
        }
        let keys = self.color_keys(game, turn);
        let both = |color: SquareColor| self.side_pieces.iter().all(|side| side.meets(turn.pieces(color)));
        match turn.open().find(|&color| {
            both(color) && !turn.pending.is_empty() && keys[color.index()] != turn.keys[color.index()]
        }) {
            Some(color) => Err(Inconsistency::ColorKey(color)),
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
