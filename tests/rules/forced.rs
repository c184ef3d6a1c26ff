//! Forced captures, forbidden checks, and games that are won by losing pieces or by being mated. The
//! rules are those of cutechess's boards.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use crate::common::{moves, position};
use fibnif::engine::search::{Limits, Searcher};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{MoveKind, Obligation, Position, Reason};

fn end(variant: &str, fen: &str) -> Option<(Option<Color>, Reason)> {
    position(variant, fen).outcome().map(|outcome| (outcome.winner, outcome.reason))
}

/// The engine's move with this number of nodes, and the number of moves to the mate that it sees.
fn best(position: &Position, nodes: u64) -> (String, Option<i32>) {
    let mut searcher = Searcher::new(position.game(), 1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let best = searcher.run(&mut position.clone(), &limits, &AtomicBool::new(false), &mut |_| ());
    (position.move_text(best.best_move.unwrap()), best.score.mate_in())
}

#[test]
fn who_can_capture_must() {
    let free = position("antichess", "8/8/8/3p4/8/8/4R3/8 w - - 0 1");
    assert_eq!((free.must_capture(), moves(&free).len()), (None, 14));
    let forced = position("antichess", "8/4n3/8/3p4/8/5B2/4R3/8 w - - 0 1");
    assert_eq!(moves(&forced), ["e2e7", "f3d5"].map(String::from).into());
    assert_eq!(forced.must_capture(), Some(Obligation::Several));
    let mut quiet = Vec::new();
    forced.legal_moves(MoveKind::Quiet, &mut quiet);
    assert_eq!(quiet, []);
    let passing = position("antichess", "8/8/8/3pP3/8/8/7R/8 w - d6 0 1");
    assert_eq!(moves(&passing), ["e5d6".to_owned()].into());
    assert_eq!(passing.must_capture(), Some(Obligation::Single));
    let illegal = position("losers", "4r2k/8/8/8/8/8/3pN3/4K3 w - - 0 1");
    assert_eq!(
        moves(&illegal),
        ["e1d2".to_owned()].into(),
        "in check from the pawn and by no other capture out of it"
    );
}

#[test]
fn pawns_become_kings_and_kings_are_captured() {
    let promotion = position("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1");
    assert_eq!(moves(&promotion), ["a7a8b", "a7a8k", "a7a8n", "a7a8q", "a7a8r"].map(String::from).into());
    assert!(moves(&position("antichess", "8/8/8/8/8/8/8/R6k w - - 0 1")).contains("a1h1"));
    let castling = "r3k3/8/8/8/8/8/5q2/R3K3 b q - 0 1";
    assert!(!moves(&position("giveaway", castling)).contains("e8c8"), "there is something to capture");
    assert!(
        moves(&position("giveaway", "r3k3/8/8/8/8/8/8/3R4 b q - 0 1")).contains("e8c8"),
        "no King fears a Rook"
    );
}

#[test]
fn a_side_without_moves_has_won_or_not() {
    // White has no move left: White's only pawn is blocked by one of two.
    let (gone, blocked) = ("8/8/8/8/8/8/8/7k w - - 0 1", "8/8/8/8/p7/P6p/7P/8 w - - 0 1");
    let stuck = "8/8/8/8/p7/P7/8/7k w - - 0 1";
    for variant in ["antichess", "giveaway"] {
        assert_eq!(end(variant, gone), Some((Some(Color::White), Reason::NoMoves)), "{variant}");
        assert_eq!(end(variant, blocked), Some((Some(Color::White), Reason::NoMoves)), "{variant}");
    }
    assert_eq!(end("suicide", gone), Some((Some(Color::White), Reason::NoMoves)));
    assert_eq!(end("suicide", blocked), Some((None, Reason::NoMoves)), "equally many");
    assert_eq!(end("suicide", stuck), Some((Some(Color::White), Reason::NoMoves)), "fewer");
    assert_eq!(end("suicide", "8/8/8/8/p7/P7/7p/7B w - - 0 1").map(|end| end.1), None, "the Bishop moves");
    assert_eq!(end("suicide", "8/8/8/p7/P6p/7P/8/8 w - - 0 1"), Some((None, Reason::NoMoves)));
    assert_eq!(
        end("suicide", "8/8/8/p7/P6p/P6P/8/8 w - - 0 1"),
        Some((Some(Color::Black), Reason::NoMoves)),
        "more"
    );
}

#[test]
fn in_codrus_the_king_must_go() {
    assert_eq!(end("codrus", "8/8/8/8/8/8/7k/R7 w - - 0 1"), Some((Some(Color::White), Reason::Lost)));
    assert_eq!(end("codrus", "8/8/8/8/p7/Pp6/1P5k/K7 w - - 0 1"), None, "the King moves");
    assert_eq!(end("codrus", "8/8/8/8/8/p1n5/P7/K7 b - - 0 1"), Some((Some(Color::Black), Reason::Lost)));
    assert_eq!(
        best(&position("codrus", "k6r/8/8/8/8/8/8/6K1 w - - 0 1"), 4000).1,
        Some(1),
        "into the way of the Rook"
    );
}

#[test]
fn in_losers_chess_a_bare_or_mated_king_has_won() {
    assert_eq!(end("losers", "7k/8/8/8/8/8/7P/K7 b - - 0 1"), Some((Some(Color::Black), Reason::Lost)));
    assert_eq!(end("losers", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"), Some((Some(Color::Black), Reason::Mate)));
    assert_eq!(end("losers", "7k/5Q1p/8/7P/8/8/8/K7 b - - 0 1"), None, "the pawn moves");
    assert_eq!(end("losers", "7k/5Q1p/7P/8/8/8/8/K7 b - - 0 1"), Some((Some(Color::Black), Reason::NoMoves)));
}

#[test]
fn a_check_must_mate() {
    // The example of cutechess: were the Queen taken, the Rook would check.
    assert_eq!(end("checkless", "K5kr/5Q2/8/8/8/8/8/8 b - - 0 1"), Some((Some(Color::White), Reason::Mate)));
    let queen = position("checkless", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
    let checks: BTreeSet<String> =
        moves(&queen).into_iter().filter(|text| text.ends_with('8') || text.starts_with("c1a")).collect();
    assert_eq!(checks, ["c1c8".to_owned()].into(), "only mate may check");
    // Qc1-h1 checks along the diagonal and mates not.
    assert!(!moves(&queen).contains("c1h1"));
    // A discovered check, a check by castling and a capture that checks are checks as well.
    assert!(!moves(&position("checkless", "k7/8/8/8/8/B7/8/R6K w - - 0 1")).contains("a3b2"));
    assert!(moves(&position("checkless", "1k6/8/8/8/8/B7/8/R6K w - - 0 1")).contains("a3b2"));
    assert!(!moves(&position("checkless", "5k2/8/8/8/8/8/8/4K2R w K - 0 1")).contains("e1g1"));
    assert!(!moves(&position("checkless", "4k3/4n3/8/8/8/8/8/4RK2 w - - 0 1")).contains("e1e7"));
}

/// The engine gives its pieces away, and sees the end.
#[test]
fn the_engine_loses_men_to_win() {
    assert_eq!(
        best(&position("antichess", "8/8/8/8/8/2p5/8/1R6 w - - 0 1"), 4000).1,
        Some(1),
        "into the way of the pawn"
    );
    let last = position("suicide", "8/8/2p5/8/8/8/8/3R4 w - - 0 1");
    assert_eq!(best(&last, 4000), ("d1d5".to_owned(), Some(1)));
    let (_, mate) = best(&position("losers", "7k/8/8/8/8/8/r7/1R5K w - - 0 1"), 4000);
    assert!(mate.is_some_and(|moves| moves > 0), "{mate:?}");
}
