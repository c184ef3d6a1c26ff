//! Boards of hexagons: where pieces go, the names and colors of hexagons, and what has no meaning on them.

use super::generators::Comparison;
use crate::common::files::Files;
use crate::common::program::talk;
use crate::common::{compiled, definition, game, position};
use fibnif::rules::betza::Movement;
use fibnif::rules::geometry::{Lattice, Shape, Square};
use fibnif::rules::variant::Catalog;

/// The board of six hexagons a side, which both games have.
fn board() -> Shape {
    game("glinski").shape.clone()
}

/// Where a line of notation leads from f6, the middle of the board, in one step: sorted.
fn from_the_middle(notation: &str) -> String {
    let shape = board();
    let middle = shape.parse_square("f6").unwrap();
    let movement = Movement::read_on(notation, Lattice::Hexagons).unwrap();
    let ends = movement.legs.iter().map(|leg| shape.step(middle, leg.steps[0], false).unwrap());
    let mut ends: Vec<Square> = ends.collect();
    ends.sort_by_key(|&square| (shape.file(square), shape.rank(square)));
    ends.into_iter().map(|square| shape.name(square)).collect::<Vec<_>>().join(" ")
}

#[test]
fn letters_mean_directions_across_sides_and_corners() {
    let leads = [
        ("W", "e5 e6 f5 f7 g5 g6"),
        ("F", "d5 e4 e7 g4 g7 h5"),
        ("N", "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5"),
        ("D", "d4 d6 f4 f8 h4 h6"),
        ("fW", "f7"),
        ("fF", "e7 g7"),
        ("fsW", "e6 g6"),
        ("bsW", "e5 g5"),
        ("sW", "e5 e6 g5 g6"),
        ("fhW", "e6 f7 g6"),
        ("rF", "h5"),
        ("frF", "g7"),
        ("fN", "e8 g8"),
        ("rN", "i4 i5"),
        ("frN", "i5"),
        ("rfN", "g8"),
        ("fhN", "c5 d7 e8 g8 h7 i5"),
        ("hrN", "c4 e3 g8 h3 d7 i5"),
        ("fK", "e7 f7 g7"),
    ];
    for (notation, squares) in leads {
        let mut expected: Vec<&str> = squares.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(from_the_middle(notation), expected.join(" "), "{notation}");
    }
}

/// Moves, FENs, keys and results at every ply, against a generator that shares no code with the program.
#[test]
fn both_generators_agree_on_hexagons() {
    for variant in ["glinski", "mccooey"] {
        let naive = definition(variant);
        assert_eq!(Comparison { game: compiled(&naive), naive }.run(4, 50), Ok(()));
    }
}

#[test]
fn hexagons_have_three_colors_and_the_names_that_players_use() {
    let shape = board();
    assert_eq!(shape.squares().count(), 91);
    let count = |shade| shape.squares().filter(|&square| shape.shade(square) == shade).count();
    let mut counts = [count(0), count(1), count(2)];
    counts.sort_unstable();
    assert_eq!(counts, [30, 30, 31]);
    for square in shape.squares() {
        assert_eq!(shape.parse_square(&shape.name(square)), Some(square));
        assert_eq!(shape.opposite(shape.opposite(square)), square);
        for &way in Lattice::Hexagons.ways() {
            let next = shape.step(square, way, false);
            assert!(next.is_none_or(|next| shape.shade(next) != shape.shade(square)));
            assert!(next.is_none_or(|next| shape.touches(square, next) && shape.touches(next, square)));
        }
    }
    let opposite = |name: &str| shape.name(shape.opposite(shape.parse_square(name).unwrap()));
    assert_eq!(["a1", "f1", "f6", "c1", "l3"].map(opposite), ["l6", "f11", "f6", "i8", "a4"]);
    assert_eq!(shape.parse_square("j1"), None);
    assert_eq!(shape.parse_square("l7"), None);
}

/// The moves of a game whose files skip the j, as a program sends them over CECP.
#[test]
fn programs_name_hexagons_as_players_do() {
    let moves = "force\nusermove k1k3\nusermove k7k5\nping 1\nquit\n";
    let cecp = talk::<&str>([], format!("xboard\nprotover 2\nvariant glinski\n{moves}"));
    assert!(cecp.contains("pong 1") && !cecp.contains("Illegal"), "{cecp}");
    // What XBoard is told of pieces has the directions of squares.
    assert!(!cecp.contains("setup") && !cecp.contains("\npiece "), "{cecp}");
}

#[test]
fn a_pawn_may_advance_twice_from_any_start_of_a_pawn() {
    let after_capture = "*****1*****/****1k1****/***5***/**7**/*9*/11/5p5/4P6/11/11/5K5 w - - 0 1";
    let glinski = position("glinski", after_capture);
    let mut moved = glinski.clone();
    moved.make(glinski.parse_move("e4f5").unwrap());
    moved.make(moved.parse_move("f10f9").unwrap());
    assert!(moved.parse_move("f5f7").is_ok());
    // In McCooey's game, the one in the middle may not.
    let mccooey =
        position("mccooey", "*****1*****/****1k1****/***5***/**7**/*9*/11/11/5P5/4P6/11/5K5 w - - 0 1");
    assert!(mccooey.parse_move("e3e5").is_ok());
    assert!(mccooey.parse_move("f4f6").is_err());
}

#[test]
fn en_passant_and_promotion_follow_the_files() {
    let mut glinski =
        position("glinski", "*****1*****/****1k1****/***5***/**7**/*3p5*/11/5P5/11/11/11/5K5 b - - 0 1");
    glinski.make(glinski.parse_move("e7e5").unwrap());
    assert!(glinski.parse_move("f5e6").is_err());
    let mut glinski =
        position("glinski", "*****1*****/****1k1****/***5***/**7**/*3p5*/5P5/11/11/11/11/5K5 b - - 0 1");
    glinski.make(glinski.parse_move("e7e5").unwrap());
    assert!(glinski.fen().contains(" e6 "));
    let capture = glinski.parse_move("f6e6").unwrap();
    assert!(glinski.captured(capture).is_some());
    let promotes =
        position("glinski", "*****1*****/****1k1****/***5***/**7**/*9*/11/P10/11/11/11/5K5 w - - 0 1");
    for text in ["a5a6q", "a5a6n"] {
        assert!(promotes.parse_move(text).is_ok(), "{text}");
    }
    assert!(promotes.parse_move("a5a6").is_err());
}

#[test]
fn what_has_no_meaning_on_hexagons_is_refused() {
    let refused = [
        ("pieces = { R = { betza = \"afsW\" } }", "expected moves of one leg on hexagons"),
        ("pieces = { R = { betza = \"[W-F]\" } }", "expected moves of one leg on hexagons"),
        ("pieces = { R = { betza = \"zFF\" } }", "expected moves along straight lines on hexagons"),
        ("pieces = { R = { betza = \"oR\" } }", "expected moves along straight lines on hexagons"),
        ("pieces = { K = { betza = \"KO2\" } }", "expected no castling on hexagons"),
        ("pieces = { R = { betza = \"hrW\" } }", "expected an oblique atom"),
        ("pieces = { R = { betza = \"flK\" } }", "expected W, F, R or B for a corner"),
        ("rules = { turn = \"one-move-per-square-color\" }", "`turn` needs a board of squares"),
        ("rules = { castling = { king_to = [\"c\", \"g\"] } }", "`castling` needs a board of squares"),
        ("start = \"kp/KP w - - 0 1\"", "odd number of files"),
        ("lattice = \"triangles\"", "expected `squares` or `hexagons`"),
    ];
    for (line, message) in refused {
        let text = format!("extends = \"glinski\"\n{line}\n");
        let files = Files::new("hexagons", &[("faulty.toml", &text)]);
        let mut catalog = Catalog::builtin();
        let unusable = catalog.add_path(&files.0).unwrap();
        let error = match unusable.first() {
            Some((_, error)) => error.to_string(),
            None => catalog.resolve("faulty").map(|_| ()).unwrap_err().to_string(),
        };
        assert!(error.contains(message), "{line}: {error}");
    }
}
