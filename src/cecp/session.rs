//! A session with a GUI as a pure state machine: events in, replies out. It reads and prints
//! nothing, asks for no time, and waits for nobody; searches run in a [`Worker`], and what they
//! find comes back as events. A search that was given up is known by its number, so that its
//! late words change nothing.
//!
//! The state is [`State`], and every command is dealt with for every state in one table,
//! [`Session::obey`].

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::claims::{Claim, Knowledge, claim};
use super::clock::GameClock;
use super::command::Command;
use super::features::{self, Gui};
use super::input;
use super::options::{OptionError, Settings};
use super::reply::{Reply, Thinking, speed};
use super::roster::{ORDINARY, Roster, Selected};
use crate::engine::{Message, SearchId};
use crate::geometry::Color;
use crate::position::{Move, Outcome, Position, Reason};
use crate::search::{Best, Bound, Clock, Limits, Report, Score};
use crate::variant::Catalog;

/// How many moves in a row must look lost before the engine resigns.
const HOPELESS_MOVES: u32 = 3;
/// How far behind the engine must be, in centipawns, to take a draw.
const GLAD_OF_A_DRAW: Score = Score(-25);
/// How long to look for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

/// Something that happens to a session.
#[derive(Clone, Debug)]
pub enum Event {
    /// The GUI has sent a line.
    Line(String),
    /// A search has something to tell.
    Search(Message),
    /// The GUI has gone.
    Eof,
}

/// What runs the searches of a session, one at a time. None of these calls waits.
pub trait Worker {
    /// Starts a search; one that still runs is given up.
    fn start(&mut self, id: SearchId, position: Position, limits: Limits);
    /// Tells the search to come to an end; its `Done` follows.
    fn stop(&mut self);
    /// Gives searches so many MiB for their table.
    fn set_hash(&mut self, mebibytes: usize);
    /// Forgets what was learned: a new game begins.
    fn clear(&mut self);
}

/// What a session is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It records the moves of both sides and answers none.
    Force,
    /// It plays one side, and it is not thinking about a move.
    Waiting,
    /// It is thinking about its move.
    Thinking,
}

/// Which side the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Neither: force mode.
    Neither,
    /// One.
    Player(Color),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The engine's move.
    Move,
    /// A hint for the opponent.
    Hint,
}

/// The search whose words count.
#[derive(Clone, Copy, Debug)]
struct Search {
    id: SearchId,
    purpose: Purpose,
    began: Instant,
    /// Whether a line of thinking was shown.
    spoken: bool,
}

/// The world outside a session while it handles an event.
struct Outside<'a> {
    now: Instant,
    worker: &'a mut dyn Worker,
    out: &'a mut Vec<Reply>,
}

/// A session with a GUI.
pub struct Session {
    roster: Roster,
    settings: Settings,
    gui: Gui,
    position: Position,
    knowledge: Knowledge,
    role: Role,
    search: Option<Search>,
    last_id: SearchId,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    clock: GameClock,
    post: bool,
    /// The answer the last search expected from the opponent.
    hint: Option<Move>,
    /// What the last search for a move thought of it.
    score: Option<Score>,
    hopeless_moves: u32,
    /// Whether the end of the game was announced; the GUI may still insist on playing on.
    announced: bool,
}

impl Session {
    /// A session at the start of the ordinary game, with the variants of `catalog`.
    ///
    /// # Errors
    /// If the ordinary game is not among them: a reason for people.
    pub fn new(catalog: Catalog) -> Result<Session, String> {
        let mut roster = Roster::new(catalog);
        let game = roster.select(ORDINARY)?.game;
        Ok(Session {
            roster,
            settings: Settings::default(),
            gui: Gui::default(),
            position: Position::start(game),
            knowledge: Knowledge::Exact,
            role: Role::Player(Color::Black),
            search: None,
            last_id: 0,
            pings: Vec::new(),
            clock: GameClock::default(),
            post: false,
            hint: None,
            score: None,
            hopeless_moves: 0,
            announced: false,
        })
    }

    /// Handles an event. Appends what is to be said to `out`; `Break` ends the program.
    pub fn handle(&mut self, event: Event, now: Instant, worker: &mut dyn Worker, out: &mut Vec<Reply>) -> ControlFlow<()> {
        let mut outside = Outside { now, worker, out };
        match event {
            Event::Line(line) => return self.obey(Command::from(line.as_str()), &line, &mut outside),
            Event::Search(Message::Report(id, report)) => self.show(id, &report, &mut outside),
            Event::Search(Message::Done(id, best)) => self.finish(id, &best, &mut outside),
            Event::Eof => {
                self.abandon(&mut outside);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn state(&self) -> State {
        match (self.role, self.search) {
            (_, Some(Search { purpose: Purpose::Move, .. })) => State::Thinking,
            (Role::Neither, _) => State::Force,
            (Role::Player(_), _) => State::Waiting,
        }
    }

    /// Every command in every state.
    #[allow(clippy::match_same_arms)] // the table is in groups, not by what is done
    fn obey(&mut self, command: Command, line: &str, outside: &mut Outside) -> ControlFlow<()> {
        use Command as C;
        use State as S;
        match (self.state(), command) {
            (_, C::Nothing | C::Ignored | C::Xboard | C::OpponentTime(_) | C::Ponder(_)) => {}
            (_, C::Protover(_)) => features::announce(&self.roster, &self.settings, outside.out),
            (_, C::Accepted(feature)) => self.gui.accept(feature),
            (_, C::Rejected(feature)) => self.gui.reject(feature),
            (_, C::Computer) => self.gui.computer = true,

            (_, C::New) => self.new_game(outside),
            (_, C::Variant(name)) => self.choose_variant(&name, outside),
            (_, C::SetBoard(fen)) => self.set_board(&fen, outside),
            (_, C::Option { name, value }) => self.set_option(&name, &value, line, outside),
            (_, C::Memory(megabytes)) => outside.worker.set_hash(megabytes.clamp(1, 1 << 16)),

            (_, C::Level(level)) => self.clock.set_level(level),
            (_, C::SecondsPerMove(time)) => self.clock.set_seconds_per_move(time),
            (_, C::Depth(plies)) => self.clock.set_depth(plies),
            (_, C::Time(time)) => self.clock.tell(time),
            (_, C::Post(post)) => self.post = post,

            (S::Force | S::Waiting, C::Go) => {
                self.role = Role::Player(self.position.side());
                self.think(outside);
            }
            (_, C::PlayOther) => self.wait_for(self.position.side(), outside),
            (_, C::Turn(color)) if color == self.position.side() => self.wait_for(color, outside),
            (_, C::Turn(_)) => outside.refuse("not its turn", line),
            (_, C::Force | C::Result) => {
                self.abandon(outside);
                self.role = Role::Neither;
            }
            (S::Thinking, C::MoveNow) => outside.worker.stop(),
            (S::Thinking, C::Go | C::Hint) | (S::Force | S::Waiting, C::MoveNow) => {}

            (S::Thinking, C::UserMove(text)) => outside.out.push(Reply::IllegalMove(text)),
            (S::Force | S::Waiting, C::UserMove(text)) => {
                if !self.play(&text, outside) {
                    outside.out.push(Reply::IllegalMove(text));
                }
            }
            (S::Thinking, C::BareMove(text)) => self.refuse_bare(text, outside),
            (S::Force | S::Waiting, C::BareMove(text)) => {
                if !self.play(&text, outside) {
                    self.refuse_bare(text, outside);
                }
            }
            (_, C::Undo) => self.take_back(1, line, outside),
            (_, C::Remove) => self.take_back(2, line, outside),

            (S::Thinking, C::Ping(number)) => self.pings.push(number),
            (S::Force | S::Waiting, C::Ping(number)) => outside.out.push(Reply::Pong(number)),
            (_, C::Draw) => self.consider_draw(outside),
            (S::Force | S::Waiting, C::Hint) => self.give_hint(outside),
            (_, C::Book) => outside.out.push(Reply::NoBook),

            (_, C::BadArgument(text)) => outside.out.push(Reply::BadArgument(text)),
            (_, C::Unknown(text)) => outside.out.push(Reply::UnknownCommand(text)),
            (_, C::Quit) => {
                self.abandon(outside);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives up a search, and answers the pings that waited for it.
    fn abandon(&mut self, outside: &mut Outside) {
        if self.search.take().is_some() {
            outside.worker.stop();
        }
        self.answer_pings(outside);
    }

    fn answer_pings(&mut self, outside: &mut Outside) {
        outside.out.extend(self.pings.drain(..).map(Reply::Pong));
    }

    /// `new`: the ordinary game, the engine Black, no limit of depth.
    fn new_game(&mut self, outside: &mut Outside) {
        self.abandon(outside);
        self.role = Role::Player(Color::Black);
        self.clock.new_game();
        self.gui.computer = false;
        match self.roster.select(ORDINARY) {
            Ok(selected) => self.begin(selected, outside),
            Err(reason) => outside.out.push(Reply::TellUser(reason)),
        }
    }

    /// `variant`: another game and, where the GUI does not know it, how it is played. A game that
    /// cannot be had leaves the present one.
    fn choose_variant(&mut self, name: &str, outside: &mut Outside) {
        self.abandon(outside);
        match self.roster.select(name) {
            Ok(selected) => self.begin(selected, outside),
            Err(reason) => outside.out.push(Reply::TellUser(reason)),
        }
    }

    /// `setboard`: another position of the same game.
    fn set_board(&mut self, fen: &str, outside: &mut Outside) {
        self.abandon(outside);
        match input::read_fen(self.position.game(), fen) {
            Ok(position) => self.set_position(position),
            Err(_) => outside.out.push(Reply::TellUserError("Illegal position".to_string())),
        }
    }

    fn begin(&mut self, selected: Selected, outside: &mut Outside) {
        outside.out.extend(selected.announcement);
        outside.worker.clear();
        self.knowledge = selected.knowledge;
        self.set_position(Position::start(selected.game));
    }

    fn set_position(&mut self, position: Position) {
        self.position = position;
        self.forget();
    }

    /// What was thought of the game no longer holds.
    fn forget(&mut self) {
        self.hint = None;
        self.score = None;
        self.hopeless_moves = 0;
        self.announced = false;
    }

    /// `option`: the roster's choices, then the engine's own settings.
    fn set_option(&mut self, name: &str, value: &str, line: &str, outside: &mut Outside) {
        let set = self.roster.choose(name, value).unwrap_or_else(|| self.settings.set(name, value));
        match set {
            Ok(()) => {}
            Err(OptionError::Name) => outside.refuse("no such option", line),
            Err(OptionError::Value) => outside.out.push(Reply::BadArgument(line.to_string())),
        }
    }

    /// The side to move is the opponent's.
    fn wait_for(&mut self, opponent: Color, outside: &mut Outside) {
        self.abandon(outside);
        self.role = Role::Player(!opponent);
    }

    /// Plays a move of the opponent, or in force mode of anybody, and answers it if the engine
    /// is to. False if it is not legal.
    fn play(&mut self, text: &str, outside: &mut Outside) -> bool {
        let Some(m) = input::read_move(&mut self.position, text) else { return false };
        self.abandon(outside);
        self.position.make(m);
        if self.role == Role::Player(self.position.side()) {
            self.think(outside);
        }
        true
    }

    /// A line that looks like a move, but is none here. A GUI that marks its moves meant
    /// something else; cutechess takes any talk of illegal moves for a claim to the game.
    fn refuse_bare(&self, text: String, outside: &mut Outside) {
        outside.out.push(if self.gui.sends_usermove() { Reply::UnknownCommand(text) } else { Reply::IllegalMove(text) });
    }

    /// Takes back `plies` plies, or says that there are not so many.
    fn take_back(&mut self, plies: usize, line: &str, outside: &mut Outside) {
        self.abandon(outside);
        if self.position.ply() < plies {
            return outside.refuse("nothing to take back", line);
        }
        (0..plies).for_each(|_| self.position.unmake());
        self.forget();
    }

    /// Looks for the engine's move, unless the game is over.
    fn think(&mut self, outside: &mut Outside) {
        if let Some(outcome) = self.position.outcome()
            && self.announce(outcome, self.position.side(), outside) == Verdict::Over
        {
            return;
        }
        let (clock, depth) = self.clock.limits(self.position.ply() as u32 / 2);
        let limits = Limits { clock, depth, overhead: self.settings.overhead, started: Some(outside.now), ..Limits::default() };
        self.start(Purpose::Move, limits, outside);
    }

    fn start(&mut self, purpose: Purpose, limits: Limits, outside: &mut Outside) {
        self.last_id += 1;
        self.search = Some(Search { id: self.last_id, purpose, began: outside.now, spoken: false });
        outside.worker.start(self.last_id, self.position.clone(), limits);
    }

    /// Announces the end of the game. A game that rules, not lack of moves, have ended goes on if
    /// the GUI asks again or was not told.
    fn announce(&mut self, outcome: Outcome, engine: Color, outside: &mut Outside) -> Verdict {
        let stuck = matches!(outcome.reason, Reason::Mate | Reason::NoMoves);
        if self.announced && !stuck {
            return Verdict::PlayOn;
        }
        let limit = self.position.game().def.rules.move_limit;
        match claim(outcome, engine, self.gui.audience(), self.knowledge, limit) {
            Claim::Result(reply) => {
                self.announced = true;
                outside.out.push(reply);
                return Verdict::Over;
            }
            Claim::Offer => {
                self.announced = true;
                outside.out.push(Reply::OfferDraw);
            }
            Claim::Silence => {}
        }
        if stuck { Verdict::Over } else { Verdict::PlayOn }
    }

    /// Shows what a search has found so far.
    fn show(&mut self, id: SearchId, report: &Report, outside: &mut Outside) {
        let current = self.search.as_mut().filter(|search| search.id == id && search.purpose == Purpose::Move);
        let (Some(search), true) = (current, self.post) else { return };
        search.spoken = true;
        let thinking = Thinking {
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score,
            centiseconds: report.time.as_millis() / 10,
            nodes: report.nodes,
            speed: speed(report.nodes, report.time),
            line: self.line(&report.pv),
            mark: match report.bound {
                Bound::Exact => "",
                Bound::Lower => "!",
                Bound::Upper => "?",
            },
        };
        outside.out.push(Reply::Thinking(thinking));
    }

    /// The texts of a line of moves from the present position; it ends where one is not legal.
    fn line(&mut self, moves: &[Move]) -> Vec<String> {
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            if !self.position.is_legal(m) {
                break;
            }
            texts.push(input::write_move(&self.position, m));
            self.position.make(m);
        }
        for _ in &texts {
            self.position.unmake();
        }
        texts
    }

    /// A search has ended.
    fn finish(&mut self, id: SearchId, best: &Best, outside: &mut Outside) {
        let Some(search) = self.search.take_if(|search| search.id == id) else { return };
        match (search.purpose, best.best) {
            (Purpose::Hint, Some(m)) => outside.out.push(Reply::Hint(input::write_move(&self.position, m))),
            (Purpose::Move, Some(m)) => self.move_or_resign(search, m, best, outside),
            // Only a game that is over has no move, and `think` has announced that.
            (Purpose::Hint | Purpose::Move, None) => {}
        }
        self.answer_pings(outside);
    }

    /// Makes the move a search has found, or gives the game up.
    fn move_or_resign(&mut self, search: Search, m: Move, best: &Best, outside: &mut Outside) {
        let engine = self.position.side();
        let text = input::write_move(&self.position, m);
        if self.post && !search.spoken {
            outside.out.push(Reply::Thinking(Thinking::of_move(best, text.clone())));
        }
        self.clock.spend(outside.now.saturating_duration_since(search.began), self.position.ply() as u32 / 2);
        self.score = Some(best.score);
        let lost = best.score < -self.settings.resign_threshold;
        self.hopeless_moves = if lost { self.hopeless_moves + 1 } else { 0 };
        if self.settings.resign && self.hopeless_moves >= HOPELESS_MOVES {
            self.announced = true;
            return outside.out.push(Reply::Resign);
        }
        self.position.make(m);
        self.hint = best.ponder;
        // An offer goes before the move, a result after it.
        let mut afterwards = Vec::new();
        if let Some(outcome) = self.position.outcome() {
            self.announce(outcome, engine, &mut Outside { now: outside.now, worker: outside.worker, out: &mut afterwards });
        }
        let before = afterwards.iter().take_while(|reply| **reply == Reply::OfferDraw).count();
        outside.out.extend(afterwards.drain(..before));
        outside.out.push(Reply::Move(text));
        outside.out.append(&mut afterwards);
    }

    /// The opponent offers a draw: the engine takes one that is due, or better than its game.
    fn consider_draw(&mut self, outside: &mut Outside) {
        let due = self.position.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if due || self.score.is_some_and(|score| score <= GLAD_OF_A_DRAW) {
            outside.out.push(Reply::OfferDraw);
        }
    }

    /// `hint`: what the last search expected, or what a short one finds.
    fn give_hint(&mut self, outside: &mut Outside) {
        match self.hint.filter(|&m| self.position.is_legal(m)) {
            Some(m) => outside.out.push(Reply::Hint(input::write_move(&self.position, m))),
            None if self.position.outcome().is_some() => {}
            None => self.start(Purpose::Hint, Limits { clock: Clock::PerMove(HINT_TIME), ..Limits::default() }, outside),
        }
    }
}

/// Whether a game that has ended goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// It is over.
    Over,
    /// The engine moves if it is asked to.
    PlayOn,
}

impl Outside<'_> {
    /// Says why a command cannot be obeyed now.
    fn refuse(&mut self, reason: &'static str, line: &str) {
        self.out.push(Reply::Refused { reason, command: line.trim().to_string() });
    }
}
