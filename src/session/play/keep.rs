//! What a person does with the saved games, and what is said of it.

use super::about;
use super::keeper::{Change, SavedGame, moves_of};
use super::start::Sides;
use super::state::{SEATS, Session, level_of};
use super::voice::{Note, Question};
use crate::rules::geometry::Color;
use crate::session::{Context, Error, SearchHost};

impl Session {
    /// Saves the game in the user's library so that it can be continued.
    pub(super) fn keep(&mut self) {
        if !self.keeper.saves() {
            return;
        }
        match self.keeper.keep(&self.title().1, &self.kept_text()) {
            Some(Change::Fails(reason)) => self.refuse(format!("the game is not being saved: {reason}")),
            Some(Change::WorksAgain) => self.say("The game is saved again."),
            None => {}
        }
    }

    /// Saves the game if it is already in the library. Stepping through a game creates no file.
    pub(super) fn keep_up(&mut self) {
        if self.keeper.has_begun() {
            self.keep();
        }
    }

    /// The person has been told of a game that can be continued: `y` and `n` are answers.
    pub fn await_answer(&mut self) {
        if self.keeper.unfinished().is_some() {
            self.voice.ask(Question::Resume);
        }
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
        let (name, game) = self.keeper.saved_game(number)?;
        if self.keeper.kept_name().as_ref() == Some(&name) {
            return Err(Error::usage("this game is already on the board"));
        }
        let file = self.keeper.reopen(&name)?;
        let is_whole = self.put_on_board(&game, host)?;
        while self.step_forward() {}
        // What cannot be read must not be overwritten.
        self.keeper.turn_to(file.filter(|_| is_whole));
        if !is_whole {
            self.say(format!("The saved game `{name}` stays as it is. If you play on, a new one is saved."));
        }
        if let Some(sides) = game.tag(SEATS).and_then(Sides::read) {
            self.players.assign(sides);
            self.view.flipped = sides.person() == Some(Color::Black);
        }
        if let Some(skill) = level_of(&game) {
            self.core.settings.skill = skill;
        }
        self.players.look(true);
        let whose = if self.ending().is_none() { " Make a move, or `go` makes the engine move." } else { "" };
        self.say(format!("Game resumed: {}.{whose}", about::turn(self.position())));
        self.voice.note(Note::Board);
        Ok(())
    }

    /// `games`, `games Lasker`: lists the games of the library, the newest first.
    pub(super) fn tell_games(&mut self, text: &str) {
        let Some(games) = self.keeper.saved_games(text, &[]) else {
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
        self.keeper.number();
        let title = "Saved games: `resume NUMBER` continues one, `rename NUMBER NAME` names it, \
                     `delete NUMBER` deletes it";
        self.voice.page(title, lines);
    }

    /// `rename My first win`, `rename 3 My first win`.
    pub(super) fn rename(&mut self, arguments: &str) {
        match self.keeper.rename(arguments) {
            Ok(name) => self.say(format!("The game is called `{name}` now.")),
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    /// `delete 3`, `delete NAME`: asks whether to delete a saved game.
    pub(super) fn ask_to_delete(&mut self, which: &str) {
        if which.is_empty() {
            return self.refuse("expected the number or the name of a saved game: `games` lists them");
        }
        match self.keeper.saved_game(which) {
            Ok((name, game)) => {
                let text = format!("{name}: {}, {}", game.variant(), moves_of(&game));
                self.voice.ask(Question::Delete(name));
                self.say(format!("Delete this game ({text})? `yes` deletes it, anything else keeps it."));
            }
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    /// Deletes the saved game called `name`. If it is on the board, a new game begins.
    ///
    /// # Errors
    /// If there is no such game, another program has it open, or the system refuses.
    pub fn delete_saved(&mut self, name: &str, context: &mut Context) -> Result<(), Error> {
        let was_on_board = self.keeper.delete(name)?;
        self.say(format!("Deleted: {name}."));
        if was_on_board {
            self.begin(&self.name.clone(), context);
        }
        Ok(())
    }
}
