//! A player that speaks the protocol of XBoard (CECP).
//!
//! The dialogue is the one that engines know from tournament managers: everything before the first move in
//! force mode, a ping before the clock starts, and `?` when the time is over.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cecp_words::{
    counts_from_zero, is_move_number, is_refusal, read_features, read_thinking, resigns, shift_ranks,
    time_command,
};
use super::control::SideClock;
use super::external::{
    EngineSetup, Identity, LONGEST_MOVE, Patience, Waiting, Watch, no_such_option, read_move,
};
use super::letters::Letters;
use super::player::{
    Answer, ClaimedResult, Forfeit, NotStarted, Player, RefereedGame, Thought, Trouble, shown,
};
use super::process::{LOOK, Process, Silence};
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Points, Position};

/// How long an engine may take to send its features.
const FEATURES: Duration = Duration::from_secs(10);
/// How long an engine that has asked for more time may take.
const MORE_FEATURES: Duration = Duration::from_secs(60);
/// The move by which a side passes while the other side moves twice.
const PASS: &str = "@@@@";

/// An engine and the state of its game.
pub struct Cecp {
    process: Process,
    settings: EngineSetup,
    waiting: Waiting,
    stop: Arc<AtomicBool>,
    features: BTreeMap<String, String>,
    options: Vec<String>,
    /// Requested settings that it has no feature for.
    notes: Vec<String>,
    letters: Letters,
    /// The starting position it announced for the current variant.
    announced: Option<String>,
    pings: u32,
    /// The number of plies it has been sent.
    told: usize,
    /// The number of plies after which it was last sent a pass, or has passed.
    passed: usize,
    /// Whether it is playing, so that a move makes it think.
    plays: bool,
    color: Color,
}

impl Cecp {
    /// Starts an engine and reads its features.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(settings: EngineSetup, waiting: Waiting, stop: Arc<AtomicBool>) -> Result<Cecp, NotStarted> {
        let process = Process::launch(&settings.launch)?;
        let mut engine = Cecp {
            process,
            settings,
            waiting,
            stop,
            features: BTreeMap::new(),
            options: Vec::new(),
            notes: Vec::new(),
            letters: Letters::default(),
            announced: None,
            pings: 0,
            told: 0,
            passed: 0,
            plays: false,
            color: Color::White,
        };
        match engine.shake_hands() {
            Ok(()) => Ok(engine),
            Err(trouble) => Err(NotStarted { trouble, transcript: engine.process.remembered() }),
        }
    }

    fn shake_hands(&mut self) -> Result<(), Trouble> {
        self.process.send("xboard");
        self.process.send("protover 2");
        let mut deadline = Instant::now() + FEATURES;
        while self.feature("done") != "1" {
            match self.hear(deadline)? {
                Some(line) => self.note_features(&line),
                // The engine speaks version 1 of the protocol, or is slow. Try it anyway.
                None => break,
            }
            if self.feature("done") == "0" {
                deadline = Instant::now() + MORE_FEATURES;
                self.features.insert("done".to_string(), "later".to_string());
            }
        }
        let numbers = [
            ("memory", "memory", "memory", "Hash", self.settings.hash),
            ("threads", "smp", "cores", "Threads", self.settings.threads),
        ];
        for (asked, feature, command, option, value) in numbers {
            let Some(value) = value else { continue };
            let option = self.options.iter().find(|own| own.eq_ignore_ascii_case(option));
            if self.feature(feature) == "1" {
                self.process.send(&format!("{command} {value}"));
            } else if let Some(option) = option {
                self.process.send(&format!("option {option}={value}"));
            } else {
                let why = format!("the engine did not announce `{feature}=1`");
                self.notes.push(format!("`{asked}` has no effect: {why}"));
            }
        }
        for (name, value) in self.settings.options.clone() {
            if !self.options.contains(&name) {
                return Err(no_such_option(&name, &self.options));
            }
            // A button has no value.
            let value = if value.is_empty() { value } else { format!("={value}") };
            self.process.send(&format!("option {name}{value}"));
        }
        Ok(())
    }

    /// The engine's next line before the deadline.
    fn hear(&mut self, deadline: Instant) -> Result<Option<String>, Trouble> {
        loop {
            let now = Instant::now();
            if self.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            match self.process.hear(deadline.min(now + LOOK)) {
                // A flood of lines does not extend the deadline.
                Ok(_) | Err(Silence::Time) if now >= deadline => return Ok(None),
                Ok((_, line)) => return Ok(Some(line)),
                Err(Silence::Time) => {}
                Err(Silence::Ended) => return Err(self.crash()),
            }
        }
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
            self.process.send(&format!("{} {name}", if known { "accepted" } else { "rejected" }));
            if name == "option" {
                self.options.push(value.split(" -").next().unwrap_or_default().to_string());
            } else {
                self.features.insert(name, value);
            }
        }
    }

    fn crash(&mut self) -> Trouble {
        Forfeit::Crash(self.process.exit_status()).into()
    }

    /// Waits until the engine has processed all commands.
    fn sync(&mut self) -> Result<(), Trouble> {
        if self.feature("ping") != "1" {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings));
        let deadline = Instant::now() + self.waiting.patience;
        while let Some(line) = self.hear(deadline)? {
            if line == pong {
                return Ok(());
            }
            self.note_features(&line);
            if line.starts_with("Error") && line.contains("variant") {
                return Err(Trouble::Unable(format!("it answered `{}`", shown(&line))));
            }
            if is_refusal(&line) {
                return Err(Forfeit::Refusal(shown(&line)).into());
            }
        }
        Err(Forfeit::Hang("answer to a ping").into())
    }

    /// Sends the limits of the game.
    fn tell_control(&mut self, clock: &SideClock) -> Result<(), Trouble> {
        match clock.control.time {
            Some(time) => self.process.send(&time_command(time)),
            None if clock.control.depth.is_none() || clock.control.nodes.is_some() => {
                self.process.send("st 86400");
            }
            None => {}
        }
        if let Some(depth) = clock.control.depth {
            self.process.send(&format!("sd {depth}"));
        }
        if let Some(nodes) = clock.control.nodes {
            if self.options.iter().any(|name| name == "Nodes per move") {
                self.process.send(&format!("option Nodes per move={nodes}"));
            } else if self.feature("nps") == "1" && clock.control.time.is_none() {
                self.process.send("st 1");
                self.process.send(&format!("nps {nodes}"));
            } else {
                return Err(Trouble::Unable("it cannot be limited by nodes over CECP".to_string()));
            }
        }
        Ok(())
    }

    /// Sends the moves that the engine does not know yet, and the passes between two moves of one side.
    fn tell_moves(&mut self, board: &RefereedGame) -> Result<(), Trouble> {
        let mut position = board.start.clone();
        let mut last: Option<Color> = None;
        for (ply, &(color, m)) in board.moves.iter().enumerate() {
            if ply >= self.told {
                if last == Some(color) {
                    self.tell_pass(!color, ply)?;
                }
                let known = self.plays && color == self.color;
                if !known {
                    let text = self.write(&position, m);
                    self.tell(&text);
                }
                self.told = ply + 1;
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
    fn tell_pass(&mut self, by: Color, plies: usize) -> Result<(), Trouble> {
        if self.passed >= plies {
            return Ok(());
        }
        self.passed = plies;
        if !self.plays || by != self.color {
            self.tell(PASS);
            return Ok(());
        }
        let deadline = Instant::now() + self.waiting.patience;
        while let Some(line) = self.hear(deadline)? {
            if line.split_whitespace().eq(["move", PASS]) {
                return Ok(());
            }
        }
        Err(Forfeit::Hang("pass").into())
    }

    fn tell(&mut self, text: &str) {
        let word = if self.feature("usermove") == "1" { "usermove " } else { "" };
        self.process.send(&format!("{word}{text}"));
    }

    /// Our move in the engine's letters and ranks.
    fn write(&self, position: &Position, m: Move) -> String {
        let text = position.move_text(m);
        let text = if counts_from_zero(position) { shift_ranks(&text, -1) } else { text };
        self.letters.to_engine(position.side(), &text)
    }

    /// The engine's move in our letters and ranks.
    fn read(&self, position: &Position, text: &str) -> Result<Move, Forfeit> {
        let text = if counts_from_zero(position) { shift_ranks(text, 1) } else { text.to_string() };
        let ours = self.letters.from_engine(position.side(), &text);
        read_move(position, &ours)
    }

    /// Sends the times of both clocks.
    fn tell_time(&mut self, clocks: &[SideClock; 2]) {
        if self.feature("time") == "0" {
            return;
        }
        for (word, color) in [("time", self.color), ("otim", !self.color)] {
            if let Some(remaining) = clocks[color.index()].remaining {
                self.process.send(&format!("{word} {}", remaining.as_millis() / 10));
            }
        }
    }

    /// Waits for the engine's move.
    fn listen(&mut self, board: &RefereedGame, clock: &SideClock) -> Result<Thought, Trouble> {
        let mut watch = self.waiting.watch(clock, self.process.cpu_time());
        let (mut thought, mut legs) = (Thought::resignation(), String::new());
        while !self.stop.load(Ordering::Relaxed) {
            match self.process.hear(watch.next_look()) {
                Ok((at, line)) => {
                    if self.consider(&line, board, (&mut thought, &mut legs), &mut watch)? == Said::Answer {
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
                    Patience::Urge => self.process.send("?"),
                    Patience::Over => {
                        let claim = thought.claim.map(|claim| Forfeit::FalseClaim(claim.text));
                        return Err(claim.unwrap_or(Forfeit::Hang("move")).into());
                    }
                }
            }
        }
        Err(Trouble::Stopped)
    }

    /// Reads what a line says about the move. `legs` are the parts sent before it: a move of several legs
    /// comes in several lines, each but the last ending in a comma.
    fn consider(
        &self,
        line: &str,
        board: &RefereedGame,
        (thought, legs): (&mut Thought, &mut String),
        watch: &mut Watch,
    ) -> Result<Said, Forfeit> {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "move" => {
                legs.push_str(words.next().unwrap_or_default());
                if legs.ends_with(',') && legs.len() < LONGEST_MOVE {
                    return Ok(Said::Nothing);
                }
                thought.answer = Answer::Move(self.read(&board.position, legs)?);
                return Ok(Said::Answer);
            }
            // Version 1 of the protocol: `3. ... e7e5`.
            number if is_move_number(number) && words.next() == Some("...") => {
                let text = words.next().unwrap_or_default();
                thought.answer = Answer::Move(self.read(&board.position, text)?);
                return Ok(Said::Answer);
            }
            _ if resigns(line, self.color) => return Ok(Said::Answer),
            "offer" => thought.offers_draw |= words.next() == Some("draw"),
            "Illegal" if is_refusal(line) => return Err(Forfeit::Refusal(shown(line))),
            word => match word.parse().map(Points::winner) {
                Ok(Some(winner)) if winner != self.color => return Ok(Said::Answer),
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
        Ok(Said::Nothing)
    }

    /// Checks the lines since its last move. A result other than the game's is a false claim.
    fn catch_up(&mut self) -> Result<Option<Thought>, Trouble> {
        while let Ok((_, line)) = self.process.hear(Instant::now()) {
            let word = line.split_whitespace().next().unwrap_or_default();
            if is_refusal(&line) {
                return Err(Forfeit::Refusal(shown(&line)).into());
            }
            let lost = match word.parse().map(Points::winner) {
                Ok(Some(winner)) if winner != self.color => true,
                Ok(_) => return Err(Forfeit::FalseClaim(shown(&line)).into()),
                Err(_) => resigns(&line, self.color),
            };
            if lost {
                return Ok(Some(Thought::resignation()));
            }
        }
        Ok(None)
    }

    /// Chooses the variant of the board.
    fn choose_variant(&mut self, board: &RefereedGame) -> Result<(), Trouble> {
        let game = board.position.game();
        self.announced = None;
        self.letters = Letters::default();
        let announced = self.feature("variants").to_string();
        let names: Vec<&str> = announced.split(',').map(str::trim).collect();
        let name = match &self.settings.variant {
            Some(name) => name.clone(),
            None => Identity::of(game)
                .name_among(&names, &self.settings.catalog)
                .ok_or_else(|| Trouble::Unable(format!("it does not play {}", game.def.id)))?,
        };
        if name != "normal" && name != "chess" && name != "standard" {
            self.process.send(&format!("variant {name}"));
        }
        Ok(())
    }
}

impl Player for Cecp {
    fn begin(&mut self, board: &RefereedGame, color: Color, clocks: &[SideClock; 2]) -> Result<(), Trouble> {
        (self.told, self.passed, self.plays, self.color) = (0, 0, false, color);
        self.process.send("new");
        self.choose_variant(board)?;
        self.process.send("force");
        self.sync()?;
        let start = Position::start(board.position.game().clone());
        let can_set_up = self.feature("setboard") == "1";
        let mut fen = board.fen.clone();
        // An engine that announces nothing starts as XBoard does.
        let usual = || Some(start.game().def.xboard_start.as_deref()?.split(' ').next()?.to_string());
        if let Some(announced) = &self.announced.clone().or_else(usual) {
            match Letters::work_out(&start, announced) {
                Some(letters) => self.letters = letters,
                None if fen.is_some() => {}
                None if can_set_up => fen = Some(board.start.fen()),
                None => {
                    return Err(Trouble::Unable(format!(
                        "it starts {} from `{}` instead of `{}`, and it cannot set up positions",
                        start.game().def.id,
                        shown(announced),
                        start.fen().split(' ').next().unwrap_or_default()
                    )));
                }
            }
        }
        if let Some(given) = &self.settings.letters {
            self.letters.extend(given);
        }
        if let Some(fen) = &fen {
            if !can_set_up {
                return Err(Trouble::Unable(
                    "it cannot set up positions: it did not announce `setboard=1`".to_string(),
                ));
            }
            let fen = self.letters.fen_to_engine(fen);
            self.process.send(&format!("setboard {fen}"));
        }
        self.tell_control(&clocks[color.index()])?;
        self.process.send("post");
        self.process.send(if self.settings.ponder { "hard" } else { "easy" });
        if self.feature("name") == "1" {
            self.process.send("computer");
        }
        self.tell_moves(board)?;
        self.sync()
    }

    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, Trouble> {
        if let Some(resigned) = self.catch_up()? {
            return Ok(resigned);
        }
        self.tell_time(clocks);
        self.tell_moves(board)?;
        if !self.plays {
            self.plays = true;
            self.process.send("go");
        }
        self.listen(board, &clocks[self.color.index()])
    }

    fn end(&mut self, result: &str, reason: &str) {
        self.plays = false;
        self.process.send("force");
        self.process.send(&format!("result {result} {{{reason}}}"));
    }

    fn transcript(&self) -> Vec<String> {
        self.process.remembered()
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

/// Whether a line was the answer.
#[derive(PartialEq, Eq)]
enum Said {
    Answer,
    Nothing,
}
