//! Which men an ending is about: read from `KHHvK`, kept in one order.

use super::SolveError;
use crate::game::{Game, KindId};
use crate::geometry::Color;

/// The most men an ending may have.
pub const MOST_MEN: usize = 6;

/// The men of an ending, White's first, royal men before the others, then by kind.
///
/// Two endings with the same men are equal, however they were written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Men {
    kinds: [KindId; MOST_MEN],
    len: u8,
}

impl Men {
    /// The men of a list, put in order; those beyond [`MOST_MEN`] are left out.
    pub fn new(game: &Game, kinds: impl IntoIterator<Item = KindId>) -> Men {
        let mut men = Men::in_order(kinds);
        men.kinds[..usize::from(men.len)].sort_unstable_by_key(|&id| {
            let kind = game.kind(id);
            (kind.color.index(), !kind.royal, id)
        });
        men
    }

    /// The men of a list that is in order already.
    pub(super) fn in_order(kinds: impl IntoIterator<Item = KindId>) -> Men {
        let mut men = Men { kinds: [KindId(0); MOST_MEN], len: 0 };
        for (place, kind) in men.kinds.iter_mut().zip(kinds) {
            *place = kind;
            men.len += 1;
        }
        men
    }

    /// Reads the letters of White's men, `v`, and those of Black's: `KHHvK`. A mark such as `'` belongs to
    /// the letter before it.
    ///
    /// # Errors
    /// If a letter is no man of its side, the `v` is missing, or the men are too many.
    pub fn parse(game: &Game, text: &str) -> Result<Men, SolveError> {
        let (white, black) = text.split_once('v').ok_or_else(|| SolveError::NoVersus(text.to_owned()))?;
        let mut kinds = Vec::new();
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            let mut rest = letters.chars().peekable();
            while let Some(letter) = rest.next() {
                let mark = rest.next_if(|c| !c.is_alphanumeric());
                let kind = game.kind_of_letter(color.case(letter), mark);
                kinds.push(kind.ok_or_else(|| SolveError::UnknownMan {
                    letter: letter.to_string() + &mark.map(String::from).unwrap_or_default(),
                    color,
                    known: letters_of(game, color),
                })?);
            }
        }
        if kinds.is_empty() {
            return Err(SolveError::NoVersus(text.to_owned()));
        }
        if kinds.len() > MOST_MEN {
            return Err(SolveError::TooMany { men: kinds.len() });
        }
        Ok(Men::new(game, kinds))
    }

    /// The kinds, in order.
    pub fn kinds(&self) -> &[KindId] {
        &self.kinds[..usize::from(self.len)]
    }

    /// How many men there are.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Never: an ending has men. (Here because `len` is.)
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a side has any of the men.
    pub fn has(&self, game: &Game, color: Color) -> bool {
        self.kinds().iter().any(|&kind| game.kind(kind).color == color)
    }

    /// `KHHvK`: the form that [`Men::parse`] reads.
    pub fn text(&self, game: &Game) -> String {
        let of = |color| -> String {
            let own = self.kinds().iter().map(|&id| game.kind(id)).filter(|kind| kind.color == color);
            own.flat_map(|kind| [Some(kind.letter.to_ascii_uppercase()), kind.mark]).flatten().collect()
        };
        format!("{}v{}", of(Color::White), of(Color::Black))
    }
}

/// The letters of a side's men, for messages.
fn letters_of(game: &Game, color: Color) -> String {
    let own = game.kinds.iter().filter(|kind| kind.color == color);
    own.flat_map(|kind| [Some(kind.letter.to_ascii_uppercase()), kind.mark, Some(' ')])
        .flatten()
        .collect::<String>()
        .trim_end()
        .to_owned()
}
