//! Static exchange evaluation for arbitrary pieces, from the rays of attack.

use super::Position;
use super::moves::Move;
use super::occupancy::Without;
use super::state::{MenSet, slots};
use crate::rules::game::{KindId, RayId};
use crate::rules::geometry::Color;

impl Position {
    /// Whether the exchange that a move begins on its target wins at least `threshold`, with pieces
    /// worth `values[kind]` centipawns each. Pins are ignored, and a promotion does not change the
    /// value of the pawn.
    pub fn see(&self, m: Move, threshold: i32, values: &[i32]) -> bool {
        let (state, game) = (&self.state, &self.game);
        if m.is_castling() {
            return threshold <= 0;
        }
        let (target, effect) = (m.to(), state.effect(game, m));
        let value = |slot: usize| values.get(state.kind_of[slot].index()).copied().unwrap_or(0);
        let worth = |kind: KindId| values.get(kind.index()).copied().unwrap_or(0);
        let mut gain = 0;
        effect.each(|change| {
            let lost =
                change.before.filter(|_| change.after.is_none()).map_or(0, |victim| worth(victim.kind));
            gain += if change.color() == state.side { -lost } else { lost };
        });
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= effect.mover().after.map_or(0, |at| worth(at.kind));
        if balance >= 0 {
            return true;
        }
        // Only pieces with any ray to the target can ever join in. Most exchanges end before those of
        // both sides are needed.
        let towards = game.rays.towards(target);
        let ray_of = |slot: usize| towards[usize::from(state.piece_square_of[slot])];
        // The target stays occupied, by one piece or another.
        let mut gone: MenSet = 1 << effect.mover().slot();
        effect.each(|change| {
            let elsewhere = change.before.is_some_and(|at| at.square != target);
            gone |= u64::from(elsewhere) << change.slot();
        });
        let mut known: [Option<MenSet>; 2] = [None; 2];
        let mut waiting = |side: Color| {
            let men = state.side_men[side.index()];
            *known[side.index()].get_or_insert_with(|| {
                slots(men).fold(0, |set, slot| set | u64::from(ray_of(slot) != RayId::NONE) << slot)
            })
        };
        let open =
            |slot: usize, gone: MenSet| game.rays.open(ray_of(slot), state.now.rights, Without(state, gone));
        let mut side = !state.side;
        loop {
            let candidates = waiting(side) & !gone;
            let next = slots(candidates).filter(|&slot| open(slot, gone)).min_by_key(|&slot| value(slot));
            let Some(next) = next else { break };
            if state.royals >> next & 1 != 0 {
                // A royal takes part only if it cannot be recaptured.
                let after = gone | 1 << next;
                let enemies = waiting(!side) & !after;
                if slots(enemies).any(|slot| open(slot, after)) {
                    break;
                }
            }
            gone |= 1 << next;
            side = !side;
            balance = -balance - 1 - value(next);
            if balance >= 0 {
                break;
            }
        }
        // The side that could not or need not reply loses the exchange.
        side != state.side
    }
}
