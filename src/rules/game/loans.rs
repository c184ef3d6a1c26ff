//! Moves that pieces of one side lend each other (`x`), as moves of the piece that makes them: each
//! requires one of the lending pieces in its place.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::targets::{RuledLeg, Target, Test};
use super::{Compiler, Kind, KindId};
use crate::rules::betza::Loan;
use crate::rules::betza::walk::lent_trips;
use crate::rules::geometry::{Color, Square};

/// The maximum number of lenders of one entry. More make a second entry.
const MOST_LENDERS: usize = 127;

impl<'a> Compiler<'a> {
    /// Whether a piece of a side lends or borrows moves.
    pub(super) fn lends(&self, color: Color) -> bool {
        self.kinds.iter().filter(|kind| kind.color == color).any(|kind| self.lends_or_borrows(kind))
    }

    /// Whether a piece of a kind lends or borrows moves.
    pub(super) fn lends_or_borrows(&self, kind: &Kind) -> bool {
        self.all_loans(kind).next().is_some()
    }

    /// Whether a piece of a kind borrows moves.
    pub(super) fn borrows(&self, kind: &Kind) -> bool {
        self.all_loans(kind).any(|loan| loan.lent_behind.is_none())
    }

    /// All moves that a kind lends or borrows.
    pub(super) fn all_loans(&self, kind: &Kind) -> impl Iterator<Item = &'a Loan> + use<'a> {
        let piece = kind.piece_of(self.def);
        piece.movement.loans.iter().chain(piece.zones.iter().flat_map(|zone| &zone.movement.loans))
    }

    fn loans_at(&self, kind: &Kind, square: Square) -> Vec<&'a Loan> {
        let piece = kind.piece_of(self.def);
        let seen = kind.own_view(self.shape, square);
        let zones = piece.zones.iter().filter(|zone| zone.squares.contains(&seen));
        piece.movement.loans.iter().chain(zones.flat_map(|zone| &zone.movement.loans)).collect()
    }

    /// The moves that the pieces of a side lend, by the square of the piece that makes them.
    pub(super) fn lent_by(&self, color: Color) -> Vec<Vec<Target>> {
        let mut lent: Vec<Collection> = (0..self.shape.cell_count()).map(|_| Collection::default()).collect();
        for (id, kind) in self.ids().zip(self.kinds).filter(|(_, kind)| kind.color == color) {
            for from in self.shape.squares() {
                let loans = self.loans_at(kind, from).into_iter();
                for loan in loans.filter(|loan| loan.lent_behind.is_some()) {
                    for (at, trip) in lent_trips(loan, self.shape, color, from) {
                        let mut target = RuledLeg::plain(&loan.leg).at_end_of(&trip, color);
                        if !target.victims.contains(&from) {
                            target.guard.remove(Test::side(color), from);
                        }
                        target.guard.add(Test::Lender, &[from.0, id.0]);
                        lent[at.index()].add(target);
                    }
                }
            }
        }
        lent.into_iter().map(|collection| collection.moves).collect()
    }

    /// The moves that a piece of a kind borrows on a square. It cannot borrow from a piece of its own kind.
    fn borrowed(&self, id: KindId, from: Square) -> Vec<Target> {
        let kind = self.kind(id);
        let mut found = Collection::default();
        let mut loans = self.loans_at(kind, from);
        loans.retain(|loan| loan.lent_behind.is_none());
        if loans.is_empty() {
            return Vec::new();
        }
        // The same from every square on which a lender may be.
        let others = self.ids().zip(self.kinds);
        let offers: Vec<_> = others
            .filter(|(other, lender)| *other != id && lender.color == kind.color)
            .flat_map(|(lender, other)| {
                let legs = self.legs_at(other, from).into_iter();
                legs.flat_map(|ruled| self.targets(ruled, kind, from)).map(move |offered| (lender, offered))
            })
            .collect();
        for loan in loans {
            let ways = self.walk(RuledLeg::plain(&loan.leg), kind.color, from).into_iter();
            for way in ways.filter(|way| way.own) {
                for (lender, offered) in &offers {
                    let mut target = offered.clone();
                    target.flags.initial |= loan.leg.initial;
                    let guard = &mut target.guard;
                    for (test, squares) in way.guard.tests().filter(|way| way.0 != Test::Hurdle) {
                        // Each square once: a test counts up to 255.
                        let mut new = squares.to_vec();
                        new.retain(|square| !guard.squares(test).contains(square));
                        guard.add(test, &new);
                    }
                    guard.take(Test::Lender);
                    guard.add(Test::Lender, &[way.to.0, lender.0]);
                    found.add(target);
                }
            }
        }
        found.moves
    }

    /// Everything lent to a piece of a kind on a square (`lent` to any piece there), and what it borrows.
    pub(super) fn loans_to(&self, lent: &[Target], id: KindId, from: Square) -> Vec<Target> {
        let kind = self.kind(id);
        let mut moves = [lent, &self.borrowed(id, from)].concat();
        let within = kind.piece_of(self.def).loans.as_ref();
        for target in &mut moves {
            self.spare(kind, target);
        }
        moves.retain(|target| {
            self.barrier(kind, from, target).is_none()
                && within.is_none_or(|squares| squares.contains(&kind.own_view(self.shape, target.to)))
        });
        moves
    }
}

/// Lent moves without duplicates, each with all its lenders.
#[derive(Default)]
struct Collection {
    moves: Vec<Target>,
    /// The index of the moves by their content without the lenders.
    places: HashMap<Target, usize>,
}

impl Collection {
    /// Adds a move, or who lends it to one that is there.
    fn add(&mut self, mut target: Target) {
        let lenders = target.guard.take(Test::Lender);
        let mut place = match self.places.entry(target) {
            Entry::Occupied(place) => place,
            Entry::Vacant(place) => place.insert_entry(usize::MAX),
        };
        let known = self.moves.get_mut(*place.get()).map(|known| &mut known.guard);
        if let Some(known) = known.filter(|known| known.squares(Test::Lender).len() < 2 * MOST_LENDERS) {
            known.add(Test::Lender, &lenders);
            return;
        }
        let mut target = place.key().clone();
        place.insert(self.moves.len());
        target.guard.add(Test::Lender, &lenders);
        self.moves.push(target);
    }
}
