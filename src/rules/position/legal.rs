//! The legal moves of a position under any rules: listing, counting, and testing them, and perft.
//!
//! Games with forced captures, forbidden checks, and pieces that cannot be captured or traded
//! ([`State::restrictions`]) have no move on each square color. The ordinary generator runs, and a [`Sink`]
//! in between passes on the moves that remain legal. Forbidden checks take precedence over forced captures: a
//! capture that gives a forbidden check need not be made.

use super::attack::Removed;
use super::effect::Effect;
use super::generate::{CountUpTo, Counter, Find, Generator, Sink};
use super::moves::Move;
use super::sets::PieceSet;
use super::state::State;
use super::trades::may_trade;
use super::turn::Turn;
use super::{Horizon, Position};
use crate::rules::game::{Game, RayId, Restrictions};
use crate::rules::geometry::Square;
use crate::rules::variant::{Checks, Pass};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// The rest.
    Quiet,
    /// The drops by which the dropped piece gives check, which are quiet moves, too.
    CheckingDrops,
}

impl Position {
    /// Every legal move.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::All, &mut moves);
        moves
    }

    /// Appends the legal moves of a kind to `out`.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::{MoveKind, Position}, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let position = Position::start(chess);
    /// let mut moves = Vec::new();
    /// position.legal_moves(MoveKind::All, &mut moves);
    /// assert_eq!(moves.len(), 20);
    /// # Ok(())
    /// # }
    /// ```
    pub fn legal_moves(&self, kind: MoveKind, out: &mut Vec<Move>) {
        let (state, game) = (&self.state, &*self.game);
        match kind {
            MoveKind::All => generate::<_, true, true>(state, game, out),
            MoveKind::Noisy => generate::<_, true, false>(state, game, out),
            MoveKind::Quiet => generate::<_, false, true>(state, game, out),
            MoveKind::CheckingDrops => checking_drops(self, out),
        }
    }

    /// Whether a move from elsewhere (a table) is legal here.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let position = Position::start(chess);
    /// let advance = position.parse_move("e2e4")?;
    /// assert!(position.is_legal(advance));
    /// assert!(!position.is_legal(fibnif::rules::position::Move::NONE));
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &*self.game);
        if m.is_pass() {
            return pass(state, game) == Some(m);
        }
        if m.is_wall() {
            return state.may_put_wall(game, m);
        }
        if state.wall_is_due() {
            return false;
        }
        let allowed = || state.restrictions(game).is_none_or(|rules| object(state, game, rules, m).is_none());
        let due = game.hands.as_ref().and_then(|hands| state.due_drops(game, hands));
        if let Some(kind) = m.dropped(game) {
            let held = game.hands.as_ref().map_or(kind, |hands| hands.held_as(kind));
            let in_turn = due.is_none_or(|due| due.contains(held));
            return in_turn && state.may_drop(game, kind, m.to()) && allowed();
        }
        let cell = state.mover(m);
        let must_drop = due.is_some() || game.hands.as_ref().is_some_and(|hands| state.must_drop(hands));
        if m == Move::NONE || !cell.is(state.side) || must_drop {
            return false;
        }
        let field = state.field(game, m.from());
        let mut find = Find(m, false);
        Generator::<Find, true, true>::run_for(
            state,
            game,
            &mut find,
            field & PieceSet::of(cell.slot()),
            field,
        );
        find.1 && allowed()
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = CountUpTo::<1>(0);
        generate::<_, true, true>(&self.state, &self.game, &mut any);
        any.done()
    }
}

/// Appends the legal drops by which the dropped piece gives check.
fn checking_drops(position: &Position, list: &mut Vec<Move>) {
    let (state, game) = (&position.state, &*position.game);
    let Some(hands) = game.hands.as_ref().filter(|_| !state.wall_is_due()) else { return };
    for royal in state.royals_of(!state.side) {
        let towards = game.rays.towards(state.square_of[royal]);
        for &kind in &hands.droppable[state.side.index()] {
            if state.hands[hands.held_as(kind).index()] == 0 {
                continue;
            }
            let checks = |square: &&Square| {
                let ray = towards[game.piece_square(kind, **square)];
                ray != RayId::NONE
                    && state.board[square.index()].is_empty()
                    && game.rays.open(ray, state.now.rights, Removed(state, PieceSet::EMPTY))
            };
            for &square in hands.rule(kind).squares.iter().filter(checks) {
                let m = Move::drop(kind, square);
                // Of several kings one may be left attacked, and a king beside its enemy shields it where
                // captors explode.
                let is_sure = !game.expendable_royals[(!state.side).index()] && game.explosions().is_none();
                let is_check = || is_sure || state.gives_check(game, m);
                if !list.contains(&m) && is_check() && position.is_legal(m) {
                    list.push(m);
                }
            }
        }
    }
}

/// The moves of the piece on a square that would be legal if no piece were royal.
pub(crate) fn moves_without_royals(position: &Position, from: Square) -> Vec<Move> {
    let (state, game, mut found) = (&position.state, &*position.game, Vec::new());
    let mover = PieceSet::of(state.board[from.index()].slot());
    let field = state.field(game, from) & !state.royals;
    Generator::<_, true, true>::run_for(state, game, &mut found, mover, field);
    found
}

/// Generates the legal moves of the side to move that no other rule forbids, of the pieces that the plan of
/// the turn lets move.
pub(super) fn generate<S: Sink, const NOISY: bool, const QUIETS: bool>(
    state: &State,
    game: &Game,
    sink: &mut S,
) {
    move_pieces::<S, NOISY, QUIETS>(state, game, sink);
    if QUIETS && game.def.rules.walls.when.replaces_moves() {
        state.put_walls(game, sink);
    }
    if QUIETS
        && game.def.rules.pass.is_possible()
        && let Some(m) = pass(state, game)
    {
        sink.push(m);
    }
}

/// The pass of the side to move, if it may pass: its king stays, of several the one on the first square, or
/// a piece if it has none.
#[cold]
fn pass(state: &State, game: &Game) -> Option<Move> {
    let first = |pieces: PieceSet| pieces.iter().map(|slot| state.square_of[slot]).min();
    let stays =
        first(state.royals_of(state.side)).or_else(|| first(state.side_pieces[state.side.index()]))?;
    let m = Move::pass(stays);
    let may = match game.def.rules.pass {
        Pass::Never => false,
        Pass::Always => true,
        Pass::NoMoves => {
            let mut any = CountUpTo::<1>(0);
            move_pieces::<_, true, true>(state, game, &mut any);
            if game.def.rules.walls.when.replaces_moves() {
                state.put_walls(game, &mut any);
            }
            !any.done()
        }
    };
    let faced = || game.restrictions.is_some_and(|rules| is_faced(state, game, rules));
    (may && (!state.in_check(game, state.side) || faced()) && obeys(state, game, m)).then_some(m)
}

/// Whether a move that is otherwise legal obeys the restrictions of the game and of the turn.
pub(super) fn obeys(state: &State, game: &Game, m: Move) -> bool {
    state.restrictions(game).is_none_or(|rules| object(state, game, rules, m).is_none())
}

/// The legal moves other than passing and putting walls instead.
#[inline]
fn move_pieces<S: Sink, const NOISY: bool, const QUIETS: bool>(state: &State, game: &Game, sink: &mut S) {
    match (&state.turn, state.restrictions(game)) {
        (Some(Turn::Series(turn)), _) if turn.wall_is_due() => {
            if QUIETS {
                state.put_walls(game, sink);
            }
        }
        (None | Some(Turn::Series(_)), None) => Generator::<S, NOISY, QUIETS>::run(state, game, sink),
        (None | Some(Turn::Series(_)), Some(rules)) => {
            run_restricted::<S, NOISY, QUIETS>(state, game, rules, sink);
        }
        (Some(Turn::ByColor(turn)), _) => {
            for pieces in state.sets_to_move(game, turn) {
                Generator::<S, NOISY, QUIETS>::run_for(state, game, sink, pieces, pieces);
                if sink.done() {
                    return;
                }
            }
        }
    }
}

/// The number of legal move sequences of `depth` plies. The last ply is counted, not made.
/// Sequences end at a special end of the game (a goal reached, pieces lost).
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use fibnif::rules::{game, position::{Position, perft}, variant::Catalog};
///
/// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
/// assert_eq!(perft(&Position::start(chess), 3), 8902);
/// # Ok(())
/// # }
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    leaves::<true>(position, depth)
}

/// The same with every move made and unmade, including the hash.
pub fn perft_making(position: &Position, depth: u32) -> u64 {
    leaves::<false>(position, depth)
}

fn leaves<const COUNTS: bool>(position: &Position, depth: u32) -> u64 {
    let mut position = position.clone();
    if position.game.ends.as_ref().is_some_and(|ends| ends.any) {
        return leaves_to_ends::<COUNTS>(&mut position, depth);
    }
    let mut lists = vec![Vec::new(); depth as usize + 1];
    leaves_below::<COUNTS>(&mut position.state, &position.game, depth, &mut lists)
}

/// The leaves of a game that may end before a side has no move.
fn leaves_to_ends<const COUNTS: bool>(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.end(Horizon::Board).is_some() => 0,
        1 if COUNTS => count_moves(&position.state, &position.game),
        _ => {
            let moves = position.moves();
            let below = |m| {
                position.make(m);
                let nodes = leaves_to_ends::<COUNTS>(position, depth - 1);
                position.unmake();
                nodes
            };
            moves.into_iter().map(below).sum()
        }
    }
}

/// The leaves of any other game; `lists` has one list for each ply.
fn leaves_below<const COUNTS: bool>(
    state: &mut State,
    game: &Game,
    depth: u32,
    lists: &mut [Vec<Move>],
) -> u64 {
    match (depth, lists.split_first_mut()) {
        (0, _) | (_, None) => 1,
        (1, _) if COUNTS => count_moves(state, game),
        (_, Some((list, rest))) => {
            list.clear();
            generate::<_, true, true>(state, game, list);
            let mut nodes = 0;
            for &m in list.iter() {
                state.make(game, m);
                nodes += leaves_below::<COUNTS>(state, game, depth - 1, rest);
                state.unmake(game);
            }
            nodes
        }
    }
}

fn count_moves(state: &State, game: &Game) -> u64 {
    let mut count = Counter(0);
    generate::<_, true, true>(state, game, &mut count);
    count.0
}

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
        let rules = self.game.restrictions.filter(|rules| rules.capture.is_forced())?;
        match count_captures::<2>(&self.state, &self.game, rules) {
            0 => None,
            1 => Some(Obligation::Single),
            _ => Some(Obligation::Several),
        }
    }
}

/// Generates the legal moves of the side to move, as [`Generator::run`] does without restrictions.
fn run_restricted<S: Sink, const NOISY: bool, const QUIETS: bool>(
    state: &State,
    game: &Game,
    rules: Restrictions,
    sink: &mut S,
) {
    if rules.capture.is_forced() {
        if NOISY {
            let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, sink) };
            Generator::<_, true, false>::run(state, game, &mut captures);
            if captures.any {
                return;
            }
        } else if count_captures::<1>(state, game, rules) > 0 {
            return;
        }
    }
    let free = rules.checks.are_free() && (rules.untraded | rules.untaken).is_empty();
    let held = rules.no_flight && !state.checkers(game, state.side).is_empty();
    if free && !held && !is_faced(state, game, rules) {
        Generator::<S, NOISY, QUIETS>::run(state, game, sink);
    } else {
        let mut lawful = Lawful::new(state, game, rules, 0, sink);
        Generator::<_, NOISY, QUIETS>::run(state, game, &mut lawful);
    }
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
    /// It gives a check, which only the last move of a turn may.
    EarlyCheck,
    /// It gives a check that is not mate, which is not allowed.
    CheckWithoutMate,
    /// A capture is forced, and it is not one.
    MustCapture,
    /// The kings face each other, and it does not end that.
    Facing,
    /// It takes a king out of check that may not flee.
    Flight,
}

/// The restriction that forbids a move that is otherwise legal.
pub(crate) fn objection(position: &Position, m: Move) -> Option<Objection> {
    object(&position.state, &position.game, position.state.restrictions(&position.game)?, m)
}

/// The restriction that forbids a move from the ordinary generator; `None` if it is legal.
#[cold]
fn object(state: &State, game: &Game, rules: Restrictions, m: Move) -> Option<Objection> {
    let effect = state.effect(game, m);
    if !may_capture(&effect, rules) {
        return Some(Objection::Untaken);
    }
    if !may_trade(state, game, rules, m, &effect) {
        return Some(Objection::Untraded);
    }
    if !may_check(state, game, rules, 0, m) {
        return match rules.checks {
            Checks::Allowed => None,
            Checks::MateOnly => Some(Objection::CheckWithoutMate),
            Checks::Forbidden if !game.is_checkless() => Some(Objection::EarlyCheck),
            Checks::Forbidden => Some(Objection::Check),
        };
    }
    let still_facing = || {
        if m.is_wall() {
            state.after_wall(game, m).kings_face(game)
        } else {
            state.kings_face_after(game, &effect)
        }
    };
    if !m.is_pass() && is_faced(state, game, rules) && still_facing() {
        return Some(Objection::Facing);
    }
    if rules.no_flight && !m.is_pass() && state.flees(game, &effect) {
        return Some(Objection::Flight);
    }
    let forced = rules.capture.is_forced() && !effect.captures();
    (forced && count_captures::<1>(state, game, rules) > 0).then_some(Objection::MustCapture)
}

/// The number of legal captures of the side to move, counted up to `N`.
fn count_captures<const N: u8>(state: &State, game: &Game, rules: Restrictions) -> u8 {
    let mut count = CountUpTo::<N>(0);
    let mut captures = Lawful { only_captures: true, ..Lawful::new(state, game, rules, 0, &mut count) };
    Generator::<_, true, false>::run(state, game, &mut captures);
    count.0
}

/// Passes on the moves that obey the rules.
struct Lawful<'a, S> {
    state: &'a State,
    game: &'a Game,
    rules: Restrictions,
    /// The number of checks before this one, each the answer to the previous one.
    checks: u8,
    only_captures: bool,
    /// Whether the move must end it that the kings face each other.
    faced: bool,
    /// Whether any move has passed.
    any: bool,
    sink: &'a mut S,
}

impl<'a, S> Lawful<'a, S> {
    fn new(state: &'a State, game: &'a Game, rules: Restrictions, checks: u8, sink: &'a mut S) -> Self {
        let faced = is_faced(state, game, rules);
        Lawful { state, game, rules, checks, only_captures: false, faced, any: false, sink }
    }
}

impl<S: Sink> Sink for Lawful<'_, S> {
    fn push(&mut self, m: Move) {
        let effect = self.state.effect(self.game, m);
        let wanted = (!self.only_captures || effect.captures())
            && may_capture(&effect, self.rules)
            && may_trade(self.state, self.game, self.rules, m, &effect)
            && !(self.faced && self.state.kings_face_after(self.game, &effect))
            && !(self.rules.no_flight && self.state.flees(self.game, &effect));
        if wanted && may_check(self.state, self.game, self.rules, self.checks, m) {
            self.any = true;
            self.sink.push(m);
        }
    }

    fn done(&self) -> bool {
        self.sink.done()
    }
}

/// Whether the side to move must end it that the kings face each other.
fn is_faced(state: &State, game: &Game, rules: Restrictions) -> bool {
    rules.facing && state.kings_face(game)
}

/// Whether a move captures no piece that cannot be captured.
pub(super) fn may_capture(effect: &Effect, rules: Restrictions) -> bool {
    rules.untaken.is_empty() || effect.victims().all(|(_, victim)| !rules.untaken.contains(victim.kind))
}

/// Whether a move gives no forbidden check.
pub(super) fn may_check(state: &State, game: &Game, rules: Restrictions, checks: u8, m: Move) -> bool {
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
    // A turn of several moves may forbid more.
    let rules = after.restrictions(game).unwrap_or(rules);
    let mut any = CountUpTo::<1>(0);
    let mut answers = Lawful::new(&after, game, rules, checks + 1, &mut any);
    Generator::<_, true, true>::run(&after, game, &mut answers);
    !any.done()
}

impl State {
    /// The rules that forbid some moves now: those of the game, and what the plan of the turn adds.
    #[inline]
    pub(super) fn restrictions(&self, game: &Game) -> Option<Restrictions> {
        match &self.turn {
            Some(turn) if turn.forbids_check() => {
                let rules = game.restrictions.unwrap_or(Restrictions::NONE);
                Some(Restrictions { checks: Checks::Forbidden, ..rules })
            }
            _ => game.restrictions,
        }
    }

    /// A copy without the history.
    pub(super) fn board_alone(&self) -> State {
        State {
            history: Vec::with_capacity(1),
            log: Vec::new(),
            past: None,
            turn: self.turn.as_ref().and_then(Turn::without_history),
            lost_before: None,
            ..*self
        }
    }
}
