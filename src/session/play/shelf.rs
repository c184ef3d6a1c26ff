//! The games of a file that was opened, and what was saved in a file of this game.

use std::path::{Path, PathBuf};

use crate::rules::pgn::Written;

/// The games of the open file, with the one on the board.
#[derive(Debug, Default)]
pub struct Shelf {
    games: Vec<Written>,
    at: usize,
    /// What `save` has written of this game, and where.
    saved: Option<(PathBuf, String)>,
}

impl Shelf {
    /// The games of a file, one of which is on the board.
    pub(super) fn open(&mut self, games: Vec<Written>, at: usize) {
        (self.games, self.at) = (games, at);
    }

    /// Another game of the file is on the board.
    pub(super) fn turn_to(&mut self, at: usize) {
        self.at = at;
    }

    /// No file is open: a new game has begun.
    pub(super) fn close(&mut self) {
        *self = Shelf::default();
    }

    /// The number of games in the file; 0 if none is open.
    pub(super) fn count(&self) -> usize {
        self.games.len()
    }

    /// A game of the file by its index.
    pub(super) fn game(&self, at: usize) -> Option<&Written> {
        self.games.get(at)
    }

    /// The index of the game on the board.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The number of the game on the board and the number of games, if there are several.
    pub fn place(&self) -> Option<(usize, usize)> {
        (self.games.len() > 1).then_some((self.at + 1, self.games.len()))
    }

    /// What was written of this game to a file.
    pub(super) fn saved_in(&self, path: &Path) -> Option<&str> {
        self.saved.as_ref().filter(|(before, _)| before == path).map(|(_, text)| text.as_str())
    }

    /// Remembers that this text of the game is in a file now.
    pub(super) fn record_saved(&mut self, path: PathBuf, text: String) {
        self.saved = Some((path, text));
    }

    /// Another game is on the board, of which nothing was saved.
    pub(super) fn forget_saved(&mut self) {
        self.saved = None;
    }
}
