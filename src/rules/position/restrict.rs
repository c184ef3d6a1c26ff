//! Forced captures, forbidden checks, and pieces that cannot be captured or traded.
//!
//! Only games with such a rule use this (`Game::restrictions`), and none of them has double moves. The
//! ordinary generator runs, and a [`Sink`] in between passes on the moves that remain legal. Forbidden
//! checks take precedence over forced captures: a capture that gives a forbidden check need not be
//! made.

use super::effect::Effect;
use super::generate::{CountUpTo, Generator, Sink};
use super::state::{Cell, State};
use super::state::{PieceChange, Placed};
use super::{Move, Position};
use crate::rules::game::{Game, KindId, Restrictions};
use crate::rules::variant::{Capture, Checks};

/// If only mating checks are legal, a check may be answered by one, and each must be examined to judge
/// the previous one. Beyond this depth a check does not count as mate; no game comes near it.
const CROSS_CHECKS: u8 = 8;

/// The captures available to a side that must capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// There is one capture.
    Single,
    /// There are several.
    Several,
}

impl Position {
    /// Whether the side to move must capture, and whether it has a choice.
    #[inline]
    pub fn must_capture(&self) -> Option<Obligation> {
        let rules = self.game.restrictions.filter(|rules| rules.capture == Capture::Forced)?;
        obligation(&self.state, &self.game, rules)
    }
}

/// Generates the legal moves of the side to move, as [`Generator::run`] does without restrictions.
pub(super) fn run<S: Sink, const NOISY: bool, const QUIETS: bool>(
    state: &State,
    game: &Game,
    rules: Restrictions,
    sink: &mut S,
) {
    if rules.capture == Capture::Forced {
        if NOISY {
            let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, sink) };
            Generator::<_, true, false>::run(state, game, &mut captures);
            if captures.any {
                return;
            }
        } else if can_capture(state, game, rules) {
            return;
        }
    }
    if rules.checks == Checks::Allowed && rules.untraded | rules.untaken == 0 {
        Generator::<S, NOISY, QUIETS>::run(state, game, sink);
    } else {
        let mut lawful = Lawful::new(state, game, rules, 0, sink);
        Generator::<_, NOISY, QUIETS>::run(state, game, &mut lawful);
    }
}

/// Whether a move from the ordinary generator is legal.
pub(super) fn allows(state: &State, game: &Game, rules: Restrictions, m: Move) -> bool {
    object(state, game, rules, m).is_none()
}

/// The restriction that forbids a move from the ordinary generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It captures a piece that cannot be captured.
    Untaken,
    /// It trades pieces that must not be traded.
    Untraded,
    /// It gives a check, which is never allowed.
    Check,
    /// It gives a check that is not mate, which is not allowed.
    CheckWithoutMate,
    /// A capture is forced, and it is not one.
    MustCapture,
}

/// The restriction that forbids a move that is otherwise legal.
pub(crate) fn objection(position: &Position, m: Move) -> Option<Objection> {
    object(&position.state, &position.game, position.game.restrictions?, m)
}

/// The restriction that forbids a move from the ordinary generator; `None` if it is legal.
#[cold]
fn object(state: &State, game: &Game, rules: Restrictions, m: Move) -> Option<Objection> {
    let effect = state.effect(game, m);
    if !may_capture(&effect, rules) {
        return Some(Objection::Untaken);
    }
    if !may_trade(state, game, rules, &effect) {
        return Some(Objection::Untraded);
    }
    if !may_check(state, game, rules, 0, m) {
        let forbidden = rules.checks == Checks::Forbidden;
        return Some(if forbidden { Objection::Check } else { Objection::CheckWithoutMate });
    }
    let forced = rules.capture == Capture::Forced && !effect.captures();
    (forced && can_capture(state, game, rules)).then_some(Objection::MustCapture)
}

/// Whether the side to move has a legal capture, and several.
fn obligation(state: &State, game: &Game, rules: Restrictions) -> Option<Obligation> {
    let mut two = CountUpTo::<2>(0);
    let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, &mut two) };
    Generator::<_, true, false>::run(state, game, &mut captures);
    match two.0 {
        0 => None,
        1 => Some(Obligation::Single),
        _ => Some(Obligation::Several),
    }
}

/// Whether the side to move has a legal capture.
fn can_capture(state: &State, game: &Game, rules: Restrictions) -> bool {
    let mut any = CountUpTo::<1>(0);
    let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, &mut any) };
    Generator::<_, true, false>::run(state, game, &mut captures);
    any.done()
}

/// Passes on the moves that obey the rules.
struct Lawful<'a, S> {
    state: &'a State,
    game: &'a Game,
    rules: Restrictions,
    /// The number of checks before this one, each the answer to the previous one.
    checks: u8,
    only_captures: bool,
    /// Whether any move has passed.
    any: bool,
    sink: &'a mut S,
}

impl<'a, S> Lawful<'a, S> {
    fn new(state: &'a State, game: &'a Game, rules: Restrictions, checks: u8, sink: &'a mut S) -> Self {
        Lawful { state, game, rules, checks, only_captures: false, any: false, sink }
    }
}

impl<S: Sink> Sink for Lawful<'_, S> {
    fn push(&mut self, m: Move) {
        let effect = self.state.effect(self.game, m);
        let wanted = (!self.only_captures || effect.captures())
            && may_capture(&effect, self.rules)
            && may_trade(self.state, self.game, self.rules, &effect);
        if wanted && may_check(self.state, self.game, self.rules, self.checks, m) {
            self.any = true;
            self.sink.push(m);
        }
    }

    fn done(&self) -> bool {
        self.sink.done()
    }
}

/// Tests whether a piece that must not be traded could be captured if none had been lost.
struct Revenge<'a> {
    state: &'a State,
    game: &'a Game,
    rules: Restrictions,
    found: bool,
}

impl Sink for Revenge<'_> {
    fn push(&mut self, m: Move) {
        let (state, game, rules) = (self.state, self.game, self.rules);
        let effect = state.effect(game, m);
        self.found |= captures_untraded(rules, &effect)
            && !is_trade(state, game, rules, &effect)
            && may_capture(&effect, rules)
            && may_check(state, game, rules, 0, m);
    }

    fn done(&self) -> bool {
        self.found
    }
}

/// Whether a move captures no piece that cannot be captured.
fn may_capture(effect: &Effect, rules: Restrictions) -> bool {
    rules.untaken == 0 || effect.victims().all(|(_, victim)| rules.untaken >> victim.kind.0 & 1 == 0)
}

/// Whether a move captures no piece on its target that must not be traded. A piece captured on the way
/// is adjacent to the captor and does not matter.
fn may_trade(state: &State, game: &Game, rules: Restrictions, effect: &Effect) -> bool {
    !captures_untraded(rules, effect)
        || (!is_trade(state, game, rules, effect) && !state.has_lost_untraded(game))
}

/// Whether a move captures an enemy on its target that must not be traded.
fn captures_untraded(rules: Restrictions, effect: &Effect) -> bool {
    let mover = effect.mover();
    let untraded = |(cell, victim): (Cell, Placed)| {
        let on_target = mover.after.is_some_and(|at| at.square == victim.square);
        on_target && cell.is(!mover.color()) && rules.untraded >> victim.kind.0 & 1 != 0
    };
    rules.untraded != 0 && effect.victims().any(untraded)
}

/// Whether a piece captures another from a distance, both of the kind that must not be traded, and may
/// be recaptured.
fn is_trade(state: &State, game: &Game, rules: Restrictions, effect: &Effect) -> bool {
    let mover = effect.mover();
    let (Some(before), Some(after)) = (mover.before, mover.after) else { return false };
    let far = |a: u8, b: u8| a.abs_diff(b) > 1;
    let (shape, from, to) = (&game.shape, before.square, after.square);
    let is_far = far(shape.file(from), shape.file(to)) || far(shape.rank(from), shape.rank(to));
    let cheap = effect.victims().all(|(_, victim)| victim.square == to || game.is_pawn(victim.kind));
    let alike = rules.untraded >> before.kind.0 & 1 != 0;
    let spared = if rules.kings_guard { 0 } else { state.royals };
    let enemies = state.side_pieces[(!state.side).index()] & !spared;
    alike && is_far && cheap && state.attacked_after_by(game, to, enemies, effect)
}

/// Whether a move gives no forbidden check.
fn may_check(state: &State, game: &Game, rules: Restrictions, checks: u8, m: Move) -> bool {
    match rules.checks {
        Checks::Allowed => true,
        Checks::MateOnly => !state.gives_check(game, m) || mates(state, game, rules, checks, m),
        Checks::Forbidden => !state.gives_check(game, m),
    }
}

/// Whether a move that gives check leaves no reply. Forced captures do not matter here.
#[cold]
fn mates(state: &State, game: &Game, rules: Restrictions, checks: u8, m: Move) -> bool {
    if checks == CROSS_CHECKS {
        return false;
    }
    let mut after = state.board_alone();
    after.make(game, m);
    let mut any = CountUpTo::<1>(0);
    let mut answers = Lawful::new(&after, game, rules, checks + 1, &mut any);
    Generator::<_, true, true>::run(&after, game, &mut answers);
    !any.done()
}

impl State {
    /// Whether the last move has captured an enemy that must not be traded, on its target, by a
    /// different piece type.
    pub(super) fn has_lost_untraded(&self, game: &Game) -> bool {
        let (Some(rules), Some(undo)) = (game.restrictions, self.history.last()) else { return false };
        let untraded = |kind: KindId| rules.untraded >> kind.0 & 1 != 0;
        let lost = |kind: KindId| untraded(kind) && game.kind(kind).color == self.side;
        let captured = |change: PieceChange| change.before.filter(|_| change.after.is_none());
        let mut victims = self.last_changes().filter_map(captured);
        let on_target = |victim: Placed| victim.square == undo.played.to() && lost(victim.kind);
        rules.untraded != 0 && !untraded(undo.mover_kind) && victims.any(on_target)
    }

    /// Whether the loss of a piece that must not be traded protects another, which is a part of the key.
    pub(super) fn spares_untraded(&self, game: &Game) -> bool {
        let Some(rules) = game.restrictions.filter(|_| self.has_lost_untraded(game)) else { return false };
        let mut revenge = Revenge { state: self, game, rules, found: false };
        Generator::<_, true, false>::run(self, game, &mut revenge);
        revenge.found
    }

    /// A copy without the history.
    pub(super) fn board_alone(&self) -> State {
        State { history: Vec::with_capacity(1), log: Vec::new(), past: None, turn: None, ..*self }
    }
}
