//! Moves that are not ordinary: those with a condition or with effects to choose from, and those that affect
//! more pieces than one captured on the target.

use super::effect::Effect;
use super::generate::{Generator, Legality, Mover, Named, Sink};
use super::moves::Move;
use super::sets::PieceSet;
use super::state::{PieceChange, Placed};
use crate::rules::game::{Condition, EffectId, MoveEffect, MultiCapture, PackedTarget};
use crate::rules::geometry::Square;

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Passes on the legal moves to a stop whose moves are not ordinary. `named` are the moves of the piece
    /// so far, where there may be two ways to make one.
    #[inline(never)]
    pub(super) fn moves_on_terms(
        &mut self,
        mover: Mover,
        stop: PackedTarget,
        legality: &Legality,
        named: Option<&mut Named>,
    ) {
        let Some(terms) = self.game.moves.terms(stop) else { return };
        let occupied = !self.state.board[usize::from(stop.to)].is_empty();
        if let (Some(effects), None) = (terms.single, &named) {
            let m = Move::new(mover.from.0, stop.to, effects[usize::from(occupied)]);
            if self.is_legal_by(m, legality) {
                self.sink.push(m);
            }
        } else if self.meets(mover, terms.condition) {
            let effects = terms.effects(occupied);
            self.choices(mover, stop.to, (terms.condition, effects), legality, named);
        }
    }

    /// Whether a condition is met that does not depend on the effect of the move.
    #[inline]
    pub(super) fn meets(&self, mover: Mover, condition: Condition) -> bool {
        condition == Condition::NONE
            || !(condition.requires(Condition::UNCHECKED) && self.checks.checkers > 0
                || condition.requires(Condition::AFTER_CAPTURE)
                    && !self.state.has_captured(self.game, self.state.side)
                || condition.requires(Condition::LAST_OF_KIND) && self.state.counts[mover.kind.index()] > 1)
    }

    /// Passes on a move with each effect that is legal.
    pub(super) fn choices(
        &mut self,
        mover: Mover,
        to: u8,
        (condition, effects): (Condition, &[EffectId]),
        legality: &Legality,
        mut named: Option<&mut Named>,
    ) {
        // What the piece becomes seldom decides whether its own royal is attacked.
        let mut known = None;
        // Where it does, a piece may enter only if the move is legal without it.
        let mut plain = true;
        for &id in effects {
            let m = Move::new(mover.from.0, to, id);
            let effect = self.game.effects.get(id);
            if named.as_mut().is_some_and(|named| !named.insert(to, effect)) {
                continue;
            }
            let legal = match known {
                Some(legal) if !self.game.tests_choices => legal,
                _ => *known.insert(self.is_legal_by(m, legality) && (plain || effect.enters.is_none())),
            };
            plain = if effect.enters.is_none() { legal } else { plain };
            if (legal || self.crowns_safely(m, effect)) && self.is_possible(m, condition, effect) {
                self.sink.push(m);
            }
        }
    }

    /// Whether a move leaves no royal of its side attacked, by what is known about its piece.
    fn is_legal_by(&self, m: Move, legality: &Legality) -> bool {
        let safe = || self.safe(&self.state.effect(self.game, m));
        let explodes = || !m.is_ordinary() && m.effect(self.game).blasts;
        match legality {
            _ if self.blasts && explodes() => safe(),
            Legality::Known => true,
            Legality::Masked(mask) => {
                mask.within.contains(m.to().0) && (!mask.test.contains(m.to().0) || safe())
            }
            Legality::Tested => safe(),
        }
    }

    /// Whether a move that leaves other royals attacked turns the piece into a royal one that is not, if
    /// that suffices.
    #[cold]
    fn crowns_safely(&self, m: Move, effect: &MoveEffect) -> bool {
        let royal = effect.promotion().is_some_and(|kind| self.game.is_royal(kind));
        let several = self.game.def.rules.royals.only_last_counts() && !self.royals.is_empty();
        let expendable = self.game.expendable_royals[self.state.side.index()];
        royal && expendable && (several || !self.is_crowned_in_check(m))
    }

    /// Whether the position allows an effect of a move.
    #[inline]
    pub(super) fn is_possible(&self, m: Move, condition: Condition, effect: &MoveEffect) -> bool {
        effect.becomes.is_none_or(|kind| {
            let (state, game) = (self.state, self.game);
            let count = state.counts[kind.index()];
            let supplied = !(effect.promotes && condition.requires(Condition::SUPPLIED))
                || count < game.supplies[kind.index()];
            let peaceful = || !state.attacks_by(game, m, kind) && !state.gives_check(game, m);
            // A piece does not become a royal one that would be attacked.
            let spare = game.expendable_royals[state.side.index()] && !self.royals.is_empty();
            let attacked = || !spare && self.is_crowned_in_check(m);
            supplied
                && count < game.kind(kind).most
                && !(game.is_royal(kind) && attacked())
                && (!condition.requires(Condition::PEACEFUL) || peaceful())
        }) && (effect.enters.is_none() || self.may_enter(m, effect))
    }

    /// Whether a piece would be attacked on the target of its move, if it is royal there.
    fn is_crowned_in_check(&self, m: Move) -> bool {
        let effect = self.state.effect(self.game, m);
        self.state.attacked_after(self.game, m.to(), !self.state.side, &effect)
    }
}

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Moves that capture pieces on the way or of their own side, cannot capture royals, or end where
    /// they began. The board after each of them is tested, because a captured piece may have shielded a
    /// royal.
    pub(super) fn multi_captures(&mut self, mover: Mover) {
        let moves = &self.game.moves;
        if !moves.has_multi_captures() {
            return;
        }
        let mut known: Vec<Effect> = Vec::new();
        for multi_capture in moves.multi_captures(self.game.piece_square(mover.kind, mover.from)) {
            let stop = multi_capture.stop;
            let stays = stop.to == mover.from.0;
            let class = if stays { 0 } else { self.state.class_of(stop.to) };
            if !stop.allows(class) || !self.guard_open(&multi_capture.guard) {
                continue;
            }
            let terms = moves.terms(stop);
            let condition = terms.map_or(Condition::NONE, |terms| terms.condition);
            if !self.meets(mover, condition) {
                continue;
            }
            for &id in terms.map_or(&[EffectId::ORDINARY][..], |terms| terms.effects(class != 0)) {
                let m = Move::new(mover.from.0, stop.to, id);
                let template = self.game.effects.get(id);
                let effect = self.state.effect(self.game, m);
                // In another order it captures the same pieces.
                let again = known.iter().any(|other| effect.same_changes(other));
                let wanted = if effect.captures() || template.promotes { NOISY } else { QUIETS };
                // A move that cannot capture royals may duplicate another move of the piece.
                let on_the_way = stays || m.on_the_way(self.game).next().is_some();
                if again || !wanted || (!on_the_way && self.goes_to(mover, stop.to)) {
                    continue;
                }
                if self.may_happen(multi_capture, &effect)
                    && (self.safe(&effect) || self.crowns_safely(m, template))
                    && self.is_possible(m, condition, template)
                {
                    known.push(effect);
                    self.sink.push(m);
                }
            }
        }
    }

    /// Whether the effects of a move on other pieces are allowed: it captures no royal of its own side,
    /// a tame one captures no royal on its target, and it puts no piece where that may not be.
    fn may_happen(&self, multi_capture: &MultiCapture, effect: &Effect) -> bool {
        let state = self.state;
        let shifted = effect.shifted();
        if shifted.is_some_and(|shifted| !self.may_be_put(shifted)) {
            return false;
        }
        let others = effect.leaving() & !PieceSet::of(effect.mover().slot());
        let cell = state.board[usize::from(multi_capture.stop.to)];
        let own = match shifted {
            Some(_) if !multi_capture.tame => PieceSet::EMPTY,
            _ => state.side_pieces[state.side.index()],
        };
        let at_the_end = PieceSet::of_if(cell.slot(), multi_capture.tame && !cell.is_empty());
        !others.meets((own | at_the_end) & state.royals)
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
        let ends = |stop: &PackedTarget| {
            let condition = game.moves.terms(*stop).map_or(Condition::NONE, |terms| terms.condition);
            stop.to == to && stop.allows(state.class_of(to)) && self.meets(mover, condition)
        };
        PackedTarget::reached(game.moves.stops(entry), |square| state.class_of(square))
            .any(|(_, stop, _)| ends(stop))
            || game
                .moves
                .conditional(entry)
                .iter()
                .any(|conditional| ends(&conditional.stop) && self.guard_open(&conditional.guard))
    }
}

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Captures of a pawn that has just passed.
    #[cold]
    pub(super) fn en_passant(&mut self, mover: Mover, named: &mut Named) {
        let (state, game) = (self.state, self.game);
        let captures = state.double_steps(game).filter(|step| step.color != state.side);
        let captures = captures.flat_map(|step| &step.captures);
        for capture in captures.filter(|c| c.from == mover.from && c.kind == mover.kind) {
            let Square(to) = capture.to;
            let open = state.board[usize::from(to)].is_empty() && self.guard_open(&capture.guard);
            let condition = capture.terms.condition;
            if open && self.meets(mover, condition) {
                let choices = (condition, capture.terms.effects(true));
                self.choices(mover, to, choices, &Legality::Tested, Some(named));
            }
        }
    }
}
