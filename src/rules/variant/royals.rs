//! Royal pieces of which only one counts, depending on its square.

use super::def::{PieceDef, SideDef};
use super::law::Royals;
use crate::rules::geometry::{Color, Shape, Square};

/// Gives each side a non-royal piece with the moves of its royal one. Royal pieces at the start that do
/// not count become this piece.
pub(super) fn add_commoners(
    sides: &mut [SideDef; 2],
    array: &mut [(Square, Color, usize)],
    royals: Royals,
    shape: &Shape,
) {
    for color in Color::ALL {
        let pieces = &mut sides[color.index()].pieces;
        let Some(royal) = pieces.iter().position(|piece| piece.royal) else { continue };
        let commoner = pieces.len();
        let twin = pieces.get(royal).map(|piece| PieceDef { royal: false, ..piece.clone() });
        pieces.extend(twin);
        let is_royal = |man: &&mut (Square, Color, usize)| man.1 == color && man.2 == royal;
        let mut men: Vec<_> = array.iter_mut().filter(is_royal).collect();
        men.sort_by_key(|man| royals.order(shape, color, man.0));
        men.into_iter().skip(1).for_each(|man| man.2 = commoner);
    }
}
