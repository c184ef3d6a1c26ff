//! The letters of a foreign engine for pieces, where they differ from ours.

use std::collections::BTreeMap;

use crate::rules::geometry::Color;
use crate::rules::letter::{DRESS, Letter};
use crate::rules::position::Position;

/// A map between our letters and the engine's for each side. Letters without an entry are the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letters {
    /// Ours and theirs, upper case.
    pairs: [BTreeMap<Letter, Letter>; 2],
}

impl Letters {
    /// Reads `A=B,C=D` (both sides) or `A=B/C=D` (White and Black): ours first, then the engine's.
    pub fn read(text: &str) -> Option<Letters> {
        let (white, black) = text.split_once('/').unwrap_or((text, text));
        let side = |text: &str| {
            let pair = |pair: &str| {
                let (ours, theirs) = pair.split_once('=')?;
                let letter = |text: &str| Letter::read(text.trim()).map(Letter::upper);
                Some((letter(ours)?, letter(theirs)?))
            };
            text.split(',')
                .filter(|text| !text.trim().is_empty())
                .map(pair)
                .collect::<Option<BTreeMap<_, _>>>()
        };
        Some(Letters { pairs: [side(white)?, side(black)?] })
    }

    /// Derives the letters from the starting position that an engine has announced: the piece on a square
    /// is the same whatever it is called. `None` if the board differs.
    pub fn work_out(start: &Position, fen: &str) -> Option<Letters> {
        let (ours, theirs) = (letters_of(start.fen().split(' ').next()?), letters_of(fen.split(' ').next()?));
        if ours.len() != theirs.len() {
            return None;
        }
        let mut letters = Letters::default();
        for (our, their) in ours.iter().zip(&theirs) {
            match (our, their) {
                (None, None) => {}
                (Some(our), Some(their)) if our.color() == their.color() => {
                    let side = our.color().index();
                    let (our, their) = (our.upper(), their.upper());
                    if *letters.pairs[side].entry(our).or_insert(their) != their {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        letters.pairs.iter_mut().for_each(|pairs| pairs.retain(|our, their| our != their));
        Some(letters)
    }

    /// Adds the engine's letter for one of ours.
    pub fn set(&mut self, color: Color, ours: Letter, theirs: Letter) {
        self.pairs[color.index()].insert(ours, theirs);
    }

    /// Adds the entries of another map.
    pub fn extend(&mut self, other: &Letters) {
        for (mine, theirs) in self.pairs.iter_mut().zip(&other.pairs) {
            mine.extend(theirs);
        }
    }

    /// A move's text in the engine's letters. Only promotions and drops contain one.
    pub fn to_engine(&self, color: Color, text: &str) -> String {
        map_letter(text, |letter| self.pairs[color.index()].get(&letter).copied())
    }

    /// The text of an engine's move in our letters.
    pub fn read_engine(&self, color: Color, text: &str) -> String {
        let ours = |letter| {
            let pairs = &self.pairs[color.index()];
            pairs.iter().find(|&(_, &theirs)| theirs == letter).map(|(&ours, _)| ours)
        };
        map_letter(text, ours)
    }

    /// A FEN in the engine's letters.
    pub fn fen_to_engine(&self, fen: &str) -> String {
        let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let letter = |letter: Letter| {
            let color = letter.color();
            let theirs = self.pairs[color.index()].get(&letter.upper());
            theirs.map_or(letter, |theirs| theirs.of(color))
        };
        format!("{} {rest}", Letter::all(placement).map(letter).collect::<String>()).trim_end().to_string()
    }
}

/// Replaces the letter before the `@` of a drop, or after the squares of a move.
fn map_letter(text: &str, other: impl Fn(Letter) -> Option<Letter>) -> String {
    let mapped = |letter: &str| Letter::read(letter).and_then(|letter| other(letter.upper()));
    if let Some((letter, square)) = text.split_once('@') {
        return mapped(letter).map_or_else(|| text.to_owned(), |letter| format!("{letter}@{square}"));
    }
    let last = text.trim_end_matches(DRESS).len().saturating_sub(1);
    match text.split_at_checked(last) {
        Some((squares, letter)) if last > 3 && !text.starts_with(['O', 'o', '0']) => {
            mapped(letter).map_or_else(|| text.to_owned(), |letter| format!("{squares}{}", letter.lower()))
        }
        _ => text.to_owned(),
    }
}

/// The pieces of a FEN by square: letters in upper or lower case, without marks.
fn letters_of(placement: &str) -> Vec<Option<Letter>> {
    let mut letters = Vec::new();
    let mut empty = 0usize;
    for letter in Letter::all(placement) {
        if let Some(digit) = letter.base().to_digit(10) {
            empty = (empty * 10 + digit as usize).min(1 << 12);
            continue;
        }
        letters.extend(std::iter::repeat_n(None, std::mem::take(&mut empty)));
        if letter.base().is_ascii_alphabetic() {
            letters.push(Some(letter));
        } else if letter == '*' {
            letters.push(None);
        }
    }
    letters.extend(std::iter::repeat_n(None, empty));
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn start(variant: &str) -> Position {
        Position::start(compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap())
    }

    #[test]
    fn letters_are_worked_out_from_the_array() {
        let start = start("cwda:nutters/rookies");
        let ours = start.fen();
        let theirs = ours.split(' ').next().unwrap().replace('C', "G").replace('h', "d");
        let letters = Letters::work_out(&start, &theirs).unwrap();
        assert_eq!(letters.to_engine(Color::White, "a7a8c"), "a7a8g");
        assert_eq!(letters.read_engine(Color::White, "a7a8g"), "a7a8c");
        assert_eq!(letters.read_engine(Color::Black, "a2a1d"), "a2a1h");
        assert_eq!(letters.to_engine(Color::White, "e2e4"), "e2e4");
        assert_eq!(letters.fen_to_engine(&ours).split(' ').next(), Some(theirs.as_str()));
        assert_eq!(Letters::work_out(&start, "8/8/8/8/8/8/8/8"), None);
        assert_eq!(Letters::work_out(&start, "8/8"), None);
    }

    #[test]
    fn letters_may_be_given() {
        let letters = Letters::read("C=G/H=D").unwrap();
        assert_eq!(letters.to_engine(Color::White, "a7a8c"), "a7a8g");
        assert_eq!(letters.to_engine(Color::Black, "a2a1c"), "a2a1c");
        assert_eq!(letters.read_engine(Color::Black, "a2a1d"), "a2a1h");
        assert_eq!(Letters::read("C:G"), None);
        assert_eq!(Letters::read("CC=G"), None);
    }
}
