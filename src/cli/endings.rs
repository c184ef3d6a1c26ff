//! The command lines of the endgame solver.

use std::io::Write;

use clap::Args;

use crate::solve::Budget;
use crate::tools::{self, Answer, ToolError, mates, solve};
use crate::variant::Catalog;

/// The arguments of `solve`.
///
/// Any men of a variant: White's letters, `v`, Black's, as in `fibnif solve cwda:nutters KHHvK`. Three men
/// take a moment, four some seconds; what the tables need is said before they are made.
#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// The variant, e.g. `cwda:nutters`
    variant: String,
    /// The men, e.g. `KQvK`
    #[arg(value_name = "MEN", required_unless_present = "fen", conflicts_with = "fen")]
    men: Option<String>,
    /// Judge this position, and show the best moves
    #[arg(long)]
    fen: Option<String>,
    /// With a position: draw a board with the result for each square that the man on this one could stand on
    #[arg(long, value_name = "SQUARE", requires = "fen")]
    map: Option<String>,
    #[command(flatten)]
    solving: Solving,
}

/// The arguments of `mates`.
#[derive(Debug, Args)]
pub(super) struct MatesArgs {
    /// The variant, e.g. `cwda:nutters`
    variant: String,
    /// Try each pair of men, too
    #[arg(long)]
    pairs: bool,
    #[command(flatten)]
    solving: Solving,
}

/// What a solver may use, and how it answers.
#[derive(Debug, Args)]
struct Solving {
    /// Megabytes its tables may take
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Threads that work on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    answer: Answer,
}

impl Solving {
    fn budget(&self) -> Budget {
        Budget { memory: self.memory << 20, threads: usize::from(self.threads) }
    }
}

impl SolveArgs {
    /// Solves what is asked for.
    pub(super) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<(), ToolError> {
        let question = match (&self.men, &self.fen, &self.map) {
            (_, Some(fen), Some(square)) => solve::EndingQuestion::Map(fen, square),
            (_, Some(fen), None) => solve::EndingQuestion::Position(fen),
            (men, None, _) => solve::EndingQuestion::Ending(men.as_deref().unwrap_or_default()),
        };
        let game = tools::game(catalog, &self.variant)?;
        solve::run(game, &question, self.solving.budget(), self.solving.answer.form(), out)
    }
}

impl MatesArgs {
    /// Lists what the men of a variant win.
    pub(super) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<(), ToolError> {
        let together = if self.pairs { mates::Together::Pairs } else { mates::Together::Alone };
        let game = tools::game(catalog, &self.variant)?;
        mates::run(&game, together, self.solving.budget(), self.solving.answer.form(), out)
    }
}
