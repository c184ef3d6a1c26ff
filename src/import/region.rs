//! Sets of squares as other programs write them, and as Fibnif does.

use std::collections::BTreeSet;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub files: u8,
    pub ranks: u8,
}

/// A square: its file and rank, from 0.
pub(super) type Place = (u8, u8);

/// A set of squares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Region(BTreeSet<Place>);

impl Region {
    /// Reads names of squares, or `all`. `*` stands for every file or every rank: `*8`, `a*`. Squares beyond
    /// the board are left out.
    pub(super) fn read(text: &str, board: Board) -> Option<Region> {
        let mut region = Region::default();
        if text == "all" {
            return Some(Region::all(board));
        }
        for word in text.split_whitespace().filter(|word| *word != "-") {
            let mut letters = word.chars();
            let file = letters.next()?;
            let files = match file {
                '*' => 0..board.files,
                _ => number_of_file(file)?..number_of_file(file)? + 1,
            };
            let ranks = match letters.as_str() {
                "*" => 0..board.ranks,
                rank => {
                    let rank: u8 = rank.parse().ok().filter(|rank| (1..=100).contains(rank))?;
                    rank - 1..rank
                }
            };
            for place in ranks.flat_map(|rank| files.clone().map(move |file| (file, rank))) {
                region.insert(place, board);
            }
        }
        Some(region)
    }

    /// All squares of a board.
    pub(super) fn all(board: Board) -> Region {
        (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank))).collect()
    }

    /// The squares of a rank, counted from 0.
    pub(super) fn rank(rank: u8, board: Board) -> Region {
        Region::all(board).filter(|place| place.1 == rank)
    }

    fn insert(&mut self, place: Place, board: Board) {
        if place.0 < board.files && place.1 < board.ranks {
            self.0.insert(place);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contains(&self, place: Place) -> bool {
        self.0.contains(&place)
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().copied()
    }

    /// The squares that pass a test.
    pub(super) fn filter(&self, keep: impl Fn(Place) -> bool) -> Region {
        self.places().filter(|&place| keep(place)).collect()
    }

    pub(super) fn and(&self, other: &Region) -> Region {
        self.filter(|place| other.contains(place))
    }

    pub(super) fn without(&self, other: &Region) -> Region {
        self.filter(|place| !other.contains(place))
    }

    /// The same squares as the player on the other side of the board counts them.
    pub(super) fn half_turned(&self, board: Board) -> Region {
        self.places().map(|(file, rank)| (board.files - 1 - file, board.ranks - 1 - rank)).collect()
    }

    /// The squares as a variant file writes them: rectangles and single squares.
    pub(super) fn text(&self) -> String {
        let mut rest = self.0.clone();
        let mut parts = Vec::new();
        while let Some(&(file, rank)) = rest.iter().min_by_key(|(file, rank)| (*rank, *file)) {
            let wide = (file..=u8::MAX).take_while(|&at| rest.contains(&(at, rank))).last().unwrap_or(file);
            let row = |at: u8| (file..=wide).all(|file| rest.contains(&(file, at)));
            let high = (rank..=u8::MAX).take_while(|&at| row(at)).last().unwrap_or(rank);
            let (from, to) = (name((file, rank)), name((wide, high)));
            parts.push(if from == to { from } else { format!("{from}:{to}") });
            rest.retain(|&(at, row)| !((file..=wide).contains(&at) && (rank..=high).contains(&row)));
        }
        parts.join(" ")
    }
}

impl FromIterator<Place> for Region {
    fn from_iter<T: IntoIterator<Item = Place>>(places: T) -> Region {
        Region(places.into_iter().collect())
    }
}

/// The file of a letter, from 0.
pub(super) fn number_of_file(letter: char) -> Option<u8> {
    letter.is_ascii_lowercase().then(|| letter as u8 - b'a')
}

/// The name of a square.
pub(super) fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_read_and_written() {
        let board = Board { files: 8, ranks: 8 };
        let text = |text: &str| Region::read(text, board).map(|region| region.text());
        assert_eq!(text("*7 *8 d4").as_deref(), Some("d4 a7:h8"));
        assert_eq!(text("a* z9 *10").as_deref(), Some("a1:a8"));
        assert_eq!(text("-").as_deref(), Some(""));
        assert_eq!(text("d"), None);
        let black = Region::read("*1 a2", board).unwrap().half_turned(board);
        assert_eq!(black.text(), "h7:h8 a8:g8");
    }
}
