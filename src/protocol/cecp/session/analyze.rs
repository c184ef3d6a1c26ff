//! Analysis mode: the engine plays for neither side and shows its thinking until it is told to stop.
//! Moves can be excluded, and everything can be paused.

use std::time::Duration;

use super::state::{EngineRole, LiveSession, Outside};
use crate::engine::search::Limits;
use crate::protocol::cecp::command::A_MOVE_OR_ALL;
use crate::protocol::cecp::reply::Reply;
use crate::session::Task;

impl LiveSession {
    pub(super) fn begin_analysis(&mut self, outside: &mut Outside) {
        self.abandon(outside);
        self.game.role = EngineRole::Analyst;
        self.analyze(outside);
    }

    /// Searches the position anew if in analysis mode.
    pub(super) fn analyze(&mut self, outside: &mut Outside) {
        if self.game.role != EngineRole::Analyst {
            return;
        }
        self.abandon(outside);
        let position = self.core.record.position();
        let is_over = self.game.refused || position.final_outcome().is_some();
        let moves = if is_over { Vec::new() } else { position.moves() };
        if moves.iter().any(|m| !self.game.excluded.contains(m)) {
            let limits = Limits {
                lines: self.core.settings.lines,
                excluded: self.game.excluded.clone(),
                ..Limits::default()
            };
            self.start(Task::Analysis, limits, outside);
        }
    }

    /// `.`: how far the search is. In analysis mode a search that has ended is reported as well, because GUIs
    /// that get an error do not ask again.
    pub(super) fn tell_status(&mut self, line: &str, outside: &mut Outside) {
        let progress = self.core.progress(outside.now).filter(|_| self.core.task() != Some(Task::Hint));
        let position = self.core.record.position();
        let analyzed = || {
            let here = self.core.thinking().filter(|thinking| thinking.position.fen() == position.fen());
            let last = here.and_then(|thinking| thinking.lines.all().first());
            last.map_or((0, 0, Duration::ZERO), |last| (last.depth, last.nodes, last.time))
        };
        let is_analyst = self.game.role == EngineRole::Analyst;
        let Some((depth, nodes, elapsed)) = progress.or_else(|| is_analyst.then(analyzed)) else {
            return outside.refuse("not searching", line);
        };
        let legal = position.moves();
        let moves = legal.iter().filter(|m| !self.game.excluded.contains(m)).count();
        let centiseconds = elapsed.as_millis() / 10;
        outside.out.push(Reply::Status { centiseconds, nodes, depth, moves });
    }

    /// `exclude` and `include`: moves of this position, or all of them.
    pub(super) fn exclude(&mut self, what: &str, out: bool, line: &str, outside: &mut Outside) {
        let mut moves = match what {
            "all" => self.core.record.position().moves(),
            text => self.game.dialect.read_move(self.core.record.explore(), text).into_iter().collect(),
        };
        if moves.is_empty() {
            return outside.expected(A_MOVE_OR_ALL, line);
        }
        self.game.excluded.retain(|m| !moves.contains(m));
        if out {
            self.game.excluded.append(&mut moves);
        }
        self.analyze(outside);
    }

    /// `pause`: no search runs until `resume`.
    pub(super) fn pause(&mut self, outside: &mut Outside) {
        let task = self.core.task().filter(|&task| task != Task::Hint);
        if task.is_some() {
            self.abandon(outside);
            self.thought.paused = task;
        }
    }

    /// `resume`: continues what was paused.
    pub(super) fn resume(&mut self, outside: &mut Outside) {
        match self.thought.paused.take() {
            Some(Task::Move) => self.think(outside),
            Some(Task::Ponder) => self.ponder(outside),
            Some(Task::Analysis) => self.analyze(outside),
            Some(Task::Hint | Task::Worth) | None => {}
        }
    }
}
