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

/// What pieces promote to, and by which moves.
pub(super) struct Promotions {
    pub(super) sets: Vec<PromotionSet>,
    /// Which of the sets it is, by kind and the square where a move ends.
    pub(super) at: Vec<MaybeIndex>,
    /// The same by the square where a move begins, for moves that end elsewhere.
    pub(super) leaving: Vec<MaybeIndex>,
}

/// The promotion sets and where they apply.
pub(super) fn promotions(shape: &Shape, def: &VariantDef, kinds: &[Kind]) -> Promotions {
    let mut sets = Vec::new();
    let mut at = vec![MaybeIndex::NONE; kinds.len() * shape.len()];
    let mut leaving = at.clone();
    for (id, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.foreign) {
        if let Some(promotion) = &kind.piece_of(def).promotion {
            let optional = !promotion.optional.is_empty();
            for (squares, forced, leaves) in
                [(&promotion.optional, false, optional), (&promotion.squares, promotion.forced, !optional)]
            {
                let set = MaybeIndex::some(sets.len().narrow());
                sets.push(PromotionSet {
                    targets: kind.promotes_to.clone(),
                    forced,
                    supply: promotion.supply,
                });
                for square in squares {
                    at[id * shape.len() + square.index()] = set;
                }
                for square in promotion.leaving.iter().filter(|_| leaves) {
                    leaving[id * shape.len() + square.index()] = set;
                }
            }
        }
    }
    Promotions { sets, at, leaving }
}
