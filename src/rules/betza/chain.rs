//! Moves of several legs in brackets, where each leg has its own atom: `[F?R]`.
//!
//! The notation is H.G. Muller's, who prefers it to `a`. `t[FR]` is Ralph Betza's notation for `[F?R]`.
//! * after `-` the move must continue, and after `?` it may also end;
//! * at its end, a leg moves and captures unless it says otherwise; where it continues, the square must
//!   be empty unless the leg gives another condition (`m`, `p`, `c`). `g` is read as `p` there, because
//!   the next leg has its own atom;
//! * directions of further legs are relative to the leg before, in eighths of a circle. Without
//!   directions a leg continues outward: straight on if its atom can, and otherwise by the smallest
//!   turn to either side; after an oblique leap that is the one orthogonal, or the one diagonal, next
//!   to it (`[N?B]`);
//! * directions before the bracket apply to the whole way, which counts as an oblique leap if it turns:
//!   `v[F?R]` is the Ship. Inside, before the first leg, they are refused if the two meanings would
//!   differ.

use super::ast::{Atom, Leap, LeapShape, Limit, Link, Modifier};
use super::bent::{ENDS, MOST_WAYS, ONWARD, line_obstacle, vias};
use super::letters::{Form, Place};
use super::resolve::{Resolver, purpose_of, quoted};
use super::steps::Token;
use super::{Bend, BetzaError, Leg, Reach, Turns, Via, push_new};
use crate::rules::geometry::Step;

/// One way through a bracket: its first step and the turns between the legs.
#[derive(Clone)]
struct Way {
    start: Step,
    bends: Vec<(Turns, Option<i8>)>,
    /// The last leap, or one of several equivalent ones.
    step: Step,
}

/// The maximum number of legs in a bracket.
const MOST_LEGS: usize = 64;

impl Way {
    fn turns(&self) -> bool {
        let leaves = !self.start.is_straight() && self.step.is_straight();
        leaves || self.bends.iter().any(|(turns, _)| turns.0 & !0x11 != 0)
    }
}

impl Resolver<'_> {
    /// The legs of a bracket: a path to each place where the move may end.
    pub(super) fn chained(&self) -> Result<Vec<Leg>, BetzaError> {
        let chain = &self.part.chain;
        if chain.len() > MOST_LEGS {
            let (expected, found) = (format!("at most {MOST_LEGS} legs"), chain.len().to_string());
            return self.refuse(self.part.span.clone(), expected, found);
        }
        let before = [Modifier::Initial, Modifier::Quiet, Modifier::Capture, Modifier::Own];
        if let Some((modifier, span)) =
            self.part.first.modifiers.iter().find(|(modifier, _)| !before.contains(modifier))
        {
            let expected = "a direction, `i`, `m`, `c` or `d` before a bracket";
            return self.refuse(span.clone(), expected, quoted(modifier.text()));
        }
        let slides = |link: &Link| self.of(link).reach() != Reach::Steps(1);
        for (index, link) in chain.iter().enumerate() {
            let (is_first, is_last, may_end) = (index == 0, index + 1 == chain.len(), link.may_end);
            if link.term.atom == Atom::Castle {
                return self.refuse(link.term.span.clone(), "a leap, not castling, in a bracket", "`O`");
            }
            let place = Place { form: Form::Bracket, is_first, is_last, may_end };
            self.of(link).check_letters(&link.term.first, place)?;
            let as_far = link.term.first.modifier(Modifier::Initial);
            if let Some(span) = as_far.filter(|_| !chain[..index].iter().any(slides)) {
                return self.refuse(span, "a line before it, which this is to be as long as", "none");
            }
        }
        let mut ways = self.ways()?;
        if !self.part.first.directions.is_empty() {
            ways = self.directed(ways)?;
        }
        let mut legs = Vec::new();
        for last in (0..chain.len()).filter(|&index| chain[index].may_end) {
            for way in &ways {
                push_new(&mut legs, self.path_to(last, way));
            }
        }
        Ok(legs)
    }

    /// A leg by itself.
    fn of<'a>(&'a self, link: &'a Link) -> Resolver<'a> {
        Resolver { text: self.text, part: &link.term, lent_behind: None }
    }

    /// Every way through the bracket. Turns after which the next leg continues in the same way are kept
    /// together.
    fn ways(&self) -> Result<Vec<Way>, BetzaError> {
        let Some((first, further)) = self.part.chain.split_first() else { return Ok(Vec::new()) };
        let first = self.of(first);
        let said = &first.part.first;
        first.refuse_parts_of_a_queen("W, F, R or B for a leg in some directions")?;
        let starts = first.directions()?.into_iter();
        let mut ways: Vec<Way> = starts.map(|start| Way { start, bends: Vec::new(), step: start }).collect();
        for (index, link) in further.iter().enumerate() {
            let mut longer = Vec::new();
            for way in &ways {
                let turns = if self.lent_behind == Some(index) && link.term.first.directions.is_empty() {
                    self.of(link).turns_all_around(way.step)?
                } else {
                    self.of(link).turns_from(way.step)?
                };
                let sets = if index + 1 == further.len() {
                    vec![turns]
                } else {
                    turns.eighths().map(|eighth| Turns(1_u8 << eighth)).collect()
                };
                for turns in sets {
                    longer.push(self.of(link).longer(way, turns));
                }
            }
            ways = longer;
            let lines = self.part.chain[..=index].iter().filter(|link| link.term.range != Limit::UpTo(1));
            let count = lines.fold(ways.len(), |ways, _| ways.saturating_mul(ENDS));
            if count > MOST_WAYS {
                let expected = format!("a bracket of at most {MOST_WAYS} ways");
                return self.refuse(self.part.span.clone(), expected, format!("{count} ways"));
            }
        }
        let alone = matches!(said.directions[..], [_]) && first.leaps().iter().all(|leap| leap.short == 0);
        if !said.directions.is_empty() && !alone && ways.iter().any(Way::turns) {
            let span = said.direction_span(0, said.directions.len());
            let expected = "directions before the bracket, for the whole way turns";
            return self.refuse(span, expected, "directions of its first leg");
        }
        Ok(ways)
    }

    /// A way extended by this leg.
    fn longer(&self, way: &Way, turns: Turns) -> Way {
        let length = |step: Step| step.right.abs().max(step.forward.abs());
        let reached = self.leaps().first().map(|leap| leap.long);
        let straight = self.leaps().iter().all(|leap| leap.shape() != LeapShape::Oblique);
        let stride =
            reached.filter(|&long| if way.step.is_straight() { long != length(way.step) } else { straight });
        let step = turns.of(way.step, stride).next().unwrap_or(way.step);
        let bends = way.bends.iter().copied().chain([(turns, stride)]).collect();
        Way { start: way.start, bends, step }
    }

    /// The turns by which this leg may continue from a leap when another piece makes it (`x`): all
    /// except back.
    fn turns_all_around(&self, step: Step) -> Result<Turns, BetzaError> {
        let goes = |eighth: &u8| {
            let turned = step.turned(*eighth);
            turned.is_some_and(|turned| self.leaps().iter().any(|&leap| leads(leap, turned)))
        };
        let turns = ONWARD.eighths().filter(goes).fold(0, |turns, eighth| turns | 1 << eighth);
        if turns != 0 {
            return Ok(Turns(turns));
        }
        let expected = "a leap that can be counted from the one before: the same, or both straight";
        self.refuse(self.part.span.clone(), expected, quoted(self.part.atom))
    }

    /// The turns by which this leg may continue from a leap.
    fn turns_from(&self, step: Step) -> Result<Turns, BetzaError> {
        let prefix = &self.part.first;
        let goes = |eighth: u8| {
            (step.is_straight() || eighth.is_multiple_of(4))
                && step
                    .turned(eighth)
                    .is_some_and(|turned| self.leaps().iter().any(|&leap| leads(leap, turned)))
        };
        if prefix.directions.is_empty() {
            if let ([leap], false) = (self.leaps(), step.is_straight())
                && leap.shape() != LeapShape::Oblique
            {
                return Ok(outward(step, leap.shape()));
            }
            let outward = [0x01, 0x82, 0x44, 0x28, 0x10].map(Turns);
            let outward = outward.into_iter().find(|turns| turns.eighths().all(goes));
            return match outward {
                Some(turns) => Ok(turns),
                None => self.refuse(
                    self.part.span.clone(),
                    "the same leap again, or one straight leap (`[N?B]`), behind an oblique one: where \
                     else it would turn is not defined",
                    quoted(self.part.atom),
                ),
            };
        }
        let turns = self.turns(prefix, &prefix.directions)?;
        if turns.eighths().all(goes) {
            return Ok(turns);
        }
        let span = prefix.direction_span(0, prefix.directions.len());
        let found = format!("`{}`, where `{}` has no step", &self.text[span.clone()], self.part.atom);
        self.refuse(span, "directions in which the leg can go, counted from the leg before", found)
    }

    /// The ways named by the directions before the bracket.
    fn directed(&self, ways: Vec<Way>) -> Result<Vec<Way>, BetzaError> {
        let span = self.part.first.direction_span(0, self.part.first.directions.len());
        let Some(first) = self.part.chain.first() else { return Ok(ways) };
        if !first.term.first.directions.is_empty() {
            let expected = "directions of the whole way or of its first leg";
            return self.refuse(span, expected, "both");
        }
        // Each way by itself, with the leap that it amounts to.
        let single = |way: &Way| {
            let Some((&(turns, stride), before)) = way.bends.split_last() else { return Vec::new() };
            let one = |eighth| Way {
                bends: before.iter().copied().chain([(Turns(1_u8 << eighth), stride)]).collect(),
                ..way.clone()
            };
            turns.eighths().map(one).collect()
        };
        let ways: Vec<Way> = ways.iter().flat_map(single).collect();
        let wholes: Option<Vec<Step>> = ways.iter().map(|way| self.whole(way)).collect();
        let straight = !ways.iter().any(Way::turns);
        let oblique = |step: &Step| !step.is_straight();
        let alike = |wholes: &[Step]| {
            let shape = |step: &Step| (oblique(step), step.right != 0 && step.forward != 0);
            wholes.iter().all(|step| shape(step) == shape(&wholes[0]))
        };
        let Some(wholes) = wholes.filter(|wholes| alike(wholes) && (straight || wholes.iter().all(oblique)))
        else {
            let expected = "a bracket whose ways are all like one leap, for directions before it";
            return self.refuse(span, expected, quoted(&self.text[self.part.span.clone()]));
        };
        let first = wholes.first().copied().unwrap_or(Step::new(0, 0));
        let tokens = match (oblique(&first), first.right == 0 || first.forward == 0) {
            (true, _) => self.oblique_tokens()?,
            (false, true) => self.orthogonal_tokens()?,
            (false, false) => self.diagonal_tokens()?,
        };
        let mut kinds: Vec<Step> = Vec::new();
        for &step in &wholes {
            push_new(&mut kinds, step);
        }
        self.select(&kinds, &tokens)?;
        let named = |step: &Step| tokens.iter().any(|(token, _): &(Token, _)| token.names(*step));
        Ok(ways.into_iter().zip(&wholes).filter(|(_, whole)| named(whole)).map(|(way, _)| way).collect())
    }

    /// The leap of at most two squares by one that a way is like; `None` if that depends on the lengths
    /// of its slides, or if it turns back.
    fn whole(&self, way: &Way) -> Option<Step> {
        if way.bends.iter().any(|(turns, _)| turns.0 & 0x38 != 0) {
            return None;
        }
        let short = self.sum(way, 2)?;
        (short == self.sum(way, 40)?).then_some(short)
    }

    /// The total leap of a way if its slides have this number of steps.
    fn sum(&self, way: &Way, slide: i32) -> Option<Step> {
        let mut step = way.start;
        let (mut right, mut forward) = (0, 0);
        for (index, link) in self.part.chain.iter().enumerate() {
            if let Some(&(turns, stride)) = index.checked_sub(1).and_then(|bend| way.bends.get(bend)) {
                step = turns.of(step, stride).next()?;
            }
            let times = if link.term.range == Limit::UpTo(1) { 1 } else { slide };
            right += i32::from(step.right) * times;
            forward += i32::from(step.forward) * times;
        }
        let size = |part: i32, other: i32| {
            let size: i8 = if part.abs() > other.abs() && other != 0 { 2 } else { 1 };
            if part < 0 { -size } else { size * i8::from(part > 0) }
        };
        Some(Step::new(size(right, forward), size(forward, right)))
    }

    /// The path of a way up to a leg after which it may end.
    fn path_to(&self, last: usize, way: &Way) -> Leg {
        let link = |index: usize| self.of(&self.part.chain[index]);
        let outer = &self.part.first;
        let bend = |(index, &(turns, stride)): (usize, &(Turns, Option<i8>))| {
            let (before, behind) = (&link(index).part.first, &link(index + 1));
            Bend {
                via: vias(before).fold(Via::default(), |all, (via, _)| all.or(via)),
                turns,
                stride,
                reach: behind.reach(),
                obstacle: line_obstacle(&behind.part.first, index + 1 == self.part.chain.len() - 1),
                cylinder: behind.part.first.has(Modifier::Cylinder),
                as_far: behind.part.first.has(Modifier::Initial),
            }
        };
        let end = &link(last).part.first;
        let says =
            [Modifier::Quiet, Modifier::Capture, Modifier::Own].into_iter().any(|letter| end.has(letter));
        Leg {
            steps: vec![way.start],
            reach: link(0).reach(),
            halfling: false,
            obstacle: line_obstacle(&link(0).part.first, false),
            purpose: purpose_of(if says { end } else { outer }),
            initial: outer.has(Modifier::Initial),
            cylinder: link(0).part.first.has(Modifier::Cylinder),
            kings: false,
            tame: end.has(Modifier::Tame),
            unload: None,
            bends: way.bends.iter().take(last).enumerate().map(bend).collect(),
        }
    }
}

/// The turn from an oblique leap to the nearest straight direction of a shape, counted as
/// [`Step::straightened`] does.
fn outward(step: Step, shape: LeapShape) -> Turns {
    let way = match shape {
        LeapShape::Diagonal => Step::new(step.right.signum(), step.forward.signum()),
        _ => step.straightened(0).unwrap_or(step),
    };
    let eighth = (0..8_u8).find(|&eighth| step.straightened(eighth) == Some(way)).unwrap_or(0);
    Turns(1 << eighth)
}

/// Whether a leap may go in the direction of a step: the same leap if it is oblique.
fn leads(leap: Leap, step: Step) -> bool {
    let (right, forward) = (step.right.abs(), step.forward.abs());
    match leap.shape() {
        LeapShape::Orthogonal => right == 0 || forward == 0,
        LeapShape::Diagonal => right == forward,
        LeapShape::Oblique => (right.min(forward), right.max(forward)) == (leap.short, leap.long),
    }
}
