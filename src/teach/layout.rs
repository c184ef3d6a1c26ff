//! How a board is laid out for a reader: upright or sideways.

use anstyle::Style;

use crate::rules::geometry::{Shape, Square};

/// Boards with more ranks than this are shown sideways, White on the left.
const HIGHEST: u8 = 12;

/// The layout of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    files: u8,
    ranks: u8,
    /// Whether ranks run from left to right.
    lying: bool,
    /// Whether the board is shown from Black's side.
    flipped: bool,
}

impl Layout {
    /// The layout of a board of this shape.
    pub fn new(shape: &Shape, flipped: bool) -> Layout {
        let (files, ranks) = (shape.files(), shape.ranks());
        Layout { files, ranks, lying: ranks > HIGHEST && ranks > files, flipped }
    }

    /// The upright layout of a board, for White.
    pub fn upright(shape: &Shape) -> Layout {
        Layout { files: shape.files(), ranks: shape.ranks(), lying: false, flipped: false }
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
        if self.lying { self.files } else { self.ranks }
    }

    /// The file and the rank at a column and a row counted from the upper left.
    fn at(self, column: u8, row: u8) -> Option<(u8, u8)> {
        if column >= self.columns() || row >= self.rows() {
            return None;
        }
        let (column, row) =
            if self.flipped { (self.columns() - 1 - column, self.rows() - 1 - row) } else { (column, row) };
        Some(if self.lying { (row, column) } else { (column, self.ranks - 1 - row) })
    }

    /// The square at a column and a row counted from the upper left; `None` for a hole.
    pub fn square(self, shape: &Shape, column: u8, row: u8) -> Option<Square> {
        let (file, rank) = self.at(column, row)?;
        shape.square(file, rank)
    }

    /// The column and the row of a square.
    pub fn place(self, shape: &Shape, square: Square) -> (u8, u8) {
        let (file, rank) = (shape.file(square), shape.rank(square));
        let (column, row) = if self.lying { (rank, file) } else { (file, self.ranks - 1 - rank) };
        if self.flipped { (self.columns() - 1 - column, self.rows() - 1 - row) } else { (column, row) }
    }

    /// The label below a column.
    pub fn column_label(self, column: u8) -> String {
        self.at(column, 0).map_or_else(String::new, |(file, rank)| label(file, rank, self.lying))
    }

    /// The board as text: a line for each row, and one with the labels of the columns. `cell` writes what is
    /// at a column and a row, in `width` characters, the first of which belongs to the labels' margin.
    pub fn text(self, labels: Style, width: usize, cell: impl Fn(u8, u8) -> String) -> Vec<String> {
        let all = |cell: &dyn Fn(u8) -> String| (0..self.columns()).map(cell).collect::<String>();
        let below = all(&|column| format!(" {:1$}", self.column_label(column), width - 1));
        let mut lines: Vec<String> = Vec::new();
        for row in 0..self.rows() {
            let cells = all(&|column| cell(column, row));
            let label = self.row_label(row);
            lines.push(format!("{labels}{label:>4}{labels:#} {}", cells.trim_end()));
        }
        lines.push(format!("     {labels}{}{labels:#}", below.trim_end()));
        lines
    }

    /// The label beside a row.
    pub fn row_label(self, row: u8) -> String {
        self.at(0, row).map_or_else(String::new, |(file, rank)| label(file, rank, !self.lying))
    }
}

/// The name of a rank, or of a file.
fn label(file: u8, rank: u8, of_rank: bool) -> String {
    if of_rank { (rank + 1).to_string() } else { char::from(b'a' + file).to_string() }
}
