//! The user's saved games: listed, searched, named.

use serde::Serialize;

use super::super::error::NotDone;
use super::state::{Autosave, Kept, Note, Session};
use super::words::counted;
use crate::rules::pgn::Written;

/// The maximum number of games to list.
pub(super) const LISTED: usize = 200;

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
    /// The saved games that have a text in them, the newest first; `None` without a library.
    pub fn saved_games(&self, text: &str) -> Option<Vec<SavedGame>> {
        let library = self.library.as_ref()?;
        let own = self.kept_name();
        let found = self.played_games().enumerate();
        let found = found.filter(|(_, (name, _))| text.is_empty() || library.has(name, text));
        let entry = |(index, (name, game)): (usize, (String, Written))| {
            let state = if own.as_ref() == Some(&name) {
                "on the board"
            } else if library.is_open(&name) {
                "open elsewhere"
            } else if is_unfinished(&game) {
                "unfinished"
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
        let Some(games) = self.saved_games(text) else {
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
        let title = "Saved games: `resume NUMBER` continues one, `rename NUMBER NAME` names it";
        self.notes.push_back(Note::Page(title.to_string(), lines));
    }

    /// `rename My first win`, `rename 3 My first win`.
    pub(super) fn rename(&mut self, arguments: &str) {
        match self.try_rename(arguments) {
            Ok(name) => self.say(format!("The game is called `{name}` now.")),
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    fn try_rename(&mut self, arguments: &str) -> Result<String, NotDone> {
        if self.autosave == Autosave::Off {
            return Err("saved games are only renamed by a person, not by a script".into());
        }
        let (first, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
        if !rest.is_empty() && first.parse::<usize>().is_ok() {
            let (name, _) = self.saved_game(first)?;
            if self.kept_name().as_ref() != Some(&name) {
                let file = self.reopen(&name)?;
                let mut file =
                    file.ok_or_else(|| NotDone::from("this system has no folder for saved games"))?;
                return Ok(file.rename(rest.trim()).map(|()| file.name())?);
            }
            return self.rename_own(rest.trim());
        }
        self.rename_own(arguments)
    }

    /// Renames the game on the board.
    fn rename_own(&mut self, name: &str) -> Result<String, NotDone> {
        match &mut self.kept {
            Kept::In(file) | Kept::Failing(Some(file), _) => Ok(file.rename(name).map(|()| file.name())?),
            Kept::NotYet | Kept::Failing(None, _) => {
                Err("this game is not saved yet: a game is saved after its first move".into())
            }
        }
    }
}

/// Whether a game can be gone on with.
pub(super) fn is_unfinished(game: &Written) -> bool {
    game.outcome() == "*"
}

/// How many moves a game has, in words.
pub(super) fn moves_of(game: &Written) -> String {
    counted(game.moves.len().div_ceil(2), "move")
}
