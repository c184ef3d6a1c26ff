//! The letters of a foreign engine for pieces, where they differ from ours.

use std::collections::BTreeMap;

use crate::rules::geometry::Color;
use crate::rules::position::Position;

/// A map between our letters and the engine's for each side. Letters without an entry are the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letters {
    /// Ours and theirs, upper case.
    pairs: [BTreeMap<char, char>; 2],
}

impl Letters {
    /// Reads `A=B,C=D` (both sides) or `A=B/C=D` (White and Black): ours first, then the engine's.
    pub fn read(text: &str) -> Option<Letters> {
        let (white, black) = text.split_once('/').unwrap_or((text, text));
        let side = |text: &str| {
            let pair = |pair: &str| {
                let (ours, theirs) = pair.split_once('=')?;
                let single = |text: &str| {
                    let mut letters = text.trim().chars();
                    letters
                        .next()
                        .filter(|_| letters.next().is_none())
                        .map(|letter| letter.to_ascii_uppercase())
                };
                Some((single(ours)?, single(theirs)?))
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
                (Some(our), Some(their)) if our.is_uppercase() == their.is_uppercase() => {
                    let side = usize::from(our.is_lowercase());
                    let (our, their) = (our.to_ascii_uppercase(), their.to_ascii_uppercase());
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
    pub fn set(&mut self, color: Color, ours: char, theirs: char) {
        self.pairs[color.index()].insert(ours, theirs);
    }

    /// Adds the entries of another map.
    pub fn extend(&mut self, other: &Letters) {
        for (mine, theirs) in self.pairs.iter_mut().zip(&other.pairs) {
            mine.extend(theirs);
        }
    }

    /// A move's text in the engine's letters. Only promotions contain a letter.
    pub fn to_engine(&self, color: Color, text: &str) -> String {
        map_last(text, |letter| self.pairs[color.index()].get(&letter).copied())
    }

    /// The text of an engine's move in our letters.
    pub fn read_engine(&self, color: Color, text: &str) -> String {
        let ours = |letter| {
            let pairs = &self.pairs[color.index()];
            pairs.iter().find(|&(_, &theirs)| theirs == letter).map(|(&ours, _)| ours)
        };
        map_last(text, ours)
    }

    /// A FEN in the engine's letters.
    pub fn fen_to_engine(&self, fen: &str) -> String {
        let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let letter = |letter: char| {
            let side = usize::from(letter.is_lowercase());
            let theirs = self.pairs[side].get(&letter.to_ascii_uppercase()).copied();
            theirs.map_or(letter, |theirs| if side == 1 { theirs.to_ascii_lowercase() } else { theirs })
        };
        format!("{} {rest}", placement.chars().map(letter).collect::<String>()).trim_end().to_string()
    }
}

/// Replaces the letter after the squares of a move.
fn map_last(text: &str, other: impl Fn(char) -> Option<char>) -> String {
    let mut letters = text.chars();
    match letters.next_back() {
        Some(last) if last.is_ascii_alphabetic() && text.len() > 4 && !text.starts_with(['O', 'o', '0']) => {
            let new = other(last.to_ascii_uppercase()).unwrap_or(last);
            format!("{}{}", letters.as_str(), new.to_ascii_lowercase())
        }
        _ => text.to_string(),
    }
}

/// The pieces of a FEN by square: letters in upper or lower case, without marks.
fn letters_of(placement: &str) -> Vec<Option<char>> {
    let mut letters = Vec::new();
    let mut empty = 0usize;
    for letter in placement.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(1 << 12);
            continue;
        }
        letters.extend(std::iter::repeat_n(None, std::mem::take(&mut empty)));
        if letter.is_alphabetic() {
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
