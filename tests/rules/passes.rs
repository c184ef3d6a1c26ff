//! Turns that may be passed: `pass` of the rules. The numbers are those of python-chess, where a null move
//! was added to the legal moves of a side that is not in check (`no-moves`: and has none).

use std::sync::Arc;

use crate::common::files::Files;
use crate::common::program::talk;
use crate::common::{compiled, legal, moves};
use fibnif::rules::game::Game;
use fibnif::rules::pgn::san;
use fibnif::rules::position::{Position, perft, perft_making};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PINS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const ALMOST: &str = "7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";

fn game(pass: &str, rules: &str) -> Arc<Game> {
    let text = format!("extends = \"chess\"\n[rules]\npass = \"{pass}\"\n{rules}");
    let files = Files::new(&format!("passes-{pass}-{}", rules.len()), &[("passing.toml", &text)]);
    compiled(&files.catalog().resolve("passing").unwrap())
}

fn at(game: &Arc<Game>, fen: &str) -> Position {
    Position::from_fen(game.clone(), fen).unwrap()
}

#[test]
fn the_numbers_of_move_sequences_are_those_of_python_chess() {
    let (always, stuck) = (game("always", ""), game("no-moves", ""));
    for (fen, passing, last_resort) in [
        (START, [21, 441, 10208], [20, 400, 8902]),
        (CASTLING, [49, 2131, 104_417], [48, 2039, 97862]),
        (PINS, [15, 219, 3421], [14, 191, 2812]),
        (ALMOST, [5, 133, 1085], [4, 102, 848]),
        (EN_PASSANT, [8, 52, 421], [7, 38, 276]),
    ] {
        for (game, expected) in [(&always, passing), (&stuck, last_resort)] {
            let position = at(game, fen);
            assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), expected, "{fen}");
            assert_eq!([1, 2, 3].map(|depth| perft_making(&position, depth)), expected, "{fen}");
        }
    }
}

#[test]
fn a_side_passes_out_of_check_only_and_passing_is_no_stalemate() {
    for pass in ["always", "no-moves"] {
        let game = game(pass, "");
        assert_eq!(moves(&at(&game, STALEMATE)), ["h8h8".to_owned()].into());
        assert_eq!(at(&game, STALEMATE).outcome(), None);
        let mated = at(&game, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert!(legal(&mated).is_empty() && mated.outcome().is_some());
    }
    assert!(at(&game("never", ""), STALEMATE).outcome().is_some());
}

#[test]
fn a_pass_is_a_move_that_can_be_repeated_and_changes_nothing_else() {
    let game = game("always", "");
    let mut position = at(&game, CASTLING);
    let before = position.fen();
    for _ in 0..4 {
        let pass = legal(&position).into_iter().find(|m| m.is_pass()).unwrap();
        assert!(position.is_legal(pass));
        position.make(pass);
    }
    assert_eq!(position.fen(), before.replace("0 1", "4 3"), "rights stay, moves count");
    assert_eq!(position.counters().repetitions(), 2, "of the first position");
    (0..4).for_each(|_| position.unmake());
    assert_eq!(position.fen(), before);
    let mut passed = at(&game, EN_PASSANT);
    passed.make(san::read(&passed, "--").unwrap());
    assert_eq!(passed.fen(), "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2");
}

#[test]
fn a_capture_that_must_be_made_is_not_passed() {
    let game = game("always", "capture = \"forced\"\n");
    let capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(moves(&at(&game, capture)), ["e4d5".to_owned()].into());
    assert!(moves(&at(&game, START)).contains("e1e1"));
}

#[test]
fn passes_are_read_and_written() {
    let position = at(&game("always", ""), START);
    let pass = position.parse_move("e1e1").unwrap();
    assert_eq!((position.move_text(pass).as_str(), san::write(&position, pass).as_str()), ("e1e1", "--"));
    for text in ["--", "@@@@", "Z0", "null", "e1e1"] {
        assert_eq!(san::read(&position, text).ok(), Some(pass), "{text}");
    }
    let chess = at(&game("never", ""), START);
    assert!(["--", "@@@@", "e1e1"].iter().all(|text| san::read(&chess, text).is_err()));
}

/// Through the real program: over CECP passes come and go as `@@@@`, over UCI as the king's move to its square.
#[test]
fn guis_pass() {
    let text = "extends = 'chess'\nrules.pass = 'always'\n";
    let files = Files::new("passes-in-guis", &[("passing.toml", text)]);
    let play = |input: &str| talk(["--variants".as_ref(), files.0.as_os_str()], input);
    let cecp =
        "xboard\nprotover 2\nvariant passing\nforce\nusermove @@@@\nusermove @@@@\nusermove e2e4\nquit\n";
    assert!(!play(cecp).contains("Illegal"), "{}", play(cecp));
    let refused = play("xboard\nprotover 2\nforce\nusermove @@@@\nquit\n");
    assert!(refused.contains("Illegal move: @@@@"), "{refused}");
    let uci =
        "uci\nsetoption name UCI_Variant value passing\nposition startpos moves e1e1 e8e8 e2e4\nd\nquit\n";
    assert!(play(uci).contains("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), "{}", play(uci));
}
