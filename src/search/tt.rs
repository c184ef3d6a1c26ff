//! The transposition table: what earlier visits found, by position hash.
//!
//! Clusters of four entries fill a cache line. Mates are stored from the node's own ply, so that
//! they are right wherever the position turns up again. One thread owns the table.

use super::limits::Bound;
use super::score::Score;
use crate::position::Move;

/// Entries of a cluster.
const WAYS: usize = 4;
/// Bytes of a cluster.
const CLUSTER_BYTES: usize = 64;
/// Generations run from 1 to one less.
const GENERATIONS: u8 = 64;
/// Plies of depth an entry loses, in the choice of a victim, for each search it is old.
const AGE_COST: i32 = 4;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    /// The best move, or [`Move::NONE`].
    pub best: Move,
    /// The score from the probing node's ply.
    pub score: Score,
    /// The uncorrected evaluation.
    pub eval: Score,
    /// Plies searched.
    pub depth: i32,
    /// What `score` is; `None` if only `eval` is known.
    pub bound: Option<Bound>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    check: u32,
    best: Move,
    score: i16,
    eval: i16,
    depth: i8,
    /// Generation times four, plus the bound: 0 none, 1 upper, 2 lower, 3 exact. Generations are
    /// never 0, so only an empty entry has the tag 0.
    tag: u8,
}

impl Entry {
    const EMPTY: Entry = Entry { check: 0, best: Move::NONE, score: 0, eval: 0, depth: 0, tag: 0 };

    fn is_of(&self, key: u64) -> bool {
        self.tag != 0 && self.check == check(key)
    }
}

#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
struct Cluster([Entry; WAYS]);

impl Cluster {
    const EMPTY: Cluster = Cluster([Entry::EMPTY; WAYS]);
}

/// A table of a power of two clusters.
#[derive(Debug)]
pub(super) struct Table {
    clusters: Vec<Cluster>,
    generation: u8,
}

impl Table {
    /// A table of at most `mib` MiB; with 0 it keeps nothing.
    pub(super) fn new(mib: usize) -> Table {
        let clusters = ((mib << 20) / CLUSTER_BYTES).checked_ilog2().map_or(0, |log| 1 << log);
        Table { clusters: vec![Cluster::EMPTY; clusters], generation: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.clusters.fill(Cluster::EMPTY);
        self.generation = 1;
    }

    /// A new search begins: what is there is older now.
    pub(super) fn age(&mut self) {
        self.generation = self.generation % (GENERATIONS - 1) + 1;
    }

    fn cluster(&self, key: u64) -> usize {
        key as usize & self.clusters.len().saturating_sub(1)
    }

    /// Reads the place of a position that is about to be probed, so that it is in the cache by then.
    #[inline]
    pub(super) fn touch(&self, key: u64) {
        std::hint::black_box(self.clusters.get(self.cluster(key)).map(|cluster| cluster.0[0].check));
    }

    /// What is known of a position at `ply` from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Hit> {
        let entry = self.clusters.get(self.cluster(key))?.0.iter().find(|e| e.is_of(key))?;
        Some(Hit {
            best: entry.best,
            score: from_table(entry.score, ply),
            eval: Score(i32::from(entry.eval)),
            depth: i32::from(entry.depth),
            bound: bound_of(entry.tag),
        })
    }

    /// The same, but no mate that comes too late if the game ends `left` plies later.
    #[inline]
    pub(super) fn probe_in_time(&self, key: u64, ply: usize, left: Option<u16>) -> Option<Hit> {
        let hit = self.probe(key, ply);
        let Some(left) = left else { return hit };
        let first = Score::mates(ply + usize::from(left));
        hit.filter(|hit| !hit.score.is_mate() || hit.score >= first || -hit.score >= first)
    }

    /// Remembers a position. Without a best move the one already known is kept.
    pub(super) fn store(&mut self, key: u64, ply: usize, hit: Hit) {
        let generation = self.generation;
        let index = self.cluster(key);
        let Some(Cluster(cluster)) = self.clusters.get_mut(index) else { return };
        let worth = |e: &Entry| {
            let age = (generation + GENERATIONS - (e.tag >> 2)) % GENERATIONS;
            i32::from(e.depth) - AGE_COST * i32::from(age)
        };
        let same = cluster.iter().position(|e| e.is_of(key));
        let victim = || (0..WAYS).min_by_key(|&i| if cluster[i].tag == 0 { i32::MIN } else { worth(&cluster[i]) });
        let Some(place) = same.or_else(victim) else { return };
        let entry = &mut cluster[place];
        let mut best = hit.best;
        if same.is_some() {
            if hit.best == Move::NONE {
                best = entry.best;
            }
            // A much deeper result of this search is worth more than a shallow bound.
            let current = entry.tag >> 2 == generation;
            if current && hit.bound != Some(Bound::Exact) && hit.depth + 4 < i32::from(entry.depth) {
                entry.best = best;
                return;
            }
        }
        *entry = Entry {
            check: check(key),
            best,
            score: to_table(hit.score, ply),
            eval: hit.eval.0 as i16,
            depth: hit.depth.clamp(-1, 127) as i8,
            tag: generation << 2 | code_of(hit.bound),
        };
    }
}

/// The part of a hash that tells the positions of a cluster apart.
fn check(key: u64) -> u32 {
    (key >> 32) as u32
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

/// A score counted from the node instead of the root.
fn to_table(score: Score, ply: usize) -> i16 {
    let shift = if score.is_mate() { score.0.signum() * ply as i32 } else { 0 };
    (score.0 + shift) as i16
}

/// The reverse of [`to_table`].
fn from_table(score: i16, ply: usize) -> Score {
    let score = Score(i32::from(score));
    if score.is_mate() { Score(score.0 - score.0.signum() * ply as i32) } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(score: Score, depth: i32) -> Hit {
        Hit { best: Move::from_bits(77), score, eval: Score(12), depth, bound: Some(Bound::Exact) }
    }

    #[test]
    fn what_is_stored_is_found_and_mates_count_from_the_node() {
        let mut table = Table::new(1);
        let key = 0x1234_5678_9abc_def0;
        table.store(key, 3, hit(Score::mates(7), 5));
        let found = table.probe(key, 5).unwrap();
        assert_eq!(found.score, Score::mates(9));
        assert_eq!((found.best, found.eval, found.depth, found.bound), (Move::from_bits(77), Score(12), 5, Some(Bound::Exact)));
        assert_eq!(table.probe(key ^ 1 << 63, 5), None);
    }

    #[test]
    fn a_known_move_survives_a_bound_without_one() {
        let mut table = Table::new(1);
        table.store(42, 0, hit(Score(1), 5));
        table.store(42, 0, Hit { best: Move::NONE, bound: Some(Bound::Upper), ..hit(Score(3), 6) });
        let found = table.probe(42, 0).unwrap();
        assert_eq!((found.best, found.depth), (Move::from_bits(77), 6));
    }

    #[test]
    fn old_shallow_entries_are_the_first_to_go() {
        let mut table = Table::new(1);
        let key = |i: u64| 7 | i << 32;
        for i in 1..=4 {
            table.store(key(i), 0, hit(Score(0), i as i32 * 4));
        }
        table.age();
        table.store(key(5), 0, hit(Score(0), 1));
        assert!(table.probe(key(1), 0).is_none());
        assert!((2..=5).all(|i| table.probe(key(i), 0).is_some()));
    }

    #[test]
    fn a_cluster_is_a_cache_line() {
        assert_eq!(size_of::<Cluster>(), CLUSTER_BYTES);
    }
}
