//! Games in files: kept from move to move, saved, loaded, looked through.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use super::super::store::Store;
use super::state::{Kept, Note, Seats, Session};
use super::words::counted;
use crate::arena::record::today;
use crate::geometry::Color;
use crate::pgn::{self, Played, Written, san};
use crate::platform::folders;
use crate::play::{Record, SearchHost, Skill};
use crate::position::{Move, Position};
use crate::tools::referee::variant_of;

/// The tag that says which side is the person's.
const SEATS: &str = "Person";
/// The tag of the engine's level.
const LEVEL: &str = "Level";

impl Session {
    /// The game as PGN, with the moves behind the position on the board.
    pub fn game_text(&self) -> String {
        let def = &self.position().game().def;
        let ending = self.ending().filter(|_| self.ahead.is_empty());
        let result = ending.map_or("*", |ending| ending.result());
        let start = self.record.start();
        let mut tags = vec![
            ("Event", "Fibnif in a terminal".to_string()),
            ("Site", "?".to_string()),
            ("Date", today()),
            ("Round", "-".to_string()),
            ("White", self.player(Color::White)),
            ("Black", self.player(Color::Black)),
            ("Result", result.to_string()),
        ];
        if def.id != "chess" {
            tags.push(("Variant", def.id.clone()));
        }
        if def.id != "chess" || start.fen() != Position::start(start.game().clone()).fen() {
            tags.push(("SetUp", "1".to_string()));
            tags.push(("FEN", start.fen()));
        }
        tags.push(("TimeControl", self.clocks.pgn()));
        tags.push((SEATS, self.seats.name().to_string()));
        tags.push((LEVEL, self.skill.number().to_string()));
        let moves = self.record.moves().chain(self.ahead.iter().rev().copied());
        let played = Played {
            tags: tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
            start: start.clone(),
            moves: moves.map(|m| (m, String::new())).collect(),
            result: result.to_string(),
        };
        played.to_pgn()
    }

    pub(super) fn tell_game(&mut self) {
        let lines = self.game_text().trim_end().lines().map(str::to_string).collect();
        self.notes.push_back(Note::Page("The game".to_string(), lines));
    }

    /// Keeps the game in the user's folder, so that it can be gone on with.
    pub(super) fn keep(&mut self) {
        let Some(store) = self.store.clone().filter(|_| self.kept != Kept::Refused) else { return };
        if self.kept == Kept::NotYet {
            store.set_aside();
        }
        self.kept = Kept::Yes;
        if let Err(error) = store.save(&self.game_text()) {
            self.kept = Kept::Refused;
            self.refuse(format!("the game cannot be saved from move to move: {error}"));
        }
    }

    /// What there is to go on with: the kept game, if it is not over.
    pub fn unfinished(&self) -> Option<String> {
        let text = self.store.as_ref()?.load()?;
        let game = pgn::read(&text).into_iter().next()?;
        let open = game.result.is_empty() || game.result == "*";
        let moves = counted(game.moves.len().div_ceil(2), "move");
        open.then(|| format!("{}, {moves}", variant_of(&game)))
    }

    pub(super) fn resume(&mut self, host: &mut dyn SearchHost) {
        let text = self.store.as_ref().and_then(Store::load);
        let Some(game) = text.and_then(|text| pgn::read(&text).into_iter().next()) else {
            return self.refuse("no game was saved");
        };
        if let Err(reason) = self.put_on_board(&game, host) {
            return self.refuse(reason);
        }
        while self.step_forward() {}
        self.kept = Kept::Yes;
        if let Some(seats) = game.tag(SEATS).and_then(Seats::read) {
            self.seats = seats;
            self.flipped = seats.person() == Some(Color::Black);
        }
        if let Some(skill) = game.tag(LEVEL).and_then(|level| Skill::new(level.parse().ok()?)) {
            self.skill = skill;
        }
        self.looking = true;
        let whose = if self.ending().is_none() { " Play on; `go` lets the engine move." } else { "" };
        self.say(format!("The game goes on: {}.{whose}", self.turn()));
        self.notes.push_back(Note::Board);
    }

    pub(super) fn save_to(&mut self, file: &str) {
        if file.is_empty() {
            return self.refuse("expected the name of a file, like `save games.pgn`");
        }
        let path = home(file);
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut out| out.write_all(self.game_text().as_bytes()));
        match written {
            Ok(()) => self.say(format!("The game is in {}.", path.display())),
            Err(error) => self.refuse(format!("{}: {error}", path.display())),
        }
    }

    /// Opens a file of games and puts the first one on the board.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn load(&mut self, file: &str) -> Result<(), String> {
        let path = home(file);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let games = pgn::read(&String::from_utf8_lossy(&bytes));
        let Some(first) = games.first().cloned() else {
            return Err(format!("{}: no game in it", path.display()));
        };
        self.place(&first)?;
        self.shelf = (games, 0);
        self.tell_loaded();
        Ok(())
    }

    pub(super) fn open(&mut self, file: &str, host: &mut dyn SearchHost) -> Result<(), String> {
        if file.is_empty() {
            return Err("expected the name of a file, like `load games.pgn`".to_string());
        }
        self.give_up(host);
        self.load(file)
    }

    /// `game 3`: another game of the file.
    pub(super) fn choose_game(&mut self, number: &str, host: &mut dyn SearchHost) {
        let count = self.shelf.0.len();
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some((index, game)) = index.and_then(|index| Some((index, self.shelf.0.get(index)?.clone())))
        else {
            return self.refuse(match count {
                0 => "no file of games is open: `load FILE` opens one".to_string(),
                _ => format!("expected a number from 1 to {count}"),
            });
        };
        let games = std::mem::take(&mut self.shelf.0);
        match self.put_on_board(&game, host) {
            Ok(()) => {
                self.shelf = (games, index);
                self.tell_loaded();
                self.notes.push_back(Note::Board);
            }
            Err(reason) => {
                self.shelf.0 = games;
                self.refuse(reason);
            }
        }
    }

    fn tell_loaded(&mut self) {
        let (games, at) = (self.shelf.0.len(), self.shelf.1);
        let Some(game) = self.shelf.0.get(at) else { return };
        let who = |tag: &str| game.tag(tag).unwrap_or("?").to_string();
        let text = format!(
            "Game {} of {games}: {} - {}, {}, {}. `forward` and `back` step through it; a move plays on.",
            at + 1,
            who("White"),
            who("Black"),
            if game.result.is_empty() { "*" } else { &game.result },
            counted(self.ahead.len().div_ceil(2), "move")
        );
        self.say(text);
    }

    fn put_on_board(&mut self, game: &Written, host: &mut dyn SearchHost) -> Result<(), String> {
        self.give_up(host);
        self.place(game)
    }

    /// Puts a game on the board at its beginning, its moves ahead.
    fn place(&mut self, game: &Written) -> Result<(), String> {
        let name = variant_of(game);
        self.roster.resolve(&name).map_err(|error| error.to_string())?;
        let selected = self.roster.select(&name)?;
        let position = match game.tag("FEN") {
            Some(fen) => Position::from_fen(selected.game, fen).map_err(|error| error.to_string())?,
            None => Position::start(selected.game),
        };
        let (moves, fault) = replay(&position, game);
        self.name = name;
        self.record = Record::new(position);
        self.ahead = moves.into_iter().rev().collect();
        (self.agreed, self.score, self.thinking) = (None, None, None);
        self.looking = true;
        self.kept = Kept::NotYet;
        self.clocks.reset();
        if let Some(fault) = fault {
            self.refuse(fault);
        }
        Ok(())
    }
}

/// The moves of a game up to one that is wrong, and what is wrong with that.
fn replay(start: &Position, game: &Written) -> (Vec<Move>, Option<String>) {
    let mut place = start.clone();
    let mut moves = Vec::new();
    for written in &game.moves {
        match san::read(&place, &written.text) {
            Ok(m) => {
                place.make(m);
                moves.push(m);
            }
            Err(error) => {
                let fault = format!("line {}: {error}; the game is shown up to there", written.line);
                return (moves, Some(fault));
            }
        }
    }
    (moves, None)
}

/// The path that somebody types: `~` is the home folder.
fn home(file: &str) -> PathBuf {
    let rest = file.strip_prefix("~/").and_then(|rest| Some(folders::home()?.join(rest)));
    rest.unwrap_or_else(|| PathBuf::from(file))
}
