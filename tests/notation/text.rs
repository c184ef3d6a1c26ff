//! Boards, squares and lines of notation as text: reading, writing, and the places of faults.

use fibnif::rules::betza::{Movement, parse};
use fibnif::rules::geometry::{Offset, Shape, Square, read_rows, write_rows};
use fibnif::teach::region;

#[test]
fn names_and_squares_agree_on_long_boards() {
    let narrow = Shape::rectangle(2, 20).unwrap();
    assert_eq!(narrow.name(narrow.parse_square("b20").unwrap()), "b20");
    assert_eq!(narrow.parse_square("a21"), None);
    assert_eq!(narrow.parse_square("c1"), None);
    assert_eq!(narrow.parse_square("a01"), None);
    let (square, rest) = narrow.read_square("a9a11").unwrap();
    assert_eq!((narrow.name(square).as_str(), rest), ("a9", "a11"));
}

#[test]
fn holes_and_edges_stop_steps() {
    let mut shape = Shape::rectangle(8, 8).unwrap();
    let e4 = shape.parse_square("e4").unwrap();
    assert_eq!(shape.step(e4, Offset::new(-5, 0), false), None);
    assert_eq!(shape.step(e4, Offset::new(-5, 0), true), shape.parse_square("h4"));
    shape.punch(shape.parse_square("e5").unwrap());
    assert_eq!(shape.step(e4, Offset::new(0, 1), false), None);
    assert_eq!(shape.squares().count(), 63);
}

#[test]
fn lame_paths_are_those_of_the_notation() {
    assert_eq!(Offset::new(0, 3).between(), Some(vec![Offset::new(0, 1), Offset::new(0, 2)]));
    assert_eq!(Offset::new(-1, 2).between(), Some(vec![Offset::new(0, 1)]));
    assert_eq!(Offset::new(1, 3).between(), None);
    assert_eq!(Offset::new(1, 1).between(), Some(vec![]));
}

#[test]
fn rows_are_read_as_they_are_written() {
    let mut shape = Shape::rectangle(12, 2).unwrap();
    shape.punch(Square(2));
    let text = "12/k1*+P4N'2q";
    let men = read_rows(text, &shape).unwrap();
    assert_eq!(men.iter().map(|man| man.1).collect::<Vec<_>>(), ["k", "+P", "N'", "q"]);
    let on = |square| men.iter().find(|man| man.0 == square).map(|man| man.1);
    assert_eq!(write_rows(&shape, on), text);
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let mut shape = Shape::rectangle(3, 2).unwrap();
    shape.punch(Square(0));
    for bad in ["3", "3/*k", "3/*k11", "3/*9999999999", "3/K2", "3/*2/3", "", "3/*k+"] {
        assert!(read_rows(bad, &shape).is_err(), "{bad}");
    }
    assert_eq!(read_rows("3/*2", &shape), Ok(Vec::new()));
    // A wall on a square; whether the game has any is for its reader to say.
    assert_eq!(read_rows("*2/*2", &shape), Ok(vec![(Square(3), "*")]));
}

#[test]
fn regions_are_named_by_what_they_are() {
    let shape = Shape::rectangle(8, 8).unwrap();
    let named = |names: &str| {
        region(&shape, &names.split(' ').map(|name| shape.parse_square(name).unwrap()).collect::<Vec<_>>())
    };
    assert_eq!(named("a8 b8 c8 d8 e8 f8 g8 h8"), "rank 8");
    assert_eq!(
        region(&shape, &shape.squares().filter(|&s| shape.rank(s) >= 4).collect::<Vec<_>>()),
        "ranks 5-8"
    );
    assert_eq!(
        region(&shape, &shape.squares().filter(|&s| shape.file(s) < 4).collect::<Vec<_>>()),
        "files a-d"
    );
    assert_eq!(named("d4 e4 d5 e5"), "d4:e5");
    assert_eq!(named("a1 c3 d4"), "a1, c3 and d4");
    assert_eq!(named("d4"), "d4");
    assert_eq!(region(&shape, &[]), "no square");
}

#[test]
fn what_leaves_the_grammar_is_refused_where_it_does() {
    for (text, start, end) in [
        ("RX", 1, 2),
        ("wR", 0, 1),
        ("xxR", 1, 2),
        ("maX", 2, 3),
        ("afsawR", 4, 5),
        ("ucuR", 2, 3),
        ("[F]", 2, 3),
        ("[F?R", 4, 4),
        ("[FR]", 2, 3),
        ("t[F?R]", 3, 4),
        ("t[F]", 3, 4),
        ("a[F?R]", 1, 2),
        ("[F?[W-R]]", 3, 4),
        ("[W-F]0", 5, 6),
        ("[F?afsR]", 3, 4),
        ("{W,F}", 0, 1),
        ("W]", 1, 2),
        ("BB", 1, 2),
        ("QKK", 2, 3),
        ("R100", 1, 4),
        ("W03", 1, 3),
        ("W00", 1, 3),
        ("mmW", 1, 2),
        ("iiN", 1, 2),
        ("fmsW", 2, 3),
        ("fhhsW", 3, 4),
        ("hN", 0, 1),
        ("hhhN", 0, 1),
        ("hhhhN", 0, 4),
        ("FF3", 2, 3),
        ("(0,0)", 0, 5),
        ("(1,", 3, 3),
        ("(1;2)", 2, 3),
        ("(za)F", 1, 2),
        ("(az)(al)F", 5, 6),
        ("(az)zF", 4, 5),
        ("(az", 3, 3),
        ("(az)[F?R]", 4, 5),
        ("(1,100)", 3, 6),
        ("(1,2)(2,1)", 5, 6),
        ("m", 1, 1),
        ("W W", 1, 2),
        ("isO", 3, 3),
        ("O0", 1, 2),
        ("3", 0, 1),
        ("KU", 1, 2),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!(error.span(), start..end, "{text}: {error}");
    }
}

#[test]
fn printing_is_canonical() {
    for (text, canonical) in [
        ("", ""),
        ("mfWcfF", "fmWfcF"),
        ("hhR", "hhR"),
        ("hhfR", "fhhR"),
        ("fhhhN", "fhhhN"),
        ("zF0", "zFF"),
        ("N0", "NN"),
        ("R0R", "R0R"),
        ("F1F", "F1F"),
        ("FFF", "FFF"),
        ("K1", "K"),
        ("W1", "W"),
        ("R1", "R1"),
        ("(4,1)0", "(1,4)0"),
        ("nmifD", "ifmnD"),
        ("KisO2", "KisO2"),
        ("t[FR]", "[F?R]"),
        ("v[F0-cfW3?R0]N", "v[FF-fcW3?R]N"),
        ("m(az)F0", "m(az)FF"),
        ("al(aral)ayfN", "al(aral)afyN"),
    ] {
        assert_eq!(parse(text).unwrap().to_string(), canonical, "{text}");
    }
}

#[test]
fn the_caret_stands_under_the_fault() {
    let shown = Movement::read("fRsX").unwrap_err().to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1..], ["  fRsX", "     ^"]);
    assert!(lines[0].contains("found `X`"), "{shown}");
}

#[test]
fn a_missing_atom_is_pointed_at_behind_the_end() {
    let error = Movement::read("Kmf").unwrap_err();
    assert_eq!((error.span(), error.found()), (3..3, "the end"));
    assert!(error.to_string().ends_with("\n  Kmf\n     ^"));
}

#[test]
fn letters_of_other_scripts_do_not_move_the_caret() {
    let error = Movement::read("Wé").unwrap_err();
    assert_eq!(error.span(), 1..3);
    assert!(error.to_string().ends_with("\n  Wé\n   ^"), "{error}");
}
