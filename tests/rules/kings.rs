//! Kings that may not flee, of which the last counts, that survive explosions or must be dropped; and mates
//! that count by the pieces that give them.

use std::collections::BTreeSet;

use crate::common::files::Files;
use crate::common::{end, game, moves, play, position, set};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason};
use fibnif::teach::why_not;

/// The position after some moves.
fn played(variant: &str, fen: &str, line: &str) -> Position {
    let mut game = position(variant, fen);
    line.split(' ').filter(|text| !text.is_empty()).for_each(|text| play(&mut game, text));
    game
}

#[test]
fn a_king_in_check_may_only_capture_its_only_attacker() {
    // Fairy-Stockfish has the same moves.
    assert_eq!(moves(&position("makpong", "4k3/8/8/8/8/8/4r3/4K3 w - 0 0 1")), set(["e1e2"]));
    assert_eq!(moves(&position("makpong", "4k3/8/8/4r3/8/8/3S4/4K3 w - 0 0 1")), set(["d2e3"]));
    let mated = position("makpong", "4k3/8/8/4r3/8/8/8/4K3 w - 0 0 1");
    assert_eq!(end(&mated), Some((Some(Color::Black), Reason::Mate)));
    let checked = position("makpong", "4k3/8/8/4r3/8/8/3S4/4K3 w - 0 0 1");
    assert_eq!(why_not(&checked, "e1d1").unwrap().code(), "flight");
    // Two attackers: capturing one of them does not help, although the other no longer attacks then.
    let doubly = position("makpong", "k3r3/8/8/8/8/8/5m2/4K3 w - 0 0 1");
    assert_eq!(moves(&doubly), BTreeSet::new());
    assert!(moves(&position("makruk", "k3r3/8/8/8/8/8/5m2/4K3 w - 0 0 1")).contains("e1f2"));
}

#[test]
fn of_several_kings_only_the_last_counts() {
    let two = "4k4/9/9/9/9/9/r8/9/K3+E4 w - - 0 1";
    let game = position("shoshogi", two);
    assert!(!game.in_check() && moves(&game).contains("e1d1"));
    let mut alone = played("shoshogi", two, "e1d1 a3a1");
    assert!(alone.in_check(), "the Crown Prince is the last now");
    assert!(!moves(&alone).contains("d1c1") && moves(&alone).contains("d1d2"));
    play(&mut alone, "d1d2");
    // A Drunk Elephant that becomes a prince ends the check on the king.
    let promotes = position("shoshogi", "4k4/9/4E4/9/9/9/r8/9/K8 w - - 0 1");
    assert!(promotes.in_check());
    let saving = moves(&promotes).into_iter().filter(|text| text.starts_with("e7")).collect::<Vec<_>>();
    assert!(!saving.is_empty() && saving.iter().all(|text| text.ends_with('+')), "{saving:?}");
}

#[test]
fn mates_count_by_the_pieces_that_give_them() {
    for (fen, line, winner) in [
        ("6rk/5Npp/8/8/8/8/8/K6R b - - 0 1", "", Some(Color::Black)),
        ("k7/pB1N4/2P5/8/8/8/8/K6R b - - 0 1", "", None),
        ("1k6/p7/B1P5/2N5/8/8/8/K6R w - - 0 1", "c5d7 b8a8 a6b7", Some(Color::White)),
        // The knight's check does not belong to the series.
        ("1k6/p6p/B1P5/2N5/8/8/8/K6R w - - 0 1", "c5d7 b8a8 a1b1 h7h6 a6b7", None),
    ] {
        let game = played("shatar", fen, line);
        assert_eq!(end(&game), Some((winner, Reason::Mate)), "{fen} {line}");
    }
}

#[test]
fn a_bare_king_draws_where_the_file_says_so() {
    assert_eq!(end(&position("shatar", "4k3/8/8/8/8/8/8/K6R w - - 0 1")), Some((None, Reason::Bare)));
    assert_eq!(end(&position("shatar", "4k3/4p3/8/8/8/8/8/K6R w - - 0 1")), None);
}

#[test]
fn kings_that_no_explosion_removes_capture_and_are_captured_by_others() {
    let fen = "4k3/8/8/8/8/8/3nn3/3nK3 w - - 0 1";
    let game = played("atomar", fen, "e1d1");
    assert_eq!(
        game.fen(),
        "4k3/8/8/8/8/8/8/3K4 b - - 0 1",
        "the king is where it captured, all else is gone"
    );
    // Kings do not capture each other.
    assert!(!moves(&position("atomar", "8/8/8/8/8/8/3k4/4K3 w - - 0 1")).contains("e1d2"));
    let lost = played("atomar", "4k3/8/8/8/8/8/8/r3K3 b - - 0 1", "a1e1");
    assert_eq!(end(&lost), Some((Some(Color::Black), Reason::Lost)));
}

#[test]
fn a_king_in_hand_must_be_dropped_and_counts_as_owned() {
    let fen = |hand: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR[{hand}] w kq - 0 1");
    let held = position("koedem", &fen("KQ"));
    assert!(moves(&held).iter().all(|text| text.starts_with("K@")) && end(&held).is_none());
    assert_eq!(why_not(&held, "d2d4").unwrap().code(), "drop");
    assert_eq!(end(&position("koedem", &fen("k"))), Some((Some(Color::Black), Reason::Lost)));
    assert_eq!(end(&position("koedem", &fen(""))), None);
}

#[test]
fn pieces_may_be_dropped_and_enter_by_gates() {
    let mut game = Position::start(game("shouse"));
    assert!(["H@e4", "b1c3h", "b1c3"].iter().all(|text| moves(&game).contains(*text)));
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3p"] {
        if text == "b1c3p" {
            assert!(!moves(&game).contains(text), "a pawn is not dropped on the first rank");
        } else {
            play(&mut game, text);
        }
    }
    assert!(moves(&game).contains("P@e4"));
}

#[test]
fn rules_about_kings_that_cannot_be_are_refused() {
    for (text, fault) in [
        ("rules.mate.not_by = 'X'", "expected a role, found `X`"),
        (
            "rules.mate.checked_by = 'N'\nrules.turn.moves = 2",
            "this needs `turn = \"alternate\"` in the rules",
        ),
        ("rules.evasions = 'none'", "expected `any` or `no-flight`"),
        ("rules.ends.bare = 'wins'", "`loses`, `draws`"),
        ("rules.immune = 'X'", "expected a role, found `X`"),
        ("hands = { drops = 'gates', captured = 'captor' }", "here `\"also-by-gates\"`"),
    ] {
        let files = Files::new("kings", &[("mine.toml", &format!("{text}\nextends = 'chess'\n"))]);
        let error = files.catalog().resolve("mine").unwrap_err().to_string();
        assert!(error.contains(fault), "{text}: {error}");
    }
}
