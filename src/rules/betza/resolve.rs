//! Derives the meaning of a parsed line: one [`Leg`] for each direction of each move.
//!
//! Moves of several legs are resolved in `bent`.
//!
//! If Betza's text, XBoard and other programs read a combination differently, or none of them defines
//! it, it is an error: a refusal is better than a silent misreading.

use super::ast::{Ast, Atom, Direction, Leap, LeapShape, Limit, Modifier, Prefix, Span, Term};
use super::{BetzaError, CastleLeg, Leg, Movement, Obstacle, Purpose, Reach, Wing, push_new};
use crate::rules::geometry::Step;

/// The leaps of W and F, which make up sliders.
pub(super) const WAZIR: Leap = Leap { short: 0, long: 1 };
pub(super) const FERZ: Leap = Leap { short: 1, long: 1 };

/// Derives the moves.
///
/// # Errors
/// The first combination of modifiers, directions and atom that has no single meaning.
pub fn resolve(ast: &Ast) -> Result<Movement, BetzaError> {
    let mut movement = Movement::default();
    for part in &ast.moves {
        let resolver = Resolver { text: &ast.text, part, lent_behind: None };
        if part.atom == Atom::Castle {
            resolver.castles()?.into_iter().for_each(|castle| push_new(&mut movement.castles, castle));
        } else if let Some((index, span)) = resolver.lends() {
            for loan in resolver.loans(index, span)? {
                push_new(&mut movement.loans, loan);
            }
        } else {
            resolver.legs()?.into_iter().for_each(|leg| push_new(&mut movement.legs, leg));
        }
    }
    Ok(movement)
}

/// One move while its legs are derived.
pub(super) struct Resolver<'a> {
    pub(super) text: &'a str,
    pub(super) part: &'a Term,
    /// The leg, counted from 0, after which another piece continues (`x`).
    pub(super) lent_behind: Option<usize>,
}

impl Resolver<'_> {
    pub(super) fn legs(&self) -> Result<Vec<Leg>, BetzaError> {
        if let Some(group) = &self.part.group {
            return self.repeated(group);
        }
        if self.part.atom == Atom::Chain {
            return self.chained();
        }
        if !self.part.further.is_empty() {
            return self.bent();
        }
        let reach = self.reach();
        if let Some(span) = self.part.first.modifier(Modifier::Toggle) {
            return self.refuse(span, "`y` before another leg (`yafsF`)", "`y` with a single leg");
        }
        let other = [Modifier::Quiet, Modifier::EnPassant, Modifier::Own]
            .into_iter()
            .find_map(|mode| self.part.first.modifier(mode));
        if let (Some(span), true) = (other, self.part.first.has(Modifier::Kings)) {
            return self.refuse(
                span,
                "`k` without `m`, `d` and `e`: it takes Kings and does nothing else",
                "both",
            );
        }
        self.check_tame(&self.part.first)?;
        let obstacle = self.obstacle()?;
        if let (Some(span), true) =
            (self.part.first.modifier(Modifier::Halfling), self.part.first.has(Modifier::Cylinder))
        {
            return self.refuse(span, "a board with edges, to count the steps to", "`hh` with `o`");
        }
        let paths = match self.part.first.modifier(Modifier::Crooked) {
            Some(span) => self.crooked(span)?,
            None if self.part.first.has(Modifier::Circular) => self.circular()?,
            None => self.directions()?.into_iter().map(|step| vec![step]).collect(),
        };
        let unload = self.unload()?;
        let leg = |steps| Leg {
            steps,
            reach,
            // Half of one step, rounded up, is that step.
            halfling: self.part.first.has(Modifier::Halfling) && reach != Reach::Steps(1),
            obstacle,
            purpose: self.purpose(),
            initial: self.part.first.has(Modifier::Initial),
            cylinder: self.part.first.has(Modifier::Cylinder),
            kings: self.part.first.has(Modifier::Kings),
            tame: self.part.first.has(Modifier::Tame),
            unload,
            bends: Vec::new(),
        };
        Ok(paths.into_iter().map(leg).collect())
    }

    pub(super) fn reach(&self) -> Reach {
        match self.part.range {
            Limit::UpTo(steps) => Reach::Steps(steps),
            Limit::Unlimited => Reach::Edge,
        }
    }

    pub(super) fn purpose(&self) -> Purpose {
        // The last leg of a path defines its purpose.
        let prefix = self.part.further.last().unwrap_or(&self.part.first);
        purpose_of(prefix)
    }

    /// Whether a `t` on the last leg of a move forbids anything.
    pub(super) fn check_tame(&self, last: &Prefix) -> Result<(), BetzaError> {
        let Some(span) = last.modifier(Modifier::Tame) else { return Ok(()) };
        match purpose_of(last) {
            _ if last.hops() => {
                let expected = "`t` without `p` and `g` at the end of a move: programs read them differently";
                self.refuse(span, expected, "both")
            }
            Purpose { capture: false, .. } => self.refuse(
                span,
                "`t` with a move that captures, which it may not do to Kings",
                "one that does not",
            ),
            _ if last.has(Modifier::Kings) => self.refuse(span, "one of `k` and `t`", "both"),
            _ => Ok(()),
        }
    }

    fn castles(&self) -> Result<Vec<CastleLeg>, BetzaError> {
        if !self.part.further.is_empty() {
            return self.refuse(
                self.part.span.clone(),
                "a leap, not castling, behind `a`",
                quoted(self.part.atom),
            );
        }
        if let Some((modifier, span)) =
            self.part.first.modifiers.iter().find(|(modifier, _)| *modifier != Modifier::Initial)
        {
            return self.refuse(
                span.clone(),
                "`i`, `l`, `r` or `s` before castling",
                quoted(modifier.text()),
            );
        }
        let Limit::UpTo(squares) = self.part.range else {
            return self.refuse(self.part.span.clone(), "the number of squares the King goes", "none");
        };
        let mut wings = Vec::new();
        for (index, &direction) in self.part.first.directions.iter().enumerate() {
            let span = self.part.first.direction_span(index, index + 1);
            match direction {
                Direction::Left | Direction::Right | Direction::Sideways
                    if self.part.first.directions[..index].contains(&direction) =>
                {
                    return self.refuse(span, "each side once", format!("a second `{}`", direction.letter()));
                }
                Direction::Left => push_new(&mut wings, Wing::Left),
                Direction::Right => push_new(&mut wings, Wing::Right),
                Direction::Sideways => {
                    for wing in [Wing::Left, Wing::Right] {
                        push_new(&mut wings, wing);
                    }
                }
                _ => {
                    return self.refuse(
                        span,
                        "castling to the left, right or both sides",
                        format!("`{}`", direction.letter()),
                    );
                }
            }
        }
        if wings.is_empty() {
            wings = vec![Wing::Left, Wing::Right];
        }
        let initial = self.part.first.has(Modifier::Initial);
        Ok(wings.into_iter().map(|wing| CastleLeg { wing, squares, initial }).collect())
    }

    /// The leaps of the atom.
    pub(super) fn leaps(&self) -> &[Leap] {
        match &self.part.atom {
            Atom::Leaper(_, leap) | Atom::Vector(leap) => std::slice::from_ref(leap),
            Atom::Rook => &[WAZIR],
            Atom::Bishop => &[FERZ],
            Atom::Queen | Atom::King => &[WAZIR, FERZ],
            Atom::Castle | Atom::Chain => &[],
        }
    }

    fn is_single(&self) -> bool {
        self.part.range == Limit::UpTo(1)
    }

    /// The conditions of `n`, `j`, `p` and `g`.
    fn obstacle(&self) -> Result<Obstacle, BetzaError> {
        let conditions = [Modifier::Lame, Modifier::Jump, Modifier::Hop, Modifier::Grasshopper];
        let mut said = self.part.first.modifiers.iter().filter(|(modifier, _)| conditions.contains(modifier));
        let Some((condition, span)) = said.next() else {
            return Ok(Obstacle::Free);
        };
        if let Some((second, span)) = said.next() {
            return self.refuse(
                span.clone(),
                "one of `n`, `j`, `p` and `g`",
                format!("`{}` with `{}`", condition.text(), second.text()),
            );
        }
        let turning =
            [Modifier::Crooked, Modifier::Circular].into_iter().find(|&turn| self.part.first.has(turn));
        if let Some(turning) =
            turning.filter(|turn| (*turn, *condition) != (Modifier::Crooked, Modifier::Lame))
        {
            let both = format!("`{}` with `{}`", condition.text(), turning.text());
            return self.refuse(span.clone(), "a straight move", both);
        }
        match condition {
            Modifier::Lame if self.is_lame() => Ok(Obstacle::Lame),
            Modifier::Lame => self.refuse(
                span.clone(),
                "a leap whose path is defined (D, N, A, H, G) behind `n`",
                quoted(self.part.atom),
            ),
            Modifier::Jump => self.jump(span),
            _ if self.is_single() => self.refuse(
                span.clone(),
                format!("a slider or rider behind `{}`", condition.text()),
                "a single leap",
            ),
            Modifier::Hop => Ok(Obstacle::Hop),
            _ => Ok(Obstacle::Grasshopper),
        }
    }

    fn jump(&self, span: &Span) -> Result<Obstacle, BetzaError> {
        let slides = self.leaps().iter().all(|&leap| leap == WAZIR || leap == FERZ);
        let jumps = self.leaps().iter().all(|leap| matches!((leap.short, leap.long), (0..=2, 2)));
        match (slides, jumps, self.is_single()) {
            (true, _, false) => Ok(Obstacle::SkipFirst),
            (_, true, true) => Ok(Obstacle::Jump),
            _ => self.refuse(
                span.clone(),
                "a D, A or N leap, or a W or F slider, behind `j`",
                quoted(&self.text[self.part.span.clone()]),
            ),
        }
    }

    /// The two-step paths of `z`: each first step with a turn to the right and one to the left.
    fn crooked(&self, span: Span) -> Result<Vec<Vec<Step>>, BetzaError> {
        if !self.part.first.directions.is_empty() {
            let span = self.part.first.direction_span(0, self.part.first.directions.len());
            return self.refuse(span, "a crooked move in all directions", "direction letters");
        }
        let [leap] = self.leaps() else {
            return self.refuse(span, "`zR` or `zB`, or both", format!("`z` with `{}`", self.part.atom));
        };
        if self.part.first.has(Modifier::Circular) {
            return self.refuse(span, "one of `z` and `q`", "both");
        }
        if self.is_single() {
            return self.refuse(span, "two steps or more behind `z`", "a single leap");
        }
        let turns = |step: Step| {
            [(step.forward, -step.right), (-step.forward, step.right)]
                .map(|(right, forward)| Step::new(right, forward))
        };
        Ok(leap.steps().into_iter().flat_map(|step| turns(step).map(|turned| vec![step, turned])).collect())
    }

    /// The paths of `q`, in both directions around: from each leap to the next one on the circle of
    /// eight.
    fn circular(&self) -> Result<Vec<Vec<Step>>, BetzaError> {
        let span = self.part.first.modifier(Modifier::Circular).unwrap_or_default();
        if self.part.first.has(Modifier::Halfling) || self.part.first.has(Modifier::Crooked) {
            return self.refuse(span, "`q` without `hh` and `z`", "both");
        }
        let leap = match self.leaps() {
            [leap] if leap.shape() == LeapShape::Oblique && !self.is_single() => *leap,
            _ => {
                let found = quoted(&self.text[self.part.span.clone()]);
                return self.refuse(span, "a rider with an oblique leap (NN, CC, ZZ) behind `q`", found);
            }
        };
        let circle = leap.circle();
        let around = |first: Step| {
            let start = circle.iter().position(|&step| step == first).unwrap_or(0);
            let right = (0..8).map(|n| circle[(start + n) % 8]).collect();
            let left = (0..8).map(|n| circle[(start + 8 - n) % 8]).collect();
            [right, left]
        };
        Ok(self.directions()?.into_iter().flat_map(around).collect())
    }

    pub(super) fn refuse<T>(
        &self,
        span: Span,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Result<T, BetzaError> {
        Err(BetzaError::new(self.text, span, expected, found))
    }
}

/// The purpose given by the letters of a last leg.
pub(super) fn purpose_of(prefix: &Prefix) -> Purpose {
    let [quiet, capture, own, en_passant] =
        [Modifier::Quiet, Modifier::Capture, Modifier::Own, Modifier::EnPassant]
            .map(|letter| prefix.has(letter));
    if prefix.has(Modifier::Kings) {
        return Purpose { capture: true, ..Purpose::default() };
    }
    let unsaid = !(quiet || capture || own || en_passant);
    Purpose { quiet: quiet || unsaid, capture: capture || unsaid, own, en_passant }
}

pub(super) fn quoted(text: impl std::fmt::Display) -> String {
    format!("`{text}`")
}
