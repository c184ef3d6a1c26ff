//! What differs between operating systems, behind one interface. `unix` and `windows` hold the same names;
//! no other module asks which system it runs on.
//!
//! | part | Unix | Windows |
//! |---|---|---|
//! | [`ChildTree`] | a process group | a job object |
//! | [`Signals`] | signals | Ctrl-C and Ctrl-Break in the console |
//! | [`clocks`] | `clock_gettime`, `/proc` | the times the system counts |
//! | [`memory`] | `/proc`, cgroups | the memory status |
//! | [`folders`] | `$HOME`, `$XDG_DATA_HOME` | `%USERPROFILE%`, `%APPDATA%` |

mod children;
mod signals;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Whether GUIs of XBoard's protocol are WinBoard here.
pub const HAS_WINBOARD: bool = cfg!(windows);

pub use children::ChildTree;
pub use signals::{Signal, Signals, raise_on_interrupt};

/// Processor time, as opposed to wall-clock time.
pub mod clocks {
    use std::time::Duration;

    use super::system;

    /// The processor time of this thread, where the system counts it.
    pub fn of_thread() -> Option<Duration> {
        system::thread_time()
    }

    /// The processor time of this process, including threads that have ended.
    pub fn of_self() -> Option<Duration> {
        system::own_time()
    }

    /// The processor time of another process.
    pub fn of_process(id: u32) -> Option<Duration> {
        system::process_time(id)
    }
}

/// The machine's memory.
pub mod memory {
    use memmap2::MmapMut;

    use super::system;

    /// The memory in MiB that programs may use here; `None` where the system does not report it.
    pub fn total() -> Option<usize> {
        system::total_memory()
    }

    /// Requests large pages. A refusal is not an error, because the program is only slower without
    /// them.
    pub fn prefer_large_pages(map: &MmapMut) {
        system::prefer_large_pages(map);
    }
}

/// The user's folders.
pub mod folders {
    use std::path::PathBuf;

    use etcetera::BaseStrategy;

    /// The home folder.
    pub fn home() -> Option<PathBuf> {
        etcetera::home_dir().ok().filter(|path| path.is_absolute())
    }

    /// The folder for application data. Each program has its own folder in it.
    pub fn data() -> Option<PathBuf> {
        let folder = etcetera::choose_base_strategy().ok()?.data_dir();
        Some(folder).filter(|path| path.is_absolute())
    }
}
