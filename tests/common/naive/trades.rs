//! Pieces that must not be traded for each other, as the Lions of Chu Shogi.

use super::rules::At;
use super::{Deed, Man, Naive};
use fibnif::rules::variant::Captor;

impl Naive {
    /// The square on which the last move has captured a piece that must not be traded by a different piece
    /// type, if some moves are illegal for that reason.
    pub(super) fn loss_that_matters(&self) -> Option<At> {
        let without = || Naive { lost_untraded: None, ..self.clone() };
        self.lost_untraded.filter(|_| !without().successors().keys().eq(self.successors().keys()))
    }

    pub(super) fn is_untraded(&self, man: Man) -> bool {
        self.rules.untraded.contains(&self.kind(man).piece.role)
    }

    /// Whether a deed captures an enemy on its target that must not be traded.
    pub(super) fn takes_untraded(&self, man: Man, deed: &Deed) -> bool {
        let there = deed.captures.filter(|&at| at == deed.to && at != deed.from && deed.puts.is_none());
        there
            .and_then(|at| self.man(at))
            .is_some_and(|victim| victim.color != man.color && self.is_untraded(victim))
    }

    /// Whether no rule against trades forbids a deed.
    pub(super) fn may_trade(&self, man: Man, deed: &Deed, after: &Naive) -> bool {
        if !self.takes_untraded(man, deed) {
            return true;
        }
        let is_far = (deed.from.0 - deed.to.0).abs() > 1 || (deed.from.1 - deed.to.1).abs() > 1;
        let is_pawn = |at: &At| {
            let cheap = &self.rules.cheap;
            self.man(*at).map(|man| &self.kind(man).piece).is_none_or(|piece| {
                if cheap.is_empty() { piece.promotion.is_some() } else { cheap.contains(&piece.role) }
            })
        };
        // The captor is on its target, or has stayed.
        let stays = self.rules.captor == Captor::Stays;
        let stood = if stays { deed.from } else { deed.to };
        let mut after = after.clone();
        after.put(deed.to, None);
        after.put(stood, Some(man));
        let could_take = |(from, other): (At, Man)| {
            (self.rules.kings_guard || !self.kind(other).piece.royal)
                && after
                    .deeds(from, other)
                    .into_iter()
                    .chain(after.deeds_at_times(from, other, |piece| &piece.after_capture))
                    .any(|d| d.captures == Some(stood) || d.on_the_way.contains(&stood))
        };
        let immune = self.rules.immune.contains(&self.kind(man).piece.role);
        let leaves = matches!(self.rules.captor, Captor::Explodes | Captor::Petrifies) && !immune;
        let protected = || !leaves && after.men_of(!man.color).any(could_take);
        let alike = self.is_untraded(man);
        let is_trade = alike && is_far && deed.on_the_way.iter().all(is_pawn) && protected();
        !is_trade && self.lost_untraded.is_none()
    }
}
