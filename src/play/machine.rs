//! What the machine has, as far as it tells.

use std::fs;

/// The memory that programs may use here, in MiB; `None` where the system does not say.
pub fn memory() -> Option<usize> {
    let text = |path| fs::read_to_string(path).ok();
    let total = text("/proc/meminfo").and_then(|text| total_of(&text));
    // A container may have less than the machine. One without a limit says `max` or a huge number.
    let bounds = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .into_iter()
        .filter_map(|path| text(path)?.trim().parse::<u64>().ok())
        .map(|bytes| bytes >> 20);
    total.into_iter().chain(bounds).min().and_then(|mebibytes| usize::try_from(mebibytes).ok())
}

/// The total that Linux writes among others, `MemTotal:  8000000 kB`, in MiB.
fn total_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_in_mebibytes() {
        assert_eq!(total_of("MemTotal:        8152456 kB\nMemFree: 12 kB\n"), Some(7961));
        assert_eq!(total_of("MemFree: 12 kB\n"), None);
    }
}
