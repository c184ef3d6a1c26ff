//! Time controls as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::search::{Level, TimeControl};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
