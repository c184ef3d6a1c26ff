//! How much of the clock one move may take, when an iteration is the last, and the timer of a
//! search, which says when to check whether to stop. Only the timer asks what time it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::limits::{Clock, Limits, Ponder};
use crate::engine::convert::count;

/// How long to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// About the time to take: no iteration begins after a share of it that depends on doubts.
    pub soft: Duration,
    /// The search is stopped at this time.
    pub hard: Duration,
}

/// The most moves for which the time of a session is divided.
const MOVES_AHEAD: u32 = 40;
/// How much the share of the clock that a move gets grows with each move, in a game without sessions, in
/// 100,000ths.
///
/// Games are decided in the middle. A share that grows with the moves played, against 1/28 of what is left
/// for every move, scored at 1+0.01 seconds 57.5 % of 100 games of chess (± 6), 58.0 % of 220 of Crazyhouse
/// (± 6), 58.5 % of 100 of Pocket Knight (± 6) and 65.5 % of 100 of S-Chess (± 7), but at 4+0.04 seconds
/// 47.2 % of 72 games of chess (± 7). `benches/SEARCH.md`, A share that grows, has the other trials.
const SHARE_PER_MOVE: u32 = 100;
/// The share of the first move, in what it grows by with each move. With less of it
/// and steeper shares (0.2 % and 0.15 or 0.13 % a move) S-Chess had 55.5 % of 100 games (± 8), but chess
/// 47.5 % of 100 (± 7).
pub const HEAD_START: u32 = 5;
/// The greatest share. Untuned.
const MOST_SHARE: u32 = 8000;
/// Moves for which overhead is reserved unless increments pay for it. With less, one of 500 games at
/// 0.5+0.01 seconds was lost on time on a busy machine.
const MOVES_GUARDED: u32 = 8;
/// The least that is reserved: a busy machine may stop a program for so long. With the overhead of a single
/// move, 4 of 460 games at 0.5+0.01 seconds were lost on time on a very busy machine, where the rule before,
/// which always reserved that of eight, lost none.
const PAUSE: Duration = Duration::from_millis(60);
/// The share of the soft limit, in per cent, that a search without doubts takes before its move is steady;
/// doubts lengthen it. 40 scored 38 % of 30 games of chess at 4+0.04 seconds and used up less of the clock
/// than the rule before it.
const SCALE: u32 = 70;

/// How long to think when every move loses `overhead` outside the program, and the side has
/// [`played`](Limits::played) so many moves; `None` without a limit.
///
/// The hard limit never exceeds half of what is left unless this move ends a session.
pub fn budget(clock: &Clock, overhead: Duration, played: u32) -> Option<TimeBudget> {
    match *clock {
        Clock::Unlimited => None,
        Clock::PerMove(time) => {
            let time = time.saturating_sub(overhead).max(time / 8);
            Some(TimeBudget { soft: time, hard: time })
        }
        Clock::Running { remaining, increment, moves_to_go } => {
            let is_paid = increment >= overhead && moves_to_go.is_none();
            let guarded =
                if is_paid { 1 } else { moves_to_go.unwrap_or(MOVES_GUARDED).clamp(1, MOVES_GUARDED) };
            let reserved = (overhead * guarded).max(PAUSE);
            let left = remaining.saturating_sub(reserved).max(remaining / 16);
            let paid = increment * 3 / 4;
            let (share, most) = if let Some(moves) = moves_to_go {
                let share = left / moves.clamp(1, MOVES_AHEAD);
                // A session has to last even if each of its moves takes all it may.
                (share, share * 5 + increment)
            } else {
                let grown = played.saturating_add(HEAD_START).saturating_mul(SHARE_PER_MOVE);
                let share = left / 100_000 * grown.min(MOST_SHARE);
                (share, (share + paid) * 7)
            };
            let soft = share + paid;
            let ends_session = moves_to_go.is_some_and(|moves| moves <= 1);
            let hard = if ends_session { left } else { most.min(left * 2 / 5) };
            let hard = hard.min(left * 3 / 4);
            Some(TimeBudget { soft: soft.min(hard * 2 / 3), hard })
        }
    }
}

/// How sure the search is of its move after an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stability {
    /// More thought would change nothing: there is a single move, or a mate is seen to its end.
    Settled,
    /// More thought may change the move.
    Open {
        /// Iterations in a row, before this one, that found the same move.
        steady: usize,
        /// How often iterations changed the move, in per cent. A change counts half as much after each
        /// iteration.
        changes: u32,
        /// Centipawns by which the score is below that of the first iterations, which repeat what the last
        /// search expected, plus those by which it is below that of four iterations ago.
        fall: i32,
    },
}

/// The time after which no new iteration begins: sooner when the search is sure of its move, later when it is
/// not, and never after the hard limit. A fixed time for a move is always used up.
///
/// The factors come from 2,872 positions of chess, each searched with eight times the usual nodes: what a
/// longer search gains depends on these three numbers (`benches/SEARCH.md`, The clock).
pub(super) fn extend(budget: TimeBudget, stability: Stability) -> Duration {
    const STEADY: [u32; 9] = [100, 100, 100, 85, 85, 70, 70, 70, 55];
    match stability {
        _ if budget.soft >= budget.hard => budget.hard,
        Stability::Settled => Duration::ZERO,
        Stability::Open { steady, changes, fall } => {
            let steadiness = STEADY[steady.min(STEADY.len() - 1)];
            let doubt = 100 + changes * 6 / 5;
            let worse = 100 + 2 * count(fall.min(75));
            (budget.soft * SCALE / 100 * steadiness / 100 * doubt / 100 * worse / 100).min(budget.hard)
        }
    }
}

/// The time at which an iteration is stopped that began before the time for the last iteration, `soft`. Long
/// ones cost more than they gain.
pub(super) fn patience(budget: TimeBudget, soft: Duration) -> Duration {
    (soft * 3).min(budget.hard)
}

/// The time between two checks of the clock and the stop flag.
const INTERVAL: Duration = Duration::from_millis(1);
/// How long the first iteration continues even if told to stop.
const PATIENCE: Duration = Duration::from_millis(4);

/// When to check next, in nodes. Nodes are cheap to count, but how long one takes depends on the variant and
/// the machine.
#[derive(Debug)]
struct Polling {
    /// Nodes from one check to the next.
    stride: u64,
    next: u64,
}

impl Polling {
    /// The speed is unknown at first, so checks are frequent.
    const FIRST: Polling = Polling { stride: 8, next: 8 };
    /// The most nodes between two checks.
    const LONGEST: u64 = 1024;

    /// Plans the check after one at `nodes`, which came `passed` after the one before.
    fn plan(&mut self, nodes: u64, passed: Duration) {
        if passed > INTERVAL {
            let times_late = u64::try_from(passed.as_micros() / INTERVAL.as_micros()).unwrap_or(u64::MAX - 1);
            self.stride = (self.stride / (times_late + 1)).max(1);
        } else if passed < INTERVAL / 2 {
            self.stride = (self.stride * 2).min(Polling::LONGEST);
        }
        self.next = nodes + self.stride;
    }
}

/// The timer of a search, whose clock may start to run in the middle of it.
pub(super) struct Timer<'a> {
    began: Instant,
    pace: Polling,
    /// When the clock was last checked.
    checked: Instant,
    overhead: Duration,
    reserve: Duration,
    played: u32,
    /// The longest time between two checks. The first does not count, as it is always late.
    stall: Duration,
    /// Hands over a clock; `None` if the search has its clock, or never gets one.
    ponder: Option<&'a Ponder>,
    /// The time for the move, and since when it runs.
    budget: Option<(TimeBudget, Instant)>,
    /// When to stop the search.
    deadline: Option<Instant>,
    /// How sure the last iteration was.
    stability: Option<Stability>,
}

impl<'a> Timer<'a> {
    /// The timer of a search that begins now.
    pub(super) fn new(limits: &'a Limits) -> Timer<'a> {
        let began = Instant::now();
        let mut timer = Timer {
            began,
            pace: Polling::FIRST,
            checked: began,
            overhead: limits.overhead,
            reserve: limits.reserve,
            played: limits.played,
            stall: Duration::ZERO,
            ponder: limits.ponder.as_deref(),
            budget: None,
            deadline: None,
            stability: None,
        };
        if timer.ponder.is_none() {
            let since = limits.started.unwrap_or(began);
            let clock = limits.clock.keeping(limits.reserve);
            timer.budget = budget(&clock, limits.overhead, limits.played).map(|budget| (budget, since));
            timer.deadline = timer.budget.map(|(budget, since)| since + budget.hard);
        }
        timer
    }

    /// How long the search has taken.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The longest time between two checks.
    pub(super) fn stall(&self) -> Duration {
        self.stall
    }

    /// The node at which to check next.
    #[inline]
    pub(super) fn due(&self) -> u64 {
        self.pace.next
    }

    /// Whether to stop at this node: told to by `stop`, or out of time. The first iteration gets a little
    /// more time.
    #[cold]
    pub(super) fn is_over(&mut self, nodes: u64, stop: &AtomicBool, first_iteration: bool) -> bool {
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.checked);
        if self.checked > self.began {
            self.stall = self.stall.max(passed);
        }
        self.pace.plan(nodes, passed);
        self.checked = now;
        self.note_ponderhit();
        let over = stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|end| now >= end);
        over && !(first_iteration && now < self.began + PATIENCE)
    }

    /// Whether no new iteration should begin after one that has just ended.
    pub(super) fn is_enough(&mut self, stability: Stability) -> bool {
        self.stability = Some(stability);
        self.note_ponderhit();
        let Some((budget, since)) = self.budget else { return false };
        let soft = extend(budget, stability);
        self.deadline = Some(since + patience(budget, soft));
        since.elapsed() >= soft
    }

    /// The score is falling: the iteration may take all the time there is.
    pub(super) fn worry(&mut self) {
        self.deadline = self.budget.map(|(budget, since)| since + budget.hard);
    }

    /// Takes over the clock once the expected move has been played.
    fn note_ponderhit(&mut self) {
        let Some((clock, at)) = self.ponder.and_then(Ponder::clock) else { return };
        self.ponder = None;
        let Some(budget) = budget(&clock.keeping(self.reserve), self.overhead, self.played) else { return };
        // A fixed time for the move begins now; any other has been running all along.
        let since = if budget.soft < budget.hard { self.began } else { at };
        self.budget = Some((budget, since));
        let hard = at + budget.hard;
        // Perhaps the current iteration would not have been started.
        let enough = self.stability.map(|stability| since + extend(budget, stability));
        self.deadline = Some(enough.filter(|&end| end <= at).unwrap_or(hard));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn doubt_takes_longer_than_certainty() {
        let budget = TimeBudget { soft: MS * 100, hard: MS * 500 };
        let open = |steady, changes, fall| extend(budget, Stability::Open { steady, changes, fall });
        assert!(open(0, 100, 40) > open(0, 100, 0));
        assert!(open(0, 150, 0) > open(0, 100, 0));
        assert!(open(8, 0, -50) < open(0, 0, 0));
        assert!(open(0, 200, 900) <= budget.hard);
        assert!(extend(budget, Stability::Settled) < open(30, 0, 0));
        assert_eq!([20, 200].map(|soft| patience(budget, MS * soft)), [MS * 60, MS * 500]);
    }

    /// Samples of a search that takes a fixed time per node: (node number, elapsed time).
    fn checks(node: Duration) -> Vec<(u64, Duration)> {
        let mut pace = Polling::FIRST;
        let mut last = 0;
        let mut check = || {
            let (nodes, passed) = (pace.next, node * u32::try_from(pace.next - last).unwrap());
            pace.plan(nodes, passed);
            last = nodes;
            (nodes, passed)
        };
        (0..200).map(|_| check()).collect()
    }

    #[test]
    fn checks_are_some_nodes_apart_in_fast_games_and_come_at_each_node_in_the_slowest() {
        let gaps = |node| checks(node).windows(2).map(|pair| pair[1].0 - pair[0].0).collect::<Vec<_>>();
        let fast = gaps(Duration::from_nanos(400));
        assert_eq!((fast[0], fast[9], fast[198]), (16, 1024, 1024));
        assert_eq!(gaps(Duration::from_millis(5))[5], 1);
    }

    #[test]
    fn a_stop_is_seen_in_time_however_slow_the_nodes_are() {
        for nanos in [100, 400, 2_000, 10_000, 50_000, 250_000, 1_000_000] {
            let checks = checks(Duration::from_nanos(nanos));
            assert!(checks.iter().all(|&(_, passed)| passed <= 8 * INTERVAL), "{nanos} ns a node");
            assert!(checks[5..].iter().all(|&(_, passed)| passed <= 2 * INTERVAL), "{nanos} ns a node");
        }
    }

    #[test]
    fn a_search_that_grows_slower_is_checked_more_often() {
        let mut pace = Polling::FIRST;
        (0..20).for_each(|_| pace.plan(pace.next, INTERVAL / 10));
        assert_eq!(pace.stride, Polling::LONGEST);
        pace.plan(pace.next, INTERVAL * 7);
        assert_eq!(pace.stride, Polling::LONGEST / 8);
    }
}
