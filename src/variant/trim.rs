//! Takes away the pieces nobody will ever meet: a file that extends another has its pieces too,
//! whether or not they are in its array.

use super::def::{SideDef, VariantDef};
use crate::geometry::Color;

/// Drops every piece that neither stands in the array nor comes by promotion.
pub(super) fn trim(mut def: VariantDef) -> VariantDef {
    let met = Color::ALL.map(|color| {
        let stands = |index: usize| def.array.iter().any(|man| (man.1, man.2) == (color, index));
        let comes = |index: usize| {
            let promotions =
                def.sides.iter().flat_map(|side| &side.pieces).filter_map(|piece| piece.promotion.as_ref());
            promotions
                .flat_map(|promotion| &promotion.targets)
                .any(|target| (target.from_side, target.piece) == (color, index))
        };
        (0..def.sides[color.index()].pieces.len())
            .map(|index| stands(index) || comes(index))
            .collect::<Vec<_>>()
    });
    // The index of each piece among those that stay.
    let new = met.each_ref().map(|met| {
        let mut kept = 0..;
        met.iter()
            .map(|&stays| if stays { kept.next() } else { None }.unwrap_or(usize::MAX))
            .collect::<Vec<_>>()
    });
    for (SideDef { pieces, .. }, met) in def.sides.iter_mut().zip(&met) {
        let mut stays = met.iter();
        pieces.retain(|_| stays.next() == Some(&true));
        for target in pieces
            .iter_mut()
            .filter_map(|piece| piece.promotion.as_mut())
            .flat_map(|promotion| &mut promotion.targets)
        {
            target.piece = new[target.from_side.index()][target.piece];
        }
    }
    for (_, color, index) in &mut def.array {
        *index = new[color.index()][*index];
    }
    def
}
