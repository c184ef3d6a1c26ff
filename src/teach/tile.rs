//! Where a drawing has the middle of a square, and how the square looks.

use crate::rules::geometry::Lattice;

/// The squares of a drawing, in columns and rows as a [`Layout`](super::Layout) has them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tile {
    lattice: Lattice,
    /// The height of a square.
    height: f32,
}

/// The width of a hexagon that is 1 high: from corner to corner.
const HEXAGON: f32 = 1.154_700_5;

impl Tile {
    /// Squares of a lattice that are this high.
    pub fn new(lattice: Lattice, height: f32) -> Tile {
        Tile { lattice, height }
    }

    /// The width of a square.
    pub fn width(self) -> f32 {
        match self.lattice {
            Lattice::Squares => self.height,
            Lattice::Hexagons => self.height * HEXAGON,
        }
    }

    /// The distances from one column to the next, and from one row to the next.
    fn steps(self) -> (f32, f32) {
        match self.lattice {
            Lattice::Squares => (self.height, self.height),
            Lattice::Hexagons => (self.width() * 0.75, self.height / 2.0),
        }
    }

    /// The middle of a square, from the upper left.
    pub fn middle(self, column: usize, row: usize) -> (f32, f32) {
        let (across, down) = self.steps();
        let times = |count: usize| f32::from(u8::try_from(count).unwrap_or(u8::MAX));
        (self.width() / 2.0 + times(column) * across, self.height / 2.0 + times(row) * down)
    }

    /// The width and the height of so many columns and rows.
    pub fn extent(self, columns: usize, rows: usize) -> (f32, f32) {
        let (x, y) = self.middle(columns.saturating_sub(1), rows.saturating_sub(1));
        (x + self.width() / 2.0, y + self.height / 2.0)
    }

    /// The corners of a square, from its middle.
    pub fn corners(self) -> Vec<(f32, f32)> {
        let (right, down) = (self.width() / 2.0, self.height / 2.0);
        match self.lattice {
            Lattice::Squares => vec![(-right, -down), (right, -down), (right, down), (-right, down)],
            Lattice::Hexagons => {
                let top = right / 2.0;
                vec![(-top, -down), (top, -down), (right, 0.0), (top, down), (-top, down), (-right, 0.0)]
            }
        }
    }
}
