//! Checks, pins and evasions: the information about rays to its royals that a node needs to tell legal
//! moves from illegal ones.
//!
//! A move is legal without a test if it is not by a royal, en passant or castling, and neither leaves
//! nor enters a square whose change could open a ray. Every other move is tested on the board after it.
//! The rays of ordinary riders get the usual pins and evasions as a shortcut. A test compares both
//! ways.

use super::attack::{Current, KingMoved};
use super::sets::PieceSet;
use super::state::{Cell, SquareSet, State};
use crate::rules::game::{Flights, Game, RayId, Threat};
use crate::rules::geometry::{Narrow, Square};

/// The checks on the side to move and its pins, at a node.
pub(super) struct CheckInfo {
    /// Enemy pieces that give check, for all royals together.
    pub(super) checkers: u32,
    /// The requested flight squares of the only royal that are attacked once it has left.
    pub(super) attacked: Flights,
    /// Own pieces that an ordinary ray pins.
    pinned: PieceSet,
    /// The pins: own slot, ray, the pinning piece's square.
    pins: [(u8, RayId, Square); 8],
    pin_count: usize,
    /// The last check along an ordinary ray and the one before: ray and checker's square.
    evade: [(RayId, Square); 2],
    /// Whether every move must be tested: checks along other than ordinary rays, or too many.
    test_all: bool,
    /// Squares whose change could open a ray that is not ordinary.
    suspects: Option<SquareSet>,
}

/// Where a non-royal piece can move, among the targets of its moves.
pub(super) struct MoveMask {
    /// It cannot move anywhere else.
    pub(super) within: SquareSet,
    /// A move there must be tested on the board after it.
    pub(super) test: SquareSet,
}

impl CheckInfo {
    /// Neither checks nor pins.
    pub(super) const NONE: CheckInfo = CheckInfo {
        checkers: 0,
        attacked: 0,
        pinned: PieceSet::EMPTY,
        pins: [(0, RayId::NONE, Square(0)); 8],
        pin_count: 0,
        evade: [(RayId::NONE, Square(0)); 2],
        test_all: false,
        suspects: None,
    };

    /// Follows every ray from the enemy's pieces to `royals` of the side to move, and to the requested
    /// `flights` of the only royal.
    #[inline]
    pub(super) fn find(&mut self, state: &State, game: &Game, royals: PieceSet, flights: Flights) {
        for royal in royals {
            self.scan(state, game, state.square_of[royal], flights);
        }
        self.test_all |= self.checkers > 1;
    }

    /// If a side may leave a royal attacked, rays do not decide what is legal, and every move is
    /// tested.
    pub(super) fn test_every_move(&mut self, in_check: bool) {
        self.checkers = u32::from(in_check);
        self.test_all = true;
    }

    #[inline]
    fn scan(&mut self, state: &State, game: &Game, royal: Square, flights: Flights) {
        let threats = game.threats.against(royal);
        let mut pieces = state.side_pieces[(!state.side).index()];
        while !pieces.is_empty() {
            let slot = pieces.take_lowest();
            let threat = threats[usize::from(state.piece_square_of[slot])];
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
        self.evade = [(ray, by), self.evade[0]];
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
            open |= game.rays.guard_open(guard, state.now.rights, Current(state));
            game.rays.nearly_open(guard, Current(state), |s| _ = suspects.insert(s));
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
            self.pinned.insert(slot);
        } else {
            self.test_all = true;
        }
    }

    /// The pieces that no check or pin affects; not for royals.
    #[inline]
    pub(super) fn unconcerned(&self) -> PieceSet {
        let apart = self.checkers == 0 && !self.test_all && self.suspects.is_none();
        if apart { !self.pinned } else { PieceSet::EMPTY }
    }

    /// Whether no piece can answer two checks along ordinary rays at once by blocking. Ways that turn,
    /// or leap over squares, may have a common square.
    #[cold]
    pub(super) fn are_apart(&self, game: &Game) -> bool {
        let [mut one, other] = self.evade.map(|(ray, by)| squares_of_ray(game, ray, by));
        one.retain(&other);
        one == SquareSet::EMPTY
    }

    /// The squares where a piece answers a check of an ordinary ray; all of them out of check.
    fn evasions(&self, game: &Game) -> SquareSet {
        match self.evade[0] {
            (ray, by) if self.checkers > 0 => squares_of_ray(game, ray, by),
            _ => SquareSet::ALL,
        }
    }

    /// The squares on which a drop answers the checks.
    pub(super) fn drop_mask(&self, game: &Game) -> MoveMask {
        if self.test_all {
            return MoveMask { within: SquareSet::ALL, test: SquareSet::ALL };
        }
        MoveMask { within: self.evasions(game), test: self.suspects.unwrap_or(SquareSet::EMPTY) }
    }

    /// The squares that checks and pins leave for the piece in `slot`, on `from`.
    pub(super) fn move_mask(&self, game: &Game, slot: usize, from: Square) -> MoveMask {
        let suspects = self.suspects.unwrap_or(SquareSet::EMPTY);
        if self.test_all {
            return MoveMask { within: SquareSet::ALL, test: SquareSet::ALL };
        }
        let test = if suspects.contains(from.0) { SquareSet::ALL } else { suspects };
        let mut within = self.evasions(game);
        if self.pinned.contains(slot) {
            for &(_, ray, by) in self.pins[..self.pin_count].iter().filter(|pin| usize::from(pin.0) == slot) {
                within.retain(&squares_of_ray(game, ray, by));
            }
        }
        MoveMask { within, test }
    }
}

/// The flight squares of the royal on a square that the piece in `slot` attacks once the royal has
/// left.
#[inline]
fn attacked_flights(state: &State, game: &Game, slot: usize, royal: Square, mut flights: Flights) -> Flights {
    let targets = game.threats.flight_squares(state.side, royal);
    let mut attacked = 0;
    while flights != 0 {
        let bit = flights.trailing_zeros() as usize;
        let target = targets[bit];
        let id = game.rays.towards(Square(target))[usize::from(state.piece_square_of[slot])];
        let board = KingMoved { state, royal: royal.0, target };
        if game.rays.open(id, state.now.rights, board) {
            attacked |= 1 << bit;
        }
        flights &= flights - 1;
    }
    attacked
}

/// The squares where a piece blocks a plain ray, or captures the piece at its end.
#[inline]
fn squares_of_ray(game: &Game, ray: RayId, by: Square) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    set.insert(by.0);
    if ray != RayId::LEAP {
        game.rays.between(game.rays.ray(ray)).iter().for_each(|&square| _ = set.insert(square));
    }
    set
}
