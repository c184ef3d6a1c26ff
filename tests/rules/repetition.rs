//! What a repeated position means: a draw, a loss for the side that repeats, a loss for the side that gives
//! perpetual check or chases a piece. Each rule as the referee, a match, UCI and CECP see it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde_json::Value;

use crate::common::files::Files;
use crate::common::program::{prints, talk, until};
use crate::common::{play, position};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::Reason;

/// Chess in which the third occurrence of a position has this result.
fn chess(result: &str) -> Files {
    let text = format!("extends = \"chess\"\nrules.repetition = {{ result = \"{result}\" }}\n");
    Files::new("repetition", &[("again.toml", &text)])
}

/// Two kings that can only step aside and back, so that Black repeats the starting position with every second
/// move. Both sides have two pawns that cannot move.
fn shuffle(result: &str) -> Files {
    let text = format!(
        "title = \"Shuffle\"\nstart = \"k1p/2p/2P/K1P w - - 0 1\"\n\
         [pieces]\nK = {{ name = \"King\", betza = \"sW\", royal = \"check\" }}\n\
         P = {{ name = \"Pawn\", betza = \"fmWfcF\" }}\n\
         [rules]\nmaterial_draw = false\nrepetition = {{ result = \"{result}\" }}\n"
    );
    Files::new("shuffle", &[("again.toml", &text)])
}

/// The arguments before those of a command that plays the file's game.
fn with(files: &Files) -> Vec<String> {
    vec!["--variants".to_owned(), files.0.join("again.toml").display().to_string()]
}

/// The result that `fibnif referee` states after these moves, and the reason.
fn refereed(files: &Files, moves: &str) -> (Value, Value) {
    let mut arguments = with(files);
    arguments.extend(["referee".to_owned(), "again".to_owned()]);
    let answers = talk(&arguments, moves.replace(' ', "\n") + "\n");
    let last: Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
    assert_eq!(last["ok"], true, "{last}");
    (last["result"].clone(), last["reason"].clone())
}

/// What the engine says over UCI in its last line before its move.
fn searched(files: &Files, moves: &str, go: &str) -> String {
    let lines = format!("uci\nsetoption name UCI_Variant value again\nposition startpos {moves}\n{go}\n");
    let said = until(with(files), &lines, "bestmove");
    said[said.len() - 2].clone()
}

const ROUND: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";

#[test]
fn repetition_is_a_draw_by_default() {
    let files = chess("draw");
    assert_eq!(refereed(&files, ROUND), (Value::Null, Value::Null));
    assert_eq!(refereed(&files, &format!("{ROUND} f6g8")), ("1/2-1/2".into(), "repetition".into()));
}

/// The side loses whose move makes the position occur for the third time.
#[test]
fn the_side_that_repeats_loses() {
    let files = chess("repeater-loses");
    assert_eq!(refereed(&files, ROUND), (Value::Null, Value::Null));
    assert_eq!(refereed(&files, &format!("{ROUND} f6g8")), ("1-0".into(), "repetition".into()));
    let white = "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";
    assert_eq!(refereed(&files, white), ("0-1".into(), "repetition".into()));
    let shown = prints(with(&files).into_iter().chain(["show".to_owned(), "again".to_owned()]));
    assert!(
        shown.contains("A side loses when its move makes a position occur for the third time"),
        "{shown}"
    );
}

/// Black repeats first, whoever is to move at the root and however much of the round has been played.
#[test]
fn a_search_knows_who_must_repeat_first() {
    let files = shuffle("repeater-loses");
    for (moves, winning) in [
        ("", true),
        ("moves a1b1", false),
        ("moves a1b1 a4b4", true),
        ("moves a1b1 a4b4 b1a1", false),
        ("moves a1b1 a4b4 b1a1 b4a4", true),
        ("moves a1b1 a4b4 b1a1 b4a4 a1b1", false),
        ("moves a1b1 a4b4 b1a1 b4a4 a1b1 a4b4 b1a1", false),
    ] {
        let said = searched(&files, moves, "go depth 10");
        assert!(said.contains("score mate "), "{moves}: {said}");
        assert_eq!(!said.contains("score mate -"), winning, "{moves}: {said}");
    }
}

/// A match ends as the rule says, and nobody is blamed for a false claim.
#[test]
fn a_match_ends_by_the_rule_of_repetition() {
    for (result, points) in [("repeater-loses", 1.0), ("draw", 0.5)] {
        let files = shuffle(result);
        let json = files.0.join("games.json");
        let mut arguments = with(&files);
        let rest = ["match", "again", "self; nodes=50; name=a", "self; nodes=60; name=b", "--games", "2"];
        arguments.extend(rest.map(str::to_owned));
        arguments.extend(["--plies", "0", "--save"].map(str::to_owned));
        arguments.push(json.display().to_string());
        prints(&arguments);
        for line in std::fs::read_to_string(json).unwrap().lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            assert_eq!(game["white_points"], points, "{game}");
            assert_eq!(game["reason"], "repetition", "{game}");
            assert_eq!(game["forfeit"], Value::Null, "{game}");
        }
    }
}

/// The loser says so. The winner says nothing in a match of programs, where the loser reports it.
#[test]
fn the_loser_by_repetition_reports_it_over_cecp() {
    let files = shuffle("repeater-loses");
    let start = "xboard\nprotover 2\nvariant again\ncomputer\nforce\n";
    let moves = "usermove a1b1\nusermove a4b4\nusermove b1a1\nusermove b4a4\nusermove a1b1\nusermove a4b4\n";
    // Black, the engine, has one move. It repeats.
    let lines = format!("{start}{moves}usermove b1a1\nst 1\ngo\n");
    let said = until(with(&files), &lines, "1-0");
    assert!(said.iter().any(|line| line == "move b4a4"), "{said:?}");
    assert!(said.last().unwrap().starts_with("1-0 {White wins by repetition}"), "{said:?}");
}

/// White's queen checks on e8 and h5 as long as it likes.
const CHECKS: &str = "6k1/6p1/8/7Q/8/8/q7/5K2 w - - 0 1";
const CHECKED: &str = "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8";

/// Perpetual check loses, whoever repeats the position. Without checks repetition is a draw.
#[test]
fn perpetual_check_loses() {
    for (rule, result) in [("draw", "1/2-1/2"), ("perpetual-check-loses", "0-1")] {
        let files = chess(rule);
        let mut arguments = with(&files);
        arguments.extend(["referee", "again", "--fen", CHECKS].map(str::to_owned));
        let answers = talk(&arguments, CHECKED.replace(' ', "\n") + "\n");
        let last: Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
        assert_eq!((&last["result"], &last["reason"]), (&result.into(), &"repetition".into()), "{last}");
        assert_eq!(refereed(&files, &format!("{ROUND} f6g8")).0, "1/2-1/2");
    }
}

/// A search looks for a draw by perpetual check, or shuns it.
#[test]
fn a_search_knows_what_perpetual_check_means() {
    let checked = CHECKED.rsplit_once(" e8h5").unwrap().0;
    for (rule, draws) in [("draw", true), ("perpetual-check-loses", false)] {
        let files = chess(rule);
        let place = format!("position fen {CHECKS} moves {checked}\ngo depth 6\n");
        let lines = format!("uci\nsetoption name UCI_Variant value again\n{place}");
        let said = until(with(&files), &lines, "bestmove");
        assert_eq!(said.last().unwrap().starts_with("bestmove e8h5"), draws, "{said:?}");
    }
}

/// Shogi counts four occurrences and Xiangqi three; in both the side loses that has given perpetual check.
#[test]
fn perpetual_check_loses_in_shogi_and_xiangqi() {
    for (variant, fen, first, round, rounds) in [
        ("shogi", "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1", "a1a9 e9e8", "a9a8 e8e9 a8a9 e9e8", 3),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1", "a1a10 e10e9", "a10a9 e9e10 a9a10 e10e9", 2),
    ] {
        let moves = format!("{first} {}", vec![round; rounds].join(" "));
        // White's check repeats the position first.
        let moves = moves.rsplit_once(' ').unwrap().0;
        let answers = talk(["referee", variant, "--fen", fen], moves.replace(' ', "\n") + "\n");
        let states: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (last, before) = (&states[states.len() - 1], &states[states.len() - 2]);
        assert_eq!((&last["result"], &before["result"]), (&"0-1".into(), &Value::Null), "{variant}: {last}");
    }
}

/// The second player wins by repetition in Minishogi, as in cutechess and Fairy-Stockfish, unless it has given
/// perpetual check. Its larger kin are drawn.
#[test]
fn the_second_player_wins_by_repetition_in_minishogi() {
    let quiet = ["a1b1 e5d5 b1a1 d5e5"; 3].join(" ");
    let checks = "e1d1 a5a1 d1d2 a1a2 d2d1 a2a1 d1d2 a1a2 d2d1 a2a1 d1d2 a1a2 d2d1 a2a1";
    for (variant, fen, moves, result) in [
        ("minishogi", "4k/5/5/5/K4[] w - - 0 1", quiet.as_str(), "0-1"),
        ("minishogi", "r3k/5/5/5/4K[] w - - 0 1", checks, "1-0"),
        (
            "judkins",
            "4k1/6/6/6/6/K5[] w - - 0 1",
            &quiet.replace("e5d5", "e6d6").replace("d5e5", "d6e6"),
            "1/2-1/2",
        ),
    ] {
        let answers = talk(["referee", variant, "--fen", fen], moves.replace(' ', "\n") + "\n");
        let states: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (last, before) = (&states[states.len() - 1], &states[states.len() - 2]);
        assert_eq!((&last["result"], &before["result"]), (&result.into(), &Value::Null), "{variant}: {last}");
    }
}

/// Who chases is judged as another program does.
#[test]
fn perpetual_chase_loses_in_xiangqi() {
    let data = include_str!("../data/rules/chases.txt");
    let mut decided = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [fen, moves, result] = line.split("; ").collect::<Vec<_>>().try_into().unwrap();
        let (white, black) = moves.split_once(' ').unwrap();
        let back = |text: &str| {
            let from = text.rfind(char::is_alphabetic).unwrap();
            format!("{}{}", &text[from..], &text[..from])
        };
        let mut game = position("xiangqi", fen);
        for _ in 0..2 {
            assert_eq!(game.outcome(), None, "{line}");
            play(&mut game, &format!("{white} {black} {} {}", back(white), back(black)));
        }
        let outcome = game.outcome().unwrap();
        let expected = match result {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            _ => None,
        };
        assert_eq!((outcome.winner, outcome.reason), (expected, Reason::Repetition), "{line}");
        decided += u32::from(expected.is_some());
    }
    assert!(decided > 20, "{decided}");
}

/// What a chase is has to be said, and which pieces chase.
#[test]
fn a_chase_is_defined_or_refused() {
    for (rule, error) in [
        ("", "`perpetual-chase-loses` needs `chase`: what a chase is"),
        (", chase = {}", "expected the pieces that chase: `by = ..`"),
        (", chase = { by = ['K'] }", "expected roles of pieces that are not royal, found `K`"),
    ] {
        let file =
            format!("extends = 'chess'\nrules.repetition = {{ result = 'perpetual-chase-loses'{rule} }}");
        let files = Files::new("chases", &[("again.toml", &file)]);
        let found = files.catalog().resolve("again").unwrap_err().to_string();
        assert!(found.contains(error), "{found}");
    }
}
