//! The time and depth a GUI grants. GUIs tell the time before each move, but need not: what they
//! do not tell is counted along.

use std::time::Duration;

use crate::search::{Clock, Level, TimeControl, budget};

/// The time control when none was ever sent.
const DEFAULT: Level = Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// The engine's clock in the present game, and the limit of depth.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    /// What was agreed on; `None` if nobody has said.
    control: Option<TimeControl>,
    depth: Option<u32>,
    /// Positions that count as a second; 0 if time is time.
    nodes_per_second: u32,
    remaining: Option<Duration>,
    /// By how much moves have come out later than they should, of late.
    delay: Duration,
}

impl Default for GameClock {
    fn default() -> GameClock {
        GameClock { control: None, depth: None, nodes_per_second: 0, remaining: None, delay: Duration::ZERO }
    }
}

impl GameClock {
    /// The clock is full again and the limit of depth gone; the time control stays.
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

    /// `nps`: from now on so many positions count as a second; 0 if time is time again.
    pub fn set_nodes_per_second(&mut self, nodes: u32) {
        self.nodes_per_second = nodes;
    }

    /// `time`: what the clock shows.
    pub fn tell(&mut self, remaining: Duration) {
        self.remaining = Some(remaining);
    }

    /// The limits for the next move of a side that has made `played`.
    pub fn limits(&self, played: u32) -> (Clock, Option<u32>) {
        let clock = match self.control {
            Some(TimeControl::Level(level)) => level.clock(played, self.remaining),
            // `st 0` is how a GUI that rounds writes less than a second; it tells the rest.
            Some(TimeControl::PerMove(Duration::ZERO)) => Clock::PerMove(self.remaining.unwrap_or_default()),
            Some(TimeControl::PerMove(time)) => {
                Clock::PerMove(self.remaining.map_or(time, |remaining| remaining.min(time)))
            }
            None if self.depth.is_some() && self.remaining.is_none() => Clock::Unlimited,
            None => DEFAULT.clock(played, self.remaining),
        };
        (clock, self.depth)
    }

    /// The most positions to visit for the next move, where time is measured by them.
    pub fn nodes(&self, played: u32) -> Option<u64> {
        let time = budget(&self.limits(played).0, Duration::ZERO)?.soft;
        let nodes = time.as_micros() * u128::from(self.nodes_per_second) / 1_000_000;
        (self.nodes_per_second > 0).then(|| u64::try_from(nodes).unwrap_or(u64::MAX).max(1))
    }

    /// The time to keep back for what happens outside the search, if the user says `said`.
    ///
    /// A clock that runs on makes up for a move that comes out late, a time for each move does not:
    /// there the search ends early by twice as much, but by no more than a fifth of the time, as more
    /// would leave little of a short one. The same holds of a short clock that is wound up again with
    /// each move. What the machine was late by of late is kept back in any case.
    pub fn overhead(&self, said: Duration) -> Duration {
        match self.limits(0).0 {
            Clock::PerMove(time) => (said * 2).min(time / 5) + self.delay,
            Clock::Running { remaining, increment, moves_to_go: None } if !increment.is_zero() => {
                said.min(remaining / 50 + increment / 2).max(self.delay)
            }
            Clock::Running { .. } | Clock::Unlimited => said.max(self.delay),
        }
    }

    /// The engine has thought for `elapsed` about the move after `played` others: learns how late it came to
    /// its end.
    pub fn note_delay(&mut self, elapsed: Duration, played: u32, said: Duration) {
        let by_time =
            budget(&self.limits(played).0, self.overhead(said)).filter(|_| self.nodes_per_second == 0);
        let allowed = by_time.map_or(elapsed, |budget| budget.hard);
        self.delay = elapsed.saturating_sub(allowed).max(self.delay * 7 / 8);
    }

    /// The engine has thought for `elapsed` about the move after `played` others.
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
    fn a_machine_that_is_late_is_allowed_for() {
        let ms = Duration::from_millis;
        let mut clock = GameClock::default();
        assert_eq!(clock.overhead(ms(30)), ms(30));
        clock.note_delay(ms(60_000), 0, ms(30));
        assert!(clock.overhead(ms(30)) > ms(30));
        let mut clock = GameClock::default();
        clock.set_seconds_per_move(ms(1000));
        assert_eq!(clock.overhead(ms(30)), ms(60));
        clock.note_delay(ms(900), 0, ms(30));
        assert_eq!(clock.overhead(ms(30)), ms(60));
        clock.note_delay(ms(980), 0, ms(30));
        assert_eq!(clock.overhead(ms(30)), ms(100));
        clock.note_delay(ms(900), 0, ms(30));
        assert_eq!(clock.overhead(ms(30)), ms(95));
    }

    #[test]
    fn most_of_a_short_time_for_each_move_is_used() {
        let ms = Duration::from_millis;
        for (given, used) in [(20, 16), (50, 40), (100, 80), (300, 240), (1000, 940), (60_000, 59_940)] {
            let mut clock = GameClock::default();
            clock.set_seconds_per_move(ms(given));
            let found = budget(&clock.limits(0).0, clock.overhead(ms(30))).map(|budget| budget.hard);
            assert_eq!(found, Some(ms(used)), "{given} ms");
        }
    }

    #[test]
    fn a_short_clock_with_an_increment_is_used_and_does_not_run_out() {
        let ms = Duration::from_millis;
        for (base, increment, lag) in [(500, 10, 3), (1000, 20, 5), (1000, 20, 15), (10_000, 100, 30)] {
            let mut clock = GameClock::default();
            clock.set_level(Level { moves: None, base: ms(base), increment: ms(increment) });
            let mut left = ms(base);
            for played in 0..150 {
                clock.tell(left);
                let budget = budget(&clock.limits(played).0, clock.overhead(ms(30))).unwrap();
                let spent = if played % 10 == 0 { budget.hard } else { budget.soft };
                assert!(spent + ms(lag) < left, "{base}+{increment}: move {played} of {left:?}");
                left = (left + ms(increment)).checked_sub(spent + ms(lag)).unwrap();
                assert!(played < 60 || left < ms(base / 2), "{base}+{increment}: {left:?} of {played} moves");
            }
        }
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
