//! Spells groups of moves in XBoard's letters.

use super::{Course, FERZ, Group, LONGEST_CHAIN, Manner, PrintedAtom, WAZIR};
use crate::rules::betza::{Angles, Bend, CastleLeg, Obstacle, Purpose, Reach, Via, Wing, push_new};
use crate::rules::geometry::Offset;

impl Manner {
    /// The mode letters in XBoard's order. `n` is left out where legs express it.
    fn modes(&self, lame: bool) -> String {
        let Purpose { quiet, capture, own, en_passant } = self.purpose;
        let said = !(quiet && capture) || own || en_passant;
        let obstacle = self.obstacle;
        [
            (quiet && said, 'm'),
            (capture && said, 'c'),
            (own, 'd'),
            (en_passant, 'e'),
            (self.tame, 't'),
            (obstacle == Obstacle::Hop, 'p'),
            (obstacle == Obstacle::Grasshopper, 'g'),
            (self.cylinder, 'o'),
            (obstacle == Obstacle::Lame && lame, 'n'),
            (matches!(obstacle, Obstacle::Jump | Obstacle::SkipFirst), 'j'),
        ]
        .into_iter()
        .filter_map(|(set, letter)| set.then_some(letter))
        .collect()
    }
}

impl Group {
    /// The group as one atom, or several if no directions of XBoard name all its steps at once.
    pub(super) fn print(&self) -> Option<String> {
        match &self.manner.path {
            Course::Crooked(fewest) => return self.print_crooked(*fewest),
            Course::Bent(bends) => return self.print_path(bends),
            Course::Straight => {}
        }
        // Lame leaps of three squares are three steps, and the last one has the modes.
        let lame = self.manner.obstacle == Obstacle::Lame;
        let (legs, letter) = match self.atom {
            PrintedAtom::Leap(0, 3) if lame => ("afaf", 'W'),
            PrintedAtom::Leap(3, 3) if lame => ("afaf", 'F'),
            _ => ("", self.letter()?),
        };
        let range = self.range();
        let modes = self.manner.modes(legs.is_empty());
        let initial = if self.manner.initial { "i" } else { "" };
        let mut text = String::new();
        for directions in self.directions() {
            text += &[initial, &directions, legs, &modes, letter.encode_utf8(&mut [0; 4]), &range].concat();
        }
        Some(text)
    }

    /// A path: each leg with its directions and the condition at its end, the last one with its modes.
    fn print_path(&self, bends: &[Bend]) -> Option<String> {
        let mut rest = String::new();
        let mut reach = self.manner.reach;
        for (index, bend) in bends.iter().enumerate() {
            let toggles = match (reach, bend.reach) {
                (a, b) if a == b => false,
                (Reach::Steps(1), Reach::Edge) | (Reach::Edge, Reach::Steps(1)) => true,
                _ => return None,
            };
            if bend.stride.is_some() {
                return None;
            }
            reach = bend.reach;
            let lame = match index.checked_sub(1).and_then(|before| bends.get(before)) {
                None => self.manner.obstacle == Obstacle::Lame,
                Some(before) => before.obstacle == Obstacle::Lame,
            };
            rest += &via_letters(bend.via, toggles, lame)?;
            rest += "a";
            rest += if bend.as_far { "i" } else { "" };
            rest += &self.angle_letters(bend.angles)?;
        }
        let obstacle = bends.last().map_or(Obstacle::Free, |bend| bend.obstacle);
        rest += &Manner { obstacle, ..self.manner.clone() }.modes(true);
        rest.push(self.letter()?);
        rest += &self.range();
        let initial = if self.manner.initial { "i" } else { "" };
        let mut text = String::new();
        for directions in self.directions() {
            let path = [initial, &directions, &rest].concat();
            if path.len() > LONGEST_CHAIN {
                return None;
            }
            text += &path;
        }
        Some(text)
    }

    /// The digits after the atom.
    fn range(&self) -> String {
        match self.manner.reach {
            Reach::Steps(1) => String::new(),
            Reach::Steps(steps) => steps.to_string(),
            Reach::Edge if matches!(self.atom, WAZIR | FERZ | PrintedAtom::Royal) => String::new(),
            Reach::Edge => "0".to_owned(),
        }
    }

    /// The letters for the turns of a further leg; none where XBoard assumes them anyway.
    fn angle_letters(&self, angles: Angles) -> Option<String> {
        let supposed = if self.atom == PrintedAtom::Royal { 0xEF } else { 0x45 };
        if angles.0 == supposed { Some(String::new()) } else { angle_letters(angles) }
    }

    fn letter(&self) -> Option<char> {
        let single = self.manner.reach == Reach::Steps(1);
        let letter = match self.atom {
            PrintedAtom::Royal if single => 'K',
            PrintedAtom::Royal => 'Q',
            PrintedAtom::Leap(0, 1) if single => 'W',
            PrintedAtom::Leap(0, 1) => 'R',
            PrintedAtom::Leap(1, 1) if single => 'F',
            PrintedAtom::Leap(1, 1) => 'B',
            PrintedAtom::Leap(0, 2) => 'D',
            PrintedAtom::Leap(1, 2) => 'N',
            PrintedAtom::Leap(2, 2) => 'A',
            PrintedAtom::Leap(0, 3) => 'H',
            PrintedAtom::Leap(1, 3) => 'C',
            PrintedAtom::Leap(2, 3) => 'Z',
            PrintedAtom::Leap(3, 3) => 'G',
            PrintedAtom::Leap(..) => return None,
        };
        Some(letter)
    }

    /// Direction letters that together name exactly these steps, each set for an atom of its own.
    fn directions(&self) -> Vec<String> {
        let tokens = match self.atom {
            PrintedAtom::Royal => return vec![String::new()],
            PrintedAtom::Leap(0, _) => return vec![self.orthogonal_directions()],
            PrintedAtom::Leap(short, long) if short == long => DIAGONAL,
            PrintedAtom::Leap(..) => OBLIQUE,
        };
        let mut left = self.steps.clone();
        let mut found = Vec::new();
        for &(letters, names) in tokens {
            let circle = self.steps.first().map_or_else(Vec::new, |&step| circle(step));
            let all = circle.into_iter().filter(|&step| names(step)).collect::<Vec<_>>();
            if all.iter().all(|step| left.contains(step)) {
                left.retain(|step| !all.contains(step));
                found.push(letters.to_owned());
            }
        }
        found
    }

    /// On orthogonal atoms, XBoard combines any letters.
    fn orthogonal_directions(&self) -> String {
        let goes = |test: fn(&Offset) -> bool| self.steps.iter().any(test);
        let vertical = match (goes(|step| step.forward > 0), goes(|step| step.forward < 0)) {
            (true, true) => "v",
            (true, false) => "f",
            (false, true) => "b",
            (false, false) => "",
        };
        let sideways = match (goes(|step| step.right < 0), goes(|step| step.right > 0)) {
            (true, true) => "s",
            (true, false) => "l",
            (false, true) => "r",
            (false, false) => "",
        };
        match (vertical, sideways) {
            ("v", "s") => String::new(),
            _ => format!("{vertical}{sideways}"),
        }
    }

    /// A crooked move as chains of legs: `fewest` steps to either side, then one more, and so on up to
    /// the longest path of the board.
    fn print_crooked(&self, fewest: usize) -> Option<String> {
        if self.steps.len() != 4 {
            return None;
        }
        let letter = if self.atom == WAZIR { "W" } else { "F" };
        let initial = if self.manner.initial { "i" } else { "" };
        let modes = self.manner.modes(true);
        let mut text = String::new();
        for steps in fewest..=self.longest {
            let chiralities: &[[&str; 2]] =
                if steps == 1 { &[["", ""]] } else { &[["ar", "al"], ["al", "ar"]] };
            for sides in chiralities {
                let letters: String = sides.iter().copied().cycle().take(steps - 1).collect();
                let chain = [&letters, &modes, letter].concat();
                if chain.len() > LONGEST_CHAIN {
                    return None;
                }
                text += initial;
                text += &chain;
            }
        }
        Some(text)
    }
}

/// Direction letters of XBoard with the steps they name, larger sets first.
type Tokens = &'static [(&'static str, fn(Offset) -> bool)];

const DIAGONAL: Tokens = &[
    ("", |_| true),
    ("f", |step| step.forward > 0),
    ("b", |step| step.forward < 0),
    ("l", |step| step.right < 0),
    ("r", |step| step.right > 0),
    ("fl", |step| step.forward > 0 && step.right < 0),
    ("fr", |step| step.forward > 0 && step.right > 0),
    ("bl", |step| step.forward < 0 && step.right < 0),
    ("br", |step| step.forward < 0 && step.right > 0),
];

const OBLIQUE: Tokens = &[
    ("", |_| true),
    ("v", is_narrow),
    ("s", |step| !is_narrow(step)),
    ("fh", |step| step.forward > 0),
    ("bh", |step| step.forward < 0),
    ("lh", |step| step.right < 0),
    ("rh", |step| step.right > 0),
    ("hl", |step| !turns_right(step)),
    ("hr", turns_right),
    ("f", |step| step.forward > 0 && is_narrow(step)),
    ("b", |step| step.forward < 0 && is_narrow(step)),
    ("l", |step| step.right < 0 && !is_narrow(step)),
    ("r", |step| step.right > 0 && !is_narrow(step)),
    ("fs", |step| step.forward > 0 && !is_narrow(step)),
    ("bs", |step| step.forward < 0 && !is_narrow(step)),
    ("lf", |step| step.forward > 0 && step.right < 0 && is_narrow(step)),
    ("rf", |step| step.forward > 0 && step.right > 0 && is_narrow(step)),
    ("lb", |step| step.forward < 0 && step.right < 0 && is_narrow(step)),
    ("rb", |step| step.forward < 0 && step.right > 0 && is_narrow(step)),
    ("fl", |step| step.forward > 0 && step.right < 0 && !is_narrow(step)),
    ("fr", |step| step.forward > 0 && step.right > 0 && !is_narrow(step)),
    ("bl", |step| step.forward < 0 && step.right < 0 && !is_narrow(step)),
    ("br", |step| step.forward < 0 && step.right > 0 && !is_narrow(step)),
];

/// Whether an oblique step is longer vertically than horizontally.
fn is_narrow(step: Offset) -> bool {
    step.forward.unsigned_abs() > step.right.unsigned_abs()
}

/// Whether an oblique step is to the right of the nearest orthogonal one: f6 g3 d2 c5 from e4.
fn turns_right(step: Offset) -> bool {
    is_narrow(step) == ((step.right > 0) == (step.forward > 0))
}

/// The steps of the same leap: four, or eight if it is oblique.
fn circle(step: Offset) -> Vec<Offset> {
    let mut steps = Vec::new();
    for (right, forward) in [(step.right, step.forward), (step.forward, step.right)] {
        for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            push_new(&mut steps, Offset::new(right * x, forward * y));
        }
    }
    steps
}

/// Castling, always `i`: without it XBoard lets a king that has moved castle.
pub(super) fn castles(legs: &[CastleLeg]) -> String {
    let mut text = String::new();
    for (index, leg) in legs.iter().enumerate() {
        let same = |other: &CastleLeg| other.squares == leg.squares && other.wing != leg.wing;
        let letter = match leg.wing {
            // Printed together with its counterpart on the other wing.
            _ if legs.iter().take(index).any(same) => continue,
            _ if legs.iter().skip(index).any(same) => 's',
            Wing::Left => 'l',
            Wing::Right => 'r',
        };
        text.extend(['i', letter, 'O']);
        text += &leg.squares.to_string();
    }
    text
}

/// The letters that name exactly these turns, as XBoard reads them from the left: `s` and `v` never
/// combine with another letter, and other letters combine with the perpendicular one that follows them.
pub(super) fn angle_letters(angles: Angles) -> Option<String> {
    const PAIRS: [(u8, &str); 8] = [
        (0x82, "fs"),
        (0x28, "bs"),
        (0xA0, "lv"),
        (0x0A, "rv"),
        (0x02, "fr"),
        (0x80, "fl"),
        (0x08, "br"),
        (0x20, "bl"),
    ];
    let mut text = String::new();
    let mut left = angles.0;
    for (set, letter) in [(0x44, 's'), (0x11, 'v')] {
        if left & set == set {
            left &= !set;
            text.push(letter);
        }
    }
    for (set, letters) in PAIRS {
        if left & set == set {
            left &= !set;
            text += letters;
        }
    }
    text += match left {
        0 => "",
        0x01 => "f",
        0x04 => "r",
        0x10 => "b",
        0x40 => "l",
        _ => return None,
    };
    Some(text)
}

/// The letters for the condition between two legs. `toggles` says that one of the two legs is a step
/// and the other a ride.
fn via_letters(via: Via, toggles: bool, lame: bool) -> Option<String> {
    let Via { empty, hop, hop_own, capture, capture_own } = via;
    let (hops, takes) = (hop || hop_own, capture || capture_own);
    if hops && takes || hop && hop_own {
        return None;
    }
    let letters = [
        (empty && (hops || takes), 'm'),
        (capture, 'c'),
        (capture_own, 'd'),
        (hop_own, 't'),
        (hops && !toggles, 'p'),
        (hops && toggles, 'g'),
        (toggles && !hops, 'y'),
        (lame, 'n'),
    ];
    Some(letters.into_iter().filter_map(|(said, letter)| said.then_some(letter)).collect())
}
