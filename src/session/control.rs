//! Time controls and dates as people write them, and the clocks of a match.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::search::{Clock, Level, TimeControl};

/// The limits of a player's thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLimit {
    /// Time; `None` without a clock.
    pub time: Option<TimeControl>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a clock: expected minutes or minutes:seconds, optionally plus seconds per move, like \
     `5+3` or `0:10+0.1`, or with a number of moves, like `40/5`"
)]
pub struct ControlError(String);

/// Reads seconds, or minutes and seconds with a colon between.
pub fn read_seconds(text: &str) -> Option<Duration> {
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) => {
            f64::from(minutes.parse::<u32>().ok()?) * 60.0 + seconds.parse::<f64>().ok()?
        }
        None => text.parse().ok()?,
    };
    self::seconds(seconds)
}

/// A number of seconds, if it is at most a century.
fn seconds(seconds: f64) -> Option<Duration> {
    (0.0..=3.2e9).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl FromStr for TimeControl {
    type Err = ControlError;

    /// Reads `5+3` (five minutes plus three seconds per move), `0:10+0.1`, `40/5`.
    fn from_str(text: &str) -> Result<TimeControl, ControlError> {
        let fault = || ControlError(text.to_string());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| fault())?;
                (Some(moves).filter(|&moves| moves > 0), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = if base.contains(':') {
            read_seconds(base)
        } else {
            base.parse().ok().and_then(|minutes: f64| seconds(minutes * 60.0))
        };
        let (base, increment) = base
            .zip(read_seconds(increment))
            .filter(|times| times.0 + times.1 > Duration::ZERO)
            .ok_or_else(fault)?;
        Ok(TimeControl::Level(Level { moves, base, increment }))
    }
}

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.time.map(|_| format!("time {}", self.pgn())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(if parts.is_empty() { "of each player" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl TimeLimit {
    /// The control as PGN's tag has it: `40/60+0.5`, `*5` for seconds per move, `-` without a clock.
    pub fn pgn(&self) -> String {
        match self.time {
            None => "-".to_string(),
            Some(TimeControl::PerMove(time)) => format!("*{}", time.as_secs_f64()),
            Some(TimeControl::Level(Level { moves, base, increment })) => {
                let mut text = moves.map_or_else(String::new, |moves| format!("{moves}/"));
                text.push_str(&base.as_secs_f64().to_string());
                if increment > Duration::ZERO {
                    text.push('+');
                    text.push_str(&increment.as_secs_f64().to_string());
                }
                text
            }
        }
    }
}

/// A clock of a game.
#[derive(Clone, Copy, Debug)]
pub struct SideClock {
    pub control: TimeLimit,
    /// The remaining time, if time is limited.
    pub remaining: Option<Duration>,
    /// How late a move may be.
    pub margin: Duration,
    /// Moves made.
    pub played: u32,
}

impl SideClock {
    /// A clock at the start of a game.
    pub fn new(control: TimeLimit, margin: Duration) -> SideClock {
        let remaining = control.time.map(|time| match time {
            TimeControl::Level(level) => level.base + level.increment,
            TimeControl::PerMove(time) => time,
        });
        SideClock { control, remaining, margin, played: 0 }
    }

    /// The time for the next move, for a search.
    pub fn clock(&self) -> Clock {
        match (self.control.time, self.remaining) {
            (Some(TimeControl::Level(level)), remaining) => level.clock(self.played, remaining),
            (Some(TimeControl::PerMove(time)), _) => Clock::PerMove(time),
            (None, _) => Clock::Unlimited,
        }
    }

    /// Charges a move. Exceeding the time by more than the margin is an error.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), Duration> {
        self.played += 1;
        let Some(remaining) = self.remaining else { return Ok(()) };
        if elapsed > remaining + self.margin {
            return Err(elapsed.saturating_sub(remaining));
        }
        self.remaining = Some(match self.control.time {
            Some(TimeControl::Level(level)) => level.after(self.played, remaining, elapsed),
            Some(TimeControl::PerMove(time)) => time,
            None => remaining,
        });
        Ok(())
    }
}

/// The local date as PGN writes it.
pub fn today() -> String {
    jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn level(text: &str) -> (Option<u32>, f64, f64) {
        match text.parse() {
            Ok(TimeControl::Level(Level { moves, base, increment })) => {
                (moves, base.as_secs_f64(), increment.as_secs_f64())
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn time_controls_are_read_and_written() {
        assert_eq!(level("10+0.1"), (None, 600.0, 0.1));
        assert_eq!(level("40/60"), (Some(40), 3600.0, 0.0));
        assert_eq!(level("40/1:30+0.5"), (Some(40), 90.0, 0.5));
        assert_eq!(level("0+1"), (None, 0.0, 1.0));
        for bad in ["", "x", "10+", "-1", "0", "nan", "40/", "inf", "1e99", "40/x+1"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
        for (text, pgn) in [("40/1:30+0.5", "40/90+0.5"), ("0:10+0.1", "10+0.1"), ("1", "60")] {
            assert_eq!(TimeLimit { time: text.parse().ok(), ..TimeLimit::default() }.pgn(), pgn);
        }
    }

    #[test]
    fn a_clock_runs_down_is_filled_up_and_falls() {
        let limit = TimeLimit { time: "2/0:10+1".parse().ok(), ..TimeLimit::default() };
        let mut clock = SideClock::new(limit, Duration::ZERO);
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
        let mut clock = SideClock::new(limit, Duration::ZERO);
        assert_eq!(clock.spend(SECOND / 2), Ok(()));
        assert_eq!(clock.remaining, Some(SECOND));
        assert!(clock.spend(SECOND * 2).is_err());
    }
}
