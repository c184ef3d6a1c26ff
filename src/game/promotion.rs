//! Promotion, compiled: what each kind may become, and on which squares.

use super::maybe::MaybeIndex;
use super::{Kind, KindId, PromotionSet};
use crate::geometry::{Narrow, Shape};
use crate::variant::VariantDef;

/// The kinds that a kind may become, in the variant's order.
pub(super) fn promotes_to(def: &VariantDef, kinds: &[Kind], kind: &Kind) -> Vec<KindId> {
    let promotion = kind.piece_of(def).promotion.iter();
    let find = |owner, index| {
        kinds
            .iter()
            .position(|k| k.color == kind.color && k.piece == (owner, index))
            .map(|i| KindId(i.narrow()))
    };
    promotion.flat_map(|p| &p.targets).filter_map(|t| find(t.from_side, t.piece)).collect()
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
