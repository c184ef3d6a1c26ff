//! Walks over a board with pieces on it along the line that was read, square by square.

use std::collections::BTreeSet;

use super::{Board, Deed, FAR, Man, Prefix, Term, Vector, directed, turned, turns};

/// The current state of a path.
#[derive(Clone)]
struct Path {
    at: Vector,
    leap: Vector,
    leg: usize,
    range: usize,
    /// Whether it slides although its letter leaps, or the other way round.
    changed: bool,
    length: usize,
    side: Option<char>,
    taken: Vec<Vector>,
    /// Where a leg with `u` has begun.
    put: Option<Vector>,
    /// The square of the piece that lends the move.
    lender: Option<Vector>,
}

impl Path {
    /// A line of one leg at its end.
    fn ended(put: Option<Vector>) -> Path {
        let (at, taken) = ((0, 0), Vec::new());
        Path {
            at,
            leap: at,
            leg: 0,
            range: 1,
            changed: false,
            length: 0,
            side: None,
            taken,
            put,
            lender: None,
        }
    }
}

impl Board {
    fn man(&self, (x, y): Vector) -> Option<Man> {
        self.men[usize::try_from(y * self.files + x).unwrap()]
    }

    fn onward(&self, (x, y): Vector, leap: Vector, around: bool) -> Option<Vector> {
        let x = x + leap.0 * self.forward;
        let to = (if around { x.rem_euclid(self.files) } else { x }, y + leap.1 * self.forward);
        ((0..self.files).contains(&to.0) && (0..self.ranks).contains(&to.1)).then_some(to)
    }

    pub(super) fn term(&self, term: &Term, from: Vector, found: &mut BTreeSet<Deed>) -> Option<()> {
        let first = &term.legs[0];
        if (first.has('i') && !self.unmoved) || term.legs.last()?.has('k') {
            return Some(());
        }
        if let Some(&(leap, range)) = term.chain.first() {
            let path = Path {
                at: from,
                leap,
                leg: 0,
                range,
                changed: false,
                length: 0,
                side: None,
                taken: Vec::new(),
                put: None,
                lender: None,
            };
            return self.walk(term, from, &path, found);
        }
        for leap in directed(term) {
            if term.legs.len() > 1 {
                let path = Path {
                    at: from,
                    leap,
                    leg: 0,
                    range: term.range,
                    length: 0,
                    changed: false,
                    side: None,
                    taken: Vec::new(),
                    put: None,
                    lender: None,
                };
                self.walk(term, from, &path, found)?;
            } else {
                for steps in lines(term, leap) {
                    self.line(term, from, &steps, found);
                }
            }
        }
        Some(())
    }

    /// A move of one leg along steps that are taken in turn.
    fn line(&self, term: &Term, from: Vector, steps: &[Vector], found: &mut BTreeSet<Deed>) {
        let prefix = &term.legs[0];
        let put = prefix.has('u').then_some(from);
        let around = prefix.has('o');
        let next =
            |at, count: usize| self.onward(at, steps[count % steps.len()], around).filter(|&to| to != from);
        let mut most = term.range;
        if prefix.halfling {
            let (mut at, mut count) = (from, 0);
            while let Some(to) = next(at, count).filter(|_| count < term.range) {
                (at, count) = (to, count + 1);
            }
            most = count.div_ceil(2);
        }
        let slider = steps[0].0.abs().max(steps[0].1.abs()) == 1;
        let (mut at, mut met) = (from, 0);
        for count in 0..most.min(self.men.len() * steps.len()) {
            let leap = steps[count % steps.len()];
            if (prefix.has('n') && !self.between(at, leap, around, |man| man.is_none()))
                || (prefix.has('j') && !slider && !self.between(at, leap, around, |man| man.is_some()))
            {
                return;
            }
            let Some(to) = next(at, count) else { return };
            at = to;
            let stands = self.man(to).is_some();
            if prefix.has('j') && slider && count == 0 {
                continue;
            }
            if prefix.has('p') || prefix.has('g') {
                if met > 0 {
                    self.land(prefix, from, to, &Path::ended(put), found);
                    if prefix.has('g') || stands {
                        return;
                    }
                }
                met += usize::from(stands);
                continue;
            }
            self.land(prefix, from, to, &Path::ended(put), found);
            if stands {
                return;
            }
        }
    }

    /// Whether all squares that a leap passes are on the board and meet the conditions.
    fn between(&self, at: Vector, leap: Vector, around: bool, test: impl Fn(Option<Man>) -> bool) -> bool {
        self.passes(at, leap, around, |square| test(self.man(square)))
    }

    fn passes(&self, at: Vector, leap: Vector, around: bool, test: impl Fn(Vector) -> bool) -> bool {
        let (x, y) = (leap.0.abs(), leap.1.abs());
        let unit = (leap.0.signum(), leap.1.signum());
        let passed: Vec<Vector> = match (x.min(y), x == y) {
            (0, _) | (_, true) => (1..x.max(y)).map(|n| (unit.0 * n, unit.1 * n)).collect(),
            _ if y > x => vec![(0, unit.1)],
            _ => vec![(unit.0, 0)],
        };
        passed.into_iter().all(|part| self.onward(at, part, around).is_some_and(&test))
    }

    fn walk(&self, term: &Term, from: Vector, path: &Path, found: &mut BTreeSet<Deed>) -> Option<()> {
        let prefix = &term.legs[path.leg];
        let path = &Path { put: if prefix.has('u') { Some(path.at) } else { path.put }, ..path.clone() };
        let last = path.leg + 1 == term.legs.len();
        let as_far = path.leg > 0 && prefix.has('i');
        let around = prefix.has('o');
        let hops = prefix.has('p') || prefix.has('g');
        let (mut at, mut met) = (path.at, 0);
        let mut seen = vec![at];
        for count in 1..=path.range {
            let free = |square: Vector| self.met(path, from, square).is_none();
            if prefix.has('n') && !self.passes(at, path.leap, around, free) {
                break;
            }
            let Some(to) = self.onward(at, path.leap, around) else { break };
            let wrapped = self.onward(at, path.leap, false) != Some(to);
            if seen.contains(&to) || (wrapped && to == from) {
                break;
            }
            seen.push(to);
            at = to;
            let man = self.met(path, from, to);
            let due = !as_far || count == path.length;
            if last {
                if due && (!hops || met > 0) {
                    self.land(prefix, from, to, path, found);
                }
                if hops {
                    // A captured piece stays in the way until the move ends, and is not hopped over.
                    if (met > 0 && (man.is_some() || prefix.has('g'))) || path.taken.contains(&to) {
                        break;
                    }
                    met += usize::from(man.is_some());
                } else if man.is_some() {
                    break;
                }
                continue;
            }
            if prefix.has('x') {
                if due && man == Some(Man::Own) && !path.taken.contains(&to) {
                    let lent = Path { lender: Some(from), ..path.clone() };
                    self.bend(term, to, &lent, (to, 0, false, None), found)?;
                }
            } else if due && !path.taken.contains(&to) {
                // Each letter that lets the path continue from here: whether it changes the range, and
                // captures.
                let unsaid = !"mcdpgy".chars().any(|letter| prefix.has(letter));
                let over = man == Some(Man::Own) || (man.is_some() && !prefix.has('t'));
                let ways = [
                    ((prefix.has('m') || unsaid) && man.is_none(), false, false),
                    (prefix.has('y') && man.is_none(), true, false),
                    (prefix.has('p') && over, false, false),
                    (prefix.has('g') && over, true, false),
                    (prefix.has('c') && man == Some(Man::Enemy), false, true),
                    (prefix.has('d') && man == Some(Man::Own), false, true),
                ];
                for (_, toggles, takes) in ways.into_iter().filter(|way| way.0) {
                    let victim = takes.then_some(to);
                    self.bend(term, from, path, (to, count, toggles, victim), found)?;
                }
            }
            if man.is_some() {
                break;
            }
        }
        Some(())
    }

    /// The piece on a square, except the moving piece, which has left `from`.
    fn met(&self, path: &Path, from: Vector, at: Vector) -> Option<Man> {
        if path.lender == Some(at) { Some(Man::Own) } else { self.man(at).filter(|_| at != from) }
    }

    fn bend(
        &self,
        term: &Term,
        from: Vector,
        path: &Path,
        (at, count, toggles, victim): (Vector, usize, bool, Option<Vector>),
        found: &mut BTreeSet<Deed>,
    ) -> Option<()> {
        let taken: Vec<Vector> = path.taken.iter().copied().chain(victim).collect();
        let length = if path.range == 1 { path.length } else { count };
        if let Some(&(leap, range)) = term.chain.get(path.leg + 1) {
            let (leg, side, changed) = (path.leg + 1, None, false);
            let (put, lender) = (path.put, path.lender);
            let next = Path { at, leap, leg, range, changed, length, side, taken, put, lender };
            return self.walk(term, from, &next, found);
        }
        let changed = path.changed != toggles;
        let range = match (toggles, term.slides != path.changed) {
            (false, _) => path.range,
            (true, false) => FAR,
            (true, true) => 1,
        };
        let next = &term.legs[path.leg + 1];
        let oblique = path.leap.0 != 0 && path.leap.1 != 0 && path.leap.0.abs() != path.leap.1.abs();
        // Another piece may continue in all directions except back.
        let all_around = term.royal || (oblique && term.legs[path.leg].has('x'));
        for (eighths, side) in turns(next, all_around, path.side) {
            let Some(leap) = turned(path.leap, eighths) else { continue };
            let next = Path {
                at,
                leap,
                leg: path.leg + 1,
                range,
                changed,
                length,
                side,
                taken: taken.clone(),
                put: path.put,
                lender: path.lender,
            };
            self.walk(term, from, &next, found)?;
        }
        Some(())
    }

    /// The move that ends on `to`, if the modes of the last leg allow it.
    fn land(&self, prefix: &Prefix, from: Vector, to: Vector, path: &Path, found: &mut BTreeSet<Deed>) {
        let (taken, put) = (&path.taken, path.put);
        let mut insert = |deed: Deed| {
            _ = match path.lender {
                Some(_) => found.insert(Deed::Lends(from, Box::new(deed))),
                None => found.insert(deed),
            };
        };
        let man = self.met(path, from, to);
        if prefix.has('x') {
            if man == Some(Man::Own) && !taken.contains(&to) {
                insert(Deed::Borrows(to));
            }
            return;
        }
        if taken.contains(&to) {
            return;
        }
        let any = !"mcde".chars().any(|letter| prefix.has(letter));
        let deed = match man {
            Some(Man::Enemy) if any || prefix.has('c') => Deed::Captures(to),
            Some(Man::Own) if prefix.has('d') => Deed::TakesOwn(to),
            None if prefix.has('e') && self.en_passant == Some(to) => Deed::EnPassant(to),
            None if any || prefix.has('m') => Deed::Goes(to),
            _ => return,
        };
        let victim = match deed {
            Deed::Captures(at) | Deed::TakesOwn(at) => Some(at),
            _ => taken.first().copied(),
        };
        if let (Some(victim), Some(put)) = (victim, put) {
            if put != to {
                insert(Deed::Puts(victim, put, to));
            }
            return;
        }
        insert(if taken.is_empty() { deed } else { Deed::Takes(taken.clone(), to) });
    }
}

/// The steps of a move of one leg: the same always, by turns two (`z`), or around a circle (`q`).
fn lines(term: &Term, leap: Vector) -> Vec<Vec<Vector>> {
    let prefix = &term.legs[0];
    if prefix.has('z') {
        return vec![vec![leap, (leap.1, -leap.0)], vec![leap, (-leap.1, leap.0)]];
    }
    if prefix.has('q') {
        // By the angle, not by a list: the next leap around the circle is the one nearest on that side.
        let angle = |leap: &Vector| f64::from(leap.0).atan2(f64::from(leap.1)).to_degrees().rem_euclid(360.0);
        let mut circle = term.leaps.clone();
        circle.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
        let start = circle.iter().position(|one| *one == leap).unwrap_or(0);
        let right = (0..8).map(|n| circle[(start + n) % 8]).collect();
        let left = (0..8).map(|n| circle[(start + 8 - n) % 8]).collect();
        return vec![right, left];
    }
    vec![vec![leap]]
}
