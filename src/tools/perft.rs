//! Perft: counts the move sequences of a position, the usual test of a move generator.
//!
//! Draws by repetition, move count or material cut nothing off, and promotions to different pieces
//! count separately, as in every published table. Where a game has ends of its own (a goal reached,
//! men lost), nothing is counted after them.

use std::io::Write;
use std::time::Instant;

use super::error::ToolError;
use crate::position::{MoveKind, Outcome, Position};

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastPly {
    /// By the length of the move list.
    Bulk,
    /// By making every move.
    Made,
}

/// What is printed besides the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Only the time and the sum.
    Sum,
    /// The count below each move as well.
    Divide,
}

/// Sequences of `depth` legal moves from `position`.
pub fn count(position: &mut Position, depth: u32, last: LastPly) -> u64 {
    match last {
        LastPly::Bulk => position.perft(depth),
        LastPly::Made => position.perft_making(depth),
    }
}

/// Prints the count, `nodes N` as the last line, and returns how the game is over if there is
/// nothing to count.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(
    position: &mut Position,
    depth: u32,
    last: LastPly,
    detail: Detail,
    out: &mut dyn Write,
) -> Result<Option<Outcome>, ToolError> {
    let start = Instant::now();
    let nodes = match detail {
        Detail::Divide if depth > 0 => divide(position, depth, last, out)?,
        Detail::Divide | Detail::Sum => count(position, depth, last),
    };
    let time = start.elapsed();
    // Tenths of a million nodes in a second.
    let speed = u128::from(nodes) * 10 / time.as_micros().max(1);
    writeln!(out, "time {:.3} s, {}.{} million nodes a second", time.as_secs_f64(), speed / 10, speed % 10)?;
    writeln!(out, "nodes {nodes}")?;
    Ok(if nodes == 0 { position.outcome() } else { None })
}

/// Prints the count below each move, sorted by the moves' text; returns the sum.
fn divide(position: &mut Position, depth: u32, last: LastPly, out: &mut dyn Write) -> Result<u64, ToolError> {
    let mut moves = Vec::new();
    if position.decided().is_none() {
        position.legal_moves(MoveKind::All, &mut moves);
    }
    let mut lines: Vec<_> = moves.into_iter().map(|m| (position.move_text(m), m)).collect();
    lines.sort_by(|a, b| a.0.cmp(&b.0));
    let mut sum = 0;
    for (text, m) in lines {
        position.make(m);
        let below = count(position, depth - 1, last);
        position.unmake();
        writeln!(out, "{text}: {below}")?;
        sum += below;
    }
    Ok(sum)
}
