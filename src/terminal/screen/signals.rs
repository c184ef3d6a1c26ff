//! What the system tells the program: that it is to stop for a while, or to end.

#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::time::Duration;
#[cfg(unix)]
use std::{io, process, thread};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
#[cfg(unix)]
use signal_hook::{flag, low_level};

/// How often it is looked whether the program is to end.
#[cfg(unix)]
const LOOK: Duration = Duration::from_millis(250);
/// How long it may then take to end by itself.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(2);

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
        let end = Arc::clone(&signals.end);
        thread::Builder::new().name("signals".to_string()).spawn(move || insist(&end))?;
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

/// Ends the program where it does not end by itself once it has been told to. A terminal that is gone is
/// read for keys again and again, and nobody looks at the signals meanwhile. The game is kept after every
/// move: nothing is lost.
#[cfg(unix)]
fn insist(end: &AtomicBool) {
    while !end.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    thread::sleep(GRACE);
    process::exit(1);
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
