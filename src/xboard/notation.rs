//! Prints moves in XBoard's own dialect of the notation, for its `piece` command.
//!
//! XBoard 4.9.1 reads `[i] directions modes atom [range]` in exactly this order and misreads
//! much of what this crate accepts without a word, so its text is always made anew from the
//! legs, never passed on from the author. The rules followed here:
//!
//! * modes in the order `m c e t p g o n j`; one atom for each group of directions;
//! * `C` and `Z`, never `L` and `J` (XBoard has them the other way round);
//! * `R B X0 Xn`, never doubled letters; `K` and `Q` only in all directions;
//! * crooked moves, and lame leaps of three squares, as chains of legs: `arF` is a step, another
//!   to its right;
//! * what XBoard cannot say becomes a superset. The moves that are not always there are marked
//!   `t` (cannot capture a King), so that XBoard sees no check that does not exist.
//!
//! Both sides read the same text: XBoard, too, turns Black's moves by half a turn.

use std::fmt;

use crate::betza::diagram::{Scene, line};
use crate::betza::{Bend, CastleLeg, Leg, Movement, Obstacle, Purpose, Reach, Turns, Via, Wing};
use crate::geometry::{Color, Shape, Step};

/// The longest description of a piece: XBoard's line buffer of 512 bytes, less the command.
const LONGEST_TEXT: usize = 480;
/// The longest chain of legs that XBoard takes, atom included.
const LONGEST_CHAIN: usize = 79;

/// The moves of a piece as XBoard reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XBoardText {
    /// What to write behind `piece` and the letter.
    pub text: String,
    /// Whether the text allows more than the piece can do, because XBoard has no words for it:
    /// surplus moves must be refused when the user makes them.
    pub superset: bool,
}

impl fmt::Display for XBoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The text for `movement` on `board`, or `None` if XBoard cannot even be told a superset: leaps
/// of four squares and more, crooked leaps, chains too long for its buffers.
pub fn to_xboard(movement: &Movement, board: &Shape) -> Option<XBoardText> {
    to_xboard_with(movement, &Movement::default(), board)
}

/// As [`to_xboard`], for a piece that has the moves of `sometimes` as well, but not always: XBoard
/// knows no conditions, so they are in the superset.
pub fn to_xboard_with(movement: &Movement, sometimes: &Movement, board: &Shape) -> Option<XBoardText> {
    let mut groups: Vec<Group> = Vec::new();
    let mut superset = false;
    for leg in &movement.legs {
        superset |= add_leg(&mut groups, leg, board, false)?;
    }
    for leg in sometimes.legs.iter().filter(|leg| !movement.legs.contains(leg)) {
        add_leg(&mut groups, leg, board, true)?;
        superset = true;
    }
    merge(&mut groups);
    let mut text = String::new();
    for group in &groups {
        text += &group.print()?;
    }
    text += &castles(&movement.castles);
    (text.len() <= LONGEST_TEXT).then_some(XBoardText { text, superset })
}

/// What the moves that one atom can print have in common, directions aside.
#[derive(Clone, PartialEq, Eq)]
struct Manner {
    initial: bool,
    purpose: Purpose,
    tame: bool,
    obstacle: Obstacle,
    cylinder: bool,
    reach: Reach,
    path: Turning,
}

#[derive(Clone, PartialEq, Eq)]
enum Turning {
    Straight,
    /// Crooked, from so many steps on.
    Crooked(usize),
    /// As a path does.
    Bent(Vec<Bend>),
}

/// The atoms of XBoard; the sliders are made of the first two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrintedAtom {
    /// A leap by its shorter and longer component.
    Leap(u8, u8),
    /// W and F together, in all directions: K, or Q.
    Royal,
}

const WAZIR: PrintedAtom = PrintedAtom::Leap(0, 1);
const FERZ: PrintedAtom = PrintedAtom::Leap(1, 1);

/// Moves that differ in their directions only.
struct Group {
    atom: PrintedAtom,
    manner: Manner,
    /// The first steps of the legs; crooked ones come with both turns.
    steps: Vec<Step>,
    /// Steps of the longest leg on the board.
    longest: usize,
}

/// Adds what XBoard is to know of `leg`, which may not be there when it matters; whether that is
/// more than the leg can do.
fn add_leg(groups: &mut Vec<Group>, leg: &Leg, board: &Shape, uncertain: bool) -> Option<bool> {
    if leg.kings {
        return Some(true);
    }
    let step = *leg.steps.first()?;
    let (right, forward) = (step.right.unsigned_abs(), step.forward.unsigned_abs());
    let atom = PrintedAtom::Leap(right.min(forward), right.max(forward));
    if leg.is_path() {
        return add_path(groups, leg, atom, uncertain);
    }
    let crooked = leg.steps.len() > 1;
    if leg.steps.len() > 2 {
        return None;
    }
    if crooked && (leg.cylinder || leg.obstacle != Obstacle::Free || (atom != WAZIR && atom != FERZ)) {
        return None;
    }
    let lame = leg.obstacle == Obstacle::Lame && !lame_is_exact(atom, leg);
    let manner = Manner {
        initial: leg.initial,
        purpose: leg.purpose,
        tame: lame || uncertain,
        obstacle: if lame { Obstacle::Free } else { leg.obstacle },
        cylinder: leg.cylinder,
        reach: leg.reach,
        path: if crooked { Turning::Crooked(1) } else { Turning::Straight },
    };
    let longest = longest(leg, board);
    let mut add = |manner| add(groups, atom, manner, step, longest);
    if !leg.halfling {
        add(manner);
        return Some(lame);
    }
    // Half of any way, rounded up, holds the first step; the rest depends on the edge.
    if matches!(leg.obstacle, Obstacle::Free | Obstacle::Lame | Obstacle::Jump) {
        add(Manner { reach: Reach::Steps(1), path: Turning::Straight, ..manner.clone() });
    }
    let reach = match leg.reach {
        Reach::Steps(1 | 2) => return Some(lame),
        Reach::Steps(steps) => Reach::Steps(steps.div_ceil(2)),
        Reach::Edge => Reach::Edge,
    };
    let path = if crooked { Turning::Crooked(2) } else { Turning::Straight };
    add(Manner { tame: true, reach, path, ..manner });
    Some(true)
}

/// Adds a path. XBoard knows `n` between the legs of D and A only, and walks around a cylinder for ever.
fn add_path(groups: &mut Vec<Group>, leg: &Leg, atom: PrintedAtom, uncertain: bool) -> Option<bool> {
    let step = *leg.steps.first()?;
    let lame = |obstacle: Obstacle| obstacle == Obstacle::Lame;
    let lame = (lame(leg.obstacle) || leg.bends.iter().any(|bend| lame(bend.obstacle)))
        && !matches!(atom, PrintedAtom::Leap(0 | 2, 2));
    // It remembers two men taken on the way.
    let takes = leg.bends.iter().filter(|bend| bend.via.capture).count();
    if takes > 2 || leg.cylinder || leg.bends.iter().any(|bend| bend.cylinder) {
        return None;
    }
    let known =
        |obstacle: Obstacle| if lame && obstacle == Obstacle::Lame { Obstacle::Free } else { obstacle };
    let manner = Manner {
        initial: leg.initial,
        purpose: leg.purpose,
        tame: lame || uncertain,
        obstacle: known(leg.obstacle),
        cylinder: false,
        reach: leg.reach,
        path: Turning::Straight,
    };
    // Where no letters name all turns of a bend at once, each is a path of its own.
    let mut paths: Vec<Vec<Bend>> = vec![Vec::new()];
    for &bend in &leg.bends {
        let bend = Bend { obstacle: known(bend.obstacle), ..bend };
        let sets: Vec<Turns> = match turn_letters(bend.turns) {
            Some(_) => vec![bend.turns],
            None => bend.turns.eighths().map(|eighth| Turns(1 << eighth)).collect(),
        };
        let longer = |path: Vec<Bend>| {
            let set = |&turns: &Turns| path.iter().copied().chain([Bend { turns, ..bend }]).collect();
            sets.iter().map(set).collect::<Vec<_>>()
        };
        paths = paths.into_iter().flat_map(longer).collect();
    }
    for path in paths {
        add(groups, atom, Manner { path: Turning::Bent(path), ..manner.clone() }, step, 1);
    }
    Some(lame)
}

/// The letters that name exactly these turns, as XBoard reads them from the left: `s` and `v` never meet
/// another letter, other letters meet one at a right angle that follows them.
fn turn_letters(turns: Turns) -> Option<String> {
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
    let mut left = turns.0;
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

/// The steps of `leg` where it goes furthest on the board, for either side.
fn longest(leg: &Leg, board: &Shape) -> usize {
    let scenes = Color::ALL.map(|color| Scene { color, ..Scene::empty(board) });
    let lengths =
        board.squares().flat_map(|from| scenes.iter().map(move |scene| line(leg, scene, from).len()));
    lengths.max().unwrap_or(0)
}

/// Whether XBoard can say `n`: on D, A and N; on H and G, with legs, as single leaps. It looks
/// for the Knight's neighbor off the board when that neighbor is around the cylinder.
fn lame_is_exact(atom: PrintedAtom, leg: &Leg) -> bool {
    match atom {
        PrintedAtom::Leap(0 | 2, 2) => true,
        PrintedAtom::Leap(1, 2) => !leg.cylinder,
        PrintedAtom::Leap(0 | 3, 3) => leg.reach == Reach::Steps(1) && !leg.cylinder,
        _ => false,
    }
}

/// What stands where one leg ends and the next begins; whether the next goes as far as this one did not.
fn via_letters(via: Via, toggles: bool, lame: bool) -> Option<String> {
    let letters = match (via, toggles) {
        (Via { capture: true, hop: false, empty: false }, false) => "c",
        (Via { capture: true, hop: false, empty: true }, false) => "mc",
        (Via { capture: true, .. }, _) => return None,
        (Via { empty: true, hop: false, .. }, false) => "",
        (Via { empty: true, hop: false, .. }, true) => "y",
        (Via { empty: false, .. }, false) => "p",
        (Via { empty: false, .. }, true) => "g",
        (Via { empty: true, .. }, false) => "mp",
        (Via { empty: true, .. }, true) => "mg",
    };
    Some(if lame { format!("{letters}n") } else { letters.to_owned() })
}

fn add(groups: &mut Vec<Group>, atom: PrintedAtom, manner: Manner, step: Step, longest: usize) {
    match groups.iter_mut().find(|group| group.atom == atom && group.manner == manner) {
        Some(group) => {
            push_new(&mut group.steps, step);
            group.longest = group.longest.max(longest);
        }
        None => groups.push(Group { atom, manner, steps: vec![step], longest }),
    }
}

/// Writes W and F of one manner and in all directions as K, or Q, in the place of the first.
fn merge(groups: &mut Vec<Group>) {
    let fits = |group: &Group| {
        let reach = matches!(group.manner.reach, Reach::Steps(1) | Reach::Edge);
        reach && !matches!(group.manner.path, Turning::Crooked(_)) && group.steps.len() == 4
    };
    let mut at = 0;
    while let Some(first) = groups.get(at) {
        let other = match first.atom {
            WAZIR => FERZ,
            _ => WAZIR,
        };
        let partner = groups
            .iter()
            .skip(at + 1)
            .position(|group| group.atom == other && group.manner == first.manner && fits(group));
        let pairs = matches!(first.atom, WAZIR | FERZ) && fits(first);
        if let Some(distance) = partner.filter(|_| pairs) {
            groups.remove(at + 1 + distance);
            if let Some(first) = groups.get_mut(at) {
                first.atom = PrintedAtom::Royal;
            }
        }
        at += 1;
    }
}

impl Manner {
    /// The mode letters in the order XBoard wants. `n` is left out where legs say it.
    fn modes(&self, lame: bool) -> String {
        let Purpose { quiet, capture, en_passant } = self.purpose;
        let said = !(quiet && capture) || en_passant;
        let obstacle = self.obstacle;
        [
            (quiet && said, 'm'),
            (capture && said, 'c'),
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
    fn print(&self) -> Option<String> {
        match &self.manner.path {
            Turning::Crooked(fewest) => return self.print_crooked(*fewest),
            Turning::Bent(bends) => return self.print_path(bends),
            Turning::Straight => {}
        }
        // Lame leaps of three squares are three steps, of which the last one has the modes.
        let lame = self.manner.obstacle == Obstacle::Lame;
        let (legs, letter) = match self.atom {
            PrintedAtom::Leap(0, 3) if lame => ("afaf", 'W'),
            PrintedAtom::Leap(3, 3) if lame => ("afaf", 'F'),
            _ => ("", self.letter()?),
        };
        let range = match self.manner.reach {
            Reach::Steps(1) => String::new(),
            Reach::Steps(steps) => steps.to_string(),
            Reach::Edge if matches!(self.atom, WAZIR | FERZ | PrintedAtom::Royal) => String::new(),
            Reach::Edge => "0".to_owned(),
        };
        let modes = self.manner.modes(legs.is_empty());
        let initial = if self.manner.initial { "i" } else { "" };
        let mut text = String::new();
        for directions in self.directions() {
            text += &[initial, &directions, legs, &modes, letter.encode_utf8(&mut [0; 4]), &range].concat();
        }
        Some(text)
    }

    /// A path: each line with its directions and what stands at its end, the last with what it is for.
    fn print_path(&self, bends: &[Bend]) -> Option<String> {
        let mut rest = String::new();
        let mut reach = self.manner.reach;
        for (index, bend) in bends.iter().enumerate() {
            let toggles = match (reach, bend.reach) {
                (a, b) if a == b => false,
                (Reach::Steps(1), Reach::Edge) | (Reach::Edge, Reach::Steps(1)) => true,
                _ => return None,
            };
            reach = bend.reach;
            let lame = match index.checked_sub(1).and_then(|before| bends.get(before)) {
                None => self.manner.obstacle == Obstacle::Lame,
                Some(before) => before.obstacle == Obstacle::Lame,
            };
            rest += &via_letters(bend.via, toggles, lame)?;
            rest += "a";
            rest += if bend.as_far { "i" } else { "" };
            rest += &self.turn_letters(bend.turns)?;
        }
        let obstacle = bends.last().map_or(Obstacle::Free, |bend| bend.obstacle);
        rest += &Manner { obstacle, ..self.manner.clone() }.modes(true);
        rest.push(self.letter()?);
        rest += &match self.manner.reach {
            Reach::Steps(1) => String::new(),
            Reach::Steps(steps) => steps.to_string(),
            Reach::Edge if matches!(self.atom, WAZIR | FERZ | PrintedAtom::Royal) => String::new(),
            Reach::Edge => "0".to_owned(),
        };
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

    /// The letters of the turns of a further leg; none where they are those that XBoard supposes.
    fn turn_letters(&self, turns: Turns) -> Option<String> {
        let supposed = if self.atom == PrintedAtom::Royal { 0xEF } else { 0x45 };
        if turns.0 == supposed { Some(String::new()) } else { turn_letters(turns) }
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

    /// Direction letters that together name exactly the steps, each set for an atom of its own.
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

    /// On orthogonal atoms, XBoard joins any letters.
    fn orthogonal_directions(&self) -> String {
        let goes = |test: fn(&Step) -> bool| self.steps.iter().any(test);
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

    /// A crooked move as chains of legs: `fewest` steps of either hand, then one more, and so on
    /// up to the longest path of the board.
    fn print_crooked(&self, fewest: usize) -> Option<String> {
        if self.steps.len() != 4 {
            return None;
        }
        let letter = if self.atom == WAZIR { "W" } else { "F" };
        let initial = if self.manner.initial { "i" } else { "" };
        let modes = self.manner.modes(true);
        let mut text = String::new();
        for steps in fewest..=self.longest {
            let hands: &[[&str; 2]] = if steps == 1 { &[["", ""]] } else { &[["ar", "al"], ["al", "ar"]] };
            for hand in hands {
                let turns: String = hand.iter().copied().cycle().take(steps - 1).collect();
                let chain = [&turns, &modes, letter].concat();
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

/// Direction letters of XBoard with the steps they name; larger sets first.
type Tokens = &'static [(&'static str, fn(Step) -> bool)];

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

/// Whether an oblique step goes further up or down than sideways.
fn is_narrow(step: Step) -> bool {
    step.forward.unsigned_abs() > step.right.unsigned_abs()
}

/// Whether an oblique step lies to the right of the nearest orthogonal: f6 g3 d2 c5 from e4.
fn turns_right(step: Step) -> bool {
    is_narrow(step) == ((step.right > 0) == (step.forward > 0))
}

/// The steps of the same leap: four, or eight if it is oblique.
fn circle(step: Step) -> Vec<Step> {
    let mut steps = Vec::new();
    for (right, forward) in [(step.right, step.forward), (step.forward, step.right)] {
        for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            push_new(&mut steps, Step::new(right * x, forward * y));
        }
    }
    steps
}

/// Castling, always `i`: without it XBoard lets a King castle that has moved.
fn castles(legs: &[CastleLeg]) -> String {
    let mut text = String::new();
    for (index, leg) in legs.iter().enumerate() {
        let same = |other: &CastleLeg| other.squares == leg.squares && other.wing != leg.wing;
        let letter = match leg.wing {
            // Printed with its like on the other wing.
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

/// Appends what is not there yet.
fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
