//! Who moves when, in words: the order of moves, turns of several, and walls.

use crate::rules::geometry::Color;
use crate::rules::variant::{EarlyCheck, Series, TurnRule, VariantDef, WallSite};

/// The order of moves.
pub(super) fn turns(def: &VariantDef) -> Vec<String> {
    let mut fields = def.start_fields.split_whitespace();
    let first = if fields.next() == Some("b") { Color::Black } else { Color::White };
    match def.rules.turn {
        TurnRule::Alternate => {
            let mut lines = vec![format!("{first} moves first. The sides take turns, one move each.")];
            lines.extend(walls_instead(def));
            lines
        }
        TurnRule::OneMovePerSquareColor => {
            let single = match fields.nth(4) {
                Some("d") => " The first turn is a single move on a dark square.",
                Some("l") => " The first turn is a single move on a light square.",
                _ => "",
            };
            vec![
                format!("{first} moves first.{single}"),
                "A turn is two moves: one with a piece on a dark square (a1 is dark) and one with a piece \
                 on a light square, in either order. A side without pieces on one color makes no move \
                 there."
                    .to_owned(),
                "A check concerns only the squares of the king's color: the move on that color must \
                 answer it. Checkmate ends the game at once, even if the other move of the turn has not \
                 been made."
                    .to_owned(),
                "Each of the two moves is written by itself (`e2d3`). In a FEN two fields follow the move \
                 number: the colors on which the side to move still has to move (`d`, `l` or `dl`), and \
                 the colors that are closed."
                    .to_owned(),
            ]
        }
        TurnRule::Series(series) => turns_of_series(def, first, series),
        TurnRule::MoveAndWall => turns_with_walls(def, first),
    }
}

/// The order of moves where each is followed by a wall.
fn turns_with_walls(def: &VariantDef, first: Color) -> Vec<String> {
    let (second, name) = if def.rules.walls.when.is_duck() {
        ("puts the duck on another square", "The duck is a wall")
    } else {
        ("makes another square a wall", "Such a square")
    };
    vec![
        format!(
            "{first} moves first. After each move of a piece the same side {second}, which must be {}.",
            site_of_walls(def)
        ),
        format!("{name}: nothing stands or captures there or goes through it. {HOPS}"),
        "A move and its wall are written as one (`e2e4,e4d5`, `e4,d5`), or the wall by itself (`*@d5`). A FEN has \
         `*` for a wall, and `1` behind the move number if only the wall is left of the turn."
            .to_owned(),
    ]
}

/// Walls that a side may put instead of a move.
fn walls_instead(def: &VariantDef) -> Option<String> {
    def.rules.walls.when.replaces_moves().then(|| {
        format!(
            "Instead of moving, a side may make a square a wall (`*@a5`; a FEN has `*`). It must be {}. Nothing \
             stands or captures there or goes through it. {HOPS}",
            site_of_walls(def)
        )
    })
}

/// What hopping has to do with walls.
const HOPS: &str = "Pieces that hop over others hop over it, too.";

/// Where a wall may be put.
fn site_of_walls(def: &VariantDef) -> &'static str {
    match def.rules.walls.at {
        WallSite::Anywhere => "an empty square",
        WallSite::Edge => "an empty square at the edge of the board, or beside a wall on a rank or file",
        WallSite::Left => "the square that the piece has left, or any empty one if it left none empty",
    }
}

/// The order of moves where a turn is a series of them.
fn turns_of_series(def: &VariantDef, first: Color, series: Series) -> Vec<String> {
    let moves = |number: u16| if number == 1 { "one move".to_owned() } else { format!("{number} moves") };
    // The first turn may have another number.
    let [white, black] = Color::ALL.map(|color| series.moves_in(color, 2 - u32::from(series.more > 0)));
    let opening = format!("{first} moves first, with {}.", moves(series.moves_in(first, 0)));
    let numbers = match series.more {
        0 if white == black => format!("Every later turn is {} by one side.", moves(white)),
        0 => format!("White's turns are {}, and Black's {}.", moves(white), moves(black)),
        1 => "Every turn has one move more than the one before.".to_owned(),
        more => format!("Every turn has {more} moves more than the one before."),
    };
    let checks = match series.check {
        EarlyCheck::EndsTurn => "A move that gives check ends the turn.",
        EarlyCheck::LastMove => "Only the last move of a turn may give check.",
    };
    let mut lines = vec![
        format!("{opening} {numbers} They may be moves of the same piece or of several."),
        "A side that has no legal move in the middle of its turn is stalemated.".to_owned(),
        "Each move is written by itself (`e2e4`). In a FEN the number of moves that are left in the turn \
         follows the move number."
            .to_owned(),
    ];
    if def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.royal) {
        lines.insert(1, format!("Check must be answered by the first move of the next turn. {checks}"));
    }
    lines
}
