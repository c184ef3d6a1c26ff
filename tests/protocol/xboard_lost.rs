//! What XBoard cannot say or show of a game, and what the engine does about it.

use std::time::Instant;

use crate::common::fake_worker::FakeWorker;
use crate::common::program::file;
use fibnif::protocol::cecp::{CecpSession, Event};
use fibnif::rules::variant::Catalog;

/// The replies to these lines of XBoard, and what the engine was asked to search.
fn ask(lines: &[&str]) -> (Vec<String>, FakeWorker) {
    ask_of(Catalog::builtin(), lines)
}

fn ask_of(catalog: Catalog, lines: &[&str]) -> (Vec<String>, FakeWorker) {
    let mut session = CecpSession::new(catalog).unwrap();
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
    excluded_of(Catalog::builtin(), variant, fen, option)
}

fn excluded_of(catalog: Catalog, variant: &str, fen: &str, option: &str) -> Vec<String> {
    let (variant, fen) = (format!("variant {variant}"), format!("setboard {fen}"));
    let lines = ["accepted highlight", option, "new", &variant, "force", &fen, "go"];
    let (_, worker) = ask_of(catalog, &lines);
    let asked = worker.asked.last().unwrap();
    asked.limits.excluded.iter().map(|&m| asked.position.move_text(m)).collect()
}

/// XBoard knows a promotion before the last rank by a sign, and one in place as a move to and fro.
#[test]
fn pawns_that_promote_early_are_promoted_by_a_sign() {
    let sittuyin = "7k/8/4P3/8/8/8/8/R3K3[] w - - 0 1";
    let omicron = "w10w/*4k5*/*P9*/*10*/*10*/*10*/*10*/*10*/*4K5*/W10W w - - 0 1";
    let troitzky = "****1k****/**6**/*1P6*/*8*/10/10/*8*/*8*/**6**/****K1**** w - - 0 1";
    for (variant, fen, promotions) in [
        ("sittuyin", sittuyin, ["e6d7+", "e6e7,e7e6+"].as_slice()),
        ("omicron", omicron, ["b7b8+"].as_slice()),
        ("troitzky", troitzky, ["c7c8+"].as_slice()),
    ] {
        let (named, position) = (format!("variant {variant}"), format!("setboard {fen}"));
        for promotion in promotions {
            let usermove = format!("usermove {promotion}");
            let (replies, worker) =
                ask(&["accepted highlight", "new", &named, "force", &position, &usermove, "go"]);
            let refused = replies.iter().find(|line| line.contains("llegal"));
            assert_eq!(refused, None, "{variant}: {promotion}");
            let setup = replies.iter().rfind(|line| line.starts_with("setup ")).unwrap();
            assert!(setup.contains("^P") && setup.contains("^p"), "{setup}");
            let after = worker.asked.last().unwrap().position.fen();
            assert!(!after.split(' ').next().unwrap().contains('P'), "{after}");
            assert!(!replies.iter().any(|line| line.contains("no promotion")), "{replies:?}");
        }
        let lost = excluded(variant, fen, "option GUI tests legality=1");
        let weaker = |text: &String| !text.ends_with('q') && !text.ends_with('f');
        assert!(lost.iter().all(weaker), "{variant}: {lost:?}");
        assert_eq!(excluded(variant, fen, "option GUI tests legality=0"), [""; 0], "{variant}");
    }
}

/// Where a pawn may promote before the last rank, but need not, it waits.
#[test]
fn promotions_that_xboard_does_not_know_are_not_made() {
    let fen = "rw6wr/5k4/P9/10/10/10/10/10/4K5/10 w - - 0 1";
    let early = excluded("opulent", fen, "option GUI tests legality=1");
    assert!(!early.is_empty() && early.iter().all(|text| text.starts_with("a8a9")), "{early:?}");
    assert_eq!(excluded("opulent", fen, "option GUI tests legality=0"), [""; 0]);
    let (replies, _) = ask(&["accepted highlight", "new", "variant opulent", "variant opulent"]);
    let told = replies.iter().filter(|line| line.contains("no promotion of a Pawn before the last rank"));
    assert_eq!(told.count(), 1, "once: {replies:?}");
}

/// XBoard has promoted forms for five kinds that may be dropped anywhere.
#[test]
fn pieces_without_a_promoted_form_in_xboard_do_not_promote() {
    let rook = "5k4/10/R9/10/10/10/10/10/10/5K4[] w - - 0 1";
    assert_eq!(excluded("okisakishogi", rook, "option GUI tests legality=1"), [""; 0]);
    let camels = "extends = 'okisakishogi'
start = 'lnsgkqgsnl/1r4c1b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B1C4R1/LNSGQKGSNL w - - 0 1'
[pieces.C]
name = 'Camel'
betza = 'C'
promotes = { to = ['X'], squares = 'a8:j10', forced = false, leaving = 'a8:j10' }
[pieces.X]
name = 'Promoted Camel'
betza = 'CK'
promoted = 'C'
";
    let path = file("xboard-forms", "camels.toml", camels);
    let refused: Vec<&str> = ["L", "N", "S", "B", "R", "C"]
        .into_iter()
        .filter(|letter| {
            let mut catalog = Catalog::builtin();
            catalog.add_path(&path).unwrap();
            let fen = rook.replace('R', letter);
            let all = excluded_of(catalog, "camels", &fen, "option GUI tests legality=1");
            assert!(all.iter().all(|text| text.ends_with('+')), "{all:?}");
            !all.is_empty()
        })
        .collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
}

/// XBoard takes a stalemate for a draw. In a game where it is none, XBoard is told of a king that may pass.
#[test]
fn xboard_sees_no_stalemate_where_that_is_no_draw() {
    for (variant, passes) in [("chaturanga", true), ("minixiangqi", true), ("opulent", false)] {
        let (replies, _) = ask(&["accepted highlight", "new", &format!("variant {variant}")]);
        for name in ["K", "k"] {
            let line = replies.iter().find(|line| line.starts_with(&format!("piece {name} "))).unwrap();
            assert_eq!(line.ends_with("mpabK"), passes, "{variant}: {line}");
        }
    }
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
    let (sides, form) = ("changes sides", "in its promoted form");
    for (variant, reason) in [
        ("andernach", sides),
        ("antiandernach", sides),
        ("superandernach", sides),
        ("blast", "explosions"),
        ("chennis", form),
        ("kyotoshogi", form),
        ("micro", form),
    ] {
        let line = format!("variant {variant}");
        let (replies, _) = ask(&["accepted highlight", &line, "usermove e2e4"]);
        assert!(
            !replies.iter().any(|line| line.starts_with("Illegal")),
            "the game is still chess: {replies:?}"
        );
        let (replies, _) = ask(&["accepted highlight", "new", &line, "usermove e2e4"]);
        assert!(replies.contains(&format!("Error (cannot show this variant): {line}")), "{replies:?}");
        let told = replies.iter().filter(|line| line.starts_with("telluser ") && line.contains(reason));
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
