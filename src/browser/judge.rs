//! The evaluation over the course of a game. Each position is searched for a moment at full strength,
//! whatever the level of the player. It works while the player's engine rests.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::commands::analyze::Review;
use crate::engine::search::{Bound, Clock, Limits, Report, Score};
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};
use crate::session::engine::{Engine, Message, SearchId};

/// The search time for a position.
const MOMENT: Duration = Duration::from_millis(150);
/// The size of its table in MiB.
const MEMORY: usize = 8;

/// A searcher that judges positions one after the other.
pub(super) struct Judge {
    engine: Engine,
    messages: Receiver<Message>,
    /// The current search: the key of its position, and the side to move.
    running: Option<(SearchId, u64, Color)>,
    last: SearchId,
    /// The best line found so far by the current search.
    line: Option<Report>,
    /// The best lines of positions by their keys, with the side to move.
    found: HashMap<u64, (Color, Report)>,
    /// The positions that have been searched, with or without a result.
    seen: HashSet<u64>,
}

impl Judge {
    pub(super) fn new() -> io::Result<Judge> {
        let (sender, messages) = channel();
        let engine = Engine::new(MEMORY, move |message| {
            // The receiver may be gone.
            let _ = sender.send(message);
        })?;
        let (found, seen) = (HashMap::new(), HashSet::new());
        Ok(Judge { engine, messages, running: None, last: 0, line: None, found, seen })
    }

    pub(super) fn is_at_work(&self) -> bool {
        self.running.is_some()
    }

    /// The score of a position by its key for the side to move, if it has been searched.
    pub(super) fn score(&self, key: u64) -> Option<Score> {
        Some(self.found.get(&key)?.1.score)
    }

    /// What is thought of each move of a game, once all its positions have been searched.
    pub(super) fn review(&self, start: &Position, moves: impl Iterator<Item = Move>) -> Option<Review> {
        let (mut place, mut review) = (start.clone(), Review::default());
        for m in moves.map(Some).chain([None]) {
            let found = self.found.get(&place.key()).map(|(_, line)| line.clone());
            if found.is_none() && place.outcome().is_none() {
                return None;
            }
            let found: Vec<Report> = found.into_iter().collect();
            review.see(&place, &found, m);
            if let Some(m) = m {
                place.make(m);
            }
        }
        Some(review)
    }

    /// Takes results, and starts with the first position of a game that has not been searched. Returns
    /// whether there were results.
    pub(super) fn go_on(&mut self, start: &Position, moves: impl Iterator<Item = Move>) -> bool {
        let mut found = false;
        while let Ok(message) = self.messages.try_recv() {
            match message {
                Message::Report(id, line) if self.running.is_some_and(|running| running.0 == id) => {
                    if line.bound == Bound::Exact && line.rank == 1 {
                        self.line = Some(line);
                    }
                }
                Message::Done(id, _) => {
                    let Some((_, key, side)) = self.running.take_if(|running| running.0 == id) else {
                        continue;
                    };
                    if let Some(line) = self.line.take() {
                        self.found.insert(key, (side, line));
                        found = true;
                    }
                }
                Message::Report(..) | Message::Ready(_) => {}
            }
        }
        if self.running.is_none() {
            self.look_at_next(start, moves);
        }
        found
    }

    fn look_at_next(&mut self, start: &Position, moves: impl Iterator<Item = Move>) {
        let mut place = start.clone();
        for m in [None].into_iter().chain(moves.map(Some)) {
            if let Some(m) = m {
                place.make(m);
            }
            if self.seen.insert(place.key()) && place.outcome().is_none() {
                self.last += 1;
                self.running = Some((self.last, place.key(), place.side()));
                let limits = Limits { clock: Clock::PerMove(MOMENT), ..Limits::default() };
                return self.engine.start(self.last, place, limits);
            }
        }
    }
}
