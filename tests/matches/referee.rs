//! The referee for scripts: moves in, JSON out; games of files replayed, with their faults.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::common::data;
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
fn the_end_of_a_game_is_reported_once() {
    let answers = ask(&["chess"], b"f3\ne5\ng4\nQh4\na3\n");
    assert_eq!(answers[4]["san"], "Qh4#");
    assert_eq!(
        (&answers[4]["result"], &answers[4]["reason"]),
        (&Value::from("0-1"), &Value::from("checkmate"))
    );
    assert_eq!(answers[4]["white_points"], 0.0);
    assert_eq!(answers[5]["error"], "the game is over: checkmate, Black has won");
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
    (b"1. e4 0.5-0.5\n\n1. e4 1-0.", &["1 1/2-1/2", "1 1-0"]),
    // Text that looks like a tag, and promotions in old signs.
    (b"1. e4 {so\n\n[Event \"x\"] is quoted} e5 *\n\n1. d4 *", &["2 *", "1 *"]),
    (
        b"[FEN \"1n5k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. axb8(Q)+ Kg7 *\n\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 \
          1\"]\n\n1. a8/R+ (1. a8(Q)+) Kg7 *",
        &["2 *", "2 *"],
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

/// A move as squares and in SAN, or the error.
type Reading = Result<(&'static str, &'static str), &'static str>;

/// Texts in positions, read and written: a variant, a FEN, a text, and the move with its text, or the error.
const READ: &[(&str, &str, &str, Reading)] = &[
    // A text without `@` is a move on the board, and drops do not make it longer.
    ("crazyhouse", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 2", "a3", Ok(("a2a3", "a3"))),
    (
        "crazyhouse",
        "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 2",
        "@a3",
        Ok(("P@a3", "P@a3")),
    ),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1", "Nf3", Ok(("g1f3", "Nf3"))),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1", "N@f6+", Ok(("N@f6", "N@f6+"))),
    ("crazyhouse", "4k3/8/8/8/8/8/8/1N2K1N1[N] w - - 0 1", "Nd2", Ok(("b1d2", "Nd2"))),
    ("crazyhouse", "4k3/8/8/8/8/1N6/8/4K1N~1[N] w - - 0 1", "Nf3", Ok(("g1f3", "Nf3"))),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Nf3", Err("a drop is written `N@f3`")),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "e4", Err("a drop is written `P@e4`")),
    ("loop", "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1", "Nf3", Ok(("g1f3", "Nf3"))),
    ("chessgi", "4k3/8/8/8/8/8/4P3/4K3[P] w - - 0 1", "e3", Ok(("e2e3", "e3"))),
    ("pocketknight", "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1", "Nf3", Ok(("g1f3", "Nf3"))),
    ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w - - 0 1", "Pe4", Ok(("e3e4", "Pe4"))),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K1G2[G] w - - 0 1", "Gf2", Ok(("g1f2", "Gf2"))),
    // cutechess writes the check of a castling move before the piece that enters.
    ("seirawan", "5k2/8/8/8/8/8/8/4K2R[HE] w K - 0 1", "O-O+/He1", Ok(("e1g1h", "O-O/He1+"))),
    // The king's move to the square where it would castle is a king move.
    ("fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "Kg1", Ok(("f1g1", "Kg1"))),
    ("fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "Kxh1", Err("castling is written `O-O`")),
    ("fischerandom", "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "Kc1", Err("castling is written `O-O-O`")),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", Err("castling is written `O-O`")),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Ke1g1", Err("castling is written `O-O`")),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Ok(("e1g1", "O-O"))),
];

#[test]
fn drops_and_castling_are_read_as_they_are_written() {
    for (variant, fen, text, expected) in READ {
        let answers = ask(&[variant], format!("fen {fen}\n{text}\n").as_bytes());
        let answer = &answers[2];
        match expected {
            Ok((m, san)) => assert_eq!(
                (&answer["move"], &answer["san"]),
                (&Value::from(*m), &Value::from(*san)),
                "{text} in {fen}: {answer}"
            ),
            Err(part) => assert!(
                answer["error"].as_str().unwrap_or_default().contains(part),
                "{text} in {fen}: {answer}"
            ),
        }
    }
}

/// A random game of Crazyhouse as python-chess 1.11 writes it.
const CRAZYHOUSE: &str = "[Event \"?\"]\n[Result \"0-1\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 Nh6 2. g3 e6 3. Ba6 Nxa6 4. c3 B@d3 \
    5. a4 Bxe4 6. c4 Ba3 7. Nxa3 @d5 8. B@e2 Bd3 9. Bxd3 O-O 10. Nb5 dxc4 11. Bxc4 @d6 12. Nh3 Kh8 13. @g4 Nxg4 \
    14. B@e5 Qf6 15. O-O @b6 16. Be2 Qxf2+ 17. Rxf2 @f4 18. Q@e1 Nxf2 19. Bxf4 R@g5 20. Be3 Nxh3+ 21. Kh1 N@c2 \
    22. @f6 Nxe1 23. fxg7+ Kg8 24. gxf8=N h6 25. R@b4 Q@h7 26. Ra2 Nxb4 27. Bh5 R@f5 28. Bf4 Rxf4 29. @d3 B@h4 \
    30. Nxd6 Nexd3 31. @c5 @f5 32. gxh4 Rg7 33. B@a6 Nxa6 34. Nxc8 B@g2# 0-1\n";

#[test]
fn a_game_with_drops_of_another_program_is_replayed() {
    let (fine, games, _) = replay("crazyhouse.pgn", CRAZYHOUSE, &[]);
    assert!(fine, "{games:?}");
    assert_eq!((&games[0]["plies"], &games[0]["reason"]), (&Value::from(68), &Value::from("checkmate")));
}

/// FENs as others write them: a variant, a FEN, its fields behind the pieces as they are read, and how many
/// notes are given about what is left out. Checked with python-chess 1.11 where it plays the variant.
const FENS: &[(&str, &str, &str, usize)] = &[
    ("chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "w K - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K e6 0 1", "w K - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1", "w - - 0 1", 2),
    ("chess", "8/4k3/8/8/8/8/4K3/R6R w KQ - 0 1", "w - - 0 1", 1),
    ("fischerandom", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "w K - 0 1", 1),
    ("nocastle", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "w - - 0 1", 1),
    // Rights that only Chess960 can have.
    ("chess", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", "w KQkq - 0 1", 0),
    ("chess", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "w K - 0 1", 0),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "w KQkq - 0 1", 0),
    ("crazyhouse", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q[] w EAea - 0 1", "w KQkq - 0 1", 0),
    // Lichess writes the checks that were given at the end.
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+0", "w - - 1+3 0 1", 0),
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "w - - 1+3 0 1", 0),
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - +0+1 0 1", "w - - 3+2 0 1", 0),
];

#[test]
fn impossible_rights_and_squares_are_left_out_with_a_note() {
    for (variant, fen, read, notes) in FENS {
        let answers = ask(&[variant], format!("fen {fen}\n").as_bytes());
        let fields = answers[1]["fen"].as_str().and_then(|fen| fen.split_once(' ')).map(|(_, fields)| fields);
        assert_eq!(fields, Some(*read), "{variant} {fen}: {}", answers[1]);
        assert_eq!(answers[1]["notes"].as_array().map_or(0, Vec::len), *notes, "{fen}: {}", answers[1]);
    }
    for fen in ["4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "4k3/8/8/8/8/8/8/4K2R w K e9 0 1", "8/8 w - - 0 1"] {
        assert_eq!(ask(&["chess"], format!("fen {fen}\n").as_bytes())[1]["ok"], false, "{fen}");
    }
}

/// Variant tags of lichess, chess.com, pychess and other programs, and the variants they mean.
const TAGS: &[(&str, &str)] = &[
    ("", "chess"),
    ("?", "chess"),
    ("Standard", "chess"),
    ("From Position", "chess"),
    ("Chess960", "fischerandom"),
    ("Chess 9LX", "fischerandom"),
    ("KOTH", "kingofthehill"),
    ("Makruk (Thai Chess)", "makruk"),
    ("No Castling", "nocastle"),
    ("Anti chess", "antichess"),
    ("Chess 960", "fischerandom"),
    ("Fischerandom", "fischerandom"),
    ("Fischer Random", "fischerandom"),
    ("Fischer Random Chess", "fischerandom"),
    ("Freestyle", "fischerandom"),
    ("Freestyle Chess", "fischerandom"),
    ("Crazyhouse", "crazyhouse"),
    ("Three-check", "3check"),
    ("3-Check", "3check"),
    ("3 Check", "3check"),
    ("King of the Hill", "kingofthehill"),
    ("Antichess", "antichess"),
    ("Racing Kings", "racingkings"),
    ("RacingKings", "racingkings"),
    ("Horde", "horde"),
    ("Atomic", "atomic"),
    ("S-Chess", "seirawan"),
    ("Seirawan Chess", "seirawan"),
    ("Makruk", "makruk"),
    ("Ouk", "cambodian"),
    ("Capablanca", "capablanca"),
    ("Caparandom", "caparandom"),
    ("Grand Chess", "grand"),
    ("Hoppel-Poppel", "hoppelpoppel"),
    ("CWDA", "cwda"),
    ("Chess with Different Armies", "cwda"),
    ("CwDA-Clobberers-Nutters", "cwda:clobberers/nutters"),
];

#[test]
fn variant_tags_of_other_programs_are_understood() {
    let pgn: String = TAGS.iter().flat_map(|(tag, _)| ["[Variant \"", tag, "\"]\n\n*\n\n"]).collect();
    let (fine, games, _) = replay("tags.pgn", &pgn, &[]);
    assert!(fine && games.len() == TAGS.len(), "{games:?}");
    for ((tag, id), game) in TAGS.iter().zip(&games) {
        assert_eq!(game["variant"], *id, "{tag}");
    }
}

#[test]
fn a_position_of_chess960_needs_no_variant_tag() {
    let pgn = "[FEN \"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n";
    let (fine, games, _) = replay("chess960.pgn", pgn, &[]);
    assert!(fine, "{games:?}");
    assert_eq!(games[0]["fen"], "2krr2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R4RKQ w - - 2 2");
}

/// Games as pychess, cutechess, XBoard and people of other languages write them: tags, FEN, moves, and the
/// pieces in the end.
const FOREIGN: &[(&str, &str, &str, &str)] = &[
    // A promoted piece of Shogi is named after the piece that it moves like, and `+` is check.
    ("Shogi", "4k4/9/9/P8/9/9/9/9/4K4[-] w - - 0 1", "1. Pa7=G Kd8 2. Ga8 Kd7", "9/+P8/3k5/9/9/9/9/9/4K4[]"),
    (
        "Shogi",
        "9/1k7/9/1B2R4/9/9/9/9/4K4[-] w - - 0 1",
        "1. Re8+ Ka9 2. Ba5 Kb9 3. Re9=D+ Kb8 4. De8+",
        "9/1k2+R4/9/9/B8/9/9/9/4K4[]",
    ),
    ("Minishogi", "4k/5/5/R1B2/K4[-] w - - 0 1", "1. Ra5=D Kd4 2. Be4", "+R4/3kB/5/5/K4[]"),
    ("Judkins", "k5/6/3B2/6/6/K5[-] w - - 0 1", "1. Be5=H Kb6 2. He4", "1k4/6/4+B1/6/6/K5[]"),
    ("EuroShogi", "k7/8/8/3R4/8/8/8/K7[-] w - - 0 1", "1. Rd8=D+ Ka7 2. De7+", "8/k3+R3/8/8/8/8/8/K7[]"),
    // Without a promotion written by a letter, `+` is one.
    ("Shogi", "4k4/9/9/P8/9/9/9/9/4K4[-] w - - 0 1", "1. Pa7+ Kd8 2. +Pa8", "9/+P2k5/9/9/9/9/9/9/4K4[]"),
    ("Xiangqi", "", "1. Hc3 Hg8 2. Ece3", "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1B2C1/9/R2AKABNR"),
    (
        "Xiangqi",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
        "1. c2=5 h8+7 2. H2+3 R9=8",
        "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R",
    ),
    (
        "Xiangqi",
        "5k3/9/9/9/4C4/4C4/9/9/9/3K5 w - - 0 1",
        "1. +C=1 K6+1 2. C5-3",
        "9/5k3/9/9/8C/9/9/9/4C4/3K5",
    ),
    ("Janus", "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", "1. Kb1 Ki8", "r6rk1/10/10/10/10/10/10/1KR6R"),
    // In cutechess a king's move may be castling.
    (
        "knightmate",
        "r1b1kbmr/pmp2ppp/1p1p1q2/4p3/2B1P3/1P6/P1PPMPPP/RMBQK2R w KQkq - 0 1",
        "1. Kg1 Be6 2. Bxe6 Qxe6 3. Re1 O-O-O",
        "2kr1bmr/pmp2ppp/1p1pq3/4p3/4P3/1P6/P1PPMPPP/RMBQR1K1",
    ),
    ("Modern", "4k4/9/9/9/9/9/9/9/R3K3R w KQ - 0 1", "1. O-Q-O", "4k4/9/9/9/9/9/9/9/R4RK2"),
    ("Modern", "4k4/9/9/9/9/9/9/9/R3K3R w KQ - 0 1", "1. O-M-O+", "4k4/9/9/9/9/9/9/9/2KR4R"),
    (
        "Crazyhouse960",
        "1qnrkbrn/8/8/8/8/8/8/1QNRKBRN[P] w KQkq - 0 1",
        "1. P@a3 Ke7",
        "1qnr1brn/4k3/8/8/8/P7/8/1QNRKBRN[]",
    ),
    ("Atomic960", "", "1. Nf3 f6", "rnbqkbnr/ppppp1pp/5p2/8/8/5N2/PPPPPPPP/RNBQKB1R"),
    ("Makruk", "4k3/8/8/3M~4/8/8/8/4K3 w - - 0 1", "1. Mc6", "4k3/8/2M5/8/8/8/8/4K3"),
    ("Chess", "", "1. e4 e5 2. ♘f3 ♞c6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"),
    ("Chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1. a8=♕ Kg7 2. ♛a7+", "8/Q5k1/8/8/8/8/8/K7"),
    (
        "Chess",
        "",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4 4. O-O=",
        "r1b1kbnr/pppp1ppp/2n5/1B2p3/4P2q/5N2/PPPP1PPP/RNBQ1RK1",
    ),
    ("Chess", "", "1. e4 e5 2. Cf3 Cc6 3. Fb5 Re7", "r1bq1bnr/ppppkppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R"),
    ("Chess", "", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Крe7", "r1bq1bnr/ppppkppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R"),
];

#[test]
fn games_are_read_as_other_programs_and_languages_write_them() {
    for (variant, fen, moves, end) in FOREIGN {
        let setup = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]\n") };
        let pgn = format!("[Variant \"{variant}\"]\n{setup}\n{moves} *\n");
        let (fine, games, said) = replay("foreign.pgn", &pgn, &[]);
        assert!(fine, "{pgn}{said}");
        assert_eq!(games[0]["fen"].as_str().unwrap().split(' ').next(), Some(*end), "{pgn}");
    }
    // A game that is in English has no letters of other languages: its rook cannot move like a king.
    assert!(!replay("english.pgn", "1. e4 e5 2. Re2 *\n", &[]).0);
    assert!(!replay("odd.pgn", "1. e4 e5 2. Xf3 *\n", &[]).0);
}

/// Where the nearer rook is on the a-file, programs disagree about what `O-O` is: it is written as the king's
/// move, and read as the program means it that wrote the file.
#[test]
fn castling_in_janus_is_written_as_a_move_and_read_by_its_program() {
    let fen = "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1";
    let san = ask(&["janus"], format!("fen {fen}\n").as_bytes())[1]["legal_san"].to_string();
    assert!(san.contains("\"Kb1\"") && san.contains("\"Ki1\"") && !san.contains("O-O"), "{san}");
    for (event, rank, toward) in
        [("PyChess casual game", "R6RK1", "last file"), ("Computer Chess Game", "1KR6R", "nearer rook")]
    {
        let pgn = format!("[Event \"{event}\"]\n[Variant \"janus\"]\n[FEN \"{fen}\"]\n\n1. O-O *\n");
        let (fine, games, said) = replay("janus.pgn", &pgn, &[]);
        assert!(fine, "{said}");
        let end = games[0]["fen"].to_string();
        assert!(end.contains(&format!("/{rank} b")), "{event}: {end}");
        assert!(games[0]["notes"].to_string().contains(toward), "{event}: {}", games[0]);
    }
}

/// XBoard writes its own squares, letters and castling, and shows pieces as they were.
#[test]
fn games_that_xboard_has_saved_are_read() {
    let (fine, games, said) = replay("xboard.pgn", fs::read(data("match/xboard.pgn")).unwrap(), &[]);
    assert!(fine && said.is_empty() && games.len() == 18, "{said}");
    for (game, fen) in [
        (7, "k5Q3/2b4L2/p2n5p/2l2r4/10/3RR5/2NM1+b4/PP4NPPP/8M1/8K1 b"),
        (8, "1k8/p1p3p2p/2pnp2p2/7N2/3P6/10/PP1P2PPPP/5r1K1R w"),
        (9, "3qk2r/3r1pr1/4nb2/1QB5/8/2kN2Rb/3Rr2P/B2Q2KR b"),
    ] {
        assert!(games[game]["fen"].as_str().unwrap().starts_with(fen), "{}", games[game]);
    }
    assert_eq!(games[12]["plies"], 8);
    // A king's double step that it takes for castling; castling by another name; the armies of `fairy`.
    assert_eq!(games[13]["plies"], 27);
    assert_eq!(games[15]["variant"], "cwda:clobberers/nutters");
}
