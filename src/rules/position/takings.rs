//! Moves that affect more pieces than one captured on the target.

use super::effect::Effect;
use super::generate::{Generator, Mover};
use super::moves::{Move, Tag};
use super::sink::Sink;
use super::state::{PieceChange, Placed};
use crate::rules::game::{Stop, Taking};

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Moves that capture pieces on the way or of their own side, cannot capture royals, or end where
    /// they began. The board after each of them is tested, because a captured piece may have shielded a
    /// royal.
    pub(super) fn takings(&mut self, mover: Mover) {
        let moves = &self.game.moves;
        if !moves.has_takings() {
            return;
        }
        let mut known: Vec<Effect> = Vec::new();
        for taking in moves.takings(self.game.piece_square(mover.kind, mover.from)) {
            let stays = taking.to == mover.from.0;
            let class = if stays { 0 } else { self.state.class_of(taking.to) };
            if taking.when >> class & 1 == 0 || !self.guard_open(&taking.guard) {
                continue;
            }
            let m = Move::new(mover.from.0, taking.to, Tag::Takes(taking.victims));
            let effect = self.state.effect(self.game, m);
            // In another order it captures the same pieces.
            let again = known.iter().any(|other| effect.is_like(other));
            let wanted = if effect.captures() { NOISY } else { QUIETS };
            // A move that cannot capture royals may duplicate another move of the piece.
            let on_the_way = stays || moves.does_more(taking.victims);
            if again || !wanted || (!on_the_way && self.goes_to(mover, taking.to)) {
                continue;
            }
            if self.may_happen(taking, &effect) && self.safe(&effect) {
                known.push(effect);
                self.sink.push(m);
            }
        }
    }

    /// Whether the effects of a move on other pieces are allowed: it captures no royal of its own side,
    /// a tame one captures no royal on its target, and it puts no piece where that may not be.
    fn may_happen(&self, taking: &Taking, effect: &Effect) -> bool {
        let state = self.state;
        let shifted = effect.shifted();
        if shifted.is_some_and(|shifted| !self.may_be_put(shifted)) {
            return false;
        }
        let others = effect.leaving() & !(1 << effect.mover().slot());
        let cell = state.board[usize::from(taking.to)];
        let own = if shifted.is_some() && !taking.tame { 0 } else { state.side_men[state.side.index()] };
        let at_the_end = if taking.tame && !cell.is_empty() { 1 << cell.slot() } else { 0 };
        others & (own | at_the_end) & state.royals == 0
    }

    /// Whether a shifted piece may be on its new square.
    fn may_be_put(&self, shifted: PieceChange) -> bool {
        let Some(Placed { kind, square }) = shifted.after else { return true };
        let game = self.game;
        let must_promote = game.promotion(kind, square).is_some_and(|set| set.forced);
        game.kind(kind).may_stand(&game.def, square) && !must_promote
    }

    /// Whether a piece can move to a square by an ordinary or conditional move.
    #[cold]
    fn goes_to(&self, mover: Mover, to: u8) -> bool {
        let (game, state) = (self.game, self.state);
        let entry = game.moves.entry(game.piece_square(mover.kind, mover.from));
        let ends = |stop: &Stop| {
            let barred = game.moves.condition(stop).is_some_and(|special| self.is_barred(special));
            stop.to == to && stop.allows(state.class_of(to)) && !barred
        };
        Stop::reached(game.moves.stops(entry), |square| state.class_of(square)).any(|(_, stop, _)| ends(stop))
            || game
                .moves
                .guarded(entry)
                .iter()
                .any(|guarded| ends(&guarded.stop) && self.guard_open(&guarded.guard))
    }
}
