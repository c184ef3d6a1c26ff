//! A session as a state machine: events in, lines out. It never waits. Results of an abandoned search
//! are recognized by their number.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::go::{self, Go};
use super::options::{self, OptionChange};
use super::work::{Context, SearchRequest, Style, Work};
use crate::base::text::printable;
use crate::engine::search::Limits;
use crate::rules::game::Game;
use crate::rules::position::{FenError, Position, Setup};
use crate::rules::variant::{Catalog, VariantError};
use crate::session::engine::Message;
use crate::session::{
    Audience, Core, Effect, Record, Roster, SearchEvent, SearchHost, Setting, SettingError, Settings, Task,
    first_line,
};
use crate::teach::why_not;

/// The name of chess with shuffled pieces in the catalog.
const SHUFFLED: &str = "fischerandom";
/// The name of chess.
const CHESS: &str = "chess";

/// Something that happens to a session.
#[derive(Debug)]
pub enum UciEvent {
    /// The GUI has sent a line.
    Line(String),
    Search(Message),
    /// The GUI has disappeared.
    Eof,
}

/// The choices since the game was last set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Changed {
    Nothing,
    /// Armies, augmenters or rules.
    Choices,
    /// Another variant.
    Variant,
}

/// A session with a GUI.
pub struct UciSession {
    roster: Roster,
    core: Core,
    variant: String,
    shuffled: bool,
    /// Whether the GUI wants the chances of winning, drawing and losing.
    shows_chances: bool,
    /// Choices that are not set up yet. Compiling a game takes time, and options come in bursts.
    changed: Changed,
    /// The chosen game. With shuffled pieces, the position's game is compiled for its FEN.
    game: Arc<Game>,
    /// The last FEN of a `position` command, and its position: GUIs repeat it with more moves, and a game
    /// with shuffled pieces would be compiled each time (8 ms).
    begun: Option<(String, Position)>,
    /// Why the last `position` command was refused, if it was: there is no position to search.
    refused: Option<String>,
    work: Work,
    /// Whether the GUI has disappeared or said so. Open requests are answered, then the session ends.
    closing: bool,
}

impl UciSession {
    /// A session at the start of chess.
    pub fn new(catalog: Catalog) -> Result<UciSession, VariantError> {
        let mut roster = Roster::new(catalog);
        let game = roster.select(CHESS)?.game;
        Ok(UciSession {
            roster,
            // The GUI chooses among openings.
            core: Core::new(Settings { variety: 0, ..Settings::default() }, Position::start(game.clone()), 0),
            variant: CHESS.to_string(),
            shuffled: false,
            shows_chances: false,
            changed: Changed::Nothing,
            game,
            begun: None,
            refused: None,
            work: Work::default(),
            closing: false,
        })
    }

    /// Sets the seed of the random errors of weak play.
    pub fn set_seed(&mut self, seed: u64) {
        self.core.set_seed(seed);
    }

    /// Handles an event. Appends what is to be said to `out`; `Break` ends the program.
    pub fn handle(
        &mut self,
        event: UciEvent,
        now: Instant,
        engine: &mut dyn SearchHost,
        out: &mut Vec<String>,
    ) -> ControlFlow<()> {
        let context = &mut Context { host: engine, now, out };
        match event {
            UciEvent::Line(line) if !self.closing => self.obey(line.trim(), context),
            UciEvent::Line(_) => {}
            UciEvent::Search(message) => match self.core.on_message(message, now) {
                SearchEvent::Nothing => {}
                SearchEvent::Ready => self.work.advance(&mut self.core, context),
                SearchEvent::Line(_, report) => self.work.show(report, context.out),
                SearchEvent::Found(found) => self.work.finish(&found.best, &mut self.core, context),
            },
            UciEvent::Eof => self.close(context),
        }
        if self.closing && self.work.is_idle() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn obey(&mut self, line: &str, context: &mut Context) {
        let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // `isready` does not wait for a running search, and the game is not needed before the search
        // has ended.
        let needs_game = ["ucinewgame", "position", "go", "d"].contains(&word);
        if needs_game || word == "isready" && !self.work.is_busy() {
            self.set_up(context.out);
        }
        match word {
            "uci" => self.introduce(context.out),
            "isready" => self.work.is_ready(&mut self.core, context),
            "setoption" => self.set_option(arguments, context),
            "ucinewgame" => self.core.prepare(&self.game, context.host),
            "position" => {
                self.refused = self.set_position(arguments, context.out).err();
                context.out.extend(self.refused.iter().map(|reason| format!("info string {reason}")));
            }
            "go" => self.go(arguments, context),
            "stop" => self.work.stop(&mut self.core, context),
            "ponderhit" => self.work.ponder_hit(&mut self.core, context),
            "d" => {
                let position = self.core.record.position();
                context.out.push(format!("info string {} {}", position.game().def.id, position.fen()));
            }
            "quit" => self.close(context),
            "" | "debug" | "register" => {}
            _ => context.out.push(format!("info string unknown command `{}`", shown(line))),
        }
    }

    /// The GUI is leaving. Searches are stopped and answered.
    fn close(&mut self, context: &mut Context) {
        self.closing = true;
        self.work.stop(&mut self.core, context);
    }

    fn introduce(&self, out: &mut Vec<String>) {
        out.push(concat!("id name Fibnif ", env!("CARGO_PKG_VERSION")).to_string());
        out.push("id author the Fibnif authors".to_string());
        out.extend(options::announce(&self.roster, &self.core.settings));
        out.push("uciok".to_string());
    }

    fn set_option(&mut self, arguments: &str, context: &mut Context) {
        let out = &mut *context.out;
        let Some(change) = options::read(arguments) else {
            return out.push(format!("info string unknown option or bad value: `{}`", shown(arguments)));
        };
        match change {
            OptionChange::Nothing => {}
            OptionChange::Variant(name) => self.choose_variant(name, out),
            OptionChange::ShowChances(shows) => self.shows_chances = shows,
            OptionChange::Shuffled(shuffled) => {
                self.shuffled = shuffled;
                self.changed = Changed::Variant;
            }
            OptionChange::Other(name, value) => self.set_other(&name, &value, context),
        }
    }

    /// A setting of the engine, or a choice of the variant.
    fn set_other(&mut self, name: &str, value: &str, context: &mut Context) {
        let setting = Setting::named(name, Audience::Uci);
        // The meaning of a choice depends on the variant.
        if self.changed == Changed::Variant && setting.is_none_or(|setting| setting.effect == Effect::Clear) {
            self.set_up(context.out);
        }
        let changed = match setting {
            Some(setting) => self.core.change(setting, value, context.host),
            None => self.roster.choose(name, value).unwrap_or(Err(SettingError::Name)).map(|()| None),
        };
        if setting.is_none() && changed.is_ok() {
            self.changed = Changed::Choices;
        }
        let reason = match changed {
            Ok(None) => return,
            Ok(Some(granted)) => format!("the table has {granted} MiB: limited by available memory"),
            Err(SettingError::Name) => format!("there is no option `{}`", shown(name)),
            Err(SettingError::Value(expected)) => format!("{name} is {expected}; found `{}`", shown(value)),
        };
        context.out.push(format!("info string {reason}"));
    }

    /// Chooses a variant. One that cannot be played here changes nothing.
    fn choose_variant(&mut self, name: String, out: &mut Vec<String>) {
        match self.roster.resolve(&name) {
            Ok(def) if !def.rules.turn.is_one_text() => {
                out.push("info string UCI cannot express two-move turns; use XBoard (CECP)".to_string());
            }
            Ok(_) => {
                self.variant = name;
                self.changed = Changed::Variant;
            }
            Err(reason) => out.push(format!("info string {}", shown(&reason.to_string()))),
        }
    }

    /// Sets up the start of the chosen variant, if another was chosen. One that cannot be played
    /// changes nothing.
    fn set_up(&mut self, out: &mut Vec<String>) {
        if std::mem::replace(&mut self.changed, Changed::Nothing) == Changed::Nothing {
            return;
        }
        let name = if self.shuffled && self.variant == CHESS { SHUFFLED } else { self.variant.as_str() };
        match self.roster.select(name) {
            Ok(selected) => {
                out.extend(selected.complaint.map(|complaint| format!("info string {}", shown(&complaint))));
                self.game = selected.game;
                (self.begun, self.refused) = (None, None);
                self.core.begin(Record::new(Position::start(self.game.clone())));
            }
            Err(error) => out.push(format!("info string {}", shown(&first_line(&error)))),
        }
    }

    /// `position [startpos | fen FEN] [moves MOVE...]`: plays the moves before the first illegal one. If
    /// there is no such position, or not all moves are legal, the error says why.
    fn set_position(&mut self, arguments: &str, out: &mut Vec<String>) -> Result<(), String> {
        // A FEN and an SFEN are distinguished by what they contain.
        let (place, moves) = match arguments.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (arguments.trim(), ""),
        };
        let position = match place.strip_prefix("fen").or_else(|| place.strip_prefix("sfen")) {
            None if place == "startpos" => Position::start(self.game.clone()),
            None => return Err("expected `position startpos` or `position fen FEN`".to_string()),
            Some(fen) => self.begin_at(fen.trim(), out).map_err(|error| shown(&error.to_string()))?,
        };
        let mut record = Record::new(position);
        for text in moves.split_whitespace() {
            for part in record.position().parts_of_turn(text) {
                let position = record.position();
                let Some(m) = go::read_move(position, part) else {
                    let reason = why_not(position, part).map(|refusal| refusal.explain(position));
                    let reason = reason.unwrap_or_default();
                    let illegal = format!("illegal move `{}`: {}", shown(text), shown(&reason));
                    self.core.begin(record);
                    return Err(illegal);
                };
                record.play(m);
            }
        }
        self.core.begin(record);
        Ok(())
    }

    /// The position of a FEN, which may be that of the last command.
    fn begin_at(&mut self, fen: &str, out: &mut Vec<String>) -> Result<Position, FenError> {
        if let Some((_, position)) = self.begun.as_ref().filter(|begun| begun.0 == fen) {
            return Ok(position.clone());
        }
        let (position, notes) = Setup::read(self.game.clone(), fen).and_then(Setup::position_and_notes)?;
        out.extend(notes.iter().map(|note| format!("info string {}", shown(note))));
        self.begun = Some((fen.to_string(), position.clone()));
        Ok(position)
    }

    fn go(&mut self, arguments: &str, context: &mut Context) {
        if let Some(reason) = &self.refused {
            let reason = format!("no position to search: {reason}");
            return self.work.refuse(reason, &mut self.core, context);
        }
        let position = Arc::new(self.core.record.position().clone());
        let Go { limits, infinite, ponder } = go::read(arguments, &position);
        let style = Style { shuffled: self.shuffled, chances: self.shows_chances };
        let task = match (infinite, ponder) {
            (true, _) => Task::Analysis,
            (false, true) => Task::Ponder,
            (false, false) => Task::Move,
        };
        let lines = self.core.settings.lines;
        let ended = position.final_outcome();
        let excluded = if ended.is_some() { position.moves() } else { limits.excluded };
        let limits = Limits { started: Some(context.now), lines, excluded, ..limits };
        let limits = self.core.limits(task, limits);
        let request = SearchRequest { task, position, limits, ended, stopped: false, style };
        self.work.search(request, &mut self.core, context);
    }
}

/// Text from a GUI within an answer: on one line, and not too long.
fn shown(text: &str) -> String {
    printable(text, 120)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_shuffled_pieces_is_compiled_once() {
        let fen = "nrbqbkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQBKRN w KQkq - 0 1";
        let other = "brnqnkrb/pppppppp/8/8/8/8/PPPPPPPP/BRNQNKRB w KQkq - 0 1";
        let mut session = UciSession::new(Catalog::builtin()).unwrap();
        let out = &mut Vec::new();
        session.choose_variant(SHUFFLED.to_string(), out);
        session.set_up(out);
        let mut game_after = |fen: &str, moves: &str| {
            session.set_position(&format!("fen {fen} moves {moves}"), out).unwrap();
            session.core.record.position().game().clone()
        };
        let game = game_after(fen, "e2e4");
        assert!(Arc::ptr_eq(&game, &game_after(fen, "e2e4 e7e5")));
        assert!(!Arc::ptr_eq(&game, &game_after(other, "e2e4")));
        assert!(out.is_empty(), "{out:?}");
    }

    #[test]
    fn the_same_fen_in_another_variant_is_read_anew() {
        let fen = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut session = UciSession::new(Catalog::builtin()).unwrap();
        let out = &mut Vec::new();
        for variant in [CHESS, "kingofthehill", SHUFFLED] {
            session.choose_variant(variant.to_string(), out);
            session.set_up(out);
            session.set_position(fen, out).unwrap();
            assert_eq!(session.core.record.position().game().def.id, variant);
        }
        assert!(out.is_empty(), "{out:?}");
    }
}
