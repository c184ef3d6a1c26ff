//! The time and depth that a GUI grants. GUIs may send the time before each move; otherwise it is counted
//! here.

use std::time::Duration;

use crate::engine::search::{Clock, Level, TimeControl, budget};

/// The default time control.
const DEFAULT: Level = Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// The engine's clock in the current game, and the depth limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameClock {
    /// The time control; `None` if none was sent.
    control: Option<TimeControl>,
    depth: Option<u32>,
    /// Nodes that count as a second; 0 for real time.
    nodes_per_second: u32,
    remaining: Option<Duration>,
}

impl GameClock {
    /// Refills the clock and removes the depth limit; the time control stays.
    pub fn new_game(&mut self) {
        self.depth = None;
        self.remaining = None;
    }

    /// `level`.
    pub fn set_level(&mut self, level: Level) {
        self.control = Some(TimeControl::Level(level));
        self.remaining = None;
    }

    /// `st`.
    pub fn set_seconds_per_move(&mut self, time: Duration) {
        self.control = Some(TimeControl::PerMove(time));
        self.remaining = None;
    }

    /// `sd`; 0 lifts the limit.
    pub fn set_depth(&mut self, plies: u32) {
        self.depth = (plies > 0).then_some(plies);
    }

    /// `nps`: from now on this many nodes count as a second; 0 for real time again.
    pub fn set_nodes_per_second(&mut self, nodes: u32) {
        self.nodes_per_second = nodes;
    }

    /// `time`: the remaining time.
    pub fn tell(&mut self, remaining: Duration) {
        self.remaining = Some(remaining);
    }

    /// The limits for the next move of a side that has made `played` moves.
    pub fn limits(&self, played: u32) -> (Clock, Option<u32>) {
        let clock = match self.control {
            Some(TimeControl::Level(level)) => level.clock(played, self.remaining),
            // A GUI that rounds sends `st 0` for less than a second, and then the rest.
            Some(TimeControl::PerMove(Duration::ZERO)) => Clock::PerMove(self.remaining.unwrap_or_default()),
            Some(TimeControl::PerMove(time)) => {
                Clock::PerMove(self.remaining.map_or(time, |remaining| remaining.min(time)))
            }
            None if self.depth.is_some() && self.remaining.is_none() => Clock::Unlimited,
            None => DEFAULT.clock(played, self.remaining),
        };
        (clock, self.depth)
    }

    /// The node limit for the next move, if time is measured in nodes.
    pub fn nodes(&self, played: u32) -> Option<u64> {
        let time = budget(&self.limits(played).0, Duration::ZERO)?.soft;
        let nodes = time.as_micros() * u128::from(self.nodes_per_second) / 1_000_000;
        (self.nodes_per_second > 0).then(|| u64::try_from(nodes).unwrap_or(u64::MAX).max(1))
    }

    /// Charges the time for the move after `played` others.
    pub fn spend(&mut self, elapsed: Duration, played: u32) {
        let level = match self.control {
            Some(TimeControl::Level(level)) => level,
            None => DEFAULT,
            Some(TimeControl::PerMove(_)) => return self.remaining = None,
        };
        self.remaining = Some(level.after(played + 1, self.remaining.unwrap_or(level.base), elapsed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_nobody_tells_is_counted_along() {
        let mut clock = GameClock::default();
        clock.set_level(Level {
            moves: Some(2),
            base: Duration::from_secs(10),
            increment: Duration::from_secs(1),
        });
        clock.spend(Duration::from_secs(4), 0);
        let left = |clock: &GameClock, played| match clock.limits(played).0 {
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
        clock.set_seconds_per_move(Duration::ZERO);
        clock.tell(Duration::from_millis(500));
        assert_eq!(clock.limits(0).0, Clock::PerMove(Duration::from_millis(500)));
        clock.spend(Duration::from_millis(400), 0);
        clock.tell(Duration::from_millis(500));
        assert_eq!(clock.limits(1).0, Clock::PerMove(Duration::from_millis(500)));
    }

    #[test]
    fn a_second_may_be_so_many_positions() {
        let mut clock = GameClock::default();
        clock.set_seconds_per_move(Duration::from_secs(1));
        assert_eq!(clock.nodes(0), None);
        clock.set_nodes_per_second(1000);
        assert_eq!(clock.nodes(0), Some(1000));
    }

    #[test]
    fn a_depth_alone_sets_no_clock() {
        let mut clock = GameClock::default();
        clock.set_depth(4);
        assert_eq!(clock.limits(0), (Clock::Unlimited, Some(4)));
        clock.new_game();
        assert!(matches!(clock.limits(0), (Clock::Running { .. }, None)));
    }
}
