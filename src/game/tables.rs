//! Move tables: for each kind and square the squares a man may go to, in the shape the generator
//! wants them.
//!
//! Leaps and rays of all purposes are one chain of [`Link`]s: after an empty square the next link,
//! after an occupied one the first of the next ray. Everything with a condition of its own (lame
//! leaps, hoppers, initial moves, moves only out of check) is a [`Guarded`] move.

use super::Square;
use super::lines::Path;
use crate::geometry::MAX_SQUARES;

/// What a move may do where it lands: a set of [`QUIET`] and [`CAPTURE`].
pub(crate) type When = u8;
/// Go to an empty square.
pub(crate) const QUIET: When = 1;
/// Take an enemy's man.
pub(crate) const CAPTURE: When = 2;

/// One square of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) to: u8,
    /// Links to go on by when the square is occupied.
    pub(crate) skip: u8,
    pub(crate) when: When,
    /// Index of the promotion set plus one; 0 where the man stays what it is.
    pub(crate) promotion: u8,
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
    pub(crate) link: Link,
    pub(crate) tag: GuardedTag,
    pub(crate) path: Path,
}

/// The moves of one kind from one square: ranges of the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    links: (u32, u32),
    guarded: (u32, u32),
    /// Whether there is more to try than the chain: guarded moves or captures in passing.
    pub(crate) special: bool,
    /// Whether one square may be reached in two ways, so that targets must be told apart.
    pub(crate) overlap: bool,
}

/// The move tables of a game.
#[derive(Debug, Default)]
pub(crate) struct MoveTable {
    entries: Vec<Entry>,
    links: Vec<Link>,
    guarded: Vec<Guarded>,
}

impl MoveTable {
    /// The moves at an index of [`super::Game::row`].
    #[inline]
    pub(crate) fn entry(&self, row: usize) -> &Entry {
        &self.entries[row]
    }

    /// The chain of leaps and rays.
    #[inline]
    pub(crate) fn links(&self, entry: &Entry) -> &[Link] {
        &self.links[entry.links.0 as usize..entry.links.1 as usize]
    }

    /// The moves with conditions.
    #[inline]
    pub(crate) fn guarded(&self, entry: &Entry) -> &[Guarded] {
        &self.guarded[entry.guarded.0 as usize..entry.guarded.1 as usize]
    }

    /// Appends the moves of the next (kind, square) in row order.
    pub(crate) fn push(&mut self, builder: &EntryBuilder) {
        let (first, first_guarded) = (self.links.len() as u32, self.guarded.len() as u32);
        for ray in &builder.rays {
            let length = ray.len();
            self.links.extend(ray.iter().enumerate().map(|(i, link)| Link { skip: (length - i) as u8, ..*link }));
        }
        self.guarded.extend(&builder.guarded);
        self.entries.push(Entry {
            links: (first, self.links.len() as u32),
            guarded: (first_guarded, self.guarded.len() as u32),
            special: builder.passing || !builder.guarded.is_empty(),
            overlap: builder.overlaps(),
        });
    }
}

/// The moves of one kind from one square while they are collected.
#[derive(Default)]
pub(crate) struct EntryBuilder {
    rays: Vec<Vec<Link>>,
    guarded: Vec<Guarded>,
    /// Whether it may capture en passant from here.
    pub(crate) passing: bool,
    /// Whether it may also go quietly where it may capture en passant.
    pub(crate) passing_overlap: bool,
}

impl EntryBuilder {
    /// Adds a ray; a leap is a ray of one square.
    pub(crate) fn ray(&mut self, squares: impl Iterator<Item = Square>, when: When, promotion: impl Fn(Square) -> u8) {
        let link = |to: Square| Link { to: to.0, skip: 1, when, promotion: promotion(to) };
        let ray: Vec<Link> = squares.map(link).collect();
        if let [leap] = ray[..]
            && let Some(known) = self.rays.iter_mut().find(|known| known.len() == 1 && known[0].to == leap.to)
        {
            known[0].when |= when; // moves and captures written apart are one leap
        } else if !ray.is_empty() && !self.rays.contains(&ray) {
            self.rays.push(ray);
        }
    }

    pub(crate) fn guarded(&mut self, guarded: Guarded) {
        self.guarded.push(guarded);
    }

    /// Whether any square occurs twice.
    fn overlaps(&self) -> bool {
        let mut seen = [false; MAX_SQUARES];
        let mut squares = self.rays.iter().flatten().chain(self.guarded.iter().map(|g| &g.link)).map(|link| link.to);
        self.passing_overlap || squares.any(|to| std::mem::replace(&mut seen[to as usize], true))
    }
}
