//! A player that speaks UCI.
//!
//! The position is sent before every move, as the protocol wants it. Variants have the engine's names;
//! Fairy-Stockfish gets those it lacks in a file written by `export`.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::external::{EngineLink, EngineSetup, Identity, Waiting, Watch, no_such_option, read_move};
use super::letters::Letters;
use super::player::{Forfeit, NotStarted, Player, PlayerError, PlayerScore, RefereedGame, Response, Thought};
use crate::engine::search::TimeControl;
use crate::rules::export::fairy_stockfish;
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Narrow};
use crate::rules::position::{Move, Position};
use crate::session::SideClock;

/// How long an engine may take to introduce itself.
const START: Duration = Duration::from_secs(20);

/// An engine and the state of its game.
pub struct Uci {
    link: EngineLink,
    /// The variants it offers.
    variants: Vec<String>,
    /// The game it is set up for.
    game: Option<Arc<Game>>,
    /// The FEN its games start with, if its own starting position differs from ours.
    start: Option<String>,
    /// The files written for it.
    files: Vec<PathBuf>,
    /// The moves it is pondering on.
    pondering: Option<String>,
    /// The reply it expects.
    expected: Option<String>,
    /// The wall that came with its last move.
    rest: Option<String>,
}

impl Uci {
    /// Starts an engine and reads its options.
    pub fn start(settings: EngineSetup, waiting: Waiting, stop: Arc<AtomicBool>) -> Result<Uci, NotStarted> {
        let mut engine = Uci {
            link: EngineLink::start(settings, waiting, stop)?,
            variants: Vec::new(),
            game: None,
            start: None,
            files: Vec::new(),
            pondering: None,
            expected: None,
            rest: None,
        };
        match engine.shake_hands() {
            Ok(()) => Ok(engine),
            Err(trouble) => Err(NotStarted { trouble, transcript: engine.link.process.remembered() }),
        }
    }

    /// Reads its options, and sets them.
    fn shake_hands(&mut self) -> Result<(), PlayerError> {
        self.link.send("uci");
        let deadline = Instant::now() + START;
        if !self.hear_until("uciok", deadline)? {
            return Err(PlayerError::Unable("it does not answer `uci`".to_string()));
        }
        for (word, setting, value) in self.link.setup.spec.given.clone().all() {
            let name = setting.uci;
            if self.has(name) {
                self.set(name, &value.to_string());
            } else {
                self.link.notes.push(format!("`{word}` has no effect: it has no option `{name}`"));
            }
        }
        if self.link.setup.spec.ponder && self.has("Ponder") {
            self.set("Ponder", "true");
        }
        for (name, value) in self.link.setup.spec.options.clone() {
            if !self.has(&name) {
                return Err(no_such_option(&name, &self.link.options));
            }
            self.set(&name, &value);
        }
        self.sync()
    }

    /// Reads its lines up to a given one; returns whether that came in time. A `bestmove` belongs to no
    /// search that is still waited for.
    fn hear_until(&mut self, wanted: &str, deadline: Instant) -> Result<bool, PlayerError> {
        while let Some(line) = self.link.receive(deadline)? {
            if line.split_whitespace().next() == Some(wanted) {
                return Ok(true);
            }
            self.note_option(&line);
        }
        Ok(false)
    }

    fn note_option(&mut self, line: &str) {
        let Some(rest) = line.strip_prefix("option name ") else { return };
        let (name, kind) = rest.split_once(" type ").unwrap_or((rest, ""));
        if name == "UCI_Variant" {
            let words: Vec<&str> = kind.split_whitespace().collect();
            self.variants =
                words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_string()).collect();
        }
        self.link.options.push(name.to_string());
    }

    fn has(&self, option: &str) -> bool {
        self.link.options.iter().any(|known| known.eq_ignore_ascii_case(option))
    }

    /// Sets an option; a button has no value.
    fn set(&mut self, name: &str, value: &str) {
        let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
        self.link.send(&format!("setoption name {name}{value}"));
    }

    fn sync(&mut self) -> Result<(), PlayerError> {
        self.link.send("isready");
        let deadline = Instant::now() + self.link.waiting.patience;
        let heard = self.hear_until("readyok", deadline)?;
        if heard { Ok(()) } else { Err(Forfeit::Hang("answer to `isready`").into()) }
    }

    /// Sets the engine up for a game, if necessary.
    fn choose_variant(&mut self, board: &RefereedGame) -> Result<(), PlayerError> {
        let game = board.position.game();
        if self.game.as_ref().is_some_and(|known| Arc::ptr_eq(known, game)) {
            return Ok(());
        }
        self.link.letters = Letters::default();
        self.start = None;
        let names: Vec<&str> = self.variants.iter().map(String::as_str).collect();
        let known = Identity::of(game).name_among(&names, &self.link.setup.catalog);
        let shuffled = game.def.rules.castling.is_shuffled();
        let unable = |reason: &str| PlayerError::Unable(format!("it does not play {}{reason}", game.def.id));
        let is_orthodox = Identity::of(game).is_orthodox(&self.link.setup.catalog);
        let chooses = self.has("UCI_Variant");
        let name = match (&self.link.setup.spec.variant, known) {
            (Some(name), _) => name.clone(),
            (None, Some(name)) if chooses => name,
            _ if is_orthodox => "chess".to_string(),
            _ if self.has("VariantPath") => self.write_variant(board)?,
            _ if chooses => return Err(unable("")),
            _ => return Err(unable(": it has no option `UCI_Variant`")),
        };
        if chooses {
            self.set("UCI_Variant", &name);
        } else if !is_orthodox {
            return Err(unable(": it has no option `UCI_Variant`"));
        }
        if self.has("UCI_Chess960") {
            self.set("UCI_Chess960", if shuffled { "true" } else { "false" });
        } else if shuffled {
            return Err(unable(": it has no option `UCI_Chess960`"));
        }
        if let Some(given) = &self.link.setup.spec.letters {
            self.link.letters.extend(given);
        }
        self.game = Some(game.clone());
        Ok(())
    }

    /// Writes a file for Fairy-Stockfish and has it loaded; returns the name of the variant in it.
    fn write_variant(&mut self, board: &RefereedGame) -> Result<String, PlayerError> {
        let game = board.position.game();
        let entry = fairy_stockfish::entry(game)
            .or_else(|error| {
                let fen = board.start.fen();
                let held = fen.split(' ').nth(2).unwrap_or_default();
                match &error.rights {
                    Some(rights) if !held.contains(|right| rights.contains(right)) => {
                        fairy_stockfish::entry_without_rights(game)
                    }
                    _ => Err(error),
                }
            })
            .map_err(|error| PlayerError::Unable(format!("it does not know {}, and {error}", game.def.id)))?;
        let number = self.files.len();
        let file = format!("fibnif-{}-{:p}-{number}.ini", std::process::id(), std::ptr::from_ref(self));
        let path = std::env::temp_dir().join(file);
        fs::write(&path, &entry.text)
            .map_err(|error| PlayerError::Unable(format!("cannot write {}: {error}", path.display())))?;
        self.set("VariantPath", &path.display().to_string());
        self.files.push(path);
        self.sync()?;
        self.link.letters =
            entry.letters.iter().fold(Letters::default(), |mut letters, &(color, ours, theirs)| {
                letters.set(color, ours, theirs.into());
                letters
            });
        self.start = Some(entry.start);
        Ok(entry.name)
    }

    /// The moves of the game in the engine's letters.
    fn moves(&self, board: &RefereedGame) -> String {
        let mut position = board.start.clone();
        let mut text = String::new();
        for &(color, m) in &board.moves {
            if !position.is_rest_of_move(m) {
                text.push(' ');
            }
            text.push_str(&self.link.letters.to_engine(color, &write(&position, m)));
            position.make(m);
        }
        text
    }

    /// Sends the position, with a move that is not on the board yet.
    fn tell_position(&mut self, board: &RefereedGame, more: &str) {
        let start = match (&board.fen, &self.start) {
            (Some(fen), _) => format!("fen {}", self.link.letters.fen_to_engine(fen)),
            (None, Some(fen)) => format!("fen {fen}"),
            (None, None) if board.position.game().def.rules.castling.is_shuffled() => {
                format!("fen {}", self.link.letters.fen_to_engine(&board.start.fen()))
            }
            (None, None) => "startpos".to_string(),
        };
        let moves = self.moves(board);
        let moves = if moves.is_empty() && more.is_empty() { moves } else { format!(" moves{moves}{more}") };
        self.link.send(&format!("position {start}{moves}"));
    }

    /// The limits of the engine, as `go` has them.
    fn go(clocks: &[SideClock; 2], own: &SideClock) -> String {
        let mut text = "go".to_string();
        // Writing to a string cannot fail.
        match own.limit.time {
            Some(TimeControl::PerMove(time)) => drop(write!(text, " movetime {}", time.as_millis())),
            Some(TimeControl::Level(level)) => {
                for (clock, side) in clocks.iter().zip(["w", "b"]) {
                    let increment = match clock.limit.time {
                        Some(TimeControl::Level(level)) => level.increment,
                        _ => Duration::ZERO,
                    };
                    let remaining = clock.remaining.unwrap_or(level.base);
                    let (remaining, increment) = (remaining.as_millis(), increment.as_millis());
                    let _ = write!(text, " {side}time {remaining} {side}inc {increment}");
                }
                if let Some(moves) = level.moves {
                    let _ = write!(text, " movestogo {}", moves - own.played % moves.max(1));
                }
            }
            None => {}
        }
        if let Some(nodes) = own.limit.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(depth) = own.limit.depth {
            let _ = write!(text, " depth {depth}");
        }
        text
    }

    /// Starts to think about the board, or continues if it is already pondering on it. Lines sent after its
    /// last move, such as a second `bestmove`, are skipped first.
    fn set_going(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Watch, PlayerError> {
        let own = &clocks[self.link.color.index()];
        let pondered = self.pondering.take();
        if pondered.is_some() && pondered.as_ref() == Some(&self.moves(board)) {
            let watch = self.link.watch(own);
            self.link.send("ponderhit");
            return Ok(watch);
        }
        let watch = pondered.is_some().then(|| self.link.watch(own));
        if pondered.is_some() {
            self.stop_pondering()?;
        }
        self.sync()?;
        let watch = watch.unwrap_or_else(|| self.link.watch(own));
        self.tell_position(board, "");
        self.link.send(&Uci::go(clocks, own));
        Ok(watch)
    }

    /// Ends a ponder search; its move is ignored.
    fn stop_pondering(&mut self) -> Result<(), PlayerError> {
        self.link.send("stop");
        let deadline = Instant::now() + self.link.waiting.patience;
        let heard = self.hear_until("bestmove", deadline)?;
        if heard { Ok(()) } else { Err(Forfeit::Hang("answer to `stop`").into()) }
    }

    fn listen(&mut self, board: &RefereedGame, watch: Watch) -> Result<Thought, PlayerError> {
        let (position, letters) = (&board.position, self.link.letters.clone());
        let (expected, wall) = (&mut self.expected, &mut self.rest);
        self.link.listen(watch, "stop", |line, thought, _| {
            let Some(rest) = line.strip_prefix("bestmove") else {
                note_info(line, thought);
                return Ok(false);
            };
            let mut words = rest.split_whitespace();
            let text = words.next().unwrap_or_default();
            let ours = letters.read_engine(position.side(), text);
            let mut parts = position.parts_of_turn(&ours);
            thought.answer = Response::Move(read_move(position, parts.next().unwrap_or_default())?);
            *wall = parts.next().map(str::to_owned);
            *expected = words.nth(1).map(|m| format!(" {text} {m}"));
            Ok(true)
        })
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        for file in &self.files {
            // The file was ours. If it is already gone, that does no harm.
            let _ = fs::remove_file(file);
        }
    }
}

impl Player for Uci {
    fn begin(&mut self, board: &RefereedGame, color: Color, _: &[SideClock; 2]) -> Result<(), PlayerError> {
        self.link.color = color;
        (self.expected, self.rest) = (None, None);
        if self.pondering.take().is_some() {
            self.stop_pondering()?;
        }
        if !board.position.game().def.rules.turn.is_one_text() {
            return Err(PlayerError::Unable("UCI cannot express two-move turns".to_string()));
        }
        self.choose_variant(board)?;
        self.link.send("ucinewgame");
        self.sync()
    }

    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, PlayerError> {
        if let Some(rest) = self.rest.take() {
            let answer = Response::Move(read_move(&board.position, &rest)?);
            return Ok(Thought { answer, ..Thought::resignation() });
        }
        let watch = self.set_going(board, clocks)?;
        let thought = self.listen(board, watch)?;
        if self.link.setup.spec.ponder
            && let Some(expected) = self.expected.take()
        {
            // The clocks after its move. If the move was too late, the referee says so.
            let (mut after, own) = (*clocks, self.link.color.index());
            let _ = after[own].spend(thought.elapsed);
            let go = Uci::go(&after, &after[own]).replacen("go", "go ponder", 1);
            self.pondering = Some(self.moves(board) + &expected);
            self.tell_position(board, &expected);
            self.link.send(&go);
        }
        Ok(thought)
    }

    fn end(&mut self, _: &str, _: &str) {}

    fn transcript(&self) -> Vec<String> {
        self.link.process.remembered()
    }

    fn notes(&self) -> Vec<String> {
        self.link.notes.clone()
    }
}

/// A move as the protocol writes it.
fn write(position: &Position, m: Move) -> String {
    position.uci_text(m, position.game().def.rules.castling.is_shuffled())
}

/// Reads depth, score and nodes from a line of thinking. Only the first of several lines counts.
fn note_info(line: &str, thought: &mut Thought) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let words: Vec<&str> = words.take_while(|&word| word != "pv" && word != "string").collect();
    let after = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1).and_then(|word| word.parse::<i64>().ok())
    };
    if after("multipv").is_some_and(|number| number != 1) {
        return;
    }
    let score = match (after("cp"), after("mate")) {
        (Some(value), _) => Some(PlayerScore::Centipawns(value.clamp(-100_000, 100_000).narrow())),
        (None, Some(moves)) => Some(PlayerScore::Mate(moves.clamp(-1000, 1000).narrow())),
        (None, None) => None,
    };
    thought.evaluation = score.or(thought.evaluation);
    if let Some(nodes) = after("nodes") {
        thought.nodes = nodes.unsigned_abs();
    }
    if let Some(depth) = after("depth").filter(|_| score.is_some()) {
        thought.depth = u32::try_from(depth).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_read() {
        let mut thought = Thought::resignation();
        note_info(
            "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 5000 nps 1 time 3 pv e2e4 depth 3",
            &mut thought,
        );
        assert_eq!((thought.depth, thought.nodes), (12, 5000));
        assert_eq!(thought.evaluation, Some(PlayerScore::Centipawns(-31)));
        note_info("info depth 13 multipv 2 score cp 100 nodes 6000", &mut thought);
        note_info("info string depth 99", &mut thought);
        assert_eq!((thought.depth, thought.nodes), (12, 5000));
        note_info("info depth 14 score mate -3 nodes 7000", &mut thought);
        assert_eq!(thought.evaluation, Some(PlayerScore::Mate(-3)));
    }
}
