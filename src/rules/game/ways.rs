//! The ways in which a piece could move to a square, regardless of the board and the rules at the
//! moment, for explaining why a move is refused. They come from the same walk as the move tables.

use super::targets::{Guard, LegRule, Reached};
use super::{Game, Kind, KindId};
use crate::rules::betza::Leg;
use crate::rules::geometry::Square;

/// One way to a square.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Its conditions on the squares between.
    pub(crate) guard: Guard,
    /// Whether it may end on an empty square.
    pub(crate) quiet: bool,
    /// Whether it may capture an enemy there.
    pub(crate) capture: bool,
    /// Whether it may capture a piece of its own side there.
    pub(crate) own: bool,
    /// Its other condition.
    pub(crate) condition: Condition,
}

/// A condition of a way other than on the squares between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Nothing.
    None,
    /// The piece must not have moved. The bit of its right; without one, its square decides.
    FirstMove(Option<u8>),
    /// The piece must be on one of these squares, but is not.
    Zone(Vec<Square>),
    /// The piece may never be on the target square.
    Confined,
    /// The move would stay within a cell of the grid.
    Grid,
    /// Its side must not be in check.
    Unchecked,
    /// Its side must have captured.
    AfterCapture,
}

impl Game {
    /// Every way in which a piece of a kind could move from one square to another.
    pub(crate) fn ways(&self, id: KindId, from: Square, to: Square) -> Vec<Way> {
        let (def, shape, kind, compiler) = (&self.def, &self.shape, self.kind(id), self.compiler());
        let mut found = Vec::new();
        let mut add = |leg: &Leg, rule: LegRule, zone: Option<&[Square]>| {
            let mut reached = compiler.ways_of(leg, kind.color, from);
            if rule == LegRule::Spacious {
                compiler.leave_room(leg, kind.color, from, &mut reached);
            }
            for reached in reached.into_iter().filter(|reached| reached.to == to && !leg.kings) {
                let condition = match zone {
                    Some(squares) => {
                        Condition::Zone(squares.iter().map(|&square| kind.own_view(shape, square)).collect())
                    }
                    None => self.condition(kind, id, from, to, rule, leg.initial),
                };
                found.push(Way::new(reached, condition));
            }
        };
        for (leg, rule) in compiler.legs_at(kind, from) {
            add(leg, rule, None);
        }
        let seen = kind.own_view(shape, from);
        for zone in kind.piece_of(def).zones.iter().filter(|zone| !zone.squares.contains(&seen)) {
            zone.movement.legs.iter().for_each(|leg| add(leg, LegRule::None, Some(&zone.squares)));
        }
        if self.lends[kind.color.index()] {
            let lent = compiler.lent_by(kind.color);
            let loans = compiler.loans_to(&lent[from.index()], id, from);
            for loan in loans.into_iter().filter(|loan| loan.reached.to == to && !loan.flags.kings) {
                let (rule, initial) = (loan.flags.rule, loan.flags.initial);
                let condition = self.condition(kind, id, from, to, rule, initial);
                found.push(Way::new(loan.reached, condition));
            }
        }
        found
    }

    /// The condition of a move that applies on its square.
    fn condition(
        &self,
        kind: &Kind,
        id: KindId,
        from: Square,
        to: Square,
        rule: LegRule,
        initial: bool,
    ) -> Condition {
        if !kind.may_stand(&self.def, to) {
            return Condition::Confined;
        }
        if self.def.rules.grid.is_some_and(|grid| grid.in_one_cell(&self.shape, from, to)) {
            return Condition::Grid;
        }
        if initial {
            let virgin = self.virgins.iter().position(|virgin| (virgin.square, virgin.kind) == (from, id));
            let right = virgin.and_then(|index| u8::try_from(self.castles.len() + index).ok());
            return Condition::FirstMove(right);
        }
        match rule {
            LegRule::Unchecked => Condition::Unchecked,
            LegRule::AfterCapture => Condition::AfterCapture,
            LegRule::None | LegRule::KeepsClock | LegRule::Passing | LegRule::Spacious => Condition::None,
        }
    }
}

impl Way {
    fn new(reached: Reached, condition: Condition) -> Way {
        let Reached { guard, quiet, capture, own, .. } = reached;
        Way { guard, quiet, capture, own, condition }
    }
}
