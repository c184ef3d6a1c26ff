//! What the armies of Chess with Different Armies can do alone. The shares were first computed by two
//! unrelated solvers; here they come from the program's own legal moves. Castling and promotion are in
//! `chess.rs`.

use crate::common::game;
use crate::common::solver::Solver;
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::position::{Position, Reason};

/// The share of positions that White, to move, wins with these pieces of an army: percent, and the
/// longest win in moves.
fn share(army: &str, men: &str) -> String {
    share_of(army, men, |_| true)
}

fn share_of(army: &str, men: &str, allowed: impl Fn(&[Square]) -> bool) -> String {
    Solver::new(game(&format!("cwda:{army}/fide"))).mirrored().share(men, Color::White, allowed).text()
}

fn is_dark(square: Square) -> bool {
    (square.0 % 8 + square.0 / 8).is_multiple_of(2)
}

/// Whether the second and the third piece are on squares of the same color.
fn like(squares: &[Square]) -> bool {
    is_dark(squares[1]) == is_dark(squares[2])
}

fn unlike(squares: &[Square]) -> bool {
    !like(squares)
}

/// Whether the game is drawn because nobody can win any more.
fn lacks_material(variant: &str, fen: &str) -> bool {
    let position = Position::from_fen(game(variant), fen).unwrap();
    position.outcome().is_some_and(|outcome| outcome.reason == Reason::Material)
}

/// King and one piece against the bare king: the Horse (the source's Fibnif) has mates, but only after
/// a mistake by the other side, and every one of them is mate in one.
#[test]
fn a_horse_alone_mates_only_in_one_move() {
    assert_eq!(share("nutters", "KHk"), "0.02/1");
}

/// The Woody (`WD`) cannot always: it is the one piece with mating power that often fails.
#[test]
fn a_woody_wins_most_positions() {
    assert_eq!(share("rookies", "KWk"), "96.09/29");
}

/// The Clobberer (`FAD`) sees only half the board: it never mates, and the game is a draw at once.
#[test]
fn a_clobberer_alone_never_mates() {
    assert_eq!(share("clobberers", "KCk"), "0.00/0");
    assert!(lacks_material("cwda:clobberers/fide", "4k3/8/8/8/8/8/8/2C1K3 w - - 0 1"));
}

/// Two Clobberers on squares of one color can no more mate than one; on both colors they do, so that is
/// not a draw. Nor is a Horse alone (there are mates), let alone two.
#[test]
fn what_can_mate_is_not_called_a_draw() {
    assert!(lacks_material("cwda:clobberers/fide", "4k3/8/8/8/8/8/8/C1C1K3 w - - 0 1"));
    assert!(!lacks_material("cwda:clobberers/fide", "4k3/8/8/8/8/8/8/1CC1K3 w - - 0 1"));
    assert!(!lacks_material("cwda:nutters/fide", "4k3/8/8/8/8/8/8/1H2K3 w - - 0 1"));
    assert!(!lacks_material("cwda:nutters/fide", "4k3/8/8/8/8/8/8/1HH1K3 w - - 0 1"));
}

/// Every piece of the four armies alone with its King.
#[test]
#[ignore = "half a minute"]
fn every_piece_alone() {
    let expected = [
        ("fide", "KBk", "0.00/0"),
        ("fide", "KNk", "0.00/0"),
        ("fide", "KRk", "100.00/16"),
        ("fide", "KQk", "100.00/10"),
        ("clobberers", "KEk", "0.00/0"),
        ("clobberers", "KLk", "0.00/0"),
        ("clobberers", "KAk", "100.00/17"),
        ("nutters", "KUk", "99.95/33"),
        ("nutters", "KTk", "100.00/15"),
        ("nutters", "KCk", "100.00/13"),
        ("rookies", "KSk", "100.00/17"),
        ("rookies", "KHk", "100.00/27"),
        ("rookies", "KMk", "100.00/11"),
    ];
    for (army, men, text) in expected {
        assert_eq!(share(army, men), text, "{army} {men}");
    }
}

/// Two Horses win nearly always (the source says that they cannot: never claim that draw), two
/// Elephants (`WA`) as well; two knights do not.
#[test]
#[ignore = "some minutes"]
fn pairs_that_change_color() {
    assert_eq!(share("nutters", "KHHk"), "97.76/21");
    assert_eq!(share("clobberers", "KEEk"), "99.21/27");
    assert_eq!(share("fide", "KNNk"), "0.01/1");
}

/// Two color-bound pieces with their king: together they win if they are on different colors.
#[test]
#[ignore = "some minutes"]
fn pairs_that_keep_their_colors() {
    assert_eq!(share_of("clobberers", "KCCk", unlike), "99.94/10");
    assert_eq!(share_of("clobberers", "KCCk", like), "0.00/0");
    assert_eq!(share_of("clobberers", "KLLk", unlike), "99.97/9");
    assert_eq!(share_of("clobberers", "KCLk", unlike), "99.95/9");
}

/// The same pairs win without any help of their King.
#[test]
#[ignore = "half a minute"]
fn pairs_without_a_king() {
    let without_king = |men, allowed: fn(&[Square]) -> bool| share_of("clobberers", men, allowed);
    let unlike = |squares: &[Square]| is_dark(squares[0]) != is_dark(squares[1]);
    assert_eq!(without_king("CCk", unlike), "99.97/11");
    assert_eq!(without_king("LLk", unlike), "100.00/9");
    assert_eq!(without_king("CLk", unlike), "99.98/10");
}
