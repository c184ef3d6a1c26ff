//! Legs in parentheses, which a path may take any number of times or not at all: `(az)F`.
//!
//! H.G. Muller's of 2021, in his Interactive Diagram: `x(y)zA` is `xzA`, `xyzA`, `xyyzA` and so on. His
//! example is `(az)N`, the Quintessence; `(az)F` is the Crooked Bishop.

use std::ops::Range;

use super::ast::{Prefix, Term};
use super::resolve::Resolver;
use super::{BetzaError, Leg, push_new};

/// So many legs a path has at most whose legs are repeated: more than lines of any usual board.
const MOST_LEGS: usize = 32;

impl Term {
    /// The move with the legs in parentheses written out so many times.
    pub(crate) fn repeating(&self, group: &Range<usize>, times: usize) -> Term {
        let legs = |range: Range<usize>| self.further.get(range).unwrap_or_default();
        let mut further: Vec<Prefix> = legs(0..group.start).to_vec();
        (0..times).for_each(|_| further.extend_from_slice(legs(group.clone())));
        further.extend_from_slice(legs(group.end..self.further.len()));
        Term { further, group: None, ..self.clone() }
    }
}

impl Resolver<'_> {
    /// The paths with a group of legs taken so often, from never to as many times as there is room.
    pub(super) fn repeated(&self, group: &Range<usize>) -> Result<Vec<Leg>, BetzaError> {
        let others = self.part.further.len() - group.len() + 1;
        let mut legs = Vec::new();
        for times in 0..=MOST_LEGS.saturating_sub(others) / group.len().max(1) {
            let part = &self.part.repeating(group, times);
            for leg in (Resolver { text: self.text, part, lent_behind: None }).legs()? {
                push_new(&mut legs, leg);
            }
        }
        Ok(legs)
    }
}
