//! What a session has been asked to do and has not answered yet, in the order of asking: searches, counts of
//! moves, and `isready` that waits.
//!
//! Every `go` gets exactly one answer. One that comes before the last has been answered waits for it, and a
//! search without a limit of its own, for which nobody would wait, ends when another `go` comes. `isready` is
//! answered at once while a search runs, as the protocol demands, but once the search has been told to stop, only
//! behind its `bestmove`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::info;
use crate::engine::SearchId;
use crate::game::Game;
use crate::play::SearchHost;
use crate::position::Position;
use crate::search::{Clock, Limits, Ponder, Report, SearchResult};

/// A search that was asked for.
pub(super) struct SearchRequest {
    pub position: Arc<Position>,
    pub limits: Limits,
    /// Whether its result waits for `stop` or `ponderhit`.
    pub held: bool,
    /// Takes over the clock when the expected move is played.
    pub ponder: Option<(Arc<Ponder>, Clock)>,
    /// Whether it has been told to stop.
    pub stopped: bool,
    /// Whether castling is written as the king taking its partner.
    pub shuffled: bool,
}

impl SearchRequest {
    /// Whether it would go on forever.
    fn is_endless(&self) -> bool {
        let Limits { clock, depth, nodes, .. } = &self.limits;
        self.held || *clock == Clock::Unlimited && depth.is_none() && nodes.is_none()
    }
}

/// A count of moves that was asked for.
#[derive(Clone)]
pub(super) struct PerftRequest {
    pub position: Arc<Position>,
    pub depth: u32,
    pub shuffled: bool,
    /// Set when it is to stop.
    pub stop: Arc<AtomicBool>,
}

/// Something that waits for its turn.
enum Waiting {
    Search(Box<SearchRequest>),
    Perft(PerftRequest),
    /// `isready`.
    Ready,
}

/// What is being done.
enum Running {
    Search {
        id: SearchId,
        request: Box<SearchRequest>,
        /// Its result, while that waits.
        result: Option<SearchResult>,
        /// Lines of this iteration that are not the best. They are told behind that.
        others: Vec<Report>,
    },
    Perft(PerftRequest),
}

/// What a session has been asked to do.
#[derive(Default)]
pub(super) struct Work {
    running: Option<Running>,
    waiting: VecDeque<Waiting>,
    last_id: SearchId,
    /// The preparation under way.
    preparing: Option<SearchId>,
    /// A count that is to begin.
    perft: Option<PerftRequest>,
}

impl Work {
    /// A count that is to begin now; whoever takes it runs it, and says when it has ended.
    pub(super) fn take_perft(&mut self) -> Option<PerftRequest> {
        self.perft.take()
    }

    /// Whether nothing is being done and nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Whether something runs that nobody has told to stop.
    pub(super) fn is_busy(&self) -> bool {
        match &self.running {
            Some(Running::Search { request, .. }) => !request.stopped,
            Some(Running::Perft(request)) => !request.stop.load(Ordering::Relaxed),
            None => false,
        }
    }

    /// Gets ready for a game; `isready` waits for it.
    pub(super) fn prepare(&mut self, game: &Arc<Game>, host: &mut dyn SearchHost) {
        self.last_id += 1;
        self.preparing = Some(self.last_id);
        host.prepare(self.last_id, game.clone());
    }

    /// A preparation has ended.
    pub(super) fn prepared(&mut self, id: SearchId, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        self.preparing.take_if(|preparing| *preparing == id);
        self.advance(host, out);
    }

    /// `isready`.
    pub(super) fn is_ready(&mut self, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        if self.is_busy() {
            return out.push("readyok".to_string());
        }
        self.waiting.push_back(Waiting::Ready);
        self.advance(host, out);
    }

    /// `go`.
    pub(super) fn search(
        &mut self,
        request: SearchRequest,
        host: &mut dyn SearchHost,
        out: &mut Vec<String>,
    ) {
        self.end(SearchRequest::is_endless, host);
        self.waiting.push_back(Waiting::Search(Box::new(request)));
        self.advance(host, out);
    }

    /// `go perft`.
    pub(super) fn count(&mut self, request: PerftRequest, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        self.end(SearchRequest::is_endless, host);
        self.waiting.push_back(Waiting::Perft(request));
        self.advance(host, out);
    }

    /// `stop`: everything asked for so far is answered as soon as possible.
    pub(super) fn stop(&mut self, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        let running = match &self.running {
            Some(Running::Perft(request)) => Some(request),
            _ => None,
        };
        let waiting = self.waiting.iter().filter_map(|waiting| match waiting {
            Waiting::Perft(request) => Some(request),
            _ => None,
        });
        running.into_iter().chain(waiting).for_each(|request| request.stop.store(true, Ordering::Relaxed));
        self.stop_searches(host, out);
    }

    /// The same of searches alone.
    pub(super) fn stop_searches(&mut self, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        self.end(|_| true, host);
        self.advance(host, out);
    }

    /// `ponderhit`: for the first search that waits for one.
    pub(super) fn ponder_hit(&mut self, now: Instant, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        let hit = self.searches().find_map(|request| {
            let ponder = request.ponder.take()?;
            request.held = false;
            Some(ponder)
        });
        if let Some((ponder, clock)) = hit {
            ponder.hit(clock, now);
        }
        self.advance(host, out);
    }

    /// Every search asked for, the one that runs first.
    fn searches(&mut self) -> impl Iterator<Item = &mut SearchRequest> {
        let running = match &mut self.running {
            Some(Running::Search { request, .. }) => Some(request),
            _ => None,
        };
        let waiting = self.waiting.iter_mut().filter_map(|waiting| match waiting {
            Waiting::Search(request) => Some(request),
            _ => None,
        });
        running.into_iter().chain(waiting).map(Box::as_mut)
    }

    /// Stops the searches that `ends` chooses, before they begin if need be.
    fn end(&mut self, ends: fn(&SearchRequest) -> bool, host: &mut dyn SearchHost) {
        let running = matches!(&self.running, Some(Running::Search { request, .. }) if ends(request));
        if running {
            host.stop();
        }
        for request in self.searches().filter(|request| ends(request)) {
            (request.held, request.stopped) = (false, true);
        }
    }

    /// The position and the limits of the search that runs, if it is this one and ends by its own clock.
    pub(super) fn timed(&self, id: SearchId) -> Option<(&Position, &Limits)> {
        match &self.running {
            Some(Running::Search { id: own, request, .. })
                if *own == id && !request.stopped && request.limits.ponder.is_none() =>
            {
                Some((&request.position, &request.limits))
            }
            _ => None,
        }
    }

    /// A search has found something.
    pub(super) fn show(&mut self, id: SearchId, report: Report, out: &mut Vec<String>) {
        let Some(Running::Search { id: own, request, others, .. }) = &mut self.running else { return };
        if *own != id {
            return;
        }
        // The search tells its lines from the last to the best. GUIs expect them in order.
        if report.rank > 1 {
            return others.push(report);
        }
        let lines = [report].into_iter().chain(others.drain(..).rev());
        out.extend(lines.map(|line| info::line(&request.position, &line, request.shuffled)));
    }

    /// A search has ended.
    pub(super) fn finish(
        &mut self,
        id: SearchId,
        best: SearchResult,
        host: &mut dyn SearchHost,
        out: &mut Vec<String>,
    ) {
        if let Some(Running::Search { id: own, result, .. }) = &mut self.running
            && *own == id
        {
            *result = Some(best);
        }
        self.advance(host, out);
    }

    /// A count has ended.
    pub(super) fn counted(&mut self, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        self.running.take_if(|running| matches!(running, Running::Perft(_)));
        self.advance(host, out);
    }

    /// Tells a result that need not wait any longer, and begins what comes next.
    fn advance(&mut self, host: &mut dyn SearchHost, out: &mut Vec<String>) {
        if let Some(Running::Search { request, result: Some(best), .. }) = &self.running
            && !request.held
        {
            out.push(info::best_move(&request.position, best, request.shuffled));
            self.running = None;
        }
        while self.running.is_none() {
            match self.waiting.pop_front() {
                None => return,
                Some(Waiting::Ready) if self.preparing.is_some() => {
                    return self.waiting.push_front(Waiting::Ready);
                }
                Some(Waiting::Ready) => out.push("readyok".to_string()),
                Some(Waiting::Perft(request)) => {
                    self.perft = Some(request.clone());
                    self.running = Some(Running::Perft(request));
                }
                Some(Waiting::Search(request)) => self.begin(request, host),
            }
        }
    }

    fn begin(&mut self, request: Box<SearchRequest>, host: &mut dyn SearchHost) {
        self.last_id += 1;
        host.start(self.last_id, Position::clone(&request.position), request.limits.clone());
        if request.stopped {
            host.stop();
        }
        self.running = Some(Running::Search { id: self.last_id, request, result: None, others: Vec::new() });
    }
}
