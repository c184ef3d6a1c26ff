//! Nearly Colorboundmost Chess: an ordinary game of single moves, with a king that does not leap and
//! pawns that change color when they capture.

use crate::common::solver::{Solver, Verdict};
use crate::common::{after, game, moves, moves_from, set};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason};

fn position(fen: &str) -> Position {
    crate::common::position("nearly-colorboundmost", fen)
}

/// The king moves one square diagonally or two straight, without leaping: with a piece on e2, its own
/// or not, it cannot move from e1 to e3. (Source: "a lame jumper".)
#[test]
fn the_king_does_not_jump() {
    let free = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves_from(&free, "e1"), set(["c1", "d2", "e3", "f2", "g1"]));
    let blocked = position("4k3/8/8/8/8/8/4b3/3NK3 w - - 0 1");
    assert_eq!(moves_from(&blocked, "e1"), set(["d2", "f2", "g1"]));
}

/// Pawns move diagonally and capture straight ahead. On their first move they may advance two squares
/// diagonally, over empty squares.
#[test]
fn pawns_move_like_berolina_pawns() {
    let position = position("4k3/8/8/8/8/3b1b2/4P3/4K3 w - - 0 1");
    assert_eq!(moves_from(&position, "e2"), set([]));
    let fen = "4k3/8/8/8/8/4b3/4P3/4K3 w - - 0 1";
    assert_eq!(moves_from(&self::position(fen), "e2"), set(["c4", "d3", "e3", "f3", "g4"]));
}

/// A pawn that passes a square diagonally can be captured there by a pawn straight in front of the
/// square, in the next move only. A pawn that could also just move there captures anyway.
#[test]
fn pawns_capture_in_passing_straight_on() {
    let passed = after(position("4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1"), "e2c4");
    assert_eq!(passed.fen(), "4k3/8/8/8/2Pp1p2/8/8/4K3 b - d3c4 0 1");
    assert_eq!(moves_from(&passed, "d4"), set(["c3", "d3", "e3"]));
    assert_eq!(after(passed.clone(), "d4d3").fen(), "4k3/8/8/8/5p2/3p4/8/4K3 w - - 0 2");
    let later = after(passed, "e8d7 e1d2 d7e8 d2e1");
    assert_eq!(moves_from(&later, "d4"), set(["c3", "e3"]));
}

/// Fairy-Stockfish writes the en passant square and the pawn's own in the order of the board.
#[test]
fn both_squares_of_a_passing_pawn_are_read_in_either_order() {
    let start = Position::start(game("berolina"));
    let passed = after(start, "b2d4 a7c5");
    let own = passed.fen();
    assert!(own.ends_with(" b6c5 0 2"), "{own}");
    let other = crate::common::position("berolina", &own.replace("b6c5", "c5b6"));
    assert_eq!((other.fen(), other.key()), (own.clone(), passed.key()));
    for field in ["c5a6", "c5c6", "c5d6", "c5"] {
        let fen = own.replace("b6c5", field);
        let read = Position::from_fen(game("berolina"), &fen).unwrap().fen();
        assert!(read.ends_with(" - 0 2"), "{field}: {read}");
    }
}

/// A pawn becomes any piece of either side's start except the king: queen, Crooked Bishop, bishop,
/// knight. If one side has Raiders, both sides may have either of the two.
#[test]
fn pawns_become_what_either_side_began_with() {
    let choices =
        |variant: &str| moves_from(&crate::common::position(variant, "8/k6P/8/8/8/8/8/K7 w - - 0 1"), "h7");
    assert_eq!(choices("nearly-colorboundmost"), set(["g8b", "g8c", "g8n", "g8q"]));
    assert_eq!(choices("nearly-colorboundmost:raiders"), set(["g8b", "g8c", "g8l", "g8q"]));
    let mixed = set(["g8b", "g8c", "g8l", "g8n", "g8q"]);
    assert_eq!(choices("nearly-colorboundmost:raiders/colorboundmost"), mixed);
    assert_eq!(choices("nearly-colorboundmost:colorboundmost/raiders"), mixed);
}

/// Castling leads to the squares of chess. On the queen's side the king keeps its color and the Crooked
/// Bishop, from a1 to d1, changes its own. The king has an ordinary move to the same square, so
/// castling is written differently.
#[test]
fn castling_changes_the_color_of_the_crooked_bishop() {
    let position = position("c3k2c/pppppppp/8/8/8/8/PPPPPPPP/C3K2C w KQkq - 0 1");
    let texts = moves(&position);
    assert!(set(["O-O", "O-O-O", "e1c1", "e1g1"]).is_subset(&texts), "{texts:?}");
    assert_eq!(after(position.clone(), "O-O-O").fen(), "c3k2c/pppppppp/8/8/8/8/PPPPPPPP/2KC3C b kq - 1 1");
    assert_eq!(after(position.clone(), "e1c1").fen(), "c3k2c/pppppppp/8/8/8/8/PPPPPPPP/C1K4C b kq - 1 1");
    assert_eq!(after(position.clone(), "O-O").fen(), "c3k2c/pppppppp/8/8/8/8/PPPPPPPP/C4CK1 b kq - 1 1");
    assert_eq!(after(position, "e1h1").fen(), "c3k2c/pppppppp/8/8/8/8/PPPPPPPP/C4CK1 b kq - 1 1");
}

/// Stalemate is a draw, as in chess. (Kc6 controls b7, a6 and c8 around Ka8.) Having no move on the
/// squares of one color means nothing.
#[test]
fn stalemate_is_a_draw() {
    let stalemate = position("k7/8/2K5/8/8/8/8/7N b - - 0 1").outcome().unwrap();
    assert_eq!((stalemate.winner, stalemate.reason), (None, Reason::NoMoves));
    assert_eq!(
        position("k7/8/2K5/8/8/1p6/8/7N b - - 0 1").outcome(),
        None,
        "a move on the other color will do"
    );
}

/// White Pa6 Bf1 against Ka8 is a draw, whoever moves. It would be zugzwang if Black had to move on
/// this color, but here Ka8-b7 is legal, since pawns capture straight ahead. With the pawn on b7 and
/// White to move it is too late for that. (Source, under endgames; solved without White's king.)
#[test]
fn the_pawn_does_not_guard_b7() {
    let position = position("k7/8/P7/8/8/8/8/4KB2 b - - 0 1");
    assert!(moves_from(&position, "a8").contains("b7"));
    let mut solver = Solver::new(game("nearly-colorboundmost"));
    for side in ['w', 'b'] {
        assert_eq!(solver.solve(&format!("k7/8/P7/8/8/8/8/5B2 {side} - - 0 1")), Verdict::Draw);
    }
    assert_eq!(
        solver.solve("k7/1P6/8/8/8/8/8/5B2 w - - 0 1"),
        Verdict::Wins(Color::White, 3),
        "the solver knows wins"
    );
}
