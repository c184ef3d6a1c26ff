//! Where a leg leads from a square of a board, straight, crooked, hopping or a path: each way to each square, and
//! what it asks of the squares before it. Packed into guards it is the game, filtered it is a diagram.

use std::collections::HashSet;

use super::{Bend, Leg, Loan, Obstacle, Reach};
use crate::geometry::{Color, Shape, Square, Step};

/// One way along a leg to a square where it can end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trip {
    /// Where it ends.
    pub to: Square,
    /// What it asks of squares before, in the order in which it meets them, each square once.
    pub needs: Vec<(Square, Need)>,
    /// Whether it may end on an empty square, as which the one it began on counts.
    pub quiet: bool,
    /// Whether it may end with a capture.
    pub capture: bool,
    /// Whether it may end where it takes a piece of its own side.
    pub own: bool,
    /// Where the piece is put down that it takes, if it is not gone.
    pub put: Option<Square>,
}

/// What is asked of a square on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    /// Nobody may stand there.
    Empty,
    /// Somebody must stand there, and stays.
    Man,
    /// A piece of its own side must stand there, and stays.
    Friend,
    /// An enemy must stand there, and is taken.
    Victim,
    /// A piece of its own side must stand there, and is taken.
    OwnVictim,
    /// On exactly one of the squares of which this is asked somebody must stand.
    Hurdle,
}

impl Need {
    /// Whether the piece there is taken.
    pub fn takes(self) -> bool {
        matches!(self, Need::Victim | Need::OwnVictim)
    }
}

/// Every trip of a leg for a piece of `color` on `from`, each once; those along one line nearest first.
pub fn trips(leg: &Leg, shape: &Shape, color: Color, from: Square) -> Vec<Trip> {
    walks(leg, None, shape, color, from).into_iter().map(|(_, trip)| trip).collect()
}

/// Every trip that a piece of `color` on `from` lends to another, with the square of that one, whose trip it
/// is. They ask for nothing on that square, and for a piece of its own side on `from`.
pub fn lent_trips(loan: &Loan, shape: &Shape, color: Color, from: Square) -> Vec<(Square, Trip)> {
    walks(&loan.leg, loan.lent_behind.map(usize::from), shape, color, from)
}

/// How many lines a walk along a leg with bends begins, for a piece of `color` on `from`; `None` if they are
/// more than `most`.
pub fn count_lines(leg: &Leg, shape: &Shape, color: Color, from: Square, most: usize) -> Option<usize> {
    let mut walker = Walker { most, ..Walker::new(leg, None, shape, color, from) };
    walker.begin();
    (walker.lines <= most).then_some(walker.lines)
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

/// The squares that the first line of a leg leads to in turn, as if no other piece stood on the board.
pub fn line(leg: &Leg, shape: &Shape, color: Color, from: Square) -> Vec<Square> {
    Walker::new(leg, None, shape, color, from)
        .track(Line::first(leg), from)
        .into_iter()
        .map(|pace| pace.to)
        .collect()
}

/// One line of a path: the first, or that behind a bend.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Taken in turn and again from the first.
    steps: &'a [Step],
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

    fn behind(bend: Bend, step: &'a Step) -> Line<'a> {
        let Bend { reach, obstacle, cylinder, as_far, .. } = bend;
        let steps = std::slice::from_ref(step);
        Line { steps, reach, halfling: false, obstacle, cylinder, as_far }
    }
}

/// One step of a line.
#[derive(Clone, Copy)]
struct Pace {
    from: Square,
    step: Step,
    to: Square,
}

struct Walker<'a> {
    leg: &'a Leg,
    /// Behind which line another piece goes on.
    lent_behind: Option<usize>,
    shape: &'a Shape,
    color: Color,
    /// Where the piece stood that goes.
    from: Square,
    /// What has been asked on the way so far.
    needs: Vec<(Square, Need)>,
    /// Where a line with `u` has begun.
    put: Option<Square>,
    found: Vec<(Square, Trip)>,
    /// The same, to find each once.
    known: HashSet<(Square, Trip)>,
    /// How many lines have been begun, and after how many no other is: no game is made of such a piece.
    lines: usize,
    most: usize,
}

/// So many lines nobody follows.
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
            needs: Vec::new(),
            put: None,
            found: Vec::new(),
            known: HashSet::new(),
            lines: 0,
            most: MOST_LINES,
        }
    }

    /// Walks along the leg.
    fn begin(&mut self) {
        self.line(self.from, Line::first(self.leg), 0, None);
    }

    /// The steps of a line from a square on an empty board, cut at the edge, at its range, where it would meet
    /// itself, and halfway for halflings.
    fn track(&self, line: Line<'_>, start: Square) -> Vec<Pace> {
        let longest = match line.reach {
            Reach::Steps(steps) => usize::from(steps),
            Reach::Edge => self.shape.len(),
        };
        let mut paces: Vec<Pace> = Vec::new();
        let mut at = start;
        for &step in line.steps.iter().cycle().take(longest) {
            let seen = step.seen_by(self.color);
            let Some(to) = self.shape.step(at, seen, line.cylinder) else { break };
            // Around a cylinder a piece meets itself.
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

    /// Follows line `index` from a square. `length` is that of the last line that could have had another.
    fn line(&mut self, start: Square, line: Line<'_>, index: usize, length: Option<usize>) {
        self.lines += 1;
        if self.lines > self.most {
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
            // Which piece of a line a hopper passes is only known where it lands.
            let hops = matches!(line.obstacle, Obstacle::Hop | Obstacle::Grasshopper);
            if !(hops || skips || self.ask(to, Need::Empty)) {
                break;
            }
        }
        self.needs.truncate(mark);
        self.put = put;
    }

    /// Whether the squares that a leap passes can be as they must, which is asked of them.
    fn passes(&mut self, line: Line<'_>, at: Square, step: Step) -> bool {
        let need = match line.obstacle {
            Obstacle::Lame => Need::Empty,
            Obstacle::Jump => Need::Man,
            _ => return true,
        };
        step.between().unwrap_or_default().into_iter().all(|part| {
            let square = self.shape.step(at, part.seen_by(self.color), line.cylinder);
            square.is_some_and(|square| self.ask(square, need))
        })
    }

    /// Ends a line on a square and begins the next from there, in every way.
    fn turn(&mut self, at: Square, step: Step, index: usize, bend: Bend, length: Option<usize>) {
        let mark = self.needs.len();
        let vias = [
            (bend.via.empty, Need::Empty),
            (bend.via.hop, Need::Man),
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

    /// Lets the piece on a square go on: it may stand where it likes but on the square of who lends it the
    /// move.
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

    /// Ends the path on a square, `passed` being the steps of the last line before it.
    fn end(&mut self, to: Square, passed: &[Pace], obstacle: Obstacle) {
        let mark = self.needs.len();
        match obstacle {
            // Nothing else is asked of the squares of a single line: one trip stands for all its hurdles.
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
                        self.ask(pace.to, if at == hurdle { Need::Man } else { Need::Empty })
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
        let purpose = self.leg.purpose;
        let asked = self.asked(to);
        let (quiet, capture, own) = match asked {
            _ if to == self.from => (purpose.quiet, false, false),
            None => (purpose.quiet, purpose.capture, purpose.own),
            Some(Need::Empty) => (purpose.quiet, false, false),
            Some(Need::Man) => (false, purpose.capture, purpose.own),
            Some(Need::Friend) => (false, false, purpose.own),
            Some(Need::Victim | Need::OwnVictim | Need::Hurdle) => (false, false, false),
        };
        let mut needs = self.needs.clone();
        if self.leg.is_path() {
            // A victim has been asked to be a piece before where it was hopped over first.
            needs.retain(|&(square, need)| self.asked(square) == Some(need));
        }
        let takes = needs.iter().any(|need| need.1.takes());
        if takes && self.put == Some(to) {
            return; // two men would stand there
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

    /// Asks something of a square; whether it can be besides what was asked of it before.
    fn ask(&mut self, square: Square, need: Need) -> bool {
        if square == self.from {
            return need == Need::Empty;
        }
        match (self.asked(square), need) {
            // A piece that is hopped over may be taken later.
            (None, _)
            | (Some(Need::Man), Need::Victim | Need::OwnVictim | Need::Friend)
            | (Some(Need::Friend), Need::OwnVictim) => {
                self.needs.push((square, need));
                true
            }
            (Some(Need::Friend), Need::Man) => true,
            // A piece that is hopped over may be met again, one that is taken is taken once.
            (Some(known), _) => known == need && !need.takes(),
        }
    }

    /// What has been asked of a square, the last time if more than once.
    fn asked(&self, square: Square) -> Option<Need> {
        self.needs.iter().rev().find(|known| known.0 == square).map(|known| known.1)
    }
}
