//! The interface between the referee and a player.

use std::time::Duration;

use crate::base::text::printable;
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};
use crate::session::SideClock;

/// A game in progress, as the referee sees it.
#[derive(Clone, Debug)]
pub struct RefereedGame {
    /// The FEN it started with, if not the start of the game.
    pub fen: Option<String>,
    pub start: Position,
    /// The position on the board, with its history.
    pub position: Position,
    /// The moves so far, each with the side that made it.
    pub moves: Vec<(Color, Move)>,
    /// How many of them belong to the opening.
    pub opening: usize,
    /// Who has offered a draw with the last move.
    pub offered: Option<Color>,
}

impl RefereedGame {
    pub fn new(start: Position, fen: Option<String>) -> RefereedGame {
        RefereedGame { fen, position: start.clone(), start, moves: Vec::new(), opening: 0, offered: None }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.moves.push((self.position.side(), m));
        self.position.make(m);
    }
}

/// A player's score of a position, from its own point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerScore {
    Centipawns(i32),
    /// Mate in this many moves; negative if it is mated.
    Mate(i32),
}

impl PlayerScore {
    /// The score in centipawns; a mate is worth more than anything else.
    pub fn centipawns(self) -> i32 {
        match self {
            PlayerScore::Centipawns(value) => value,
            PlayerScore::Mate(moves) if moves > 0 => 100_000 - moves.min(1000),
            PlayerScore::Mate(moves) => -100_000 - moves.max(-1000),
        }
    }
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// A legal move.
    Move(Move),
    /// The player resigns.
    Resign,
    /// The player accepts the draw that the other has offered.
    Accept,
}

/// A claim of a draw or a win that comes with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The line as it was sent.
    pub text: String,
}

/// An answer with its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    pub answer: Response,
    /// The time charged to its clock.
    pub elapsed: Duration,
    /// Its score of the position.
    pub evaluation: Option<PlayerScore>,
    /// The search depth in plies.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    pub offers_draw: bool,
    /// A result that it claims with the move.
    pub claim: Option<ClaimedResult>,
}

impl Thought {
    /// Resigning at once without a comment.
    pub fn resignation() -> Thought {
        Thought {
            answer: Response::Resign,
            elapsed: Duration::ZERO,
            evaluation: None,
            depth: 0,
            nodes: 0,
            offers_draw: false,
            claim: None,
        }
    }
}

/// Why a player loses by its own fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forfeit {
    /// An illegal move.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// Its flag has fallen.
    #[error("lost on time, {:.3} s too late", .0.as_secs_f64())]
    Time(Duration),
    /// The program has ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// It does not answer.
    #[error("hung: no {0}")]
    Hang(&'static str),
    /// It claims a result that is not that of the game.
    #[error("false claim: {0}")]
    FalseClaim(String),
    /// It refuses a legal move.
    #[error("refused a legal move: {0}")]
    Refusal(String),
    /// It does not restart, or cannot play from this position.
    #[error("cannot play: {0}")]
    Unable(String),
}

impl Forfeit {
    /// Whether the player's program failed, not its play.
    pub fn is_failure(&self) -> bool {
        matches!(self, Forfeit::Crash(_) | Forfeit::Hang(_) | Forfeit::Unable(_))
    }
}

/// An engine that could not be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotStarted {
    /// The reason.
    pub trouble: PlayerError,
    /// The last lines exchanged with it.
    pub transcript: Vec<String>,
}

/// Why a match cannot be played, or a game cannot be finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The player's fault: it loses.
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
    /// The player does not support such games.
    #[error("{0}")]
    Unable(String),
    /// The match is being stopped.
    #[error("stopped")]
    Stopped,
}

/// The most characters shown of a text.
const SHOWN: usize = 200;

/// A text of an engine for people: on one line, and not too long.
pub fn shown(text: &str) -> String {
    printable(text, SHOWN)
}

/// A player. A player that ended a game with a [`Forfeit`] is discarded.
pub trait Player: Send {
    /// Prepares for a game whose opening is on the board.
    fn begin(
        &mut self,
        board: &RefereedGame,
        color: Color,
        clocks: &[SideClock; 2],
    ) -> Result<(), PlayerError>;

    /// Thinks about the position on the board, in which the player is to move.
    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, PlayerError>;

    /// The game is over; `result` is written as in PGN.
    fn end(&mut self, result: &str, reason: &str);

    /// The last lines exchanged with it, for the report of a fault.
    fn transcript(&self) -> Vec<String> {
        Vec::new()
    }

    /// Requested settings that it does not support, although it can play.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn long_texts_are_cut_and_control_characters_are_not_shown() {
        assert_eq!(shown("e2e4"), "e2e4");
        assert_eq!(shown("e\u{1b}[2J"), "e\\u{1b}[2J");
        assert_eq!(shown(&"x".repeat(100_000)), "x".repeat(200) + "…");
    }
}
