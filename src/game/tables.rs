//! Move tables: for each kind and square the squares a man may go to, in the order and shape the
//! generator wants them.
//!
//! Leaps and rays of the three purposes (both, quiet only, capture only) are plain runs of bytes,
//! so the inner loops test no flags. Everything with a condition of its own (lame leaps, hoppers,
//! initial moves, moves only out of check) is a [`Guarded`] move.

use super::lines::Path;
use super::{KindId, Square};

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

/// The moves of one kind from one square: offsets into the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    /// For each purpose where its leaps begin and where its rays begin; the last is the end.
    runs: [u32; 7],
    guarded: (u32, u32),
    /// Whether one square may be reached in two ways, so that targets must be told apart.
    pub(crate) overlap: bool,
}

/// The move tables of a game.
#[derive(Debug, Default)]
pub(crate) struct MoveTable {
    entries: Vec<Entry>,
    cells: Vec<u8>,
    guarded: Vec<Guarded>,
}

impl MoveTable {
    /// The moves at an index of [`super::Game::row`].
    #[inline]
    pub(crate) fn entry(&self, row: usize) -> &Entry {
        &self.entries[row]
    }

    /// The leaps of a purpose.
    #[inline]
    pub(crate) fn leaps(&self, entry: &Entry, purpose: Purpose) -> &[u8] {
        let run = purpose as usize * 2;
        &self.cells[entry.runs[run] as usize..entry.runs[run + 1] as usize]
    }

    /// The rays of a purpose, each as the squares it passes.
    #[inline]
    pub(crate) fn rays(&self, entry: &Entry, purpose: Purpose) -> Rays<'_> {
        let run = purpose as usize * 2 + 1;
        Rays(&self.cells[entry.runs[run] as usize..entry.runs[run + 1] as usize])
    }

    /// The moves with conditions.
    #[inline]
    pub(crate) fn guarded(&self, entry: &Entry) -> &[Guarded] {
        &self.guarded[entry.guarded.0 as usize..entry.guarded.1 as usize]
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
    /// Whether a pawn may also go quietly where it may capture en passant.
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
        let mut seen = std::collections::HashSet::new();
        let leaps = self.leaps.iter().flatten().copied();
        let rays = self.rays.iter().flatten().flatten().copied();
        let guarded = self.guarded.iter().map(|g| g.to);
        self.passing_overlap || leaps.chain(rays).chain(guarded).any(|square| !seen.insert(square))
    }
}

impl MoveTable {
    /// Appends the moves of the next (kind, square) in row order.
    pub(crate) fn push(&mut self, _kind: KindId, builder: EntryBuilder) {
        let overlap = builder.overlaps();
        let mut runs = [0; 7];
        for purpose in 0..3 {
            runs[purpose * 2] = self.cells.len() as u32;
            self.cells.extend(&builder.leaps[purpose]);
            runs[purpose * 2 + 1] = self.cells.len() as u32;
            for ray in &builder.rays[purpose] {
                self.cells.push(ray.len() as u8);
                self.cells.extend(ray);
            }
        }
        runs[6] = self.cells.len() as u32;
        let start = self.guarded.len() as u32;
        self.guarded.extend(builder.guarded);
        self.entries.push(Entry { runs, guarded: (start, self.guarded.len() as u32), overlap });
    }
}
