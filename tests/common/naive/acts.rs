//! Captors that stay or explode, and pieces that change sides.

use super::rules::{At, name};
use super::{Deed, Man, Naive};
use fibnif::rules::geometry::Color;
use fibnif::rules::variant::{Captor, SideChange};

impl Naive {
    /// A position after a deed, once its piece has stayed, exploded or changed sides; `None` if that is
    /// illegal.
    pub(super) fn acted(&self, man: Man, deed: &Deed, mut after: Naive) -> Option<Naive> {
        let royals = |naive: &Naive, color| naive.royals_of(color).len();
        let captures = deed.captures.is_some();
        match self.rules.captor {
            Captor::Stays if captures => {
                after.put(deed.to, None);
                after.put(deed.from, Some(man));
            }
            Captor::Explodes if captures => {
                after.put(deed.to, None);
                for at in neighbors(deed.to).filter(|&at| self.rules.is_on_board(at)) {
                    let spared = |other| self.rules.spared.contains(&self.kind(other).piece.role);
                    if after.man(at).is_some_and(|other| !spared(other)) {
                        after.put(at, None);
                        after.rights = after.moved(&[at]).rights;
                    }
                }
                if royals(&after, man.color) < royals(self, man.color) {
                    return None;
                }
            }
            _ => {}
        }
        let changes = match self.rules.changes_side {
            SideChange::Never => false,
            SideChange::Captures => captures,
            SideChange::Quiet => !captures,
            SideChange::Always => true,
        };
        if changes && !self.kind(man).piece.royal {
            let moved = after.man(deed.to)?;
            let role = self.kind(moved).piece.role;
            let kinds = &self.rules.kinds[(!man.color).index()];
            let kind = kinds.iter().position(|kind| kind.piece.role == role)?;
            after.put(deed.to, Some(Man { color: !man.color, kind }));
            after.en_passant.clear();
        }
        Some(after)
    }

    /// Promotions that replace a move.
    pub(super) fn promotions_instead(&self, from: At, man: Man) -> Vec<(String, Naive)> {
        let promotion = self.kind(man).piece.promotion.clone().filter(|promotion| promotion.instead);
        let Some(promotion) = promotion else { return Vec::new() };
        let alike = self.men_of(man.color).filter(|(_, other)| *other == man).count();
        if alike > 1 && !promotion.squares.iter().any(|&square| self.rules.at(square) == from) {
            return Vec::new();
        }
        let mut promotions = Vec::new();
        for target in &promotion.targets {
            let kind = self.rules.kind_of(man.color, (target.from_side, target.piece));
            if self.is_full(man.color, kind) {
                continue;
            }
            let new = Man { kind, ..man };
            let quiet =
                self.deeds(from, new).into_iter().filter(|deed| deed.captures.is_none()).map(|deed| deed.to);
            for to in quiet.chain([from]) {
                let mut after = self.moved(&[from]);
                after.progress = true;
                after.put(from, None);
                after.put(to, Some(new));
                let attacks = after.deeds(to, new).iter().any(|deed| deed.captures.is_some());
                if !attacks && !after.in_check(!man.color) {
                    let text = format!("{}{}{}", name(from), name(to), target.letter.to_ascii_lowercase());
                    promotions.push((text, after));
                }
            }
        }
        promotions
    }

    /// Whether a side has lost all the royal pieces that it had before a deed.
    pub fn has_lost_royals(&self, before: &Naive, color: Color) -> bool {
        self.royals_of(color).is_empty() && !before.royals_of(color).is_empty()
    }

    /// Whether pieces of a side cannot capture on a square because a king of theirs would explode with
    /// them.
    pub(super) fn shields(&self, at: At, by: Color) -> bool {
        self.rules.captor == Captor::Explodes
            && self.royals_of(by).iter().any(|&royal| neighbors(at).any(|near| near == royal))
    }

    fn royals_of(&self, color: Color) -> Vec<At> {
        self.men_of(color).filter(|&(_, man)| self.kind(man).piece.royal).map(|(at, _)| at).collect()
    }
}

fn neighbors((file, rank): At) -> impl Iterator<Item = At> {
    let around = (-1..=1).flat_map(|right| (-1..=1).map(move |forward| (right, forward)));
    around.filter(|&step| step != (0, 0)).map(move |step| (file + step.0, rank + step.1))
}
