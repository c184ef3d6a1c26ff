//! Moves that do more than replace their victim: captors that stay where they are or explode, and
//! pieces that change sides.

use super::effect::{Effect, Several, Step};
use super::state::{Cell, MenSet, PieceChange, Placed, State, slots};
use crate::rules::game::{Acts, Crown, Game};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::Captor;

impl State {
    /// The effect of a one-piece move in a game with such acts. `passed` is the square of a piece that
    /// is captured en passant.
    #[inline(never)]
    pub(super) fn acted(&self, game: &Game, acts: &Acts, step: Step, passed: Option<Square>) -> Effect {
        let victim = passed.or_else(|| (!step.captured.is_empty()).then_some(step.to));
        let Some(victim) = victim else {
            return match &acts.crown {
                Some(crown) => self.crowned(game, crown, Several::new(step.mover())),
                None => self.turned(acts, step, None),
            };
        };
        match acts.captor {
            Captor::Moves if let Some(crown) = &acts.crown => {
                let mut several = Several::new(step.mover());
                several.push(self.change(victim, None));
                self.crowned(game, crown, several)
            }
            Captor::Moves => self.turned(acts, step, Some(victim)),
            Captor::Stays => {
                let at = Some(Placed { kind: step.kind, square: step.from });
                let mut several = Several::new(PieceChange { cell: step.mover, before: at, after: at });
                several.push(self.change(victim, None));
                Effect::Several(several)
            }
            Captor::Explodes => self.explosion(acts, step, victim),
        }
    }

    /// A move by which a piece may change sides.
    fn turned(&self, acts: &Acts, step: Step, victim: Option<Square>) -> Effect {
        let turned = acts.turned(step.becomes, victim.is_some());
        let moved = step.mover();
        let mut several = match turned {
            None => Several::new(moved),
            Some(_) => Several::new(PieceChange { after: None, ..moved }),
        };
        if let Some(victim) = victim {
            several.push(self.change(victim, None));
        }
        if let Some(kind) = turned {
            let cell = Cell::of_slot(!step.mover.color(), step.mover.slot());
            several.push(PieceChange { cell, before: None, after: Some(Placed { kind, square: step.to }) });
        }
        Effect::Several(several)
    }

    /// A move after which another royal piece of its side may count.
    fn crowned(&self, game: &Game, crown: &Crown, mut several: Several) -> Effect {
        let (mover, color) = (several.mover(), several.mover().color());
        if !mover.before.is_some_and(|at| crown.concerns(at.kind)) {
            return Effect::Several(several);
        }
        let stands = |slot: usize| match mover.after {
            Some(at) if slot == mover.slot() => at.square,
            _ => self.square_of[slot],
        };
        let kings = || slots(self.side_men[color.index()]).filter(|&slot| crown.concerns(self.kind_of[slot]));
        let first = kings().min_by_key(|&slot| crown.order(&game.shape, color, stands(slot)));
        for slot in kings() {
            let kind = crown.kind(color, Some(slot) == first);
            if slot == mover.slot() {
                several.turn_mover(kind);
            } else if self.kind_of[slot] != kind {
                let square = self.square_of[slot];
                let at = |kind| Some(Placed { kind, square });
                let cell = Cell::of_slot(color, slot);
                several.push(PieceChange { cell, before: at(self.kind_of[slot]), after: at(kind) });
            }
        }
        Effect::Several(several)
    }

    /// The royal piece of a side that counts after a move, if squares decide that.
    pub(super) fn crowned_after(
        &self,
        game: &Game,
        crown: &Crown,
        color: Color,
        effect: &Effect,
    ) -> Option<Square> {
        let kings = slots(self.side_men[color.index()]).filter(|&slot| crown.concerns(self.kind_of[slot]));
        let gone = effect.victims().fold(0, |set: MenSet, (cell, _)| set | 1 << cell.slot());
        let squares = kings
            .filter(|&slot| gone >> slot & 1 == 0)
            .map(|slot| effect.target_of(slot).unwrap_or(self.square_of[slot]));
        squares.min_by_key(|&square| crown.order(&game.shape, color, square))
    }

    /// Gives the royal pieces their kinds by their squares, because a FEN has one letter for all of
    /// them.
    pub(super) fn settle_crown(&mut self, game: &Game) {
        let Some(crown) = game.acts.as_ref().and_then(|acts| acts.crown.as_ref()) else { return };
        for color in Color::ALL {
            let kings: Vec<usize> = slots(self.side_men[color.index()])
                .filter(|&slot| crown.concerns(self.kind_of[slot]))
                .collect();
            let order = |slot: &usize| crown.order(&game.shape, color, self.square_of[*slot]);
            let first = kings.iter().copied().min_by_key(order);
            for slot in kings {
                let (cell, square) = (Cell::of_slot(color, slot), self.square_of[slot]);
                self.turn(game, cell, square, crown.kind(color, Some(slot) == first));
            }
        }
    }

    /// A capture that removes the captor, its victim, and the pieces adjacent to the target square.
    fn explosion(&self, acts: &Acts, step: Step, victim: Square) -> Effect {
        let mut several = Several::new(PieceChange { after: None, ..step.mover() });
        for &square in &acts.beside[step.to.index()] {
            let cell = self.board[square.index()];
            let spared = || acts.spared >> self.kind_of[cell.slot()].0 & 1 != 0;
            if square != step.from && square != victim && !cell.is_empty() && !spared() {
                several.push(self.change(square, None));
            }
        }
        several.push(self.change(victim, None));
        Effect::Several(several)
    }

    /// Whether a side cannot capture on a square because its own royal would explode with the captor.
    #[cold]
    pub(super) fn is_shielded(
        &self,
        acts: &Acts,
        square: Square,
        by: Color,
        effect: Option<&Effect>,
    ) -> bool {
        let stands =
            |slot: usize| effect.and_then(|effect| effect.target_of(slot)).unwrap_or(self.square_of[slot]);
        acts.captor == Captor::Explodes
            && slots(self.royals_of(by)).any(|slot| acts.beside[square.index()].contains(&stands(slot)))
    }

    /// The royals of both sides that a move explodes: those of a side, and those of the other.
    pub(super) fn exploded(&self, game: &Game, effect: &Effect, color: Color) -> [MenSet; 2] {
        let gone = match &game.acts {
            Some(acts) if acts.captor == Captor::Explodes => {
                effect.victims().fold(0, |set, (cell, _)| set | 1 << cell.slot())
            }
            _ => 0,
        };
        [gone & self.royals_of(color), gone & self.royals_of(!color)]
    }
}
