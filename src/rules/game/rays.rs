//! Rays of attack: for a target square, a kind and its square, whether it could capture there, and its
//! conditions on the squares between.
//!
//! This is the single definition of attack: check, pins, evasions, exchanges and castling all use this
//! table.

use std::collections::{HashMap, HashSet};

use super::targets::Guard;
use super::{Kind, KindId, MaybeIndex, Square};
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

/// The conditions of one leg to a target ([`Guard`]), as slices of [`RayTable::cells`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedGuard {
    start: u32,
    clear: u8,
    occupied: u8,
    hurdle: u8,
    white: u8,
    black: u8,
    never_royal: u8,
    /// Pairs of a square and a kind.
    lenders: u8,
    /// The right the piece must still have, as the index of its bit.
    pub(crate) right: MaybeIndex,
}

/// The conditions of a guard on the squares between, in a form for boards of type `B`.
pub(crate) trait SquaresBetween<B: Copy>: Copy {
    /// Whether all squares are empty that must be.
    fn are_clear(self, board: B) -> bool;

    /// Whether all squares are occupied that must be.
    fn are_occupied(self, board: B) -> bool;

    /// The number of occupied squares among those of which exactly one must be, if there are any.
    fn hurdles(self, board: B) -> Option<usize>;

    /// Whether all conditions are met.
    #[inline]
    fn are_open(self, board: B) -> bool {
        self.are_clear(board)
            && self.are_occupied(board)
            && self.hurdles(board).is_none_or(|occupied| occupied == 1)
    }
}

/// The squares of packed guards.
#[derive(Clone, Debug, Default)]
pub(crate) struct GuardTable(Vec<u8>);

#[derive(Clone, Copy)]
struct Listed<'a>(&'a GuardTable, &'a PackedGuard);

impl<B: Occupancy> SquaresBetween<B> for Listed<'_> {
    #[inline]
    fn are_clear(self, board: B) -> bool {
        self.0.clear(self.1).iter().all(|&square| !board.occupied(square))
    }

    #[inline]
    fn are_occupied(self, board: B) -> bool {
        self.0.occupied(self.1).iter().all(|&square| board.occupied(square))
    }

    #[inline]
    fn hurdles(self, board: B) -> Option<usize> {
        let count = || self.0.hurdle(self.1).iter().filter(|&&square| board.occupied(square)).count();
        (self.1.hurdle != 0).then(count)
    }
}

impl GuardTable {
    pub(crate) fn store(&mut self, guard: &Guard) -> PackedGuard {
        let cells = &mut self.0;
        let start = cells.len().narrow();
        let pieces = guard.white.iter().chain(&guard.black).chain(&guard.never_royal);
        cells.extend(guard.clear.iter().chain(&guard.occupied).chain(&guard.hurdle).chain(pieces));
        cells.extend(guard.lenders.iter().flat_map(|&(square, kind)| [square, kind]));
        PackedGuard {
            start,
            clear: guard.clear.len().narrow(),
            occupied: guard.occupied.len().narrow(),
            hurdle: guard.hurdle.len().narrow(),
            white: guard.white.len().narrow(),
            black: guard.black.len().narrow(),
            never_royal: guard.never_royal.len().narrow(),
            lenders: guard.lenders.len().narrow(),
            right: guard.right,
        }
    }

    fn copy(&mut self, guard: &PackedGuard, from: &GuardTable) -> PackedGuard {
        let start = self.0.len().narrow();
        self.0.extend(guard.squares(from));
        PackedGuard { start, ..*guard }
    }

    /// The squares that a guard requires empty.
    #[inline]
    pub(crate) fn clear(&self, guard: &PackedGuard) -> &[u8] {
        &self.0[guard.start as usize..guard.start as usize + usize::from(guard.clear)]
    }

    /// The squares that a guard requires occupied.
    #[inline]
    pub(crate) fn occupied(&self, guard: &PackedGuard) -> &[u8] {
        let start = guard.start as usize + usize::from(guard.clear);
        &self.0[start..start + usize::from(guard.occupied)]
    }

    /// The squares of which a guard requires exactly one to be occupied; no condition if empty.
    #[inline]
    pub(crate) fn hurdle(&self, guard: &PackedGuard) -> &[u8] {
        let start = guard.start as usize + usize::from(guard.clear) + usize::from(guard.occupied);
        &self.0[start..start + usize::from(guard.hurdle)]
    }

    /// The squares on which a guard requires a piece of a side.
    #[inline]
    pub(crate) fn pieces_of(&self, guard: &PackedGuard, color: Color) -> &[u8] {
        let before = usize::from(guard.clear) + usize::from(guard.occupied) + usize::from(guard.hurdle);
        let (before, length) = match color {
            Color::White => (before, guard.white),
            Color::Black => (before + usize::from(guard.white), guard.black),
        };
        &self.0[guard.start as usize + before..][..usize::from(length)]
    }

    /// Whether the conditions of a guard on the squares between are met, whatever pieces are on them.
    #[inline]
    pub(crate) fn are_open(&self, guard: &PackedGuard, board: impl Occupancy) -> bool {
        Listed(self, guard).are_open(board)
    }
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
    royals: Vec<KindId>,
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
        &self.cells.0[ray.start as usize..ray.start as usize + usize::from(ray.clear)]
    }

    #[inline]
    pub(crate) fn guard_open(&self, guard: &PackedGuard, rights: u32, board: impl Occupancy) -> bool {
        self.cells.are_open(guard, board)
            && (guard.white | guard.black | guard.lenders == 0 || self.has_pieces(guard, board))
            && guard.right.get().is_none_or(|bit| rights >> bit & 1 != 0)
    }

    /// Whether the pieces that a guard requires by their side or kind are there.
    fn has_pieces(&self, guard: &PackedGuard, board: impl Occupancy) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.cells.pieces_of(guard, color).iter().all(|&square| board.holds(square, color)))
            && !self.takes_royals(guard, board)
            && self.is_lent(guard, board)
    }

    /// Whether a royal piece is on a square where none may be.
    fn takes_royals(&self, guard: &PackedGuard, board: impl Occupancy) -> bool {
        let end = guard.start as usize + guard.squares_asked();
        let never_royal = &self.cells.0[end - usize::from(guard.never_royal)..end];
        never_royal.iter().any(|&square| self.royals.iter().any(|&kind| board.is_kind(square, kind)))
    }

    /// Whether one of the lenders is in place, if the move is lent.
    fn is_lent(&self, guard: &PackedGuard, board: impl Occupancy) -> bool {
        let start = guard.start as usize + guard.squares_asked();
        let (lenders, _) = self.cells.0[start..start + 2 * usize::from(guard.lenders)].as_chunks();
        lenders.is_empty() || lenders.iter().any(|&[square, kind]| board.is_kind(square, KindId(kind)))
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

    /// Squares whose change could meet a guard that is not met now: its unmet conditions, if a single
    /// move (which empties one square and fills another) could meet them all.
    pub(crate) fn nearly_open(&self, guard: &PackedGuard, board: impl Occupancy, mut mark: impl FnMut(u8)) {
        if !self.is_lent(guard, board) {
            // A side's own move cannot bring an enemy lender into place. A move that shifts such a
            // piece is tested anyway.
            return;
        }
        let occupied = |s: u8| board.occupied(s);
        if guard.white | guard.black != 0 {
            // A piece of the wrong side may be captured, or a missing one may arrive.
            let colors = Color::ALL.into_iter();
            let pieces =
                colors.flat_map(|color| self.cells.pieces_of(guard, color).iter().map(move |&s| (s, color)));
            pieces.filter(|&(s, color)| !board.holds(s, color)).for_each(|(s, _)| mark(s));
        }
        let hurdles = self.cells.hurdle(guard).iter().filter(|&&s| occupied(s)).count();
        let unmet = |s: &&u8| occupied(**s);
        let blockers = self.cells.clear(guard).iter().filter(unmet).count();
        let missing = self.cells.occupied(guard).iter().filter(|&&s| !occupied(s)).count();
        let by_hurdle = usize::from(guard.hurdle > 0 && hurdles != 1);
        if blockers > 1
            || missing > 1
            || (guard.hurdle > 0 && hurdles > 2)
            || blockers + missing + by_hurdle > 2
        {
            return;
        }
        self.cells.clear(guard).iter().filter(unmet).for_each(|&s| mark(s));
        self.cells.occupied(guard).iter().filter(|&&s| !occupied(s)).for_each(|&s| mark(s));
        if by_hurdle == 1 {
            self.cells
                .hurdle(guard)
                .iter()
                .filter(|&&s| occupied(s) == (hurdles == 2))
                .for_each(|&s| mark(s));
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
    known: HashMap<Vec<u8>, RayId>,
}

impl RayBuilder {
    pub(crate) fn new(pieces: &[Kind], squares: usize) -> RayBuilder {
        let kinds = pieces.len();
        let royals = (0..kinds).filter(|&id| pieces[id].royal).map(|id| KindId(id.narrow())).collect();
        let table = RayTable {
            kinds,
            royals,
            squares,
            ids: vec![RayId::NONE; kinds * squares * squares],
            rays: Vec::new(),
            guards: Vec::new(),
            cells: GuardTable::default(),
            all_plain: true,
        };
        RayBuilder {
            table,
            found: vec![Vec::new(); squares],
            cells: GuardTable::default(),
            known: HashMap::new(),
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
            let found = std::mem::take(&mut self.found[target]);
            let Some(&(piece_square, _)) = found.first() else { continue };
            let Some(id) = self.ray_for(&found) else { return false };
            self.table.ids[target * piece_squares + piece_square] = id;
        }
        self.cells.0.clear();
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
        if found.iter().any(|(_, guard)| guard.is_leap()) {
            return Some(RayId::LEAP);
        }
        let mut key: Vec<u8> = Vec::new();
        let mut distinct: Vec<PackedGuard> = Vec::new();
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        for &(_, guard) in found {
            let words: Vec<u8> = guard.words(&self.cells).collect();
            if !seen.contains(&words) {
                key.extend(&words);
                distinct.push(guard);
                seen.insert(words);
            }
        }
        if let Some(&id) = self.known.get(&key) {
            return Some(id);
        }
        let table = &mut self.table;
        let id = RayId(u16::try_from(table.rays.len() + 2).ok()?);
        let count = u16::try_from(distinct.len()).ok()?;
        let first: u32 = table.guards.len().narrow();
        for guard in &distinct {
            let guard = table.cells.copy(guard, &self.cells);
            table.guards.push(guard);
        }
        let PackedGuard { start, clear, occupied, hurdle, white, black, never_royal, lenders, right } =
            table.guards[first as usize];
        let asks = occupied | hurdle | white | black | never_royal | lenders;
        let plain = distinct.len() == 1 && asks == 0 && right.is_none();
        table.all_plain &= plain;
        table.rays.push(Ray { first, count, clear, start, plain });
        self.known.insert(key, id);
        Some(id)
    }
}

impl PackedGuard {
    /// Whether it has no conditions.
    fn is_leap(&self) -> bool {
        self.length() == 0 && self.right.is_none()
    }

    /// The number of squares with conditions, without those of lenders.
    fn squares_asked(self) -> usize {
        let parts = [self.clear, self.occupied, self.hurdle, self.white, self.black, self.never_royal];
        parts.into_iter().map(usize::from).sum()
    }

    fn length(self) -> usize {
        self.squares_asked() + 2 * usize::from(self.lenders)
    }

    /// Its squares in `cells`, followed by the kinds of lenders.
    fn squares(self, cells: &GuardTable) -> impl Iterator<Item = u8> {
        cells.0[self.start as usize..][..self.length()].iter().copied()
    }

    /// All its conditions as bytes. Guards have the same bytes exactly if their conditions are the
    /// same.
    fn words(self, cells: &GuardTable) -> impl Iterator<Item = u8> {
        let right = self.right.get().map_or(0, |bit| bit + 1);
        let parts = [self.clear, self.occupied, self.hurdle, self.white, self.black, self.never_royal];
        parts.into_iter().chain([self.lenders, right]).chain(self.squares(cells))
    }
}
