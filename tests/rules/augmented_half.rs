//! Half Chess and Augmented Half Chess: halfling pieces, a choice of augmenters, promotion to pieces of
//! either side. What the pieces can do alone was first solved by two unrelated programs. (The numbers
//! of armies are in `augmenters.rs`.)

use crate::common::solver::{Share, Solver};
use crate::common::{moves_from, position, set};
use fibnif::rules::betza::{Movement, parse, resolve};
use fibnif::rules::game::compile;
use fibnif::rules::geometry::Color;
use fibnif::rules::variant::Catalog;

/// A halfling moves at most half the way to the edge, rounded up, as on an empty board: a rook on b1
/// one step to the left and three to the right, four up the board.
#[test]
fn a_halfling_goes_half_the_way() {
    let rook = position("half-chess", "7k/8/8/8/8/8/8/1R5K w - - 0 1");
    assert_eq!(moves_from(&rook, "b1"), set(["a1", "b2", "b3", "b4", "b5", "c1", "d1", "e1"]));
    let bishop = position("half-chess", "7k/8/8/8/8/2B5/8/7K w - - 0 1");
    assert_eq!(moves_from(&bishop, "c3"), set(["b2", "b4", "d2", "d4", "e5", "f6"]));
}

/// Half Chess has the Crab for a Knight; with the orthodox Knight the game is called Halfling.
#[test]
fn the_crab_takes_the_knights_place() {
    let knight = |variant| moves_from(&position(variant, "7k/8/8/8/4N3/8/8/7K w - - 0 1"), "e4");
    assert_eq!(knight("half-chess"), set(["c3", "d6", "f6", "g3"]));
    assert_eq!(knight("halfling").len(), 8);
}

/// A pawn becomes any piece of either side, with its augmenters. The other side's have letters of their
/// own, and are left out if they equal one's own.
#[test]
fn pawns_become_what_either_side_began_with() {
    let choices = |variant: &str| moves_from(&position(variant, "8/P6k/8/8/8/8/8/7K w - - 0 1"), "a7");
    let own = "augmented-half:R=hhR+F,N=Crab+W,B=hhB+D,Q=hhQ+Wide";
    assert_eq!(choices(own), set(["a8b", "a8n", "a8q", "a8r"]));
    let both = format!("{own}/R=hhR+F,N=Crab+A,B=hhB+W,Q=hhR+Crab+Wide");
    assert_eq!(choices(&both), set(["a8b", "a8c", "a8e", "a8h", "a8n", "a8q", "a8r"]), "one Rook for both");
}

/// Castling is that of chess, whatever augments the corner piece.
#[test]
fn castling_is_that_of_chess() {
    let castling = position(
        "augmented-half:R=hhR+Wide,N=Crab+W,B=hhB+D,Q=hhR+Crab+F",
        "7k/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    );
    assert!(set(["c1", "g1"]).is_subset(&moves_from(&castling, "e1")));
}

/// The share of positions that White, to move, wins with King and a piece of these parts.
fn share(parts: &[&str]) -> Share {
    let mut def = Catalog::builtin().resolve("half-chess").unwrap();
    let parts: Vec<Movement> = parts.iter().map(|part| resolve(&parse(part).unwrap()).unwrap()).collect();
    let rook = def.sides[0].pieces.iter_mut().find(|piece| piece.role == 'R').unwrap();
    rook.movement = Movement::join(&parts);
    def.rules.castling = fibnif::rules::variant::Castling::None;
    Solver::new(compile(&def).unwrap()).mirrored().share("KRk", Color::White, |_| true)
}

const CRAB: &str = "ffNsbN";
const NARROW: &str = "fbN";
const WIDE: &str = "shN";

/// Whether it wins only after a mistake by the other side: in less than one position of two hundred. The most
/// have a Crab with an alfil, 884 of 206,804 positions, and with a dabbaba, 564 of 204,120.
fn is_helpless(parts: &[&str]) -> bool {
    let share = share(parts);
    share.won * 200 < share.of
}

/// The halfling queen always mates, in 12 moves at most; the halfling rook has only mates in one.
#[test]
fn a_halfling_queen_mates_and_a_halfling_rook_does_not() {
    assert_eq!(share(&["hhQ"]).text(), "100.00/12");
    assert_eq!(share(&["hhR"]).text(), "0.02/1");
}

/// The pieces that can mate with only their king, and the maximum number of moves.
#[test]
#[ignore = "half a minute"]
fn pieces_that_mate_alone() {
    assert_eq!(share(&["hhR", "F"]).text(), "100.00/13");
    assert_eq!(share(&["hhR", "D"]).text(), "100.00/22");
    assert_eq!(share(&["hhB", "W"]).text(), "100.00/15");
    assert_eq!(share(&["hhR", CRAB, "A"]).text(), "100.00/18");
    assert_eq!(share(&["hhR", NARROW, "A"]).text(), "100.00/19");
}

/// The pieces that cannot: the halfling bishop with anything but a wazir, the halfling rook with less
/// than a ferz or a dabbaba, every augmented half-knight.
#[test]
#[ignore = "a minute"]
fn pieces_that_do_not_mate_alone() {
    let rooks: [&[&str]; 6] =
        [&["hhR"], &["hhR", "A"], &["hhR", CRAB], &["hhR", NARROW], &["hhR", WIDE], &["hhR", "N"]];
    let bishops: [&[&str]; 4] = [&["hhB", "D"], &["hhB", CRAB], &["hhB", NARROW], &["hhB", WIDE]];
    let knights: [&[&str]; 7] = [
        &[CRAB, "A"],
        &[CRAB, "W"],
        &[CRAB, "D"],
        &[CRAB, "F"],
        &[NARROW, "W"],
        &[NARROW, "F"],
        &[NARROW, WIDE],
    ];
    for parts in rooks.into_iter().chain(bishops).chain(knights) {
        assert!(is_helpless(parts), "{parts:?}");
    }
}
