//! Special moves: promotions, moves that transform a piece, and moves that affect more pieces than one
//! captured on the target.

use super::effect::Effect;
use super::generate::{Generator, Mover, Sink};
use super::moves::{Move, MoveType};
use super::state::{PieceChange, Placed};
use crate::rules::game::{Becoming, Condition, KindId, MultiCapture, PackedTarget, PromotionSet};
use crate::rules::geometry::Square;
use crate::rules::variant::{Captor, SideChange, Supply};

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// A special legal move: once for each promotion piece.
    #[inline(never)]
    pub(super) fn special_move(&mut self, from: Square, stop: &PackedTarget) {
        let Some(special) = self.game.moves.condition(stop) else { return };
        let (from, to) = (from.0, stop.to);
        let quiet = self.state.board[usize::from(to)].is_empty();
        let becoming = match special {
            Condition::Promotion(..) => None,
            _ if !self.game.transforms => None,
            _ => self.game.becoming(self.state.kind_of_man(from), Square(to), !quiet),
        };
        let plain = Move::new(from, to, MoveType::Normal);
        if becoming.is_some_and(|becoming| !self.may_become(becoming, plain)) {
            return;
        }
        let move_type = match special {
            Condition::Becomes => becoming.map_or(MoveType::Normal, |_| MoveType::Becomes),
            special if self.is_barred(special) => return,
            Condition::DoubleStep(index) if quiet => MoveType::DoubleStep(index),
            Condition::KeepsClock if quiet => MoveType::KeepsClock,
            Condition::SideEffects => MoveType::SideEffects,
            Condition::Instead(index) => return self.promote_instead(index, false, from, to),
            Condition::LastInstead(index) => return self.promote_instead(index, true, from, to),
            Condition::Gate => return self.move_and_enter(Move::new(from, to, MoveType::Normal)),
            // A move with a condition of its own has the same effects as one without.
            Condition::Unchecked | Condition::AfterCapture if self.game.side_effects.is_some() => {
                MoveType::SideEffects
            }
            Condition::Unchecked
            | Condition::AfterCapture
            | Condition::DoubleStep(_)
            | Condition::KeepsClock
            | Condition::Zone(_)
            | Condition::Confined
            | Condition::SameCell
            | Condition::FirstMove(_) => MoveType::Normal,
            Condition::Promotion(index, step) => {
                let set = &self.game.promotions[usize::from(index)];
                let side_effects = self.game.side_effects.as_ref();
                if !quiet && side_effects.is_some_and(|side_effects| side_effects.captor == Captor::Stays) {
                    return self.sink.push(Move::new(from, to, MoveType::SideEffects));
                }
                let declined = match step.get() {
                    Some(step) if quiet => MoveType::DoubleStep(step),
                    _ if side_effects.is_some() => MoveType::SideEffects,
                    _ => MoveType::Normal,
                };
                return self.promote(set, plain, Move::new(from, to, declined));
            }
        };
        self.sink.push(Move::new(from, to, move_type));
    }

    /// A legal move with each promotion, and as it is where promotion is not forced.
    pub(super) fn promote(&mut self, set: &PromotionSet, m: Move, declined: Move) {
        let legal = |g: &Self, m| !g.tests_promotions() || g.safe(&g.state.effect(g.game, m));
        for &kind in &set.targets {
            let promotion = m.promoting(kind);
            if self.in_supply(set, kind) && self.may_be_crowned(kind, m) && legal(self, promotion) {
                self.sink.push(promotion);
            }
        }
        if !set.forced && legal(self, declined) {
            self.sink.push(declined);
        }
    }

    /// Whether what a piece promotes to may decide whether its own royal is attacked, since it may change
    /// sides by the move.
    pub(super) fn tests_promotions(&self) -> bool {
        let changes = self
            .game
            .side_effects
            .as_ref()
            .is_some_and(|side_effects| side_effects.change != SideChange::Never);
        changes && !self.game.expendable_royals[self.state.side.index()]
    }

    /// Promotions that replace a move, for each piece that neither attacks an enemy nor gives check
    /// then.
    #[cold]
    #[inline(never)]
    fn promote_instead(&mut self, index: u8, last_only: bool, from: u8, to: u8) {
        let (state, game) = (self.state, self.game);
        let set = &game.promotions[usize::from(index)];
        if last_only && state.counts[state.kind_of_man(from).index()] > 1 {
            return;
        }
        for &kind in &set.targets {
            let m = Move::new(from, to, MoveType::Promotion(kind));
            if self.in_supply(set, kind) && !state.attacks_by(game, m, kind) && !state.gives_check(game, m) {
                self.sink.push(m);
            }
        }
    }

    /// Whether the special condition of a move forbids it now.
    #[inline]
    pub(super) fn is_barred(&self, special: Condition) -> bool {
        match special {
            Condition::Unchecked => self.checks.checkers > 0,
            Condition::AfterCapture => !self.state.has_captured(self.game),
            _ => false,
        }
    }

    /// Whether a move may transform a piece: not if its side has the maximum number of those.
    pub(super) fn may_become(&self, becoming: &Becoming, m: Move) -> bool {
        self.has_room(becoming.kind) && self.may_be_crowned(becoming.kind, m)
    }

    /// Whether a pawn may become a piece of a kind by a move: not a royal one that would be attacked.
    fn may_be_crowned(&self, kind: KindId, m: Move) -> bool {
        let spared = self.game.expendable_royals[self.state.side.index()];
        !self.game.kind(kind).royal || spared || !self.is_crowned_in_check(m)
    }

    /// Whether a piece would be attacked on the target of its move, if it is royal there.
    fn is_crowned_in_check(&self, m: Move) -> bool {
        let effect = match m.move_type() {
            MoveType::EnPassant(_) => self.state.effect(self.game, m),
            _ => Effect::Plain(self.state.plain_move(m.from(), m.to())),
        };
        self.state.attacked_after(self.game, m.to(), !self.state.side, &effect)
    }

    /// Whether there is a piece of a kind to promote to.
    fn in_supply(&self, set: &PromotionSet, kind: KindId) -> bool {
        let supplied = || self.state.counts[kind.index()] < self.game.supplies[kind.index()];
        self.has_room(kind) && (set.supply != Supply::Captured || supplied())
    }

    /// Whether a side may have one more piece of a kind.
    fn has_room(&self, kind: KindId) -> bool {
        self.state.counts[kind.index()] < self.game.kind(kind).most
    }

    /// Promotions by a move that leaves other royals attacked: to a royal piece that is not attacked, if
    /// that suffices.
    #[cold]
    pub(super) fn promote_to_royal(&mut self, set: &PromotionSet, m: Move) {
        if !self.game.expendable_royals[self.state.side.index()] {
            return;
        }
        for &kind in set.targets.iter().filter(|&&kind| self.game.kind(kind).royal) {
            if self.in_supply(set, kind) && !self.is_crowned_in_check(m) {
                self.sink.push(m.promoting(kind));
            }
        }
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
            let stays = multi_capture.to == mover.from.0;
            let class = if stays { 0 } else { self.state.class_of(multi_capture.to) };
            if multi_capture.when >> class & 1 == 0 || !self.guard_open(&multi_capture.guard) {
                continue;
            }
            let m = Move::new(mover.from.0, multi_capture.to, MoveType::Takes(multi_capture.victims));
            let effect = self.state.effect(self.game, m);
            // In another order it captures the same pieces.
            let again = known.iter().any(|other| effect.same_changes(other));
            let wanted = if effect.captures() { NOISY } else { QUIETS };
            // A move that cannot capture royals may duplicate another move of the piece.
            let on_the_way = stays || m.on_the_way(self.game).next().is_some();
            if again || !wanted || (!on_the_way && self.goes_to(mover, multi_capture.to)) {
                continue;
            }
            if self.may_happen(multi_capture, &effect) && self.safe(&effect) {
                known.push(effect);
                self.sink.push(m);
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
        let others = effect.leaving() & !(1 << effect.mover().slot());
        let cell = state.board[usize::from(multi_capture.to)];
        let own =
            if shifted.is_some() && !multi_capture.tame { 0 } else { state.side_pieces[state.side.index()] };
        let at_the_end = if multi_capture.tame && !cell.is_empty() { 1 << cell.slot() } else { 0 };
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
        let ends = |stop: &PackedTarget| {
            let barred = game.moves.condition(stop).is_some_and(|special| self.is_barred(special));
            stop.to == to && stop.allows(state.class_of(to)) && !barred
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
