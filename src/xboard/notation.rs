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
use crate::betza::{CastleLeg, Leg, Movement, Obstacle, Purpose, Reach, Wing};
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turning {
    Straight,
    /// Crooked, from so many steps on.
    Crooked(usize),
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
    let step = *leg.steps.first()?;
    let (right, forward) = (step.right.unsigned_abs(), step.forward.unsigned_abs());
    let atom = PrintedAtom::Leap(right.min(forward), right.max(forward));
    let crooked = leg.steps.len() > 1;
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
        reach && group.manner.path == Turning::Straight && group.steps.len() == 4
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

impl Group {
    /// The group as one atom, or several if no directions of XBoard name all its steps at once.
    fn print(&self) -> Option<String> {
        if let Turning::Crooked(fewest) = self.manner.path {
            return self.print_crooked(fewest);
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
        let modes = self.modes(legs.is_empty());
        let initial = if self.manner.initial { "i" } else { "" };
        let mut text = String::new();
        for directions in self.directions() {
            text += &[initial, &directions, legs, &modes, letter.encode_utf8(&mut [0; 4]), &range].concat();
        }
        Some(text)
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

    /// The mode letters in the order XBoard wants. `n` is left out where legs say it.
    fn modes(&self, lame: bool) -> String {
        let Purpose { quiet, capture, en_passant } = self.manner.purpose;
        let said = !(quiet && capture) || en_passant;
        let obstacle = self.manner.obstacle;
        [
            (quiet && said, 'm'),
            (capture && said, 'c'),
            (en_passant, 'e'),
            (self.manner.tame, 't'),
            (obstacle == Obstacle::Hop, 'p'),
            (obstacle == Obstacle::Grasshopper, 'g'),
            (self.manner.cylinder, 'o'),
            (obstacle == Obstacle::Lame && lame, 'n'),
            (matches!(obstacle, Obstacle::Jump | Obstacle::SkipFirst), 'j'),
        ]
        .into_iter()
        .filter_map(|(set, letter)| set.then_some(letter))
        .collect()
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
        let modes = self.modes(true);
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
