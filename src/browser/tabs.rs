//! The games, one for each tab of a browser.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::ServeArgs;
use super::answer::Refused;
use super::judge::Judge;
use super::kinds::KindList;
use crate::protocol::xboard::TRANSLATOR;
use crate::rules::position::Move;
use crate::rules::variant::Catalog;
use crate::session::Error;
use crate::session::engine::{Engine, Message};
use crate::session::library::Library;
use crate::session::play::{Action, FrontEnd, Note, SavedGame, Session, Start};
use crate::session::{Context, host};
use crate::teach::lesson::Lesson;

/// The maximum number of games.
pub(super) const MOST_GAMES: usize = 12;
/// A game whose tab has not sent a request for this long is replaced by another if there is no room.
/// Browsers let hidden pages send a request once a minute.
const FORSAKEN: Duration = Duration::from_secs(180);
/// The maximum number of messages kept for a tab.
const MOST_NOTES: usize = 60;

/// All games, and their shared settings.
pub(super) struct Games {
    pub(super) catalog: Catalog,
    library: Option<Library>,
    start: Start,
    tabs: BTreeMap<u64, Tab>,
    last: u64,
    /// The closed tabs whose games have gone to other tabs.
    moved: BTreeSet<u64>,
}

/// Lessons, and the game that waits meanwhile.
pub(super) struct OpenLesson {
    pub(super) lesson: Lesson,
    pub(super) own: Session,
}

/// A game with its engine.
pub(super) struct Tab {
    pub(super) session: Session,
    engine: Engine,
    messages: Receiver<Message>,
    /// Increases with every visible change.
    pub(super) version: u64,
    /// Messages, each with its number.
    pub(super) notes: VecDeque<(u64, Note)>,
    said: u64,
    /// The judge of the game's positions, if wanted.
    pub(super) judge: Option<Judge>,
    /// The move of the last hint, and the key of its position.
    pub(super) hint: Option<(u64, Move)>,
    /// The drawn pieces of the current game.
    pub(super) kinds: KindList,
    /// Lessons, while the player's own game waits.
    pub(super) lesson: Option<OpenLesson>,
    /// A saved game to continue, offered to a fresh tab.
    pub(super) offer: Option<SavedGame>,
    seen: Instant,
    /// Whether its tab has been closed, or shows another page.
    is_left: bool,
}

impl Games {
    /// No games yet. They start as requested.
    pub(super) fn new(
        catalog: &Catalog,
        library: Option<Library>,
        serving: &ServeArgs,
    ) -> Result<Games, Error> {
        let start = Start { front_end: FrontEnd::Browser, autosave: true, ..serving.start.clone() };
        let (tabs, moved) = (BTreeMap::new(), BTreeSet::new());
        let games = Games { catalog: catalog.clone(), library, start, tabs, last: 0, moved };
        games.session(&games.start)?;
        Ok(games)
    }

    fn session(&self, start: &Start) -> Result<Session, Error> {
        Session::new(self.catalog.clone(), self.library.clone(), start, TRANSLATOR)
    }

    /// Starts a game for another tab. Returns its number.
    pub(super) fn open(&mut self, now: Instant) -> Result<u64, Refused> {
        if self.tabs.len() >= MOST_GAMES {
            let oldest = self.tabs.iter().filter(|(_, tab)| tab.is_forsaken(now));
            let Some(oldest) = oldest.min_by_key(|(_, tab)| tab.seen).map(|(&id, _)| id) else {
                return Err(Refused::too_many(format!(
                    "{MOST_GAMES} games are open: close one of their tabs and try again"
                )));
            };
            self.tabs.remove(&oldest);
        }
        let session =
            self.session(&self.start).map_err(|why| Refused::by_game("variant", why.to_string()))?;
        let (sender, messages) = channel();
        let engine = host::engine(&session.core.settings, move |message| {
            // A closed game receives nothing any more.
            let _ = sender.send(message);
        });
        let engine = engine.map_err(|error| Refused::by_system(&error))?;
        let kinds = KindList::new(session.position().game());
        let offer = session.keeper.offered(&self.left(now));
        let mut tab = Tab {
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
            offer,
            seen: now,
            is_left: false,
        };
        tab.act(Session::start_playing);
        self.last += 1;
        self.tabs.insert(self.last, tab);
        Ok(self.last)
    }

    /// The game with a number. A request for it keeps it alive.
    pub(super) fn tab(&mut self, id: &str, now: Instant) -> Result<&mut Tab, Refused> {
        let id = id.parse().unwrap_or(0);
        if self.moved.contains(&id) {
            return Err(Refused::missing("this game has been opened in another tab"));
        }
        let Some(tab) = self.tabs.get_mut(&id) else {
            return Err(Refused::missing(
                "the game of this tab had been closed; it is among the saved games",
            ));
        };
        let was_forsaken = tab.is_forsaken(now);
        (tab.seen, tab.is_left) = (now, false);
        tab.receive(now);
        if was_forsaken && tab.lesson.is_none() && tab.session.core.task().is_none() {
            tab.act(Session::come_back);
        }
        Ok(tab)
    }

    /// The tab of a game has been closed, or is being loaded again. Its next request brings it back.
    pub(super) fn leave(&mut self, id: &str) {
        if let Some(tab) = id.parse().ok().and_then(|id: u64| self.tabs.get_mut(&id)) {
            tab.is_left = true;
        }
    }

    /// The saved games that have a text in them, as a tab sees them: a game that another tab has open can
    /// be opened, since it goes to the tab that asks.
    pub(super) fn saved_games(
        &mut self,
        id: &str,
        text: &str,
        now: Instant,
    ) -> Result<Option<Vec<SavedGame>>, Refused> {
        let left = self.left(now);
        let mut games = self.tab(id, now)?.own().keeper.saved_games(text, &left);
        for game in games.iter_mut().flatten().filter(|game| !left.contains(&game.name)) {
            if self.holder(&game.name).is_some_and(|holder| holder.to_string() != id) {
                game.state = "open in another tab".to_string();
            }
        }
        Ok(games)
    }

    /// The saved games of tabs that are closed.
    fn left(&self, now: Instant) -> Vec<String> {
        let left = self.tabs.values().filter(|tab| tab.is_forsaken(now));
        left.filter_map(|tab| tab.own().keeper.kept_name()).collect()
    }

    /// The tab that has a saved game.
    fn holder(&self, name: &str) -> Option<u64> {
        let has = |tab: &Tab| tab.own().keeper.kept_name().as_deref() == Some(name);
        self.tabs.iter().find(|(_, tab)| has(tab)).map(|(&id, _)| id)
    }

    /// Takes a saved game from the other tab that has it, which ends.
    fn release(&mut self, name: &str, id: &str) -> Result<(), Refused> {
        let Some(holder) = self.holder(name).filter(|holder| holder.to_string() != id) else { return Ok(()) };
        if self.tabs.get(&holder).is_some_and(|tab| tab.own().keeper.unsaved().is_some()) {
            return Err(Refused::by_game("unsaved", "another tab has this game and cannot save it"));
        }
        self.tabs.remove(&holder);
        self.moved.insert(holder);
        Ok(())
    }

    /// Opens, renames or deletes a saved game by its name.
    pub(super) fn manage(
        &mut self,
        id: &str,
        request: &SavedRequest<'_>,
        now: Instant,
    ) -> Result<(), Refused> {
        self.tab(id, now)?;
        let refused = |why: Error| Refused::by_game("saved", why.to_string());
        match *request {
            SavedRequest::Open(name) => {
                self.release(name, id)?;
                let tab = self.tab(id, now)?;
                tab.leave_lesson();
                tab.act(|session, context| session.try_resume(name, context.host)).map_err(refused)?;
                self.change_offers(name, None);
                Ok(())
            }
            SavedRequest::Rename(name, to) => {
                let holder = self.holder(name).and_then(|holder| self.tabs.get_mut(&holder));
                let tab = match holder {
                    Some(tab) => tab,
                    None => self.tab(id, now)?,
                };
                let renamed = tab.act_on_own(|own, _| own.keeper.rename_saved(name, to)).map_err(refused)?;
                self.change_offers(name, Some(&renamed));
                Ok(())
            }
            SavedRequest::Delete(name) => {
                self.release(name, id)?;
                let tab = self.tab(id, now)?;
                tab.leave_lesson();
                tab.act(|session, context| session.delete_saved(name, context)).map_err(refused)?;
                self.change_offers(name, None);
                Ok(())
            }
        }
    }

    /// A saved game has another name, or can no longer be offered.
    fn change_offers(&mut self, name: &str, to: Option<&str>) {
        for tab in self.tabs.values_mut() {
            if let Some(offer) = tab.offer.take_if(|offer| offer.name == name) {
                tab.offer = to.map(|to| SavedGame { name: to.to_string(), ..offer });
                tab.version += 1;
            }
        }
    }

    /// Reads the results of searches and updates the clocks. Returns whether a search runs.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        for tab in self.tabs.values_mut() {
            tab.receive(now);
            if tab.is_forsaken(now) && tab.session.core.task().is_some() {
                // Nobody is watching, so the machine is free for others.
                tab.act(|session, context| session.rest(context.host));
            }
            tab.go_on_judging();
        }
        self.tabs.values().any(Tab::is_at_work)
    }

    /// Ends all games. Returns the texts of those that could not be saved.
    pub(super) fn close(&mut self) -> Vec<String> {
        let mut tabs = std::mem::take(&mut self.tabs);
        tabs.values_mut().for_each(Tab::leave_lesson);
        let unsaved = |tab: &Tab| {
            let reason = tab.session.keeper.unsaved()?;
            Some(format!("{reason}\n\n{}", tab.session.game_text()))
        };
        tabs.values().filter_map(unsaved).collect()
    }
}

/// What is asked for a saved game of a name.
pub(super) enum SavedRequest<'a> {
    /// It comes on the board.
    Open(&'a str),
    /// It gets another name.
    Rename(&'a str, &'a str),
    Delete(&'a str),
}

impl Tab {
    /// Whether nobody sees it any more.
    fn is_forsaken(&self, now: Instant) -> bool {
        self.is_left || now.saturating_duration_since(self.seen) >= FORSAKEN
    }

    /// Carries out an action with the player's own game, even during lessons.
    fn act_on_own<T>(&mut self, action: impl FnOnce(&mut Session, &mut Context) -> T) -> T {
        match &mut self.lesson {
            Some(lesson) => action(&mut lesson.own, &mut Context::now(&mut self.engine)),
            None => self.act(action),
        }
    }

    /// Carries out an action, and records its visible effects.
    pub(super) fn act<T>(&mut self, action: impl FnOnce(&mut Session, &mut Context) -> T) -> T {
        let before = self.session.position().game().def.id.clone();
        let done = action(&mut self.session, &mut Context::now(&mut self.engine));
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

    pub(super) fn perform(&mut self, action: &Action, arguments: &str) {
        self.act(|session, context| session.perform(action, arguments, context));
    }

    /// Reads the results of the engine and the clocks.
    fn receive(&mut self, now: Instant) {
        while let Ok(message) = self.messages.try_recv() {
            if let Message::Done(_, best) = &message
                && self.session.core.task() == Some(crate::session::Task::Hint)
            {
                self.hint = best.best_move.map(|m| (self.session.position().key(), m));
            }
            self.act(|session, context| session.on_message(message, context));
        }
        let has_fallen = self.session.players.clocks.fallen(now).is_some() && self.session.ended().is_none();
        if has_fallen || self.session.is_due(now) {
            self.act(Session::tick);
        }
    }

    /// Starts or stops judging the positions of the game.
    pub(super) fn judge(&mut self, wanted: bool) -> Result<(), Refused> {
        if wanted != self.judge.is_some() {
            let judge = wanted.then(Judge::new).transpose();
            self.judge = judge.map_err(|error| Refused::by_system(&error))?;
            self.version += 1;
        }
        Ok(())
    }

    /// Lets the judge work while the player's engine rests.
    fn go_on_judging(&mut self) {
        let Some(judge) = self.judge.as_mut().filter(|_| self.session.core.task().is_none()) else { return };
        let start = self.session.core.record.start();
        if judge.go_on(start, self.session.game_moves()) {
            self.version += 1;
        }
    }

    /// Whether a search is running.
    fn is_at_work(&self) -> bool {
        self.session.core.task().is_some() || self.judge.as_ref().is_some_and(Judge::is_at_work)
    }
}
