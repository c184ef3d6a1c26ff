//! Carries out what is typed.

use super::actions;
use super::start::Sides;
use super::state::Session;
use super::voice::{Note, Question};
use crate::rules::pgn::san::SanError;
use crate::rules::position::Position;
use crate::session::Context;
use crate::teach;

/// The answers to a question.
const YES: &[&str] = &["yes", "y"];
const NO: &[&str] = &["no", "n"];

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
    pub fn obey(&mut self, line: &str, context: &mut Context) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        if let Some(question) = self.voice.take_question() {
            let is = |answers: &[&str]| answers.iter().any(|answer| line.eq_ignore_ascii_case(answer));
            match question {
                Question::Resign if is(YES) => return self.resign("yes", context),
                Question::Resume if is(YES) => return self.resume("", context.host),
                Question::Resume if is(NO) => return self.say("A new game."),
                Question::Resign if is(NO) => return self.say("The game goes on."),
                Question::Delete(name) if is(YES) => {
                    if let Err(reason) = self.delete_saved(&name, context) {
                        self.refuse(reason.to_string());
                    }
                    return;
                }
                Question::Delete(_) if is(NO) => return self.say("The game is kept."),
                Question::Resign | Question::Delete(_) | Question::Resume => {}
            }
        }
        if let Some((action, arguments)) = actions::read(line) {
            return self.perform(action, arguments, context);
        }
        let mut parts = self.position().parts_of_turn(line);
        if let (Some(first), Some(wall)) = (parts.next(), parts.next())
            && let Ok(m) = self.find_move(first)
            && self.ending().is_none()
        {
            self.play_typed(m, context);
            return self.obey(wall, context);
        }
        let error = match self.find_move(line) {
            Ok(_) if self.refuses_ended() => return,
            Ok(m) => return self.play_typed(m, context),
            Err(error) => teach::explain_unread(self.position(), &error),
        };
        if let Some((action, arguments)) = actions::read_start(line) {
            return self.perform(action, arguments, context);
        }
        let word = line.split_whitespace().next().unwrap_or(line);
        let looks_like_move = word.chars().any(|c| c.is_ascii_digit()) || word.len() < 3;
        match actions::nearly(word).filter(|_| !looks_like_move) {
            Some(name) => self.refuse(format!("Unknown command `{word}`. Did you mean `{name}`?")),
            None => self.refuse(format!("{error}; `help` lists the commands, `moves` the moves")),
        }
    }

    /// Plays a move, for a front end that has buttons for everything else.
    pub fn attempt(&mut self, text: &str, context: &mut Context) -> Result<(), RefusedMove> {
        let m = self.find_move(text).map_err(|error| RefusedMove::new(self.position(), &error))?;
        if let Some(why) = self.ended() {
            return Err(RefusedMove { code: "game-over", reason: why });
        }
        if self.is_engine_due() {
            let reason = "the engine is thinking about its move".to_string();
            return Err(RefusedMove { code: "not-your-turn", reason });
        }
        self.play_typed(m, context);
        Ok(())
    }

    /// Changes the sides in the middle of the game.
    pub(super) fn choose_sides(&mut self, sides: Option<Sides>, context: &mut Context) {
        let Some(sides) = sides else {
            return self.refuse("expected your side: `play white`, `play black`, `play both` or `play none`");
        };
        self.give_up(context.host);
        self.players.assign(sides);
        self.players.look(false);
        let words = match sides.person() {
            Some(side) => format!("You play {side}."),
            None if sides.name() == "both" => "You play both sides.".to_string(),
            None => {
                "The engine plays both sides. `stop` makes it move at once, `play white` gives you White."
                    .to_string()
            }
        };
        self.say(words);
        if self.ending().is_none() {
            self.proceed(context);
        }
    }

    pub(super) fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
        self.voice.note(Note::Board);
    }

    pub(super) fn be_quiet(&mut self, arguments: &str) {
        self.view.quiet = match arguments {
            "" => !self.view.quiet,
            "on" => true,
            "off" => false,
            _ => return self.refuse("expected `quiet`, `quiet on` or `quiet off`"),
        };
        self.say(if self.view.quiet {
            "The board is drawn only when you ask for it: type `board`."
        } else {
            "The board is drawn after each move."
        });
    }

    pub(super) fn choose_figures(&mut self, arguments: &str) {
        self.view.unicode = match arguments {
            "" => !self.view.unicode,
            "unicode" => true,
            "letters" => false,
            _ => return self.refuse("expected `figures letters` or `figures unicode`"),
        };
        self.voice.note(Note::Board);
    }
}
