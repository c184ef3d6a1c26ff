//! Analysis mode: the engine plays for neither side and shows its thinking until it is stopped.
//! Moves can be excluded, and everything can be paused.

use std::time::Duration;

use super::state::{Context, EngineRole, LiveSession};
use crate::engine::search::Limits;
use crate::protocol::cecp::command::A_MOVE_OR_ALL;
use crate::protocol::cecp::reply::Reply;
use crate::session::Task;

impl LiveSession {
    pub(super) fn begin_analysis(&mut self, context: &mut Context) {
        self.abandon(context);
        self.game.role = EngineRole::Analyst;
        self.analyze(context);
    }

    /// Searches the position anew if in analysis mode.
    pub(super) fn analyze(&mut self, context: &mut Context) {
        if self.game.role != EngineRole::Analyst {
            return;
        }
        self.abandon(context);
        let position = self.core.record.position();
        let is_over = self.board.refused || position.final_outcome().is_some();
        let moves = if is_over { Vec::new() } else { position.moves() };
        if moves.iter().any(|m| !self.game.excluded.contains(m)) {
            let limits = Limits {
                lines: self.core.settings.lines,
                excluded: self.game.excluded.clone(),
                ..Limits::default()
            };
            self.start(Task::Analysis, limits, context);
        }
    }

    /// `.`: how far the search is. In analysis mode a search that has ended is reported as well, because GUIs
    /// that get an error do not ask again.
    pub(super) fn tell_status(&mut self, line: &str, context: &mut Context) {
        let progress = self.core.progress(context.now).filter(|_| self.core.task() != Some(Task::Hint));
        let position = self.core.record.position();
        let analyzed = || {
            let here = self.core.thinking().filter(|thinking| thinking.position.fen() == position.fen());
            let last = here.and_then(|thinking| thinking.lines.all().first());
            last.map_or((0, 0, Duration::ZERO), |last| (last.depth, last.nodes, last.time))
        };
        let is_analyst = self.game.role == EngineRole::Analyst;
        let Some((depth, nodes, elapsed)) = progress.or_else(|| is_analyst.then(analyzed)) else {
            return context.refuse("not searching", line);
        };
        let legal = position.moves();
        let moves = legal.iter().filter(|m| !self.game.excluded.contains(m)).count();
        let centiseconds = elapsed.as_millis() / 10;
        context.out.push(Reply::Status { centiseconds, nodes, depth, moves });
    }

    /// `exclude` and `include`: moves of this position, or all of them.
    pub(super) fn exclude(&mut self, what: &str, out: bool, line: &str, context: &mut Context) {
        let moves = match what {
            "all" => self.core.record.position().moves(),
            text => self.board.read(&mut self.core.record, text).into_iter().collect(),
        };
        if moves.is_empty() {
            return context.expected(A_MOVE_OR_ALL, line);
        }
        self.game.exclude(moves, out);
        self.analyze(context);
    }

    /// `pause`: no search runs until `resume`.
    pub(super) fn pause(&mut self, context: &mut Context) {
        let task = self.core.task().filter(|&task| task != Task::Hint);
        if task.is_some() {
            self.abandon(context);
            self.thought.paused = task;
        }
    }

    /// `resume`: continues what was paused.
    pub(super) fn resume(&mut self, context: &mut Context) {
        match self.thought.paused.take() {
            Some(Task::Move) => self.think(context),
            Some(Task::Ponder) => self.ponder(context),
            Some(Task::Analysis) => self.analyze(context),
            Some(Task::Hint | Task::Worth) | None => {}
        }
    }
}
