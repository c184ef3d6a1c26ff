//! The game in the user's library: saved after each move, listed, continued.

use super::super::error::NotDone;
use super::annotations::{SEATS, level_of};
use super::list::{LISTED, is_unfinished, moves_of};
use super::state::{Autosave, Kept, Note, Seats, Session};
use crate::arena::record::today;
use crate::rules::geometry::Color;
use crate::rules::pgn::Written;
use crate::session::SearchHost;
use crate::session::library::OpenGame;

impl Session {
    /// Saves the game in the user's library so that it can be continued.
    pub(super) fn keep(&mut self) {
        let Some(library) = self.library.clone().filter(|_| self.autosave == Autosave::On) else { return };
        let was_failing = self.unsaved().is_some();
        let file = match std::mem::replace(&mut self.kept, Kept::NotYet) {
            Kept::In(file) | Kept::Failing(Some(file), _) => Ok(file),
            Kept::NotYet | Kept::Failing(None, _) => {
                library.create(&format!("{}-{}", today(), self.title().1))
            }
        };
        let saved = file.map(|file| (file.save(&self.game_text()), file));
        self.kept = match saved {
            Ok((Ok(()), file)) => Kept::In(file),
            Ok((Err(error), file)) => Kept::Failing(Some(file), error.to_string()),
            Err(error) => Kept::Failing(None, error.to_string()),
        };
        match (was_failing, self.unsaved().map(str::to_string)) {
            (false, Some(reason)) => self.refuse(format!("the game is not being saved: {reason}")),
            (true, None) => self.say("The game is saved again."),
            (true, Some(_)) | (false, None) => {}
        }
    }

    /// Saves the game if it is already in the library. Stepping through a game creates no file.
    pub(super) fn keep_up(&mut self) {
        if !matches!(self.kept, Kept::NotYet) {
            self.keep();
        }
    }

    /// Why the game is not being saved, if it should be.
    pub fn unsaved(&self) -> Option<&str> {
        match &self.kept {
            Kept::Failing(_, reason) => Some(reason),
            Kept::NotYet | Kept::In(_) => None,
        }
    }

    /// The name of the game's file in the library.
    pub fn kept_name(&self) -> Option<String> {
        match &self.kept {
            Kept::In(file) | Kept::Failing(Some(file), _) => Some(file.name()),
            Kept::NotYet | Kept::Failing(None, _) => None,
        }
    }

    /// The newest game that is unfinished, not open elsewhere, and as wanted.
    fn newest_unfinished(&self, is_wanted: impl Fn(&Written) -> bool) -> Option<(String, Written)> {
        let library = self.library.as_ref()?;
        let fits = |game: &Written| is_unfinished(game) && is_wanted(game);
        self.played_games().take(LISTED).find(|(name, game)| fits(game) && !library.is_open(name))
    }

    /// Whether a game is of the variant that the person wants to play.
    fn is_wanted(&self, game: &Written) -> bool {
        let own = game.variant();
        let base = own.split([':', ';']).next();
        self.wanted.as_ref().is_none_or(|wanted| own == *wanted || base == Some(wanted.as_str()))
    }

    /// The game that can be continued, in a few words.
    pub fn unfinished(&self) -> Option<String> {
        let (_, game) =
            self.newest_unfinished(|game| self.is_wanted(game)).filter(|_| self.autosave == Autosave::On)?;
        Some(format!("{}, {}", game.variant(), moves_of(&game)))
    }

    /// The saved game of a number in the list or of a name, or the newest that is not over.
    pub(super) fn saved_game(&self, number: &str) -> Result<(String, Written), NotDone> {
        let none = "no unfinished game is saved: `games` lists all";
        if self.library.is_none() {
            return Err(none.into());
        }
        if number.is_empty() {
            let wanted = self.newest_unfinished(|game| self.is_wanted(game));
            return wanted.or_else(|| self.newest_unfinished(|_| true)).ok_or_else(|| none.into());
        }
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = || self.played_games().find(|(name, _)| name == number);
        let found = index.and_then(|index| self.played_games().nth(index)).or_else(named);
        found.ok_or_else(|| match self.played_games().count() {
            0 => none.into(),
            count => NotDone::Said(format!(
                "expected the number of a saved game, from 1 to {count}, or its name: `games` lists them"
            )),
        })
    }

    /// `resume`, `resume 3`: continues a saved game.
    pub(super) fn resume(&mut self, number: &str, host: &mut dyn SearchHost) {
        if let Err(reason) = self.try_resume(number, host) {
            self.refuse(reason.to_string());
        }
    }

    fn try_resume(&mut self, number: &str, host: &mut dyn SearchHost) -> Result<(), NotDone> {
        let (name, game) = self.saved_game(number)?;
        if self.kept_name().as_ref() == Some(&name) {
            return Err("this game is already on the board".into());
        }
        let file = self.reopen(&name)?;
        self.put_on_board(&game, host)?;
        while self.step_forward() {}
        self.kept = file.map_or(Kept::NotYet, Kept::In);
        if let Some(seats) = game.tag(SEATS).and_then(Seats::read) {
            self.seats = seats;
            self.flipped = seats.person() == Some(Color::Black);
        }
        if let Some(skill) = level_of(&game) {
            self.core.settings.skill = skill;
        }
        self.looking = true;
        let whose = if self.ending().is_none() { " Make a move, or `go` makes the engine move." } else { "" };
        self.say(format!("Game resumed: {}.{whose}", self.turn()));
        self.notes.push_back(Note::Board);
        Ok(())
    }

    /// Locks a saved game for this session. A session that saves nothing needs no lock.
    pub(super) fn reopen(&self, name: &str) -> Result<Option<OpenGame>, NotDone> {
        let Some(library) = self.library.as_ref().filter(|_| self.autosave == Autosave::On) else {
            return Ok(None);
        };
        match library.open(name) {
            Ok(Some(file)) => Ok(Some(file)),
            Ok(None) => Err("this game is open in another window".into()),
            Err(error) => Err(NotDone::Said(format!("this game cannot be opened: {error}"))),
        }
    }
}
