//! Perft: counts move sequences, the usual test of a move generator.
//!
//! Draws by repetition, move count or material do not end a sequence, and promotions to different pieces
//! count separately, as in every published table. Nothing is counted after an end specific to the game (a
//! goal reached, pieces lost).

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use super::Error;
use super::load::{PositionArgs, tell_end};
use super::{Command, Context, ExitStatus, OutputArgs, json_line};
use crate::rules::geometry::Real;
use crate::rules::position::{Horizon, MoveKind, Outcome, Position, perft, perft_making};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    #[command(flatten)]
    place: PositionArgs,
    #[command(flatten)]
    request: PerftRequest,
}

/// What is counted and printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct PerftRequest {
    /// The length of the sequences in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
    /// Also print the count below each move
    #[arg(long)]
    pub divide: bool,
    /// Make every move of the last ply instead of counting the moves in the list
    #[arg(long)]
    pub no_bulk: bool,
    /// The form of the answer.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl Command for PerftArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif perft chess 4"];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        tell_end(run(&mut self.place.position(catalog)?, &self.request, out)?)?;
        Ok(ExitStatus::Success)
    }
}

impl PerftRequest {
    /// Sequences of `depth` legal moves from `position`.
    fn count(&self, position: &mut Position, depth: u32) -> u64 {
        if self.no_bulk { perft_making(position, depth) } else { perft(position, depth) }
    }
}

/// The count, as JSON shows it.
#[derive(Serialize)]
struct Perft<'a> {
    variant: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// The count below each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Prints the count, with `nodes N` as the last line. Returns how the game is over if there is nothing to
/// count.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(
    position: &mut Position,
    request: &PerftRequest,
    out: &mut dyn Write,
) -> Result<Option<Outcome>, Error> {
    let start = Instant::now();
    let divide = (request.divide && request.depth > 0).then(|| divide(position, request));
    let nodes = match &divide {
        Some(counts) => counts.values().sum(),
        None => request.count(position, request.depth),
    };
    let time = start.elapsed();
    if request.output.json {
        let (variant, fen) = (position.game().def.id.as_str(), position.fen());
        let seconds = time.as_secs_f64();
        json_line(&Perft { variant, fen, depth: request.depth, nodes, seconds, divide }, out)?;
    } else {
        for (text, below) in divide.iter().flatten() {
            writeln!(out, "{text}: {below}")?;
        }
        let speed = nodes.real() / time.as_secs_f64().max(1e-6) / 1e6;
        writeln!(out, "time {:.3} s, {speed:.1} million nodes a second", time.as_secs_f64())?;
        writeln!(out, "nodes {nodes}")?;
    }
    Ok(if nodes == 0 { position.outcome() } else { None })
}

/// The count below each move, by the moves' text.
fn divide(position: &mut Position, request: &PerftRequest) -> BTreeMap<String, u64> {
    let mut moves = Vec::new();
    if position.end(Horizon::Board).is_none() {
        position.legal_moves(MoveKind::All, &mut moves);
    }
    let below = |m| {
        let text = position.move_text(m);
        position.make(m);
        let below = request.count(position, request.depth - 1);
        position.unmake();
        (text, below)
    };
    moves.into_iter().map(below).collect()
}
