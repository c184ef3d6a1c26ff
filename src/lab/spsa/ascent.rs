//! Climbs a hill that can only be felt by games: simultaneous perturbation, stochastic approximation.
//!
//! In each step every number is moved by chance up or down at once; a side with these plays a side with the
//! opposite of each, and all numbers are moved a little towards the winner's. What is not to the point
//! cancels out over many steps.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::search::params::{Number, Params};

/// How fast the moves for trial grow smaller.
const SHRINK: f64 = 0.101;
/// How fast the moves that are learned grow smaller.
const COOL: f64 = 0.602;
/// The part of the steps by which the first learned moves are made smaller.
const START: f64 = 0.1;

/// How the climbing is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Schedule {
    /// All steps.
    pub steps: u32,
    /// How far a number moves in the last step for a game won, in units of its step.
    pub rate: f64,
    /// What the moves are drawn by.
    pub seed: u64,
}

/// Where the climbing has got to.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ascent {
    /// Steps made.
    pub made: u32,
    /// Of each number of the search: where it is.
    pub values: Vec<f64>,
    /// Whether it is moved.
    pub moved: Vec<bool>,
}

/// A step to be tried.
pub(super) struct Trial {
    /// Of each number: how far it is moved up, or down.
    moves: Vec<f64>,
    /// What plays, and what it plays against.
    pub sides: [Params; 2],
}

impl Ascent {
    /// At the beginning; `moved` tells of each number whether it is to be tuned.
    pub(super) fn new(moved: impl Fn(&Number) -> bool) -> Ascent {
        let numbers = Params::NUMBERS.iter();
        Ascent {
            made: 0,
            values: numbers.clone().map(|number| f64::from(number.usual)).collect(),
            moved: numbers.map(moved).collect(),
        }
    }

    /// The next step. Whole numbers are played with: which of the two next to a value, is drawn, and drawn
    /// alike for both sides.
    pub(super) fn trial(&self, schedule: &Schedule) -> Trial {
        let seed = schedule.seed.wrapping_mul(0xd134_2543_de82_ef95);
        let step = u64::from(self.made).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ step);
        let share = f64::from(self.made + 1) / f64::from(schedule.steps);
        let mut moves = Vec::new();
        let mut sides = [Vec::new(), Vec::new()];
        for ((number, &value), &moved) in Params::NUMBERS.iter().zip(&self.values).zip(&self.moved) {
            let draw = dice.next_u64();
            let sign = if draw & 1 == 0 { 1.0 } else { -1.0 };
            let size = if moved { f64::from(number.step) / share.powf(SHRINK) } else { 0.0 };
            // The upper half of the draw, as a part of one.
            let part = if moved { f64::from(upper(draw)) / f64::from(u32::MAX) * 0.999 } else { 0.5 };
            moves.push(sign * size);
            sides[0].push(floor(value + sign * size + part));
            sides[1].push(floor(value - sign * size + part));
        }
        Trial { moves, sides: sides.map(|values| Params::of(&values)) }
    }

    /// What its games brought: so many more were won than lost by the first side.
    pub(super) fn learn(&mut self, schedule: &Schedule, trial: &Trial, lead: f64) {
        let (made, steps) = (f64::from(self.made + 1), f64::from(schedule.steps));
        let start = START * steps;
        let cooling = ((start + steps) / (start + made)).powf(COOL) * (made / steps).powf(2.0 * SHRINK);
        for ((number, value), by) in Params::NUMBERS.iter().zip(&mut self.values).zip(&trial.moves) {
            let (least, most) = (f64::from(*number.range.start()), f64::from(*number.range.end()));
            *value = (*value + schedule.rate * cooling * lead * by).clamp(least, most);
        }
        self.made += 1;
    }
}

/// The upper half of a word.
fn upper(word: u64) -> u32 {
    u32::try_from(word >> 32).unwrap_or(u32::MAX)
}

/// The next whole number below.
#[allow(clippy::cast_possible_truncation, reason = "values are within their ranges")]
fn floor(value: f64) -> i32 {
    value.floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEDULE: Schedule = Schedule { steps: 4000, rate: 0.02, seed: 7 };

    /// How good numbers are, in chances of a win: each is best two thirds of the way up its range.
    fn height(params: &Params) -> f64 {
        let off = |(number, value): (&Number, i32)| {
            let (least, most) = (f64::from(*number.range.start()), f64::from(*number.range.end()));
            let away = (f64::from(value) - least) / (most - least) - 2.0 / 3.0;
            away * away
        };
        -Params::NUMBERS.iter().zip(params.values()).map(off).sum::<f64>()
    }

    #[test]
    fn the_top_of_a_hill_is_found_though_every_game_is_half_luck() {
        let mut ascent = Ascent::new(|_| true);
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(3);
        let before = height(&Params::default());
        for _ in 0..SCHEDULE.steps {
            let trial = ascent.trial(&SCHEDULE);
            let [one, other] = trial.sides.each_ref().map(height);
            let chance = 0.5 + (one - other) / 2.0;
            let won = f64::from(upper(luck.next_u64())) / f64::from(u32::MAX) < chance;
            ascent.learn(&SCHEDULE, &trial, if won { 1.0 } else { -1.0 });
        }
        let after =
            height(&Params::of(&ascent.values.iter().map(|&value| floor(value + 0.5)).collect::<Vec<_>>()));
        assert!(after > before / 3.0, "{before} before, {after} after");
    }

    #[test]
    fn what_is_not_to_be_moved_stays() {
        let mut ascent = Ascent::new(|number| number.name == "razor");
        let trial = ascent.trial(&SCHEDULE);
        ascent.learn(&SCHEDULE, &trial, 2.0);
        for (number, &value) in Params::NUMBERS.iter().zip(&ascent.values) {
            assert_eq!(value.to_bits() == f64::from(number.usual).to_bits(), number.name != "razor");
        }
        let usual = Params::default().values();
        for side in trial.sides {
            assert_eq!(side.values().iter().zip(&usual).filter(|(a, b)| a != b).count(), 1);
        }
    }

    #[test]
    fn the_same_seed_tries_the_same_steps() {
        let sides = |seed| Ascent::new(|_| true).trial(&Schedule { seed, ..SCHEDULE }).sides;
        assert_eq!(sides(1), sides(1));
        assert_ne!(sides(1), sides(2));
    }
}
