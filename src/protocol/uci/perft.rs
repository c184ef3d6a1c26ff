//! `go perft N`: the number of move sequences below each move, in the format of other engines.

use std::sync::atomic::{AtomicBool, Ordering};

use super::info;
use crate::rules::position::{Move, Position, perft};

/// The maximum number of plies. More would take forever.
pub(super) const MOST_PLIES: u32 = 40;
/// Subtrees of this depth are counted without checking for `stop`.
const UNWATCHED: u32 = 3;

/// Counts the sequences of `depth` legal moves. Reports the count below each first move, then the sum.
/// `stop` ends it early.
pub(super) fn run(
    mut position: Position,
    depth: u32,
    shuffled: bool,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(String),
) {
    let depth = depth.clamp(1, MOST_PLIES);
    let mut sum = 0;
    for m in moves(&position) {
        let text = info::write_move(&position, m, shuffled);
        position.make(m);
        let below = count(&mut position, depth - 1, stop);
        position.unmake();
        let Some(below) = below else { return tell("info string perft stopped".to_string()) };
        tell(format!("{text}: {below}"));
        sum += below;
    }
    tell(String::new());
    tell(format!("Nodes searched: {sum}"));
    tell(String::new());
}

/// The number of sequences of this length; `None` after `stop`.
fn count(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(perft(position, depth));
    }
    let mut sum = 0;
    for m in moves(position) {
        position.make(m);
        let below = count(position, depth - 1, stop);
        position.unmake();
        sum += below?;
    }
    Some(sum)
}

/// The legal moves; none after an end by the game's own rules.
fn moves(position: &Position) -> Vec<Move> {
    if position.decided().is_none() { position.moves() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn told(depth: u32, stopped: bool) -> Vec<String> {
        let start = Position::start(compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap());
        let mut lines = Vec::new();
        run(start, depth, false, &AtomicBool::new(stopped), &mut |line| lines.push(line));
        lines
    }

    #[test]
    fn the_count_below_each_move_and_the_sum_are_told() {
        let lines = told(3, false);
        assert_eq!(lines.len(), 23, "{lines:#?}");
        assert!(
            lines.contains(&"e2e4: 600".to_string()) && lines.contains(&"Nodes searched: 8902".to_string())
        );
        assert!(told(5, false).contains(&"Nodes searched: 4865609".to_string()));
    }

    #[test]
    fn it_can_be_stopped() {
        assert_eq!(told(9, true), ["info string perft stopped"]);
    }
}
