//! How late moves come out: what a busy machine, and the way to the GUI and back, cost beyond the time that a
//! search was given. Learned from what has been seen, whichever protocol tells it.

use std::time::Duration;

use crate::search::Clock;

/// What is feared before anything has been seen. Untuned.
const FEARED: Duration = Duration::from_millis(40);
/// What stays on a clock in any case.
const LEAST: Duration = Duration::from_millis(20);
/// More than this is no delay: somebody has set the clock, or the machine was asleep.
const LONGEST: Duration = Duration::from_secs(1);

/// What to keep back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// For each move.
    pub overhead: Duration,
    /// On a running clock, once.
    pub reserve: Duration,
}

/// How late moves have come out so far.
#[derive(Clone, Copy, Debug)]
pub struct Lateness {
    /// The delay to be expected of any move: the worst of late, soon forgotten.
    common: Duration,
    /// The worst that may happen now and then: remembered for dozens of moves.
    worst: Duration,
}

impl Default for Lateness {
    fn default() -> Lateness {
        Lateness { common: Duration::ZERO, worst: FEARED }
    }
}

impl Lateness {
    /// A move was made `late` after the time it was to take at most. Somewhere within that time the machine did
    /// something else for `stall`, which cost nothing then, but may come at the end the next time.
    pub fn note(&mut self, late: Duration, stall: Duration) {
        self.common = late.max(self.common * 7 / 8);
        self.worst = late.max(stall).min(LONGEST).max(self.worst * 31 / 32);
    }

    /// The clock shows `told` where `counted` was expected: the difference was lost on the way.
    pub fn note_way(&mut self, counted: Duration, told: Duration) {
        let lost = counted.saturating_sub(told);
        if lost < LONGEST {
            self.worst = self.worst.max(lost);
        }
    }

    /// What to keep back of a clock, if the user says that each move costs `said` outside the program.
    ///
    /// A clock that runs on makes up for a move that comes out late, a time for each move does not: there the
    /// search ends early by twice as much, but by no more than a fifth of the time, as more would leave little of a
    /// short one. The same holds of a short clock that is wound up again with each move. On a clock that runs on
    /// twice the worst delay is kept, so that one stall costs no game and two in a row rarely do.
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

    fn reserve(lateness: &Lateness) -> Duration {
        lateness.margins(&Clock::Unlimited, Duration::ZERO).reserve
    }

    #[test]
    fn the_reserve_is_twice_the_worst_delay_and_shrinks_when_there_is_none() {
        let mut lateness = Lateness::default();
        assert_eq!(reserve(&lateness), MS * 100);
        lateness.note(MS * 70, Duration::ZERO);
        assert_eq!(reserve(&lateness), MS * 160);
        lateness.note(Duration::ZERO, MS * 90);
        assert_eq!(reserve(&lateness), MS * 200);
        lateness.note_way(MS * 500, MS * 380);
        assert_eq!(reserve(&lateness), MS * 260);
        // Somebody has set the clock.
        lateness.note_way(MS * 50_000, MS * 380);
        assert_eq!(reserve(&lateness), MS * 260);
        (0..200).for_each(|_| lateness.note(Duration::ZERO, MS * 2));
        assert!(reserve(&lateness) < MS * 26, "{:?}", reserve(&lateness));
    }
}
