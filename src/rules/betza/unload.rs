//! `u`: the captured piece does not leave the board, but is put where the leg with the `u` began.
//!
//! H.G. Muller's "unload" of 2020, in his Interactive Diagram and in XBoard after 4.9.1: `ucR` swaps
//! places with an enemy, `udR` with a piece of its own side, and `afudQ` leaves the piece on the square
//! before the last leg. With several pieces to put down, several squares, or an occupied square, these
//! programs disagree, and it is an error.

use super::BetzaError;
use super::ast::{Modifier, Prefix};
use super::resolve::{Resolver, purpose_of};

impl Resolver<'_> {
    /// The leg at whose beginning the captured piece is put, counted from 0.
    pub(super) fn unload(&self) -> Result<Option<u8>, BetzaError> {
        let legs: Vec<&Prefix> = self.prefixes().collect();
        let said = |prefix: &Prefix| prefix.modifier(Modifier::Unload);
        let mut places =
            legs.iter().enumerate().filter_map(|(leg, prefix)| said(prefix).map(|span| (leg, span)));
        let Some((leg, span)) = places.next() else { return Ok(None) };
        if let Some((_, span)) = places.next() {
            return self.refuse(span, "one `u`: a piece is put down on one square", "a second `u`");
        }
        let takes = |&(index, prefix): &(usize, &&Prefix)| {
            let purpose = purpose_of(prefix);
            if index + 1 == legs.len() {
                purpose.capture || purpose.own
            } else {
                prefix.has(Modifier::Capture) || prefix.has(Modifier::Own)
            }
        };
        let taking: Vec<usize> = legs.iter().enumerate().filter(takes).map(|(index, _)| index).collect();
        let unclear = |letter| legs.iter().any(|prefix| prefix.has(letter));
        match taking[..] {
            _ if unclear(Modifier::EnPassant) || unclear(Modifier::Kings) => {
                self.refuse(span, "`u` without `e` and `k`", "both")
            }
            [] => self.refuse(span, "`u` in a move that takes a piece", "one that takes none"),
            [takes] if takes < leg => {
                let expected =
                    "`u` on the leg that takes a piece, or before it: programs differ about one behind";
                self.refuse(span, expected, "one behind it")
            }
            [_] if leg > 0 && legs[leg - 1].hops() => {
                self.refuse(span, "`u` where a leg begins on an empty square", "one where a piece may stand")
            }
            [_] => Ok(u8::try_from(leg).ok()),
            _ => {
                let expected =
                    "`u` in a move that takes one piece: which of several is put down is not defined";
                self.refuse(span, expected, "one that may take more")
            }
        }
    }
}
