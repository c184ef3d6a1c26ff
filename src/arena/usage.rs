//! Processor time as Linux counts it; elsewhere nobody knows.

use std::fs;
use std::time::Duration;

/// What the processor has done for this thread.
pub fn of_thread() -> Option<Duration> {
    first_nanoseconds("/proc/thread-self/schedstat")
}

/// What the processor has done for this process, with the threads that have ended: in hundredths of
/// a second.
pub fn of_self() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses, which may hold anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
}

/// What the processor has done for the threads a process has now.
pub fn of_process(id: u32) -> Option<Duration> {
    let tasks = fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let of_task = |task: fs::DirEntry| first_nanoseconds(task.path().join("schedstat"));
    // A thread may have ended since the folder was read.
    Some(tasks.filter_map(|task| of_task(task.ok()?)).sum())
}

fn first_nanoseconds(path: impl AsRef<std::path::Path>) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
