//! How a board is laid out for a reader: upright or sideways, squares in columns and rows, or hexagons in
//! columns of which every second is half a hexagon higher.

use anstyle::Style;

use crate::rules::geometry::{Lattice, Shape, Square};

/// Boards with more ranks than this are shown sideways, White on the left.
const HIGHEST: u8 = 12;

/// The layout of a board: each square has a column and a row, counted from the upper left. A hexagon is two
/// rows high and has the number of its upper one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    lattice: Lattice,
    files: u8,
    ranks: u8,
    /// Whether ranks run from left to right.
    lying: bool,
    /// Whether the board is shown from Black's side.
    flipped: bool,
}

/// The name of a file or a rank and its place: below the square at a column and row, or left of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The column of the square.
    pub column: u8,
    /// The row of the square.
    pub row: u8,
    /// Whether it is below the square, or else left of it.
    pub below: bool,
    /// The name.
    pub text: String,
}

impl Layout {
    /// The layout of a board of this shape.
    pub fn new(shape: &Shape, flipped: bool) -> Layout {
        let upright = Layout::upright(shape);
        let (files, ranks) = (shape.files(), shape.ranks());
        let lying = ranks > HIGHEST && ranks > files && shape.lattice() == Lattice::Squares;
        Layout { lying, flipped, ..upright }
    }

    /// The upright layout of a board, for White.
    pub fn upright(shape: &Shape) -> Layout {
        let (lattice, files, ranks) = (shape.lattice(), shape.files(), shape.ranks());
        Layout { lattice, files, ranks, lying: false, flipped: false }
    }

    /// Whether ranks run from left to right.
    pub fn is_lying(self) -> bool {
        self.lying
    }

    /// Columns.
    pub fn columns(self) -> u8 {
        if self.lying { self.ranks } else { self.files }
    }

    /// Rows.
    pub fn rows(self) -> u8 {
        match self.lattice {
            Lattice::Squares if self.lying => self.files,
            Lattice::Squares => self.ranks,
            Lattice::Hexagons => 2 * self.ranks - 1,
        }
    }

    /// The rows of a square.
    pub fn tall(self) -> u8 {
        match self.lattice {
            Lattice::Squares => 1,
            Lattice::Hexagons => 2,
        }
    }

    /// The file and the rank at a column and a row counted from the upper left.
    fn at(self, column: u8, row: u8) -> Option<(u8, u8)> {
        if column >= self.columns() || row >= self.rows() {
            return None;
        }
        let (column, row) =
            if self.flipped { (self.columns() - 1 - column, self.rows() - 1 - row) } else { (column, row) };
        if self.lying {
            return Some((row, column));
        }
        let above_foot = (self.rows() - 1 - row).checked_sub(self.foot(column))?;
        above_foot.is_multiple_of(self.tall()).then_some((column, above_foot / self.tall()))
    }

    /// How many rows the first square of a file is above the lowest of the board.
    fn foot(self, file: u8) -> u8 {
        match self.lattice {
            Lattice::Squares => 0,
            Lattice::Hexagons => file.abs_diff(self.files / 2),
        }
    }

    /// The square at a column and a row counted from the upper left; `None` for a hole.
    pub fn square(self, shape: &Shape, column: u8, row: u8) -> Option<Square> {
        let (file, rank) = self.at(column, row)?;
        shape.square(file, rank)
    }

    /// The column and the row of a square.
    pub fn place(self, shape: &Shape, square: Square) -> (u8, u8) {
        let (file, rank) = (shape.file(square), shape.rank(square));
        let (column, row) = if self.lying {
            (rank, file)
        } else {
            (file, (self.rows() - 1).saturating_sub(self.foot(file) + rank * self.tall()))
        };
        if self.flipped { (self.columns() - 1 - column, self.rows() - 1 - row) } else { (column, row) }
    }

    /// The names of ranks and files: at the left and lower edge of a board of squares. Ranks of hexagons
    /// bend, so there each is left of its first hexagon, and each file's is below its lowest.
    pub fn labels(self, shape: &Shape) -> Vec<Label> {
        let label = |column: u8, row: u8, below: bool| {
            let (file, rank) = self.at(column, row)?;
            let text = if below == self.lying {
                (rank + 1).to_string()
            } else {
                self.lattice.file_letter(file).to_string()
            };
            Some(Label { column, row, below, text })
        };
        let (columns, rows) = (self.columns(), self.rows());
        let mut labels: Vec<Label> = Vec::new();
        match self.lattice {
            Lattice::Squares => {
                labels.extend((0..rows).filter_map(|row| label(0, row, false)));
                labels.extend((0..columns).filter_map(|column| label(column, rows - 1, true)));
            }
            Lattice::Hexagons => {
                let is_there = |column: u8, row: u8| self.square(shape, column, row).is_some();
                // From Black's side the others begin where the names of files are.
                for column in 0..if self.flipped { 1 } else { columns } {
                    for row in (0..rows).filter(|&row| is_there(column, row)) {
                        let rank = label(column, row, false);
                        let is_new = |rank: &Label| labels.iter().all(|other| other.text != rank.text);
                        labels.extend(rank.filter(is_new));
                    }
                }
                let lowest = |column: u8| (0..rows).rev().find(|&row| is_there(column, row));
                labels.extend((0..columns).filter_map(|column| label(column, lowest(column)?, true)));
            }
        }
        labels
    }

    /// The board as text: a line for each row, and one or two with the names of files. `cell` writes what is
    /// at a column and a row, in `width` characters, the first of which belongs to the labels' margin.
    pub fn text(
        self,
        shape: &Shape,
        labels: Style,
        width: usize,
        cell: impl Fn(u8, u8) -> String,
    ) -> Vec<String> {
        /// Characters beside the board.
        const MARGIN: usize = 5;
        let is_drawn = |column, row| match self.lattice {
            Lattice::Squares => true,
            Lattice::Hexagons => self.square(shape, column, row).is_some(),
        };
        // Columns of hexagons overlap, so they are farther apart.
        let step = if self.tall() > 1 { width + 1 } else { width };
        let left = |column: u8| MARGIN + usize::from(column) * step;
        let mut lines = Vec::new();
        let all = self.labels(shape);
        for row in 0..self.rows() + self.tall() {
            let mut parts: Vec<(usize, usize, String)> = Vec::new();
            for column in (0..self.columns()).filter(|&column| row < self.rows() && is_drawn(column, row)) {
                parts.push((left(column), width, cell(column, row)));
            }
            for Label { column, row: at, below, text } in &all {
                let label = format!("{labels}{text}{labels:#}");
                if *below && at + self.tall() == row {
                    parts.push((left(*column) + 1, text.len(), label));
                } else if !below && *at == row {
                    parts.push((left(*column) - 1 - text.len(), text.len(), label));
                }
            }
            parts.sort_by_key(|part| part.0);
            let mut line = String::new();
            let mut at = 0;
            for (from, width, part) in parts {
                line += &" ".repeat(from - at);
                line += &part;
                at = from + width;
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}
