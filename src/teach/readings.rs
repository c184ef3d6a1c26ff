//! Moves that other programs read differently.

use crate::rules::betza::Reach;
use crate::rules::betza::ast::{Atom, Chain, Direction, Modifier, Prefix, Syntax, Term, Unit};

/// A program that reads something differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elsewhere {
    /// The program.
    pub program: &'static str,
    /// What it does.
    pub reading: &'static str,
}

/// A different reading, and the moves it applies to.
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

const fn diagram(of: fn(&Term, &str) -> bool, reading: &'static str) -> Reading {
    Reading { of, is: Elsewhere { program: "The Interactive Diagram", reading } }
}

/// The atom of all its legs, if they share one.
fn atom(term: &Term) -> Option<Atom> {
    term.unit().map(|unit| unit.atom)
}

fn is_leaper(term: &Term, letters: &str) -> bool {
    matches!(atom(term), Some(Atom::Leaper(letter, _)) if letters.contains(letter))
}

fn is_vector(term: &Term) -> bool {
    matches!(atom(term), Some(Atom::Vector(_)))
}

fn is_unlimited(term: &Term) -> bool {
    term.unit().is_some_and(|unit| unit.range == Reach::Edge)
}

fn is_bracket(term: &Term) -> bool {
    matches!(term.syntax, Syntax::Bracket(_))
}

fn has_parentheses(term: &Term) -> bool {
    matches!(term.syntax, Syntax::Chain(Chain { group: Some(_), .. }))
}

fn is_diagonal(term: &Term) -> bool {
    is_leaper(term, "FAG") || atom(term) == Some(Atom::Bishop)
}

fn is_slider(atom: Atom) -> bool {
    matches!(atom, Atom::Rook | Atom::Bishop | Atom::Queen)
}

fn is_line(term: &Term) -> bool {
    term.unit().is_some_and(|unit| is_slider(unit.atom) || unit.range != Reach::Steps(1))
}

/// A king or queen with only some directions.
fn is_partly_royal(term: &Term) -> bool {
    matches!(atom(term), Some(Atom::King | Atom::Queen)) && !term.prefix.directions.is_empty()
}

/// Whether direction letters are combined in a way that the others do not know.
fn is_sideways_half(term: &Term) -> bool {
    let pairs = term.prefix.directions.windows(2).any(|pair| match pair[0] {
        Direction::Sideways => matches!(pair[1], Direction::Half | Direction::Back | Direction::Forward),
        Direction::Vertical => matches!(pair[1], Direction::Left | Direction::Right),
        _ => false,
    });
    pairs && (is_leaper(term, "NCZLJ") || is_vector(term))
}

/// A mode letter before a direction letter.
fn is_out_of_order(term: &Term) -> bool {
    let last = term.prefix.directions_at + term.prefix.directions.len();
    !term.prefix.directions.is_empty()
        && term
            .prefix
            .modifiers
            .iter()
            .any(|(modifier, span)| *modifier != Modifier::Initial && span.end < last)
}

/// All its letters before the legs.
fn legs(term: &Term) -> impl Iterator<Item = &Prefix> {
    std::iter::once(&term.prefix).chain(term.further())
}

/// Whether `i` comes after directions where that makes a difference: in a further leg, or before other
/// letters.
fn is_late(term: &Term) -> bool {
    legs(term).enumerate().any(|(number, leg)| {
        let initial = leg.modifier(Modifier::Initial).filter(|span| span.start > leg.directions_at);
        initial.is_some_and(|initial| {
            let follow = leg.modifiers.iter().any(|(_, span)| span.start > initial.start);
            !leg.directions.is_empty() && (number > 0 || follow)
        })
    })
}

/// Whether the directions of a straight-moving piece are given with `h`.
fn has_straight_half(term: &Term) -> bool {
    let straight = is_leaper(term, "WDH") || atom(term) == Some(Atom::Rook);
    straight && term.prefix.directions.contains(&Direction::Half)
}

/// Whether pieces lend each other these moves. Moves in brackets are covered by another reading.
fn lends(term: &Term) -> bool {
    legs(term).any(|leg| leg.has(Modifier::Lend))
}

fn unloads(term: &Term) -> bool {
    legs(term).any(|leg| leg.has(Modifier::Unload))
}

/// Whether `y` or `g` is between two legs next to a letter for other pieces on that square.
pub(super) fn toggles_beside_others(term: &Term) -> bool {
    let mixed = |leg: &Prefix| {
        let has = |letters: &[Modifier]| letters.iter().any(|&letter| leg.has(letter));
        has(&[Modifier::Toggle, Modifier::Grasshopper])
            && has(&[Modifier::Quiet, Modifier::Capture, Modifier::Own, Modifier::Hop])
    };
    legs(term).take(term.further().len()).any(mixed)
}

/// The same move with its legs in brackets as XBoard and the Interactive Diagram read it, if they change
/// the range of a leg and Fibnif does not; `None` if no bracket means it.
pub(super) fn bracketed(term: &Term) -> Option<String> {
    let mut toggled = false;
    let mut links = Vec::new();
    for (index, leg) in legs(term).enumerate() {
        let directions = match leg.directions[..] {
            [] if index > 0 => return None,
            [Direction::Forward] if index > 0 => String::new(),
            _ => leg.directions.iter().map(|direction| direction.letter()).collect(),
        };
        let mut letters = directions;
        for (modifier, _) in &leg.modifiers {
            match modifier {
                Modifier::Toggle => {}
                Modifier::Initial if index == 0 => {}
                Modifier::Grasshopper if index < term.further().len() => letters.push('p'),
                other => letters.push_str(other.text()),
            }
        }
        links.push(letters + &leg_atom(term.unit()?, toggled)?);
        toggled ^= leg.has(Modifier::Toggle) || leg.has(Modifier::Grasshopper);
    }
    let initial = if term.prefix.has(Modifier::Initial) { "i" } else { "" };
    Some(format!("{initial}[{}]", links.join("-")))
}

/// The letters of a leg's atom, with slider and leaper exchanged.
fn leg_atom(Unit { atom, range }: Unit, toggled: bool) -> Option<String> {
    let text = match (atom, range, toggled) {
        (Atom::Rook, Reach::Edge, true) => "W".to_owned(),
        (Atom::Bishop, Reach::Edge, true) => "F".to_owned(),
        (Atom::Queen, Reach::Edge, true) => "K".to_owned(),
        (Atom::Leaper('W', _), Reach::Steps(1), true) => "R".to_owned(),
        (Atom::Leaper('F', _), Reach::Steps(1), true) => "B".to_owned(),
        (Atom::King, Reach::Steps(1), true) => "Q".to_owned(),
        (Atom::Leaper(letter, _), Reach::Steps(1), true) | (Atom::Leaper(letter, _), Reach::Edge, false) => {
            format!("{letter}{letter}")
        }
        (Atom::Leaper(letter, _), Reach::Edge, true) => letter.to_string(),
        (Atom::Vector(_), Reach::Steps(1), true) => format!("{atom}0"),
        (Atom::Rook | Atom::Bishop | Atom::Queen, Reach::Edge, false)
        | (Atom::Leaper(..) | Atom::King | Atom::Vector(_), Reach::Steps(1), false) => atom.to_string(),
        _ => return None,
    };
    Some(text)
}

/// Whether legs have a range that their letter alone does not have.
fn legs_are_counted(term: &Term) -> bool {
    let Syntax::Chain(Chain { unit, .. }) = &term.syntax else { return false };
    unit.range != unit.atom.usual_range()
}

/// Whether a further leg of a piece with four directions names none.
fn goes_on_anywhere(term: &Term) -> bool {
    let fourfold = is_leaper(term, "WFDAHG") || matches!(atom(term), Some(Atom::Rook | Atom::Bishop));
    fourfold && term.further().iter().any(|leg| leg.directions.is_empty())
}

/// The different readings of a move by other programs.
pub(super) fn elsewhere(term: &Term, text: &str) -> Vec<Elsewhere> {
    READINGS.iter().filter(|reading| (reading.of)(term, text)).map(|reading| reading.is).collect()
}

// Shared by XBoard and the Diagram.
const SINGLE_DIRECTIONS: &str =
    "takes the directions of K and Q for single ones of eight: `bK` is one square, `bsK` two";
const TOGGLED_ANYWAY: &str =
    "changes a leaper to a slider there, or a slider to a leaper, whatever is on that square";

/// Measured readings of other programs, none of which reports an error.
const READINGS: &[Reading] = &[
    xboard(|term, _| is_leaper(term, "L"), "reads L as the leap (2,3): it exchanges L and J"),
    xboard(|term, _| is_leaper(term, "J"), "reads J as the leap (1,3): it exchanges L and J"),
    xboard(|term, _| is_partly_royal(term), SINGLE_DIRECTIONS),
    xboard(
        |term, text| {
            matches!(atom(term), Some(Atom::Leaper(..))) && is_unlimited(term) && !text.ends_with('0')
        },
        "reads the doubled letter as two single leaps: write `0` instead",
    ),
    xboard(|term, _| term.prefix.has(Modifier::Halfling), "goes the whole way"),
    xboard(|term, _| term.prefix.has(Modifier::Circular), "does not know it, and ignores what follows"),
    xboard(
        |term, _| {
            let relative = |leg: &Prefix| {
                leg.directions.iter().any(|letter| matches!(letter, Direction::Other | Direction::Same))
            };
            term.further().iter().any(relative)
        },
        "does not know `z` and `q` in a further leg, and ignores what follows",
    ),
    xboard(|term, _| is_bracket(term), "does not know brackets, and ignores what follows"),
    xboard(|term, _| toggles_beside_others(term), TOGGLED_ANYWAY),
    diagram(|term, _| toggles_beside_others(term), TOGGLED_ANYWAY),
    diagram(
        |term, _| legs_are_counted(term),
        "applies the number, or the doubled letter, only to the first leg",
    ),
    diagram(|term, _| goes_on_anywhere(term), "continues as a king would, in all directions except back"),
    diagram(|term, _| is_sideways_half(term), "goes in more directions"),
    diagram(|term, _| has_straight_half(term), "also goes straight back"),
    diagram(|term, _| is_partly_royal(term), SINGLE_DIRECTIONS),
    xboard(|term, _| is_late(term), "expects `i` before the directions, and ignores letters otherwise"),
    xboard(
        |term, _| legs(term).any(|leg| leg.has(Modifier::Lame) && leg.has(Modifier::Cylinder)),
        "does not look at squares around the edge",
    ),
    xboard(|term, _| unloads(term), "does not know `u`: captured pieces are gone"),
    stockfish(|term, _| unloads(term), "ignores `u`: captured pieces are gone"),
    xboard(|term, _| lends(term), "does not know `x`, and reads the move as the piece's own"),
    stockfish(|term, _| lends(term), "ignores `x`, and reads the move as the piece's own"),
    xboard(|term, _| has_parentheses(term), "does not know parentheses, and ignores what follows"),
    stockfish(|term, _| has_parentheses(term), "does not know parentheses"),
    stockfish(|term, _| term.prefix.has(Modifier::Own), "ignores `d`"),
    stockfish(|term, _| term.prefix.has(Modifier::Tame), "ignores `t`"),
    stockfish(|term, _| is_bracket(term), "reads the legs in brackets as separate moves"),
    xboard(|term, _| legs(term).any(|leg| leg.has(Modifier::Kings)), "does not know `k`"),
    stockfish(|term, _| term.prefix.has(Modifier::Kings), "ignores `k`"),
    stockfish(|term, _| !term.further().is_empty(), "ignores all letters of the legs"),
    stockfish(|term, _| term.prefix.has(Modifier::Circular), "ignores `q`"),
    xboard(|term, _| term.prefix.has(Modifier::Crooked), "continues straight, or takes only one step"),
    xboard(|term, _| is_out_of_order(term), "ignores the directions, since other letters precede them"),
    xboard(
        |term, _| legs(term).any(|leg| leg.has(Modifier::Lame)) && is_leaper(term, "HG"),
        "looks at the first square only",
    ),
    xboard(|term, _| is_vector(term), "does not know it, and ignores what follows"),
    xboard(
        |term, _| has_straight_half(term) && !term.prefix.modifiers.is_empty(),
        "ignores the letters after `h`",
    ),
    xboard(
        |term, _| is_diagonal(term) && term.prefix.directions.contains(&Direction::Half),
        "goes to all four squares",
    ),
    xboard(
        |term, _| !term.further().is_empty() && is_leaper(term, "NCZLJ"),
        "continues with a leap that is not oblique",
    ),
    xboard(
        |term, _| {
            let around = |leg: &Prefix| leg.has(Modifier::Cylinder);
            !term.further().is_empty() && (around(&term.prefix) || term.further().iter().any(around))
        },
        "continues around the board past the piece's starting square",
    ),
    xboard(|term, _| is_sideways_half(term), "goes in more directions"),
    xboard(
        |term, _| {
            is_diagonal(term)
                && term.prefix.directions.len() == 2
                && [Direction::Sideways, Direction::Vertical]
                    .iter()
                    .any(|way| term.prefix.directions.contains(way))
        },
        "goes to all four squares",
    ),
    stockfish(
        |term, _| is_partly_royal(term) && term.prefix.directions.len() > 1,
        "reads the directions of K and Q differently: `bsK` loses the step straight back",
    ),
    stockfish(|term, _| term.prefix.has(Modifier::Crooked), "continues straight"),
    stockfish(|term, _| term.prefix.has(Modifier::Halfling), "has no such moves"),
    stockfish(|term, _| is_leaper(term, "DAHCLZJG") && is_unlimited(term), "has no such moves"),
    stockfish(
        |term, _| {
            is_line(term)
                && is_leaper(term, "N")
                && (term.prefix.has(Modifier::Hop) || term.prefix.has(Modifier::Grasshopper))
        },
        "has no such moves",
    ),
    stockfish(
        |term, _| matches!(term.unit(), Some(Unit { range: Reach::Steps(10..), .. })),
        "reads only the first digit of the number",
    ),
    stockfish(|term, _| term.prefix.has(Modifier::Lame) && is_leaper(term, "HG"), "has no such moves"),
    stockfish(
        |term, _| term.prefix.has(Modifier::Lame) && is_leaper(term, "N") && is_line(term),
        "ignores `n`",
    ),
    stockfish(|term, _| is_sideways_half(term), "has no such moves"),
    stockfish(|term, _| term.prefix.has(Modifier::Jump), "ignores `j`"),
    stockfish(|term, _| term.prefix.has(Modifier::Cylinder), "ignores `o`"),
    stockfish(|term, _| is_vector(term), "has no such moves"),
    stockfish(
        |term, _| matches!(term.syntax, Syntax::Castling(_)),
        "has no such letter: castling is a setting there",
    ),
];
