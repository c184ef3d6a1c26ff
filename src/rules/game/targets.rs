//! The legs of a kind: which apply on a square, where they lead, and their conditions.

use super::compiler::Compiler;
use super::tables::Special;
use super::{Conditions, Kind, Reachable};
use crate::rules::betza::walk::{Need, Trip, trips};
use crate::rules::betza::{Leg, Movement};
use crate::rules::geometry::{Color, Narrow, Square};

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

impl<'a> Compiler<'a> {
    /// Every leg of a kind that applies on a square, including those of zones.
    pub(super) fn legs_at(&self, kind: &Kind, square: Square) -> Vec<(&'a Leg, LegRule)> {
        let piece = kind.piece_of(self.def);
        let zone_square = kind.own_view(self.shape, square);
        let normal = piece.movement.legs.iter().map(|leg| (leg, LegRule::None));
        let unchecked = piece.unchecked.legs.iter().map(|leg| (leg, LegRule::Unchecked));
        let zones = piece.zones.iter().filter(|zone| zone.squares.contains(&zone_square)).flat_map(|zone| {
            let rule = match (zone.en_passant, zone.keeps_clock) {
                (true, _) => LegRule::Passing,
                (false, true) => LegRule::KeepsClock,
                (false, false) => LegRule::None,
            };
            zone.movement.legs.iter().map(move |leg| (leg, rule))
        });
        let spacious = piece.spacious.legs.iter().map(|leg| (leg, LegRule::Spacious));
        let after_capture = piece.after_capture.legs.iter().map(|leg| (leg, LegRule::AfterCapture));
        normal.chain(unchecked).chain(spacious).chain(after_capture).chain(zones).collect()
    }

    /// Every leg of a kind on any square.
    pub(super) fn all_legs(&self, kind: &Kind) -> impl Iterator<Item = &'a Leg> + use<'a> {
        let piece = kind.piece_of(self.def);
        let movements = piece.movements().into_iter().chain(piece.zones.iter().map(|z| &z.movement));
        movements.flat_map(|m: &Movement| &m.legs)
    }

    /// The squares that a leg reaches with its conditions, including the rule for the leg.
    pub(super) fn reached_by(&self, (leg, rule): (&Leg, LegRule), kind: &Kind, from: Square) -> Vec<Reached> {
        let mut reached = self.reached(leg, kind, from);
        if rule == LegRule::Spacious {
            self.leave_room(leg, kind.color, from, &mut reached);
        }
        reached
    }

    /// The squares to which `leg` takes a piece of `kind` from `from` in a game, nearest first: only those
    /// within a zone that confines it, and beyond the lines of the grid.
    pub(super) fn reached(&self, leg: &Leg, kind: &Kind, from: Square) -> Vec<Reached> {
        let mut reached = self.ways_of(leg, kind.color, from);
        reached.retain(|reached| self.may_move(leg.kings, kind, from, reached.to));
        reached
    }

    /// Whether zones and the lines of the grid let a piece of a kind move from one square to another. A leg
    /// that can capture only `kings` never moves, so zones do not apply to it.
    pub(super) fn may_move(&self, kings: bool, kind: &Kind, from: Square, to: Square) -> bool {
        let in_one_cell = self.def.rules.grid.is_some_and(|grid| grid.in_one_cell(self.shape, from, to));
        (kings || kind.may_stand(self.def, to)) && !in_one_cell
    }

    /// Also requires the square behind each target of a straight leg to be empty, if there is one.
    pub(super) fn leave_room(&self, leg: &Leg, color: Color, from: Square, reached: &mut [Reached]) {
        let Some(step) = leg.steps.first().map(|step| step.seen_by(color)) else { return };
        for r in reached {
            let behind = self.shape.step(r.to, step, leg.cylinder).filter(|&square| square != from);
            r.guard.clear.extend(behind.map(|square| square.0));
        }
    }

    /// The squares to which `leg` takes a piece of `color` from `from` on a board. Each way of a leg with
    /// bends is separate.
    pub(super) fn ways_of(&self, leg: &Leg, color: Color, from: Square) -> Vec<Reached> {
        trips(leg, self.shape, color, from).into_iter().map(|trip| at_end_of(&trip, leg, color)).collect()
    }

    /// Whether no move of a kind changes the color of its square. Only the basic moves count, because
    /// castling considers the piece without its additions. A piece that borrows moves may change color.
    pub(super) fn is_color_bound(&self, kind: &Kind) -> bool {
        let Movement { legs, loans, .. } = &kind.piece_of(self.def).movement;
        let same = |from: Square| {
            let is_dark = self.shape.is_dark(from);
            move |r: &Reached| self.shape.is_dark(r.to) == is_dark
        };
        let stays = |from| legs.iter().all(|leg| self.reached(leg, kind, from).iter().all(same(from)));
        loans.iter().all(|loan| loan.lent_behind.is_some()) && self.shape.squares().all(stays)
    }

    /// Where a piece of a kind can move on an empty board, without initial moves.
    pub(super) fn reachable(&self, kind: &Kind, from: Square) -> Vec<Reachable> {
        let mut found: Vec<Reachable> = Vec::new();
        for (leg, rule) in self.legs_at(kind, from) {
            // A move that needs pieces on the way is impossible on an empty board.
            let goes = |r: &Reached| r.guard.is_plain() && r.to != from;
            if leg.initial || leg.kings {
                continue;
            }
            for r in self.reached_by((leg, rule), kind, from).into_iter().filter(goes) {
                let reachable = Reachable {
                    square: r.to,
                    needs_clear: r.guard.clear.len().narrow(),
                    quiet: r.quiet,
                    capture: r.capture,
                };
                match found.iter_mut().find(|known| known.square == r.to) {
                    Some(known) => {
                        known.needs_clear = known.needs_clear.min(reachable.needs_clear);
                        known.quiet |= reachable.quiet;
                        known.capture |= reachable.capture;
                    }
                    None => found.push(reachable),
                }
            }
        }
        found.sort_unstable_by_key(|reachable| reachable.square);
        found
    }
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

/// A rule for a leg that its notation does not contain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum LegRule {
    None,
    /// It is illegal in check.
    Unchecked,
    /// It does not reset the count of moves without progress.
    KeepsClock,
    /// It exposes a pawn to capture on the squares it passes.
    Passing,
    /// The square behind its target must be empty.
    Spacious,
    /// Its side must have captured before.
    AfterCapture,
}

impl LegRule {
    /// The rule's special mark on the moves of a leg.
    pub(super) fn special(self) -> Option<Special> {
        match self {
            LegRule::None | LegRule::Passing | LegRule::Spacious => None,
            LegRule::Unchecked => Some(Special::Unchecked),
            LegRule::AfterCapture => Some(Special::AfterCapture),
            LegRule::KeepsClock => Some(Special::KeepsClock),
        }
    }
}
