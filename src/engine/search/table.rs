//! The transposition table.
//!
//! Clusters of four entries fill a cache line. Mate scores are stored relative to the node, so
//! that they are right wherever the position occurs again. All threads of a search read and write the table
//! without locks. An entry is two words, each written atomically and each with a part of the hash, so that
//! halves of different positions are not taken for one entry. Halves written by two threads for the same
//! position may be mixed; both are true of it.

use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use zerocopy::FromBytes;

use super::limits::{Bound, Score};
use crate::base::platform;
use crate::engine::convert::{lower, nearest_i16, scaled, signed, upper};
use crate::rules::position::Move;

/// Generations run from 1 to 63: they have six bits of a tag.
const GENERATIONS: u8 = 64;
/// Plies of depth that an entry counts less for each search since it was written, when one is replaced.
const AGE_COST: i32 = 4;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The best move, or [`Move::NONE`].
    pub best: Move,
    /// The score, with mates counted from the root of the search.
    pub score: Score,
    /// The uncorrected evaluation.
    pub eval: Score,
    /// Plies searched.
    pub depth: i32,
    /// What `score` is; `None` if only `eval` is known.
    pub bound: Option<Bound>,
}

impl TtEntry {
    /// What is known of a position that was evaluated and not searched.
    pub(super) fn of_evaluation(eval: Score) -> TtEntry {
        TtEntry { best: Move::NONE, score: Score::DRAW, eval, depth: -1, bound: None }
    }

    /// The score, if it is exact or outside the window on the side it bounds.
    #[inline]
    pub(super) fn cutoff(&self, alpha: Score, beta: Score) -> Option<Score> {
        let outside = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        outside.then_some(self.score)
    }

    /// Whether the score is a better estimate than an evaluation.
    pub(super) fn is_better_than(&self, eval: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score > eval,
            Some(Bound::Upper) => self.score < eval,
            None => false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct SecondWord {
    /// Generation times four, plus the bound: 0 none, 1 upper, 2 lower, 3 exact. Only an empty entry has the
    /// tag 0.
    tag: u8,
    depth: i8,
    score: i16,
    eval: i16,
    mark: u16,
}

impl SecondWord {
    fn pack(self) -> u64 {
        let [eval0, eval1] = self.eval.to_le_bytes();
        let [score0, score1] = self.score.to_le_bytes();
        let [mark0, mark1] = self.mark.to_le_bytes();
        let depth = self.depth.cast_unsigned();
        u64::from_le_bytes([eval0, eval1, score0, score1, depth, self.tag, mark0, mark1])
    }

    fn unpack(word: u64) -> SecondWord {
        let [eval0, eval1, score0, score1, depth, tag, mark0, mark1] = word.to_le_bytes();
        SecondWord {
            mark: u16::from_le_bytes([mark0, mark1]),
            tag,
            depth: depth.cast_signed(),
            score: i16::from_le_bytes([score0, score1]),
            eval: i16::from_le_bytes([eval0, eval1]),
        }
    }
}

/// A place for an entry: half of the hash with the best move, and the [`SecondWord`].
#[derive(Clone, Copy)]
struct Slot<'a>(&'a [AtomicU64; 2]);

impl Slot<'_> {
    /// The best move and the second word, if they are of that position.
    #[inline]
    fn read(self, key: u64) -> Option<(Move, SecondWord)> {
        let name = self.0[0].load(Ordering::Relaxed);
        if lower(name) != upper(key) {
            return None;
        }
        let facts = self.facts();
        (facts.tag != 0 && facts.mark == mark(key)).then_some((Move::from_bits(upper(name)), facts))
    }

    #[inline]
    fn facts(self) -> SecondWord {
        SecondWord::unpack(self.0[1].load(Ordering::Relaxed))
    }

    fn name(self, key: u64, best: Move) {
        self.0[0].store(key >> 32 | u64::from(best.bits()) << 32, Ordering::Relaxed);
    }

    fn write(self, key: u64, best: Move, facts: SecondWord) {
        self.name(key, best);
        self.0[1].store(facts.pack(), Ordering::Relaxed);
    }
}

/// The entries between two searches.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    memory: Memory,
    /// That of the last search; 0 if the table is empty.
    generation: u8,
}

impl TranspositionTable {
    /// A table of at most `mib` MiB, smaller if the system has less memory; 0 for none.
    pub(super) fn new(mib: usize) -> TranspositionTable {
        TranspositionTable { memory: Memory::new(mib), generation: 0 }
    }

    pub(super) fn clear(&mut self) {
        // Clearing a large table takes as long as some thousands of nodes.
        if self.generation > 0 {
            self.memory.clear();
        }
        self.generation = 0;
    }

    /// Opens the table for a new search. All entries age by one search.
    pub(super) fn open(&mut self) -> TableRef<'_> {
        self.generation = self.generation % (GENERATIONS - 1) + 1;
        TableRef { clusters: self.memory.clusters(), generation: self.generation }
    }
}

/// The table during a search.
#[derive(Clone, Copy)]
pub(super) struct TableRef<'a> {
    clusters: &'a [Cluster],
    generation: u8,
}

impl<'a> TableRef<'a> {
    #[inline]
    fn cluster(self, key: u64) -> Option<&'a Cluster> {
        self.clusters.get(scaled(key, self.clusters.len()))
    }

    /// Loads the place of a position that is about to be probed into the cache.
    #[inline]
    pub(super) fn prefetch(self, key: u64) {
        prefetch_index(self.clusters, scaled(key, self.clusters.len()));
    }

    /// What is known of a position at `ply` from the root.
    #[inline]
    pub(super) fn probe(self, key: u64, ply: usize) -> Option<TtEntry> {
        let (best, facts) = self.cluster(key)?.iter().find_map(|pair| Slot(pair).read(key))?;
        Some(TtEntry {
            best,
            score: from_table(facts.score, ply),
            eval: Score(i32::from(facts.eval)),
            depth: i32::from(facts.depth),
            bound: bound_of(facts.tag),
        })
    }

    /// The same, but not a mate that comes too late if the game ends after `left` plies.
    #[inline]
    pub(super) fn probe_in_time(&self, key: u64, ply: usize, left: Option<u16>) -> Option<TtEntry> {
        let hit = self.probe(key, ply);
        let Some(left) = left else { return hit };
        let first = Score::mates(ply + usize::from(left));
        hit.filter(|hit| !hit.score.is_mate() || hit.score >= first || -hit.score >= first)
    }

    /// Stores an entry. Without a best move, the known one is kept.
    pub(super) fn store(self, key: u64, ply: usize, hit: TtEntry) {
        let Some(cluster) = self.cluster(key) else { return };
        let mut best = hit.best;
        let mut place = None;
        for slot in cluster.iter().map(Slot) {
            let Some((known, facts)) = slot.read(key) else { continue };
            if best == Move::NONE {
                best = known;
            }
            // A much deeper result of this search is more valuable than a shallow bound.
            let current = facts.tag >> 2 == self.generation;
            if current && hit.bound != Some(Bound::Exact) && hit.depth + 4 < i32::from(facts.depth) {
                return slot.name(key, best);
            }
            place = Some(slot);
            break;
        }
        let Some(slot) = place.or_else(|| cluster.iter().map(Slot).min_by_key(|&slot| self.worth(slot)))
        else {
            return;
        };
        let facts = SecondWord {
            mark: mark(key),
            tag: self.generation << 2 | code_of(hit.bound),
            depth: i8::try_from(hit.depth.max(-1)).unwrap_or(i8::MAX),
            score: to_table(hit.score, ply),
            eval: nearest_i16(hit.eval.0),
        };
        slot.write(key, best, facts);
    }

    /// How much of the table this search has filled, in permille, judging by a sample.
    pub(super) fn fullness(self) -> u32 {
        const SAMPLE: usize = 250;
        let places = self.clusters.iter().take(SAMPLE).flatten().map(Slot);
        let (mut all, mut filled) = (0u32, 0u32);
        for slot in places {
            all += 1;
            filled += u32::from(slot.facts().tag >> 2 == self.generation);
        }
        filled * 1000 / all.max(1)
    }

    /// How valuable an entry is, in plies.
    #[inline]
    fn worth(self, slot: Slot) -> i32 {
        let SecondWord { tag, depth, .. } = slot.facts();
        // Four times its age in searches; generations wrap around.
        let age = (self.generation << 2).wrapping_sub(tag & !3);
        if tag == 0 { i32::MIN } else { i32::from(depth) - i32::from(age) * AGE_COST / 4 }
    }
}

/// The part of a hash that the second word of an entry holds.
fn mark(key: u64) -> u16 {
    u16::from_le_bytes([key.to_le_bytes()[6], key.to_le_bytes()[7]])
}

fn bound_of(tag: u8) -> Option<Bound> {
    match tag & 3 {
        1 => Some(Bound::Upper),
        2 => Some(Bound::Lower),
        3 => Some(Bound::Exact),
        _ => None,
    }
}

fn code_of(bound: Option<Bound>) -> u8 {
    match bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    }
}

/// A score with mates counted from the node instead of the root.
fn to_table(score: Score, ply: usize) -> i16 {
    let shift = if score.is_mate() { score.0.signum() * signed(ply) } else { 0 };
    nearest_i16(score.0 + shift)
}

fn from_table(score: i16, ply: usize) -> Score {
    let score = Score(i32::from(score));
    if score.is_mate() { Score(score.0 - score.0.signum() * signed(ply)) } else { score }
}

/// Up to so many bytes are touched in advance. A larger table would take too long: the system zeroes its
/// pages when they are first used.
const READY: usize = 64 << 20;

/// Bytes of the smallest page.
const PAGE: usize = 4096;

/// Four entries of two words each, as large as a cache line.
pub(super) type Cluster = [[AtomicU64; 2]; 4];

/// The clusters of a table, or none.
#[derive(Debug)]
pub(super) struct Memory {
    map: Option<MmapMut>,
    /// The size asked for, in MiB.
    size: usize,
}

impl Memory {
    /// At most so many MiB, all zero: less if the system has less.
    pub(super) fn new(mib: usize) -> Memory {
        let mut memory = Memory { map: None, size: mib };
        memory.clear();
        memory
    }

    /// Makes everything zero.
    pub(super) fn clear(&mut self) {
        if let Some(map) = self.map.as_mut().filter(|map| map.len() <= READY) {
            return map.fill(0);
        }
        // The old memory is released first: there may not be enough for both.
        self.map = None;
        self.map = allot(self.size);
        if let Some(map) = self.map.as_mut().filter(|map| map.len() <= READY) {
            // It is zero already, but the system provides a page only when it is first written to.
            map.iter_mut().step_by(PAGE).for_each(|byte| *byte = 0);
        }
    }

    pub(super) fn clusters(&mut self) -> &[Cluster] {
        let bytes = self.map.as_deref_mut().unwrap_or_default();
        // Whole pages always fit.
        <[Cluster]>::mut_from_bytes(bytes).map_or(&[], |clusters| clusters)
    }
}

/// At most so many MiB of zeros.
fn allot(mib: usize) -> Option<MmapMut> {
    let sizes = std::iter::successors(Some(mib), |mib| Some(mib / 2)).take_while(|&mib| mib > 0);
    let map =
        sizes.filter_map(|mib| mib.checked_mul(1 << 20)).find_map(|bytes| MmapMut::map_anon(bytes).ok())?;
    platform::memory::prefer_large_pages(&map);
    Some(map)
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers")]
mod tests {
    use super::*;

    fn hit(score: Score, depth: i32) -> TtEntry {
        TtEntry { best: Move::from_bits(77), score, eval: Score(12), depth, bound: Some(Bound::Exact) }
    }

    #[test]
    fn what_is_stored_is_found_and_mates_count_from_the_node() {
        let mut store = TranspositionTable::new(1);
        let table = store.open();
        let key = 0x1234_5678_9abc_def0;
        table.store(key, 3, hit(Score::mates(7), 5));
        let found = table.probe(key, 5).unwrap();
        assert_eq!(found.score, Score::mates(9));
        assert_eq!(
            (found.best, found.eval, found.depth, found.bound),
            (Move::from_bits(77), Score(12), 5, Some(Bound::Exact))
        );
        assert_eq!(table.probe(key ^ 1 << 63, 5), None);
    }

    #[test]
    fn a_known_move_survives_a_bound_without_one() {
        let mut store = TranspositionTable::new(1);
        let table = store.open();
        table.store(42, 0, hit(Score(1), 5));
        table.store(42, 0, TtEntry { best: Move::NONE, bound: Some(Bound::Upper), ..hit(Score(3), 6) });
        let found = table.probe(42, 0).unwrap();
        assert_eq!((found.best, found.depth), (Move::from_bits(77), 6));
    }

    #[test]
    fn old_shallow_entries_are_the_first_to_go() {
        let mut store = TranspositionTable::new(1);
        let table = store.open();
        let key = |i: u64| 7 | i << 32;
        for i in 1..=4 {
            table.store(key(i), 0, hit(Score(0), i as i32 * 4));
        }
        let table = store.open();
        table.store(key(5), 0, hit(Score(0), 1));
        assert!(table.probe(key(1), 0).is_none());
        assert!((2..=5).all(|i| table.probe(key(i), 0).is_some()));
    }

    /// Knuth's MMIX generator.
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn halves_of_different_positions_are_never_found_as_one() {
        // Few places and many positions, each stored in several versions.
        let position = |n: u64| (n * 0x9E37_79B9 + 1) << 40 | (n % 3);
        let version = |n: u64, v: u64| TtEntry {
            best: Move::from_bits((n * 64 + v) as u32),
            score: Score((n * 10 + v) as i32),
            eval: Score(-((n * 10 + v) as i32)),
            depth: v as i32,
            bound: Some(Bound::Exact),
        };
        let mut store = TranspositionTable::new(1);
        let table = store.open();
        let found = std::sync::atomic::AtomicU64::new(0);
        std::thread::scope(|scope| {
            for seed in 1..=4 {
                let found = &found;
                scope.spawn(move || {
                    let mut state = seed;
                    for _ in 0..200_000 {
                        let (n, v) = (random(&mut state) % 40, random(&mut state) % 8);
                        table.store(position(n), 0, version(n, v));
                        let n = random(&mut state) % 40;
                        let Some(hit) = table.probe(position(n), 0) else { continue };
                        found.fetch_add(1, Ordering::Relaxed);
                        assert_eq!(hit.best.bits() / 64, n as u32);
                        let facts = version(n, u64::try_from(hit.depth).unwrap());
                        assert_eq!((hit.score, hit.eval, hit.bound), (facts.score, facts.eval, facts.bound));
                    }
                });
            }
        });
        assert!(found.into_inner() > 10_000);
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        for (score, eval, depth) in [(-30_000, 30_000, -1), (0, -1, 127), (12, -19_000, 0)] {
            let mut store = TranspositionTable::new(1);
            let table = store.open();
            let hit = TtEntry {
                best: Move::from_bits(u32::MAX),
                score: Score(score),
                eval: Score(eval),
                depth,
                bound: Some(Bound::Upper),
            };
            table.store(u64::MAX, 0, hit);
            assert_eq!(table.probe(u64::MAX, 0), Some(hit));
        }
    }

    #[test]
    fn memory_is_as_large_as_asked_for_and_comes_zeroed() {
        for mib in [0, 1, 3, 60, 64, 128] {
            let clusters = mib << 14;
            let mut memory = Memory::new(mib);
            assert_eq!(memory.clusters().len(), clusters);
            for _ in 0..2 {
                assert!(
                    memory
                        .clusters()
                        .iter()
                        .flatten()
                        .flatten()
                        .all(|word| word.load(Ordering::Relaxed) == 0)
                );
                memory
                    .clusters()
                    .iter()
                    .flatten()
                    .flatten()
                    .step_by(100)
                    .for_each(|word| word.store(7, Ordering::Relaxed));
                memory.clear();
            }
        }
        assert_eq!(size_of::<Cluster>(), 64);
    }

    #[test]
    fn more_than_there_is_becomes_less() {
        let mut memory = Memory::new(1 << 30);
        assert!(memory.clusters().len() < 1 << 44);
    }
}
