//! The board as cells of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as At, Rect};

use super::paint::{Focus, Paint};
use crate::rules::geometry::{Color, Shape, Square};
use crate::session::play::{Marks, Picture};
use crate::teach::Label;

/// Columns beside the board for the names of the rows.
const MARGIN: u16 = 3;
/// The possible sizes of squares and of hexagons on the screen, the largest first.
const SQUARES: [Size; 7] = [
    Size::square(9, 4),
    Size::square(7, 3),
    Size::square(5, 2),
    Size::square(4, 2),
    Size::square(3, 2),
    Size::square(3, 1),
    Size::square(2, 1),
];
const HEXAGONS: [Size; 5] = [
    Size { across: 7, down: 2, height: 4 },
    Size { across: 5, down: 1, height: 2 },
    Size { across: 4, down: 1, height: 2 },
    Size { across: 3, down: 1, height: 2 },
    Size { across: 3, down: 1, height: 1 },
];

/// A size in columns and rows of the screen.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// From a column of the board to the next, which is also the width of a square.
    across: u16,
    /// From a row of the board to the next.
    down: u16,
    /// Of a square.
    height: u16,
}

impl Size {
    const fn square(across: u16, height: u16) -> Size {
        Size { across, down: height, height }
    }
}

/// A count in cells of the screen.
pub(super) fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// The contents and highlights of the squares.
pub struct Seen<'a> {
    /// How the piece on a square is shown, and whose it is.
    pub piece: &'a dyn Fn(Square) -> Option<(String, Color)>,
    /// The highlight of a square.
    pub focus: &'a dyn Fn(Square) -> Focus,
}

/// A board and where it is on the screen.
#[derive(Clone, Debug)]
pub struct BoardView {
    picture: Picture,
    size: Size,
    /// Rows and columns that a fence follows.
    fences: [Vec<u8>; 2],
    origin: At,
}

impl BoardView {
    /// The largest view of a picture that fits into this many columns and rows, if any.
    pub fn fitting(picture: Picture, shape: &Shape, columns: u16, rows: u16) -> Option<BoardView> {
        let layout = picture.layout;
        let below =
            (0..layout.rows()).filter(|&row| row + 1 < layout.rows() && picture.has_fence_below(shape, row));
        let beside = (0..layout.columns())
            .filter(|&column| column + 1 < layout.columns() && picture.has_fence_right(shape, column));
        let fences = [below.collect(), beside.collect()];
        let sizes = if layout.tall() > 1 { &HEXAGONS[..] } else { &SQUARES[..] };
        let mut view = BoardView { picture, size: Size::square(0, 0), fences, origin: At::ORIGIN };
        for &size in sizes {
            view.size = size;
            let (width, height) = view.extent();
            if width <= columns && height <= rows {
                return Some(view);
            }
        }
        None
    }

    /// The columns and rows of the whole board, including the names of files and ranks.
    pub fn extent(&self) -> (u16, u16) {
        let layout = self.picture.layout;
        let [below, beside] = &self.fences;
        (
            MARGIN + u16::from(layout.columns()) * self.size.across + cells(beside.len()),
            // Where hexagons are as small as can be, the names of files are in the last row, as far as it is
            // free.
            u16::from(layout.rows() - 1) * self.size.down
                + self.size.height
                + cells(below.len())
                + u16::from(self.size.height >= u16::from(layout.tall())),
        )
    }

    /// The same at a place on the screen.
    #[must_use]
    pub fn at(mut self, origin: At) -> BoardView {
        self.origin = origin;
        self
    }

    /// The cells of a square, by its column and row on the board.
    fn cell(&self, column: u8, row: u8) -> Rect {
        let [below, beside] = &self.fences;
        let before = |fences: &[u8], at: u8| cells(fences.iter().filter(|&&fence| fence < at).count());
        Rect {
            x: self.origin.x + MARGIN + u16::from(column) * self.size.across + before(beside, column),
            y: self.origin.y + u16::from(row) * self.size.down + before(below, row),
            width: self.size.across,
            height: self.size.height,
        }
    }

    /// The square at a place on the screen.
    pub fn square_at(&self, shape: &Shape, place: At) -> Option<Square> {
        let layout = self.picture.layout;
        let all = (0..layout.rows()).flat_map(|row| (0..layout.columns()).map(move |column| (column, row)));
        all.filter(|&(column, row)| self.cell(column, row).contains(place))
            .find_map(|(column, row)| layout.square(shape, column, row))
    }

    pub fn draw(&self, shape: &Shape, seen: &Seen<'_>, paint: Paint, buffer: &mut Buffer) {
        let layout = self.picture.layout;
        for row in 0..layout.rows() {
            for column in 0..layout.columns() {
                if let Some(square) = layout.square(shape, column, row) {
                    self.draw_square(shape, seen, paint, (square, self.cell(column, row)), buffer);
                }
            }
        }
        for Label { column, row, below, text } in layout.labels(shape) {
            let cell = self.cell(column, row);
            let middle = cell.height.saturating_sub(1) / 2;
            let (x, y) = if below {
                (cell.x + cell.width.saturating_sub(cells(text.len())) / 2, cell.bottom())
            } else {
                (cell.x.saturating_sub(cells(text.len()) + 1), cell.y + middle)
            };
            if y < self.origin.y + self.extent().1 {
                buffer.set_string(x, y, text, Paint::FAINT);
            }
        }
        self.draw_fences(buffer);
    }

    fn draw_square(
        &self,
        shape: &Shape,
        seen: &Seen<'_>,
        paint: Paint,
        (square, cell): (Square, Rect),
        buffer: &mut Buffer,
    ) {
        let focus = (seen.focus)(square);
        let marks: Marks = self.picture.marks(square);
        let shade = shape.shade(square);
        let ground = paint.ground(shade, marks, focus);
        for y in cell.top()..cell.bottom() {
            buffer.set_string(cell.x, y, " ".repeat(usize::from(cell.width)), ground);
        }
        let (beside, empty) = paint.signs(shade, marks, focus);
        let middle = (cell.x + cell.width.saturating_sub(1) / 2, cell.y + cell.height.saturating_sub(1) / 2);
        let (text, style) = match (seen.piece)(square) {
            Some((text, side)) => (text, ground.patch(paint.piece(side))),
            None => (empty.to_string(), ground),
        };
        buffer.set_string(middle.0, middle.1, &text, style);
        let [left, right] = beside;
        let behind = middle.0 + cells(text.chars().count());
        if left != ' ' && middle.0 > cell.x {
            buffer.set_string(middle.0 - 1, middle.1, left.to_string(), style);
        }
        if right != ' ' && behind < cell.right() {
            buffer.set_string(behind, middle.1, right.to_string(), style);
        }
    }

    fn draw_fences(&self, buffer: &mut Buffer) {
        let layout = self.picture.layout;
        let last = self.cell(layout.columns().saturating_sub(1), layout.rows().saturating_sub(1));
        let [below, beside] = &self.fences;
        for &row in below {
            let cell = self.cell(0, row);
            let width = usize::from(last.right() - cell.x);
            buffer.set_string(cell.x, cell.bottom(), "═".repeat(width), Paint::TITLE);
        }
        for &column in beside {
            let cell = self.cell(column, 0);
            for y in cell.y..last.bottom() {
                buffer.set_string(cell.right(), y, "║", Paint::TITLE);
            }
        }
    }
}
