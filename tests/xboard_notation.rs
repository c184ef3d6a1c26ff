//! What is told to XBoard, read back by an interpreter of XBoard's dialect that shares nothing
//! with the printer: the moves must be the same, or more where the printer says so.

use std::collections::BTreeSet;

use fibnif::betza::diagram::{Scene, destinations};
use fibnif::betza::{Movement, parse};
use fibnif::geometry::{Color, Shape, Square};
use fibnif::xboard::notation::to_xboard;

/// Files and ranks.
type Vector = (i32, i32);

/// One atom of XBoard's text, taken apart.
#[derive(Debug)]
struct Atom {
    initial: bool,
    /// Direction letters and mode letters of each leg; the second leg on is relative.
    legs: Vec<(String, String)>,
    letter: char,
    range: usize,
}

/// Reads XBoard's text and accepts nothing that XBoard would skip or misread.
fn read(text: &str) -> Vec<Atom> {
    let mut rest = text.chars().peekable();
    let mut atoms = Vec::new();
    while rest.peek().is_some() {
        let initial = rest.next_if_eq(&'i').is_some();
        let mut legs = Vec::new();
        loop {
            let mut directions = String::new();
            if !legs.is_empty() {
                directions.extend(rest.next_if_eq(&'i'));
            }
            while let Some(letter) = rest.next_if(|c| "fblrvsh".contains(*c)) {
                directions.push(letter);
            }
            let mut modes = String::new();
            for mode in "mcdetpgoynj".chars() {
                modes.extend(rest.next_if_eq(&mode));
            }
            legs.push((directions, modes));
            if rest.next_if_eq(&'a').is_none() {
                break;
            }
        }
        let letter = rest.next().unwrap_or_else(|| panic!("{text}: no atom at the end"));
        assert!("WFDNAHGCZKBRQO".contains(letter), "{text}: XBoard does not know {letter} here");
        let mut digits = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        assert!(digits.len() <= 2, "{text}");
        let range = match (digits.as_str(), letter) {
            ("", 'R' | 'B' | 'Q') | ("0", _) => 999,
            ("", _) => 1,
            (digits, _) => digits.parse().unwrap(),
        };
        atoms.push(Atom { initial, legs, letter, range });
    }
    atoms
}

/// The leaps of an atom in the directions given, by XBoard's reading of them.
fn vectors(letter: char, directions: &str) -> Vec<Vector> {
    let (a, b) = match letter {
        'K' | 'Q' => {
            assert_eq!(directions, "", "K and Q have eight-fold directions");
            return [vectors('W', ""), vectors('F', "")].concat();
        }
        'W' | 'R' => (0, 1),
        'F' | 'B' => (1, 1),
        'D' => (0, 2),
        'N' => (1, 2),
        'A' => (2, 2),
        'H' => (0, 3),
        'C' => (1, 3),
        'Z' => (2, 3),
        'G' => (3, 3),
        other => panic!("no leap {other}"),
    };
    let all: BTreeSet<Vector> = (-3..=3)
        .flat_map(|x| (-3..=3).map(move |y| (x, y)))
        .filter(|&(x, y): &Vector| (x.abs().min(y.abs()), x.abs().max(y.abs())) == (a, b))
        .collect();
    let keep =
        |test: &dyn Fn(Vector) -> bool| all.iter().copied().filter(|&step| test(step)).collect::<Vec<_>>();
    let towards = |letter: char, (x, y): Vector| match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0,
        's' => x != 0,
        other => panic!("direction {other}"),
    };
    if directions.is_empty() {
        return keep(&|_| true);
    }
    if a == 0 {
        return keep(&|step| directions.chars().any(|letter| towards(letter, step)));
    }
    if a == b {
        assert!(["f", "b", "l", "r", "fl", "fr", "bl", "br"].contains(&directions), "{directions}{letter}");
        return keep(&|step| directions.chars().all(|letter| towards(letter, step)));
    }
    let narrow = |(x, y): Vector| y.abs() > x.abs();
    match directions {
        "f" | "b" | "v" => keep(&|step| towards(directions.chars().next().unwrap(), step) && narrow(step)),
        "l" | "r" | "s" => keep(&|step| towards(directions.chars().next().unwrap(), step) && !narrow(step)),
        "fh" | "bh" | "lh" | "rh" => keep(&|step| towards(directions.chars().next().unwrap(), step)),
        "fs" | "bs" => keep(&|step| towards(directions.chars().next().unwrap(), step) && !narrow(step)),
        "hr" | "hl" => {
            let right = [(a, b), (b, -a), (-a, -b), (-b, a)];
            keep(&|step| right.contains(&step) == (directions == "hr"))
        }
        "fl" | "fr" | "bl" | "br" => {
            keep(&|step| directions.chars().all(|letter| towards(letter, step)) && !narrow(step))
        }
        "lf" | "lb" | "rf" | "rb" => {
            keep(&|step| directions.chars().all(|letter| towards(letter, step)) && narrow(step))
        }
        other => panic!("{other}{letter}: XBoard misreads it"),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Man {
    Own,
    Enemy,
}

/// Where a path has come to.
struct Line {
    at: Vector,
    step: Vector,
    leg: usize,
    /// How many steps it may go from here.
    range: usize,
    /// How many it went the last time it could choose.
    length: usize,
    from: Vector,
    /// Where it has taken men.
    taken: Vec<Vector>,
}

/// The turns of a further leg, in eighths to the right.
fn turns(directions: &str, letter: char) -> Vec<usize> {
    let letters: Vec<char> = directions.trim_start_matches('i').chars().collect();
    if letters.is_empty() {
        return if "KQ".contains(letter) { vec![0, 1, 2, 3, 5, 6, 7] } else { vec![0, 2, 6] };
    }
    let about = |letter: char| match letter {
        'f' => [7, 0, 1].as_slice(),
        'r' => &[1, 2, 3],
        'b' => &[3, 4, 5],
        'l' => &[5, 6, 7],
        's' => &[1, 2, 3, 5, 6, 7],
        'v' => &[7, 0, 1, 3, 4, 5],
        other => panic!("{other} in a further leg"),
    };
    let upright = |letter: char| "fbv".contains(letter);
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(&letter) = letters.get(next) {
        let second = letters.get(next + 1).copied().filter(|_| "fblr".contains(letter));
        assert_ne!(second, Some(letter), "{directions}: a doubled letter is read twice");
        if let Some(second) = second.filter(|&second| upright(second) != upright(letter)) {
            found.extend(about(letter).iter().filter(|turn| about(second).contains(turn)));
            next += 2;
        } else {
            found.extend(about(letter).iter().filter(|&&turn| match letter {
                's' => turn == 2 || turn == 6,
                'v' => turn == 0 || turn == 4,
                _ => turn % 2 == 0,
            }));
            next += 1;
        }
    }
    found
}

/// A leap turned to the right by eighths of a circle.
fn turned((x, y): Vector, eighths: usize) -> Vector {
    let length = x.abs().max(y.abs());
    let circle = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    match circle.iter().position(|unit| (unit.0 * length, unit.1 * length) == (x, y)) {
        Some(way) => {
            let unit = circle[(way + eighths) % 8];
            (unit.0 * length, unit.1 * length)
        }
        None if eighths == 4 => (-x, -y),
        None => (x, y),
    }
}

struct Board {
    files: i32,
    ranks: i32,
    men: Vec<Option<Man>>,
    en_passant: Option<Vector>,
    unmoved: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Quiet,
    Capture,
    EnPassant,
    /// With men taken on the way, in their order.
    Takes(Vec<Vector>),
}

/// Where XBoard lets the piece go: file and rank, what it does there, whether the move is tame.
type Moves = BTreeSet<(Vector, Kind, bool)>;

impl Board {
    fn at(&self, (x, y): Vector) -> Option<Man> {
        self.men[usize::try_from(y * self.files + x).unwrap()]
    }

    fn step(&self, (x, y): Vector, (dx, dy): Vector, cylinder: bool) -> Option<Vector> {
        let x = if cylinder { (x + dx).rem_euclid(self.files) } else { x + dx };
        let to = (x, y + dy);
        ((0..self.files).contains(&to.0) && (0..self.ranks).contains(&to.1)).then_some(to)
    }

    /// The move to `to` if the modes allow it.
    fn land(&self, from: Vector, to: Vector, taken: &[Vector], modes: &str, out: &mut Moves) {
        let has = |letter| modes.contains(letter);
        let both = !(has('m') || has('c') || has('e'));
        let kind = match self.at(to).filter(|_| to != from) {
            Some(Man::Enemy) if has('c') || both => Kind::Capture,
            None if has('e') && self.en_passant == Some(to) => Kind::EnPassant,
            None if has('m') || both => Kind::Quiet,
            _ => return,
        };
        let kind = if taken.is_empty() { kind } else { Kind::Takes(taken.to_vec()) };
        if !taken.contains(&to) {
            out.insert((to, kind, has('t')));
        }
    }

    fn moves(&self, atom: &Atom, from: Vector, forward: i32, out: &mut Moves) {
        if atom.letter == 'O' || (atom.initial && !self.unmoved) {
            return;
        }
        for (x, y) in vectors(atom.letter, &atom.legs[0].0) {
            let step = (x * forward, y * forward);
            if atom.legs.len() > 1 {
                let line =
                    Line { at: from, step, leg: 0, range: atom.range, length: 0, from, taken: Vec::new() };
                self.chain(atom, &line, out);
            } else {
                self.ray(atom, from, step, out);
            }
        }
    }

    /// A line of a path, and what follows it: further legs count their directions from the leg before.
    fn chain(&self, atom: &Atom, line: &Line, out: &mut Moves) {
        let (directions, modes) = &atom.legs[line.leg];
        let has = |letter| modes.contains(letter);
        let as_far = line.leg > 0 && directions.starts_with('i');
        let is_last = line.leg + 1 == atom.legs.len();
        let (mut at, mut screens) = (line.at, 0);
        for count in 1..=line.range {
            let halfway = self.step(at, (line.step.0 / 2, line.step.1 / 2), false);
            if has('n') && halfway.is_none_or(|square| square != line.from && self.at(square).is_some()) {
                return;
            }
            let Some(to) = self.step(at, line.step, false) else { return };
            at = to;
            let man = self.at(to).filter(|_| to != line.from);
            if as_far && count != line.length {
                if man.is_some() {
                    return;
                }
                continue;
            }
            if !is_last {
                let stays = !(has('p') || has('g') || has('c')) || has('m') || has('y');
                // A man that has been taken stands there until the move ends, but is not taken again.
                let fresh = !line.taken.contains(&to);
                if if man.is_some() { fresh && (has('p') || has('g')) } else { stays } {
                    self.bend(atom, line, at, (count, None), out);
                }
                if fresh && has('c') && man == Some(Man::Enemy) {
                    self.bend(atom, line, at, (count, Some(to)), out);
                }
                if man.is_some() {
                    return;
                }
                continue;
            }
            let hops = has('p') || has('g');
            if !hops || screens > 0 {
                self.land(line.from, to, &line.taken, modes, out);
            }
            if (hops && screens > 0 && (has('g') || man.is_some())) || (!hops && man.is_some()) {
                return;
            }
            screens += i32::from(man.is_some());
        }
    }

    /// The lines that follow one which has come to `at` in `count` steps.
    fn bend(
        &self,
        atom: &Atom,
        line: &Line,
        at: Vector,
        (count, taken): (usize, Option<Vector>),
        out: &mut Moves,
    ) {
        let toggled = if line.range == 1 { 999 } else { 1 };
        let toggles = atom.legs[line.leg].1.contains(['y', 'g']);
        for eighths in turns(&atom.legs[line.leg + 1].0, atom.letter) {
            let next = Line {
                at,
                step: turned(line.step, eighths),
                leg: line.leg + 1,
                range: if toggles { toggled } else { line.range },
                length: if line.range == 1 { line.length } else { count },
                from: line.from,
                taken: line.taken.iter().copied().chain(taken).collect(),
            };
            self.chain(atom, &next, out);
        }
    }

    fn ray(&self, atom: &Atom, from: Vector, step: Vector, out: &mut Moves) {
        let modes = &atom.legs[0].1;
        let has = |letter| modes.contains(letter);
        let slider = step.0.abs().max(step.1.abs()) == 1;
        let mut at = from;
        let mut screens = 0;
        for count in 1..=atom.range {
            if has('n') || (has('j') && !slider) {
                // The lame square: halfway, for N the orthogonal neighbor.
                assert!(
                    "DAN".contains(atom.letter) && !(has('n') && has('o') && atom.letter == 'N'),
                    "{atom:?}"
                );
                let Some(passed) = self.step(at, (step.0 / 2, step.1 / 2), has('o')) else { return };
                if self.at(passed).is_some() == has('n') {
                    return;
                }
            }
            let Some(to) = self.step(at, step, has('o')).filter(|&to| to != from) else { return };
            at = to;
            let man = self.at(to);
            if has('j') && slider && count == 1 {
                continue;
            }
            if has('p') || has('g') {
                if screens > 0 {
                    self.land(from, to, &[], modes, out);
                    if has('g') || man.is_some() {
                        return;
                    }
                }
                screens += i32::from(man.is_some());
                continue;
            }
            self.land(from, to, &[], modes, out);
            if man.is_some() {
                return;
            }
        }
    }
}

/// A small generator of numbers below a bound, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// Compares both readings of `notation` on random boards; `false` if XBoard cannot be told.
fn agrees(notation: &str, files: u8, ranks: u8, boards: usize, dice: &mut Dice) -> bool {
    let shape = Shape::rectangle(files, ranks).unwrap();
    let movement = Movement::read(notation).unwrap();
    let Some(told) = to_xboard(&movement, &shape) else { return false };
    let atoms = read(&told.text);
    for round in 0..boards {
        let color = Color::ALL[round % 2];
        let from = Square(u8::try_from(dice.below(shape.len() as u64)).unwrap());
        let density = [0, 12, 5, 3][round % 4];
        let mut men = vec![None; shape.len()];
        for (index, man) in men.iter_mut().enumerate() {
            if density > 0 && index != from.index() && dice.below(density) == 0 {
                *man = Some(if dice.below(2) == 0 { Man::Own } else { Man::Enemy });
            }
        }
        let free: Vec<Square> =
            shape.squares().filter(|square| men[square.index()].is_none() && *square != from).collect();
        let en_passant = free.get(usize::try_from(dice.below(free.len().max(1) as u64)).unwrap()).copied();
        let with =
            |wanted| shape.squares().filter(|square| men[square.index()] == Some(wanted)).collect::<Vec<_>>();
        let (own, enemy) = (with(Man::Own), with(Man::Enemy));
        let unmoved = dice.below(2) == 0;
        let scene = Scene { shape: &shape, color, own: &own, enemy: &enemy, en_passant, unmoved };
        let place = |square: &Square| (i32::from(shape.file(*square)), i32::from(shape.rank(*square)));
        let found = destinations(&movement, &scene, from);
        let ours: BTreeSet<(Vector, Kind)> = [
            (&found.quiet, Kind::Quiet),
            (&found.captures, Kind::Capture),
            (&found.en_passant, Kind::EnPassant),
        ]
        .into_iter()
        .flat_map(|(list, kind)| list.iter().map(move |square| (place(square), kind.clone())))
        .chain(
            found
                .takes
                .iter()
                .map(|(victims, to)| (place(to), Kind::Takes(victims.iter().map(place).collect()))),
        )
        .collect();
        let board = Board {
            files: files.into(),
            ranks: ranks.into(),
            men,
            en_passant: en_passant.as_ref().map(place),
            unmoved,
        };
        let mut moves = Moves::new();
        let forward = if color == Color::White { 1 } else { -1 };
        for atom in &atoms {
            board.moves(atom, place(&from), forward, &mut moves);
        }
        // A square where an e.p. capture is possible counts as that only.
        let captured: Vec<Vector> =
            moves.iter().filter(|(_, kind, _)| *kind == Kind::EnPassant).map(|(to, ..)| *to).collect();
        let allowed = |(to, kind, _): &&(Vector, Kind, bool)| *kind != Kind::Quiet || !captured.contains(to);
        let theirs: BTreeSet<(Vector, Kind)> =
            moves.iter().filter(allowed).map(|(to, kind, _)| (*to, kind.clone())).collect();
        let sure: BTreeSet<(Vector, Kind)> = moves
            .iter()
            .filter(allowed)
            .filter(|(.., tame)| !tame)
            .map(|(to, kind, _)| (*to, kind.clone()))
            .collect();
        let context = format!("{notation} as {} from {from:?} of {files}x{ranks}, {color}", told.text);
        if told.superset {
            let lost: Vec<_> = ours.difference(&theirs).filter(|(to, _)| !captured.contains(to)).collect();
            assert!(lost.is_empty(), "{context}: {lost:?} missing");
            assert!(
                sure.is_subset(&ours),
                "{context}: {:?} not tame",
                sure.difference(&ours).collect::<Vec<_>>()
            );
        } else {
            assert_eq!(theirs, ours, "{context}");
            assert_eq!(sure, theirs, "{context}: tame for nothing");
        }
    }
    true
}

/// The pieces of the variants with the text that XBoard is to read.
const PIECES: &[(&str, &str)] = &[
    ("mfWcefFimfnD", "fmWfceFifmnD"),
    ("mfFcefWimfnA", "fmFfceWifmnA"),
    ("fRsRKfhN", "fsRKfhN"),
    ("bKfsR", "bWbFfsR"),
    ("fhNbsK", "fhNbsWbF"),
    ("FbbNffN", "FvN"),
    ("FfsLbbL", "FbCfsC"),
    ("ffNsbN", "fNbsN"),
    ("fbN", "vN"),
    ("shN", "sN"),
    ("hhR", "WtR"),
    ("hhB", "FtB"),
    ("hhQ", "KtQ"),
    ("mfWcfFmfD", "fmWfcFfmD"),
    ("NmfWcfFmfD", "NfmWfcFfmD"),
    ("QNmfD", "QNfmD"),
    ("msW", "smW"),
    ("KmffNmbsN", "KfmNbsmN"),
    ("fFimfnA", "fFifmnA"),
    ("mcefFimfnA", "fmceFifmnA"),
    ("KisO2", "KisO2"),
    ("KirO2ilO3", "KirO2ilO3"),
    ("KilO2irO3", "KilO2irO3"),
    ("FnDisO2", "FnDisO2"),
    ("BN", "BN"),
    ("BD", "BD"),
    ("FAD", "FAD"),
    ("WA", "WA"),
    ("RN", "RN"),
    ("R4", "R4"),
    ("HFD", "HFD"),
    ("WD", "WD"),
    ("mRcpR", "mRcpR"),
    ("nH", "afafW"),
    ("nG", "afafF"),
    ("NN", "N0"),
    ("jW2", "jR2"),
    ("hhRF", "KtR"),
    ("FyafsF", "FyafsF"),
    ("WyafsW", "WyafsW"),
    ("afsW", "afsW"),
    ("afsF", "afsF"),
    ("afsK", "afsK"),
    ("afafsKafsafzfK", "afafsKafraflfKaflafrfK"),
    ("RmasR", "RasR"),
    ("mRpafR", "mRpafR"),
    ("fyafsF", "fyafsF"),
    ("masRBpB", "asRBpB"),
    ("cafmF", "cafmF"),
    ("KcabK", "KcabK"),
    ("KNADcaKmabK", "KNADcaKabK"),
    ("", ""),
];

const CROOKED: &str =
    "FarFalFaralFalarFaralarFalaralFaralaralFalaralarFaralaralarFalaralaralFaralaralaralFalaralaralarF";

fn told(notation: &str) -> String {
    let shape = Shape::rectangle(8, 8).unwrap();
    to_xboard(&Movement::read(notation).unwrap(), &shape).unwrap().text
}

#[test]
fn the_pieces_of_the_variants_have_their_known_texts() {
    for &(notation, text) in PIECES {
        assert_eq!(told(notation), text, "{notation}");
    }
    assert_eq!(told("zFF"), CROOKED);
    assert_eq!(told("BzFFDD"), format!("B{CROOKED}D0"));
}

#[test]
fn only_halflings_and_unspeakable_lame_moves_are_supersets() {
    let shape = Shape::rectangle(8, 8).unwrap();
    let superset = |text: &str| to_xboard(&Movement::read(text).unwrap(), &shape).unwrap().superset;
    for text in ["hhR", "hhB", "hhQ", "hhNN", "hhzFF", "onN", "nHH", "hhR3", "NhhR"] {
        assert!(superset(text), "{text}");
    }
    for text in ["Q", "hhN", "hhR2", "zFF", "nH", "nN", "nNN", "oN", "gQ", "FbbNffN"] {
        assert!(!superset(text), "{text}");
    }
}

#[test]
fn what_xboard_has_no_words_for_is_not_told() {
    let shape = Shape::rectangle(8, 8).unwrap();
    for text in ["(1,4)", "R(4,4)", "zDD", "ozFF", "qNN", "oyafF"] {
        assert_eq!(to_xboard(&Movement::read(text).unwrap(), &shape), None, "{text}");
    }
    let long = Shape::rectangle(16, 16).unwrap();
    assert_eq!(to_xboard(&Movement::read("zWW").unwrap(), &long), None, "longer than a line");
    assert!(to_xboard(&Movement::read("zWW").unwrap(), &shape).is_some());
}

#[test]
fn xboard_reads_the_same_moves_from_the_pieces_of_the_variants() {
    let mut dice = Dice(0x5eed);
    for &(notation, _) in PIECES {
        for (files, ranks) in [(8, 8), (2, 20), (10, 5), (12, 8)] {
            assert!(agrees(notation, files, ranks, 60, &mut dice), "{notation}");
        }
    }
    for notation in ["zFF", "BzFFDD", "hhzFF", "mzF3", "icezFF", "hhzF5", "zWW", "hhzWW"] {
        assert!(agrees(notation, 8, 8, 100, &mut dice), "{notation}");
    }
}

#[test]
fn xboard_reads_the_same_moves_from_every_short_line() {
    let mut dice = Dice(0x5eed);
    let letters = "fblrvshmceinjpgozayqWFDNAHCLZJGKQRB023";
    let mut told = 0;
    let mut lines = vec![String::new()];
    for _ in 0..3 {
        lines = lines
            .iter()
            .flat_map(|line| letters.chars().map(move |letter| format!("{line}{letter}")))
            .collect();
        for line in &lines {
            if parse(line).is_ok() && Movement::read(line).is_ok() {
                told += usize::from(agrees(line, 8, 7, 8, &mut dice));
            }
        }
    }
    assert!(told > 5000, "only {told} lines could be told");
}

#[test]
fn xboard_reads_the_same_paths() {
    let mut dice = Dice(0x5eed);
    let turns = ["", "f", "fs", "s", "fr", "l", "b", "v", "bs", "rfl", "fsf", "lb", "lv", "frb"];
    let mut told = 0;
    for first in ["", "m", "p", "g", "y", "mp", "mg", "n", "f", "bp", "c", "mc", "fc"] {
        for turn in turns {
            for last in ["", "m", "c", "p", "g", "i", "apf", "yafr", "caf", "cab"] {
                for atom in ["W", "F", "K", "R", "Q", "D", "A3", "N", "B2"] {
                    let line = format!("{first}a{turn}{last}{atom}");
                    if Movement::read(&line).is_ok() {
                        told += usize::from(agrees(&line, 8, 7, 4, &mut dice));
                    }
                }
            }
        }
    }
    assert!(told > 2000, "only {told} lines could be told");
}

#[test]
fn xboard_reads_the_same_moves_from_all_sets_of_directions() {
    let mut dice = Dice(0x5eed);
    let single = [
        "f", "b", "l", "r", "v", "s", "fh", "bh", "lh", "rh", "hl", "hr", "fs", "bs", "lv", "rv", "fl", "rf",
        "lb", "br",
    ];
    for first in single {
        for second in single {
            for atom in ["N", "mN", "nN", "Z2", "W", "hhR", "jD", "inH", "F", "cpB", "nG", "K", "Q3"] {
                let line = format!("{first}{second}{atom}");
                if Movement::read(&line).is_ok() {
                    assert!(agrees(&line, 8, 8, 6, &mut dice), "{line}");
                }
            }
        }
    }
}
