//! The actions of a game: one table for the parser, the help, the keys, the lists, and the page in a browser.

use std::fmt;

use super::start::Sides;
use super::state::Session;
use super::voice::Note;
use crate::base::suggest::nearest;
use crate::session::{Audience, Context, Setting, Task};

/// A key that does not write text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    /// `F1` to `F12`.
    Function(u8),
    PageUp,
    PageDown,
    Home,
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

/// A list that an action opens on the full screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    Variants,
    Levels,
    /// Time controls.
    Clocks,
    /// The settings of the engine.
    Settings,
    /// The other choices before a game.
    Choices,
    Resign,
}

/// Whether the page in a browser may ask for an action. It may ask for none that reads or writes a file of
/// the user's choice, and none that ends the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// It may not.
    Never,
    /// It may.
    Asks,
    /// It may, and another game is on the board then, which ends a lesson.
    EndsLesson,
}

/// What an action does, given its arguments.
type Run = fn(&mut Session, &str, &mut Context);

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// Its name and its other names.
    pub names: &'static [&'static str],
    pub arguments: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The key that does the same.
    pub key: Option<Key>,
    /// Whether the key is shown at the foot of the screen, and after how many others it is left out where
    /// there is no room.
    pub foot: Option<u8>,
    /// Whether it is for now, whatever the engine is doing.
    pub at_once: bool,
    /// Whether the page in a browser may ask for it.
    pub page: Page,
    /// The list that it opens.
    pub list: Option<List>,
    /// The names that it takes as arguments.
    pub values: fn(&Session) -> Vec<String>,
    run: Run,
}

/// An action without a key and a list, which waits for its turn.
const fn action(
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    run: Run,
) -> Action {
    let values = |_: &Session| Vec::new();
    let (at_once, page) = (false, Page::Never);
    Action { names, arguments, help, key: None, foot: None, at_once, page, list: None, values, run }
}

impl Action {
    const fn key(self, key: Key) -> Action {
        Action { key: Some(key), ..self }
    }

    const fn foot(self, rank: u8) -> Action {
        Action { foot: Some(rank), ..self }
    }

    const fn at_once(self) -> Action {
        Action { at_once: true, ..self }
    }

    const fn page(self, page: Page) -> Action {
        Action { page, ..self }
    }

    const fn list(self, list: List) -> Action {
        Action { list: Some(list), ..self }
    }

    const fn values(self, values: fn(&Session) -> Vec<String>) -> Action {
        Action { values, ..self }
    }

    /// Its first name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }
}

/// All actions, in the order of the help.
pub const TABLE: &[Action] = &[
    action(&["help", "h"], "[COMMAND]", "lists the commands, or explains one", |s, text, _| {
        s.tell_help(text);
    })
    .key(Key::Function(1))
    .foot(4)
    .at_once()
    .values(|_| names()),
    action(&["board", "show", "d"], "", "draws the board", |s, _, _| s.voice.note(Note::Draw)),
    action(&["quiet"], "[on|off]", "turns automatic board drawing off or on", |s, text, _| s.be_quiet(text))
        .values(|_| texts(&["on", "off"])),
    action(&["what"], "SQUARE", "describes a square and the moves of the piece on it", |s, text, _| {
        s.tell_square(text);
    })
    .page(Page::Asks),
    action(&["where"], "[PIECE]", "tells where a piece is, or where all pieces are", |s, text, _| {
        s.tell_places(text);
    })
    .values(Session::piece_names)
    .page(Page::Asks),
    action(&["moves"], "[SQUARE]", "lists the legal moves, or those from or to a square", |s, text, _| {
        s.tell_moves(text);
    })
    .page(Page::Asks),
    action(&["piece", "man", "?"], "LETTER", "shows how a piece moves; `?N` does the same", |s, text, _| {
        s.tell_piece(text);
    })
    .values(Session::piece_names)
    .page(Page::Asks),
    action(&["rules"], "[all]", "says what is different from chess, or shows all rules", |s, text, _| {
        s.tell_rules(text);
    })
    .page(Page::Asks),
    action(&["undo", "u"], "", "takes back your last move and the reply", |s, _, context| {
        s.undo(context);
    })
    .key(Key::Function(7))
    .foot(0)
    .at_once()
    .page(Page::Asks),
    action(&["redo"], "", "replays the moves you took back", |s, _, context| s.redo(context))
        .key(Key::Function(8))
        .page(Page::Asks),
    action(&["first"], "", "goes to the start of the game", |s, _, context| s.look(isize::MIN, context))
        .key(Key::Home)
        .page(Page::Asks),
    action(&["back", "prev"], "", "goes back one move without taking it back", |s, _, context| {
        s.look(-1, context);
    })
    .key(Key::PageUp)
    .page(Page::Asks),
    action(&["forward", "next"], "", "goes forward one move", |s, _, context| s.look(1, context))
        .key(Key::PageDown)
        .page(Page::Asks),
    action(&["last"], "", "goes to the last move of the game", |s, _, context| {
        s.look(isize::MAX, context);
    })
    .key(Key::End)
    .page(Page::Asks),
    action(&["goto"], "NUMBER", "goes to a half-move of the game; 0 is its beginning", |s, text, context| {
        s.go_to(text, context);
    })
    .page(Page::Asks),
    action(&["go"], "", "lets the engine move now, for whichever side it is", |s, _, context| {
        s.go(context);
    })
    .key(Key::Ctrl('g'))
    .page(Page::Asks),
    action(&["hint"], "", "names a good move", |s, _, context| s.ask(Task::Hint, context))
        .key(Key::Function(5))
        .foot(2)
        .page(Page::Asks),
    action(&["eval", "evaluate"], "", "says what the position is worth", |s, _, context| {
        s.ask(Task::Worth, context);
    })
    .page(Page::Asks),
    action(
        &["analyze", "analyse"],
        "[LINES]",
        "shows the best lines until `stop` or a move",
        Session::analyze,
    )
    .key(Key::Function(9))
    .foot(1)
    .page(Page::Asks),
    action(&["stop"], "", "ends the analysis; makes the engine move at once", |s, _, context| {
        s.stop_thinking(context);
    })
    .at_once()
    .page(Page::Asks),
    action(&["flip"], "", "turns the board around", |s, _, _| s.flip())
        .key(Key::Function(6))
        .page(Page::Asks),
    action(&["swap"], "", "switches sides with the engine", |s, _, context| {
        s.choose_sides(Some(s.players.sides().swapped()), context);
    })
    .page(Page::Asks),
    action(&["play", "side"], "white|black|both|none", "chooses your side", |s, text, context| {
        s.choose_sides(Sides::read(text), context);
    })
    .values(|_| Sides::names())
    .page(Page::Asks),
    action(&["new"], "", "starts a new game", |s, _, context| s.begin(&s.name.clone(), context))
        .key(Key::Function(2))
        .foot(3)
        .at_once()
        .page(Page::EndsLesson),
    action(&["variant"], "[NAME]", "starts a game of another variant, or lists all", |s, text, context| {
        s.choose_variant(text, context);
    })
    .key(Key::Function(3))
    .list(List::Variants)
    .values(Session::variant_names),
    action(
        &["army", "armies"],
        "[WHITE[/BLACK]]",
        "starts a game with other armies, or lists all",
        Session::choose_armies,
    )
    .list(List::Choices)
    .values(Session::army_names),
    action(
        &["choose", "choices"],
        "[WHAT = VALUE]",
        "lists the other choices before a game (such as augmenters), or makes one",
        Session::choose,
    )
    .list(List::Choices)
    .values(Session::choice_names),
    action(&["level"], "[NUMBER]", "sets the strength of the engine, or lists the levels", |s, text, _| {
        s.choose_level(text);
    })
    .key(Key::Function(4))
    .list(List::Levels)
    .page(Page::Asks),
    action(
        &["set", "settings"],
        "[NAME = VALUE]",
        "lists the engine's settings, such as `Variety` or `Resign`, or changes one",
        |s, text, context| s.set(text, context.host),
    )
    .list(List::Settings)
    .values(|_| Setting::all(Audience::Person).map(|setting| setting.name.to_string()).collect()),
    action(
        &["clock", "time"],
        "[off | 5+3 | 40/90 | move 2]",
        "sets both clocks (minutes plus seconds per move), or the engine's seconds per move",
        |s, text, _| s.choose_clock(text),
    )
    .list(List::Clocks)
    .page(Page::Asks),
    action(&["figures"], "[letters|unicode]", "shows pieces as letters or as figures", |s, text, _| {
        s.choose_figures(text);
    })
    .values(|_| texts(&["letters", "unicode"])),
    action(&["fen", "position"], "[FEN]", "prints the position, or sets up another one", Session::set_fen)
        .page(Page::EndsLesson),
    action(&["pgn"], "", "prints the game", |s, _, _| s.tell_game()),
    action(
        &["save"],
        "FILE",
        "adds the game to a file of games, whose bad moves `fibnif analyze --pgn FILE` shows",
        |s, text, _| s.save_to(text),
    ),
    action(&["load"], "FILE", "opens a file of games to step through or continue", |s, text, context| {
        s.open(text, context.host);
    }),
    action(&["game"], "NUMBER", "goes to another game of that file", |s, text, context| {
        s.choose_game(text, context.host);
    })
    .page(Page::EndsLesson),
    action(
        &["games", "saved"],
        "[TEXT]",
        "lists the saved games, or those that have a text in them: a name, a player, a variant, moves",
        |s, text, _| s.tell_games(text),
    )
    .page(Page::EndsLesson),
    action(
        &["rename"],
        "[NUMBER] NAME",
        "names the game, or another one of the saved games",
        |s, text, _| s.rename(text),
    )
    .page(Page::EndsLesson),
    action(&["delete"], "NUMBER|NAME", "deletes a saved game, after asking", |s, text, _| {
        s.ask_to_delete(text);
    }),
    action(
        &["resume"],
        "[NUMBER|NAME]",
        "continues a saved game, by default the newest unfinished one",
        |s, text, context| s.resume(text, context.host),
    )
    .page(Page::EndsLesson),
    action(&["resign"], "[yes]", "resigns the game", Session::resign)
        .at_once()
        .list(List::Resign)
        .page(Page::Asks),
    action(&["draw"], "", "offers a draw", |s, _, context| s.offer_draw(context)).page(Page::Asks),
    action(&["quit", "exit", "q"], "", "ends the program; in a terminal the game is saved", |s, _, _| {
        s.voice.note(Note::Quit);
    })
    .key(Key::Function(10))
    .foot(6)
    .at_once(),
];

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// The first name of every action.
pub fn names() -> Vec<String> {
    TABLE.iter().map(|action| action.name().to_string()).collect()
}

pub fn of_key(key: Key) -> Option<&'static Action> {
    TABLE.iter().find(|action| action.key == Some(key))
}

/// The action with exactly this name, in any case.
fn named(name: &str) -> Option<&'static Action> {
    TABLE.iter().find(|action| action.names.iter().any(|own| own.eq_ignore_ascii_case(name)))
}

/// The action that a line names, with its arguments: `?` with something after it asks for a piece.
pub fn read(line: &str) -> Option<(&'static Action, &str)> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix('?') {
        return Some((named(if rest.trim().is_empty() { "help" } else { "?" })?, rest.trim()));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((named(word.strip_prefix('/').unwrap_or(word))?, rest.trim()))
}

/// The only action that starts with this text, with its arguments.
pub(super) fn read_start(line: &str) -> Option<(&'static Action, &str)> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let begins = |action: &&Action| action.names.iter().any(|name| name.starts_with(word));
    let mut found = TABLE.iter().filter(begins).filter(|_| word.len() >= 2);
    found.next().filter(|_| found.next().is_none()).map(|action| (action, rest.trim()))
}

/// The name of an action that is similar to this word.
pub(super) fn nearly(word: &str) -> Option<&'static str> {
    nearest(word, TABLE.iter().flat_map(|action| action.names.iter().copied()))
}

impl Session {
    /// Carries out an action.
    pub fn perform(&mut self, action: &Action, arguments: &str, context: &mut Context) {
        if action.arguments.is_empty() && !arguments.is_empty() {
            let name = action.name();
            return self.refuse(format!("`{name}` takes no arguments, found `{arguments}`"));
        }
        (action.run)(self, arguments, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_by_name_by_start_and_by_question_mark() {
        let names =
            |found: Option<(&Action, &'static str)>| found.map(|(action, rest)| (action.name(), rest));
        assert_eq!(names(read(" undo ")), Some(("undo", "")));
        assert_eq!(names(read("/level 3")), Some(("level", "3")));
        assert_eq!((names(read("?N")), names(read("?"))), (Some(("piece", "N")), Some(("help", ""))));
        assert_eq!(names(read("e4")), None);
        assert_eq!(names(read_start("res")), None, "resign and resume start with the same letters");
        assert_eq!(names(read_start("ana 3")), Some(("analyze", "3")));
        assert_eq!(nearly("undoo"), Some("undo"));
    }

    #[test]
    fn no_name_and_no_key_stands_for_two_actions() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(|action| action.names.iter().copied()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        let keys: Vec<Key> = TABLE.iter().filter_map(|action| action.key).collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key}");
        }
    }

    #[test]
    fn the_page_can_neither_read_nor_write_files_nor_end_the_program() {
        for name in ["save", "load", "quit", "set"] {
            assert_eq!(named(name).unwrap().page, Page::Never, "{name}");
        }
    }
}
