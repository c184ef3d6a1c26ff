//! Walks along one straight leg: where a piece may move and capture.

use fibnif::rules::betza::{Leg, Obstacle};
use fibnif::rules::geometry::Color;
use fibnif::rules::variant::{PromotionDef, Royals};

use super::rules::At;
use super::{Deed, EnPassant, Man, Naive};

impl Naive {
    /// Walks along one leg.
    pub(super) fn walk(&self, from: At, man: Man, leg: &Leg) -> Vec<Deed> {
        self.walk_past(from, man, leg, leg.initial)
    }

    /// The same; `exposed` says whether a pawn may be captured on squares it passes.
    pub(super) fn walk_past(&self, from: At, man: Man, leg: &Leg, exposed: bool) -> Vec<Deed> {
        let mut deeds = Vec::new();
        let unmoved = |virgin: &&(Color, At, char)| (virgin.0, virgin.1) == (man.color, from);
        let virgin =
            self.rules.first_moves.iter().find(unmoved).filter(|virgin| !self.rights.contains(virgin.2));
        if leg.initial && (virgin.is_some() || !self.kind(man).homes.contains(&from)) {
            return deeds;
        }
        if leg.is_path() {
            return self.wander(from, man, leg);
        }
        let royal = self.kind(man).piece.royal;
        let opens_en_passant =
            exposed && leg.obstacle == Obstacle::Lame && self.kind(man).piece.promotion.is_some() && !royal;
        let hops = matches!(leg.obstacle, Obstacle::Hop | Obstacle::Grasshopper);
        let mut hopped = false;
        for (n, (to, between)) in self.rules.path(from, man.color, leg).into_iter().enumerate() {
            let free = match leg.obstacle {
                Obstacle::Lame => between.iter().all(|&at| self.is_vacant(at)),
                Obstacle::Jump => {
                    between.iter().all(|&at| self.rules.is_on_board(at) && self.may_hop(man, at))
                }
                _ => true,
            };
            if !free {
                break;
            }
            if leg.obstacle == Obstacle::SkipFirst && n == 0 {
                continue;
            }
            if hops && !hopped {
                if self.is_filled(to) && !self.may_hop(man, to) {
                    break;
                }
                hopped = self.is_filled(to);
                continue;
            }
            if self.rules.in_one_cell(from, to) {
                if self.is_filled(to) || leg.obstacle == Obstacle::Grasshopper {
                    break;
                }
                continue;
            }
            if self.is_wall(to) {
                break;
            }
            let deed = Deed::plain(from, to);
            if let Some(other) = self.man(to) {
                if self.may_take(man, other, leg) {
                    let puts = leg.unload.map(|_| from);
                    deeds.push(Deed { captures: Some(to), puts, ..deed.clone() });
                }
                break;
            }
            let victim = self.en_passant.iter().find(|right| right.passed == to).map(|right| right.victim);
            let victim = victim.filter(|&at| self.man(at).is_some_and(|pawn| pawn.color != man.color));
            if leg.purpose.en_passant && victim.is_some() {
                deeds.push(Deed { captures: victim, ..deed.clone() });
            }
            if leg.purpose.quiet {
                let passed = between.iter().filter(|_| opens_en_passant && !leg.purpose.capture);
                let allows = passed.map(|&passed| EnPassant { passed, victim: to }).collect();
                deeds.push(Deed { allows, ..deed });
            }
            if leg.obstacle == Obstacle::Grasshopper {
                break;
            }
        }
        // What only gives check does not move.
        let checks = leg.kings && ![Royals::NotAll, Royals::Last].contains(&self.rules.royals);
        deeds.retain(|deed| checks || self.may_stand(man, deed.to));
        deeds
    }

    /// Whether a leg may end with a capture of another piece. A piece never captures a king of its own
    /// side.
    pub(super) fn may_take(&self, man: Man, other: Man, leg: &Leg) -> bool {
        let royal = self.kind(other).piece.royal;
        if self.kind(man).piece.never_captures.contains(&self.kind(other).piece.role) {
            return false;
        }
        if other.color == man.color {
            return leg.purpose.own && (!royal || (leg.unload.is_some() && !leg.tame));
        }
        leg.purpose.capture && (royal || !leg.kings) && !(royal && leg.tame)
    }

    /// Whether there is a piece on a square over which another may hop, or a wall.
    pub(super) fn may_hop(&self, man: Man, at: At) -> bool {
        let spared = &self.kind(man).piece.never_hops;
        self.is_wall(at) || self.man(at).is_some_and(|hurdle| !spared.contains(&self.kind(hurdle).piece.role))
    }

    /// Whether no zone keeps a piece from a square.
    pub(super) fn may_stand(&self, man: Man, at: At) -> bool {
        let within = self.kind(man).piece.within.as_ref();
        within.is_none_or(|squares| squares.iter().any(|&square| self.rules.at(square) == at))
    }

    /// Whether a piece may be put on a square to which it has not moved.
    pub(super) fn may_be_put(&self, man: Man, at: At) -> bool {
        let promotes =
            |p: &PromotionDef| p.forced && p.squares.iter().any(|&square| self.rules.at(square) == at);
        self.may_stand(man, at) && !self.kind(man).piece.promotion.as_ref().is_some_and(promotes)
    }
}
