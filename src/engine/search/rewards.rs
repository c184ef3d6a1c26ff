//! What the histories learn from the main search and the quiescence search.

use super::history::PieceTo;
use super::limits::Score;
use super::node::{Candidate, Node};
use super::params as p;
use super::threads::SearchThread;
use crate::rules::game::KindId;

impl SearchThread<'_> {
    /// A move has refuted the other side's play: rewards it, and punishes those that failed before it.
    pub(super) fn reward_cutoff(&mut self, candidate: &Candidate, node: Node, before: [Option<PieceTo>; 2]) {
        let Candidate { m, piece_to, victim, quiet, .. } = *candidate;
        let frame = &mut self.stack[node.ply];
        if quiet {
            if frame.killers[0] != m {
                frame.killers = [m, frame.killers[0]];
            }
            self.history.update_quiet(piece_to, before, node.depth, true);
            for &(failed, _) in &frame.failed[0] {
                self.history.update_quiet(failed, before, node.depth, false);
            }
        }
        self.reward_capture(piece_to, victim, node);
    }

    /// The same for captures alone.
    pub(super) fn reward_capture(&mut self, m: PieceTo, victim: Option<KindId>, node: Node) {
        if let Some(victim) = victim {
            self.history.update_capture(m, victim, node.depth, true);
        }
        for &(failed, victim) in &self.stack[node.ply].failed[1] {
            if let Some(victim) = victim {
                self.history.update_capture(failed, victim, node.depth, false);
            }
        }
    }

    /// The other side's last move, if it is quiet and has ended its turn.
    fn last_quiet_move(&self, ply: usize) -> Option<PieceTo> {
        let last = &self.stack[ply.checked_sub(1)?];
        last.moved_quietly.filter(|_| last.moved.is_some() && !self.stack[ply].moves_again)
    }

    /// A quiet move has changed the evaluation: how good it is can be told before it is searched.
    pub(super) fn reward_swing(&mut self, eval: Score, ply: usize) {
        let Some(m) = self.last_quiet_move(ply) else { return };
        let Some(before) = self.stack[ply - 1].eval else { return };
        let gain = -eval.0 - before.0;
        let most = p::SWING_MOST;
        self.history.reward_alone(m, (gain * p::SWING).clamp(-most, most));
    }

    /// No move has raised alpha: the other side's last move was good.
    pub(super) fn reward_last_move(&mut self, depth: i32, ply: usize) {
        let Some(m) = self.last_quiet_move(ply) else { return };
        let before = self.before(ply - 1);
        self.history.reward_quiet(m, before, (depth * p::FAIL_LOW).min(p::FAIL_LOW_MOST));
    }
}
