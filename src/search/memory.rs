//! Memory for the transposition table, in large pages where the system has them: access is faster, and the
//! program ends sooner than with a million small pages to release.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use zerocopy::FromBytes;

use crate::platform;

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

    /// The clusters, for the threads of a search.
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
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

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
