//! Rays of attack: for a target square, a kind and its square, whether it could capture there, and its
//! conditions on the squares between.
//!
//! This is the single definition of attack: check, pins, evasions, exchanges and castling all use this
//! table.

use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;

use super::targets::{Guard, Test};
use super::{Kind, KindId, Square};
use crate::rules::geometry::{Color, Narrow};

/// The maximum number of different rays.
pub(crate) const MOST_RAYS: usize = (1 << 16) - 2;

/// An entry of the table: nothing, a leap, or an index of a [`Ray`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RayId(pub(crate) u16);

impl RayId {
    /// The piece cannot capture there.
    pub(crate) const NONE: RayId = RayId(0);
    /// It can, whatever is between.
    pub(crate) const LEAP: RayId = RayId(1);
}

/// The occupancy of a board, as far as guards need it.
pub(crate) trait Occupancy: Copy {
    fn occupied(self, square: u8) -> bool;

    /// Whether a piece of a side is on a square. A board without sides answers for any piece.
    fn holds(self, square: u8, _color: Color) -> bool {
        self.occupied(square)
    }

    /// Whether a piece of a kind is on a square. A board without kinds answers no.
    fn is_kind(self, _square: u8, _kind: KindId) -> bool {
        false
    }
}

impl<F: Fn(u8) -> bool + Copy> Occupancy for F {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        self(square)
    }
}

/// A guard in a table: a run of its tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedGuard {
    first: u32,
    count: u8,
}

/// A test of a guard in a table, on a run of squares.
#[derive(Clone, Copy, Debug)]
struct PackedTest {
    start: u32,
    length: u16,
    test: Test,
}

/// The tests of packed guards.
#[derive(Clone, Debug, Default)]
pub(crate) struct GuardTable {
    tests: Vec<PackedTest>,
    squares: Vec<u8>,
    /// The kinds that matter to [`Test::NotRoyal`].
    royals: Vec<KindId>,
}

impl GuardTable {
    pub(crate) fn store(&mut self, guard: &Guard) -> PackedGuard {
        let first = self.tests.len();
        for (test, squares) in guard.tests() {
            let start = self.squares.len().narrow();
            self.squares.extend(squares);
            self.tests.push(PackedTest { start, length: squares.len().narrow(), test });
        }
        PackedGuard { first: first.narrow(), count: (self.tests.len() - first).narrow() }
    }

    /// Forgets all tests, but keeps the memory.
    fn clear(&mut self) {
        self.tests.clear();
        self.squares.clear();
    }

    fn copy(&mut self, guard: PackedGuard, from: &GuardTable) -> PackedGuard {
        let first = self.tests.len().narrow();
        for &test in from.tests(guard) {
            let start = self.squares.len().narrow();
            self.squares.extend(from.squares(test));
            self.tests.push(PackedTest { start, ..test });
        }
        PackedGuard { first, ..guard }
    }

    #[inline]
    fn tests(&self, guard: PackedGuard) -> &[PackedTest] {
        &self.tests[guard.first as usize..guard.first as usize + usize::from(guard.count)]
    }

    #[inline]
    fn squares(&self, test: PackedTest) -> &[u8] {
        &self.squares[test.start as usize..test.start as usize + usize::from(test.length)]
    }

    /// The squares of a test of a guard; none if the guard does not have it.
    pub(crate) fn squares_of(&self, guard: PackedGuard, test: Test) -> &[u8] {
        let found = self.tests(guard).iter().find(|known| known.test == test);
        found.map_or(&[], |&found| self.squares(found))
    }

    /// Whether all tests of a guard are met.
    #[inline]
    pub(crate) fn are_open(&self, guard: PackedGuard, rights: u32, board: impl Occupancy) -> bool {
        self.tests(guard).iter().all(|&test| self.is_met(test, rights, board))
    }

    #[inline]
    fn is_met(&self, test: PackedTest, rights: u32, board: impl Occupancy) -> bool {
        let squares = self.squares(test);
        let is_royal = |&square: &u8| self.royals.iter().any(|&kind| board.is_kind(square, kind));
        let hold = |color| squares.iter().all(|&square| board.holds(square, color));
        match test.test {
            Test::Empty => squares.iter().all(|&square| !board.occupied(square)),
            Test::Occupied => squares.iter().all(|&square| board.occupied(square)),
            Test::Hurdle => squares.iter().filter(|&&square| board.occupied(square)).count() == 1,
            Test::White => hold(Color::White),
            Test::Black => hold(Color::Black),
            Test::NotRoyal => !squares.iter().any(is_royal),
            Test::Royal => squares.iter().all(|&square| is_royal(&square)),
            Test::Lender => pairs(squares).any(|[square, kind]| board.is_kind(square, KindId(kind))),
            Test::Right => squares.iter().all(|&bit| rights >> bit & 1 != 0),
            Test::Absent => !pairs(squares).any(|[square, kind]| board.is_kind(square, KindId(kind))),
        }
    }

    /// All tests of a guard as bytes. Guards have the same bytes exactly if their tests are the same.
    fn words(&self, guard: PackedGuard) -> impl Iterator<Item = u8> {
        let words = |&test: &PackedTest| {
            let [high, low] = test.length.to_be_bytes();
            [test.test as u8, high, low].into_iter().chain(self.squares(test).iter().copied())
        };
        [guard.count].into_iter().chain(self.tests(guard).iter().flat_map(words))
    }
}

/// The pairs of a square and a kind in a test on them.
fn pairs(squares: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    squares.as_chunks().0.iter().copied()
}

/// How one kind attacks one target from one square: its guards, one of which must be met.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    first: u32,
    count: u16,
    /// The length and start of the squares that a plain ray requires empty.
    clear: u8,
    start: u32,
    /// Whether there is one guard and it only requires empty squares: an ordinary rider or lame leap,
    /// for which pins and evasions are lists of squares.
    pub(crate) plain: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct RayTable {
    kinds: usize,
    squares: usize,
    ids: Vec<RayId>,
    rays: Vec<Ray>,
    guards: Vec<PackedGuard>,
    pub(crate) cells: GuardTable,
    /// Whether every ray is a leap or plain.
    pub(crate) all_plain: bool,
}

impl RayTable {
    /// The entries of all kinds and squares for one target: index with [`super::Game::piece_square`].
    #[inline]
    pub(crate) fn towards(&self, target: Square) -> &[RayId] {
        let size = self.kinds * self.squares;
        let start = target.index() * size;
        &self.ids[start..start + size]
    }

    /// The ray with an id other than `NONE` and `LEAP`.
    #[inline]
    pub(crate) fn ray(&self, id: RayId) -> &Ray {
        &self.rays[usize::from(id.0) - 2]
    }

    #[inline]
    pub(crate) fn guards(&self, ray: &Ray) -> &[PackedGuard] {
        &self.guards[ray.first as usize..ray.first as usize + usize::from(ray.count)]
    }

    /// The squares that a plain ray requires empty.
    #[inline]
    pub(crate) fn between(&self, ray: &Ray) -> &[u8] {
        &self.cells.squares[ray.start as usize..ray.start as usize + usize::from(ray.clear)]
    }

    #[inline]
    pub(crate) fn guard_open(&self, guard: &PackedGuard, rights: u32, board: impl Occupancy) -> bool {
        self.cells.are_open(*guard, rights, board)
    }

    /// Whether the piece of an entry attacks its target.
    #[inline]
    pub(crate) fn open(&self, id: RayId, rights: u32, board: impl Occupancy) -> bool {
        match id {
            RayId::NONE => false,
            RayId::LEAP => true,
            id => {
                let ray = self.ray(id);
                if ray.plain {
                    self.between(ray).iter().all(|&s| !board.occupied(s))
                } else {
                    self.guards(ray).iter().any(|p| self.guard_open(p, rights, board))
                }
            }
        }
    }

    /// Whether a single piece can block a ray.
    #[inline]
    pub(crate) fn is_screened(&self, id: RayId, occupied: impl Fn(u8) -> bool) -> bool {
        if id == RayId::NONE || id == RayId::LEAP {
            return false;
        }
        let ray = self.ray(id);
        ray.plain && self.between(ray).iter().filter(|&&s| occupied(s)).take(2).count() == 1
    }

    /// Squares whose change could meet a guard that is not met now: its unmet tests, if a single move (which
    /// empties one square and fills another) could meet them all.
    pub(crate) fn nearly_open(&self, guard: &PackedGuard, board: impl Occupancy, mut mark: impl FnMut(u8)) {
        let cells = &self.cells;
        let mut changes = 0;
        for test in cells.tests(*guard) {
            let squares = cells.squares(*test);
            let occupied = squares.iter().filter(|&&square| board.occupied(square)).count();
            let needed = match test.test {
                Test::Empty => occupied,
                Test::Occupied => squares.len() - occupied,
                Test::Hurdle => occupied.abs_diff(1),
                // A piece of the wrong side may be captured, or a missing one may arrive.
                Test::White | Test::Black | Test::NotRoyal | Test::Royal | Test::Right | Test::Absent => 0,
                // A side's own move cannot bring an enemy lender into place. A move that shifts such a
                // piece is tested anyway.
                Test::Lender if cells.is_met(*test, 0, board) => 0,
                Test::Lender => return,
            };
            if needed > 1 {
                return;
            }
            changes += needed;
        }
        if changes > 2 {
            return;
        }
        for test in cells.tests(*guard) {
            let squares = cells.squares(*test);
            let hurdles = squares.iter().filter(|&&square| board.occupied(square)).count();
            let unmet = |square: u8| match test.test {
                Test::Empty => board.occupied(square),
                Test::Occupied => !board.occupied(square),
                Test::Hurdle => hurdles != 1 && board.occupied(square) == (hurdles == 2),
                Test::White => !board.holds(square, Color::White),
                Test::Black => !board.holds(square, Color::Black),
                Test::NotRoyal | Test::Royal | Test::Lender | Test::Right | Test::Absent => false,
            };
            if test.test == Test::Absent {
                // A piece that is not to be there may be captured.
                let present = pairs(squares).filter(|&[at, kind]| board.is_kind(at, KindId(kind)));
                present.for_each(|[at, _]| mark(at));
                continue;
            }
            squares.iter().copied().filter(|&square| unmet(square)).for_each(&mut mark);
        }
    }
}

/// Collects rays while a game is compiled.
pub(crate) struct RayBuilder {
    table: RayTable,
    /// By target, the guards found for the current piece, each with its piece-square.
    found: Vec<Vec<(usize, PackedGuard)>>,
    /// The squares of these guards. Few of them reach the table, because most guards are alike.
    cells: GuardTable,
    /// The rays by the words of their guards.
    known: HashMap<Vec<u8>, RayId>,
    /// Memory for such words.
    key: Vec<u8>,
}

impl RayBuilder {
    pub(crate) fn new(pieces: &[Kind], squares: usize) -> RayBuilder {
        let kinds = pieces.len();
        let royals = (0..kinds).filter(|&id| pieces[id].royal).map(|id| KindId(id.narrow())).collect();
        let table = RayTable {
            kinds,
            squares,
            ids: vec![RayId::NONE; kinds * squares * squares],
            rays: Vec::new(),
            guards: Vec::new(),
            cells: GuardTable { royals, ..GuardTable::default() },
            all_plain: true,
        };
        RayBuilder {
            table,
            found: vec![Vec::new(); squares],
            cells: GuardTable::default(),
            known: HashMap::new(),
            key: Vec::new(),
        }
    }

    /// Adds that a piece of `kind` on `from` may capture on `to` if `guard` is met.
    pub(crate) fn add(&mut self, kind: KindId, from: Square, to: Square, guard: &Guard) {
        let piece_square = kind.index() * self.table.squares + from.index();
        self.found[to.index()].push((piece_square, self.cells.store(guard)));
    }

    /// Stores the guard of a move that need not be an attack.
    pub(crate) fn store(&mut self, guard: &Guard) -> PackedGuard {
        self.table.cells.store(guard)
    }

    /// Moves the results for one piece on one square into the table; `false` if there are more
    /// different rays than an id can name.
    pub(crate) fn end_entry(&mut self) -> bool {
        let piece_squares = self.table.kinds * self.table.squares;
        for target in 0..self.found.len() {
            let mut found = std::mem::take(&mut self.found[target]);
            if let Some(&(piece_square, _)) = found.first() {
                let Some(id) = self.ray_for(&found) else { return false };
                self.table.ids[target * piece_squares + piece_square] = id;
            }
            // Its memory serves the next entry.
            found.clear();
            self.found[target] = found;
        }
        self.cells.clear();
        true
    }

    /// The number of different rays so far.
    pub(crate) fn len(&self) -> usize {
        self.table.rays.len()
    }

    pub(crate) fn finish(self) -> RayTable {
        self.table
    }

    /// The ray of the guards of one piece on one square, without duplicates.
    fn ray_for(&mut self, found: &[(usize, PackedGuard)]) -> Option<RayId> {
        if found.iter().any(|(_, guard)| guard.count == 0) {
            return Some(RayId::LEAP);
        }
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        let mut distinct: SmallVec<[PackedGuard; 4]> = SmallVec::new();
        // Most rays are one guard.
        if let &[(_, guard)] = found {
            key.extend(self.cells.words(guard));
            distinct.push(guard);
        } else {
            let mut seen: HashSet<Vec<u8>> = HashSet::new();
            for &(_, guard) in found {
                let words: Vec<u8> = self.cells.words(guard).collect();
                if seen.insert(words.clone()) {
                    key.extend(words);
                    distinct.push(guard);
                }
            }
        }
        let known = self.known.get(&key).copied();
        let id = if known.is_some() { known } else { self.add_ray(&key, &distinct) };
        self.key = key;
        id
    }

    /// Adds a ray of these guards, which a key distinguishes from the others.
    fn add_ray(&mut self, key: &[u8], distinct: &[PackedGuard]) -> Option<RayId> {
        let table = &mut self.table;
        let id = RayId(u16::try_from(table.rays.len() + 2).ok()?);
        let count = u16::try_from(distinct.len()).ok()?;
        let first: u32 = table.guards.len().narrow();
        for &guard in distinct {
            let guard = table.cells.copy(guard, &self.cells);
            table.guards.push(guard);
        }
        let plain = match table.cells.tests(table.guards[first as usize]) {
            &[PackedTest { start, length, test: Test::Empty }] if distinct.len() == 1 => {
                u8::try_from(length).ok().map(|length| (start, length))
            }
            _ => None,
        };
        table.all_plain &= plain.is_some();
        let ((start, clear), plain) = (plain.unwrap_or_default(), plain.is_some());
        table.rays.push(Ray { first, count, clear, start, plain });
        self.known.insert(key.to_vec(), id);
        Some(id)
    }
}
