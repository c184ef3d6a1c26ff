//! What the session says: one [`Reply`] per line, and its exact text.
//!
//! XBoard scans an engine's lines for words anywhere in them, and cutechess takes any line that begins
//! with `Illegal` for a claim. So there is no prose here: texts for people go through
//! [`Reply::TellUser`], and a refused move is quoted and nothing else.

use std::fmt;

use super::truncate::{Truncate, truncated};
use crate::base::text::one_line;
use crate::engine::search::{Score, SearchResult};
use crate::rules::position::Points;
use crate::session::speed;

/// A line to the GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `feature ...`.
    Feature(String),
    /// `setup (TABLE) WxH+0_PARENT FEN`.
    Setup(String),
    /// `piece ID BETZA`.
    Piece {
        /// The piece's name: its letter in the side's case, with the signs before or after it.
        name: String,
        /// Its moves in XBoard's dialect.
        moves: String,
    },
    /// `pong N`.
    Pong(String),
    /// `move MOVE`. A move of several legs, separated by commas, becomes several lines.
    Move(String),
    /// `Illegal move: MOVE`.
    IllegalMove(String),
    /// `Error (unknown command): LINE`.
    UnknownCommand(String),
    /// `Error (bad argument: expected WHAT): LINE`.
    BadArgument {
        /// What was expected in place of the argument.
        expected: String,
        /// The command as it came.
        line: String,
    },
    /// `Error (no such option): NAME` and the like: a command that cannot be obeyed now.
    Refused {
        /// Why, in a few words.
        reason: &'static str,
        /// The command.
        command: String,
    },
    /// A line of thinking.
    Thinking(ThinkingLine),
    /// `stat01: TIME NODES PLY LEFT TOTAL`: the progress of an analysis.
    Status {
        /// Time spent, in centiseconds.
        centiseconds: u128,
        /// Positions visited.
        nodes: u64,
        /// The iteration, in plies.
        depth: u32,
        /// The moves it considers.
        moves: usize,
    },
    /// `Hint: MOVE`.
    Hint(String),
    /// The answer to `bk`, which GUIs show in a separate window.
    Book(Vec<String>),
    /// `offer draw`: offers one, or accepts one.
    OfferDraw,
    /// `resign`.
    Resign,
    /// `1-0 {COMMENT}` and the like.
    Result {
        /// The result in PGN's form.
        result: Points,
        /// The reason.
        comment: String,
    },
    /// `highlight COLORS`: marks on XBoard's board, in the form of a FEN.
    Highlight(String),
    /// `choice LETTERS`: the pieces a pawn may become, the default first.
    Choice(String),
    /// `telluser TEXT`: shown to the user.
    TellUser(String),
    /// `tellusererror TEXT`: shown to the user as a fault.
    TellUserError(String),
}

/// What an iteration of the search found.
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkingLine {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The score of the position.
    pub score: Score,
    /// Time spent, in centiseconds.
    pub centiseconds: u128,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited per second.
    pub speed: u64,
    /// The best line.
    pub line: Vec<String>,
    /// `!` after a fail high, `?` after a fail low, else nothing.
    pub mark: &'static str,
}

/// The score as CECP writes it: centipawns, or 100000 plus the number of moves to mate.
fn cecp_score(score: Score) -> i32 {
    match score.mate_in() {
        Some(moves) if score > Score::DRAW => 100_000 + moves,
        Some(moves) => moves - 100_000,
        None => score.0,
    }
}

impl ThinkingLine {
    /// The text for a move without a line of thinking.
    pub fn of_move(best: &SearchResult, text: String) -> ThinkingLine {
        ThinkingLine {
            depth: best.depth.max(1),
            seldepth: best.depth.max(1),
            score: best.score,
            centiseconds: best.time.as_millis() / 10,
            nodes: best.nodes,
            speed: speed(best.nodes, best.time),
            line: vec![text],
            mark: "",
        }
    }
}

impl fmt::Display for ThinkingLine {
    /// The columns of the protocol: ply, score, time, nodes, deepest ply, speed, table hits, and after
    /// a tab the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThinkingLine { depth, seldepth, centiseconds, nodes, speed, mark, .. } = self;
        let score = cecp_score(self.score);
        write!(
            f,
            "{depth} {score} {centiseconds} {nodes} {seldepth} {speed} 0\t{}{mark}",
            self.line.join(" ")
        )
    }
}

impl Reply {
    /// The line, whatever its length.
    fn whole(&self) -> String {
        match self {
            Reply::Feature(text) => format!("feature {}", one_line(text)),
            Reply::Setup(text) => format!("setup {}", one_line(text)),
            Reply::Piece { name, moves } => format!("piece {} {}", one_line(name), one_line(moves)),
            Reply::Pong(text) => format!("pong {text}"),
            Reply::Move(text) => format!("move {}", text.replace(',', ",\nmove ")),
            Reply::IllegalMove(text) => format!("Illegal move: {text}"),
            Reply::UnknownCommand(text) => format!("Error (unknown command): {text}"),
            Reply::BadArgument { expected, line } => {
                format!("Error (bad argument: expected {}): {line}", one_line(expected))
            }
            Reply::Refused { reason, command } => format!("Error ({reason}): {command}"),
            Reply::Thinking(thinking) => thinking.to_string(),
            Reply::Status { centiseconds, nodes, depth, moves } => {
                format!("stat01: {centiseconds} {nodes} {depth} 0 {moves}")
            }
            Reply::Hint(text) => format!("Hint: {text}"),
            Reply::Book(lines) => lines.iter().flat_map(|line| [" ", line.as_str(), "\n"]).collect(),
            Reply::OfferDraw => "offer draw".to_string(),
            Reply::Resign => "resign".to_string(),
            Reply::Result { result, comment } => format!("{result} {{{comment}}}"),
            Reply::Highlight(colors) => format!("highlight {colors}"),
            Reply::Choice(letters) => format!("choice {letters}"),
            Reply::TellUser(text) => format!("telluser {}", one_line(text)),
            Reply::TellUserError(text) => format!("tellusererror {}", one_line(text)),
        }
    }

    /// Where the line is cut if it is too long.
    fn truncation(&self) -> Truncate {
        match self {
            Reply::Thinking(_) => Truncate::Words,
            Reply::Feature(text) if text.starts_with("variants=") => Truncate::Names,
            Reply::Feature(_) => Truncate::Values,
            _ => Truncate::Text,
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&truncated(self.whole(), self.truncation()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_from_a_file_never_begins_a_line() {
        let reply = Reply::TellUser("Armies\nmove e2e4\u{1b}[2J".to_string());
        assert_eq!(reply.to_string(), "telluser Armies move e2e4?[2J");
    }

    #[test]
    fn thinking_has_the_columns_of_the_protocol() {
        let mut thinking = ThinkingLine {
            depth: 7,
            seldepth: 12,
            score: Score(-31),
            centiseconds: 25,
            nodes: 50_000,
            speed: 200_000,
            line: vec!["e2e4".into(), "e7e5".into()],
            mark: "",
        };
        assert_eq!(thinking.to_string(), "7 -31 25 50000 12 200000 0\te2e4 e7e5");
        thinking.score = Score::mates(5);
        assert!(thinking.to_string().starts_with("7 100003 "));
        thinking.score = Score::mated(4);
        assert!(thinking.to_string().starts_with("7 -100002 "));
    }
}
