//! Recorded moves from the move generators of other programs for lines of notation on boards with
//! pieces: this reader finds the same ones.

use std::collections::BTreeSet;
use std::fs;

use fibnif::rules::betza::Movement;
use fibnif::rules::geometry::{Color, Shape, Square};
use fibnif::teach::{Scene, destinations};

/// The moves of a piece, as a line of the file has them: `LINE FILESxRANKS SQUARE MEN | MOVES`. The
/// pieces are White's (`o`) and Black's (`x`), from the first rank on; the moving piece is White's.
/// Each move is its target square, and after a colon the squares of the pieces captured on its way.
fn facts(line: &str) -> Option<String> {
    let mut fields = line.split(' ');
    let text = fields.next()?;
    let (files, ranks) = fields.next()?.split_once('x')?;
    let shape = Shape::rectangle(files.parse().ok()?, ranks.parse().ok()?)?;
    let (from, men) = (shape.parse_square(fields.next()?)?, fields.next()?);
    let standing = |letter: char| -> Vec<Square> {
        shape.squares().zip(men.chars()).filter(|man| man.1 == letter).map(|man| man.0).collect()
    };
    let (own, enemy) = (standing('o'), standing('x'));
    let scene = Scene {
        shape: &shape,
        color: Color::White,
        own: &own,
        enemy: &enemy,
        en_passant: None,
        unmoved: true,
    };
    let all = destinations(&Movement::read(text).ok()?, &scene, from);
    let name = |square: &Square| shape.name(*square);
    let plain = all.quiet.iter().chain(&all.captures).chain(&all.own).map(name);
    let taking = all.takes.iter().map(|(victims, to)| {
        let mut victims: Vec<String> = victims.iter().map(name).collect();
        victims.sort();
        format!("{}:{}", name(to), victims.join("+"))
    });
    let moves: BTreeSet<String> = plain.chain(taking).collect();
    all.puts.is_empty().then(|| moves.into_iter().collect::<Vec<_>>().join(" "))
}

#[test]
fn the_generators_of_other_programs_find_the_same_moves() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/betza/others.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 400, "{}", lines.len());
    for line in lines {
        let (asked, said) = line.split_once(" | ").unwrap();
        assert_eq!(facts(asked).as_deref(), Some(said), "{asked}");
    }
}

#[test]
fn what_other_programs_read_otherwise_is_said() {
    let said = |line: &str, program: &str| -> Vec<&str> {
        let parts = fibnif::teach::explain::explain(line).unwrap();
        let of = parts.iter().flat_map(|part| &part.elsewhere).filter(|other| other.program == program);
        of.map(|other| other.reading).collect()
    };
    for (line, program, reading) in [
        ("vlN2", "XBoard 4.9.1", "goes in more directions"),
        ("vlN2", "The Interactive Diagram", "goes in more directions"),
        ("afkQ", "XBoard 4.9.1", "does not know `k`"),
        ("pabsnH", "XBoard 4.9.1", "looks at the first square only"),
        ("mafsiQ", "XBoard 4.9.1", "expects `i` before the directions"),
        ("lipF2", "XBoard 4.9.1", "expects `i` before the directions"),
        ("onA", "XBoard 4.9.1", "does not look at squares around the edge"),
        ("famcdF", "The Interactive Diagram", "continues as a king would"),
        (
            "saflW3",
            "The Interactive Diagram",
            "applies the number, or the doubled letter, only to the first leg",
        ),
        (
            "labmR2",
            "The Interactive Diagram",
            "applies the number, or the doubled letter, only to the first leg",
        ),
        ("ycafF", "The Interactive Diagram", "whatever is on that square"),
        ("lhW", "The Interactive Diagram", "also goes straight back"),
        ("fhNbsK", "The Interactive Diagram", "takes the directions of K and Q for single ones of eight"),
    ] {
        let found = said(line, program);
        assert!(found.iter().any(|other| other.contains(reading)), "{line}: {found:?}");
    }
    for line in ["maifsQ", "ifR", "FyafsF", "afafsK", "nA", "oR", "lvN", "RmafR", "afsW"] {
        let found = [said(line, "XBoard 4.9.1"), said(line, "The Interactive Diagram")].concat();
        assert_eq!(found, Vec::<&str>::new(), "{line}");
    }
}
