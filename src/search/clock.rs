//! Time controls, and how much of the clock one move may take. Pure: it never asks what time it is.

use std::time::Duration;

/// A time control as a game agrees on it (CECP's `level`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves to be made in each session; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time for a session.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Level {
    /// The clock of a side that has made `played` moves, with `remaining` on it (the base at the
    /// start of the game when nobody has told).
    pub fn clock(&self, played: u32, remaining: Option<Duration>) -> Clock {
        Clock::Running {
            remaining: remaining.unwrap_or(self.base),
            increment: self.increment,
            moves_to_go: self.moves.filter(|&moves| moves > 0).map(|moves| moves - played % moves),
        }
    }
}

/// The time of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Think until told to stop.
    #[default]
    Unlimited,
    /// So much for this move (CECP's `st`).
    PerMove(Duration),
    /// A running clock.
    Running {
        /// What is left on it.
        remaining: Duration,
        /// What is added after each move.
        increment: Duration,
        /// Moves until the next time is added, this one included; `None` if never.
        moves_to_go: Option<u32>,
    },
}

/// How long to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search is broken off at this.
    pub hard: Duration,
}

/// How long to think on `clock` when every move loses `overhead` outside the program; `None`
/// without a limit.
pub fn budget(clock: &Clock, overhead: Duration) -> Option<Budget> {
    let _ = overhead;
    match *clock {
        Clock::Unlimited => None,
        Clock::PerMove(time) => Some(Budget { soft: time, hard: time }),
        Clock::Running { remaining, .. } => Some(Budget { soft: remaining / 40, hard: remaining / 20 }),
    }
}
