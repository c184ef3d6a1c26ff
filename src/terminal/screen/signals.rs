//! What the system tells the program: that it is to stop for a while, or to end.

#[cfg(unix)]
use std::io;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
#[cfg(unix)]
use signal_hook::{flag, low_level};

/// What was told since it was last asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// Nothing.
    Nothing,
    /// Stop for a while.
    Suspend,
    /// End: the terminal may be gone.
    End,
}

/// The signals that are listened to.
#[cfg(unix)]
pub struct Signals {
    suspend: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
}

#[cfg(unix)]
impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn listen() -> io::Result<Signals> {
        let signals = Signals { suspend: Arc::default(), end: Arc::default() };
        flag::register(SIGTSTP, Arc::clone(&signals.suspend))?;
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            flag::register(signal, Arc::clone(&signals.end))?;
        }
        Ok(signals)
    }

    /// What was told.
    pub fn told(&self) -> Told {
        if self.end.load(Ordering::Relaxed) {
            Told::End
        } else if self.suspend.swap(false, Ordering::Relaxed) {
            Told::Suspend
        } else {
            Told::Nothing
        }
    }

    /// Stops until somebody lets the program go on.
    pub fn sleep(&self) {
        // A shell that cannot stop us leaves us running: nothing is lost.
        let _ = low_level::emulate_default_handler(SIGTSTP);
        self.suspend.store(false, Ordering::Relaxed);
    }
}

/// There are no such signals here.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Nothing to listen to.
    ///
    /// # Errors
    /// Never.
    pub fn listen() -> std::io::Result<Signals> {
        Ok(Signals)
    }

    /// Nothing.
    pub fn told(&self) -> Told {
        Told::Nothing
    }

    /// Goes on at once.
    pub fn sleep(&self) {}
}
