//! King danger: the attacks on a king and its surroundings, and what guards it.

use super::pawns::PawnEntry;
use super::squares::Squares;
use super::values::Values;
use super::weights::{Tapered, Weights};
use crate::engine::convert::unsigned;
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Shape, Square};

/// The value of the strongest piece that makes an attack on a king dangerous.
const STRONGEST: i32 = 900;
/// Divides the square of the danger to a king, and the danger itself in the endgame. The weights are fitted
/// to them; other divisors are untested.
const DANGER: [i32; 2] = [5000, 20];
/// The greatest danger that counts.
const DANGER_MOST: i32 = 1500;
/// How many files on either side of the king's belong to its flank, and how many files a flank has at least.
/// Others are untested.
const FLANK: [u8; 2] = [2, 4];

/// The penalty for the attack on a side's king. `flank` is the part of the board around it.
#[inline(always)]
pub(super) fn danger<const W: usize>(
    w: &Weights,
    color: Color,
    sides: &[Side<W>; 2],
    pawns: &PawnEntry<W>,
    shelter: i32,
    flank: Squares<W>,
) -> Tapered {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    let by_pawns = (pawns.attacks[(!color).index()] & own.zone).count();
    let weak = own.zone & enemy.all & !own.twice & (!own.all | own.king);
    let flanked = (enemy.all & flank).count() + (enemy.twice & flank).count();
    let flights = (own.flights & !enemy.all).count();
    let danger = w.danger_base
        + own.attackers * own.attackers * w.danger_attacker
        + (own.hits + by_pawns) * w.danger_hit
        + weak.count() * w.danger_weak
        + own.checkers * w.danger_check[0]
        + (own.checks - own.checkers) * w.danger_checks
        + own.bad_checkers * w.danger_check[1]
        + w.danger_flight.get(unsigned(flights)).copied().unwrap_or(0)
        + own.screens * w.danger_screen
        + flanked * flanked * w.danger_flank / 16
        + (own.all & flank).count() * w.danger_guard
        + (enemy.mobility - own.mobility) * w.danger_mobility / 16
        + shelter * w.danger_shelter / 100
        + (STRONGEST - own.strongest).max(0) * w.danger_strongest / 100;
    let danger = danger.clamp(0, DANGER_MOST);
    Tapered { mg: -danger * danger / DANGER[0], eg: -danger / DANGER[1] }
}

/// By the king's square: the king zone, which is its own square, those it can step to, and those in front of
/// them.
pub(super) fn zones<const W: usize>(game: &Game, values: &Values, color: Color) -> Vec<Squares<W>> {
    let shape = &game.shape;
    let zone = |square: Square| {
        let mut zone = Squares::only(square.0);
        let near = values.kings[color.index()].map(|kind| game.targets(kind, square)).unwrap_or_default();
        for near in near.iter().filter(|near| near.needs_clear == 0 && near.capture) {
            zone.insert(near.square.0);
            let before = match color {
                Color::White => shape.square(shape.file(near.square), shape.rank(near.square) + 1),
                Color::Black => {
                    let rank = shape.rank(near.square).checked_sub(1);
                    rank.and_then(|rank| shape.square(shape.file(near.square), rank))
                }
            };
            if shape.rank_for(near.square, color) > shape.rank_for(square, color) {
                zone |= before.map_or(Squares::NONE, |before| Squares::only(before.0));
            }
        }
        zone
    };
    shape.cells().map(zone).collect()
}

/// By the king's file: the squares of a side's own half on the files around it.
pub(super) fn flanks<const W: usize>(shape: &Shape, color: Color) -> Vec<Squares<W>> {
    let [beside, width] = FLANK;
    let flank = |file: u8| {
        let first = file.saturating_sub(beside).min(shape.files().saturating_sub(width));
        let files = first..=(file + beside).max(width - 1);
        let inside = |square: &Square| {
            shape.rank_for(*square, color) <= shape.ranks() / 2 && files.contains(&shape.file(*square))
        };
        shape.squares().filter(inside).map(|square| square.0).collect()
    };
    (0..shape.files()).map(flank).collect()
}

/// What is counted for a side while its pieces are examined, for the terms to weigh.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side<const W: usize> {
    /// The squares attacked, and those attacked by two pieces or more.
    pub all: Squares<W>,
    pub twice: Squares<W>,
    /// The squares of pieces other than pawns and the king.
    pub pieces: Squares<W>,
    /// The squares its king attacks, and those it can move to.
    pub king: Squares<W>,
    pub flights: Squares<W>,
    pub zone: Squares<W>,
    /// The number of enemy pieces that attack the king zone, and of their attacks on its squares.
    pub attackers: i32,
    pub hits: i32,
    /// The enemy's checks: pieces with a safe check, squares for safe checks, pieces with only unsafe checks.
    pub checkers: i32,
    pub checks: i32,
    pub bad_checkers: i32,
    /// Pieces of either side that block a line attack on its king alone.
    pub screens: i32,
    /// The worth of its mobility in the middlegame.
    pub mobility: i32,
    /// The value of the enemy's strongest piece.
    pub strongest: i32,
    /// The number of its pieces attacked by weaker ones, and the differences in value, in hundreds of
    /// centipawns.
    pub lesser: Squares<W>,
    pub between: i32,
    /// The number of its pieces attacked by pieces of about their value.
    pub equal: Squares<W>,
}
