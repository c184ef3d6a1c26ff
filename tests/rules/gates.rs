//! Pieces in hand that enter where another leaves: S-Chess, and gates in a user's files.

use crate::common::files::Files;
use crate::common::{after, game, legal, moves_from, position, set};
use fibnif::rules::game::compile;
use fibnif::rules::pgn::san;
use fibnif::rules::position::{Position, Setup, perft};

fn start() -> Position {
    Position::start(game("seirawan"))
}

#[test]
fn a_piece_enters_where_another_leaves_for_the_first_time() {
    let moved = after(start(), "b1c3h g8f6 c3b5");
    assert_eq!(
        moved.fen(),
        "rnbqkb1r/pppppppp/5n2/1N6/8/8/PPPPPPPP/RHBQKBNR[Eeh] b KQkqCDFGbcdf - 2 2".replace("[Eeh]", "[Ehe]"),
        "the knight on g8 has left nothing behind, and the Hawk is no gate"
    );
    assert_eq!(moves_from(&moved, "f6").iter().filter(|text| text.len() > 2).count(), 0);
    // The last piece in hand closes the gates, so that equal positions have equal keys.
    let emptied = after(moved, "h7h6 g1f3e");
    assert!(emptied.fen().contains("[he] b KQkqbcdf "), "{}", emptied.fen());
}

#[test]
fn castling_opens_two_gates() {
    let castled = position("seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1");
    let entries: Vec<String> = legal(&castled)
        .into_iter()
        .filter(|m| m.is_castling(castled.game()))
        .map(|m| format!("{} {}", castled.move_text(m), san::write(&castled, m)))
        .collect();
    for both in [
        "e1g1 O-O",
        "e1g1h O-O/He1",
        "h1e1h O-O/Hh1",
        "e1g1e O-O/Ee1",
        "h1e1e O-O/Eh1",
        "e1c1 O-O-O",
        "e1c1h O-O-O/He1",
        "a1e1h O-O-O/Ha1",
        "e1c1e O-O-O/Ee1",
        "a1e1e O-O-O/Ea1",
    ] {
        assert!(entries.iter().any(|entry| entry == both), "{both}: {entries:?}");
        let (text, written) = both.split_once(' ').unwrap();
        assert_eq!(castled.parse_move(text).ok(), san::read(&castled, written).ok(), "{both}");
    }
    assert_eq!(entries.len(), 10, "{entries:?}");
    // XBoard also castles by the rook's move, and other programs by the king capturing the rook.
    let meant = |text: &str| castled.parse_move(text).map(|m| castled.move_text(m));
    for (text, means) in
        [("h1e1", "e1g1"), ("e1h1", "e1g1"), ("e1h1e", "e1g1e"), ("O-O", "e1g1"), ("a1e1h", "a1e1h")]
    {
        assert_eq!(meant(text).as_deref(), Ok(means), "{text}");
    }
    let rook = after(castled, "h1e1h");
    assert_eq!(rook.fen(), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH[Ehe] b kqA - 0 1");
}

#[test]
fn the_move_must_be_legal_without_the_piece_that_enters() {
    // The bishop is pinned: a Hawk in its place would block the rook.
    let pinned = position("seirawan", "4k3/8/8/8/8/8/8/4KB1r[HE] w EF - 0 1");
    assert_eq!(moves_from(&pinned, "f1"), set([]));
    let checked = position("seirawan", "4r1k1/8/8/8/8/8/8/3QK3[HE] w ED - 0 1");
    assert_eq!(moves_from(&checked, "d1"), set(["e2", "e2h", "e2e"]));
    assert!(moves_from(&checked, "e1").contains("d2h"));
    let check = after(checked, "e1d2h g8g7");
    assert!(!check.in_check());
}

#[test]
fn whatever_opens_a_gate_keeps_its_place_in_a_fen() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkqBCDFGbcdfg - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r3k3/8/8/8/8/8/8/4K2R[H] w Kq - 0 1",
    ] {
        assert_eq!(position("seirawan", fen).fen(), fen);
    }
    // In any order, as other programs write it.
    let turned = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[eHhE] w BCDFGbcdfgKQkq - 0 1";
    assert_eq!(position("seirawan", turned).fen(), start().fen());
    // A king and a rook that have not moved can castle.
    let by_file = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w kqABCDEFGHbcdfg - 0 1";
    assert_eq!(position("seirawan", by_file).fen(), start().fen());
    let gone = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w BCDFGbcdfgKQkq - 0 1";
    assert!(position("seirawan", gone).fen().contains("[] w KQkq -"));
}

#[test]
fn moves_are_written_with_what_enters_behind_a_slash() {
    let start = start();
    for (text, written) in [("b1c3h", "Nc3/H"), ("b1c3", "Nc3"), ("g1f3e", "Nf3/E")] {
        let m = start.parse_move(text).unwrap();
        assert_eq!(san::write(&start, m), written);
        assert_eq!(san::read(&start, written), Ok(m));
        assert_eq!(san::read_typed(&start, &written.to_uppercase()), Ok(m));
    }
}

#[test]
fn a_file_says_where_pieces_enter() {
    let files = Files::new(
        "gates",
        &[(
            "keepers.toml",
            "title = \"Keepers\"\nextends = \"chess\"\n[pieces]\nM = \
             { name = \"Marshal\", betza = \"RN\", drops = \"b1 g1\" }\n\
         [hands]\ncaptured = \"nobody\"\nstock = { white = \"MM\" }\ndrops = \"gates\"\n",
        )],
    );
    let catalog = files.catalog();
    let keepers = Position::start(compile(&catalog.resolve("keepers").unwrap()).unwrap());
    assert!(keepers.fen().contains("[MM] w KQkqBG "), "{}", keepers.fen());
    assert_eq!(keepers.moves().len(), 24);
    let later = after(keepers, "g1f3m e7e5");
    assert_eq!(later.moves().iter().filter(|m| m.entering(later.game()).is_some()).count(), 2);
}

#[test]
fn each_gate_is_a_right() {
    let files = Files::new(
        "gates-everywhere",
        &[(
            "everywhere.toml",
            "title = \"Everywhere\"\nextends = \"chess\"\n[pieces]\nM = \
             { name = \"Marshal\", betza = \"RN\" }\n\
         [hands]\ncaptured = \"nobody\"\nstock = \"M\"\ndrops = \"gates\"\n",
        )],
    );
    let catalog = files.catalog();
    let error = compile(&catalog.resolve("everywhere").unwrap()).unwrap_err().to_string();
    assert!(error.contains("castling and first-move rights"), "{error}");
}

/// A FEN says where kings, rooks and gates are: the letter of a file is an unmoved piece, and a right to
/// castle if that of the king is there, too, or nothing is in hand. The numbers are those of Fairy-Stockfish.
#[test]
fn shuffled_pieces_castle_and_let_others_in() {
    for (fen, depth, count) in [
        ("qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN[HEhe] w ABCDEFGHabcdefgh - 0 1", 3, 21_170),
        ("nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN[HEhe] w KQACDFHkqacdfh - 0 1", 3, 14_008),
        ("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1[HEhe] w KQkq - 0 1", 3, 58_130),
        ("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1[] w BGae - 0 1", 3, 13_518),
        ("rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R[HEhe] w HEhe - 0 1", 3, 29_636),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w HFhf - 0 1", 3, 9_658),
        ("5k1r/8/8/8/8/8/8/R4K1R[HEhe] w HFhf - 0 1", 2, 1_626),
        ("r4k1r/8/8/8/8/8/8/R4K1R[HEhe] w KQkq - 0 1", 2, 4_855),
        ("r4k1r/8/8/8/8/8/8/R4K1R[] w HAha - 0 1", 3, 13_068),
        ("r4k1r/8/8/8/8/8/8/R4K1R[H] w KQkq - 0 1", 3, 37_850),
    ] {
        let (position, notes) = Setup::with_notes(game("seirawan"), Some(fen)).unwrap();
        assert!(notes.is_empty(), "{fen}: {notes:?}");
        assert_eq!(perft(&position, depth), count, "{fen}");
        // Its own FEN means the same.
        let again = Position::from_fen(game("seirawan"), &position.fen()).unwrap();
        assert_eq!((again.fen(), perft(&again, 2)), (position.fen(), perft(&position, 2)), "{fen}");
    }
}

/// The start of the game of a user's file.
fn start_of(file: &str) -> Position {
    let files = Files::new("gates", &[("mine.toml", file)]);
    Position::start(compile(&files.catalog().resolve("mine").unwrap()).unwrap())
}

/// A pawn promotes to a queen or lets one enter behind it: short notation and coordinates tell them apart.
#[test]
fn promotion_and_entry_have_texts_of_their_own() {
    let file = "start = '4k3/p6p/8/8/8/8/P7/7K w - - 0 1'
[pieces]
Q = { betza = 'Q' }
K = { betza = 'fbW', royal = 'check' }
P = { betza = 'mfWcfF', promotes = { to = ['Q'], squares = 'a3:h8', forced = false } }
[hands]
drops = 'gates'
captured = 'nobody'
stock = 'Q'
";
    let start = start_of(file);
    assert_eq!(moves_from(&start, "a2"), set(["a3", "a3/q", "a3q", "a3qq"]));
    for (text, short, board) in [
        ("a2a3/q", "a3/Q", "4k3/p6p/8/8/8/P7/Q7/7K"),
        ("a2a3q", "a3=Q", "4k3/p6p/8/8/8/Q7/8/7K"),
        ("a2a3qq", "a3=Q/Q", "4k3/p6p/8/8/8/Q7/Q7/7K"),
    ] {
        let m = start.parse_move(text).unwrap();
        assert_eq!((san::write(&start, m), san::read(&start, short)), (short.to_owned(), Ok(m)));
        assert!(after(start.clone(), text).fen().starts_with(board), "{text}");
    }
}

/// The right of the only piece on its file has no rank, on whichever rank it is.
#[test]
fn the_right_of_a_pawn_behind_which_nothing_stands_is_read_again() {
    let file = "start = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1'
[pieces]
Q = { betza = 'Q' }
R = { betza = 'R' }
K = { betza = 'KO2', royal = 'check' }
P = { betza = 'mfWcefFimfnD', promotes = 'own' }
[hands]
drops = 'also-by-gates'
captured = 'nobody'
stock = 'QQ'
";
    let start = start_of(file);
    for moves in ["a1c1 a7a6", "e1g1 a7a6", "e1f1 a7a6", "h1g1q a7a6"] {
        let played = after(start.clone(), moves);
        let read = Position::from_fen(start.game().clone(), &played.fen()).unwrap();
        assert_eq!((read.fen(), legal(&read).len()), (played.fen(), legal(&played).len()), "{moves}");
    }
}
