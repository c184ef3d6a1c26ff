//! What the user and the GUI have requested, for this game and the next ones.

use crate::protocol::cecp::claims::Listener;
use crate::protocol::cecp::command::Command;
use crate::protocol::cecp::features::{Announced, Gui};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{self, taken_for};
use crate::session::{GameClock, Roster, Selected, Settings, first_line};

/// What has been requested.
pub(super) struct Preferences {
    pub roster: Roster,
    pub gui: Gui,
    /// The faults of the user's files, until the user has been told.
    pub trouble: Option<String>,
    /// What has been announced to the GUI: variants and options.
    announced: Option<Announced>,
    pub clock: GameClock,
    /// Whether to show the engine's thinking.
    pub post: bool,
}

impl Preferences {
    /// Nothing has been requested yet.
    pub fn new(roster: Roster) -> Preferences {
        Preferences {
            roster,
            gui: Gui::default(),
            trouble: None,
            announced: None,
            clock: GameClock::default(),
            post: false,
        }
    }

    /// Finds the game of a name. If it is impossible, programs get an error and people the reason.
    pub fn select(&mut self, name: &str, out: &mut Vec<Reply>) -> Option<Selected> {
        let mut refuse = |reason, message| {
            out.push(Reply::Refused { reason, command: format!("variant {name}") });
            out.push(Reply::TellUser(message));
            None
        };
        let is_xboard = self.gui.is_xboard();
        let def = self.roster.resolve(&self.roster.meaning(name)).ok().filter(|_| is_xboard);
        if let Some(reason) = def.and_then(|def| xboard::unshowable(&def)) {
            return refuse("cannot show this variant", reason);
        }
        // The button of a variant starts the game with the armies that are suggested everywhere.
        let wanted = if is_xboard { self.roster.suggested(name) } else { name.to_string() };
        let known = self.roster.knows(name);
        match self.roster.select(&wanted) {
            Ok(selected) => Some(selected),
            Err(error) if known => refuse("cannot play this variant", first_line(&error)),
            // The GUI's own game, which we do not have, is not a misspelling.
            Err(_) if taken_for(name).is_some_and(|own| own == name) => {
                let missing =
                    format!("Fibnif does not play {name} yet. `fibnif list` shows the games it plays.");
                refuse("unknown variant", missing)
            }
            Err(error) => refuse("unknown variant", first_line(&error)),
        }
    }

    /// Announces the options of the current variant first, if the GUI accepts that.
    pub fn show_options(&mut self, settings: &Settings, out: &mut Vec<Reply>) {
        if let Some(announced) = self.announced.as_mut().filter(|_| self.gui.is_xboard()) {
            announced.refresh(&self.roster, settings, out);
        }
    }

    /// Forgets what was requested for one game.
    pub fn renew(&mut self) {
        self.clock.new_game();
        self.gui.computer = false;
    }

    /// Whether a person who sees messages plays in XBoard.
    pub fn has_person_in_xboard(&self) -> bool {
        self.gui.is_xboard() && self.gui.audience() == Listener::Person
    }

    /// Obeys a command whose meaning depends on no game. Returns whether the command was such a one.
    pub fn greet(&mut self, command: &Command, settings: &Settings, out: &mut Vec<Reply>) -> bool {
        match command {
            Command::Nothing | Command::Ignored | Command::Xboard => {}
            Command::Protover(_) => {
                self.announced = Some(Announced::announce(&self.roster, settings, out));
                out.extend(self.trouble.take().map(Reply::TellUserError));
            }
            Command::Accepted(feature) => {
                let was_known = self.gui.is_xboard();
                self.gui.accept(feature.clone());
                if self.gui.is_xboard() && !was_known && self.announced.is_some() {
                    Announced::narrow(&self.roster, settings, out);
                }
            }
            Command::Rejected(feature) => self.gui.reject(feature.clone()),
            Command::Computer => self.gui.computer = true,
            _ => return false,
        }
        true
    }
}
