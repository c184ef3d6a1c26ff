//! Pieces that must not be traded, as Lions in Chu Shogi: two rules. One may not capture another from a
//! distance where it can be recaptured. After a piece of another type has captured one, the next move may not
//! capture one.

use super::effect::Effect;
use super::moves::Move;
use super::sets::PieceSet;
use super::state::{Cell, PieceChange, Placed, State};
use crate::rules::game::{Game, KindId, Restrictions};
use crate::rules::geometry::Square;

/// Whether a move captures no piece on its target that must not be traded. A piece captured on the way
/// is adjacent to the captor and does not matter.
pub(super) fn may_trade(state: &State, game: &Game, rules: Restrictions, m: Move, effect: &Effect) -> bool {
    !captures_untraded(rules, m, effect)
        || (!is_trade(state, game, rules, m, effect) && !state.has_lost_untraded(game))
}

/// Whether a move captures an enemy on its target that must not be traded.
pub(super) fn captures_untraded(rules: Restrictions, m: Move, effect: &Effect) -> bool {
    let mover = effect.mover();
    let untraded = |(cell, victim): (Cell, Placed)| {
        victim.square == m.to() && cell.is(!mover.color()) && rules.untraded.contains(victim.kind)
    };
    !rules.untraded.is_empty() && effect.victims().any(untraded)
}

/// Whether a piece captures another from a distance, both of the kind that must not be traded, and may
/// be recaptured. One that explodes cannot.
pub(super) fn is_trade(state: &State, game: &Game, rules: Restrictions, m: Move, effect: &Effect) -> bool {
    let mover = effect.mover();
    let Some(before) = mover.before else { return false };
    let (from, to) = (before.square, m.to());
    let is_far = from != to && !game.shape.touches(from, to);
    let cheap = effect.victims().all(|(_, victim)| victim.square == to || rules.cheap.contains(victim.kind));
    let alike = rules.untraded.contains(before.kind);
    let spared = if rules.kings_guard { PieceSet::EMPTY } else { state.royals };
    let enemies = state.side_pieces[(!state.side).index()] & !spared;
    let is_protected = || mover.after.is_some_and(|at| state.is_protected(game, at, enemies, effect));
    alike && is_far && cheap && is_protected()
}

impl State {
    /// Whether the last move has captured an enemy that must not be traded, on its target, by a
    /// different piece type.
    pub(super) fn has_lost_untraded(&self, game: &Game) -> bool {
        self.lost_untraded(game).is_some()
    }

    /// The square of such a capture.
    pub(super) fn lost_untraded(&self, game: &Game) -> Option<Square> {
        let rules = game.restrictions.filter(|rules| !rules.untraded.is_empty())?;
        let Some(undo) = self.history.last() else { return self.lost_before };
        let untraded = |kind: KindId| rules.untraded.contains(kind);
        let lost = |kind: KindId| untraded(kind) && game.kind(kind).color == self.side;
        let captured = |change: PieceChange| change.before.filter(|_| change.after.is_none());
        let mut victims = self.last_changes().filter_map(captured);
        let on_target = |victim: Placed| victim.square == undo.played.to() && lost(victim.kind);
        (!untraded(undo.mover_kind) && victims.any(on_target)).then(|| undo.played.to())
    }
}
