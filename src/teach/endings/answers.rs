//! Statistics of a table: shares, the longest wins, mutual zugzwangs, lines.

use serde::Serialize;

use crate::engine::solve::{EndgameTable, Material, Placement, Solver, Value, half_of, line};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Lattice, Square, write_rows};
use crate::rules::position::SquareColors;

/// The numbers of won, drawn and lost positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Share {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub drawn: u64,
    /// Won by Black.
    pub black: u64,
}

impl Share {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.white + self.drawn + self.black
    }

    /// The positions that a side wins.
    pub fn won_by(&self, color: Color) -> u64 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn count(&mut self, winner: Option<Color>, weight: u64) {
        match winner {
            Some(Color::White) => self.white += weight,
            Some(Color::Black) => self.black += weight,
            None => self.drawn += weight,
        }
    }

    fn over(self, by: u64) -> Share {
        Share { white: self.white / by, drawn: self.drawn / by, black: self.black / by }
    }
}

/// The longest win of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Longest {
    /// Plies from a position with the winner to move.
    pub plies: u16,
    /// The position.
    pub fen: String,
    /// The moves, best play on both sides.
    pub moves: Vec<String>,
}

impl Longest {
    /// Its length in moves.
    pub fn length(&self) -> u16 {
        self.plies.div_ceil(2)
    }
}

/// Statistics for color-bound pieces on squares of these colors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bound {
    /// The colors of these pieces, in order; `true` is dark.
    pub dark: Vec<bool>,
    /// Positions with White to move.
    pub white_to_move: Share,
    /// Positions with Black to move.
    pub black_to_move: Share,
}

/// The statistics of an ending. `fibnif solve --json` prints these fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answers {
    /// The pieces, like `KQvK`.
    pub pieces: String,
    /// Positions with White to move.
    pub white_to_move: Share,
    /// Positions with Black to move.
    pub black_to_move: Share,
    /// White's longest win.
    pub longest_white: Option<Longest>,
    /// Black's longest win.
    pub longest_black: Option<Longest>,
    /// The number of mutual zugzwangs (either side would rather not move), each counted once.
    pub zugzwangs: u64,
    /// One of them, with White to move, as a FEN.
    pub zugzwang: Option<String>,
    /// The number of positions that are won in more moves than the variant's limit of moves without a
    /// capture or a pawn move. They may still be won, as captures and pawn moves restart the count. White
    /// to move, then Black to move.
    pub beyond_move_limit: [u64; 2],
    /// The statistics for each distribution of the color-bound pieces over the square colors.
    pub by_color: Vec<Bound>,
}

impl Answers {
    /// The statistics of a table.
    pub fn new(solver: &Solver, table: &EndgameTable) -> Answers {
        let game = &**solver.game();
        let material = table.material();
        let bound = color_bound(game, material);
        let limit = 2 * u32::from(game.def.rules.move_limit);
        let mut shares = [Share::default(); 2];
        let mut longest: [Option<(u16, Placement)>; 2] = [None; 2];
        let mut by_color: Vec<(Vec<bool>, [Share; 2])> = Vec::new();
        let mut beyond_limit = [0; 2];
        let mut zugzwang = (0, None);
        for (placement, value) in table.positions() {
            let side = placement.side;
            let (winner, plies) = match value {
                Value::Won(plies) => (Some(side), plies),
                Value::Drawn => (None, 0),
                Value::Lost(plies) => (Some(!side), plies),
            };
            if winner == Some(side)
                && let best = &mut longest[side.index()]
                && best.is_none_or(|(most, _)| plies > most)
            {
                *best = Some((plies, placement));
            }
            if placement.double.is_some() {
                continue;
            }
            let weight = table.weight(&placement);
            shares[side.index()].count(winner, weight);
            if limit > 0 && winner.is_some() && u32::from(plies) > limit {
                beyond_limit[side.index()] += weight;
            }
            if !bound.is_empty() {
                let dark = |&piece: &usize| game.shape.is_dark(Square(placement.squares[piece]));
                let colors: Vec<bool> = bound.iter().map(dark).collect();
                let at = by_color.iter().position(|(known, _)| *known == colors).unwrap_or_else(|| {
                    by_color.push((colors, [Share::default(); 2]));
                    by_color.len() - 1
                });
                by_color[at].1[side.index()].count(winner, weight);
            }
            if side == Color::White && is_zugzwang(table, &placement, winner) {
                zugzwang.0 += weight;
                zugzwang.1.get_or_insert(placement);
            }
        }
        let twins = twins(material);
        by_color.sort_by(|a, b| b.0.cmp(&a.0));
        let of_all = |[white, black]: [Share; 2]| (white.over(twins), black.over(twins));
        let longest = longest.map(|best| {
            let (plies, placement) = best?;
            let moves = line(solver, material, &placement);
            Some(Longest { plies, fen: fen(game, material, &placement), moves })
        });
        let [longest_white, longest_black] = longest;
        let (white_to_move, black_to_move) = of_all(shares);
        let bound = |(dark, shares)| {
            let (white_to_move, black_to_move) = of_all(shares);
            Bound { dark, white_to_move, black_to_move }
        };
        Answers {
            pieces: material.text(game),
            white_to_move,
            black_to_move,
            longest_white,
            longest_black,
            zugzwangs: zugzwang.0 / twins,
            zugzwang: zugzwang.1.map(|placement| fen(game, material, &placement)),
            beyond_move_limit: beyond_limit.map(|count| count / twins),
            by_color: by_color.into_iter().map(bound).collect(),
        }
    }

    /// The positions with this side to move.
    pub fn share(&self, side: Color) -> Share {
        match side {
            Color::White => self.white_to_move,
            Color::Black => self.black_to_move,
        }
    }

    /// The longest win of a side.
    pub fn longest(&self, winner: Color) -> Option<&Longest> {
        match winner {
            Color::White => self.longest_white.as_ref(),
            Color::Black => self.longest_black.as_ref(),
        }
    }
}

/// The indices of the pieces that are bound to squares of one color, on boards with two.
fn color_bound(game: &Game, material: &Material) -> Vec<usize> {
    let bound = |&piece: &usize| {
        let kind = game.kind(material.kinds()[piece]);
        kind.color_bound && !kind.royal && game.shape.lattice() == Lattice::Squares
    };
    (0..material.len()).filter(bound).collect()
}

/// In how many ways identical pieces can be exchanged.
fn twins(material: &Material) -> u64 {
    let mut ways = 1;
    let mut run: Option<(KindId, u64)> = None;
    for &kind in material.kinds() {
        let length = run.filter(|(known, _)| *known == kind).map_or(1, |(_, length)| length + 1);
        ways *= length;
        run = Some((kind, length));
    }
    ways
}

/// Whether a position is mutual zugzwang, given its results with White and with Black to move.
fn is_zugzwang(table: &EndgameTable, placement: &Placement, winner: Option<Color>) -> bool {
    let rank = |winner| match winner {
        Some(Color::White) => 1,
        None => 0,
        Some(Color::Black) => -1,
    };
    let other = match table.value(&Placement { side: Color::Black, ..*placement }) {
        None => return false,
        Some(Value::Won(_)) => Some(Color::Black),
        Some(Value::Drawn) => None,
        Some(Value::Lost(_)) => Some(Color::White),
    };
    rank(winner) < rank(other)
}

/// A position as a FEN.
fn fen(game: &Game, material: &Material, placement: &Placement) -> String {
    let shape = &game.shape;
    let piece_on = |square: Square| (0..material.len()).find(|&piece| placement.squares[piece] == square.0);
    let rows =
        write_rows(shape, |square| piece_on(square).map(|piece| game.kind(material.kinds()[piece]).sign()));
    let passed = placement.double.map(|double| {
        let step = &game.double_steps[usize::from(double)];
        step.passed.iter().map(|&square| shape.name(square)).collect::<String>()
    });
    let half =
        half_of(game, material).map(|half| format!(" {} -", SquareColors::only(half))).unwrap_or_default();
    let passed = passed.unwrap_or_else(|| "-".to_owned());
    format!("{rows} {} - {passed} 0 1{half}", placement.side.letter())
}
