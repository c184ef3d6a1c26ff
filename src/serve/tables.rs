//! The games, one for each tab of a browser.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::Serving;
use super::answer::Refused;
use super::judge::Judge;
use super::kinds::KindList;
use super::lesson::Lesson;
use crate::engine::{Engine, Message};
use crate::library::Library;
use crate::play::host::{Resources, SearchHost};
use crate::position::Move;
use crate::terminal::Start;
use crate::terminal::command::Verb;
use crate::terminal::session::{Autosave, Note, Session};
use crate::variant::Catalog;

/// Games at a time.
pub(super) const MOST_GAMES: usize = 12;
/// A game that its tab has not asked about for so long gives its place to another, if there is no other place.
/// Browsers let pages that nobody sees ask once a minute.
const FORSAKEN: Duration = Duration::from_secs(180);
/// So many messages are kept for a tab.
const MOST_NOTES: usize = 60;

/// All games, and what they are made of.
pub(super) struct House {
    pub(super) catalog: Catalog,
    library: Option<Library>,
    start: Start,
    resources: Resources,
    tables: BTreeMap<u64, Table>,
    last: u64,
}

/// A game with its engine.
pub(super) struct Table {
    pub(super) session: Session,
    engine: Engine,
    messages: Receiver<Message>,
    /// Grows with everything there is to be seen.
    pub(super) version: u64,
    /// What has been said, each with its number.
    pub(super) notes: VecDeque<(u64, Note)>,
    said: u64,
    /// Who judges the positions of the game, if that is wanted.
    pub(super) judge: Option<Judge>,
    /// The move of the last hint, and the key of its position.
    pub(super) hint: Option<(u64, Move)>,
    /// The pieces of the game that is played, as they are drawn.
    pub(super) kinds: KindList,
    /// The lessons that are taken here.
    pub(super) lesson: Option<Lesson>,
    seen: Instant,
}

impl House {
    /// A house in which games begin as wished for.
    ///
    /// # Errors
    /// If they cannot: why.
    pub(super) fn new(
        catalog: &Catalog,
        library: Option<Library>,
        serving: &Serving,
    ) -> Result<House, String> {
        let Serving { start, resources, .. } = serving.clone();
        let house =
            House { catalog: catalog.clone(), library, start, resources, tables: BTreeMap::new(), last: 0 };
        house.session(&house.start)?;
        Ok(house)
    }

    fn session(&self, start: &Start) -> Result<Session, String> {
        Session::new(self.catalog.clone(), self.library.clone(), Autosave::On, start)
            .map_err(|error| error.to_string())
    }

    /// Begins a game for another tab; says its number.
    pub(super) fn open(&mut self, now: Instant) -> Result<u64, Refused> {
        if self.tables.len() >= MOST_GAMES {
            let forsaken = |table: &&Table| now.saturating_duration_since(table.seen) >= FORSAKEN;
            let oldest = self.tables.iter().filter(|(_, table)| forsaken(table));
            let Some(oldest) = oldest.min_by_key(|(_, table)| table.seen).map(|(&id, _)| id) else {
                return Err(Refused::too_many(format!(
                    "{MOST_GAMES} games are open: close one of their tabs and try again in three minutes"
                )));
            };
            self.tables.remove(&oldest);
        }
        let session = self.session(&self.start).map_err(|why| Refused::by_game("variant", why))?;
        let (sender, messages) = channel();
        let mut engine = Engine::new(self.resources.memory, move |message| {
            // A game that was closed hears nothing any more.
            let _ = sender.send(message);
        })
        .map_err(|error| Refused::by_system(&error))?;
        SearchHost::set_threads(&mut engine, self.resources.threads);
        let kinds = KindList::new(session.position().game());
        let mut table = Table {
            session,
            engine,
            messages,
            version: 0,
            notes: VecDeque::new(),
            said: 0,
            judge: None,
            hint: None,
            kinds,
            lesson: None,
            seen: now,
        };
        table.act(|session, engine| session.start_playing(now, engine));
        self.last += 1;
        self.tables.insert(self.last, table);
        Ok(self.last)
    }

    /// The game of a number. Whoever asks for it keeps it.
    pub(super) fn table(&mut self, id: &str, now: Instant) -> Result<&mut Table, Refused> {
        let table = id.parse().ok().and_then(|id: u64| self.tables.get_mut(&id));
        let table = table.ok_or_else(|| Refused::missing("this game is no longer open"))?;
        table.seen = now;
        table.hear(now);
        Ok(table)
    }

    /// Hears the searches and looks at the clocks; says whether a search runs.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        for table in self.tables.values_mut() {
            table.hear(now);
            if now.saturating_duration_since(table.seen) >= FORSAKEN && table.session.core.task().is_some() {
                // Nobody looks: the machine is for others.
                table.act(|session, engine| session.rest(engine));
            }
            table.go_on_judging();
        }
        self.tables.values().any(Table::is_at_work)
    }

    /// Ends all games; the texts of those that could not be saved.
    pub(super) fn close(&mut self) -> Vec<String> {
        let mut tables = std::mem::take(&mut self.tables);
        tables.values_mut().for_each(Table::leave_lesson);
        let unsaved = |table: &Table| {
            let reason = table.session.unsaved()?;
            Some(format!("{reason}\n\n{}", table.session.game_text()))
        };
        tables.values().filter_map(unsaved).collect()
    }
}

impl Table {
    /// Lets something happen, and notes what is to be seen of it.
    pub(super) fn act<T>(&mut self, deed: impl FnOnce(&mut Session, &mut dyn SearchHost) -> T) -> T {
        let before = self.session.position().game().def.id.clone();
        let done = deed(&mut self.session, &mut self.engine);
        if self.session.position().game().def.id != before {
            self.kinds = KindList::new(self.session.position().game());
            if self.judge.is_some() {
                // Keys of another game mean other positions. Without a thread there is no judge.
                self.judge = Judge::new().ok();
            }
        }
        self.version += 1;
        for note in self.session.take_notes() {
            self.said += 1;
            self.notes.push_back((self.said, note));
        }
        let surplus = self.notes.len().saturating_sub(MOST_NOTES);
        self.notes.drain(..surplus);
        done
    }

    /// Does what a command asks for.
    pub(super) fn perform(&mut self, verb: Verb, arguments: &str, now: Instant) {
        self.act(|session, engine| session.perform(verb, arguments, now, engine));
    }

    /// Hears what the engine has found, and what the clocks say.
    fn hear(&mut self, now: Instant) {
        while let Ok(message) = self.messages.try_recv() {
            if let Message::Done(_, best) = &message
                && self.session.core.task() == Some(crate::play::Task::Hint)
            {
                self.hint = best.best_move.map(|m| (self.session.position().key(), m));
            }
            self.act(|session, engine| session.hear(message, now, engine));
        }
        if self.session.clocks.fallen(now).is_some() && self.session.ended().is_none() {
            self.act(|session, engine| session.tick(now, engine));
        }
    }

    /// Has the positions of the game judged, or no more.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub(super) fn judge(&mut self, wanted: bool) -> Result<(), Refused> {
        if wanted != self.judge.is_some() {
            let judge = wanted.then(Judge::new).transpose();
            self.judge = judge.map_err(|error| Refused::by_system(&error))?;
            self.version += 1;
        }
        Ok(())
    }

    /// Lets the judge go on while the player rests.
    fn go_on_judging(&mut self) {
        let Some(judge) = self.judge.as_mut().filter(|_| self.session.core.task().is_none()) else { return };
        let start = self.session.core.record.start();
        if judge.go_on(start, self.session.game_moves()) {
            self.version += 1;
        }
    }

    /// Whether something is being searched for.
    fn is_at_work(&self) -> bool {
        self.session.core.task().is_some() || self.judge.as_ref().is_some_and(Judge::is_at_work)
    }
}
