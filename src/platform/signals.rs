//! What the system tells the program: stop for a while, or end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use super::system;

/// How often it is checked whether the program is to end.
const LOOK: Duration = Duration::from_millis(250);
/// How long it may then take to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// What the system has told since it was last asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// Nothing.
    Nothing,
    /// Stop for a while.
    Suspend,
    /// End: the terminal may be gone.
    End,
}

/// The signals the program listens to.
pub struct Signals {
    suspend: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn listen() -> io::Result<Signals> {
        let signals = Signals { suspend: Arc::default(), end: Arc::default() };
        system::raise_on_suspend(&signals.suspend)?;
        system::raise_on_end(&signals.end)?;
        let end = Arc::clone(&signals.end);
        thread::Builder::new().name("signals".to_string()).spawn(move || insist(&end))?;
        Ok(signals)
    }

    /// What the system has told.
    pub fn told(&self) -> Told {
        if self.end.load(Ordering::Relaxed) {
            Told::End
        } else if self.suspend.swap(false, Ordering::Relaxed) {
            Told::Suspend
        } else {
            Told::Nothing
        }
    }

    /// Stops until somebody lets the program go on. Returns at once where programs cannot be stopped.
    pub fn sleep(&self) {
        system::suspend();
        self.suspend.store(false, Ordering::Relaxed);
    }
}

/// Sets the flag on Ctrl-C, which does not end the program any more.
///
/// # Errors
/// If the system does not let us.
pub fn raise_on_interrupt(raised: &Arc<AtomicBool>) -> io::Result<()> {
    system::raise_on_interrupt(raised)
}

/// Ends the program where it does not end by itself once it has been told to. A terminal that is gone is
/// read for keys again and again, and nobody looks at the signals meanwhile. The game is saved after every
/// move: nothing is lost.
fn insist(end: &AtomicBool) {
    while !end.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    thread::sleep(GRACE);
    process::exit(1);
}
