//! Where a piece can go from a square, and a drawing of it.
//!
//! The walk is the notation taken at its word, step by step, without tables: for diagrams, for
//! tests and for whoever asks once. It knows no check, no promotion and no castling.

use super::{Leg, Movement, Obstacle, Reach};
use crate::geometry::{Color, Shape, Square, Step};

/// A board with men on it, from the eyes of the piece that is about to move. The piece itself is
/// not on it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub shape: &'a Shape,
    /// The side of the piece.
    pub color: Color,
    /// Squares with other men of that side.
    pub own: &'a [Square],
    /// Squares with men of the other side.
    pub enemy: &'a [Square],
    /// The square on which a man may be captured en passant.
    pub en_passant: Option<Square>,
    /// Whether the piece counts as unmoved, for `i`.
    pub unmoved: bool,
}

impl Scene<'_> {
    /// A board with no other man on it, for a White piece that has moved.
    pub fn empty(shape: &Shape) -> Scene<'_> {
        Scene { shape, color: Color::White, own: &[], enemy: &[], en_passant: None, unmoved: false }
    }

    fn is_empty(&self, square: Square) -> bool {
        !self.own.contains(&square) && !self.enemy.contains(&square)
    }

    fn step(&self, leg: &Leg, from: Square, step: Step) -> Option<Square> {
        self.shape.step(from, step.seen_by(self.color), leg.cylinder)
    }
}

/// Where a piece can go: squares in ascending order, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Destinations {
    /// Empty squares it can go to.
    pub quiet: Vec<Square>,
    /// Squares of men it can capture.
    pub captures: Vec<Square>,
    /// The en passant square, if it can capture there. It is not among the quiet ones then.
    pub en_passant: Vec<Square>,
}

/// Where `movement` leads from `from`, castling left out.
pub fn destinations(movement: &Movement, scene: &Scene<'_>, from: Square) -> Destinations {
    let mut found = Destinations::default();
    for leg in movement.legs.iter().filter(|leg| scene.unmoved || !leg.initial) {
        for square in landings(leg, scene, from) {
            if scene.enemy.contains(&square) {
                if leg.purpose.capture {
                    found.captures.push(square);
                }
            } else if leg.purpose.en_passant && scene.en_passant == Some(square) {
                found.en_passant.push(square);
            } else if leg.purpose.quiet {
                found.quiet.push(square);
            }
        }
    }
    for list in [&mut found.quiet, &mut found.captures, &mut found.en_passant] {
        list.sort_unstable();
        list.dedup();
    }
    found.quiet.retain(|square| !found.en_passant.contains(square));
    found
}

/// The squares of a line with no other man on the board, in order.
pub(super) fn line(leg: &Leg, scene: &Scene<'_>, from: Square) -> Vec<Square> {
    let longest = match leg.reach {
        Reach::Steps(steps) => usize::from(steps),
        // Only a cylinder is walked around, and no line visits a square twice by the same step.
        Reach::Edge => scene.shape.len() * leg.steps.len(),
    };
    let steps = leg.steps.iter().cycle().take(longest);
    let squares = steps.scan(from, |at, &step| {
        *at = scene.step(leg, *at, step).filter(|&square| square != from)?;
        Some(*at)
    });
    let mut squares: Vec<Square> = squares.collect();
    if leg.halfling {
        squares.truncate(squares.len().div_ceil(2));
    }
    squares
}

/// The squares that a leg reaches among the men of the scene: empty ones, and enemies'.
fn landings(leg: &Leg, scene: &Scene<'_>, from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    let mut passed = 0;
    let mut at = from;
    for (index, (square, &step)) in line(leg, scene, from).into_iter().zip(leg.steps.iter().cycle()).enumerate() {
        let mut between = step.between().unwrap_or_default().into_iter().map(|part| scene.step(leg, at, part));
        let clear = match leg.obstacle {
            Obstacle::Lame => between.all(|part| part.is_some_and(|part| scene.is_empty(part))),
            Obstacle::Jump => between.all(|part| part.is_some_and(|part| !scene.is_empty(part))),
            _ => true,
        };
        if !clear {
            break;
        }
        at = square;
        let empty = scene.is_empty(square);
        let lands = match leg.obstacle {
            Obstacle::SkipFirst => index > 0,
            Obstacle::Hop | Obstacle::Grasshopper => passed > 0,
            _ => true,
        };
        if lands && (empty || scene.enemy.contains(&square)) {
            found.push(square);
        }
        let ends = match leg.obstacle {
            Obstacle::SkipFirst => index > 0 && !empty,
            Obstacle::Hop => passed > 0 && !empty,
            Obstacle::Grasshopper => passed > 0,
            _ => !empty,
        };
        if ends {
            break;
        }
        passed += usize::from(!empty);
    }
    found
}

/// How the men on the way matter to a leg when it reaches a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Not at all.
    Direct,
    /// They stop it.
    Open,
    /// It needs them.
    Over,
}

impl Way {
    /// The way of a leg to the square it reaches with step `index`, counted from 0; `None` if it
    /// never lands there.
    fn of(obstacle: Obstacle, index: usize) -> Option<Way> {
        match (obstacle, index) {
            (Obstacle::Free, 0) | (Obstacle::SkipFirst, 1) => Some(Way::Direct),
            (Obstacle::Free | Obstacle::Lame, _) => Some(Way::Open),
            (Obstacle::Jump, _) => Some(Way::Over),
            (_, 0) => None,
            (Obstacle::SkipFirst, _) => Some(Way::Open),
            (Obstacle::Hop | Obstacle::Grasshopper, _) => Some(Way::Over),
        }
    }

    const fn mark(self) -> char {
        match self {
            Way::Direct => ' ',
            Way::Open => '-',
            Way::Over => '^',
        }
    }
}

/// What a piece can do on one square of a drawing, and how it gets there to do it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Mark {
    quiet: Option<Way>,
    capture: Option<Way>,
    en_passant: bool,
    /// Reached by a man that has moved as well.
    always: bool,
}

impl Mark {
    fn add(&mut self, leg: &Leg, way: Way) {
        let easiest = |known: Option<Way>| Some(known.map_or(way, |known| known.min(way)));
        if leg.purpose.quiet {
            self.quiet = easiest(self.quiet);
        }
        if leg.purpose.capture {
            self.capture = easiest(self.capture);
        }
        self.en_passant |= leg.purpose.en_passant;
        self.always |= !leg.initial;
    }

    fn letter(self) -> char {
        let letter = match (self.quiet, self.capture, self.en_passant) {
            (Some(_), Some(_), _) => 'x',
            (Some(_), None, _) => 'm',
            (None, Some(_), _) => 'c',
            (None, None, true) => 'e',
            (None, None, false) => return ' ',
        };
        if self.always { letter } else { letter.to_ascii_uppercase() }
    }

    /// The way of the moves on the left, of the captures on the right.
    fn cell(self) -> String {
        let ways = [self.quiet, self.capture].map(|way| way.unwrap_or(Way::Direct).mark());
        let [left, right] = match (self.quiet, self.capture) {
            (Some(_), None) => [ways[0]; 2],
            (None, Some(_)) => [ways[1]; 2],
            _ => ways,
        };
        format!("{left}{}{right}", self.letter())
    }
}

/// Draws the moves of a White piece, shown as `letter`, from `from` on an empty board, with a
/// legend of the marks used.
///
/// ```
/// use fibnif::betza::{Movement, diagram::draw};
/// use fibnif::geometry::Shape;
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
    let scene = Scene::empty(board);
    let mut marks = vec![Mark::default(); board.len()];
    for leg in &movement.legs {
        for (index, square) in line(leg, &scene, from).into_iter().enumerate() {
            if let (Some(way), Some(mark)) = (Way::of(leg.obstacle, index), marks.get_mut(square.index())) {
                mark.add(leg, way);
            }
        }
    }
    let border = "+---".repeat(board.files().into()) + "+\n";
    let mut text = border.clone();
    for rank in (0..board.ranks()).rev() {
        for file in 0..board.files() {
            let cell = match board.square(file, rank) {
                None => "###".to_owned(),
                Some(square) if square == from => format!(" {letter} "),
                Some(square) if marks[square.index()] != Mark::default() => marks[square.index()].cell(),
                Some(square) if board.is_dark(square) => ":::".to_owned(),
                Some(_) => "   ".to_owned(),
            };
            text += "|";
            text += &cell;
        }
        text += "|\n";
        text += &border;
    }
    text + &legend(movement, &marks)
}

/// Draws the moves of a piece from the center of a board just large enough for its longest leap,
/// and for at least `radius` squares on each side.
pub fn draw_centered(movement: &Movement, letter: char, radius: u8) -> Option<String> {
    let leaps = movement.legs.iter().flat_map(|leg| &leg.steps).map(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs()));
    let radius = leaps.max().unwrap_or(1).max(radius);
    let side = radius.checked_mul(2)?.checked_add(1)?;
    let board = Shape::rectangle(side, side)?;
    Some(draw(movement, letter, &board, board.square(radius, radius)?))
}

/// What the marks mean, one line for each that is used.
fn legend(movement: &Movement, marks: &[Mark]) -> String {
    let letters: Vec<char> = marks.iter().map(|mark| mark.letter()).collect();
    let uses = |letter: char| letters.contains(&letter) || letters.contains(&letter.to_ascii_uppercase());
    let goes = |way: Way| marks.iter().any(|mark| mark.quiet == Some(way) || mark.capture == Some(way));
    let mixed = marks.iter().any(|mark| mark.quiet.zip(mark.capture).is_some_and(|(quiet, capture)| quiet != capture));
    let lines = [
        (uses('x'), "x  moves or captures"),
        (uses('m'), "m  moves only"),
        (uses('c'), "c  captures only"),
        (uses('e'), "e  captures en passant only"),
        (letters.iter().any(char::is_ascii_uppercase), "capitals: only while it has not moved"),
        (goes(Way::Open), "-  the squares on the way must be empty"),
        (goes(Way::Over), "^  goes over men on the way"),
        (mixed, "left of the letter: the way to move; right: the way to capture"),
        (movement.legs.iter().any(|leg| leg.purpose.en_passant), "also captures en passant"),
        (movement.legs.iter().any(|leg| leg.halfling), "halfling: half the way to the edge of the board"),
        (!movement.castles.is_empty(), "also castles"),
    ];
    lines.into_iter().filter(|(used, _)| *used).flat_map(|(_, line)| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(notation: &str, radius: u8) -> String {
        draw_centered(&Movement::read(notation).unwrap(), 'X', radius).unwrap()
    }

    #[test]
    fn leaps_and_slides_are_told_apart() {
        let drawing = drawn("RA", 2);
        let rows: Vec<&str> = drawing.lines().collect();
        assert_eq!(rows[1], "| x |   |-x-|   | x |");
        assert_eq!(rows[3], "|   |:::| x |:::|   |");
        assert_eq!(rows[5], "|-x-| x | X | x |-x-|");
        assert!(drawing.ends_with("x  moves or captures\n-  the squares on the way must be empty\n"), "{drawing}");
    }

    #[test]
    fn a_cannon_moves_one_way_and_captures_another() {
        let drawing = drawn("mRcpR", 2);
        assert_eq!(drawing.lines().nth(5).unwrap(), "|-x^| m | X | m |-x^|");
        assert!(drawing.contains("left of the letter: the way to move; right: the way to capture"), "{drawing}");
    }

    #[test]
    fn the_board_is_large_enough_for_the_longest_leap() {
        assert_eq!(drawn("(1,4)", 2).lines().next().unwrap().len(), 9 * 4 + 1);
        assert_eq!(draw_centered(&Movement::read("(0,99)").unwrap(), 'X', 2), None);
    }

    #[test]
    fn a_piece_without_moves_is_drawn_alone() {
        assert_eq!(
            drawn("", 1),
            "+---+---+---+\n|:::|   |:::|\n+---+---+---+\n|   | X |   |\n+---+---+---+\n|:::|   |:::|\n+---+---+---+\n"
        );
    }

    #[test]
    fn a_lame_leap_needs_a_square_on_the_board_in_between() {
        let mut shape = Shape::rectangle(8, 8).unwrap();
        shape.punch(shape.parse_square("e3").unwrap());
        let from = shape.parse_square("e2").unwrap();
        let goes = |notation: &str| destinations(&Movement::read(notation).unwrap(), &Scene::empty(&shape), from).quiet.len();
        assert_eq!((goes("fnD"), goes("fD"), goes("fR")), (0, 1, 0));
    }
}
