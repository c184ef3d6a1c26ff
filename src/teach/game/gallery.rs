//! Colored drawings of moves, one or several side by side.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::base::page::{FAINT, TITLE};
use crate::rules::betza::{Movement, Reach};
use crate::rules::geometry::Shape;
use crate::teach::diagram::{Drawing, Window, common_legend};

/// Columns between two drawings.
const GAP: usize = 3;

/// A drawing and its caption.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// Lines of the caption.
    pub caption: Vec<String>,
    letter: char,
    /// `None` if a leap is too long for every board.
    pub drawing: Option<Drawing>,
    /// The drawing as rows of text.
    rows: Vec<String>,
}

impl Exhibit {
    /// Draws where a White piece can move on a board of its own. The drawing shows no more than fits on
    /// `board`, if that is given.
    pub fn new(movement: &Movement, letter: char, board: Option<&Shape>) -> Exhibit {
        let radius = radius(movement);
        let window = match board {
            Some(board) => {
                Window { files: radius.min(board.files() - 1), ranks: radius.min(board.ranks() - 1) }
            }
            None => Window { files: radius, ranks: radius },
        };
        let lattice = board.map(Shape::lattice).unwrap_or_default();
        let drawing = Drawing::centered_on(lattice, movement, letter, window);
        let rows = drawing.as_ref().map(Drawing::rows).unwrap_or_default();
        Exhibit { caption: Vec::new(), letter, drawing, rows }
    }

    /// The same with a caption.
    #[must_use]
    pub fn titled(mut self, caption: Vec<String>) -> Exhibit {
        self.caption = caption;
        self
    }

    fn width(&self) -> usize {
        let lines = self.caption.iter().chain(self.rows.first());
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }
}

/// Prints one drawing without its caption, and the legend of its marks.
pub fn one(exhibit: &Exhibit, out: &mut dyn Write) -> io::Result<()> {
    let Some(drawing) = &exhibit.drawing else {
        writeln!(out, "(its leaps are too long to draw)")?;
        return Ok(());
    };
    for row in &exhibit.rows {
        paint(row, exhibit.letter, out)?;
        writeln!(out)?;
    }
    for line in &drawing.legend {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints drawings side by side, as many columns as the page is wide, then the legend of all their marks.
pub fn many(exhibits: &[Exhibit], columns: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut rest = exhibits;
    while !rest.is_empty() {
        let mut used = 0;
        let fitting = rest.iter().take_while(|exhibit| {
            used += exhibit.width() + GAP;
            used <= columns + GAP
        });
        let (shelf, others) = rest.split_at(fitting.count().max(1));
        write_shelf(shelf, out)?;
        writeln!(out)?;
        rest = others;
    }
    for line in common_legend(exhibits.iter().filter_map(|exhibit| exhibit.drawing.as_ref())) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints drawings side by side, aligned at the top.
fn write_shelf(shelf: &[Exhibit], out: &mut dyn Write) -> io::Result<()> {
    let captions = shelf.iter().map(|exhibit| exhibit.caption.len()).max().unwrap_or(0);
    let height = captions + shelf.iter().map(|exhibit| exhibit.rows.len()).max().unwrap_or(0);
    for line in 0..height {
        // Spaces are printed only when something follows them.
        let mut due = 0;
        for exhibit in shelf {
            let (text, is_row) = match line.checked_sub(captions) {
                None => (exhibit.caption.get(line), false),
                Some(row) => (exhibit.rows.get(row), true),
            };
            let text = text.map_or("", String::as_str);
            if !text.is_empty() {
                write!(out, "{:due$}", "")?;
                due = 0;
            }
            match (is_row, line) {
                (true, _) => paint(text, exhibit.letter, out)?,
                (false, 0) => write!(out, "{TITLE}{text}{TITLE:#}")?,
                (false, _) => write!(out, "{text}")?,
            }
            due += exhibit.width() + GAP - text.chars().count();
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints a colored line of a board.
fn paint(row: &str, letter: char, out: &mut dyn Write) -> io::Result<()> {
    let Some(cells) = row.strip_prefix('|') else {
        write!(out, "{FAINT}{row}{FAINT:#}")?;
        return Ok(());
    };
    write!(out, "{FAINT}|{FAINT:#}")?;
    for cell in cells.split_terminator('|') {
        let style = style(cell, letter);
        write!(out, "{style}{cell}{style:#}{FAINT}|{FAINT:#}")?;
    }
    Ok(())
}

/// The color of a cell of a drawing, by the only letter in it.
fn style(cell: &str, piece: char) -> Style {
    let color = |color: AnsiColor| Style::new().bold().fg_color(Some(color.into()));
    match cell.chars().find(char::is_ascii_alphabetic) {
        _ if cell.contains(piece) => TITLE,
        Some('x' | 'X') => color(AnsiColor::Cyan),
        Some('m' | 'M') => color(AnsiColor::Green),
        Some('c' | 'C' | 'e' | 'E') => color(AnsiColor::Red),
        _ => FAINT,
    }
}

/// How many squares to show on each side of a piece: one more than its longest limited move, so that its
/// end is visible, and four for a move that goes to the edge.
fn radius(movement: &Movement) -> u8 {
    let reach = movement.legs.iter().map(|leg| {
        let step = leg
            .steps
            .iter()
            .map(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs()))
            .max()
            .unwrap_or(1);
        let of_line = |reach: Reach| match reach {
            Reach::Steps(1) => step,
            Reach::Steps(steps) => steps.saturating_mul(step).saturating_add(1).min(7),
            Reach::Edge => step.saturating_mul(2).clamp(4, 7).max(step),
        };
        let lines = std::iter::once(leg.reach).chain(leg.bends.iter().map(|bend| bend.reach));
        lines.map(of_line).fold(0, u8::saturating_add).min(step.max(7))
    });
    reach.max().unwrap_or(2).max(2)
}
