//! A player that speaks the protocol of XBoard (CECP).
//!
//! The dialogue is the one that engines know from tournament managers: everything before the first move in
//! force mode, a ping before the clock starts, and `?` when the time is over.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::cecp_words::{
    counts_from_zero, is_move_number, is_refusal, read_features, read_thinking, resigns, shift_ranks,
    time_command,
};
use super::external::{
    EngineLink, EngineSetup, Identity, LONGEST_MOVE, Waiting, Watch, no_such_option, read_move,
};
use super::letters::Letters;
use super::player::{
    ClaimedResult, Forfeit, NotStarted, Player, PlayerError, RefereedGame, Response, Thought, shown,
};
use crate::protocol::xboard::PASS;
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Points, Position};
use crate::session::SideClock;

/// How long an engine may take to send its features.
const FEATURES: Duration = Duration::from_secs(10);
/// How long an engine that has asked for more time may take.
const MORE_FEATURES: Duration = Duration::from_secs(60);

/// An engine and the state of its game.
pub struct Cecp {
    link: EngineLink,
    features: BTreeMap<String, String>,
    /// The starting position it announced for the current variant.
    announced: Option<String>,
    pings: u32,
    /// The number of plies it has been sent.
    sent: usize,
    /// The number of plies after which it was last sent a pass, or has passed.
    passed: usize,
    /// Whether it is playing, so that a move makes it think.
    plays: bool,
}

impl Cecp {
    /// Starts an engine and reads its features.
    pub fn start(settings: EngineSetup, waiting: Waiting, stop: Arc<AtomicBool>) -> Result<Cecp, NotStarted> {
        let mut engine = Cecp {
            link: EngineLink::start(settings, waiting, stop)?,
            features: BTreeMap::new(),
            announced: None,
            pings: 0,
            sent: 0,
            passed: 0,
            plays: false,
        };
        match engine.shake_hands() {
            Ok(()) => Ok(engine),
            Err(trouble) => Err(NotStarted { trouble, transcript: engine.link.process.remembered() }),
        }
    }

    fn shake_hands(&mut self) -> Result<(), PlayerError> {
        self.link.send("xboard");
        self.link.send("protover 2");
        let mut deadline = Instant::now() + FEATURES;
        while self.feature("done") != "1" {
            match self.link.receive(deadline)? {
                Some(line) => self.note_features(&line),
                // The engine speaks version 1 of the protocol, or is slow. Try it anyway.
                None => break,
            }
            if self.feature("done") == "0" {
                deadline = Instant::now() + MORE_FEATURES;
                self.features.insert("done".to_string(), "later".to_string());
            }
        }
        for (word, setting, value) in self.link.setup.spec.given.clone().all() {
            let name = setting.uci;
            let option = self.link.options.iter().find(|own| own.eq_ignore_ascii_case(name));
            match (setting.command, option) {
                (Some((command, feature)), _) if self.feature(feature) == "1" => {
                    self.link.send(&format!("{command} {value}"));
                }
                (_, Some(option)) => self.link.send(&format!("option {option}={value}")),
                (Some((_, feature)), None) => self
                    .link
                    .notes
                    .push(format!("`{word}` has no effect: the engine did not announce `{feature}=1`")),
                (None, None) => {
                    self.link.notes.push(format!("`{word}` has no effect: it has no option `{name}`"));
                }
            }
        }
        for (name, value) in self.link.setup.spec.options.clone() {
            if !self.link.options.contains(&name) {
                return Err(no_such_option(&name, &self.link.options));
            }
            // A button has no value.
            let value = if value.is_empty() { value } else { format!("={value}") };
            self.link.send(&format!("option {name}{value}"));
        }
        Ok(())
    }

    fn feature(&self, name: &str) -> &str {
        self.features.get(name).map_or("", String::as_str)
    }

    /// Reads the features and other useful facts from a line.
    fn note_features(&mut self, line: &str) {
        if let Some(setup) = line.strip_prefix("setup ") {
            // `setup (TABLE) 8x8+0_fairy FEN`: table and board may be missing.
            self.announced = setup.split_whitespace().find(|word| word.contains('/')).map(str::to_string);
        }
        let Some(features) = line.strip_prefix("feature ") else { return };
        for (name, value) in read_features(features) {
            // Short notation is not sent, and no squares are highlighted.
            let known = !matches!(name.as_str(), "san" | "ics" | "setscore" | "highlight");
            self.link.send(&format!("{} {name}", if known { "accepted" } else { "rejected" }));
            if name == "option" {
                self.link.options.push(value.split(" -").next().unwrap_or_default().to_string());
            } else {
                self.features.insert(name, value);
            }
        }
    }

    /// Waits until the engine has processed all commands.
    fn sync(&mut self) -> Result<(), PlayerError> {
        if self.feature("ping") != "1" {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.link.send(&format!("ping {}", self.pings));
        let deadline = Instant::now() + self.link.waiting.patience;
        while let Some(line) = self.link.receive(deadline)? {
            if line == pong {
                return Ok(());
            }
            self.note_features(&line);
            if line.starts_with("Error") && line.contains("variant") {
                return Err(PlayerError::Unable(format!("it answered `{}`", shown(&line))));
            }
            if is_refusal(&line) {
                return Err(Forfeit::Refusal(shown(&line)).into());
            }
        }
        Err(Forfeit::Hang("answer to a ping").into())
    }

    /// Sends the limits of the game.
    fn tell_control(&mut self, clock: &SideClock) -> Result<(), PlayerError> {
        match clock.limit.time {
            Some(time) => self.link.send(&time_command(time)),
            None if clock.limit.depth.is_none() || clock.limit.nodes.is_some() => {
                self.link.send("st 86400");
            }
            None => {}
        }
        if let Some(depth) = clock.limit.depth {
            self.link.send(&format!("sd {depth}"));
        }
        if let Some(nodes) = clock.limit.nodes {
            const NODES: &str = "Nodes per move";
            if self.link.options.iter().any(|name| name == NODES) {
                // The player's own option may be a lower limit.
                let own = self.link.setup.spec.options.iter().find(|(name, _)| name == NODES);
                let own = own.and_then(|(_, value)| value.parse().ok()).filter(|&own: &u64| own > 0);
                let nodes = own.map_or(nodes, |own| own.min(nodes));
                self.link.send(&format!("option {NODES}={nodes}"));
            } else if self.feature("nps") == "1" && clock.limit.time.is_none() {
                self.link.send("st 1");
                self.link.send(&format!("nps {nodes}"));
            } else {
                return Err(PlayerError::Unable("it cannot be limited by nodes over CECP".to_string()));
            }
        }
        Ok(())
    }

    /// Sends the moves that the engine does not know yet, and the passes between two moves of one side.
    fn tell_moves(&mut self, board: &RefereedGame) -> Result<(), PlayerError> {
        let mut position = board.start.clone();
        let mut last: Option<Color> = None;
        for (ply, &(color, m)) in board.moves.iter().enumerate() {
            if ply >= self.sent {
                if last == Some(color) {
                    self.tell_pass(!color, ply)?;
                }
                let known = self.plays && color == self.link.color;
                if !known {
                    let text = self.write(&position, m);
                    self.tell(&text);
                }
                self.sent = ply + 1;
            }
            position.make(m);
            last = Some(color);
        }
        if last == Some(position.side()) {
            self.tell_pass(!position.side(), board.moves.len())?;
        }
        Ok(())
    }

    /// Sends a pass after this many plies, or waits for the engine's own, if that has not happened yet.
    fn tell_pass(&mut self, by: Color, plies: usize) -> Result<(), PlayerError> {
        if self.passed >= plies {
            return Ok(());
        }
        self.passed = plies;
        if !self.plays || by != self.link.color {
            self.tell(PASS);
            return Ok(());
        }
        let deadline = Instant::now() + self.link.waiting.patience;
        while let Some(line) = self.link.receive(deadline)? {
            if line.split_whitespace().eq(["move", PASS]) {
                return Ok(());
            }
        }
        Err(Forfeit::Hang("pass").into())
    }

    fn tell(&mut self, text: &str) {
        let word = if self.feature("usermove") == "1" { "usermove " } else { "" };
        self.link.send(&format!("{word}{text}"));
    }

    /// Our move in the engine's letters and ranks.
    fn write(&self, position: &Position, m: Move) -> String {
        let text = position.move_text(m);
        let text = if counts_from_zero(position) { shift_ranks(&text, -1) } else { text };
        self.link.letters.to_engine(position.side(), &text)
    }

    /// Sends the times of both clocks.
    fn tell_time(&mut self, clocks: &[SideClock; 2]) {
        if self.feature("time") == "0" {
            return;
        }
        for (word, color) in [("time", self.link.color), ("otim", !self.link.color)] {
            if let Some(remaining) = clocks[color.index()].remaining {
                self.link.send(&format!("{word} {}", remaining.as_millis() / 10));
            }
        }
    }

    /// Checks the lines since its last move. A result other than the game's is a false claim.
    fn catch_up(&mut self) -> Result<Option<Thought>, PlayerError> {
        while let Ok((_, line)) = self.link.process.receive(Instant::now()) {
            let word = line.split_whitespace().next().unwrap_or_default();
            if is_refusal(&line) {
                return Err(Forfeit::Refusal(shown(&line)).into());
            }
            let lost = match word.parse().map(Points::winner) {
                Ok(Some(winner)) if winner != self.link.color => true,
                Ok(_) => return Err(Forfeit::FalseClaim(shown(&line)).into()),
                Err(_) => resigns(&line, self.link.color),
            };
            if lost {
                return Ok(Some(Thought::resignation()));
            }
        }
        Ok(None)
    }

    fn choose_variant(&mut self, board: &RefereedGame) -> Result<(), PlayerError> {
        let game = board.position.game();
        self.announced = None;
        self.link.letters = Letters::default();
        let announced = self.feature("variants").to_string();
        let names: Vec<&str> = announced.split(',').map(str::trim).collect();
        let name = match &self.link.setup.spec.variant {
            Some(name) => name.clone(),
            None => Identity::of(game)
                .name_among(&names, &self.link.setup.catalog)
                .ok_or_else(|| PlayerError::Unable(format!("it does not play {}", game.def.id)))?,
        };
        if name != "normal" && name != "chess" && name != "standard" {
            self.link.send(&format!("variant {name}"));
        }
        Ok(())
    }
}

impl Player for Cecp {
    fn begin(
        &mut self,
        board: &RefereedGame,
        color: Color,
        clocks: &[SideClock; 2],
    ) -> Result<(), PlayerError> {
        (self.sent, self.passed, self.plays, self.link.color) = (0, 0, false, color);
        self.link.send("new");
        self.choose_variant(board)?;
        self.link.send("force");
        self.sync()?;
        let start = Position::start(board.position.game().clone());
        let can_set_up = self.feature("setboard") == "1";
        let mut fen = board.fen.clone();
        // An engine that announces nothing starts as XBoard does.
        let usual = || Some(start.game().def.xboard_start.as_deref()?.split(' ').next()?.to_string());
        if let Some(announced) = &self.announced.clone().or_else(usual) {
            match Letters::work_out(&start, announced) {
                Some(letters) => self.link.letters = letters,
                None if fen.is_some() => {}
                None if can_set_up => fen = Some(board.start.fen()),
                None => {
                    return Err(PlayerError::Unable(format!(
                        "it starts {} from `{}` instead of `{}`, and it cannot set up positions",
                        start.game().def.id,
                        shown(announced),
                        start.fen().split(' ').next().unwrap_or_default()
                    )));
                }
            }
        }
        if let Some(given) = &self.link.setup.spec.letters {
            self.link.letters.extend(given);
        }
        if let Some(fen) = &fen {
            if !can_set_up {
                return Err(PlayerError::Unable(
                    "it cannot set up positions: it did not announce `setboard=1`".to_string(),
                ));
            }
            let fen = self.link.letters.fen_to_engine(fen);
            self.link.send(&format!("setboard {fen}"));
        }
        self.tell_control(&clocks[color.index()])?;
        self.link.send("post");
        self.link.send(if self.link.setup.spec.ponder { "hard" } else { "easy" });
        if self.feature("name") == "1" {
            self.link.send("computer");
        }
        self.tell_moves(board)?;
        self.sync()
    }

    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, PlayerError> {
        if let Some(resigned) = self.catch_up()? {
            return Ok(resigned);
        }
        // An offer comes before the move that was made with it. The answer comes at once.
        let offered = board.offered == Some(!self.link.color);
        if offered && self.feature("draw") != "0" {
            self.link.send("draw");
        }
        self.tell_time(clocks);
        self.tell_moves(board)?;
        if !self.plays {
            self.plays = true;
            self.link.send("go");
        }
        let watch = self.link.watch(&clocks[self.link.color.index()]);
        let letters = self.link.letters.clone();
        let mut reader = Reader { board, letters, color: self.link.color, offered, legs: String::new() };
        self.link.listen(watch, "?", |line, thought, watch| reader.consider(line, thought, watch))
    }

    fn end(&mut self, result: &str, reason: &str) {
        self.plays = false;
        self.link.send("force");
        self.link.send(&format!("result {result} {{{reason}}}"));
    }

    fn transcript(&self) -> Vec<String> {
        self.link.process.remembered()
    }

    fn notes(&self) -> Vec<String> {
        self.link.notes.clone()
    }
}

/// Reads an engine's answer.
struct Reader<'a> {
    board: &'a RefereedGame,
    letters: Letters,
    color: Color,
    /// Whether the opponent has offered a draw.
    offered: bool,
    /// The parts of a move of several legs sent before: it comes in several lines, each but the last ending
    /// in a comma.
    legs: String,
}

impl Reader<'_> {
    /// Reads what a line says about the move. Returns whether it is the answer.
    fn consider(&mut self, line: &str, thought: &mut Thought, watch: &mut Watch) -> Result<bool, Forfeit> {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "move" => {
                self.legs.push_str(words.next().unwrap_or_default());
                if self.legs.ends_with(',') && self.legs.len() < LONGEST_MOVE {
                    return Ok(false);
                }
                thought.answer = Response::Move(self.read(&self.legs)?);
                return Ok(true);
            }
            // Version 1 of the protocol: `3. ... e7e5`.
            number if is_move_number(number) && words.next() == Some("...") => {
                thought.answer = Response::Move(self.read(words.next().unwrap_or_default())?);
                return Ok(true);
            }
            _ if resigns(line, self.color) => return Ok(true),
            "offer" if words.next() == Some("draw") => {
                if self.offered {
                    thought.answer = Response::Accept;
                    return Ok(true);
                }
                thought.offers_draw = true;
            }
            "Illegal" if is_refusal(line) => return Err(Forfeit::Refusal(shown(line))),
            word => match word.parse().map(Points::winner) {
                Ok(Some(winner)) if winner != self.color => return Ok(true),
                Ok(Some(_)) => return Err(Forfeit::FalseClaim(shown(line))),
                // A draw is claimed before the move that causes it.
                Ok(None) => {
                    thought.claim = Some(ClaimedResult { winner: None, text: shown(line) });
                    watch.hurry();
                }
                Err(_) => {
                    if let Some((depth, evaluation, nodes)) = read_thinking(line) {
                        (thought.depth, thought.evaluation, thought.nodes) = (depth, Some(evaluation), nodes);
                    }
                }
            },
        }
        Ok(false)
    }

    /// The engine's move in our letters and ranks.
    fn read(&self, text: &str) -> Result<Move, Forfeit> {
        let position = &self.board.position;
        let text = if counts_from_zero(position) { shift_ranks(text, 1) } else { text.to_string() };
        read_move(position, &self.letters.read_engine(position.side(), &text))
    }
}
