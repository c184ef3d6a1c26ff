//! The legs of a kind: which apply on a square, where they lead, and their conditions.

use super::tables::Special;
use super::walk::{Reached, leave_room, reached};
use super::{Game, Kind, KindId, Reachable};
use crate::rules::betza::{Leg, Movement};
use crate::rules::geometry::{Narrow, Shape, Square};
use crate::rules::variant::VariantDef;

/// A rule for a leg that its notation does not contain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LegRule {
    None,
    /// It is illegal in check.
    Unchecked,
    /// It does not reset the count of moves without progress.
    KeepsClock,
    /// It exposes a pawn to capture on the squares it passes.
    Passing,
    /// The square behind its target must be empty.
    Spacious,
    /// Its side must have captured before.
    AfterCapture,
}

impl LegRule {
    /// The rule's special mark on the moves of a leg.
    pub(super) fn special(self) -> Option<Special> {
        match self {
            LegRule::None | LegRule::Passing | LegRule::Spacious => None,
            LegRule::Unchecked => Some(Special::Unchecked),
            LegRule::AfterCapture => Some(Special::AfterCapture),
            LegRule::KeepsClock => Some(Special::KeepsClock),
        }
    }
}

/// Every leg of a kind that applies on a square, including those of zones.
pub(crate) fn legs_at<'a>(
    def: &'a VariantDef,
    shape: &Shape,
    kind: &Kind,
    square: Square,
) -> Vec<(&'a Leg, LegRule)> {
    let piece = kind.piece_of(def);
    let zone_square = kind.own_view(shape, square);
    let normal = piece.movement.legs.iter().map(|leg| (leg, LegRule::None));
    let unchecked = piece.unchecked.legs.iter().map(|leg| (leg, LegRule::Unchecked));
    let zones = piece.zones.iter().filter(|zone| zone.squares.contains(&zone_square)).flat_map(|zone| {
        let rule = match (zone.en_passant, zone.keeps_clock) {
            (true, _) => LegRule::Passing,
            (false, true) => LegRule::KeepsClock,
            (false, false) => LegRule::None,
        };
        zone.movement.legs.iter().map(move |leg| (leg, rule))
    });
    let spacious = piece.spacious.legs.iter().map(|leg| (leg, LegRule::Spacious));
    let after_capture = piece.after_capture.legs.iter().map(|leg| (leg, LegRule::AfterCapture));
    normal.chain(unchecked).chain(spacious).chain(after_capture).chain(zones).collect()
}

/// The squares that a leg reaches with its conditions, including the rule for the leg.
pub(super) fn reached_by(
    (leg, rule): (&Leg, LegRule),
    def: &VariantDef,
    kind: &Kind,
    from: Square,
) -> Vec<Reached> {
    let mut reached = reached(def, leg, kind, from);
    if rule == LegRule::Spacious {
        leave_room(&def.shape, leg, kind.color, from, &mut reached);
    }
    reached
}

/// Every leg of a kind on any square.
pub(super) fn all_legs<'a>(def: &'a VariantDef, kind: &Kind) -> impl Iterator<Item = &'a Leg> {
    let piece = kind.piece_of(def);
    let movements = piece.movements().into_iter().chain(piece.zones.iter().map(|z| &z.movement));
    movements.flat_map(|m: &Movement| &m.legs)
}

/// Whether no move of a kind changes the color of its square. Only the basic moves count, because
/// castling considers the piece without its additions. A piece that borrows moves may change color.
pub(super) fn color_bound(shape: &Shape, def: &VariantDef, kind: &Kind) -> bool {
    let Movement { legs, loans, .. } = &kind.piece_of(def).movement;
    loans.iter().all(|loan| loan.lent_behind.is_some())
        && shape.squares().all(|from| {
            let same = |leg: &Leg| {
                reached(def, leg, kind, from).iter().all(|r| shape.is_dark(r.to) == shape.is_dark(from))
            };
            legs.iter().all(same)
        })
}

/// Where a piece of a kind can move on an empty board, without initial moves.
pub(super) fn reachable(game: &Game, id: KindId, from: Square) -> Vec<Reachable> {
    let kind = game.kind(id);
    let mut found: Vec<Reachable> = Vec::new();
    for (leg, rule) in legs_at(&game.def, &game.shape, kind, from) {
        // A move that needs pieces on the way is impossible on an empty board.
        let goes = |r: &Reached| r.guard.is_plain() && r.to != from;
        if leg.initial || leg.kings {
            continue;
        }
        for r in reached_by((leg, rule), &game.def, kind, from).into_iter().filter(goes) {
            let reachable = Reachable {
                square: r.to,
                needs_clear: r.guard.clear.len().narrow(),
                quiet: r.quiet,
                capture: r.capture,
            };
            match found.iter_mut().find(|known| known.square == r.to) {
                Some(known) => {
                    known.needs_clear = known.needs_clear.min(reachable.needs_clear);
                    known.quiet |= reachable.quiet;
                    known.capture |= reachable.capture;
                }
                None => found.push(reachable),
            }
        }
    }
    found.sort_unstable_by_key(|reachable| reachable.square);
    found
}
