//! Endings that must be won in time: Makruk and its relatives, as cutechess judges them (positions
//! and results of its tests).

use std::sync::atomic::AtomicBool;

use crate::common::{game, play, position};
use fibnif::engine::search::{Limits, Searcher};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason};

fn end(variant: &str, fen: &str) -> Option<(Option<Color>, Reason)> {
    position(variant, fen).outcome().map(|outcome| (outcome.winner, outcome.reason))
}

/// The FEN after moves. It must be as before when they are unmade.
fn after(variant: &str, fen: &str, moves: &str) -> String {
    let mut position = position(variant, fen);
    let (before, key) = (position.fen(), position.key());
    play(&mut position, moves);
    let (fen, left) = (position.fen(), position.counters().plies_left());
    position.validate().unwrap();
    moves.split(' ').for_each(|_| position.unmake());
    assert_eq!((position.fen(), position.key()), (before, key));
    if fen.split(' ').nth(3) != Some("-") {
        assert_eq!(self::position(variant, &fen).counters().plies_left(), left, "{fen}");
    }
    fen
}

#[test]
fn the_count_begins_with_the_last_pawn_and_with_the_bare_king() {
    let promoted = after("makruk", "6r1/3M2k1/1M1K4/3N1M1R/7p/6m1/8/8 b - 0 0 93", "h4h3m");
    assert_eq!(promoted, "6r1/3M2k1/1M1K4/3N1M1R/8/6mm/8/8 w - 128 0 94");
    let bare = after("makruk", "8/5M2/2rM1K1k/5M2/4N1R1/8/8/8 b - 128 33 110", "c6d6 e4d6");
    assert_eq!(bare, "8/5M2/3N1K1k/5M2/6R1/8/8/8 b - 32 12 111");
    // With a pawn there is nothing to count in Makruk, and 64 moves in Cambodian Chess.
    let (pawn, taken) = ("8/8/3k4/8/3mK3/P7/7R/8 w - 0 0 50", "e4d4");
    assert_eq!(after("makruk", pawn, taken), "8/8/3k4/8/3K4/P7/7R/8 b - 0 0 50");
    assert_eq!(after("cambodian", pawn, taken), "8/8/3k4/8/3K4/P7/7R/8 b - 128 8 50");
    assert_eq!(
        after("cambodian", "8/8/3k4/8/3mK3/R7/7R/8 w - 0 0 50", taken),
        "8/8/3k4/8/3K4/R7/7R/8 b - 16 8 50"
    );
}

#[test]
fn a_count_that_is_up_draws_unless_it_is_mate() {
    let makruk = |fen| end("makruk", fen);
    let drawn = |reason| Some((None, reason));
    assert_eq!(makruk("7R/6Mk/5S2/7P/Pp6/8/2mnr3/K7 b - 0 0 129"), Some((Some(Color::White), Reason::Mate)));
    assert_eq!(makruk("8/8/8/8/8/5nk1/6m1/6K1 w - 128 56 213"), Some((Some(Color::Black), Reason::Mate)));
    assert_eq!(makruk("8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115"), Some((Some(Color::Black), Reason::Mate)));
    assert_eq!(makruk("2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125"), drawn(Reason::Counted));
    assert_eq!(makruk("8/8/8/4S3/2k1K3/1s6/7M/8 b - 128 128 236"), drawn(Reason::Counted));
    assert_eq!(makruk("8/8/1k6/3K4/8/3N4/8/8 b - 128 6 105"), drawn(Reason::Material));
    assert_eq!(makruk("8/8/6MM/8/8/2K5/k7/8 b - 128 8 99"), drawn(Reason::Material));
    assert_eq!(makruk("8/5KMk/6M1/8/8/8/8/8 b - 128 8 75"), Some((Some(Color::White), Reason::Mate)));
    assert_eq!(makruk("8/5KMk/7S/8/8/8/8/8 b - 88 52 174"), Some((Some(Color::White), Reason::Mate)));
    assert_eq!(makruk("8/8/8/2K1k3/8/3R1R2/8/8 w - 16 13 128"), None);
    assert_eq!(end("asean", "8/8/8/5K2/1q6/8/8/k7 w - - 0 71"), drawn(Reason::Material));
    assert_eq!(
        end("ai-wok", "8/8/8/2sp2k1/8/3P4/4K1a1/7r w - - 0 1"),
        Some((Some(Color::Black), Reason::Mate))
    );
}

/// The limit is in the place of the en passant square. Fairy-Stockfish and pychess write `-` there while nothing
/// is counted.
#[test]
fn every_dialect_of_fen_is_read() {
    let fen = |text: &str| position("makruk", text).fen();
    let array = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w";
    assert_eq!(Position::start(game("makruk")).fen(), format!("{array} - 0 0 1"));
    assert_eq!(fen(&format!("{array} - 0 0 1")), format!("{array} - 0 0 1"));
    assert_eq!(fen(&format!("{array} - - 0 1")), format!("{array} - 0 0 1"));
    assert_eq!(fen(&format!("{array} - - 3 7")), format!("{array} - 0 0 7"));
    assert_eq!(fen(&format!("{array} 3 7")), format!("{array} - 0 0 7"));
    assert!(Position::from_fen(game("makruk"), &format!("{array} - e3 0 1")).is_err());
    assert_eq!(
        Position::start(game("ai-wok")).fen(),
        "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1"
    );
    assert_eq!(end("makruk", "r1s1k3/8/8/8/8/8/8/3K1RS1 w - - 100 90"), None, "no fifty-move rule");
    let (rook, taken) = ("4k3/8/8/8/8/8/4n3/R3K3 w - - 0 1", "e1e2");
    assert_eq!(after("makruk", rook, taken), "4k3/8/8/8/8/8/4K3/R7 b - 32 6 1");
    assert_eq!(end("makruk", "r1s1k3/8/8/8/8/8/8/3K1RS1 w - 128 100 90"), None);
    // Leaps of Cambodian Chess are rights, written as files.
    let cambodian = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde 0 0 1";
    assert_eq!(Position::start(game("cambodian")).fen(), cambodian);
    let played = after("cambodian", cambodian, "e3e4 d6d5 e1e3 d8d6 d1b2 e8g7");
    assert_eq!(played, "rns2snr/6k1/pppmpppp/3p4/4P3/PPPPMPPP/1K6/RNS2SNR w - 0 0 4");
}

/// If repetition is not a draw the game continues, and the engine plays on.
#[test]
fn the_same_again_is_no_draw() {
    let fen = "8/8/8/4K3/8/1kq5/8/8 w - - 0 1";
    assert_eq!(end("asean", fen), Some((None, Reason::Material)));
    let mut rooks = position("asean", "r3k3/8/8/8/8/8/8/3K3R w - - 0 1");
    for _ in 0..4 {
        assert_eq!(rooks.outcome(), None);
        play(&mut rooks, "h1h2 a8a7 h2h1 a7a8");
    }
    assert!(rooks.counters().are_stale() && rooks.outcome().is_none());
    let mut searcher = Searcher::new(rooks.game(), 1);
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let best = searcher.run(&mut rooks, &limits, &AtomicBool::new(false), &mut |_| ());
    assert!(best.best_move.is_some());
}

/// Kar Ouk: the first check wins.
#[test]
fn the_first_check_wins_in_kar_ouk() {
    let mut karouk = position("karouk", "8/8/8/2K1k3/8/4m3/8/3R1R2 b - 128 12 128");
    let before = karouk.key();
    play(&mut karouk, "e5e4");
    assert_eq!(karouk.outcome(), None);
    karouk.unmake();
    play(&mut karouk, "e3d4");
    let over = Some((Some(Color::Black), Reason::Checks));
    assert_eq!(karouk.outcome().map(|outcome| (outcome.winner, outcome.reason)), over);
    assert_eq!(end("karouk", &karouk.fen()), over);
    karouk.unmake();
    assert_eq!(karouk.key(), before);
    assert_eq!(end("karouk", "8/8/8/2K1k3/3m4/3R1R2/8/8 w - 128 13 128"), over);
}

/// Two Rooks have eight moves, some of them gone: the engine mates in time.
#[test]
fn the_engine_mates_in_time() {
    let mut rooks = position("makruk", "8/8/3k4/8/4K3/8/2R1R3/8 w - 16 8 1");
    let mut searcher = Searcher::new(rooks.game(), 4);
    while rooks.outcome().is_none() {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let best = searcher.run(&mut rooks, &limits, &AtomicBool::new(false), &mut |_| ());
        rooks.make(best.best_move.unwrap());
    }
    assert_eq!(rooks.outcome().map(|outcome| outcome.reason), Some(Reason::Mate));
}
