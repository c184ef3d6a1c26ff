//! Squares, colors, offsets and board shapes: the vocabulary of every other module.
//!
//! Nothing here knows a piece or a rule. Nothing here is performance-critical: the search works on raw
//! square indices that `game` compiles into its tables.

mod lattice;
mod narrow;
mod rows;

use std::fmt;
use std::ops::Not;

pub use lattice::Lattice;
pub(crate) use narrow::{Narrow, Real};
pub use rows::{RowError, read_rows, tokens, write_rows};

/// The maximum number of squares of a board, including holes.
pub const MAX_SQUARES: usize = 256;
/// The maximum number of files of a board: squares are written with one letter.
pub const MAX_FILES: u8 = 26;

/// A side of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Color {
    /// The side that moves first; its home is at rank 1.
    White,
    /// The other side; everything it does is turned by half a turn.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black: the index into per-side arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter FEN uses: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// A piece letter in this side's case: upper for White, lower for Black.
    pub const fn case(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A displacement as its owner sees it: `right` files and `forward` ranks. Black's is turned by half a
/// turn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Offset {
    /// Files to the owner's right.
    pub right: i8,
    /// Ranks towards the enemy.
    pub forward: i8,
}

impl Offset {
    /// A step of this many files and ranks.
    pub const fn new(right: i8, forward: i8) -> Offset {
        Offset { right, forward }
    }

    /// The same step as `color` takes it: as written for White, reversed for Black.
    pub const fn seen_by(self, color: Color) -> Offset {
        match color {
            Color::White => self,
            Color::Black => Offset::new(-self.right, -self.forward),
        }
    }

    /// The same step rotated clockwise by this many eighths of a circle: an orthogonal leap becomes a
    /// diagonal one of as many squares each way, and vice versa. An oblique leap becomes the next of
    /// its eight around the circle.
    ///
    /// ```
    /// use fibnif::rules::geometry::Offset;
    ///
    /// assert_eq!(Offset::new(0, 1).rotated(1), Some(Offset::new(1, 1)));
    /// assert_eq!(Offset::new(1, 2).rotated(2), Some(Offset::new(2, -1)));
    /// ```
    pub fn rotated(self, eighths: u8) -> Option<Offset> {
        let Offset { right, forward } = self;
        let quarter = |Offset { right, forward }: Offset| Offset::new(forward, -right);
        let half = match eighths % 2 {
            0 => self,
            _ if right == 0 || forward == 0 => Offset::new(right + forward, forward - right),
            _ if right.abs() == forward.abs() => Offset::new(
                (right + forward).signum() * right.abs(),
                (forward - right).signum() * right.abs(),
            ),
            _ => match (right.abs() > forward.abs(), (right > 0) == (forward > 0)) {
                (false, true) => Offset::new(forward, right),
                (true, true) => Offset::new(right, -forward),
                (true, false) => Offset::new(-forward, -right),
                (false, false) => Offset::new(-right, forward),
            },
        };
        Some((0..eighths % 8 / 2).fold(half, |step, _| quarter(step)))
    }

    /// The straight direction that is rotated clockwise by this many eighths of a circle from the
    /// orthogonal one next to this oblique leap.
    pub fn straightened(self, eighths: u8) -> Option<Offset> {
        let Offset { right, forward } = self;
        let wide = right.abs() > forward.abs();
        let ahead = if wide { Offset::new(right.signum(), 0) } else { Offset::new(0, forward.signum()) };
        ahead.rotated(eighths)
    }

    /// Whether the leap is orthogonal or diagonal.
    pub fn is_straight(self) -> bool {
        self.right == 0 || self.forward == 0 || self.right.abs() == self.forward.abs()
    }

    /// The same direction with a leap of this length. An oblique leap has one length only.
    pub fn of_length(self, length: i8) -> Option<Offset> {
        let Offset { right, forward } = self;
        self.is_straight().then(|| Offset::new(right.signum() * length, forward.signum() * length))
    }

    /// The squares that a lame leap passes, as displacements from its start: those of the straight line
    /// for orthogonal and diagonal leaps, the orthogonal neighbor for the knight's leap. `None` where
    /// no dialect defines the path (Camel, Zebra and longer oblique leaps).
    pub fn between(self) -> Option<Vec<Offset>> {
        let (r, f) = (self.right, self.forward);
        let (long, short) = (r.unsigned_abs().max(f.unsigned_abs()), r.unsigned_abs().min(f.unsigned_abs()));
        if short == 0 || short == long {
            Some(
                (1..Narrow::<i8>::narrow(long))
                    .map(|i| Offset::new(r.signum() * i, f.signum() * i))
                    .collect(),
            )
        } else if (long, short) == (2, 1) {
            Some(vec![if r.abs() > f.abs() {
                Offset::new(r.signum(), 0)
            } else {
                Offset::new(0, f.signum())
            }])
        } else {
            None
        }
    }
}

/// A square of some board: its index, counted from a1 along the files, rank by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// The index as an array subscript.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The color of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum SquareColor {
    /// That of a1.
    Dark,
    /// The other.
    Light,
}

impl SquareColor {
    /// Both, dark first.
    pub const ALL: [SquareColor; 2] = [SquareColor::Dark, SquareColor::Light];

    /// 0 for dark, 1 for light.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for SquareColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SquareColor::Dark => "dark",
            SquareColor::Light => "light",
        })
    }
}

/// The outline of a board: a rectangle with holes. On hexagons its ranks bend at the middle file, as the
/// module of [`Lattice`] says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    lattice: Lattice,
    files: u8,
    ranks: u8,
    holes: Vec<bool>,
}

impl Shape {
    /// A full rectangle, or `None` if it has no square, more than [`MAX_FILES`] files or more
    /// than [`MAX_SQUARES`] squares.
    pub fn rectangle(files: u8, ranks: u8) -> Option<Shape> {
        let squares = usize::from(files) * usize::from(ranks);
        (squares > 0 && files <= MAX_FILES && squares <= MAX_SQUARES).then(|| Shape {
            lattice: Lattice::Squares,
            files,
            ranks,
            holes: vec![false; squares],
        })
    }

    /// The same outline on another lattice; `None` for an even number of files of hexagons, of which none is
    /// the middle one.
    pub fn on(self, lattice: Lattice) -> Option<Shape> {
        (lattice == Lattice::Squares || self.files % 2 == 1).then_some(Shape { lattice, ..self })
    }

    /// The form of its squares.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Removes `square` from the board.
    pub fn punch(&mut self, square: Square) {
        if let Some(hole) = self.holes.get_mut(square.index()) {
            *hole = true;
        }
    }

    /// Files of the rectangle.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Ranks of the rectangle.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The number of squares of the rectangle, including holes: one more than the largest square index.
    pub fn cell_count(&self) -> usize {
        self.holes.len()
    }

    /// Whether `square` is a hole.
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes.get(square.index()).copied().unwrap_or(true)
    }

    /// Every square that is not a hole, from a1 up.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.cells().filter(|&square| !self.is_hole(square))
    }

    /// Every square of the rectangle, including holes: the index of tables.
    pub fn cells(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.holes.len()).map(|index| Square(index.narrow()))
    }

    /// The square at a file and rank counted from 0; `None` off the board and in holes.
    pub fn square(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        let square = Square((usize::from(rank) * usize::from(self.files) + usize::from(file)).narrow());
        (!self.is_hole(square)).then_some(square)
    }

    /// The file of a square, from 0.
    pub fn file(&self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from 0, as White counts.
    pub fn rank(&self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The rank of a square, from 0, as `color` counts.
    pub fn rank_for(&self, square: Square, color: Color) -> u8 {
        match color {
            Color::White => self.rank(square),
            Color::Black => self.highest(self.file(square)).saturating_sub(self.rank(square)),
        }
    }

    /// The rank from which Black counts on a file: the highest of the rectangle, and on hexagons one less for
    /// each file beside the middle.
    fn highest(&self, file: u8) -> u8 {
        let rise = |file| self.lattice.rise(self.files, file);
        (self.ranks - 1).saturating_sub(rise(file) + rise(self.files - 1 - file))
    }

    /// Whether a square is the last one ahead of pawns: on the last rank, or on hexagons at the end of its
    /// file.
    pub fn is_last(&self, square: Square, color: Color) -> bool {
        match self.lattice {
            Lattice::Squares => self.rank_for(square, color) + 1 == self.ranks,
            Lattice::Hexagons => self.step(square, Offset::new(0, 1).seen_by(color), false).is_none(),
        }
    }

    /// The target of a step of White's; `None` off the board or into a hole. With `wrap` the left and
    /// right edges are joined (Betza's cylinder `o`).
    pub fn step(&self, from: Square, step: Offset, wrap: bool) -> Option<Square> {
        let mut file = i32::from(self.file(from)) + i32::from(step.right);
        if wrap {
            file = file.rem_euclid(i32::from(self.files));
        }
        if file < 0 || file >= i32::from(self.files) {
            return None;
        }
        let rise = |file| i32::from(self.lattice.rise(self.files, file));
        let rank = i32::from(self.rank(from)) + i32::from(step.forward) + rise(self.file(from));
        let rank = rank - rise(file.narrow());
        if rank < 0 || rank >= i32::from(self.ranks) {
            return None;
        }
        self.square(file.narrow(), rank.narrow())
    }

    /// Makes holes of the hexagons that have no opposite one: what is left is a hexagon.
    pub fn round_off(&mut self) {
        let beyond: Vec<Square> =
            self.squares().filter(|&square| self.rank(square) > self.highest(self.file(square))).collect();
        for square in beyond {
            self.punch(square);
        }
    }

    /// How many steps to squares that touch lead from one square to another.
    pub fn steps_between(&self, one: Square, other: Square) -> u8 {
        let rise = |square| self.rank(square) + self.lattice.rise(self.files, self.file(square));
        let [right, up] = [(self.file(one), self.file(other)), (rise(one), rise(other))]
            .map(|(from, to)| i16::from(to) - i16::from(from));
        let apart = match self.lattice {
            Lattice::Hexagons if right.signum() == -up.signum() => (up - right).unsigned_abs(),
            _ => right.unsigned_abs().max(up.unsigned_abs()),
        };
        u8::try_from(apart).unwrap_or(u8::MAX)
    }

    /// Whether two squares touch, at a side or a corner.
    pub fn touches(&self, one: Square, other: Square) -> bool {
        self.steps_between(one, other) == 1
    }

    /// The squares between two on a file, or on a rank that does not bend; `None` if they are not on one.
    pub fn line_between(&self, one: Square, other: Square) -> Option<impl Iterator<Item = Square>> {
        let (first, last) = (one.min(other), one.max(other));
        let step = match (self.file(first) == self.file(last), self.rank(first) == self.rank(last)) {
            (true, false) => self.files,
            (false, true) if self.lattice == Lattice::Squares => 1,
            _ => return None,
        };
        Some((first.0..last.0).step_by(step.into()).skip(1).map(Square))
    }

    /// The square opposite to one across the center of the board: h8 is to a1 on the chess board.
    pub fn opposite(&self, square: Square) -> Square {
        let (file, rank) = (self.file(square), self.rank_for(square, Color::Black));
        Square((usize::from(rank) * usize::from(self.files) + usize::from(self.files - 1 - file)).narrow())
    }

    /// The color of a square as a number, of which the lattice has several. That of a1 is 0.
    pub fn shade(&self, square: Square) -> u8 {
        let file = self.file(square);
        (file + self.rank(square) + self.lattice.rise(self.files, file)) % self.lattice.colors()
    }

    /// Whether a square is dark: a1 is.
    pub fn is_dark(&self, square: Square) -> bool {
        self.shade(square) == 0
    }

    /// The color of a square on a board that has two.
    pub fn color_of(&self, square: Square) -> SquareColor {
        if self.is_dark(square) { SquareColor::Dark } else { SquareColor::Light }
    }

    /// The square's name: `e4`, `a11`.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", self.file_letter(square), u32::from(self.rank(square)) + 1)
    }

    /// The letter of a square's file.
    pub fn file_letter(&self, square: Square) -> char {
        self.lattice.file_letter(self.file(square))
    }

    /// The square named at the start of `text`, with the rest of the text.
    pub fn read_square<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let file = self.lattice.file_of(text.chars().next()?)?;
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rank: u8 = rest[..digits].parse().ok().filter(|&r| r > 0 && !rest.starts_with('0'))?;
        Some((self.square(file, rank - 1)?, &rest[digits..]))
    }

    /// The square with a name.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        self.read_square(text).and_then(|(square, rest)| rest.is_empty().then_some(square))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
