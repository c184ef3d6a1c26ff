//! Carries out what is typed.

use std::time::Instant;

use super::super::command::{self, Verb, row_of};
use super::state::{Figures, Note, Seats, Session, Talk};
use crate::rules::pgn::san::SanError;
use crate::rules::position::Position;
use crate::session::{SearchHost, Task};
use crate::teach;

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedMove {
    /// The reason in one word, for programs.
    pub code: &'static str,
    /// The reason in words.
    pub reason: String,
}

impl RefusedMove {
    /// Why the text of a move cannot be read.
    pub(super) fn new(position: &Position, error: &SanError) -> RefusedMove {
        if let Some(why) = teach::refusal_of(position, error) {
            return RefusedMove { code: why.code(), reason: why.explain(position) };
        }
        let code = if matches!(error, SanError::Ambiguous { .. }) { "ambiguous" } else { "form" };
        RefusedMove { code, reason: error.to_string() }
    }
}

impl Session {
    /// Carries out a line: a command or a move.
    pub fn obey(&mut self, line: &str, now: Instant, host: &mut dyn SearchHost) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        let asked = self.asked.take();
        if let Some(verb) = asked.filter(|_| ["yes", "y"].iter().any(|yes| line.eq_ignore_ascii_case(yes))) {
            return self.perform(verb, "yes", now, host);
        }
        if let Some((verb, arguments)) = command::read(line) {
            return self.perform(verb, arguments, now, host);
        }
        let error = match self.find_move(line) {
            Ok(m) if self.ending().is_none() => return self.play_typed(m, now, host),
            Ok(_) => "the game is over; `undo` takes back a move, `new` starts another game".to_string(),
            Err(error) => teach::explain_unread(self.position(), &error),
        };
        if let Some((verb, arguments)) = command::read_start(line) {
            return self.perform(verb, arguments, now, host);
        }
        let word = line.split_whitespace().next().unwrap_or(line);
        let looks_like_move = word.chars().any(|c| c.is_ascii_digit()) || word.len() < 3;
        match command::nearly(word).filter(|_| !looks_like_move) {
            Some(name) => self.refuse(format!("Unknown command `{word}`. Did you mean `{name}`?")),
            None => self.refuse(format!("{error}; `help` lists the commands, `moves` the moves")),
        }
    }

    /// Plays a move, for a front end that has buttons for everything else.
    ///
    /// # Errors
    /// If the move is refused.
    pub fn attempt(
        &mut self,
        text: &str,
        now: Instant,
        host: &mut dyn SearchHost,
    ) -> Result<(), RefusedMove> {
        let m = self.find_move(text).map_err(|error| RefusedMove::new(self.position(), &error))?;
        if let Some(why) = self.ended() {
            return Err(RefusedMove { code: "game-over", reason: why });
        }
        if self.is_engine_due() {
            let reason = "the engine is thinking about its move".to_string();
            return Err(RefusedMove { code: "not-your-turn", reason });
        }
        self.play_typed(m, now, host);
        Ok(())
    }

    /// Carries out a command.
    pub fn perform(&mut self, verb: Verb, arguments: &str, now: Instant, host: &mut dyn SearchHost) {
        let takes_nothing = row_of(verb).is_some_and(|row| row.arguments.is_empty());
        if takes_nothing && !arguments.is_empty() {
            let name = row_of(verb).and_then(|row| row.names.first()).copied().unwrap_or_default();
            return self.refuse(format!("`{name}` takes no arguments, found `{arguments}`"));
        }
        match verb {
            Verb::Help => self.tell_help(arguments),
            Verb::Board => self.notes.push_back(Note::Draw),
            Verb::What => self.tell_square(arguments),
            Verb::Where => self.tell_places(arguments),
            Verb::Quiet => self.be_quiet(arguments),
            Verb::Moves => self.tell_moves(arguments),
            Verb::Man => self.tell_man(arguments),
            Verb::Rules => self.tell_rules(arguments),
            Verb::Undo => self.undo(now, host),
            Verb::Redo => self.redo(now, host),
            Verb::First => self.look(isize::MIN, now, host),
            Verb::Back => self.look(-1, now, host),
            Verb::Forward => self.look(1, now, host),
            Verb::Last => self.look(isize::MAX, now, host),
            Verb::Goto => self.go_to(arguments, now, host),
            Verb::Go => self.go(now, host),
            Verb::Hint => self.ask(Task::Hint, now, host),
            Verb::Eval => self.ask(Task::Worth, now, host),
            Verb::Analyze => self.analyze(arguments, now, host),
            Verb::Stop => self.stop_thinking(now, host),
            Verb::Flip => {
                self.flipped = !self.flipped;
                self.notes.push_back(Note::Board);
            }
            Verb::Swap => self.sit(self.seats.swapped(), now, host),
            Verb::Seats => match Seats::read(arguments) {
                Some(seats) => self.sit(seats, now, host),
                None => {
                    self.refuse("expected your side: `play white`, `play black`, `play both` or `play none`");
                }
            },
            Verb::New => self.begin(&self.name.clone(), now, host),
            Verb::Variant => self.choose_variant(arguments, now, host),
            Verb::Army => self.choose_armies(arguments, now, host),
            Verb::Choose => self.choose(arguments, now, host),
            Verb::Level => self.choose_level(arguments),
            Verb::Set => self.set(arguments),
            Verb::Clock => self.choose_clock(arguments),
            Verb::Figures => self.choose_figures(arguments),
            Verb::Fen => self.set_fen(arguments, now, host),
            Verb::Pgn => self.tell_game(),
            Verb::Save => self.save_to(arguments),
            Verb::Load => match self.open(arguments, host) {
                Ok(()) => self.notes.push_back(Note::Board),
                Err(reason) => self.refuse(reason.to_string()),
            },
            Verb::Game => self.choose_game(arguments, host),
            Verb::Games => self.tell_games(arguments),
            Verb::Rename => self.rename(arguments),
            Verb::Resume => self.resume(arguments, host),
            Verb::Resign => self.resign(arguments, now, host),
            Verb::Draw => self.offer_draw(now, host),
            Verb::Quit => self.notes.push_back(Note::Quit),
        }
    }

    /// Changes the seats in the middle of the game.
    fn sit(&mut self, seats: Seats, now: Instant, host: &mut dyn SearchHost) {
        self.give_up(host);
        self.seats = seats;
        self.looking = false;
        let words = match seats.person() {
            Some(side) => format!("You play {side}."),
            None if seats.name() == "both" => "You play both sides.".to_string(),
            None => {
                "The engine plays both sides. `stop` makes it move at once, `play white` gives you White."
                    .to_string()
            }
        };
        self.say(words);
        if self.ending().is_none() {
            self.proceed(now, host);
        }
    }

    fn be_quiet(&mut self, arguments: &str) {
        self.talk = match (arguments, self.talk) {
            ("on", _) | ("", Talk::Boards) => Talk::Quiet,
            ("off", _) | ("", Talk::Quiet) => Talk::Boards,
            _ => return self.refuse("expected `quiet`, `quiet on` or `quiet off`"),
        };
        self.say(match self.talk {
            Talk::Quiet => "The board is drawn only when you ask for it: type `board`.",
            Talk::Boards => "The board is drawn after each move.",
        });
    }

    fn choose_figures(&mut self, arguments: &str) {
        self.figures = match arguments {
            "unicode" => Figures::Unicode,
            "" if self.figures == Figures::Letters => Figures::Unicode,
            "" | "letters" => Figures::Letters,
            _ => return self.refuse("expected `figures letters` or `figures unicode`"),
        };
        self.notes.push_back(Note::Board);
    }
}
