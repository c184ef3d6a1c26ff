//! `x`: moves that pieces of one side lend each other.
//!
//! H.G. Muller introduced it in May and June 2020 in his Interactive Diagram. He calls the two forms
//! *induction* and *borrowing* (chessvariants.com, comments 39251 of 2020-05-31 and 48597):
//! * on a leg that is not the last, `x` means that the leg ends on a friendly piece, and that this
//!   piece makes the following legs: the knight of Knight-Relay Chess is `mNxaN` (comment 39372), in
//!   brackets `[xN-N]`;
//! * on the last leg it is the other way round: the piece may make the moves of the friendly piece on
//!   which the leg ends, from its own square. The king of Odin's Rune Chess is `xK` (comment 39271).
//!
//! As in the Diagram, any piece on that square receives the moves, even kings and pawns. Lent moves are
//! not lent on, and nothing is borrowed from a piece of the same type. After an `x` a leg of K, Q or an
//! oblique atom without directions continues in all of them except back. One of W, F and the like would
//! continue like a king in the Diagram, whereas elsewhere it turns by right angles (as in XBoard): that
//! is an error. XBoard does not read `x`, and it has no other meaning.
//!
//! Anything that the Diagram reads only by accident is an error: pieces captured before the `x`, a
//! second `x`, `i` and `u` beside it, and other modes on its leg. (Muller has considered `c` for
//! lending to enemies.)

use super::ast::{Atom, Modifier, Prefix, Span, Term};
use super::resolve::{Resolver, quoted};
use super::{BetzaError, Loan};

/// Modifiers that cannot be on a leg with `x`, which defines its mode.
const OTHER_MODES: [Modifier; 9] = [
    Modifier::Quiet,
    Modifier::Capture,
    Modifier::Own,
    Modifier::EnPassant,
    Modifier::Kings,
    Modifier::Tame,
    Modifier::Hop,
    Modifier::Grasshopper,
    Modifier::Toggle,
];

impl Term {
    /// The modifiers of each leg, whether it is written with `a` or in brackets.
    fn said(&self) -> Vec<&Prefix> {
        let links = self.chain.iter().map(|link| &link.term.first);
        if self.chain.is_empty() {
            std::iter::once(&self.first).chain(&self.further).collect()
        } else {
            links.collect()
        }
    }

    /// The same, with letters in place of the `x` of a leg that define its end.
    fn with(&self, index: usize, letters: &[Modifier]) -> Term {
        let mut term = self.clone();
        let prefix = match (self.chain.is_empty(), index) {
            (false, _) => term.chain.get_mut(index).map(|link| &mut link.term.first),
            (true, 0) => Some(&mut term.first),
            (true, _) => term.further.get_mut(index - 1),
        };
        if let Some(prefix) = prefix {
            let span = prefix.modifier(Modifier::Lend).unwrap_or_default();
            prefix.modifiers.retain(|(modifier, _)| *modifier != Modifier::Lend);
            prefix.modifiers.extend(letters.iter().map(|&letter| (letter, span.clone())));
        }
        term
    }
}

impl Resolver<'_> {
    /// The leg that has an `x`, and its place, if there is one.
    pub(super) fn lends(&self) -> Option<(usize, Span)> {
        let outer = self.part.first.modifier(Modifier::Lend).map(|span| (0, span));
        let of_legs = || {
            self.part
                .said()
                .into_iter()
                .enumerate()
                .find_map(|(i, said)| Some((i, said.modifier(Modifier::Lend)?)))
        };
        outer.or_else(of_legs)
    }

    /// The moves that are lent or borrowed by the `x` on a leg.
    pub(super) fn loans(&self, index: usize, span: Span) -> Result<Vec<Loan>, BetzaError> {
        let said = self.part.said();
        let last = index + 1 == said.len();
        self.check_loan(&said, index, span)?;
        let letters: &[Modifier] = if last { &[Modifier::Own] } else { &[Modifier::Tame, Modifier::Hop] };
        let part = &self.part.with(index, letters);
        let resolver = Resolver { text: self.text, part, lent_behind: (!last).then_some(index) };
        let lent_behind = if last { None } else { u8::try_from(index).ok() };
        Ok(resolver.legs()?.into_iter().map(|leg| Loan { leg, lent_behind }).collect())
    }

    fn check_loan(&self, said: &[&Prefix], index: usize, span: Span) -> Result<(), BetzaError> {
        if !self.part.chain.is_empty() && self.part.first.has(Modifier::Lend) {
            return self.refuse(span, "`x` in the bracket, on one of its legs", "`x` before it");
        }
        if self.part.group.is_some() {
            return self.refuse(span, "`x` in a path without parentheses", "both");
        }
        let outer = std::iter::once(&self.part.first).filter(|_| !self.part.chain.is_empty());
        let last = index + 1 == said.len();
        for (at, prefix) in outer
            .map(|outer| (None, outer))
            .chain(said.iter().copied().enumerate().map(|(i, p)| (Some(i), p)))
        {
            for (modifier, span) in &prefix.modifiers {
                let takes = matches!(modifier, Modifier::Capture | Modifier::Own);
                let expected = match (modifier, at) {
                    (Modifier::Lend, Some(at)) if at != index => {
                        "one `x`: a move passes from one piece to one other"
                    }
                    (Modifier::Initial, None | Some(0)) => {
                        "`x` without `i`: whose first move is meant is not said"
                    }
                    (Modifier::Unload, _) => "one of `x` and `u`",
                    (other, Some(at)) if at == index && OTHER_MODES.contains(other) => {
                        "`x` as the only mode of its leg, and other moves apart: `mNxaN`"
                    }
                    (_, Some(at)) if at < index && takes => "a path to the piece with `x` that takes nobody",
                    (_, None) if last && (takes || *modifier == Modifier::Quiet) => {
                        "no mode beside `x` at the end, for what is borrowed has its own"
                    }
                    _ => continue,
                };
                let found = modifier.text();
                return self.refuse(span.clone(), expected, format!("`{found}`"));
            }
        }
        let next = said.get(index + 1).filter(|_| self.part.chain.is_empty());
        let around = matches!(self.part.atom, Atom::King | Atom::Queen) || self.is_oblique();
        if next.is_some_and(|next| next.directions.is_empty()) && !around {
            let expected = "directions behind `x`, or brackets (`[xW-W]`): without any programs would differ";
            return self.refuse(self.part.span.clone(), expected, quoted(self.part.atom));
        }
        let before = self.part.chain.iter().take(if last { index } else { index + 1 });
        if before.into_iter().any(|link| link.may_end) {
            let expected = "`-` behind the legs up to `x`, and other moves apart: `F[F-xR]`";
            return self.refuse(span, expected, "`?`");
        }
        Ok(())
    }
}
