//! What a GUI says: one line of CECP becomes one [`Command`]. Every line becomes a command, however
//! garbled it is. Whether a command fits the state of the session is decided elsewhere.
//!
//! Follows the text of protocol version 2 as XBoard 4.9 and cutechess speak it.

use std::time::Duration;

use crate::engine::search::Level;
use crate::rules::geometry::Color;
use crate::rules::position::castling_wing;
use crate::session::Setting;

/// The longest time a command may grant, so that sums of times cannot overflow.
const LONGEST: Duration = Duration::from_secs(100 * 24 * 3600);

/// What two commands expect.
const CENTISECONDS: &str = "a number of centiseconds";
pub(super) const A_MOVE_OR_ALL: &str = "a move of this position, or `all`";

/// A line from the GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    /// `xboard`: the protocol begins.
    Xboard,
    /// `protover N`.
    Protover(u32),
    /// `accepted FEATURE`.
    Accepted(String),
    /// `rejected FEATURE`.
    Rejected(String),
    /// `new`.
    New,
    /// `variant NAME`.
    Variant(String),
    /// `force`.
    Force,
    /// `go`.
    Go,
    /// `playother`.
    PlayOther,
    /// `white` or `black`: gives the named side the move, and the engine the other.
    Turn(Color),
    /// `usermove MOVE`.
    UserMove(String),
    /// A move without the word `usermove`.
    BareMove(String),
    /// `setboard FEN`.
    SetBoard(String),
    /// `ping N`; the argument is echoed as it came.
    Ping(String),
    /// `level MOVES BASE INCREMENT`.
    Level(Level),
    /// `st SECONDS`.
    SecondsPerMove(Duration),
    /// `sd PLIES`; 0 lifts the limit.
    Depth(u32),
    /// `time CENTISECONDS`: the engine's clock. A clock below zero is empty.
    Time(Duration),
    /// `otim CENTISECONDS`: the opponent's clock.
    OpponentTime(Duration),
    /// `post` or `nopost`: whether to show thinking.
    Post(bool),
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two plies.
    Remove,
    /// `hint`.
    Hint,
    /// `bk`: show the book.
    Book,
    /// `?`: move now.
    MoveNow,
    /// `result RESULT {COMMENT}`.
    Result,
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `computer`: the opponent is a program.
    Computer,
    /// A setting that has a command: `memory MEGABYTES`, `cores NUMBER`, `hard` and `easy`.
    Set(&'static str, i64),
    /// `option NAME=VALUE`; a button has no value.
    Option {
        /// The option's name as announced.
        name: String,
        /// What it is set to; empty for buttons.
        value: String,
    },
    /// `lift SQUARE`: the user has picked a piece up.
    Lift(String),
    /// `put SQUARE`: the user has let a piece go.
    Put(String),
    /// `analyze`.
    Analyze,
    /// `exit`: leaves analysis mode.
    Exit,
    /// `.`: asks how far the search is.
    Status,
    /// `pause`.
    Pause,
    /// `resume`.
    Resume,
    /// `exclude MOVE` or `include MOVE`, or `all` instead of the move.
    Exclude {
        /// Whether the move is left out from now on, or considered again.
        out: bool,
        /// The move, or `all`.
        what: String,
    },
    /// `nps NODES`: time is measured in nodes, this many per second. Zero or less means by the clock.
    NodesPerSecond(u32),
    /// `holding [WHITE] [BLACK]`: the pieces in hand, as letters; whose new piece that is may follow.
    Holding([String; 2]),
    /// `setscore`: the user's score of the position. It is ignored.
    SetScore,
    /// Information from the GUI that changes nothing here (`name`, `rating`, `ics`, `egtpath`, ...).
    Ignored,
    /// `quit`.
    Quit,
    /// A known command with an invalid argument.
    BadArgument {
        /// What was expected in its place.
        expected: &'static str,
        /// The whole command.
        line: String,
    },
    /// Anything else.
    Unknown(String),
}

impl From<&str> for Command {
    fn from(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || rest.to_string();
        let known: Result<Command, &'static str> = match word {
            "" => Ok(Command::Nothing),
            _ if word.starts_with('#') => Ok(Command::Nothing),
            "xboard" => Ok(Command::Xboard),
            "protover" => rest.parse().map(Command::Protover).map_err(|_| "a version number"),
            "accepted" => Ok(Command::Accepted(text())),
            "rejected" => Ok(Command::Rejected(text())),
            "new" => Ok(Command::New),
            "variant" => filled(rest, "a name of a game").map(Command::Variant),
            "force" => Ok(Command::Force),
            "go" => Ok(Command::Go),
            "playother" => Ok(Command::PlayOther),
            "white" => Ok(Command::Turn(Color::White)),
            "black" => Ok(Command::Turn(Color::Black)),
            "usermove" => filled(rest, "a move").map(Command::UserMove),
            "setboard" => filled(rest, "a FEN").map(Command::SetBoard),
            "ping" => Ok(Command::Ping(text())),
            "level" => {
                level(rest).map(Command::Level).ok_or("`MOVES BASE INCREMENT` as in `40 5 0` or `0 2:30 0.1`")
            }
            "st" => seconds(rest).map(Command::SecondsPerMove).ok_or("a number of seconds"),
            "sd" => rest.parse().map(Command::Depth).map_err(|_| "a whole number of plies"),
            "time" => centiseconds(rest).map(Command::Time).ok_or(CENTISECONDS),
            "otim" => centiseconds(rest).map(Command::OpponentTime).ok_or(CENTISECONDS),
            "post" => Ok(Command::Post(true)),
            "nopost" => Ok(Command::Post(false)),
            "hard" => Ok(Command::Set("Ponder", 1)),
            "easy" => Ok(Command::Set("Ponder", 0)),
            "undo" => Ok(Command::Undo),
            "remove" => Ok(Command::Remove),
            "hint" => Ok(Command::Hint),
            "bk" => Ok(Command::Book),
            "?" => Ok(Command::MoveNow),
            "result" => Ok(Command::Result),
            "draw" => Ok(Command::Draw),
            "computer" => Ok(Command::Computer),
            "option" => option(rest).ok_or("`NAME=VALUE`"),
            "lift" => filled(rest, "a square").map(Command::Lift),
            "put" => filled(rest, "a square").map(Command::Put),
            "analyze" => Ok(Command::Analyze),
            "exit" => Ok(Command::Exit),
            "." => Ok(Command::Status),
            "pause" => Ok(Command::Pause),
            "resume" => Ok(Command::Resume),
            "exclude" => filled(rest, A_MOVE_OR_ALL).map(|what| Command::Exclude { out: true, what }),
            "include" => filled(rest, A_MOVE_OR_ALL).map(|what| Command::Exclude { out: false, what }),
            "nps" => {
                let nodes = rest.parse().map_err(|_| "a whole number of nodes");
                nodes.map(|nodes: i64| Command::NodesPerSecond(u32::try_from(nodes).unwrap_or(0)))
            }
            "setscore" => Ok(Command::SetScore),
            // `random`: games differ anyway, by as much as the option Variety says.
            "holding" => holding(rest).ok_or("the pieces in hand of White and of Black as in `[PPN] [q]`"),
            "name" | "rating" | "ics" | "hover" | "egtpath" | "random" => Ok(Command::Ignored),
            "quit" => Ok(Command::Quit),
            _ => match Setting::of_command(word) {
                Some(setting) => number(setting, rest),
                None if looks_like_move(line) => Ok(Command::BareMove(line.to_string())),
                None => return Command::Unknown(line.to_string()),
            },
        };
        known.unwrap_or_else(|expected| Command::BadArgument { expected, line: line.to_string() })
    }
}

/// A positive number for a setting.
fn number(setting: &Setting, text: &str) -> Result<Command, &'static str> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.map(|number| Command::Set(setting.name, number)).ok_or("a whole number above 0")
}

/// The text, or what was expected if it is empty.
fn filled(text: &str, expected: &'static str) -> Result<String, &'static str> {
    if text.is_empty() { Err(expected) } else { Ok(text.to_string()) }
}

/// `40 5 0`, `0 2:30 0.1`; anything after the third number is ignored.
fn level(text: &str) -> Option<Level> {
    let mut words = text.split_whitespace();
    let moves: u32 = words.next()?.parse().ok()?;
    let (minutes, secs) = match words.next()? {
        base if base.contains(':') => base.split_once(':')?,
        base => (base, "0"),
    };
    let base = minutes.parse::<f64>().ok()? * 60.0 + secs.parse::<f64>().ok()?;
    Some(Level {
        moves: (moves > 0).then_some(moves),
        base: duration(base)?,
        increment: seconds(words.next()?)?,
    })
}

/// A time in seconds, possibly with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    duration(text.split_whitespace().next()?.parse().ok()?)
}

/// A clock in centiseconds. It may have run below zero.
fn centiseconds(text: &str) -> Option<Duration> {
    let hundredths: f64 = text.split_whitespace().next()?.parse().ok()?;
    duration((hundredths / 100.0).max(0.0))
}

/// A time that is neither negative nor unreasonably long.
fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().map(|time| time.min(LONGEST))
}

/// `NAME=VALUE`, or the name of a button.
fn option(text: &str) -> Option<Command> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let (name, value) = (name.trim().to_string(), value.trim().to_string());
    (!name.is_empty()).then_some(Command::Option { name, value })
}

/// `[PPN] [Q] BQ`.
fn holding(text: &str) -> Option<Command> {
    let (white, rest) = text.strip_prefix('[')?.split_once(']')?;
    let (black, _) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    Some(Command::Holding([white.trim().to_string(), black.trim().to_string()]))
}

/// Whether a line without a command word looks like a move: two squares and perhaps a promotion piece,
/// or castling.
fn looks_like_move(line: &str) -> bool {
    let after_square = |text: &'_ str| -> Option<usize> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        (file != 0 && (1..=2).contains(&digits)).then_some(1 + digits)
    };
    if castling_wing(line).is_some() {
        return true;
    }
    let Some(rest) = after_square(line).and_then(|end| line.get(end..)) else { return false };
    let Some(tail) = after_square(rest).and_then(|end| rest.get(end..)) else { return false };
    let letter = tail.strip_prefix('=').unwrap_or(tail);
    letter.len() <= 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line is a command with a bad argument, and the error quotes it whole.
    fn assert_bad(bad: &str) {
        assert!(matches!(Command::from(bad), Command::BadArgument { line, .. } if line == bad), "{bad}");
    }

    #[test]
    fn levels_are_read_as_guis_write_them() {
        let level = |text: &str| match Command::from(text) {
            Command::Level(level) => Some((level.moves, level.base.as_millis(), level.increment.as_millis())),
            _ => None,
        };
        assert_eq!(level("level 40 5 0"), Some((Some(40), 300_000, 0)));
        assert_eq!(level("level 0 2 0.1"), Some((None, 120_000, 100)));
        assert_eq!(level("level 0 0:01 0.05"), Some((None, 1000, 50)));
        assert_eq!(level("level 0 0 0.1"), Some((None, 0, 100)));
        assert_eq!(level("level 40 1:30 0 and more"), Some((Some(40), 90_000, 0)));
        for bad in ["level", "level x 5 0", "level 40 5", "level 0 -1 0", "level 0 1 nan", "level 0 1:x 0"] {
            assert_bad(bad);
        }
    }

    #[test]
    fn clocks_below_zero_are_empty() {
        assert_eq!(Command::from("time -30"), Command::Time(Duration::ZERO));
        assert_eq!(Command::from("otim 1500"), Command::OpponentTime(Duration::from_secs(15)));
        assert_eq!(Command::from("st 0.5"), Command::SecondsPerMove(Duration::from_millis(500)));
    }

    #[test]
    fn bare_moves_are_distinguished_from_words() {
        for text in ["e2e4", "e7e8q", "b8b13", "a9a10=Q", "O-O-O", "O-O+"] {
            assert_eq!(Command::from(text), Command::BareMove(text.to_string()));
        }
        for text in ["e2", "e2e", "e2e4e5", "analyse", "e2e4 now", "e\u{e9}2e4"] {
            assert_eq!(Command::from(text), Command::Unknown(text.to_string()));
        }
    }

    #[test]
    fn pieces_in_hand_are_listed_in_brackets() {
        let held = |white: &str, black: &str| Command::Holding([white.into(), black.into()]);
        assert_eq!(Command::from("holding [PPPRQ] []"), held("PPPRQ", ""));
        assert_eq!(Command::from("holding [PPPRQ] [R] BR"), held("PPPRQ", "R"));
        for bad in ["holding", "holding [P]", "holding P Q", "holding [P] [Q"] {
            assert_bad(bad);
        }
    }

    #[test]
    fn options_are_split_at_the_first_sign() {
        let expected = Command::Option { name: "White army".into(), value: "a=b".into() };
        assert_eq!(Command::from("option White army=a=b"), expected);
        assert_eq!(
            Command::from("option Clear"),
            Command::Option { name: "Clear".into(), value: String::new() }
        );
        assert_bad("option");
    }
}
