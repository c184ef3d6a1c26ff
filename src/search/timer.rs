//! Watches the time of one search: when to look whether to break it off, and when to begin no new
//! iteration. How much time there is, `clock` says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::clock::{Stability, TimeBudget, budget, extend};
use super::limits::{Limits, Ponder};

/// The time that is to pass between two looks at the clock and the stop flag.
const LOOK: Duration = Duration::from_millis(1);
/// How long the first iteration goes on even if told to stop.
const PATIENCE: Duration = Duration::from_millis(4);

/// When to look next, counted in nodes: nodes are cheap to count, but how long one takes depends on
/// the variant and the machine.
#[derive(Debug)]
struct Polling {
    /// Nodes from one look to the next.
    stride: u64,
    next: u64,
}

impl Polling {
    /// Nobody knows yet how fast this search is: looks come thick at first.
    const FIRST: Polling = Polling { stride: 8, next: 8 };
    /// Nodes between two looks at most.
    const LONGEST: u64 = 1024;

    /// Plans the look after one at `nodes` that came `passed` after the one before.
    fn plan(&mut self, nodes: u64, passed: Duration) {
        if passed > LOOK {
            let times_late = u64::try_from(passed.as_micros() / LOOK.as_micros()).unwrap_or(u64::MAX - 1);
            self.stride = (self.stride / (times_late + 1)).max(1);
        } else if passed < LOOK / 2 {
            self.stride = (self.stride * 2).min(Polling::LONGEST);
        }
        self.next = nodes + self.stride;
    }
}

/// The clock of a search, which may begin to run in the middle of it.
pub(super) struct Timer<'a> {
    /// When the search began.
    began: Instant,
    pace: Polling,
    /// When the clock was last looked at.
    looked: Instant,
    overhead: Duration,
    reserve: Duration,
    /// The longest time between two looks, the first of which comes late by its nature.
    stall: Duration,
    /// What may hand over a clock; `None` if the search has its clock, or never gets one.
    ponder: Option<&'a Ponder>,
    /// The time there is, and when the thinking began that is measured by it.
    budget: Option<(TimeBudget, Instant)>,
    /// When to break the search off.
    deadline: Option<Instant>,
    /// What the last iteration told.
    stability: Option<Stability>,
}

impl<'a> Timer<'a> {
    /// The timer of a search that begins now.
    pub(super) fn new(limits: &'a Limits) -> Timer<'a> {
        let began = Instant::now();
        let mut timer = Timer {
            began,
            pace: Polling::FIRST,
            looked: began,
            overhead: limits.overhead,
            reserve: limits.reserve,
            stall: Duration::ZERO,
            ponder: limits.ponder.as_deref(),
            budget: None,
            deadline: None,
            stability: None,
        };
        if timer.ponder.is_none() {
            let since = limits.started.unwrap_or(began);
            let clock = limits.clock.keeping(limits.reserve);
            timer.budget = budget(&clock, limits.overhead).map(|budget| (budget, since));
            timer.deadline = timer.budget.map(|(budget, since)| since + budget.hard);
        }
        timer
    }

    /// How long the search has taken.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The longest time that passed between two looks.
    pub(super) fn stall(&self) -> Duration {
        self.stall
    }

    /// The node at which to look again whether to stop.
    #[inline]
    pub(super) fn due(&self) -> u64 {
        self.pace.next
    }

    /// Looks whether to break the search off at this node: told to by `stop`, or out of time. The
    /// first iteration is worth waiting a little for.
    #[cold]
    pub(super) fn look(&mut self, nodes: u64, stop: &AtomicBool, first_iteration: bool) -> bool {
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.looked);
        if self.looked > self.began {
            self.stall = self.stall.max(passed);
        }
        self.pace.plan(nodes, passed);
        self.looked = now;
        self.note_ponderhit();
        let over = stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|end| now >= end);
        over && !(first_iteration && now < self.began + PATIENCE)
    }

    /// Whether to begin no new iteration after one that has just ended.
    pub(super) fn is_enough(&mut self, stability: Stability) -> bool {
        self.stability = Some(stability);
        self.note_ponderhit();
        self.budget.is_some_and(|(budget, since)| since.elapsed() >= extend(budget, stability))
    }

    /// Takes over the clock once the expected move has been played.
    fn note_ponderhit(&mut self) {
        let Some((clock, at)) = self.ponder.and_then(Ponder::clock) else { return };
        self.ponder = None;
        let Some(budget) = budget(&clock.keeping(self.reserve), self.overhead) else { return };
        // Time to be used up is used up from now on; any other has been running all along.
        let since = if budget.soft < budget.hard { self.began } else { at };
        self.budget = Some((budget, since));
        let hard = at + budget.hard;
        // The iteration under way would perhaps not have been begun any more.
        let enough = self.stability.map(|stability| since + extend(budget, stability));
        self.deadline = Some(enough.filter(|&end| end <= at).unwrap_or(hard));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The looks at a search that takes so long for each node: the node of each, and what has passed
    /// since the one before.
    fn looks(node: Duration) -> Vec<(u64, Duration)> {
        let mut pace = Polling::FIRST;
        let mut last = 0;
        let mut look = || {
            let (nodes, passed) = (pace.next, node * u32::try_from(pace.next - last).unwrap());
            pace.plan(nodes, passed);
            last = nodes;
            (nodes, passed)
        };
        (0..200).map(|_| look()).collect()
    }

    #[test]
    fn looks_are_some_nodes_apart_in_fast_games_and_each_node_is_looked_at_in_the_slowest() {
        let gaps = |node| looks(node).windows(2).map(|pair| pair[1].0 - pair[0].0).collect::<Vec<_>>();
        let fast = gaps(Duration::from_nanos(400));
        assert_eq!((fast[0], fast[9], fast[198]), (16, 1024, 1024));
        assert_eq!(gaps(Duration::from_millis(5))[5], 1);
    }

    #[test]
    fn a_stop_is_seen_in_time_however_slow_the_nodes_are() {
        for nanos in [100, 400, 2_000, 10_000, 50_000, 250_000, 1_000_000] {
            let looks = looks(Duration::from_nanos(nanos));
            assert!(looks.iter().all(|&(_, passed)| passed <= 8 * LOOK), "{nanos} ns a node");
            assert!(looks[5..].iter().all(|&(_, passed)| passed <= 2 * LOOK), "{nanos} ns a node");
        }
    }

    #[test]
    fn a_search_that_grows_slower_is_looked_at_more_often() {
        let mut pace = Polling::FIRST;
        (0..20).for_each(|_| pace.plan(pace.next, LOOK / 10));
        assert_eq!(pace.stride, Polling::LONGEST);
        pace.plan(pace.next, LOOK * 7);
        assert_eq!(pace.stride, Polling::LONGEST / 8);
    }
}
