//! Turns of several moves by one side, wherever they begin (Marseillais and Progressive Chess).
//!
//! Every move is legal or not as in chess, so check must be answered by the first move of a turn. A move that
//! gives check ends the turn, or is not allowed before its last move. A side that has no move in the middle
//! of its turn is stalemated.
//!
//! A pawn that has made a double step in a turn and has not moved on can be captured en passant by the first
//! move of the next turn as long as the squares that it passed are empty. If that move captures another pawn
//! so, the second move may capture this one, and so on.

use super::super::error::Inconsistency;
use super::super::make::ClockEffect;
use super::super::moves::Move;
use super::super::state::{EN_PASSANT, State};
use super::super::turn::{MoveOfSeries, TurnOfSeries};
use crate::rules::game::Game;
use crate::rules::geometry::Square;

impl State {
    /// Begins a game with so many moves left in this turn (`None`: all).
    pub(super) fn set_up_series(
        &self,
        game: &Game,
        turn: &mut TurnOfSeries,
        left: Option<u16>,
        left_square: Option<Square>,
    ) {
        turn.left_square = left_square.filter(|square| self.board[square.index()].is_empty());
        let all = turn.moves_in(game, self.side, self.game_ply);
        turn.left = left.map_or(all, |left| left.clamp(1, all));
    }

    /// Ends a move: it is made, and `self` still has the side that made it.
    pub(super) fn end_move_of_series(
        &mut self,
        game: &Game,
        turn: &mut TurnOfSeries,
        m: Move,
        clock: ClockEffect,
    ) {
        turn.played.push(MoveOfSeries {
            side: self.side,
            left: turn.left,
            zeroing: turn.zeroing,
            left_square: turn.left_square,
        });
        self.now.key ^= turn.key(game, self.side, self.game_ply);
        turn.zeroing |= clock.zeroing;
        self.now.reversible = if clock.irreversible { 0 } else { self.now.reversible.saturating_add(1) };
        if clock.zeroing {
            self.now.clock = 0;
        }
        self.keep_double_steps(game, m);
        turn.left -= 1;
        let fills = game.def.rules.walls.at.is_left() && turn.wall_is_due();
        turn.left_square = Some(m.from()).filter(|left| fills && self.board[left.index()].is_empty());
        if turn.left == 0 || self.in_check(game, !self.side) {
            if !std::mem::take(&mut turn.zeroing) {
                self.now.clock = self.now.clock.saturating_add(1);
            }
            self.pass_turn(game);
            turn.left = turn.moves_in(game, self.side, self.game_ply);
        }
        self.now.key ^= turn.key(game, self.side, self.game_ply);
    }

    /// Reverts the changes of [`State::end_move_of_series`] to turn and side.
    pub(super) fn undo_move_of_series(&mut self, turn: &mut TurnOfSeries) {
        let Some(played) = turn.played.pop() else { return };
        if self.side != played.side {
            self.side = played.side;
            self.game_ply -= 1;
        }
        (turn.left, turn.zeroing, turn.left_square) = (played.left, played.zeroing, played.left_square);
    }

    /// Keeps the double steps that can still be captured en passant after a move.
    fn keep_double_steps(&mut self, game: &Game, m: Move) {
        let effect = m.effect(game);
        for part in 0..EN_PASSANT {
            let Some(step) = self.double_step(game, part) else { continue };
            let moved_on = m.from() == step.to && !effect.captor.stays();
            let stays = !moved_on && self.board[step.to.index()].is(step.color);
            let open = step.passed.iter().all(|square| self.board[square.index()].is_empty());
            if !(stays && open && (effect.en_passant || step.color == self.side)) {
                self.clear_en_passant(game, part);
                continue;
            }
            // Another move may have changed who can capture it.
            self.now.key ^= self.en_passant_key(game, part);
            self.set_usable(game, part);
            self.now.key ^= self.en_passant_key(game, part);
        }
    }

    /// Checks the turn against the number of its moves.
    pub(super) fn validate_series(&self, game: &Game, turn: &TurnOfSeries) -> Result<(), Inconsistency> {
        let all = turn.moves_in(game, self.side, self.game_ply);
        if (1..=all).contains(&turn.left) {
            Ok(())
        } else {
            Err(Inconsistency::MovesLeft { left: turn.left, all })
        }
    }
}
