//! Move tables: for each kind and square the squares a man may go to, in the order and shape the
//! generator wants them.
//!
//! Leaps and rays of the three purposes (both, quiet only, capture only) are plain runs of bytes,
//! so the inner loops test no flags. Everything with a condition of its own (lame leaps, hoppers,
//! initial moves, moves only out of check) is a [`Guarded`] move.

use super::Square;
use super::lines::Path;
use crate::geometry::MAX_SQUARES;

/// What a leap or ray may do: index of its run in an [`Entry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Move and capture.
    Both = 0,
    /// Go to empty squares.
    Quiet = 1,
    /// Capture.
    Capture = 2,
}

/// What a guarded move is besides its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GuardedTag {
    /// An ordinary move.
    Normal,
    /// Only while the mover's side is not in check.
    Unchecked,
    /// A pawn's first move past squares where it may be captured: index of the double step.
    DoubleStep(u8),
    /// A pawn move that neither resets the move count nor cuts the repetition scan.
    KeepsClock,
}

/// A move with a condition of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guarded {
    pub(crate) to: u8,
    pub(crate) quiet: bool,
    pub(crate) capture: bool,
    pub(crate) tag: GuardedTag,
    pub(crate) path: Path,
}

/// The moves of one kind from one square. Most men only ever move as they capture: those moves
/// stand here, the others in an [`Extra`] that most entries do without.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    both: Run,
    /// Index of the extra moves plus one; 0 for none.
    extra: u16,
    /// Whether one square may be reached in two ways, so that targets must be told apart.
    pub(crate) overlap: bool,
}

/// Leaps, then rays, in the bytes of a [`MoveTable`].
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    start: u32,
    leaps: u16,
    rays: u16,
}

/// Moves by purpose and by condition.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extra {
    quiet: Run,
    capture: Run,
    guarded: (u32, u32),
    /// Whether the man may promote on one of the squares it reaches from here.
    pub(crate) promotes: bool,
}

/// The move tables of a game.
#[derive(Debug, Default)]
pub(crate) struct MoveTable {
    entries: Vec<Entry>,
    extras: Vec<Extra>,
    cells: Vec<u8>,
    guarded: Vec<Guarded>,
}

/// Leap targets, and rays as the squares they pass.
pub(crate) type Targets<'a> = (&'a [u8], Rays<'a>);

impl MoveTable {
    /// The moves at an index of [`super::Game::row`].
    #[inline]
    pub(crate) fn entry(&self, row: usize) -> &Entry {
        &self.entries[row]
    }

    /// The moves that are not both quiet and capturing, if there are any.
    #[inline]
    pub(crate) fn extra(&self, entry: &Entry) -> Option<&Extra> {
        self.extras.get((entry.extra as usize).wrapping_sub(1))
    }

    /// Moves that may capture or not.
    #[inline]
    pub(crate) fn both(&self, entry: &Entry) -> Targets<'_> {
        self.targets(entry.both)
    }

    /// Moves to empty squares.
    #[inline]
    pub(crate) fn quiet(&self, extra: &Extra) -> Targets<'_> {
        self.targets(extra.quiet)
    }

    /// Moves that capture.
    #[inline]
    pub(crate) fn capture(&self, extra: &Extra) -> Targets<'_> {
        self.targets(extra.capture)
    }

    #[inline]
    fn targets(&self, run: Run) -> Targets<'_> {
        let start = run.start as usize;
        let (leaps, rays) = self.cells[start..start + run.leaps as usize + run.rays as usize].split_at(run.leaps as usize);
        (leaps, Rays(rays))
    }

    /// The moves with conditions.
    #[inline]
    pub(crate) fn guarded(&self, extra: &Extra) -> &[Guarded] {
        &self.guarded[extra.guarded.0 as usize..extra.guarded.1 as usize]
    }
}

/// Rays stored one after the other, each with its length before it.
pub(crate) struct Rays<'a>(&'a [u8]);

impl<'a> Iterator for Rays<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let (&length, rest) = self.0.split_first()?;
        let (ray, rest) = rest.split_at(length as usize);
        self.0 = rest;
        Some(ray)
    }
}

/// The moves of one kind from one square while they are collected.
#[derive(Default)]
pub(crate) struct EntryBuilder {
    leaps: [Vec<u8>; 3],
    rays: [Vec<Vec<u8>>; 3],
    guarded: Vec<Guarded>,
    /// Whether it may capture en passant from here.
    pub(crate) passing: bool,
    /// Whether it may also go quietly where it may capture en passant.
    pub(crate) passing_overlap: bool,
}

impl EntryBuilder {
    pub(crate) fn leap(&mut self, purpose: Purpose, to: Square) {
        let list = &mut self.leaps[purpose as usize];
        if !list.contains(&to.0) {
            list.push(to.0);
        }
    }

    pub(crate) fn ray(&mut self, purpose: Purpose, squares: Vec<u8>) {
        let list = &mut self.rays[purpose as usize];
        if !list.contains(&squares) {
            list.push(squares);
        }
    }

    pub(crate) fn guarded(&mut self, guarded: Guarded) {
        self.guarded.push(guarded);
    }

    /// Whether any square occurs twice.
    fn overlaps(&self) -> bool {
        let mut seen = [false; MAX_SQUARES];
        self.passing_overlap || self.squares().any(|square| std::mem::replace(&mut seen[square as usize], true))
    }

    /// Every square reached, as often as it is.
    fn squares(&self) -> impl Iterator<Item = u8> + '_ {
        let leaps = self.leaps.iter().flatten().copied();
        let rays = self.rays.iter().flatten().flatten().copied();
        leaps.chain(rays).chain(self.guarded.iter().map(|g| g.to))
    }
}

impl MoveTable {
    /// Appends the moves of the next (kind, square) in row order. `promotes` tells whether the
    /// kind may promote on a square.
    pub(crate) fn push(&mut self, builder: EntryBuilder, promotes: impl Fn(u8) -> bool) {
        let overlap = builder.overlaps();
        let may_promote = builder.squares().any(promotes);
        let both = self.run(&builder, Purpose::Both);
        let mut entry = Entry { both, extra: 0, overlap };
        let bare = |purpose: Purpose| builder.leaps[purpose as usize].is_empty() && builder.rays[purpose as usize].is_empty();
        if !bare(Purpose::Quiet) || !bare(Purpose::Capture) || !builder.guarded.is_empty() || builder.passing || may_promote {
            let start = self.guarded.len() as u32;
            self.guarded.extend(&builder.guarded);
            let guarded = (start, self.guarded.len() as u32);
            let (quiet, capture) = (self.run(&builder, Purpose::Quiet), self.run(&builder, Purpose::Capture));
            self.extras.push(Extra { quiet, capture, guarded, promotes: may_promote });
            entry.extra = self.extras.len() as u16;
        }
        self.entries.push(entry);
    }

    fn run(&mut self, builder: &EntryBuilder, purpose: Purpose) -> Run {
        let start = self.cells.len();
        self.cells.extend(&builder.leaps[purpose as usize]);
        let leaps = self.cells.len() - start;
        for ray in &builder.rays[purpose as usize] {
            self.cells.push(ray.len() as u8);
            self.cells.extend(ray);
        }
        Run { start: start as u32, leaps: leaps as u16, rays: (self.cells.len() - start - leaps) as u16 }
    }
}
