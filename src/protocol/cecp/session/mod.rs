//! A session with a GUI as a pure state machine: events in, replies out. It reads and prints nothing,
//! does not ask for the time, and never waits. Searches run in a [`SearchHost`], and their results come
//! back as events. Results of an abandoned search are recognized by their number and ignored.
//!
//! Three parts own their data: `preferences` what was requested for every game, `board` how the GUI shows
//! this one, and `pings` what it waits for. `state` puts them together, and `obey` is one table of every
//! command in every phase. The other files carry out the commands.
//!
//! [`SearchHost`]: crate::session::SearchHost

mod analyze;
mod board;
mod game;
mod obey;
mod pings;
mod preferences;
mod setup;
mod state;
mod think;

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::command::Command;
use super::reply::Reply;
use crate::rules::game::Game;
use crate::rules::variant::{Catalog, VariantError};
use crate::session::{ORDINARY, Roster, SearchHost, Settings, first_line};
use preferences::Preferences;
use state::LiveSession;

pub use state::Event;

/// A session with a GUI.
pub struct CecpSession {
    stage: SessionStage,
}

enum SessionStage {
    /// The GUI asks which engine it is talking to. No game is compiled yet: GUIs start many engines
    /// only to ask this, or go on to a game other than chess.
    Greeting(Box<Greeting>),
    Live(Box<LiveSession>),
    Over,
}

/// What is known before there is a game.
struct Greeting {
    preferences: Preferences,
    settings: Settings,
    seed: u64,
    /// Whether the standard game was asked for. It is not begun at once, because mostly the GUI then names
    /// another one.
    new: bool,
}

impl CecpSession {
    /// A session at the start of the standard game, with the variants of `catalog`. If the user's files
    /// have broken that game, the session has only the shipped variants and says so.
    ///
    /// # Errors
    /// If there is no standard game even then.
    pub fn new(catalog: Catalog) -> Result<CecpSession, VariantError> {
        let with = |roster| {
            let (preferences, settings) = (Preferences::new(roster), Settings::default());
            CecpSession {
                stage: SessionStage::Greeting(Box::new(Greeting {
                    preferences,
                    settings,
                    seed: 0,
                    new: false,
                })),
            }
        };
        let mut session = with(Roster::new(catalog));
        let SessionStage::Greeting(greeting) = &session.stage else { return Ok(session) };
        if greeting.preferences.roster.ships_all() {
            return Ok(session);
        }
        if let Err(error) = session.begin() {
            session = with(Roster::new(Catalog::builtin()));
            session.begin()?;
            if let SessionStage::Live(session) = &mut session.stage {
                session.preferences.trouble =
                    Some(format!("{}. None of your files is used.", first_line(&error)));
            }
        }
        Ok(session)
    }

    /// Sets the seed of the random choice among moves (variety).
    pub fn set_seed(&mut self, seed: u64) {
        match &mut self.stage {
            SessionStage::Greeting(greeting) => greeting.seed = seed,
            SessionStage::Live(session) => session.core.set_seed(seed),
            SessionStage::Over => {}
        }
    }

    /// Tells the session that the GUI is WinBoard, which has fewer pictures than XBoard.
    pub fn set_winboard_pictures(&mut self) {
        match &mut self.stage {
            SessionStage::Greeting(greeting) => greeting.settings.winboard_pictures = true,
            SessionStage::Live(session) => session.core.settings.winboard_pictures = true,
            SessionStage::Over => {}
        }
    }

    /// Handles an event. Appends what is to be said to `out`; `Break` ends the program.
    pub fn handle(
        &mut self,
        event: Event,
        now: Instant,
        host: &mut dyn SearchHost,
        out: &mut Vec<Reply>,
    ) -> ControlFlow<()> {
        if let SessionStage::Greeting(greeting) = &mut self.stage {
            let command = match &event {
                Event::Line(line) => Command::from(line.as_str()),
                Event::Eof => Command::Quit,
                _ => Command::Unknown(String::new()),
            };
            match command {
                Command::Quit => return ControlFlow::Break(()),
                command if greeting.preferences.greet(&command, &greeting.settings, out) => {
                    return ControlFlow::Continue(());
                }
                Command::New => {
                    greeting.preferences.renew();
                    greeting.new = true;
                    return ControlFlow::Continue(());
                }
                // Before a game there is nothing to wait for.
                Command::Ping(number) if !greeting.new => {
                    out.push(Reply::Pong(number));
                    return ControlFlow::Continue(());
                }
                Command::Variant(name) => {
                    // Whether it is refused is said when the session obeys. Then it is at the standard game.
                    if let Some(selected) = greeting.preferences.select(&name, &mut Vec::new()) {
                        self.go_live(selected.game);
                    }
                }
                _ => {}
            }
            if let Err(error) = self.begin() {
                out.push(Reply::TellUserError(first_line(&error)));
            }
        }
        match &mut self.stage {
            SessionStage::Live(session) => session.handle(event, now, host, out),
            _ => ControlFlow::Break(()),
        }
    }

    /// Begins the standard game, if there is no game yet.
    fn begin(&mut self) -> Result<(), VariantError> {
        if let SessionStage::Greeting(greeting) = &mut self.stage {
            let game = greeting.preferences.roster.select(ORDINARY)?.game;
            self.go_live(game);
        }
        Ok(())
    }

    /// Ends the greeting.
    fn go_live(&mut self, game: Arc<Game>) {
        if let SessionStage::Greeting(greeting) = mem::replace(&mut self.stage, SessionStage::Over) {
            let Greeting { preferences, settings, seed, .. } = *greeting;
            self.stage = SessionStage::Live(Box::new(LiveSession::new(preferences, settings, seed, game)));
        }
    }
}
