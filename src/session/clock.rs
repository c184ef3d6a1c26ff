//! A side's clock, in a match, in a game against a person and under a GUI. GUIs may send the time before each
//! move; otherwise it is counted here.

use std::time::Duration;

use super::control::TimeLimit;
use crate::engine::search::{Clock, Level, Limits, TimeControl, budget};

/// A side's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SideClock {
    /// What it starts with.
    pub limit: TimeLimit,
    /// The remaining time; `None` if time is not limited, or if it is full.
    pub remaining: Option<Duration>,
    /// Moves made.
    pub played: u32,
    /// How late a move may be, in a match.
    pub margin: Duration,
}

impl SideClock {
    /// A full clock.
    pub fn of(limit: TimeLimit) -> SideClock {
        let remaining = limit.time.map(|time| match time {
            TimeControl::Level(level) => level.base,
            TimeControl::PerMove(time) => time,
        });
        SideClock { limit, remaining, ..SideClock::default() }
    }

    /// The clock of a match, which begins with the increment of the first move.
    pub fn in_match(limit: TimeLimit, margin: Duration) -> SideClock {
        let increment = match limit.time {
            Some(TimeControl::Level(level)) => level.increment,
            Some(TimeControl::PerMove(_)) | None => Duration::ZERO,
        };
        let full = SideClock::of(limit);
        SideClock { remaining: full.remaining.map(|time| time + increment), margin, ..full }
    }

    /// The time for the next move, for a search.
    pub fn clock(&self) -> Clock {
        match (self.limit.time, self.remaining) {
            (Some(TimeControl::Level(level)), remaining) => level.clock(self.played, remaining),
            // A GUI that rounds sends `st 0` for less than a second, and then the rest.
            (Some(TimeControl::PerMove(Duration::ZERO)), remaining) => {
                Clock::PerMove(remaining.unwrap_or_default())
            }
            (Some(TimeControl::PerMove(time)), remaining) => {
                Clock::PerMove(remaining.map_or(time, |remaining| remaining.min(time)))
            }
            (None, _) => Clock::Unlimited,
        }
    }

    /// Charges a move.
    pub fn charge(&mut self, elapsed: Duration) {
        self.played += 1;
        self.remaining = self.limit.time.map(|time| match time {
            TimeControl::Level(level) => {
                level.after(self.played, self.remaining.unwrap_or(level.base), elapsed)
            }
            TimeControl::PerMove(time) => time,
        });
    }

    /// Charges a move of a match.
    ///
    /// # Errors
    /// If it is late by more than the margin: how late it is.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), Duration> {
        let late = self.remaining.filter(|&remaining| elapsed > remaining + self.margin);
        self.charge(elapsed);
        late.map_or(Ok(()), |remaining| Err(elapsed.saturating_sub(remaining)))
    }
}

/// The default time control.
const DEFAULT: Level = Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// The engine's clock in the current game under a GUI.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameClock {
    /// What was sent. The time control is `None` if there was none.
    side: SideClock,
    /// Nodes that count as a second; 0 for real time.
    nodes_per_second: u32,
}

impl GameClock {
    /// Refills the clock and removes the depth limit; the time control stays.
    pub fn new_game(&mut self) {
        self.side.limit.depth = None;
        self.side.remaining = None;
    }

    /// `level` and `st`.
    pub fn set_control(&mut self, control: TimeControl) {
        self.side.limit.time = Some(control);
        self.side.remaining = None;
    }

    /// `sd`; 0 lifts the limit.
    pub fn set_depth(&mut self, plies: u32) {
        self.side.limit.depth = (plies > 0).then_some(plies);
    }

    /// `nps`: from now on this many nodes count as a second; 0 for real time again.
    pub fn set_nodes_per_second(&mut self, nodes: u32) {
        self.nodes_per_second = nodes;
    }

    /// `time`: the remaining time.
    pub fn tell(&mut self, remaining: Duration) {
        self.side.remaining = Some(remaining);
    }

    /// The clock after `played` moves. Without a time control it has the default one, unless there is only a
    /// depth limit.
    fn after(&self, played: u32) -> SideClock {
        let mut limit = self.side.limit;
        let is_unlimited = limit.depth.is_some() && self.side.remaining.is_none();
        limit.time = limit.time.or((!is_unlimited).then_some(TimeControl::Level(DEFAULT)));
        SideClock { limit, played, ..self.side }
    }

    /// The limits for the next move of a side that has made `played` moves. If time is measured in nodes, the
    /// clock is replaced by their number.
    pub fn limits(&self, played: u32) -> Limits {
        let (clock, depth) = (self.after(played).clock(), self.side.limit.depth);
        let nodes = self.nodes(&clock, played);
        let clock = if nodes.is_some() { Clock::Unlimited } else { clock };
        Limits { clock, depth, nodes, ..Limits::default() }
    }

    fn nodes(&self, clock: &Clock, played: u32) -> Option<u64> {
        let time = budget(clock, Duration::ZERO, played)?.soft;
        let nodes = time.as_micros() * u128::from(self.nodes_per_second) / 1_000_000;
        (self.nodes_per_second > 0).then(|| u64::try_from(nodes).unwrap_or(u64::MAX).max(1))
    }

    /// Charges the time for the move after `played` others.
    pub fn spend(&mut self, elapsed: Duration, played: u32) {
        let mut side = self.after(played);
        side.charge(elapsed);
        self.side.remaining = side.remaining;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_runs_down_is_filled_up_and_falls() {
        let limit = TimeLimit { time: "2/0:10+1".parse().ok(), ..TimeLimit::default() };
        let mut clock = SideClock::in_match(limit, Duration::ZERO);
        assert_eq!(clock.remaining, Some(11 * SECOND));
        assert_eq!(clock.spend(5 * SECOND), Ok(()));
        assert_eq!(clock.remaining, Some(7 * SECOND));
        assert_eq!(clock.spend(7 * SECOND), Ok(()));
        assert_eq!(clock.remaining, Some(11 * SECOND));
        clock.margin = SECOND;
        assert_eq!(clock.spend(12 * SECOND), Ok(()));
        assert_eq!(clock.remaining, Some(SECOND));
        assert_eq!(clock.spend(3 * SECOND), Err(2 * SECOND));
    }

    #[test]
    fn seconds_a_move_are_there_for_each() {
        let limit = TimeLimit { time: Some(TimeControl::PerMove(SECOND)), ..TimeLimit::default() };
        let mut clock = SideClock::in_match(limit, Duration::ZERO);
        assert_eq!(clock.spend(SECOND / 2), Ok(()));
        assert_eq!(clock.remaining, Some(SECOND));
        assert!(clock.spend(SECOND * 2).is_err());
    }

    #[test]
    fn a_clock_nobody_tells_is_counted_along() {
        let mut clock = GameClock::default();
        clock.set_control(TimeControl::Level(Level {
            moves: Some(2),
            base: Duration::from_secs(10),
            increment: Duration::from_secs(1),
        }));
        clock.spend(Duration::from_secs(4), 0);
        let left = |clock: &GameClock, played| match clock.limits(played).clock {
            Clock::Running { remaining, .. } => remaining.as_secs(),
            other => panic!("{other:?}"),
        };
        assert_eq!(left(&clock, 1), 7);
        clock.spend(Duration::from_secs(4), 1);
        assert_eq!(left(&clock, 2), 14);
        clock.tell(Duration::from_secs(3));
        assert_eq!(left(&clock, 2), 3);
    }

    #[test]
    fn rounded_seconds_per_move_give_way_to_the_clock() {
        let mut clock = GameClock::default();
        clock.set_control(TimeControl::PerMove(Duration::ZERO));
        clock.tell(Duration::from_millis(500));
        assert_eq!(clock.limits(0).clock, Clock::PerMove(Duration::from_millis(500)));
        clock.spend(Duration::from_millis(400), 0);
        clock.tell(Duration::from_millis(500));
        assert_eq!(clock.limits(1).clock, Clock::PerMove(Duration::from_millis(500)));
    }

    #[test]
    fn a_second_may_be_so_many_positions() {
        let mut clock = GameClock::default();
        clock.set_control(TimeControl::PerMove(Duration::from_secs(1)));
        assert_eq!(clock.limits(0).nodes, None);
        clock.set_nodes_per_second(1000);
        assert_eq!(clock.limits(0).nodes, Some(1000));
    }

    #[test]
    fn a_depth_alone_sets_no_clock() {
        let mut clock = GameClock::default();
        clock.set_depth(4);
        assert_eq!((clock.limits(0).clock, clock.limits(0).depth), (Clock::Unlimited, Some(4)));
        clock.new_game();
        assert!(matches!(clock.limits(0), Limits { clock: Clock::Running { .. }, depth: None, .. }));
    }
}
