//! Faults found in use, in the rules: each was wrong once, and is tested with the program itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::common::files::Files;
use crate::common::program::{piped, until};
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Output, Stdio};

/// The result of the program with these arguments and lines on standard input.
fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, lines: &[&str]) -> Output {
    let mut child = piped().args(args).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    child.wait_with_output().unwrap()
}

/// The first output line with this beginning, for these input lines.
fn talk<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, lines: &[&str], wanted: &str) -> Option<String> {
    answers(args, lines, wanted).pop().filter(|last| last.starts_with(wanted))
}

/// The output for these lines, up to the first line that begins with `last`.
fn answers<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, lines: &[&str], last: &str) -> Vec<String> {
    until(args, &format!("{}\n", lines.join("\n")), last)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The moves `fibnif moves` prints.
fn moves(variant: &str, fen: &str) -> Vec<String> {
    let output = run(["moves", variant, "--fen", fen], &[]);
    assert!(output.status.success(), "{variant} {fen}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// The king may not castle past a square that is attacked once the king has left its own.
#[test]
fn a_castling_king_does_not_shield_itself() {
    for (variant, fen, castling) in [
        ("nearly-colorboundmost", "8/8/8/8/8/8/6P1/3kK2C w K - 0 1", "O-O"),
        ("grid", "4k3/8/8/8/8/8/8/R3Kr2 w Q - 0 1", "e1c1"),
        ("displacedgrid", "4k3/8/8/8/8/8/8/R3Kr2 w Q - 0 1", "e1c1"),
    ] {
        assert!(!moves(variant, fen).contains(&castling.to_owned()), "{variant}");
    }
    let free = moves("grid", "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1");
    assert!(!free.contains(&"e1c1".to_owned()), "in check from h1: {free:?}");
    let free = moves("grid", "4kr2/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(free.contains(&"e1c1".to_owned()), "f8 looks at f1 alone: {free:?}");
}

/// Two checks along ways that turn may be answered by one blocking piece.
#[test]
fn a_double_check_may_be_blocked_where_the_ways_meet() {
    for (variant, fen, answer, blocks) in [
        ("cwda:zebroids/fide", "8/5n2/8/6k1/8/3C4/4E3/5K2 b - - 0 1", "f7h6", false),
        ("cwda:zebroids/fide", "8/8/4n3/6k1/8/3C4/4E3/5K2 b - - 0 1", "e6f4", true),
    ] {
        let moves = moves(variant, fen);
        assert_eq!(moves.contains(&answer.to_owned()), blocks, "{variant} {fen}: {moves:?}");
    }
}

/// A mate by the first half of a turn ends the game, in positions that are loaded too.
#[test]
fn a_half_turn_that_has_mated_is_the_last() {
    for fen in [
        "Q3k3/2K5/8/3N4/8/8/8/8 w - - 1 31 d -",
        "8/8/8/8/3n4/8/2k5/q3K3 b - - 1 31 l -",
        "8/4P2B/k6B/8/8/8/7c/n3K3 b - - 0 22 l -",
    ] {
        assert_eq!(moves("colorboundmost", fen), Vec::<String>::new(), "{fen}");
    }
    for (open, why) in [
        ("4k3/2K5/8/3N4/8/8/8/Q7 w - - 1 31 d -", "the Queen gives no check yet"),
        ("8/4P2B/k6B/8/8/8/8/n3K3 b - - 0 22 l -", "the King on e1 is not attacked"),
        ("8/4P2B/k7/8/7B/8/7c/n3K3 b - - 0 22 l -", "the Bishop on h4 can step between on f2"),
    ] {
        assert!(!moves("colorboundmost", open).is_empty(), "{why}");
    }
}

/// A board of 256 squares has more squares than a byte can count.
#[test]
fn boards_of_exactly_256_squares_are_played_on() {
    let square = ["rnbqkbnr8", "pppppppp8"].map(str::to_owned);
    let long = ["rnbqkbnr", "pppppppp"].map(str::to_owned);
    let narrow = ["rk", "pp"].map(str::to_owned);
    for (name, files, ranks, [first, second]) in
        [("square", 16, 16, square), ("long", 8, 32, long), ("narrow", 2, 128, narrow)]
    {
        let empty = vec![files.to_string(); ranks - 4].join("/");
        let start =
            format!("{first}/{second}/{empty}/{}/{} w - - 0 1", second.to_uppercase(), first.to_uppercase());
        let written = format!(
            "title = \"{name}\"\nextends = \"chess\"\nstart = \"{start}\"\nrules.castling = \"none\"\n"
        );
        let folder =
            crate::common::files::Files::new(&format!("rules-256-{name}"), &[("board.toml", &written)]);
        let path = folder.0.to_string_lossy().into_owned();
        for command in [vec!["check", &path], vec!["--variants", &path, "show", "board"]] {
            let output = run(&command, &[]);
            assert!(output.status.success(), "{name} {command:?}: {}", text_of(&output));
        }
        let lines = ["xboard", "protover 2", "variant board", "sd 2", "go"];
        let said = talk(["--variants", &path], &lines, "move ");
        assert!(said.is_some(), "{name}: no move");
    }
}

fn text_of(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

/// A palace and a river: pieces that never leave a zone, and do not attack beyond it.
#[test]
fn a_zone_confines_a_man() {
    let file = r#"
title = "Palace"
start = "2eak4/9/9/9/9/9/9/9/9/4KAE2 w - - 0 1"

[zone]
palace = { squares = "d1:f3" }
home = { squares = "a1:i5" }

[pieces]
K = { name = "General", betza = "W", royal = "check", within = "palace" }
A = { name = "Advisor", betza = "F", within = "palace" }
E = { name = "Elephant", betza = "nA", within = "home" }
R = { name = "Chariot", betza = "R" }

[rules]
castling = "none"
"#;
    let folder = crate::common::files::Files::new("rules-palace", &[("palace.toml", file)]);
    let path = folder.0.to_string_lossy().into_owned();
    let moves = |fen: &str| {
        let output = run(["--variants", &path, "moves", "palace", "--fen", fen], &[]);
        assert!(output.status.success(), "{fen}: {}", text_of(&output));
        text(&output.stdout).split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(moves("4k4/9/9/9/9/9/9/5K3/9/9 w - - 0 1"), ["f3e3", "f3f2"]);
    assert_eq!(moves("4k4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1"), ["d1d2", "d1e1", "f1e2"]);
    let river = moves("4k4/9/9/9/9/2E6/9/9/9/3K5 w - - 0 1");
    assert_eq!(river, ["c5a3", "c5e3", "d1d2", "d1e1"]);
    let black = moves("3k5/9/9/9/2e6/9/9/9/9/3K5 b - - 0 1");
    assert_eq!(black, ["c6a8", "c6e8", "d10d9", "d10e10"]);
    // An Advisor beside the palace gives no check inside, and a General none outside.
    let beside = moves("4k4/9/9/9/9/9/9/4K4/3a5/9 w - - 0 1");
    assert!(beside.contains(&"e3d3".to_owned()), "{beside:?}");
    let unknown = file.replace("within = \"palace\"", "within = \"tower\"");
    let folder = crate::common::files::Files::new("rules-tower", &[("tower.toml", &unknown)]);
    let output = run(["check", &*folder.0.to_string_lossy()], &[]);
    assert!(
        !output.status.success() && text_of(&output).contains("there is no zone `tower`"),
        "{}",
        text_of(&output)
    );
}

/// A position that chess cannot have is refused with a reason.
#[test]
fn setboard_wants_the_kings_the_game_needs() {
    for (variant, fen, reason) in [
        ("normal", "8/6P1/8/8/8/8/8/4K3 w - - 0 1", "expected a royal piece for Black, found none"),
        ("normal", "4k3/8/8/8/8/8/8/8 b - - 0 1", "expected a royal piece for White, found none"),
        ("normal", "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is White's turn"),
        ("normal", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a Pawn on h8 would have promoted"),
        ("normal", "4k1k1/8/8/8/8/8/8/4K3 w - - 0 1", "expected at most 1 royal piece for Black, found 2"),
    ] {
        let output = run(["moves", variant, "--fen", fen], &[]);
        assert!(!output.status.success() && text_of(&output).contains(reason), "{fen}: {}", text_of(&output));
        let lines =
            ["xboard", "protover 2", &format!("variant {variant}"), &format!("setboard {fen}"), "ping 1"];
        let said = talk::<&str>([], &lines, "tellusererror").unwrap();
        assert!(said.starts_with("tellusererror Illegal position"), "{fen}: {said}");
    }
    // If there are no royal pieces, or half of the board is examined alone, a missing king is accepted.
    assert!(!moves("antichess", "8/6P1/8/8/8/8/p7/8 w - - 0 1").is_empty());
    assert!(!moves("colorboundmost", "8/8/8/8/8/3P4/8/3k4 w - - 0 1 l -").is_empty());
}

/// A promotion without a letter, or to `q` where no piece has that letter, is one to the best piece.
#[test]
fn the_strongest_promotion_is_the_most_valuable() {
    let file = r#"
title = "Strong"
extends = "chess"
start = "rnbskbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBSKBNR w KQkq - 0 1"
[pieces]
P = { promotes = ["N", "B", "R", "S"] }
S = { name = "Amazon", betza = "QN" }
"#;
    let folder = crate::common::files::Files::new("rules-strong", &[("strong.toml", file)]);
    let path = folder.0.to_string_lossy().into_owned();
    for typed in ["a7a8", "a7a8q", "a7a8s", "a7a8+"] {
        let usermove = format!("usermove {typed}");
        let setboard = "setboard 7k/P7/7K/8/8/8/8/8 w - - 0 1";
        let lines = ["xboard", "protover 2", "variant strong", "force", setboard, &usermove, "go", "ping 1"];
        // Every piece it may become mates but the Knight, which comes first.
        let said = answers(["--variants", &path], &lines, "1-0").pop().unwrap();
        assert_eq!(said, "1-0 {White mates}", "{typed}");
    }
}

/// On a board of ten ranks GUIs count from 0 and people from 1: both are understood.
#[test]
fn ten_ranks_are_counted_from_0_and_from_1() {
    for typed in ["e2e4", "e3e5"] {
        let usermove = format!("usermove {typed}");
        let lines = ["xboard", "protover 2", "variant grand", "force", &usermove, "ping 1"];
        let said = answers::<&str>([], &lines, "pong 1");
        assert!(!said.iter().any(|line| line.contains("Illegal")), "{typed}: {said:?}");
    }
}

/// The output of a command on a variant file.
fn on_file(text: &str, command: &[&str]) -> (String, String) {
    let files = Files::new("mine", &[("mine.toml", text)]);
    let path = files.0.join("mine.toml");
    let output = run(
        [OsStr::new("--variants"), path.as_os_str()].into_iter().chain(command.iter().map(OsStr::new)),
        &[],
    );
    (self::text(&output.stdout), self::text(&output.stderr))
}

/// The castling rights of the starting position are those of its FEN: none where it says `-`.
#[test]
fn the_start_gives_the_castling_rights_it_names() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (base, start, fields, count) in [
        ("chess", format!("{rooks} w - - 0 1"), "w - - 0 1", 24),
        ("chess", rooks.to_owned(), "w - - 0 1", 24),
        ("chess", format!("{rooks} w Kq - 0 1"), "w Kq - 0 1", 25),
        ("chess", format!("{rooks} w KQkq - 7 9"), "w KQkq - 7 9", 26),
        ("chess", format!("{rooks} b Q - 0 3"), "b Q - 0 3", 24),
        ("3check", format!("{rooks} w K - 1+3 0 1"), "w K - 1+3 0 1", 25),
        ("nocastle", format!("{rooks} w - - 0 1'\npieces.K.betza = 'KisO2"), "w - - 0 1", 24),
        ("nocastle", format!("{rooks} w Q - 0 1'\npieces.K.betza = 'KisO2"), "w Q - 0 1", 25),
    ] {
        let file = format!("extends = '{base}'\nstart = '{start}'\n");
        let (fen, _) = on_file(&file, &["referee", "mine"]);
        assert!(fen.contains(&format!(" {fields}\"")), "{base} {start}: {fen}");
        let (nodes, _) = on_file(&file, &["perft", "mine", "1"]);
        assert!(nodes.contains(&format!("nodes {count}\n")), "{base} {start}: {nodes}");
    }
    // First moves are not castling: every piece of the start has its own, or those have it that are named.
    for (rights, told) in [("-", "DEde"), ("De", "De")] {
        let start = format!("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w {rights} 0 0 1");
        let (fen, _) = on_file(&format!("extends = 'cambodian'\nstart = '{start}'\n"), &["referee", "mine"]);
        assert!(fen.contains(&format!(" w {told} 0 0 1")), "{rights}: {fen}");
    }
}

/// Where each side starts with piece types that the other lacks, pawns promote to those of their own side.
/// A side that has lost pieces may get them back.
#[test]
fn own_pieces_are_not_those_of_the_enemy() {
    let file =
        |start: &str| format!("extends = 'chess'\nstart = '{start} w - - 0 1'\npieces.C.betza = 'RN'\n");
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (start, white, black) in [
        ("rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR", "cnr", "bqr"),
        ("rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNN1KNNR", "cnr", "bcqr"),
        (chess, "bcnqr", "bcnqr"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR", "bcnqr", "bcnqr"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3", "bcnqr", "bcnqr"),
    ] {
        for (side, from, letters) in [("w", "a7a8", white), ("b", "a2a1", black)] {
            let fen = format!("4k3/P7/8/8/8/8/p7/4K3 {side} - - 0 1");
            let (moves, errors) = on_file(&file(start), &["moves", "mine", "--fen", &fen]);
            let mut found: Vec<&str> = moves.lines().filter_map(|text| text.strip_prefix(from)).collect();
            found.sort_unstable();
            assert_eq!(found.concat(), letters, "{start} {side}: {errors}");
        }
    }
}

/// More checks than fit into four bits are told apart, so a perpetual check is no repetition.
#[test]
fn many_checks_are_counted_without_end() {
    let files = Files::new("checks", &[("mine.toml", "extends = '3check'\nrules.ends.checks = 255\n")]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("mine").unwrap()).unwrap();
    let fen = "6k1/8/8/8/8/8/8/K2Q4 w - - 255+255 0 1";
    let mut position = fibnif::rules::position::Position::from_fen(game, fen).unwrap();
    let mut keys = std::collections::BTreeSet::new();
    for text in
        ["d1d8", "g8h7"].into_iter().chain(["d8d3", "h7g8", "d3d8", "g8h7"].into_iter().cycle().take(480))
    {
        position.make(position.parse_move(text).unwrap());
        assert!(keys.insert(position.key()), "{}", position.fen());
        assert_eq!(position.counters().repetitions(), 0, "{}", position.fen());
    }
    assert!(position.fen().contains(" 14+255 "), "{}", position.fen());
}

/// A move that captures more pieces than a position can take back is refused, and one of nine is made.
#[test]
fn a_move_captures_up_to_nine_pieces() {
    let fen = format!("k3/4/{}/3R/3K w - - 0 1", ["3p"; 10].join("/"));
    let file = |captures: usize| {
        let betza = format!("fc{}W", "afc".repeat(captures - 1));
        format!(
            "extends = 'chess'\nrules.castling = 'none'\nstart = '{fen}'\npieces.P.promotes = ['R']\n\
             pieces.R = {{ name = 'Reaper', betza = '{betza}' }}\n"
        )
    };
    let (moves, errors) = on_file(&file(9), &["moves", "mine", "--fen", &fen]);
    assert!(moves.contains("d10d11"), "{moves}{errors}");
    let (_, errors) = on_file(&file(10), &["moves", "mine", "--fen", &fen]);
    assert!(errors.contains("the Reaper of White (`"), "{errors}");
    assert!(errors.contains("a move captures at most nine pieces"), "{errors}");
}

/// A pawn may pass others by a move by which it could promote: as long as it does not, it is captured en
/// passant.
#[test]
fn a_pawn_that_does_not_promote_by_its_double_step_is_captured_en_passant() {
    let file =
        "extends = 'chess'\npieces.P.promotes = { to = ['Q'], squares = 'a8:h8', optional = 'a3:h7' }\n";
    let fen = "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let files = Files::new("rules-passing", &[("mine.toml", file)]);
    let path = files.0.to_string_lossy().into_owned();
    for (step, refused) in [("d2d4", false), ("d2d4q", true)] {
        let setboard = format!("setboard {fen}");
        let lines = ["xboard", "protover 2", "variant mine", "force", &setboard, step, "e4d3", "ping 1"];
        let said = answers(["--variants", &path], &lines, "pong 1");
        let illegal = said.iter().any(|line| line.starts_with("Illegal move: e4d3"));
        assert_eq!(illegal, refused, "{step}: {said:?}");
        assert!(!said.iter().any(|line| line.contains(&format!("Illegal move: {step}"))), "{step}: {said:?}");
    }
}

/// The castling field of a file names the files of the rooks, as Chess960 writes it.
#[test]
fn rights_by_files_are_those_of_the_pieces_there() {
    for (start, fen, king) in [
        ("rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w AHah - 0 1", "RK5R w KQ - 0 1", "b1"),
        ("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w BGbg - 0 1", "1RK3R1 w KQ - 0 1", "c1"),
    ] {
        let file = format!("extends = 'chess'\nstart = '{start}'\n");
        let fen = format!("4k3/8/8/8/8/8/8/{fen}");
        let (moves, errors) = on_file(&file, &["moves", "mine", "--fen", &fen]);
        for to in ["c1", "g1"] {
            assert!(moves.lines().any(|line| line == format!("{king}{to}")), "{start}: {moves}{errors}");
        }
    }
}

/// A move that is made only out of check has the effects that every move of its piece has: here it decides
/// which of two kings counts.
#[test]
fn a_king_that_jumps_out_of_check_counts_by_its_new_place() {
    let file = "extends = \"twokings\"\npieces.K = { betza = \"K\", unchecked = \"mA\" }\n";
    let folder = Files::new("rules-leading", &[("jumping.toml", file)]);
    let file = folder.0.join("jumping.toml");
    let game = [OsStr::new("--variants"), file.as_os_str(), OsStr::new("referee"), OsStr::new("jumping")];
    let played = run(game, &["fen k6r/8/8/8/8/8/8/4KK2 w - - 0 1", "f1d3", "h8d8"]);
    let played = last_state(&played);
    let loaded = run(game, &[&format!("fen {}", played["fen"].as_str().unwrap())]);
    assert_eq!(played["check"], true, "{played}");
    assert_eq!(legal(&last_state(&loaded)), legal(&played));
}

/// The legal moves of a state, sorted.
fn legal(state: &serde_json::Value) -> Vec<&str> {
    let moves = state["legal"].as_array().unwrap().iter();
    let mut moves: Vec<&str> = moves.map(|text| text.as_str().unwrap()).collect();
    moves.sort_unstable();
    moves
}

/// What `fibnif referee` answered last.
fn last_state(output: &Output) -> serde_json::Value {
    serde_json::from_str(text(&output.stdout).lines().last().unwrap()).unwrap()
}

/// A side that must lose the game with its own next move loses in one move, not in none.
#[test]
fn a_move_that_loses_at_once_is_counted() {
    let rules = "rules = { capture = \"forced\", ends.lost = { pieces = \"Q\", result = \"wins\" } }";
    let folder = Files::new("rules-loses", &[("away.toml", &format!("extends = \"chess\"\n{rules}\n"))]);
    let file = folder.0.join("away.toml").display().to_string();
    let place = "position fen q6k/8/8/8/8/8/8/R5QK w - - 0 1";
    let lines = ["uci", "setoption name UCI_Variant value away", place, "go depth 4"];
    let said = answers(["--variants", &file], &lines, "bestmove");
    assert!(said.last().unwrap().starts_with("bestmove a1a8"), "{said:?}");
    assert!(said[said.len() - 2].contains("score mate -1 "), "{said:?}");
}
