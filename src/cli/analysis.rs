//! The command line of analyses.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arena::control::read_seconds;
use crate::play::host::Resources;
use crate::tools::analyze::{self, AnalysisRequest};
use crate::tools::{self, Answer, ToolError};
use crate::variant::Catalog;

/// The arguments of `analyze`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  fibnif analyze cwda:clobberers/nutters --depth 8 --lines 3\n  \
                        fibnif analyze --pgn games.pgn --nodes 2000 --chart score.svg\n  \
                        fibnif analyze chess --epd suite.epd --nodes 2000\n  \
                        fibnif analyze narrow --nodes 5000 --json")]
pub(super) struct AnalysisArgs {
    /// The variant, e.g. `cwda:clobberers/nutters`; games of a file say theirs, unless it is given
    #[arg(required_unless_present = "pgn")]
    variant: Option<String>,
    /// The position, if not the start
    #[arg(long, conflicts_with_all = ["pgn", "epd"])]
    fen: Option<String>,
    /// Annotates the games of this file
    #[arg(long, value_name = "FILE", conflicts_with = "epd")]
    pgn: Option<PathBuf>,
    /// Tries the positions of this file: which best moves (`bm`) are found, which bad ones (`am`) avoided
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Plies to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Positions to visit for each
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for each position; one if nothing else is said
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    #[command(flatten)]
    answer: Answer,
    /// Draws the score of the file's first game as a picture (SVG)
    #[arg(long, value_name = "FILE", requires = "pgn")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    resources: Resources,
}

impl AnalysisArgs {
    /// Analyzes.
    pub(super) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<(), ToolError> {
        let wishes = AnalysisRequest {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            lines: usize::from(self.lines),
            form: self.answer.form(),
            resources: self.resources,
            chart: self.chart.clone(),
        };
        if let Some(file) = &self.pgn {
            return analyze::annotate(catalog, self.variant.as_deref(), file, &wishes, out);
        }
        let game = tools::game(catalog, self.variant.as_deref().unwrap_or("chess"))?;
        match &self.epd {
            Some(file) => analyze::solve(&game, file, &wishes, out).map(drop),
            None => analyze::position(&tools::position(game, self.fen.as_deref())?, &wishes, out),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = read_seconds(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| format!("expected seconds, found `{text}`"))
}
