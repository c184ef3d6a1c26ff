//! The full screen: board, moves, clocks, the engine's thinking, lists.

mod app;
mod board;
mod draw;
mod guard;
mod menu;
mod paint;

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use crate::base::platform::{Signal, Signals};
use crate::session::engine::{Engine, Message};
use crate::session::play::Session;
use crate::session::{Context, host};

use app::{App, Effect};
use guard::ScreenGuard;
use paint::Paint;

/// How long to wait for a key before the engine and the clocks are checked.
const PAUSE: Duration = Duration::from_millis(40);
/// How often running clocks are redrawn.
const CLOCK: Duration = Duration::from_millis(200);

/// Plays on the full screen until the person quits.
pub fn run(session: Session) -> io::Result<()> {
    let (sender, messages) = channel();
    let mut engine = host::engine(&session.core.settings, move |message| {
        // After `quit` nothing more is drawn.
        let _ = sender.send(message);
    })?;
    let signals = Signals::listen()?;
    let mut guard = ScreenGuard::enter()?;
    let mut app = App::new(session);
    let ended = converse(&mut app, &mut engine, &messages, &signals, &mut guard);
    drop(guard);
    ended.and_then(|()| super::tell_unsaved(&app.session, &mut anstream::stdout()))
}

fn converse(
    app: &mut App,
    engine: &mut Engine,
    messages: &Receiver<Message>,
    signals: &Signals,
    guard: &mut ScreenGuard,
) -> io::Result<()> {
    let paint = Paint::of_terminal();
    let mut drawn = None::<Instant>;
    loop {
        let mut news = drawn.is_none();
        while let Ok(message) = messages.try_recv() {
            app.session.on_message(message, &mut Context::now(engine));
            news = true;
        }
        app.start(&mut Context::now(engine));
        app.session.tick(&mut Context::now(engine));
        if !app.read_notes() {
            return Ok(());
        }
        let mut effect = match signals.received() {
            Signal::End => Effect::Quit,
            Signal::Suspend => Effect::Suspend,
            Signal::Nothing => Effect::GoOn,
        };
        let stale = app.session.players.clocks.are_on() && drawn.is_none_or(|at| at.elapsed() >= CLOCK);
        if (news || stale) && effect != Effect::Quit {
            guard.fit()?;
            guard.terminal.draw(|frame| draw::screen(app, paint, Instant::now(), frame))?;
            drawn = Some(Instant::now());
        }
        if effect == Effect::GoOn && event::poll(PAUSE)? {
            effect = app.take(&event::read()?, &mut Context::now(engine));
            drawn = None;
        }
        match effect {
            Effect::GoOn => {}
            Effect::Redraw => {
                guard.renew()?;
                drawn = None;
            }
            Effect::Suspend => {
                guard.leave_for(|| signals.sleep())?;
                drawn = None;
            }
            Effect::Quit => return Ok(()),
        }
    }
}
