//! Players before their first game: ready, or unfit and why.

use std::collections::HashMap;
use std::fmt;

use super::player::{Player, Trouble};

/// Why a match cannot begin or has not been played to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// Players that cannot play it.
    #[error("{}", .0.iter().map(Unfit::to_string).collect::<Vec<_>>().join("\n"))]
    Unfit(Vec<Unfit>),
    /// Players whose programs have failed too often.
    #[error(
        "{} failed {failures} times and does not play any more; its other games have not been played",
        names.join(", ")
    )]
    Withdrawn {
        /// Their names.
        names: Vec<String>,
        /// How often each has failed.
        failures: u32,
    },
    /// There is no thread to play in.
    #[error("the system refuses a thread")]
    Thread,
}

/// A player that cannot play the games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    /// Its name.
    pub player: String,
    /// Why.
    pub trouble: Trouble,
    /// The last lines that were exchanged with it.
    pub transcript: Vec<String>,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.player, self.trouble)?;
        self.transcript.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Players that are ready to play, and what they have said of themselves.
#[derive(Default)]
pub struct Ready {
    /// Those that are kept for their first game.
    pub players: HashMap<usize, Box<dyn Player>>,
    /// What each player calls itself, where it says so.
    pub titles: Vec<Option<String>>,
    /// What was asked of a player that it cannot do, though it can play.
    pub notes: Vec<(usize, String)>,
}
