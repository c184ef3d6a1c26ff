//! Moves as Fairy-Stockfish reads them, written as Fibnif reads them.
//!
//! That program knows a part of the notation and skips every other letter without a word. Its moves are
//! directions with a distance, each once for moving and once for capturing, so a later part of a line can
//! replace an earlier one. They are collected in the same way here, and written anew.

use std::collections::BTreeMap;

use crate::import::steps::{Moves, Range, atom};

/// The moves of a piece type.
#[derive(Clone, Debug, Default)]
pub(super) struct FairyMoves {
    moves: BTreeMap<Key, i8>,
}

/// What distinguishes a move: its distance replaces the one of an earlier move with the same key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    /// Whether it is only for squares of the region for double steps.
    initial: bool,
    form: Form,
    capture: bool,
    /// Forward, to the right.
    step: (i8, i8),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Form {
    Leaper,
    Rider,
    Hopper,
}

/// The distance of a lame leaper.
const LAME: i8 = -1;

/// Which of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Those from every square.
    Always,
    /// Those from the region for double steps.
    Initial,
}

/// The steps of an atom: the longer way and the shorter one.
fn leaps(letter: char) -> Option<&'static [(i8, i8)]> {
    Some(match letter {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'L' | 'C' => &[(3, 1)],
        'J' | 'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        _ => return None,
    })
}

/// The directions of an atom in the order of its octants, each with the pairs of letters that name it.
fn octants((long, short): (i8, i8)) -> [((i8, i8), &'static [&'static str]); 8] {
    [
        ((long, short), &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
        ((-long, -short), &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
        ((-short, long), &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
        ((short, -long), &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
        ((short, long), &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
        ((-short, -long), &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
        ((-long, short), &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
        ((long, -short), &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
    ]
}

/// The letters before an atom.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "letters that do not depend on each other")]
struct Modifiers {
    quiet: bool,
    capture: bool,
    hopper: bool,
    lame: bool,
    initial: bool,
    /// 0 is without a limit.
    distance: i8,
    directions: Vec<[char; 2]>,
}

impl FairyMoves {
    /// Reads a line of notation as that program does.
    pub(super) fn read(text: &str) -> FairyMoves {
        let letters: Vec<char> = text.chars().collect();
        let mut moves = FairyMoves::default();
        let mut modifiers = Modifiers::default();
        let mut at = 0;
        while let Some(&letter) = letters.get(at) {
            at += 1;
            match letter {
                'm' => modifiers.quiet = true,
                'c' => modifiers.capture = true,
                'p' => modifiers.hopper = true,
                'g' => (modifiers.hopper, modifiers.distance) = (true, 1),
                'n' => modifiers.lame = true,
                'i' => modifiers.initial = true,
                letter if is_direction(letter) => {
                    let next = letters.get(at).copied().filter(|&next| combines(letter, next));
                    at += usize::from(next.is_some());
                    modifiers.directions.push([letter, next.unwrap_or(letter)]);
                }
                letter => {
                    let Some(atoms) = leaps(letter) else { continue };
                    let mut rider = "RBQ".contains(letter);
                    match letters.get(at).copied() {
                        Some(digit) if digit.is_ascii_digit() => {
                            rider = true;
                            modifiers.distance = i8::try_from(digit as u32 - '0' as u32).unwrap_or(0);
                            at += 1;
                        }
                        Some(again) if again == letter => {
                            rider = true;
                            at += 1;
                        }
                        _ => {}
                    }
                    moves.add(atoms, rider, &std::mem::take(&mut modifiers));
                }
            }
        }
        moves
    }

    fn add(&mut self, atoms: &[(i8, i8)], rider: bool, modifiers: &Modifiers) {
        let Modifiers { quiet, capture, hopper, lame, initial, distance, ref directions } = *modifiers;
        let form = if hopper {
            Form::Hopper
        } else if rider {
            Form::Rider
        } else {
            Form::Leaper
        };
        let distance = if !rider && lame { LAME } else { distance };
        let both = !quiet && !capture;
        for &atom in atoms {
            // A pair of different letters is two directions for an orthogonal piece.
            let split = atoms.len() == 1 && atom.1 == 0;
            let named = |pair: &str| {
                directions.iter().any(|&[first, second]| {
                    let same = |a: char, b: char| pair.chars().eq([a, b]);
                    if split && first != second {
                        same(first, first) || same(second, second)
                    } else {
                        same(first, second)
                    }
                })
            };
            for (step, pairs) in octants(atom) {
                if !directions.is_empty() && !pairs.iter().any(|pair| named(pair)) {
                    continue;
                }
                for capture in [false, true].into_iter().filter(|&c| both || if c { capture } else { quiet })
                {
                    self.moves.insert(Key { initial, form, capture, step }, distance);
                }
            }
        }
    }

    /// Whether it has moves from the region for double steps alone.
    pub(super) fn has_initial(&self) -> bool {
        self.moves.keys().any(|key| key.initial)
    }

    /// Whether a piece may come back to a square that it left.
    pub(super) fn returns(&self) -> bool {
        self.moves.keys().any(|key| key.step.0 <= 0)
    }

    /// The squares that a move from every square reaches on an empty board of any size, as steps.
    pub(super) fn first_steps(&self) -> impl Iterator<Item = (i8, i8)> + '_ {
        self.moves.keys().filter(|key| !key.initial).map(|key| key.step)
    }

    /// The moves as Fibnif reads them. With `en_passant`, those that capture alone capture en passant, too.
    ///
    /// # Errors
    /// What cannot be written.
    pub(super) fn notation(&self, part: Part, en_passant: bool) -> Result<String, String> {
        let mut lines = Moves::default();
        let mut text = String::new();
        for (key, &distance) in self.moves.iter().filter(|(key, _)| key.initial == (part == Part::Initial)) {
            let other = self.moves.get(&Key { capture: !key.capture, ..*key }) == Some(&distance);
            if other && key.capture {
                continue;
            }
            let purpose = match (other, key.capture) {
                (true, _) => "",
                (false, false) => "m",
                (false, true) if en_passant => "ce",
                (false, true) => "c",
            };
            let (atom, _) = atom(key.step);
            let straight = ["W", "F"].contains(&atom.as_str());
            let range = match distance {
                0 => Range::Unlimited,
                limit => u8::try_from(limit).map_or(Range::Once, Range::Times),
            };
            match (key.form, distance) {
                (Form::Leaper, LAME) if atom == "Z" => {
                    // The way of Janggi's elephant, in all directions.
                    let way = format!("{purpose}[W-F-F]");
                    if !text.contains(&way) {
                        text.push_str(&way);
                    }
                }
                (Form::Leaper, LAME) if ["D", "A", "N"].contains(&atom.as_str()) => {
                    lines.add(&format!("{purpose}n"), key.step, Range::Once);
                }
                (Form::Leaper, LAME) => return Err(format!("`n` before {atom}")),
                (Form::Leaper, _) => lines.add(purpose, key.step, Range::Once),
                (Form::Rider, _) => lines.add(purpose, key.step, range),
                (Form::Hopper, 1) if straight => {
                    lines.add(&format!("{purpose}g"), key.step, Range::Unlimited);
                }
                (Form::Hopper, _) if straight => lines.add(&format!("{purpose}p"), key.step, range),
                (Form::Hopper, _) => return Err(format!("`p` or `g` before {atom}")),
            }
        }
        Ok(text + &lines.text())
    }
}

const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

fn is_direction(letter: char) -> bool {
    VERTICAL.contains(letter) || HORIZONTAL.contains(letter)
}

/// Whether two letters name one direction together.
fn combines(first: char, second: char) -> bool {
    let across = |a: char, b: char| VERTICAL.contains(a) && HORIZONTAL.contains(b);
    first == second || across(first, second) || across(second, first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::betza::Movement;

    #[test]
    fn moves_are_written_as_they_are_played() {
        for (theirs, ours) in [
            ("N", "N"),
            ("fsW", "fsW"),
            ("fN", "ffN"),
            ("mRcpR", "mRcpR"),
            ("gQ", "gRgB"),
            ("BnN", "BnN"),
            ("mQ2cQ2", "W2F2"),
            ("NNQ", "NNQ"),
            ("fRrbBlbF", "fRbrBblF"),
            ("mfFcflW", "mfFcfWclW"),
            ("R4", "R4"),
            ("hlN", "hlN"),
            ("FvW", "FvW"),
            ("nZ", "[W-F-F]"),
        ] {
            let text = FairyMoves::read(theirs).notation(Part::Always, false).unwrap();
            let movement = Movement::read(&text).unwrap_or_else(|error| panic!("{theirs}: {text}: {error}"));
            assert!(movement.is_same_as(ours), "{theirs}: {text}");
        }
        let pawn = FairyMoves::read("fmWfceFifmnD");
        assert!(pawn.has_initial() && !pawn.returns());
        assert_eq!(pawn.notation(Part::Initial, false).unwrap(), "mnfD");
        assert!(Movement::read(&pawn.notation(Part::Always, true).unwrap()).unwrap().is_same_as("mfWcefF"));
    }
}
