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

fn replay(name: &str, pgn: impl AsRef<[u8]>, more: &[&str]) -> (bool, Vec<Value>, String) {
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
    let games = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.success(), games, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_is_wrong_in_a_game_is_said_with_its_line() {
    let (fine, games, said) = replay(
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
    assert!(said.contains("wrong.pgn:8: ply 3: illegal move `Nf6`"), "{said}");
    assert!(said.ends_with("wrong.pgn: 4 of 5 games left out\n"), "{said}");
}

#[test]
fn a_game_of_another_program_is_replayed() {
    // The Immortal Game, as most collections have it.
    let (fine, games, said) = replay(
        "immortal.pgn",
        "[Event \"London\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n1.e4 e5 \
         2.f4 exf4 3.Bc4 Qh4+ 4.Kf1 b5 5.Bxb5 Nf6 6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6 10.g4 Nf6 11.Rg1 \
         cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8 15.Bxf4 Qf6 16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 Bxg1 19.e5 Qxa1+ \
         20.Ke2 Na6 21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7# 1-0\n",
        &[],
    );
    assert!(fine && said.is_empty(), "{games:?}{said}");
    assert_eq!((&games[0]["plies"], &games[0]["reason"]), (&Value::from(45), &Value::from("checkmate")));
}

/// Files as others write them, and what each game in them is: its plies and result, or its line and fault.
const FILES: &[(&[u8], &[&str])] = &[
    // What stands behind the result belongs to its game.
    (b"[White \"a\"]\n\n1. e4 e5 1-0 {resigns} $1\n\n[White \"b\"]\n\n1. d4 *\n", &["2 1-0", "1 *"]),
    (b"1. e4 e5 1-0\n{resigns}\n", &["2 1-0"]),
    (b"1. e4 e5 1-0\n\n; the last game", &["2 1-0"]),
    (b"1. e4 1/2 - 1/2\n\n{Second} 1. d4 0-1", &["1 1/2-1/2", "1 0-1"]),
    // Encodings and line ends.
    (b"\xef\xbb\xbf[White \"a\"]\n\n1. e4 *\n\xef\xbb\xbf[White \"b\"]\n\n1. d4 *\n", &["1 *", "1 *"]),
    (b"[White \"a\"]\r[Black \"b\"]\r\r1. e4 ; x\r% y\re5 *\r\r[White \"c\"]\r\r1. d4 *", &["2 *", "1 *"]),
    (b"\xff\xfe1\x00.\x00 \x00e\x004\x00", &["1 *"]),
    // Signs, alone and glued to the move.
    ("1. e4$1 e5!$14 2. Nf3 ! Nc6 ± 3. Bb5 +- a6 = 4. Ba4 D Nf6 N 5. O-O ?! ∞ *".as_bytes(), &["9 *"]),
    (
        "1. e4± e5+- 2. Nf3= Nc6N 3. Bb5⩲!? a6D 4. Bxc6+/- dxc6-+$6$7 5. O-O□ Bg4+= 0-1".as_bytes(),
        &["10 0-1"],
    ),
    (
        "1. e4 e6 2. e5 d5 3. exd6e.p. Qe7 ch 1-0\n\n1. e4 e6 2. e5 d5 3. exd6 e.p. 1-0".as_bytes(),
        &["6 1-0", "5 1-0"],
    ),
    ("1.…e5 *\n\n1. e4 … e5 (1… c5) 2. Nf3 ) } *".as_bytes(), &["line 1: ply 1: illegal move `e5`", "3 *"]),
    // What is not closed ends with the game.
    (
        b"[White \"a\"]\n\n1. e4 (1. d4 e5 1-0\n\n[White \"b\"]\n\n1. d4 *\n",
        &["line 3: the variation that begins here is not closed", "1 *"],
    ),
    (
        b"[White \"a\"]\n\n1. e4 {x 1-0\n\n[White \"b\"]\n\n1. d4 {y} *\n",
        &["line 3: the comment that begins here is not closed", "1 *"],
    ),
    (b"1. e4 (1. d4 {x 1-0\n\n[White \"b\"]\n\n1. d4 *\n", &["line 1: the comment that", "1 *"]),
    (
        b"1. e4 (1. d4 e5 1-0\n\n1. d4 *\n1. c4 1-0 {",
        &["line 1: the variation", "1 *", "line 4: the comment"],
    ),
    // Tags without moves are games.
    (b"[White \"a\"]\n\n[White \"b\"]\n\n[White \"c\"]\n[Result \"1-0\"]", &["0 *", "0 *", "0 1-0"]),
    (
        b"[Event \"a\"]\n[White \"b\"]\n[Event \"c\"]\n[White \"d\"]\n\n\n[Site \"e\"]\n",
        &["0 *", "0 *", "0 *"],
    ),
    (b"[Event \"a\"]\n\n[White \"x \"y\" z\"]\n[Site \"C:\\\"]\n[Bad]\n\n1. e4 [%clk 1] e5 0-1", &["2 0-1"]),
    (b"1. e4 e5\n\n2. Nf3 1-0\n\n1. d4 d5\n\n1. c4", &["3 1-0", "2 *", "1 *"]),
    // Null moves.
    (
        b"1. e4 -- 2. d4 *\n\n1. Z0 *\n\n1. null *",
        &[
            "line 1: ply 2: `--` is a null move, and Black cannot pass here",
            "line 3: ply 1: `Z0` is",
            "line 5: ply 1: `null` is",
        ],
    ),
    // Results.
    (
        "1. e4 0:1\n\n1. e4 ½-½\n\n1. e4 1–0\n\n1. e4 0-0\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 0-0 0-0"
            .as_bytes(),
        &["1 0-1", "1 1/2-1/2", "1 1-0", "1 0-0", "8 *"],
    ),
    (
        b"[Result \"0-0\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 0-0\n\n[Result \"\xbd-\xbd\"]\n\n1. e4 1/2",
        &["6 0-0", "1 1/2-1/2"],
    ),
    (b"[Result \"0-1\"]\n\n1. e4 1-0", &["line 1: the Result tag is `0-1`, but the moves end with `1-0`"]),
    (b"1. Nxf3 *", &["line 1: ply 1: illegal move `Nxf3`: f3 is empty, and the move captures nothing"]),
];

#[test]
fn files_are_read_as_others_write_them() {
    for (file, expected) in FILES {
        let (_, games, _) = replay("others.pgn", file, &[]);
        let said = |game: &Value| match game["error"].as_str() {
            Some(error) => format!("line {}: {error}", game["line"]),
            None => format!("{} {}", game["plies"], game["stated"].as_str().unwrap()),
        };
        let said: Vec<String> = games.iter().map(said).collect();
        let fits = said.iter().zip(*expected).all(|(said, expected)| said.starts_with(expected));
        let exact = said.iter().zip(*expected).all(|(said, expected)| said.contains(':') || said == expected);
        let file = String::from_utf8_lossy(file);
        assert!(said.len() == expected.len() && fits && exact, "{file}\n{said:?}\n{expected:?}");
    }
}
