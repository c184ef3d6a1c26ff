//! The commands of a game: one table that serves the parser, the help and the keys.

use std::fmt;

use crate::base::suggest::nearest;

/// The commands; [`TABLE`] describes each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    Help,
    Board,
    Quiet,
    What,
    Where,
    Moves,
    Man,
    Rules,
    Undo,
    Redo,
    First,
    Back,
    Forward,
    Last,
    Goto,
    Go,
    Hint,
    Eval,
    Analyze,
    Stop,
    Flip,
    Swap,
    Seats,
    New,
    Variant,
    Army,
    Choose,
    Level,
    Set,
    Clock,
    Figures,
    Fen,
    Pgn,
    Save,
    Load,
    Game,
    Games,
    Rename,
    Resume,
    Resign,
    Draw,
    Quit,
}

/// A key that does not write text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// `F1` to `F12`.
    Function(u8),
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// A letter with Ctrl.
    Ctrl(char),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Function(number) => write!(f, "F{number}"),
            Key::PageUp => f.write_str("PgUp"),
            Key::PageDown => f.write_str("PgDn"),
            Key::Home => f.write_str("Home"),
            Key::End => f.write_str("End"),
            Key::Ctrl(letter) => write!(f, "Ctrl-{}", letter.to_ascii_uppercase()),
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct CommandRow {
    /// The command.
    pub verb: Verb,
    /// Its name and its other names.
    pub names: &'static [&'static str],
    /// Its arguments.
    pub arguments: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The key that does the same.
    pub key: Option<Key>,
}

const fn row(
    verb: Verb,
    names: &'static [&'static str],
    arguments: &'static str,
    key: Option<Key>,
    help: &'static str,
) -> CommandRow {
    CommandRow { verb, names, arguments, help, key }
}

/// All commands, in the order of the help.
pub const TABLE: &[CommandRow] = &[
    row(
        Verb::Help,
        &["help", "h"],
        "[COMMAND]",
        Some(Key::Function(1)),
        "lists the commands, or explains one",
    ),
    row(Verb::Board, &["board", "show", "d"], "", None, "draws the board"),
    row(
        Verb::Quiet,
        &["quiet"],
        "[on|off]",
        None,
        "draws the board only when you ask, or again after each move",
    ),
    row(Verb::What, &["what"], "SQUARE", None, "describes a square and the moves of the piece on it"),
    row(Verb::Where, &["where"], "[PIECE]", None, "tells where a piece is, or where all pieces are"),
    row(Verb::Moves, &["moves"], "[SQUARE]", None, "lists the legal moves, or those from or to a square"),
    row(Verb::Man, &["piece", "man", "?"], "LETTER", None, "shows how a piece moves; `?N` does the same"),
    row(Verb::Rules, &["rules"], "[all]", None, "says what is different from chess, or shows all rules"),
    row(Verb::Undo, &["undo", "u"], "", Some(Key::Function(7)), "takes back your last move and the reply"),
    row(Verb::Redo, &["redo"], "", Some(Key::Function(8)), "replays the moves you took back"),
    row(Verb::First, &["first"], "", Some(Key::Home), "goes to the start of the game"),
    row(Verb::Back, &["back", "prev"], "", Some(Key::PageUp), "goes back one move without taking it back"),
    row(Verb::Forward, &["forward", "next"], "", Some(Key::PageDown), "goes forward one move"),
    row(Verb::Last, &["last"], "", Some(Key::End), "goes to the last move of the game"),
    row(Verb::Goto, &["goto"], "NUMBER", None, "goes to a half-move of the game; 0 is its beginning"),
    row(Verb::Go, &["go"], "", Some(Key::Ctrl('g')), "lets the engine move now, for whichever side it is"),
    row(Verb::Hint, &["hint"], "", Some(Key::Function(5)), "names a good move"),
    row(Verb::Eval, &["eval", "evaluate"], "", None, "says what the position is worth"),
    row(
        Verb::Analyze,
        &["analyze", "analyse"],
        "[LINES]",
        Some(Key::Function(9)),
        "shows the best lines until `stop` or a move",
    ),
    row(Verb::Stop, &["stop"], "", None, "ends the analysis; makes the engine move at once"),
    row(Verb::Flip, &["flip"], "", Some(Key::Function(6)), "turns the board around"),
    row(Verb::Swap, &["swap"], "", None, "switches sides with the engine"),
    row(Verb::Seats, &["play", "side"], "white|black|both|none", None, "chooses your side"),
    row(Verb::New, &["new"], "", Some(Key::Function(2)), "starts a new game"),
    row(
        Verb::Variant,
        &["variant"],
        "[NAME]",
        Some(Key::Function(3)),
        "starts a game of another variant, or lists all",
    ),
    row(
        Verb::Army,
        &["army", "armies"],
        "[WHITE[/BLACK]]",
        None,
        "starts a game with other armies, or lists all",
    ),
    row(
        Verb::Choose,
        &["choose", "choices"],
        "[WHAT = VALUE]",
        None,
        "lists the other choices before a game (such as augmenters), or makes one",
    ),
    row(
        Verb::Level,
        &["level"],
        "[NUMBER]",
        Some(Key::Function(4)),
        "sets the strength of the engine, or lists the levels",
    ),
    row(
        Verb::Set,
        &["set", "settings"],
        "[NAME = VALUE]",
        None,
        "lists the engine's settings, such as `Variety` or `Resign`, or changes one",
    ),
    row(
        Verb::Clock,
        &["clock", "time"],
        "[off | 5+3 | 40/90 | move 2]",
        None,
        "sets both clocks (minutes plus seconds per move), or the engine's seconds per move",
    ),
    row(Verb::Figures, &["figures"], "[letters|unicode]", None, "shows pieces as letters or as figures"),
    row(Verb::Fen, &["fen", "position"], "[FEN]", None, "prints the position, or sets up another one"),
    row(Verb::Pgn, &["pgn"], "", None, "prints the game"),
    row(
        Verb::Save,
        &["save"],
        "FILE",
        None,
        "adds the game to a file of games, whose bad moves `fibnif analyze --pgn FILE` shows",
    ),
    row(Verb::Load, &["load"], "FILE", None, "opens a file of games to step through or continue"),
    row(Verb::Game, &["game"], "NUMBER", None, "goes to another game of that file"),
    row(
        Verb::Games,
        &["games", "saved"],
        "[TEXT]",
        None,
        "lists the saved games, or those that have a text in them: a name, a player, a variant, moves",
    ),
    row(
        Verb::Rename,
        &["rename"],
        "[NUMBER] NAME",
        None,
        "names the game, or another one of the saved games",
    ),
    row(
        Verb::Resume,
        &["resume"],
        "[NUMBER|NAME]",
        None,
        "continues a saved game, by default the newest unfinished one",
    ),
    row(Verb::Resign, &["resign"], "[yes]", None, "resigns the game"),
    row(Verb::Draw, &["draw"], "", None, "offers a draw"),
    row(
        Verb::Quit,
        &["quit", "exit", "q"],
        "",
        Some(Key::Function(10)),
        "ends the program; in a terminal the game is saved",
    ),
];

/// The row of a command.
pub fn row_of(verb: Verb) -> Option<&'static CommandRow> {
    TABLE.iter().find(|row| row.verb == verb)
}

/// The command of a key.
pub fn of_key(key: Key) -> Option<Verb> {
    TABLE.iter().find(|row| row.key == Some(key)).map(|row| row.verb)
}

/// The command with exactly this name, or `?` with something after it; with its arguments.
pub fn read(line: &str) -> Option<(Verb, &str)> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix('?') {
        return Some(if rest.trim().is_empty() { (Verb::Help, "") } else { (Verb::Man, rest.trim()) });
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.strip_prefix('/').unwrap_or(word);
    let row = TABLE.iter().find(|row| row.names.iter().any(|name| name.eq_ignore_ascii_case(word)))?;
    Some((row.verb, rest.trim()))
}

/// The only command that starts with this text, with its arguments.
pub fn read_start(line: &str) -> Option<(Verb, &str)> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let begins = |row: &&CommandRow| row.names.iter().any(|name| name.starts_with(word));
    let mut found = TABLE.iter().filter(begins).filter(|_| word.len() >= 2);
    found.next().filter(|_| found.next().is_none()).map(|row| (row.verb, rest.trim()))
}

/// The name of a command that is similar to this word.
pub fn nearly(word: &str) -> Option<&'static str> {
    nearest(word, TABLE.iter().flat_map(|row| row.names.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_by_name_by_start_and_by_question_mark() {
        assert_eq!(read(" undo "), Some((Verb::Undo, "")));
        assert_eq!(read("/level 3"), Some((Verb::Level, "3")));
        assert_eq!((read("?N"), read("?")), (Some((Verb::Man, "N")), Some((Verb::Help, ""))));
        assert_eq!(read("e4"), None);
        assert_eq!(read_start("res"), None, "resign and resume start with the same letters");
        assert_eq!(read_start("ana 3"), Some((Verb::Analyze, "3")));
        assert_eq!(nearly("undoo"), Some("undo"));
    }

    #[test]
    fn no_name_and_no_key_stands_for_two_commands() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(|row| row.names.iter().copied()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        let keys: Vec<Key> = TABLE.iter().filter_map(|row| row.key).collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key}");
            assert!(of_key(*key).is_some());
        }
    }
}
