//! The moves of the game judged one after the other, and marked.

use std::time::{Duration, Instant};

use super::annotating::Annotating;
use super::state::{Autosave, Note, Session};
use super::words::counted;
use crate::engine::search::{Clock, Limits};
use crate::rules::geometry::Color;
use crate::rules::position::Move;
use crate::session::{SearchHost, Task};

/// How long a position is looked at if nothing is said.
const MOMENT: Duration = Duration::from_millis(500);
/// Seconds for a position at least, and at most.
const SECONDS: (f64, f64) = (0.01, 60.0);

impl Session {
    /// `annotate`, `annotate 2`: judges the moves of the game.
    pub(super) fn annotate(&mut self, seconds: &str, now: Instant, host: &mut dyn SearchHost) {
        let (least, most) = SECONDS;
        let read = |text: &str| text.parse().ok().filter(|seconds| (least..=most).contains(seconds));
        let moment =
            if seconds.is_empty() { Some(MOMENT) } else { read(seconds).map(Duration::from_secs_f64) };
        let Some(moment) = moment else {
            return self.refuse(format!(
                "expected the seconds for each position, from {least} to {most}, found `{seconds}`"
            ));
        };
        let moves: Vec<Move> = self.game_moves().collect();
        if moves.is_empty() {
            return self.refuse("there are no moves to annotate");
        }
        self.give_up(host);
        self.clocks.stop(now);
        let time = moment * u32::try_from(moves.len() + 1).unwrap_or(u32::MAX);
        self.say(format!(
            "Fibnif looks at {}: this takes up to {} seconds. `stop` ends it.",
            counted(moves.len(), "half-move"),
            time.as_secs() + 1
        ));
        let place = self.core.record.start().clone();
        self.annotating = Some(Annotating::new(place, moves, moment));
        self.review(now, host);
    }

    /// How many half-moves have been judged, of how many.
    pub fn annotated(&self) -> Option<(usize, usize)> {
        self.annotating.as_ref().map(|all| (all.at, all.moves.len()))
    }

    /// Looks at the next position in which a move is to be judged.
    fn review(&mut self, now: Instant, host: &mut dyn SearchHost) {
        while let Some(all) = &mut self.annotating {
            if all.place.outcome().is_none() {
                let granted = Limits { clock: Clock::PerMove(all.moment), ..Limits::default() };
                let limits = self.core.limits(Task::Review, granted);
                return self.core.run(Task::Review, all.place.clone(), limits, now, host);
            }
            if !all.see(&[]) {
                self.mark();
            }
        }
        if self.ending().is_none() {
            self.run_on(now, host);
        }
    }

    /// A position has been looked at.
    pub(super) fn reviewed(&mut self, now: Instant, host: &mut dyn SearchHost) {
        let Some(all) = &mut self.annotating else { return };
        let found = self.core.thinking().filter(|thinking| thinking.position.key() == all.place.key());
        let lines = found.map(|thinking| thinking.lines.all().to_vec()).unwrap_or_default();
        if !all.see(&lines) {
            self.mark();
        }
        self.review(now, host);
    }

    /// Writes the marks into the game.
    fn mark(&mut self) {
        let Some(Annotating { review, moves, .. }) = self.annotating.take() else { return };
        self.annotations.marks.resize(moves.len(), Vec::new());
        review.mark(&mut self.annotations.marks);
        self.core.forget();
        let [white, black] = Color::ALL.map(|side| review.summary(side));
        self.say(format!("{white}. {black}."));
        if self.autosave == Autosave::On {
            self.keep();
        }
        self.notes.push_back(Note::Board);
    }
}
