//! Chu Shogi: promotion by entering and by captures, and Lions that are not traded. The counts and those of
//! `chu.txt` are a second generator's, written in Python for this game alone.

use super::generators::Comparison;
use crate::common::{compiled, data, definition, game, position};
use fibnif::rules::position::{Position, perft};

#[test]
fn sequences_are_as_many_as_a_generator_for_this_game_counts() {
    let game = game("chu");
    for (plies, nodes) in [(1, 36), (2, 1_296), (3, 48_315)] {
        assert_eq!(perft(&Position::start(game.clone()), plies), nodes, "{plies}");
    }
    let text = std::fs::read_to_string(data("rules/chu.txt")).unwrap();
    let mut positions = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut counts = line.rsplitn(3, ' ');
        let mut count = || counts.next().unwrap().parse::<u64>().unwrap();
        let (two, one) = (count(), count());
        let here = Position::from_fen(game.clone(), counts.next().unwrap()).unwrap();
        assert_eq!((perft(&here, 1), perft(&here, 2)), (one, two), "{line}");
        positions += 1;
    }
    assert!(positions > 40, "{positions}");
}

#[test]
#[ignore = "some minutes without optimization"]
fn both_generators_agree_on_chu_shogi() {
    let def = definition("chu");
    assert_eq!(Comparison { game: compiled(&def), naive: def }.run(2, 25), Ok(()));
}

/// Whether a move is legal.
fn is_legal(fen: &str, text: &str) -> bool {
    position("chu", fen).parse_move(text).is_ok()
}

#[test]
fn a_piece_promotes_when_it_enters_and_when_it_captures() {
    let entering = "k11/12/12/12/4G7/12/12/12/12/12/12/K11 w - - 0 1";
    assert!(is_legal(entering, "e8e9+") && is_legal(entering, "e8e9") && !is_legal(entering, "e8d8+"));
    let inside = "k11/12/4pG6/12/12/12/12/12/12/12/12/K11 w - - 0 1";
    assert!(is_legal(inside, "f10e10+") && !is_legal(inside, "f10f11+"));
    let out = "k11/12/12/4R7/12/12/4p7/12/12/12/12/K11 w - - 0 1";
    assert!(is_legal(out, "e9e6+") && !is_legal(out, "e9e8+"));
    let last = "k11/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1";
    assert!(is_legal(last, "e11e12+") && is_legal(last, "e11e12"), "only a pawn may go on being one");
    assert!(!is_legal(&last.replace('P', "G"), "e11e12+"));
}

#[test]
fn lions_are_captured_from_afar_only_without_protection_or_for_more_than_a_pawn() {
    let lions = "k11/12/12/12/4p7/4n7/12/4N7/12/12/12/K11 w - - 0 1";
    assert!(!is_legal(lions, "e5e7"), "the pawn protects it: {lions}");
    assert!(is_legal(&lions.replace("4p7", "12"), "e5e7"));
    // A king protects, too.
    assert!(!is_legal("12/12/12/12/4k7/4n7/12/4N7/12/12/12/K11 w - - 0 1", "e5e7"));
    for (victim, legal) in [('p', false), ('i', false), ('g', true)] {
        let fen = lions.replace("/12/4N7", &format!("/4{victim}7/4N7"));
        assert_eq!(is_legal(&fen, "e5e6,e6e7"), legal, "{fen}");
    }
    // Beside it, it is captured whatever protects it.
    assert!(is_legal(&lions.replace("4n7/12/4N7", "4n7/4N7/12"), "e6e7"));
}
