//! The legal moves of a position under any rules: listing, counting, and testing them, and perft.

use super::attack::Removed;
use super::generate::{CountUpTo, Counter, Find, Generator, Sink};
use super::moves::Move;
use super::state::{State, slots};
use super::turns::HalfOrder;
use super::{Position, restrict};
use crate::rules::game::{Game, RayId};
use crate::rules::geometry::Square;

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
        self.in_order(HalfOrder::Free).legal_moves(kind, out);
    }

    /// The moves with the halves of a turn in a given order.
    #[inline]
    pub fn in_order(&self, order: HalfOrder) -> Ordered<'_> {
        Ordered { position: self, order }
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
        self.in_order(HalfOrder::Free).is_legal(m)
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = CountUpTo::<1>(0);
        generate::<_, true, true>(&self.state, &self.game, HalfOrder::Free, &mut any);
        any.done()
    }
}

/// The moves of a position if the halves of a turn are played in a given order.
#[derive(Clone, Copy)]
pub struct Ordered<'a> {
    position: &'a Position,
    order: HalfOrder,
}

impl Ordered<'_> {
    /// [`Position::legal_moves`] in this order.
    pub fn legal_moves(self, kind: MoveKind, out: &mut Vec<Move>) {
        let (state, game, order) = (&self.position.state, &*self.position.game, self.order);
        match kind {
            MoveKind::All => generate::<_, true, true>(state, game, order, out),
            MoveKind::Noisy => generate::<_, true, false>(state, game, order, out),
            MoveKind::Quiet => generate::<_, false, true>(state, game, order, out),
            MoveKind::CheckingDrops => checking_drops(self.position, out),
        }
    }

    /// [`Position::is_legal`] in this order.
    pub fn is_legal(self, m: Move) -> bool {
        let (state, game) = (&self.position.state, &*self.position.game);
        let allowed = || game.restrictions.is_none_or(|rules| restrict::allows(state, game, rules, m));
        if let Some(kind) = m.dropped() {
            return state.may_drop(game, kind, m.to()) && allowed();
        }
        let cell = state.mover(m);
        let must_drop = game.hands.as_ref().is_some_and(|hands| state.must_drop(hands));
        if m == Move::NONE || !cell.is(state.side) || must_drop {
            return false;
        }
        let field = state.field(game, m.from(), self.order);
        let mut find = Find(m, false);
        Generator::<Find, true, true>::run_for(state, game, &mut find, field & 1 << cell.slot(), field);
        find.1 && allowed()
    }
}

/// Appends the legal drops by which the dropped piece gives check.
fn checking_drops(position: &Position, list: &mut Vec<Move>) {
    let (state, game) = (&position.state, &*position.game);
    let Some(hands) = &game.hands else { return };
    for royal in slots(state.royals_of(!state.side)) {
        let towards = game.rays.towards(state.square_of[royal]);
        for (kind, _) in position.in_hand().of(state.side) {
            let checks = |square: &&Square| {
                let ray = towards[game.piece_square(kind, **square)];
                ray != RayId::NONE
                    && state.board[square.index()].is_empty()
                    && game.rays.open(ray, state.now.rights, Removed(state, 0))
            };
            for &square in hands.rule(kind).squares.iter().filter(checks) {
                let m = Move::drop(kind, square);
                if !list.contains(&m) && position.is_legal(m) {
                    list.push(m);
                }
            }
        }
    }
}

/// The moves of the piece on a square that would be legal if no piece were royal.
pub(crate) fn moves_without_royals(position: &Position, from: Square) -> Vec<Move> {
    let (state, game, mut found) = (&position.state, &*position.game, Vec::new());
    let mover = 1 << state.board[from.index()].slot();
    let field = state.field(game, from, HalfOrder::Free) & !state.royals;
    Generator::<_, true, true>::run_for(state, game, &mut found, mover, field);
    found
}

/// Generates the legal moves of the side to move that no other rule forbids. If a turn has two moves,
/// only those in complexes where it may move.
pub(super) fn generate<S: Sink, const NOISY: bool, const QUIETS: bool>(
    state: &State,
    game: &Game,
    order: HalfOrder,
    sink: &mut S,
) {
    match (&state.turn, game.restrictions) {
        (None, None) => Generator::<S, NOISY, QUIETS>::run(state, game, sink),
        (None, Some(rules)) => restrict::run::<S, NOISY, QUIETS>(state, game, rules, sink),
        (Some(turn), _) => {
            for complex in state.to_move(game, turn, order).iter() {
                let pieces = turn.pieces(complex);
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
    let mut position = position.clone();
    if position.game.ends.as_ref().is_some_and(|ends| ends.any) {
        return perft_to_ends(&mut position, depth, count_moves);
    }
    let mut lists = vec![Vec::new(); depth as usize + 1];
    bulk(&mut position.state, &position.game, depth, &mut lists)
}

/// The same with every move made and unmade, including the hash.
pub fn perft_making(position: &Position, depth: u32) -> u64 {
    let mut position = position.clone();
    if position.game.ends.as_ref().is_some_and(|ends| ends.any) {
        return perft_to_ends(&mut position, depth, |position| {
            let mut nodes = 0;
            for m in position.moves() {
                position.make(m);
                nodes += 1;
                position.unmake();
            }
            nodes
        });
    }
    let mut lists = vec![Vec::new(); depth as usize + 1];
    making(&mut position.state, &position.game, depth, &mut lists)
}

/// Perft of a game that may end before a side has no move. `last` counts the last ply.
fn perft_to_ends(position: &mut Position, depth: u32, last: fn(&mut Position) -> u64) -> u64 {
    match depth {
        0 => 1,
        _ if position.decided().is_some() => 0,
        1 => last(position),
        _ => {
            let moves = position.moves();
            let below = |m| {
                position.make(m);
                let nodes = perft_to_ends(position, depth - 1, last);
                position.unmake();
                nodes
            };
            moves.into_iter().map(below).sum()
        }
    }
}

fn count_moves(position: &mut Position) -> u64 {
    let mut count = Counter(0);
    generate::<_, true, true>(&position.state, &position.game, HalfOrder::Free, &mut count);
    count.0
}

fn bulk(state: &mut State, game: &Game, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
    if depth <= 1 {
        let mut count = Counter(0);
        if depth == 1 {
            generate::<_, true, true>(state, game, HalfOrder::Free, &mut count);
        }
        return if depth == 0 { 1 } else { count.0 };
    }
    walk(state, game, lists, |state, rest| bulk(state, game, depth - 1, rest))
}

fn making(state: &mut State, game: &Game, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
    match depth {
        0 => 1,
        1 => walk(state, game, lists, |_, _| 1),
        _ => walk(state, game, lists, |state, rest| making(state, game, depth - 1, rest)),
    }
}

/// Makes every move and adds up what is `below`.
#[inline]
fn walk(
    state: &mut State,
    game: &Game,
    lists: &mut [Vec<Move>],
    below: impl Fn(&mut State, &mut [Vec<Move>]) -> u64,
) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 0 };
    list.clear();
    generate::<_, true, true>(state, game, HalfOrder::Free, list);
    let mut nodes = 0;
    for &m in list.iter() {
        state.make(game, m);
        nodes += below(state, rest);
        state.unmake(game);
    }
    nodes
}
