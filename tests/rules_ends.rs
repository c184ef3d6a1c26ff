//! Ends of games other than mate: squares to be reached, checks to be counted, men not to be lost,
//! bare Kings. The rules are those of cutechess's boards and of XBoard's manual.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fibnif::game::{Game, compile};
use fibnif::geometry::Color;
use fibnif::position::{Position, Reason};
use fibnif::search::{Limits, Searcher};
use fibnif::variant::Catalog;

fn game(variant: &str) -> Arc<Game> {
    compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap()
}

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(game(variant), fen).unwrap()
}

fn end(position: &Position) -> Option<(Option<Color>, Reason)> {
    position.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split(' ') {
        let m = position.parse_move(text).unwrap();
        position.make(m);
    }
}

/// What the engine plays with so many nodes.
fn best(position: &Position, nodes: u64) -> String {
    let mut searcher = Searcher::new(position.game(), 1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let best = searcher.run(&mut position.clone(), &limits, &AtomicBool::new(false), &mut |_| ());
    position.move_text(best.best.unwrap())
}

/// King of the Hill: a King on d4, e4, d5 or e5 has won, and the engine goes there.
#[test]
fn a_king_on_the_hill_wins() {
    let mut hill = position("kingofthehill", "7k/8/8/8/8/4K3/8/q7 w - - 0 1");
    assert_eq!(end(&hill), None);
    assert!(["e3e4", "e3d4"].contains(&best(&hill, 2000).as_str()));
    play(&mut hill, "e3e4");
    assert_eq!(end(&hill), Some((Some(Color::White), Reason::Goal)));
    hill.unmake();
    assert_eq!(end(&hill), None);
}

/// Three-check: the third check wins; the FEN tells how many are still to be given.
#[test]
fn the_third_check_wins() {
    let mut checks = Position::start(game("3check"));
    play(&mut checks, "e2e4 d7d6 f1b5");
    assert_eq!(checks.fen(), "rnbqkbnr/ppp1pppp/3p4/1B6/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 1 2");
    let again = position("3check", &checks.fen());
    assert_eq!((again.key(), again.fen()), (checks.key(), checks.fen()));
    checks.unmake();
    assert!(checks.fen().contains(" 3+3 "), "{}", checks.fen());

    let mut last = position("3check", "4k3/8/8/8/8/8/4P3/3QK3 w - - 1+3 0 1");
    assert_eq!(best(&last, 2000), best(&last, 4000));
    let before = last.key();
    play(&mut last, "d1a4");
    assert_eq!(end(&last), Some((Some(Color::White), Reason::Checks)));
    last.unmake();
    assert_eq!((end(&last), last.key()), (None, before));
    assert!(Position::from_fen(game("3check"), "4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1").is_err(), "more checks than there are");
    assert_eq!(position("3check", "4k3/8/8/8/8/8/8/4K2R w - - +1+0 0 1").fen(), "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1");
}

/// The engine looks for the check that decides, its own and the other side's, beyond its depth.
#[test]
fn the_last_check_is_seen_coming() {
    for (fen, mate) in [("4k3/8/8/8/8/8/4P3/3QK3 w - - 1+3 0 1", 1), ("4k3/8/8/8/8/8/4P3/3QK3 b - - 1+3 0 1", -1)] {
        let mut last = position("3check", fen);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let best = Searcher::new(last.game(), 1).run(&mut last, &limits, &AtomicBool::new(false), &mut |_| ());
        assert_eq!(best.score.mate_in(), Some(mate), "{fen}");
    }
}

/// Three Kings: they may be left in check, and the first one captured loses the game.
#[test]
fn the_first_king_captured_loses() {
    let mut kings = position("threekings", "k3k2k/8/8/8/8/8/8/K3K2K w - - 0 1");
    assert!(!kings.in_check());
    assert_eq!(end(&kings), None);
    let mut rook = position("threekings", "k3k2k/8/8/8/8/8/8/KR2K2K w - - 0 1");
    assert_eq!(end(&rook), None);
    play(&mut rook, "b1b8");
    assert_eq!(end(&rook), None);
    play(&mut rook, "a8b8");
    play(&mut kings, "a1a2");
    assert_eq!(end(&kings), None);
    let mut taken = position("threekings", "k3k2k/8/8/8/8/8/8/RK2K2K w - - 0 1");
    assert_eq!(best(&taken, 2000), "a1a8");
    play(&mut taken, "a1a8");
    assert_eq!(end(&taken), Some((Some(Color::White), Reason::Lost)));
}

/// Shatranj: a bare King has lost, unless it can bare the other King at once, which draws; a side
/// without a move has lost.
#[test]
fn a_bare_king_loses_in_shatranj() {
    let bare = |fen: &str| end(&position("shatranj", fen));
    assert_eq!(bare("4k3/8/8/8/8/8/R7/4K3 b - - 0 1"), Some((Some(Color::White), Reason::Bare)));
    assert_eq!(bare("8/8/8/8/8/1k6/R7/4K3 b - - 0 1"), None, "the Rook can be taken");
    assert_eq!(bare("8/8/8/8/8/1k6/RR6/4K3 b - - 0 1"), Some((Some(Color::White), Reason::Bare)));
    assert_eq!(bare("8/8/8/8/8/1k6/8/4K3 w - - 0 1"), Some((None, Reason::Bare)));
    assert_eq!(bare("8/8/8/8/8/1k6/R7/4K3 w - - 0 1"), Some((Some(Color::White), Reason::Bare)), "the chance is gone");
    assert_eq!(bare("k7/2K5/1Q6/8/8/8/p7/8 b - - 0 1").map(|end| end.0), None, "the pawn still moves");
    assert_eq!(bare("k7/2K5/1Q6/8/8/p7/P7/8 b - - 0 1"), Some((Some(Color::White), Reason::NoMoves)));
}
