//! Where a piece can go from a square among other men.
//!
//! The walk is the notation taken at its word, step by step, without tables: for diagrams, for
//! tests and for whoever asks once. It knows no check, no promotion and no castling.

use super::trips::{Need, trips};
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

    pub(super) fn step(&self, leg: &Leg, from: Square, step: Step) -> Option<Square> {
        self.shape.step(from, step.seen_by(self.color), leg.cylinder)
    }
}

/// Where a piece can go: squares in ascending order, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Destinations {
    /// Empty squares it can go to; among them its own, if it can pass the turn.
    pub quiet: Vec<Square>,
    /// Squares of men it can capture.
    pub captures: Vec<Square>,
    /// Squares of men of its own side that it can take.
    pub own: Vec<Square>,
    /// Moves that take men on the way: their squares, and the square where the move ends, which may be the
    /// one it began on.
    pub takes: Vec<(Vec<Square>, Square)>,
    /// Moves that put the man down elsewhere that they take: where it stood, where it stands then, and where
    /// the move ends.
    pub puts: Vec<(Square, Square, Square)>,
    /// The en passant square, if it can capture there. It is not among the quiet ones then.
    pub en_passant: Vec<Square>,
}

impl Destinations {
    /// Adds where a leg with bends leads.
    fn add_trips(&mut self, leg: &Leg, scene: &Scene<'_>, from: Square) {
        let met = |&(square, need): &(Square, Need)| match need {
            Need::Empty => scene.is_empty(square),
            Need::Man => !scene.is_empty(square),
            Need::Victim => scene.enemy.contains(&square),
            Need::Friend | Need::OwnVictim => scene.own.contains(&square),
        };
        for trip in
            trips(leg, scene.shape, scene.color, from).into_iter().filter(|trip| trip.needs.iter().all(met))
        {
            let taken = |need: &(Square, Need)| need.1.takes().then_some(need.0);
            let victims: Vec<Square> = trip.needs.iter().filter_map(taken).collect();
            let lands = match trip.to {
                to if scene.enemy.contains(&to) => trip.capture,
                to if scene.own.contains(&to) => trip.own,
                _ => trip.quiet,
            };
            let met = scene.enemy.contains(&trip.to) || scene.own.contains(&trip.to);
            let shifted = victims.first().copied().or_else(|| Some(trip.to).filter(|_| met));
            if let (Some(victim), Some(put)) = (shifted, trip.put) {
                if lands && !self.puts.contains(&(victim, put, trip.to)) {
                    self.puts.push((victim, put, trip.to));
                }
            } else if !victims.is_empty() {
                if lands && !self.takes.contains(&(victims.clone(), trip.to)) {
                    self.takes.push((victims, trip.to));
                }
            } else if lands {
                let list = match trip.to {
                    to if scene.enemy.contains(&to) => &mut self.captures,
                    to if scene.own.contains(&to) => &mut self.own,
                    _ => &mut self.quiet,
                };
                list.push(trip.to);
            }
        }
    }
}

/// Where `movement` leads from `from`, castling left out.
pub fn destinations(movement: &Movement, scene: &Scene<'_>, from: Square) -> Destinations {
    let mut found = Destinations::default();
    for leg in movement.legs.iter().filter(|leg| scene.unmoved || !leg.initial) {
        if leg.kings {
            continue; // it is not told who is royal
        }
        if !leg.bends.is_empty() {
            found.add_trips(leg, scene, from);
            continue;
        }
        for square in landings(leg, scene, from) {
            let met = (scene.enemy.contains(&square) && leg.purpose.capture)
                || (scene.own.contains(&square) && leg.purpose.own);
            if met && leg.unload.is_some() {
                if !found.puts.contains(&(square, from, square)) {
                    found.puts.push((square, from, square));
                }
            } else if scene.enemy.contains(&square) {
                if leg.purpose.capture {
                    found.captures.push(square);
                }
            } else if scene.own.contains(&square) {
                if leg.purpose.own {
                    found.own.push(square);
                }
            } else if leg.purpose.en_passant && scene.en_passant == Some(square) {
                found.en_passant.push(square);
            } else if leg.purpose.quiet {
                found.quiet.push(square);
            }
        }
    }
    for list in [&mut found.quiet, &mut found.captures, &mut found.own, &mut found.en_passant] {
        list.sort_unstable();
        list.dedup();
    }
    found.quiet.retain(|square| !found.en_passant.contains(square));
    found
}

/// The squares that a leg leads to from a square in turn, as if no other man stood on the board.
pub fn line(leg: &Leg, scene: &Scene<'_>, from: Square) -> Vec<Square> {
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

/// The squares that a leg reaches among the men of the scene: empty ones and enemies', and its own men's if
/// it may take them.
fn landings(leg: &Leg, scene: &Scene<'_>, from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    let mut passed = 0;
    let mut at = from;
    for (index, (square, &step)) in
        line(leg, scene, from).into_iter().zip(leg.steps.iter().cycle()).enumerate()
    {
        let mut between =
            step.between().unwrap_or_default().into_iter().map(|part| scene.step(leg, at, part));
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
        if lands && (empty || scene.enemy.contains(&square) || leg.purpose.own) {
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
