//! Where a leg leads from a square of a board, whether straight, crooked, hopping or a path: each way
//! to each square, and its conditions on the squares before. Packed into guards it becomes the game,
//! filtered it becomes a diagram.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::{Bend, Leg, Loan, Obstacle, Reach};
use crate::rules::geometry::{Color, Offset, Shape, Square};

/// One way along a leg to a square where it can end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trip {
    /// The target square.
    pub to: Square,
    /// The conditions on the squares before, in order of the path, each square once.
    pub needs: Needs,
    /// Whether it may end on an empty square. Its starting square counts as empty.
    pub quiet: bool,
    /// Whether it may end with a capture.
    pub capture: bool,
    /// Whether it may end by capturing a piece of its own side.
    pub own: bool,
    /// Where the captured piece is put, if it does not leave the board.
    pub put: Option<Square>,
}

/// Conditions in order of the path: those of most lines fit without the heap.
pub type Needs = SmallVec<[(Square, Need); 8]>;

/// A condition on a square on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    /// It must be empty.
    Empty,
    /// It must be occupied, and the piece stays.
    Piece,
    /// It must hold a piece of its own side, which stays.
    Friend,
    /// It must hold an enemy, which is captured.
    Victim,
    /// It must hold a piece of its own side, which is captured.
    OwnVictim,
    /// Exactly one of the squares with this condition must be occupied.
    Hurdle,
}

impl Need {
    /// Whether the piece there is captured.
    pub fn takes(self) -> bool {
        matches!(self, Need::Victim | Need::OwnVictim)
    }
}

/// Every trip of a leg for a piece of `color` on `from`, without duplicates. Trips along one line are
/// ordered from near to far.
pub fn trips(leg: &Leg, shape: &Shape, color: Color, from: Square) -> Vec<Trip> {
    walks(leg, None, shape, color, from).into_iter().map(|(_, trip)| trip).collect()
}

/// Every trip that a piece of `color` on `from` lends to another piece, with the square of that piece.
/// A trip has no condition on that square, but requires a piece of its own side on `from`.
pub fn lent_trips(loan: &Loan, shape: &Shape, color: Color, from: Square) -> Vec<(Square, Trip)> {
    walks(&loan.leg, loan.lent_behind.map(usize::from), shape, color, from)
}

/// The number of lines that a walk along a leg with bends begins, for a piece of `color` on `from`;
/// `None` if it exceeds `most`.
pub fn count_lines(leg: &Leg, shape: &Shape, color: Color, from: Square, most: usize) -> Option<usize> {
    let mut walker = Walker { most, counts: true, ..Walker::new(leg, None, shape, color, from) };
    walker.begin();
    (walker.lines <= most).then_some(walker.lines)
}

/// The same for the lines and, as a fourth of one each, their ends: what it costs to follow them all.
pub fn count_ways(leg: &Leg, shape: &Shape, color: Color, from: Square, most: usize) -> Option<usize> {
    let mut walker =
        Walker { most, counts: true, ends: Some(0), ..Walker::new(leg, None, shape, color, from) };
    walker.begin();
    (walker.weight() <= most).then_some(walker.weight())
}

fn walks(
    leg: &Leg,
    lent_behind: Option<usize>,
    shape: &Shape,
    color: Color,
    from: Square,
) -> Vec<(Square, Trip)> {
    let mut walker = Walker::new(leg, lent_behind, shape, color, from);
    walker.begin();
    walker.found
}

/// The squares of the first line of a leg in order, as if the board were empty otherwise.
pub fn line(leg: &Leg, shape: &Shape, color: Color, from: Square) -> Vec<Square> {
    Walker::new(leg, None, shape, color, from)
        .track(Line::first(leg), from)
        .into_iter()
        .map(|pace| pace.to)
        .collect()
}

/// One line of a path: the first, or one after a bend.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Used in turn, and again from the first.
    steps: &'a [Offset],
    reach: Reach,
    halfling: bool,
    obstacle: Obstacle,
    cylinder: bool,
    as_far: bool,
}

impl<'a> Line<'a> {
    fn first(leg: &'a Leg) -> Line<'a> {
        let &Leg { reach, halfling, obstacle, cylinder, .. } = leg;
        Line { steps: &leg.steps, reach, halfling, obstacle, cylinder, as_far: false }
    }

    fn behind(bend: Bend, step: &'a Offset) -> Line<'a> {
        let Bend { reach, obstacle, cylinder, as_far, .. } = bend;
        let steps = std::slice::from_ref(step);
        Line { steps, reach, halfling: false, obstacle, cylinder, as_far }
    }
}

/// The steps of a line.
type Paces = SmallVec<[Pace; 8]>;

/// One step of a line.
#[derive(Clone, Copy)]
struct Pace {
    from: Square,
    step: Offset,
    to: Square,
}

struct Walker<'a> {
    leg: &'a Leg,
    /// The line after which another piece continues.
    lent_behind: Option<usize>,
    shape: &'a Shape,
    color: Color,
    /// The starting square of the moving piece.
    from: Square,
    /// The conditions on the way so far.
    needs: Needs,
    /// Where a line with `u` has begun.
    put: Option<Square>,
    found: Vec<(Square, Trip)>,
    /// The same as a set, to avoid duplicates.
    known: HashSet<(Square, Trip)>,
    /// The number of lines begun, and the limit after which no more are begun. Such a piece is refused.
    lines: usize,
    most: usize,
    /// Whether only the number of lines matters, so that no ends are collected.
    counts: bool,
    /// The number of ends, if they count as well.
    ends: Option<usize>,
}

/// More lines than anybody would follow.
const MOST_LINES: usize = 1 << 20;

impl<'a> Walker<'a> {
    fn new(
        leg: &'a Leg,
        lent_behind: Option<usize>,
        shape: &'a Shape,
        color: Color,
        from: Square,
    ) -> Walker<'a> {
        Walker {
            leg,
            lent_behind,
            shape,
            color,
            from,
            needs: Needs::new(),
            put: None,
            found: Vec::new(),
            known: HashSet::new(),
            lines: 0,
            most: MOST_LINES,
            counts: false,
            ends: None,
        }
    }

    fn weight(&self) -> usize {
        self.lines + self.ends.unwrap_or_default() / 4
    }

    /// Walks along the leg.
    fn begin(&mut self) {
        self.line(self.from, Line::first(self.leg), 0, None);
    }

    /// The steps of a line from a square on an empty board, cut off at the edge, at its range, where it
    /// would meet itself, and halfway for halflings.
    fn track(&self, line: Line<'_>, start: Square) -> Paces {
        let longest = match line.reach {
            Reach::Steps(steps) => usize::from(steps),
            Reach::Edge => self.shape.cell_count(),
        };
        let mut paces = Paces::new();
        let mut at = start;
        for &step in line.steps.iter().cycle().take(longest) {
            let seen = step.seen_by(self.color);
            let Some(to) = self.shape.step(at, seen, line.cylinder) else { break };
            // On a cylinder a piece may come back to its own square.
            let around = to == self.from && self.shape.step(at, seen, false) != Some(to);
            if to == start || around || paces.iter().any(|pace| pace.to == to) {
                break;
            }
            paces.push(Pace { from: at, step, to });
            at = to;
        }
        if line.halfling {
            paces.truncate(paces.len().div_ceil(2));
        }
        paces
    }

    /// Follows line `index` from a square. `length` is that of the last line of variable length.
    fn line(&mut self, start: Square, line: Line<'_>, index: usize, length: Option<usize>) {
        self.lines += 1;
        if self.weight() > self.most {
            return;
        }
        let (mark, put) = (self.needs.len(), self.put);
        if self.leg.unload.map(usize::from) == Some(index) {
            self.put = Some(start);
        }
        let paces = self.track(line, start);
        for (number, &Pace { from, step, to }) in paces.iter().enumerate() {
            if !self.passes(line, from, step) {
                break;
            }
            let steps = number + 1;
            let skips = line.obstacle == Obstacle::SkipFirst && number == 0;
            if !skips && (!line.as_far || length == Some(steps)) {
                match self.leg.bends.get(index) {
                    Some(&bend) => {
                        let length = if line.reach == Reach::Steps(1) { length } else { Some(steps) };
                        self.turn(to, step, index, bend, length);
                    }
                    None => self.end(to, &paces[..number], line.obstacle),
                }
            }
            // Which piece of a line a hopper passes is known only at its target.
            let hops = matches!(line.obstacle, Obstacle::Hop | Obstacle::Grasshopper);
            if !(hops || skips || self.ask(to, Need::Empty)) {
                break;
            }
        }
        self.needs.truncate(mark);
        self.put = put;
    }

    /// Adds the conditions on the squares that a leap passes. Returns whether they are possible.
    fn passes(&mut self, line: Line<'_>, at: Square, step: Offset) -> bool {
        let need = match line.obstacle {
            Obstacle::Lame => Need::Empty,
            Obstacle::Jump => Need::Piece,
            _ => return true,
        };
        self.shape.lattice().between(step).unwrap_or_default().into_iter().all(|part| {
            let square = self.shape.step(at, part.seen_by(self.color), line.cylinder);
            square.is_some_and(|square| self.ask(square, need))
        })
    }

    /// Ends a line on a square and begins the next from there, in every direction.
    fn turn(&mut self, at: Square, step: Offset, index: usize, bend: Bend, length: Option<usize>) {
        let mark = self.needs.len();
        let vias = [
            (bend.via.empty, Need::Empty),
            (bend.via.hop, Need::Piece),
            (bend.via.hop_own, Need::Friend),
            (bend.via.capture, Need::Victim),
            (bend.via.capture_own, Need::OwnVictim),
        ];
        for (_, need) in vias.into_iter().filter(|&(may, _)| may) {
            if self.lent_behind == Some(index) {
                self.lend(at, |walker| {
                    for onward in bend.onward(step) {
                        walker.line(at, Line::behind(bend, &onward), index + 1, None);
                    }
                });
            } else if self.ask(at, need) {
                for onward in bend.onward(step) {
                    self.line(at, Line::behind(bend, &onward), index + 1, length);
                }
            }
            self.needs.truncate(mark);
        }
    }

    /// Lets the piece on a square continue. It may be anywhere except on the square of the piece that
    /// lends the move.
    fn lend(&mut self, at: Square, go_on: impl FnOnce(&mut Self)) {
        let lender = self.from;
        if at == lender || self.asked(at).is_some_and(|need| need == Need::Empty) {
            return;
        }
        let known = self.needs.clone();
        self.needs.retain(|need| need.0 != at);
        self.needs.push((lender, Need::Friend));
        self.from = at;
        go_on(self);
        self.from = lender;
        self.needs = known;
    }

    /// Ends the path on a square; `passed` are the steps of the last line before it.
    fn end(&mut self, to: Square, passed: &[Pace], obstacle: Obstacle) {
        if let Some(ends) = &mut self.ends {
            *ends += 1;
        }
        let mark = self.needs.len();
        match obstacle {
            // The squares of a single line have no other conditions: one trip stands for all its
            // hurdles.
            Obstacle::Hop if !self.leg.is_path() => {
                if !passed.is_empty() && passed.iter().all(|pace| self.ask(pace.to, Need::Hurdle)) {
                    self.arrive(to);
                }
                self.needs.truncate(mark);
            }
            Obstacle::Hop | Obstacle::Grasshopper => {
                let first = if obstacle == Obstacle::Hop { 0 } else { passed.len().saturating_sub(1) };
                for hurdle in first..passed.len() {
                    let asked = passed.iter().enumerate().all(|(at, pace)| {
                        self.ask(pace.to, if at == hurdle { Need::Piece } else { Need::Empty })
                    });
                    if asked {
                        self.arrive(to);
                    }
                    self.needs.truncate(mark);
                }
            }
            _ => self.arrive(to),
        }
    }

    fn arrive(&mut self, to: Square) {
        if self.counts {
            return;
        }
        let purpose = self.leg.purpose;
        let asked = self.asked(to);
        let (quiet, capture, own) = match asked {
            _ if to == self.from => (purpose.quiet, false, false),
            None => (purpose.quiet, purpose.capture, purpose.own),
            Some(Need::Empty) => (purpose.quiet, false, false),
            Some(Need::Piece) => (false, purpose.capture, purpose.own),
            Some(Need::Friend) => (false, false, purpose.own),
            Some(Need::Victim | Need::OwnVictim | Need::Hurdle) => (false, false, false),
        };
        let mut needs = self.needs.clone();
        if self.leg.is_path() {
            // A victim was already required as a piece if it was hopped over first.
            needs.retain(|&mut (square, need)| self.asked(square) == Some(need));
        }
        let takes = needs.iter().any(|need| need.1.takes());
        if takes && self.put == Some(to) {
            return; // two pieces would be there
        }
        let put = self.put.filter(|_| takes || capture || own);
        let trip = Trip { to, needs, quiet, capture, own, put };
        let found = (self.from, trip);
        let leads = quiet || capture || own || purpose.en_passant;
        // Only the lines of a path can meet again.
        if leads && (!self.leg.is_path() || self.known.insert(found.clone())) {
            self.found.push(found);
        }
    }

    /// Adds a condition on a square. Returns whether it is compatible with earlier conditions.
    fn ask(&mut self, square: Square, need: Need) -> bool {
        if square == self.from {
            return need == Need::Empty;
        }
        match (self.asked(square), need) {
            // A piece that is hopped over may be captured later.
            (None, _)
            | (Some(Need::Piece), Need::Victim | Need::OwnVictim | Need::Friend)
            | (Some(Need::Friend), Need::OwnVictim) => {
                self.needs.push((square, need));
                true
            }
            (Some(Need::Friend), Need::Piece) => true,
            // A piece that is hopped over may be met again, but a piece is captured only once.
            (Some(known), _) => known == need && !need.takes(),
        }
    }

    /// The last condition on a square, if any.
    fn asked(&self, square: Square) -> Option<Need> {
        self.needs.iter().rev().find(|known| known.0 == square).map(|known| known.1)
    }
}
