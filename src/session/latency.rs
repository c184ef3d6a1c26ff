//! How late moves arrive: the cost of a busy machine, and of the way to the GUI and back, beyond the time
//! of the search. Learned from observations with any protocol.

use std::time::Duration;

use crate::engine::search::{Clock, Limits, budget};

/// The delay assumed before anything has been observed. Untuned.
const FEARED: Duration = Duration::from_millis(40);
/// The time always left on a clock.
const LEAST: Duration = Duration::from_millis(20);
/// A larger difference is no delay: somebody has set the clock, or the machine was asleep.
const LONGEST: Duration = Duration::from_secs(1);

/// The time to keep in reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Per move.
    pub overhead: Duration,
    /// On a running clock, once.
    pub reserve: Duration,
}

/// The observed delays.
#[derive(Clone, Copy, Debug)]
pub struct Latency {
    /// The delay expected of any move: the worst recent one, quickly forgotten.
    common: Duration,
    /// The occasional worst delay: remembered for dozens of moves.
    worst: Duration,
}

impl Default for Latency {
    fn default() -> Latency {
        Latency { common: Duration::ZERO, worst: FEARED }
    }
}

impl Latency {
    /// A search with these limits took so long. At some point the machine stalled for `stall`, which cost
    /// nothing then, but may happen at the end the next time.
    pub fn note_search(&mut self, limits: &Limits, elapsed: Duration, stall: Duration) {
        if let Some(budget) = budget(&limits.clock.keeping(limits.reserve), limits.overhead, limits.played) {
            self.note(elapsed.saturating_sub(budget.hard), stall);
        }
    }

    /// A move was made `late` after its maximum time.
    fn note(&mut self, late: Duration, stall: Duration) {
        self.common = late.max(self.common * 7 / 8);
        self.worst = late.max(stall).min(LONGEST).max(self.worst * 31 / 32);
    }

    /// The clock shows `shown` where `counted` was expected: the difference was lost on the way.
    pub fn note_transit(&mut self, counted: Duration, shown: Duration) {
        let lost = counted.saturating_sub(shown);
        if lost < LONGEST {
            self.worst = self.worst.max(lost);
        }
    }

    /// The reserve of a clock, if the user says that each move costs `said` outside the program.
    ///
    /// A continuous clock compensates for a late move; a time per move does not. There the search ends
    /// early by twice the delay, but by at most a fifth of the time, as more would leave little of a short
    /// one. The same holds for a short clock that is refilled with each move. On a continuous clock twice
    /// the worst delay is kept, so that one stall loses no game and two in a row rarely do.
    pub fn margins(&self, clock: &Clock, said: Duration) -> Margins {
        let overhead = match *clock {
            Clock::PerMove(time) => (said * 2).min(time / 5) + self.common,
            Clock::Running { remaining, increment, moves_to_go: None } if !increment.is_zero() => {
                said.min(remaining / 50 + increment / 2)
            }
            Clock::Running { .. } | Clock::Unlimited => said,
        };
        Margins { overhead, reserve: self.worst * 2 + LEAST }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn reserve(latency: &Latency) -> Duration {
        latency.margins(&Clock::Unlimited, Duration::ZERO).reserve
    }

    #[test]
    fn the_reserve_is_twice_the_worst_delay_and_shrinks_when_there_is_none() {
        let mut latency = Latency::default();
        assert_eq!(reserve(&latency), MS * 100);
        latency.note(MS * 70, Duration::ZERO);
        assert_eq!(reserve(&latency), MS * 160);
        latency.note(Duration::ZERO, MS * 90);
        assert_eq!(reserve(&latency), MS * 200);
        latency.note_transit(MS * 500, MS * 380);
        assert_eq!(reserve(&latency), MS * 260);
        // Somebody has set the clock.
        latency.note_transit(MS * 50_000, MS * 380);
        assert_eq!(reserve(&latency), MS * 260);
        (0..200).for_each(|_| latency.note(Duration::ZERO, MS * 2));
        assert!(reserve(&latency) < MS * 26, "{:?}", reserve(&latency));
    }

    #[test]
    fn a_machine_that_is_late_is_allowed_for() {
        let mut latency = Latency::default();
        for (late, overhead) in [(0, 60), (40, 100), (0, 95)] {
            latency.note(MS * late, Duration::ZERO);
            let clock = Clock::PerMove(MS * 1000);
            assert_eq!(latency.margins(&clock, MS * 30).overhead, MS * overhead);
        }
    }

    #[test]
    fn most_of_a_short_time_for_each_move_is_used() {
        for (given, used) in [(20, 16), (50, 40), (100, 80), (300, 240), (1000, 940), (60_000, 59_940)] {
            let clock = Clock::PerMove(MS * given);
            let margins = Latency::default().margins(&clock, MS * 30);
            let found = budget(&clock, margins.overhead, 0).map(|budget| budget.hard);
            assert_eq!(found, Some(MS * used), "{given} ms");
        }
    }

    #[test]
    fn a_short_clock_with_an_increment_is_used_and_does_not_run_out() {
        for (base, increment, lag) in [(500, 10, 3), (1000, 20, 5), (1000, 20, 15), (10_000, 100, 30)] {
            let mut left = MS * base;
            for played in 0..150 {
                let clock = Clock::Running { remaining: left, increment: MS * increment, moves_to_go: None };
                let Margins { overhead, reserve } = Latency::default().margins(&clock, MS * 30);
                let budget = budget(&clock.keeping(reserve), overhead, played).unwrap();
                let spent = if played % 10 == 0 { budget.hard } else { budget.soft };
                assert!(spent + MS * lag < left, "{base}+{increment}: move {played} of {left:?}");
                left = (left + MS * increment).checked_sub(spent + MS * lag).unwrap();
                assert!(
                    played < 60 || left < MS * base / 2,
                    "{base}+{increment}: {left:?} of {played} moves"
                );
            }
        }
    }
}
