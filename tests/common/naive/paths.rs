//! Moves of several legs, walked on the current board, one square after the other.

use super::{At, Deed, Man, Naive};
use fibnif::rules::betza::{Leg, Obstacle, Reach};
use fibnif::rules::variant::Royals;

/// The eight compass directions, clockwise from straight ahead as White sees it.
const COMPASS: [At; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The owner of a path.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Whose {
    /// The piece's own.
    Own,
    /// After this number of legs, and one more, the piece on that square continues.
    Lent(usize),
    /// It ends on a piece of its own side.
    Borrowed,
}

/// A piece on its way.
#[derive(Clone)]
struct Walk {
    /// The moving piece, and its starting square.
    man: Man,
    from: At,
    at: At,
    /// The last leap.
    leap: At,
    /// The number of completed legs.
    legs: usize,
    /// The steps of the last leg of variable length.
    steps: usize,
    /// Where it has captured.
    taken: Vec<At>,
    /// Where it has hopped over pieces.
    hopped: Vec<At>,
    /// Where a leg with `u` has begun.
    puts: Option<At>,
}

impl Naive {
    /// The deeds of a piece along a leg with bends.
    pub(super) fn wander(&self, from: At, man: Man, leg: &Leg) -> Vec<Deed> {
        let mut deeds = self.wander_as(from, man, leg, Whose::Own);
        // A leg that can capture only kings never moves, so zones do not apply to it.
        let checks = leg.kings && self.rules.royals != Royals::NotAll;
        let may_go = |deed: &Deed| checks && !self.rules.in_one_cell(deed.from, deed.to);
        deeds.retain(|(_, deed)| may_go(deed) || self.may_go(man, deed));
        deeds.into_iter().map(|(_, deed)| deed).collect()
    }

    /// The results of a leg with bends, with the piece that makes the move. A borrowed move is a
    /// capture of the piece that has it.
    pub(super) fn wander_as(&self, start: At, man: Man, leg: &Leg, whose: Whose) -> Vec<(Man, Deed)> {
        let first = leg.steps[0].seen_by(man.color);
        let mut deeds = Vec::new();
        let mut open = vec![Walk {
            man,
            from: start,
            at: start,
            leap: (first.right.into(), first.forward.into()),
            legs: 0,
            steps: 0,
            taken: Vec::new(),
            hopped: Vec::new(),
            puts: None,
        }];
        while let Some(walk) = open.pop() {
            let (man, from) = (walk.man, walk.from);
            let last = walk.legs == leg.bends.len();
            let (reach, obstacle, cylinder, as_far) = match walk.legs {
                0 => (leg.reach, leg.obstacle, leg.cylinder, false),
                n => {
                    let bend = &leg.bends[n - 1];
                    (bend.reach, bend.obstacle, bend.cylinder, bend.as_far)
                }
            };
            let single = reach == Reach::Steps(1);
            let mut at = walk.at;
            let puts = if leg.unload.map(usize::from) == Some(walk.legs) { Some(at) } else { walk.puts };
            let mut trace = vec![at];
            let mut met: Vec<At> = Vec::new();
            loop {
                let steps = trace.len();
                let beyond = matches!(reach, Reach::Steps(most) if steps > usize::from(most));
                let passed = self.halfway(at, walk.leap, cylinder);
                let (to, wrapped) = self.rules.onward(at, walk.leap, cylinder);
                let returns = trace.contains(&to) || (wrapped && to == from);
                let lame =
                    obstacle == Obstacle::Lame && passed.iter().any(|&square| !self.is_free(square, from));
                if beyond || returns || lame || !self.rules.is_on_board(to) {
                    break;
                }
                at = to;
                trace.push(at);
                let man_there = if at == from { None } else { self.man(at) };
                let wall = at != from && self.is_wall(at);
                let counts = !as_far || steps == walk.steps;
                let enemy = man_there.is_some_and(|other| other.color != man.color);
                let fresh = !walk.taken.contains(&at);
                if let (Some(other), Whose::Lent(leg_of_x)) = (man_there, whose)
                    && leg_of_x == walk.legs
                    && counts
                    && fresh
                    && other.color == man.color
                {
                    let turns = leg.bends[walk.legs].angles.0;
                    open.extend((0..8).filter(|eighth| turns >> eighth & 1 != 0).map(|eighths| Walk {
                        man: other,
                        from: at,
                        at,
                        leap: stretched(turned(walk.leap, eighths), leg.bends[walk.legs].stride),
                        legs: walk.legs + 1,
                        steps: 0,
                        ..walk.clone()
                    }));
                } else if !last && counts {
                    let bend = &leg.bends[walk.legs];
                    let mut ways = Vec::new();
                    let passes = match man_there {
                        Some(other) => {
                            let own = bend.via.hop_own && other.color == man.color;
                            fresh && (bend.via.hop || own) && self.may_hop(man, at)
                        }
                        None if wall => bend.via.hop,
                        None => bend.via.empty,
                    };
                    if passes {
                        let hopped = man_there
                            .map(|_| at)
                            .or(wall.then_some(at))
                            .into_iter()
                            .chain(walk.hopped.iter().copied());
                        ways.push((walk.taken.clone(), hopped.collect::<Vec<_>>()));
                    }
                    let spared = |other: Man| {
                        let roles = &self.kind(man).piece.never_captures;
                        roles.contains(&self.kind(other).piece.role)
                    };
                    let takes = if man_there.is_some_and(spared) {
                        false
                    } else if enemy {
                        bend.via.capture
                    } else {
                        man_there.is_some() && bend.via.capture_own
                    };
                    let royal = man_there.is_some_and(|other| !enemy && self.kind(other).piece.royal);
                    if takes
                        && (!royal || (leg.unload.is_some() && !leg.tame))
                        && fresh
                        && !walk.hopped.contains(&at)
                    {
                        ways.push(([walk.taken.as_slice(), &[at]].concat(), walk.hopped.clone()));
                    }
                    for (taken, hopped) in ways {
                        for eighths in (0..8).filter(|eighth| bend.angles.0 >> eighth & 1 != 0) {
                            let leap = stretched(turned(walk.leap, eighths), bend.stride);
                            let steps = if single { walk.steps } else { steps };
                            open.push(Walk {
                                man,
                                from,
                                at,
                                leap,
                                legs: walk.legs + 1,
                                steps,
                                taken: taken.clone(),
                                hopped: hopped.clone(),
                                puts,
                            });
                        }
                    }
                }
                if last && counts {
                    let lands = match obstacle {
                        Obstacle::Hop => met.len() == 1,
                        Obstacle::Grasshopper => met.len() == 1 && trace[trace.len() - 2] == met[0],
                        _ => true,
                    };
                    let ends_on = |other: &Man| match whose {
                        Whose::Borrowed => other.color == man.color,
                        _ => self.may_take(man, *other, leg),
                    };
                    let captures = man_there.filter(|other| fresh && ends_on(other)).map(|_| at);
                    let takes = captures.is_some() || !walk.taken.is_empty();
                    let puts = puts.filter(|_| takes);
                    let lands = lands && met.iter().all(|&at| self.may_hop(man, at));
                    let may_end = captures.is_some() || (man_there.is_none() && !wall && leg.purpose.quiet);
                    if lands && may_end && puts != Some(at) {
                        let on_the_way = walk.taken.clone();
                        let allows = Vec::new();
                        let deed =
                            Deed { from, to: at, captures, on_the_way, puts, allows, keeps_clock: false };
                        deeds.push((man, deed));
                    }
                }
                if man_there.is_some() || wall {
                    met.push(at);
                    if !matches!(obstacle, Obstacle::Hop | Obstacle::Grasshopper) || met.len() > 1 {
                        break;
                    }
                }
            }
        }
        deeds
    }

    /// Whether zones and cells allow a piece on the target of a deed.
    pub(super) fn may_go(&self, man: Man, deed: &Deed) -> bool {
        self.may_stand(man, deed.to) && !self.rules.in_one_cell(deed.from, deed.to)
    }

    fn is_free(&self, at: At, from: At) -> bool {
        self.rules.is_on_board(at) && (at == from || self.is_vacant(at))
    }

    /// The squares between those of a leap along a line.
    fn halfway(&self, at: At, leap: At, cylinder: bool) -> Vec<At> {
        let length = leap.0.abs().max(leap.1.abs());
        if leap.0 != 0 && leap.1 != 0 && leap.0.abs() != leap.1.abs() {
            // The knight's leap passes the square along its longer side; longer leaps have no path.
            let side = if leap.0.abs() > leap.1.abs() { (leap.0.signum(), 0) } else { (0, leap.1.signum()) };
            return vec![self.rules.onward(at, side, cylinder).0];
        }
        let unit = (leap.0.signum(), leap.1.signum());
        (1..length).map(|n| self.rules.onward(at, (unit.0 * n, unit.1 * n), cylinder).0).collect()
    }
}

/// A leap along a line, made this many squares long.
fn stretched((x, y): At, length: Option<i8>) -> At {
    length.map_or((x, y), |length| (x.signum() * i32::from(length), y.signum() * i32::from(length)))
}

/// A leap turned to the right by eighths of a circle.
fn turned(leap: At, eighths: usize) -> At {
    let length = leap.0.abs().max(leap.1.abs());
    if let Some(way) = COMPASS.iter().position(|unit| (unit.0 * length, unit.1 * length) == leap) {
        let unit = COMPASS[(way + eighths) % 8];
        return (unit.0 * length, unit.1 * length);
    }
    // The eight of its kind, by their angles clockwise from straight ahead.
    let angle = |&(x, y): &At| f64::from(x).atan2(f64::from(y)).to_degrees().rem_euclid(360.0);
    let (x, y) = leap;
    let mut circle = [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)];
    circle.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
    let way = circle.iter().position(|&one| one == leap).unwrap_or(0);
    circle[(way + eighths) % 8]
}
