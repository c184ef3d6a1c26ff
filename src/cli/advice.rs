//! What to write instead of an old spelling or an incomplete command.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments;
use crate::suggest::nearest;
use crate::tools::manual::Chapter;

/// A command, or `""` for any; the old or guessed spelling; and what to write.
const RENAMED: &[(&str, &str, &str)] = &[
    ("", "selfplay", "it is `fibnif lab selfplay VARIANT FILE` now"),
    ("", "tune", "it is `fibnif lab tune` now"),
    ("", "spsa", "it is `fibnif lab spsa` now"),
    ("", "train", "it is `fibnif lab train` now"),
    ("", "version", "write `fibnif --version`"),
    ("", "-v", "write `fibnif --version`"),
    ("", "--hash", "it is `--memory` now, in MiB"),
    ("worth", "--in", "name the variant after the piece: `fibnif worth FC cwda:fide`"),
    ("match", "--variant", "name the variant first: `fibnif match chess,cwda self 'uci:stockfish'`"),
    ("", "--variant", "name the variant without an option, as in `fibnif play cwda`"),
    ("", "--tc", "it is `--clock` now, and a number alone is minutes: `--clock 5+3`, `--clock 0:10+0.1`"),
    ("", "--st", "it is `--time SECONDS` now"),
    (
        "match",
        "--pgn",
        "`--save FILE` writes the games; `--pgn` reads games, as in `fibnif analyze --pgn FILE`",
    ),
    ("referee", "--json", "leave it out: `fibnif referee` always answers in JSON"),
];

/// A complete example of each command that needs arguments.
const EXAMPLES: &[(&str, &str)] = &[
    ("analyze", "fibnif analyze chess --depth 12"),
    ("check", "fibnif check army.toml"),
    ("completions", "fibnif completions bash"),
    ("comply", "fibnif comply fairymax"),
    ("explain", "fibnif explain fhNbsK"),
    ("export", "fibnif export fairy-stockfish cwda:nutters"),
    ("learn", "fibnif learn nutters"),
    ("match", "fibnif match chess self 'uci:stockfish' --clock 0:10+0.1 --games 20"),
    ("mates", "fibnif mates cwda:nutters"),
    ("moves", "fibnif moves chess"),
    ("perft", "fibnif perft chess 4"),
    ("referee", "fibnif referee chess"),
    ("show", "fibnif show nutters"),
    ("solve", "fibnif solve chess KQvK"),
    ("worth", "fibnif worth FC"),
];

/// What to write instead of the cause of an error.
pub(super) fn on(error: &clap::Error, command: Option<&str>) -> Option<String> {
    let is_incomplete = matches!(
        error.kind(),
        ErrorKind::MissingRequiredArgument | ErrorKind::ValueValidation | ErrorKind::InvalidValue
    );
    let of_option = matches!(
        error.get(ContextKind::InvalidArg),
        Some(ContextValue::String(argument)) if argument.starts_with("--")
    );
    if is_incomplete && !of_option {
        let example = EXAMPLES.iter().find(|(name, _)| Some(*name) == command);
        return example.map(|(_, line)| format!("for example: {line}"));
    }
    let found = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand].map(|kind| error.get(kind));
    let word = found.into_iter().flatten().find_map(|value| match value {
        ContextValue::String(word) => Some(word.split(['=', ' ']).next().unwrap_or_default()),
        _ => None,
    })?;
    let applies = |of: &str| of.is_empty() || Some(of) == command;
    RENAMED.iter().find(|(of, old, _)| *old == word && applies(of)).map(|(.., advice)| (*advice).to_owned())
}

/// The error about a word after `help` that is neither a command nor a chapter.
pub(super) fn no_help(word: &str) -> clap::Error {
    let mut command = arguments::command();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let meant = nearest(word, commands.chain(Chapter::ALL.iter().map(|(name, _)| *name)));
    let meant = meant.map_or_else(String::new, |near| format!(" Did you mean `fibnif help {near}`?"));
    let message = format!(
        "`{}` is neither a command nor a chapter of the help.{meant}\n\n`fibnif help` lists the commands and chapters; \
         `fibnif show NAME` explains a variant, an army or a piece.\n",
        word.escape_debug()
    );
    command.error(ErrorKind::InvalidSubcommand, message)
}
