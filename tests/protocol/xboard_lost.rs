//! What XBoard cannot say or show of a game, and what the engine does about it.

use std::time::Instant;

use crate::common::fake_worker::FakeWorker;
use fibnif::protocol::cecp::{CecpSession, Event};
use fibnif::rules::variant::Catalog;

/// The replies to these lines of XBoard, and what the engine was asked to search.
fn ask(lines: &[&str]) -> (Vec<String>, FakeWorker) {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    let (mut worker, mut replies) = (FakeWorker::default(), Vec::new());
    for line in ["xboard", "protover 2"].iter().chain(lines) {
        let _ = session.handle(Event::Line((*line).to_string()), Instant::now(), &mut worker, &mut replies);
    }
    (replies.iter().map(ToString::to_string).collect(), worker)
}

/// XBoard writes a castling right only if the partner has the place of its rook. Here one of two has it.
#[test]
fn each_castling_has_its_right_by_its_own_partner() {
    for (variant, white, black, said) in [
        ("cwda-cannoneers-cannoneers", "M3K2H", "h3k2m", "Kq"),
        ("cwda-fizzies-fizzies", "L3K2R", "r3k2l", "Kq"),
        ("team-mate", "U3K2C", "u3k2c", "Qq"),
    ] {
        for (side, castles) in [("w", ["e1g1", "e1c1"]), ("b", ["e8g8", "e8c8"])] {
            for castling in castles {
                let variant = format!("variant {variant}");
                let fen = format!("setboard {black}/8/8/8/8/8/8/{white} {side} {said} - 0 1");
                let usermove = format!("usermove {castling}");
                let (replies, _) = ask(&["accepted highlight", "new", &variant, "force", &fen, &usermove]);
                let refused = replies.iter().find(|line| line.contains("llegal"));
                assert_eq!(refused, None, "{variant}, {fen}, {usermove}");
            }
        }
    }
}

/// Nor does XBoard write the rights of pieces with first moves of their own, and reads `cf` as an en passant
/// square.
#[test]
fn first_moves_outlive_the_position_that_the_second_engine_gets() {
    let variant = "variant cwda-nutters-dragons";
    for fen in [
        "setboard hydwkdyh/pppppppp/8/8/8/8/PPPPPPPP/THUCKUHT w kq c6 0 1",
        "setboard hydwkdyh/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/THUCKUHT w kq - 0 2",
    ] {
        let moves = ["usermove a2a3", "usermove c8b6", "usermove a3a4", "usermove f8g6", "usermove a4a5"];
        let lines = [&["accepted highlight", "new", variant, "force", fen], moves.as_slice()].concat();
        let (replies, _) = ask(&lines);
        let refused = replies.iter().find(|line| line.contains("llegal"));
        assert_eq!(refused, None, "{fen}: {replies:?}");
        let (replies, _) = ask(&[lines.as_slice(), &["usermove b6c4"]].concat());
        assert!(replies.iter().any(|line| line.contains("llegal")), "no second first move: {replies:?}");
    }
}

/// The moves that the engine is not to consider.
fn excluded(variant: &str, fen: &str, option: &str) -> Vec<String> {
    let (variant, fen) = (format!("variant {variant}"), format!("setboard {fen}"));
    let (_, worker) = ask(&["accepted highlight", option, "new", &variant, "force", &fen, "go"]);
    let asked = worker.asked.last().unwrap();
    asked.limits.excluded.iter().map(|&m| asked.position.move_text(m)).collect()
}

/// XBoard knows promotion on the last rank, and by a move.
#[test]
fn promotions_that_xboard_does_not_know_are_not_made() {
    let fen = "7k/8/4P3/8/8/8/8/R3K3[] w - - 0 1";
    let (tests, trusts) = ("option GUI tests legality=1", "option GUI tests legality=0");
    let all = excluded("sittuyin", fen, tests);
    assert!(all.contains(&"e6e6f".to_string()) && all.contains(&"e6d7f".to_string()), "{all:?}");
    assert!(all.iter().all(|text| text.ends_with('f')), "{all:?}");
    assert_eq!(excluded("sittuyin", fen, trusts), ["e6e6f"]);
    // Nor a move of the new piece to the last rank.
    let fen = "7k/8/8/8/8/8/1p6/4K3[] b - - 0 1";
    assert!(excluded("sittuyin", fen, tests).contains(&"b2a1f".to_string()));
    let (replies, _) = ask(&["accepted highlight", "new", "variant sittuyin", "variant sittuyin"]);
    let told = replies.iter().filter(|line| line.contains("no promotion of a Ne before the last rank"));
    assert_eq!(told.count(), 1, "once: {replies:?}");
}

/// XBoard plays a move of two legs that ends where it began.
#[test]
fn captures_by_pieces_that_stay_go_to_the_victim_and_back() {
    for variant in ["rifle", "shoot"] {
        let of = |text: &str, fen: &str| {
            let (variant, fen) = (format!("variant {variant}"), format!("setboard {fen}"));
            let usermove = format!("usermove {text}");
            ask(&["accepted highlight", "new", &variant, "force", &fen, &usermove]).0
        };
        for (fen, captures, plain) in [
            ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5,d5d2", "d2d5"),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5e4", "e4d5"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d5,d5e5", "e5d6"),
            ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8,d8e7", "e7d8"),
        ] {
            let refused = |text: &str| of(text, fen).iter().any(|line| line.starts_with("Illegal move"));
            assert!(!refused(captures) && refused(plain), "{variant}: {fen}");
        }
        let (replies, _) = ask(&["accepted highlight", "new", &format!("variant {variant}")]);
        let line = |start: &str| replies.iter().find(|line| line.starts_with(start)).unwrap().as_str();
        assert_eq!(line("piece R "), "piece R mRcabmtRmpabK");
        assert!(line("piece P ").contains("ifmnD"), "{}", line("piece P "));
        assert!(line("telluser ").contains("click the piece, then its victim"), "{}", line("telluser "));
    }
}

/// For XBoard, a king or rook that comes back from a capture has moved.
#[test]
fn pieces_that_castle_do_not_capture_where_they_stay() {
    let fen = "4k3/8/8/8/8/8/pp6/R3K2R w KQ - 0 1";
    assert_eq!(excluded("rifle", fen, "option GUI tests legality=1"), ["a1a2"]);
    assert_eq!(excluded("rifle", fen, "option GUI tests legality=0"), [""; 0]);
}

#[test]
fn games_that_xboard_cannot_show_are_refused_with_the_reason() {
    for variant in ["andernach", "antiandernach", "superandernach"] {
        let line = format!("variant {variant}");
        let (replies, _) = ask(&["accepted highlight", "new", &line, "usermove e2e4"]);
        assert!(replies.contains(&format!("Error (cannot show this variant): {line}")), "{replies:?}");
        let told =
            replies.iter().filter(|line| line.starts_with("telluser ") && line.contains("changes sides"));
        assert_eq!(told.count(), 1, "{replies:?}");
        assert!(!replies.iter().any(|line| line.starts_with("setup ") || line.starts_with("Illegal")));
        let (replies, _) = ask(&["rejected highlight", "new", &line, "usermove e2e4"]);
        assert!(!replies.iter().any(|line| line.starts_with("Error") || line.starts_with("telluser")));
    }
}

/// Fairy-Max reads a promoted pawn by its letter.
#[test]
fn pawns_that_promote_deep_are_makruks() {
    for (variant, letter) in [("ai-wok", 'a'), ("cambodian", 'm'), ("karouk", 'm')] {
        let (variant, fen) = (format!("variant {variant}"), "setboard 4k3/8/8/8/4P3/8/8/R3K3 w - - 0 1");
        let lines = ["accepted highlight", "new", &variant, "force", fen, "usermove e4e5", "usermove e8f8"];
        let promotes = format!("usermove e5e6{letter}");
        let (replies, _) = ask(&[lines.as_slice(), &[promotes.as_str()]].concat());
        assert!(!replies.iter().any(|line| line.starts_with("Illegal")), "{replies:?}");
        let setup = replies.iter().rfind(|line| line.starts_with("setup ")).unwrap();
        assert!(setup.contains(" 8x8+0_makruk ") && !setup.contains('^'), "{setup}");
        let (_, worker) = ask(&[&lines[..4], &["setboard 7k/8/8/4P3/8/8/8/4K3 w - - 0 1", "go"]].concat());
        assert!(worker.asked.last().unwrap().limits.excluded.is_empty());
    }
}

/// The button of a variant with armies starts the pairing that is suggested everywhere.
#[test]
fn the_button_of_a_variant_starts_its_flagship() {
    let setup = |line: &str| {
        let (replies, _) = ask(&["accepted highlight", "new", line]);
        replies.into_iter().rfind(|line| line.starts_with("setup ")).unwrap()
    };
    assert_eq!(setup("variant cwda"), setup("variant cwda-clobberers-nutters"));
    assert_ne!(setup("variant cwda"), setup("variant cwda-fide-fide"));
}

/// WinBoard has 15 buttons.
#[test]
fn the_games_of_the_sources_have_buttons_in_winboard() {
    let (replies, _) = ask(&[]);
    let in_xboard = replies.iter().find(|line| line.starts_with("feature variants=")).unwrap().clone();
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    session.set_winboard_pictures();
    let mut replies = Vec::new();
    let protover = Event::Line("protover 2".to_string());
    let _ = session.handle(protover, Instant::now(), &mut FakeWorker::default(), &mut replies);
    let in_winboard = replies.iter().map(ToString::to_string);
    let in_winboard = in_winboard.into_iter().find(|line| line.starts_with("feature variants=")).unwrap();
    let place = |list: &str, name: &str| list.find(&format!(",{name},")).unwrap_or_else(|| panic!("{name}"));
    for name in
        ["cwda", "greener", "augmented-half", "narrow-folded", "colorboundmost", "nearly-colorboundmost"]
    {
        assert!(place(&in_winboard, name) < place(&in_winboard, "clob-nutt"), "{name}");
        assert!(place(&in_xboard, name) > place(&in_xboard, "cwda-clobberers-nutters"), "{name}");
    }
}

/// Without a queen in its table, and without testing legality, XBoard adds a dot to a pawn's move to the last
/// rank.
#[test]
fn a_promotion_to_nothing_is_none() {
    let lines =
        ["new", "variant sittuyin", "force", "setboard 7k/8/8/8/8/8/p6p/4K3[] b - - 0 1", "usermove h2h1."];
    let (replies, _) = ask(&[&["accepted highlight"], lines.as_slice()].concat());
    assert!(!replies.iter().any(|line| line.contains("llegal")), "{replies:?}");
    let (replies, _) = ask(&[&["accepted highlight"], &lines[..4], &["usermove h2h1.."]].concat());
    assert!(replies.iter().any(|line| line.starts_with("Illegal move")), "{replies:?}");
}
