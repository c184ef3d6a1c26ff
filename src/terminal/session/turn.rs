//! Moves of both sides, taken back and played again, and how the game ends.

use std::time::{Duration, Instant};

use super::super::command::Verb;
use super::state::{Ending, Note, Search, Seat, Session, Task, Thinking};
use super::words::{line_of, numbered};
use crate::engine::Message;
use crate::geometry::Color;
use crate::pgn::san;
use crate::play::variety::{self, Candidates};
use crate::play::{SearchHost, Skill, VARIETY};
use crate::position::{Move, MoveKind};
use crate::search::{Bound, Limits, Report, Score, SearchResult};

/// What is kept back from a clock for all that is not the search.
const OVERHEAD: Duration = Duration::from_millis(50);
/// The engine agrees to a draw after so many plies, if it does not think that it is better.
const DRAWISH_FROM: usize = 20;

impl Session {
    /// A move of the person.
    pub(super) fn play_typed(&mut self, m: Move, now: Instant, host: &mut dyn SearchHost) {
        if self.is_engine_moving() && !self.looking {
            return self.refuse(
                "the engine is thinking about its move: `stop` makes it move at once, `undo` \
                takes yours back",
            );
        }
        self.give_up(host);
        self.looking = false;
        self.play(m, now);
        self.notes.push_back(Note::Board);
        self.proceed(now, host);
    }

    /// The game begins, or what was loaded is looked at.
    pub fn start_playing(&mut self, now: Instant, host: &mut dyn SearchHost) {
        if !self.looking {
            self.proceed(now, host);
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move, now: Instant) {
        let side = self.position().side();
        if self.ahead().last() == Some(&m) {
            self.ahead.pop();
        } else {
            self.annotations.cut(self.record.moves().count());
            self.ahead.clear();
            self.agreed = None;
        }
        self.undone = self.undone.min(self.ahead.len());
        self.record.play(m);
        let next = self.ending().is_none().then(|| self.position().side());
        self.clocks.moved(side, next, now);
        self.keep();
    }

    /// Lets whoever is to move do so: says that the game is over, or lets the engine think.
    pub(super) fn proceed(&mut self, now: Instant, host: &mut dyn SearchHost) {
        if let Some(ending) = self.ending() {
            self.clocks.stop(now);
            return self.notes.push_back(Note::Over(ending.words()));
        }
        if !self.looking && self.seats.of(self.position().side()) == Seat::Engine {
            self.think(now, host);
        }
    }

    /// Looks for the engine's move.
    pub(super) fn think(&mut self, now: Instant, host: &mut dyn SearchHost) {
        let side = self.position().side();
        let mut limits = Limits {
            clock: self.clocks.clock(side, now),
            overhead: OVERHEAD,
            started: Some(now),
            ..Limits::default()
        };
        if self.skill == Skill::FULL {
            limits.lines = variety::lines(self.record.len(), VARIETY);
        }
        self.seed = self.seed.wrapping_add(1);
        let limits = self.skill.limits(limits, self.seed);
        self.start(Task::Move, limits, host);
    }

    pub(super) fn start(&mut self, task: Task, limits: Limits, host: &mut dyn SearchHost) {
        self.last_id += 1;
        self.search = Some(Search { id: self.last_id, task });
        self.thinking = Some(Thinking { position: self.position().clone(), lines: Candidates::default() });
        host.start(self.last_id, self.position().clone(), limits);
    }

    /// Gives up the search that runs, if one does.
    pub(super) fn give_up(&mut self, host: &mut dyn SearchHost) {
        if self.search.take().is_some() {
            host.stop();
        }
    }

    /// The engine has something to tell.
    pub fn hear(&mut self, message: Message, now: Instant, host: &mut dyn SearchHost) {
        match message {
            Message::Report(id, report) => self.note(id, report),
            Message::Done(id, best) => {
                if let Some(search) = self.search.take_if(|search| search.id == id) {
                    self.finish(search.task, &best, now, host);
                }
            }
            Message::Ready(_) => {}
        }
    }

    fn note(&mut self, id: u64, report: Report) {
        let Some(search) = self.search.filter(|search| search.id == id) else { return };
        let Some(thinking) = &mut self.thinking else { return };
        if report.bound != Bound::Exact {
            return;
        }
        let rank = report.rank;
        thinking.lines.note(report);
        // An iteration tells its lines from the last to the best.
        if rank == 1 {
            self.show_lines(search.task);
        }
    }

    fn finish(&mut self, task: Task, best: &SearchResult, now: Instant, host: &mut dyn SearchHost) {
        match (task, best.best_move) {
            (Task::Move, Some(m)) => self.play_found(m, best, now, host),
            (Task::Hint, Some(m)) => self.tell_hint(m, best),
            (Task::Eval, Some(_)) => self.tell_worth(best),
            (_, None) | (Task::Analysis, _) => {}
        }
    }

    /// The engine's move.
    fn play_found(&mut self, best: Move, found: &SearchResult, now: Instant, host: &mut dyn SearchHost) {
        let m = self.vary(best);
        if !self.position().is_legal(m) {
            return;
        }
        self.score = Some(found.score);
        let text = numbered(self.position(), m);
        self.play(m, now);
        self.say(format!("Fibnif plays {text}"));
        self.notes.push_back(Note::Board);
        self.proceed(now, host);
    }

    /// The best move, or in the opening one that is hardly worse, so that games differ.
    fn vary(&self, best: Move) -> Move {
        let lines =
            self.thinking.as_ref().filter(|_| self.skill == Skill::FULL).map(|thinking| &thinking.lines);
        // Seeds follow each other: their lowest bits say little.
        let roll = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let chosen = lines.and_then(|lines| lines.choose(best, self.record.len(), VARIETY, roll));
        chosen.and_then(|line| line.pv.first().copied()).unwrap_or(best)
    }

    /// Time passes: a clock may run out.
    pub fn tick(&mut self, now: Instant, host: &mut dyn SearchHost) {
        let Some(side) = self.clocks.fallen(now).filter(|_| self.agreed.is_none()) else { return };
        self.give_up(host);
        self.end(Some(!side), &format!("{side}'s time is up"), now);
    }

    /// The game ends otherwise than by the rules.
    pub(super) fn end(&mut self, winner: Option<Color>, why: &str, now: Instant) {
        self.clocks.stop(now);
        let ending = Ending { points: winner.into(), why: why.to_string() };
        self.notes.push_back(Note::Over(ending.words()));
        self.agreed = Some(ending);
        self.keep();
    }

    /// Takes moves back until it is a person's turn again; or only the end of the game that was agreed on.
    pub(super) fn undo(&mut self, now: Instant, host: &mut dyn SearchHost) {
        // Who has lost on time has to get time back: a move is taken back as well.
        let ended = self.ahead().is_empty() && self.agreed.is_some();
        if ended && self.clocks.fallen_at_rest().is_none() {
            self.agreed = None;
            self.say("The game goes on.");
            return self.go_on(now, host);
        }
        if self.record.len() == 0 {
            return self.refuse("there is nothing to take back");
        }
        self.give_up(host);
        self.step_back();
        let persons = self.seats.person().is_some() && !self.looking;
        while persons && self.record.len() > 0 && self.seats.of(self.position().side()) == Seat::Engine {
            self.step_back();
        }
        self.agreed = None;
        let back: Vec<Move> = self.ahead().iter().rev().copied().collect();
        self.say(format!("Taken back: {}", line_of(self.position(), &back)));
        self.undone = self.ahead.len();
        self.annotations.cut(self.record.moves().count());
        self.go_on(now, host);
    }

    /// The game goes on from a position to which its moves were taken back, or made again.
    fn go_on(&mut self, now: Instant, host: &mut dyn SearchHost) {
        // What the engine thought was about another position.
        (self.thinking, self.score) = (None, None);
        if !self.looking && self.ending().is_none() {
            self.clocks.go_on(self.position().side(), now);
        }
        self.keep_up();
        self.notes.push_back(Note::Board);
        self.proceed(now, host);
    }

    /// Plays again what was taken back, until it is a person's turn.
    pub(super) fn redo(&mut self, now: Instant, host: &mut dyn SearchHost) {
        if self.ahead.is_empty() {
            return self.refuse("nothing was taken back");
        }
        self.give_up(host);
        let (before, from) = (self.position().clone(), self.record.moves().count());
        self.step_forward();
        let persons = self.seats.person().is_some() && !self.looking;
        while persons && !self.ahead.is_empty() && self.seats.of(self.position().side()) == Seat::Engine {
            self.step_forward();
        }
        let again: Vec<Move> = self.record.moves().skip(from).collect();
        self.say(format!("Played again: {}", line_of(&before, &again)));
        self.go_on(now, host);
    }

    pub(super) fn step_back(&mut self) -> bool {
        let last = self.position().last_move();
        let stepped = self.record.take_back(1);
        if stepped {
            self.ahead.extend(last);
            self.clocks.take_back();
        }
        stepped
    }

    pub(super) fn step_forward(&mut self) -> bool {
        let Some(m) = self.ahead.pop() else { return false };
        let legal = self.position().is_legal(m);
        if legal {
            self.record.play(m);
            self.clocks.make_again();
        } else {
            self.ahead.clear();
        }
        self.undone = self.undone.min(self.ahead.len());
        legal
    }

    /// Looks at another moment of the game: so many moves on, or back if negative.
    pub(super) fn look(&mut self, by: isize, now: Instant, host: &mut dyn SearchHost) {
        self.give_up(host);
        self.clocks.stop(now);
        self.looking = true;
        self.thinking = None;
        let steps = by.unsigned_abs();
        let done =
            (0..steps).take_while(|_| if by < 0 { self.step_back() } else { self.step_forward() }).count();
        if done == 0 {
            return self.refuse(if by < 0 { "this is the beginning" } else { "this is the last move" });
        }
        let (at, of) = (self.record.moves().count(), self.game_moves().count());
        self.say(match self.record.moves().last() {
            Some(m) => {
                let mut before = self.position().clone();
                before.unmake();
                format!("{} (half-move {at} of {of})", numbered(&before, m))
            }
            None => "The start of the game.".to_string(),
        });
        self.notes.push_back(Note::Board);
        if let Some(ending) = self.ending() {
            self.notes.push_back(Note::Over(ending.words()));
        }
    }

    /// The engine moves, for whichever side it is.
    pub(super) fn go(&mut self, now: Instant, host: &mut dyn SearchHost) {
        if self.ending().is_some() {
            return self.refuse("the game is over: `undo`, or `new` for another one");
        }
        self.give_up(host);
        self.looking = false;
        if let Some(person) = self.seats.person()
            && person == self.position().side()
        {
            self.seats = self.seats.swapped();
            self.say(format!("You play {} now.", !person));
        }
        self.think(now, host);
    }

    /// The person offers a draw.
    pub(super) fn offer_draw(&mut self, now: Instant, host: &mut dyn SearchHost) {
        if self.ending().is_some() {
            return self.refuse("the game is over");
        }
        if self.seats.person().is_none() {
            self.give_up(host);
            return self.end(None, "agreed", now);
        }
        let even = self.score.is_some_and(|score| score <= Score(0)) && self.record.len() >= DRAWISH_FROM;
        if even {
            self.give_up(host);
            self.end(None, "agreed", now);
        } else {
            self.say("Fibnif declines the draw.");
        }
    }

    /// The person resigns; `yes` answers the question before it is asked.
    pub(super) fn resign(&mut self, answer: &str, now: Instant, host: &mut dyn SearchHost) {
        if self.ending().is_some() {
            return self.refuse("the game is over");
        }
        match answer {
            "" => {
                self.asked = Some(Verb::Resign);
                self.say("Resign this game? `yes` resigns, anything else plays on.");
            }
            "yes" | "y" => {
                self.give_up(host);
                let side = self.seats.person().unwrap_or_else(|| self.position().side());
                self.end(Some(!side), &format!("{side} has resigned"), now);
            }
            _ => self.refuse("expected `resign` or `resign yes`"),
        }
    }

    /// The legal move that was typed: as squares, in short notation, or as the beginning of just one.
    pub(super) fn find_move(&self, text: &str) -> Result<Move, String> {
        let error = match san::read_typed(self.position(), text) {
            Ok(m) => return Ok(m),
            Err(error) => error,
        };
        let begun = self.moves_beginning(text);
        match begun.as_slice() {
            [(m, _)] if text.len() >= 2 => Ok(*m),
            _ => Err(error.to_string()),
        }
    }

    /// The legal moves that begin with a text, in either notation; in any case, if none begins just so.
    pub fn moves_beginning(&self, text: &str) -> Vec<(Move, String)> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.position().legal_moves(MoveKind::All, &mut moves);
        }
        let named = |m: Move| (m, san::write(self.position(), m), self.position().move_text(m));
        let named: Vec<(Move, String, String)> = moves.into_iter().map(named).collect();
        let beginning = |begins: &dyn Fn(&str) -> bool| {
            let fits = |(_, short, squares): &&(Move, String, String)| begins(short) || begins(squares);
            named.iter().filter(fits).map(|(m, short, _)| (*m, short.clone())).collect::<Vec<_>>()
        };
        let exact = beginning(&|name| name.starts_with(text));
        if exact.is_empty() { beginning(&|name| begins_in_any_case(name, text)) } else { exact }
    }
}

/// Whether a name begins with a text, in capitals or not.
pub(super) fn begins_in_any_case(name: &str, text: &str) -> bool {
    name.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text))
}
