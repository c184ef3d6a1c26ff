//! The input of a net: a piece in numbers, that is its moves from a square of a crowded board, and its value.
//!
//! A piece in hand is described by its moves from the center, and by how many of its kind are held. The
//! checks that a side still has to give, where they are counted, are described as if they were a piece too.

use super::feature::{Feature, ONE};
use crate::base::network::INPUTS;
use crate::engine::convert::{narrow, signed, unsigned};
use crate::rules::game::{Game, KindId, Reachable, whole_chance};
use crate::rules::geometry::{Color, Narrow, Shape, Square};

/// The greatest distance of a square with an input of its own.
const FAR: i32 = 7;
/// The number of squares around a piece with inputs of their own.
const PATCH: usize = 15 * 15;
/// The number of distances from an edge, and of files and ranks of kings and pawns, with inputs of their own.
const STEPS: usize = 8;
/// Where the inputs for the distances from the four edges begin.
const EDGES: usize = 2 * PATCH;
/// Where the inputs for kings begin: whether it is one, its rank, its file.
const ROYAL: usize = EDGES + 4 * STEPS;
/// Where the inputs for pawns begin: whether it is one, its ranks to promotion, its file.
const PAWN: usize = ROYAL + 1 + 2 * STEPS;
/// Where the inputs for totals begin.
const TOTALS: usize = PAWN + 1 + 2 * STEPS;
/// Where the inputs for pieces in hand begin: the place among those of its kind, and whether it is a pawn.
const HELD: usize = TOTALS + 8;
/// The pieces of a kind in hand with inputs of their own: further ones count like the last of these.
pub(super) const HELD_MOST: usize = 4;
/// Where the inputs for checks still to be given begin.
const CHECKS: usize = HELD + HELD_MOST + 1;
/// The number of checks with inputs of their own.
const CHECKS_MOST: usize = 5;
const _: () = assert!(INPUTS == CHECKS + CHECKS_MOST, "the file format knows the number of inputs");
/// The value of a pawn in a description.
const PAWN_VALUE: i32 = 100;

/// A square that is reached, relative to the piece.
struct ReachedSquare {
    side: i32,
    forward: i32,
    chance: i32,
    quiet: bool,
    capture: bool,
}

/// The descriptions of a piece type on every square, from its side's view. `value` is in centipawns.
pub fn describe(game: &Game, kind: KindId, value: i32) -> Vec<Vec<Feature>> {
    let (shape, moves) = (&game.shape, Moves::new(game, kind, value));
    let about = game.kind(kind);
    let on = |(at, reaches): (Square, &Vec<ReachedSquare>)| {
        let mut features = patch(reaches);
        let mut set = |at: usize| features.push(Feature { index: at.narrow(), value: narrow(ONE) });
        let (file, rank) = (usize::from(shape.file(at)), usize::from(shape.rank_for(at, about.color)));
        let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
        let edges = [file, files - 1 - file, rank, ranks - 1 - rank].map(|steps| steps.min(STEPS - 1));
        for (edge, steps) in edges.iter().enumerate() {
            set(EDGES + edge * STEPS + steps);
        }
        let [along, _, behind, to_go] = edges;
        for (is, part, way) in [(about.royal, ROYAL, behind), (about.pawn, PAWN, to_go)] {
            if is {
                set(part);
                set(part + 1 + way);
                set(part + 1 + STEPS + along);
            }
        }
        features.extend(moves.totals(reaches));
        features
    };
    shape.cells().zip(&moves.reaches).map(on).collect()
}

/// The descriptions of a piece type in hand: of the first of its kind, of the second, and so on.
pub(super) fn describe_held(game: &Game, kind: KindId, value: i32) -> [Vec<Feature>; HELD_MOST] {
    let (shape, moves) = (&game.shape, Moves::new(game, kind, value));
    let middle = shape.ranks() / 2;
    let rank = if game.kind(kind).color == Color::White { middle } else { shape.ranks() - 1 - middle };
    let center = shape.square(shape.files() / 2, rank);
    let reaches = center.and_then(|center| moves.reaches.get(center.index())).map_or(&[][..], Vec::as_slice);
    let mut about = patch(reaches);
    about.extend(moves.totals(reaches));
    if game.kind(kind).pawn {
        about.push(Feature { index: (HELD + HELD_MOST).narrow(), value: narrow(ONE) });
    }
    std::array::from_fn(|place| {
        let place = Feature { index: (HELD + place).narrow(), value: narrow(ONE) };
        about.iter().copied().chain([place]).collect()
    })
}

/// The description of a side that still has to give so many checks.
pub(super) fn describe_checks(left: usize) -> Vec<Feature> {
    let index = CHECKS + left.clamp(1, CHECKS_MOST) - 1;
    vec![Feature { index: index.narrow(), value: narrow(ONE) }]
}

/// The moves of a piece type on a crowded board.
struct Moves {
    /// By square.
    reaches: Vec<Vec<ReachedSquare>>,
    /// The mean numbers of captures and of other moves, in units of 1/[`ONE`].
    means: [i32; 2],
    /// Its value in centipawns.
    value: i32,
    color_bound: bool,
}

impl Moves {
    fn new(game: &Game, kind: KindId, value: i32) -> Moves {
        let (shape, about) = (&game.shape, game.kind(kind));
        let reaches: Vec<Vec<ReachedSquare>> = shape
            .cells()
            .map(|from| {
                let targets = game.targets(kind, from);
                targets.iter().map(|target| reach(shape, about.color, from, target)).collect()
            })
            .collect();
        let mean = |counts: fn(&ReachedSquare) -> bool| -> i32 {
            reaches.iter().map(|reaches| sum(reaches, counts)).sum::<i32>() / signed(reaches.len()).max(1)
        };
        let means = [mean(|reach| reach.capture), mean(|reach| reach.quiet)];
        let value = match about {
            kind if kind.royal => 0,
            kind if kind.pawn => PAWN_VALUE,
            _ => value,
        };
        Moves { reaches, means, value, color_bound: about.color_bound }
    }

    /// The inputs for totals, with the moves from one square.
    fn totals(&self, reaches: &[ReachedSquare]) -> impl Iterator<Item = Feature> {
        let means = self.means;
        let totals = [
            sum(reaches, |reach| reach.capture) / 10,
            sum(reaches, |reach| reach.quiet) / 10,
            sum(reaches, |reach| reach.forward > 0) / 10,
            means[0] / 10,
            means[1] / 10,
            means[0] * means[0] / ONE / 100,
            self.value * ONE / 500,
            ONE * i32::from(self.color_bound),
        ];
        let totals = totals.into_iter().enumerate().filter(|(_, value)| *value != 0);
        totals.map(|(total, value)| Feature { index: (TOTALS + total).narrow(), value: narrow(value) })
    }
}

/// The chances of some of the squares, in units of 1/[`ONE`].
fn sum(reaches: &[ReachedSquare], counts: fn(&ReachedSquare) -> bool) -> i32 {
    reaches.iter().filter(|reach| counts(reach)).map(|reach| reach.chance).sum()
}

/// A square that is reached, from the view of the piece's side.
fn reach(shape: &Shape, color: Color, from: Square, target: &Reachable) -> ReachedSquare {
    let steps = |of: &dyn Fn(Square) -> u8| i32::from(of(target.square)) - i32::from(of(from));
    ReachedSquare {
        side: steps(&|square| shape.file(square)),
        forward: steps(&|square| shape.rank_for(square, color)),
        chance: whole_chance(ONE, target.needs_clear),
        quiet: target.quiet,
        capture: target.capture,
    }
}

/// The inputs for the squares around a piece: captures and other moves separately.
fn patch(reaches: &[ReachedSquare]) -> Vec<Feature> {
    let near =
        |reach: &&ReachedSquare| reach.side.abs() <= FAR && reach.forward.abs() <= FAR && reach.chance > 0;
    let mut features = Vec::new();
    for reach in reaches.iter().filter(near) {
        let at = unsigned((reach.forward + FAR) * (2 * FAR + 1) + reach.side + FAR);
        for (is, plane) in [(reach.capture, 0), (reach.quiet, PATCH)] {
            if is {
                features.push(Feature { index: (plane + at).narrow(), value: narrow(reach.chance) });
            }
        }
    }
    features
}

/// The index of an input after a mirror image of the piece and a board of eight files.
pub fn mirrored(index: u16) -> u16 {
    let index = usize::from(index);
    if index >= INPUTS {
        return (INPUTS + super::king::mirrored(index - INPUTS)).narrow();
    }
    let within = |start: usize| index - start;
    let mirrored = match index {
        0..EDGES => {
            let (row, column) = (index / 15, index % 15);
            row * 15 + 14 - column
        }
        EDGES..ROYAL => match within(EDGES) / STEPS {
            0 => index + STEPS,
            1 => index - STEPS,
            _ => index,
        },
        ROYAL..PAWN if within(ROYAL) > STEPS => ROYAL + 1 + STEPS + (STEPS - 1) - (within(ROYAL) - 1 - STEPS),
        PAWN..TOTALS if within(PAWN) > STEPS => PAWN + 1 + STEPS + (STEPS - 1) - (within(PAWN) - 1 - STEPS),
        _ => index,
    };
    mirrored.narrow()
}
