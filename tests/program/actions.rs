//! Every action of a game, typed in the terminal and asked for by the page in the browser. The stored
//! dialogue is read by a person: a sentence that is wrong there is wrong for users.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::serve::Server;
use crate::common::program::{piped, tell};

/// The stored dialogue: lines after `> `, and what the program says to them.
fn stored() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/actions.txt")
}

/// The lines that are typed, in order, in two games of chess.
fn typed() -> Vec<String> {
    let text = fs::read_to_string(stored()).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("> ")).map(str::to_string).collect()
}

/// What the program says to lines, without the board, and without what a search finds.
fn said(home: &Path, lines: &[String]) -> String {
    let _ = fs::remove_dir_all(home);
    fs::create_dir_all(home).unwrap();
    let mut dialogue = String::new();
    let mut input = String::from("quiet on\n");
    for (number, line) in lines.iter().enumerate() {
        if !is_answer(line) {
            let _ = writeln!(input, "help no-{number}");
        }
        let _ = writeln!(input, "{line}");
    }
    let mut program = piped();
    program.args(["play", "chess", "--plain", "--side", "both", "--level", "1"]);
    program.env("XDG_DATA_HOME", home).current_dir(home);
    let output = tell(&mut program, input);
    // An unknown command tells where the answer to a line begins.
    let mut answers = output.split("Error: Unknown command `no-").skip(1);
    for line in lines {
        let _ = writeln!(dialogue, "> {line}");
        let answer = if is_answer(line) { "" } else { answers.next().unwrap_or_default() };
        for line in answer.lines().skip(1).filter(|line| !line.is_empty()) {
            let line = without_findings(line);
            if !dialogue.ends_with(&format!("{DEPTHS}\n")) || line != DEPTHS {
                let _ = writeln!(dialogue, "{line}");
            }
        }
    }
    dialogue
}

/// Whether a line answers a question. Its own answer stands after that of the line before.
fn is_answer(line: &str) -> bool {
    ["yes", "no"].contains(&line)
}

/// The lines of an analysis.
const DEPTHS: &str = "(depth, score and moves)";

/// A line without what a search finds and what the day is.
fn without_findings(line: &str) -> String {
    for start in ["Hint: ", "White's score: ", "[Date "] {
        if line.trim_start().starts_with(start) {
            return format!("{start}...");
        }
    }
    let is_move = line.strip_prefix("Fibnif plays ").is_some_and(|rest| rest.starts_with(char::is_numeric));
    if is_move {
        return "Fibnif plays ...".to_string();
    }
    if line.starts_with("White: ") || line.starts_with("Black: ") {
        return "(a move in words)".to_string();
    }
    let mut words = line.split_whitespace();
    let is_depth = words.next().is_some_and(|word| word.parse::<u32>().is_ok());
    if is_depth && words.next().is_some_and(|word| word.starts_with(['+', '-', '#', '0'])) {
        return DEPTHS.to_string();
    }
    line.to_string()
}

/// `UPDATE=1 cargo test --test program actions::` writes what the program says now into the stored dialogue.
#[test]
fn every_action_answers_in_sentences_that_a_person_has_read() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("actions");
    let lines = typed();
    let now = said(&home, &lines);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(stored(), &now).unwrap();
    }
    let help = now.split("> help\n").nth(1).unwrap().split("\n> ").next().unwrap();
    let names: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.trim().is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| word.chars().all(|c| c.is_ascii_lowercase()))
        .collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let is_typed = lines.iter().any(|line| line.split(' ').next() == Some(name));
        assert!(is_typed, "`{name}` is never typed in tests/data/actions.txt");
    }
    let before = fs::read_to_string(stored()).unwrap().replace("\r\n", "\n");
    assert_eq!(
        now, before,
        "other sentences than in tests/data/actions.txt: read them, then run with UPDATE=1"
    );
}

#[test]
fn the_page_gets_the_same_sentences() {
    let dialogue = fs::read_to_string(stored()).unwrap();
    let server = Server::start("actions", &["--side", "both", "--level", "1"]);
    let game = server.open();
    let mut asked = 0;
    for line in typed() {
        let path = format!("games/{game}/commands");
        let (status, state) = server.ask("POST", &path, &json!({ "command": line }).to_string());
        if status == 400 {
            // A move, or an action that the page may not ask for.
            let _ = server.play(game, &line);
            continue;
        }
        assert_eq!(status, 200, "{line}: {state}");
        asked += 1;
        let state = server.wait(game, |state| state["task"].is_null() || state["task"] == "analysis");
        for note in state["notes"].as_array().unwrap() {
            let text = note["text"].as_str().unwrap();
            let begins = text.split(|c: char| "(:`".contains(c) || c.is_numeric()).next().unwrap();
            // The page has no files, and saves what a script does not.
            let of_files = ["saved", "file", "game", "a name"].iter().any(|word| text.contains(word));
            let is_known = of_files || dialogue.contains(begins.trim());
            assert!(is_known, "{line}: `{text}` is not in the stored dialogue");
        }
    }
    assert!(asked > 20, "{asked}");
}
