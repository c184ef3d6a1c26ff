//! XBoard's dialect of the notation as XBoard 4.9.1 reads it.

use std::collections::BTreeSet;

/// Files and ranks.
pub type Vector = (i32, i32);

/// One atom of XBoard's text, taken apart.
#[derive(Debug)]
pub struct Atom {
    initial: bool,
    /// Direction letters and mode letters of each leg; the second leg on is relative.
    legs: Vec<(String, String)>,
    letter: char,
    range: usize,
}

/// Reads XBoard's text and accepts nothing that XBoard would skip or misread.
pub fn read(text: &str) -> Vec<Atom> {
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
pub fn vectors(letter: char, directions: &str) -> Vec<Vector> {
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
pub enum Man {
    Own,
    Enemy,
    /// A square off the board.
    Hole,
}

/// The state of a path.
pub struct Line {
    at: Vector,
    step: Vector,
    leg: usize,
    /// The number of steps it may still make.
    range: usize,
    /// The number of steps of its last leg of variable length.
    length: usize,
    from: Vector,
    /// Where it has captured.
    taken: Vec<Vector>,
}

/// The turns of a further leg, in eighths to the right.
pub fn turns(directions: &str, letter: char) -> Vec<usize> {
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
pub fn turned((x, y): Vector, eighths: usize) -> Vector {
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

pub struct Board {
    pub files: i32,
    pub ranks: i32,
    pub men: Vec<Option<Man>>,
    pub en_passant: Option<Vector>,
    pub unmoved: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Quiet,
    Capture,
    /// Of a piece of its own side.
    Own,
    EnPassant,
    /// With captures on the way, in order.
    Takes(Vec<Vector>),
}

/// The piece's targets according to XBoard: file and rank, what it does there, whether the move is
/// tame.
pub type Moves = BTreeSet<(Vector, Kind, bool)>;

impl Board {
    pub fn at(&self, (x, y): Vector) -> Option<Man> {
        self.men[usize::try_from(y * self.files + x).unwrap()]
    }

    fn step(&self, (x, y): Vector, (dx, dy): Vector, cylinder: bool) -> Option<Vector> {
        let x = if cylinder { (x + dx).rem_euclid(self.files) } else { x + dx };
        let to = (x, y + dy);
        let inside = (0..self.files).contains(&to.0) && (0..self.ranks).contains(&to.1);
        inside.then_some(to).filter(|&to| self.at(to) != Some(Man::Hole))
    }

    /// The move to `to` if the modes allow it.
    fn land(&self, from: Vector, to: Vector, taken: &[Vector], modes: &str, out: &mut Moves) {
        let has = |letter| modes.contains(letter);
        let both = !(has('m') || has('c') || has('d') || has('e'));
        let kind = match self.at(to).filter(|_| to != from) {
            Some(Man::Enemy) if has('c') || both => Kind::Capture,
            Some(Man::Own) if has('d') => Kind::Own,
            None if has('e') && self.en_passant == Some(to) => Kind::EnPassant,
            None if has('m') || both => Kind::Quiet,
            _ => return,
        };
        let kind = if taken.is_empty() { kind } else { Kind::Takes(taken.to_vec()) };
        if !taken.contains(&to) {
            out.insert((to, kind, has('t')));
        }
    }

    pub fn moves(&self, atom: &Atom, from: Vector, forward: i32, out: &mut Moves) {
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
                let stays = !(has('p') || has('g') || has('c') || has('d')) || has('m') || has('y');
                // A captured piece stays there until the move ends, but is not captured again.
                let fresh = !line.taken.contains(&to);
                // With `t` enemies are not hopped over.
                let over = fresh && (has('p') || has('g')) && !(has('t') && man == Some(Man::Enemy));
                if if man.is_some() { over } else { stays } {
                    self.bend(atom, line, at, (count, None), out);
                }
                let takes = if man == Some(Man::Enemy) { has('c') } else { man.is_some() && has('d') };
                if fresh && takes {
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
