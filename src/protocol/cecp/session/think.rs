//! The engine's own moves: starts searches, shows their results, and makes the moves.
//!
//! Pondering is a search on the position after the expected move, while the game itself waits. If that move
//! comes, the search gets the clock and goes on as the search for the engine's move.

use std::time::Duration;

use super::state::{Context, EngineRole, LiveSession};
use crate::engine::search::{Bound, Clock, Limits, Report};
use crate::protocol::cecp::reply::{Reply, ThinkingLine};
use crate::protocol::xboard::PASS;
use crate::rules::geometry::Color;
use crate::rules::position::Move;
use crate::session::{Found, Task, speed};

/// The search time for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl LiveSession {
    /// Starts the search for the engine's move, unless the game is over.
    pub(super) fn think(&mut self, context: &mut Context) {
        if let Some(outcome) = self.core.record.position().outcome()
            && self.announce(outcome, self.core.record.side(), context)
        {
            return;
        }
        let granted = Limits { started: Some(context.now), ..self.granted() };
        self.start(Task::Move, granted, context);
    }

    /// The limits that the GUI sets for a search for a move in this position.
    pub(super) fn granted(&self) -> Limits {
        Limits { excluded: self.left_out(), ..self.preferences.clock.limits(self.played()) }
    }

    /// The number of moves the engine has made, as the GUI's clock counts them.
    pub(super) fn played(&self) -> u32 {
        u32::try_from(self.core.record.len() / 2).unwrap_or(u32::MAX)
    }

    /// Moves to avoid if there are others: those the user has excluded, and those that a GUI which
    /// tests legality refuses or gets wrong.
    fn left_out(&self) -> Vec<Move> {
        let (position, tests) = (self.core.record.position(), self.core.settings.gui_tests_legality);
        let mut moves = position.moves();
        let all = moves.len();
        moves.retain(|m| self.game.excluded.contains(m) || self.board.loses(position, *m, tests));
        if moves.len() < all { moves } else { Vec::new() }
    }

    pub(super) fn start(&mut self, task: Task, granted: Limits, context: &mut Context) {
        self.get_ready(context);
        self.thought.spoken = false;
        self.core.start(task, granted, context.now, context.host);
    }

    /// Shows a result of the running search.
    pub(super) fn show(&mut self, task: Task, report: &Report, context: &mut Context) {
        // In a game there is one line, because the GUI records its score beside the move.
        let wanted =
            task == Task::Analysis || self.preferences.post && task != Task::Hint && report.rank == 1;
        self.thought.spoken |= wanted;
        if wanted {
            self.tell_line(task, report, context);
        }
    }

    fn tell_line(&mut self, task: Task, report: &Report, context: &mut Context) {
        let expected = self.core.expected().filter(|_| task == Task::Ponder);
        let thinking = ThinkingLine {
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score,
            centiseconds: report.time.as_millis() / 10,
            nodes: report.nodes,
            speed: speed(report.nodes, report.time),
            line: self.board.line(&mut self.core.record, expected, &report.pv),
            mark: match report.bound {
                Bound::Exact => "",
                Bound::Lower => "!",
                Bound::Upper => "?",
            },
        };
        context.out.push(Reply::Thinking(thinking));
    }

    /// Handles the end of a search.
    pub(super) fn finish(&mut self, found: &Found, context: &mut Context) {
        match (found.task, found.best.best_move) {
            (Task::Hint, Some(m)) => {
                context.out.push(Reply::Hint(self.board.dialect.write_move(self.core.record.position(), m)));
            }
            (Task::Move, Some(m)) => self.move_or_resign(m, found, context),
            // Only a finished game has no move, and `think` has announced its end.
            _ => {}
        }
        self.answer_pings(context);
        self.ponder(context);
    }

    /// Makes the move that a search has found, or resigns.
    fn move_or_resign(&mut self, m: Move, found: &Found, context: &mut Context) {
        let engine = self.core.record.side();
        let text = self.board.dialect.write_move(self.core.record.position(), m);
        if let Some(line) = found.varied.as_ref().filter(|_| self.preferences.post) {
            self.tell_line(Task::Move, line, context);
        }
        if self.preferences.post && !self.thought.spoken {
            let shown = self.board.dialect.plain().write_move(self.core.record.position(), m);
            context.out.push(Reply::Thinking(ThinkingLine::of_move(&found.best, shown)));
        }
        self.preferences.clock.spend(found.elapsed, self.played());
        if self.core.resigns() {
            self.game.announced = true;
            return context.out.push(Reply::Resign);
        }
        self.core.record.play(m);
        self.game.excluded.clear();
        // An offer comes before the move, a result after it.
        let mut afterwards = Vec::new();
        if let Some(outcome) = self.core.record.position().outcome() {
            self.announce(
                outcome,
                engine,
                &mut Context { now: context.now, host: context.host, out: &mut afterwards },
            );
        } else if self.core.record.position().counters().are_stale() {
            afterwards.push(Reply::OfferDraw);
        }
        let before = afterwards.iter().take_while(|reply| **reply == Reply::OfferDraw).count();
        context.out.extend(afterwards.drain(..before));
        context.out.push(Reply::Move(text));
        context.out.append(&mut afterwards);
        self.ask_for_pass(engine, context);
    }

    /// Tells the user that it is the engine's move again, and how to let it move.
    fn ask_for_pass(&mut self, engine: Color, context: &mut Context) {
        if !self.core.record.owes_pass() || !self.preferences.has_person_in_xboard() {
            return;
        }
        let text =
            format!("{engine} moves again, on squares of the other color: click {engine}'s clock to pass.");
        if self.preferences.gui.is_new(&text) {
            context.out.push(Reply::TellUser(text));
        }
    }

    /// `hint`: the expected move of the last search, or the result of a short search.
    pub(super) fn give_hint(&mut self, context: &mut Context) {
        let position = self.core.record.position();
        if self.core.record.owes_pass() {
            return context.out.push(Reply::Hint(PASS.to_string()));
        }
        let analyzed = self.core.lines().first().filter(|_| self.game.role == EngineRole::Analyst);
        let analyzed = analyzed.and_then(|best| best.pv.first().copied());
        match analyzed.or(self.core.hint()).filter(|&m| position.is_legal(m)) {
            Some(m) => context.out.push(Reply::Hint(self.board.dialect.write_move(position, m))),
            None if position.outcome().is_some() || self.game.role == EngineRole::Analyst => {}
            None => {
                let granted = Limits { clock: Clock::PerMove(HINT_TIME), ..Limits::default() };
                self.start(Task::Hint, granted, context);
            }
        }
    }

    /// The answer in place of a book: there is none, but the last search may have seen this position.
    pub(super) fn book(&self) -> Vec<String> {
        let mut lines = vec!["Fibnif has no opening book.".to_string()];
        let position = self.core.record.position();
        let seen = self.core.lines().iter().filter_map(|line| {
            let m = line.pv.first().copied().filter(|&m| position.is_legal(m))?;
            let pawns = f64::from(line.score.0) / 100.0;
            Some(format!("{} {pawns:+.2}", self.board.dialect.plain().write_move(position, m)))
        });
        let seen: Vec<String> = seen.collect();
        if seen.is_empty() {
            lines.push("Ask for a hint, or analyze: Mode > Analysis Mode.".to_string());
        } else {
            lines.push("What it has found here:".to_string());
            lines.extend(seen);
        }
        lines
    }

    /// Starts pondering, if it is the opponent's turn and there is something to think about.
    pub(super) fn ponder(&mut self, context: &mut Context) {
        let opponents = self.game.role == EngineRole::Player(!self.core.record.side());
        let idle = self.core.is_idle() && self.thought.paused.is_none();
        if !self.core.settings.ponder
            || !opponents
            || !idle
            || self.game.announced
            || self.board.refused
            || self.core.record.position().outcome().is_some()
        {
            return;
        }
        let pass = self.core.record.owes_pass();
        let expected = self.core.hint().filter(|&m| !pass && self.core.record.position().is_legal(m));
        if expected.is_none() && !pass {
            return;
        }
        match expected {
            Some(m) => self.core.record.play(m),
            None => drop(self.core.record.pass()),
        }
        let ours =
            self.game.role == EngineRole::Player(self.core.record.side()) && !self.core.record.owes_pass();
        if ours {
            let granted = self.granted();
            self.get_ready(context);
            self.thought.spoken = false;
            self.core.ponder(expected, granted, context.now, context.host);
        }
        self.core.record.take_back(1);
    }

    /// The expected move was made: from now on the search is for the engine's move.
    pub(super) fn ponder_hit(&mut self, context: &mut Context) {
        let clock = self.preferences.clock.limits(self.played()).clock;
        match self.core.hit(clock, context.now) {
            Some(found) if found.best.best_move.is_some() => self.finish(&found, context),
            None if self.core.task() == Some(Task::Move) => {}
            _ => self.take_turn(context),
        }
    }
}
