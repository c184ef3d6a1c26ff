//! Values of pieces and their squares, derived from their moves alone.
//!
//! The rule is Ralph Betza's crowded-board mobility: every square that a piece reaches counts, less for every
//! square that must be empty on the way. A fitted quadratic turns the average over the board into a value.
//! The difference from the average is the worth of a square.

use super::weights::{
    BOUND, CAPTURE_ONLY, FORWARD, GOAL, HAND, HAND_AT_GATE, HAND_NEAR_KING, HOP, HORDE, KING_CENTER,
    KING_FILE, KING_RANK, KING_RANKS, MOBILITY, MOBILITY_VALUE, PAWN_ADVANCE, PAWN_ASLEEP, PAWN_CENTER,
    PAWN_SHARE, PROMOTION, QUIET_ONLY, RACE, REACH_WEIGHT, ROYAL, STRAIGHT_LEAP, Tapered, VALUE_FIT,
};
use crate::engine::convert::{round, unsigned};
use crate::rules::game::{Conditions, Game, Kind, KindId, MAX_KINDS, beside};
use crate::rules::geometry::{Color, Real, Shape, Square};
use crate::rules::position::Position;

/// A move from a square on a crowded board.
#[derive(Clone, Copy, Debug)]
struct CrowdedMove {
    square: Square,
    /// The probability that the path is open.
    open: f64,
    /// The number of squares that must be empty for a leap or ray; `None` for hoppers.
    ray: Option<u8>,
    quiet: bool,
    capture: bool,
}

/// The moves from a square: leaps and rays, then hoppers.
fn crowded_moves(game: &Game, kind: KindId, from: Square) -> Vec<CrowdedMove> {
    let plain = game.targets(kind, from).iter().map(|r| CrowdedMove {
        square: r.square,
        open: Conditions { clear: usize::from(r.needs_clear), ..Conditions::default() }.chance(),
        ray: Some(r.needs_clear),
        quiet: r.quiet,
        capture: r.capture,
    });
    let hops = game.conditional_moves_from(kind, from).map(|(hop, _)| CrowdedMove {
        square: hop.to,
        open: HOP * hop.guard.conditions().chance(),
        ray: None,
        quiet: hop.quiet,
        capture: hop.capture,
    });
    plain.chain(hops).collect()
}

/// The tables of one game, by piece type or by piece type and square (`kind * squares + square`).
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Values in exchanges; [`ROYAL`] for royal pieces.
    pub exchange: Vec<i32>,
    /// Values by the moves, for royal pieces too.
    pub natural: Vec<i32>,
    /// By side: the royal piece type that is sheltered and attacked, the weakest if there are several; `None`
    /// where checks are forbidden.
    pub kings: [Option<KindId>; 2],
    /// By side: whether a royal piece may be captured while there are several.
    pub may_lose_kings: [bool; 2],
    /// By side: whether it has no king, against a side with one.
    pub hordes: [bool; 2],
    /// Piece-square values, which include the value; Black's are negative.
    pub placed: Vec<Tapered>,
    /// Crowded-board mobility, averaged over all squares.
    pub crowded: Vec<f64>,
    /// Whether the piece type rides along files.
    pub file_rider: Vec<bool>,
}

impl Values {
    pub(super) fn new(game: &Game) -> Values {
        let mut values = Values::default();
        let of_kind = |kind| -> Vec<Vec<CrowdedMove>> {
            game.shape.cells().map(|square| crowded_moves(game, kind, square)).collect()
        };
        let targets: Vec<_> = game.kind_ids().map(of_kind).collect();
        values.crowded = targets.iter().map(|targets| crowded(&game.shape, targets)).collect();
        values.natural = game.kind_ids().map(|kind| value(game, kind, &targets[kind.index()])).collect();
        values.add_promotions(game);
        values.may_lose_kings = game.expendable_royals;
        let exchange = |(kind, &natural): (&Kind, &i32)| {
            if kind.royal && !values.may_lose_kings[kind.color.index()] { ROYAL } else { natural }
        };
        values.exchange = game.kinds.iter().zip(&values.natural).map(exchange).collect();
        values.kings = Color::ALL.map(|color| {
            let royals =
                game.kind_ids().filter(|&kind| game.kind(kind).royal && game.kind(kind).color == color);
            royals.min_by_key(|kind| values.natural[kind.index()]).filter(|_| !game.is_checkless())
        });
        let kingless = |color: Color| game.kinds.iter().all(|kind| !kind.royal || kind.color != color);
        values.hordes = Color::ALL.map(|color| kingless(color) && !kingless(!color));
        values.file_rider = targets.iter().map(|targets| is_file_rider(&game.shape, targets)).collect();
        for kind in game.kind_ids() {
            values.add_squares(game, kind, values.natural[kind.index()], &targets[kind.index()]);
        }
        values
    }

    pub(super) fn is_king(&self, kind: KindId) -> bool {
        self.kings
            .iter()
            .zip(self.may_lose_kings)
            .any(|(&king, may_lose_kings)| king == Some(kind) && !may_lose_kings)
    }

    /// Adds to a pawn's value a part of its best promotion, unless its author has given a value.
    fn add_promotions(&mut self, game: &Game) {
        for (i, kind) in game.kinds.iter().enumerate().filter(|(_, kind)| kind.value.is_none()) {
            let best = kind.promotes_to.iter().map(|new| self.natural[new.index()]).max();
            self.natural[i] += best.map_or(0, |best| round(f64::from(best) * PROMOTION));
        }
    }

    /// Appends the entries of one kind to `placed`.
    fn add_squares(&mut self, game: &Game, kind: KindId, value: i32, targets: &[Vec<CrowdedMove>]) {
        let shape = &game.shape;
        let reach: Vec<f64> = targets
            .iter()
            .map(|t| t.iter().map(|r| likelihood(r) * reach_weight(shape, r.square)).sum())
            .collect();
        let mean = shape.squares().map(|s| reach[s.index()]).sum::<f64>() / shape.squares().count().real();
        let share = (MOBILITY_VALUE / f64::from(value.max(100))).min(1.2);
        let share = share * share.sqrt();
        let of = game.kind(kind);
        let goals = goal_places(game, kind, targets);
        for square in shape.cells() {
            let tapered = if shape.is_hole(square) {
                Tapered::default()
            } else if self.is_king(kind) {
                king_place(shape, square, of.color)
            } else if of.pawn {
                let horde = if self.hordes[of.color.index()] {
                    horde_place(shape, square, of.color)
                } else {
                    Tapered::default()
                };
                pawn_place(shape, square, of.color) + Tapered::both(value).percent(PAWN_SHARE) + horde
            } else {
                let above = (reach[square.index()] - mean) * share;
                Tapered::both(value)
                    + Tapered {
                        mg: round(above * f64::from(MOBILITY.mg)),
                        eg: round(above * f64::from(MOBILITY.eg)),
                    }
            };
            let goal = goals.as_ref().map_or(Tapered::default(), |goals| goals[square.index()]);
            self.placed.push((tapered + goal).seen_from(of.color));
        }
    }
}

/// Crowded-board mobility, averaged over all squares.
fn crowded(shape: &Shape, targets: &[Vec<CrowdedMove>]) -> f64 {
    let moves = shape.squares().flat_map(|square| &targets[square.index()]);
    moves.map(likelihood).sum::<f64>() / shape.squares().count().real()
}

/// The value of a piece type in centipawns: as its author says, or computed from its moves.
fn value(game: &Game, kind: KindId, targets: &[Vec<CrowdedMove>]) -> i32 {
    let of = game.kind(kind);
    if let Some(value) = of.value {
        return value;
    }
    let shape = &game.shape;
    let forward = |from: Square, r: &CrowdedMove| {
        let ahead = shape.rank_for(r.square, of.color) > shape.rank_for(from, of.color);
        if ahead { FORWARD } else { 1.0 }
    };
    let count = |from: Square| -> f64 {
        let weight = |r: &CrowdedMove| {
            likelihood(r)
                * forward(from, r)
                * if is_straight_leap(shape, from, r) { STRAIGHT_LEAP } else { 1.0 }
        };
        targets[from.index()].iter().map(weight).sum()
    };
    let mean = shape.squares().map(count).sum::<f64>() / shape.squares().count().real();
    let bound = if of.color_bound { BOUND } else { 1.0 };
    round(100.0 * mean * (VALUE_FIT[0] + VALUE_FIT[1] * mean) * bound).max(20)
}

/// By square, the bonus of a piece that wins by reaching its goal, by its distance in moves on an empty
/// board; `None` if it has no goal.
fn goal_places(game: &Game, kind: KindId, targets: &[Vec<CrowdedMove>]) -> Option<Vec<Tapered>> {
    let ends = game.ends.as_ref()?;
    let side = game.kind(kind).color.index();
    if !ends.runners[side].contains(&kind) {
        return None;
    }
    let mut moves: Vec<usize> =
        ends.goal[side].iter().map(|&goal| if goal { 0 } else { GOAL.len() - 1 }).collect();
    for step in 0..GOAL.len() - 2 {
        for (square, targets) in targets.iter().enumerate() {
            let near = targets.iter().any(|target| target.quiet && moves[target.square.index()] == step);
            if near && moves[square] > step {
                moves[square] = step + 1;
            }
        }
    }
    let factor = if game.is_checkless() { RACE } else { 1 };
    Some(
        moves
            .into_iter()
            .map(|moves| Tapered { mg: GOAL[moves].mg * factor, eg: GOAL[moves].eg * factor })
            .collect(),
    )
}

/// Whether a move jumps along a rank, a file or a diagonal.
fn is_straight_leap(shape: &Shape, from: Square, r: &CrowdedMove) -> bool {
    let files = shape.file(from).abs_diff(shape.file(r.square));
    let ranks = shape.rank(from).abs_diff(shape.rank(r.square));
    r.ray == Some(0) && files.max(ranks) > 1 && (files == 0 || ranks == 0 || files == ranks)
}

/// Whether a kind rides at least three squares straight along a file from somewhere.
fn is_file_rider(shape: &Shape, targets: &[Vec<CrowdedMove>]) -> bool {
    let rides = |from: Square| {
        let along =
            |r: &&CrowdedMove| r.capture && r.ray >= Some(2) && shape.file(r.square) == shape.file(from);
        targets[from.index()]
            .iter()
            .filter(along)
            .any(|r| shape.rank(r.square).abs_diff(shape.rank(from)) == r.ray.unwrap_or(0) + 1)
    };
    shape.squares().any(rides)
}

/// The weight of a move on a crowded board.
fn likelihood(r: &CrowdedMove) -> f64 {
    let purpose = match (r.quiet, r.capture) {
        (true, true) => 1.0,
        (false, _) => CAPTURE_ONLY,
        (true, false) => QUIET_ONLY,
    };
    purpose * r.open
}

/// The distances from the nearer side edge and from the nearer of the first and last rank, each with its
/// greatest value.
fn depths(shape: &Shape, square: Square) -> [(i32, i32); 2] {
    let depth = |at: u8, of: u8| (i32::from(at.min(of - 1 - at)), i32::from((of - 1) / 2));
    [depth(shape.file(square), shape.files()), depth(shape.rank(square), shape.ranks())]
}

/// How central a square is, from 0 to 1.
fn centrality(shape: &Shape, square: Square) -> f64 {
    let axes = depths(shape, square)
        .map(|(depth, most)| if most == 0 { 1.0 } else { f64::from(depth) / f64::from(most) });
    (axes[0] + axes[1]) / 2.0
}

fn reach_weight(shape: &Shape, square: Square) -> f64 {
    REACH_WEIGHT[0] + REACH_WEIGHT[1] * centrality(shape, square)
}

fn king_place(shape: &Shape, square: Square, color: Color) -> Tapered {
    let [(from_side, _), _] = depths(shape, square);
    let file = if shape.files() < 6 { 0 } else { KING_FILE[unsigned(from_side.min(3))] };
    let rank = i32::from(shape.rank_for(square, color)).min(KING_RANKS);
    Tapered { mg: file + rank * KING_RANK, eg: round(centrality(shape, square) * f64::from(KING_CENTER)) }
}

fn pawn_place(shape: &Shape, square: Square, color: Color) -> Tapered {
    let [(from_side, most), _] = depths(shape, square);
    let advanced = i32::from(shape.rank_for(square, color)) - 1;
    let central = from_side == most && most > 1;
    let asleep = if central && advanced <= 0 { PAWN_ASLEEP } else { 0 };
    Tapered {
        mg: (from_side - 1) * advanced.clamp(0, 3) * PAWN_CENTER + asleep,
        eg: advanced.max(0) * PAWN_ADVANCE,
    }
}

/// The bonus of a pawn whose side has no king.
fn horde_place(shape: &Shape, square: Square, color: Color) -> Tapered {
    let [base, step] = HORDE;
    let rank = i32::from(shape.rank_for(square, color));
    base + Tapered { mg: step.mg * rank, eg: step.eg * rank }
}

/// The worth of what is in hand.
#[derive(Debug)]
pub(super) struct HandValues {
    /// By kind: the worth of each in hand.
    worth: [Tapered; MAX_KINDS],
    /// By kind: what counts of it for the phase.
    material: [i32; MAX_KINDS],
    around: Vec<Vec<Square>>,
    /// Whether an empty hand may get pieces again.
    refills: bool,
}

/// What the hands add to the evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HandScore {
    /// For White.
    pub score: Tapered,
    /// Material besides pawns and kings, of both sides.
    pub material: i32,
    /// Whether a piece may still enter: one is in hand, or may come to hand.
    pub may_enter: bool,
}

impl HandValues {
    /// Computes the tables of a game; `None` if nothing is ever in hand. `non_pawn` is by piece type.
    pub(super) fn new(game: &Game, values: &Values, non_pawn: &[i32]) -> Option<HandValues> {
        let hands = game.hands.as_ref()?;
        let share = if hands.gates.is_some() { HAND_AT_GATE } else { HAND };
        let (mut worth, mut material) = ([Tapered::default(); MAX_KINDS], [0; MAX_KINDS]);
        for kind in game.kind_ids().filter(|&kind| !values.is_king(kind)) {
            worth[kind.index()] = Tapered::both(values.natural[kind.index()]).percent(share);
            material[kind.index()] = non_pawn[kind.index()];
        }
        let around = game.shape.cells().map(|square| beside(&game.shape, square)).collect();
        Some(HandValues { worth, material, around, refills: hands.may_refill() })
    }

    /// What the hands of a position are worth. Pieces in hand endanger a king by the empty squares around it,
    /// on which they may be dropped.
    pub(super) fn score(&self, pos: &Position) -> HandScore {
        let mut total = HandScore { may_enter: self.refills, ..HandScore::default() };
        for color in Color::ALL {
            let (mut own, mut threat) = (Tapered::default(), 0);
            let gates = pos.in_hand().open_gates(color);
            // Without gates every piece in hand counts, with them as many as there are gates.
            let mut places = gates.map_or(i32::MAX, |open| i32::try_from(open).unwrap_or(i32::MAX));
            for (kind, count) in pos.in_hand().of(color) {
                total.may_enter = true;
                let count = i32::from(count).min(places);
                places -= count;
                own += self.worth[kind.index()].times(count);
                total.material += self.material[kind.index()] * count;
                threat += count.min(2);
            }
            if let Some(king) = pos.board().royal_square(!color).filter(|_| gates.is_none() && threat > 0) {
                let squares = &self.around[king.index()];
                let empty = squares.iter().filter(|&&square| pos.kind_at(square).is_none()).count();
                own += HAND_NEAR_KING.times(threat.min(6) * i32::try_from(empty).unwrap_or(0));
            }
            total.score += own.seen_from(color);
        }
        total
    }
}
