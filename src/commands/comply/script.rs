//! The language of the steps, and the GUI that runs them: it speaks the protocol, keeps the position, and
//! knows the rules of chess.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::child::Child;
use crate::arena::process::Silence;
use crate::rules::game::Game;
use crate::rules::position::Position;

/// One step: a rule of the protocol, and its test.
pub(super) struct ProtocolStep {
    /// The rule.
    pub rule: &'static str,
    /// What goes wrong in a GUI if the rule is broken.
    pub why: &'static str,
    /// Features without which the step is skipped, with the values they must have.
    pub needs: &'static [(&'static str, &'static str)],
    /// How the engine is prepared.
    pub opening: Preparation,
    /// The actions and the expected answers.
    pub acts: &'static [ScriptAct],
    /// Lines that must never come.
    pub never: &'static [LineKind],
}

/// The preparation for a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Preparation {
    /// None: not even `xboard` is sent.
    Nothing,
    /// The features are requested and accepted, as a GUI does.
    Features,
    /// The same, then a new game with clocks, thinking shown, without pondering.
    Game,
}

/// An action of a GUI, or an expectation. Times are in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScriptAct {
    /// Sends a line.
    Send(&'static str),
    /// Sends moves of the user, separated by spaces.
    Play(&'static str),
    /// Sends an illegal move in the form of a move.
    Offer(&'static str),
    /// Undoes moves: the command, and the number of moves.
    Back(&'static str, u32),
    /// Sends a position.
    Board(&'static str),
    /// One of these lines must come in time; others are skipped.
    Expect(LineKind, u64),
    /// No such line may come for this long.
    Without(LineKind, u64),
    /// `ping` must be answered in time. Without the feature the step waits a moment.
    Ping(u64),
    /// Waits.
    Wait(u64),
    /// Closes the engine's input.
    Close,
    /// The engine must exit in time.
    Ends(u64),
    /// The signal of Ctrl-C.
    Interrupt,
    /// The engine must answer this many random moves, each in time.
    Game(u32, u64),
    /// A condition on the features.
    Features(fn(&Features) -> Result<(), Fault>),
}

/// A kind of line that engines say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    /// `move ...`, which must be legal.
    Move,
    /// A result (`1-0 {...}`) or `resign`.
    Result,
    /// A move or a result.
    MoveOrResult,
    /// Thinking output: depth, score, time, nodes and a line of play.
    Thinking,
    /// A line that starts with this text.
    Begins(&'static str),
    /// A line that contains this text.
    Holds(&'static str),
}

impl LineKind {
    pub fn is(self, line: &str) -> bool {
        match self {
            LineKind::Move => line.starts_with("move "),
            LineKind::Result => {
                ["1-0", "0-1", "1/2-1/2", "resign"].iter().any(|result| line.starts_with(result))
            }
            LineKind::MoveOrResult => LineKind::Move.is(line) || LineKind::Result.is(line),
            LineKind::Thinking => {
                let mut words = line.split_whitespace();
                let depth = words
                    .next()
                    .is_some_and(|word| word.trim_end_matches(['.', '&', '+', '-']).parse::<u32>().is_ok());
                let numbers = words.by_ref().take(3).filter(|word| word.parse::<i64>().is_ok()).count() == 3;
                depth && numbers && words.next().is_some()
            }
            LineKind::Begins(start) => line.starts_with(start),
            LineKind::Holds(part) => line.contains(part),
        }
    }
}

impl fmt::Display for LineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineKind::Move => write!(f, "a `move`"),
            LineKind::Result => write!(f, "a result"),
            LineKind::MoveOrResult => write!(f, "a `move` or a result"),
            LineKind::Thinking => write!(f, "a line of thinking (depth, score, time, nodes, moves)"),
            LineKind::Begins(start) => write!(f, "a line that starts with `{start}`"),
            LineKind::Holds(part) => write!(f, "a line that contains `{part}`"),
        }
    }
}

/// The features an engine has announced.
#[derive(Clone, Debug, Default)]
pub(super) struct Features {
    /// Values by name, without quotes.
    pub values: BTreeMap<String, String>,
    /// Faults in the lines.
    pub faults: Vec<String>,
}

impl Features {
    /// The value of a feature, or the default that GUIs assume.
    pub fn value(&self, name: &str) -> &str {
        let usual = match name {
            "analyze" | "colors" | "sigint" | "sigterm" | "reuse" | "time" => "1",
            _ => "0",
        };
        self.values.get(name).map_or(usual, String::as_str)
    }

    /// Requires a feature.
    pub fn require(&self, name: &str) -> Result<(), Fault> {
        match self.value(name) {
            "1" => Ok(()),
            _ => Err(format!("expected `feature {name}=1`")),
        }
    }

    /// Reads a line without the word `feature`; returns the names in it.
    fn read(&mut self, line: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut rest = line.trim();
        while !rest.is_empty() {
            let Some((name, value)) = rest.split_once('=') else {
                self.faults.push(format!("`{rest}` is not NAME=VALUE"));
                break;
            };
            let quoted = value.strip_prefix('"');
            let (value, after) = match quoted {
                Some(value) => value.split_once('"').unwrap_or_else(|| {
                    self.faults.push(format!("a quote is missing at the end of `{rest}`"));
                    (value, "")
                }),
                None => value.split_once(' ').unwrap_or((value, "")),
            };
            if quoted.is_none() && !value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                self.faults.push(format!("`{name}={value}` needs quotes"));
            }
            names.push(name.trim().to_owned());
            if name.trim() != "option" {
                self.values.insert(name.trim().to_owned(), value.to_owned());
            }
            rest = after.trim_start();
        }
        names
    }
}

/// Why a step failed.
pub(super) type Fault = String;

/// The time for the features: as much as XBoard allows.
const FEATURE_TIME: Duration = Duration::from_secs(2);
/// The same for an engine that has asked for more with `done=0`.
const LONG_FEATURE_TIME: Duration = Duration::from_secs(30);

/// A GUI with one engine.
pub(super) struct Arbiter {
    pub child: Child,
    pub features: Features,
    game: Arc<Game>,
    position: Position,
    pings: u32,
    never: &'static [LineKind],
}

impl Arbiter {
    /// Starts the engine.
    pub fn start(command: &[String], game: &Arc<Game>) -> io::Result<Arbiter> {
        let position = Position::start(game.clone());
        Ok(Arbiter {
            child: Child::start(command)?,
            features: Features::default(),
            game: game.clone(),
            position,
            pings: 0,
            never: &[],
        })
    }

    /// Runs the actions of a step.
    pub fn run(&mut self, step: &'static ProtocolStep) -> Result<(), Fault> {
        self.never = step.never;
        step.acts.iter().try_for_each(|&act| self.act(act))
    }

    /// Prepares the engine for the actions of a step.
    pub fn open(&mut self, opening: Preparation) -> Result<(), Fault> {
        if opening == Preparation::Nothing {
            return Ok(());
        }
        self.child.send("xboard");
        self.child.send("protover 2");
        self.read_features()?;
        if opening == Preparation::Game {
            for line in ["new", "level 40 5 0", "post", "easy"] {
                self.child.send(line);
            }
            self.ping(10_000)?;
        }
        Ok(())
    }

    /// Reads the features up to `done=1`, and accepts them.
    fn read_features(&mut self) -> Result<(), Fault> {
        let mut deadline = self.child.within(FEATURE_TIME);
        while self.features.value("done") != "1" {
            match self.child.hear(deadline) {
                Ok(line) => {
                    let Some(line) = line.strip_prefix("feature ") else { continue };
                    for name in self.features.read(line) {
                        self.child.send(&format!("accepted {name}"));
                    }
                    if self.features.value("done") == "0" && self.features.values.contains_key("done") {
                        deadline = self.child.within(LONG_FEATURE_TIME);
                    }
                }
                Err(Silence::Ended) => return Err("the engine exited".to_owned()),
                Err(Silence::Time) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Runs one action of a step.
    fn act(&mut self, act: ScriptAct) -> Result<(), Fault> {
        match act {
            ScriptAct::Send(line) => {
                if line == "new" {
                    self.position = Position::start(self.game.clone());
                }
                self.child.send(line);
            }
            ScriptAct::Play(moves) => {
                for text in moves.split(' ') {
                    self.play(text)?;
                }
            }
            ScriptAct::Offer(text) => self.send_move(text),
            ScriptAct::Back(command, moves) => {
                (0..moves).for_each(|_| self.position.unmake());
                self.child.send(command);
            }
            ScriptAct::Board(fen) => {
                self.position =
                    Position::from_fen(self.game.clone(), fen).map_err(|error| error.to_string())?;
                self.child.send(&format!("setboard {fen}"));
            }
            ScriptAct::Expect(line, time) => self.expect(line, time)?,
            ScriptAct::Without(line, time) => self.without(line, time)?,
            ScriptAct::Ping(time) => self.ping(time)?,
            ScriptAct::Wait(time) => std::thread::sleep(Duration::from_millis(time)),
            ScriptAct::Close => self.child.close(),
            ScriptAct::Ends(time) => {
                if !self.child.ends(self.child.within(Duration::from_millis(time))) {
                    return Err(format!("the engine should have exited within {}", seconds(time)));
                }
            }
            ScriptAct::Interrupt => self.child.interrupt(),
            ScriptAct::Game(moves, time) => self.random_game(moves, time)?,
            ScriptAct::Features(is_good) => is_good(&self.features)?,
        }
        Ok(())
    }

    /// Plays a move on both boards: on ours, where it must be legal, and the engine's.
    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let legal = self.position.parse_move(text).map_err(|error| error.to_string())?;
        self.position.make(legal);
        self.send_move(text);
        Ok(())
    }

    /// Sends a move in the agreed form.
    fn send_move(&mut self, text: &str) {
        let word = if self.features.value("usermove") == "1" { "usermove " } else { "" };
        self.child.send(&format!("{word}{text}"));
    }

    /// Waits for a line.
    fn expect(&mut self, wanted: LineKind, time: u64) -> Result<(), Fault> {
        let deadline = self.child.within(Duration::from_millis(time));
        loop {
            match self.child.hear(deadline) {
                Ok(line) if wanted.is(&line) => return self.follow(&line),
                Ok(line) => self.forbid(&line)?,
                Err(Silence::Time) => {
                    return Err(format!("expected {wanted} within {}", seconds(time)));
                }
                Err(Silence::Ended) => {
                    return Err(format!("expected {wanted}, but the engine exited"));
                }
            }
        }
    }

    /// Listens for a while to make sure that a line does not come.
    fn without(&mut self, unwanted: LineKind, time: u64) -> Result<(), Fault> {
        let deadline = self.child.within(Duration::from_millis(time));
        loop {
            match self.child.hear(deadline) {
                Ok(line) if unwanted.is(&line) => {
                    return Err(format!("unexpected {unwanted}: `{line}`"));
                }
                Ok(line) => self.forbid(&line)?,
                Err(Silence::Time) => return Ok(()),
                Err(Silence::Ended) => return Err("the engine exited".to_owned()),
            }
        }
    }

    /// Waits until the engine has processed all commands.
    fn ping(&mut self, time: u64) -> Result<(), Fault> {
        if self.features.value("ping") != "1" {
            return self.without(LineKind::Begins("pong"), time.min(300));
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.child.send(&format!("ping {}", self.pings));
        let deadline = self.child.within(Duration::from_millis(time));
        loop {
            match self.child.hear(deadline) {
                Ok(line) if line.trim() == pong => return Ok(()),
                Ok(line) => {
                    self.forbid(&line)?;
                    if LineKind::Move.is(&line) {
                        self.follow(&line)?;
                    }
                }
                Err(Silence::Time) => {
                    return Err(format!("expected `{pong}` within {}", seconds(time)));
                }
                Err(Silence::Ended) => {
                    return Err(format!("expected `{pong}`, but the engine exited"));
                }
            }
        }
    }

    /// Fails if the line must never come in this step.
    fn forbid(&self, line: &str) -> Result<(), Fault> {
        match self.never.iter().find(|never| never.is(line)) {
            Some(never) => Err(format!("unexpected {never}: `{line}`")),
            None => Ok(()),
        }
    }

    /// Plays the engine's move on our board.
    fn follow(&mut self, line: &str) -> Result<(), Fault> {
        let Some(text) = line.strip_prefix("move ") else { return Ok(()) };
        let played = self
            .position
            .parse_move(text.trim())
            .map_err(|error| format!("expected a legal move: {error}"))?;
        self.position.make(played);
        Ok(())
    }

    /// Plays random moves, each of which must be answered.
    fn random_game(&mut self, moves: u32, time: u64) -> Result<(), Fault> {
        // Knuth's MMIX generator: the same moves every time.
        let mut state: u64 = 0x5EED;
        for _ in 0..moves {
            let legal = self.position.moves();
            if legal.is_empty() {
                return Ok(());
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let text =
                self.position.move_text(legal[usize::try_from(state >> 33).unwrap_or(0) % legal.len()]);
            self.play(&text)?;
            if self.position.outcome().is_some() {
                return Ok(());
            }
            self.expect(LineKind::Move, time)?;
        }
        Ok(())
    }
}

/// Milliseconds for people.
fn seconds(milliseconds: u64) -> String {
    format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100)
}
