//! Unix. Features of Linux alone (`/proc`, cgroups) are simply not found on other systems.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use memmap2::MmapMut;
use rustix::process::{Pid, Signal, kill_process_group};
use rustix::time::{ClockId, Timespec, clock_gettime};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::{flag, low_level};

/// Sets the flag on the signals that end the program.
pub(super) fn raise_on_end(raised: &Arc<AtomicBool>) -> io::Result<()> {
    [SIGHUP, SIGINT, SIGTERM].into_iter().try_for_each(|signal| raise_on(signal, raised))
}

/// Sets the flag on Ctrl-C.
pub(super) fn raise_on_interrupt(raised: &Arc<AtomicBool>) -> io::Result<()> {
    raise_on(SIGINT, raised)
}

fn raise_on(signal: i32, raised: &Arc<AtomicBool>) -> io::Result<()> {
    flag::register(signal, Arc::clone(raised)).map(drop)
}

/// Sets the flag when the program must suspend itself.
pub(super) fn raise_on_suspend(raised: &Arc<AtomicBool>) -> io::Result<()> {
    raise_on(SIGTSTP, raised)
}

/// Suspends the program until it is resumed.
pub(super) fn suspend() {
    // A shell that cannot suspend the program leaves it running, which does no harm.
    let _ = low_level::emulate_default_handler(SIGTSTP);
}

/// A process group, identified by its leader.
#[derive(Debug)]
pub(super) struct Tree {
    leader: Pid,
}

impl Tree {
    /// Puts the process to be started into a group of its own.
    pub(super) fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    /// The group of a prepared child.
    pub(super) fn of(child: &Child) -> Tree {
        Tree { leader: Pid::from_child(child) }
    }

    /// Kills the whole group.
    pub(super) fn kill(&mut self) {
        // The group may be empty.
        let _ = kill_process_group(self.leader, Signal::KILL);
    }
}

pub(super) fn thread_time() -> Option<Duration> {
    duration(clock_gettime(ClockId::ThreadCPUTime))
}

pub(super) fn own_time() -> Option<Duration> {
    duration(clock_gettime(ClockId::ProcessCPUTime))
}

fn duration(time: Timespec) -> Option<Duration> {
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// The processor time of the current threads of a process.
pub(super) fn process_time(id: u32) -> Option<Duration> {
    Some(schedules(&id.to_string())?.filter_map(|schedule| schedule.first().copied()).sum())
}

/// The times Linux counts for each thread of a process: running, and waiting for a processor.
fn schedules(process: &str) -> Option<impl Iterator<Item = Vec<Duration>> + use<>> {
    let of_task = |task: fs::DirEntry| {
        // A thread may have ended since the folder was read.
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let numbers = text.split_whitespace().map_while(|number| number.parse().ok());
        Some(numbers.map(Duration::from_nanos).collect())
    };
    Some(fs::read_dir(format!("/proc/{process}/task")).ok()?.filter_map(move |task| of_task(task.ok()?)))
}

pub(super) fn total_memory() -> Option<usize> {
    let text = |path| fs::read_to_string(path).ok();
    let total = text("/proc/meminfo").and_then(|text| total_of(&text));
    // A container may have less than the machine. Without a limit, the value is `max` or a huge number.
    let bounds = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .into_iter()
        .filter_map(|path| text(path)?.trim().parse::<u64>().ok())
        .map(|bytes| bytes >> 20);
    total.into_iter().chain(bounds).min().and_then(|mebibytes| usize::try_from(mebibytes).ok())
}

/// The total in MiB from a line such as `MemTotal:  8000000 kB`.
fn total_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
}

#[cfg(target_os = "linux")]
pub(super) fn prefer_large_pages(map: &MmapMut) {
    let _ = map.advise(memmap2::Advice::HugePage);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_large_pages(_: &MmapMut) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_in_mebibytes() {
        assert_eq!(total_of("MemTotal:        8152456 kB\nMemFree: 12 kB\n"), Some(7961));
        assert_eq!(total_of("MemFree: 12 kB\n"), None);
    }
}
