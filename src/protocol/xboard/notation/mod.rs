//! Prints moves in XBoard's own dialect of the notation, for its `piece` command.
//!
//! XBoard 4.9.1 reads `[i] directions modes atom [range]` in exactly this order and silently misreads
//! much of what this crate accepts. So its text is always made anew from the legs, and the author's
//! text is never passed on. The rules:
//!
//! * modes in the order `m c e t p g o n j`; one atom for each group of directions;
//! * `C` and `Z`, never `L` and `J` (XBoard has them the other way round);
//! * `R B X0 Xn`, never doubled letters; `K` and `Q` only in all directions;
//! * crooked moves, and lame leaps of three squares, as chains of legs: `arF` is a step, then another
//!   to its right;
//! * what XBoard cannot express becomes a superset. Moves that are not always available are marked `t`
//!   (cannot capture a king), so that XBoard sees no check that does not exist.
//!
//! Both sides read the same text: XBoard, too, turns Black's moves by half a turn.

mod print;

use std::fmt;

use self::print::{angle_letters, castles};
use crate::rules::betza::walk::line;
use crate::rules::betza::{Angles, Bend, Leg, Movement, Obstacle, Purpose, Reach, push_new};
use crate::rules::geometry::{Color, Offset, Shape};

/// The longest description of a piece: XBoard's line buffer of 512 bytes, less the command.
const LONGEST_TEXT: usize = 480;
/// The longest chain of legs that XBoard reads, atom included.
const LONGEST_CHAIN: usize = 79;

/// The moves of a piece as XBoard reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XBoardText {
    /// The arguments of `piece` after the letter.
    pub text: String,
    /// Whether the text allows more than the piece can do, because XBoard cannot express its moves. The
    /// engine must refuse surplus moves of the user.
    pub superset: bool,
}

impl fmt::Display for XBoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The text for `movement` on `board`, or `None` if XBoard cannot even be told a superset: leaps of
/// four squares and more, crooked leaps, and chains too long for its buffers.
pub fn to_xboard(movement: &Movement, board: &Shape) -> Option<XBoardText> {
    to_xboard_with(movement, &Movement::default(), board)
}

/// Like [`to_xboard`], for a piece that also has the moves of `sometimes`, but not always. XBoard knows
/// no conditions, so these moves are part of the superset.
pub fn to_xboard_with(movement: &Movement, sometimes: &Movement, board: &Shape) -> Option<XBoardText> {
    let mut groups: Vec<Group> = Vec::new();
    let mut superset = false;
    for leg in &movement.legs {
        // It takes a relocated piece for a captured one.
        superset |= add_leg(&mut groups, leg, board, false)? || leg.unload.is_some();
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

/// The common properties of the moves that one atom can print, directions aside.
#[derive(Clone, PartialEq, Eq)]
struct Manner {
    initial: bool,
    purpose: Purpose,
    tame: bool,
    obstacle: Obstacle,
    cylinder: bool,
    reach: Reach,
    path: Course,
}

#[derive(Clone, PartialEq, Eq)]
enum Course {
    Straight,
    /// Crooked, from this number of steps on.
    Crooked(usize),
    /// As a path does.
    Bent(Vec<Bend>),
}

/// The atoms of XBoard; the sliders are made of the first two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrintedAtom {
    /// A leap with its shorter and longer component.
    Leap(u8, u8),
    /// W and F together, in all directions: K or Q.
    Royal,
}

const WAZIR: PrintedAtom = PrintedAtom::Leap(0, 1);
const FERZ: PrintedAtom = PrintedAtom::Leap(1, 1);

/// Moves that differ only in their directions.
struct Group {
    atom: PrintedAtom,
    manner: Manner,
    /// The first steps of the legs. Crooked ones come with both turns.
    steps: Vec<Offset>,
    /// The number of steps of the longest leg on the board.
    longest: usize,
}

/// Adds what XBoard is told about `leg` to the groups. The leg is `uncertain` if the piece does not
/// always have it. Returns whether XBoard is told more than the leg can do.
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
        tame: lame || uncertain || leg.tame,
        obstacle: if lame { Obstacle::Free } else { leg.obstacle },
        cylinder: leg.cylinder,
        reach: leg.reach,
        path: if crooked { Course::Crooked(1) } else { Course::Straight },
    };
    let longest = longest(leg, board);
    let mut add = |manner| add(groups, atom, manner, step, longest);
    if !leg.halfling {
        add(manner);
        return Some(lame);
    }
    // Half of any path, rounded up, includes the first step. The rest depends on the edge.
    if matches!(leg.obstacle, Obstacle::Free | Obstacle::Lame | Obstacle::Jump) {
        add(Manner { reach: Reach::Steps(1), path: Course::Straight, ..manner.clone() });
    }
    let reach = match leg.reach {
        Reach::Steps(1 | 2) => return Some(lame),
        Reach::Steps(steps) => Reach::Steps(steps.div_ceil(2)),
        Reach::Edge => Reach::Edge,
    };
    let path = if crooked { Course::Crooked(2) } else { Course::Straight };
    add(Manner { tame: true, reach, path, ..manner });
    Some(true)
}

/// Adds a path. XBoard knows `n` only between the legs of D and A, and walks around a cylinder forever.
fn add_path(groups: &mut Vec<Group>, leg: &Leg, atom: PrintedAtom, uncertain: bool) -> Option<bool> {
    let step = *leg.steps.first()?;
    let lame = |obstacle: Obstacle| obstacle == Obstacle::Lame;
    let lame = (lame(leg.obstacle) || leg.bends.iter().any(|bend| lame(bend.obstacle)))
        && !matches!(atom, PrintedAtom::Leap(0 | 2, 2));
    // It turns oblique leaps into others.
    let oblique = matches!(atom, PrintedAtom::Leap(short, long) if short != 0 && short != long);
    if oblique && leg.bends.iter().any(|bend| bend.angles.0 & !0x11 != 0) {
        return None;
    }
    // It remembers at most two pieces captured on the way.
    let takes = leg.bends.iter().filter(|bend| bend.via.capture || bend.via.capture_own).count();
    if takes > 2 || leg.cylinder || leg.bends.iter().any(|bend| bend.cylinder) {
        return None;
    }
    let known =
        |obstacle: Obstacle| if lame && obstacle == Obstacle::Lame { Obstacle::Free } else { obstacle };
    let manner = Manner {
        initial: leg.initial,
        purpose: leg.purpose,
        tame: lame || uncertain || leg.tame,
        obstacle: known(leg.obstacle),
        cylinder: false,
        reach: leg.reach,
        path: Course::Straight,
    };
    // If no letters name all turns of a bend at once, each turn becomes a path of its own.
    let mut paths: Vec<Vec<Bend>> = vec![Vec::new()];
    for &bend in &leg.bends {
        let bend = Bend { obstacle: known(bend.obstacle), ..bend };
        let sets: Vec<Angles> = match angle_letters(bend.angles) {
            Some(_) => vec![bend.angles],
            None => bend.angles.eighths().map(|eighth| Angles(1 << eighth)).collect(),
        };
        let longer = |path: Vec<Bend>| {
            let set = |&angles: &Angles| path.iter().copied().chain([Bend { angles, ..bend }]).collect();
            sets.iter().map(set).collect::<Vec<_>>()
        };
        paths = paths.into_iter().flat_map(longer).collect();
    }
    for path in paths {
        add(groups, atom, Manner { path: Course::Bent(path), ..manner.clone() }, step, 1);
    }
    Some(lame)
}

/// The steps of `leg` where it goes farthest on the board, for either side.
fn longest(leg: &Leg, board: &Shape) -> usize {
    let of = |from| Color::ALL.map(|color| line(leg, board, color, from).len());
    board.squares().flat_map(of).max().unwrap_or(0)
}

/// Whether XBoard can express `n`: on D, A and N, and with legs on H and G as single leaps. If the
/// knight's neighbor is around the edge of a cylinder, XBoard looks for it off the board.
fn lame_is_exact(atom: PrintedAtom, leg: &Leg) -> bool {
    match atom {
        PrintedAtom::Leap(0 | 2, 2) => true,
        PrintedAtom::Leap(1, 2) => !leg.cylinder,
        PrintedAtom::Leap(0 | 3, 3) => leg.reach == Reach::Steps(1) && !leg.cylinder,
        _ => false,
    }
}

fn add(groups: &mut Vec<Group>, atom: PrintedAtom, manner: Manner, step: Offset, longest: usize) {
    match groups.iter_mut().find(|group| group.atom == atom && group.manner == manner) {
        Some(group) => {
            push_new(&mut group.steps, step);
            group.longest = group.longest.max(longest);
        }
        None => groups.push(Group { atom, manner, steps: vec![step], longest }),
    }
}

/// Replaces W and F with the same properties and all directions with K or Q, in the place of the first.
fn merge(groups: &mut Vec<Group>) {
    let fits = |group: &Group| {
        let reach = matches!(group.manner.reach, Reach::Steps(1) | Reach::Edge);
        reach && !matches!(group.manner.path, Course::Crooked(_)) && group.steps.len() == 4
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
