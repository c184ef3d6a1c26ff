//! Moves that other programs read differently.

use crate::rules::betza::ast::{Atom, Direction, Limit, Modifier, Prefix, Term};

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

fn is_leaper(term: &Term, letters: &str) -> bool {
    matches!(term.atom, Atom::Leaper(letter, _) if letters.contains(letter))
}

fn is_diagonal(term: &Term) -> bool {
    is_leaper(term, "FAG") || term.atom == Atom::Bishop
}

fn is_line(term: &Term) -> bool {
    matches!(term.atom, Atom::Rook | Atom::Bishop | Atom::Queen) || term.range != Limit::UpTo(1)
}

/// A king or queen with only some directions.
fn is_partly_royal(term: &Term) -> bool {
    matches!(term.atom, Atom::King | Atom::Queen) && !term.first.directions.is_empty()
}

/// Whether direction letters are combined in a way that the others do not know.
fn is_sideways_half(term: &Term) -> bool {
    let pairs = term.first.directions.windows(2).any(|pair| match pair[0] {
        Direction::Sideways => matches!(pair[1], Direction::Half | Direction::Back | Direction::Forward),
        Direction::Vertical => matches!(pair[1], Direction::Left | Direction::Right),
        _ => false,
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

/// All its letters before the legs.
fn legs(term: &Term) -> impl Iterator<Item = &Prefix> {
    std::iter::once(&term.first).chain(&term.further)
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
    let straight = is_leaper(term, "WDH") || term.atom == Atom::Rook;
    straight && term.first.directions.contains(&Direction::Half)
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
    legs(term).take(term.further.len()).any(mixed)
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
                Modifier::Grasshopper if index < term.further.len() => letters.push('p'),
                other => letters.push_str(other.text()),
            }
        }
        links.push(letters + &leg_atom(term, toggled)?);
        toggled ^= leg.has(Modifier::Toggle) || leg.has(Modifier::Grasshopper);
    }
    let initial = if term.first.has(Modifier::Initial) { "i" } else { "" };
    Some(format!("{initial}[{}]", links.join("-")))
}

/// The letters of a leg's atom, with slider and leaper exchanged.
fn leg_atom(term: &Term, toggled: bool) -> Option<String> {
    let text = match (term.atom, term.range, toggled) {
        (Atom::Rook, Limit::Unlimited, true) => "W".to_owned(),
        (Atom::Bishop, Limit::Unlimited, true) => "F".to_owned(),
        (Atom::Queen, Limit::Unlimited, true) => "K".to_owned(),
        (Atom::Leaper('W', _), Limit::UpTo(1), true) => "R".to_owned(),
        (Atom::Leaper('F', _), Limit::UpTo(1), true) => "B".to_owned(),
        (Atom::King, Limit::UpTo(1), true) => "Q".to_owned(),
        (Atom::Leaper(letter, _), Limit::UpTo(1), true)
        | (Atom::Leaper(letter, _), Limit::Unlimited, false) => format!("{letter}{letter}"),
        (Atom::Leaper(letter, _), Limit::Unlimited, true) => letter.to_string(),
        (Atom::Vector(_), Limit::UpTo(1), true) => format!("{}0", term.atom),
        (Atom::Rook | Atom::Bishop | Atom::Queen, Limit::Unlimited, false)
        | (Atom::Leaper(..) | Atom::King | Atom::Vector(_), Limit::UpTo(1), false) => term.atom.to_string(),
        _ => return None,
    };
    Some(text)
}

/// Whether legs have a range that their letter alone does not have.
fn legs_are_counted(term: &Term) -> bool {
    let rides = matches!(term.atom, Atom::Rook | Atom::Bishop | Atom::Queen);
    let usual = if rides { Limit::Unlimited } else { Limit::UpTo(1) };
    !term.further.is_empty() && term.atom != Atom::Chain && term.range != usual
}

/// Whether a further leg of a piece with four directions names none.
fn goes_on_anywhere(term: &Term) -> bool {
    let fourfold = is_leaper(term, "WFDAHG") || matches!(term.atom, Atom::Rook | Atom::Bishop);
    fourfold && term.further.iter().any(|leg| leg.directions.is_empty())
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
            matches!(term.atom, Atom::Leaper(..)) && term.range == Limit::Unlimited && !text.ends_with('0')
        },
        "reads the doubled letter as two single leaps: write `0` instead",
    ),
    xboard(|term, _| term.first.has(Modifier::Halfling), "goes the whole way"),
    xboard(|term, _| term.first.has(Modifier::Circular), "does not know it, and ignores what follows"),
    xboard(
        |term, _| {
            let relative = |leg: &Prefix| {
                leg.directions.iter().any(|letter| matches!(letter, Direction::Other | Direction::Same))
            };
            term.further.iter().any(relative)
        },
        "does not know `z` and `q` in a further leg, and ignores what follows",
    ),
    xboard(|term, _| term.atom == Atom::Chain, "does not know brackets, and ignores what follows"),
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
    xboard(|term, _| term.group.is_some(), "does not know parentheses, and ignores what follows"),
    stockfish(|term, _| term.group.is_some(), "does not know parentheses"),
    stockfish(|term, _| term.first.has(Modifier::Own), "ignores `d`"),
    stockfish(|term, _| term.first.has(Modifier::Tame), "ignores `t`"),
    stockfish(|term, _| term.atom == Atom::Chain, "reads the legs in brackets as separate moves"),
    xboard(|term, _| legs(term).any(|leg| leg.has(Modifier::Kings)), "does not know `k`"),
    stockfish(|term, _| term.first.has(Modifier::Kings), "ignores `k`"),
    stockfish(|term, _| !term.further.is_empty(), "ignores all letters of the legs"),
    stockfish(|term, _| term.first.has(Modifier::Circular), "ignores `q`"),
    xboard(|term, _| term.first.has(Modifier::Crooked), "continues straight, or takes only one step"),
    xboard(|term, _| is_out_of_order(term), "ignores the directions, since other letters precede them"),
    xboard(
        |term, _| legs(term).any(|leg| leg.has(Modifier::Lame)) && is_leaper(term, "HG"),
        "looks at the first square only",
    ),
    xboard(|term, _| matches!(term.atom, Atom::Vector(_)), "does not know it, and ignores what follows"),
    xboard(
        |term, _| has_straight_half(term) && !term.first.modifiers.is_empty(),
        "ignores the letters after `h`",
    ),
    xboard(
        |term, _| is_diagonal(term) && term.first.directions.contains(&Direction::Half),
        "goes to all four squares",
    ),
    xboard(
        |term, _| !term.further.is_empty() && is_leaper(term, "NCZLJ"),
        "continues with a leap that is not oblique",
    ),
    xboard(
        |term, _| {
            let around = |leg: &Prefix| leg.has(Modifier::Cylinder);
            !term.further.is_empty() && (around(&term.first) || term.further.iter().any(around))
        },
        "continues around the board past the piece's starting square",
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
        "reads the directions of K and Q differently: `bsK` loses the step straight back",
    ),
    stockfish(|term, _| term.first.has(Modifier::Crooked), "continues straight"),
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
        "reads only the first digit of the number",
    ),
    stockfish(|term, _| term.first.has(Modifier::Lame) && is_leaper(term, "HG"), "has no such moves"),
    stockfish(
        |term, _| term.first.has(Modifier::Lame) && is_leaper(term, "N") && is_line(term),
        "ignores `n`",
    ),
    stockfish(|term, _| is_sideways_half(term), "has no such moves"),
    stockfish(|term, _| term.first.has(Modifier::Jump), "ignores `j`"),
    stockfish(|term, _| term.first.has(Modifier::Cylinder), "ignores `o`"),
    stockfish(|term, _| matches!(term.atom, Atom::Vector(_)), "has no such moves"),
    stockfish(|term, _| term.atom == Atom::Castle, "has no such letter: castling is a setting there"),
];
