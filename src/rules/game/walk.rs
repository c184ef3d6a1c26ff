//! The conditions of a leg for reaching its squares, packed into guards.

use super::{Conditions, Kind};
use crate::rules::betza::Leg;
use crate::rules::betza::walk::{Need, Trip, trips};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::variant::VariantDef;

/// The conditions of a leg on the squares on its way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Guard {
    /// These must all be empty.
    pub(crate) clear: Vec<u8>,
    /// These must all be occupied.
    pub(crate) occupied: Vec<u8>,
    /// Exactly one of these must be occupied (a hurdle), if there are any.
    pub(crate) hurdle: Vec<u8>,
    /// These must all hold a piece of that side.
    pub(crate) white: Vec<u8>,
    pub(crate) black: Vec<u8>,
    /// No royal may be on these squares, because the move would capture one of its own, or one that it
    /// may not capture.
    pub(crate) never_royal: Vec<u8>,
    /// One of these pieces must be there, if there are any: square and kind of the pieces that lend the
    /// move.
    pub(crate) lenders: Vec<(u8, u8)>,
}

impl Guard {
    /// The squares on which a piece of a side must be.
    pub(crate) fn men_of(&mut self, color: Color) -> &mut Vec<u8> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// The number of squares with conditions.
    pub(super) fn conditions(&self) -> Conditions {
        let men = self.white.len() + self.black.len() + usize::from(!self.lenders.is_empty());
        Conditions { clear: self.clear.len(), occupied: self.occupied.len(), hurdle: self.hurdle.len(), men }
    }

    /// Whether it only requires empty squares.
    pub(crate) fn is_plain(&self) -> bool {
        let men = self.white.is_empty() && self.black.is_empty() && self.lenders.is_empty();
        self.occupied.is_empty() && self.hurdle.is_empty() && men
    }
}

/// A square that a leg reaches, with its conditions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Reached {
    pub(crate) to: Square,
    pub(crate) guard: Guard,
    /// The squares of the pieces that it captures on the way.
    pub(crate) victims: Vec<Square>,
    /// Where it puts the captured piece.
    pub(crate) put: Option<Square>,
    /// Whether it may end there if the square is empty.
    pub(crate) quiet: bool,
    /// Whether it may capture there.
    pub(crate) capture: bool,
    /// Whether it may capture a piece of its own side there.
    pub(crate) own: bool,
}

/// The squares to which `leg` takes a piece of `kind` from `from` in a game, nearest first: only those
/// within a zone that confines it, and beyond the lines of the grid.
pub(crate) fn reached(def: &VariantDef, leg: &Leg, kind: &Kind, from: Square) -> Vec<Reached> {
    let mut reached = ways(&def.shape, leg, kind.color, from);
    keep_allowed(def, leg.kings, kind, from, &mut reached);
    reached
}

/// Keeps the squares to which a piece of a kind may move from another.
pub(super) fn keep_allowed(
    def: &VariantDef,
    kings: bool,
    kind: &Kind,
    from: Square,
    reached: &mut Vec<Reached>,
) {
    // A leg that can capture only kings never moves, so zones do not apply to it.
    reached.retain(|reached| kings || kind.may_stand(def, reached.to));
    if let Some(grid) = def.rules.grid {
        reached.retain(|reached| !grid.in_one_cell(&def.shape, from, reached.to));
    }
}

/// Also requires the square behind each target of a straight leg to be empty, if there is one.
pub(crate) fn leave_room(shape: &Shape, leg: &Leg, color: Color, from: Square, reached: &mut [Reached]) {
    let Some(step) = leg.steps.first().map(|step| step.seen_by(color)) else { return };
    for r in reached {
        let behind = shape.step(r.to, step, leg.cylinder).filter(|&square| square != from);
        r.guard.clear.extend(behind.map(|square| square.0));
    }
}

/// The squares to which `leg` takes a piece of `color` from `from` on a board. Each way of a leg with
/// bends is separate.
pub(crate) fn ways(shape: &Shape, leg: &Leg, color: Color, from: Square) -> Vec<Reached> {
    trips(leg, shape, color, from).into_iter().map(|trip| at_end_of(&trip, leg, color)).collect()
}

/// Where a trip along a leg leads.
pub(super) fn at_end_of(trip: &Trip, leg: &Leg, color: Color) -> Reached {
    // A royal of its own side may be shifted.
    let shifts = trip.put.is_some() && !leg.tame;
    let mut guard = Guard::default();
    for &(square, need) in &trip.needs {
        let list = match need {
            Need::Empty => &mut guard.clear,
            Need::Man => &mut guard.occupied,
            Need::Victim => guard.men_of(!color),
            Need::Friend | Need::OwnVictim => guard.men_of(color),
            Need::Hurdle => &mut guard.hurdle,
        };
        list.push(square.0);
        if need == Need::OwnVictim && !shifts {
            guard.never_royal.push(square.0);
        }
    }
    let victims = trip.needs.iter().filter(|need| need.1.takes()).map(|need| need.0).collect();
    let &Trip { to, put, quiet, capture, own, .. } = trip;
    Reached { to, guard, victims, put, quiet, capture, own }
}
