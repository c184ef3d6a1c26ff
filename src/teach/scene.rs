//! Where a piece can move from a square among other pieces.
//!
//! For diagrams, tests and single questions. It does not know checks, promotions and castling.

use crate::rules::betza::walk::{Need, Trip, trips};
use crate::rules::betza::{Leg, Movement, push_new};
use crate::rules::geometry::{Color, Shape, Square};

/// A board as the piece about to move sees it. The piece itself is not on it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub shape: &'a Shape,
    /// The side of the piece.
    pub color: Color,
    /// Squares with other pieces of that side.
    pub own: &'a [Square],
    /// Squares with pieces of the other side.
    pub enemy: &'a [Square],
    /// The square on which a piece may be captured en passant.
    pub en_passant: Option<Square>,
    /// Whether the piece counts as unmoved, for `i`.
    pub unmoved: bool,
}

impl Scene<'_> {
    /// A board without other pieces, for a White piece that has moved.
    pub fn empty(shape: &Shape) -> Scene<'_> {
        Scene { shape, color: Color::White, own: &[], enemy: &[], en_passant: None, unmoved: false }
    }

    fn is_empty(&self, square: Square) -> bool {
        !self.own.contains(&square) && !self.enemy.contains(&square)
    }

    /// Whether the conditions of a trip on the squares before its end hold.
    fn lets(&self, trip: &Trip) -> bool {
        let hurdles = trip.needs.iter().filter(|need| need.1 == Need::Hurdle).map(|need| need.0);
        let met = |&(square, need): &(Square, Need)| match need {
            Need::Empty => self.is_empty(square),
            Need::Piece => !self.is_empty(square),
            Need::Victim => self.enemy.contains(&square),
            Need::Friend | Need::OwnVictim => self.own.contains(&square),
            Need::Hurdle => hurdles.clone().filter(|&square| !self.is_empty(square)).count() == 1,
        };
        trip.needs.iter().all(met)
    }
}

/// Where a piece can move: squares in ascending order, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Destinations {
    /// Empty squares it can move to, including its own if it can pass.
    pub quiet: Vec<Square>,
    /// Squares of pieces it can capture.
    pub captures: Vec<Square>,
    /// Squares of pieces of its own side that it can capture.
    pub own: Vec<Square>,
    /// Moves that capture pieces on the way: their squares, and the end of the move, which may be its
    /// start.
    pub takes: Vec<(Vec<Square>, Square)>,
    /// Moves that place the captured piece elsewhere: its old square, its new square, and the end of the
    /// move.
    pub puts: Vec<(Square, Square, Square)>,
    /// The en passant square, if it can capture there. It is not among the quiet squares then.
    pub en_passant: Vec<Square>,
}

impl Destinations {
    /// Adds the destinations of a trip along a leg.
    fn add(&mut self, leg: &Leg, trip: &Trip, scene: &Scene<'_>) {
        let victims: Vec<Square> =
            trip.needs.iter().filter(|need| need.1.takes()).map(|need| need.0).collect();
        let (list, lands) = match trip.to {
            to if scene.enemy.contains(&to) => (&mut self.captures, trip.capture),
            to if scene.own.contains(&to) => (&mut self.own, trip.own),
            to if leg.purpose.en_passant && scene.en_passant == Some(to) => (&mut self.en_passant, true),
            _ => (&mut self.quiet, trip.quiet),
        };
        if !lands {
            return;
        }
        let taken = victims.first().copied().or((!scene.is_empty(trip.to)).then_some(trip.to));
        match (taken, trip.put) {
            (Some(victim), Some(put)) => push_new(&mut self.puts, (victim, put, trip.to)),
            _ if !victims.is_empty() => push_new(&mut self.takes, (victims, trip.to)),
            _ => list.push(trip.to),
        }
    }
}

/// The destinations of `movement` from `from`, without castling.
pub fn destinations(movement: &Movement, scene: &Scene<'_>, from: Square) -> Destinations {
    let mut found = Destinations::default();
    for leg in movement.legs.iter().filter(|leg| scene.unmoved || !leg.initial) {
        if leg.kings {
            continue; // it does not know which pieces are royal
        }
        for trip in trips(leg, scene.shape, scene.color, from).iter().filter(|trip| scene.lets(trip)) {
            found.add(leg, trip, scene);
        }
    }
    for list in [&mut found.quiet, &mut found.captures, &mut found.own, &mut found.en_passant] {
        list.sort_unstable();
        list.dedup();
    }
    found.quiet.retain(|square| !found.en_passant.contains(square));
    found
}
