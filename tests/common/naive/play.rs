//! Making moves: the position after a deed, or after castling.

use super::rules::{At, Castle, Kind};
use super::{Deed, EnPassant, Man, Naive};
use crate::common::counts::counted;
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{Captor, PROMOTED_MARK, PromotionDef, Supply, Transforming};

impl Naive {
    /// Carries out a deed: one successor, or one for each choice of promotion.
    pub(super) fn play(&self, man: Man, deed: &Deed) -> Vec<(String, Naive)> {
        let is_pawn = self.is_pawn(man);
        let mut after = self.moved(&[&[deed.from, deed.to], deed.on_the_way.as_slice()].concat());
        if self.rules.royals.by_place() && self.kings(man.color).any(|at| at == deed.from) {
            let castles: Vec<char> = self
                .rules
                .castles
                .iter()
                .filter(|castle| castle.color == man.color)
                .map(|castle| castle.letter)
                .collect();
            after.rights.retain(|letter| !castles.contains(&letter));
        }
        let takes = (deed.captures.is_some() || !deed.on_the_way.is_empty()) && deed.puts.is_none();
        after.progress |= takes || (is_pawn && !deed.keeps_clock);
        after.en_passant.extend(&deed.allows);
        after.put(deed.from, None);
        if let Some(at) = deed.captures {
            after.put(at, None);
        }
        for &at in &deed.on_the_way {
            after.put(at, None);
        }
        after.catch(deed, self);
        after.put(deed.to, Some(man));
        // Where a pawn that could be captured en passant has been captured otherwise, nothing can be.
        let taken = |right: &EnPassant| {
            deed.captures == Some(right.victim) || deed.on_the_way.contains(&right.victim)
        };
        after.en_passant.retain(|right| deed.allows.contains(right) || !taken(right));
        if let Some(at) = deed.puts {
            let shifted = deed.captures.or(deed.on_the_way.first().copied()).and_then(|at| self.man(at));
            if shifted.is_some_and(|shifted| !self.may_be_put(shifted, at)) {
                return Vec::new();
            }
            after.put(at, shifted);
        }
        let untaken = |at: &At| {
            self.man(*at).is_some_and(|other| self.rules.untaken.contains(&self.kind(other).piece.role))
        };
        let takes_untaken = takes && deed.on_the_way.iter().chain(&deed.captures).any(untaken);
        if takes_untaken || !self.may_trade(man, deed, &after) {
            return Vec::new();
        }
        after.lost_untraded =
            Some(deed.to).filter(|_| self.takes_untraded(man, deed) && !self.is_untraded(man));

        let mut text = String::new();
        let mut last = deed.from;
        for &at in deed.on_the_way.iter().chain(&deed.puts) {
            text += &[self.rules.name(last), self.rules.name(at), ",".to_owned()].concat();
            last = at;
        }
        text += &(self.rules.name(last) + &self.rules.name(deed.to));
        let promotion = self.kind(man).piece.promotion.as_ref();
        let lies_in = |squares: &[Square]| squares.iter().any(|&square| self.rules.at(square) == deed.to);
        let stays = takes && self.rules.captor == Captor::Stays;
        let promotion = promotion.filter(|promotion| !promotion.instead);
        let leaves = |p: &PromotionDef| p.leaving.iter().any(|&square| self.rules.at(square) == deed.from);
        let enters = |p: &PromotionDef| {
            let inside = p.entering.iter().any(|&square| self.rules.at(square) == deed.from);
            if inside { takes } else { lies_in(&p.entering) }
        };
        let crowned = |p: &&PromotionDef| {
            !stays && (lies_in(&p.squares) || lies_in(&p.optional) || leaves(p) || enters(p))
        };
        let Some(promotion) = promotion.filter(crowned) else {
            let becomes = self.kind(man).piece.becomes.as_ref().filter(|_| !stays);
            let becomes = becomes.filter(|b| lies_in(&b.squares) && (takes || b.when == Transforming::Moves));
            if let Some(becomes) = becomes {
                let origin = (self.kind(man).origin.0, becomes.piece);
                if let Some(kind) = self.rules.find_kind(man.color, origin) {
                    if self.is_full(man.color, kind) {
                        return Vec::new();
                    }
                    after.put(deed.to, Some(Man { kind, ..man }));
                }
            }
            return vec![(text, after)];
        };
        // A piece that could promote has made a pawn's move, whichever way it moved.
        after.progress |= is_pawn;
        let mut choices = Vec::new();
        for target in &promotion.targets {
            let mut promoted = after.clone();
            promoted.en_passant.retain(|right| !deed.allows.contains(right)); // it is no pawn any more
            let kind = self.rules.kind_of(man.color, (target.from_side, target.piece));
            let alive = self.men_of(man.color).filter(|(_, other)| other.kind == kind).count();
            let none_left = promotion.supply == Supply::Captured
                && alive >= self.rules.kinds[man.color.index()][kind].homes.len();
            let file_kind = || {
                let homes = |kind: &Kind| {
                    kind.homes
                        .iter()
                        .filter(|home| home.0 == deed.to.0)
                        .map(|home| home.1)
                        .collect::<Vec<_>>()
                };
                let kinds = &self.rules.kinds[man.color.index()];
                let own = (0..kinds.len())
                    .flat_map(|kind| homes(&kinds[kind]).into_iter().map(move |rank| (rank, kind)));
                let home = if man.color == Color::White { own.min() } else { own.max() };
                let listed = |kind: usize| {
                    promotion
                        .targets
                        .iter()
                        .any(|target| self.rules.kind_of(man.color, (target.from_side, target.piece)) == kind)
                };
                let first = &promotion.targets[0];
                let first = self.rules.kind_of(man.color, (first.from_side, first.piece));
                home.map(|home| home.1).filter(|&kind| listed(kind)).unwrap_or(first)
            };
            if promotion.supply == Supply::OfFile && kind != file_kind() {
                continue;
            }
            if none_left || self.is_full(man.color, kind) {
                continue;
            }
            promoted.put(deed.to, Some(Man { kind, ..man }));
            let sign = self.rules.kinds[man.color.index()][kind].mark.filter(|&mark| mark == PROMOTED_MARK);
            let sign = sign.map_or(target.letter.lower(), Letter::plain);
            choices.push((format!("{text}{sign}"), promoted));
        }
        let must = lies_in(&promotion.squares)
            || leaves(promotion) && promotion.optional.is_empty() && !lies_in(&promotion.optional);
        if !promotion.forced || !must {
            choices.push((text, after));
        }
        choices
    }

    /// Whether a piece promotes to others, not only to a form of its own letter, or moves otherwise than
    /// it captures.
    pub(super) fn is_pawn(&self, man: Man) -> bool {
        let kinds = &self.rules.kinds[man.color.index()];
        let own_form = |target: &fibnif::rules::variant::PromotionTarget| {
            let form = &kinds[self.rules.kind_of(man.color, (target.from_side, target.piece))];
            form.mark == Some(PROMOTED_MARK) && form.letter == self.kind(man).letter
        };
        let promotion = self.kind(man).piece.promotion.as_ref();
        let piece = &self.kind(man).piece;
        let own = [&piece.movement, &piece.unchecked, &piece.spacious, &piece.after_capture];
        let legs =
            || own.into_iter().chain(piece.zones.iter().map(|zone| &zone.movement)).flat_map(|m| &m.legs);
        let (moves, captures) = (
            legs().filter(|leg| leg.purpose.quiet).count(),
            legs().filter(|leg| leg.purpose.capture).count(),
        );
        let both = legs().filter(|leg| leg.purpose.quiet && leg.purpose.capture).count();
        let apart = moves > both || captures > both || legs().any(|leg| leg.purpose.en_passant);
        promotion.is_some_and(|promotion| apart || !promotion.targets.iter().all(own_form))
    }

    /// Whether a side has the maximum number of a kind.
    pub(super) fn is_full(&self, color: Color, kind: usize) -> bool {
        let alive = self.men_of(color).filter(|(_, other)| other.kind == kind).count();
        let most = self.rules.kinds[color.index()][kind].piece.most;
        most.is_some_and(|most| alive >= usize::from(most))
    }

    /// Castles, if the right is there, the way is empty, the king is not in check, and no square that
    /// it passes would be attacked with the king on it and its partner still at home, nor its target.
    pub(super) fn castle(&self, castle: &Castle) -> Option<(String, Naive)> {
        if castle.color != self.side || !self.rights.contains(castle.letter) {
            return None;
        }
        let (king, partner) = (self.man(castle.king.0), self.man(castle.partner.0));
        let in_the_way = |at| at != castle.king.0 && at != castle.partner.0 && self.is_filled(at);
        if castle.span().any(in_the_way) {
            return None;
        }
        for at in castle.king_walk().filter(|&at| castle.royal && at != castle.king.1) {
            let mut decoy = self.clone();
            decoy.put(castle.king.0, None);
            decoy.put(at, king);
            if decoy.is_attacked(at, !self.side) {
                return None;
            }
        }
        let mut after = self.moved(&[castle.king.0, castle.partner.0]);
        after.put(castle.king.0, None);
        after.put(castle.partner.0, None);
        after.put(castle.king.1, king);
        after.put(castle.partner.1, partner);
        if castle.royal && after.is_attacked(castle.king.1, !self.side) {
            return None;
        }
        let king = king?;
        let own = self.deeds(castle.king.0, king).into_iter();
        let mut at_times = self.deeds_at_times(castle.king.0, king, |piece| &piece.unchecked);
        at_times.extend(self.deeds_at_times(castle.king.0, king, |piece| &piece.after_capture));
        let alike = |deed: Deed| deed.to == castle.king.1 && deed.on_the_way.is_empty();
        let text = if own.chain(at_times).any(alike) { &castle.wing } else { &castle.text };
        Some((text.clone(), after))
    }

    /// A copy in which the side to move has moved in the complex of the first of the `touched` squares,
    /// and castling rights that need one of them are lost.
    pub(super) fn moved(&self, touched: &[At]) -> Naive {
        let mut next = self.clone();
        next.lost_untraded = None;
        next.defected = false;
        next.passes = 0;
        next.began_at = touched.first().copied();
        for castle in &self.rules.castles {
            if touched.contains(&castle.king.0) || touched.contains(&castle.partner.0) {
                next.rights.retain(|letter| letter != castle.letter);
            }
        }
        let unmoved = self.rules.first_moves.iter().chain(&self.rules.gates);
        for &(_, _, letter) in unmoved.filter(|virgin| touched.contains(&virgin.1)) {
            next.rights.retain(|other| other != letter);
        }
        let complex = self.rules.complex_of(touched[0]);
        next.owed[complex] = false;
        let kept = self.rules.series().is_some();
        next.en_passant.retain(|right| kept || self.rules.complex_of(right.passed) != complex);
        next
    }

    /// The same after counting a move that began from `before`.
    pub(super) fn counting(mut self, before: &Naive) -> Naive {
        if let (Some(rule), Some(count)) = (&self.rules.counting, self.count) {
            let pieces = |color: Color| {
                (0..self.rules.kinds[color.index()].len()).map(move |kind| Man { color, kind })
            };
            let pawns = Color::ALL.into_iter().flat_map(pieces).filter(|&man| self.is_pawn(man));
            let pawns: Vec<Letter> = pawns.map(|man| self.kind(man).piece.role).collect();
            self.count = Some(counted(rule, &pawns, before.side, &before.roles(), &self.roles(), count));
        }
        self
    }
}
