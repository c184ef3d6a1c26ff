//! Lessons: the pieces of an army one after the other, each with its tasks. The player's own game waits
//! meanwhile.

use serde_json::{Value, json};

use crate::commands::learn::{Course, Task};
use crate::rules::game::KindId;
use crate::session::play::Session;

/// The current lessons.
pub(super) struct Lesson {
    pub(super) course: Course,
    pub(super) pieces: Vec<KindId>,
    /// The current piece and its tasks.
    pub(super) piece: usize,
    pub(super) tasks: Vec<Task>,
    pub(super) task: usize,
    pub(super) wrong: usize,
    /// The solution, once it is found or shown.
    pub(super) told: Option<String>,
    /// Whether the player has found it.
    pub(super) found: bool,
    /// The waiting game.
    pub(super) own: Session,
}

impl Lesson {
    /// The current piece.
    pub(super) fn kind(&self) -> Option<KindId> {
        self.pieces.get(self.piece).copied()
    }

    /// As JSON.
    pub(super) fn json(&self) -> Option<Value> {
        let (kind, task) = (self.kind()?, self.tasks.get(self.task)?);
        let game = self.course.game();
        Some(json!({
            "kind": kind.index(),
            "name": game.kind(kind).name,
            "piece": self.piece + 1,
            "pieces": self.pieces.len(),
            "task": self.task + 1,
            "tasks": self.tasks.len(),
            "goal": task.goal.words(game.kind(kind)),
            "told": self.told,
            "found": self.found,
            "last": self.piece + 1 == self.pieces.len() && self.task + 1 == self.tasks.len(),
        }))
    }
}
