//! The pieces as drawn figures. The pieces of chess have their usual shapes if they move as in chess.
//! Any other piece has a picture of its moves on its chest: lines where it rides, dots where it leaps,
//! crosses where it only captures, rings where it only moves. Its body shows what kind of piece it is:
//! a crown with a cross is royal, a spiked crown rides like a queen, battlements like a rook, a miter
//! like a bishop (or keeps to one color), and ears leap like a knight.
//!
//! A figure is the content of an SVG of 45 by 45. Classes color it: `b` is the body, `l` a line on it,
//! `i` filled with the ink of lines, `t` a letter. `m` is the picture of the moves, which turns with
//! the board.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::base::html::escaped;
use crate::rules::betza::{Leg, Movement, Reach};
use crate::rules::game::{Game, Kind};
use crate::rules::geometry::Color;
use crate::rules::variant::PROMOTED_MARK;
use crate::teach::diagram::{Drawing, DrawnSquare, Mode, Window};
use crate::teach::tile::Tile;

/// A piece of chess: its name, how it moves there, its body, and the drawing on it.
struct Shape {
    name: &'static str,
    betza: &'static str,
    body: &'static str,
    /// Strokes of the body's own edge.
    edges: &'static str,
    lines: &'static str,
}

const CHESS: [Shape; 6] = [
    Shape {
        name: "King",
        betza: "K",
        body: "M22.5 13c3 0 4.5 3 4.5 5.2c4-3.7 11.5-2.2 11.5 4c0 4.3-4.3 7.3-5.3 11.300v4.500h-21.4\
               v-4.500c-1-4-5.3-7-5.3-11.300c0-6.2 7.5-7.7 11.5-4c0-2.2 1.5-5.2 4.5-5.200z",
        edges: "M22.5 12.500v-8.500M19 7h7",
        lines: "M12 33.200q10.5-3 21 0M22.5 17v13",
    },
    Shape {
        name: "Queen",
        betza: "Q",
        body: "M8 14.500l6 11l1.5-14.500l4.5 14l2.5-16l2.5 16l4.5-14l1.5 14.500l6-11l-3.5 18v5.500h-22\
               v-5.500z",
        edges: "M8 11.500a1.9 1.9 0 1 0 .1 0zM15.2 7.500a1.9 1.9 0 1 0 .1 0zM22.5 5.500a1.9 1.9 0 1 0 .1 0z\
                M29.8 7.500a1.9 1.9 0 1 0 .1 0zM37 11.500a1.9 1.9 0 1 0 .1 0z",
        lines: "M11.5 32.500q11-3 22 0",
    },
    Shape {
        name: "Rook",
        betza: "R",
        body: "M11 9h5v4h4v-4h5v4h4v-4h5v9l-4 3v10l3 3v5h-21v-5l3-3v-10l-4-3z",
        edges: "",
        lines: "M15 21h15M15 31h15M11 17.800h23",
    },
    Shape {
        name: "Bishop",
        betza: "B",
        body: "M22.5 5.200a2.4 2.4 0 0 1 1.5 4.300c4.5 3.5 7.5 8 7.5 13c0 3-1.5 5-3 6.500l.8 4.5\
               c3 .5 5.2 2 5.2 5h-24c0-3 2.2-4.5 5.2-5l.8-4.500c-1.5-1.5-3-3.5-3-6.500c0-5 3-9.5 7.5-13\
               a2.4 2.4 0 0 1 1.5-4.300z",
        edges: "",
        lines: "M22.5 15.500v9M18 20h9M16.5 29h12M15.7 33.500h13.6",
    },
    Shape {
        name: "Knight",
        betza: "N",
        body: "M13.5 38.500c0-8.5 7-10.5 7.3-16.300c-2.5.8-4.2 3.5-6.6 4c-2.2.4-4.7-1-4.7-3.200c1-3 5-7.5 \
               6.3-10.8\
               l-.3-5.200l4.2 3.100c9-.8 15.3 6.2 15.8 16.200c.2 4 .2 8.2.2 12.200z",
        edges: "",
        lines: "M17.5 15.500a.8.8 0 1 0 .1 0M12 22.800l.7-.8M26 13.500c4 3 5.5 9 5.3 21",
    },
    Shape {
        name: "Pawn",
        betza: "mfWcfF",
        body: "M22.5 8.500a5.5 5.5 0 0 1 3.7 9.600c2.3.8 3.1 2.7 3.1 4h-2.300c.3 5 3 7.7 6.5 \
               10.900v5.500h-22v-5.5\
               c3.5-3.2 6.2-5.9 6.5-10.900h-2.300c0-1.3.8-3.2 3.1-4a5.5 5.5 0 0 1 3.7-9.600z",
        edges: "",
        lines: "M13 33.500h19",
    },
];

/// Bodies of all other pieces.
struct Body {
    outline: &'static str,
    edges: &'static str,
}

/// A domed crown with a cross: royal.
const ROYAL: Body = Body {
    outline: "M6.5 15l4.5 3q4-10 11.5-10t11.5 10l4.5-3l-2.500 25.500h-27z",
    edges: "M22.5 8v-6.500M19.500 4h6",
};
/// A spiked crown: rides both along lines and diagonally.
const CORONET: Body = Body {
    outline: "M5.500 5l5.500 5l4-7.500l4.500 6l3-7l3 7l4.500-6l4 7.500l5.500-5l-2.500 35.500h-29z",
    edges: "",
};
/// Battlements: rides along lines.
const TOWER: Body = Body {
    outline: "M6.5 6.500h6v3.500h5v-3.500h10v3.500h5v-3.500h6v7l-2 2v21l2 4h-32l2-4v-21l-2-2z",
    edges: "",
};
/// A miter: rides diagonally, or keeps to one color.
const MITER: Body =
    Body { outline: "M22.5 3.500c7 3 15 7.5 15 15l-2 22h-26l-2-22c0-7.5 8-12 15-15z", edges: "" };
/// A head with two ears: leaps as far as a knight.
const EARS: Body = Body {
    outline: "M9 3.500l7 5q6.500-2.500 13 0l7-5l2 15q.5 7-3 15l1.500 7h-28l1.500-7q-3.500-8-3-15z",
    edges: "",
};
/// A shield: anything else.
const SHIELD: Body = Body {
    outline: "M22.5 5c10 0 15.5 6 15.5 14.500c0 6-2 9.5-3 14.500l2 \
              6.500h-29l2-6.500c-1-5-3-8.5-3-14.500c0-8.5 5.5-14.5 15.5-14.500z",
    edges: "",
};

/// A wedge that points forward: the pieces of games in which a captured piece changes sides and promotes by a
/// sign, as in Shogi. Who has it shows by its direction.
const WEDGE: Body = Body { outline: "M22.5 2.5l11.5 6l5.5 33.500h-34l5.5-33.500z", edges: "" };

/// Whether the pieces of a game are wedges.
fn has_wedges(game: &Game) -> bool {
    game.hands.is_some() && game.kinds.iter().any(|kind| kind.mark == Some(PROMOTED_MARK))
}

/// A wedge with the letter of the piece and the picture of its moves. It turns with the board.
fn wedge(game: &Game, kind: &Kind) -> String {
    let movement = &kind.piece_of(&game.def).movement;
    let drawn = |reach| {
        let window = Window { files: reach, ranks: reach };
        Drawing::centered_on(game.shape.lattice(), movement, kind.letter.base(), window)
    };
    let moves = drawn(NEAR).map(|drawing| moves(&drawing)).unwrap_or_default();
    let is_black = kind.color == Color::Black;
    let turn = if is_black { " transform=\"rotate(180 22.5 22.5)\"" } else { "" };
    let promoted = if kind.mark == Some(PROMOTED_MARK) { " p" } else { "" };
    format!(
        "<g class=\"w m{promoted}\"><g{turn}><path class=\"b\" d=\"{}\"/>\
         <g transform=\"translate(4.5 5.6) scale(.8)\">{moves}</g>\
         <text class=\"t\" x=\"22.5\" y=\"40\">{}</text></g></g>",
        WEDGE.outline,
        escaped(&kind.sign().to_uppercase())
    )
}

/// The figures of all kinds of a game, in their order. No two of one side are the same.
pub(super) fn of_game(game: &Game) -> Vec<String> {
    if has_wedges(game) {
        return game.kinds.iter().map(|kind| wedge(game, kind)).collect();
    }
    let mut seen = BTreeSet::new();
    let figure = |kind: &Kind| {
        let drawn = figure(game, kind, false);
        let is_new = seen.insert((kind.color, drawn.clone()));
        if is_new { drawn } else { figure(game, kind, true) }
    };
    game.kinds.iter().map(figure).collect()
}

/// A figure; a chess piece is `lettered` if others look like it.
fn figure(game: &Game, kind: &Kind, lettered: bool) -> String {
    let shape = CHESS.iter().find(|shape| shape.name == kind.name && goes_as(game, kind, shape));
    match shape {
        Some(Shape { body, edges, lines, .. }) => {
            let badge = match (lettered, zones(game, kind)) {
                (_, Some(zones)) => badge(&zones),
                (true, None) => label(kind, 37.8),
                (false, None) => String::new(),
            };
            format!("<path class=\"b\" d=\"{body}{edges}\"/><path class=\"l\" d=\"{lines}\"/>{badge}")
        }
        None => made(game, kind),
    }
}

/// Whether a piece moves like the chess piece of the same name. Castling and first moves do not matter.
fn goes_as(game: &Game, kind: &Kind, shape: &Shape) -> bool {
    let piece = kind.piece_of(&game.def);
    let bare = Movement { castles: Vec::new(), ..piece.movement.clone() };
    kind.pawn && shape.name == "Pawn" || bare.is_same_on(shape.betza, game.shape.lattice())
}

/// The additional moves of a piece on parts of the board.
fn zones(game: &Game, kind: &Kind) -> Option<String> {
    let piece = kind.piece_of(&game.def);
    let added: Vec<&str> = piece.zones.iter().map(|zone| zone.betza.as_str()).collect();
    let text = format!("+{}", added.join("+"));
    (!kind.pawn && !added.is_empty()).then(|| if text.len() > MOST_LETTERS { "+".to_string() } else { text })
}

/// The number of letters that fit at the foot of a figure.
const MOST_LETTERS: usize = 5;

/// The letter of a piece at the foot of its figure.
fn label(kind: &Kind, y: f32) -> String {
    words(&kind.sign().to_uppercase(), y)
}

/// Letters on a plate at the foot of a figure.
fn badge(text: &str) -> String {
    let width = (0..text.chars().count()).fold(5.0_f32, |width, _| width + 5.2);
    let x = 22.5 - width / 2.0;
    format!(
        "<rect class=\"b\" x=\"{x:.1}\" y=\"32\" width=\"{width:.1}\" height=\"9.6\" rx=\"3\"/>{}",
        words(text, 39.6)
    )
}

/// Letters at the foot of a figure.
fn words(text: &str, y: f32) -> String {
    format!("<text class=\"t\" x=\"22.5\" y=\"{y}\">{}</text>", escaped(text))
}

/// A figure made from the moves. Weak pieces are smaller.
fn made(game: &Game, kind: &Kind) -> String {
    let movement = &kind.piece_of(&game.def).movement;
    let Body { outline, edges } = body(kind, movement);
    let drawn = |reach| {
        let window = Window { files: reach, ranks: reach };
        Drawing::centered_on(game.shape.lattice(), movement, kind.letter.base(), window)
    };
    let far = is_long(movement).then(|| drawn(FAR)).flatten().filter(reaches_edge);
    let drawing = far.or_else(|| drawn(NEAR));
    let turn = if kind.color == Color::Black { " transform=\"rotate(180 22.5 21.5)\"" } else { "" };
    let moves = drawing.map(|drawing| moves(&drawing)).unwrap_or_default();
    let size =
        if is_weak(movement) { "translate(5.4 8.6) scale(.76)" } else { "translate(1.35 1.6) scale(.94)" };
    format!(
        "<g transform=\"{size}\"><path class=\"b\" d=\"{outline}{edges}\"/>\
         <g class=\"m\"><g{turn}>{moves}</g></g>{}</g>",
        label(kind, 39.4)
    )
}

/// Whether a piece makes only single steps in three directions at most, first moves aside.
fn is_weak(movement: &Movement) -> bool {
    let mut legs = movement.legs.iter().filter(|leg| !leg.initial);
    let is_step = |leg: &Leg| {
        leg.reach == Reach::Steps(1)
            && leg.bends.is_empty()
            && leg.steps.iter().all(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs()) == 1)
    };
    legs.clone().count() <= 3 && legs.all(is_step)
}

/// The body that fits the moves.
fn body(kind: &Kind, movement: &Movement) -> Body {
    let has = |fits: &dyn Fn(&Leg, (u8, u8)) -> bool| {
        movement.legs.iter().filter(|leg| !leg.initial).any(|leg| {
            let step = leg.steps.first().map(|step| (step.right.unsigned_abs(), step.forward.unsigned_abs()));
            step.is_some_and(|step| fits(leg, step))
        })
    };
    let rides = |leg: &Leg| leg.reach != Reach::Steps(1) || !leg.bends.is_empty();
    let along = has(&|leg, step| rides(leg) && (step.0 == 0 || step.1 == 0));
    let diagonally = has(&|leg, step| rides(leg) && step.0 == step.1);
    match (along, diagonally) {
        _ if kind.royal => ROYAL,
        (true, true) => CORONET,
        (true, false) => TOWER,
        (false, true) => MITER,
        _ if kind.color_bound => MITER,
        _ if has(&|_, step| step.0 != step.1 && step.0 > 0 && step.1 > 0) => EARS,
        _ => SHIELD,
    }
}

/// How many squares a picture of the moves has on each side of the piece if it cannot show all of them.
const NEAR: u8 = 2;
const FAR: u8 = 3;

/// Whether a piece may go farther than a near picture shows, other than along lines.
fn is_long(movement: &Movement) -> bool {
    movement.legs.iter().any(|leg| {
        let leaps =
            leg.steps.iter().any(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs()) > NEAR);
        leaps || !leg.bends.is_empty() || matches!(leg.reach, Reach::Steps(3..))
    })
}

/// Whether there is something on the outermost squares of a picture.
fn reaches_edge(drawing: &Drawing) -> bool {
    let last = drawing.cells.len().saturating_sub(1);
    drawing.cells.iter().enumerate().any(|(row, cells)| {
        cells.iter().enumerate().any(|(column, square)| {
            let is_edge = [row, column].into_iter().any(|at| at == 0 || at == last);
            is_edge && matches!(square, DrawnSquare::Square { mark, .. } if !mark.signs().is_empty())
        })
    })
}

/// The picture of moves, around (22.5, 21.5).
fn moves(drawing: &Drawing) -> String {
    let rows = drawing.cells.len();
    let columns = drawing.cells.first().map_or(0, Vec::len);
    let cell = if columns > 5 { 3.5_f32 } else { 4.9 };
    let tile = Tile::new(drawing.lattice, cell);
    let (width, height) = tile.extent(columns, rows);
    let at = |column: usize, row: usize| {
        let (x, y) = tile.middle(column, row);
        (22.5 + x - width / 2.0, 21.5 + y - height / 2.0)
    };
    let mut out = String::new();
    for [start, end] in &drawing.stretches {
        let [from, to] = [start, end].map(|place| at(place.0.into(), place.1.into()));
        // Writing to a string cannot fail.
        let _ = write!(out, "<path class=\"l\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>", from.0, from.1, to.0, to.1);
    }
    for (row, cells) in drawing.cells.iter().enumerate() {
        for (column, square) in cells.iter().enumerate() {
            let (x, y) = at(column, row);
            match square {
                DrawnSquare::Hole => {}
                DrawnSquare::Piece => {
                    let _ = write!(out, "<path class=\"i\" d=\"M{:.1} {:.1}h3v3h-3z\"/>", x - 1.5, y - 1.5);
                }
                DrawnSquare::Square { mark, .. } => {
                    out.extend(mark.signs().iter().map(|sign| done(sign.mode, x, y, cell * 0.35)));
                }
            }
        }
    }
    out
}

/// What is drawn on a square.
fn done(mode: Mode, x: f32, y: f32, r: f32) -> String {
    match mode {
        Mode::Both => format!("<circle class=\"i\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.2}\"/>"),
        Mode::Quiet => format!("<circle class=\"l\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.2}\"/>", r * 0.9),
        Mode::Capture | Mode::EnPassant => {
            let (left, top, side) = (x - r, y - r, 2.0 * r);
            format!(
                "<path class=\"l\" d=\"M{left:.1} {top:.1}l{side:.1} {side:.1}m0-{side:.1}l-{side:.1} \
                 {side:.1}\"/>"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn no_figure_is_blank_and_no_two_of_a_side_are_the_same() {
        let catalog = Catalog::builtin();
        for info in catalog.list() {
            let Ok(game) = catalog.resolve(&info.id).and_then(|def| compile(&def)) else { continue };
            let mut seen = BTreeSet::new();
            for (kind, figure) in game.kinds.iter().zip(of_game(&game)) {
                assert!(figure.contains("class=\"b\""), "{} {}", info.id, kind.name);
                assert!(!figure.contains("<script") && !figure.contains("NaN"), "{figure}");
                assert!(
                    seen.insert((kind.color, figure)),
                    "{}: another {} looks the same",
                    info.id,
                    kind.name
                );
            }
        }
    }
}
