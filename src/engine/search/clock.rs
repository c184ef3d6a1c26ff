//! Time controls, how much of the clock one move may take, and when an iteration is the last. Nothing here
//! asks what time it is.

use std::time::Duration;

use super::convert::count;

/// A time control with a clock for each side (CECP's `level`).
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
    /// The clock of a side that has made `played` moves and has `remaining` left: the base if that is not
    /// known.
    pub fn clock(&self, played: u32, remaining: Option<Duration>) -> Clock {
        Clock::Running {
            remaining: remaining.unwrap_or(self.base),
            increment: self.increment,
            moves_to_go: self.moves.filter(|&moves| moves > 0).map(|moves| moves - played % moves),
        }
    }

    /// The time left after the side's move number `played`, which took `elapsed` of `remaining`.
    pub fn after(&self, played: u32, remaining: Duration, elapsed: Duration) -> Duration {
        let left = remaining.saturating_sub(elapsed) + self.increment;
        let refilled = self.moves.is_some_and(|moves| played.is_multiple_of(moves.max(1)));
        if refilled { left + self.base } else { left }
    }
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock for the whole game or a session.
    Level(Level),
    /// The time for each move (CECP's `st`).
    PerMove(Duration),
}

/// The time of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Think until told to stop.
    #[default]
    Unlimited,
    /// The time for this move (CECP's `st`).
    PerMove(Duration),
    /// A running clock.
    Running {
        /// The time left.
        remaining: Duration,
        /// The time added after each move.
        increment: Duration,
        /// Moves until time for a session is added, this one included; `None` if never.
        moves_to_go: Option<u32>,
    },
}

impl Clock {
    /// The clock without `reserve`, for a search that should leave it. A quarter of the time left may always
    /// be used: with less than the reserve a side moves fast, until increments have filled the clock again.
    pub fn keeping(self, reserve: Duration) -> Clock {
        match self {
            Clock::Running { remaining, increment, moves_to_go } => {
                let remaining = remaining.saturating_sub(reserve).max(remaining / 4);
                Clock::Running { remaining, increment, moves_to_go }
            }
            Clock::Unlimited | Clock::PerMove(_) => self,
        }
    }
}

/// How long to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// No iteration begins after this time.
    pub soft: Duration,
    /// The search is stopped at this time.
    pub hard: Duration,
}

/// Moves that a game without sessions is expected to last, whenever asked. With 20 at 1+0.01 seconds, 58
/// games of chess gave +42 Elo (-8 to +92) and 56 of FIDE-Nutters -19 (-82 to +45).
/// With a budget of nodes, 22 scored 49.5 % of 200 games of chess, and 36 scored 51.7 % of 300.
const MOVES_EXPECTED: u32 = 28;
/// Moves for which overhead is reserved.
const MOVES_GUARDED: u32 = 8;

/// How long to think when every move loses `overhead` outside the program; `None` without a limit.
///
/// The hard limit never exceeds half of what is left unless this move ends a session.
pub fn budget(clock: &Clock, overhead: Duration) -> Option<TimeBudget> {
    match *clock {
        Clock::Unlimited => None,
        Clock::PerMove(time) => {
            let time = time.saturating_sub(overhead).max(time / 8);
            Some(TimeBudget { soft: time, hard: time })
        }
        Clock::Running { remaining, increment, moves_to_go } => {
            let moves = moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED + 12);
            let left = remaining.saturating_sub(overhead * moves.min(MOVES_GUARDED)).max(remaining / 16);
            let hard =
                if moves == 1 { left * 3 / 4 } else { (left * 2 / 5).min(left / moves * 5 + increment) };
            let hard = hard.min(left * 3 / 4);
            let soft = left / moves + increment * 3 / 4;
            Some(TimeBudget { soft: soft.min(hard * 2 / 3), hard })
        }
    }
}

/// How sure the search is of its move after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stability {
    /// More thought would change nothing: there is a single move, or a mate is seen to its end.
    Settled,
    /// More thought may change the move.
    Open {
        /// Iterations in a row, before this one, that found the same move.
        steady: usize,
        /// The share of its nodes spent on that move, in per cent.
        share: u32,
        /// Centipawns by which its score is below that of the iteration before.
        drop: i32,
    },
}

/// The time after which no new iteration begins: sooner when the search is sure of its move, later when it is
/// not, and never after the hard limit. A fixed time for a move is always used up.
///
/// Flatter factors scored 52.2 % of 275 games, steeper ones 50.0 % of 47 (`benches/SEARCH.md`, The clock).
pub(super) fn extend(budget: TimeBudget, stability: Stability) -> Duration {
    const STEADY: [u32; 5] = [150, 120, 100, 90, 80];
    match stability {
        _ if budget.soft >= budget.hard => budget.hard,
        Stability::Settled => Duration::ZERO,
        Stability::Open { steady, share, drop } => {
            let steadiness = STEADY[steady.min(STEADY.len() - 1)];
            let doubt = 200 - share.min(100) * 13 / 10;
            let worse = 100 + count(drop.min(60));
            (budget.soft * steadiness / 100 * doubt / 100 * worse / 100).min(budget.hard)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn doubt_takes_longer_than_certainty() {
        let budget = TimeBudget { soft: MS * 100, hard: MS * 500 };
        let open = |steady, share, drop| extend(budget, Stability::Open { steady, share, drop });
        assert!(open(0, 30, 40) > open(0, 30, 0));
        assert!(open(4, 95, 0) < budget.soft);
        assert!(open(0, 0, 60) <= budget.hard);
        assert!(extend(budget, Stability::Settled) < open(4, 100, 0));
    }
}
