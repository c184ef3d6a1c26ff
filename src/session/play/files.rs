//! Positions by their FEN, and games in the user's files: saving, loading, stepping through.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::line::Annotations;
use super::state::Session;
use super::voice::Note;
use super::words::counted;
use crate::base::platform::folders;
use crate::base::text;
use crate::rules::pgn::{self, Written, WrittenMove};
use crate::rules::position::Setup;
use crate::session::{Context, Error, Record, SearchHost, library};
use crate::teach;

impl Session {
    pub(super) fn tell_game(&mut self) {
        let lines = self.game_text().trim_end().lines().map(str::to_string).collect();
        self.voice.page("The game", lines);
    }

    pub(super) fn save_to(&mut self, file: &str) {
        if file.is_empty() {
            return self.refuse("expected the name of a file, like `save games.pgn`");
        }
        let path = home(file);
        let text = self.game_text();
        match save(&path, &text, self.shelf.saved_in(&path)) {
            Ok(Saved::Already) => self.say(format!("The game is already in {}.", path.display())),
            Ok(Saved::Added) => self.say(format!("Added the game to {}.", path.display())),
            Ok(Saved::Replaced) => self.say(format!("Replaced the game in {}.", path.display())),
            Err(error) => return self.refuse(format!("{}: {error}", path.display())),
        }
        self.shelf.record_saved(path, text);
    }

    /// Opens a file of games and puts the first one on the board.
    pub(super) fn load(&mut self, file: &str) -> Result<(), Error> {
        let path = home(file);
        let text = text::read(&path).map_err(Error::file(&path))?;
        self.shelve(&text, &path.display())
    }

    /// Puts the first of several games on the board that can be played here.
    fn shelve(&mut self, text: &str, whence: &dyn Display) -> Result<(), Error> {
        let games = pgn::read(&text::tidy(text));
        let mut found = Err(Error::Usage(format!("{whence} contains no games")));
        for (index, game) in games.iter().enumerate() {
            match self.place(game) {
                Ok(_) => {
                    if let (Err(reason), true) = (found, index > 0) {
                        let left_out = counted(index, "game");
                        self.refuse(format!("{whence}: left out {left_out}: {reason}"));
                    }
                    self.shelf.open(games, index);
                    self.tell_loaded();
                    return Ok(());
                }
                Err(reason) if index == 0 => found = Err(reason),
                Err(_) => {}
            }
        }
        found
    }

    /// The same with games given as text.
    pub fn take_games(&mut self, text: &str, host: &mut dyn SearchHost) -> Result<(), Error> {
        self.shelve(text, &"the text")?;
        self.give_up(host);
        Ok(())
    }

    pub(super) fn open(&mut self, file: &str, host: &mut dyn SearchHost) {
        if file.is_empty() {
            return self.refuse("expected the name of a file, like `load games.pgn`");
        }
        match self.load(file) {
            Ok(()) => {
                self.give_up(host);
                self.voice.note(Note::Board);
            }
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    /// `game 3`: another game of the file.
    pub(super) fn choose_game(&mut self, number: &str, host: &mut dyn SearchHost) {
        let count = self.shelf.count();
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some((index, game)) = index.and_then(|index| Some((index, self.shelf.game(index)?.clone())))
        else {
            return self.refuse(match count {
                0 => "no file of games is open: `load FILE` opens one, and `games` lists the saved games"
                    .to_string(),
                _ => format!("expected a number from 1 to {count}"),
            });
        };
        match self.put_on_board(&game, host) {
            Ok(_) => {
                self.shelf.turn_to(index);
                self.tell_loaded();
                self.voice.note(Note::Board);
            }
            Err(reason) => self.refuse(reason.to_string()),
        }
    }

    fn tell_loaded(&mut self) {
        let (games, at) = (self.shelf.count(), self.shelf.at());
        let Some(game) = self.shelf.game(at) else { return };
        let who = |tag: &str| game.tag(tag).unwrap_or("?").to_string();
        let text = format!(
            "Game {} of {games}: {} - {}, {}, {}. Step through it with `forward` and `back`, or make a \
             move to play on.",
            at + 1,
            who("White"),
            who("Black"),
            game.outcome(),
            counted(self.line.moves_ahead().div_ceil(2), "move")
        );
        self.say(text);
    }

    /// Puts a game on the board instead of another one. Returns whether all its moves could be read.
    pub(super) fn put_on_board(&mut self, game: &Written, host: &mut dyn SearchHost) -> Result<bool, Error> {
        let is_whole = self.place(game)?;
        self.give_up(host);
        Ok(is_whole)
    }

    /// Puts a game on the board at its start, with its moves ahead. Returns whether all of them could be
    /// read.
    fn place(&mut self, game: &Written) -> Result<bool, Error> {
        let name = (self.translator.variant_of)(self.roster.catalog(), game);
        let selected = self.roster.select(&name)?;
        let mut game = game.clone();
        (self.translator.translate)(&selected, &name, &mut game);
        let (position, notes) = Setup::with_notes(selected.game, game.tag("FEN"))?;
        let (moves, fault) = game.replay(&position, usize::MAX, &teach::explain_unread);
        let fault = fault.map(|fault| format!("line {}: {}", fault.line, fault.reason));
        if let Some(fault) = fault.as_ref().filter(|_| moves.is_empty() && game.tags.is_empty()) {
            return Err(Error::Usage(format!("this is not a game in PGN: {fault}")));
        }
        let fault = fault.map(|fault| format!("{fault}; the game is shown up to there"));
        self.name = name;
        self.core.begin(Record::new(position));
        self.line.begin(Annotations::of(&game, moves.len()), moves);
        self.shelf.forget_saved();
        self.players.begin(true);
        self.keeper.turn_to(None);
        self.voice.say_all(None, notes.into_iter().chain(game.note));
        let is_whole = fault.is_none();
        if let Some(fault) = fault {
            self.refuse(fault);
        }
        Ok(is_whole)
    }
}

/// The result of saving a game.
enum Saved {
    /// The file already has the game.
    Already,
    /// The game was added to the end of the file.
    Added,
    /// The game replaced what this session had saved of it before.
    Replaced,
}

/// Saves a game to a file of games. It replaces what this session wrote there before, and does not add a
/// game that the file already has.
fn save(path: &Path, text: &str, before: Option<&str>) -> io::Result<Saved> {
    let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
    let bytes = if is_file { fs::read(path)? } else { Vec::new() };
    let games = text::decode(&bytes);
    let moves = |game: &Written| game.moves.iter().map(bare).collect();
    let alike = |game: &Written| Written { line: 0, end: 0, moves: moves(game), ..game.clone() };
    let own = pgn::read(text);
    if pgn::read(&games).iter().any(|game| own.iter().any(|own| alike(own) == alike(game))) {
        return Ok(Saved::Already);
    }
    if let Some((start, end)) = before.and_then(|own| games.rsplit_once(own))
        && matches!(games, Cow::Borrowed(_))
    {
        library::replace(path, &format!("{start}{text}{end}"))?;
        return Ok(Saved::Replaced);
    }
    let gap = match games.as_ref() {
        "" => "",
        games if games.ends_with("\n\n") => "",
        games if games.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let mut out = OpenOptions::new().create(true).append(true).open(path)?;
    out.write_all(format!("{gap}{text}").as_bytes())?;
    Ok(Saved::Added)
}

/// A move without its line number.
fn bare(m: &WrittenMove) -> WrittenMove {
    WrittenMove { line: 0, ..m.clone() }
}

/// The path that a person typed; `~` is the home folder.
fn home(file: &str) -> PathBuf {
    let rest = file.strip_prefix("~/").and_then(|rest| Some(folders::home()?.join(rest)));
    rest.unwrap_or_else(|| PathBuf::from(file))
}

impl Session {
    pub(super) fn set_fen(&mut self, fen: &str, context: &mut Context) {
        if fen.is_empty() {
            return self.say(self.position().fen());
        }
        match Setup::with_notes(self.position().game().clone(), Some(fen)) {
            Ok((position, notes)) => {
                self.set_up(position, context.host);
                self.voice.note(Note::Board);
                self.voice.say_all(None, notes);
                self.proceed(context);
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }
}
