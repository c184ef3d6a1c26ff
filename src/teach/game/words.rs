//! Parts of sentences: names of pieces and ordinal numbers.

use crate::rules::geometry::Color;
use crate::rules::letter::Letter;
use crate::rules::variant::{PieceDef, VariantDef};

pub use crate::rules::variant::spoken;

pub use crate::teach::words::{joined, region, with_article};

/// `third`, `4th`, `21st`.
pub fn ordinal(number: u8) -> String {
    match (number, number % 10, number / 10 % 10) {
        (1, ..) => "first".to_owned(),
        (2, ..) => "second".to_owned(),
        (3, ..) => "third".to_owned(),
        (_, _, 1) => format!("{number}th"),
        (_, 1, _) => format!("{number}st"),
        (_, 2, _) => format!("{number}nd"),
        (_, 3, _) => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}

/// The name of the piece with a role, as a sentence has it.
pub fn role_name(def: &VariantDef, role: Letter) -> String {
    let mut pieces = def.sides.iter().flat_map(|side| &side.pieces);
    pieces.find(|piece| piece.role == role).map_or_else(|| role.to_string(), |piece| spoken(&piece.name))
}

/// The names of the pieces of these sides that `is_meant` selects, each once, as a sentence has them.
pub fn names<const N: usize>(
    def: &VariantDef,
    sides: [Color; N],
    is_meant: fn(&PieceDef) -> bool,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in
        sides.iter().flat_map(|color| &def.sides[color.index()].pieces).filter(|piece| is_meant(piece))
    {
        let name = spoken(&piece.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
