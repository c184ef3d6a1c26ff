//! Pieces in hand in the terminal.

use std::fs;
use std::path::PathBuf;

use crate::common::program::{piped, tell};
use crate::common::pty::Screen;

/// An empty folder for the test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("drops").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The position of a text on the screen: column and row, from 1.
fn place(screen: &vt100::Screen, text: &str) -> Option<(usize, usize)> {
    let rows: Vec<String> = screen.rows(0, screen.size().1.into()).collect();
    let found = rows.iter().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
    found.map(|(row, at, line)| (line[..at].chars().count() + 1, row + 1))
}

/// Clicks this many columns after the beginning of a text.
fn click(screen: &mut Screen, text: &str, behind: usize) {
    screen.see(text);
    let (column, row) = place(screen.parser.screen(), text).unwrap();
    screen.press(&format!("\x1b[<0;{};{row}M\x1b[<0;{};{row}m", column + behind, column + behind));
}

#[test]
fn a_piece_in_hand_is_dropped_by_mouse_or_chosen_for_a_square() {
    let home = folder("screen");
    let mut screen = Screen::open(&home, &["crazyhouse", "--side", "both", "--level", "1"], (30, 100));
    screen.see("in hand: nothing");
    for (text, then) in [
        ("e4", "1. e4"),
        ("d5", "d5"),
        ("exd5", "2. exd5"),
        ("Qxd5", "Qxd5"),
        ("Nc3", "3. Nc3"),
        ("Qxg2", "Qxg2"),
    ] {
        screen.line(text);
        screen.see(then);
    }
    // White has a pawn; a click shows where it can be dropped, a click there drops it.
    screen.see("White to move");
    let label = "in hand: ";
    let nearer = |screen: &Screen| screen.text().matches(label).count();
    assert_eq!(nearer(&screen), 2);
    let (column, row) = {
        let all: Vec<String> = screen.parser.screen().rows(0, 100).collect();
        let (row, line) = all.iter().enumerate().rfind(|(_, line)| line.contains(label)).unwrap();
        (line[..line.find(label).unwrap()].chars().count() + label.len() + 1, row + 1)
    };
    screen.press(&format!("\x1b[<0;{column};{row}M"));
    click(&mut screen, "•", 0);
    screen.see("P@");
    screen.see("Black to move");
    screen.see("in hand: nothing");
    for (text, then) in [("Kxd7", "Kxd7"), ("Nf3", "5. Nf3")] {
        screen.line(text);
        screen.see(then);
    }
    // Black has a piece in hand, too: an empty square lists what can be dropped there.
    screen.see("Black to move");
    screen.press("\x1b[C");
    for _ in 0..3 {
        screen.press("\x1b[B");
    }
    screen.press("\r");
    screen.see("Which move?");
    screen.press("\r");
    screen.see("White to move");
    screen.leave("\x1b[21~");
}

#[test]
fn hands_are_told_in_lines() {
    let home = folder("lines");
    let lines = "e4\nd5\nexd5\nQxd5\nwhere P\nmoves e5\nN@f3\np@e5\nfen\npgn\nquit\n";
    let mut program = piped();
    program.args(["play", "crazyhouse", "--side", "both"]).env("XDG_DATA_HOME", &home);
    let said = tell(&mut program, lines);
    for text in [
        "     White has in hand: P\n     Black has in hand: p\n",
        "White's Pawn (P): a2 b2 c2 d2 f2 g2 h2 in hand\n",
        "1 legal move to e5\n  P@e5\n",
        "illegal move `N@f3`: White has no knight in hand, but P",
        "     White has in hand: nothing\n",
        "rnb1kbnr/ppp1pppp/8/3qP3/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3\n",
    ] {
        assert!(said.contains(text), "{text} in\n{said}");
    }
}
