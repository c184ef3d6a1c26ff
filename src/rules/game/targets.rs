//! Where the legs of a kind lead from a square: each [`Target`] with all that its move requires.
//! Tables are packed from them, and unpacked to them for the solver and the evaluation. Refusals are
//! explained by them.

use smallvec::{SmallVec, smallvec};

use super::effects::{Condition, Terms};
use super::{Compiler, Conditions, FirstMoveRight, Game, Kind, KindId, MaybeIndex, PackedTarget, Reachable};
use crate::rules::betza::walk::{Need, Trip, trips};
use crate::rules::betza::{Leg, Movement, Obstacle};
use crate::rules::geometry::{Color, Narrow, Square};

/// A test of a guard on some squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Test {
    /// All are empty.
    Empty,
    /// All are occupied.
    Occupied,
    /// Exactly one is occupied: the hurdle.
    Hurdle,
    /// All hold a piece of White.
    White,
    /// All hold a piece of Black.
    Black,
    /// None holds a royal piece, because the move would capture one of its own, or one that it may not
    /// capture.
    NotRoyal,
    /// All hold a royal piece, because the move captures nothing else.
    Royal,
    /// One of the pieces that lend the move is there: pairs of a square and a kind.
    Lender,
    /// The piece still has its right. Instead of a square there is the index of the bit.
    Right,
    /// None of these pieces is there: pairs of a square and a kind. The move may not hop over them, or not
    /// capture them.
    Absent,
}

impl Test {
    /// All hold a piece of a side.
    pub(crate) fn side(color: Color) -> Test {
        match color {
            Color::White => Test::White,
            Color::Black => Test::Black,
        }
    }
}

/// What a leg requires of the squares on its way: tests in order, each once and with at least one square.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub(crate) struct Guard(SmallVec<[(Test, Squares); 1]>);

/// Most guards are one test of the squares of a line, and a game has thousands: they stay off the heap.
type Squares = SmallVec<[u8; 16]>;

impl Guard {
    /// A guard with one test.
    pub(crate) fn of(test: Test, squares: impl IntoIterator<Item = u8>) -> Guard {
        let squares = Squares::from_iter(squares);
        Guard(if squares.is_empty() { SmallVec::new() } else { smallvec![(test, squares)] })
    }

    /// Each test with its squares.
    pub(crate) fn tests(&self) -> impl Iterator<Item = (Test, &[u8])> {
        self.0.iter().map(|(test, squares)| (*test, squares.as_slice()))
    }

    /// The squares of a test; none if it does not have it.
    pub(crate) fn squares(&self, test: Test) -> &[u8] {
        self.0.iter().find(|known| known.0 == test).map_or(&[], |known| &known.1)
    }

    /// Applies a test to more squares.
    pub(crate) fn add(&mut self, test: Test, squares: &[u8]) {
        let at = self.0.partition_point(|known| known.0 < test);
        match self.0.get_mut(at) {
            Some((known, list)) if *known == test => list.extend_from_slice(squares),
            _ if squares.is_empty() => {}
            _ => self.0.insert(at, (test, Squares::from_slice(squares))),
        }
    }

    /// Removes a square from a test.
    pub(crate) fn remove(&mut self, test: Test, square: Square) {
        self.change(test, |squares| squares.retain(|known| *known != square.0));
    }

    /// Removes a test. Returns its squares.
    pub(crate) fn take(&mut self, test: Test) -> Squares {
        let mut taken = Squares::new();
        self.change(test, |squares| taken = std::mem::take(squares));
        taken
    }

    /// Changes the squares of a test, if there is one.
    pub(crate) fn change(&mut self, test: Test, change: impl FnOnce(&mut Squares)) {
        if let Some(known) = self.0.iter_mut().find(|known| known.0 == test) {
            change(&mut known.1);
            self.0.retain(|known| !known.1.is_empty());
        }
    }

    pub(crate) fn conditions(&self) -> Conditions {
        let count = |test| self.squares(test).len();
        Conditions {
            clear: count(Test::Empty),
            occupied: count(Test::Occupied),
            hurdle: count(Test::Hurdle),
            pieces: count(Test::White) + count(Test::Black) + count(Test::Lender).min(1),
        }
    }

    /// The squares with tests.
    pub(crate) fn all_squares(&self) -> impl Iterator<Item = Square> {
        let on_squares =
            self.tests().filter(|(test, _)| !matches!(test, Test::Lender | Test::Right | Test::Absent));
        on_squares.flat_map(|(_, squares)| squares).copied().map(Square)
    }

    /// Whether it only requires empty squares.
    pub(crate) fn is_plain(&self) -> bool {
        self.tests().all(|(test, _)| test == Test::Empty)
    }
}

/// A move to a square, with all that it requires.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) to: Square,
    /// Its conditions on the squares between.
    pub(crate) guard: Guard,
    /// The squares of the pieces that it captures on the way.
    pub(crate) victims: Vec<Square>,
    /// Where it puts the captured piece.
    pub(crate) put: Option<Square>,
    /// Whether it may end there if the square is empty.
    pub(crate) quiet: bool,
    /// Whether it may capture there.
    pub(crate) capture: bool,
    /// Whether it may capture a piece of its own side there.
    pub(crate) own: bool,
    /// The properties of its leg, which tables do not keep.
    pub(super) flags: LegFlags,
}

impl Target {
    /// Its conditions on the rest of the position.
    pub(crate) fn condition(&self) -> Condition {
        self.flags.condition
    }
}

/// The properties of all targets of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
#[expect(clippy::struct_excessive_bools, reason = "letters of the notation that do not depend on each other")]
pub(super) struct LegFlags {
    /// It captures only kings.
    pub(super) kings: bool,
    /// It cannot capture kings.
    pub(super) tame: bool,
    pub(super) en_passant: bool,
    /// Only while the piece has not moved.
    pub(super) initial: bool,
    /// Whether a pawn can be captured on the squares that it passes this way: by an initial lame move,
    /// or one that is marked so.
    pub(super) double: bool,
    /// The conditions on the rest of the position.
    pub(super) condition: Condition,
    /// Whether it neither resets the move count nor cuts the repetition scan, although a pawn makes it.
    pub(super) keeps_clock: bool,
    /// Whether it is a line that only requires empty squares.
    pub(super) ray: bool,
}

/// A leg of a kind, with the rules for it that its notation does not contain.
#[derive(Clone, Copy)]
pub(super) struct RuledLeg<'a> {
    pub(super) leg: &'a Leg,
    condition: Condition,
    keeps_clock: bool,
    /// Whether it exposes a pawn to capture on the squares it passes.
    exposes: bool,
    /// Whether the square behind its target must be empty.
    spacious: bool,
    /// The squares within which it ends, as its side sees them, if it does not leave its zone.
    inside: Option<&'a [Square]>,
}

impl<'a> RuledLeg<'a> {
    /// A leg without such rules.
    pub(super) fn plain(leg: &'a Leg) -> RuledLeg<'a> {
        let (condition, inside) = (Condition::NONE, None);
        RuledLeg { leg, condition, keeps_clock: false, exposes: false, spacious: false, inside }
    }

    pub(super) fn flags(self) -> LegFlags {
        let leg = self.leg;
        let lame = leg.bends.is_empty() && leg.obstacle == Obstacle::Lame && !leg.purpose.capture;
        LegFlags {
            kings: leg.kings,
            tame: leg.tame,
            en_passant: leg.purpose.en_passant,
            initial: leg.initial,
            double: (leg.initial || self.exposes) && lame,
            condition: self.condition,
            keeps_clock: self.keeps_clock,
            ray: matches!(leg.obstacle, Obstacle::Free | Obstacle::SkipFirst | Obstacle::Lame),
        }
    }

    pub(super) fn at_end_of(self, trip: &Trip, color: Color) -> Target {
        // A royal of its own side may be shifted.
        let shifts = trip.put.is_some() && !self.leg.tame;
        // Most lines need nothing but empty squares.
        let plain = trip.needs.iter().take_while(|need| need.1 == Need::Empty);
        let (empty, rest) = trip.needs.split_at(plain.count());
        let mut guard = Guard::of(Test::Empty, empty.iter().map(|need| need.0.0));
        for &(square, need) in rest {
            let test = match need {
                Need::Empty => Test::Empty,
                Need::Piece => Test::Occupied,
                Need::Victim => Test::side(!color),
                Need::Friend | Need::OwnVictim => Test::side(color),
                Need::Hurdle => Test::Hurdle,
            };
            guard.add(test, &[square.0]);
            if need == Need::OwnVictim && !shifts {
                guard.add(Test::NotRoyal, &[square.0]);
            }
        }
        let victims = trip.needs.iter().filter(|need| need.1.takes()).map(|need| need.0).collect();
        let &Trip { to, put, quiet, capture, own, .. } = trip;
        Target { to, guard, victims, put, quiet, capture, own, flags: self.flags() }
    }
}

impl<'a> Compiler<'a> {
    /// Every leg of a kind that applies on a square, including those of zones.
    pub(super) fn legs_at(&self, kind: &Kind, square: Square) -> Vec<RuledLeg<'a>> {
        let piece = kind.piece_of(self.def);
        let zone_square = kind.own_view(self.shape, square);
        let ruled = |movement: &'a Movement, condition| {
            movement.legs.iter().map(move |leg| RuledLeg { condition, ..RuledLeg::plain(leg) })
        };
        let plain = |movement: &'a Movement| ruled(movement, Condition::NONE);
        let spacious = plain(&piece.spacious).map(|leg| RuledLeg { spacious: true, ..leg });
        let zones = piece.zones.iter().filter(|zone| zone.squares.contains(&zone_square)).flat_map(|zone| {
            let (exposes, keeps_clock) = (zone.en_passant, zone.keeps_clock);
            let inside = zone.inside.then_some(zone.squares.as_slice());
            plain(&zone.movement).map(move |leg| RuledLeg { keeps_clock, exposes, inside, ..leg })
        });
        plain(&piece.movement)
            .chain(ruled(&piece.unchecked, Condition::UNCHECKED))
            .chain(spacious)
            .chain(ruled(&piece.after_capture, Condition::AFTER_CAPTURE))
            .chain(zones)
            .collect()
    }

    /// Every leg of a kind on any square.
    pub(super) fn all_legs(&self, kind: &Kind) -> impl Iterator<Item = &'a Leg> + use<'a> {
        let piece = kind.piece_of(self.def);
        let movements = piece.movements().into_iter().chain(piece.zones.iter().map(|z| &z.movement));
        movements.flat_map(|m: &Movement| &m.legs)
    }

    /// The squares to which a leg takes a piece of `color` on a board, nearest first, whatever zones and
    /// grid say. Each way of a leg with bends is separate.
    pub(super) fn walk(&self, ruled: RuledLeg, color: Color, from: Square) -> Vec<Target> {
        let trips = trips(ruled.leg, self.shape, color, from);
        let mut targets: Vec<Target> = trips.iter().map(|trip| ruled.at_end_of(trip, color)).collect();
        if ruled.spacious
            && let Some(step) = ruled.leg.steps.first().map(|step| step.seen_by(color))
        {
            for target in &mut targets {
                let behind = self.shape.step(target.to, step, ruled.leg.cylinder);
                if let Some(Square(square)) = behind.filter(|&square| square != from) {
                    target.guard.add(Test::Empty, &[square]);
                }
            }
        }
        targets
    }

    /// The squares to which a leg takes a piece of a kind in a game: only those within a zone that confines
    /// it, and beyond the lines of the grid.
    pub(super) fn targets(&self, ruled: RuledLeg, kind: &Kind, from: Square) -> Vec<Target> {
        let mut targets = self.walk_as(ruled, kind, from);
        targets.retain(|target| self.barrier(kind, from, target).is_none());
        targets
    }

    /// The squares to which a leg takes a piece of a kind if no zone confines the piece and there is no grid.
    fn walk_as(&self, ruled: RuledLeg, kind: &Kind, from: Square) -> Vec<Target> {
        let mut targets = self.walk(ruled, kind.color, from);
        if let Some(zone) = ruled.inside {
            targets.retain(|target| zone.contains(&kind.own_view(self.shape, target.to)));
        }
        for target in &mut targets {
            self.spare(kind, target);
        }
        targets
    }

    /// Adds the tests for the pieces that a kind never hops over, and for those that it never captures.
    pub(super) fn spare(&self, kind: &Kind, target: &mut Target) {
        let piece = kind.piece_of(self.def);
        if piece.never_hops.is_empty() && piece.never_captures.is_empty() {
            return;
        }
        let hurdles = [Test::Hurdle, Test::Occupied].map(|test| target.guard.squares(test)).concat();
        let victims: Vec<u8> = [target.to].iter().chain(&target.victims).map(|square| square.0).collect();
        for (roles, squares) in [(&piece.never_hops, hurdles), (&piece.never_captures, victims)] {
            for (id, _) in self.ids().zip(self.kinds).filter(|(_, other)| roles.contains(&other.role)) {
                let known = target.guard.squares(Test::Absent).as_chunks().0;
                let pair = |&square: &u8| [square, id.0];
                let pairs = squares.iter().map(pair).filter(|pair| !known.contains(pair));
                let pairs: Vec<u8> = pairs.flatten().collect();
                target.guard.add(Test::Absent, &pairs);
            }
        }
    }

    /// Whether kings may be captured, so that a leg that captures nothing else moves.
    pub(super) fn captures_kings(&self) -> bool {
        self.def.rules.royals.may_lose_one()
    }

    /// Why a piece of a kind may never make a move. Zones do not apply to a leg that only gives check.
    pub(super) fn barrier(&self, kind: &Kind, from: Square, target: &Target) -> Option<Barrier> {
        let checks = target.flags.kings && !self.captures_kings();
        let confined = !checks && !kind.may_stand(self.def, target.to);
        let in_one_cell = |to| self.def.rules.grid.is_some_and(|grid| grid.in_one_cell(self.shape, from, to));
        if confined {
            return Some(Barrier::Confined);
        }
        in_one_cell(target.to).then_some(Barrier::SameCell)
    }

    /// What an initial move of a piece on a square requires: the index of its right, or nothing for a piece
    /// of a kind that starts there and cannot return; `None` if it is impossible.
    pub(super) fn first_move(&self, id: KindId, from: Square) -> Option<MaybeIndex> {
        let is_own = |&(square, kind): &(Square, KindId)| square == from && self.is_same_piece(kind, id);
        let own = |right: &FirstMoveRight| right.initial && is_own(&(right.square, right.kind));
        match self.first_moves.iter().position(own) {
            Some(index) => Some(MaybeIndex::some((self.castles.len() + index).narrow())),
            None => self.array.iter().any(is_own).then_some(MaybeIndex::NONE),
        }
    }

    /// Whether no move of a kind changes the color of its square. Only the basic moves count, because
    /// castling considers the piece without its additions. A piece that borrows moves may change color.
    pub(super) fn is_color_bound(&self, kind: &Kind) -> bool {
        let Movement { legs, loans, .. } = &kind.piece_of(self.def).movement;
        let stays = |leg: &Leg, from: Square| {
            let targets = self.targets(RuledLeg::plain(leg), kind, from);
            targets.iter().all(|target| self.shape.shade(target.to) == self.shape.shade(from))
        };
        loans.iter().all(|loan| loan.lent_behind.is_some())
            && self.shape.squares().all(|from| legs.iter().all(|leg| stays(leg, from)))
    }

    /// Where a piece of a kind can move on an empty board, without initial moves.
    pub(super) fn reachable(&self, kind: &Kind, from: Square) -> Vec<Reachable> {
        let mut found: Vec<Reachable> = Vec::new();
        let legs = self.legs_at(kind, from).into_iter();
        let targets = legs
            .filter(|ruled| !ruled.leg.initial && !ruled.leg.kings)
            .flat_map(|ruled| self.targets(ruled, kind, from));
        // A move that needs pieces on the way is impossible on an empty board.
        for target in targets.filter(|target| target.guard.is_plain() && target.to != from) {
            let Target { to: square, quiet, capture, .. } = target;
            let needs_clear = target.guard.squares(Test::Empty).len().narrow();
            match found.iter_mut().find(|known| known.square == square) {
                Some(known) => {
                    known.needs_clear = known.needs_clear.min(needs_clear);
                    known.quiet |= quiet;
                    known.capture |= capture;
                }
                None => found.push(Reachable { square, needs_clear, quiet, capture }),
            }
        }
        found.sort_unstable_by_key(|reachable| reachable.square);
        found
    }
}

/// What in the definition keeps a piece from a move, wherever the other pieces are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Barrier {
    /// It has the move only in a zone, by its index.
    Zone(u8),
    /// The target is outside the zone that confines it.
    Confined,
    /// The target is in the same cell of the grid.
    SameCell,
    /// It is a first move: the index of the right of the piece, or nothing where any piece of its kind has
    /// the move; `None` if no piece on its square has it.
    FirstMove(Option<MaybeIndex>),
}

/// A way in which a piece could move if nothing forbade it.
pub(crate) struct Way {
    pub(crate) target: Target,
    pub(crate) barrier: Option<Barrier>,
}

impl Game {
    /// The moves of a piece of `kind` on `square` that need no right: rays square by square, then
    /// [`Game::conditional_moves_from`]. Each with its terms, if it is not ordinary.
    pub(crate) fn moves_from(&self, kind: KindId, square: Square) -> Vec<(Target, Option<&Terms>)> {
        let entry = self.moves.entry(self.piece_square(kind, square));
        let mut all = Vec::new();
        for ray in self.moves.rays(entry) {
            for (i, stop) in ray.iter().enumerate().filter(|(_, stop)| stop.is_end()) {
                let clear = ray[..i].iter().map(|stop| stop.to);
                all.push(self.unpacked(*stop, Guard::of(Test::Empty, clear)));
            }
        }
        all.extend(self.conditional_moves_from(kind, square));
        all
    }

    /// The moves of a piece of `kind` on `square` that are not rays and need no right, with their conditions
    /// on empty and occupied squares. Those that capture on their way are left out.
    pub(crate) fn conditional_moves_from(
        &self,
        kind: KindId,
        square: Square,
    ) -> impl Iterator<Item = (Target, Option<&Terms>)> {
        let entry = self.moves.entry(self.piece_square(kind, square));
        let cells = &self.rays.cells;
        let conditional = self.moves.conditional(entry).iter();
        let free =
            conditional.filter(|conditional| cells.squares_of(conditional.guard, Test::Right).is_empty());
        free.map(|conditional| {
            let mut guard = Guard::default();
            for test in [Test::Empty, Test::Occupied, Test::Hurdle] {
                guard.add(test, cells.squares_of(conditional.guard, test));
            }
            self.unpacked(conditional.stop, guard)
        })
    }

    /// A stop of the tables as a target.
    fn unpacked(&self, stop: PackedTarget, guard: Guard) -> (Target, Option<&Terms>) {
        let terms = self.moves.terms(stop);
        let condition = terms.map_or(Condition::NONE, |terms| terms.condition);
        let target = Target {
            to: Square(stop.to),
            guard,
            victims: Vec::new(),
            put: None,
            quiet: stop.moves(),
            capture: stop.captures(),
            own: false,
            flags: LegFlags { condition, ..LegFlags::default() },
        };
        (target, terms)
    }

    /// Every way in which a piece of a kind could move from one square to another, whatever forbids it.
    pub(crate) fn ways(&self, id: KindId, from: Square, to: Square) -> Vec<Way> {
        let (compiler, kind) = (self.compiler(), self.kind(id));
        let legs = compiler.legs_at(kind, from).into_iter().map(|ruled| (ruled, None));
        let seen = kind.own_view(&self.shape, from);
        let zones = kind.piece_of(&self.def).zones.iter().zip(0..);
        let elsewhere = zones.filter(|(zone, _)| !zone.squares.contains(&seen)).flat_map(|(zone, index)| {
            let inside = zone.inside.then_some(zone.squares.as_slice());
            let legs = zone.movement.legs.iter().map(move |leg| RuledLeg { inside, ..RuledLeg::plain(leg) });
            legs.map(move |leg| (leg, Some(Barrier::Zone(index))))
        });
        let mut found: Vec<Way> = Vec::new();
        let mut add = |target: Target, zone: Option<Barrier>| {
            if target.to == to && !target.flags.kings {
                let first = || target.flags.initial.then(|| compiler.first_move(id, from));
                let barrier = zone
                    .or_else(|| compiler.barrier(kind, from, &target))
                    .or_else(|| first().map(Barrier::FirstMove));
                found.push(Way { target, barrier });
            }
        };
        for (ruled, zone) in legs.chain(elsewhere) {
            compiler.walk_as(ruled, kind, from).into_iter().for_each(|target| add(target, zone));
        }
        if self.lends[kind.color.index()] {
            let lent = compiler.lent_by(kind.color);
            let loans = compiler.loans_to(&lent[from.index()], id, from);
            for target in loans {
                add(target, None);
            }
        }
        found
    }
}
