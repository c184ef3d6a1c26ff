//! Takes over the terminal and restores it, however the program ends.

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

/// The terminal while the program draws on it.
pub struct ScreenGuard {
    /// The drawing backend. It is never dropped, because it would report a lost terminal to a standard
    /// error that is lost, too.
    pub terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

/// Set once there is something to restore after a panic.
static HOOK: Once = Once::new();

impl ScreenGuard {
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

    /// Restores the terminal for a while, and takes it over again when `meanwhile` returns.
    pub fn leave_for(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        restore();
        meanwhile();
        take_over()?;
        self.renew()
    }

    /// Redraws everything from now on. It does not ask the terminal for its cursor position, as the library
    /// would, because some terminals do not answer.
    pub fn renew(&mut self) -> io::Result<()> {
        execute!(stdout(), Clear(ClearType::All))?;
        self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }

    /// Redraws everything if the size of the window has changed.
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

/// Restores the terminal. Errors are ignored: a lost terminal cannot be restored.
fn restore() {
    let mut out = stdout();
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}
