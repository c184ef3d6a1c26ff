//! A session as a state machine: events in, lines out. It waits for nobody; a search that was given up
//! is known by its number.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::go::{self, Go};
use super::info;
use super::options::{self, OptionChange};
use crate::engine::{Message, SearchId};
use crate::game::Game;
use crate::play::{Roster, SearchHost, SettingError, Settings, Skill};
use crate::position::Position;
use crate::search::{Best, Clock, Ponder};
use crate::variant::{Catalog, TurnRule};

/// The name of chess with shuffled men in the catalog.
const SHUFFLED: &str = "fischerandom";
/// The name of chess.
const CHESS: &str = "chess";

/// Something that happens to a session.
#[derive(Debug)]
pub enum UciEvent {
    /// The GUI has sent a line.
    Line(String),
    /// A search has something to tell.
    Search(Message),
    /// The node counts are there.
    Bench(String),
    /// The GUI has gone.
    Eof,
}

/// The search whose words count.
struct UciSearch {
    id: SearchId,
    position: Position,
    /// Whether its result waits for `stop` or `ponderhit`.
    held: bool,
    /// Its result, while that waits.
    result: Option<Best>,
    /// Takes over the clock when the expected move is played.
    ponder: Option<(Arc<Ponder>, Clock)>,
}

/// A session with a GUI.
pub struct UciSession {
    roster: Roster,
    settings: Settings,
    /// Whether to play as strongly as `elo` says.
    limits_strength: bool,
    elo: i32,
    /// Which errors weak play makes.
    seed: u64,
    variant: String,
    shuffled: bool,
    /// The game that was chosen; where men are shuffled, that of the position is made for its FEN.
    game: Arc<Game>,
    position: Position,
    search: Option<UciSearch>,
    last_id: SearchId,
    preparing: Option<SearchId>,
    /// `isready` that waits for the preparation.
    asked: usize,
    bench: bool,
}

impl UciSession {
    /// A session at the start of chess.
    ///
    /// # Errors
    /// If that is not in the catalog.
    pub fn new(catalog: Catalog) -> Result<UciSession, String> {
        let mut roster = Roster::new(catalog);
        let game = roster.select(CHESS)?.game;
        Ok(UciSession {
            roster,
            settings: Settings::default(),
            limits_strength: false,
            elo: *options::elo_range().start(),
            seed: RandomState::new().build_hasher().finish(),
            variant: CHESS.to_string(),
            shuffled: false,
            position: Position::start(game.clone()),
            game,
            search: None,
            last_id: 0,
            preparing: None,
            asked: 0,
            bench: false,
        })
    }

    /// Whether the node counts were asked for since the last call.
    pub fn take_bench(&mut self) -> bool {
        std::mem::take(&mut self.bench)
    }

    /// Handles an event. Appends what is to be said to `out`; `Break` ends the program.
    pub fn handle(
        &mut self,
        event: UciEvent,
        now: Instant,
        engine: &mut dyn SearchHost,
        out: &mut Vec<String>,
    ) -> ControlFlow<()> {
        match event {
            UciEvent::Line(line) => return self.obey(line.trim(), now, engine, out),
            UciEvent::Search(Message::Report(id, report)) => {
                if let Some(search) = self.search.as_ref().filter(|search| search.id == id) {
                    out.push(info::line(&search.position, &report, self.shuffled));
                }
            }
            UciEvent::Search(Message::Done(id, best)) => self.finish(id, best, out),
            UciEvent::Search(Message::Ready(id)) => {
                if self.preparing == Some(id) {
                    self.preparing = None;
                    out.extend((0..std::mem::take(&mut self.asked)).map(|_| "readyok".to_string()));
                }
            }
            UciEvent::Bench(text) => out.extend(text.lines().map(str::to_string)),
            UciEvent::Eof => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn obey(
        &mut self,
        line: &str,
        now: Instant,
        engine: &mut dyn SearchHost,
        out: &mut Vec<String>,
    ) -> ControlFlow<()> {
        let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "uci" => self.introduce(out),
            "isready" if self.preparing.is_some() => self.asked += 1,
            "isready" => out.push("readyok".to_string()),
            "setoption" => self.set_option(arguments, engine, out),
            "ucinewgame" => self.new_game(engine),
            "position" => self.set_position(arguments, out),
            "go" => self.go(arguments, now, engine, out),
            "stop" => self.stop(engine, out),
            "ponderhit" => self.ponder_hit(now, out),
            "d" => out.push(format!("info string {} {}", self.position.game().def.id, self.position.fen())),
            "bench" if self.search.is_none() => self.bench = true,
            "quit" => return ControlFlow::Break(()),
            "" | "debug" | "register" | "bench" => {}
            _ => out.push(format!("info string unknown command `{}`", shown(line))),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self, out: &mut Vec<String>) {
        out.push(concat!("id name Fibnif ", env!("CARGO_PKG_VERSION")).to_string());
        out.push("id author the Fibnif authors".to_string());
        out.extend(options::announce(&self.roster, &self.settings));
        out.push("uciok".to_string());
    }

    fn set_option(&mut self, arguments: &str, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        let refused = match options::read(arguments) {
            None => Some("no option of that name takes that value"),
            Some(OptionChange::Nothing) => None,
            Some(OptionChange::Hash(mebibytes)) => {
                let granted = engine.set_hash(mebibytes);
                if granted < mebibytes {
                    out.push(format!(
                        "info string only {granted} MiB for the table: there is no more memory"
                    ));
                }
                None
            }
            Some(OptionChange::Threads(threads)) => {
                engine.set_threads(threads);
                None
            }
            Some(OptionChange::Variant(name)) => {
                self.variant = name;
                self.choose_variant(out);
                None
            }
            Some(OptionChange::Shuffled(shuffled)) => {
                self.shuffled = shuffled;
                self.choose_variant(out);
                None
            }
            Some(OptionChange::LimitStrength(limits)) => {
                self.limits_strength = limits;
                None
            }
            Some(OptionChange::Elo(elo)) => {
                self.elo = elo;
                None
            }
            Some(OptionChange::Other(name, value)) => {
                let chosen = self.roster.choose(&name, &value);
                if chosen == Some(Ok(())) {
                    self.choose_variant(out);
                }
                let set = chosen.unwrap_or_else(|| self.settings.set(&name, &value));
                match set {
                    Ok(()) => None,
                    Err(SettingError::Name) => Some("there is no such option"),
                    Err(SettingError::Value) => Some("it does not take that value"),
                }
            }
        };
        if let Some(reason) = refused {
            out.push(format!("info string {reason}: `{}`", shown(arguments)));
        }
    }

    /// Sets up the start of the chosen variant; one that cannot be played changes nothing.
    fn choose_variant(&mut self, out: &mut Vec<String>) {
        let name = if self.shuffled && self.variant == CHESS { SHUFFLED } else { self.variant.as_str() };
        match self.roster.select(name) {
            Ok(selected) if selected.game.def.rules.turn != TurnRule::Alternate => {
                out.push("info string a turn of two moves cannot be told over UCI: use CECP".to_string());
            }
            Ok(selected) => {
                out.extend(selected.complaint.map(|complaint| format!("info string {}", shown(&complaint))));
                self.game = selected.game;
                self.position = Position::start(self.game.clone());
            }
            Err(reason) => out.push(format!("info string {}", shown(&reason))),
        }
    }

    fn new_game(&mut self, engine: &mut dyn SearchHost) {
        self.last_id += 1;
        self.preparing = Some(self.last_id);
        engine.prepare(self.last_id, self.game.clone());
    }

    /// `position [startpos | fen FEN] [moves MOVE...]`: the moves up to the first that is illegal.
    fn set_position(&mut self, arguments: &str, out: &mut Vec<String>) {
        let (place, moves) = match arguments.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (arguments.trim(), ""),
        };
        let game = self.game.clone();
        let mut position = match place.strip_prefix("fen") {
            None if place == "startpos" => Position::start(game),
            None => {
                return out
                    .push("info string expected `position startpos` or `position fen FEN`".to_string());
            }
            Some(fen) => match Position::from_fen(game, fen.trim()) {
                Ok(position) => position,
                Err(error) => return out.push(format!("info string {}", shown(&error.to_string()))),
            },
        };
        for text in moves.split_whitespace() {
            let Some(m) = go::read_move(&position, text) else {
                out.push(format!("info string illegal move `{}`", shown(text)));
                break;
            };
            position.make(m);
        }
        self.position = position;
    }

    fn go(&mut self, arguments: &str, now: Instant, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        if self.search.is_some() {
            return out.push("info string still thinking: `stop` comes first".to_string());
        }
        let Go { mut limits, infinite, ponder } = go::read(arguments, &self.position);
        limits.started = Some(now);
        if !infinite {
            self.seed = self.seed.wrapping_add(1);
            limits = self.skill().limits(limits, self.seed);
        }
        limits.overhead = self.settings.overhead;
        limits.lines = self.settings.lines;
        limits.tablebases = self.settings.tablebases;
        limits.learned = self.settings.learned;
        if self.settings.nodes > 0 {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.settings.nodes));
        }
        let clock = limits.clock;
        let ponder = ponder.then(|| (Arc::<Ponder>::default(), clock));
        limits.ponder = ponder.as_ref().map(|(ponder, _)| ponder.clone());
        self.last_id += 1;
        let position = self.position.clone();
        engine.start(self.last_id, position.clone(), limits);
        let held = infinite || ponder.is_some();
        self.search = Some(UciSearch { id: self.last_id, position, held, result: None, ponder });
    }

    /// How strongly to play.
    fn skill(&self) -> Skill {
        if self.limits_strength { Skill::of_elo(self.elo) } else { self.settings.skill }
    }

    fn stop(&mut self, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        if let Some(search) = &mut self.search {
            search.held = false;
            engine.stop();
        }
        self.tell_held(out);
    }

    fn ponder_hit(&mut self, now: Instant, out: &mut Vec<String>) {
        if let Some(search) = &mut self.search
            && let Some((ponder, clock)) = search.ponder.take()
        {
            ponder.hit(clock, now);
            search.held = false;
        }
        self.tell_held(out);
    }

    /// Tells a result that has waited and need not wait any longer.
    fn tell_held(&mut self, out: &mut Vec<String>) {
        let ready = |search: &mut UciSearch| !search.held && search.result.is_some();
        if let Some(UciSearch { position, result: Some(best), .. }) = self.search.take_if(ready) {
            self.tell_best(&position, &best, out);
        }
    }

    fn finish(&mut self, id: SearchId, best: Best, out: &mut Vec<String>) {
        if let Some(search) = self.search.as_mut().filter(|search| search.id == id) {
            search.result = Some(best);
        }
        self.tell_held(out);
    }

    fn tell_best(&self, position: &Position, best: &Best, out: &mut Vec<String>) {
        let Some(m) = best.best else { return out.push("bestmove (none)".to_string()) };
        let mut text = format!("bestmove {}", info::write_move(position, m, self.shuffled));
        let mut after = position.clone();
        after.make(m);
        if let Some(answer) = best.ponder.filter(|&answer| after.is_legal(answer)) {
            text.push_str(" ponder ");
            text.push_str(&info::write_move(&after, answer, self.shuffled));
        }
        out.push(text);
    }
}

/// Text of a GUI in an answer: on one line, and not too long.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect()
}
