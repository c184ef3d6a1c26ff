//! What the referee asks of a player, whoever that is.

use std::time::Duration;

use super::control::SideClock;
use crate::geometry::Color;
use crate::position::{Move, Position};

/// A game under way, as the referee has it.
#[derive(Clone, Debug)]
pub struct RefereedGame {
    /// The FEN it began with, if not the start of the game.
    pub fen: Option<String>,
    /// The position it began with.
    pub start: Position,
    /// The position on the board, with its history.
    pub position: Position,
    /// The moves since the beginning, each with the side that made it.
    pub moves: Vec<(Color, Move)>,
    /// How many of them were the opening's.
    pub opening: usize,
}

impl RefereedGame {
    /// A game at its beginning.
    pub fn new(start: Position, fen: Option<String>) -> RefereedGame {
        RefereedGame { fen, position: start.clone(), start, moves: Vec::new(), opening: 0 }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.moves.push((self.position.side(), m));
        self.position.make(m);
    }
}

/// What a player thinks a position is worth, from its own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerScore {
    /// Centipawns.
    Centipawns(i32),
    /// It mates in so many moves, or is mated if negative.
    Mate(i32),
}

impl PlayerScore {
    /// In centipawns; a mate is worth more than anything.
    pub fn centipawns(self) -> i32 {
        match self {
            PlayerScore::Centipawns(value) => value,
            PlayerScore::Mate(moves) if moves > 0 => 100_000 - moves.min(1000),
            PlayerScore::Mate(moves) => -100_000 - moves.max(-1000),
        }
    }
}

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A legal move.
    Move(Move),
    /// It gives the game up.
    Resign,
}

/// A draw or a win that a player claims with its move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedResult {
    /// Who has won; `None` is a draw.
    pub winner: Option<Color>,
    /// The line as it came.
    pub text: String,
}

/// An answer and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The answer.
    pub answer: Answer,
    /// What its clock is charged.
    pub elapsed: Duration,
    /// What it thinks of its position.
    pub evaluation: Option<PlayerScore>,
    /// The plies it looked ahead.
    pub depth: u32,
    /// The positions it visited.
    pub nodes: u64,
    /// Whether it offers a draw.
    pub offers_draw: bool,
    /// What it claims besides.
    pub claim: Option<ClaimedResult>,
}

impl Thought {
    /// Giving up, at once and without a word.
    pub fn resignation() -> Thought {
        Thought {
            answer: Answer::Resign,
            elapsed: Duration::ZERO,
            evaluation: None,
            depth: 0,
            nodes: 0,
            offers_draw: false,
            claim: None,
        }
    }
}

/// Why a player loses without having lost.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forfeit {
    /// A move that is none.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// Its flag has fallen.
    #[error("lost on time, {:.3} s too late", .0.as_secs_f64())]
    Time(Duration),
    /// The program has ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// It does not answer.
    #[error("hangs: no {0}")]
    Hang(&'static str),
    /// A result that is not that of the game.
    #[error("false claim: {0}")]
    FalseClaim(String),
    /// It refuses a legal move.
    #[error("refuses a legal move: {0}")]
    Refusal(String),
    /// It does not start again, or cannot play from this position.
    #[error("cannot play: {0}")]
    Unable(String),
}

impl Forfeit {
    /// Whether the player's program failed, not its chess.
    pub fn is_failure(&self) -> bool {
        matches!(self, Forfeit::Crash(_) | Forfeit::Hang(_) | Forfeit::Unable(_))
    }
}

/// An engine that could not be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotStarted {
    /// Why.
    pub trouble: Trouble,
    /// The last lines that were exchanged with it.
    pub transcript: Vec<String>,
}

/// Why a match cannot be played at all, or a game not to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// The player's fault: it loses.
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
    /// The player cannot play such games.
    #[error("{0}")]
    Unable(String),
    /// The match is to end.
    #[error("stopped")]
    Stopped,
}

/// The letters that are shown of a text at most.
const SHOWN: usize = 200;

/// A text of an engine as people see it: cut where it is very long, and without control characters.
pub fn shown(text: &str) -> String {
    let start: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let more = text.chars().skip(SHOWN).count();
    if more > 0 { format!("{start}... ({more} more characters)") } else { start }
}

/// Somebody who plays. A player whose [`Forfeit`] has ended a game is thrown away.
pub trait Player: Send {
    /// Gets ready for a game whose opening is on the board.
    ///
    /// # Errors
    /// If it cannot.
    fn begin(&mut self, board: &RefereedGame, color: Color, clocks: &[SideClock; 2]) -> Result<(), Trouble>;

    /// Thinks about the position on the board, in which it is to move.
    ///
    /// # Errors
    /// If it gives no proper answer.
    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, Trouble>;

    /// The game is over; `result` is as in PGN.
    fn end(&mut self, result: &str, reason: &str);

    /// The last lines that were exchanged with it, for the report of a fault.
    fn transcript(&self) -> Vec<String> {
        Vec::new()
    }

    /// What it calls itself, with its version.
    fn title(&self) -> Option<String> {
        None
    }

    /// What was asked for and it cannot do, though it can play.
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
        assert_eq!(shown("e\u{1b}[2J"), "e\u{fffd}[2J");
        assert_eq!(shown(&"x".repeat(100_000)), "x".repeat(200) + "... (99800 more characters)");
    }
}
