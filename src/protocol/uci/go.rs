//! `go`: the limits of a search.

use std::str::SplitWhitespace;
use std::time::Duration;

use crate::engine::search::{Clock, Limits};
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};

#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    pub limits: Limits,
    /// Whether its result must wait for `stop`.
    pub infinite: bool,
    pub ponder: bool,
}

const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Reads the arguments of `go`. Negative numbers count as none, because a clock may be late.
pub(super) fn read(arguments: &str, position: &Position) -> Go {
    let mut go = Go::default();
    let mut time = [None; 2];
    let mut increment = [Duration::ZERO; 2];
    let (mut moves_to_go, mut per_move) = (None, None);
    let mut words = arguments.split_whitespace().peekable();
    let number = |words: &mut std::iter::Peekable<SplitWhitespace>| -> Option<u64> {
        let number: i64 = words.next_if(|word| word.parse::<i64>().is_ok())?.parse().ok()?;
        Some(number.max(0).unsigned_abs())
    };
    while let Some(word) = words.next() {
        match word {
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                    go.limits.moves.extend(read_move(position, text));
                }
            }
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => time[0] = number(&mut words).map(Duration::from_millis),
            "btime" => time[1] = number(&mut words).map(Duration::from_millis),
            "winc" => increment[0] = Duration::from_millis(number(&mut words).unwrap_or(0)),
            "binc" => increment[1] = Duration::from_millis(number(&mut words).unwrap_or(0)),
            "movestogo" => moves_to_go = number(&mut words),
            "movetime" => per_move = number(&mut words).map(Duration::from_millis),
            "depth" => go.limits.depth = number(&mut words).and_then(small),
            "nodes" => go.limits.nodes = number(&mut words).map(|nodes| nodes.max(1)),
            "mate" => go.limits.mate = number(&mut words).and_then(small),
            _ => {}
        }
    }
    let [white, black] = time;
    let [white_increment, black_increment] = increment;
    let (remaining, increment) = match position.side() {
        Color::White => (white, white_increment),
        Color::Black => (black, black_increment),
    };
    go.limits.clock = match (per_move, remaining) {
        (Some(time), _) => Clock::PerMove(time),
        (None, Some(remaining)) => Clock::Running {
            remaining,
            increment,
            moves_to_go: moves_to_go.and_then(small).filter(|&moves| moves > 0),
        },
        (None, None) => Clock::Unlimited,
    };
    go
}

fn small(number: u64) -> Option<u32> {
    Some(u32::try_from(number).unwrap_or(u32::MAX)).filter(|&number| number > 0)
}

/// A move as a GUI writes it.
pub(super) fn read_move(position: &Position, text: &str) -> Option<Move> {
    position.parse_move(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn start() -> Position {
        Position::start(compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap())
    }

    #[test]
    fn limits_are_read() {
        let go = read("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 7", &start());
        assert_eq!(
            go.limits.clock,
            Clock::Running {
                remaining: Duration::from_secs(1),
                increment: Duration::from_millis(10),
                moves_to_go: Some(5)
            }
        );
        assert_eq!(go.limits.depth, Some(7));
        let go = read("searchmoves e2e4 d2d4 e2e5 infinite nodes 100", &start());
        assert_eq!((go.limits.moves.len(), go.infinite, go.limits.nodes), (2, true, Some(100)));
        let go = read("ponder wtime -5 btime x movetime", &start());
        assert!(go.ponder && matches!(go.limits.clock, Clock::Running { remaining: Duration::ZERO, .. }));
    }
}
