//! What a line of notation says, letter by letter, and what other programs take it for.
//!
//! The meanings are those of the table of the module's page, so that a letter has one meaning.

use super::ast::{Ast, Atom, Direction, Limit, Link, Modifier, Prefix, Term};
use super::{BetzaError, Leg, Movement, Obstacle, Reach, Turns, Via, parse, resolve};
use crate::geometry::Step;

/// The table of the notation: Markdown rows of letters and their meaning.
const TABLE: &str = include_str!("notation.md");

/// The rows of the table of the notation: letters and meaning, without Markdown's marks. A row
/// whose letters were bold is a heading.
pub fn table() -> impl Iterator<Item = LegendRow<'static>> {
    let rows = TABLE.lines().skip(2).filter_map(|line| line.trim_matches('|').split_once('|'));
    rows.map(|(letters, meaning)| {
        let (letters, meaning) = (letters.trim(), meaning.trim());
        LegendRow { is_heading: letters.starts_with("**"), letters: letters.trim_matches('*'), meaning }
    })
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegendRow<'a> {
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
    let mut steps: Vec<Step> = all_legs(&movement).filter_map(|leg| leg.steps.first().copied()).collect();
    steps.sort_by_key(|step| (step.right, step.forward));
    steps.dedup();
    let text = line.get(term.first.span.start..term.span.end).unwrap_or_default().to_owned();
    let elsewhere =
        READINGS.iter().filter(|reading| (reading.of)(term, &text)).map(|reading| reading.is).collect();
    let once = |group| Ast { text: line.to_owned(), moves: vec![term.repeating(group, 1)] };
    let told = term.group.as_ref().map(|group| resolve(&once(group))).transpose()?.unwrap_or(movement);
    Ok(Part { letters: letters(term, &told), text, steps, elsewhere })
}

/// The legs of moves of its own, lent and borrowed.
fn all_legs(movement: &Movement) -> impl Iterator<Item = &Leg> {
    movement.legs.iter().chain(movement.loans.iter().map(|loan| &loan.leg))
}

/// The letters of a leg, canonically.
fn spelled(prefix: &Prefix) -> String {
    let modifiers = prefix.modifiers.iter().map(|(modifier, _)| modifier.text());
    prefix
        .directions
        .iter()
        .map(|direction| direction.letter().to_string())
        .chain(modifiers.map(str::to_owned))
        .collect()
}

/// What either of two bends lets stand there.
fn either(one: Via, other: Via) -> Via {
    Via {
        empty: one.empty || other.empty,
        hop: one.hop || other.hop,
        hop_own: one.hop_own || other.hop_own,
        capture: one.capture || other.capture,
        capture_own: one.capture_own || other.capture_own,
    }
}

/// What stands where a leg begins.
fn said_of(via: Via) -> String {
    let ways = [
        (via.empty, "from an empty square"),
        (via.hop, "over a man"),
        (via.hop_own, "over a man of its own side"),
        (via.capture, "from an enemy's square, who is taken"),
        (via.capture_own, "from the square of a man of its own side, which is taken"),
    ];
    let said: Vec<&str> = ways.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect();
    said.join(" or ")
}

/// What `u` on a further leg says.
const UNLOADS: &str = "; whom the move takes is put down where this leg begins";
/// What `x` on the last leg says.
const BORROWS: &str = "; there stands a man of its own side, whose moves it may make from where it stands";

/// What a further leg does.
fn further(index: usize, movement: &Movement) -> String {
    const WAYS: [&str; 8] = [
        "straight on",
        "half right",
        "right",
        "back to the right",
        "back",
        "back to the left",
        "left",
        "half left",
    ];
    let bends = || all_legs(movement).filter_map(|leg| leg.bends.get(index));
    let Some(bend) = bends().next() else { return String::new() };
    let lent = movement.loans.iter().any(|loan| loan.lent_behind.map(usize::from) == Some(index));
    let turns = Turns(bends().fold(0, |turns, bend| turns | bend.turns.0));
    let via = if lent {
        "by the man of its own side who stands there".to_owned()
    } else {
        said_of(bends().map(|bend| bend.via).fold(Via::default(), either))
    };
    let ways: Vec<&str> = turns.eighths().map(|eighth| WAYS[usize::from(eighth)]).collect();
    let far = match bend.reach {
        _ if bends().any(|other| other.reach != bend.reach) => {
            "once or any number of times, by what stands there,"
        }
        _ if bend.as_far => "as many steps again",
        Reach::Steps(1) => "once",
        Reach::Steps(_) => "some steps",
        Reach::Edge => "any number of times",
    };
    let how = match bend.obstacle {
        Obstacle::Hop => ", passing exactly one man",
        Obstacle::Grasshopper => ", to the square directly behind the first man",
        Obstacle::Lame => ", over empty squares",
        _ => "",
    };
    format!("again, {via}: {} {far}{how}", ways.join(", "))
}

/// What an atom means.
fn atom(term: &Term) -> String {
    match term.atom {
        Atom::Leaper(letter, _) => meaning(&letter.to_string()).to_owned(),
        Atom::Vector(leap) => format!("a leap of {} squares one way and {} the other", leap.long, leap.short),
        Atom::Castle => "castling towards an unmoved man at the edge, which jumps over the King".to_owned(),
        Atom::Rook | Atom::Bishop | Atom::Queen | Atom::King => meaning(&term.atom.to_string()).to_owned(),
        Atom::Chain => meaning("[ ]").to_owned(),
    }
}

/// The legs of a bracket, each with the mark before it.
fn links(term: &Term, movement: &Movement) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut mark = "[";
    for (index, Link { term: leg, may_end }) in term.chain.iter().enumerate() {
        let text = Ast { text: String::new(), moves: vec![leg.clone()] }.to_string();
        let sense = match index.checked_sub(1) {
            None => atom(leg),
            Some(bend) => further(bend, movement),
        };
        let borrows = index + 1 == term.chain.len() && leg.first.has(Modifier::Lend);
        let sense = sense + if borrows { BORROWS } else { "" };
        told.push((format!("{mark}{text}"), sense));
        mark = if *may_end { "?" } else { "-" };
    }
    told.push(("]".to_owned(), meaning("[ ]").to_owned()));
    if term.chain.iter().any(|link| link.term.first.has(Modifier::Lend)) {
        told.push(("x".to_owned(), meaning("x").to_owned()));
    }
    if term.chain.split_last().is_some_and(|(_, before)| before.iter().any(|link| link.may_end)) {
        told.push(("?".to_owned(), meaning("?").to_owned()));
    }
    told
}

/// The letters of a move with their meanings: directions first, as they stand before the atom.
fn letters(term: &Term, movement: &Movement) -> Vec<(String, String)> {
    let mut letters: Vec<String> = Vec::new();
    for (index, direction) in term.first.directions.iter().enumerate() {
        let letter = direction.letter().to_string();
        let is_chiral = index > 0 && term.first.directions[index - 1] == Direction::Half;
        if !letters.contains(&letter) && !is_chiral {
            letters.push(letter);
        }
    }
    // What stands between two legs is told with the second.
    let between = [
        Modifier::Quiet,
        Modifier::Capture,
        Modifier::Own,
        Modifier::Tame,
        Modifier::Hop,
        Modifier::Grasshopper,
        Modifier::Toggle,
    ];
    let told = term
        .first
        .modifiers
        .iter()
        .filter(|(modifier, _)| term.further.is_empty() || !between.contains(modifier));
    letters.extend(told.map(|(modifier, _)| modifier.text().to_owned()));
    let mut told: Vec<(String, String)> =
        letters.into_iter().map(|letter| (letter.clone(), meaning(&letter).to_owned())).collect();
    if term.atom == Atom::Chain {
        told.extend(links(term, movement));
        return told;
    }
    let atom = atom(term);
    for (index, leg) in term.further.iter().enumerate() {
        if term.group.as_ref().is_some_and(|group| group.start == index) {
            told.push(("( )".to_owned(), meaning("( )").to_owned()));
        }
        let more = match leg {
            _ if leg.has(Modifier::Unload) => UNLOADS,
            _ if leg.has(Modifier::Lend) && index + 1 == term.further.len() => BORROWS,
            _ => "",
        };
        told.push((format!("a{}", spelled(leg)), further(index, movement) + more));
    }
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

fn is_diagonal(term: &Term) -> bool {
    is_leaper(term, "FAG") || term.atom == Atom::Bishop
}

fn is_line(term: &Term) -> bool {
    matches!(term.atom, Atom::Rook | Atom::Bishop | Atom::Queen) || term.range != Limit::UpTo(1)
}

/// King and Queen in some directions only.
fn is_partly_royal(term: &Term) -> bool {
    matches!(term.atom, Atom::King | Atom::Queen) && !term.first.directions.is_empty()
}

/// Whether direction letters follow each other so that the others do not know them.
fn is_sideways_half(term: &Term) -> bool {
    let pairs = term.first.directions.windows(2).any(|pair| {
        pair[0] == Direction::Sideways
            && matches!(pair[1], Direction::Half | Direction::Back | Direction::Forward)
    });
    pairs && (is_leaper(term, "NCZLJ") || matches!(term.atom, Atom::Vector(_)))
}

/// A mode letter before a direction letter.
fn is_out_of_order(term: &Term) -> bool {
    let last = term.first.directions_at + term.first.directions.len();
    !term.first.directions.is_empty()
        && term
            .first
            .modifiers
            .iter()
            .any(|(modifier, span)| *modifier != Modifier::Initial && span.end < last)
}

/// Whether men lend each other its moves; one in brackets is told of as such.
fn lends(term: &Term) -> bool {
    std::iter::once(&term.first).chain(&term.further).any(|leg| leg.has(Modifier::Lend))
}

fn unloads(term: &Term) -> bool {
    std::iter::once(&term.first).chain(&term.further).any(|leg| leg.has(Modifier::Unload))
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
    xboard(|term, _| term.first.has(Modifier::Halfling), "goes the whole way"),
    xboard(|term, _| term.first.has(Modifier::Circular), "does not read it, and forgets what follows"),
    xboard(
        |term, _| {
            let relative = |leg: &Prefix| {
                leg.directions.iter().any(|letter| matches!(letter, Direction::Other | Direction::Same))
            };
            term.further.iter().any(relative)
        },
        "does not read `z` and `q` in a further leg, and forgets what follows",
    ),
    xboard(|term, _| term.atom == Atom::Chain, "does not read brackets, and forgets what follows"),
    xboard(
        |term, _| {
            let mixed = |leg: &Prefix| {
                let has = |letters: &[Modifier]| letters.iter().any(|&letter| leg.has(letter));
                has(&[Modifier::Toggle, Modifier::Grasshopper])
                    && has(&[Modifier::Quiet, Modifier::Capture, Modifier::Own, Modifier::Hop])
            };
            let before = std::iter::once(&term.first).chain(&term.further).take(term.further.len());
            before.into_iter().any(mixed)
        },
        "makes a slider of a leaper there, or the other way round, whatever stands there",
    ),
    xboard(|term, _| unloads(term), "does not read `u`: who is taken is gone"),
    stockfish(|term, _| unloads(term), "forgets `u`: who is taken is gone"),
    xboard(|term, _| lends(term), "does not read `x`, and takes the move for one of its own"),
    stockfish(|term, _| lends(term), "forgets `x`, and takes the move for one of its own"),
    xboard(|term, _| term.group.is_some(), "does not read parentheses, and forgets what follows"),
    stockfish(|term, _| term.group.is_some(), "does not read parentheses"),
    stockfish(|term, _| term.first.has(Modifier::Own), "forgets `d`"),
    stockfish(|term, _| term.first.has(Modifier::Tame), "forgets `t`"),
    stockfish(|term, _| term.atom == Atom::Chain, "takes the legs in brackets for moves side by side"),
    xboard(|term, _| term.first.has(Modifier::Kings), "does not read `k`"),
    stockfish(|term, _| term.first.has(Modifier::Kings), "forgets `k`"),
    stockfish(|term, _| !term.further.is_empty(), "forgets all letters of the legs"),
    stockfish(|term, _| term.first.has(Modifier::Circular), "forgets `q`"),
    xboard(|term, _| term.first.has(Modifier::Crooked), "goes on straight, or only one step"),
    xboard(|term, _| is_out_of_order(term), "forgets the directions, as other letters stand before them"),
    xboard(
        |term, _| term.first.has(Modifier::Lame) && is_leaper(term, "HG"),
        "looks at the first square only",
    ),
    xboard(|term, _| matches!(term.atom, Atom::Vector(_)), "does not read it, and forgets what follows"),
    xboard(
        |term, _| {
            let straight = is_leaper(term, "WDH") || term.atom == Atom::Rook;
            straight && term.first.directions.contains(&Direction::Half) && !term.first.modifiers.is_empty()
        },
        "forgets the letters behind `h`",
    ),
    xboard(
        |term, _| is_diagonal(term) && term.first.directions.contains(&Direction::Half),
        "goes to all four squares",
    ),
    xboard(
        |term, _| !term.further.is_empty() && is_leaper(term, "NCZLJ"),
        "goes on by another leap than an oblique one",
    ),
    xboard(
        |term, _| {
            let around = |leg: &Prefix| leg.has(Modifier::Cylinder);
            !term.further.is_empty() && (around(&term.first) || term.further.iter().any(around))
        },
        "goes on around the board past the square where the man stood",
    ),
    xboard(|term, _| is_sideways_half(term), "goes in more directions"),
    xboard(
        |term, _| {
            is_diagonal(term)
                && term.first.directions.len() == 2
                && [Direction::Sideways, Direction::Vertical]
                    .iter()
                    .any(|way| term.first.directions.contains(way))
        },
        "goes to all four squares",
    ),
    stockfish(
        |term, _| is_partly_royal(term) && term.first.directions.len() > 1,
        "reads other directions of K and Q: `bsK` loses the step straight back",
    ),
    stockfish(|term, _| term.first.has(Modifier::Crooked), "goes on straight"),
    stockfish(|term, _| term.first.has(Modifier::Halfling), "has no such moves"),
    stockfish(|term, _| is_leaper(term, "DAHCLZJG") && term.range == Limit::Unlimited, "has no such moves"),
    stockfish(
        |term, _| {
            is_line(term)
                && is_leaper(term, "N")
                && (term.first.has(Modifier::Hop) || term.first.has(Modifier::Grasshopper))
        },
        "has no such moves",
    ),
    stockfish(
        |term, _| matches!(term.range, Limit::UpTo(10..)) && term.atom != Atom::Castle,
        "reads the first digit of the number only",
    ),
    stockfish(|term, _| term.first.has(Modifier::Lame) && is_leaper(term, "HG"), "has no such moves"),
    stockfish(
        |term, _| term.first.has(Modifier::Lame) && is_leaper(term, "N") && is_line(term),
        "forgets `n`",
    ),
    stockfish(|term, _| is_sideways_half(term), "has no such moves"),
    stockfish(|term, _| term.first.has(Modifier::Jump), "forgets `j`"),
    stockfish(|term, _| term.first.has(Modifier::Cylinder), "forgets `o`"),
    stockfish(|term, _| matches!(term.atom, Atom::Vector(_)), "has no such moves"),
    stockfish(|term, _| term.atom == Atom::Castle, "has no such letter: castling is a setting there"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_notation_is_in_the_table() {
        for letter in "WFDNAHCLZJGRBQKfblrvshmckeinjpgozqayux".chars() {
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
