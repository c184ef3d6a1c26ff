//! A session that has a game: its parts, and what it is doing.

use std::sync::Arc;

use super::board::GuiBoard;
use super::pings::Pings;
use super::preferences::Preferences;
use crate::protocol::cecp::reply::Reply;
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};
use crate::session::engine::Message;
use crate::session::{self, Core, Record, Settings, Task};

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

/// What a session handles an event with.
pub(super) type Context<'a> = session::Context<'a, &'a mut Vec<Reply>>;

/// What is played, and who plays it.
pub(super) struct CurrentGame {
    pub role: EngineRole,
    /// The game of the chosen variant. A position of Chess960 has a game compiled for it.
    pub chosen: Arc<Game>,
    /// Moves excluded from the search in this position.
    pub excluded: Vec<Move>,
    /// Whether the end of the game was announced. The GUI may still insist on playing on.
    pub announced: bool,
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
}

/// A session that has a game. Each part owns its data; the session has them work together.
pub(super) struct LiveSession {
    pub preferences: Preferences,
    pub core: Core,
    pub game: CurrentGame,
    pub board: GuiBoard,
    pub thought: Searching,
    pub pings: Pings,
}

impl CurrentGame {
    /// A game that the engine plays as Black.
    fn new(game: Arc<Game>) -> CurrentGame {
        CurrentGame {
            role: EngineRole::Player(Color::Black),
            chosen: game,
            excluded: Vec::new(),
            announced: false,
        }
    }

    /// Excludes moves, or includes them again.
    pub fn exclude(&mut self, moves: Vec<Move>, out: bool) {
        self.excluded.retain(|m| !moves.contains(m));
        if out {
            self.excluded.extend(moves);
        }
    }

    /// The game compiled for another position, as `setboard` sends it. A game with shuffled pieces is
    /// compiled for the squares of the last position. A position of Chess960 does not turn chess into such a
    /// game for later positions.
    pub fn compiled<'a>(&'a self, current: &'a Arc<Game>) -> &'a Arc<Game> {
        if self.chosen.def.rules.castling.is_shuffled() { current } else { &self.chosen }
    }
}

impl LiveSession {
    /// A session at the start of a game.
    pub fn new(preferences: Preferences, settings: Settings, seed: u64, game: Arc<Game>) -> LiveSession {
        LiveSession {
            preferences,
            core: Core::new(settings, Position::start(Arc::clone(&game)), seed),
            game: CurrentGame::new(game),
            board: GuiBoard::new(),
            thought: Searching::default(),
            pings: Pings::default(),
        }
    }

    /// Another position of a game begins.
    pub fn set_position(&mut self, position: Position) {
        self.core.begin(Record::new(position));
        self.board.refused = false;
        self.forget();
    }

    /// Results of the last search no longer apply.
    pub fn forget(&mut self) {
        self.board.put_back();
        self.core.forget();
        (self.game.excluded, self.game.announced) = (Vec::new(), false);
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

    /// Answers pings unless they must wait: for the engine's move, or for the engine to be ready, because the
    /// clock may start with the answer.
    pub(super) fn answer_pings(&mut self, context: &mut Context) {
        if !self.core.is_preparing() {
            let thinking = self.phase() == Phase::Thinking;
            context.out.extend(self.pings.due(thinking));
        }
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
