//! A line of notation explained letter by letter, and how other programs read it.
//!
//! The meanings come from the table in the documentation of [`betza`](crate::rules::betza), so that a letter
//! has one meaning.

pub use super::readings::Elsewhere;
use super::readings::{bracketed, elsewhere, toggles_beside_others};
use crate::rules::betza::ast::{Ast, Atom, Chain, Direction, Link, Modifier, Prefix, Syntax, Term, Unit};
use crate::rules::betza::{Angles, BetzaError, Leg, Movement, Obstacle, Reach, Via, parse, resolve};
use crate::rules::geometry::Offset;

/// The table of the notation: Markdown rows of letters and their meaning.
const TABLE: &str = include_str!("../rules/betza/notation.md");

/// The rows of the table of the notation: letters and meaning, without Markdown. A row with bold letters is
/// a heading.
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
    /// The letters, or the text of a heading.
    pub letters: &'a str,
    /// What they mean.
    pub meaning: &'a str,
    /// Whether it is the heading of a part of the table.
    pub is_heading: bool,
}

fn meaning(letters: &str) -> &'static str {
    table().find(|row| row.letters.split(", ").any(|known| known == letters)).map_or("", |row| row.meaning)
}

/// One of the moves of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its text as written.
    pub text: String,
    /// Each of its letters with its meaning.
    pub letters: Vec<(String, String)>,
    /// The first step or leap in each direction; empty for castling.
    pub steps: Vec<Offset>,
    /// Different readings of other programs.
    pub elsewhere: Vec<Elsewhere>,
    /// What to write to get what XBoard and the Interactive Diagram read, if they change the range of a leg
    /// and Fibnif does not.
    pub instead: Option<Instead>,
}

/// What to write to get the reading of other programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// This line.
    Line(String),
    /// No line of our dialect means it.
    Nothing,
}

/// Splits a line of notation into its moves and explains each letter.
///
/// ```
/// let parts = fibnif::teach::explain::explain("fhNbsK")?;
/// assert_eq!(parts[1].text, "bsK");
/// assert_eq!(parts[1].letters[0], ("b".to_owned(), "back".to_owned()));
/// assert_eq!(parts[1].steps.len(), 5);
/// # Ok::<(), fibnif::rules::betza::BetzaError>(())
/// ```
///
/// # Errors
/// The first place in `line` that is not in the dialect.
pub fn explain(line: &str) -> Result<Vec<Part>, BetzaError> {
    let ast = parse(line)?;
    ast.moves.iter().map(|term| part(line, term)).collect()
}

fn part(line: &str, term: &Term) -> Result<Part, BetzaError> {
    let movement = resolve(&Ast { text: line.to_owned(), moves: vec![term.clone()] })?;
    let mut steps: Vec<Offset> = all_legs(&movement).filter_map(|leg| leg.steps.first().copied()).collect();
    steps.sort_by_key(|step| (step.right, step.forward));
    steps.dedup();
    let text = line.get(term.prefix.span.start..term.span.end).unwrap_or_default().to_owned();
    let movement = match &term.syntax {
        Syntax::Chain(chain @ Chain { group: Some(_), .. }) => {
            let syntax = Syntax::Chain(Chain { group: None, ..chain.clone() });
            resolve(&Ast { text: line.to_owned(), moves: vec![Term { syntax, ..term.clone() }] })?
        }
        _ => movement,
    };
    let (letters, elsewhere, instead) = (letters(term, &movement), elsewhere(term, &text), instead(term));
    Ok(Part { text, letters, steps, elsewhere, instead })
}

/// What to write to get the reading of XBoard and the Interactive Diagram, if they change a range
/// differently.
fn instead(term: &Term) -> Option<Instead> {
    if !toggles_beside_others(term) {
        return None;
    }
    let line = bracketed(term).filter(|text| parse(text).is_ok_and(|ast| resolve(&ast).is_ok()));
    Some(line.map_or(Instead::Nothing, Instead::Line))
}

/// The legs of moves of its own, lent and borrowed.
fn all_legs(movement: &Movement) -> impl Iterator<Item = &Leg> {
    movement.legs.iter().chain(movement.loans.iter().map(|loan| &loan.leg))
}

/// The letters of a leg in canonical form.
fn spelled(prefix: &Prefix) -> String {
    let modifiers = prefix.modifiers.iter().map(|(modifier, _)| modifier.text());
    prefix
        .directions
        .iter()
        .map(|direction| direction.letter().to_string())
        .chain(modifiers.map(str::to_owned))
        .collect()
}

/// The conditions on the square where a leg starts.
fn said_of(via: Via) -> String {
    let ways = [
        (via.empty, "from an empty square"),
        (via.hop, "over a piece"),
        (via.hop_own, "over a piece of its own side"),
        (via.capture, "from the square of an enemy piece, which is captured"),
        (via.capture_own, "from the square of a piece of its own side, which is removed"),
    ];
    let said: Vec<&str> = ways.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect();
    said.join(" or ")
}

/// The meaning of `u` on a further leg.
const UNLOADS: &str = "; the captured piece is placed where this leg starts";
/// The meaning of `x` on the last leg.
const BORROWS: &str = "; on a piece of its own side, whose moves it can make from its own square";

/// The meaning of a further leg.
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
    let angles = Angles(bends().fold(0, |angles, bend| angles | bend.angles.0));
    let via = if lent {
        "by the piece of its own side on that square".to_owned()
    } else {
        said_of(bends().map(|bend| bend.via).fold(Via::default(), Via::or))
    };
    let outward = bend.stride.is_some() && all_legs(movement).any(|leg| comes_obliquely(leg, index));
    let ways: Vec<&str> = if outward {
        vec!["outward"]
    } else {
        angles.eighths().map(|eighth| WAYS[usize::from(eighth)]).collect()
    };
    let far = match bend.reach {
        _ if bends().any(|other| other.reach != bend.reach) => {
            "once, or any number of times, depending on that square,"
        }
        _ if bend.as_far => "as many steps again",
        Reach::Steps(1) => "once",
        Reach::Steps(_) => "some steps",
        Reach::Edge => "any number of times",
    };
    let how = match bend.obstacle {
        Obstacle::Hop => ", passing exactly one piece",
        Obstacle::Grasshopper => ", to the square directly behind the first piece",
        Obstacle::Lame => ", over empty squares",
        _ => "",
    };
    format!("again, {via}: {} {far}{how}", ways.join(", "))
}

/// Whether the line before a bend consists of oblique leaps.
fn comes_obliquely(leg: &Leg, bend: usize) -> bool {
    let before = leg.bends.iter().take(bend);
    let step = before.fold(leg.steps.first().copied(), |step, bend| bend.onward(step?).next());
    step.is_some_and(|step| !step.is_straight())
}

/// The meaning of an atom.
fn atom(atom: Atom) -> String {
    match atom {
        Atom::Leaper(letter, _) => meaning(&letter.to_string()).to_owned(),
        Atom::Vector(leap) => format!("a leap of {} squares one way and {} the other", leap.long, leap.short),
        Atom::Rook | Atom::Bishop | Atom::Queen | Atom::King => meaning(&atom.to_string()).to_owned(),
    }
}

/// The legs of a bracket, each with the mark before it.
fn bracket(links: &[Link], movement: &Movement) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut mark = "[";
    for (index, link) in links.iter().enumerate() {
        let sense = match index.checked_sub(1) {
            None => atom(link.unit.atom),
            Some(bend) => further(bend, movement),
        };
        let borrows = index + 1 == links.len() && link.prefix.has(Modifier::Lend);
        rows.push((format!("{mark}{link}"), sense + if borrows { BORROWS } else { "" }));
        mark = if link.may_end { "?" } else { "-" };
    }
    rows.push(("]".to_owned(), meaning("[ ]").to_owned()));
    if links.iter().any(|link| link.prefix.has(Modifier::Lend)) {
        rows.push(("x".to_owned(), meaning("x").to_owned()));
    }
    if links.split_last().is_some_and(|(_, before)| before.iter().any(|link| link.may_end)) {
        rows.push(("?".to_owned(), meaning("?").to_owned()));
    }
    rows
}

/// The legs after `a`, each with its letters.
fn chain(chain: &Chain, movement: &Movement) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for (index, leg) in chain.further.iter().enumerate() {
        if chain.group.as_ref().is_some_and(|group| group.start == index) {
            rows.push(("( )".to_owned(), meaning("( )").to_owned()));
        }
        let more = match leg {
            _ if leg.has(Modifier::Unload) => UNLOADS,
            _ if leg.has(Modifier::Lend) && index + 1 == chain.further.len() => BORROWS,
            _ => "",
        };
        rows.push((format!("a{}", spelled(leg)), further(index, movement) + more));
    }
    rows
}

fn unit(Unit { atom: letter, range }: Unit) -> Vec<(String, String)> {
    let mut rows = vec![(letter.to_string(), atom(letter))];
    match (letter, range) {
        (_, range) if range == letter.usual_range() || range == Reach::Steps(1) => {}
        (_, Reach::Steps(times)) => {
            rows.push((times.to_string(), format!("up to {times} times in one direction")));
        }
        (_, Reach::Edge) => {
            let written =
                if matches!(letter, Atom::Leaper(..)) { letter.to_string() } else { "0".to_owned() };
            rows.push((written, "any number of times in one direction".to_owned()));
        }
    }
    rows
}

/// The letters of a move with their meanings: directions first, as they precede the atom.
fn letters(term: &Term, movement: &Movement) -> Vec<(String, String)> {
    let mut letters: Vec<String> = Vec::new();
    for (index, direction) in term.prefix.directions.iter().enumerate() {
        let letter = direction.letter().to_string();
        let is_chiral = index > 0 && term.prefix.directions[index - 1] == Direction::Half;
        if !letters.contains(&letter) && !is_chiral {
            letters.push(letter);
        }
    }
    // The condition between two legs is explained with the second.
    let between = [
        Modifier::Quiet,
        Modifier::Capture,
        Modifier::Own,
        Modifier::Tame,
        Modifier::Hop,
        Modifier::Grasshopper,
        Modifier::Toggle,
    ];
    let is_single = term.further().is_empty();
    let modifiers = term.prefix.modifiers.iter().map(|(modifier, _)| modifier);
    let shown = modifiers.filter(|modifier| is_single || !between.contains(modifier));
    letters.extend(shown.map(|modifier| modifier.text().to_owned()));
    let mut rows: Vec<(String, String)> =
        letters.into_iter().map(|letter| (letter.clone(), meaning(&letter).to_owned())).collect();
    match &term.syntax {
        Syntax::Single(one) => rows.extend(unit(*one)),
        Syntax::Chain(legs) => {
            rows.extend(chain(legs, movement));
            rows.extend(unit(legs.unit));
        }
        Syntax::Bracket(links) => rows.extend(bracket(links, movement)),
        Syntax::Castling(squares) => {
            let castles = "castling toward an unmoved piece at the edge, which jumps over the king";
            rows.push(("O".to_owned(), castles.to_owned()));
            rows.push((squares.to_string(), "squares that the king moves".to_owned()));
        }
    }
    rows
}

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
            let others = parts.iter().flat_map(|part| &part.elsewhere).map(|other| other.program);
            others.map(|program| program.chars().next().unwrap()).collect::<String>()
        };
        for (line, expected) in [
            ("WFDNAHCZG", ""),
            ("fmWfcF", ""),
            ("mRcpR", ""),
            ("mfW", "X"),
            ("shN", "TXF"),
            ("bsK", "XTF"),
            ("bK", "XT"),
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
