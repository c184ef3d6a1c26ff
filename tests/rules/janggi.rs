//! The rules of Janggi and its kin: cannons, the lines of palaces, facing kings, passes, draws that are decided.

use crate::common::files::Files;
use crate::common::{game, moves, play, position, set};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason};
use fibnif::teach::why_not;

/// The winner and the reason.
fn end(position: &Position) -> Option<(Option<Color>, Reason)> {
    position.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

#[test]
fn a_side_whose_king_is_faced_ends_that_or_passes() {
    let faced = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    for (variant, winner) in [("janggi", Some(Color::Black)), ("janggitraditional", None)] {
        let mut game = position(variant, faced);
        assert_eq!(moves(&game), set(["e1d1", "e1f1", "e1e1"]), "{variant}");
        play(&mut game, "e1e1");
        assert_eq!(end(&game), Some((winner, Reason::Facing)), "{variant}");
    }
    let mut stronger = position("janggi", "4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    play(&mut stronger, "e1e1");
    assert_eq!(end(&stronger), Some((Some(Color::White), Reason::Facing)));
    // Without the rule they may face each other.
    let modern = position("janggimodern", faced);
    assert!(moves(&modern).contains("e1e2"));
    // A side in check may pass only if it is faced.
    let checked = position("janggi", "4k4/9/9/9/9/9/9/9/9/3rK4 w - - 0 1");
    assert!(checked.in_check() && moves(&checked).contains("e1e1"));
    let checked = position("janggi", "3k5/9/9/9/9/9/9/9/9/3rK4 w - - 0 1");
    assert!(checked.in_check() && !moves(&checked).contains("e1e1"));
}

#[test]
fn two_passes_end_the_game_and_points_decide_it() {
    let mut game = Position::start(game("janggi"));
    play(&mut game, "e2e2");
    assert_eq!(end(&game), None);
    play(&mut game, "e9e9");
    assert_eq!(end(&game), Some((Some(Color::Black), Reason::Passes)));
}

#[test]
fn a_draw_of_an_armageddon_game_is_won_by_black() {
    for (fen, reason) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Reason::NoMoves),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Reason::Material),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 90", Reason::MoveLimit),
    ] {
        assert_eq!(end(&position("armageddon", fen)), Some((Some(Color::Black), reason)), "{fen}");
    }
    // Nor does a lone king draw on time.
    assert!(!position("armageddon", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").cannot_win(Color::Black));
}

#[test]
fn the_pieces_that_a_cannon_spares_are_named() {
    let told = |fen: &str, text: &str| {
        let position = position("janggi", fen);
        let why = why_not(&position, text).unwrap();
        format!("{}: {}", why.code(), why.explain(&position))
    };
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    assert_eq!(told(start, "b3b10"), "spared: the Cannon on b3 can never hop over the Cannon on b8");
    let cannons = "4k4/9/9/9/4c4/9/4p4/9/4C4/3K5 w - - 0 1";
    assert_eq!(told(cannons, "e2e6"), "spared: the Cannon on e2 can never capture the Cannon on e6");
    // Pieces leave a palace only by its straight lines.
    let palace = "5k3/9/9/9/9/9/9/3R5/9/4K4 w - - 0 1";
    let chariot = moves(&position("janggi", palace));
    assert!(["d3e2", "d3f1"].iter().all(|m| chariot.contains(*m)) && !chariot.contains("d3e4"));
}

#[test]
fn each_side_chooses_how_its_pieces_start() {
    let start = |text: &str| Position::start(game(text)).fen();
    assert_eq!(start("janggi:inner"), start("janggi"));
    assert_eq!(
        start("janggi:outer/left"),
        "rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1"
    );
}

#[test]
fn rules_that_cannot_be_are_refused() {
    for (text, fault) in [
        ("rules.ends.passes = true", "`passes` needs the rule `pass`"),
        ("rules.draws = 'nobody-wins'", "expected `drawn`, `white-wins`, `black-wins` or a table of points"),
        ("rules.draws = { points = { X = 1 } }", "expected a role, found `X`"),
        ("pieces.R.never_hops = 'X'", "expected a role, found `X`"),
        (
            "[choice.x]\nscope = 'side'\n[choice.x.options.y]\nstart = '4k3/8/8/4K3'",
            "expected the board of the game's own `start`",
        ),
    ] {
        let files = Files::new("janggi", &[("mine.toml", &format!("extends = 'chess'\n{text}\n"))]);
        let error = files.catalog().resolve("mine").unwrap_err().to_string();
        assert!(error.contains(fault), "{text}: {error}");
    }
}
