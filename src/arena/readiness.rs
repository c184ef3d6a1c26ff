//! Players before their first game: ready, or unfit with a reason.

use std::collections::HashMap;
use std::fmt;

use super::player::{Player, Trouble};

/// Why a match cannot start, or was not finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// Players that cannot play it.
    #[error("{}", .0.iter().map(Unfit::to_string).collect::<Vec<_>>().join("\n"))]
    Unfit(Vec<Unfit>),
    /// Players whose programs have failed too often.
    #[error(
        "{} failed {failures} times and was withdrawn; its remaining games were not played",
        names.join(", ")
    )]
    Withdrawn {
        /// Their names.
        names: Vec<String>,
        /// How often each has failed.
        failures: u32,
    },
    /// No thread to play in.
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
    /// The last lines exchanged with it.
    pub transcript: Vec<String>,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.player, self.trouble)?;
        self.transcript.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Players that are ready to play, with their notes.
#[derive(Default)]
pub struct Ready {
    /// Players kept for their first game.
    pub players: HashMap<usize, Box<dyn Player>>,
    /// Requested settings that a player does not support, although it can play.
    pub notes: Vec<(usize, String)>,
}
