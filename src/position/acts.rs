//! Moves that do more than take their victim's place: captors that stay where they are or explode, and
//! pieces that change sides.

use super::effect::{Effect, Several, Step};
use super::state::{Cell, MenSet, PieceChange, Placed, State, slots};
use crate::game::{Acts, Game};
use crate::geometry::{Color, Square};
use crate::variant::Captor;

impl State {
    /// What a move of one piece does besides in a game with such acts. `passed` is the square of a piece that
    /// is captured en passant.
    pub(super) fn acted(&self, acts: &Acts, step: Step, passed: Option<Square>) -> Effect {
        let victim = passed.or_else(|| (!step.captured.is_empty()).then_some(step.to));
        let Some(victim) = victim else { return self.turned(acts, step, None) };
        match acts.captor {
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

    /// A move of a piece that may change sides by it.
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

    /// A capture that removes the captor, its victim, and what stands beside the square where it ends.
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

    /// Whether a side cannot capture on a square, for its own royal would explode with the captor.
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

    /// The royals of both sides that a move blows up: those of a side, and those of the other.
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
