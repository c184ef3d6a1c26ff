//! Parts of sentences: names of pieces, numbers.

use crate::geometry::Color;
use crate::variant::{PieceDef, VariantDef};

pub(super) use crate::teach::{joined, region, with_article};

/// `third`, `4th`.
pub(super) fn ordinal(number: u8) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

/// The names of these sides' pieces that are meant, each once.
pub(super) fn names<const N: usize>(
    def: &VariantDef,
    sides: [Color; N],
    is_meant: fn(&PieceDef) -> bool,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in
        sides.iter().flat_map(|color| &def.sides[color.index()].pieces).filter(|piece| is_meant(piece))
    {
        if !names.contains(&piece.name) {
            names.push(piece.name.clone());
        }
    }
    names
}
