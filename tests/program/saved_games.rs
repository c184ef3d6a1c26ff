//! Games that are saved automatically, and games in files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::files::TWO_PAWNS;
use crate::common::program::{piped, tell};
use crate::common::pty::{PATIENCE, Screen, fibnif, saved};

const SIZE: (u16, u16) = (100, 120);

/// An empty folder for the test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("saved_games").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A game in lines in a terminal, with a person for both sides.
fn plain(home: &Path, args: &[&str]) -> Screen {
    let mut screen = Screen::open(home, &[&["--plain", "--side", "both"], args].concat(), SIZE);
    screen.see("lists the commands");
    screen
}

/// The output for a script with these lines.
fn script(home: &Path, args: &[&str], lines: &str) -> String {
    let mut program = piped();
    program.args(["play", "--plain"]).args(args).env("XDG_DATA_HOME", home).current_dir(home);
    tell(&mut program, lines)
}

/// Waits until a saved game contains a text, or no longer contains it.
fn wait_for(file: &Path, what: &str, is_there: bool) {
    let until = Instant::now() + PATIENCE;
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.contains(what) == is_there {
            return;
        }
        assert!(Instant::now() < until, "{what}: {text}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_move_taken_back_is_in_no_saved_game() {
    let home = folder("undo");
    let text = script(&home, &["--side", "both"], "e4\ne5\nNf3\nundo\npgn\nsave out.pgn\nredo\npgn\nquit\n");
    let games: Vec<&str> = text.matches("1. e4 e5 *").collect();
    assert_eq!((games.len(), text.matches("1. e4 e5 2. Nf3 *").count()), (1, 1), "{text}");
    assert!(fs::read_to_string(home.join("out.pgn")).unwrap().contains("1. e4 e5 *"));
    let mut screen = plain(&home, &[]);
    screen.line("e4");
    screen.see("Black to move");
    let [file] = &saved(&home)[..] else { panic!("one game, one file") };
    wait_for(file, "1. e4 *", true);
    screen.line("undo");
    screen.see("Taken back: 1. e4");
    wait_for(file, "e4", false);
    screen.quit();
}

#[test]
fn what_is_only_looked_back_at_stays_in_the_game() {
    let home = folder("back");
    let moves = "f3\ne5\ng4\nQh4\nback\nback\npgn\nlast\nundo\npgn\nquit\n";
    let text = script(&home, &["--side", "both"], moves);
    assert!(text.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{text}");
    assert!(text.contains("1. f3 e5 2. g4 *"), "{text}");
}

/// A saved game is continued where it ended, even if the notation of a move in it cannot be read.
#[test]
fn a_saved_game_keeps_moves_that_have_several_meanings() {
    let home = folder("pawns");
    fs::write(home.join("two-pawns.toml"), TWO_PAWNS).unwrap();
    let start = "4k3/8/8/8/8/8/PU6/4K3 w - - 0 1";
    let file = home.join("two-pawns.toml").display().to_string();
    let args = ["two-pawns", "--variants", &file, "--fen", start];
    let mut screen = plain(&home, &args);
    for (line, seen) in [("b2a3", "Black to move"), ("Kd8", "White to move"), ("Ke2", "Black to move")] {
        screen.line(line);
        screen.see(seen);
    }
    screen.quit();
    let [game] = &saved(&home)[..] else { panic!("one game, one file") };
    let text = fs::read_to_string(game).unwrap();
    assert!(text.contains("1. Ua3 Kd8 2. Ke2 *"), "{text}");
    for moves in ["1. Ua3 Kd8 2. Ke2 *", "1. a3 Kd8 2. Ke2 *", "1. Xa3 Qd8 2. Xh9 *"] {
        fs::write(game, text.replace("1. Ua3 Kd8 2. Ke2 *", moves)).unwrap();
        let shown = script(&home, &["--variants", &file, "--side", "both"], "resume\nKd7\npgn\nquit\n");
        assert!(shown.contains("1. Ua3 Kd8 2. Ke2 Kd7 *"), "{moves}: {shown}");
    }
}

/// If the moves of a saved game are not legal any more, its file is not overwritten.
#[test]
fn a_saved_game_that_cannot_be_read_stays_as_it_is() {
    let home = folder("unread");
    let mut screen = plain(&home, &[]);
    screen.line("e4");
    screen.see("Black to move");
    screen.quit();
    let [game] = &saved(&home)[..] else { panic!("one game, one file") };
    let text = fs::read_to_string(game).unwrap().replace("1. e4 *", "1. e4 e5 2. Ke3 Nc6 *");
    fs::write(game, &text).unwrap();
    let mut screen = plain(&home, &[]);
    screen.line("resume");
    screen.see("stays as it is");
    screen.line("d4");
    screen.see("Black to move");
    screen.quit();
    assert_eq!(fs::read_to_string(game).unwrap(), text);
    let files = saved(&home);
    assert_eq!(files.len(), 2, "{files:?}");
    let other = files.iter().find(|path| *path != game).unwrap();
    assert!(fs::read_to_string(other).unwrap().contains("1. e4 e5 2. d4 *"));
}

#[test]
fn a_resignation_is_asked_about_and_taken_back_alone() {
    let home = folder("resign");
    let text = script(&home, &["--side", "both"], "e4\nresign\ne5\nresign\nyes\nundo\npgn\nquit\n");
    assert_eq!(text.matches("Black wins").count() + text.matches("White wins").count(), 1, "{text}");
    assert!(text.contains("1. e4 e5 *"), "the moves stay: {text}");
}

#[test]
fn a_script_leaves_saved_games_alone() {
    let home = folder("script");
    let mut screen = plain(&home, &["cwda:clobberers/nutters"]);
    screen.line("e4");
    screen.see("Black to move");
    screen.quit();
    let before: Vec<(PathBuf, Vec<u8>)> =
        saved(&home).into_iter().map(|path| (path.clone(), fs::read(&path).unwrap())).collect();
    assert_eq!(before.len(), 1);
    for _ in 0..2 {
        script(&home, &["--level", "1"], "d4\nquit\n");
        let text = script(&home, &["--side", "both"], "resume\nd5\npgn\nquit\n");
        assert!(text.contains("1. e4 d5"), "a script may look: {text}");
    }
    let files = fs::read_dir(home.join("fibnif/games")).unwrap().count();
    assert_eq!(files, 1);
    assert_eq!(fs::read(&before[0].0).unwrap(), before[0].1);
}

#[test]
fn only_games_in_which_somebody_has_moved_are_listed_and_only_those_wanted_are_offered() {
    let home = folder("offered");
    for (variant, line) in [("narrow", "a6a7"), ("cwda", "e4"), ("chess", "d4"), ("knightmate", "e4\rundo")] {
        let mut screen = plain(&home, &[variant]);
        screen.line(line);
        screen.see(if line.contains("undo") { "Taken back" } else { "Black to move" });
        screen.quit();
    }
    for (args, offered) in [
        (&[][..], Some("(chess, 1 move)")),
        (&["narrow"], Some("(narrow, 1 move)")),
        (&["cwda"], Some("(cwda:clobberers/nutters, 1 move)")),
        (&["cwda:clobberers/nutters"], Some("(cwda:clobberers/nutters, 1 move)")),
        (&["cwda:nutters"], None),
        (&["knightmate"], None),
        (&["atomic"], None),
    ] {
        let mut screen = plain(&home, args);
        screen.line("games");
        screen.see("Saved games:");
        screen.see("3  20");
        let text = screen.text();
        assert!(!text.contains("4  20") && !text.contains("knightmate, you"), "{text}");
        assert_eq!(text.contains("There is a saved game"), offered.is_some(), "{args:?}: {text}");
        if let Some(offered) = offered {
            assert!(text.contains(&format!("There is a saved game {offered}")), "{args:?}: {text}");
            screen.line("resume");
            screen.see("Game resumed: Black to move.");
            screen.line("fen");
            screen.see(" b ");
        }
        screen.quit();
    }
    let mut screen = plain(&home, &[]);
    screen.line("resume 3");
    screen.see("Game resumed");
    screen.line("pgn");
    screen.see("[Variant \"narrow\"]");
    screen.quit();
}

#[test]
fn two_windows_have_two_games_and_each_is_gone_on_with() {
    let home = folder("windows");
    let mut first = plain(&home, &[]);
    first.line("e4");
    first.see("Black to move");
    let mut second = plain(&home, &[]);
    second.line("resume 1");
    second.see("this game is open in another window");
    second.line("d4");
    second.see("Black to move");
    second.line("games");
    second.see("open elsewhere");
    second.see("on the board");
    assert_eq!(saved(&home).len(), 2);
    first.quit();
    second.line("resume 2");
    second.see("Game resumed: Black to move.");
    second.line("e5");
    second.see("White to move");
    second.quit();
    let games: Vec<String> = saved(&home).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(games.iter().any(|game| game.contains("1. e4 e5 *")), "{games:?}");
    assert_eq!(fs::read_dir(home.join("fibnif/games")).unwrap().count(), 2, "no lock stays");
}

#[test]
fn a_game_that_cannot_be_saved_is_told_of_as_long_as_that_is_so() {
    let home = folder("failing");
    fs::write(home.join("fibnif"), "no folder").unwrap();
    let mut screen = plain(&home, &[]);
    screen.line("e4");
    screen.see("the game is not being saved");
    screen.line("e5");
    screen.see("Not saved: ");
    screen.line("undo");
    fs::remove_file(home.join("fibnif")).unwrap();
    screen.line("e6");
    screen.see("The game is saved again.");
    screen.quit();
    assert_eq!(saved(&home).len(), 1);
}

#[test]
fn a_loaded_game_is_kept_whole() {
    let home = folder("whole");
    let game = "[Event \"Hastings\"]\n[Site \"?\"]\n[Date \"1895.08.05\"]\n[White \"Steinitz\"]\n\
                [Black \"Bardeleben\"]\n[WhiteElo \"2700\"]\n[Result \"1-0\"]\n\n\
                {A game} 1. e4!? {good} 1... e5 $14 (1... c5 2. Nf3 {x}) 2. Nf3 1-0\n\n";
    fs::write(home.join("in.pgn"), game).unwrap();
    let args = ["--pgn", "in.pgn"];
    let same = script(&home, &args, "save out.pgn\nlast\nsave out.pgn\nsave in.pgn\nquit\n");
    assert_eq!(same.matches("already").count(), 2, "{same}");
    for file in ["in.pgn", "out.pgn"] {
        assert_eq!(fs::read_to_string(home.join(file)).unwrap(), game, "{file}");
    }
    let args = ["--pgn", "in.pgn", "--side", "both"];
    let played = script(&home, &args, "last\nback\nNc3\nsave out.pgn\nNf6\nsave out.pgn\nquit\n");
    assert!(played.contains("Replaced the game"), "{played}");
    let text = fs::read_to_string(home.join("out.pgn")).unwrap();
    assert_eq!(text.matches("[White \"Steinitz\"]").count(), 2, "{text}");
    assert!(text.contains("(1... c5 2. Nf3 {x}) 2. Nc3 Nf6 *"), "{text}");
    assert!(text.contains("[WhiteElo \"2700\"]\n[Result \"*\"]\n[Person \"both\"]"), "{text}");
}

#[test]
fn games_are_named_searched_and_resumed_by_name() {
    let home = folder("names");
    let mut screen = plain(&home, &[]);
    screen.line("rename Too early");
    screen.see("this game is not saved yet");
    screen.line("e4");
    screen.see("Black to move");
    screen.line("rename a/b");
    screen.see("expected a name of letters");
    screen.line("rename My opening");
    screen.see("The game is called `My opening` now.");
    screen.line("variant narrow");
    screen.line("a7");
    screen.line("games e4");
    screen.see("My opening: chess, you - you");
    screen.line("rename 1 Long board");
    screen.see("The game is called `Long board` now.");
    screen.line("games Lasker");
    screen.see("No saved game has `Lasker` in it.");
    screen.line("resume My opening");
    screen.see("Game resumed: Black to move.");
    screen.quit();
    let names: Vec<String> =
        saved(&home).iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert!(
        names.contains(&"My opening".to_string()) && names.contains(&"Long board".to_string()),
        "{names:?}"
    );
    let text = script(&home, &[], "rename 1 Script\nquit\n");
    assert!(text.contains("a script cannot rename saved games"), "{text}");
    assert_eq!(saved(&home).len(), 2);
}

#[test]
fn a_game_can_be_played_by_ear() {
    let home = folder("ear");
    let lines = "rules\nquiet\ne4\nmoves e7\nNf6\nBc4\nNxe4\nQh5\nhint\nundo\nquit\n";
    let said = script(&home, &["--side", "both", "cwda:fide"], lines);
    for told in [
        "Different from chess:\n    - Nothing: this is chess.",
        "White: pawn from e2 to e4.",
        "  e5: pawn from e7 to e5",
        "Black: knight on f6 captures the pawn on e4.",
        "Hint: 3... ",
        " It ",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert_eq!(said.matches(" 7  p  p  p").count(), 1, "the board is drawn once: {said}");
}

#[test]
fn a_dumb_terminal_gets_lines_and_a_newcomer_a_gentle_level() {
    let home = folder("dumb");
    let command = fibnif(&home).env("TERM", "dumb").arg("play");
    let mut screen = Screen::of(command, SIZE);
    screen.see("Fibnif plays at level 3");
    screen.see("White to move.");
    assert!(!screen.parser.screen().alternate_screen());
    screen.line("side both");
    screen.line("quiet");
    screen.see("only when you ask");
    screen.line("e4");
    screen.see("Black to move.");
    screen.line("what e4");
    screen.see("e4: White's Pawn (P).");
    screen.line("what stands on b1?");
    screen.see("b1: White's Knight (N).");
    screen.line("where are the Bishops?");
    screen.see("Black's Bishop (b): c8 f8");
    screen.line("where knights");
    screen.see("Black's Knight (n): b8 g8");
    screen.line("moves b8");
    screen.see("Na6: knight from b8 to a6");
    screen.line("level 5");
    screen.see("level 5");
    screen.line("e5");
    screen.see("White to move.");
    screen.quit();
    // The next game has the level of the last one.
    let mut screen = Screen::open(&home, &["--plain"], SIZE);
    screen.see("Black: Fibnif, level 5");
    screen.quit();
}

#[test]
fn the_full_screen_asks_a_newcomer_once_and_before_resigning() {
    let home = folder("asks");
    let mut screen = Screen::open(&home, &[], (24, 80));
    screen.see("How strong should Fibnif play?");
    screen.press("\r");
    screen.see("White to move");
    screen.line("e4");
    screen.see("Fibnif plays 1... ");
    screen.line("resign");
    screen.see("Resign this game?");
    screen.press("\r");
    screen.miss("Resign this game?");
    screen.line("resign");
    screen.see("Resign this game?");
    screen.press("\u{1b}[B\r");
    screen.see("White has resigned");
    screen.line("undo");
    screen.see("The game continues.");
    screen.miss("White has resigned");
    screen.line("undo");
    screen.see("Taken back: 1. e4");
    screen.miss("Fibnif plays 1... ");
    screen.line("e4");
    screen.see("Fibnif plays 1... ");
    screen.leave("\u{4}");
    let mut screen = Screen::open(&home, &[], (24, 80));
    screen.see("There is a saved game: chess, 1 move");
    screen.leave("\u{4}");
}

#[test]
fn a_small_screen_shows_files_and_turn_and_names_are_completed() {
    let home = folder("small");
    let mut screen = Screen::open(&home, &["--level", "1", "--side", "both"], (20, 60));
    screen.see("White to move");
    let files = |line: &str| line.split_whitespace().collect::<String>().starts_with("abcdefgh");
    assert!(screen.text().lines().any(files), "{}", screen.text());
    screen.line("a move that is far too long to be one, and so a message of more than one row of the screen");
    screen.see("a move is");
    screen.see("in short notation");
    screen.see("White to move");
    screen.press("variant narr");
    screen.see("narrow");
    screen.press("\t");
    screen.see("> variant narrow");
    screen.press("\u{1b}");
    screen.miss("> variant");
    screen.press("?kn");
    screen.see("Knight");
    screen.press("\t\r");
    screen.see("moves or captures");
    screen.leave("\u{3}");
}

#[test]
fn long_work_at_a_terminal_shows_how_far_it_is() {
    let home = folder("work");
    let mut screen = Screen::of(fibnif(&home).args(["solve", "capablanca", "--pairs"]), SIZE);
    screen.see(" of 2");
    screen.see(" %");
    // Not by Ctrl-C: where the tests run in the background, it is ignored, and this would take minutes.
    screen.child.kill().unwrap();
    screen.child.wait().unwrap();
    let mut screen = Screen::of(fibnif(&home).args(["solve", "chess", "KRvK"]), SIZE);
    screen.see("Longest win of White");
    assert!(screen.child.wait().unwrap().success());
}

#[test]
fn a_file_whose_first_game_cannot_be_played_is_loaded() {
    let home = folder("left_out");
    let games = b"[Variant \"nonesuch\"]\n\n*\n\n[White \"J\xf6rg\"]\r\n\r\n1. e4 0-0 {\xb1}\r\n";
    fs::write(home.join("games.pgn"), games).unwrap();
    let said = script(&home, &["--side", "both"], "load games.pgn\npgn\nquit\n");
    assert!(said.contains("games.pgn: left out 1 game: unknown variant `nonesuch`"), "{said}");
    assert!(said.contains("Game 2 of 2: Jörg - ?") && said.contains("1. e4 {±} 0-0"), "{said}");
}
