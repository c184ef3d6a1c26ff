//! The terminal as this program uses it, and as it was before: whatever way the program ends, the terminal
//! is left as it was found.

use std::io::{self, Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal while the whole of it is drawn on.
pub struct ScreenGuard {
    /// What is drawn on. It is never dropped: it would complain about a terminal that is gone on a standard
    /// error that is gone, too.
    pub terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

/// Set once there is something to restore when the program breaks down.
static HOOK: Once = Once::new();

impl ScreenGuard {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If it does not let itself be taken over; then it is as before.
    pub fn enter() -> io::Result<ScreenGuard> {
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                restore();
                before(info);
            }));
        });
        take_over().inspect_err(|_| restore())?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| restore())?;
        Ok(ScreenGuard { terminal: ManuallyDrop::new(terminal) })
    }

    /// Gives the terminal back for a while, and takes it over again when `meanwhile` has returned.
    ///
    /// # Errors
    /// If it cannot be taken over again.
    pub fn leave_for(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        restore();
        meanwhile();
        take_over()?;
        self.renew()
    }

    /// Draws everything anew from now on. The terminal is not asked where its cursor is, as the library
    /// would do: not every terminal answers.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn renew(&mut self) -> io::Result<()> {
        execute!(stdout(), Clear(ClearType::All))?;
        self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }

    /// Draws everything anew if the window has another size than before.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn fit(&mut self) -> io::Result<()> {
        let (now, before) = (self.terminal.size()?, self.terminal.current_buffer_mut().area);
        if (now.width, now.height) == (before.width, before.height) { Ok(()) } else { self.renew() }
    }
}

impl Drop for ScreenGuard {
    fn drop(&mut self) {
        restore();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back. A terminal that is gone cannot be told, and need not.
fn restore() {
    let mut out = stdout();
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}
