//! The clocks of a game against a person. They start with the first move.

use std::time::{Duration, Instant};

use crate::engine::search::{Clock, Level, TimeControl};
use crate::rules::geometry::Color;
use crate::session::Error;
use crate::session::clock::SideClock;
use crate::session::control::{ControlError, TimeLimit, read_seconds};

/// The engine's default time per move.
const USUAL: Duration = Duration::from_secs(2);

/// The time controls that front ends offer, as they are typed.
const OFFERED: [&str; 9] = ["off", "move 0.5", "move 10", "1+1", "3+2", "5+3", "10+5", "30+10", "40/90"];

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub struct Clocks {
    sides: [SideClock; 2],
    /// The clocks when the current turn began.
    turn: [SideClock; 2],
    /// The clocks before each move made so far, the last one at the end.
    made: Vec<[SideClock; 2]>,
    /// The clocks after each undone move, the next one to redo at the end.
    taken_back: Vec<[SideClock; 2]>,
    /// The side whose clock is running, and since when.
    running: Option<(Color, Instant)>,
}

impl Default for Clocks {
    fn default() -> Clocks {
        Clocks::new(TimeControl::PerMove(USUAL))
    }
}

impl Clocks {
    /// Full clocks. With a time for each move there are none: the engine takes at most this long per move.
    fn new(control: TimeControl) -> Clocks {
        let limit = TimeLimit { time: Some(control), ..TimeLimit::default() };
        let sides = [SideClock::of(limit); 2];
        Clocks { sides, turn: sides, made: Vec::new(), taken_back: Vec::new(), running: None }
    }

    /// Reads a clock: `off`, `move 2`, `5+3`.
    pub fn read(text: &str) -> Result<Clocks, Error> {
        if text.eq_ignore_ascii_case("off") {
            return Ok(Clocks::default());
        }
        if let Some(seconds) = text.strip_prefix("move") {
            let time = read_seconds(seconds.trim()).filter(|time| !time.is_zero());
            let time =
                time.ok_or_else(|| Error::Usage(format!("`{text}`: expected seconds, as in `move 2`")))?;
            return Ok(Clocks::new(TimeControl::PerMove(time)));
        }
        let fault = |fault: ControlError| Error::Usage(format!("{fault}. Or write `off`, or `move 2`"));
        Ok(Clocks::new(text.parse().map_err(fault)?))
    }

    /// The time controls to choose from: as they are typed, and in words.
    pub fn offered() -> impl Iterator<Item = (&'static str, String)> {
        OFFERED.into_iter().filter_map(|text| Some((text, Clocks::read(text).ok()?.title())))
    }

    fn side(&self, side: Color) -> &SideClock {
        let [white, black] = &self.sides;
        if side == Color::White { white } else { black }
    }

    fn side_mut(&mut self, side: Color) -> &mut SideClock {
        let [white, black] = &mut self.sides;
        if side == Color::White { white } else { black }
    }

    /// The time control, if the sides have clocks.
    fn level(&self) -> Option<Level> {
        match self.side(Color::White).limit.time {
            Some(TimeControl::Level(level)) => Some(level),
            Some(TimeControl::PerMove(_)) | None => None,
        }
    }

    /// Full clocks for a new game.
    pub fn reset(&mut self) {
        let [white, _] = self.sides;
        *self = Clocks::new(white.limit.time.unwrap_or(TimeControl::PerMove(USUAL)));
    }

    /// Whether the sides have clocks.
    pub fn are_on(&self) -> bool {
        self.level().is_some()
    }

    /// The time control as PGN writes it.
    pub fn pgn(&self) -> String {
        if self.are_on() { self.side(Color::White).limit.pgn() } else { "-".to_string() }
    }

    /// The time control in words.
    pub fn title(&self) -> String {
        let Some(Level { moves, base, increment }) = self.level() else {
            let time = self.side(Color::White).remaining.unwrap_or(USUAL);
            return format!("no clocks, the engine takes up to {} s per move", time.as_secs_f64());
        };
        let (minutes, seconds) = (base.as_secs() / 60, base.as_secs() % 60);
        let stretch = moves.map_or_else(String::new, |moves| format!(" for {moves} moves"));
        let bonus = match increment {
            Duration::ZERO => String::new(),
            _ => format!(", plus {} s per move", increment.as_secs_f64()),
        };
        format!("{minutes}:{seconds:02} for each side{stretch}{bonus}")
    }

    /// The side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// The remaining time of a side.
    pub fn left(&self, side: Color, now: Instant) -> Duration {
        let left = self.side(side).remaining.unwrap_or_default();
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
        self.stop(now);
        if next != Some(side) {
            self.side_mut(side).charge(Duration::ZERO);
        }
        self.made.push(self.turn);
        self.taken_back.clear();
        self.turn = self.sides;
        self.running = next.map(|next| (next, now));
    }

    /// The last move is undone. The clocks stop and show the times when its turn began.
    pub fn take_back(&mut self) {
        if let Some(before) = self.made.pop() {
            self.taken_back.push(self.turn);
            (self.sides, self.turn, self.running) = (before, before, None);
        }
    }

    /// An undone move is made again, including the time it took.
    pub fn make_again(&mut self) {
        if let Some(after) = self.taken_back.pop() {
            self.made.push(self.turn);
            (self.sides, self.turn, self.running) = (after, after, None);
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
            self.side_mut(side).remaining = Some(left);
        }
        self.running = None;
    }

    /// The side that has no time left, whether its clock is running or not.
    pub fn fallen_at_rest(&self) -> Option<Color> {
        let out = |&side: &Color| self.side(side).remaining.is_some_and(|left| left.is_zero());
        Color::ALL.into_iter().find(out).filter(|_| self.are_on())
    }

    /// The side whose time has just run out.
    pub fn fallen(&self, now: Instant) -> Option<Color> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// The clock that a search for a side's move gets.
    pub fn clock(&self, side: Color, now: Instant) -> Clock {
        SideClock { remaining: Some(self.left(side, now)), ..*self.side(side) }.clock()
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
