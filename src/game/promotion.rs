//! Promotion, compiled: what each kind may become, and on which squares.

use super::maybe::MaybeIndex;
use super::{Becoming, Kind, KindId, PromotionSet, kind_of_piece};
use crate::geometry::{Narrow, Shape};
use crate::variant::VariantDef;

/// The kinds that a kind may become, in the variant's order.
pub(super) fn promotes_to(def: &VariantDef, kinds: &[Kind], kind: &Kind) -> Vec<KindId> {
    let promotion = kind.piece_of(def).promotion.iter();
    let targets = promotion.flat_map(|promotion| &promotion.targets);
    targets.filter_map(|to| kind_of_piece(kinds, kind.color, (to.from_side, to.piece))).collect()
}

/// What the moves of a kind turn it into. Pieces of the other side's army turn into pieces of that army, of
/// which there are kinds only as far as one may promote to them: the others stay what they are.
pub(super) fn becoming(def: &VariantDef, kinds: &[Kind], kind: &Kind) -> Option<Becoming> {
    let becomes = kind.piece_of(def).becomes.as_ref()?;
    let into = kind_of_piece(kinds, kind.color, (kind.piece.0, becomes.piece))?;
    let mut on = vec![false; def.shape.len()];
    for &square in &becomes.squares {
        on[kind.own_view(&def.shape, square).index()] = true;
    }
    Some(Becoming { kind: into, when: becomes.when, on })
}

/// The promotion sets and where they apply.
pub(super) fn promotions(
    shape: &Shape,
    def: &VariantDef,
    kinds: &[Kind],
) -> (Vec<PromotionSet>, Vec<MaybeIndex>) {
    let mut sets = Vec::new();
    let mut at = vec![MaybeIndex::NONE; kinds.len() * shape.len()];
    for (id, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.foreign) {
        if let Some(promotion) = &kind.piece_of(def).promotion {
            for (squares, forced) in [(&promotion.optional, false), (&promotion.squares, promotion.forced)] {
                let set = MaybeIndex::some(sets.len().narrow());
                sets.push(PromotionSet {
                    targets: kind.promotes_to.clone(),
                    forced,
                    supply: promotion.supply,
                });
                for square in squares {
                    at[id * shape.len() + square.index()] = set;
                }
            }
        }
    }
    (sets, at)
}
