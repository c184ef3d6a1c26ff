//! The clocks of a game against a person. They start with the first move.

use std::time::{Duration, Instant};

use crate::engine::search::{Clock, Level, TimeControl};
use crate::rules::geometry::Color;
use crate::session::Error;
use crate::session::control::{ControlError, TimeLimit, read_seconds};

/// The engine's default time per move.
const USUAL: Duration = Duration::from_secs(2);

/// The time control and the remaining times.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Pace,
    faces: Faces,
    /// The times when the current turn began.
    turn: Faces,
    /// The times before each move made so far, the last one at the end.
    made: Vec<Faces>,
    /// The times after each undone move, the next one to redo at the end.
    taken_back: Vec<Faces>,
    /// The side whose clock is running, and since when.
    running: Option<(Color, Instant)>,
}

/// The times of both clocks, and the number of moves each side has made.
#[derive(Clone, Copy, Debug, Default)]
struct Faces {
    left: [Duration; 2],
    played: [u32; 2],
}

/// How time is granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// No clocks. The engine takes at most this long per move.
    PerMove(Duration),
    /// Both sides have a clock.
    Clock(TimeControl),
}

impl Default for Clocks {
    fn default() -> Clocks {
        let faces = Faces::default();
        let (made, taken_back) = (Vec::new(), Vec::new());
        Clocks { control: Pace::PerMove(USUAL), faces, turn: faces, made, taken_back, running: None }
    }
}

impl Clocks {
    /// Reads a clock: `off`, `move 2`, `5+3`.
    pub fn read(text: &str) -> Result<Clocks, Error> {
        let mut clocks = Clocks::default();
        if text.eq_ignore_ascii_case("off") {
            return Ok(clocks);
        }
        if let Some(seconds) = text.strip_prefix("move") {
            let time = read_seconds(seconds.trim()).filter(|time| !time.is_zero());
            let time =
                time.ok_or_else(|| Error::Usage(format!("`{text}`: expected seconds, as in `move 2`")))?;
            clocks.control = Pace::PerMove(time);
            return Ok(clocks);
        }
        let fault = |fault: ControlError| Error::Usage(format!("{fault}. Or write `off`, or `move 2`"));
        clocks.control = Pace::Clock(text.parse::<TimeControl>().map_err(fault)?);
        clocks.reset();
        Ok(clocks)
    }

    /// Full clocks for a new game.
    pub fn reset(&mut self) {
        let base = match self.control {
            Pace::Clock(TimeControl::Level(level)) => level.base,
            Pace::Clock(TimeControl::PerMove(time)) | Pace::PerMove(time) => time,
        };
        let faces = Faces { left: [base; 2], played: [0; 2] };
        *self = Clocks { control: self.control, faces, turn: faces, ..Clocks::default() };
    }

    /// Whether the sides have clocks.
    pub fn are_on(&self) -> bool {
        matches!(self.control, Pace::Clock(_))
    }

    /// The time control as PGN writes it.
    pub fn pgn(&self) -> String {
        match self.control {
            Pace::PerMove(_) => "-".to_string(),
            Pace::Clock(time) => TimeLimit { time: Some(time), ..TimeLimit::default() }.pgn(),
        }
    }

    /// The time control in words.
    pub fn title(&self) -> String {
        match self.control {
            Pace::PerMove(time) => {
                format!("no clocks; the engine takes at most {} s per move", time.as_secs_f64())
            }
            Pace::Clock(TimeControl::PerMove(time)) => {
                format!("both sides have {} s per move", time.as_secs_f64())
            }
            Pace::Clock(TimeControl::Level(Level { moves, base, increment })) => {
                let (minutes, seconds) = (base.as_secs() / 60, base.as_secs() % 60);
                let stretch = moves.map_or_else(String::new, |moves| format!(" for {moves} moves"));
                let bonus = match increment {
                    Duration::ZERO => String::new(),
                    _ => format!(", plus {} s per move", increment.as_secs_f64()),
                };
                format!("both sides have {minutes}:{seconds:02}{stretch}{bonus}")
            }
        }
    }

    /// The side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// The remaining time of a side.
    pub fn left(&self, side: Color, now: Instant) -> Duration {
        let left = self.faces.left.get(side.index()).copied().unwrap_or_default();
        match self.running {
            Some((runs, since)) if runs == side => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// A side has moved. It is now the turn of `next`, or of neither side.
    pub fn moved(&mut self, side: Color, next: Option<Color>, now: Instant) {
        if !self.are_on() {
            return;
        }
        let mut left = self.left(side, now);
        let Pace::Clock(TimeControl::Level(level)) = self.control else { return };
        if let Some(played) = self.faces.played.get_mut(side.index()).filter(|_| next != Some(side)) {
            *played += 1;
            left = level.after(*played, left, Duration::ZERO);
        }
        if let Some(own) = self.faces.left.get_mut(side.index()) {
            *own = left;
        }
        self.made.push(self.turn);
        self.taken_back.clear();
        self.turn = self.faces;
        self.running = next.map(|next| (next, now));
    }

    /// The last move is undone. The clocks stop and show the times when its turn began.
    pub fn take_back(&mut self) {
        if let Some(before) = self.made.pop() {
            self.taken_back.push(self.turn);
            (self.faces, self.turn, self.running) = (before, before, None);
        }
    }

    /// An undone move is made again, including the time it took.
    pub fn make_again(&mut self) {
        if let Some(after) = self.taken_back.pop() {
            self.made.push(self.turn);
            (self.faces, self.turn, self.running) = (after, after, None);
        }
    }

    /// The clocks run for a side, unless no move has been made.
    pub fn go_on(&mut self, side: Color, now: Instant) {
        self.stop(now);
        if self.are_on() && !self.made.is_empty() {
            self.running = Some((side, now));
        }
    }

    pub fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            let left = self.left(side, now);
            if let Some(own) = self.faces.left.get_mut(side.index()) {
                *own = left;
            }
        }
        self.running = None;
    }

    /// The side that has no time left, whether its clock is running or not.
    pub fn fallen_at_rest(&self) -> Option<Color> {
        let out = |side: &Color| self.faces.left.get(side.index()).is_some_and(Duration::is_zero);
        Color::ALL.into_iter().find(out).filter(|_| self.are_on())
    }

    /// The side whose time has just run out.
    pub fn fallen(&self, now: Instant) -> Option<Color> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// The clock that a search for a side's move gets.
    pub fn clock(&self, side: Color, now: Instant) -> Clock {
        let played = self.faces.played.get(side.index()).copied().unwrap_or_default();
        match self.control {
            Pace::PerMove(time) | Pace::Clock(TimeControl::PerMove(time)) => Clock::PerMove(time),
            Pace::Clock(TimeControl::Level(level)) => level.clock(played, Some(self.left(side, now))),
        }
    }
}

/// A time as a clock shows it: `4:59`, `0:09.3`.
pub fn shown(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let (minutes, seconds, tenth) = (tenths / 600, tenths / 10 % 60, tenths % 10);
    if minutes == 0 && seconds < 20 {
        format!("{minutes}:{seconds:02}.{tenth}")
    } else if minutes >= 60 {
        format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_for_whose_turn_it_is_and_falls() {
        let now = Instant::now();
        let after = |seconds: u64| now + Duration::from_secs(seconds);
        let mut clocks = Clocks::read("1:00+2").unwrap();
        assert_eq!(clocks.fallen(after(500)), None, "no move has been made");
        clocks.moved(Color::White, Some(Color::Black), now);
        clocks.moved(Color::Black, Some(Color::White), after(10));
        let left = |clocks: &Clocks, at| Color::ALL.map(|side| clocks.left(side, after(at)).as_secs());
        assert_eq!(left(&clocks, 15), [57, 52]);
        assert_eq!(clocks.fallen(after(71)), None);
        assert_eq!(clocks.fallen(after(72)), Some(Color::White));
        clocks.stop(after(20));
        assert_eq!(left(&clocks, 500), [52, 52]);
    }

    #[test]
    fn a_move_that_is_taken_back_gives_its_time_back() {
        let now = Instant::now();
        let after = |seconds: u64| now + Duration::from_secs(seconds);
        let mut clocks = Clocks::read("1:00+2").unwrap();
        clocks.moved(Color::White, Some(Color::Black), now);
        clocks.moved(Color::Black, Some(Color::White), after(10));
        clocks.moved(Color::White, Some(Color::Black), after(30));
        let left = |clocks: &Clocks, at| Color::ALL.map(|side| clocks.left(side, after(at)).as_secs());
        assert_eq!(left(&clocks, 35), [44, 47]);
        clocks.take_back();
        assert_eq!(left(&clocks, 500), [62, 52], "the times when White's second turn began");
        clocks.go_on(Color::White, after(40));
        assert_eq!(left(&clocks, 41), [61, 52]);
        clocks.make_again();
        assert_eq!(left(&clocks, 500), [44, 52]);
        // Another move after an undo uses up only that side's time.
        clocks.take_back();
        clocks.go_on(Color::White, after(50));
        clocks.moved(Color::White, Some(Color::Black), after(53));
        clocks.make_again();
        assert_eq!(left(&clocks, 53), [61, 52]);
        (0..3).for_each(|_| clocks.take_back());
        clocks.go_on(Color::White, after(60));
        assert_eq!(left(&clocks, 500), [60, 60], "the clocks do not run at the start");
    }

    #[test]
    fn what_is_typed_is_understood_or_refused_with_an_example() {
        assert!(!Clocks::read("off").unwrap().are_on() && !Clocks::read("move 2").unwrap().are_on());
        assert_eq!(Clocks::read("40/90:00").unwrap().pgn(), "40/5400");
        for bad in ["", "fast", "move", "move 0", "5:", "-3"] {
            assert!(Clocks::read(bad).unwrap_err().to_string().contains("move 2"), "{bad}");
        }
        let shown = |millis| super::shown(Duration::from_millis(millis));
        assert_eq!(
            (shown(9_340), shown(299_900), shown(3_660_000)),
            ("0:09.3".into(), "4:59".into(), "1:01:00".into())
        );
    }
}
