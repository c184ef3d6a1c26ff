//! The requests of a session that have not been answered yet, in order: searches and waiting `isready`s.
//!
//! Every `go` gets exactly one answer. A new `go` waits until the last one has been answered. A search
//! without a limit of its own ends when another `go` comes, because nobody would wait for it. `isready`
//! is answered at once while a search runs, as the protocol demands. Once the search has been asked to
//! stop, `isready` is answered after its `bestmove`.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::engine::search::{Bound, Clock, Limits, Report, Score, SearchResult};
use crate::rules::geometry::Color;
use crate::rules::position::{Outcome, Position};
use crate::session::{self, Core, Task, speed};

/// What a session handles an event with.
pub(super) type Context<'a> = session::Context<'a, &'a mut Vec<String>>;

pub(super) struct SearchRequest {
    pub task: Task,
    pub position: Arc<Position>,
    pub limits: Limits,
    /// How the game has ended in this position. Then there is no move to search.
    pub ended: Option<Outcome>,
    /// Whether it has been asked to stop.
    pub stopped: bool,
    pub style: Style,
}

/// How a GUI wants lines written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Whether castling is written as the king taking its partner.
    pub shuffled: bool,
    /// Whether the chances of winning, drawing and losing follow a score.
    pub chances: bool,
}

impl SearchRequest {
    /// Whether it would continue forever.
    fn is_endless(&self) -> bool {
        let Limits { clock, depth, nodes, .. } = &self.limits;
        self.task != Task::Move || *clock == Clock::Unlimited && depth.is_none() && nodes.is_none()
    }
}

enum Pending {
    Search(Box<SearchRequest>),
    /// A search without a position, and the reason.
    Refused(String),
    Ready,
}

struct Running {
    request: Box<SearchRequest>,
    /// Lines of this iteration other than the best. They are reported after it.
    others: Vec<Report>,
}

/// The requests of a session.
#[derive(Default)]
pub(super) struct Work {
    running: Option<Running>,
    waiting: VecDeque<Pending>,
}

impl Work {
    /// Whether nothing runs and nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Whether something runs that has not been asked to stop.
    pub(super) fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.request.stopped)
    }

    pub(super) fn is_ready(&mut self, core: &mut Core, context: &mut Context) {
        if self.is_busy() {
            return context.out.push("readyok".to_string());
        }
        self.waiting.push_back(Pending::Ready);
        self.advance(core, context);
    }

    pub(super) fn search(&mut self, request: SearchRequest, core: &mut Core, context: &mut Context) {
        self.end(SearchRequest::is_endless, core, context);
        self.waiting.push_back(Pending::Search(Box::new(request)));
        self.advance(core, context);
    }

    /// `go` after a position that was refused: it has no move.
    pub(super) fn refuse(&mut self, reason: String, core: &mut Core, context: &mut Context) {
        self.end(SearchRequest::is_endless, core, context);
        self.waiting.push_back(Pending::Refused(reason));
        self.advance(core, context);
    }

    /// `stop`: every request so far is answered as soon as possible.
    pub(super) fn stop(&mut self, core: &mut Core, context: &mut Context) {
        self.end(|_| true, core, context);
        self.advance(core, context);
    }

    /// `ponderhit`: applies to the first search that waits for one.
    pub(super) fn ponder_hit(&mut self, core: &mut Core, context: &mut Context) {
        let runs = self.running.is_some();
        let Some((index, request)) =
            self.searches().enumerate().find(|(_, request)| request.task == Task::Ponder)
        else {
            return;
        };
        request.task = Task::Move;
        request.limits.started = Some(context.now);
        let hit = (runs && index == 0).then_some(request.limits.clock);
        if let Some(found) = hit.and_then(|clock| core.hit(clock, context.now)) {
            self.finish(&found.best, core, context);
        }
    }

    /// Every requested search, the running one first.
    fn searches(&mut self) -> impl Iterator<Item = &mut SearchRequest> {
        let running = self.running.as_mut().map(|running| &mut running.request);
        let waiting = self.waiting.iter_mut().filter_map(|waiting| match waiting {
            Pending::Search(request) => Some(request),
            _ => None,
        });
        running.into_iter().chain(waiting).map(Box::as_mut)
    }

    /// Stops the searches that `ends` chooses, even before they begin.
    fn end(&mut self, ends: fn(&SearchRequest) -> bool, core: &mut Core, context: &mut Context) {
        let running = self.running.as_ref().is_some_and(|running| ends(&running.request));
        for request in self.searches().filter(|request| ends(request)) {
            (request.task, request.stopped) = (Task::Hint, true);
        }
        if running {
            context.host.stop();
            if let Some(found) = core.release(context.now) {
                self.answer(&found.best, context);
            }
        }
    }

    /// Handles a result of a search.
    pub(super) fn show(&mut self, report: Report, out: &mut Vec<String>) {
        let Some(Running { request, others }) = &mut self.running else { return };
        // The search reports its lines from the last to the best. GUIs expect the best first.
        if report.rank > 1 {
            return others.push(report);
        }
        let lines = [report].into_iter().chain(others.drain(..).rev());
        out.extend(lines.map(|line| info_line(&request.position, &line, request.style)));
    }

    /// Handles the end of a search.
    pub(super) fn finish(&mut self, best: &SearchResult, core: &mut Core, context: &mut Context) {
        self.answer(best, context);
        self.advance(core, context);
    }

    /// Reports the result of the running search.
    fn answer(&mut self, best: &SearchResult, context: &mut Context) {
        if let Some(Running { request, .. }) = self.running.take() {
            context.out.push(best_move(&request.position, best, request.style.shuffled));
        }
    }

    /// Starts the next request, if nothing runs.
    pub(super) fn advance(&mut self, core: &mut Core, context: &mut Context) {
        while self.running.is_none() {
            match self.waiting.pop_front() {
                None => return,
                Some(Pending::Ready) if core.is_preparing() => {
                    return self.waiting.push_front(Pending::Ready);
                }
                Some(Pending::Ready) => context.out.push("readyok".to_string()),
                Some(Pending::Refused(reason)) => {
                    context.out.extend([format!("info string {reason}"), "bestmove 0000".to_string()]);
                }
                Some(Pending::Search(request)) => self.begin(request, core, context),
            }
        }
    }

    fn begin(&mut self, request: Box<SearchRequest>, core: &mut Core, context: &mut Context) {
        let Context { host, now, out } = context;
        out.extend(
            request
                .ended
                .iter()
                .flat_map(|&outcome| end_lines(request.position.side(), outcome, request.style)),
        );
        core.run(request.task, Position::clone(&request.position), request.limits.clone(), *now, *host);
        if request.stopped {
            host.stop();
        }
        self.running = Some(Running { request, others: Vec::new() });
    }
}

fn info_line(position: &Position, report: &Report, style: Style) -> String {
    let nodes = report.nodes;
    let speed = speed(nodes, report.time);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{}{} nodes {nodes} nps {speed} hashfull {} time {} pv",
        report.depth,
        report.seldepth,
        report.rank,
        score(report.score),
        match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        },
        chances(report.score, style),
        report.fullness,
        report.time.as_millis()
    );
    let mut position = position.clone();
    for &m in &report.pv {
        if !position.is_legal(m) {
            break;
        }
        // Writing to a string cannot fail.
        let space = if position.is_rest_of_move(m) && position.last_move().is_some() { "" } else { " " };
        let _ = write!(text, "{space}{}", position.uci_text(m, style.shuffled));
        position.make(m);
    }
    text
}

/// The lines about a game that is over: its result in words, and the score as Stockfish writes it, without a
/// sign whoever has won.
fn end_lines(side: Color, outcome: Outcome, style: Style) -> [String; 2] {
    let score = match outcome.winner {
        Some(winner) if winner == side => Score::mates(0),
        Some(_) => Score::mated(0),
        None => Score::DRAW,
    };
    let why = format!("info string the game is over: {outcome}");
    let chances = if outcome.winner.is_none() { shares(0.0, 0.0, style) } else { chances(score, style) };
    [why, format!("info depth 0 score {}{chances}", self::score(score))]
}

/// `bestmove`, with the expected reply.
fn best_move(position: &Position, best: &SearchResult, shuffled: bool) -> String {
    let Some(m) = best.best_move else { return "bestmove (none)".to_string() };
    let mut text = format!("bestmove {}", position.uci_text(m, shuffled));
    let mut after = position.clone();
    after.make(m);
    if let Some(answer) = best.ponder.filter(|&answer| after.is_legal(answer)) {
        text.push_str(if after.is_rest_of_move(answer) { "" } else { " ponder " });
        text.push_str(&after.uci_text(answer, shuffled));
    }
    text
}

fn score(score: Score) -> String {
    match score.mate_in() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.0),
    }
}

/// The advantage in centipawns with which a side wins every second game. Untuned.
const HALF_WON: f64 = 120.0;
/// How many centipawns more make a win 2.7 times as likely against the other results. Untuned.
const SPREAD: f64 = 60.0;

/// ` wdl WIN DRAW LOSS` in thousandths, if the GUI wants it.
fn chances(score: Score, style: Style) -> String {
    let [win, loss] = [score, -score].map(|score| match score.mate_in() {
        Some(_) => f64::from(u8::from(score > Score::DRAW)),
        None => 1.0 / (1.0 + ((HALF_WON - f64::from(score.0)) / SPREAD).exp()),
    });
    shares(win, loss, style)
}

/// The same for these shares of wins and losses.
fn shares(win: f64, loss: f64, style: Style) -> String {
    let [win, loss] = [win, loss].map(|share| (share * 1000.0).round());
    if style.chances { format!(" wdl {win} {} {loss}", 1000.0 - win - loss) } else { String::new() }
}
