//! The letters of pieces, in variant files as in a FEN and in moves. A game may have more piece types than
//! the alphabet has letters: an apostrophe after a letter makes it another one, `N'` beside `N`.

use std::fmt::{self, Display, Write};

use super::geometry::Color;

/// What makes a letter another one.
pub const DRESS: char = '\'';

/// A letter, or a letter with an apostrophe after it. Upper case is White's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    base: char,
    dressed: bool,
}

impl Letter {
    /// A letter without an apostrophe.
    pub const fn plain(base: char) -> Letter {
        Letter { base, dressed: false }
    }

    /// The same letter with an apostrophe.
    #[must_use]
    pub const fn dressed(self) -> Letter {
        Letter { base: self.base, dressed: true }
    }

    /// The letter without its apostrophe.
    pub const fn base(self) -> char {
        self.base
    }

    /// The letter as a character, if it has no apostrophe.
    pub fn single(self) -> Option<char> {
        (!self.dressed).then_some(self.base)
    }

    /// Whether it has an apostrophe.
    pub const fn is_dressed(self) -> bool {
        self.dressed
    }

    /// Reads the letter that a text begins with; the rest follows it.
    pub fn split(text: &str) -> Option<(Letter, &str)> {
        let base = text.chars().next()?;
        let rest = &text[base.len_utf8()..];
        Some(match rest.strip_prefix(DRESS) {
            Some(rest) => (Letter::plain(base).dressed(), rest),
            None => (Letter::plain(base), rest),
        })
    }

    /// Reads a text that is one letter of the alphabet, of either case.
    pub fn read(text: &str) -> Option<Letter> {
        Letter::split(text)
            .filter(|(letter, rest)| rest.is_empty() && letter.base.is_ascii_alphabetic())
            .map(|read| read.0)
    }

    /// The letters of a text, one after the other.
    pub fn all(mut text: &str) -> impl Iterator<Item = Letter> + Clone + use<'_> {
        std::iter::from_fn(move || {
            let (letter, rest) = Letter::split(text)?;
            text = rest;
            Some(letter)
        })
    }

    /// All that a piece may have as its letter, those without an apostrophe first.
    pub fn alphabet() -> impl Iterator<Item = Letter> + Clone {
        ('A'..='Z').map(Letter::plain).chain(('A'..='Z').map(|base| Letter::plain(base).dressed()))
    }

    /// The letter in the case of a side.
    #[must_use]
    pub const fn of(self, color: Color) -> Letter {
        Letter { base: color.case(self.base), dressed: self.dressed }
    }

    /// The side whose case it has.
    pub fn color(self) -> Color {
        if self == self.upper() { Color::White } else { Color::Black }
    }

    /// The letter in upper case.
    #[must_use]
    pub const fn upper(self) -> Letter {
        self.of(Color::White)
    }

    /// The letter in lower case.
    #[must_use]
    pub const fn lower(self) -> Letter {
        self.of(Color::Black)
    }

    /// Whether it is the same letter, perhaps in another case.
    pub fn eq_ignore_case(self, other: Letter) -> bool {
        self.upper() == other.upper()
    }
}

impl From<char> for Letter {
    fn from(base: char) -> Letter {
        Letter::plain(base)
    }
}

impl PartialEq<char> for Letter {
    fn eq(&self, other: &char) -> bool {
        *self == Letter::plain(*other)
    }
}

impl Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.base)?;
        if self.dressed { f.write_char(DRESS) } else { Ok(()) }
    }
}

impl Extend<Letter> for String {
    fn extend<I: IntoIterator<Item = Letter>>(&mut self, letters: I) {
        for letter in letters {
            self.push(letter.base);
            if letter.dressed {
                self.push(DRESS);
            }
        }
    }
}

impl FromIterator<Letter> for String {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> String {
        let mut text = String::new();
        text.extend(letters);
        text
    }
}
