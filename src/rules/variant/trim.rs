//! Removes pieces that can never occur: a file that extends another has its pieces too, whether or not
//! they are in its starting position.

use super::def::{SideDef, VariantDef};
use crate::rules::geometry::Color;

/// Drops every piece that is neither in the starting position nor the result of a promotion or
/// transformation.
pub(super) fn trim(mut def: VariantDef) -> VariantDef {
    let met = met(&def);
    // The new index of each remaining piece.
    let new = met.each_ref().map(|met| {
        let mut kept = 0..;
        met.iter()
            .map(|&stays| if stays { kept.next() } else { None }.unwrap_or(usize::MAX))
            .collect::<Vec<_>>()
    });
    for (side, (SideDef { pieces, .. }, met)) in def.sides.iter_mut().zip(&met).enumerate() {
        let mut stays = met.iter();
        pieces.retain(|_| stays.next() == Some(&true));
        // A piece stays on its side when its moves transform it.
        let own = &new[side];
        for becomes in pieces.iter_mut().filter_map(|piece| piece.becomes.as_mut()) {
            becomes.piece = own[becomes.piece];
        }
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
    for (stock, new) in def.hands.iter_mut().flat_map(|hands| hands.stock.iter_mut().zip(&new)) {
        for index in stock {
            *index = new[*index];
        }
    }
    def
}

/// By side and index: the pieces at the start or in hand, everything they may become, and their forms
/// in hand.
fn met(def: &VariantDef) -> [Vec<bool>; 2] {
    let mut met = def.sides.each_ref().map(|side| vec![false; side.pieces.len()]);
    let mut open: Vec<(Color, usize)> = def.array.iter().map(|&(_, color, piece)| (color, piece)).collect();
    let stock = |color: Color| def.hands.iter().flat_map(move |hands| &hands.stock[color.index()]);
    open.extend(Color::ALL.into_iter().flat_map(|color| stock(color).map(move |&piece| (color, piece))));
    while let Some((color, index)) = open.pop() {
        if std::mem::replace(&mut met[color.index()][index], true) {
            continue;
        }
        let piece = &def.sides[color.index()].pieces[index];
        let targets = piece.promotion.iter().flat_map(|promotion| &promotion.targets);
        open.extend(targets.map(|target| (target.from_side, target.piece)));
        open.extend(piece.becomes.as_ref().map(|becomes| (color, becomes.piece)));
        open.extend(def.in_hand(color, piece));
    }
    met
}
