//! Scores, and the part of the clock that a move may use.

use std::time::Duration;

use fibnif::engine::search::{Clock, Level, MAX_PLY, Score, budget};
use fibnif::rules::position::Margin;

const MS: Duration = Duration::from_millis(1);

/// Whether the flag falls within `moves` moves, each of which uses all its time and then `overhead`.
fn flag_falls(level: Level, overhead: Duration, moves: u32) -> bool {
    let mut remaining = level.base;
    (0..moves).any(|played| {
        let spent = budget(&level.clock(played, Some(remaining)), overhead, played).unwrap().hard + overhead;
        let fallen = spent >= remaining;
        remaining = remaining.saturating_sub(spent) + level.increment;
        if level.moves.is_some_and(|n| (played + 1) % n == 0) {
            remaining += level.base;
        }
        fallen
    })
}

#[test]
fn the_flag_never_falls() {
    for (moves, base, increment) in [
        (None, MS * 100, MS * 2),
        (None, MS * 100, MS * 10),
        (None, MS * 6000, MS * 100),
        (Some(40), MS * 300_000, Duration::ZERO),
        (Some(1), MS * 100, Duration::ZERO),
        (Some(5), MS * 1000, Duration::ZERO),
    ] {
        assert!(!flag_falls(Level { moves, base, increment }, MS, 400), "{moves:?} {base:?} {increment:?}");
    }
}

#[test]
fn a_machine_that_stalls_now_and_then_costs_no_game() {
    let level = Level { moves: None, base: MS * 500, increment: MS * 10 };
    // Every eighteenth move is this much later than it should be, and the reserve is the measured lateness.
    let falls = |stall: Duration, reserve: Duration| {
        let mut remaining = level.base;
        (0..400).any(|played| {
            let clock = level.clock(played, Some(remaining)).keeping(reserve);
            let late = if played % 18 == 17 { stall } else { MS * 2 };
            let spent = budget(&clock, MS * 5, played).unwrap().soft + late;
            let fallen = spent >= remaining;
            remaining = remaining.saturating_sub(spent) + level.increment;
            fallen
        })
    };
    assert!(!falls(MS * 60, Duration::ZERO));
    assert!(falls(MS * 110, Duration::ZERO));
    assert!(!falls(MS * 110, MS * 240));
    assert_eq!(Clock::PerMove(MS).keeping(MS), Clock::PerMove(MS));
    let seen = |left: u32| match level.clock(0, Some(MS * left)).keeping(MS * 140) {
        Clock::Running { remaining, .. } => remaining,
        other => panic!("{other:?}"),
    };
    assert_eq!((seen(500), seen(160), seen(40)), (MS * 360, MS * 40, MS * 10));
}

#[test]
fn no_increment_and_no_session_still_lasts_long() {
    assert!(!flag_falls(
        Level { moves: None, base: MS * 1000, increment: Duration::ZERO },
        Duration::ZERO,
        500
    ));
}

#[test]
fn soft_limits_are_within_hard_ones() {
    for remaining in [1, 7, 50, 1000, 60_000].map(|n| MS * n) {
        for moves_to_go in [None, Some(1), Some(2), Some(40), Some(0)] {
            for increment in [0, 10, 5000].map(|n| MS * n) {
                let budget =
                    budget(&Clock::Running { remaining, increment, moves_to_go }, MS * 10, 10).unwrap();
                assert!(budget.soft <= budget.hard && budget.hard < remaining);
            }
        }
    }
    let exact = budget(&Clock::PerMove(MS * 500), MS * 20, 0).unwrap();
    assert_eq!((exact.soft, exact.hard), (MS * 480, MS * 480));
}

#[test]
fn the_share_of_a_clock_grows_with_the_moves_played_but_not_that_of_a_session() {
    let soft = |moves_to_go, played| {
        let clock = Clock::Running { remaining: MS * 60_000, increment: Duration::ZERO, moves_to_go };
        budget(&clock, MS * 10, played).unwrap().soft
    };
    let shares = [0, 5, 20, 60, 75, 76, u32::MAX].map(|played| soft(None, played));
    assert!(shares.is_sorted() && shares[0] * 4 < shares[2] && shares[2] * 2 < shares[3], "{shares:?}");
    assert_eq!(shares[5], shares[6]);
    assert_eq!(soft(Some(20), 0), soft(Some(20), 20));
}

#[test]
fn sessions_are_counted_from_the_moves_played() {
    let level = Level { moves: Some(40), base: MS * 1000, increment: Duration::ZERO };
    let to_go = |played| match level.clock(played, None) {
        Clock::Running { moves_to_go, .. } => moves_to_go,
        _ => None,
    };
    assert_eq!((to_go(0), to_go(39), to_go(40)), (Some(40), Some(1), Some(40)));
}

#[test]
fn mates_are_counted_in_moves_as_people_do() {
    assert_eq!(Score::mates(1).mate_in(), Some(1));
    assert_eq!(Score::mates(5).mate_in(), Some(3));
    assert_eq!(Score::mated(0).mate_in(), Some(0));
    assert_eq!(Score::mated(2).mate_in(), Some(-1));
    assert_eq!(Score::mated(4).mate_in(), Some(-2));
    assert_eq!(Score::MAX_EVAL.mate_in(), None);
    assert!(Score::mates(MAX_PLY).is_mate());
    assert_eq!((-Score::lost(3, Margin::Half)).mate_in(), Some(2));
}

#[test]
fn half_a_win_is_between_a_win_and_an_advantage() {
    let latest = -Score::lost(MAX_PLY, Margin::Half);
    assert!(Score::MAX_EVAL < latest && Score::HALF_MATE < Score::mates(MAX_PLY));
    assert_eq!(
        (latest.margin(), Score::mated(9).margin(), Score::MAX_EVAL.margin()),
        (Some(Margin::Half), Some(Margin::Full), None)
    );
}

#[test]
fn scores_read_as_people_write_them() {
    assert_eq!(Score(-7).to_string(), "-0.07");
    assert_eq!(Score(134).to_string(), "+1.34");
    assert_eq!(Score::mated(4).to_string(), "#-2");
    assert_eq!(Score::lost(4, Margin::Half).to_string(), "½#-2");
}
