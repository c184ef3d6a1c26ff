//! Windows.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use memmap2::MmapMut;
use sysinfo::{MemoryRefreshKind, Pid, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System};
use win32job::{ExtendedLimitInfo, Job};

/// The flags to set on Ctrl-C, Ctrl-Break and the end of the console. The system has one handler for
/// all of them.
static RAISED: Mutex<Vec<Arc<AtomicBool>>> = Mutex::new(Vec::new());

/// Keeps Ctrl-C in the console away from a child.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// Sets the flag on Ctrl-C and every other event that ends console programs.
pub(super) fn raise_on_interrupt(raised: &Arc<AtomicBool>) -> io::Result<()> {
    let flags = || RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    if flags().is_empty() {
        let raise = move || flags().iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        ctrlc::set_handler(raise).map_err(io::Error::other)?;
    }
    flags().push(Arc::clone(raised));
    Ok(())
}

pub(super) use raise_on_interrupt as raise_on_end;

/// Programs cannot be suspended here.
#[allow(clippy::unnecessary_wraps, reason = "the same interface on every system")]
pub(super) fn raise_on_suspend(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

pub(super) fn suspend() {}

/// A job object, which contains a process and its descendants. They end together with it, and so with
/// this program, however it ends.
#[derive(Debug)]
pub(super) struct Tree {
    job: Option<Job>,
}

impl Tree {
    pub(super) fn prepare(command: &mut Command) {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }

    /// The job of a child that has just been started. Without it only the child can be killed.
    pub(super) fn of(child: &Child) -> Tree {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits).ok();
        Tree { job: job.filter(|job| job.assign_process(child.as_raw_handle() as isize).is_ok()) }
    }

    /// Kills everything in the job.
    pub(super) fn kill(&mut self) {
        self.job = None;
    }
}

pub(super) fn thread_time() -> Option<Duration> {
    ThreadTime::try_now().ok().map(|time| time.as_duration())
}

pub(super) fn own_time() -> Option<Duration> {
    ProcessTime::try_now().ok().map(|time| time.as_duration())
}

pub(super) fn process_time(id: u32) -> Option<Duration> {
    let (mut system, id) = (System::new(), Pid::from_u32(id));
    let wanted = ProcessRefreshKind::nothing().with_cpu();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), false, wanted);
    system.process(id).map(|process| Duration::from_millis(process.accumulated_cpu_time()))
}

pub(super) fn total_memory() -> Option<usize> {
    let wanted = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    usize::try_from(System::new_with_specifics(wanted).total_memory() >> 20).ok().filter(|&total| total > 0)
}

/// Large pages need a privilege that users do not have.
pub(super) fn prefer_large_pages(_: &MmapMut) {}
