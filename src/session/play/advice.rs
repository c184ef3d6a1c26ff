//! What the engine says when asked: hints, evaluations, analyses.

use std::time::Duration;

use super::state::Session;
use super::voice::Note;
use super::words::{line_of, numbered, thought};
use crate::engine::eval::Evaluator;
use crate::engine::search::{Clock, Limits, Score, SearchResult};
use crate::rules::position::Move;
use crate::session::{Context, Task};
use crate::teach;

/// The engine's time for a hint or an evaluation.
pub const MOMENT: Duration = Duration::from_millis(800);
/// The number of plies to show after a hint, if there is nothing else to say for it.
const EXPECTED: usize = 3;
/// Lines of an analysis at most.
const MOST_LINES: usize = 20;

impl Session {
    /// Asks the engine something, unless the game is over.
    pub(super) fn ask(&mut self, task: Task, context: &mut Context) {
        if self.refuses_ended() {
            return;
        }
        if self.core.task() == Some(Task::Move) {
            return self.refuse("the engine is thinking about its own move");
        }
        self.give_up(context.host);
        self.core.start(
            task,
            Limits { clock: Clock::PerMove(MOMENT), ..Limits::default() },
            context.now,
            context.host,
        );
    }

    /// Starts an analysis, or ends a running one.
    pub(super) fn analyze(&mut self, lines: &str, context: &mut Context) {
        if self.refuses_ended() {
            return;
        }
        if lines.is_empty() && self.core.task() == Some(Task::Analysis) {
            return self.stop_thinking(context);
        }
        let lines = if lines.is_empty() { Ok(3) } else { lines.parse() };
        let Some(lines) = lines.ok().filter(|lines| (1..=MOST_LINES).contains(lines)) else {
            return self.refuse(format!("expected a number of lines from 1 to {MOST_LINES}"));
        };
        self.give_up(context.host);
        self.core.start(Task::Analysis, Limits { lines, ..Limits::default() }, context.now, context.host);
    }

    /// Ends what the engine is doing. A move that it has found is played.
    pub(super) fn stop_thinking(&mut self, context: &mut Context) {
        match self.core.task() {
            None => return self.refuse("the engine is not thinking"),
            Some(Task::Analysis) => {
                self.give_up(context.host);
                self.say("The analysis has ended.");
            }
            Some(_) => return context.host.stop(),
        }
        if self.ending().is_none() {
            self.run_on(context);
        }
    }

    /// Shows the lines of an analysis.
    pub(super) fn show_lines(&mut self, task: Task) {
        if task != Task::Analysis {
            return;
        }
        if let Some(thinking) = self.core.thinking() {
            let lines = thinking.lines.all().iter().map(|line| thought(&thinking.position, line)).collect();
            self.voice.note(Note::Lines(lines));
        }
    }

    /// A good move, with what it is good for as far as that can be seen on the board.
    pub(super) fn tell_hint(&mut self, m: Move, best: &SearchResult) {
        let position = self.position();
        if !position.is_legal(m) {
            return;
        }
        let (text, side) = (numbered(position, m), position.side());
        let words = if self.view.quiet { format!(", {}", teach::spoken(position, m)) } else { String::new() };
        let purposes = teach::purposes(position, m, Evaluator::new(position.game()).values());
        let why = match purposes.as_slice() {
            [] => self.expected(m),
            purposes => format!(". It {}.", teach::joined(purposes, "and")),
        };
        self.say(format!("Hint: {text}{words} ({} for {side}){why}", best.score));
    }

    /// What the engine expects after a move, as a sentence.
    fn expected(&self, m: Move) -> String {
        let line = self.core.thinking().and_then(|thinking| thinking.lines.all().first());
        let Some([first, rest @ ..]) = line.map(|line| line.pv.as_slice()).filter(|pv| pv.len() > 1) else {
            return String::new();
        };
        let mut after = self.position().clone();
        after.make(m);
        let (is_same, shown) = (*first == m, rest.iter().take(EXPECTED).copied().collect::<Vec<_>>());
        if is_same { format!(". Fibnif expects {}.", line_of(&after, &shown)) } else { String::new() }
    }

    /// What the search and the evaluation say of the position, for White.
    pub(super) fn tell_worth(&mut self, best: &SearchResult) {
        let side = self.position().side();
        let still = Score(Evaluator::new(self.position().game()).evaluate(self.position()));
        let line = self.core.thinking().and_then(|thinking| {
            Some(line_of(&thinking.position, &thinking.lines.all().first()?.pv))
                .filter(|line| !line.is_empty())
        });
        let line = line.map_or_else(String::new, |line| format!(": {line}"));
        self.say(format!(
            "White's score: {} before searching, {} after {} plies{line}",
            still.for_white(side),
            best.score.text_for_white(side),
            best.depth
        ));
    }
}
