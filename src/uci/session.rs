//! A session as a state machine: events in, lines out. It waits for nobody; a search that was given up
//! is known by its number.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::go::{self, Go};
use super::options::{self, OptionChange};
use super::work::{PerftRequest, SearchRequest, Work};
use crate::engine::{Message, SearchId};
use crate::game::Game;
use crate::geometry::Color;
use crate::play::{Lateness, Margins, Roster, SearchHost, SettingError, Settings, Skill};
use crate::position::Position;
use crate::search::{Clock, Ponder, SearchResult, budget};
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
    /// A tool that runs beside the session has lines to tell.
    Told(Vec<String>),
    /// A count of moves has ended.
    Counted,
    /// The GUI has gone.
    Eof,
}

/// What is to run beside a session, on a thread of its own.
pub(super) enum Task {
    /// The node counts of fixed positions.
    Bench,
    /// A count of moves; [`UciEvent::Counted`] is to follow.
    Perft(PerftRequest),
}

/// What was chosen since the game was last set up.
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
    settings: Settings,
    /// Whether to play as strongly as `elo` says.
    limits_strength: bool,
    elo: i32,
    /// Which errors weak play makes.
    seed: u64,
    variant: String,
    shuffled: bool,
    /// What was chosen of it and is not set up yet: a game takes its time to be made, and options come in bursts.
    changed: Changed,
    /// The game that was chosen; where pieces are shuffled, that of the position is made for its FEN.
    game: Arc<Game>,
    position: Arc<Position>,
    work: Work,
    lateness: Lateness,
    /// What the clock of a side should show at its next move, if nothing is lost on the way.
    counted: Option<(Color, Duration)>,
    /// What is to be run beside the session.
    task: Option<Task>,
    /// Whether the GUI has gone, or said so: what was asked for is answered, then the session ends.
    closing: bool,
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
            changed: Changed::Nothing,
            position: Arc::new(Position::start(game.clone())),
            game,
            work: Work::default(),
            lateness: Lateness::default(),
            counted: None,
            task: None,
            closing: false,
        })
    }

    /// What is to be run beside the session since the last call.
    pub(super) fn take_task(&mut self) -> Option<Task> {
        self.task.take().or_else(|| self.work.take_perft().map(Task::Perft))
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
            UciEvent::Line(line) if !self.closing => self.obey(line.trim(), now, engine, out),
            UciEvent::Line(_) => {}
            UciEvent::Search(Message::Report(id, report)) => self.work.show(id, report, out),
            UciEvent::Search(Message::Done(id, best)) => {
                self.note_delay(id, &best, now);
                self.work.finish(id, best, engine, out);
            }
            UciEvent::Search(Message::Ready(id)) => self.work.prepared(id, engine, out),
            UciEvent::Told(lines) => out.extend(lines),
            UciEvent::Counted => self.work.counted(engine, out),
            UciEvent::Eof => self.close(engine, out),
        }
        if self.closing && self.work.is_idle() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn obey(&mut self, line: &str, now: Instant, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "uci" => self.introduce(out),
            "isready" => {
                // A search that runs is no reason to wait, and the game is not needed before it has ended.
                if !self.work.is_busy() {
                    self.set_up(out);
                }
                self.work.is_ready(engine, out);
            }
            "setoption" => self.set_option(arguments, engine, out),
            "ucinewgame" => {
                self.set_up(out);
                self.counted = None;
                self.work.prepare(&self.game, engine);
            }
            "position" => {
                self.set_up(out);
                self.set_position(arguments, out);
            }
            "go" => {
                self.set_up(out);
                self.go(arguments, now, engine, out);
            }
            "stop" => self.work.stop(engine, out),
            "ponderhit" => self.work.ponder_hit(now, engine, out),
            "d" => {
                self.set_up(out);
                out.push(format!("info string {} {}", self.position.game().def.id, self.position.fen()));
            }
            "bench" if self.work.is_idle() => self.task = Some(Task::Bench),
            "quit" => self.close(engine, out),
            "" | "debug" | "register" | "bench" => {}
            _ => out.push(format!("info string unknown command `{}`", shown(line))),
        }
    }

    /// The GUI is leaving. Searches are stopped and answered, but a count of moves is finished: scripts that ask for
    /// one send `quit` at once.
    fn close(&mut self, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        self.closing = true;
        self.work.stop_searches(engine, out);
    }

    fn introduce(&self, out: &mut Vec<String>) {
        out.push(concat!("id name Fibnif ", env!("CARGO_PKG_VERSION")).to_string());
        out.push("id author the Fibnif authors".to_string());
        out.extend(options::announce(&self.roster, &self.settings));
        out.push("uciok".to_string());
    }

    fn set_option(&mut self, arguments: &str, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        let Some(change) = options::read(arguments) else {
            return out.push(format!(
                "info string no option of that name takes that value: `{}`",
                shown(arguments)
            ));
        };
        match change {
            OptionChange::Nothing => {}
            OptionChange::Hash(mebibytes) => {
                let granted = engine.set_hash(mebibytes);
                if granted < mebibytes {
                    out.push(format!(
                        "info string only {granted} MiB for the table: there is no more memory"
                    ));
                }
            }
            OptionChange::ClearHash => self.work.prepare(&self.game, engine),
            OptionChange::Threads(threads) => engine.set_threads(threads),
            OptionChange::Variant(name) => self.choose_variant(name, out),
            OptionChange::Shuffled(shuffled) => {
                self.shuffled = shuffled;
                self.changed = Changed::Variant;
            }
            OptionChange::LimitStrength(limits) => self.limits_strength = limits,
            OptionChange::Elo(elo) => self.elo = elo,
            OptionChange::Other(name, value) => self.set_other(&name, &value, arguments, out),
        }
    }

    /// A choice of the variant, or a setting of the engine.
    fn set_other(&mut self, name: &str, value: &str, arguments: &str, out: &mut Vec<String>) {
        // What a choice means depends on the variant.
        if self.changed == Changed::Variant {
            self.set_up(out);
        }
        let chosen = self.roster.choose(name, value);
        if chosen == Some(Ok(())) {
            self.changed = Changed::Choices;
        }
        let reason = match chosen.unwrap_or_else(|| self.settings.set(name, value)) {
            Ok(()) => return,
            Err(SettingError::Name) => "there is no such option",
            Err(SettingError::Value) => "it does not take that value",
        };
        out.push(format!("info string {reason}: `{}`", shown(arguments)));
    }

    /// Chooses a variant; one that cannot be played here changes nothing.
    fn choose_variant(&mut self, name: String, out: &mut Vec<String>) {
        match self.roster.resolve(&name) {
            Ok(def) if def.rules.turn != TurnRule::Alternate => {
                out.push("info string a turn of two moves cannot be told over UCI: use CECP".to_string());
            }
            Ok(_) => {
                self.variant = name;
                self.changed = Changed::Variant;
            }
            Err(reason) => out.push(format!("info string {}", shown(&reason.to_string()))),
        }
    }

    /// Sets up the start of the chosen variant, if another was chosen; one that cannot be played changes nothing.
    fn set_up(&mut self, out: &mut Vec<String>) {
        if std::mem::replace(&mut self.changed, Changed::Nothing) == Changed::Nothing {
            return;
        }
        let name = if self.shuffled && self.variant == CHESS { SHUFFLED } else { self.variant.as_str() };
        match self.roster.select(name) {
            Ok(selected) => {
                out.extend(selected.complaint.map(|complaint| format!("info string {}", shown(&complaint))));
                self.game = selected.game;
                self.position = Arc::new(Position::start(self.game.clone()));
            }
            Err(reason) => out.push(format!("info string {}", shown(&reason))),
        }
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
                let reason = position.why_not(text).map(|refusal| position.explain(&refusal));
                let reason = reason.unwrap_or_default();
                out.push(format!("info string illegal move `{}`: {}", shown(text), shown(&reason)));
                break;
            };
            position.make(m);
        }
        self.position = Arc::new(position);
    }

    fn go(&mut self, arguments: &str, now: Instant, engine: &mut dyn SearchHost, out: &mut Vec<String>) {
        let Go { mut limits, infinite, ponder, perft } = go::read(arguments, &self.position);
        let (position, shuffled) = (self.position.clone(), self.shuffled);
        if let Some(depth) = perft {
            let request = PerftRequest { position, depth, shuffled, stop: Arc::default() };
            return self.work.count(request, engine, out);
        }
        limits.started = Some(now);
        if !infinite {
            self.seed = self.seed.wrapping_add(1);
            limits = self.skill().limits(limits, self.seed);
        }
        self.note_clock(&limits.clock);
        let Margins { overhead, reserve } = self.lateness.margins(&limits.clock, self.settings.overhead);
        (limits.overhead, limits.reserve) = (overhead, reserve);
        limits.lines = self.settings.lines;
        limits.tablebases = self.settings.tablebases;
        limits.learned = self.settings.learned;
        if self.settings.nodes > 0 {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.settings.nodes));
        }
        let clock = limits.clock;
        let ponder = ponder.then(|| (Arc::<Ponder>::default(), clock));
        limits.ponder = ponder.as_ref().map(|(ponder, _)| ponder.clone());
        let held = infinite || ponder.is_some();
        let request = SearchRequest { position, limits, held, ponder, stopped: false, shuffled };
        self.work.search(request, engine, out);
    }

    /// The GUI tells the clock: what is missing of what was counted has been lost on the way.
    fn note_clock(&mut self, clock: &Clock) {
        if let Clock::Running { remaining, .. } = *clock
            && let Some((side, counted)) = self.counted.take()
            && side == self.position.side()
        {
            self.lateness.note_way(counted, remaining);
        }
    }

    /// A search has ended: learns how late, and counts its clock along.
    fn note_delay(&mut self, id: SearchId, best: &SearchResult, now: Instant) {
        let Some((position, limits)) = self.work.timed(id) else { return };
        let elapsed = limits.started.map_or(best.time, |started| now.saturating_duration_since(started));
        if let Clock::Running { remaining, increment, .. } = limits.clock {
            self.counted = Some((position.side(), remaining.saturating_sub(elapsed) + increment));
        }
        if let Some(budget) = budget(&limits.clock.keeping(limits.reserve), limits.overhead) {
            self.lateness.note(elapsed.saturating_sub(budget.hard), best.stall);
        }
    }

    /// How strongly to play.
    fn skill(&self) -> Skill {
        if self.limits_strength { Skill::of_elo(self.elo) } else { self.settings.skill }
    }
}

/// Text of a GUI in an answer: on one line, and not too long.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect()
}
