//! What it is worth to be near an end of the game that the rules have besides mate: the fewer steps
//! are left, the more, by the square of their number.

use super::params::{CHECKS, GOAL};
use crate::game::{Game, KindId};
use crate::geometry::Square;
use crate::position::Position;

/// What the checks that were given are worth, as White sees it.
pub(super) fn checks(pos: &Position) -> i32 {
    let Some(left) = pos.checks_left() else { return 0 };
    let [ours, theirs] = left.map(|left| near(CHECKS, left));
    ours - theirs
}

/// For each square, what it is worth to a man of a kind that wins on some of them.
pub(super) fn goals(game: &Game, kind: KindId, goal: &[bool]) -> Vec<i32> {
    let mut steps: Vec<Option<u8>> = goal.iter().map(|&is_goal| is_goal.then_some(0)).collect();
    for step in 1..=u8::MAX {
        let before = |to: &Square| steps[to.index()].is_some_and(|steps| steps < step);
        let leads = |square: &Square| game.targets(kind, *square).iter().any(|target| before(&target.square));
        let new: Vec<Square> = game.shape.squares().filter(|square| steps[square.index()].is_none()).filter(leads).collect();
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|square| steps[square.index()] = Some(step));
    }
    steps.into_iter().map(|steps| steps.map_or(0, |steps| near(GOAL, steps))).collect()
}

/// What is worth `whole` a step away, so many steps away.
fn near(whole: i32, steps: u8) -> i32 {
    whole / i32::from(steps.max(1)).pow(2)
}
