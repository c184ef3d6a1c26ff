//! The time and depth a GUI grants. GUIs tell the time before each move, but need not: what they
//! do not tell is counted along.

use std::time::Duration;

use super::lateness::{Lateness, Margins};
use crate::search::{Clock, Level, TimeControl, budget};

/// The time control when none was ever sent.
const DEFAULT: Level = Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// The engine's clock in the present game, and the limit of depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameClock {
    /// What was agreed on; `None` if nobody has said.
    control: Option<TimeControl>,
    depth: Option<u32>,
    /// Positions that count as a second; 0 if time is time.
    nodes_per_second: u32,
    remaining: Option<Duration>,
    lateness: Lateness,
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
        if let Some(counted) = self.remaining {
            self.lateness.note_way(counted, remaining);
        }
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

    /// The time to keep back for what happens outside the search, if the user says `said`, and what is to stay on
    /// the clock.
    pub fn margins(&self, said: Duration) -> Margins {
        self.lateness.margins(&self.limits(0).0, said)
    }

    /// The engine has thought for `elapsed` about the move after `played` others, and the machine has stalled
    /// for `stall` in between: learns how late moves come out.
    pub fn note_delay(&mut self, elapsed: Duration, stall: Duration, played: u32, said: Duration) {
        let Margins { overhead, reserve } = self.margins(said);
        let by_time = budget(&self.limits(played).0.keeping(reserve), overhead);
        let allowed = by_time.filter(|_| self.nodes_per_second == 0).map_or(elapsed, |budget| budget.hard);
        self.lateness.note(elapsed.saturating_sub(allowed), stall);
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
        let none = Duration::ZERO;
        let mut clock = GameClock::default();
        assert_eq!(clock.margins(ms(30)).overhead, ms(30));
        let at_first = clock.margins(ms(30)).reserve;
        clock.note_delay(ms(60_000), none, 0, ms(30));
        assert!(clock.margins(ms(30)).reserve > at_first);
        let mut clock = GameClock::default();
        clock.set_seconds_per_move(ms(1000));
        assert_eq!(clock.margins(ms(30)).overhead, ms(60));
        clock.note_delay(ms(900), none, 0, ms(30));
        assert_eq!(clock.margins(ms(30)).overhead, ms(60));
        clock.note_delay(ms(980), none, 0, ms(30));
        assert_eq!(clock.margins(ms(30)).overhead, ms(100));
        clock.note_delay(ms(900), none, 0, ms(30));
        assert_eq!(clock.margins(ms(30)).overhead, ms(95));
    }

    #[test]
    fn time_lost_on_the_way_is_noticed_when_the_clock_is_told() {
        let ms = Duration::from_millis;
        let mut clock = GameClock::default();
        clock.set_level(Level { moves: None, base: ms(500), increment: ms(10) });
        clock.tell(ms(500));
        clock.spend(ms(20), 0);
        let before = clock.margins(ms(30)).reserve;
        clock.tell(ms(410));
        assert!(clock.margins(ms(30)).reserve > before, "80 ms were lost between the engine and the clock");
    }

    #[test]
    fn most_of_a_short_time_for_each_move_is_used() {
        let ms = Duration::from_millis;
        for (given, used) in [(20, 16), (50, 40), (100, 80), (300, 240), (1000, 940), (60_000, 59_940)] {
            let mut clock = GameClock::default();
            clock.set_seconds_per_move(ms(given));
            let found = budget(&clock.limits(0).0, clock.margins(ms(30)).overhead).map(|budget| budget.hard);
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
                let Margins { overhead, reserve } = clock.margins(ms(30));
                let budget = budget(&clock.limits(played).0.keeping(reserve), overhead).unwrap();
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
