//! Lessons at a table: the pieces of an army one after the other, each with its tasks. The player's own game
//! waits meanwhile.

use super::answer::Refused;
use super::tables::{Lesson, Table};
use crate::commands::learn::{Course, LEVEL, LessonTask, MOST_WRONG};
use crate::commands::show::PAGES;
use crate::rules::variant::Catalog;
use crate::session::Given;
use crate::session::play::{Room, Seats, Session, Start};

impl Table {
    /// Starts lessons in a variant or an army. The game waits.
    pub(super) fn learn(&mut self, catalog: &Catalog, what: &str) -> Result<(), Refused> {
        let course =
            Course::new(catalog, what).map_err(|error| Refused::by_game("variant", error.to_string()))?;
        let start = Start {
            room: Room::Browser,
            variant: Some(course.game().def.id.clone()),
            seats: Seats::BOTH,
            ..Start::default()
        };
        let session = Session::new(catalog.clone(), None, &start, PAGES)
            .map_err(|error| Refused::by_game("variant", error.to_string()))?;
        self.leave_lesson();
        let pieces = course.pieces();
        self.act(Session::pause);
        let own = self.act(|own, _| std::mem::replace(own, session));
        self.lesson = Some(Lesson {
            course,
            pieces,
            piece: 0,
            tasks: Vec::new(),
            task: 0,
            wrong: 0,
            told: None,
            found: false,
            own,
        });
        self.teach(0)
    }

    /// The player's own game, even during lessons.
    pub(super) fn own(&self) -> &Session {
        self.lesson.as_ref().map_or(&self.session, |lesson| &lesson.own)
    }

    /// Continues the game where it was.
    pub(super) fn leave_lesson(&mut self) {
        if let Some(lesson) = self.lesson.take() {
            self.act(|session, outside| {
                session.rest(outside.host);
                *session = lesson.own;
            });
        }
    }

    /// Carries out a command of the lessons.
    pub(super) fn study(&mut self, what: &str) -> Result<(), Refused> {
        let Some(lesson) = &mut self.lesson else { return Err(Refused::missing("no lesson is open")) };
        match what {
            "answer" => {
                lesson.told = lesson.tasks.get(lesson.task).map(LessonTask::told);
                self.version += 1;
                Ok(())
            }
            "next" if lesson.task + 1 < lesson.tasks.len() => {
                lesson.task += 1;
                self.set_task()
            }
            "next" | "piece" if lesson.piece + 1 < lesson.pieces.len() => {
                let next = lesson.piece + 1;
                self.teach(next)
            }
            "back" => {
                let before = lesson.piece.saturating_sub(1);
                self.teach(before)
            }
            "next" | "piece" | "game" => {
                let variant = lesson.course.game().def.id.clone();
                self.leave_lesson();
                let start = Start {
                    room: Room::Browser,
                    variant: Some(variant),
                    settings: Given::<true>::default().with("level", LEVEL),
                    clock: Some("off".to_string()),
                    ..Start::default()
                };
                let begun = self.act(|session, outside| session.begin_as(&start, outside));
                begun.map_err(|why| Refused::by_game("variant", why.to_string()))
            }
            "leave" => {
                self.leave_lesson();
                self.act(Session::come_back);
                Ok(())
            }
            _ => Err(Refused::unclear("expected `answer`, `next`, `piece`, `back`, `game` or `leave`")),
        }
    }

    /// A move that may solve the task.
    pub(super) fn solve(&mut self, text: &str) -> Result<(), Refused> {
        let Some(lesson) = &mut self.lesson else { return Err(Refused::missing("no lesson is open")) };
        let (Some(piece), Some(task)) = (lesson.kind(), lesson.tasks.get(lesson.task)) else {
            return Err(Refused::missing("there is nothing to solve"));
        };
        if lesson.found {
            return Err(Refused::by_game("solved", "this task is solved: go on to the next one"));
        }
        match task.judge(piece, text) {
            Ok(m) => {
                let text = task.position.move_text(m);
                (lesson.found, lesson.told) = (true, Some(task.told()));
                self.act(|session, outside| session.attempt(&text, outside))
                    .map_err(|refused| Refused::by_game(refused.code, refused.reason))
            }
            Err(reason) => {
                lesson.wrong += 1;
                if lesson.wrong >= MOST_WRONG {
                    lesson.told = Some(task.told());
                }
                self.version += 1;
                Err(Refused::by_game("not-asked", reason))
            }
        }
    }

    /// Shows a piece, with its first task.
    fn teach(&mut self, piece: usize) -> Result<(), Refused> {
        let Some(lesson) = &mut self.lesson else { return Ok(()) };
        lesson.piece = piece;
        let Some(kind) = lesson.kind() else { return Ok(()) };
        lesson.tasks = lesson.course.tasks(kind);
        lesson.task = 0;
        if lesson.tasks.is_empty() {
            return self.study("piece");
        }
        self.set_task()
    }

    /// Sets up the position of the task.
    fn set_task(&mut self) -> Result<(), Refused> {
        let Some(lesson) = &mut self.lesson else { return Ok(()) };
        (lesson.wrong, lesson.told, lesson.found) = (0, None, false);
        let Some(task) = lesson.tasks.get(lesson.task) else { return Ok(()) };
        let start = Start {
            room: Room::Browser,
            variant: Some(lesson.course.game().def.id.clone()),
            seats: Seats::BOTH,
            fen: Some(task.position.fen()),
            ..Start::default()
        };
        let begun = self.act(|session, outside| session.begin_as(&start, outside));
        begun.map_err(|why| Refused::by_game("variant", why.to_string()))
    }
}
