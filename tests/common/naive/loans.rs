//! Moves that pieces of one side lend each other, derived from the current board.

use super::paths::Whose;
use super::{At, Deed, Man, Naive};
use fibnif::rules::betza::{Leg, Loan, Obstacle};

impl Naive {
    /// Whether lent moves may take a piece to the target of a deed.
    pub(super) fn may_borrow(&self, man: Man, deed: &Deed) -> bool {
        let within = self.kind(man).piece.loans.as_ref();
        within.is_none_or(|squares| squares.iter().any(|&square| self.rules.at(square) == deed.to))
    }

    /// The loans of a piece that apply on its square.
    fn loans(&self, from: At, man: Man) -> Vec<&Loan> {
        let piece = &self.kind(man).piece;
        let here = |squares: &[fibnif::rules::geometry::Square]| {
            squares.iter().any(|&square| self.rules.at(square) == from)
        };
        let zones = piece.zones.iter().filter(|zone| here(&zone.squares));
        piece.movement.loans.iter().chain(zones.flat_map(|zone| &zone.movement.loans)).collect()
    }

    /// The moves that other pieces of its side lend a piece.
    pub(super) fn lent(&self, from: At, man: Man) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (at, lender) in self.men_of(man.color).filter(|&(at, _)| at != from) {
            for loan in self.loans(at, lender) {
                let Some(leg) = loan.lent_behind else { continue };
                let lent = self.wander_as(at, lender, &loan.leg, Whose::Lent(leg.into()));
                deeds.extend(lent.into_iter().map(|(_, deed)| deed).filter(|deed| deed.from == from));
            }
        }
        deeds.retain(|deed| self.may_go(man, deed));
        deeds
    }

    /// The pieces whose moves a piece borrows, not of its own type.
    pub(super) fn lenders(&self, from: At, man: Man) -> Vec<Man> {
        let mut found: Vec<Man> = Vec::new();
        for loan in self.loans(from, man).into_iter().filter(|loan| loan.lent_behind.is_none()) {
            let ends = if loan.leg.is_path() {
                let deeds = self.wander_as(from, man, &loan.leg, Whose::Borrowed);
                deeds.into_iter().filter_map(|(_, deed)| deed.captures).collect()
            } else {
                self.first_friend(from, man, &loan.leg).into_iter().collect::<Vec<_>>()
            };
            let men = ends.into_iter().filter_map(|at| self.man(at));
            let others = men.filter(|other| other.kind != man.kind);
            for other in others {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// The first piece of its own side on a line, if any.
    fn first_friend(&self, from: At, man: Man, leg: &Leg) -> Option<At> {
        for (n, (to, between)) in self.rules.path(from, man.color, leg).into_iter().enumerate() {
            let free = |&at: &At| self.is_vacant(at);
            let met = |&at: &At| self.is_filled(at);
            let passes = match leg.obstacle {
                Obstacle::Lame => between.iter().all(free),
                Obstacle::Jump => between.iter().all(met),
                _ => true,
            };
            if !passes {
                return None;
            }
            if leg.obstacle == Obstacle::SkipFirst && n == 0 {
                continue;
            }
            if self.is_wall(to) {
                return None;
            }
            if let Some(other) = self.man(to) {
                return (other.color == man.color).then_some(to);
            }
        }
        None
    }
}
