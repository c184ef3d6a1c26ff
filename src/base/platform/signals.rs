//! Messages from the system: suspend, or end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use super::system;

/// How often the program checks whether it must end.
const LOOK: Duration = Duration::from_millis(250);
/// How long it may then take to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// The message from the system since the last query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    Nothing,
    /// Suspend the program.
    Suspend,
    /// End: the terminal may be gone.
    End,
}

/// The signals that the program listens to.
pub struct Signals {
    suspend: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
}

impl Signals {
    /// Starts listening.
    pub fn listen() -> io::Result<Signals> {
        let signals = Signals { suspend: Arc::default(), end: Arc::default() };
        system::raise_on_suspend(&signals.suspend)?;
        system::raise_on_end(&signals.end)?;
        let end = Arc::clone(&signals.end);
        thread::Builder::new().name("signals".to_string()).spawn(move || insist(&end))?;
        Ok(signals)
    }

    /// The latest message from the system.
    pub fn received(&self) -> Signal {
        if self.end.load(Ordering::Relaxed) {
            Signal::End
        } else if self.suspend.swap(false, Ordering::Relaxed) {
            Signal::Suspend
        } else {
            Signal::Nothing
        }
    }

    /// Suspends the program until it is resumed. Returns at once where programs cannot be suspended.
    pub fn sleep(&self) {
        system::suspend();
        self.suspend.store(false, Ordering::Relaxed);
    }
}

/// Sets the flag on Ctrl-C, which then no longer ends the program.
pub fn raise_on_interrupt(raised: &Arc<AtomicBool>) -> io::Result<()> {
    system::raise_on_interrupt(raised)
}

/// Ends the program if it does not end by itself after it has been asked to. When a terminal has
/// disappeared, reading keys from it repeats forever, and the signals are not checked meanwhile.
/// Nothing is lost, because the game is saved after every move.
fn insist(end: &AtomicBool) {
    while !end.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    thread::sleep(GRACE);
    process::exit(1);
}
