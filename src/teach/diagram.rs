//! Drawings of where a piece can go.

use std::collections::BTreeSet;
use std::fmt;

use super::layout::Layout;
pub use super::legend::LegendNote;
use super::mark::Way;
pub use super::mark::{Mark, Mode, Sign};
use crate::rules::betza::walk::{Trip, count_lines, line, trips};
use crate::rules::betza::{Leg, Movement, Obstacle, Reach};
use crate::rules::geometry::{Color, Lattice, Offset, Shape, Square};

/// Draws the moves of a White piece, shown as `letter`, from `from` on an empty board, with a
/// legend of the marks used.
///
/// ```
/// use fibnif::rules::betza::Movement;
/// use fibnif::teach::diagram::draw;
/// use fibnif::rules::geometry::Shape;
///
/// let board = Shape::rectangle(3, 4).ok_or("no board")?;
/// let from = board.parse_square("b2").ok_or("no square")?;
/// let drawing = draw(&Movement::read("fmWfcFifmnD")?, 'P', &board, from);
/// assert_eq!(drawing, "\
/// +---+---+---+
/// |   |-M-|   |
/// +---+---+---+
/// | c | m | c |
/// +---+---+---+
/// |   | P |   |
/// +---+---+---+
/// |:::|   |:::|
/// +---+---+---+
/// m  moves only
/// c  captures only
/// capitals: only while it has not moved
/// -  the squares on the way must be empty
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(movement: &Movement, letter: char, board: &Shape, from: Square) -> String {
    let drawing = Drawing::new(movement, letter, board, from, |_| true);
    drawing.to_string()
}

/// A square of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnSquare {
    /// No square at all.
    Hole,
    /// The piece stands here.
    Piece,
    /// Any other square.
    Square {
        /// What can be done here.
        mark: Mark,
        /// Its color: see [`Shape::shade`].
        shade: u8,
    },
}

/// A step of a line or of a path that the pieces on it matter to: from a cell to another, each as column and
/// row counted from the upper left.
pub type Stretch = [(u8, u8); 2];

/// A drawing taken apart: for pages that hold several, and for pictures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// The letter of the piece.
    pub letter: char,
    /// The form of the squares.
    pub lattice: Lattice,
    /// The squares, row by row from above, all rows of one length: see [`Layout`].
    pub cells: Vec<Vec<DrawnSquare>>,
    /// What lines go over, each stretch once.
    pub stretches: Vec<Stretch>,
    /// What the marks mean, and what cannot be drawn.
    pub legend: Vec<LegendNote>,
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().iter().try_for_each(|row| writeln!(f, "{row}"))?;
        self.legend.iter().try_for_each(|note| writeln!(f, "{note}"))
    }
}

/// How much of the board around a piece is drawn: squares to each side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Files to its left and to its right.
    pub files: u8,
    /// Ranks before it and behind it.
    pub ranks: u8,
}

impl Drawing {
    /// Draws a piece in the center of a board just large enough for its longest leap and for the
    /// window, and of that board what the window shows. `None` if no board is large enough.
    ///
    /// ```
    /// use fibnif::rules::betza::Movement;
    /// use fibnif::teach::diagram::{Drawing, Window};
    ///
    /// let drawing = Drawing::centered(&Movement::read("W")?, 'P', Window { files: 0, ranks: 1 });
    /// let rows = drawing.ok_or("too large")?.rows();
    /// assert_eq!(rows, ["+---+", "| x |", "+---+", "| P |", "+---+", "| x |", "+---+"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn centered(movement: &Movement, letter: char, window: Window) -> Option<Drawing> {
        Drawing::centered_on(Lattice::Squares, movement, letter, window)
    }

    /// The same on a board of any lattice. One of hexagons is drawn whole, with as many to each side of the
    /// piece as the window has files or ranks.
    pub fn centered_on(
        lattice: Lattice,
        movement: &Movement,
        letter: char,
        window: Window,
    ) -> Option<Drawing> {
        let leaps = movement
            .legs
            .iter()
            .flat_map(|leg| &leg.steps)
            .map(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs()));
        let radius = leaps.max().unwrap_or(1).max(window.files).max(window.ranks);
        let side = radius.checked_mul(2)?.checked_add(1)?;
        let mut board = Shape::rectangle(side, side)?.on(lattice)?;
        board.round_off();
        let center = board.square(radius, radius)?;
        let shows = |square: Square| match lattice {
            Lattice::Squares => {
                let (file, rank) = (board.file(square), board.rank(square));
                file.abs_diff(radius) <= window.files && rank.abs_diff(radius) <= window.ranks
            }
            Lattice::Hexagons => board.steps_between(center, square) <= window.files.max(window.ranks),
        };
        let mut drawing = Drawing::new(movement, letter, &board, center, shows);
        drawing.legend.extend(beyond(movement, window));
        drawing.legend.sort_unstable();
        Some(drawing)
    }

    /// Draws the squares of `board` for which `shows` holds: a rectangle of them, or of hexagons any part.
    fn new(
        movement: &Movement,
        letter: char,
        board: &Shape,
        from: Square,
        shows: impl Fn(Square) -> bool,
    ) -> Drawing {
        let marks = marks(movement, board, from);
        let layout = Layout::upright(board);
        let shown: Vec<Square> = board.squares().filter(|&square| shows(square)).collect();
        let range = |along: fn((u8, u8)) -> u8| {
            let places = || shown.iter().map(|&square| along(layout.place(board, square)));
            places().min().unwrap_or(0)..places().max().map_or(0, |last| last + 1)
        };
        let (columns, rows) = (range(|place| place.0), range(|place| place.1));
        let cell = |column: u8, row: u8| match layout.square(board, column, row).filter(|&at| shows(at)) {
            None => DrawnSquare::Hole,
            Some(square) if square == from => DrawnSquare::Piece,
            Some(square) => DrawnSquare::Square { mark: marks[square.index()], shade: board.shade(square) },
        };
        let cells =
            rows.clone().map(|row| columns.clone().map(|column| cell(column, row)).collect()).collect();
        let place = |square: Square| {
            let (column, row) = layout.place(board, square);
            shows(square).then(|| Some((column.checked_sub(columns.start)?, row.checked_sub(rows.start)?)))?
        };
        let lines = stretches(movement, board, from).into_iter();
        let stretches = lines.filter_map(|[start, end]| Some([place(start)?, place(end)?])).collect();
        let seen = |square: Square| place(square).is_some();
        let shown: Vec<Mark> =
            board.squares().filter(|&square| seen(square)).map(|square| marks[square.index()]).collect();
        let lattice = board.lattice();
        Drawing { letter, lattice, cells, stretches, legend: legend(movement, &shown, lattice) }
    }

    /// The lines of the board in letters, borders included, all of one width.
    pub fn rows(&self) -> Vec<String> {
        let text = |cell: &DrawnSquare| match *cell {
            DrawnSquare::Hole => "###".to_owned(),
            DrawnSquare::Piece => format!(" {} ", self.letter),
            DrawnSquare::Square { mark, .. } if mark != Mark::default() => mark.cell(),
            DrawnSquare::Square { shade: 0, .. } => ":::".to_owned(),
            DrawnSquare::Square { shade: 1, .. } if self.lattice == Lattice::Hexagons => " . ".to_owned(),
            DrawnSquare::Square { shade: 2, .. } => "...".to_owned(),
            DrawnSquare::Square { .. } => "   ".to_owned(),
        };
        if self.lattice == Lattice::Hexagons {
            let is_there = |cell: &DrawnSquare| *cell != DrawnSquare::Hole;
            let text = |cell: &DrawnSquare| if is_there(cell) { text(cell) } else { "   ".to_owned() };
            return self.cells.iter().map(|row| row.iter().map(text).collect::<Vec<_>>().join(" ")).collect();
        }
        let border = "+---".repeat(self.cells.first().map_or(0, Vec::len)) + "+";
        let rows = self.cells.iter().flat_map(|row| {
            let cells: Vec<String> = row.iter().map(text).collect();
            [format!("|{}|", cells.join("|")), border.clone()]
        });
        std::iter::once(border.clone()).chain(rows).collect()
    }
}

/// The maximum number of lines drawn for one path. Paths with more are long ones of a repeated leg, and
/// lead to the same squares as shorter ones.
const MOST_DRAWN: usize = 1 << 12;

/// The ways of a path that are drawn.
fn drawn(leg: &Leg, board: &Shape, from: Square) -> Vec<Trip> {
    let few = leg.bends.len() < 6 || count_lines(leg, board, Color::White, from, MOST_DRAWN).is_some();
    if few { trips(leg, board, Color::White, from) } else { Vec::new() }
}

/// What a piece can do on each square of a board.
fn marks(movement: &Movement, board: &Shape, from: Square) -> Vec<Mark> {
    let mut marks = vec![Mark::default(); board.cell_count()];
    for leg in movement.legs.iter().filter(|leg| !leg.kings) {
        let squares = line(leg, board, Color::White, from);
        for trip in drawn(leg, board, from) {
            marks[trip.to.index()].add(leg, &trip);
            for (passed, _) in
                trip.needs.iter().filter(|need| goes_past(leg, board.lattice()) && !squares.contains(&need.0))
            {
                marks[passed.index()].passed = true;
            }
        }
    }
    marks
}

/// Whether a leg passes squares that matter to it and that no line shows: oblique leaps do.
fn goes_past(leg: &Leg, lattice: Lattice) -> bool {
    let oblique = |step: &Offset| !lattice.is_straight(*step);
    !leg.is_path() && matches!(leg.obstacle, Obstacle::Lame | Obstacle::Jump) && leg.steps.iter().all(oblique)
}

/// The steps of lines of more than one step, of paths, and of leaps that depend on the pieces on the
/// way. Lines around the edge of a cylinder are left out, because they would cross the whole drawing.
fn stretches(movement: &Movement, board: &Shape, from: Square) -> Vec<[Square; 2]> {
    let mut found: Vec<[Square; 2]> = Vec::new();
    for leg in movement.legs.iter().filter(|leg| !leg.kings) {
        let walks: Vec<Vec<Square>> = if leg.bends.is_empty() {
            let squares = line(leg, board, Color::White, from);
            let asks = matches!(leg.obstacle, Obstacle::Lame | Obstacle::Jump);
            if squares.len() < 2 && !asks { Vec::new() } else { vec![squares] }
        } else {
            let path = |trip: Trip| trip.needs.iter().map(|need| need.0).chain([trip.to]).collect();
            drawn(leg, board, from).into_iter().map(path).collect()
        };
        let longest =
            leg.steps.iter().map(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs())).max();
        let near = |a: Square, b: Square| {
            let apart = board.file(a).abs_diff(board.file(b)).max(board.rank(a).abs_diff(board.rank(b)));
            !leg.cylinder || apart <= longest.unwrap_or(1)
        };
        for walk in walks {
            let starts = std::iter::once(from).chain(walk.iter().copied());
            found.extend(starts.zip(walk.iter().copied()).map(|(a, b)| [a, b]).filter(|&[a, b]| near(a, b)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// One legend for several drawings: the notes about marks, without the notes about one piece.
pub fn common_legend<'a>(drawings: impl IntoIterator<Item = &'a Drawing>) -> Vec<LegendNote> {
    let used: BTreeSet<LegendNote> =
        drawings.into_iter().flat_map(|drawing| drawing.legend.iter().copied()).collect();
    used.into_iter().filter(|note| !note.is_of_one()).collect()
}

/// The note about lines that continue beyond a drawing of part of the board.
fn beyond(movement: &Movement, window: Window) -> impl Iterator<Item = LegendNote> {
    let to_the_edge = movement.legs.iter().any(|leg| leg.reach == Reach::Edge && !leg.halfling);
    let longest = movement.legs.iter().filter_map(|leg| match leg.reach {
        Reach::Steps(steps) if steps > window.files.max(window.ranks) => Some(LegendNote::AtMost(steps)),
        _ => None,
    });
    to_the_edge.then_some(LegendNote::Further).into_iter().chain(longest.max())
}

/// Whether a path may end where it began, with pieces taken on the way or without.
fn comes_back(leg: &Leg, takes: bool, lattice: Lattice) -> bool {
    let Some(board) = Shape::rectangle(9, 9).and_then(|board| board.on(lattice)) else { return false };
    let Some(center) = board.square(4, 4).filter(|_| leg.is_path()) else { return false };
    let takes_pieces = |trip: &Trip| trip.needs.iter().any(|need| need.1.takes());
    let all = trips(leg, &board, Color::White, center);
    all.iter().any(|trip| trip.to == center && takes_pieces(trip) == takes)
}

/// The meanings of the marks used, one line each, and what they do not show.
fn legend(movement: &Movement, marks: &[Mark], lattice: Lattice) -> Vec<LegendNote> {
    let letters: Vec<char> = marks.iter().map(|mark| mark.letter()).collect();
    let uses = |letter: char| letters.contains(&letter) || letters.contains(&letter.to_ascii_uppercase());
    let ways = || marks.iter().map(|mark| mark.powers()).flat_map(|powers| [powers.quiet, powers.capture]);
    // One of several ways to a square needs its own line as well.
    let goes = |way: Way| ways().any(|ways| !ways.has(Way::Direct) && ways.has(way));
    let mixed = marks.iter().map(|mark| mark.powers()).any(|powers| {
        powers.quiet.any() && powers.capture.any() && powers.quiet.mark() != powers.capture.mark()
    });
    let more = marks.iter().any(|mark| mark.later.letter().is_some() && mark.first != mark.later);
    // A path that comes back turns by half a circle.
    let ends_at_home = |takes: bool| movement.legs.iter().any(|leg| comes_back(leg, takes, lattice));
    let leg = |is_so: fn(&Leg) -> bool| movement.legs.iter().any(is_so);
    let notes = [
        (LegendNote::Moves, uses('x')),
        (LegendNote::Quiet, uses('m')),
        (LegendNote::Captures, uses('c')),
        (LegendNote::EnPassant, uses('e')),
        (LegendNote::AtFirst, letters.iter().any(char::is_ascii_uppercase)),
        (LegendNote::MoreAtFirst, more),
        (LegendNote::Open, goes(Way::Open)),
        (LegendNote::Over, goes(Way::Over)),
        (LegendNote::Behind, goes(Way::Behind)),
        (LegendNote::Leaping, goes(Way::Leaping)),
        (LegendNote::Taking, goes(Way::Taking)),
        (LegendNote::Rifle, ends_at_home(true)),
        (LegendNote::Pass, ends_at_home(false)),
        (LegendNote::Several, ways().any(|ways| ways.mark() == '+')),
        (LegendNote::Passed, marks.iter().any(|mark| mark.passed)),
        (LegendNote::Sides, mixed),
        (LegendNote::SkipFirst, leg(|leg| leg.obstacle == Obstacle::SkipFirst)),
        (LegendNote::Crooked, leg(|leg| leg.steps.len() == 2)),
        (LegendNote::Circular, leg(|leg| leg.steps.len() > 2)),
        (LegendNote::Bends, leg(|leg| !leg.bends.is_empty())),
        (LegendNote::Halfling, leg(|leg| leg.halfling)),
        (LegendNote::Cylinder, leg(|leg| leg.cylinder)),
        (LegendNote::AlsoEnPassant, leg(|leg| leg.purpose.en_passant)),
        (LegendNote::AlsoKings, leg(|leg| leg.kings)),
        (LegendNote::Tame, leg(|leg| leg.tame)),
        (LegendNote::Own, leg(|leg| leg.purpose.own || leg.bends.iter().any(|bend| bend.via.capture_own))),
        (LegendNote::Unload, leg(|leg| leg.unload.is_some())),
        (LegendNote::OverOwn, leg(|leg| leg.bends.iter().any(|bend| bend.via.hop_own))),
        (LegendNote::Lends, movement.loans.iter().any(|loan| loan.lent_behind.is_some())),
        (LegendNote::Borrows, movement.loans.iter().any(|loan| loan.lent_behind.is_none())),
        (LegendNote::AlsoCastles, !movement.castles.is_empty()),
    ];
    notes.into_iter().filter_map(|(note, used)| used.then_some(note)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Scene, destinations};
    use super::*;

    fn drawn(notation: &str, radius: u8) -> String {
        let drawing = Drawing::centered(
            &Movement::read(notation).unwrap(),
            'X',
            Window { files: radius, ranks: radius },
        )
        .unwrap();
        drawing.to_string()
    }

    #[test]
    fn leaps_and_slides_are_drawn_differently() {
        let drawing = drawn("RA", 2);
        let rows: Vec<&str> = drawing.lines().collect();
        assert_eq!(rows[1], "| x |   |-x-|   | x |");
        assert_eq!(rows[3], "|   |:::| x |:::|   |");
        assert_eq!(rows[5], "|-x-| x | X | x |-x-|");
        assert!(
            drawing.ends_with(
                "x  moves or captures\n-  the squares on the way must be empty\n\
                 lines that reach the edge of the drawing continue to the edge of the board\n"
            ),
            "{drawing}"
        );
    }

    #[test]
    fn a_cannon_moves_one_way_and_captures_another() {
        let drawing = drawn("mRcpR", 2);
        assert_eq!(drawing.lines().nth(5).unwrap(), "|-x^| m | X | m |-x^|");
        assert!(
            drawing.contains("left of the letter: the way to move; right: the way to capture"),
            "{drawing}"
        );
    }

    #[test]
    fn a_leap_too_long_for_every_board_is_not_drawn() {
        let window = Window { files: 2, ranks: 2 };
        assert_eq!(Drawing::centered(&Movement::read("(0,99)").unwrap(), 'X', window), None);
    }

    #[test]
    fn a_window_shows_part_of_a_board_that_is_large_enough() {
        let drawing =
            Drawing::centered(&Movement::read("R").unwrap(), 'X', Window { files: 1, ranks: 3 }).unwrap();
        assert_eq!(drawing.rows().len(), 15);
        assert_eq!(drawing.rows()[1], "|:::|-x-|:::|");
        assert_eq!(drawing.rows()[7], "| x | X | x |");
    }

    #[test]
    fn a_piece_without_moves_is_drawn_alone() {
        assert_eq!(
            drawn("", 1),
            "+---+---+---+\n|:::|   |:::|\n+---+---+---+\n|   | X \
             |   |\n+---+---+---+\n|:::|   |:::|\n+---+---+---+\n"
        );
    }

    #[test]
    fn a_lame_leap_needs_a_square_on_the_board_in_between() {
        let mut shape = Shape::rectangle(8, 8).unwrap();
        shape.punch(shape.parse_square("e3").unwrap());
        let from = shape.parse_square("e2").unwrap();
        let goes = |notation: &str| {
            destinations(&Movement::read(notation).unwrap(), &Scene::empty(&shape), from).quiet.len()
        };
        assert_eq!((goes("fnD"), goes("fD"), goes("fR")), (0, 1, 0));
    }
}
