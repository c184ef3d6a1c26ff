//! Attack: which squares the pieces of a side attack, now and after a move, and what counts as check.
//!
//! A *ray* is a piece and a way to a square. The square is attacked if some enemy ray to it is open.

use super::effect::Effect;
use super::occupancy::{After, Here, Without};
use super::state::Placed;
use super::state::{MenSet, State, lowest, slots};
use super::{Move, Position};
use crate::rules::game::{Game, KindId, Occupancy, RayId};
use crate::rules::geometry::{Color, Square};

impl State {
    /// Whether `by` attacks `target` now.
    #[inline]
    pub(super) fn attacked(&self, game: &Game, target: Square, by: Color) -> bool {
        let towards = game.rays.towards(target);
        if let Some(acts) = &game.acts
            && self.is_shielded(acts, target, by, None)
        {
            return false;
        }
        self.any_open(game, towards, self.side_men[by.index()], Here(self))
    }

    /// Whether `by` would attack `target` after a move.
    #[inline]
    pub(super) fn attacked_after(&self, game: &Game, target: Square, by: Color, effect: &Effect) -> bool {
        if let Some(acts) = &game.acts
            && self.is_shielded(acts, target, by, Some(effect))
        {
            return false;
        }
        let attacks = |(color, at): (Color, Placed)| {
            let id = || game.rays.towards(target)[game.piece_square(at.kind, at.square)];
            color == by && game.rays.open(id(), self.now.rights, After(self, effect))
        };
        // A step moves no piece except the mover.
        let arrives = match effect {
            Effect::Step(step) => attacks(step.arrival()),
            Effect::Several(_) => effect.arrivals().any(attacks),
        };
        arrives || self.attacked_after_by(game, target, self.side_men[by.index()], effect)
    }

    /// Whether one of some pieces would attack `target` after a move, if it stays on its square.
    #[inline]
    pub(super) fn attacked_after_by(
        &self,
        game: &Game,
        target: Square,
        men: MenSet,
        effect: &Effect,
    ) -> bool {
        self.any_open(game, game.rays.towards(target), men & !effect.leaving(), After(self, effect))
    }

    /// Whether a ray of any of the pieces is open.
    #[inline]
    fn any_open(&self, game: &Game, towards: &[RayId], mut men: MenSet, board: impl Occupancy) -> bool {
        while men != 0 {
            let id = towards[usize::from(self.piece_square_of[lowest(men)])];
            if id != RayId::NONE && game.rays.open(id, self.now.rights, board) {
                return true;
            }
            men &= men - 1;
        }
        false
    }

    /// Whether a royal of `color` is attacked: all of them, if the side may leave one attacked.
    #[inline]
    pub(super) fn in_check(&self, game: &Game, color: Color) -> bool {
        let royals = self.royals_of(color);
        is_check(game, color, royals, |royal| self.attacked(game, self.square_of[royal], !color))
    }

    /// Whether a side would be in check after a move; `royals` are its royals that count.
    pub(super) fn in_check_after(&self, game: &Game, color: Color, royals: MenSet, effect: &Effect) -> bool {
        let [own, enemies] = self.exploded(game, effect, color);
        if own | enemies != 0 {
            // The loss of the own royal counts before that of the enemy's.
            return own != 0;
        }
        if let Some(crown) = game.acts.as_ref().and_then(|acts| acts.crown.as_ref()) {
            let square = self.crowned_after(game, crown, color, effect);
            return square.is_some_and(|square| self.attacked_after(game, square, !color, effect));
        }
        is_check(game, color, royals, |royal| {
            let square = effect.target_of(royal).unwrap_or(self.square_of[royal]);
            self.attacked_after(game, square, !color, effect)
        })
    }

    /// Whether a piece of a kind attacks an enemy piece from the square where a move puts it.
    #[cold]
    pub(super) fn attacks_by(&self, game: &Game, m: Move, kind: KindId) -> bool {
        let effect = self.effect(game, m);
        let by = game.piece_square(kind, m.to());
        slots(self.side_men[(!self.side).index()]).any(|slot| {
            let id = game.rays.towards(self.square_of[slot])[by];
            id != RayId::NONE && game.rays.open(id, self.now.rights, After(self, &effect))
        })
    }

    /// Whether a legal move of an ordinary turn gives check, directly or not.
    pub(super) fn gives_check(&self, game: &Game, m: Move) -> bool {
        let effect = self.effect(game, m);
        let captured = effect.victims().fold(0, |set, (cell, _)| set | 1 << cell.slot());
        self.in_check_after(game, !self.side, self.royals_of(!self.side) & !captured, &effect)
    }
}

/// Whether attacks on royals of a side are check: on any, or on all if the side may leave one attacked.
#[inline]
pub(super) fn is_check(
    game: &Game,
    color: Color,
    royals: MenSet,
    is_attacked: impl FnMut(usize) -> bool,
) -> bool {
    if game.expendable_royals[color.index()] {
        royals != 0 && slots(royals).all(is_attacked)
    } else {
        slots(royals).any(is_attacked)
    }
}

impl Position {
    /// The pieces of the side to move besides pawns that the enemy attacks, as a set of slots.
    pub fn attacked_men(&self) -> u64 {
        let (state, game) = (&self.state, &*self.game);
        let attacked = |&slot: &usize| {
            !game.kind(state.kind_of[slot]).pawn && state.attacked(game, state.square_of[slot], !state.side)
        };
        slots(state.side_men[state.side.index()]).filter(attacked).fold(0, |set, slot| set | 1 << slot)
    }

    /// Whether the piece that makes a move is one of a set of slots.
    #[inline]
    pub fn is_among(&self, m: Move, men: u64) -> bool {
        let cell = self.state.mover(m);
        !cell.is_empty() && men >> cell.slot() & 1 != 0
    }

    /// Whether the moving piece will attack an enemy royal from its target. This is cheaper than making
    /// the move, but misses discovered checks and checks by a castling partner.
    #[inline]
    pub fn checks_directly(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &*self.game);
        let mover = state.effect(game, m).mover();
        let Some(at) = mover.after.filter(|_| !mover.cell.is_empty()) else { return false };
        let board = Without(state, 1 << mover.slot());
        slots(state.royals_of(!state.side)).any(|royal| {
            let id = game.rays.towards(state.square_of[royal])[game.piece_square(at.kind, at.square)];
            id != RayId::NONE && game.rays.open(id, state.now.rights, board)
        })
    }
}
