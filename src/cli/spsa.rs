//! The command line of `spsa`.

use std::path::PathBuf;

use clap::Args;

use crate::arena::control::TimeLimit;
use crate::search::TimeControl;
use crate::search::params::Number;
use crate::tools::spsa::{Spsa, number};

/// Positions visited for each move if nobody says what limits the thinking.
const NODES: u64 = 5000;

/// The arguments of `spsa`.
#[derive(Debug, Args)]
pub(super) struct SpsaArgs {
    /// The numbers: a line for each, its name and its value
    file: PathBuf,
    /// The numbers to be tuned, if not all
    #[arg(long = "number", num_args = 1.., value_name = "NAME", value_parser = number)]
    numbers: Vec<&'static Number>,
    /// The variants, taken in turn
    #[arg(long, default_values = ["chess", "cwda:fide/nutters", "cwda:clobberers/rookies"], num_args = 1..)]
    variant: Vec<String>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pairs: u32,
    /// Pairs of games in a step
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    batch: u32,
    /// Positions to visit for each move; 5000 if there is no clock either
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Clock: `10+0.1`, `1:30+1`, `40/60`, in seconds or minutes:seconds
    #[arg(long, value_name = "TIME")]
    tc: Option<TimeControl>,
    /// Charges what the processor did, not the time that passed (Linux): for loaded machines
    #[arg(long)]
    cpu_clock: bool,
    /// How far a number moves in the end for a game won, in units of the step in which it is tried
    #[arg(long, default_value_t = 0.01, value_parser = rate)]
    rate: f64,
    /// Random moves at the beginning of games
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    plies: u32,
    /// What openings and moves of numbers are drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once; steps of several pairs make use of them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
}

impl SpsaArgs {
    /// What is asked for.
    pub(super) fn wishes(&self) -> Spsa {
        Spsa {
            file: self.file.clone(),
            numbers: self.numbers.clone(),
            variants: self.variant.clone(),
            pairs: self.pairs,
            batch: self.batch,
            control: TimeLimit {
                time: self.tc,
                nodes: self.nodes.or(self.tc.is_none().then_some(NODES)),
                depth: None,
            },
            cpu_clock: self.cpu_clock,
            rate: self.rate,
            plies: self.plies,
            seed: self.seed,
            concurrency: usize::from(self.concurrency),
        }
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let positive = text.parse().ok().filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    positive.ok_or_else(|| format!("expected a number above 0 and not above 1, found `{text}`"))
}
