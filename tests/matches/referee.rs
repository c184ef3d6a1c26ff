//! The referee for scripts: moves in, JSON out; games of files replayed, with their faults.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::common::program::talk;

/// The program's answers to lines.
fn ask(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let answers = talk([&["referee"], arguments].concat(), input);
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_is_answered() {
    let answers = ask(
        &["chess"],
        b"e2e4\ne5\nKe3\nundo\n\nfen 7k/8/8/8/8/8/8/KQ6 w - - 0 1\nfen x\n\xff\xfe\nnew\nquit\ne4\n",
    );
    let ok: Vec<bool> = answers.iter().map(|answer| answer["ok"] == true).collect();
    assert_eq!(ok, [true, true, true, false, true, true, false, false, true]);
    assert_eq!(answers[1]["san"], "e4");
    assert_eq!(answers[2]["move"], "e7e5");
    assert_eq!(
        answers[3]["error"],
        "illegal move `Ke3`: the king on e1 does not move to e3; it can move to e2"
    );
    assert_eq!(answers[3]["why"], "unreachable");
    assert_eq!(answers[4]["side"], "Black");
    assert_eq!(answers[0]["legal"].as_array().unwrap().len(), 20);
    assert!(answers[0]["legal_san"].as_array().unwrap().contains(&Value::from("Nf3")));
}

#[test]
fn the_end_of_a_game_is_told_once() {
    let answers = ask(&["chess"], b"f3\ne5\ng4\nQh4\na3\n");
    assert_eq!(answers[4]["san"], "Qh4#");
    assert_eq!(
        (&answers[4]["result"], &answers[4]["reason"]),
        (&Value::from("0-1"), &Value::from("checkmate"))
    );
    assert_eq!(answers[4]["white_points"], 0.0);
    assert_eq!(answers[5]["error"], "the game is over: checkmate");
    let answers = ask(&["narrow"], b"");
    assert_eq!(answers.len(), 1);
}

fn replay(name: &str, pgn: &str, more: &[&str]) -> (bool, Vec<Value>) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, pgn).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fibnif"))
        .arg("referee")
        .args(more)
        .arg("--pgn")
        .arg(path)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn what_is_wrong_in_a_game_is_said_with_its_line() {
    let (fine, games) = replay(
        "wrong.pgn",
        "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Result \"1-0\"]\n\n1. e4 e5\n2. Nf6 \
         1-0\n\n[Variant \"nonesuch\"]\n\n*\n\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n1. f3 e5 2. \
         g4 Qh4# 3. a3 *\n",
        &[],
    );
    assert!(!fine);
    assert_eq!((&games[0]["ok"], &games[0]["reason"]), (&Value::from(true), &Value::from("checkmate")));
    assert_eq!(
        (&games[1]["line"], &games[1]["error"]),
        (&Value::from(8), &Value::from("ply 3: illegal move `Nf6`: no knight of White can move to f6"))
    );
    assert!(games[2]["error"].as_str().unwrap().contains("unknown variant"));
    assert!(games[3]["error"].as_str().unwrap().contains("the result is 0-1 (checkmate), not 1-0"));
    assert!(games[4]["error"].as_str().unwrap().contains("the game is over"));
}

#[test]
fn a_game_of_another_program_is_replayed() {
    // The Immortal Game, as most collections have it.
    let (fine, games) = replay(
        "immortal.pgn",
        "[Event \"London\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n1.e4 e5 \
         2.f4 exf4 3.Bc4 Qh4+ 4.Kf1 b5 5.Bxb5 Nf6 6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6 10.g4 Nf6 11.Rg1 \
         cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8 15.Bxf4 Qf6 16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 Bxg1 19.e5 Qxa1+ \
         20.Ke2 Na6 21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7# 1-0\n",
        &[],
    );
    assert!(fine, "{games:?}");
    assert_eq!((&games[0]["plies"], &games[0]["reason"]), (&Value::from(45), &Value::from("checkmate")));
}
