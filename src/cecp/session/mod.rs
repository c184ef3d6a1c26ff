//! A session with a GUI as a pure state machine: events in, replies out. It reads and prints
//! nothing, asks for no time, and waits for nobody; searches run in a [`Worker`], and what they
//! find comes back as events. A search that was given up is known by its number, so that its
//! late words change nothing.
//!
//! The state is [`State`], and every command is dealt with for every state in one table,
//! [`Session::obey`].

mod analyze;
mod edit;
mod game;
mod marks;
mod ponder;
mod result;
mod setup;
mod think;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::command::Command;
use super::features::{self, Gui};
use super::reply::Reply;
use crate::engine::{Message, SearchId};
use crate::game::Game;
use crate::geometry::{Color, Square};
use crate::play::{GameClock, ORDINARY, Record, Roster, Settings};
use crate::position::{Move, Position};
use crate::search::{Limits, Score};
use crate::variant::Catalog;
use crate::xboard::{Dialect, Knowledge};

use edit::Editor;
use ponder::Pondering;

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
    /// Lets the next searches run on so many threads.
    fn set_threads(&mut self, threads: usize);
    /// Forgets what was learned and gets ready for a game from its beginning; its `Ready` follows.
    fn prepare(&mut self, id: SearchId, game: Arc<Game>);
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
    /// It is thinking on the opponent's time.
    Pondering,
    /// It plays for nobody and shows what it thinks of the position, whatever it is.
    Analyzing,
}

/// Which side the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Neither: force mode.
    Neither,
    /// One.
    Player(Color),
    /// Neither: it analyzes.
    Analyst,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The engine's move.
    Move,
    /// A hint for the opponent.
    Hint,
    /// The engine's move after the one it expects.
    Ponder,
    /// What there is to be said of the position.
    Analysis,
}

/// The search whose words count.
#[derive(Clone, Copy, Debug)]
struct Search {
    id: SearchId,
    purpose: Purpose,
    began: Instant,
    /// Whether a line of thinking was shown.
    spoken: bool,
    /// The last iteration reported, and positions visited until then.
    progress: (u32, u64),
}

/// A root move that a search has thought through.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its place among those of the iteration, from 1 for the best.
    rank: usize,
    m: Move,
    score: Score,
}

/// The world outside a session while it handles an event.
struct Outside<'a> {
    now: Instant,
    worker: &'a mut dyn Worker,
    out: &'a mut Vec<Reply>,
}

/// A session with a GUI.
#[allow(clippy::struct_excessive_bools, reason = "settings that do not depend on each other")]
pub struct Session {
    roster: Roster,
    settings: Settings,
    gui: Gui,
    record: Record,
    /// What the GUI knows of the game.
    knowledge: Knowledge,
    /// How the GUI writes moves.
    dialect: Dialect,
    /// Whether the GUI was told how the game is played.
    told: bool,
    /// The man the user has picked up.
    lifted: Option<Square>,
    role: Role,
    search: Option<Search>,
    /// Whether the engine was told to prepare for this game.
    prepared: bool,
    /// The preparation that is under way.
    preparing: Option<SearchId>,
    last_id: SearchId,
    /// Whether to think on the opponent's time.
    ponders: bool,
    pondering: Option<Pondering>,
    /// What was being searched when the GUI asked for a pause.
    paused: Option<Purpose>,
    /// Moves not to be considered in this position.
    excluded: Vec<Move>,
    /// Whether games are to differ.
    random: bool,
    /// Root moves of the last iteration with their scores, best first.
    candidates: Vec<Candidate>,
    dice: Xoshiro256PlusPlus,
    editor: Option<Editor>,
    /// Pings to be answered after the move, or once the engine is ready for the game.
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
            record: Record::new(Position::start(game)),
            knowledge: Knowledge::Exact,
            dialect: Dialect::default(),
            told: false,
            lifted: None,
            role: Role::Player(Color::Black),
            search: None,
            prepared: false,
            preparing: None,
            last_id: 0,
            ponders: false,
            pondering: None,
            paused: None,
            excluded: Vec::new(),
            random: false,
            candidates: Vec::new(),
            dice: Xoshiro256PlusPlus::seed_from_u64(0),
            editor: None,
            pings: Vec::new(),
            clock: GameClock::default(),
            post: false,
            hint: None,
            score: None,
            hopeless_moves: 0,
            announced: false,
        })
    }

    /// Chooses what games are made different by, where variety is asked for.
    pub fn set_seed(&mut self, seed: u64) {
        self.dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Handles an event. Appends what is to be said to `out`; `Break` ends the program.
    pub fn handle(
        &mut self,
        event: Event,
        now: Instant,
        worker: &mut dyn Worker,
        out: &mut Vec<Reply>,
    ) -> ControlFlow<()> {
        let mut outside = Outside { now, worker, out };
        match event {
            Event::Line(line) if self.edit_line(&line, &mut outside) => {}
            Event::Line(line) => return self.obey(Command::from(line.as_str()), &line, &mut outside),
            Event::Search(Message::Report(id, report)) => self.show(id, &report, &mut outside),
            Event::Search(Message::Done(id, best)) => self.finish(id, &best, &mut outside),
            Event::Search(Message::Ready(id)) => {
                self.preparing.take_if(|preparing| *preparing == id);
                self.answer_pings(&mut outside);
            }
            Event::Eof => return self.end(&mut outside),
        }
        ControlFlow::Continue(())
    }

    fn state(&self) -> State {
        match (self.role, self.search.map(|search| search.purpose)) {
            (_, Some(Purpose::Move)) => State::Thinking,
            (_, Some(Purpose::Ponder)) => State::Pondering,
            (Role::Analyst, _) => State::Analyzing,
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
            (_, C::Nothing | C::Ignored | C::Xboard | C::OpponentTime(_)) => {}
            (_, C::Protover(_)) => features::announce(&self.roster, &self.settings, outside.out),
            (_, C::Accepted(feature)) => self.gui.accept(feature),
            (_, C::Rejected(feature)) => self.gui.reject(feature),
            (_, C::Computer) => self.gui.computer = true,

            (_, C::New) => self.new_game(outside),
            (_, C::Variant(name)) => self.choose_variant(&name, outside),
            (_, C::SetBoard(fen)) => self.set_board(&fen, outside),
            (_, C::Edit) => self.begin_editing(outside),
            (_, C::Option { name, value }) => self.set_option(&name, &value, line, outside),
            (_, C::Memory(megabytes)) => self.set_memory(megabytes, outside),
            (_, C::Cores(cores)) => self.set_cores(cores, outside),

            (_, C::Level(level)) => self.clock.set_level(level),
            (_, C::SecondsPerMove(time)) => self.clock.set_seconds_per_move(time),
            (_, C::Depth(plies)) => self.clock.set_depth(plies),
            (_, C::NodesPerSecond(nodes)) => self.clock.set_nodes_per_second(nodes),
            (_, C::Time(time)) => self.clock.tell(time),
            (_, C::Post(post)) => self.post = post,
            (_, C::Ponder(ponders)) => self.set_pondering(ponders, outside),
            (_, C::Random) => self.random = !self.random,

            (S::Thinking, C::Go) => {}
            (_, C::Go) => self.go(outside),
            (_, C::PlayOther) => self.wait_for(self.record.side(), outside),
            (_, C::Turn(color)) if color == self.record.side() => self.wait_for(color, outside),
            (_, C::Turn(_)) => outside.refuse("not its turn", line),
            (_, C::Force | C::Result) | (S::Analyzing, C::Exit) => {
                self.abandon(outside);
                self.role = Role::Neither;
            }
            (S::Thinking, C::MoveNow) => outside.worker.stop(),
            (_, C::MoveNow) => {}
            (_, C::Pause) => self.pause(outside),
            (_, C::Resume) => self.resume(outside),

            (S::Thinking, C::UserMove(text)) => outside.out.push(Reply::IllegalMove(text)),
            (_, C::UserMove(text)) => {
                if !self.play(&text, outside) {
                    outside.out.push(Reply::IllegalMove(text));
                }
            }
            (S::Thinking, C::BareMove(text)) => self.refuse_bare(text, outside),
            (_, C::BareMove(text)) => {
                if !self.play(&text, outside) {
                    self.refuse_bare(text, outside);
                }
            }
            (_, C::Undo) => self.take_back(1, line, outside),
            (_, C::Remove) => self.take_back(2, line, outside),

            (_, C::Analyze) => self.begin_analysis(outside),
            (_, C::Exit) => outside.refuse("not analyzing", line),
            (_, C::Status) => self.tell_status(line, outside),
            (_, C::Exclude { out, what }) => self.exclude(&what, out, line, outside),
            (_, C::SetScore) => outside.refuse("not supported", line),

            (_, C::Ping(number)) => {
                self.get_ready(outside);
                self.pings.push(number);
                self.answer_pings(outside);
            }
            (_, C::Draw) => self.consider_draw(outside),
            (S::Thinking, C::Hint) => {}
            (_, C::Hint) => self.give_hint(outside),
            (_, C::Lift(text)) => self.lift(&text, outside),
            (_, C::Put(text)) => self.put(&text, outside),
            (_, C::Book) => outside.out.push(Reply::NoBook),

            (_, C::BadArgument(text)) => outside.out.push(Reply::BadArgument(text)),
            (_, C::Unknown(text)) => outside.out.push(Reply::UnknownCommand(text)),
            (_, C::Quit) => return self.end(outside),
        }
        ControlFlow::Continue(())
    }

    /// Gives up a search, and answers the pings that waited for it.
    fn abandon(&mut self, outside: &mut Outside) {
        if self.search.take().is_some() {
            outside.worker.stop();
        }
        self.pondering = None;
        self.paused = None;
        self.answer_pings(outside);
    }

    /// Ends the session; nothing is waited for.
    fn end(&mut self, outside: &mut Outside) -> ControlFlow<()> {
        self.preparing = None;
        self.abandon(outside);
        ControlFlow::Break(())
    }

    /// Answers pings, unless they are to wait: for the engine's move, or, as the clock may start
    /// with the answer, for the engine to be ready.
    fn answer_pings(&mut self, outside: &mut Outside) {
        if self.state() != State::Thinking && self.preparing.is_none() {
            outside.out.extend(self.pings.drain(..).map(Reply::Pong));
        }
    }
}

impl Outside<'_> {
    /// Says why a command cannot be obeyed now.
    fn refuse(&mut self, reason: &'static str, line: &str) {
        self.out.push(Reply::Refused { reason, command: line.trim().to_string() });
    }
}
