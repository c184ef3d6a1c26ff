//! What a line of notation says, letter by letter, and what other programs take it for.
//!
//! The meanings are those of the table of the module's page, so that a letter has one meaning.

use super::ast::{Ast, Atom, Direction, Limit, Modifier, Term};
use super::{BetzaError, parse, resolve};
use crate::geometry::Step;

/// The table of the notation: Markdown rows of letters and their meaning.
const TABLE: &str = include_str!("notation.md");

/// The rows of the table of the notation: letters and meaning, without Markdown's marks. A row
/// whose letters were bold is a heading.
pub fn table() -> impl Iterator<Item = Row<'static>> {
    let rows = TABLE.lines().skip(2).filter_map(|line| line.trim_matches('|').split_once('|'));
    rows.map(|(letters, meaning)| {
        let (letters, meaning) = (letters.trim(), meaning.trim());
        Row { is_heading: letters.starts_with("**"), letters: letters.trim_matches('*'), meaning }
    })
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// The letters, or the words of a heading.
    pub letters: &'a str,
    /// What they mean.
    pub meaning: &'a str,
    /// Whether it begins a part of the table.
    pub is_heading: bool,
}

fn meaning(letters: &str) -> &'static str {
    table().find(|row| row.letters.split(", ").any(|known| known == letters)).map_or("", |row| row.meaning)
}

/// One of the moves of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its letters as they were written.
    pub text: String,
    /// Each of its letters with its meaning.
    pub letters: Vec<(String, String)>,
    /// The first step or leap of each of its ways; none for castling.
    pub steps: Vec<Step>,
    /// What other programs take it for, where that is something else.
    pub elsewhere: Vec<Elsewhere>,
}

/// A program that reads something in another way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elsewhere {
    /// The program.
    pub program: &'static str,
    /// What it does.
    pub reading: &'static str,
}

/// Takes a line of notation apart.
///
/// ```
/// let parts = fibnif::betza::explain::explain("fhNbsK")?;
/// assert_eq!(parts[1].text, "bsK");
/// assert_eq!(parts[1].letters[0], ("b".to_owned(), "back".to_owned()));
/// assert_eq!(parts[1].steps.len(), 5);
/// # Ok::<(), fibnif::betza::BetzaError>(())
/// ```
///
/// # Errors
/// The first place of `line` that is not in the dialect.
pub fn explain(line: &str) -> Result<Vec<Part>, BetzaError> {
    let ast = parse(line)?;
    ast.moves.iter().map(|term| part(line, term)).collect()
}

fn part(line: &str, term: &Term) -> Result<Part, BetzaError> {
    let movement = resolve(&Ast { text: line.to_owned(), moves: vec![term.clone()] })?;
    let mut steps: Vec<Step> = movement.legs.iter().filter_map(|leg| leg.steps.first().copied()).collect();
    steps.sort_by_key(|step| (step.right, step.forward));
    steps.dedup();
    let starts = term.modifiers.iter().map(|(_, span)| span.start);
    let directions = (!term.directions.is_empty()).then_some(term.directions_at);
    let start = starts.chain(directions).min().unwrap_or(term.span.start);
    let text = line.get(start..term.span.end).unwrap_or_default().to_owned();
    let elsewhere =
        READINGS.iter().filter(|reading| (reading.of)(term, &text)).map(|reading| reading.is).collect();
    Ok(Part { letters: letters(term), text, steps, elsewhere })
}

/// The letters of a move with their meanings: directions first, as they stand before the atom.
fn letters(term: &Term) -> Vec<(String, String)> {
    let mut letters: Vec<String> = Vec::new();
    for (index, direction) in term.directions.iter().enumerate() {
        let letter = direction.letter().to_string();
        let is_chiral = index > 0 && term.directions[index - 1] == Direction::Half;
        if !letters.contains(&letter) && !is_chiral {
            letters.push(letter);
        }
    }
    letters.extend(term.modifiers.iter().map(|(modifier, _)| modifier.text().to_owned()));
    let mut told: Vec<(String, String)> =
        letters.into_iter().map(|letter| (letter.clone(), meaning(&letter).to_owned())).collect();
    let atom = match term.atom {
        Atom::Leaper(letter, _) => meaning(&letter.to_string()).to_owned(),
        Atom::Vector(leap) => format!("a leap of {} squares one way and {} the other", leap.long, leap.short),
        Atom::Castle => "castling towards an unmoved man at the edge, which jumps over the King".to_owned(),
        Atom::Rook | Atom::Bishop | Atom::Queen | Atom::King => meaning(&term.atom.to_string()).to_owned(),
    };
    told.push((term.atom.to_string(), atom));
    match (term.atom, term.range) {
        (Atom::Castle, Limit::UpTo(squares)) => {
            told.push((squares.to_string(), "squares that the King goes".to_owned()));
        }
        (Atom::Rook | Atom::Bishop | Atom::Queen, Limit::Unlimited) | (_, Limit::UpTo(1)) => {}
        (_, Limit::UpTo(times)) => {
            told.push((times.to_string(), format!("up to {times} times in one direction")));
        }
        (_, Limit::Unlimited) => {
            let written =
                if matches!(term.atom, Atom::Leaper(..)) { term.atom.to_string() } else { "0".to_owned() };
            told.push((written, "any number of times in one direction".to_owned()));
        }
    }
    told
}

/// A reading that is not ours, and the moves it is of.
struct Reading {
    of: fn(&Term, &str) -> bool,
    is: Elsewhere,
}

const fn xboard(of: fn(&Term, &str) -> bool, reading: &'static str) -> Reading {
    Reading { of, is: Elsewhere { program: "XBoard 4.9.1", reading } }
}

const fn stockfish(of: fn(&Term, &str) -> bool, reading: &'static str) -> Reading {
    Reading { of, is: Elsewhere { program: "Fairy-Stockfish", reading } }
}

fn is_leaper(term: &Term, letters: &str) -> bool {
    matches!(term.atom, Atom::Leaper(letter, _) if letters.contains(letter))
}

fn is_line(term: &Term) -> bool {
    matches!(term.atom, Atom::Rook | Atom::Bishop | Atom::Queen) || term.range != Limit::UpTo(1)
}

/// King and Queen in some directions only.
fn is_partly_royal(term: &Term) -> bool {
    matches!(term.atom, Atom::King | Atom::Queen) && !term.directions.is_empty()
}

/// Whether direction letters follow each other so that the others do not know them.
fn is_sideways_half(term: &Term) -> bool {
    let pairs = term.directions.windows(2).any(|pair| {
        pair[0] == Direction::Sideways
            && matches!(pair[1], Direction::Half | Direction::Back | Direction::Forward)
    });
    pairs && (is_leaper(term, "NCZLJ") || matches!(term.atom, Atom::Vector(_)))
}

/// A mode letter before a direction letter.
fn is_out_of_order(term: &Term) -> bool {
    let last = term.directions_at + term.directions.len();
    !term.directions.is_empty()
        && term.modifiers.iter().any(|(modifier, span)| *modifier != Modifier::Initial && span.end < last)
}

/// What was measured of other programs: none of them complains of any.
const READINGS: &[Reading] = &[
    xboard(|term, _| is_leaper(term, "L"), "takes L for the leap (2,3): it has L and J the other way round"),
    xboard(|term, _| is_leaper(term, "J"), "takes J for the leap (1,3): it has L and J the other way round"),
    xboard(
        |term, _| is_partly_royal(term),
        "takes the directions of K and Q for single ones of eight: `bK` is one square, `bsK` two",
    ),
    xboard(
        |term, text| {
            matches!(term.atom, Atom::Leaper(..)) && term.range == Limit::Unlimited && !text.ends_with('0')
        },
        "takes the doubled letter for two single leaps: write `0` instead",
    ),
    xboard(|term, _| term.has(Modifier::Halfling), "goes the whole way"),
    xboard(|term, _| term.has(Modifier::Crooked), "goes on straight, or only one step"),
    xboard(|term, _| is_out_of_order(term), "forgets the directions, as other letters stand before them"),
    xboard(|term, _| term.has(Modifier::Lame) && is_leaper(term, "HG"), "looks at the first square only"),
    xboard(|term, _| matches!(term.atom, Atom::Vector(_)), "does not read it, and forgets what follows"),
    xboard(|term, _| is_sideways_half(term), "goes in more directions"),
    xboard(
        |term, _| {
            is_leaper(term, "F")
                && term.directions.len() == 2
                && term.directions.contains(&Direction::Sideways)
        },
        "goes to all four squares",
    ),
    stockfish(
        |term, _| is_partly_royal(term) && term.directions.len() > 1,
        "reads other directions of K and Q: `bsK` loses the step straight back",
    ),
    stockfish(|term, _| term.has(Modifier::Crooked), "goes on straight"),
    stockfish(|term, _| term.has(Modifier::Halfling), "has no such moves"),
    stockfish(|term, _| is_leaper(term, "DAHCLZJG") && term.range == Limit::Unlimited, "has no such moves"),
    stockfish(
        |term, _| {
            is_line(term)
                && is_leaper(term, "N")
                && (term.has(Modifier::Hop) || term.has(Modifier::Grasshopper))
        },
        "has no such moves",
    ),
    stockfish(
        |term, _| matches!(term.range, Limit::UpTo(10..)) && term.atom != Atom::Castle,
        "reads the first digit of the number only",
    ),
    stockfish(|term, _| term.has(Modifier::Lame) && is_leaper(term, "HG"), "has no such moves"),
    stockfish(|term, _| term.has(Modifier::Lame) && is_leaper(term, "N") && is_line(term), "forgets `n`"),
    stockfish(|term, _| is_sideways_half(term), "has no such moves"),
    stockfish(|term, _| term.has(Modifier::Jump), "forgets `j`"),
    stockfish(|term, _| term.has(Modifier::Cylinder), "forgets `o`"),
    stockfish(|term, _| matches!(term.atom, Atom::Vector(_)), "has no such moves"),
    stockfish(|term, _| term.atom == Atom::Castle, "has no such letter: castling is a setting there"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_notation_is_in_the_table() {
        for letter in "WFDNAHCLZJGRBQKfblrvshmceinjpgoz".chars() {
            assert_ne!(meaning(&letter.to_string()), "", "{letter}");
        }
        assert_ne!(meaning("hh"), "");
    }

    #[test]
    fn parts_are_as_they_were_written() {
        let texts = |line| explain(line).unwrap().into_iter().map(|part| part.text).collect::<Vec<_>>();
        assert_eq!(texts("mfWcefFimfnD"), ["mfW", "cefF", "imfnD"]);
        assert_eq!(texts("BzFFDD"), ["B", "zFF", "DD"]);
        assert_eq!(texts("KisO2"), ["K", "isO2"]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn other_readings_are_those_that_were_measured() {
        let programs = |line| {
            let parts = explain(line).unwrap();
            let told = parts.iter().flat_map(|part| &part.elsewhere).map(|other| other.program);
            told.map(|program| program.chars().next().unwrap()).collect::<String>()
        };
        for (line, expected) in [
            ("WFDNAHCZG", ""),
            ("fmWfcF", ""),
            ("mRcpR", ""),
            ("mfW", "X"),
            ("shN", "XF"),
            ("bsK", "XF"),
            ("bK", "X"),
            ("zFF", "XXF"),
            ("hhR", "XF"),
            ("NN", "X"),
            ("DD", "XF"),
            ("D0", "F"),
            ("L", "X"),
            ("R12", "F"),
            ("(1,4)", "XF"),
            ("jD", "F"),
            ("oR", "F"),
        ] {
            assert_eq!(programs(line), expected, "{line}");
        }
    }
}
