//! Static exchange evaluation for arbitrary men, from the rays of attack.

use super::Position;
use super::look::Without;
use super::moves::{Move, Tag};
use super::state::{MenSet, slots};
use crate::game::{KindId, RayId};
use crate::geometry::Color;

impl Position {
    /// Whether the exchange a move begins on its target wins at least `threshold`, with men worth
    /// `values[kind]` centipawns each. Pins are not seen; promotions count as what stands there.
    pub fn see(&self, m: Move, threshold: i32, values: &[i32]) -> bool {
        let (state, game) = (&self.state, &self.game);
        let target = m.to();
        let mover = state.board[m.from().index()].slot();
        if matches!(m.tag(), Tag::Castle(_)) {
            return threshold <= 0;
        }
        let value = |slot: usize| values.get(state.kind_of[slot].index()).copied().unwrap_or(0);
        let worth = |kind: KindId| values.get(kind.index()).copied().unwrap_or(0);
        let mut gain = self.captured(m).map_or(0, worth);
        let end = (m.to() != m.from()).then_some(m.to());
        let more = self.victims(m).iter().copied().chain(end.filter(|_| matches!(m.tag(), Tag::Takes(_))));
        for kind in more
            .filter(|_| self.put_down(m).is_none())
            .filter(|&square| Some(square) != self.captured_on(m))
            .filter_map(|at| self.kind_at(at))
        {
            gain += if game.kind(kind).color == state.side { -worth(kind) } else { worth(kind) };
        }
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= values.get(self.arrives_as(m).index()).copied().unwrap_or(0);
        if balance >= 0 {
            return true;
        }
        // Men with any ray to the target are the only ones that can ever join in. Most exchanges
        // end before both sides need to know theirs.
        let towards = game.rays.towards(target);
        let ray_of = |slot: usize| towards[usize::from(state.row_of[slot])];
        let mut gone: MenSet = 1 << mover;
        if m.tag() == Tag::EnPassant
            && let Some(victim) = state.en_passant_victim(game, target)
        {
            gone |= 1 << state.board[victim.index()].slot();
        }
        gone =
            self.victims(m).iter().fold(gone, |gone, square| gone | 1 << state.board[square.index()].slot());
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
                // A royal takes part only if nothing can answer.
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
        // The side that could not or need not answer loses the exchange.
        side != state.side
    }
}
