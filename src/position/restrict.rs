//! Rules that forbid moves for others that could be played, or for what they bring about: captures
//! that must be made, checks that must not be given, men that must not be traded.
//!
//! Only games with such a rule come here (`Game::restrictions`), and none of them has double moves:
//! the ordinary generator runs, and a [`Sink`] in between lets pass what remains legal. Among legal
//! captures and checks, checks come first: a capture that gives a forbidden check need not be made.

use super::generate::Generator;
use super::look::{Change, NOBODY};
use super::moves::Tag;
use super::sink::{Any, Sink};
use super::state::{MenSet, State, Undo, slots};
use super::{Move, Position};
use crate::game::{Game, KindId, Restrictions};
use crate::geometry::{Color, Square};
use crate::variant::{Capture, Checks};

/// Where only mate may be checked and a check is answered by a check, the one looks for mate by the
/// other. So many deep nobody looks further, and it is no mate: no game comes near it.
const CROSS_CHECKS: u8 = 8;

/// What a side that must capture can choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// There is one capture.
    Single,
    /// There are several.
    Several,
}

impl Position {
    /// Whether the side to move must capture, and how many ways it has.
    #[inline]
    pub fn must_capture(&self) -> Option<Obligation> {
        let rules = self.game.restrictions.filter(|rules| rules.capture == Capture::Forced)?;
        obligation(&self.state, &self.game, rules)
    }

    /// The moves of a side's men as they stand, legal or not: to empty squares, and to enemies.
    pub fn mobility(&self, color: Color) -> [u32; 2] {
        let (state, moves) = (&self.state, &self.game.moves);
        let mut mobility = [0; 2];
        for slot in slots(state.side_men[color.index()]) {
            let stops = moves.stops(moves.entry(usize::from(state.row_of[slot])));
            let mut next = 0;
            while let Some(stop) = stops.get(next) {
                let cell = state.board[usize::from(stop.to)];
                mobility[usize::from(!cell.is_empty())] += u32::from(stop.when >> cell.class() & 1);
                next += if cell.is_empty() { 1 } else { usize::from(stop.skip) };
            }
        }
        mobility
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
            Generator::<_, true, false>::run_for(state, game, &mut captures, MenSet::MAX, MenSet::MAX);
            if captures.any {
                return;
            }
        } else if can_capture(state, game, rules) {
            return;
        }
    }
    if rules.checks == Checks::Allowed && rules.untraded | rules.untaken == 0 {
        Generator::<S, NOISY, QUIETS>::run_for(state, game, sink, MenSet::MAX, MenSet::MAX);
    } else {
        let mut lawful = Lawful::new(state, game, rules, 0, sink);
        Generator::<_, NOISY, QUIETS>::run_for(state, game, &mut lawful, MenSet::MAX, MenSet::MAX);
    }
}

/// Whether a move that the ordinary generator finds is legal.
pub(super) fn allows(state: &State, game: &Game, rules: Restrictions, m: Move) -> bool {
    objection(state, game, rules, m).is_none()
}

/// Which restriction forbids a move that the ordinary generator finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It captures a piece that nobody may capture.
    Untaken,
    /// It trades pieces that must not be traded.
    Untraded,
    /// It gives a check, and no side may.
    Check,
    /// It gives a check that is not mate, and no side may.
    CheckWithoutMate,
    /// There is a capture to be made, and it makes none.
    MustCapture,
}

/// What forbids a move that the ordinary generator finds; `None` if it is legal.
#[cold]
pub(super) fn objection(state: &State, game: &Game, rules: Restrictions, m: Move) -> Option<Objection> {
    if !may_take(state, game, rules, m) {
        return Some(Objection::Untaken);
    }
    if !may_trade(state, game, rules, m) {
        return Some(Objection::Untraded);
    }
    if !may_check(state, game, rules, 0, m) {
        let forbidden = rules.checks == Checks::Forbidden;
        return Some(if forbidden { Objection::Check } else { Objection::CheckWithoutMate });
    }
    let forced = rules.capture == Capture::Forced && !state.captures(game, m);
    (forced && can_capture(state, game, rules)).then_some(Objection::MustCapture)
}

/// Whether the side to move has a legal capture, and several.
fn obligation(state: &State, game: &Game, rules: Restrictions) -> Option<Obligation> {
    let mut two = Two(0);
    let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, &mut two) };
    Generator::<_, true, false>::run_for(state, game, &mut captures, MenSet::MAX, MenSet::MAX);
    match two.0 {
        0 => None,
        1 => Some(Obligation::Single),
        _ => Some(Obligation::Several),
    }
}

/// Asks whether there are two moves.
struct Two(u8);

impl Sink for Two {
    fn push(&mut self, _: Move) {
        self.0 = self.0.saturating_add(1);
    }
    fn done(&self) -> bool {
        self.0 > 1
    }
}

/// Whether the side to move has a legal capture.
fn can_capture(state: &State, game: &Game, rules: Restrictions) -> bool {
    let mut any = Any(false);
    let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, &mut any) };
    Generator::<_, true, false>::run_for(state, game, &mut captures, MenSet::MAX, MenSet::MAX);
    any.0
}

/// Lets lawful moves pass.
struct Lawful<'a, S> {
    state: &'a State,
    game: &'a Game,
    rules: Restrictions,
    /// How many checks lie behind, each the answer to the one before.
    checks: u8,
    only_captures: bool,
    /// Whether any has passed.
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
        let wanted = !self.only_captures || self.state.captures(self.game, m);
        let wanted = wanted
            && may_take(self.state, self.game, self.rules, m)
            && may_trade(self.state, self.game, self.rules, m);
        if wanted && may_check(self.state, self.game, self.rules, self.checks, m) {
            self.any = true;
            self.sink.push(m);
        }
    }

    fn done(&self) -> bool {
        self.sink.done()
    }
}

/// Asks whether a man that must not be traded could be taken, had none been lost.
struct Revenge<'a> {
    state: &'a State,
    game: &'a Game,
    rules: Restrictions,
    found: bool,
}

impl Sink for Revenge<'_> {
    fn push(&mut self, m: Move) {
        let (state, game, rules) = (self.state, self.game, self.rules);
        self.found |= takes_untraded(state, game, rules, m)
            && !is_trade(state, game, rules, m)
            && may_take(state, game, rules, m)
            && may_check(state, game, rules, 0, m);
    }

    fn done(&self) -> bool {
        self.found
    }
}

/// Whether a move takes no man that nobody may take.
fn may_take(state: &State, game: &Game, rules: Restrictions, m: Move) -> bool {
    let untaken = |square: Square| state.kind_at(square).is_some_and(|kind| rules.untaken >> kind.0 & 1 != 0);
    let on_the_way = match m.tag() {
        _ if rules.untaken == 0 => return true,
        Tag::Castle(_) => return true,
        Tag::EnPassant => state.en_passant_victim(game, m.to()).is_some_and(untaken),
        Tag::Takes(index) if game.moves.put_down(index).is_some() => return true,
        Tag::Takes(index) => game.moves.victims(index).iter().copied().any(untaken),
        _ => false,
    };
    !on_the_way && (m.to() == m.from() || !untaken(m.to()))
}

/// Whether a move takes no man where it ends that must not be traded for another. What is taken on the way
/// stands beside the man that takes it, and does not matter.
fn may_trade(state: &State, game: &Game, rules: Restrictions, m: Move) -> bool {
    !takes_untraded(state, game, rules, m)
        || (!is_trade(state, game, rules, m) && !state.has_lost_untraded(game))
}

/// Whether a move takes an enemy that must not be traded, where it ends.
fn takes_untraded(state: &State, game: &Game, rules: Restrictions, m: Move) -> bool {
    let untraded = |kind: KindId| rules.untraded >> kind.0 & 1 != 0 && game.kind(kind).color != state.side;
    let there = || state.kind_at(m.to()).is_some_and(untraded);
    rules.untraded != 0 && m.from() != m.to() && state.shifted(game, m).is_none() && there()
}

/// Whether a man takes another from afar, neither of which must be traded, and may be taken back.
fn is_trade(state: &State, game: &Game, rules: Restrictions, m: Move) -> bool {
    let (from, to) = (m.from(), m.to());
    let victims = match m.tag() {
        Tag::Takes(index) => game.moves.victims(index),
        _ => &[],
    };
    let far = |a: u8, b: u8| a.abs_diff(b) > 1;
    let shape = &game.shape;
    let is_far = far(shape.file(from), shape.file(to)) || far(shape.rank(from), shape.rank(to));
    let cheap = victims.iter().all(|&square| state.kind_at(square).is_none_or(|kind| game.is_pawn(kind)));
    let alike = state.kind_at(from).is_some_and(|kind| rules.untraded >> kind.0 & 1 != 0);
    alike && is_far && cheap && state.could_take_back(game, m, victims)
}

/// Whether a move gives no check that it must not give.
fn may_check(state: &State, game: &Game, rules: Restrictions, checks: u8, m: Move) -> bool {
    match rules.checks {
        Checks::Allowed => true,
        Checks::MateOnly => !state.gives_check(game, m) || mates(state, game, rules, checks, m),
        Checks::Forbidden => !state.gives_check(game, m),
    }
}

/// Whether a move that gives check leaves no answer. Which moves are captures does not matter here.
#[cold]
fn mates(state: &State, game: &Game, rules: Restrictions, checks: u8, m: Move) -> bool {
    if checks == CROSS_CHECKS {
        return false;
    }
    let mut after = state.board_alone();
    after.make(game, m);
    let mut any = Any(false);
    let mut answers = Lawful::new(&after, game, rules, checks + 1, &mut any);
    Generator::<_, true, true>::run_for(&after, game, &mut answers, MenSet::MAX, MenSet::MAX);
    !any.0
}

impl State {
    /// Whether the last move has taken an enemy that must not be traded, where it ended, by another sort of
    /// man.
    pub(super) fn has_lost_untraded(&self, game: &Game) -> bool {
        let (Some(rules), Some(undo)) = (game.restrictions, self.history.last()) else { return false };
        let untraded = |kind: KindId| rules.untraded >> kind.0 & 1 != 0;
        let lost = |kind: KindId| untraded(kind) && game.kind(kind).color == self.side;
        let (from, to) = (undo.played.from(), undo.played.to());
        let taken = self.taken_at(game, to, undo);
        rules.untraded != 0 && from != to && !untraded(undo.mover_kind) && taken.is_some_and(lost)
    }

    /// The kind of the man that the last move took on a square.
    fn taken_at(&self, game: &Game, square: Square, undo: &Undo) -> Option<KindId> {
        if undo.more > 0 {
            let log = self.log.iter().rev().take(undo.more.into()).filter(|change| change.after.is_none());
            let mut taken = log.filter_map(|change| change.before);
            return taken.find(|&row| game.square_of(row) == square).map(|row| game.kind_of(row));
        }
        let slot = undo.captured.slot();
        let there = !undo.captured.is_empty() && self.square_of[slot] == square;
        there.then(|| self.kind_of[slot])
    }

    /// Whether a man that is not royal could take back, as the men stand after a move.
    fn could_take_back(&self, game: &Game, m: Move, victims: &[Square]) -> bool {
        let slot = |square: Square| self.board[square.index()].slot();
        let taken = victims.iter().chain([&m.to()]).fold(0, |set: MenSet, &square| set | 1 << slot(square));
        let change =
            Change { emptied: [m.from(); 2], filled: [m.to(); 2], taken, lodged: None, kinds: NOBODY };
        let enemies = self.side_men[(!self.side).index()] & !self.royals;
        self.attacked_after_by(game, m.to(), enemies, &change)
    }

    /// What the men that must not be traded add to the key: whether one that was lost keeps another from
    /// being taken.
    pub(super) fn untraded_key(&self, game: &Game) -> u64 {
        let Some(rules) = game.restrictions.filter(|_| self.has_lost_untraded(game)) else { return 0 };
        let mut revenge = Revenge { state: self, game, rules, found: false };
        Generator::<_, true, false>::run_for(self, game, &mut revenge, MenSet::MAX, MenSet::MAX);
        if revenge.found { game.zobrist.untraded } else { 0 }
    }

    /// Whether a move takes an enemy.
    #[inline]
    fn captures(&self, game: &Game, m: Move) -> bool {
        match m.tag() {
            Tag::EnPassant => true,
            Tag::Castle(_) => false,
            Tag::Takes(index) if game.moves.put_down(index).is_some() => false,
            Tag::Takes(index) => {
                let mut taken = game.moves.victims(index).iter().copied().chain([m.to()]);
                taken.any(|square| self.board[square.index()].is(!self.side))
            }
            _ => !self.board[m.to().index()].is_empty(),
        }
    }

    /// A copy without the moves that led here.
    fn board_alone(&self) -> State {
        State { history: Vec::with_capacity(1), log: Vec::new(), turn: None, ..*self }
    }
}
