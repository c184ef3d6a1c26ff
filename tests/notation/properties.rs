//! Nothing is silently misread: every short line over the letters of the dialect is refused or survives
//! printing, and the accepted ones are a list that a person has read.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use fibnif::rules::betza::{BetzaError, CastleLeg, Leg, Loan, Movement, parse, resolve};
use proptest::prelude::*;

/// Every character that can occur in an accepted line.
const LETTERS: &str = "fblrvshmckdteinjpgozayquxWFDNAHCLZJGKQRBO(),0123456789";

/// The legs, castlings and loans of a piece, in no order.
fn powers(movement: &Movement) -> (HashSet<Leg>, HashSet<CastleLeg>, HashSet<Loan>) {
    let castles = movement.castles.iter().copied().collect();
    (movement.legs.iter().cloned().collect(), castles, movement.loans.iter().cloned().collect())
}

/// Checks what holds for every line. Returns whether it was accepted.
fn check(line: &str) -> bool {
    let movement = parse(line).and_then(|ast| Ok((resolve(&ast)?, ast.to_string())));
    match movement {
        Err(error) => {
            check_error(line, &error);
            false
        }
        Ok((movement, printed)) => {
            let again = Movement::read(&printed)
                .unwrap_or_else(|error| panic!("{line} printed as {printed}: {error}"));
            assert_eq!(powers(&again), powers(&movement), "{line} printed as {printed}");
            assert_eq!(parse(&printed).unwrap().to_string(), printed, "{line} printed twice");
            for leg in &movement.legs {
                assert!(
                    leg.purpose.quiet || leg.purpose.capture || leg.purpose.own || leg.purpose.en_passant,
                    "{line}: {leg:?}"
                );
            }
            assert_eq!(powers(&movement).0.len(), movement.legs.len(), "{line}: a leg twice");
            true
        }
    }
}

/// An error points into its line, between characters, and shows the line.
fn check_error(line: &str, error: &BetzaError) {
    let span = error.span();
    assert_eq!(error.text(), line);
    assert!(line.get(span.clone()).is_some(), "{line:?}: {span:?}");
    assert!(!span.is_empty() || span.start == line.len(), "{line:?}: {span:?}");
    assert!(!error.expected().is_empty() && !error.found().is_empty(), "{error}");
}

#[test]
fn every_line_of_up_to_four_letters_is_refused_or_survives_printing() {
    // `d`, `t` and `u` are like `c`, the digits above 3 like 3, `L`, `J` like `C`, `Z`, `H`, `G` like
    // `D`, `A`, in what can stand beside them.
    let letters: Vec<char> = LETTERS.chars().filter(|letter| !"456789LJHGvh2dtu".contains(*letter)).collect();
    let mut accepted = 0;
    let mut lines = vec![String::new()];
    for _ in 0..4 {
        lines = lines
            .iter()
            .flat_map(|line| letters.iter().map(move |letter| format!("{line}{letter}")))
            .collect();
        accepted += lines.iter().filter(|line| check(line)).count();
    }
    assert!(accepted > 100_000, "only {accepted} accepted");
}

#[test]
fn every_line_of_up_to_three_letters_with_all_digits_survives_printing() {
    let mut lines = vec![String::new()];
    for _ in 0..3 {
        lines = lines
            .iter()
            .flat_map(|line| LETTERS.chars().map(move |letter| format!("{line}{letter}")))
            .collect();
        for line in &lines {
            check(line);
        }
    }
}

#[test]
fn letters_of_no_meaning_are_refused_wherever_they_stand() {
    let known: BTreeSet<char> = LETTERS.chars().chain("[]-?".chars()).collect();
    for letter in (' '..='~').chain("\u{e9}\u{265e}\n".chars()).filter(|letter| !known.contains(letter)) {
        for line in [
            format!("{letter}"),
            format!("{letter}W"),
            format!("W{letter}"),
            format!("f{letter}W"),
            format!("WW{letter}F"),
        ] {
            assert!(!check(&line), "{line}");
        }
    }
}

/// One spelling of every kind of atom and range.
const ATOMS: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "(1,4)", "(0,4)", "(4,4)", "W2", "F2", "K2", "D2",
    "N2", "A2", "H2", "C2", "Z2", "G2", "WW", "FF", "DD", "NN", "AA", "HH", "CC", "ZZ", "GG", "K0", "(1,4)0",
    "R", "B", "Q", "R3", "B3", "Q3", "O2",
];

/// Directions and modifiers, alone and together. `m`, `c`, `e` and `i` have a test of their own.
const PREFIXES: &[&str] = &[
    "", "a", "af", "afs", "ya", "yaf", "pa", "ga", "mpa", "d", "t", "tp", "k", "da", "ta", "tpa", "tga",
    "yca", "x", "xa", "xaf", "afx", "xn", "q", "fq", "f", "l", "v", "s", "fb", "fs", "sf", "lv", "vl", "fr",
    "rf", "vs", "fsb", "frl", "frbl", "ff", "ll", "vv", "fh", "lh", "vh", "sh", "hl", "hr", "flh", "fhr",
    "flfr", "lfrf", "ffl", "ffrr", "fff", "fvf", "n", "j", "p", "g", "o", "z", "hh", "nj", "np", "ng", "no",
    "nz", "nhh", "jp", "jg", "jo", "jz", "jhh", "pg", "po", "pz", "phh", "go", "gz", "ghh", "oz", "ohh",
    "zhh", "fz", "fhh", "fhhh", "hlhh", "fn", "fj", "fp", "fo",
];

/// Which atoms may follow which prefix, as a table.
fn accepted_shapes() -> String {
    let mut table = String::new();
    for prefix in PREFIXES {
        let atoms: Vec<&str> =
            ATOMS.iter().copied().filter(|atom| Movement::read(&format!("{prefix}{atom}")).is_ok()).collect();
        writeln!(
            table,
            "{:5} {}",
            if prefix.is_empty() { "." } else { prefix },
            if atoms.is_empty() { "-".to_owned() } else { atoms.join(" ") }
        )
        .unwrap();
    }
    table
}

#[test]
fn the_accepted_shapes_are_those_that_were_reviewed() {
    let reviewed = include_str!("../data/betza/accepted.txt");
    let reviewed: String =
        reviewed.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    let found = accepted_shapes();
    for (found, reviewed) in found.lines().zip(reviewed.lines()) {
        assert_eq!(found, reviewed, "not as reviewed in tests/data/betza/accepted.txt");
    }
    assert_eq!(found, reviewed, "not as reviewed in tests/data/betza/accepted.txt");
}

#[test]
fn modes_and_initial_go_with_every_move_and_only_initial_with_castling() {
    // Before another leg, modes apply to the square between; `t` and `k` need a capture.
    for prefix in PREFIXES.iter().filter(|prefix| !prefix.contains(['a', 'd', 't', 'k', 'x'])) {
        for atom in ATOMS {
            let plain = Movement::read(&format!("{prefix}{atom}")).is_ok();
            for mode in ["m", "c", "e", "mc", "ce", "mce"] {
                let line = format!("{mode}{prefix}{atom}");
                assert_eq!(Movement::read(&line).is_ok(), plain && !atom.starts_with('O'), "{line}");
            }
            assert_eq!(Movement::read(&format!("i{prefix}{atom}")).is_ok(), plain, "i{prefix}{atom}");
        }
    }
}

#[test]
fn paths_are_read_as_xboard_does() {
    let turns = |line: &str| {
        Movement::read(line).unwrap().legs[0].bends.iter().map(|bend| bend.angles.0).collect::<Vec<_>>()
    };
    for (line, expected) in [
        ("aW", vec![0x45]),
        ("aK", vec![0xEF]),
        ("aF", vec![0x45]),
        ("afsW", vec![0x82]),
        ("afF", vec![0x01]),
        ("asK", vec![0x44]),
        ("afrW", vec![0x02]),
        ("afrlW", vec![0x42]),
        ("avF", vec![0x11]),
        ("abA", vec![0x10]),
        ("afabN", vec![0x01, 0x10]),
        ("afsafsK", vec![0x82, 0x82]),
    ] {
        assert_eq!(turns(line), expected, "{line}");
    }
    for (one, other) in [("afsafzK", "afraflK"), ("afsafqW", "afrafrW"), ("asazR", "aralR")] {
        let read = |line: &str| Movement::read(line).unwrap();
        let swap = |letter| match letter {
            'r' => 'l',
            'l' => 'r',
            other => other,
        };
        let mirrored: String = other.chars().map(swap).collect();
        assert_eq!(powers(&read(one)), powers(&Movement::join(&[read(other), read(&mirrored)])), "{one}");
    }
}

#[test]
fn joining_is_a_union_and_never_a_new_line_of_text() {
    let read = |line| Movement::read(line).unwrap();
    let joined = Movement::join(&[read("F"), read("F"), read("KisO2"), read("WisO2")]);
    assert_eq!(powers(&joined), powers(&read("KisO2")));
    assert_ne!(powers(&Movement::join(&[read("F"), read("F")])), powers(&read("FF")));
}

#[test]
fn spellings_of_the_same_moves_have_equal_legs() {
    for (one, other) in [
        ("L", "C"),
        ("J", "Z"),
        ("R", "WW"),
        ("B", "F0"),
        ("Q", "RB"),
        ("K0", "Q"),
        ("K2", "W2F2"),
        ("(2,1)", "N"),
        ("(0,1)0", "R"),
        ("mcN", "N"),
        ("hhN", "N"),
        ("zB", "zFF"),
        ("zR", "zW0"),
        ("fsR", "fRsR"),
        ("rflbB", "frBlbB"),
        ("frlF", "frFlF"),
        ("bsK", "rlbK"),
        ("bK", "bWbF"),
        ("bsK", "sWbWbF"),
        ("shN", "sN"),
        ("vvN", "fbN"),
        ("sbN", "bsN"),
        ("lvN", "lfNlbN"),
        ("flfrN", "fsN"),
        ("rfflB", "fB"),
        ("hlhrN", "N"),
        ("fmnD", "nfmD"),
        ("O2", "lO2rO2"),
        ("nG", "n(3,3)"),
    ] {
        assert_eq!(
            powers(&Movement::read(one).unwrap()),
            powers(&Movement::read(other).unwrap()),
            "{one} and {other}"
        );
    }
}

#[test]
fn what_the_notation_calls_an_error_is_one_where_it_says() {
    for (line, start, end) in [
        ("nR", 0, 1),
        ("nK", 0, 1),
        ("nZ", 0, 1),
        ("nF", 0, 1),
        ("n(1,4)", 0, 1),
        ("jH", 0, 1),
        ("jW", 0, 1),
        ("jK", 0, 1),
        ("jDD", 0, 1),
        ("jN2", 0, 1),
        ("njD", 1, 2),
        ("mjnA", 2, 3),
        ("pgR", 1, 2),
        ("npNN", 1, 2),
        ("gjR", 1, 2),
        ("pzR", 0, 1),
        ("zgB", 1, 2),
        ("pN", 0, 1),
        ("gK", 0, 1),
        ("fpR1", 1, 2),
        ("zN", 0, 1),
        ("zF", 0, 1),
        ("zQ", 0, 1),
        ("fzFF", 0, 1),
        ("frK", 0, 2),
        ("Klbhr0", 5, 6),
        ("WblhQ", 1, 4),
        ("bbK", 1, 2),
        ("vvQ", 1, 2),
        ("hrW", 0, 1),
        ("hlF", 0, 1),
        ("KhrK", 1, 2),
        ("ffR", 1, 2),
        ("bbF", 1, 2),
        ("fflF", 1, 2),
        ("fffN", 2, 3),
        ("frrfB", 2, 4),
        ("fhrF", 0, 3),
        ("flhN", 2, 3),
        ("KfO2", 1, 2),
        ("mO2", 0, 1),
        ("hhO2", 0, 2),
        ("shO2", 1, 2),
        ("llO2", 1, 2),
        ("KO", 2, 2),
        ("OO", 1, 2),
        ("ohhR", 1, 3),
        ("yR", 0, 1),
        ("fafK", 0, 1),
        ("aN", 1, 2),
        ("afhW", 2, 3),
        ("asfW", 1, 2),
        ("affW", 2, 3),
        ("hhafW", 0, 2),
        ("jafD", 0, 1),
        ("zafW", 0, 1),
        ("afsasazF", 4, 5),
        ("abfsazR", 1, 4),
        ("mtafF", 1, 2),
        ("taF", 0, 1),
        ("kaF", 0, 1),
        ("afmkF", 3, 4),
        ("afipR", 2, 3),
        ("tpR", 0, 1),
        ("mtW", 1, 2),
        ("ktF", 1, 2),
        ("dkF", 0, 1),
        ("f[R?sR]", 0, 1),
        ("f[W?bsB]", 0, 1),
        ("[fsW?B]", 1, 3),
        ("[fK-R]", 1, 2),
        ("[F-sR]", 3, 4),
        ("[N-K]", 3, 4),
        ("[W-zF]", 3, 4),
        ("[pR?R]", 1, 2),
        ("[tF-R]", 1, 2),
        ("[iW-F]", 1, 2),
        ("[uR-R]", 1, 2),
        ("ucaucR", 3, 4),
        ("caufmW", 2, 3),
        ("pauR", 2, 3),
        ("eucR", 1, 2),
        ("umR", 0, 1),
        ("ucacR", 0, 1),
        ("(afs)K", 0, 6),
        ("[yW-F]", 1, 2),
        ("n[W-F]", 0, 1),
        ("[W-O2]", 3, 5),
        ("ecafF", 0, 1),
        ("afyF", 2, 3),
        ("pgafR", 0, 1),
        ("afpF", 2, 3),
        ("aiF", 1, 2),
        ("maiF", 2, 3),
        ("afO2", 2, 4),
        ("aaaaaK", 0, 6),
        ("qN", 0, 1),
        ("qR", 0, 1),
        ("zqNN", 0, 1),
    ] {
        let error = Movement::read(line).expect_err(line);
        assert_eq!(error.span(), start..end, "{error}");
    }
    for (legs, expected) in [(100, "at most 64 legs"), (50_000, "a line of at most 1000 characters")] {
        let long = format!("[{}W]", "W?".repeat(legs));
        assert_eq!(Movement::read(&long).unwrap_err().expected(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_of_many_moves_survive_printing(line in "((h?[fblrvs]h?){0,3}|[imcenjpgoz]|hh){0,3}([WFDNAHCLZJGKQRB]|WW|FF|NN|[WFDNKQRB][0-9]|O2|\\((1,4|5,0|3,3)\\)0?){1,6}") {
        check(&line);
    }

    #[test]
    fn moves_side_by_side_mean_what_they_mean_apart(parts in prop::collection::vec("(|i)(|f|sb|lv|fh)(|m|c|ce)(|n|o|hh)(N|DD|N2|mRcpR|zFF|KisO2|A|C3)", 1..5)) {
        let read: Result<Vec<Movement>, BetzaError> = parts.iter().map(|part| Movement::read(part)).collect();
        // A bare letter would double the same letter before it.
        if let (Ok(read), Ok(whole)) = (read, Movement::read(&parts.concat())) {
            let doubled = parts.windows(2).any(|pair| pair[1].starts_with(['N', 'A']) && pair[0].ends_with(&pair[1][..1]));
            prop_assert!(doubled || powers(&whole) == powers(&Movement::join(&read)), "{parts:?}");
        }
    }

    #[test]
    fn no_text_makes_the_reader_fall_over(line in any::<String>()) {
        check(&line);
    }
}
