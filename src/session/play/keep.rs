//! The user's saved games: the one on the board, and the list of all.

use serde::Serialize;

use super::start::Seats;
use super::state::{Kept, Note, Question, SEATS, Session, level_of};
use super::words::counted;
use crate::rules::geometry::Color;
use crate::rules::pgn::Written;
use crate::session::control::today;
use crate::session::library::OpenGame;
use crate::session::{Error, Outside, SearchHost};

impl Session {
    /// Saves the game in the user's library so that it can be continued.
    pub(super) fn keep(&mut self) {
        let Some(library) = self.library.clone().filter(|_| self.autosave) else { return };
        let was_failing = self.unsaved().is_some();
        let file = match std::mem::replace(&mut self.kept, Kept::NotYet) {
            Kept::In(file) | Kept::Failing(Some(file), _) => Ok(file),
            Kept::NotYet | Kept::Failing(None, _) => {
                library.create(&format!("{}-{}", today(), self.title().1))
            }
        };
        let saved = file.map(|file| (file.save(&self.kept_text()), file));
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

    /// The newest unfinished game, to be offered; `left` names games that are open and that nobody plays.
    pub fn offered(&self, left: &[String]) -> Option<SavedGame> {
        let library = self.library.as_ref().filter(|_| self.autosave)?;
        let is_free = |name: &String| left.contains(name) || !library.is_open(name);
        let mut games = self.played_games().take(LISTED).enumerate();
        let (index, (name, game)) = games.find(|(_, (name, game))| is_unfinished(game) && is_free(name))?;
        Some(SavedGame::new(index + 1, &name, &game, UNFINISHED))
    }

    /// Whether a game is of the variant that the person wants to play.
    fn is_wanted(&self, game: &Written) -> bool {
        let own = game.variant();
        let base = own.split([':', ';']).next();
        self.wanted.as_ref().is_none_or(|wanted| own == *wanted || base == Some(wanted.as_str()))
    }

    /// The game that can be continued, in a few words.
    pub fn unfinished(&self) -> Option<String> {
        let (_, game) = self.newest_unfinished(|game| self.is_wanted(game)).filter(|_| self.autosave)?;
        Some(format!("{}, {}", game.variant(), moves_of(&game)))
    }

    /// The person has been told of a game that can be continued: `y` and `n` are answers.
    pub fn await_answer(&mut self) {
        self.question = self.unfinished().map(|_| Question::Resume);
    }

    /// The saved game of a number in the list or of a name, or the newest that is not over.
    pub(super) fn saved_game(&self, number: &str) -> Result<(String, Written), Error> {
        let none = "no unfinished game is saved: `games` lists all";
        if self.library.is_none() {
            return Err(Error::usage(none));
        }
        if number.is_empty() {
            let wanted = self.newest_unfinished(|game| self.is_wanted(game));
            return wanted.or_else(|| self.newest_unfinished(|_| true)).ok_or_else(|| Error::usage(none));
        }
        let number_of = number.parse::<usize>().ok();
        let listed = number_of.and_then(|number| self.listed.iter().find(|listed| listed.0 == number));
        let name = listed.map_or(number, |(_, name)| name.as_str());
        let index = number_of.and_then(|number| number.checked_sub(1)).filter(|_| self.listed.is_empty());
        let named = || self.played_games().find(|(found, _)| found == name);
        let found = index.and_then(|index| self.played_games().nth(index)).or_else(named);
        found.ok_or_else(|| match self.played_games().count() {
            0 => Error::usage(none),
            count => Error::Usage(format!(
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

    /// Continues the saved game of a number in the list or of a name.
    ///
    /// # Errors
    /// If there is no such game, or another program has it open. The game on the board stays then.
    pub fn try_resume(&mut self, number: &str, host: &mut dyn SearchHost) -> Result<(), Error> {
        let (name, game) = self.saved_game(number)?;
        if self.kept_name().as_ref() == Some(&name) {
            return Err(Error::usage("this game is already on the board"));
        }
        let file = self.reopen(&name)?;
        let is_whole = self.put_on_board(&game, host)?;
        while self.step_forward() {}
        // What cannot be read must not be overwritten.
        self.kept = file.filter(|_| is_whole).map_or(Kept::NotYet, Kept::In);
        if !is_whole {
            self.say(format!("The saved game `{name}` stays as it is. If you play on, a new one is saved."));
        }
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
    pub(super) fn reopen(&self, name: &str) -> Result<Option<OpenGame>, Error> {
        let Some(library) = self.library.as_ref().filter(|_| self.autosave) else {
            return Ok(None);
        };
        match library.open(name) {
            Ok(Some(file)) => Ok(Some(file)),
            Ok(None) => Err(Error::usage("this game is open in another window")),
            Err(error) => Err(Error::Usage(format!("this game cannot be opened: {error}"))),
        }
    }
}

/// The maximum number of games to list.
const LISTED: usize = 200;
/// The state of a game that can be continued.
const UNFINISHED: &str = "unfinished";

/// A saved game, as a list shows it.
#[derive(Clone, Debug, Serialize)]
pub struct SavedGame {
    /// Its place in the list of all, from 1.
    pub number: usize,
    /// The name of its file.
    pub name: String,
    /// When it was begun.
    pub date: String,
    /// The text form of its variant.
    pub variant: String,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// How many moves it has, in words.
    pub moves: String,
    /// Its result, or why it has none.
    pub state: String,
}

impl SavedGame {
    fn new(number: usize, name: &str, game: &Written, state: &str) -> SavedGame {
        let who = |tag: &str| game.tag(tag).unwrap_or("?").to_string();
        SavedGame {
            number,
            name: name.to_string(),
            date: who("Date"),
            variant: game.variant(),
            white: who("White"),
            black: who("Black"),
            moves: moves_of(game),
            state: state.to_string(),
        }
    }

    /// As a line. A name that says no more than date and variant is left out.
    fn line(&self) -> String {
        let SavedGame { number, name, date, variant, white, black, moves, state } = self;
        let own = !name.starts_with(&date.replace('.', "-"));
        let name = if own { format!("{name}: ") } else { String::new() };
        format!("{number:>3}  {date}  {name}{variant}, {white} - {black}, {moves}, {state}")
    }
}

impl Session {
    /// The saved games that have a text in them, the newest first; `None` without a library. `left` names games
    /// that are open and that nobody plays.
    pub fn saved_games(&self, text: &str, left: &[String]) -> Option<Vec<SavedGame>> {
        let library = self.library.as_ref()?;
        let own = self.kept_name();
        let found = self.played_games().enumerate();
        let found = found.filter(|(_, (name, _))| text.is_empty() || library.has(name, text));
        let entry = |(index, (name, game)): (usize, (String, Written))| {
            let state = if own.as_ref() == Some(&name) {
                "on the board"
            } else if !left.contains(&name) && library.is_open(&name) {
                "open elsewhere"
            } else if is_unfinished(&game) {
                UNFINISHED
            } else {
                &game.result
            };
            SavedGame::new(index + 1, &name, &game, state)
        };
        Some(found.take(LISTED).map(entry).collect())
    }

    /// The saved games in which somebody has moved, the newest first.
    pub(super) fn played_games(&self) -> impl Iterator<Item = (String, Written)> + '_ {
        let named = self.library.iter().flat_map(|library| {
            library.names().into_iter().filter_map(|name| Some((name.clone(), library.read(&name)?)))
        });
        named.filter(|(_, game)| !game.moves.is_empty())
    }

    /// `games`, `games Lasker`: lists the games of the library, the newest first.
    pub(super) fn tell_games(&mut self, text: &str) {
        let Some(games) = self.saved_games(text, &[]) else {
            return self.refuse("this system has no folder for saved games");
        };
        if games.is_empty() {
            return self.say(if text.is_empty() {
                "No game has been saved yet.".to_string()
            } else {
                format!("No saved game has `{text}` in it.")
            });
        }
        let lines = games.iter().map(SavedGame::line).collect();
        // Also those that a search has left out: their numbers are known from another list.
        self.listed = self.played_games().enumerate().map(|(index, (name, _))| (index + 1, name)).collect();
        let title = "Saved games: `resume NUMBER` continues one, `rename NUMBER NAME` names it, \
                     `delete NUMBER` deletes it";
        self.notes.push_back(Note::Page(title.to_string(), lines));
    }

    /// `rename My first win`, `rename 3 My first win`.
    pub(super) fn rename(&mut self, arguments: &str) {
        match self.try_rename(arguments) {
            Ok(name) => self.say(format!("The game is called `{name}` now.")),
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    fn try_rename(&mut self, arguments: &str) -> Result<String, Error> {
        if !self.autosave {
            return Err(Error::usage("saved games are only renamed by a person, not by a script"));
        }
        let (first, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
        if !rest.is_empty() && first.parse::<usize>().is_ok() {
            let (name, _) = self.saved_game(first)?;
            return self.rename_saved(&name, rest.trim());
        }
        self.rename_own(arguments)
    }

    /// Renames the saved game called `name`. Returns its new name.
    ///
    /// # Errors
    /// If there is no such game, another program has it open, or the new name is not possible.
    pub fn rename_saved(&mut self, name: &str, to: &str) -> Result<String, Error> {
        if self.kept_name().as_deref() == Some(name) {
            return self.rename_own(to);
        }
        let mut file = self.opened(name)?;
        file.rename(to)?;
        self.relist(name, Some(&file.name()));
        Ok(file.name())
    }

    /// Locks a saved game that is there.
    fn opened(&self, name: &str) -> Result<OpenGame, Error> {
        if self.library.as_ref().is_none_or(|library| library.read(name).is_none()) {
            return Err(Error::Usage(format!("no saved game is called `{name}`")));
        }
        let file = self.reopen(name)?;
        file.ok_or_else(|| Error::usage("saved games are only changed by a person, not by a script"))
    }

    /// A game of the list that was shown last has another name, or is gone.
    fn relist(&mut self, name: &str, to: Option<&str>) {
        match to {
            Some(to) => {
                self.listed.iter_mut().filter(|row| row.1 == name).for_each(|row| row.1 = to.to_string());
            }
            // A number that was deleted names no other game until the next list.
            None => self.listed.iter_mut().filter(|row| row.1 == name).for_each(|row| row.1.clear()),
        }
    }

    /// `delete 3`, `delete NAME`: asks whether to delete a saved game.
    pub(super) fn ask_to_delete(&mut self, which: &str) {
        if which.is_empty() {
            return self.refuse("expected the number or the name of a saved game: `games` lists them");
        }
        match self.saved_game(which) {
            Ok((name, game)) => {
                let text = format!("{name}: {}, {}", game.variant(), moves_of(&game));
                self.question = Some(Question::Delete(name));
                self.say(format!("Delete this game ({text})? `yes` deletes it, anything else keeps it."));
            }
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    /// Deletes the saved game called `name`. If it is on the board, a new game begins.
    ///
    /// # Errors
    /// If there is no such game, another program has it open, or the system refuses.
    pub fn delete_saved(&mut self, name: &str, outside: &mut Outside) -> Result<(), Error> {
        if self.kept_name().as_deref() != Some(name) {
            self.opened(name)?.delete()?;
            self.relist(name, None);
            self.say(format!("Deleted: {name}."));
            return Ok(());
        }
        match std::mem::replace(&mut self.kept, Kept::NotYet) {
            Kept::In(file) | Kept::Failing(Some(file), _) => file.delete()?,
            Kept::NotYet | Kept::Failing(None, _) => {}
        }
        self.relist(name, None);
        self.say(format!("Deleted: {name}."));
        self.begin(&self.name.clone(), outside);
        Ok(())
    }

    /// Renames the game on the board.
    fn rename_own(&mut self, name: &str) -> Result<String, Error> {
        match &mut self.kept {
            Kept::In(file) | Kept::Failing(Some(file), _) => {
                let before = file.name();
                file.rename(name)?;
                let now = file.name();
                self.relist(&before, Some(&now));
                Ok(now)
            }
            Kept::NotYet | Kept::Failing(None, _) => {
                Err(Error::usage("this game is not saved yet: a game is saved after its first move"))
            }
        }
    }
}

/// Whether a game can be gone on with.
fn is_unfinished(game: &Written) -> bool {
    game.outcome() == "*"
}

/// How many moves a game has, in words.
fn moves_of(game: &Written) -> String {
    counted(game.moves.len().div_ceil(2), "move")
}
