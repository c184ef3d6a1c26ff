//! Memory for the table, in large pages where the system has them: they are found faster, and at the
//! end of the program nobody waits until a million small ones are given back.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use zerocopy::FromBytes;

use crate::platform;

/// Bytes that are made ready before a search needs them. More takes too long to be waited for: that
/// comes zeroed from the system, page by page when it is first used.
const READY: usize = 64 << 20;

/// Bytes of the smallest page.
const PAGE: usize = 4096;

/// A cache cluster, as pairs of words.
pub(super) type Cluster = [[AtomicU64; 2]; 4];

/// Some cache clusters, or none.
#[derive(Debug)]
pub(super) struct Memory {
    map: Option<MmapMut>,
    /// Asked for, in MiB.
    size: usize,
}

impl Memory {
    /// At most so many MiB, all zero. If the system has less, it is less.
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
        // The old goes first: there may not be enough for both.
        self.map = None;
        self.map = allot(self.size);
        if let Some(map) = self.map.as_mut().filter(|map| map.len() <= READY) {
            // It is zero already, but the system finds a page only when it is first written to.
            map.iter_mut().step_by(PAGE).for_each(|byte| *byte = 0);
        }
    }

    /// The clusters, to be shared for a while.
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
