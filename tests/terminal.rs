//! Games of a person in the terminal.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of the test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("terminal").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What is printed when these lines are typed into a plain game.
fn plain(home: &PathBuf, args: &[&str], lines: &str) -> String {
    let output = play(home, args, lines);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn play(home: &PathBuf, args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fibnif"))
        .arg("play")
        .args(args)
        .env("XDG_DATA_HOME", home)
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_plain_game_takes_moves_in_every_form_and_says_what_happens() {
    let home = folder("plain");
    let said = plain(&home, &["chess", "--level", "1"], "e4\ng1f3\nfen\nquit\n");
    assert!(said.contains("Fibnif plays 1... ") && said.contains("Fibnif plays 2... "), "{said}");
    let fen = said.lines().rfind(|line| line.ends_with(" 3")).unwrap();
    assert!(fen.contains("/4P3/5N2/") || fen.contains("4P") && fen.contains('N'), "{fen}");
    assert!(said.contains("[P]") && said.contains("White to move."), "{said}");
}

#[test]
fn a_game_is_mated_taken_back_and_played_again() {
    let home = folder("mate");
    let said = plain(&home, &["--side", "both"], "f3\ne5\ng4\nQh4\nd4\nundo\nredo\nquit\n");
    assert_eq!(said.matches("Black wins: checkmate. 0-1").count(), 2, "{said}");
    assert!(said.contains("Not done: "), "no move after the end: {said}");
}

#[test]
fn what_is_wrong_is_said_with_what_is_right() {
    let home = folder("faults");
    for (line, answer) in [
        ("e5", "`e5` is not legal here"),
        ("undoo", "did you mean `undo`?"),
        ("undo now", "stands alone"),
        ("undo", "there is nothing to take back"),
        ("level 99", "from 1 to 12"),
        ("variant ches", "did you mean"),
        ("army clobberers", "`variant cwda` has them"),
        ("clock fast", "no time control"),
        ("fen x", "FEN"),
        ("put Q", "no square"),
        ("put K a1", "royal"),
        ("load nowhere.pgn", "nowhere.pgn"),
        ("game 2", "no file of games is open"),
        ("resume", "no game was saved"),
        ("?X", "none of the men"),
        ("help undoo", "did you mean `undo`?"),
        ("analyze 99", "from 1 to 20"),
        ("stop", "not thinking"),
        ("moves z9", "no square"),
        ("\u{1b}[2J", "is not a move"),
    ] {
        let said = plain(&home, &[], &format!("{line}\nquit\n"));
        let fault = said.lines().find(|said| said.starts_with("Not done: ")).unwrap_or(&said);
        assert!(fault.contains(answer), "{line}: {fault}");
        assert!(!said.contains('\u{1b}'), "{line}: {said:?}");
    }
    for args in [&["nonsense"][..], &["chess", "--fen", "x"], &["--pgn", "nowhere"], &["--clock", "soon"]] {
        assert_eq!(play(&home, args, "").status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn the_game_is_kept_from_move_to_move_and_gone_on_with() {
    let home = folder("kept");
    let first = plain(&home, &["cwda:clobberers/nutters", "--level", "1"], "e4\nd4\n");
    assert!(!first.contains("A game is saved"));
    let kept = fs::read_to_string(home.join("fibnif/game.pgn")).unwrap();
    assert!(kept.contains("[Variant \"cwda:clobberers/nutters\"]") && kept.contains("2. d4 "), "{kept}");
    let second = plain(&home, &[], "resume\nfen\nmoves\nquit\n");
    assert!(second.contains("A game is saved (cwda:clobberers/nutters, 2 moves)"), "{second}");
    assert!(second.contains(" w ") && second.contains("The game goes on: White to move."), "{second}");
    // Another game makes room for itself only when it is played.
    plain(&home, &["narrow"], "quit\n");
    assert_eq!(fs::read_to_string(home.join("fibnif/game.pgn")).unwrap(), kept);
    plain(&home, &["--level", "1"], "e4\nquit\n");
    assert_eq!(fs::read_to_string(home.join("fibnif/game-before.pgn")).unwrap(), kept);
}

#[test]
fn games_of_a_file_are_stepped_through_and_played_on_from() {
    let home = folder("files");
    let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"B\"]\n\n1. d4 d5 2. Zz9 *\n";
    fs::write(home.join("two.pgn"), text).unwrap();
    let said = plain(
        &home,
        &["--pgn", "two.pgn", "--level", "1"],
        "forward\nlast\nback\nNc3\npgn\ngame 2\nlast\nsave out.pgn\nfirst\nback\nquit\n",
    );
    assert!(said.contains("Game 1 of 2: A - ?, 1-0, 3 moves."), "{said}");
    assert!(said.contains("1. e4 e5 2. Nc3 "), "{said}");
    assert!(said.contains("Game 2 of 2: B - ?") && said.contains("line 7: "), "{said}");
    assert!(said.contains("Not done: this is the beginning"), "{said}");
    assert!(fs::read_to_string(home.join("out.pgn")).unwrap().contains("1. d4 d5 *"));
}

#[test]
fn positions_are_set_up_and_choices_made() {
    let home = folder("setup");
    let said = plain(&home, &["--side", "both"], "put clear\nput Q d4\nput white\nfen\nquit\n");
    assert!(said.contains("4k3/8/8/8/3Q4/8/8/4K3 w"), "{said}");
    let said = plain(
        &home,
        &["--side", "both"],
        "variant cwda\narmy nutters/rookies\nchoose\nchoose white army = clobberers\nfigures unicode\nquit\n",
    );
    assert!(said.contains("cwda:nutters/rookies") && said.contains("White army"), "{said}");
    assert!(said.contains("cwda:clobberers/"), "{said}");
    assert!(said.contains('♔') && said.contains('♚'), "{said}");
}

#[test]
fn boards_lie_as_they_are_and_fences_stand() {
    let home = folder("boards");
    let narrow = plain(&home, &["narrow"], "quit\n");
    assert!(narrow.contains("   a  Q  R  D  P") && narrow.contains(" 19 20"), "{narrow}");
    let greener = plain(&home, &["greener"], "quit\n");
    let lines: Vec<&str> = greener.lines().collect();
    let fence = lines.iter().position(|line| line.contains("------")).unwrap();
    assert!(lines[fence - 1].starts_with("   5") && lines[fence + 1].starts_with("   4"), "{greener}");
}
