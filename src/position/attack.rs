//! Check, pins and evasions: what a node must know of the rays to its royals before it can tell
//! legal moves from illegal ones.
//!
//! The general definition: a *ray* is an enemy man and a way to a royal. Check means that some
//! ray is open. A move that is not by a royal, en passant or castling, and neither leaves nor
//! enters a square whose change could open a ray, is legal untested; every other is tested with
//! the board as it would stand. The rays of ordinary riders get the usual pins and evasions as a
//! shortcut; a test compares both ways.

use super::state::{Cell, MenSet, State, lowest, slots};
use super::{Move, Position, Tag};
use crate::game::{Flights, Game, KindId, Look, RayId, Threat};
use crate::geometry::{Color, MAX_SQUARES, Narrow, Square};

/// What a move would change on the board, for tests of squares as they would stand.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Squares left empty (a repeated square does no harm).
    pub(super) emptied: [Square; 2],
    /// Squares filled.
    pub(super) filled: [Square; 2],
    /// The men it takes, and those that leave the `emptied` squares where that matters.
    pub(super) taken: MenSet,
    /// Which of the squares it fills with an enemy, whom it has put down there.
    pub(super) lodged: Option<Square>,
    /// The kinds of the men on the squares it fills, where these may lend others moves; else [`NOBODY`].
    pub(super) kinds: [KindId; 2],
}

/// No kind at all.
pub(super) const NOBODY: [KindId; 2] = [KindId(u8::MAX); 2];

/// A man that a move takes from its square and puts down on another.
#[derive(Clone, Copy)]
pub(super) struct Shifted {
    pub(super) slot: usize,
    pub(super) color: Color,
    pub(super) to: Square,
}

/// The board as it stands.
#[derive(Clone, Copy)]
pub(super) struct Here<'a>(pub(super) &'a State);

impl Look for Here<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        self.0.occupied(square)
    }

    fn holds(self, square: u8, color: Color) -> bool {
        self.0.board[usize::from(square)].is(color)
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.0.kind_at(Square(square)) == Some(kind)
    }
}

/// The board as it would stand after a change by the side to move.
#[derive(Clone, Copy)]
struct After<'a>(&'a State, &'a Change);

impl Look for After<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        self.0.occupied_after(square, self.1)
    }

    fn holds(self, square: u8, color: Color) -> bool {
        let After(state, change) = self;
        if change.filled.contains(&Square(square)) {
            (color == state.side) != (change.lodged == Some(Square(square)))
        } else {
            state.board[usize::from(square)].is(color) && state.occupied_after(square, change)
        }
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        let After(state, change) = self;
        match change.filled.iter().position(|filled| filled.0 == square) {
            Some(index) => change.kinds[index] == kind,
            None => state.kind_at(Square(square)) == Some(kind) && state.occupied_after(square, change),
        }
    }
}

/// The board with the royal of the side to move gone from its square to another.
#[derive(Clone, Copy)]
struct Fled<'a> {
    state: &'a State,
    royal: u8,
    target: u8,
}

impl Look for Fled<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        square == self.target || (square != self.royal && self.state.occupied(square))
    }

    fn holds(self, square: u8, color: Color) -> bool {
        if square == self.target {
            color == self.state.side
        } else {
            square != self.royal && self.state.board[usize::from(square)].is(color)
        }
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        square != self.target && self.state.kind_at(Square(square)) == Some(kind)
    }
}

/// The board without some men.
#[derive(Clone, Copy)]
pub(super) struct Without<'a>(pub(super) &'a State, pub(super) MenSet);

impl Look for Without<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        let cell = self.0.board[usize::from(square)];
        !cell.is_empty() && self.1 >> cell.slot() & 1 == 0
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.occupied(square) && self.0.kind_at(Square(square)) == Some(kind)
    }
}

impl State {
    #[inline]
    fn occupied(&self, square: u8) -> bool {
        self.board[usize::from(square)] != Cell::EMPTY
    }

    /// Whether `by` attacks `target` now.
    #[inline]
    pub(super) fn attacked(&self, game: &Game, target: Square, by: Color) -> bool {
        let towards = game.rays.towards(target);
        self.any_open(game, towards, self.side_men[by.index()], Here(self))
    }

    /// Whether `by` would attack `target` after a change of the board.
    #[inline]
    pub(super) fn attacked_after(&self, game: &Game, target: Square, by: Color, change: &Change) -> bool {
        let towards = game.rays.towards(target);
        self.any_open(game, towards, self.side_men[by.index()] & !change.taken, After(self, change))
    }

    /// Whether one of the men would attack `target` after a change of the board.
    pub(super) fn attacked_after_by(
        &self,
        game: &Game,
        target: Square,
        men: MenSet,
        change: &Change,
    ) -> bool {
        self.any_open(game, game.rays.towards(target), men & !change.taken, After(self, change))
    }

    /// Whether a man put down on a square would attack another after a change of the board.
    pub(super) fn attacks_from(&self, game: &Game, man: Shifted, target: Square, change: &Change) -> bool {
        let ray = game.rays.towards(target)[game.row(self.kind_of[man.slot], man.to)];
        ray != RayId::NONE && game.rays.open(ray, self.now.rights, After(self, change))
    }

    /// The man that a move puts down somewhere else.
    pub(super) fn shifted(&self, game: &Game, m: Move) -> Option<Shifted> {
        let Tag::Takes(index) = m.tag() else { return None };
        let to = game.moves.put_down(index)?;
        let cell = self.board[game.moves.victims(index).first().copied().unwrap_or(m.to()).index()];
        let color = if cell.is(self.side) { self.side } else { !self.side };
        (!cell.is_empty()).then(|| Shifted { slot: cell.slot(), color, to })
    }

    /// Whether a square will be occupied after a change of the board.
    #[inline]
    fn occupied_after(&self, s: u8, change: &Change) -> bool {
        s == change.filled[0].0
            || s == change.filled[1].0
            || (s != change.emptied[0].0 && s != change.emptied[1].0 && self.stays(s, change))
    }

    /// Whether a man stands on a square that a change does not take.
    #[inline]
    fn stays(&self, s: u8, change: &Change) -> bool {
        let cell = self.board[usize::from(s)];
        !cell.is_empty() && change.taken >> cell.slot() & 1 == 0
    }

    /// Whether a ray of any of the men is open.
    #[inline]
    fn any_open(&self, game: &Game, towards: &[RayId], mut men: MenSet, board: impl Look) -> bool {
        while men != 0 {
            let id = towards[usize::from(self.row_of[lowest(men)])];
            if id != RayId::NONE && game.rays.open(id, self.now.rights, board) {
                return true;
            }
            men &= men - 1;
        }
        false
    }

    /// Whether a royal of `color` is attacked: all of them, where it may spare one.
    #[inline]
    pub(super) fn in_check(&self, game: &Game, color: Color) -> bool {
        let royals = self.royals_of(color);
        is_check(game, color, royals, |royal| self.attacked(game, self.square_of[royal], !color))
    }

    /// Whether a legal move of an ordinary turn gives check, directly or not.
    pub(super) fn gives_check(&self, game: &Game, m: Move) -> bool {
        let mover = self.board[m.from().index()].slot();
        let mut shifted = None;
        let mut arrivals = [(self.arrives_as(game, m), m.to()); 2];
        let mut change = Change {
            emptied: [m.from(); 2],
            filled: [m.to(); 2],
            taken: 1 << mover,
            lodged: None,
            kinds: [arrivals[0].0; 2],
        };
        match m.tag() {
            Tag::Castle(index) => {
                let partner = game.castles[usize::from(index)].partner;
                let cell = self.board[partner.0.index()];
                change = Change {
                    emptied: [m.from(), partner.0],
                    filled: [m.to(), partner.1],
                    taken: change.taken | 1 << cell.slot(),
                    ..change
                };
                arrivals[1] = (self.kind_of[cell.slot()], partner.1);
                change.kinds[1] = arrivals[1].0;
            }
            Tag::Takes(index) => {
                let slot = |square: &Square| self.board[square.index()].slot();
                change.taken |=
                    game.moves.victims(index).iter().fold(0, |set, square| set | 1 << slot(square));
                shifted = self.shifted(game, m);
                if let Some(shifted) = shifted {
                    change.filled[1] = shifted.to;
                    change.kinds[1] = self.kind_of[shifted.slot];
                    change.lodged = (shifted.color != self.side).then_some(shifted.to);
                    if shifted.color == self.side {
                        change.taken |= 1 << shifted.slot;
                        arrivals[1] = (self.kind_of[shifted.slot], shifted.to);
                    }
                }
            }
            Tag::EnPassant => change.emptied[1] = self.en_passant_victim(game, m.to()).unwrap_or(m.from()),
            _ => {}
        }
        let there = self.board[m.to().index()];
        if there.is(!self.side) {
            change.taken |= 1 << there.slot(); // it may be one of several royals
        }
        let board = After(self, &change);
        let moved = shifted.map_or(0, |shifted| 1 << shifted.slot);
        let royals = self.royals_of(!self.side) & (!change.taken | moved);
        is_check(game, !self.side, royals, |royal| {
            let square =
                shifted.filter(|shifted| shifted.slot == royal).map_or(self.square_of[royal], |s| s.to);
            let towards = game.rays.towards(square);
            arrivals
                .iter()
                .any(|&(kind, at)| game.rays.open(towards[game.row(kind, at)], self.now.rights, board))
                || self.attacked_after(game, square, self.side, &change)
        })
    }
}

/// Whether attacks on royals of a side are a check to it: on any, or on all where it may spare one.
#[inline]
pub(super) fn is_check(
    game: &Game,
    color: Color,
    royals: MenSet,
    is_attacked: impl FnMut(usize) -> bool,
) -> bool {
    if game.spares[color.index()] {
        royals != 0 && slots(royals).all(is_attacked)
    } else {
        slots(royals).any(is_attacked)
    }
}

impl Position {
    /// The men of the side to move besides pawns that the enemy attacks, as a set of slots.
    pub fn attacked_men(&self) -> u64 {
        let (state, game) = (&self.state, &*self.game);
        let attacked = |&slot: &usize| {
            !game.kind(state.kind_of[slot]).pawn && state.attacked(game, state.square_of[slot], !state.side)
        };
        slots(state.side_men[state.side.index()]).filter(attacked).fold(0, |set, slot| set | 1 << slot)
    }

    /// Whether the man on a square is one of a set of slots.
    #[inline]
    pub fn is_among(&self, square: Square, men: u64) -> bool {
        let cell = self.state.board[square.index()];
        !cell.is_empty() && men >> cell.slot() & 1 != 0
    }

    /// Whether the man that a move moves will attack an enemy royal from where it goes. Cheaper than
    /// playing the move, but discovered checks and those by a castling partner are not seen.
    #[inline]
    pub fn checks_directly(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &*self.game);
        if self.kind_at(m.from()).is_none() {
            return false;
        }
        let row = game.row(self.state.arrives_as(game, m), m.to());
        let board = Without(state, 1 << state.board[m.from().index()].slot());
        slots(state.royals_of(!state.side)).any(|royal| {
            let id = game.rays.towards(state.square_of[royal])[row];
            id != RayId::NONE && game.rays.open(id, state.now.rights, board)
        })
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SquareSet([u64; MAX_SQUARES / 64]);

impl SquareSet {
    pub(super) const EMPTY: SquareSet = SquareSet([0; MAX_SQUARES / 64]);
    pub(super) const ALL: SquareSet = SquareSet([u64::MAX; MAX_SQUARES / 64]);

    #[inline]
    pub(super) fn contains(&self, square: u8) -> bool {
        self.0[usize::from(square) >> 6] >> (square & 63) & 1 != 0
    }

    /// Adds a square; `false` if it was there.
    #[inline]
    pub(super) fn insert(&mut self, square: u8) -> bool {
        let new = !self.contains(square);
        self.0[usize::from(square) >> 6] |= 1 << (square & 63);
        new
    }

    #[inline]
    fn retain(&mut self, other: &SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }

    /// The squares where a man blocks a plain ray, or takes the man at its end.
    #[inline]
    fn of_ray(game: &Game, ray: RayId, by: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        set.insert(by.0);
        if ray != RayId::LEAP {
            game.rays.between(game.rays.ray(ray)).iter().for_each(|&square| _ = set.insert(square));
        }
        set
    }
}

/// The checks to the side to move and its pins, at a node.
pub(super) struct CheckInfo {
    /// Enemy men that give check, all royals together.
    pub(super) checkers: u32,
    /// The flights of the only royal that are attacked once it has left, of those asked for.
    pub(super) attacked: Flights,
    /// Own men that an ordinary ray pins.
    pinned: MenSet,
    /// The pins: own slot, ray, the pinning man's square.
    pins: [(u8, RayId, Square); 8],
    pin_count: usize,
    /// The last check of an ordinary ray: ray and checker's square.
    evade: (RayId, Square),
    /// Whether every move must be tested: checks by other than ordinary rays, or too many.
    test_all: bool,
    /// Squares whose change could open a ray that is not ordinary.
    suspects: Option<SquareSet>,
}

/// Where a man that is not royal may go, of the squares its moves take it to.
pub(super) struct MoveMask {
    /// It may go nowhere else.
    pub(super) within: SquareSet,
    /// Going there must be tested with the board as it would stand.
    pub(super) test: SquareSet,
}

impl CheckInfo {
    /// Neither checks nor pins.
    pub(super) const NONE: CheckInfo = CheckInfo {
        checkers: 0,
        attacked: 0,
        pinned: 0,
        pins: [(0, RayId::NONE, Square(0)); 8],
        pin_count: 0,
        evade: (RayId::NONE, Square(0)),
        test_all: false,
        suspects: None,
    };

    /// Looks along every ray from the enemy's men to `royals` of the side to move, and to those `flights`
    /// of the only royal that are asked for.
    #[inline]
    pub(super) fn look(&mut self, state: &State, game: &Game, royals: MenSet, flights: Flights) {
        for royal in slots(royals) {
            self.scan(state, game, state.square_of[royal], flights);
        }
        self.test_all |= self.checkers > 1;
    }

    /// Where a side may spare a royal, no ray tells what is legal: every move is tested.
    pub(super) fn test_every_move(&mut self, in_check: bool) {
        self.checkers = u32::from(in_check);
        self.test_all = true;
    }

    #[inline]
    fn scan(&mut self, state: &State, game: &Game, royal: Square, flights: Flights) {
        let threats = game.threats.against(royal);
        let mut men = state.side_men[(!state.side).index()];
        while men != 0 {
            let slot = lowest(men);
            men &= men - 1;
            let threat = threats[usize::from(state.row_of[slot])];
            if threat == Threat::NONE {
                continue;
            }
            self.attacked |= threat.leaps();
            let unknown = threat.rays() & flights & !self.attacked;
            if unknown != 0 {
                self.attacked |= attacked_flights(state, game, slot, royal, unknown);
            }
            match threat.ray() {
                RayId::NONE => {}
                RayId::LEAP => self.check(RayId::LEAP, state.square_of[slot]),
                ray => self.scan_ray(state, game, ray, state.square_of[slot]),
            }
        }
    }

    #[inline]
    fn check(&mut self, ray: RayId, by: Square) {
        self.checkers += 1;
        self.evade = (ray, by);
    }

    /// A ray to a royal that may be blocked.
    #[inline]
    fn scan_ray(&mut self, state: &State, game: &Game, id: RayId, by: Square) {
        let ray = game.rays.ray(id);
        if !ray.plain {
            return self.scan_other(state, game, id);
        }
        let mut blocker = Cell::EMPTY;
        for &square in game.rays.between(ray) {
            let cell = state.board[usize::from(square)];
            if !cell.is_empty() {
                if !blocker.is_empty() {
                    return;
                }
                blocker = cell;
            }
        }
        if blocker.is_empty() {
            self.check(id, by);
        } else if blocker.is(state.side) {
            self.pin(blocker.slot(), id, by);
        }
    }

    /// A ray that is not plain: every square that could open one of its ways becomes suspect.
    #[cold]
    fn scan_other(&mut self, state: &State, game: &Game, id: RayId) {
        let mut open = false;
        let suspects = self.suspects.get_or_insert(SquareSet::EMPTY);
        for guard in game.rays.guards(game.rays.ray(id)) {
            open |= game.rays.guard_open(guard, state.now.rights, Here(state));
            game.rays.nearly_open(guard, Here(state), |s| _ = suspects.insert(s));
        }
        if open {
            self.checkers += 1;
            self.test_all = true;
        }
    }

    fn pin(&mut self, slot: usize, ray: RayId, by: Square) {
        if let Some(pin) = self.pins.get_mut(self.pin_count) {
            *pin = (slot.narrow(), ray, by);
            self.pin_count += 1;
            self.pinned |= 1 << slot;
        } else {
            self.test_all = true;
        }
    }

    /// The men that no check and no pin concerns; royals are not asked about.
    #[inline]
    pub(super) fn unconcerned(&self) -> MenSet {
        if self.checkers == 0 && !self.test_all && self.suspects.is_none() { !self.pinned } else { 0 }
    }

    /// The squares that checks and pins leave to the man in `slot`, on `from`.
    pub(super) fn move_mask(&self, game: &Game, slot: usize, from: Square) -> MoveMask {
        let suspects = self.suspects.unwrap_or(SquareSet::EMPTY);
        if self.test_all {
            return MoveMask { within: SquareSet::ALL, test: SquareSet::ALL };
        }
        let test = if suspects.contains(from.0) { SquareSet::ALL } else { suspects };
        let mut within = if self.checkers > 0 {
            SquareSet::of_ray(game, self.evade.0, self.evade.1)
        } else {
            SquareSet::ALL
        };
        if self.pinned >> slot & 1 != 0 {
            for &(_, ray, by) in self.pins[..self.pin_count].iter().filter(|pin| usize::from(pin.0) == slot) {
                within.retain(&SquareSet::of_ray(game, ray, by));
            }
        }
        MoveMask { within, test }
    }
}

/// Which of the flights of the royal on a square the man in `slot` attacks once the royal has left.
#[inline]
fn attacked_flights(state: &State, game: &Game, slot: usize, royal: Square, mut flights: Flights) -> Flights {
    let targets = game.threats.targets(state.side, royal);
    let mut attacked = 0;
    while flights != 0 {
        let bit = flights.trailing_zeros() as usize;
        let target = targets[bit];
        let id = game.rays.towards(Square(target))[usize::from(state.row_of[slot])];
        let board = Fled { state, royal: royal.0, target };
        if game.rays.open(id, state.now.rights, board) {
            attacked |= 1 << bit;
        }
        flights &= flights - 1;
    }
    attacked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compile;
    use crate::variant::Catalog;

    #[test]
    fn men_are_attacked_along_open_rays_and_pawns_are_left_out() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let fen = "4k3/8/3p4/4N2r/1b2P2b/2N5/P5P1/R3KB1r w - - 0 1";
        let position = Position::from_fen(game, fen).unwrap();
        let attacked = position.attacked_men();
        let men = position.men(Color::White).filter(|&(_, square)| position.is_among(square, attacked));
        let mut squares: Vec<String> = men.map(|(_, square)| position.game().shape.name(square)).collect();
        squares.sort();
        // The King's Bishop is attacked by the Rook, and the King behind it is not; the King is by h4.
        assert_eq!(squares, ["c3", "e1", "e5", "f1"]);
    }
}
