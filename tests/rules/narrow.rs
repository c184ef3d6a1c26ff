//! Narrow Chess, two files by twenty ranks: special rules for the king, the pawns, and a side that
//! cannot move. What the pieces can do alone was first solved by two unrelated programs.

use std::collections::BTreeSet;

use crate::common::game;
use crate::common::solver::{Share, Solver};
use fibnif::rules::game::compile;
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{MoveKind, Position, Reason};
use fibnif::rules::variant::{Catalog, NoMoves};

fn position(fen: &str) -> Position {
    Position::from_fen(game("narrow"), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(fen: &str) -> BTreeSet<String> {
    let position = position(fen);
    let mut moves = Vec::new();
    position.legal_moves(MoveKind::All, &mut moves);
    moves.into_iter().map(|m| position.move_text(m)).collect()
}

fn share(men: &str) -> Share {
    Solver::new(game("narrow")).mirrored().share(men, Color::White, |_| true)
}

/// The king may leap like a knight, but not to capture, and not out of check; so the leap gives no
/// check either. (Source: "not in check" and "without capturing".)
#[test]
fn the_king_leaps_only_in_peace() {
    let quiet = moves("1k/2/2/2/2/2/2/2/2/2/1K/2/2/2/2/2/2/2/2/2 w - - 0 1");
    let expected = ["b10a10", "b10a11", "b10a12", "b10a8", "b10a9", "b10b11", "b10b9"];
    assert_eq!(quiet, expected.map(str::to_owned).into());

    let in_check = moves("1k/2/2/2/2/1r/2/2/2/2/1K/2/2/2/2/2/2/2/2/2 w - - 0 1");
    assert_eq!(in_check, ["b10a10", "b10a11", "b10a9"].map(str::to_owned).into());

    let captures = moves("1k/2/2/2/2/2/2/2/p1/2/1K/2/2/2/2/2/2/2/2/2 w - - 0 1");
    assert!(!captures.contains("b10a12"));
}

/// Pawns move one square straight ahead, or leap two at any time, even over a piece; they capture
/// diagonally. There is no en passant.
#[test]
fn pawns_jump_and_are_not_captured_in_passing() {
    let pawn = |fen| moves(fen).into_iter().filter(|text| text.starts_with("a8")).collect::<BTreeSet<_>>();
    let jumps = pawn("k1/2/2/2/2/2/2/2/2/2/2/p1/P1/2/2/2/2/2/2/1K w - - 0 1");
    assert_eq!(jumps, BTreeSet::from(["a8a10".to_owned()]), "over the pawn on a9");
    let captures = pawn("k1/2/2/2/2/2/2/2/2/2/2/pp/P1/2/2/2/2/2/2/1K w - - 0 1");
    assert_eq!(captures, ["a8a10", "a8b9"].map(str::to_owned).into());

    let mut position = position("k1/2/2/2/2/2/2/2/2/2/1p/2/P1/2/2/2/2/2/2/1K w - - 0 1");
    let jump = position.parse_move("a8a10").unwrap();
    position.make(jump);
    assert_eq!(position.fen(), "k1/2/2/2/2/2/2/2/2/2/Pp/2/2/2/2/2/2/2/2/1K b - - 0 1");
    assert!(position.parse_move("b10a9").is_err());
}

/// A pawn that reaches the last rank, by a step, a leap or a capture, must become an Angel. A Dragon
/// stays a Dragon.
#[test]
fn a_pawn_becomes_an_angel() {
    let promoting = moves("1d/P1/2/2/2/2/2/2/2/2/2/2/2/2/2/k1/2/2/2/1K w - - 0 1");
    let expected = BTreeSet::from(["a19a20a".to_owned(), "a19b20a".to_owned()]);
    assert_eq!(
        promoting.iter().filter(|text| text.starts_with("a19")).cloned().collect::<BTreeSet<_>>(),
        expected
    );
    assert!(moves("2/2/P1/2/2/2/2/2/2/2/2/2/2/2/2/k1/2/2/2/1K w - - 0 1").contains("a18a20a"));
    assert!(moves("2/D1/2/2/2/2/2/2/2/2/2/2/2/2/2/k1/2/2/2/1K w - - 0 1").contains("a19a20"));
}

/// An Angel moves like queen and Dragon together: a knight's leap, and a leap straight ahead.
#[test]
fn an_angel_is_queen_and_dragon() {
    let angel = moves("2/2/2/2/2/2/2/2/p1/P1/A1/2/2/2/2/2/1k/2/2/1K w - - 0 1");
    for text in ["a10b10", "a10b11", "a10b12", "a10b9", "a10b8", "a10a9", "a10a5"] {
        assert!(angel.contains(text), "{text}: {angel:?}");
    }
    assert!(!angel.contains("a10a12"), "the jump does not capture: {angel:?}");
    assert!(moves("2/2/2/2/2/2/2/2/2/P1/A1/2/2/2/2/2/1k/2/2/1K w - - 0 1").contains("a10a12"));
}

/// A side that cannot move has lost, in check or not.
#[test]
fn stalemate_loses() {
    let outcome = position("k1/2/1Q/2/1K/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2 b - - 0 1").outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Color::White), Reason::NoMoves));
}

/// King and Dragon win 34512 of the 48304 positions with White to move, in at most 74 moves.
#[test]
fn a_dragon_wins_most_positions() {
    let share = share("KDk");
    assert_eq!((share.won, share.of, share.longest), (34512, 48304, 74));
    assert_eq!(share.text(), "71.45/74");
}

/// It wins by stalemate alone: if that were a draw, it would never win. So with one Dragon, or one
/// pawn, the game must not be called a draw.
#[test]
fn a_dragon_wins_only_by_stalemate() {
    let mut def = Catalog::builtin().resolve("narrow").unwrap();
    def.rules.no_moves = NoMoves::Draw;
    let mut solver = Solver::new(compile(&def).unwrap()).mirrored();
    assert_eq!(solver.share("KDk", Color::White, |_| true).won, 0);

    for man in ["D", "P", "R"] {
        assert_eq!(
            position(&format!("1k/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/{man}1/2/1K w - - 0 1")).outcome(),
            None,
            "{man}"
        );
    }
    let bare = position("1k/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/1K w - - 0 1").outcome().unwrap();
    assert_eq!((bare.winner, bare.reason), (None, Reason::Material));
}

/// King and Rook win every position in at most 19 moves, King and Queen in at most 7.
#[test]
fn rook_and_queen_always_win() {
    assert_eq!(share("KRk").text(), "100.00/19");
    assert_eq!(share("KQk").text(), "100.00/7");
}

/// King and two Dragons win 93.15 % of the positions, in at most 74 moves.
#[test]
#[ignore = "half a minute"]
fn two_dragons_win_nearly_always() {
    assert_eq!(share("KDDk").text(), "93.15/74");
}

/// Nine percent of the wins of king and Dragon take more than fifty moves, so the fifty-move rule can
/// be switched off.
#[test]
fn the_fifty_move_rule_has_a_switch() {
    let late = |variant: &str| {
        let fen = "1k/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/D1/2/1K w - - 100 120";
        Position::from_fen(game(variant), fen).unwrap().outcome().map(|outcome| outcome.reason)
    };
    assert_eq!(late("narrow"), Some(Reason::MoveLimit));
    assert_eq!(late("narrow;fifty=off"), None);
}
