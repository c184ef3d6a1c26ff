//! How the squares of a board adjoin, and what follows from that: the directions of the notation, the colors
//! of squares, and where a step leads.
//!
//! On a board of hexagons, a file is a straight line of them, as on any board. Ranks are counted along each
//! file from its lowest hexagon, as players of hexagonal chess do, so that they bend at the middle file. A
//! step is counted in files and ranks of a board aslant, whose ranks do not bend: there every line of
//! hexagons is straight. [`Lattice::rise`] is the difference between the two.

use super::{Narrow, Offset};

/// The form of the squares of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lattice {
    /// Squares: four neighbors across a side, and four across a corner.
    #[default]
    Squares,
    /// Hexagons, two of whose sides face the players: six neighbors across a side, and six more beyond a
    /// corner.
    Hexagons,
}

/// The steps across a side of a square, clockwise from straight ahead.
const SQUARE_WAYS: [Offset; 4] =
    [Offset::new(0, 1), Offset::new(1, 0), Offset::new(0, -1), Offset::new(-1, 0)];

/// The steps across a side of a hexagon, clockwise from straight ahead.
const HEXAGON_WAYS: [Offset; 6] = [
    Offset::new(0, 1),
    Offset::new(1, 1),
    Offset::new(1, 0),
    Offset::new(0, -1),
    Offset::new(-1, -1),
    Offset::new(-1, 0),
];

impl Lattice {
    /// How many colors tell neighbors apart.
    pub const fn colors(self) -> u8 {
        match self {
            Lattice::Squares => 2,
            Lattice::Hexagons => 3,
        }
    }

    /// The steps across a side (Betza's W), clockwise from straight ahead.
    pub const fn ways(self) -> &'static [Offset] {
        match self {
            Lattice::Squares => &SQUARE_WAYS,
            Lattice::Hexagons => &HEXAGON_WAYS,
        }
    }

    /// Every leap of `long` squares one way and `short` in the way next to it: those whose short part is to
    /// the right of the long one, clockwise, and then the others.
    ///
    /// ```
    /// use fibnif::rules::geometry::Lattice;
    ///
    /// let count = |short, long| Lattice::Hexagons.leaps(short, long).len();
    /// assert_eq!([count(0, 1), count(1, 1), count(1, 2)], [6, 6, 12]);
    /// assert_eq!(Lattice::Squares.leaps(1, 2).len(), 8);
    /// ```
    pub fn leaps(self, short: i8, long: i8) -> Vec<Offset> {
        let ways = self.ways();
        let count = ways.len();
        let leap = |way: usize, beside: usize| sum((ways[way], long), (ways[beside], short));
        let right = (0..count).map(|way| leap(way, (way + 1) % count));
        let left = (0..count).map(|way| leap((way + 1) % count, way));
        let is_straight = short == 0 || short == long;
        right.chain(left.filter(|_| !is_straight)).collect()
    }

    /// How far a step goes to the right and forward, each in a unit of its own.
    pub(crate) fn bearing(self, Offset { right, forward }: Offset) -> (i16, i16) {
        let (right, forward) = (i16::from(right), i16::from(forward));
        match self {
            Lattice::Squares => (right, forward),
            Lattice::Hexagons => (right, 2 * forward - right),
        }
    }

    /// The most that a step, turned to any direction of the lattice, goes to a side and forward or back.
    pub(crate) fn furthest(self, step: Offset) -> (i16, i16) {
        let bearings = self.turned(step).map(|step| self.bearing(step));
        bearings.fold((0, 0), |most, is| (most.0.max(is.0.abs()), most.1.max(is.1.abs())))
    }

    /// Whether an oblique leap has its short part to the right of its long one.
    pub(crate) fn turns_right(self, step: Offset) -> bool {
        self.turned(step).any(|Offset { right, forward }| match self {
            Lattice::Squares => right > 0 && forward > right,
            Lattice::Hexagons => right > 0 && forward.saturating_sub(right) > right,
        })
    }

    /// A step turned clockwise to each direction of the lattice.
    fn turned(self, step: Offset) -> impl Iterator<Item = Offset> {
        let turn = move |Offset { right, forward }: &Offset| match self {
            Lattice::Squares => Some(Offset::new(*forward, -right)),
            Lattice::Hexagons => Some(Offset::new(*forward, forward.saturating_sub(*right))),
        };
        std::iter::successors(Some(step), turn).take(self.ways().len())
    }

    /// Whether a leap is along a line of W or F.
    pub fn is_straight(self, step: Offset) -> bool {
        let Offset { right, forward } = step;
        match self {
            Lattice::Squares => step.is_straight(),
            Lattice::Hexagons => {
                let (right, forward) = (i16::from(right), i16::from(forward));
                let along_sides = right == 0 || forward == 0 || right == forward;
                along_sides || forward == 2 * right || right == 2 * forward || right == -forward
            }
        }
    }

    /// The squares that a lame leap passes, as displacements from its start: those of the straight line, or
    /// for the knight's leap the neighbor across a side. `None` where no dialect defines the path.
    pub fn between(self, step: Offset) -> Option<Vec<Offset>> {
        match self {
            Lattice::Squares => step.between(),
            Lattice::Hexagons if self.is_straight(step) => {
                let (right, forward) = (step.right.unsigned_abs(), step.forward.unsigned_abs());
                let parts: i8 = common_divisor(right, forward).narrow();
                let part = |i: i8| Offset::new(step.right / parts * i, step.forward / parts * i);
                Some((1..parts).map(part).collect())
            }
            Lattice::Hexagons => {
                let long = |way: &&Offset| sum((step, 1), (**way, -2));
                let way = HEXAGON_WAYS.iter().find(|way| HEXAGON_WAYS.contains(&long(way)))?;
                Some(vec![*way])
            }
        }
    }

    /// How many ranks of a board aslant lie below the first square of a file, on a board of so many files.
    pub(super) fn rise(self, files: u8, file: u8) -> u8 {
        match self {
            Lattice::Squares => 0,
            Lattice::Hexagons => file.saturating_sub(files / 2),
        }
    }

    /// The letter of a file, counted from 0. Players of hexagonal chess leave out the j.
    pub const fn file_letter(self, file: u8) -> char {
        let skipped = match self {
            Lattice::Hexagons if file >= SKIPPED => 1,
            _ => 0,
        };
        (b'a' + file + skipped) as char
    }

    /// The file of a lower-case letter.
    pub const fn file_of(self, letter: char) -> Option<u8> {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let file = letter as u8 - b'a';
        match self {
            Lattice::Hexagons if file == SKIPPED => None,
            Lattice::Hexagons if file > SKIPPED => Some(file - 1),
            Lattice::Squares | Lattice::Hexagons => Some(file),
        }
    }
}

/// The file that would have the letter j.
const SKIPPED: u8 = b'j' - b'a';

/// So many of one step and so many of another. No board has room for a leap that does not fit the numbers.
fn sum(one: (Offset, i8), other: (Offset, i8)) -> Offset {
    let part =
        |a: i8, b: i8| (i16::from(a) * i16::from(one.1) + i16::from(b) * i16::from(other.1)).clamp(-127, 127);
    Offset::new(part(one.0.right, other.0.right).narrow(), part(one.0.forward, other.0.forward).narrow())
}

fn common_divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
