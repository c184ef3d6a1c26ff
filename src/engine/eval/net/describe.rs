//! The inputs of nets, of which those that are not 0 are listed. A piece in numbers is its moves from a
//! square of a crowded board, and its value.
//!
//! A piece in hand is described by its moves from the center, and by how many of its kind are held. The
//! checks that a side still has to give, where they are counted, are described as if they were a piece, too
//! ([`OffBoard`]). A position has each such item some number of times, so its row is added to the sums as
//! those of pieces are.
//!
//! [`King`] is where a piece stands seen from a king. The squares of a king form zones of two by two, so the
//! rows of a side change only when its king leaves a zone. Each side's sums are of rows for its own king.

use crate::base::network::{INPUTS, KING_INPUTS};
use crate::base::trained::HELD_MOST;
use crate::engine::convert::{nearest_i16, signed, unsigned};
use crate::rules::game::{Game, KindId, Reachable, whole_chance};
use crate::rules::geometry::{Color, Narrow, Shape, Square};
use crate::rules::position::Position;

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
pub fn describe(game: &Game, kind: KindId, value: i32) -> Vec<Vec<ActiveInput>> {
    let (shape, moves) = (&game.shape, Moves::new(game, kind, value));
    let about = game.kind(kind);
    let on = |(at, reaches): (Square, &Vec<ReachedSquare>)| {
        let mut features = patch(reaches);
        let mut set = |at: usize| features.push(ActiveInput { index: at.narrow(), value: nearest_i16(ONE) });
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
pub(super) fn describe_held(game: &Game, kind: KindId, value: i32) -> [Vec<ActiveInput>; HELD_MOST] {
    let (shape, moves) = (&game.shape, Moves::new(game, kind, value));
    let middle = shape.ranks() / 2;
    let rank = if game.kind(kind).color == Color::White { middle } else { shape.ranks() - 1 - middle };
    let center = shape.square(shape.files() / 2, rank);
    let reaches = center.and_then(|center| moves.reaches.get(center.index())).map_or(&[][..], Vec::as_slice);
    let mut about = patch(reaches);
    about.extend(moves.totals(reaches));
    if game.kind(kind).pawn {
        about.push(ActiveInput { index: (HELD + HELD_MOST).narrow(), value: nearest_i16(ONE) });
    }
    std::array::from_fn(|place| {
        let place = ActiveInput { index: (HELD + place).narrow(), value: nearest_i16(ONE) };
        about.iter().copied().chain([place]).collect()
    })
}

/// The description of a side that still has to give so many checks.
pub(super) fn describe_checks(left: usize) -> Vec<ActiveInput> {
    let index = CHECKS + left.clamp(1, CHECKS_MOST) - 1;
    vec![ActiveInput { index: index.narrow(), value: nearest_i16(ONE) }]
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

    fn totals(&self, reaches: &[ReachedSquare]) -> impl Iterator<Item = ActiveInput> {
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
        totals
            .map(|(total, value)| ActiveInput { index: (TOTALS + total).narrow(), value: nearest_i16(value) })
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
fn patch(reaches: &[ReachedSquare]) -> Vec<ActiveInput> {
    let near =
        |reach: &&ReachedSquare| reach.side.abs() <= FAR && reach.forward.abs() <= FAR && reach.chance > 0;
    let mut features = Vec::new();
    for reach in reaches.iter().filter(near) {
        let at = unsigned((reach.forward + FAR) * (2 * FAR + 1) + reach.side + FAR);
        for (is, plane) in [(reach.capture, 0), (reach.quiet, PATCH)] {
            if is {
                features.push(ActiveInput { index: (plane + at).narrow(), value: nearest_i16(reach.chance) });
            }
        }
    }
    features
}

/// The index of an input after a mirror image of the piece and a board of eight files.
pub fn mirrored(index: u16) -> u16 {
    let index = usize::from(index);
    if index >= INPUTS {
        return (INPUTS + mirrored_input(index - INPUTS)).narrow();
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

/// An input of a description that is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ActiveInput {
    /// Its index, below [`KING_INPUTS`](crate::base::network::KING_INPUTS).
    pub index: u16,
    /// Its value, in units of 1/[`ONE`].
    pub value: i16,
}

/// The number for 1 in a description.
pub const ONE: i32 = 256;

/// The files and the ranks of a zone.
const ZONE: i32 = 2;
/// The steps from a zone's first file or rank with inputs of their own, and those near it where each square
/// has one. A mirror image swaps the two files of a zone, so there is one step more on one side.
const KING_FAR: [i32; 2] = [-6, 7];
const NEAR: [i32; 2] = [-3, 4];
/// The number of such steps.
const FAR_STEPS: usize = 14;
const NEAR_STEPS: usize = 8;
/// The zones along a side with inputs of their own.
const ZONES: usize = 4;
/// Where the parts of the inputs begin: the files, the ranks, the squares near the king, the zone.
const RANKS: usize = FAR_STEPS;
const SQUARES: usize = 2 * FAR_STEPS;
const PLACE: usize = SQUARES + NEAR_STEPS * NEAR_STEPS;
/// The inputs for the king's own pieces, and as many for the enemy's.
const SET: usize = PLACE + 2 * ZONES;
const _: () = assert!(INPUTS + 2 * SET == KING_INPUTS, "the file format knows the number of inputs");

/// The king of a side.
#[derive(Clone, Debug)]
pub struct King {
    kind: KindId,
    color: Color,
    shape: Shape,
}

impl King {
    /// The king of a side; `None` if it begins with none or several, on the board or in hand.
    pub fn of(game: &Game, color: Color) -> Option<King> {
        let mut royal = game.pieces_at_start().filter(|&id| {
            let kind = game.kind(id);
            kind.royal && kind.color == color
        });
        let kind = royal.next().filter(|_| royal.next().is_none())?;
        Some(King { kind, color, shape: game.shape.clone() })
    }

    /// Its type.
    pub fn kind(&self) -> KindId {
        self.kind
    }

    /// The number of zones.
    pub fn zones(&self) -> usize {
        self.zones_across() * zones_along(self.shape.ranks())
    }

    fn zones_across(&self) -> usize {
        zones_along(self.shape.files())
    }

    /// The zone of a square, as the king's side sees the board.
    pub fn zone(&self, square: Square) -> usize {
        let [file, rank] = self.seen(square).map(|at| unsigned(at / ZONE));
        rank * self.zones_across() + file
    }

    /// The file and the rank of a square, as the king's side sees the board.
    fn seen(&self, square: Square) -> [i32; 2] {
        [self.shape.file(square), self.shape.rank_for(square, self.color)].map(i32::from)
    }

    /// The inputs for a piece of `owner` on a square, seen from the king in a zone.
    pub fn describe(&self, zone: usize, owner: Color, square: Square) -> Vec<ActiveInput> {
        let [column, row] = [zone % self.zones_across(), zone / self.zones_across()];
        let first = [column, row].map(|block| ZONE * signed(block));
        let [file, rank] = self.seen(square);
        let steps = [file - first[0], rank - first[1]];
        let start = INPUTS + if owner == self.color { 0 } else { SET };
        let place = |step: i32, [least, _]: [i32; 2]| unsigned(step - least);
        let [far_file, far_rank] = steps.map(|step| place(step.clamp(KING_FAR[0], KING_FAR[1]), KING_FAR));
        let mut inputs = vec![far_file, RANKS + far_rank];
        if steps.iter().all(|step| (NEAR[0]..=NEAR[1]).contains(step)) {
            let [near_file, near_rank] = steps.map(|step| place(step, NEAR));
            inputs.push(SQUARES + near_rank * NEAR_STEPS + near_file);
        }
        inputs.push(PLACE + column.min(ZONES - 1));
        inputs.push(PLACE + ZONES + row.min(ZONES - 1));
        let one = nearest_i16(ONE);
        inputs.iter().map(|input| ActiveInput { index: (start + input).narrow(), value: one }).collect()
    }
}

/// The zones along a side of so many files or ranks.
fn zones_along(length: u8) -> usize {
    usize::from(length).div_ceil(unsigned(ZONE))
}

/// The index of one of these inputs, counted from the first, after a mirror image of a board of eight files.
pub(super) fn mirrored_input(input: usize) -> usize {
    let (set, within) = (input / SET * SET, input % SET);
    set + match within {
        0..RANKS => RANKS - 1 - within,
        SQUARES..PLACE => {
            let (row, column) = ((within - SQUARES) / NEAR_STEPS, (within - SQUARES) % NEAR_STEPS);
            SQUARES + row * NEAR_STEPS + NEAR_STEPS - 1 - column
        }
        PLACE.. if within < PLACE + ZONES => PLACE + ZONES - 1 - (within - PLACE),
        _ => within,
    }
}

/// The items of a game, for White and then for Black.
#[derive(Clone, Debug)]
pub struct OffBoard {
    items: Vec<(Color, Item)>,
}

/// What may be off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// The piece of a kind in hand that has so many before it.
    Held(KindId, usize),
    /// So many checks still to be given, and no more.
    Checks(u8),
    /// A check still to be given that has so many before it.
    Check(usize),
}

impl OffBoard {
    /// The items of a game as a net that describes them sees them; `None` if there are none.
    pub fn described(game: &Game) -> Option<OffBoard> {
        OffBoard::new(game, &(1..=game.checks_to_win()).map(Item::Checks).collect::<Vec<_>>())
    }

    /// The items of a game as a net that stands alone sees them: checks are as if they were pieces in hand.
    pub fn counted(game: &Game) -> Option<OffBoard> {
        let most = usize::from(game.checks_to_win()).min(HELD_MOST);
        OffBoard::new(game, &(0..most).map(Item::Check).collect::<Vec<_>>())
    }

    fn new(game: &Game, checks: &[Item]) -> Option<OffBoard> {
        let of_side = |color: Color| {
            let kinds = game.hands.iter().flat_map(move |hands| &hands.kinds[color.index()]);
            let held = kinds.flat_map(|&kind| (0..HELD_MOST).map(move |before| Item::Held(kind, before)));
            held.chain(checks.iter().copied()).map(move |item| (color, item))
        };
        let items: Vec<_> = Color::ALL.into_iter().flat_map(of_side).collect();
        (!items.is_empty()).then_some(OffBoard { items })
    }

    /// Each item with its side.
    pub fn items(&self) -> impl Iterator<Item = (Color, Item)> {
        self.items.iter().copied()
    }

    /// The side and the description of each item, from its side's view. `values` are the values of pieces, by
    /// type.
    pub fn descriptions(&self, game: &Game, values: &[i32]) -> Vec<(Color, Vec<ActiveInput>)> {
        let mut of_kind = [const { Vec::new() }; HELD_MOST];
        let mut description = |item: Item| match item {
            Item::Held(kind, before) => {
                if before == 0 {
                    let value = values.get(kind.index()).copied().unwrap_or_default();
                    of_kind = describe_held(game, kind, value);
                }
                std::mem::take(&mut of_kind[before])
            }
            Item::Checks(left) => describe_checks(left.into()),
            Item::Check(_) => Vec::new(),
        };
        let described = |(color, item): (Color, Item)| (color, description(item));
        self.items().map(described).collect()
    }

    /// How many times a position has each item.
    pub fn counts(&self, pos: &Position) -> impl Iterator<Item = u8> {
        let checks = pos.counters().checks_left();
        let at = |before: usize, count: usize| -> u8 {
            let left = count.saturating_sub(before);
            let is_last = before + 1 == HELD_MOST;
            if is_last { left.narrow() } else { left.min(1).narrow() }
        };
        self.items().map(move |(color, item)| {
            let checks = checks.map_or(0, |checks| checks[color.index()]);
            match item {
                Item::Held(kind, before) => at(before, pos.in_hand().count(kind) as usize),
                Item::Checks(left) => (checks == left).into(),
                Item::Check(before) => at(before, checks.into()),
            }
        })
    }
}
