//! Hands, compiled: what a captured piece is in whose hand, and where each may be dropped.

use super::{Kind, KindId, MAX_MEN, kind_of_piece};
use crate::geometry::{Color, Narrow, Square};
use crate::variant::{DropColors, DropMate, Dropping, DropsDef, VariantDef};

/// The hands of a game that has them. A kind tells its side, so hands are counted by kind.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// When pieces are dropped.
    pub(crate) dropping: Dropping,
    /// By kind: how many are in hand at the start.
    pub(crate) stock: [u8; MAX_MEN],
    /// By side: the kinds that may ever be in its hand, in the order of the file.
    pub(crate) kinds: [Vec<KindId>; 2],
    /// By kind: what a piece of it is in hand once it is captured.
    caught: Vec<Option<KindId>>,
    /// By kind: where it may be dropped.
    rules: Vec<DropRule>,
}

/// Where a kind may be dropped, of the empty squares.
#[derive(Clone, Debug)]
pub(crate) struct DropRule {
    pub(crate) squares: Vec<Square>,
    /// By square: whether it is one of them.
    pub(crate) allowed: Vec<bool>,
    pub(crate) per_file: Option<u8>,
    pub(crate) mate: DropMate,
    pub(crate) colors: DropColors,
}

impl DropRule {
    fn new(def: &VariantDef, kind: &Kind) -> DropRule {
        let piece = kind.piece_of(def);
        let DropsDef { mut squares, per_file, mate, colors } =
            piece.drops.clone().unwrap_or_else(|| DropsDef::anywhere(&def.shape));
        squares.retain(|&square| kind.may_stand(def, square));
        let mut allowed = vec![false; def.shape.len()];
        for square in &squares {
            allowed[square.index()] = true;
        }
        DropRule { squares, allowed, per_file, mate, colors }
    }

    /// Whether a drop depends on more than the square.
    pub(crate) fn looks_around(&self) -> bool {
        self.per_file.is_some() || self.colors == DropColors::Different
    }
}

impl Hands {
    /// The hands of a definition; `None` if nothing is ever in hand.
    pub(super) fn new(def: &VariantDef, kinds: &[Kind]) -> Option<Hands> {
        let hands = def.hands.as_ref()?;
        let mut stock = [0; MAX_MEN];
        for color in Color::ALL {
            for &piece in &hands.stock[color.index()] {
                if let Some(kind) = kind_of_piece(kinds, color, (color, piece)) {
                    stock[kind.index()] += 1;
                }
            }
        }
        let caught: Vec<Option<KindId>> = kinds
            .iter()
            .map(|kind| {
                let (color, piece) = def.in_hand(kind.color, kind.piece_of(def))?;
                kind_of_piece(kinds, color, (color, piece))
            })
            .collect();
        let in_hand = |kind: &KindId| stock[kind.index()] > 0 || caught.contains(&Some(*kind));
        let of = |color: Color| {
            let ids = (0..kinds.len().narrow()).map(KindId);
            ids.filter(|kind| kinds[kind.index()].color == color && in_hand(kind)).collect()
        };
        Some(Hands {
            dropping: hands.drops,
            stock,
            kinds: [of(Color::White), of(Color::Black)],
            rules: kinds.iter().map(|kind| DropRule::new(def, kind)).collect(),
            caught,
        })
    }

    /// What a captured piece of a kind is in hand; the kind tells in whose.
    #[inline]
    pub(crate) fn caught(&self, kind: KindId) -> Option<KindId> {
        self.caught.get(kind.index()).copied().flatten()
    }

    /// Where a kind may be dropped.
    #[inline]
    pub(crate) fn rule(&self, kind: KindId) -> &DropRule {
        &self.rules[kind.index()]
    }

    /// Whether captured pieces go to a hand.
    pub(crate) fn catches(&self) -> bool {
        self.caught.iter().any(Option::is_some)
    }

    /// How many pieces are in hand at the start.
    pub(super) fn stocked(&self) -> usize {
        self.stock.iter().map(|&count| usize::from(count)).sum()
    }
}
