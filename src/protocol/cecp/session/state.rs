//! The data of a session: the requests, the current game, and the current search.

use std::sync::Arc;

use crate::protocol::cecp::features::{Announced, Gui};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{Dialect, Knowledge};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Square};
use crate::rules::position::{Move, Position};
use crate::session::engine::Message;
use crate::session::{self, Core, GameClock, Roster, Settings, Task};

/// Something that happens to a session.
#[derive(Clone, Debug)]
pub enum Event {
    /// The GUI has sent a line.
    Line(String),
    /// The GUI has sent an overlong line. This is its beginning.
    Overlong(String),
    /// A message from a search.
    Search(Message),
    /// The GUI has disappeared.
    Eof,
}

/// What a session is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// It records the moves of both sides and plays neither.
    Force,
    /// It plays one side, and it is not thinking about a move.
    Waiting,
    /// It is thinking about its move.
    Thinking,
    /// It is thinking on the opponent's time.
    Pondering,
    /// It plays neither side and shows its thinking about every position.
    Analyzing,
}

/// Which side the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineRole {
    /// Neither: force mode.
    Neither,
    /// One.
    Player(Color),
    /// Neither: it analyzes.
    Analyst,
}

/// A ping that could not be answered at once.
#[derive(Debug)]
pub(super) struct Ping {
    pub text: String,
    /// Whether it waits for the engine's move, too: the ping came after the command to think.
    pub waits_for_move: bool,
}

/// What a session handles an event with.
pub(super) type Context<'a> = session::Context<'a, &'a mut Vec<Reply>>;

/// What the user and the GUI have requested, for this game and the next ones.
pub(super) struct Preferences {
    pub roster: Roster,
    pub gui: Gui,
    /// The faults of the user's files, until the user has been told.
    pub trouble: Option<String>,
    /// What has been announced to the GUI: variants and options.
    pub announced: Option<Announced>,
    pub clock: GameClock,
    /// Whether to show the engine's thinking.
    pub post: bool,
}

pub(super) struct CurrentGame {
    pub role: EngineRole,
    /// The game of the chosen variant. A position of Chess960 has a game compiled for it.
    pub chosen: Arc<Game>,
    /// What the GUI knows about the game.
    pub knowledge: Knowledge,
    /// How the GUI writes moves.
    pub dialect: Dialect,
    /// Whether the GUI was told how the game is played.
    pub is_declared: bool,
    /// The piece that the user has picked up.
    pub lifted: Option<Square>,
    /// Moves excluded from the search in this position.
    pub excluded: Vec<Move>,
    /// Whether the end of the game was announced. The GUI may still insist on playing on.
    pub announced: bool,
    /// Whether the last `setboard` was refused. The GUI shows another position than the game has, so every move
    /// is illegal and nothing is searched until it sends a position or starts a game.
    pub refused: bool,
}

/// What the engine is asked to do besides searching.
#[derive(Default)]
pub(super) struct Searching {
    /// Whether a line of thinking was shown.
    pub spoken: bool,
    /// Whether the engine was asked to prepare for this game.
    pub prepared: bool,
    /// The search that was running when the GUI asked for a pause.
    pub paused: Option<Task>,
    /// Pings to be answered.
    pub pings: Vec<Ping>,
}

/// A session that has a game.
pub(super) struct LiveSession {
    pub preferences: Preferences,
    pub core: Core,
    pub game: CurrentGame,
    pub thought: Searching,
}

impl Preferences {
    /// Nothing has been requested yet.
    pub fn new(roster: Roster) -> Preferences {
        Preferences {
            roster,
            gui: Gui::default(),
            trouble: None,
            announced: None,
            clock: GameClock::default(),
            post: false,
        }
    }
}

impl LiveSession {
    /// A session at the start of a game.
    pub fn new(preferences: Preferences, settings: Settings, seed: u64, game: Arc<Game>) -> LiveSession {
        let core = Core::new(settings, Position::start(Arc::clone(&game)), seed);
        let game = CurrentGame {
            role: EngineRole::Player(Color::Black),
            chosen: game,
            knowledge: Knowledge::Exact,
            dialect: Dialect::default(),
            is_declared: false,
            lifted: None,
            excluded: Vec::new(),
            announced: false,
            refused: false,
        };
        LiveSession { preferences, core, game, thought: Searching::default() }
    }

    pub(super) fn phase(&self) -> Phase {
        match (self.game.role, self.core.task()) {
            (_, Some(Task::Move)) => Phase::Thinking,
            (_, Some(Task::Ponder)) => Phase::Pondering,
            (EngineRole::Analyst, _) => Phase::Analyzing,
            (EngineRole::Neither, _) => Phase::Force,
            (EngineRole::Player(_), _) => Phase::Waiting,
        }
    }

    /// Abandons the search, and answers the pings that waited for it.
    pub(super) fn abandon(&mut self, context: &mut Context) {
        self.core.give_up(context.host);
        self.thought.paused = None;
        self.answer_pings(context);
    }

    /// Keeps a ping until everything before it has been done.
    pub(super) fn note_ping(&mut self, text: String) {
        let waits_for_move = self.phase() == Phase::Thinking;
        self.thought.pings.push(Ping { text, waits_for_move });
    }

    /// Answers pings unless they must wait: for the engine's move, or for the engine to be ready,
    /// because the clock may start with the answer. A ping from before the command to move does not
    /// wait for the move.
    pub(super) fn answer_pings(&mut self, context: &mut Context) {
        if self.core.is_preparing() {
            return;
        }
        let thinking = self.phase() == Phase::Thinking;
        let due = self.thought.pings.extract_if(.., |ping| !thinking || !ping.waits_for_move);
        context.out.extend(due.map(|ping| Reply::Pong(ping.text)));
    }
}

impl Context<'_> {
    /// Reports why a command cannot be obeyed now.
    pub(super) fn refuse(&mut self, reason: &'static str, line: &str) {
        self.out.push(Reply::Refused { reason, command: line.trim().to_string() });
    }

    /// Reports that an argument is not possible here, and what would be.
    pub(super) fn expected(&mut self, expected: impl Into<String>, line: &str) {
        self.out.push(Reply::BadArgument { expected: expected.into(), line: line.trim().to_string() });
    }
}
