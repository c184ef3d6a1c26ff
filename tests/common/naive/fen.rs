//! Reading and writing FEN for the naive generator: digits may stand for ten squares and more, `*` is a
//! hole, `'` marks the piece before it, and the e.p. field names the victim if it is not straight in
//! front of the square it passed. If a turn has several moves, two more fields say where the side to
//! move still has to move, and which squares are closed.

use std::rc::Rc;

use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{End, FALLEN_MARK, PROMOTED_MARK, TurnRule, VariantDef};

use super::rules::{At, COMPLEXES, Castle, Rules, name};
use super::{EnPassant, Man, Naive};

impl Naive {
    /// Reads a well-formed FEN; fields after the side to move may be missing.
    pub fn from_fen(def: &VariantDef, fen: &str) -> Naive {
        let mut position = Naive::empty(Rc::new(Rules::new(def)));
        let (board, fields) = fen.split_once(' ').unwrap();
        let (board, hands) = board.split_once('[').unwrap_or((board, ""));
        position.read_hands(hands);
        for (rank, row) in (0..position.rules.ranks).rev().zip(board.split('/')) {
            position.read_rank(rank, row);
        }
        position.read_fields(fields.split_whitespace());
        position
    }

    fn read_rank(&mut self, rank: i32, row: &str) {
        let mut file = 0;
        let mut number = 0;
        let mut chars = row.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                number = number * 10 + digit as i32;
                continue;
            }
            file += number;
            number = 0;
            if c == '*' && self.rules.is_on_board((file, rank)) {
                self.walls.push((file, rank));
            } else if c != '*' {
                let mut shown = String::from(c);
                if c == PROMOTED_MARK {
                    shown.push(chars.next().unwrap());
                }
                let color = if shown.ends_with(|c: char| c.is_ascii_uppercase()) {
                    Color::White
                } else {
                    Color::Black
                };
                while let Some(sign) = chars.next_if(|&sign| sign == '\'' || sign == FALLEN_MARK) {
                    shown.push(sign);
                }
                let kind = self.rules.kinds[color.index()]
                    .iter()
                    .position(|kind| sign(kind.letter, kind.mark) == shown.to_uppercase())
                    .unwrap();
                self.put((file, rank), Some(Man { color, kind }));
            }
            file += 1;
        }
        assert_eq!(file + number, self.rules.files, "{row}");
    }

    /// Reads what follows the board.
    pub(super) fn read_fields<'a>(&mut self, mut fields: impl Iterator<Item = &'a str>) {
        self.side = if fields.next() == Some("b") { Color::Black } else { Color::White };
        // The right of a piece that is not the outermost of its kind is written as its file.
        let by_file = |letter: char, castle: &Castle| {
            castle.color.case(name(castle.partner.0).chars().next().unwrap()) == letter
        };
        let mut letters: Vec<String> = Vec::new();
        for letter in fields.next().unwrap_or("-").chars().filter(|&letter| letter != '-') {
            match letters.last_mut() {
                Some(last) if letter.is_ascii_digit() => last.push(letter),
                _ => letters.push(letter.to_string()),
            }
        }
        let unmoved = || self.rules.first_moves.iter().chain(&self.rules.gates).map(|right| right.2);
        let rights = letters.iter().map(|text| {
            let letter = text.chars().next().unwrap();
            let castles = self.rules.castles.iter().filter(|_| self.rules.gates.is_empty());
            let castle = castles.into_iter().find(|castle| by_file(letter, castle));
            let sign = unmoved().find(|&sign| self.rules.right_text(sign) == *text);
            sign.or(castle.map(|castle| castle.letter)).unwrap_or(letter)
        });
        // A right that nobody could use is none.
        let castles = self.rules.castles.iter().map(|castle| castle.letter);
        let known: Vec<char> = castles.chain(unmoved()).collect();
        self.rights = rights.filter(|sign| known.contains(sign)).collect();
        let told = self.told_gates();
        self.rights.extend(told);
        self.close_gates();
        let passing = fields.next().unwrap_or("-");
        // The limit of a count stands before the squares that a pawn has passed.
        let (limit, passing) = passing.split_at(passing.bytes().take_while(u8::is_ascii_digit).count());
        let lost = passing.strip_prefix('x');
        self.lost_untraded = lost.and_then(|square| read_squares(&self.rules, square).pop());
        self.en_passant = match read_squares(&self.rules, if lost.is_some() { "-" } else { passing })[..] {
            [passed] => vec![EnPassant { passed, victim: ahead(passed, !self.side) }],
            [first, victim, second] => [first, second].map(|passed| EnPassant { passed, victim }).to_vec(),
            ref pairs => pairs.chunks(2).map(|pair| EnPassant { passed: pair[0], victim: pair[1] }).collect(),
        };
        let mut clock = fields.next();
        if let Some(checks) = clock.filter(|field| field.contains('+')) {
            let most = self.most_checks();
            let mut given = checks.split('+').map(|left| most - left.parse::<u32>().unwrap());
            self.checks = [(); 2].map(|()| given.next().unwrap());
            clock = fields.next();
        }
        self.clock = clock.map_or(0, |clock| clock.parse().unwrap());
        match &self.rules.counting {
            Some(counting) if !counting.in_fen => self.count = Some((0, 0)),
            Some(_) if !limit.is_empty() => {
                self.count = Some((limit.parse().unwrap(), std::mem::take(&mut self.clock)));
            }
            _ => {}
        }
        self.number = fields.next().map_or(1, |number| number.parse().unwrap());
        if let Some(series) = self.rules.series() {
            self.left = fields.next().map_or(self.moves_of_turn(series), |left| left.parse().unwrap());
            self.began_at = fields.next().and_then(|text| read_squares(&self.rules, text).pop());
            return self.begin();
        }
        self.owed = read_complexes(fields.next().unwrap_or("dl"));
        self.closed = read_complexes(fields.next().unwrap_or("-"));
        self.begin();
    }

    /// Writes the position as FEN.
    pub fn fen(&self) -> String {
        let rows: Vec<String> = (0..self.rules.ranks).rev().map(|rank| self.rank_text(rank)).collect();
        let rights = self.rights_text();
        let mut fields: Vec<&EnPassant> = self.en_passant.iter().collect();
        fields.sort_by_key(|right| self.rules.complex_of(right.passed));
        let mut en_passant: String = fields.into_iter().map(|right| self.right_text(right)).collect();
        en_passant.extend(self.loss_that_matters().map(|at| format!("x{}", self.rules.name(at))));
        if en_passant.is_empty() {
            en_passant.push('-');
        }
        let turn = match self.rules.turn {
            TurnRule::Series(_) => format!(" {}", self.left),
            TurnRule::MoveAndWall if self.left == 1 => format!(" 1{}", self.left_square_text()),
            TurnRule::Alternate | TurnRule::MoveAndWall => String::new(),
            TurnRule::OneMovePerSquareColor => {
                format!(" {} {}", complexes_text(self.owed), complexes_text(self.closed))
            }
        };
        let mut clock = self.clock;
        let told = self.rules.counting.as_ref().is_some_and(|counting| counting.in_fen);
        if let Some((limit, done)) = self.count.filter(|_| told) {
            en_passant = format!("{limit}{}", en_passant.trim_start_matches('-'));
            clock = done;
        }
        let most = self.most_checks();
        let checks = match self.checks {
            [0, 0] if most < 2 => String::new(),
            given => {
                let [white, black] = given.map(|given| most.saturating_sub(given));
                format!("{white}+{black} ")
            }
        };
        format!(
            "{}{} {} {rights} {en_passant} {checks}{clock} {}{turn}",
            rows.join("/"),
            self.hands_text(),
            self.side.letter(),
            self.number
        )
    }

    /// The number of checks that wins; 0 if they are not counted.
    fn most_checks(&self) -> u32 {
        let checks = self.rules.ends.iter().find_map(|end| match end {
            End::Checks(checks) => Some(u32::from(*checks)),
            _ => None,
        });
        checks.unwrap_or(0)
    }

    /// The rights; those of unmoved pieces last, from the first rank up, and of gates only those that no
    /// castling right implies.
    fn rights_text(&self) -> String {
        let (gates, told) = (&self.rules.gates, self.told_gates());
        let square = |sign: char| {
            let mut unmoved = self.rules.first_moves.iter().chain(gates);
            unmoved.find(|right| right.2 == sign).map(|&(_, (file, rank), _)| (rank, file))
        };
        let mut signs: Vec<char> = self.rights.chars().filter(|sign| !told.contains(sign)).collect();
        signs.sort_by_key(|&sign| square(sign));
        let text: String = signs.into_iter().map(|sign| self.rules.right_text(sign)).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn right_text(&self, right: &EnPassant) -> String {
        let straight =
            self.man(right.victim).is_some_and(|pawn| ahead(right.passed, pawn.color) == right.victim);
        if straight {
            self.rules.name(right.passed)
        } else {
            self.rules.name(right.passed) + &self.rules.name(right.victim)
        }
    }

    fn rank_text(&self, rank: i32) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..self.rules.files {
            let shown = match self.man((file, rank)) {
                Some(man) => {
                    let kind = self.kind(man);
                    sign(kind.letter.of(man.color), kind.mark)
                }
                None if !self.is_vacant((file, rank)) => "*".to_owned(),
                None => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &shown;
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }
}

/// The square straight in front, in `color`'s direction.
fn ahead((file, rank): At, color: Color) -> At {
    (file, if color == Color::White { rank + 1 } else { rank - 1 })
}

/// The squares named one after the other; none in `-`.
fn read_squares(rules: &Rules, text: &str) -> Vec<At> {
    let mut squares: Vec<At> = Vec::new();
    let file = |letter: char| (0..26).find(|&file| rules.name((file, 0)).starts_with(letter));
    for c in text.chars() {
        match (file(c), c.to_digit(10), squares.last_mut()) {
            (Some(file), ..) => squares.push((file, 0)),
            (None, Some(digit), Some((_, rank))) => *rank = *rank * 10 + digit as i32,
            _ => {}
        }
    }
    squares.into_iter().map(|(file, rank)| (file, rank - 1)).collect()
}

/// `d`, `l`, `dl`, or `-`.
fn read_complexes(text: &str) -> [bool; COMPLEXES] {
    [text.contains('d'), text.contains('l')]
}

fn complexes_text(complexes: [bool; COMPLEXES]) -> &'static str {
    match complexes {
        [false, false] => "-",
        [true, false] => "d",
        [false, true] => "l",
        [true, true] => "dl",
    }
}

/// A piece as a FEN shows it.
fn sign(letter: Letter, mark: Option<char>) -> String {
    match mark {
        None => letter.to_string(),
        Some(PROMOTED_MARK) => format!("{PROMOTED_MARK}{letter}"),
        Some(mark) => format!("{letter}{mark}"),
    }
}
