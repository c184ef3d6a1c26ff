//! The fit: least squares between the evaluation and the targets of the positions.
//!
//! The evaluation is nearly linear in its weights. Each round computes the effect of a small change of each
//! weight in each position, and then finds the best steps for all weights together.

/// Steps of each round.
const STEPS: i32 = 300;
/// The first step, as a share of the scale of a weight.
const RATE: f64 = 0.03;
/// The smallest scale of a weight.
const LEAST_SCALE: f64 = 8.0;

/// The data of the positions, one row each.
#[derive(Debug)]
pub struct FitTable {
    /// The evaluation in centipawns.
    pub evals: Vec<f32>,
    /// By weight: the effect of one more unit of it in each position.
    pub slopes: Vec<Vec<f32>>,
    /// The target of each position, from 0 to 1.
    pub targets: Vec<f32>,
}

impl FitTable {
    /// A table for this many weights.
    pub fn new(weights: usize) -> FitTable {
        FitTable { evals: Vec::new(), slopes: vec![Vec::new(); weights], targets: Vec::new() }
    }

    /// The mean squared error if the evaluations differ by these amounts from those of the table.
    pub fn error(&self, evals: &[f32], scale: f32) -> f64 {
        let square = |(&eval, &target): (&f32, &f32)| f64::from((expected(eval, scale) - target).powi(2));
        evals.iter().zip(&self.targets).map(square).sum::<f64>() / count(self.targets.len())
    }

    /// The steps from `start` that fit best; `hold` penalizes the distance from `home`.
    pub fn steps(&self, start: &[f64], home: &[f64], scale: f32, hold: f64) -> Vec<f64> {
        let sizes: Vec<f64> = home.iter().map(|home| home.abs().max(LEAST_SCALE)).collect();
        let mut steps = vec![0.0; start.len()];
        let mut moments = vec![(0.0, 0.0); start.len()];
        for step in 1..=STEPS {
            let evals = self.after(&steps);
            let pull: Vec<f32> = evals
                .iter()
                .zip(&self.targets)
                .map(|(&eval, &target)| {
                    let expected = expected(eval, scale);
                    (expected - target) * expected * (1.0 - expected)
                })
                .collect();
            let rate = RATE * (1.0 - f64::from(step) / f64::from(STEPS + 1));
            for (i, slopes) in self.slopes.iter().enumerate() {
                let size = sizes[i];
                let slope = 2.0 * dot(&pull, slopes) / count(pull.len()) / f64::from(scale) * size
                    + 2.0 * hold * (start[i] + steps[i] - home[i]) / size;
                // Adam's step: the mean gradient divided by its root mean square.
                let (mean, square) = &mut moments[i];
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.99 * *square + 0.01 * slope * slope;
                let mean = *mean / (1.0 - 0.9f64.powi(step));
                let square = *square / (1.0 - 0.99f64.powi(step));
                steps[i] -= size * rate * mean / (square.sqrt() + 1e-12);
            }
        }
        steps
    }

    /// The evaluations after some steps, assuming they are linear.
    pub fn after(&self, steps: &[f64]) -> Vec<f32> {
        let mut evals = self.evals.clone();
        for (slopes, &step) in self.slopes.iter().zip(steps).filter(|(_, step)| **step != 0.0) {
            let step = step as f32;
            evals.iter_mut().zip(slopes).for_each(|(eval, slope)| *eval += step * slope);
        }
        evals
    }
}

/// The expected share of the point at this many centipawns.
pub fn expected(eval: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-eval / scale).exp())
}

/// The scale in centipawns at which scores predict results best.
pub fn scale(scores: &[(f32, f32)]) -> f32 {
    let error = |scale: f32| -> f64 {
        scores.iter().map(|(score, result)| f64::from((expected(*score, scale) - result).powi(2))).sum()
    };
    let scales = (8..60).map(|tens| tens as f32 * 10.0);
    scales.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(250.0)
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    // Parts in single precision are summed in double precision.
    a.chunks(4096)
        .zip(b.chunks(4096))
        .map(|(a, b)| f64::from(a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>()))
        .sum()
}

fn count(n: usize) -> f64 {
    (n as f64).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluations computed from two known weights: the fit must recover them.
    #[test]
    fn known_weights_are_found() {
        let mut table = FitTable::new(2);
        let truth = [30.0, -12.0];
        for i in 0..4000u32 {
            let features = [i % 17, i * 7 % 13].map(|x| x as f32 - 8.0);
            table.evals.push(10.0 * features[0] + 5.0 * features[1]);
            (0..2).for_each(|w| table.slopes[w].push(features[w]));
            table.targets.push(expected(truth[0] * features[0] + truth[1] * features[1], 250.0));
        }
        let start = [10.0, 5.0];
        let steps = table.steps(&start, &start, 250.0, 0.0);
        for i in 0..2 {
            assert!((start[i] + steps[i] - f64::from(truth[i])).abs() < 2.0, "{steps:?}");
        }
        let held = table.steps(&start, &start, 250.0, 1.0);
        assert!(held.iter().all(|step| step.abs() < 1.0), "{held:?}");
    }

    #[test]
    fn the_scale_is_that_of_the_results() {
        let scores: Vec<(f32, f32)> =
            (-40..40).map(|i| i as f32 * 20.0).map(|score| (score, expected(score, 200.0))).collect();
        assert!((scale(&scores) - 200.0).abs() < 1.0);
    }
}
