//! A second opinion on why a move is refused.

use fibnif::rules::geometry::Square;

use super::{Deed, Man, Naive};
use crate::common::naive::rules::At;

/// Why a move fails that is neither legal nor castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Verdict {
    /// No piece is there.
    Empty,
    /// It belongs to the other side.
    Enemy,
    /// No move is due on squares of that color.
    NotDue,
    /// The piece moves like that here, but a check or another rule forbids it.
    Exposed,
    /// It would move like that if the other pieces were elsewhere.
    Blocked,
    /// It never moves like that.
    Elsewhere,
}

impl Naive {
    /// Why a move between two squares fails.
    pub fn verdict(&self, from: Square, to: Square) -> Verdict {
        let (from, to) = (self.rules.at(from), self.rules.at(to));
        let Some(man) = self.man(from) else { return Verdict::Empty };
        if man.color != self.side {
            return Verdict::Enemy;
        }
        if !self.owed[self.rules.complex_of(from)] {
            return Verdict::NotDue;
        }
        if self.deeds_here(from, man).iter().any(|deed| deed.to == to) {
            return Verdict::Exposed;
        }
        let mut alone = self.clone();
        self.men_of(self.side).chain(self.men_of(!self.side)).for_each(|(at, _)| alone.put(at, None));
        alone.put(from, Some(man));
        alone.en_passant.clear();
        let goes = |board: &Naive| board.deeds_here(from, man).iter().any(|deed| deed.to == to);
        let moves = goes(&alone);
        alone.put(to, self.men_of(!self.side).map(|(_, enemy)| enemy).next());
        if moves || goes(&alone) { Verdict::Blocked } else { Verdict::Elsewhere }
    }

    /// Whether an enemy on a square, alone of its side, attacks a royal piece of the side to move after
    /// a move between two squares.
    pub fn attacks_after(&self, [from, to, by]: [Square; 3]) -> bool {
        let [from, to, by] = [from, to, by].map(|square| self.rules.at(square));
        let man = self.man(from).unwrap();
        let mut deeds = self.deeds_here(from, man).into_iter().filter(|deed| deed.to == to);
        deeds.any(|deed| {
            self.play(man, &deed).into_iter().any(|(_, mut after)| {
                let enemies: Vec<At> = after.men_of(!self.side).map(|(at, _)| at).collect();
                enemies.into_iter().filter(|&at| at != by).for_each(|at| after.put(at, None));
                after.royals_in_check(self.side).next().is_some()
            })
        })
    }

    fn deeds_here(&self, from: At, man: Man) -> Vec<Deed> {
        let mut deeds = self.deeds(from, man);
        deeds.extend(self.deeds_at_times(from, man, |piece| &piece.unchecked));
        deeds
    }
}
