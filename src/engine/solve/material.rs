//! The material of an ending, as in `KHHvK`, in a fixed order.

use super::SolveError;
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, tokens};

/// The most pieces of an ending.
pub const MOST_PIECES: usize = 6;

/// The material of an ending: White's pieces first, royal ones before the others, then by type.
///
/// The same material is equal however it was written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    kinds: [KindId; MOST_PIECES],
    len: u8,
}

impl Material {
    /// The material of a list, sorted; pieces beyond [`MOST_PIECES`] are left out.
    pub fn new(game: &Game, kinds: impl IntoIterator<Item = KindId>) -> Material {
        let mut material = Material::in_order(kinds);
        material.kinds[..usize::from(material.len)].sort_unstable_by_key(|&id| {
            let kind = game.kind(id);
            (kind.color.index(), !kind.royal, id)
        });
        material
    }

    /// The same for a list that is sorted.
    pub(super) fn in_order(kinds: impl IntoIterator<Item = KindId>) -> Material {
        let mut material = Material { kinds: [KindId(0); MOST_PIECES], len: 0 };
        for (place, kind) in material.kinds.iter_mut().zip(kinds) {
            *place = kind;
            material.len += 1;
        }
        material
    }

    /// Reads the letters of White's pieces, `v`, and those of Black's: `KHHvK`. A mark such as `'` belongs to
    /// the letter before it.
    ///
    /// # Errors
    /// If a letter is not a piece of its side, the `v` is missing, or there are too many pieces.
    pub fn parse(game: &Game, text: &str) -> Result<Material, SolveError> {
        let (white, black) = text.split_once('v').ok_or_else(|| SolveError::NoVersus(text.to_owned()))?;
        let mut kinds = Vec::new();
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for (_, sign) in tokens(letters) {
                let kind = game.kind_of_sign(&match color {
                    Color::White => sign.to_ascii_uppercase(),
                    Color::Black => sign.to_ascii_lowercase(),
                });
                kinds.push(kind.ok_or_else(|| SolveError::UnknownPiece {
                    letter: sign.to_owned(),
                    color,
                    known: letters_of(game, color),
                })?);
            }
        }
        if kinds.is_empty() {
            return Err(SolveError::NoVersus(text.to_owned()));
        }
        if kinds.len() > MOST_PIECES {
            return Err(SolveError::TooMany { pieces: kinds.len() });
        }
        Ok(Material::new(game, kinds))
    }

    /// The kinds, in order.
    pub fn kinds(&self) -> &[KindId] {
        &self.kinds[..usize::from(self.len)]
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Always `false`: an ending has pieces. It is here because `len` is.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a side has any of the pieces.
    pub fn has(&self, game: &Game, color: Color) -> bool {
        self.kinds().iter().any(|&kind| game.kind(kind).color == color)
    }

    /// `KHHvK`: the form that [`Material::parse`] reads.
    pub fn text(&self, game: &Game) -> String {
        let of = |color| -> String {
            let own = self.kinds().iter().map(|&id| game.kind(id)).filter(|kind| kind.color == color);
            own.map(|kind| kind.sign().to_ascii_uppercase()).collect()
        };
        format!("{}v{}", of(Color::White), of(Color::Black))
    }
}

/// The letters of a side's pieces, for messages.
fn letters_of(game: &Game, color: Color) -> String {
    let own = game.kinds.iter().filter(|kind| kind.color == color);
    own.map(|kind| kind.sign().to_ascii_uppercase()).collect::<Vec<_>>().join(" ")
}
