//! The keeper of a person's saved games: the file of the game on the board, and the list of all. It says
//! nothing and knows no board: it gets texts, and answers.

use serde::Serialize;

use super::words::counted;
use crate::base::date::today;
use crate::rules::pgn::Written;
use crate::session::Error;
use crate::session::library::{Library, OpenGame};

/// Where the game is saved automatically.
#[derive(Debug)]
enum Kept {
    /// Nowhere yet.
    NotYet,
    /// In this file of the library.
    In(OpenGame),
    /// Nowhere, for this reason; with the file, if there is one.
    Failing(Option<OpenGame>, String),
}

/// Whether saving has begun to fail, or works again.
pub(super) enum Change {
    /// It fails, for this reason.
    Fails(String),
    WorksAgain,
}

/// The saved games, and the one that is played.
#[derive(Debug)]
pub struct Keeper {
    library: Option<Library>,
    /// Whether the game is saved after each move.
    autosave: bool,
    kept: Kept,
    /// The saved games by their numbers in the list that was shown last.
    listed: Vec<(usize, String)>,
    /// The variant that the person wants to play, if the start named one.
    wanted: Option<String>,
}

impl Keeper {
    pub(super) fn new(library: Option<Library>, autosave: bool) -> Keeper {
        Keeper { library, autosave, kept: Kept::NotYet, listed: Vec::new(), wanted: None }
    }

    /// The person wants to play this variant: of the saved games, only those of it are offered.
    pub(super) fn want(&mut self, variant: String) {
        self.wanted = Some(variant);
    }

    /// Whether the game is saved after each move.
    pub(super) fn saves(&self) -> bool {
        self.autosave
    }

    /// The game last saved.
    pub(super) fn last(&self) -> Option<Written> {
        let library = self.library.as_ref().filter(|_| self.autosave)?;
        library.names().first().and_then(|name| library.read(name))
    }

    /// Saves the text of a game of a variant, so that it can be continued.
    pub(super) fn keep(&mut self, variant: &str, text: &str) -> Option<Change> {
        let library = self.library.clone().filter(|_| self.autosave)?;
        let was_failing = self.unsaved().is_some();
        let file = match std::mem::replace(&mut self.kept, Kept::NotYet) {
            Kept::In(file) | Kept::Failing(Some(file), _) => Ok(file),
            Kept::NotYet | Kept::Failing(None, _) => library.create(&format!("{}-{variant}", today())),
        };
        let saved = file.map(|file| (file.save(text), file));
        self.kept = match saved {
            Ok((Ok(()), file)) => Kept::In(file),
            Ok((Err(error), file)) => Kept::Failing(Some(file), error.to_string()),
            Err(error) => Kept::Failing(None, error.to_string()),
        };
        match (was_failing, self.unsaved().map(str::to_string)) {
            (false, Some(reason)) => Some(Change::Fails(reason)),
            (true, None) => Some(Change::WorksAgain),
            (true, Some(_)) | (false, None) => None,
        }
    }

    /// Whether the game has a file, or should have one.
    pub(super) fn has_begun(&self) -> bool {
        !matches!(self.kept, Kept::NotYet)
    }

    /// Another game is on the board, which goes on in this file, or has none yet.
    pub(super) fn turn_to(&mut self, file: Option<OpenGame>) {
        self.kept = file.map_or(Kept::NotYet, Kept::In);
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

    /// The saved games that have a text in them, the newest first; `None` without a library. `left` names
    /// games that are open and that nobody plays.
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
    fn played_games(&self) -> impl Iterator<Item = (String, Written)> + '_ {
        let named = self.library.iter().flat_map(|library| {
            library.names().into_iter().filter_map(|name| Some((name.clone(), library.read(&name)?)))
        });
        named.filter(|(_, game)| !game.moves.is_empty())
    }

    /// The numbers of the games in a list are from now on those of this moment.
    pub(super) fn number(&mut self) {
        // Also those that a search has left out: their numbers are known from another list.
        self.listed = self.played_games().enumerate().map(|(index, (name, _))| (index + 1, name)).collect();
    }

    /// `rename My first win`, `rename 3 My first win`. Returns the new name.
    pub(super) fn rename(&mut self, arguments: &str) -> Result<String, Error> {
        if !self.autosave {
            return Err(Error::usage("a script cannot rename saved games"));
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
        file.ok_or_else(|| Error::usage("a script cannot change saved games"))
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

    /// Deletes the saved game called `name`. Returns whether it was on the board.
    pub(super) fn delete(&mut self, name: &str) -> Result<bool, Error> {
        let is_own = self.kept_name().as_deref() == Some(name);
        if !is_own {
            self.opened(name)?.delete()?;
        } else if let Kept::In(file) | Kept::Failing(Some(file), _) =
            std::mem::replace(&mut self.kept, Kept::NotYet)
        {
            file.delete()?;
        }
        self.relist(name, None);
        Ok(is_own)
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
    pub(super) fn line(&self) -> String {
        let SavedGame { number, name, date, variant, white, black, moves, state } = self;
        let own = !name.starts_with(&date.replace('.', "-"));
        let name = if own { format!("{name}: ") } else { String::new() };
        format!("{number:>3}  {date}  {name}{variant}, {white} - {black}, {moves}, {state}")
    }
}

/// Whether a game can be gone on with.
fn is_unfinished(game: &Written) -> bool {
    game.outcome() == "*"
}

/// How many moves a game has, in words.
pub(super) fn moves_of(game: &Written) -> String {
    counted(game.moves.len().div_ceil(2), "move")
}
