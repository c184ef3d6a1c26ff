//! A worker that does not search: it records what it is asked to do, and tests supply its results.

use std::sync::Arc;
use std::time::Duration;

use fibnif::engine::search::{Bound, Limits, Report, Score, SearchResult};
use fibnif::rules::game::Game;
use fibnif::rules::position::{Move, MoveKind, Position};
use fibnif::session::SearchHost;
use fibnif::session::engine::{Message, SearchId};

/// A requested search.
pub struct Asked {
    pub id: SearchId,
    pub position: Position,
    pub limits: Limits,
    pub stopped: bool,
}

/// What a session asked of its worker.
#[derive(Default)]
pub struct FakeWorker {
    pub asked: Vec<Asked>,
    pub hash: Option<usize>,
    pub threads: Option<usize>,
    /// Preparations that have not ended.
    pub preparing: Vec<SearchId>,
}

impl SearchHost for FakeWorker {
    fn start(&mut self, id: SearchId, position: Position, limits: Limits) {
        self.stop();
        self.asked.push(Asked { id, position, limits, stopped: false });
    }

    fn stop(&mut self) {
        if let Some(last) = self.asked.last_mut() {
            last.stopped = true;
        }
    }

    fn set_hash(&mut self, mebibytes: usize) -> usize {
        self.hash = Some(mebibytes);
        mebibytes
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = Some(threads);
    }

    fn prepare(&mut self, id: SearchId, _: Arc<Game>) {
        self.preparing.push(id);
    }
}

impl Asked {
    /// The legal move of a text, or the first legal move.
    pub fn choose(&self, text: Option<&str>) -> Option<Move> {
        if let Some(text) = text {
            return Some(self.position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        }
        let mut moves = Vec::new();
        self.position.legal_moves(MoveKind::All, &mut moves);
        moves.first().copied()
    }

    /// A line of thinking about a move.
    pub fn report(&self, text: Option<&str>, score: Score) -> Message {
        let pv = self.choose(text).into_iter().collect();
        let time = Duration::from_millis(100);
        Message::Report(
            self.id,
            Report {
                rank: 1,
                depth: 3,
                seldepth: 5,
                score,
                bound: Bound::Exact,
                nodes: 1000,
                time,
                fullness: 0,
                pv,
            },
        )
    }

    /// The end of the search with a move.
    pub fn done(&self, text: Option<&str>, score: Score) -> Message {
        let best = self.choose(text);
        let time = Duration::from_millis(200);
        Message::Done(
            self.id,
            SearchResult {
                best_move: best,
                ponder: None,
                score,
                depth: 3,
                nodes: 2000,
                time,
                stall: Duration::ZERO,
            },
        )
    }

    /// The same end with the expected reply.
    pub fn expecting(&self, message: Message, answer: Option<&str>) -> Message {
        let (Message::Done(id, best), Some(answer)) = (&message, answer) else { return message };
        let mut after = self.position.clone();
        after.make(best.best_move.unwrap());
        Message::Done(*id, SearchResult { ponder: Some(after.parse_move(answer).unwrap()), ..best.clone() })
    }

    /// The same report about a line that is not the best.
    pub fn ranked(message: Message, rank: Option<&str>) -> Message {
        let (Message::Report(id, report), Some(rank)) = (&message, rank) else { return message };
        Message::Report(*id, Report { rank: rank.parse().unwrap(), ..report.clone() })
    }

    /// Some reply to the move that was found, if there is one.
    pub fn answer(&self) -> Option<String> {
        let mut after = self.position.clone();
        after.make(self.choose(None)?);
        let mut moves = Vec::new();
        after.legal_moves(MoveKind::All, &mut moves);
        moves.last().map(|&m| after.move_text(m))
    }
}
