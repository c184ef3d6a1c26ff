//! The way of a learner through a course: which piece, which task, what was tried.

use super::lessons::{Course, LessonTask};
use crate::rules::game::KindId;
use crate::rules::position::Move;

/// After this many wrong moves the solution is shown.
const MOST_WRONG: usize = 3;

/// A course and the place in it.
#[derive(Clone, Debug)]
pub struct Lesson {
    course: Course,
    pieces: Vec<KindId>,
    piece: usize,
    /// The tasks of that piece.
    tasks: Vec<LessonTask>,
    task: usize,
    wrong: usize,
    answer: Option<String>,
    is_solved: bool,
}

/// A place in a list, for people: the third of five.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub number: usize,
    pub of: usize,
}

impl Lesson {
    /// The beginning of a course.
    pub fn new(course: Course) -> Lesson {
        let pieces = course.pieces();
        let mut lesson = Lesson {
            course,
            pieces,
            piece: 0,
            tasks: Vec::new(),
            task: 0,
            wrong: 0,
            answer: None,
            is_solved: false,
        };
        lesson.go_to_piece(0);
        lesson
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The piece to learn; `None` in a game without pieces.
    pub fn piece(&self) -> Option<KindId> {
        self.pieces.get(self.piece).copied()
    }

    /// The task.
    pub fn task(&self) -> Option<&LessonTask> {
        self.tasks.get(self.task)
    }

    pub fn place_of_piece(&self) -> Place {
        Place { number: self.piece + 1, of: self.pieces.len() }
    }

    pub fn place_of_task(&self) -> Place {
        Place { number: self.task + 1, of: self.tasks.len() }
    }

    /// The solution, once it was found or shown.
    pub fn answer(&self) -> Option<&str> {
        self.answer.as_deref()
    }

    /// Whether the learner has found the solution.
    pub fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// Shows the solution.
    pub fn show_answer(&mut self) {
        self.answer = self.task().map(LessonTask::answer_text);
    }

    /// Tries to solve the task. After some wrong moves the solution is shown.
    ///
    /// # Errors
    /// If the move is not a solution: why not.
    pub fn attempt(&mut self, text: &str) -> Result<Move, String> {
        let (Some(piece), Some(task)) = (self.piece(), self.task()) else {
            return Err("there is nothing to solve".to_string());
        };
        match task.judge(piece, text) {
            Ok(m) => {
                self.is_solved = true;
                self.show_answer();
                Ok(m)
            }
            Err(reason) => {
                self.wrong += 1;
                if self.wrong >= MOST_WRONG {
                    self.show_answer();
                }
                Err(reason)
            }
        }
    }

    /// Goes on to the next task, or to the next piece. Returns whether there is one.
    pub fn next(&mut self) -> bool {
        if self.task + 1 < self.tasks.len() {
            self.go_to_task(self.task + 1);
            return true;
        }
        self.next_piece()
    }

    /// Goes on to the next piece that has tasks. Returns whether there is one.
    pub fn next_piece(&mut self) -> bool {
        (self.piece + 1..self.pieces.len()).any(|piece| self.go_to_piece(piece))
    }

    /// Goes back to the piece before.
    pub fn back(&mut self) {
        self.go_to_piece(self.piece.saturating_sub(1));
    }

    /// Goes to a piece. Returns whether it has tasks.
    fn go_to_piece(&mut self, piece: usize) -> bool {
        self.piece = piece;
        self.tasks = self.piece().map(|piece| self.course.tasks(piece)).unwrap_or_default();
        self.go_to_task(0);
        !self.tasks.is_empty()
    }

    fn go_to_task(&mut self, task: usize) {
        (self.task, self.wrong, self.answer, self.is_solved) = (task, 0, None, false);
    }
}
