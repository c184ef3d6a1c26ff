//! Move tables: for each kind and square the squares a piece can move to, in the form that the
//! generator needs; and the hash keys.
//!
//! Leaps and rays of all purposes are one chain of [`PackedTarget`]s: after an empty square the next one,
//! after an occupied one the first of the next ray. Lame leaps are rays too, whose first squares are only
//! passed. A move whose guard requires more (hoppers, rights) is a [`ConditionalMove`].

use std::rc::Rc;

use super::effects::{EffectTable, Terms};
use super::rays::PackedGuard;
use super::{KindId, MAX_PIECES};
use crate::rules::geometry::{Color, MAX_SQUARES, Narrow};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

/// What a move may do on its target: a set of [`QUIET`] and [`capture`].
///
/// The bits are numbered like the classes of a board's cells (0 empty, 2 White, 3 Black), so that the
/// content of a square determines whether a stop may end there.
pub(crate) type When = u8;
/// Move to an empty square.
pub(crate) const QUIET: When = 1;
/// Capture a piece of the side opposite to `by`.
pub(crate) const fn capture(by: Color) -> When {
    match by {
        Color::White => 8,
        Color::Black => 4,
    }
}

/// One square of a ray.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PackedTarget {
    pub(crate) to: u8,
    /// The number of links to skip when the square is occupied.
    pub(crate) skip: u8,
    /// What is possible here, a [`When`] in four bits; 0 on squares that are only passed (by lame leaps).
    /// Above it the index of the [`Terms`] plus one; 0 for ordinary moves.
    bits: u16,
}

impl PackedTarget {
    /// Whether any move may end here.
    pub(crate) fn is_end(self) -> bool {
        self.bits & 0xF != 0
    }

    /// Whether moves here ask for nothing and have no other effects.
    #[inline]
    pub(crate) fn is_ordinary(self) -> bool {
        self.bits < 0x10
    }

    /// The stops of a chain that a piece reaches on a board, each with its index and the class of its
    /// square: 0 if it is empty, otherwise a number for each side. A ray ends after an occupied square.
    #[inline]
    pub(crate) fn reached<F: Fn(u8) -> usize>(chain: &[PackedTarget], class: F) -> StopIter<'_, F> {
        StopIter { walk: Walk::new(chain), class }
    }

    /// Whether a piece may end its move here, depending on the content of the square.
    #[inline]
    pub(crate) fn allows(&self, class: usize) -> bool {
        self.bits >> class & 1 != 0
    }

    /// Whether the piece may move here if the square is empty.
    #[inline]
    pub(crate) fn moves(self) -> bool {
        self.bits & u16::from(QUIET) != 0
    }

    /// Whether an enemy may be captured here.
    #[inline]
    pub(crate) fn captures(self) -> bool {
        self.bits & 0xF & !u16::from(QUIET) != 0
    }
}

/// A walk along a chain of stops: see [`PackedTarget::reached`].
pub(crate) struct Walk<'a> {
    chain: &'a [PackedTarget],
    next: usize,
}

impl<'a> Walk<'a> {
    #[inline]
    pub(crate) fn new(chain: &'a [PackedTarget]) -> Walk<'a> {
        Walk { chain, next: 0 }
    }

    /// The next stop, with its index and the class of its square.
    #[inline]
    pub(crate) fn step(&mut self, class: impl Fn(u8) -> usize) -> Option<(usize, &'a PackedTarget, usize)> {
        let index = self.next;
        let stop = self.chain.get(index)?;
        let class = class(stop.to);
        self.next += if class == 0 { 1 } else { usize::from(stop.skip) };
        Some((index, stop, class))
    }
}

/// The stops of a chain that a piece reaches on a board: see [`PackedTarget::reached`].
pub(crate) struct StopIter<'a, F> {
    walk: Walk<'a>,
    class: F,
}

impl<'a, F: Fn(u8) -> usize> Iterator for StopIter<'a, F> {
    type Item = (usize, &'a PackedTarget, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.walk.step(|square| (self.class)(square))
    }
}

/// A move with a condition of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConditionalMove {
    pub(crate) stop: PackedTarget,
    pub(crate) guard: PackedGuard,
}

/// A move that captures pieces on its way or of its own side, cannot capture royal pieces, or ends
/// where it began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MultiCapture {
    pub(crate) stop: PackedTarget,
    pub(crate) guard: PackedGuard,
    /// Whether it may not capture a royal piece.
    pub(crate) tame: bool,
}

/// The moves of one kind from one square: ranges of the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    stops: u32,
    conditional: u32,
    stop_count: u16,
    conditional_count: u16,
    /// Whether there is only the chain, and no square in it can be reached in two ways.
    pub(crate) simple: bool,
    /// Whether a square may be reached in two ways, so that targets must be distinguished.
    pub(crate) overlap: bool,
    /// Whether each reachable stop is exactly one move.
    pub(crate) countable: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct MoveTable {
    terms: Vec<Terms>,
    entries: Vec<Entry>,
    stops: Vec<PackedTarget>,
    conditional: Vec<ConditionalMove>,
    multi_captures: Vec<MultiCapture>,
    /// Where the captures of several pieces of each piece-square begin.
    multi_captures_at: Vec<u32>,
}

/// The maximum number of pieces that a move can change besides the mover: all around it, one more, and one
/// that enters.
pub(crate) const MOST_CHANGED: usize = 10;
/// The maximum number of different terms that a stop can distinguish.
const MOST_TERMS: usize = (1 << 12) - 1;

impl MoveTable {
    /// Whether any piece has moves that are [`MultiCapture`].
    #[inline]
    pub(crate) fn has_multi_captures(&self) -> bool {
        !self.multi_captures.is_empty()
    }

    pub(crate) fn multi_captures(&self, piece_square: usize) -> &[MultiCapture] {
        let start = self
            .multi_captures_at
            .get(piece_square)
            .map_or(self.multi_captures.len(), |&start| start as usize);
        let end = self
            .multi_captures_at
            .get(piece_square + 1)
            .map_or(self.multi_captures.len(), |&end| end as usize);
        &self.multi_captures[start..end]
    }

    /// The moves of a piece-square: index with [`super::Game::piece_square`].
    #[inline]
    pub(crate) fn entry(&self, piece_square: usize) -> &Entry {
        &self.entries[piece_square]
    }

    /// The chain of leaps and rays.
    #[inline]
    pub(crate) fn stops(&self, entry: &Entry) -> &[PackedTarget] {
        &self.stops[entry.stops as usize..entry.stops as usize + usize::from(entry.stop_count)]
    }

    /// The chain ray by ray; a leap is a ray of one stop.
    pub(crate) fn rays(&self, entry: &Entry) -> impl Iterator<Item = &[PackedTarget]> {
        let mut rest = self.stops(entry);
        std::iter::from_fn(move || {
            let length = usize::from(rest.first()?.skip).clamp(1, rest.len());
            rest.split_off(..length)
        })
    }

    #[inline]
    pub(crate) fn conditional(&self, entry: &Entry) -> &[ConditionalMove] {
        &self.conditional
            [entry.conditional as usize..entry.conditional as usize + usize::from(entry.conditional_count)]
    }

    /// The stops of chain and conditional moves.
    pub(crate) fn all(&self, entry: &Entry) -> impl Iterator<Item = &PackedTarget> {
        self.stops(entry).iter().chain(self.conditional(entry).iter().map(|conditional| &conditional.stop))
    }

    /// The terms of a stop whose moves are not ordinary.
    #[inline]
    pub(crate) fn terms(&self, stop: PackedTarget) -> Option<&Terms> {
        self.terms.get(usize::from(stop.bits >> 4).wrapping_sub(1))
    }

    /// Packs a stop; `None` if there are too many different terms.
    fn pack(&mut self, stop: &Stop, skip: u8) -> Option<PackedTarget> {
        let index = if stop.terms.are_ordinary() {
            0
        } else {
            let known = self.terms.iter().position(|known| *known == *stop.terms);
            1 + known.unwrap_or_else(|| {
                self.terms.push(Terms::clone(&stop.terms));
                self.terms.len() - 1
            })
        };
        let index: u16 = index.narrow();
        (usize::from(index) <= MOST_TERMS).then_some(PackedTarget {
            to: stop.to,
            skip,
            bits: index << 4 | u16::from(stop.when),
        })
    }

    /// Appends the moves of the next piece-square.
    ///
    /// # Errors
    /// If there are too many of them, in words.
    pub(crate) fn push(&mut self, builder: &EntryBuilder) -> Result<(), &'static str> {
        const TOO_MANY_TERMS: &str =
            "all pieces together have too many different double steps and promotions";
        let (first, first_guarded) = (self.stops.len(), self.conditional.len());
        for ray in &builder.rays {
            for (i, stop) in ray.iter().enumerate() {
                let packed = self.pack(stop, (ray.len() - i).narrow()).ok_or(TOO_MANY_TERMS)?;
                self.stops.push(packed);
            }
        }
        for (stop, guard) in &builder.conditional {
            let stop = self.pack(stop, 1).ok_or(TOO_MANY_TERMS)?;
            self.conditional.push(ConditionalMove { stop, guard: *guard });
        }
        self.multi_captures_at.push(self.multi_captures.len().narrow());
        for (stop, guard, tame) in &builder.multi_captures {
            let stop = self.pack(stop, 1).ok_or(TOO_MANY_TERMS)?;
            self.multi_captures.push(MultiCapture { stop, guard: *guard, tame: *tame });
        }
        let overlap = builder.overlaps();
        let counts = (u16::try_from(self.stops.len() - first), u16::try_from(builder.conditional.len()));
        let (Ok(stop_count), Ok(conditional_count)) = counts else {
            return Err("it has too many ways from one square");
        };
        self.entries.push(Entry {
            stops: first.narrow(),
            conditional: first_guarded.narrow(),
            stop_count,
            conditional_count,
            simple: builder.conditional.is_empty() && builder.multi_captures.is_empty() && !overlap,
            overlap,
            countable: builder.rays.iter().flatten().all(|stop| stop.terms.single.is_some()),
        });
        Ok(())
    }
}

/// A square where a move may end, before it is packed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stop {
    pub(crate) to: u8,
    pub(crate) when: When,
    pub(crate) terms: Rc<Terms>,
}

/// The moves of one kind from one square while they are collected.
#[derive(Default)]
pub(crate) struct EntryBuilder {
    /// Without duplicates.
    rays: Vec<Vec<Stop>>,
    pub(crate) conditional: Vec<(Stop, PackedGuard)>,
    /// With whether it may not capture a royal piece.
    pub(crate) multi_captures: Vec<(Stop, PackedGuard, bool)>,
    /// Where it may capture en passant.
    pub(crate) en_passant: Vec<u8>,
}

impl EntryBuilder {
    /// Adds a ray; a leap is a ray of one square.
    pub(crate) fn ray(&mut self, ray: Vec<Stop>, effects: &EffectTable) {
        if let [leap] = &ray[..] {
            // Moves and captures written apart are one leap.
            let leaps = self.rays.iter_mut().filter(|known| known.len() == 1 && known[0].to == leap.to);
            for known in leaps {
                if let Some(terms) = known[0].terms.merged(&leap.terms, effects) {
                    known[0] = Stop { to: leap.to, when: known[0].when | leap.when, terms: Rc::new(terms) };
                    return;
                }
            }
        }
        if !ray.is_empty() && !self.rays.contains(&ray) {
            self.rays.push(ray);
        }
    }

    /// Whether any square occurs twice.
    fn overlaps(&self) -> bool {
        let mut seen = [false; MAX_SQUARES];
        let stops = self
            .rays
            .iter()
            .flatten()
            .chain(self.conditional.iter().map(|conditional| &conditional.0))
            .filter(|stop| stop.when != 0);
        // Captures en passant go to empty squares: captures there by ordinary moves do not matter.
        let quiet_en_passant =
            stops.clone().any(|stop| stop.when & QUIET != 0 && self.en_passant.contains(&stop.to));
        quiet_en_passant
            || stops.map(|stop| stop.to).any(|to| std::mem::replace(&mut seen[usize::from(to)], true))
    }
}

/// The random numbers that make up a position's key.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    /// By [`super::Game::piece_square`].
    pub(crate) piece: Vec<u64>,
    /// By bit of the rights.
    pub(crate) right: [u64; 32],
    /// By index of the double step that may be answered en passant.
    pub(crate) en_passant: Vec<u64>,
    /// When Black is to move.
    pub(crate) black: u64,
    /// By set of the square colors on which moves are pending, if these have moves of their own.
    pub(crate) pending: [u64; 4],
    /// By set of the closed square colors.
    pub(crate) closed: [u64; 4],
    /// By side and number of checks given, if they are counted.
    checks: [[u64; 16]; 2],
    /// The same for multiples of 16 checks; 0 for none.
    sixteen_checks: [[u64; 16]; 2],
    /// When a piece that must not be traded has just been captured by a different piece type.
    pub(crate) untraded: u64,
    /// By kind and number in hand, in games with hands.
    hand: Vec<u64>,
    /// By square with a wall.
    pub(crate) wall: [u64; MAX_SQUARES],
}

impl Zobrist {
    pub(crate) fn new(piece_squares: usize, double_steps: usize, hand_kinds: usize) -> Zobrist {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0x00F1_B41F);
        let mut zobrist = Zobrist {
            black: random.next_u64(),
            right: std::array::from_fn(|_| random.next_u64()),
            en_passant: (0..double_steps).map(|_| random.next_u64()).collect(),
            piece: (0..piece_squares).map(|_| random.next_u64()).collect(),
            pending: std::array::from_fn(|_| random.next_u64()),
            closed: std::array::from_fn(|_| random.next_u64()),
            checks: std::array::from_fn(|_| std::array::from_fn(|_| random.next_u64())),
            untraded: random.next_u64(),
            hand: (0..hand_kinds * (MAX_PIECES + 1)).map(|_| random.next_u64()).collect(),
            sixteen_checks: [[0; 16]; 2],
            wall: [0; MAX_SQUARES],
        };
        // Drawn last, so that the other keys stay the same.
        zobrist
            .sixteen_checks
            .iter_mut()
            .flat_map(|keys| &mut keys[1..])
            .chain(&mut zobrist.wall)
            .for_each(|key| *key = random.next_u64());
        zobrist
    }

    /// The key of this number of checks given by a side.
    #[inline]
    pub(crate) fn checks(&self, color: Color, given: u8) -> u64 {
        let (sixteens, ones) = (usize::from(given >> 4), usize::from(given & 15));
        self.checks[color.index()][ones] ^ self.sixteen_checks[color.index()][sixteens]
    }

    /// The key of this number of pieces of a kind in hand.
    #[inline]
    pub(crate) fn hand(&self, kind: KindId, count: u8) -> u64 {
        let index = kind.index() * (MAX_PIECES + 1) + usize::from(count);
        self.hand.get(index).copied().unwrap_or(0)
    }
}
