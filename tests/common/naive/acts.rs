//! Captors that stay or explode, and pieces that change sides.

use super::rules::At;
use super::{Deed, Man, Naive};
use fibnif::geometry::Color;
use fibnif::variant::{Captor, SideChange};

impl Naive {
    /// A position after a deed, once its man has stayed, exploded or changed sides; `None` if it may not.
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

    /// Whether a side has none of the royal men any more that it had before a deed.
    pub fn has_lost_royals(&self, before: &Naive, color: Color) -> bool {
        self.royals_of(color).is_empty() && !before.royals_of(color).is_empty()
    }

    /// Whether men of a side cannot capture on a square, for a King of theirs would explode with them.
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
