//! Promotions and transformations, compiled: what a move turns its piece into, by kind and square.

use super::{Becoming, Compiler, Kind, KindId, MaybeIndex, PromotionSet, kind_of_piece};
use crate::rules::geometry::{Narrow, Square};
use crate::rules::variant::Supply;

/// The promotions of pieces, and the moves that cause them.
pub(super) struct Promotions {
    pub(super) sets: Vec<PromotionSet>,
    /// The index of the set, by kind and the target square of a move.
    pub(super) at: Vec<MaybeIndex>,
    /// The same by the starting square of a move, for moves that end elsewhere.
    pub(super) leaving: Vec<MaybeIndex>,
    /// The same for squares that a piece must enter, or on which it must capture.
    pub(super) entering: Vec<MaybeIndex>,
    /// The set by kind, for pieces that promote instead of moving.
    pub(super) instead: Vec<MaybeIndex>,
}
impl Compiler<'_> {
    /// The kinds that a kind may become, in the variant's order.
    pub(super) fn promotes_to(&self, kind: &Kind) -> Vec<KindId> {
        let promotion = kind.piece_of(self.def).promotion.iter();
        let targets = promotion.flat_map(|promotion| &promotion.targets);
        targets.filter_map(|to| kind_of_piece(self.kinds, kind.color, (to.from_side, to.piece))).collect()
    }

    /// What the moves of a kind turn it into. Pieces of the other side's army turn into pieces of that
    /// army. These have kinds only if one may promote to them; otherwise the piece stays the same.
    pub(super) fn becoming(&self, kind: &Kind) -> Option<Becoming> {
        let becomes = kind.piece_of(self.def).becomes.as_ref()?;
        let into = kind_of_piece(self.kinds, kind.color, (kind.piece.0, becomes.piece))?;
        let mut on = vec![false; self.shape.cell_count()];
        for &square in &becomes.squares {
            on[kind.own_view(self.shape, square).index()] = true;
        }
        Some(Becoming { kind: into, when: becomes.when, on })
    }

    /// The promotion sets and where they apply.
    pub(super) fn promotions(&self) -> Promotions {
        let &Compiler { def, shape, kinds, .. } = self;
        let mut sets: Vec<PromotionSet> = Vec::new();
        let mut at = vec![MaybeIndex::NONE; kinds.len() * shape.cell_count()];
        let (mut leaving, mut entering) = (at.clone(), at.clone());
        let mut instead = vec![MaybeIndex::NONE; kinds.len()];
        for (id, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.foreign) {
            if let Some(promotion) = &kind.piece_of(def).promotion {
                let optional = !promotion.optional.is_empty();
                for (squares, forced, leaves) in [
                    (&promotion.optional, false, optional),
                    (&promotion.squares, promotion.forced, !optional),
                ] {
                    let mut add = |targets: Vec<KindId>| {
                        let new = PromotionSet { targets, forced, supply: promotion.supply };
                        let known = sets.iter().position(|set| *set == new);
                        let index = known.unwrap_or_else(|| {
                            sets.push(new);
                            sets.len() - 1
                        });
                        MaybeIndex::some(index.narrow())
                    };
                    let set = add(kind.promotes_to.clone());
                    if promotion.instead {
                        instead[id] = set;
                        continue;
                    }
                    for square in squares {
                        at[id * shape.cell_count() + square.index()] = match promotion.supply {
                            Supply::OfFile => add(self.promotion_of_file(kind, *square)),
                            Supply::Unlimited | Supply::Captured => set,
                        };
                    }
                    for square in promotion.leaving.iter().filter(|_| leaves) {
                        leaving[id * shape.cell_count() + square.index()] = set;
                    }
                    for square in promotion.entering.iter().filter(|_| !forced) {
                        entering[id * shape.cell_count() + square.index()] = set;
                    }
                }
            }
        }
        Promotions { sets, at, leaving, entering, instead }
    }

    /// The target for a file: the piece type that starts there, or else the first.
    fn promotion_of_file(&self, kind: &Kind, square: Square) -> Vec<KindId> {
        let &Compiler { shape, array, .. } = self;
        let own = |piece: &&(Square, KindId)| self.kind(piece.1).color == kind.color;
        let on_file = array.iter().filter(own).filter(|piece| shape.file(piece.0) == shape.file(square));
        let home = on_file.min_by_key(|piece| shape.rank_for(piece.0, kind.color)).map(|piece| piece.1);
        let starts = home.filter(|home| kind.promotes_to.contains(home));
        starts.or_else(|| kind.promotes_to.first().copied()).into_iter().collect()
    }
}
