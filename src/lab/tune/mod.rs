//! `fibnif lab tune`: fits the weights of the evaluation to self-play games.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "statistics of small numbers, in the precision that fits millions of them"
)]

mod fit;
mod samples;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::games::{self, Games, NOTHING};
use crate::commands::Error;
use crate::engine::eval::{Evaluator, Weights};
use crate::engine::search::Score;
use crate::rules::variant::{Catalog, WeightsChoice};
use fit::FitTable;
use samples::Sample;

/// The arguments.
#[derive(Clone, Debug, Args)]
pub struct TuneArgs {
    /// The weights file: one line per weight, its name and its values; an existing file is continued
    pub weights: PathBuf,
    /// The files of games that `selfplay` wrote
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Number of rounds; each computes the derivatives of the evaluation anew
    #[arg(long, default_value_t = 2)]
    pub rounds: u32,
    /// Share of the search scores in the target; the rest is results
    #[arg(long, default_value_t = 0.5)]
    pub blend: f32,
    /// L2 penalty toward the built-in weights
    #[arg(long, default_value_t = 1e-5)]
    pub hold: f64,
    /// Share of the positions to use
    #[arg(long, default_value_t = 1.0)]
    pub share: f64,
    /// Seed of the selection of positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Reads weights from a file.
pub fn read_weights(path: &std::path::Path) -> Result<Weights, Error> {
    let text = fs::read_to_string(path).map_err(Error::file(path))?;
    Weights::read(&text).map_err(|fault| Error::Usage(format!("{}: {fault}", path.display())))
}

/// Fits the weights and writes them after each round.
pub fn run(catalog: &Catalog, tuning: &TuneArgs, out: &mut dyn Write) -> Result<(), Error> {
    let games = games::games(&tuning.games)?;
    let own = Weights::chosen(choice(catalog, &games)?);
    let mut weights = if tuning.weights.exists() { read_weights(&tuning.weights)? } else { own.clone() };
    let numbers = |weights: &Weights| -> Vec<f64> {
        weights.numbers().iter().map(|&(_, number)| f64::from(number)).collect()
    };
    let home = numbers(&own);
    for round in 1..=tuning.rounds {
        let (table, scale) = table(catalog, &games, &weights, tuning)?;
        let start = numbers(&weights);
        let steps = table.steps(&start, &home, scale, tuning.hold);
        let [before, after] = [table.error(&table.evals, scale), table.error(&table.after(&steps), scale)];
        let rounded: Vec<i32> =
            start.iter().zip(&steps).map(|(at, step)| (at + step).round() as i32).collect();
        weights = weights.with(&rounded);
        fs::write(&tuning.weights, weights.to_text()).map_err(Error::file(&tuning.weights))?;
        writeln!(
            out,
            "round {round}: {} positions of {} variants, scale {scale:.0}, error {before:.6}, then \
                {after:.6}",
            table.evals.len(),
            games.len()
        )?;
        out.flush()?;
    }
    for (old, new) in own.numbers().iter().zip(weights.numbers()) {
        if old.1 != new.1 {
            writeln!(out, "{} {} -> {}", old.0, old.1, new.1)?;
        }
    }
    Ok(())
}

/// The program's weights for these games. Weights of other games are no good starting point.
fn choice(catalog: &Catalog, games: &Games) -> Result<WeightsChoice, Error> {
    let mut first: Option<(&str, WeightsChoice)> = None;
    for variant in games.keys() {
        let name = variant.split(':').next().unwrap_or_default();
        if first.is_some_and(|(known, _)| known == name) {
            continue;
        }
        let choice = catalog.resolve(name)?.weights;
        match first {
            Some((known, other)) if other != choice => {
                return Err(Error::Usage(format!(
                    "expected games of variants with the same weights, found {known} and {name}, whose \
                     files name different ones"
                )));
            }
            _ => first = Some((name, choice)),
        }
    }
    Ok(first.map_or_else(WeightsChoice::default, |(_, choice)| choice))
}

/// Computes the derivatives of all weights in all positions, and the scale of the scores.
fn table(
    catalog: &Catalog,
    games: &Games,
    weights: &Weights,
    tuning: &TuneArgs,
) -> Result<(FitTable, f32), Error> {
    let base: Vec<i32> = weights.numbers().into_iter().map(|(_, number)| number).collect();
    let mut table = FitTable::new(base.len());
    let mut known = Vec::new();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(tuning.seed);
    let bar = ProgressBar::new(games.values().map(|games| games.len() as u64).sum());
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} games, {eta} to go") {
        bar.set_style(style);
    }
    for (variant, games) in games {
        let mut evaluator: Option<Evaluator> = None;
        samples::visit(catalog, variant, games, |game, samples| {
            let evaluator = evaluator.get_or_insert_with(|| Evaluator::new(game));
            let mut chosen = || (dice.next_u64() as f64) < tuning.share * u64::MAX as f64;
            let samples: Vec<&Sample> = samples.iter().filter(|_| chosen()).collect();
            add(&mut table, evaluator, weights, &base, &samples);
            known.extend(samples.iter().map(|sample| (sample.score as f32, sample.result)));
        })?;
        bar.inc(games.len() as u64);
    }
    bar.finish_and_clear();
    if known.is_empty() {
        return Err(Error::usage(NOTHING));
    }
    let scale = fit::scale(&known);
    let target = |&(score, result): &(f32, f32)| {
        tuning.blend * fit::expected(score, scale) + (1.0 - tuning.blend) * result
    };
    table.targets = known.iter().map(target).collect();
    Ok((table, scale))
}

/// Appends rows: each weight is changed a little, and all positions are evaluated again.
fn add(
    table: &mut FitTable,
    evaluator: &mut Evaluator,
    weights: &Weights,
    base: &[i32],
    samples: &[&Sample],
) {
    let mut evaluate = |weights: &Weights| -> Vec<f32> {
        evaluator.set_weights(weights);
        let white = |sample: &&Sample| {
            Score(evaluator.evaluate(&sample.position)).for_white(sample.position.side()).0 as f32
        };
        samples.iter().map(white).collect()
    };
    let evals = evaluate(weights);
    let mut moved = base.to_vec();
    for (i, &number) in base.iter().enumerate() {
        let step = (number.abs() / 4).clamp(6, 40);
        moved[i] += step;
        let after = evaluate(&weights.with(&moved));
        moved[i] = number;
        let slopes = after.iter().zip(&evals).map(|(after, before)| (after - before) / step as f32);
        table.slopes[i].extend(slopes);
    }
    table.evals.extend(evals);
}
