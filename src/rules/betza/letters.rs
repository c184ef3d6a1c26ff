//! Which letters are allowed on a leg, depending on its position: one table for legs after `a` and for
//! those in brackets.

use super::BetzaError;
use super::Reach;
use super::ast::{Direction, Leap, Modifier, Prefix};
use super::resolve::{Resolver, quoted};
use crate::rules::geometry::Step;

/// How a leg is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// After `a`, or before the first of them: all legs have one atom.
    Path,
    /// In a bracket, with an atom of its own.
    Bracket,
}

/// The position of a leg in its move.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub form: Form,
    pub is_first: bool,
    pub is_last: bool,
    /// Whether the move may end after it.
    pub may_end: bool,
}

impl Resolver<'_> {
    /// Checks that each letter of a leg is allowed there.
    pub(super) fn check_letters(&self, prefix: &Prefix, place: Place) -> Result<(), BetzaError> {
        if place.is_last || (place.may_end && !prefix.hops()) {
            self.check_tame(prefix)?;
        }
        for (modifier, span) in &prefix.modifiers {
            if let Some(expected) = self.misplaced(*modifier, prefix, place) {
                return self.refuse(span.clone(), expected, quoted(modifier.text()));
            }
        }
        let fixed = |letter: &Direction| match letter {
            Direction::Half => !place.is_first,
            Direction::Other | Direction::Same => !place.is_first && place.form == Form::Bracket,
            _ => false,
        };
        let Some(at) = prefix.directions.iter().position(fixed) else { return Ok(()) };
        let expected = match place.form {
            Form::Path => "a direction of the leg before",
            Form::Bracket => "`f`, `b`, `l`, `r`, `v` or `s`, counted from the leg before",
        };
        self.refuse(prefix.direction_span(at, at + 1), expected, quoted(prefix.directions[at].letter()))
    }

    /// What is expected instead of a letter that is not allowed.
    fn misplaced(&self, letter: Modifier, prefix: &Prefix, place: Place) -> Option<&'static str> {
        use Modifier::{
            Circular, Crooked, EnPassant, Grasshopper, Halfling, Hop, Initial, Jump, Kings, Lame, Lend, Own,
            Quiet, Tame, Toggle, Unload,
        };
        let Place { form, is_first, is_last, may_end } = place;
        let (has, hops, in_bracket) = (|letter| prefix.has(letter), prefix.hops(), form == Form::Bracket);
        let is_leap = self.reach() == Reach::Steps(1);
        Some(match letter {
            Halfling | Crooked | Circular | Jump | EnPassant if !in_bracket => {
                "a modifier that paths have (i u m c d t p g o y n k)"
            }
            Halfling | Crooked | Circular | Jump | EnPassant | Kings | Lend | Toggle | Unload
                if in_bracket =>
            {
                "a modifier that legs in brackets have (m c d t p g o n)"
            }
            Kings if !is_last => "`k` on the last leg",
            Kings if has(Quiet) || has(Own) => {
                "`k` without `m` and `d`: it takes Kings and does nothing else"
            }
            Tame if !is_last && (!hops || may_end) && in_bracket => "`t` with `p`, or on the last leg",
            Tame if !is_last && !hops => "`t` with `p` or `g`, or on the last leg",
            Toggle if is_last => "`y` before another leg",
            Hop if has(Grasshopper) => "one of `p` and `g`",
            Hop | Grasshopper if in_bracket && !is_last && may_end => {
                "`-` behind the leg: where the move goes on over a piece it cannot end"
            }
            Hop | Grasshopper if in_bracket && is_last && has(Lame) => "one of `n`, `p` and `g`",
            Hop | Grasshopper if in_bracket && is_last && is_leap => "a line to hop on",
            Initial if in_bracket && is_first => "`i` before the bracket, for it is about the whole move",
            Initial if is_last && !is_first && hops => {
                "`i` without `p` and `g`, which leave it open where the line ends"
            }
            Initial if in_bracket && is_leap => "a line to go as far on",
            Lame if !self.is_lame() => "a leap whose path is defined (D, N, A, H, G) behind `n`",
            Lame if !in_bracket && is_last && hops => "one of `n`, `p` and `g`",
            _ => return None,
        })
    }

    /// Whether the squares that its leaps pass are known.
    pub(super) fn is_lame(&self) -> bool {
        let passes = |leap: &Leap| {
            Step::new(leap.short, leap.long).between().is_some_and(|squares| !squares.is_empty())
        };
        self.leaps().iter().all(passes)
    }
}
