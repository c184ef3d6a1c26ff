//! Drawings of moves and boards as SVG. Moves and captures have different shapes, so color is not needed to
//! tell them apart.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::gallery::Exhibit;
use crate::base::html::escaped;
use crate::base::page::{single_spaced, wrapped};
use crate::rules::geometry::{Color, Lattice, Shape, Square};
use crate::teach::diagram::{Drawing, DrawnSquare, LegendNote, Mark, Mode, Sign};
use crate::teach::layout::{Label, Layout};
use crate::teach::tile::Tile;

/// The height of a square.
const CELL: u16 = 32;
/// Space for the names of files and ranks.
const EDGE: u16 = 20;
/// The size of the marks for moves and captures, from the center of their square.
const RADIUS: f32 = 8.5;

/// The colors: squares of up to three colors, lines, moves, quiet moves, captures, text.
type Palette = [&'static str; 8];
const LIGHT: Palette =
    ["#f6f1e6", "#dfd2b8", "#ccb98f", "#8d8270", "#1f5fa8", "#2e7d32", "#b3261e", "#1c1c1c"];
const DARK: Palette =
    ["#4b4742", "#37342f", "#5d574e", "#a59d90", "#82b7f2", "#86d48e", "#ff8f85", "#e8e6e1"];

/// The style of all pictures. It appears once on a page, or within a single picture.
pub fn style() -> String {
    let rules = |[light, dark, third, line, both, quiet, capture, ink]: Palette| {
        format!(
            ".l{{fill:{light}}}.d{{fill:{dark}}}.e{{fill:{third}}}.h{{fill:none}}.s{{stroke:{line};stroke-width:1.6}}\
             .b{{fill:{both};stroke:{both}}}.q{{stroke:{quiet}}}.c{{stroke:{capture}}}.v{{fill:{line}}}\
             .t{{fill:{ink}}}.g{{stroke:{ink};stroke-width:4}}.bf{{stroke:{both}}}"
        )
    };
    format!(
        ".b,.q,.c,.bf{{stroke-width:3}}.q,.c,.bf{{fill:none}}.f{{stroke-dasharray:3 2.4}}.z{{stroke-width:2}}\
         .m{{font:bold 17px sans-serif;text-anchor:middle}}.w{{font:bold 16px monospace;text-anchor:middle}}\
         .n{{font:12px sans-serif;text-anchor:middle}}.x{{font:13px sans-serif}}\
         .mw{{fill:#fff;stroke:#222;stroke-width:1.5}}.mb{{fill:#222;stroke:#eee;stroke-width:1.5}}\
         .tw{{fill:#222}}.tb{{fill:#fff}}\n{}\n@media screen and (prefers-color-scheme:dark){{{}}}\n",
        rules(LIGHT),
        rules(DARK)
    )
}

/// The squares of a lattice.
fn tile(lattice: Lattice) -> Tile {
    Tile::new(lattice, f32::from(CELL))
}

/// The classes of squares by their colors.
const CLASSES: [char; 3] = ['d', 'l', 'e'];

/// A square around a point.
fn outline(lattice: Lattice, class: char, (x, y): (f32, f32)) -> String {
    let corners = tile(lattice).corners();
    if lattice == Lattice::Squares {
        let (left, top) = corners[0];
        let (left, top) = (x + left, y + top);
        return format!(
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
    }
    let corners: Vec<String> =
        corners.into_iter().map(|(right, down)| format!("{:.1},{:.1}", x + right, y + down)).collect();
    format!("<polygon class=\"{class}\" points=\"{}\"/>", corners.join(" "))
}

/// The opening tag of a picture.
fn opened(width: u16, height: u16, label: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{}\">",
        escaped(label)
    )
}

/// The sign around a point for a condition on the pieces in between.
fn badge(sign: char, x: f32, y: f32) -> String {
    // These two signs are high on their line.
    let down = if matches!(sign, '^' | '*') { 8.0 } else { 5.0 };
    format!("<text class=\"w t\" x=\"{x}\" y=\"{}\">{}</text>", y + down, escaped(&sign.to_string()))
}

/// One action on a square, drawn around a point.
fn sign(sign: Sign, x: f32, y: f32, radius: f32) -> String {
    let Sign { mode, at_first, way } = sign;
    // A move that needs empty squares in between is small, like a bead on its line.
    let r = if way == '-' { radius * 0.6 } else { radius };
    let more = match (at_first, way) {
        (true, '-') => " f z",
        (true, _) => " f",
        (false, '-') => " z",
        (false, _) => "",
    };
    let mut drawn = match mode {
        Mode::Both if at_first => format!("<circle class=\"bf{more}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"),
        Mode::Both => format!("<circle class=\"b\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", r - 1.5),
        Mode::Quiet => format!("<circle class=\"q{more}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", r - 1.0),
        Mode::Capture | Mode::EnPassant => {
            let (left, right, top, bottom) = (x - r, x + r, y - r, y + r);
            format!(
                "<path class=\"c{more}\" d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\"/>"
            )
        }
    };
    let word = match (mode, way) {
        (Mode::EnPassant, _) => 'e',
        (_, ' ' | '-') => return drawn,
        _ => way,
    };
    drawn += &badge(word, x + r + 2.5, y - r);
    drawn
}

/// Everything on one square, except its color.
fn mark(mark: Mark, x: f32, y: f32) -> String {
    let signs = mark.signs();
    match signs[..] {
        [] if mark.is_passed() => {
            format!("<rect class=\"v\" x=\"{}\" y=\"{}\" width=\"8\" height=\"8\"/>", x - 4.0, y - 4.0)
        }
        [one] => sign(one, x, y, RADIUS),
        [left, right] => {
            // Moves and captures share the square: moves on the left, captures on the right.
            sign(left, x - 9.0, y, RADIUS * 0.75) + &sign(right, x + 3.5, y + 2.0, RADIUS * 0.7)
        }
        _ => String::new(),
    }
}

/// The contents of a picture of moves.
fn moves(drawing: &Drawing) -> String {
    let tile = tile(drawing.lattice);
    let mut squares = String::new();
    let mut marks = String::new();
    for (row, cells) in drawing.cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let class = match cell {
                DrawnSquare::Hole => 'h',
                DrawnSquare::Square { shade, .. } => CLASSES[usize::from(*shade)],
                DrawnSquare::Piece => 'l',
            };
            let (x, y) = tile.middle(column, row);
            if class != 'h' || drawing.lattice == Lattice::Squares {
                squares += &outline(drawing.lattice, class, (x, y));
            }
            match *cell {
                DrawnSquare::Hole => {}
                DrawnSquare::Piece => marks += &disk(&drawing.letter.to_string(), Color::White, x, y),
                DrawnSquare::Square { mark: on_it, .. } => marks += &mark(on_it, x, y),
            }
        }
    }
    let mut lines = String::new();
    for [start, end] in &drawing.stretches {
        let [start, end] = [start, end].map(|place| tile.middle(place.0.into(), place.1.into()));
        // Writing to a string cannot fail.
        let _ = write!(
            lines,
            "<line class=\"s\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            start.0, start.1, end.0, end.1
        );
    }
    format!("{squares}\n{lines}\n{marks}\n")
}

fn size(drawing: &Drawing) -> (u16, u16) {
    pixels(tile(drawing.lattice).extent(drawing.cells.first().map_or(0, Vec::len), drawing.cells.len()))
}

/// A size in whole pixels.
fn pixels((width, height): (f32, f32)) -> (u16, u16) {
    let whole = |length: f32| (0..u16::MAX).find(|&pixels| f32::from(pixels) >= length).unwrap_or(u16::MAX);
    (whole(width), whole(height))
}

/// A picture of moves for a page that includes the [`style`].
pub fn on_a_page(drawing: &Drawing, label: &str) -> String {
    let (width, height) = size(drawing);
    format!("{}\n{}</svg>\n", opened(width, height, label), moves(drawing))
}

/// A piece: its letter in a disk of its side's color.
fn disk(label: &str, color: Color, x: f32, y: f32) -> String {
    let side = color.letter();
    format!(
        "<circle class=\"m{side}\" cx=\"{x}\" cy=\"{y}\" r=\"13\"/><text class=\"m t{side}\" x=\"{x}\" \
         y=\"{}\">{}</text>",
        y + 6.0,
        escaped(label)
    )
}

/// Drawn on a board besides its squares.
pub struct Furniture<'a> {
    /// The pieces, by the text that shows them.
    pub pieces: &'a [(Square, Color, String)],
    /// Whether a line separates two neighboring squares.
    pub parted: &'a dyn Fn(Square, Square) -> bool,
}

/// A board with pieces; a board of many ranks is drawn sideways.
pub fn board(shape: &Shape, furniture: &Furniture<'_>, label: &str) -> String {
    let (layout, tile) = (Layout::new(shape, false), tile(shape.lattice()));
    let (columns, rows) = (usize::from(layout.columns()), usize::from(layout.rows()));
    let (width, height) = pixels(tile.extent(columns, rows));
    let (width, height) = (width + EDGE, height + EDGE);
    let at = |column: u8, row: u8| {
        let (x, y) = tile.middle(column.into(), row.into());
        (x + f32::from(EDGE), y)
    };
    let (across, down) = (tile.width() / 2.0, f32::from(CELL) / 2.0);
    let mut inside = String::new();
    let mut lines = String::new();
    // Writing to a string cannot fail.
    for (row, column) in
        (0..layout.rows()).flat_map(|row| (0..layout.columns()).map(move |column| (row, column)))
    {
        let Some(square) = layout.square(shape, column, row) else { continue };
        let (x, y) = at(column, row);
        inside += &outline(shape.lattice(), CLASSES[usize::from(shape.shade(square))], (x, y));
        let (left, right, top, bottom) = (x - across, x + across, y - down, y + down);
        let is_parted = |other: Option<Square>| other.is_some_and(|other| (furniture.parted)(square, other));
        if is_parted(layout.square(shape, column + 1, row)) {
            let _ = write!(
                lines,
                "<line class=\"g\" x1=\"{right}\" y1=\"{top}\" x2=\"{right}\" y2=\"{bottom}\"/>"
            );
        }
        if is_parted(layout.square(shape, column, row + 1)) {
            let _ = write!(
                lines,
                "<line class=\"g\" x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>"
            );
        }
    }
    for Label { column, row, below, text } in layout.labels(shape) {
        let (x, y) = at(column, row);
        // Left of a hexagon may be another one, but not left of its upper side.
        let up = if shape.lattice() == Lattice::Hexagons { down / 2.0 } else { 0.0 };
        let (x, y) = if below { (x, y + down + 15.0) } else { (x - across - 11.0, y + 4.0 - up) };
        let _ = write!(inside, "<text class=\"n t\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }
    for (square, color, label) in furniture.pieces {
        let (column, row) = layout.place(shape, *square);
        let (x, y) = at(column, row);
        lines += &disk(label, *color, x, y);
    }
    format!("{}\n{inside}\n{lines}\n</svg>\n", opened(width, height, label))
}

/// How a legend shows a mark; empty for a note without one.
fn sample(note: LegendNote, x: f32, y: f32) -> String {
    let (mode, at_first, way) = match note {
        LegendNote::Moves => (Mode::Both, false, ' '),
        LegendNote::Quiet => (Mode::Quiet, false, ' '),
        LegendNote::Captures => (Mode::Capture, false, ' '),
        LegendNote::EnPassant => (Mode::EnPassant, false, ' '),
        LegendNote::AtFirst => (Mode::Quiet, true, ' '),
        LegendNote::Open => (Mode::Both, false, '-'),
        LegendNote::Over
        | LegendNote::Behind
        | LegendNote::Leaping
        | LegendNote::Taking
        | LegendNote::Several => {
            return note.sign().map_or_else(String::new, |sign| badge(sign, x, y));
        }
        LegendNote::Passed => {
            return format!(
                "<rect class=\"v\" x=\"{}\" y=\"{}\" width=\"8\" height=\"8\"/>",
                x - 4.0,
                y - 4.0
            );
        }
        _ => return String::new(),
    };
    let line = if note == LegendNote::Open {
        format!("<line class=\"s\" x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/>", x - 11.0, x + 11.0)
    } else {
        String::new()
    };
    line + &sign(Sign { mode, at_first, way }, x, y, RADIUS)
}

/// The notes that explain a picture. In a picture moves and captures are separate where in text one letter
/// stands for both.
fn notes(drawing: &Drawing) -> impl Iterator<Item = LegendNote> {
    let of_letters = [LegendNote::Moves, LegendNote::Quiet, LegendNote::Captures, LegendNote::EnPassant];
    let cells = drawing.cells.iter().flatten();
    let marks =
        cells.filter_map(|cell| if let DrawnSquare::Square { mark, .. } = cell { Some(mark) } else { None });
    let acts = marks.flat_map(|mark| mark.signs()).map(|sign| match sign.mode {
        Mode::Both => LegendNote::Moves,
        Mode::Quiet => LegendNote::Quiet,
        Mode::Capture => LegendNote::Captures,
        Mode::EnPassant => LegendNote::EnPassant,
    });
    acts.chain(drawing.legend.iter().copied().filter(move |note| !of_letters.contains(note)))
}

/// The notes of several pictures, each once.
fn explained<'a>(drawings: impl IntoIterator<Item = &'a Drawing>) -> Vec<(LegendNote, String)> {
    let all: BTreeSet<LegendNote> = drawings.into_iter().flat_map(notes).collect();
    all.into_iter().filter_map(|note| Some((note, note.in_a_picture()?))).collect()
}

/// A legend for a page: the notes of its pictures, except those about a single piece.
pub fn legend<'a>(drawings: impl IntoIterator<Item = &'a Drawing>) -> String {
    let mut items = String::new();
    for (note, words) in explained(drawings).into_iter().filter(|(note, _)| !note.is_of_one()) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            items,
            "<li><svg viewBox=\"0 0 26 26\" width=\"26\" height=\"26\" \
             aria-hidden=\"true\">{}</svg><span>{}</span></li>",
            sample(note, 13.0, 13.0),
            escaped(&words)
        );
    }
    if items.is_empty() { items } else { format!("<ul class=\"legend\">\n{items}</ul>\n") }
}

/// A picture of its own: drawings with captions below each other, and the legend of their marks.
pub fn alone(title: &str, exhibits: &[Exhibit]) -> String {
    /// Characters in a line of a legend, and the height of the line.
    const LINE: (usize, u16) = (48, 20);
    const MARGIN: u16 = 12;
    let mut inside = String::new();
    let mut y = MARGIN;
    let mut width = 420;
    // Writing to a string cannot fail.
    let line = |inside: &mut String, y: &mut u16, x: u16, class: &str, text: &str| {
        *y += LINE.1;
        let _ =
            writeln!(inside, "<text class=\"{class} t\" x=\"{x}\" y=\"{}\">{}</text>", *y - 6, escaped(text));
    };
    for part in wrapped(&single_spaced(title), LINE.0) {
        line(&mut inside, &mut y, MARGIN, "x", &part);
    }
    for exhibit in exhibits {
        if exhibits.len() > 1 {
            line(
                &mut inside,
                &mut y,
                MARGIN,
                "x",
                &exhibit.caption.iter().skip(1).cloned().collect::<Vec<_>>().join(" "),
            );
        }
        let Some(drawing) = &exhibit.drawing else {
            line(&mut inside, &mut y, MARGIN, "x", "(its leaps are too long to draw)");
            continue;
        };
        let (across, down) = size(drawing);
        let _ = writeln!(inside, "<g transform=\"translate({MARGIN},{y})\">{}</g>", moves(drawing));
        y += down + MARGIN;
        width = width.max(across + 2 * MARGIN);
    }
    for (note, words) in explained(exhibits.iter().filter_map(|exhibit| exhibit.drawing.as_ref())) {
        inside += &sample(note, f32::from(MARGIN) + 10.0, f32::from(y) + 10.0);
        for part in wrapped(&words, LINE.0) {
            line(&mut inside, &mut y, MARGIN + 30, "x", &part);
        }
        y += 4;
    }
    let height = y + MARGIN;
    format!(
        "{}\n<style>{}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{inside}</svg>\n",
        opened(width, height, title),
        style() + ".paper{fill:#fff}@media screen and (prefers-color-scheme:dark){.paper{fill:#161616}}"
    )
}
