//! What a game has in its file besides its moves.

use crate::library::Library;
use crate::pgn::{Mark, Written};
use crate::play::Skill;

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Room {
    /// In a terminal.
    #[default]
    Terminal,
    /// In a browser.
    Browser,
}

impl Room {
    /// Every one.
    pub const ALL: [Room; 2] = [Room::Terminal, Room::Browser];

    /// The event of games that are begun there, as their files name it.
    pub fn event(self) -> &'static str {
        match self {
            Room::Terminal => "Fibnif in a terminal",
            Room::Browser => "Fibnif in a browser",
        }
    }
}

/// The tag that says which side is the person's.
pub(super) const SEATS: &str = "Person";
/// The tag of the engine's level.
pub(super) const LEVEL: &str = "Level";

/// What a game has in its file besides its moves. A game that was begun here has only a date.
#[derive(Clone, Debug, Default)]
pub(super) struct Annotations {
    /// The tags; none for a game that was begun here.
    pub(super) tags: Vec<(String, String)>,
    /// The day on which the game was begun; empty for a new game.
    pub(super) date: String,
    pub(super) preface: Vec<Mark>,
    /// What stands behind each move, from the first.
    pub(super) marks: Vec<Vec<Mark>>,
    /// The result, as long as the game has the moves of its file.
    pub(super) result: Option<String>,
}

impl Annotations {
    /// Those of a game of a file, of which so many moves could be read.
    pub(super) fn of(game: &Written, moves: usize) -> Annotations {
        // Tags of games that were begun here are written anew each time.
        let own = Room::ALL.into_iter().any(|room| game.tag("Event") == Some(room.event()));
        Annotations {
            tags: if own { Vec::new() } else { game.tags.clone() },
            date: game.tag("Date").unwrap_or_default().to_string(),
            preface: game.preface.clone(),
            marks: game.moves.iter().take(moves).map(|m| m.marks.clone()).collect(),
            result: (!game.result.is_empty()).then(|| game.result.clone()),
        }
    }

    /// Whether the game has the moves that its file has.
    pub(super) fn is_as_read(&self) -> bool {
        self.result.is_some()
    }

    /// The game goes another way after so many moves.
    pub(super) fn cut(&mut self, moves: usize) {
        self.marks.truncate(moves);
        self.result = None;
    }
}

/// The engine's level in the game that was saved last.
pub(super) fn last_level(library: &Library) -> Option<Skill> {
    library.names().first().and_then(|name| level_of(&library.read(name)?))
}

/// The engine's level in a game.
pub(super) fn level_of(game: &Written) -> Option<Skill> {
    Skill::new(game.tag(LEVEL)?.parse().ok()?)
}
