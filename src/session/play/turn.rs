//! Moves of both sides, undoing and redoing them, and the end of the game.

use std::time::{Duration, Instant};

use super::ending::GameEnd;
use super::start::Sides;
use super::state::Session;
use super::voice::{Note, Question};
use super::words::{line_of, numbered};
use crate::engine::search::{Bound, Limits};
use crate::rules::geometry::Color;
use crate::rules::pgn::san::{self, SanError};
use crate::rules::position::Move;
use crate::session::engine::Message;
use crate::session::{Context, SearchEvent, SearchHost, Task};
use crate::teach;

/// The pause between moves of the engine against itself, so that a person can follow.
const PACE: Duration = Duration::from_secs(1);

impl Session {
    /// A move of the person.
    pub(super) fn play_typed(&mut self, m: Move, context: &mut Context) {
        if self.is_engine_due() {
            return self.refuse(
                "the engine is thinking about its move: `stop` makes it move at once, `undo` \
                takes yours back",
            );
        }
        self.give_up(context.host);
        self.players.look(false);
        self.play(m, context.now);
        self.voice.note(Note::Board);
        self.proceed(context);
    }

    /// Whether the engine is thinking about its move in the game.
    pub(super) fn is_engine_due(&self) -> bool {
        self.core.task() == Some(Task::Move) && !self.players.are_looking()
    }

    /// The game starts, or a loaded game is stepped through.
    pub fn start_playing(&mut self, context: &mut Context) {
        if !self.players.are_looking() {
            self.proceed(context);
        }
    }

    pub(super) fn play(&mut self, m: Move, now: Instant) {
        let side = self.position().side();
        if self.view.quiet {
            self.say(format!("{side}: {}.", teach::spoken(self.position(), m)));
        }
        if self.line.play(&mut self.core.record, m) {
            self.players.reopen();
        }
        let next = self.ending().is_none().then(|| self.position().side());
        self.players.clocks.moved(side, next, now);
        self.keep();
    }

    /// Lets the side to move proceed: reports that the game is over, or starts the engine.
    pub(super) fn proceed(&mut self, context: &mut Context) {
        if let Some(ending) = self.ending() {
            self.players.clocks.stop(context.now);
            return self.voice.note(Note::Over(ending.words()));
        }
        if !self.players.is_engines_turn(self.position().side()) {
            return;
        }
        // A person watches the engine play against itself.
        if self.keeper.saves() && self.players.sides() == Sides::NONE && !self.players.clocks.are_on() {
            self.players.schedule(context.now + PACE);
        } else {
            self.think(context);
        }
    }

    /// Whether a move of the engine against itself is due.
    pub fn is_due(&self, now: Instant) -> bool {
        self.players.is_due(now)
    }

    /// Searches for the engine's move.
    pub(super) fn think(&mut self, context: &mut Context) {
        let side = self.position().side();
        let clock = self.players.clocks.clock(side, context.now);
        let granted = Limits { clock, started: Some(context.now), ..Limits::default() };
        self.core.start(Task::Move, granted, context.now, context.host);
    }

    /// The person leaves the game as it is: the engine waits until the person plays on.
    pub fn rest(&mut self, host: &mut dyn SearchHost) {
        self.give_up(host);
        self.players.look(true);
    }

    /// The game waits, its clocks too, until somebody plays on.
    pub fn pause(&mut self, context: &mut Context) {
        self.players.clocks.stop(context.now);
        self.rest(context.host);
    }

    /// Gives up the search that runs, if one does.
    pub(super) fn give_up(&mut self, host: &mut dyn SearchHost) {
        self.players.cancel();
        self.core.give_up(host);
    }

    /// Handles a message from the engine.
    pub fn on_message(&mut self, message: Message, context: &mut Context) {
        match self.core.on_message(message, context.now) {
            // An iteration reports its lines from the last to the best.
            SearchEvent::Line(task, report) if report.bound == Bound::Exact && report.rank == 1 => {
                self.show_lines(task);
            }
            SearchEvent::Found(found) => match (found.task, found.best.best_move) {
                (Task::Move, Some(m)) => self.play_found(m, context),
                (Task::Hint, Some(m)) => self.tell_hint(m, &found.best),
                (Task::Worth, Some(_)) => self.tell_worth(&found.best),
                _ => {}
            },
            SearchEvent::Nothing | SearchEvent::Ready | SearchEvent::Line(..) => {}
        }
    }

    fn play_found(&mut self, m: Move, context: &mut Context) {
        let side = self.position().side();
        if self.core.resigns() {
            return self.end(Some(!side), &format!("{side} has resigned"), context.now);
        }
        if !self.position().is_legal(m) {
            return;
        }
        let text = numbered(self.position(), m);
        self.play(m, context.now);
        self.say(format!("Fibnif plays {text}"));
        self.voice.note(Note::Board);
        self.proceed(context);
    }

    /// Time passes: a clock may run out, or a move of the engine against itself may be due.
    pub fn tick(&mut self, context: &mut Context) {
        if self.is_due(context.now) {
            self.players.cancel();
            self.think(context);
        }
        let Some(side) = self.players.fallen(context.now) else { return };
        self.give_up(context.host);
        self.end(Some(!side), &format!("{side}'s time is up"), context.now);
    }

    /// The game ends outside the rules.
    pub(super) fn end(&mut self, winner: Option<Color>, why: &str, now: Instant) {
        let ending = GameEnd { points: winner.into(), why: why.to_string() };
        self.voice.note(Note::Over(ending.words()));
        self.players.end(ending, now);
        self.keep();
    }

    /// Undoes moves until it is a person's turn again, or only an agreed end of the game.
    pub(super) fn undo(&mut self, context: &mut Context) {
        // A side that lost on time needs time again, so a move is undone as well.
        let ended = self.line.ahead().is_empty() && self.players.agreed().is_some();
        if ended && self.players.clocks.fallen_at_rest().is_none() {
            self.players.reopen();
            self.players.look(false);
            self.say("The game continues.");
            return self.go_on(context);
        }
        if self.core.record.len() == 0 {
            return self.refuse("there is no move to take back");
        }
        self.give_up(context.host);
        self.players.look(false);
        self.step_back();
        while self.core.record.len() > 0 && self.players.is_engines_answer(self.position().side()) {
            self.step_back();
        }
        self.players.reopen();
        let back: Vec<Move> = self.line.ahead().iter().rev().copied().collect();
        self.say(format!("Taken back: {}", line_of(self.position(), &back)));
        self.line.undo_ahead(&self.core.record);
        self.go_on(context);
    }

    /// The game continues from a position reached by undo or redo.
    fn go_on(&mut self, context: &mut Context) {
        // The engine's result was about another position.
        self.core.forget();
        self.keep_up();
        self.voice.note(Note::Board);
        self.run_on(context);
    }

    /// The game runs on after a pause, unless the person is only stepping through it: the clock of the side
    /// to move, and the engine if it is its turn.
    pub(super) fn run_on(&mut self, context: &mut Context) {
        if !self.players.are_looking() && self.ending().is_none() {
            self.players.clocks.go_on(self.position().side(), context.now);
        }
        self.proceed(context);
    }

    /// The person returns to the game. It runs on if the board shows its last position, unless it comes
    /// from a file and nobody has played on.
    pub fn come_back(&mut self, context: &mut Context) {
        let has_left = !self.line.is_at_its_end() || self.line.annotations().is_as_read();
        self.players.look(self.players.are_looking() && has_left);
        self.run_on(context);
    }

    /// Redoes undone moves until it is a person's turn. Moves that were not undone are only looked at.
    pub(super) fn redo(&mut self, context: &mut Context) {
        if self.line.is_at_its_end() {
            return self.refuse("no move was taken back");
        }
        if !self.line.has_undone() {
            return self.look(1, context);
        }
        self.give_up(context.host);
        self.players.look(false);
        let (before, from) = (self.position().clone(), self.core.record.moves().count());
        self.step_forward();
        while !self.line.is_at_its_end() && self.players.is_engines_answer(self.position().side()) {
            self.step_forward();
        }
        let again: Vec<Move> = self.core.record.moves().skip(from).collect();
        self.say(format!("Replayed: {}", line_of(&before, &again)));
        self.go_on(context);
    }

    pub(super) fn step_back(&mut self) -> bool {
        let stepped = self.line.step_back(&mut self.core.record);
        if stepped {
            self.players.clocks.take_back();
        }
        stepped
    }

    pub(super) fn step_forward(&mut self) -> bool {
        let stepped = self.line.step_forward(&mut self.core.record);
        if stepped {
            self.players.clocks.make_again();
        }
        stepped
    }

    /// Shows another position of the game: this many moves forward, or back if negative.
    pub(super) fn look(&mut self, by: isize, context: &mut Context) {
        if by < 0 && self.core.record.len() == 0 {
            return self.refuse("this is the start of the game");
        }
        if by > 0 && self.line.is_at_its_end() {
            return self.refuse("this is the last move");
        }
        self.give_up(context.host);
        self.players.clocks.stop(context.now);
        self.players.look(true);
        self.core.forget();
        let steps = by.unsigned_abs();
        (0..steps).take_while(|_| if by < 0 { self.step_back() } else { self.step_forward() }).count();
        let (at, of) = (self.core.record.moves().count(), self.game_moves().count());
        self.say(match self.core.record.moves().last() {
            Some(m) => {
                let mut before = self.position().clone();
                before.unmake();
                let marks = self.marks().into_iter().find(|marks| marks.ply() == at);
                let (glyphs, said) = marks.map(|marks| marks.words()).unwrap_or_default();
                let said = if said.is_empty() { said } else { format!(": {said}") };
                format!("{}{glyphs} (half-move {at} of {of}){said}", numbered(&before, m))
            }
            None => "The start of the game.".to_string(),
        });
        self.voice.note(Note::Board);
        self.come_back(context);
    }

    /// `goto 12`: looks at the position after this many half-moves.
    pub(super) fn go_to(&mut self, number: &str, context: &mut Context) {
        let (at, of) = (self.core.record.moves().count(), self.game_moves().count());
        let Some(to) = number.parse::<usize>().ok().filter(|to| *to <= of) else {
            return self
                .refuse(format!("expected a half-move of the game, from 0 to {of}, found `{number}`"));
        };
        let by = if to < at {
            -isize::try_from(at - to).unwrap_or(isize::MAX)
        } else {
            isize::try_from(to - at).unwrap_or(isize::MAX)
        };
        if by != 0 {
            self.look(by, context);
        }
    }

    /// Refuses a request that makes no sense when the game is over. Returns whether it is.
    pub(super) fn refuses_ended(&mut self) -> bool {
        let is_over = self.ending().is_some();
        if is_over {
            self.refuse("the game is over; `undo` takes back a move, `new` starts another game");
        }
        is_over
    }

    /// The engine moves, for whichever side it is.
    pub(super) fn go(&mut self, context: &mut Context) {
        if self.refuses_ended() {
            return;
        }
        self.give_up(context.host);
        self.players.look(false);
        if let Some(person) = self.players.sides().person()
            && person == self.position().side()
        {
            self.players.assign(self.players.sides().swapped());
            self.say(format!("You now play {}.", !person));
        }
        self.think(context);
    }

    /// The person offers a draw.
    pub(super) fn offer_draw(&mut self, context: &mut Context) {
        if self.refuses_ended() {
            return;
        }
        if self.players.sides().person().is_none() {
            self.give_up(context.host);
            return self.end(None, "agreed", context.now);
        }
        if self.core.takes_draw() {
            self.give_up(context.host);
            self.end(None, "agreed", context.now);
        } else {
            self.say("Fibnif declines the draw.");
        }
    }

    /// The person resigns. `yes` answers the question in advance.
    pub(super) fn resign(&mut self, answer: &str, context: &mut Context) {
        if self.refuses_ended() {
            return;
        }
        match answer {
            "" => {
                self.voice.ask(Question::Resign);
                self.say("Resign this game? `yes` resigns, `no` plays on.");
            }
            "yes" | "y" => {
                self.give_up(context.host);
                let side = self.players.sides().person().unwrap_or_else(|| self.position().side());
                self.end(Some(!side), &format!("{side} has resigned"), context.now);
            }
            "no" | "n" => self.say("The game goes on."),
            _ => self.refuse(format!("expected `resign` or `resign yes`, found `resign {answer}`")),
        }
    }

    /// The legal move that was typed: as squares, in short notation, or as an unambiguous prefix.
    pub(super) fn find_move(&self, text: &str) -> Result<Move, SanError> {
        san::read_typed(self.position(), text).or_else(|error| match self.moves_beginning(text).as_slice() {
            [(m, _)] if text.len() >= 2 => Ok(*m),
            _ => Err(error),
        })
    }

    /// The legal moves that start with a text in either notation; ignoring case if none matches exactly.
    pub fn moves_beginning(&self, text: &str) -> Vec<(Move, String)> {
        let named = |m: Move| (m, san::write(self.position(), m), self.position().move_text(m));
        let named: Vec<(Move, String, String)> = self.legal_moves().into_iter().map(named).collect();
        let beginning = |begins: &dyn Fn(&str) -> bool| {
            let fits = |(_, short, squares): &&(Move, String, String)| begins(short) || begins(squares);
            named.iter().filter(fits).map(|(m, short, _)| (*m, short.clone())).collect::<Vec<_>>()
        };
        let exact = beginning(&|name| name.starts_with(text));
        if exact.is_empty() { beginning(&|name| begins_in_any_case(name, text)) } else { exact }
    }
}

/// Whether a name starts with a text, ignoring case.
pub(super) fn begins_in_any_case(name: &str, text: &str) -> bool {
    name.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text))
}
