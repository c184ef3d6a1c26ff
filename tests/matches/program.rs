//! Matches played by the real program, and the files and lines it writes.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

use crate::common::program::fibnif;

pub(super) const FIBNIF: &str = env!("CARGO_BIN_EXE_fibnif");

/// A file of this test that does not exist yet.
pub(super) fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(super) fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The games of a match of chess against another player as JSON, and the output.
pub(super) fn games_of(name: &str, player: &str, more: &[&str]) -> (Vec<Value>, Output) {
    games_in("chess", name, player, more)
}

/// The same in another variant.
pub(super) fn games_in(variant: &str, name: &str, player: &str, more: &[&str]) -> (Vec<Value>, Output) {
    let json = fresh(&format!("{name}.json"));
    let json_name = json.display().to_string();
    let mut arguments =
        vec!["match", variant, "self; nodes=50", player, "--plies", "2", "--save", &json_name];
    arguments.extend(more);
    let output = fibnif(&arguments);
    let games = json_lines(&fs::read_to_string(json).unwrap_or_default());
    (games, output)
}
