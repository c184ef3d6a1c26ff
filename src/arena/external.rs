//! Common to engines of every protocol: their setup, the link to one, their names for variants, and waiting
//! for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::letters::Letters;
use super::player::{Forfeit, NotStarted, PlayerError, Thought, shown};
use super::process::{LOOK as GLANCE, Launch, Process, Silence};
use super::spec::Spec;
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::pgn::san::{self, SanError};
use crate::rules::position::{Move, Position};
use crate::rules::variant::{Catalog, SHUFFLED_SUFFIX, VariantDef, is_shipped_as, shuffled_name};
use crate::session::SideClock;
use crate::teach;

/// The setup of an engine.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// The player as it was asked for.
    pub spec: Spec,
    /// How to start it.
    pub launch: Launch,
    /// The known variants.
    pub catalog: Arc<Catalog>,
}

/// The link to a running engine, whatever its protocol.
pub struct EngineLink {
    pub process: Process,
    pub setup: EngineSetup,
    pub waiting: Waiting,
    /// The names of its options.
    pub options: Vec<String>,
    /// Requested settings that it does not support.
    pub notes: Vec<String>,
    /// Its letters in the current variant.
    pub letters: Letters,
    /// The side it plays.
    pub color: Color,
    stop: Arc<AtomicBool>,
}

impl EngineLink {
    pub fn start(
        setup: EngineSetup,
        waiting: Waiting,
        stop: Arc<AtomicBool>,
    ) -> Result<EngineLink, NotStarted> {
        Ok(EngineLink {
            process: Process::launch(&setup.launch)?,
            setup,
            waiting,
            options: Vec::new(),
            notes: Vec::new(),
            letters: Letters::default(),
            color: Color::White,
            stop,
        })
    }

    pub fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    /// Its next line before the deadline.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<String>, PlayerError> {
        loop {
            let now = Instant::now();
            if self.stop.load(Ordering::Relaxed) {
                return Err(PlayerError::Stopped);
            }
            match self.process.receive(deadline.min(now + GLANCE)) {
                // A flood of lines does not extend the deadline.
                Ok(_) | Err(Silence::Time) if now >= deadline => return Ok(None),
                Ok((_, line)) => return Ok(Some(line)),
                Err(Silence::Time) => {}
                Err(Silence::Ended) => return Err(self.crash()),
            }
        }
    }

    /// Starts to wait for its move.
    pub fn watch(&self, clock: &SideClock) -> Watch {
        self.waiting.watch(clock, self.process.cpu_time())
    }

    /// Reads its lines until `consider` has its answer. When its time is over it is sent `urge`.
    pub fn listen(
        &mut self,
        mut watch: Watch,
        urge: &str,
        mut consider: impl FnMut(&str, &mut Thought, &mut Watch) -> Result<bool, Forfeit>,
    ) -> Result<Thought, PlayerError> {
        let mut thought = Thought::resignation();
        while !self.stop.load(Ordering::Relaxed) {
            match self.process.receive(watch.next_look()) {
                Ok((at, line)) => {
                    if consider(&line, &mut thought, &mut watch)? {
                        thought.elapsed = watch.elapsed(at, self.process.cpu_time());
                        return Ok(thought);
                    }
                }
                Err(Silence::Ended) => return Err(self.crash()),
                Err(Silence::Time) => {}
            }
            // A flood of lines does not extend the deadline.
            if watch.is_due() {
                match watch.look(self.process.cpu_time()) {
                    Patience::Wait => {}
                    Patience::Urge => self.send(urge),
                    Patience::Over => {
                        let claim = thought.claim.map(|claim| Forfeit::FalseClaim(claim.text));
                        return Err(claim.unwrap_or(Forfeit::Hang("move")).into());
                    }
                }
            }
        }
        Err(PlayerError::Stopped)
    }

    fn crash(&mut self) -> PlayerError {
        Forfeit::Crash(self.process.exit_status()).into()
    }
}

/// A variant to look up among the names of an engine.
pub struct Identity<'a> {
    game: &'a Game,
}

impl<'a> Identity<'a> {
    /// The request for a game.
    pub fn of(game: &'a Game) -> Identity<'a> {
        Identity { game }
    }

    /// The engine's name for this game: our own name, or one that we also understand.
    pub fn name_among(&self, names: &[&str], catalog: &Catalog) -> Option<String> {
        let id = self.game.def.id.as_str();
        // A shuffled start of another game is a matter of its FEN.
        let usual = shuffled_name(id).unwrap_or(id);
        let flat = flat_name(usual);
        let is_chess = is_shipped_as("chess", &self.game.def);
        let direct = [id, flat.as_str(), if is_chess { "normal" } else { usual }];
        // An engine that lists no variants plays chess.
        if is_chess && names.iter().all(|name| name.is_empty()) {
            return Some("normal".to_string());
        }
        let by_name = direct.iter().find(|name| names.contains(name)).map(|name| (*name).to_string());
        by_name.or_else(|| {
            let shuffled = self.game.def.rules.castling.is_shuffled() && self.is_orthodox(catalog);
            let means = |name: &&&str| {
                let same = |def: VariantDef| {
                    def.plays_as(&self.game.def) || shuffled && is_shipped_as("fischerandom", &def)
                };
                catalog.resolve(name).is_ok_and(same)
            };
            names.iter().find(means).map(|name| (*name).to_string())
        })
    }

    /// Whether it is chess from any start: a shuffled one is a game of its own under the same name.
    pub fn is_orthodox(&self, catalog: &Catalog) -> bool {
        let is = |def: VariantDef| ["chess", "fischerandom"].iter().any(|name| is_shipped_as(name, &def));
        catalog.resolve(&self.game.def.id).is_ok_and(is)
    }
}

/// The name of a variant in letters, digits and dashes only, if that is unambiguous:
/// `cwda-clobberers-nutters`, `crazyhouse960`.
pub fn flat_name(id: &str) -> String {
    if let Some(usual) = shuffled_name(id).filter(|usual| !usual.contains([';', ':'])) {
        return format!("{usual}{SHUFFLED_SUFFIX}");
    }
    if id.contains([';', '+', '=', ',']) { id.to_string() } else { id.replace([':', '/'], "-") }
}

/// The longest text that is read as a move.
pub const LONGEST_MOVE: usize = 100;

/// The legal move that an engine means; `ours` is its text in our letters.
pub fn read_move(position: &Position, ours: &str) -> Result<Move, Forfeit> {
    if ours.len() > LONGEST_MOVE {
        return Err(Forfeit::Illegal(format!("`{}`", shown(ours))));
    }
    san::read(position, ours).map_err(|error| {
        let detail = match (&error, teach::refusal_of(position, &error)) {
            (SanError::Illegal { text, .. }, Some(why)) => format!("`{text}`: {}", why.explain(position)),
            _ => error.to_string(),
        };
        Forfeit::Illegal(shown(&detail))
    })
}

/// The error about an unknown option, with the known ones.
pub fn no_such_option(name: &str, known: &[String]) -> PlayerError {
    let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
    PlayerError::Unable(format!("it has no option `{name}`; its options: {known}"))
}

/// How to wait for engines, and how to charge them.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Whether engines are charged processor time instead of elapsed time.
    pub cpu_clock: bool,
    /// How long they may take while no clock runs.
    pub patience: Duration,
}

/// After exceeding its time by this much, an engine is asked to move at once.
const URGE: Duration = Duration::from_millis(100);
/// How long to wait for it after that.
const LAST: Duration = Duration::from_secs(5);
/// How often to check events that cannot be waited for.
const LOOK: Duration = Duration::from_millis(100);

impl Waiting {
    /// Starts to wait for a move.
    pub fn watch(&self, clock: &SideClock, cpu: Option<Duration>) -> Watch {
        let began = Instant::now();
        Watch {
            began,
            cpu: cpu.filter(|_| self.cpu_clock),
            allowed: clock.remaining.map(|remaining| remaining + clock.margin),
            patience: self.patience,
            next: began + LOOK,
            urged: None,
            hurried: None,
        }
    }
}

/// The wait for one move.
pub struct Watch {
    began: Instant,
    cpu: Option<Duration>,
    allowed: Option<Duration>,
    patience: Duration,
    next: Instant,
    urged: Option<Instant>,
    hurried: Option<Instant>,
}

/// Whether to keep waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// There is time left.
    Wait,
    /// The time is over. The engine must be urged, once.
    Urge,
    /// Waiting longer makes no sense.
    Over,
}

impl Watch {
    /// When to check next whether to keep waiting.
    pub fn next_look(&self) -> Instant {
        self.next
    }

    /// Whether it is time to check.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// The engine has claimed a result and only has to send its move.
    pub fn hurry(&mut self) {
        self.hurried.get_or_insert_with(Instant::now);
    }

    /// The time charged for an answer that arrived at `at`.
    pub fn elapsed(&self, at: Instant, cpu: Option<Duration>) -> Duration {
        match self.cpu.zip(cpu) {
            Some((before, after)) => after.saturating_sub(before),
            None => at.saturating_duration_since(self.began),
        }
    }

    /// Checks whether to keep waiting.
    pub fn look(&mut self, cpu: Option<Duration>) -> Patience {
        let now = Instant::now();
        self.next = now + LOOK;
        let long_past = |since: Option<Instant>| since.is_some_and(|since| now > since + LAST);
        // With processor time as the clock, an engine that sleeps uses no time.
        let most = match (self.allowed, self.cpu) {
            (Some(_), None) => None,
            (Some(allowed), Some(_)) => Some(allowed * 20 + self.patience),
            (None, _) => Some(self.patience),
        };
        if long_past(self.urged)
            || long_past(self.hurried)
            || most.is_some_and(|most| now > self.began + most)
        {
            return Patience::Over;
        }
        let late = self.allowed.is_some_and(|allowed| self.elapsed(now, cpu) > allowed + URGE);
        if late && self.urged.is_none() {
            self.urged = Some(now);
            return Patience::Urge;
        }
        Patience::Wait
    }
}
