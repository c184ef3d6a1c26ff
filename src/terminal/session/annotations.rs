//! What the file of a game holds besides the moves.

use crate::rules::pgn::{Mark, Written};
use crate::session::Skill;
use crate::session::library::Library;

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
    /// All rooms.
    pub const ALL: [Room; 2] = [Room::Terminal, Room::Browser];

    /// The event of games played there, as their files name it.
    pub fn event(self) -> &'static str {
        match self {
            Room::Terminal => "Fibnif in a terminal",
            Room::Browser => "Fibnif in a browser",
        }
    }
}

/// The tag for the person's side.
pub(super) const SEATS: &str = "Person";
/// The tag for the engine's level.
pub(super) const LEVEL: &str = "Level";

/// What the file of a game holds besides the moves. A game started here has only a date.
#[derive(Clone, Debug, Default)]
pub(super) struct Annotations {
    /// The tags; empty for a game started here.
    pub(super) tags: Vec<(String, String)>,
    /// The date of the game; empty for a new game.
    pub(super) date: String,
    pub(super) preface: Vec<Mark>,
    /// The comments after each move, from the first.
    pub(super) marks: Vec<Vec<Mark>>,
    /// The result, as long as the game has the moves of its file.
    pub(super) result: Option<String>,
}

impl Annotations {
    /// The annotations of a game of a file, of which this many moves could be read.
    pub(super) fn of(game: &Written, moves: usize) -> Annotations {
        // Tags of games started here are written again each time.
        let own = Room::ALL.into_iter().any(|room| game.tag("Event") == Some(room.event()));
        Annotations {
            tags: if own { Vec::new() } else { game.tags.clone() },
            date: game.tag("Date").unwrap_or_default().to_string(),
            preface: game.preface.clone(),
            marks: game.moves.iter().take(moves).map(|m| m.marks.clone()).collect(),
            result: (!game.result.is_empty()).then(|| game.result.clone()),
        }
    }

    /// Whether the game has the moves of its file.
    pub(super) fn is_as_read(&self) -> bool {
        self.result.is_some()
    }

    /// The game leaves its file after this many moves.
    pub(super) fn cut(&mut self, moves: usize) {
        self.marks.truncate(moves);
        self.result = None;
    }
}

/// The engine's level in the game saved last.
pub(super) fn last_level(library: &Library) -> Option<Skill> {
    library.names().first().and_then(|name| level_of(&library.read(name)?))
}

/// The engine's level in a game.
pub(super) fn level_of(game: &Written) -> Option<Skill> {
    Skill::new(game.tag(LEVEL)?.parse().ok()?)
}
