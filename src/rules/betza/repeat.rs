//! Legs in parentheses, which a path may repeat any number of times or leave out: `(az)F`.
//!
//! H.G. Muller introduced them in 2021 in his Interactive Diagram: `x(y)zA` is `xzA`, `xyzA`, `xyyzA`
//! and so on. His example is `(az)N`, the Quintessence; `(az)F` is the Crooked Bishop.

use std::ops::Range;

use super::ast::{Prefix, Term};
use super::resolve::Resolver;
use super::{BetzaError, Leg, push_new};

/// The maximum number of legs in a path with repeated legs: more than the lines of any usual board.
const MOST_LEGS: usize = 32;

impl Term {
    /// The move with the legs in parentheses repeated this number of times.
    pub(crate) fn repeating(&self, group: &Range<usize>, times: usize) -> Term {
        let legs = |range: Range<usize>| self.further.get(range).unwrap_or_default();
        let mut further: Vec<Prefix> = legs(0..group.start).to_vec();
        (0..times).for_each(|_| further.extend_from_slice(legs(group.clone())));
        further.extend_from_slice(legs(group.end..self.further.len()));
        Term { further, group: None, ..self.clone() }
    }
}

impl Resolver<'_> {
    /// The paths with a group of legs repeated, from zero times to as often as there is room.
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
