//! A second reader of the notation, for tests: it reads a line letter by letter, as `fibnif help betza`
//! explains them, and walks over a board with pieces on it. It shares nothing with the program's own
//! reader and builds no tables. Anything undefined is read somehow, because only lines that the program
//! accepts are compared.

mod walk;

use std::collections::BTreeSet;

/// Files to the right and ranks ahead.
pub type Vector = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Man {
    Own,
    Enemy,
}

/// What a move does on its target, with the pieces captured on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Deed {
    Goes(Vector),
    Captures(Vector),
    TakesOwn(Vector),
    EnPassant(Vector),
    Takes(Vec<Vector>, Vector),
    /// The captured piece, where it is put, and where the move ends.
    Puts(Vector, Vector, Vector),
    /// What it lets the piece on a square do.
    Lends(Vector, Box<Deed>),
    /// Whose moves it may make.
    Borrows(Vector),
}

/// A board as the moving piece sees it. That piece is not on it.
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    pub men: Vec<Option<Man>>,
    pub en_passant: Option<Vector>,
    pub unmoved: bool,
    /// 1 for White, -1 for Black, for which everything is turned around.
    pub forward: i32,
}

/// One letter for a leap with everything before and after it.
#[derive(Clone, Debug)]
struct Term {
    legs: Vec<Prefix>,
    leaps: Vec<Vector>,
    royal: bool,
    range: usize,
    /// Whether its letter is that of a slider. If there is no other letter for it, the range decides.
    slides: bool,
    /// The leaps of each leg of a bracket, and their maximum number.
    chain: Vec<(Vector, usize)>,
}

#[derive(Clone, Default, Debug)]
struct Prefix {
    directions: String,
    modes: String,
    halfling: bool,
}

impl Prefix {
    fn has(&self, letter: char) -> bool {
        self.modes.contains(letter)
    }
}

/// Any number of steps.
const FAR: usize = 999;

/// Every move of the line for a piece on `from`; `None` if the line cannot be read.
pub fn moves(text: &str, board: &Board, from: Vector) -> Option<BTreeSet<Deed>> {
    let mut found = BTreeSet::new();
    for term in terms(text)? {
        board.term(&term, from, &mut found)?;
    }
    let passed: Vec<Vector> = found
        .iter()
        .filter_map(|deed| if let Deed::EnPassant(to) = deed { Some(*to) } else { None })
        .collect();
    found.retain(|deed| !matches!(deed, Deed::Goes(to) if passed.contains(to)));
    Some(found)
}

/// The maximum number of legs of a path with repeated legs.
const MOST_LEGS: usize = 32;

/// The line with the first group in parentheses, which opens there, repeated as often as possible.
fn written_out(text: &str, open: usize) -> Option<String> {
    let start = text[..open].rfind(|letter: char| !letter.is_ascii_lowercase()).map_or(0, |at| at + 1);
    let close = open + text[open..].find(')')?;
    let end = close + text[close..].find(|letter: char| letter.is_ascii_uppercase() || letter == '(')?;
    let (_, _, _, length) = ranged(&text[end..].chars().collect::<Vec<_>>())?;
    let (before, group, behind) = (&text[start..open], &text[open + 1..close], &text[close + 1..end]);
    let legs = |text: &str| text.matches('a').count();
    let times = MOST_LEGS.saturating_sub(1 + legs(before) + legs(behind)) / legs(group);
    let atom = &text[end..end + length];
    let moves = (0..=times).map(|times| [before, &group.repeat(times), behind, atom].concat());
    Some([&text[..start], &moves.collect::<String>(), &text[end + length..]].concat())
}

fn terms(text: &str) -> Option<Vec<Term>> {
    if let Some(open) = text.find("(a") {
        return terms(&written_out(text, open)?);
    }
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    let mut found = Vec::new();
    while at < letters.len() {
        let start = at;
        while letters.get(at)?.is_ascii_lowercase() {
            at += 1;
        }
        let small: String = letters[start..at].iter().collect();
        if letters[at] == '[' {
            let end = at + letters[at..].iter().position(|&letter| letter == ']')?;
            found.extend(bracket(&small, &letters[at + 1..end])?);
            at = end + 1;
            continue;
        }
        let mut legs = Vec::new();
        for (index, leg) in small.split('a').enumerate() {
            legs.push(prefix(leg, index > 0)?);
        }
        let (leaps, royal, range, length) = ranged(&letters[at..])?;
        let slides = "RBQ".contains(letters[at]) || (!"WFK".contains(letters[at]) && range > 1);
        at += length;
        if !leaps.is_empty() {
            found.push(Term { legs, leaps, royal, range, slides, chain: Vec::new() });
        }
    }
    Some(found)
}

/// An atom with its range, and the number of their letters.
fn ranged(letters: &[char]) -> Option<(Vec<Vector>, bool, usize, usize)> {
    let (leaps, royal, slides, mut at) = atom(letters)?;
    let name: String = letters[..at].iter().collect();
    let mut range = if slides { FAR } else { 1 };
    let digits: String = letters[at..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
    if !digits.is_empty() {
        at += digits.len();
        range = digits.parse().ok().filter(|&range| range > 0).unwrap_or(FAR);
    } else if name.len() == 1 && letters[at..].first() == name.chars().next().as_ref() {
        at += 1;
        range = FAR;
    }
    Some((leaps, royal, range, at))
}

/// A bracket as one move for each sequence of leaps and each leg behind which it may end.
fn bracket(before: &str, inside: &[char]) -> Option<Vec<Term>> {
    let (outer, then) = before.strip_suffix('t').map_or((before, false), |outer| (outer, true));
    let outer = prefix(outer, false)?;
    let mut legs: Vec<(Term, bool)> = Vec::new();
    let mut at = 0;
    while at < inside.len() {
        let small: String = inside[at..].iter().take_while(|letter| letter.is_ascii_lowercase()).collect();
        at += small.len();
        let (leaps, royal, range, length) = ranged(&inside[at..])?;
        at += length;
        let ends = then || inside.get(at) != Some(&'-');
        at += usize::from(!then);
        let legs_of_one = vec![prefix(&small, !legs.is_empty())?];
        legs.push((Term { legs: legs_of_one, leaps, royal, range, slides: false, chain: Vec::new() }, ends));
    }
    let mut ways: Vec<Vec<Vector>> = directed(&legs[0].0).into_iter().map(|leap| vec![leap]).collect();
    for (index, (leg, _)) in legs[1..].iter().enumerate() {
        let lent = legs[index].0.legs[0].has('x');
        let longer = |way: &Vec<Vector>| {
            let next = onward_leaps(leg, *way.last().unwrap(), lent);
            next.into_iter().map(|leap| [way.as_slice(), &[leap]].concat()).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    if !outer.directions.is_empty() {
        // The whole way as one leap, with slides much longer than leaps.
        let whole = |way: &Vec<Vector>| {
            let steps = |range: usize| if range == 1 { 1 } else { 7 };
            let leaps = way
                .iter()
                .zip(&legs)
                .map(|(leap, leg)| (leap.0 * steps(leg.0.range), leap.1 * steps(leg.0.range)));
            leaps.fold((0, 0), |sum, leap| (sum.0 + leap.0, sum.1 + leap.1))
        };
        ways.retain(|way| {
            let leap = whole(way);
            let term = Term { legs: vec![outer.clone()], leaps: vec![leap], ..legs[0].0.clone() };
            !directed(&Term { royal: false, ..term }).is_empty()
        });
    }
    let mut found = Vec::new();
    for last in (0..legs.len()).filter(|&last| legs[last].1) {
        let mut prefixes: Vec<Prefix> = legs[..=last].iter().map(|leg| leg.0.legs[0].clone()).collect();
        if !"mcd".chars().any(|letter| prefixes[last].has(letter)) {
            prefixes[last].modes.extend(outer.modes.chars().filter(|letter| "mcd".contains(*letter)));
        }
        prefixes[0].modes.extend(outer.modes.chars().filter(|&letter| letter == 'i'));
        for way in &ways {
            let chain =
                way.iter().zip(&legs).map(|(&leap, leg)| (leap, leg.0.range)).take(last + 1).collect();
            found.push(Term { legs: prefixes.clone(), chain, ..legs[0].0.clone() });
        }
    }
    Some(found)
}

/// The leaps of a further leg of a bracket: those that its letters name, relative to the leap before,
/// or those that turn the least; all but back, if another piece makes them.
fn onward_leaps(leg: &Term, before: Vector, lent: bool) -> Vec<Vector> {
    let angle = |(x, y): Vector| f64::from(x).atan2(f64::from(y)).to_degrees();
    let bend = |leap: &Vector| (angle(*leap) - angle(before) + 360.5).rem_euclid(360.0) - 0.5;
    let size = |leap: &Vector| bend(leap).min(360.0 - bend(leap)).round();
    if leg.legs[0].directions.is_empty() && lent {
        return leg.leaps.iter().copied().filter(|leap| size(leap) < 179.5).collect();
    }
    if leg.legs[0].directions.is_empty() {
        let least = leg.leaps.iter().map(size).fold(360.0, f64::min);
        return leg.leaps.iter().copied().filter(|leap| size(leap) <= least + 0.5).collect();
    }
    let named = turns(&leg.legs[0], leg.royal, None);
    let eighth = |leap: &Vector| (0..8_u8).find(|&turn| (bend(leap) - 45.0 * f64::from(turn)).abs() < 0.4);
    let is_named = |leap: &Vector| {
        named.iter().any(|&(turn, _)| eighth(leap).is_some_and(|found| usize::from(found) == turn))
    };
    leg.leaps.iter().copied().filter(is_named).collect()
}

/// The lower-case letters of a leg. `h` after a direction belongs to it, and two more are the halfling.
fn prefix(text: &str, further: bool) -> Option<Prefix> {
    let mut prefix = Prefix::default();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let run = letters[at..].iter().take_while(|&&letter| letter == 'h').count();
        match letter {
            'h' if run == 2 => {
                prefix.halfling = true;
                at += 1;
            }
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => prefix.directions.push(letter),
            'z' | 'q' if further => prefix.directions.push(letter),
            'm' | 'c' | 'd' | 'u' | 't' | 'x' | 'e' | 'k' | 'i' | 'n' | 'j' | 'p' | 'g' | 'o' | 'z' | 'q'
            | 'y' => {
                prefix.modes.push(letter);
            }
            _ => return None,
        }
        at += 1;
    }
    Some(prefix)
}

/// The leaps of an atom, whether it is K or Q, whether it slides, and its letters.
fn atom(letters: &[char]) -> Option<(Vec<Vector>, bool, bool, usize)> {
    let one = |a, b| Some((all(a, b), false, false, 1));
    match letters.first()? {
        'W' => one(0, 1),
        'F' => one(1, 1),
        'D' => one(0, 2),
        'N' => one(1, 2),
        'A' => one(2, 2),
        'H' => one(0, 3),
        'C' | 'L' => one(1, 3),
        'Z' | 'J' => one(2, 3),
        'G' => one(3, 3),
        'R' => Some((all(0, 1), false, true, 1)),
        'B' => Some((all(1, 1), false, true, 1)),
        'Q' => Some(([all(0, 1), all(1, 1)].concat(), true, true, 1)),
        'K' => Some(([all(0, 1), all(1, 1)].concat(), true, false, 1)),
        'O' => Some((Vec::new(), false, false, 1)),
        '(' => {
            let end = letters.iter().position(|&letter| letter == ')')?;
            let inside: String = letters[1..end].iter().collect();
            let (a, b) = inside.split_once(',')?;
            Some((all(a.parse().ok()?, b.parse().ok()?), false, false, end + 1))
        }
        _ => None,
    }
}

/// Every leap of this length one way and that length the other.
fn all(a: i32, b: i32) -> Vec<Vector> {
    let mut found = BTreeSet::new();
    for (x, y) in [(a, b), (b, a)] {
        found.extend([(x, y), (x, -y), (-x, y), (-x, -y)]);
    }
    found.into_iter().collect()
}

fn towards(letter: char, (x, y): Vector) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0,
        's' => x != 0,
        _ => true,
    }
}

fn upright(letter: char) -> bool {
    "fbv".contains(letter)
}

/// The leaps of a first leg that its directions name.
fn directed(term: &Term) -> Vec<Vector> {
    let letters: String = term.legs[0].directions.clone();
    let plain: String = letters.replace('h', "");
    if letters.is_empty() {
        return term.leaps.clone();
    }
    if term.royal {
        return term.leaps.iter().copied().filter(|&leap| royal(&plain, leap)).collect();
    }
    let (x, y) = term.leaps[0];
    let named = |leap: &Vector| match (x.abs().min(y.abs()), x.abs() == y.abs()) {
        (0, _) => plain.chars().any(|letter| towards(letter, *leap)),
        (_, true) => diagonal(&plain, *leap),
        _ => oblique(&letters, *leap),
    };
    term.leaps.iter().copied().filter(named).collect()
}

/// King and queen: straight where a letter points, diagonally where no letter excludes it.
fn royal(letters: &str, leap: Vector) -> bool {
    let (ahead, aside): (Vec<char>, Vec<char>) = letters.chars().partition(|&letter| upright(letter));
    let allows = |letters: &[char]| letters.is_empty() || letters.iter().any(|&letter| towards(letter, leap));
    if leap.0 == 0 || leap.1 == 0 {
        letters.chars().any(|letter| towards(letter, leap))
    } else {
        allows(&ahead) && allows(&aside)
    }
}

/// Two adjacent letters at a right angle are that diagonal; others are combined.
fn diagonal(letters: &str, leap: Vector) -> bool {
    let letters: Vec<char> = letters.chars().collect();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        let mut names = towards(letter, leap);
        if let Some(&second) = letters.get(at).filter(|&&second| upright(second) != upright(letter)) {
            at += 1;
            names &= towards(second, leap);
        }
        if names {
            return true;
        }
    }
    false
}

/// The steps that two letters, or one, name on an oblique leap. Narrow leaps are longer ahead than
/// sideways.
fn oblique(letters: &str, leap: Vector) -> bool {
    let narrow = leap.1.abs() > leap.0.abs();
    let mut rest = letters;
    while let Some(first) = rest.chars().next() {
        let pair = rest.get(..2).unwrap_or_default();
        let long = |letter: char| upright(letter) == narrow && towards(letter, leap);
        let (names, length) = match pair {
            "hl" | "hr" => {
                // One of the leaps is `hr`, and those a quarter of a circle from it.
                let right = (leap.0 > 0) == (leap.1 > 0);
                ((narrow == right) == (pair == "hr"), 2)
            }
            "ff" | "bb" | "ll" | "rr" | "vv" | "ss" | "vh" | "sh" => (long(first), 2),
            "fh" | "bh" | "lh" | "rh" => (towards(first, leap), 2),
            "fs" | "sf" => (leap.1 > 0 && !narrow, 2),
            "bs" | "sb" => (leap.1 < 0 && !narrow, 2),
            "lv" | "vl" => (leap.0 < 0 && narrow, 2),
            "rv" | "vr" => (leap.0 > 0 && narrow, 2),
            "fl" | "fr" | "bl" | "br" | "lf" | "lb" | "rf" | "rb" => {
                let second = pair.chars().last().unwrap_or(first);
                (towards(first, leap) && long(second), 2)
            }
            _ => (long(first), 1),
        };
        if names {
            return true;
        }
        rest = &rest[length..];
    }
    false
}

/// The eight directions clockwise from ahead, and how far a leap of theirs goes.
const CIRCLE: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn turned(leap: Vector, eighths: usize) -> Option<Vector> {
    let length = leap.0.abs().max(leap.1.abs());
    if let Some(way) = CIRCLE.iter().position(|unit| (unit.0 * length, unit.1 * length) == leap) {
        let unit = CIRCLE[(way + eighths) % 8];
        return Some((unit.0 * length, unit.1 * length));
    }
    // By the angle: an oblique leap becomes another of the eight of its kind.
    let angle = |leap: &Vector| f64::from(leap.0).atan2(f64::from(leap.1)).to_degrees().rem_euclid(360.0);
    let mut circle = all(leap.0.abs(), leap.1.abs());
    circle.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
    let way = circle.iter().position(|one| *one == leap)?;
    Some(circle[(way + eighths) % circle.len()])
}

/// The turns that the directions of a further leg name, in eighths to the right. `side` is the last bend's.
fn turns(prefix: &Prefix, royal: bool, side: Option<char>) -> Vec<(usize, Option<char>)> {
    let other = |side| if side == 'l' { 'r' } else { 'l' };
    let mut letters = Vec::new();
    for letter in prefix.directions.chars() {
        letters.push(match (letter, side) {
            ('q', Some(side)) => side,
            ('z', Some(side)) => other(side),
            ('q' | 'z', None) => 's',
            (letter, _) => letter,
        });
    }
    // The side of a bend is that of its turn; straight on and back leave it unchanged.
    let hand = |turn: usize| match CIRCLE[turn].0 {
        0 => side,
        x if x < 0 => Some('l'),
        _ => Some('r'),
    };
    if letters.is_empty() {
        let all: &[usize] = if royal { &[0, 1, 2, 3, 5, 6, 7] } else { &[0, 2, 6] };
        return all.iter().map(|&turn| (turn, hand(turn))).collect();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        let second = letters.get(at).copied().filter(|&second| upright(second) != upright(letter));
        for (turn, &way) in CIRCLE.iter().enumerate() {
            let names = match second {
                Some(second) => towards(letter, way) && towards(second, way),
                // A letter alone is the straight one: `s` to the sides, `v` ahead and back.
                None => towards(letter, way) && (way.0 == 0 || way.1 == 0) && upright(letter) == (way.0 == 0),
            };
            if names {
                found.push((turn, hand(turn)));
            }
        }
        at += usize::from(second.is_some());
    }
    found
}
