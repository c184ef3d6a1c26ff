//! What a search keeps for each ply of the current line, and for each move at the root.

use super::history::PieceTo;
use super::rules::{Urgency, urgency};
use super::score::{MAX_PLY, Score};
use crate::game::KindId;
use crate::position::{Move, Position};

/// The most quiet moves of a node, and the most captures, that are remembered as failures.
const FAILED: usize = 64;

/// What a search knows of a ply of the current line.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The best line from here.
    pub pv: Vec<Move>,
    /// The corrected evaluation; it says nothing where the side is evading.
    pub eval: Score,
    /// How free the side to move is.
    pub urgency: Urgency,
    /// Turns from the root.
    pub turn: usize,
    /// Whether the side to move has made the previous move, too.
    pub moves_again: bool,
    /// The move made here; `None` for a null move.
    pub moved: Option<PieceTo>,
    /// The same if it is quiet. A null move leaves it as it was.
    pub moved_quietly: Option<PieceTo>,
    /// Quiet moves that were best in sibling nodes.
    pub killers: [Move; 2],
    /// The move that a search for singular extension leaves out.
    pub excluded: Move,
    /// Quiet moves and captures that did not raise alpha.
    pub failed: [Vec<(PieceTo, Option<KindId>)>; 2],
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            pv: Vec::with_capacity(MAX_PLY),
            eval: Score::DRAW,
            urgency: Urgency::default(),
            turn: 0,
            moves_again: false,
            moved: None,
            moved_quietly: None,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            failed: [Vec::with_capacity(FAILED), Vec::with_capacity(FAILED)],
        }
    }
}

impl Frame {
    /// Whether `urgency` is that of this position. After a pass nothing but check is excluded: what else
    /// threatens a side is not looked for there.
    pub(super) fn knows_check(&self, pos: &Position) -> bool {
        if self.urgency.evading { urgency(pos).evading } else { !pos.in_check() }
    }

    /// Notes a move that did not raise alpha.
    #[inline]
    pub(super) fn fail(&mut self, m: PieceTo, victim: Option<KindId>, quiet: bool) {
        let failed = &mut self.failed[usize::from(!quiet)];
        if failed.len() < FAILED {
            failed.push((m, victim));
        }
    }

    /// Resets the frame, but keeps the memory of its lists.
    pub(super) fn reset(&mut self) {
        self.pv.clear();
        (self.eval, self.urgency, self.moved) = (Score::DRAW, Urgency::default(), None);
        (self.turn, self.moves_again) = (0, false);
        (self.killers, self.excluded) = ([Move::NONE; 2], Move::NONE);
    }
}

/// A move to consider at the root.
pub(super) struct RootMove {
    pub m: Move,
    /// Nodes spent on it in this iteration.
    pub nodes: u64,
    /// Whether a better line of this iteration begins with it.
    pub taken: bool,
}

impl RootMove {
    pub(super) fn new(m: Move) -> RootMove {
        RootMove { m, nodes: 0, taken: false }
    }
}
