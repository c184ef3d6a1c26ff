//! What to write instead, for who spells a command as it once was, or says too little.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A command, or `""` for any; what was written; and what to write now.
const RENAMED: &[(&str, &str, &str)] = &[
    ("", "selfplay", "it is `fibnif lab selfplay VARIANT FILE` now"),
    ("", "tune", "it is `fibnif lab tune` now"),
    ("", "spsa", "it is `fibnif lab spsa` now"),
    ("", "train", "it is `fibnif lab train` now"),
    ("", "--hash", "it is `--memory` now, in MiB"),
    ("worth", "--in", "name the variant behind the piece: `fibnif worth FC cwda:fide`"),
    ("match", "--variant", "name the variant first: `fibnif match chess,cwda self 'uci:stockfish'`"),
    ("", "--variant", "name the variant without an option, as in `fibnif play cwda`"),
    ("", "--tc", "it is `--clock` now, and a number alone is minutes: `--clock 5+3`, `--clock 0:10+0.1`"),
    ("", "--st", "it is `--time SECONDS` now"),
    (
        "match",
        "--pgn",
        "`--save FILE` writes the games; `--pgn` reads games, as in `fibnif analyze --pgn FILE`",
    ),
];

/// What to write instead of what `error` complains about.
pub(super) fn on(error: &clap::Error, command: Option<&str>) -> Option<&'static str> {
    if error.kind() == ErrorKind::MissingRequiredArgument && command == Some("match") {
        return Some("for example: fibnif match chess self 'uci:stockfish' --clock 0:10+0.1 --games 20");
    }
    let found = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand].map(|kind| error.get(kind));
    let word = found.into_iter().flatten().find_map(|value| match value {
        ContextValue::String(word) => Some(word.split(['=', ' ']).next().unwrap_or_default()),
        _ => None,
    })?;
    let applies = |of: &str| of.is_empty() || Some(of) == command;
    RENAMED.iter().find(|(of, old, _)| *old == word && applies(of)).map(|(.., advice)| *advice)
}
