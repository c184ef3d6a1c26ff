//! Watches the time of one search: when to break it off, and when to begin no new iteration.
//! How much time there is, `clock` says.

use std::time::{Duration, Instant};

use super::clock::{Budget, Choice, budget, extend};
use super::limits::{Limits, Ponder};

/// The clock of a search, which may begin to run in the middle of it.
pub(super) struct Timer<'a> {
    /// When the search began.
    began: Instant,
    overhead: Duration,
    /// What may hand over a clock; `None` if the search has its clock, or never gets one.
    ponder: Option<&'a Ponder>,
    /// The time there is, and when the thinking began that is measured by it.
    budget: Option<(Budget, Instant)>,
    /// When to break the search off.
    deadline: Option<Instant>,
    /// What the last iteration told.
    choice: Option<Choice>,
}

impl<'a> Timer<'a> {
    /// The timer of a search that begins now.
    pub(super) fn new(limits: &'a Limits) -> Timer<'a> {
        let began = Instant::now();
        let mut timer =
            Timer { began, overhead: limits.overhead, ponder: limits.ponder.as_deref(), budget: None, deadline: None, choice: None };
        if timer.ponder.is_none() {
            let since = limits.started.unwrap_or(began);
            timer.budget = budget(&limits.clock, limits.overhead).map(|budget| (budget, since));
            timer.deadline = timer.budget.map(|(budget, since)| since + budget.hard);
        }
        timer
    }

    /// How long the search has taken.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether to break the search off now.
    pub(super) fn is_over(&mut self) -> bool {
        self.heed_hit();
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether to begin no new iteration after one that has just ended.
    pub(super) fn is_enough(&mut self, choice: Choice) -> bool {
        self.choice = Some(choice);
        self.heed_hit();
        self.budget.is_some_and(|(budget, since)| since.elapsed() >= extend(budget, choice))
    }

    /// Takes over the clock once the expected move has been played.
    fn heed_hit(&mut self) {
        let Some((clock, at)) = self.ponder.and_then(Ponder::clock) else { return };
        self.ponder = None;
        let Some(budget) = budget(&clock, self.overhead) else { return };
        // Time to be used up is used up from now on; any other has been running all along.
        let since = if budget.soft < budget.hard { self.began } else { at };
        self.budget = Some((budget, since));
        let hard = at + budget.hard;
        // The iteration under way would perhaps not have been begun any more.
        let enough = self.choice.map(|choice| since + extend(budget, choice));
        self.deadline = Some(enough.filter(|&end| end <= at).unwrap_or(hard));
    }
}
