//! Lessons in a tab: the pieces of an army one after the other, each with its tasks. The player's own game
//! waits meanwhile.

use serde_json::{Value, json};

use super::answer::Refused;
use super::tabs::{OpenLesson, Tab};
use crate::commands::load::game_or_army;
use crate::protocol::xboard::TRANSLATOR;
use crate::rules::variant::Catalog;
use crate::session::play::{FrontEnd, Session, Sides, Start};
use crate::session::{Given, OfGame};
use crate::teach::lesson::Lesson;
use crate::teach::lessons::{Course, LEVEL};

impl Tab {
    /// Starts lessons in a variant or an army. The game waits.
    pub(super) fn learn(&mut self, catalog: &Catalog, what: &str) -> Result<(), Refused> {
        let game = game_or_army(catalog, what);
        let course = Course::new(game.map_err(|error| Refused::by_game("variant", error.to_string()))?);
        let start = Start {
            front_end: FrontEnd::Browser,
            variant: Some(course.game().def.id.clone()),
            sides: Sides::BOTH,
            ..Start::default()
        };
        let session = Session::new(catalog.clone(), None, &start, TRANSLATOR)
            .map_err(|error| Refused::by_game("variant", error.to_string()))?;
        self.leave_lesson();
        self.act(Session::pause);
        let own = self.act(|own, _| std::mem::replace(own, session));
        self.lesson = Some(OpenLesson { lesson: Lesson::new(course), own });
        self.set_task()
    }

    /// The player's own game, even during lessons.
    pub(super) fn own(&self) -> &Session {
        self.lesson.as_ref().map_or(&self.session, |open| &open.own)
    }

    /// Continues the game where it was.
    pub(super) fn leave_lesson(&mut self) {
        if let Some(open) = self.lesson.take() {
            self.act(|session, context| {
                session.rest(context.host);
                *session = open.own;
            });
        }
    }

    /// Carries out a command of the lessons.
    pub(super) fn study(&mut self, what: &str) -> Result<(), Refused> {
        let Some(OpenLesson { lesson, .. }) = &mut self.lesson else {
            return Err(Refused::missing("no lesson is open"));
        };
        match what {
            "answer" => {
                lesson.show_answer();
                self.version += 1;
                Ok(())
            }
            "next" if lesson.next() => self.set_task(),
            "piece" if lesson.next_piece() => self.set_task(),
            "back" => {
                lesson.back();
                self.set_task()
            }
            "next" | "piece" | "game" => {
                let variant = lesson.course().game().def.id.clone();
                self.leave_lesson();
                let start = Start {
                    front_end: FrontEnd::Browser,
                    variant: Some(variant),
                    settings: Given::<OfGame>::default().with("level", LEVEL),
                    clock: Some("off".to_string()),
                    ..Start::default()
                };
                let begun = self.act(|session, context| session.begin_as(&start, context));
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
        let Some(OpenLesson { lesson, .. }) = &mut self.lesson else {
            return Err(Refused::missing("no lesson is open"));
        };
        if lesson.is_solved() {
            return Err(Refused::by_game("solved", "this task is solved: go on to the next one"));
        }
        match lesson.attempt(text) {
            Ok(m) => {
                let text = lesson.task().map(|task| task.position.move_text(m)).unwrap_or_default();
                self.act(|session, context| session.attempt(&text, context))
                    .map_err(|refused| Refused::by_game(refused.code, refused.reason))
            }
            Err(reason) => {
                self.version += 1;
                Err(Refused::by_game("not-asked", reason))
            }
        }
    }

    /// Sets up the position of the task.
    fn set_task(&mut self) -> Result<(), Refused> {
        let Some(OpenLesson { lesson, .. }) = &self.lesson else { return Ok(()) };
        let Some(task) = lesson.task() else { return Ok(()) };
        let start = Start {
            front_end: FrontEnd::Browser,
            variant: Some(lesson.course().game().def.id.clone()),
            sides: Sides::BOTH,
            fen: Some(task.position.fen()),
            ..Start::default()
        };
        let begun = self.act(|session, context| session.begin_as(&start, context));
        begun.map_err(|why| Refused::by_game("variant", why.to_string()))
    }
}

/// Lessons as the page shows them.
pub(super) fn json(lesson: &Lesson) -> Option<Value> {
    let (kind, task) = (lesson.piece()?, lesson.task()?);
    let (piece, place) = (lesson.place_of_piece(), lesson.place_of_task());
    let game = lesson.course().game();
    Some(json!({
        "kind": kind.index(),
        "name": game.kind(kind).name,
        "piece": piece.number,
        "pieces": piece.of,
        "task": place.number,
        "tasks": place.of,
        "goal": task.goal.words(game.kind(kind)),
        "answer": lesson.answer(),
        "found": lesson.is_solved(),
        "last": piece.number == piece.of && place.number == place.of,
    }))
}
