//! The engine's own moves: starts searches, shows what they find, plays it.

use std::time::Duration;

use rand::rand_core::Rng;

use super::result::Continuation;
use super::state::{EngineRole, LiveSearch, LiveSession, Outside, SearchTask};
use crate::cecp::claims::Audience;
use crate::cecp::command::PASS;
use crate::cecp::reply::{Reply, ThinkingLine};
use crate::engine::SearchId;
use crate::geometry::Color;
use crate::play::{Margins, Skill, speed, variety};
use crate::position::{Move, MoveKind, Position};
use crate::search::{Bound, Clock, Limits, Report, SearchResult};

/// How many moves in a row must look lost before the engine resigns.
const HOPELESS_MOVES: u32 = 3;
/// How long to look for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl LiveSession {
    /// Looks for the engine's move, unless the game is over.
    pub(super) fn think(&mut self, outside: &mut Outside) {
        if let Some(outcome) = self.game.record.position().outcome()
            && self.announce(outcome, self.game.record.side(), outside) == Continuation::Over
        {
            return;
        }
        let limits = Limits { started: Some(outside.now), lines: self.choices(), ..self.limits() };
        let skill = self.wishes.settings.skill;
        let seed = if skill < Skill::FULL { self.wishes.dice.next_u64() } else { 0 };
        let limits = skill.limits(limits, seed);
        self.start(SearchTask::Move, limits, outside);
    }

    /// What a search for a move in this position may spend.
    pub(super) fn limits(&self) -> Limits {
        let (clock, depth) = self.wishes.clock.limits(self.played());
        let limits = [
            self.wishes.clock.nodes(self.played()),
            Some(self.wishes.settings.nodes).filter(|&nodes| nodes > 0),
        ];
        let by_nodes = limits[0].is_some();
        let Margins { overhead, reserve } = self.wishes.clock.margins(self.wishes.settings.overhead);
        Limits {
            clock: if by_nodes { Clock::Unlimited } else { clock },
            depth,
            nodes: limits.into_iter().flatten().min(),
            overhead,
            reserve,
            excluded: self.left_out(),
            tablebases: self.wishes.settings.tablebases,
            learned: self.wishes.settings.learned,
            ..Limits::default()
        }
    }

    /// How many moves to choose from: several in the opening of a game played by time, so that games
    /// differ. A search of so many positions or plies is to be the same each time, and a position that
    /// was set up asks for the best move.
    fn choices(&self) -> usize {
        let limits = self.limits();
        let by_time = limits.nodes.is_none() && limits.depth.is_none();
        let record = &self.game.record;
        let whole = || record.start().key() == Position::start(record.start().game().clone()).key();
        let lines = variety::lines(record.len(), self.wishes.settings.variety);
        if by_time && lines > 1 && whole() { lines } else { 1 }
    }

    /// How many moves the engine has made, as the GUI's clock counts.
    pub(super) fn played(&self) -> u32 {
        u32::try_from(self.game.record.len() / 2).unwrap_or(u32::MAX)
    }

    /// Moves not to be played, if there are others: those the user has excluded, and those that a
    /// GUI which tests legality refuses or gets wrong.
    fn left_out(&self) -> Vec<Move> {
        let tested = self.wishes.settings.gui_tests_legality && self.game.told;
        let position = self.game.record.position();
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        let all = moves.len();
        moves
            .retain(|m| self.game.excluded.contains(m) || tested && !self.game.dialect.can_say(position, *m));
        if moves.len() < all { moves } else { Vec::new() }
    }

    pub(super) fn start(&mut self, task: SearchTask, limits: Limits, outside: &mut Outside) {
        self.get_ready(outside);
        self.thought.last_id += 1;
        self.thought.search = Some(LiveSearch {
            id: self.thought.last_id,
            task,
            began: outside.now,
            spoken: false,
            progress: (0, 0),
        });
        self.thought.candidates.clear();
        let position = self.game.record.position().clone();
        outside.host.start(self.thought.last_id, position, limits);
    }

    /// Notes and shows what a search has found so far.
    pub(super) fn show(&mut self, id: SearchId, report: &Report, outside: &mut Outside) {
        let Some(search) =
            self.thought.search.as_mut().filter(|search| search.id == id && search.task != SearchTask::Hint)
        else {
            return;
        };
        search.progress = (report.depth, report.nodes);
        let task = search.task;
        // In a game there is one line: the GUI notes its score beside the move.
        let wanted = task == SearchTask::Analysis || self.wishes.post && report.rank == 1;
        search.spoken |= wanted;
        if wanted {
            self.tell_line(task, report, outside);
        }
        if report.bound == Bound::Exact && !report.pv.is_empty() {
            self.thought.candidates.note(report.clone());
        }
    }

    /// A line of thinking.
    fn tell_line(&mut self, task: SearchTask, report: &Report, outside: &mut Outside) {
        let thinking = ThinkingLine {
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score,
            centiseconds: report.time.as_millis() / 10,
            nodes: report.nodes,
            speed: speed(report.nodes, report.time),
            line: self.line(task, &report.pv),
            mark: match report.bound {
                Bound::Exact => "",
                Bound::Lower => "!",
                Bound::Upper => "?",
            },
        };
        outside.out.push(Reply::Thinking(thinking));
    }

    /// The texts of a line of moves from the present position, with the expected move before and
    /// the passes in between; it ends where one is not legal.
    fn line(&mut self, task: SearchTask, moves: &[Move]) -> Vec<String> {
        let plain = self.game.dialect.plain();
        let before = self.game.record.len();
        let mut texts = Vec::with_capacity(moves.len());
        let pondering = self.thought.pondering.as_ref().filter(|_| task == SearchTask::Ponder);
        let expected = pondering.and_then(|pondering| pondering.expected);
        for &m in expected.iter().chain(moves) {
            if !self.game.record.position().is_legal(m) {
                break;
            }
            if self.game.record.pass() {
                texts.push(PASS.to_string());
            }
            texts.push(plain.write_move(self.game.record.position(), m));
            self.game.record.play(m);
        }
        self.game.record.take_back(self.game.record.len() - before);
        texts
    }

    /// A search has ended.
    pub(super) fn finish(&mut self, id: SearchId, best: &SearchResult, outside: &mut Outside) {
        let Some(search) = self.thought.search.take_if(|search| search.id == id) else { return };
        match (search.task, best.best_move) {
            (SearchTask::Hint, Some(m)) => {
                outside.out.push(Reply::Hint(self.game.dialect.write_move(self.game.record.position(), m)));
            }
            (SearchTask::Move, Some(m)) => {
                let chosen = self.vary(m, best, outside);
                self.move_or_resign(search, &chosen, outside);
            }
            // It waits for the opponent.
            (SearchTask::Ponder, _) => self.keep_pondered(search, best),
            // Only a game that is over has no move, and `think` has announced that.
            (SearchTask::Hint | SearchTask::Move, None) | (SearchTask::Analysis, _) => {}
        }
        self.answer_pings(outside);
        self.ponder(outside);
    }

    /// What to play: what the search has found, or if games are to differ another line of it, which is told then.
    fn vary(&mut self, m: Move, best: &SearchResult, outside: &mut Outside) -> SearchResult {
        let (lines, variety) = (self.choices(), self.wishes.settings.variety);
        if lines > 1 {
            let roll = self.wishes.dice.next_u64();
            let chosen = self.thought.candidates.choose(m, self.game.record.len(), variety, roll).cloned();
            let legal =
                |line: &Report| line.pv.first().is_some_and(|&m| self.game.record.position().is_legal(m));
            if let Some(line) = chosen.filter(|line| line.rank > 1 && legal(line)) {
                if self.wishes.post {
                    self.tell_line(SearchTask::Move, &line, outside);
                }
                let (best_move, ponder) = (line.pv.first().copied(), line.pv.get(1).copied());
                return SearchResult { best_move, ponder, score: line.score, ..best.clone() };
            }
        }
        best.clone()
    }

    /// Makes the move a search has found, or gives the game up.
    pub(super) fn move_or_resign(&mut self, search: LiveSearch, best: &SearchResult, outside: &mut Outside) {
        let Some(m) = best.best_move else { return };
        let engine = self.game.record.side();
        let text = self.game.dialect.write_move(self.game.record.position(), m);
        if self.wishes.post && !search.spoken {
            let shown = self.game.dialect.plain().write_move(self.game.record.position(), m);
            outside.out.push(Reply::Thinking(ThinkingLine::of_move(best, shown)));
        }
        let (elapsed, played) = (outside.now.saturating_duration_since(search.began), self.played());
        self.wishes.clock.note_delay(elapsed, best.stall, played, self.wishes.settings.overhead);
        self.wishes.clock.spend(elapsed, played);
        self.game.score = Some(best.score);
        let lost = best.score < -self.wishes.settings.resign_threshold;
        self.game.hopeless_moves = if lost { self.game.hopeless_moves + 1 } else { 0 };
        if self.wishes.settings.resign && self.game.hopeless_moves >= HOPELESS_MOVES {
            self.game.announced = true;
            return outside.out.push(Reply::Resign);
        }
        self.game.hint = best.ponder;
        self.game.record.play(m);
        self.game.excluded.clear();
        // An offer goes before the move, a result after it.
        let mut afterwards = Vec::new();
        if let Some(outcome) = self.game.record.position().outcome() {
            self.announce(
                outcome,
                engine,
                &mut Outside { now: outside.now, host: outside.host, out: &mut afterwards },
            );
        } else if self.game.record.position().is_stale() {
            afterwards.push(Reply::OfferDraw);
        }
        let before = afterwards.iter().take_while(|reply| **reply == Reply::OfferDraw).count();
        outside.out.extend(afterwards.drain(..before));
        outside.out.push(Reply::Move(text));
        outside.out.append(&mut afterwards);
        self.ask_for_pass(engine, outside);
    }

    /// Tells the user that the engine moves again, and how to let it.
    fn ask_for_pass(&mut self, engine: Color, outside: &mut Outside) {
        let gui = &mut self.wishes.gui;
        if !self.game.record.owes_pass() || !gui.is_xboard() || gui.audience() != Audience::Person {
            return;
        }
        let text =
            format!("{engine} moves again, on squares of the other color: click {engine}'s clock to pass.");
        if gui.is_new(&text) {
            outside.out.push(Reply::TellUser(text));
        }
    }

    /// `hint`: what the last search expected, or what a short one finds.
    pub(super) fn give_hint(&mut self, outside: &mut Outside) {
        let position = self.game.record.position();
        if self.game.record.owes_pass() {
            return outside.out.push(Reply::Hint(PASS.to_string()));
        }
        let analyzed = self
            .thought
            .candidates
            .all()
            .first()
            .and_then(|best| best.pv.first().copied())
            .filter(|_| self.game.role == EngineRole::Analyst);
        match analyzed.or(self.game.hint).filter(|&m| position.is_legal(m)) {
            Some(m) => outside.out.push(Reply::Hint(self.game.dialect.write_move(position, m))),
            None if position.outcome().is_some() || self.game.role == EngineRole::Analyst => {}
            None => self.start(
                SearchTask::Hint,
                Limits {
                    clock: Clock::PerMove(HINT_TIME),
                    tablebases: self.wishes.settings.tablebases,
                    learned: self.wishes.settings.learned,
                    ..Limits::default()
                },
                outside,
            ),
        }
    }

    /// What is said instead of a book: there is none, but perhaps the last search has seen this position.
    pub(super) fn book(&self) -> Vec<String> {
        let mut lines = vec!["Fibnif has no opening book.".to_string()];
        let position = self.game.record.position();
        let seen = self.thought.candidates.all().iter().filter_map(|line| {
            let m = line.pv.first().copied().filter(|&m| position.is_legal(m))?;
            let pawns = f64::from(line.score.0) / 100.0;
            Some(format!("{} {pawns:+.2}", self.game.dialect.plain().write_move(position, m)))
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
}
