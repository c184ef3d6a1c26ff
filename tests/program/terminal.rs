//! Games of a person in the terminal.

use crate::common::program::piped;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

/// An empty folder for the test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("terminal").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The output of a plain game for these lines.
fn plain(home: &PathBuf, args: &[&str], lines: &str) -> String {
    let output = play(home, args, lines);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn play(home: &PathBuf, args: &[&str], lines: &str) -> Output {
    let mut child = piped()
        .arg("play")
        .args(args)
        .env("XDG_DATA_HOME", home)
        .current_dir(home)
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
    // Whatever Black has answered in two moves, its pieces have not come that far.
    assert!(fen.contains("/PPPP1PPP/RNBQKB1R w "), "{fen}");
    assert!(said.contains("[P]") && said.contains("White to move."), "{said}");
}

#[test]
fn a_game_is_mated_taken_back_and_played_again() {
    let home = folder("mate");
    let said = plain(&home, &["--side", "both"], "f3\ne5\ng4\nQh4\nd4\nundo\nredo\nquit\n");
    assert_eq!(said.matches("Black wins: checkmate. 0-1").count(), 2, "{said}");
    assert!(said.contains("Error: "), "no move after the end: {said}");
}

#[test]
fn after_looking_and_analyzing_undo_and_redo_lead_to_the_persons_move_and_the_engine_answers() {
    let home = folder("undo");
    for (lines, said) in [
        ("analyze 1\nundo\nd4\n", "Taken back: 1. e4 "),
        ("back\nundo\nd4\n", "Taken back: 1. e4 "),
        ("last\nundo\nd4\n", "Taken back: 1. e4 "),
        ("back\nlast\nundo\nd4\n", "Taken back: 1. e4 "),
        ("analyze 1\nstop\nundo\nd4\n", "Taken back: 1. e4 "),
        ("resign yes\nundo\nundo\nd4\n", "The game continues."),
        ("undo\nanalyze 1\nredo\nNf3\n", "Replayed: 1. e4 "),
        ("undo\nback\nredo\nNf3\n", "Replayed: 1. e4 "),
        ("first\nredo\nlast\nNf3\n", "1. e4 (half-move 1 of 2)"),
    ] {
        let text = plain(&home, &["chess", "--level", "1"], &format!("e4\n{lines}pgn\nquit\n"));
        assert!(text.contains(said) && text.matches("Fibnif plays ").count() == 2, "{lines:?}: {text}");
        let told = text.lines().find(|line| line.starts_with(said)).unwrap();
        let taken = said.starts_with("Taken") || said.starts_with("Replayed");
        assert!(!taken || told.split(' ').count() == said.split(' ').count(), "{told}");
    }
}

#[test]
fn what_is_wrong_is_said_with_what_is_right() {
    let home = folder("faults");
    for (line, answer) in [
        ("e5", "illegal move `e5`: no pawn of White can move to e5"),
        ("undoo", "Did you mean `undo`?"),
        ("undo now", "takes no arguments"),
        ("undo", "there is no move to take back"),
        ("level 99", "from 1 to 14"),
        ("variant ches", "did you mean"),
        ("army clobberers", "`variant cwda` has them"),
        ("clock fast", "is not a clock"),
        ("fen x", "FEN"),
        ("load nowhere.pgn", "nowhere.pgn"),
        ("game 2", "no file of games is open"),
        ("resume", "no unfinished"),
        ("?X", "not a piece of this game"),
        ("help undoo", "Did you mean `undo`?"),
        ("analyze 99", "from 1 to 20"),
        ("stop", "not thinking"),
        ("moves z9", "not a square"),
        ("set Variety much", "a number from 0 to 200"),
        ("set Resign = perhaps", "`on` or `off`"),
        ("set Contempt 10", "`Contempt` is not a setting"),
        ("rules most", "expected `rules` or `rules all`"),
        ("\u{1b}[2J", "is not a move"),
    ] {
        let said = plain(&home, &[], &format!("{line}\nquit\n"));
        let fault = said.lines().find(|said| said.starts_with("Error: ")).unwrap_or(&said);
        assert!(fault.contains(answer), "{line}: {fault}");
        assert!(!said.contains('\u{1b}'), "{line}: {said:?}");
    }
    for args in [&["nonsense"][..], &["chess", "--fen", "x"], &["--pgn", "nowhere"], &["--clock", "soon"]] {
        assert_eq!(play(&home, args, "").status.code(), Some(2), "{args:?}");
    }
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
    assert!(said.contains("Game 1 of 2: A - ?, 1-0, 2 moves."), "{said}");
    assert!(said.contains("1. e4 e5 2. Nc3 "), "{said}");
    assert!(said.contains("Game 2 of 2: B - ?") && said.contains("line 7: "), "{said}");
    assert!(said.contains("Error: this is the start of the game"), "{said}");
    assert!(fs::read_to_string(home.join("out.pgn")).unwrap().contains("1. d4 d5 *"));
}

#[test]
fn positions_are_set_up_and_choices_made() {
    let home = folder("setup");
    // The word for `--side` works in the game, too.
    let said = plain(&home, &[], "side both\nfen 4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1\nfen\nquit\n");
    assert!(said.contains("4k3/8/8/8/3Q4/8/8/4K3 w"), "{said}");
    // What of a FEN is left out is said, in the game as on the command line.
    let fen = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1";
    for said in [plain(&home, &[], &format!("fen {fen}\nquit\n")), plain(&home, &["--fen", fen], "quit\n")] {
        assert!(said.contains("\nFEN, castling (`KQkq`): `Qkq`: no king and partner are where"), "{said}");
    }
    let said = plain(
        &home,
        &["--side", "both"],
        "variant cwda\narmy nutters/rookies\nchoose\nchoose white army = clobberers\nfigures unicode\nquit\n",
    );
    assert!(said.contains("cwda:nutters/rookies") && said.contains("White army"), "{said}");
    assert!(said.contains('♔') && said.contains('♚'), "{said}");
    // A side's army is chosen, the other side keeps its own.
    assert!(said.contains("cwda:clobberers/rookies"), "{said}");
    let said = plain(&home, &["--side", "both"], "set\nset variety 0\nset Resign = on\nset variety\nquit\n");
    assert!(said.contains("Tablebase Probe Limit    4") && !said.contains("GUI"), "{said}");
    assert!(said.contains("Variety is now 0.") && said.contains("Resign is now on."), "{said}");
    assert!(said.contains("Variety is 0. How many centipawns"), "{said}");
}

#[test]
fn a_person_who_names_no_armies_gets_clobberers_against_nutters() {
    let home = folder("suggested");
    for (args, lines, expected) in [
        (&["cwda"][..], "", "cwda:clobberers/nutters"),
        (&["fairy"], "", "cwda:clobberers/nutters"),
        (&["chess"], "variant cwda\n", "cwda:clobberers/nutters"),
        (&["cwda"], "choose white army = fide\n", "cwda:fide/nutters"),
        (&["cwda"], "choose black army = Remarkable Rookies\nnew\n", "cwda:clobberers/rookies"),
        (&["cwda"], "choose promotion = both\n", "cwda:clobberers/nutters;promotion=both"),
        (&["cwda:fide"], "", "(cwda)"),
        (&["cwda:nutters"], "", "cwda:nutters"),
        (&["greener"], "", "(greener)"),
        (&["cwda", "--fen", "4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1"], "", "(cwda)"),
    ] {
        let said = plain(&home, &[&["--side", "both"], args].concat(), &format!("{lines}quit\n"));
        let game = said.lines().rfind(|line| line.contains(" (")).unwrap_or_default();
        assert!(
            said.contains(&format!("({expected})")) || game.contains(expected),
            "{args:?} {lines}: {said}"
        );
    }
}

#[test]
fn pieces_answer_to_the_names_of_their_inventor() {
    let home = folder("aliases");
    let said =
        plain(&home, &["cwda", "--side", "both"], "?Fibnif\nwhere bedes\n?waffle\nrules\nrules all\nquit\n");
    for text in ["Horse (h)", "Leaping Bishop (L): a1 h1", "Elephant (E)"] {
        assert!(said.contains(text), "{text}: {said}");
    }
    let (rules, all) = said.split_once("`rules all` shows").unwrap();
    assert!(rules.contains("Leaping Bishop, Elephant, Clobberer and"), "{rules}");
    assert!(!rules.contains("Promotion") && all.contains("Promotion"), "{said}");
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

/// The full screen: the program behind a pseudo-terminal, and an emulator that reads what it draws.
#[cfg(unix)]
mod screen {
    use std::fs;
    use std::io::Read;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use pty_process::Size;
    use pty_process::blocking::{Command, open};

    use super::folder;
    use crate::common::pty::{PATIENCE, Screen, cells, fibnif, saved};
    use fibnif::rules::game::compile;
    use fibnif::rules::geometry::Color;
    use fibnif::rules::pgn::{self, san};
    use fibnif::rules::position::{MoveKind, Position};
    use fibnif::rules::variant::Catalog;

    #[test]
    fn somebody_who_starts_the_program_alone_is_told_how_to_play_and_can() {
        let home = folder("double-click");
        let mut screen = Screen::of(fibnif(&home), (30, 100));
        screen.see("To play in this window, type `play`");
        screen.see("`xboard -fcp fibnif`");
        screen.press("play chess --level many\r");
        screen.see("invalid value 'many'");
        screen.press("play chess --level 1\r");
        screen.see("White to move");
        screen.leave("\u{4}");
    }

    /// The position of the kept game, and how many moves led to it.
    fn kept(home: &Path) -> Option<(Position, usize)> {
        let text = fs::read_to_string(saved(home).first()?).ok()?;
        let game = pgn::read(&text).into_iter().next()?;
        let name = game.tag("Variant").unwrap_or("chess");
        let mut place = Position::start(compile(&Catalog::builtin().resolve(name).ok()?).ok()?);
        for m in &game.moves {
            place.make(san::read(&place, &m.text).unwrap());
        }
        Some((place, game.moves.len()))
    }

    /// Plays White's side of a whole game by typing, against the engine, until the game is over or has
    /// this number of moves; then resigns.
    fn play(variant: &str, size: (u16, u16), most: usize) {
        let home = folder(&format!("screen-{}", variant.replace([':', '/'], "-")));
        let mut screen = Screen::open(&home, &[variant, "--level", "1"], size);
        screen.see("White to move");
        let mut place = Position::start(compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap());
        let mut played = 0;
        while place.outcome().is_none() && played < most {
            let mut moves = Vec::new();
            place.legal_moves(MoveKind::All, &mut moves);
            // Captures first, so that games end sooner.
            moves.sort_by_key(|&m| (place.captured(m).is_none(), place.move_text(m)));
            let m =
                if place.captured(moves[0]).is_some() { moves[0] } else { moves[played * 7 % moves.len()] };
            screen.press(&format!("{}\r", place.move_text(m)));
            place.make(m);
            played += 1;
            let until = Instant::now() + PATIENCE;
            let home = home.clone();
            let mine = |place: &Position| place.outcome().is_some() || place.side() == Color::White;
            let (now, count) = loop {
                screen.wait("anything", |_| true);
                if let Ok(bytes) = screen.bytes.recv_timeout(Duration::from_millis(10)) {
                    screen.parser.process(&bytes);
                }
                match kept(&home) {
                    Some((now, count)) if count >= played && mine(&now) => break (now, count),
                    _ => assert!(Instant::now() < until, "no answer:\n{}", screen.text()),
                }
            };
            (place, played) = (now, count);
        }
        if place.outcome().is_none() {
            screen.press("resign yes\r");
            screen.see("White has resigned");
        } else {
            screen.wait("the end", |screen| {
                let text = screen.contents();
                ["wins", "drawn"].iter().any(|word| text.contains(word))
            });
        }
        // Every piece of the position is on the drawn board.
        let text = screen.text();
        for (kind, _) in place.pieces(Color::White) {
            assert!(text.contains(&place.game().kind(kind).sign()), "{text}");
        }
        assert!(played > 6, "{played} moves");
        screen.leave("\u{4}");
    }

    #[test]
    fn a_game_of_clobberers_and_nutters() {
        play("cwda:clobberers/nutters", (24, 80), 60);
    }

    #[test]
    fn a_game_of_narrow_chess() {
        play("narrow", (24, 80), 60);
    }

    #[test]
    fn a_game_of_greener_chess() {
        play("greener", (24, 80), 60);
    }

    #[test]
    fn a_game_of_colorboundmost_chess() {
        play("colorboundmost", (50, 160), 60);
    }

    #[test]
    fn a_refusal_longer_than_a_row_is_read_to_its_end() {
        let home = folder("screen-refusal");
        let mut screen = Screen::open(&home, &["--side", "both"], (24, 80));
        screen.see("White to move");
        screen.press("foo\r");
        screen.see("`foo` is not a move: expected squares");
        screen.see("the moves");
        screen.leave("\u{4}");
    }

    #[test]
    fn arrow_keys_and_the_mouse_move_men_and_lists_open() {
        let home = folder("screen-keys");
        let mut screen = Screen::open(&home, &["--side", "both"], (24, 80));
        screen.see("White to move");
        // The first piece is selected with an arrow key, another with the mouse: its targets are
        // marked.
        let click = |column: u16, row: u16| format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m");
        // Squares are five by two, behind three columns and a line: e2 and e4.
        screen.press(&click(3 + 4 * 5 + 3, 2 + 6 * 2));
        screen.see("•");
        screen.press(&click(3 + 4 * 5 + 3, 2 + 4 * 2));
        screen.see("1. e4");
        screen.see("Black to move");
        screen.press("\t");
        screen.see("Commands");
        // What does not fit is marked as cut, and shown as a whole for the selected line.
        screen.see("…│");
        screen.press("set");
        screen.see("lists the engine's settings, such as `Variety` or `Resign`, or changes one");
        screen.press("\u{1b}");
        screen.miss("Commands");
        screen.miss("lists the engine's");
        screen.press("?N\r");
        screen.see("moves or captures");
        screen.press("\u{1b}");
        screen.miss("moves or captures");
        screen.press("level 99\r");
        screen.see("from 1 to 14");
        screen.press("Nc6\r");
        screen.see("White to move");
        screen.press("undo\r");
        screen.see("Black to move");
        // Another size of the window, and one that is far too small. A key at the very moment of a
        // change would wait for the next key, because crossterm leaves it unread.
        for (rows, columns, seen) in
            [(50, 160, "Black to move"), (5, 20, "The board"), (24, 80, "Black to move")]
        {
            screen.parser.screen_mut().set_size(cells(rows), cells(columns));
            screen.parser.process(b"\x1b[2J");
            screen.pty.resize(Size::new(rows, columns)).unwrap();
            screen.see(seen);
        }
        screen.leave("\u{3}");
    }

    #[test]
    fn a_list_is_searched_by_typing_and_ctrl_u_clears_the_line() {
        let home = folder("screen-search");
        let mut screen = Screen::open(&home, &["--side", "both"], (30, 100));
        screen.see("White to move");
        screen.press("e2\u{15}d4\r");
        screen.see("1. d4");
        for (typed, heading, game) in [
            ("shogi", "> shogi", "Shogi  shogi"),
            ("zzz\r\u{15}knightmate", "> knightmate", "Knightmate"),
            ("narrox\u{7f}w", "> narrow", "Narrow Chess  narrow"),
            ("different arm", "> different arm", "cwda:clobberers/nutters"),
        ] {
            screen.press(&format!("\u{1b}OR{typed}"));
            screen.see(heading);
            screen.press("\r");
            screen.miss(heading);
            screen.see(game);
        }
        screen.leave("\u{4}");
    }

    #[test]
    fn thoughts_of_a_weakened_engine_are_hidden_and_promoted_pawns_are_not_lost() {
        let home = folder("screen-honest");
        let fen = "7k/P7/8/8/8/8/7p/K7 w - - 0 1";
        let args = ["--fen", fen, "--level", "2", "--clock", "move 0.1"];
        let mut screen = Screen::open(&home, &args, (30, 100));
        screen.see("White to move");
        screen.press("a8=Q\r");
        screen.see("Fibnif plays 1... ");
        assert!(!screen.text().contains("lost: P"), "{}", screen.text());
        let thought =
            |screen: &vt100::Screen| (1..30).any(|depth| screen.contents().contains(&format!("d{depth} ")));
        assert!(!thought(screen.parser.screen()), "{}", screen.text());
        screen.press("eval\r");
        screen.wait("an honest thought", thought);
        screen.leave("\u{4}");
    }

    #[test]
    fn long_help_goes_through_a_pager_on_a_terminal() {
        let home = folder("screen-pager");
        for (args, paged) in
            [(["help", "variant"], true), (["help", "match"], true), (["help", "moves"], false)]
        {
            let mut screen =
                Screen::of(fibnif(&home).args(args).env("PAGER", "sed -n s/.*/paged/p;1q"), (90, 100));
            screen.see(if paged { "paged" } else { "Usage" });
            assert!(screen.child.wait().unwrap().success());
        }
    }

    #[test]
    fn a_fence_stands_and_squares_are_dark_and_light() {
        let home = folder("screen-fence");
        let mut screen = Screen::open(&home, &["greener", "--level", "1"], (24, 80));
        screen.see("═══");
        let cell = |screen: &vt100::Screen, row, column| screen.cell(row, column).unwrap().bgcolor();
        let shown = screen.parser.screen();
        assert_ne!(cell(shown, 1, 5), cell(shown, 1, 10), "neighbors differ");
        assert_eq!(cell(shown, 1, 5), cell(shown, 1, 15));
        screen.leave("\u{4}");
    }

    #[test]
    fn an_engine_interrupted_in_its_thinking_thinks_again() {
        let home = folder("screen-interrupted");
        let mut screen =
            Screen::open(&home, &["--side", "black", "--clock", "move 99", "--level", "14"], (24, 80));
        screen.see("White to move");
        for (keys, seen) in [
            ("analyze\rstop\r", "The analysis has ended."),
            ("load nowhere\r", "nowhere"),
            ("stop\r", "Fibnif plays 1. "),
            ("e5\rback\r", "1. "),
            ("last\rstop\r", "Fibnif plays 2. "),
        ] {
            screen.press(keys);
            screen.see(seen);
        }
        screen.leave("\u{4}");
    }

    #[test]
    fn who_loses_the_terminal_ends() {
        let home = folder("screen-lost");
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(24, 80)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_fibnif"))
            .args(["play", "--side", "both"])
            .env("XDG_DATA_HOME", &home)
            .env("TERM", "xterm-256color")
            .spawn(pts)
            .unwrap();
        let (mut drawn, mut buffer) = (0, [0; 4096]);
        while drawn < 1000 {
            drawn += (&pty).read(&mut buffer).unwrap();
        }
        // Now it waits for keys.
        std::thread::sleep(Duration::from_millis(500));
        drop(pty);
        let until = Instant::now() + PATIENCE;
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > until {
                child.kill().unwrap();
                panic!("it goes on without a terminal");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    #[test]
    fn a_saved_game_is_offered_and_gone_on_with() {
        let home = folder("screen-saved");
        let mut screen = Screen::open(&home, &["narrow", "--side", "both"], (24, 80));
        screen.see("White to move");
        let start = Position::start(compile(&Catalog::builtin().resolve("narrow").unwrap()).unwrap());
        let mut moves = Vec::new();
        start.legal_moves(MoveKind::All, &mut moves);
        screen.press(&format!("{}\r", start.move_text(moves[0])));
        screen.see("Black to move");
        screen.leave("\u{4}");
        let mut screen = Screen::open(&home, &[], (24, 80));
        screen.see("There is a saved game: narrow");
        screen.press("n");
        screen.miss("There is a saved game");
        screen.see("White to move");
        screen.leave("\u{4}");
        for (answer, said) in [("n", "A new game."), ("y", "Game resumed")] {
            let mut screen = Screen::open(&home, &["--plain"], (30, 100));
            screen.see("There is a saved game (narrow, 1 move): `y` or `resume`");
            screen.press(&format!("{answer}\n"));
            screen.see(said);
            screen.leave("quit\n");
        }
        let mut screen = Screen::open(&home, &[], (24, 80));
        screen.see("There is a saved game: narrow");
        screen.press("\r");
        screen.see("Narrow Chess");
        screen.see("Black to move");
        screen.leave("\u{4}");
    }
}

/// The next line of a pipe, or its end, waits until an analysis has something to say.
#[test]
fn an_analysis_in_a_pipe_says_something_before_the_next_line() {
    let home = folder("piped-analysis");
    for lines in ["analyze 2\nquit\n", "analyze 2\n"] {
        let said = plain(&home, &["chess", "--side", "both"], lines);
        assert!(said.lines().any(|line| line.contains("  1. ")), "{said}");
    }
}

#[test]
fn the_date_of_a_game_is_the_day_where_it_is_played() {
    let home = folder("date");
    let date = |zone: &str| {
        let mut program = piped();
        program.args(["play", "--plain"]).env("XDG_DATA_HOME", &home).env("TZ", zone);
        let text = crate::common::program::tell(&mut program, "pgn\nquit\n");
        text.lines().find_map(|line| line.trim().strip_prefix("[Date ").map(str::to_string)).unwrap()
    };
    // Twenty-six hours apart.
    assert_ne!(date("<+14>-14"), date("<-12>12"));
}
