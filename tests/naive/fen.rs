//! Reading and writing FEN for the naive generator: digits may stand for ten squares and more,
//! `*` is a hole, and the e.p. field names the victim where it does not stand straight in front
//! of the square it passed.

use std::rc::Rc;

use fibnif::geometry::Color;
use fibnif::variant::VariantDef;

use super::rules::{At, Rules, name};
use super::{EnPassant, Man, Naive};

impl Naive {
    /// Reads a well-formed FEN; fields after the side to move may be missing.
    pub fn from_fen(def: &VariantDef, fen: &str) -> Naive {
        let mut position = Naive::empty(Rc::new(Rules::new(def)));
        let (board, fields) = fen.split_once(' ').unwrap();
        for (rank, row) in (0..position.rules.ranks).rev().zip(board.split('/')) {
            position.read_rank(rank, row);
        }
        position.read_fields(fields.split_whitespace());
        position
    }

    fn read_rank(&mut self, rank: i32, row: &str) {
        let mut file = 0;
        let mut number = 0;
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number * 10 + digit as i32;
                continue;
            }
            file += number;
            number = 0;
            if c != '*' {
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                let letters = self.rules.kinds[color.index()].iter().map(|kind| kind.letter);
                let kind = letters.into_iter().position(|letter| letter == c.to_ascii_uppercase()).unwrap();
                self.put((file, rank), Some(Man { color, kind }));
            }
            file += 1;
        }
        assert_eq!(file + number, self.rules.files, "{row}");
    }

    /// Reads what follows the board.
    pub(super) fn read_fields<'a>(&mut self, mut fields: impl Iterator<Item = &'a str>) {
        self.side = if fields.next() == Some("b") { Color::Black } else { Color::White };
        fields.next().unwrap_or("-").trim_start_matches('-').clone_into(&mut self.rights);
        self.en_passant = match read_squares(fields.next().unwrap_or("-"))[..] {
            [passed] => Some(EnPassant { passed, victim: ahead(passed, !self.side) }),
            [passed, victim] => Some(EnPassant { passed, victim }),
            _ => None,
        };
        self.clock = fields.next().map_or(0, |clock| clock.parse().unwrap());
        self.number = fields.next().map_or(1, |number| number.parse().unwrap());
    }

    /// Writes the position as FEN.
    pub fn fen(&self) -> String {
        let rows: Vec<String> = (0..self.rules.ranks).rev().map(|rank| self.rank_text(rank)).collect();
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let en_passant = match self.en_passant {
            None => "-".to_owned(),
            Some(right) if right.victim == ahead(right.passed, !self.side) => name(right.passed),
            Some(right) => name(right.passed) + &name(right.victim),
        };
        format!("{} {} {rights} {en_passant} {} {}", rows.join("/"), self.side.letter(), self.clock, self.number)
    }

    fn rank_text(&self, rank: i32) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..self.rules.files {
            let shown = match self.man((file, rank)) {
                Some(man) => man.color.case(self.kind(man).letter),
                None if !self.rules.is_on_board((file, rank)) => '*',
                None => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(shown);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }
}

/// The square straight in front, as `color` looks.
fn ahead((file, rank): At, color: Color) -> At {
    (file, if color == Color::White { rank + 1 } else { rank - 1 })
}

/// The squares named one after the other; none in `-`.
fn read_squares(text: &str) -> Vec<At> {
    let mut squares = Vec::new();
    for c in text.chars() {
        match (c, squares.last_mut()) {
            ('a'..='z', _) => squares.push((i32::from(c as u8 - b'a'), 0)),
            ('0'..='9', Some((_, rank))) => *rank = *rank * 10 + i32::from(c as u8 - b'0'),
            _ => {}
        }
    }
    squares.into_iter().map(|(file, rank)| (file, rank - 1)).collect()
}
