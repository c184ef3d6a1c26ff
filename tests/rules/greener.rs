//! Greener Chess: Chess with Different Armies with a fence across the board, and different moves for
//! the pieces beyond it. The two endings were first solved by two unrelated programs; the source
//! misjudges some of them.

use crate::common::solver::{Solver, Verdict};
use crate::common::{after, game, moves_from, position, set};
use fibnif::rules::game::compile;
use fibnif::rules::geometry::Color;
use fibnif::rules::position::Reason;
use fibnif::rules::variant::Catalog;

/// White's pieces are augmented on ranks 5 to 8, Black's on ranks 4 to 1, according to the square
/// before the move: a knight with ferz moves diagonally on e5 and not on e4. Black's king leaps from b3
/// to b5, and cannot leap on.
#[test]
fn the_grass_is_greener_beyond_the_fence() {
    let knight = |fen| moves_from(&position("greener:fide+N=F/fide", fen), "e5").len();
    assert_eq!(knight("7k/8/8/4N3/8/8/8/7K w - - 0 1"), 8 + 4);
    let near = position("greener:fide+N=F/fide", "7k/8/8/8/4N3/8/8/7K w - - 0 1");
    assert_eq!(moves_from(&near, "e4").len(), 8);
    let black = position("greener:fide/fide+N=F", "7k/8/8/8/4n3/8/8/7K b - - 0 1");
    assert_eq!(moves_from(&black, "e4").len(), 8 + 4);

    let king = position("greener;king=D", "8/8/8/8/8/1k6/8/7K b - - 0 1");
    assert!(set(["b5", "d3", "b1"]).is_subset(&moves_from(&king, "b3")));
    let retreated = after(king, "b3b5 h1g1");
    assert_eq!(moves_from(&retreated, "b5"), set(["a4", "a5", "a6", "b4", "b6", "c4", "c5", "c6"]));
}

/// Each side has augmenters of its own for each of its four types of piece, or none.
#[test]
fn each_side_chooses_for_itself() {
    let white = position("greener:fide+R=F/nutters+B=W", "7k/8/8/R7/8/8/8/7K w - - 0 1");
    assert!(moves_from(&white, "a5").contains("b6"));
    let plain = position("greener:fide/nutters+B=W", "7k/8/8/R7/8/8/8/7K w - - 0 1");
    assert!(!moves_from(&plain, "a5").contains("b6"));
}

/// An augmenter may be used only once by a player, and must add something; refusals say so.
#[test]
fn idle_and_repeated_augmenters_are_refused() {
    let refused = |text: &str| Catalog::builtin().resolve(text).err().map(|error| error.to_string());
    for idle in ["fide+R=W", "fide+B=F", "fide+Q=W", "fide+Q=F", "clobberers+N=W"] {
        let text = format!("greener:{idle}/fide");
        assert!(refused(&text).is_some(), "{text}");
    }
    assert!(refused("greener:fide+R=F,N=F/fide").is_some());
    // A jump over a piece is more than a first step.
    assert_eq!(refused("greener:fide+R=D,B=A/fide+R=D,B=A"), None);
    assert_eq!(refused("greener:fide+R=A,Q=D/fide"), None);
    assert_eq!(refused("greener:fide+R=F,N=F/fide;repeated=allowed"), None);
}

/// A pawn beyond the fence also steps sideways, without capturing, and keeps its own moves.
#[test]
fn pawns_beyond_the_fence_step_sideways() {
    let free = position("greener:fide", "7k/8/8/8/3pP3/8/8/7K w - - 0 1");
    assert_eq!(moves_from(&free, "e4"), set(["e5"]));
    let beyond = position("greener:fide", "7k/8/3p4/4Pp2/8/8/8/7K w - - 0 1");
    assert_eq!(moves_from(&beyond, "e5"), set(["d5", "d6", "e6"]), "not f5: no capture sideways");
    let passing = position("greener:fide", "7k/8/8/3pP3/8/8/8/7K w - d6 0 1");
    assert_eq!(moves_from(&passing, "e5"), set(["d6", "e6", "f5"]));
}

/// A step sideways can be undone, so it is not progress (ruling): it neither resets the count of the
/// fifty-move rule nor prevents a repetition.
#[test]
fn a_step_sideways_is_no_progress() {
    let moved = after(position("greener:fide", "7k/8/8/4P3/8/8/8/7K w - - 30 40"), "e5d5");
    assert_eq!(moved.clock(), 31);
    assert_eq!(after(moved.clone(), "h8g8 d5d6").clock(), 0);
    let repeated = after(moved, "h8g8 d5e5 g8h8 e5d5 h8g8 d5e5 g8h8");
    assert_eq!(repeated.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
}

/// The king beyond the fence has a Crab's leaps without capturing: it gives no check by them, protects
/// nothing, and may use them to get out of check. Other augmenters, or none, are an option.
#[test]
fn the_king_gains_a_crab_without_teeth() {
    let king = position("greener:fide", "7k/8/8/8/4K3/8/8/8 w - - 0 1");
    assert_eq!(moves_from(&king, "e4").len(), 8, "not beyond the fence yet");
    let beyond = position("greener:fide", "7k/8/3p4/8/4K3/8/8/8 w - - 0 1");
    assert!(!moves_from(&beyond, "e4").contains("d6"));
    let crab = position("greener:fide", "7k/3n4/8/4K3/8/8/8/8 w - - 0 1");
    assert!(crab.in_check());
    let leaps = set(["f7", "c4", "g4"]);
    assert!(leaps.is_subset(&moves_from(&crab, "e5")), "not d7: {:?}", moves_from(&crab, "e5"));
    assert!(!moves_from(&crab, "e5").contains("d7"));
    assert!(!position("greener:fide", "5k2/8/8/4K3/8/8/8/8 b - - 0 1").in_check());

    let number = |option: &str| {
        moves_from(&position(&format!("greener:fide;king={option}"), "8/8/8/4K3/8/8/8/7k w - - 0 1"), "e5")
            .len()
    };
    assert_eq!(["none", "Crab", "Barc", "A", "D"].map(number), [8, 12, 12, 12, 12]);
}

/// Castling considers the piece without its augmenter: a Leaping Bishop keeps its color, with or
/// without a wazir beyond the fence.
#[test]
fn castling_goes_by_the_plain_piece() {
    for variant in ["greener:clobberers/fide", "greener:clobberers+R=W/fide"] {
        let castling = position(variant, "4k3/8/8/8/8/8/8/L3K2L w KQ - 0 1");
        assert!(moves_from(&castling, "e1").contains("b1"), "{variant}");
        assert!(!moves_from(&castling, "e1").contains("c1"), "{variant}");
    }
}

/// A pawn becomes a piece of its own army; standing beyond the fence, that is augmented at once: a
/// Bishop with Dabbaba on a8 checks the King on c8.
#[test]
fn a_promoted_man_is_augmented_at_once() {
    let promoting = |variant| position(variant, "2k5/P7/8/8/8/8/8/7K w - - 0 1");
    let augmented = promoting("greener:fide+B=D/nutters");
    assert_eq!(moves_from(&augmented, "a7"), set(["a8b", "a8n", "a8q", "a8r", "b7"]));
    assert!(after(augmented, "a7a8b").in_check());
    assert!(!after(promoting("greener:fide"), "a7a8b").in_check());
}

/// With a vertical fence every piece is greener on the wing where it did not start. Those from files e
/// to h have an apostrophe, and are greener on files a to d. A promoted pawn keeps its starting wing
/// (ruling).
#[test]
fn a_vertical_fence_asks_where_a_man_started() {
    let vertical = "greener:fide+N=W,R=F/fide;fence=vertical";
    let knights = position(vertical, "7k'/8/8/8/8/2N2N'2/8/4K'3 w - - 0 1");
    assert_eq!(
        (moves_from(&knights, "c3").len(), moves_from(&knights, "f3").len()),
        (8, 7),
        "Nf3 shuts itself out from e1"
    );
    let crossed = position(vertical, "7k'/8/8/8/8/2N'2N2/8/4K'3 w - - 0 1");
    assert_eq!((moves_from(&crossed, "c3").len(), moves_from(&crossed, "f3").len()), (8 + 4, 7 + 4));
    let promoted = after(position(vertical, "7k'/1P'6/8/8/8/8/8/4K'3 w - - 0 1"), "b7b8r h8g7");
    assert_eq!(promoted.fen(), "1R'6/6k'1/8/8/8/8/8/4K'3 w - - 1 2");
    assert!(moves_from(&promoted, "b8").contains("c7"), "a Rook from the right wing, greener on b8");
}

fn rook_ending(king: &str) -> Verdict {
    Solver::new(game(&format!("greener:fide;king={king}"))).mirrored().solve("8/8/8/8/8/4K3/R7/4k3 b - - 0 1")
}

/// White Ke3 Ra2 against Ke1, Black to move: no augmenter saves the king. (The source believes that
/// Barc and Dabbaba draw.)
#[test]
fn a_rook_mates_a_crab_in_14_plies() {
    assert_eq!(rook_ending("Crab"), Verdict::Wins(Color::White, 14));
}

#[test]
#[ignore = "some seconds"]
fn a_rook_mates_every_king() {
    let plies = [("none", 10), ("Crab", 14), ("Barc", 26), ("A", 36), ("D", 38)];
    for (king, plies) in plies {
        assert_eq!(rook_ending(king), Verdict::Wins(Color::White, plies), "{king}");
    }
}

/// White Ka6 Pb6 against Ka8, White to move, with promotion to nothing but `targets`.
fn pawn_ending(king: &str, targets: &str) -> Verdict {
    let mut def = Catalog::builtin().resolve(&format!("greener:fide;king={king}")).unwrap();
    for promotion in
        def.sides.iter_mut().flat_map(|side| &mut side.pieces).filter_map(|piece| piece.promotion.as_mut())
    {
        promotion.targets.retain(|target| targets.contains(target.letter.base()));
    }
    Solver::new(compile(&def).unwrap()).mirrored().solve("k7/8/KP6/8/8/8/8/8 w - - 0 1")
}

/// White Ka6 Pb6 against Ka8, White to move: a draw in chess, but here the pawn steps sideways
/// (1.b6-c6!, which the source overlooks) and the King leaps.
#[test]
fn the_pawn_steps_aside_and_wins() {
    assert_eq!(pawn_ending("Crab", "Q"), Verdict::Wins(Color::White, 21));
}

#[test]
#[ignore = "half a minute"]
fn the_pawn_wins_with_every_king() {
    let plies = [("none", 23), ("Crab", 21), ("Barc", 21), ("A", 23), ("D", 11)];
    for (king, plies) in plies {
        assert_eq!(pawn_ending(king, "QRBN"), Verdict::Wins(Color::White, plies), "{king}");
    }
}
