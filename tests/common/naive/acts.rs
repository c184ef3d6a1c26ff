//! Captors that stay, explode or turn into walls, and pieces that change sides.

use super::rules::At;
use super::{Deed, Man, Naive};
use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{Captor, SideChange};

impl Naive {
    /// A position after a deed, once its piece has stayed, exploded or changed sides; `None` if that is
    /// illegal.
    pub(super) fn acted(&self, man: Man, deed: &Deed, mut after: Naive) -> Option<Naive> {
        let royals = |naive: &Naive, color| naive.kings(color).count();
        let captures = (deed.captures.is_some() || !deed.on_the_way.is_empty()) && deed.puts.is_none();
        match self.rules.captor {
            Captor::Stays if captures => {
                after.put(deed.to, None);
                after.put(deed.from, Some(man));
            }
            Captor::Explodes if captures => {
                let beside = neighbors(deed.to).filter(|&at| self.rules.is_on_board(at));
                let explodes = beside.filter_map(|at| after.man(at));
                let role = |other: &Man| self.kind(*other).piece.role;
                let survives = |other: &Man| self.rules.immune.contains(&role(other));
                let spared = |other: &Man| self.rules.spared.contains(&role(other)) || survives(other);
                let captor = after.man(deed.to).filter(|captor| !survives(captor));
                let mut explodes = explodes.filter(|other| !spared(other)).chain(captor);
                if explodes.any(|other| self.rules.untaken.contains(&self.kind(other).piece.role)) {
                    return None;
                }
                // What explodes is captured by the other side, a pawn before it has promoted.
                if captor.is_some() {
                    after.catch_man(man);
                    after.put(deed.to, None);
                }
                for at in neighbors(deed.to).filter(|&at| self.rules.is_on_board(at)) {
                    if let Some(other) = after.man(at).filter(|other| !spared(other)) {
                        after.put(at, None);
                        after.catch_man(other);
                        after.rights = after.moved(&[at]).rights;
                    }
                }
                if royals(&after, man.color) < royals(self, man.color) {
                    return None;
                }
            }
            Captor::Petrifies if captures && !self.rules.immune.contains(&self.kind(man).piece.role) => {
                if self.rules.untaken.contains(&self.kind(man).piece.role) {
                    return None;
                }
                after.catch_man(man);
                after.put(deed.to, None);
                after.walls.push(deed.to);
            }
            _ => {}
        }
        let changes = match self.rules.changes_side {
            SideChange::Never => false,
            SideChange::Captures => captures,
            SideChange::Quiet => !captures,
            SideChange::Always => true,
        };
        // It changes where it is now, as what it is now.
        let stays = captures && self.rules.captor == Captor::Stays;
        let at = if stays { deed.from } else { deed.to };
        let moved = after.man(at).filter(|&moved| changes && !self.kind(moved).piece.royal);
        let role = moved.map(|moved| self.kind(moved).piece.role);
        let mut kinds = self.rules.kinds[(!man.color).index()].iter();
        if let Some(kind) = kinds.position(|kind| Some(kind.piece.role) == role && !kind.piece.royal) {
            after.put(at, Some(Man { color: !man.color, kind }));
            after.defected = true;
            after.en_passant.clear();
        }
        Some(after)
    }

    /// The deeds of a piece without its captures, if it is a king that would turn into a wall.
    pub(super) fn without_stone_kings(&self, man: Man, mut deeds: Vec<Deed>) -> Vec<Deed> {
        let piece = &self.kind(man).piece;
        let immune = self.rules.immune.contains(&piece.role);
        if piece.royal && !immune && self.rules.captor == Captor::Petrifies {
            let captures = |deed: &Deed| deed.captures.is_some() || !deed.on_the_way.is_empty();
            deeds.retain(|deed| deed.puts.is_some() || !captures(deed));
        }
        deeds
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
            let captures = |deed: &Deed| deed.captures.is_some() || !deed.on_the_way.is_empty();
            let quiet = self.deeds(from, new).into_iter().filter(|deed| !captures(deed)).map(|deed| deed.to);
            for to in quiet.chain([from]) {
                let mut after = self.moved(&[from]);
                after.progress = true;
                after.put(from, None);
                after.put(to, Some(new));
                // What the enemy's last move allows is over.
                let later = after.clone().without_en_passant();
                let waiting = later.deeds_at_times(to, new, |piece| &piece.after_capture);
                if later.deeds(to, new).iter().chain(&waiting).any(captures) || after.in_check(!man.color) {
                    continue;
                }
                let text =
                    format!("{}{}{}", self.rules.name(from), self.rules.name(to), target.letter.lower());
                let deed = Deed::plain(from, to);
                promotions.extend(self.acted(new, &deed, after).map(|after| (text, after)));
            }
        }
        promotions
    }

    /// Whether a side has lost all the royal pieces that it had before a deed.
    pub fn has_lost_royals(&self, before: &Naive, color: Color) -> bool {
        self.kings(color).next().is_none() && before.kings(color).next().is_some()
    }

    /// Whether pieces of a side cannot capture on a square because a king of theirs would explode with
    /// them.
    pub(super) fn shields(&self, at: At, by: Color) -> bool {
        self.rules.captor == Captor::Explodes
            && self.kings(by).any(|royal| {
                let role = self.man(royal).map(|man| self.kind(man).piece.role);
                let is_in = |roles: &[Letter]| role.is_some_and(|role| roles.contains(&role));
                let spared = is_in(&self.rules.spared) || is_in(&self.rules.immune);
                !spared && neighbors(at).any(|near| near == royal)
            })
    }
}

fn neighbors((file, rank): At) -> impl Iterator<Item = At> {
    let around = (-1..=1).flat_map(|right| (-1..=1).map(move |forward| (right, forward)));
    around.filter(|&step| step != (0, 0)).map(move |step| (file + step.0, rank + step.1))
}
