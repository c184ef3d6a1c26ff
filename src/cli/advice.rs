//! What to write instead of a wrong guess or an incomplete command.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments;
use crate::base::suggest::nearest;
use crate::base::text::one_line;
use crate::commands::manual::Chapter;
use crate::rules::variant::{Catalog, VariantError};

/// A command, or `""` for any; a likely guess; and what to write.
const GUESSES: &[(&str, &str, &str)] = &[
    ("", "version", "write `fibnif --version`"),
    ("", "-v", "write `fibnif --version`"),
    ("", "uci", "start `fibnif` without a command: it speaks UCI when the GUI does"),
    ("", "--uci", "start `fibnif` without a command: it speaks UCI when the GUI does"),
    ("", "xboard", "start `fibnif` without a command: it speaks the protocol of XBoard (CECP)"),
    ("", "games", "type `games` in `fibnif play` to list your saved games"),
    ("", "betza", "write `fibnif explain fhNbsK`; `fibnif help betza` explains the notation"),
    ("", "notation", "write `fibnif explain fhNbsK`; `fibnif help betza` explains the notation"),
    ("", "-l", "write `--level 3`, from 1 to 14"),
    ("", "--elo", "write `--level 3`, from 1 to 14"),
    ("", "--color", "write `--side black`"),
    ("", "--colour", "write `--side black`"),
    ("play", "--time", "write `--clock 5+3`, or `--clock 'move 5'` for the engine's seconds per move"),
    ("list", "armies", "write `fibnif show armies`"),
    ("match", "--variant", "name the variant first: `fibnif match chess,cwda self 'uci:stockfish'`"),
    ("", "--variant", "name the variant without an option, as in `fibnif play cwda`"),
    (
        "match",
        "--pgn",
        "`--save FILE` writes the games; `--pgn` reads games, as in `fibnif analyze --pgn FILE`",
    ),
    ("referee", "--json", "leave it out: `fibnif referee` always answers in JSON"),
];

/// What to write instead of the cause of an error.
pub(super) fn on(error: &clap::Error, command: Option<&str>, words: &[String]) -> Option<String> {
    if error.kind() == ErrorKind::InvalidUtf8 {
        let word = words.iter().find(|word| word.contains(char::REPLACEMENT_CHARACTER))?;
        return Some(format!("expected words in UTF-8, found `{}`", one_line(word)));
    }
    let is_incomplete = matches!(
        error.kind(),
        ErrorKind::MissingRequiredArgument | ErrorKind::ValueValidation | ErrorKind::InvalidValue
    );
    let of_option = matches!(
        error.get(ContextKind::InvalidArg),
        Some(ContextValue::String(argument)) if argument.starts_with("--")
    );
    if is_incomplete && !of_option {
        return example(command?);
    }
    let found = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand].map(|kind| error.get(kind));
    let whole = found.into_iter().flatten().find_map(|value| match value {
        ContextValue::String(word) => Some(word.clone()),
        _ => None,
    })?;
    let word = whole.split(['=', ' ']).next().unwrap_or_default();
    let applies = |of: &str| of.is_empty() || Some(of) == command;
    let guessed = GUESSES.iter().find(|(of, guess, _)| *guess == word && applies(of));
    guessed.map(|(.., advice)| (*advice).to_owned()).or_else(|| match error.kind() {
        ErrorKind::InvalidSubcommand => on_variant(&whole),
        ErrorKind::UnknownArgument if !word.starts_with('-') => example(command?),
        _ => None,
    })
}

/// A complete example of a command, for advice.
fn example(command: &str) -> Option<String> {
    arguments::example(command).map(|line| format!("for example: {line}"))
}

/// What to write instead of a variant where a command is expected.
fn on_variant(word: &str) -> Option<String> {
    match Catalog::builtin().resolve(word) {
        Ok(_) => Some(format!("write `fibnif play {word}` to play it, or `fibnif show {word}` to see it")),
        // The message of clap says already that a single word is nothing known.
        Err(VariantError::Unknown(unknown)) if !word.contains([':', ';']) => {
            unknown.nearest().map(|near| format!("did you mean `fibnif play {near}`?"))
        }
        Err(error) => Some(error.to_string()),
    }
}

/// What to add if an unknown name is that of a file in this folder.
pub(super) fn on_own_file(error: &str, words: &[String]) -> Option<String> {
    if words.iter().any(|word| word.starts_with("--variants")) {
        return None;
    }
    let unknown = words.iter().filter(|word| error.contains(&format!("`{word}`")));
    let mut files = unknown.flat_map(|word| word.split([':', '/', ';'])).map(|name| format!("{name}.toml"));
    let file = files.find(|file| Path::new(file).is_file())?;
    Some(format!("`{file}` is in this folder: add `--variants {file}`"))
}

/// The error about a word after `help` that is neither a command nor a chapter.
pub(super) fn no_help(word: &str) -> clap::Error {
    let mut command = arguments::command();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let meant = nearest(word, commands.chain(Chapter::ALL.iter().map(|row| row.0)));
    let meant = meant.map_or_else(String::new, |near| format!(" Did you mean `fibnif help {near}`?"));
    let message = format!(
        "`{}` is neither a command nor a chapter of the help.{meant}\n\n`fibnif help` lists the commands \
         and chapters; \
         `fibnif show NAME` explains a variant, an army or a piece.\n",
        word.escape_debug()
    );
    command.error(ErrorKind::InvalidSubcommand, message)
}
