//! Hill climbing on a noisy function of games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! Each step perturbs all parameters at random. A side with these values plays a side with the opposite
//! perturbations, and all parameters move a little toward the winner. Irrelevant changes cancel out over
//! many steps.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::search::params::{Number, Params};

/// How fast the perturbations shrink.
const SHRINK: f64 = 0.101;
/// How fast the learning steps shrink.
const COOL: f64 = 0.602;
/// The share of the steps by which the first learning steps are damped.
const START: f64 = 0.1;

/// The settings of the climb.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Schedule {
    /// The number of all steps.
    pub steps: u32,
    /// The movement of a parameter in the last step for a game won, in units of its perturbation.
    pub rate: f64,
    /// The seed.
    pub seed: u64,
}

/// The state of the climb.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ascent {
    /// Steps made.
    pub made: u32,
    /// The value of each search parameter.
    pub values: Vec<f64>,
    /// Whether it is tuned.
    pub moved: Vec<bool>,
}

/// A step to try.
pub(super) struct Trial {
    /// The perturbation of each parameter.
    moves: Vec<f64>,
    /// The values of both sides.
    pub sides: [Params; 2],
}

impl Ascent {
    /// The initial state; `moved` says which parameters are tuned.
    pub(super) fn new(moved: impl Fn(&Number) -> bool) -> Ascent {
        let numbers = Params::NUMBERS.iter();
        Ascent {
            made: 0,
            values: numbers.clone().map(|number| f64::from(number.usual)).collect(),
            moved: numbers.map(moved).collect(),
        }
    }

    /// The next step. Games use whole numbers: one of the two integers next to a value, drawn at random in
    /// the same way for both sides.
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
            // The upper half of the random word, as a fraction of one.
            let part = if moved { f64::from(upper(draw)) / f64::from(u32::MAX) * 0.999 } else { 0.5 };
            moves.push(sign * size);
            sides[0].push(floor(value + sign * size + part));
            sides[1].push(floor(value - sign * size + part));
        }
        Trial { moves, sides: sides.map(|values| Params::of(&values)) }
    }

    /// Applies the result: wins minus losses of the first side.
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

    /// The win probability of parameters: each is best two thirds of the way up its range.
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
