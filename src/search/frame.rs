//! What a search keeps of each ply of the line it is in, and of each move at the root.

use super::history::PieceTo;
use super::score::{MAX_PLY, Score};
use crate::game::KindId;
use crate::position::{Move, Obligation, Position};

/// The most quiet moves of a node, and the most captures, that are told they failed.
const FAILED: usize = 64;

/// What a search knows of each ply of the line it is in.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The best line from here.
    pub pv: Vec<Move>,
    /// The corrected evaluation; nothing where `evading`.
    pub eval: Score,
    /// Whether the side to move here has no free choice: it is in check or otherwise about to lose, or must
    /// capture.
    pub evading: bool,
    /// Whether it is worth looking a ply further for that: it is in check or about to lose, or has a single
    /// move.
    pub extends: bool,
    /// Turns from the root.
    pub turn: usize,
    /// Whether the side to move here has made the move before, too.
    pub moves_again: bool,
    /// The man moved from here, and to where; `None` for a null move.
    pub moved: Option<PieceTo>,
    /// The same, unless it captures or promotes; of before, after a null move.
    pub moved_quietly: Option<PieceTo>,
    /// Quiet moves that were best in sister nodes.
    pub killers: [Move; 2],
    /// The move a singularity search leaves out.
    pub excluded: Move,
    /// Quiet moves and captures tried without success.
    pub failed: [Vec<(PieceTo, Option<KindId>)>; 2],
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            pv: Vec::with_capacity(MAX_PLY),
            eval: Score::DRAW,
            evading: false,
            extends: false,
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
    /// Notes whether the side to move of its position is in check or otherwise forced.
    #[inline]
    pub(super) fn note_check(&mut self, pos: &Position) {
        let (threat, capture) = (pos.must_answer(), pos.must_capture());
        self.evading = threat || capture.is_some();
        self.extends = threat || capture == Some(Obligation::Single);
    }

    /// Whether that has been noted of this position. After a pass nothing but check is excluded: what else
    /// threatens a side is not looked for there.
    pub(super) fn knows_check(&self, pos: &Position) -> bool {
        if self.evading { pos.must_answer() || pos.must_capture().is_some() } else { !pos.in_check() }
    }

    /// Notes a move tried without success.
    #[inline]
    pub(super) fn fail(&mut self, m: PieceTo, victim: Option<KindId>, quiet: bool) {
        let failed = &mut self.failed[usize::from(!quiet)];
        if failed.len() < FAILED {
            failed.push((m, victim));
        }
    }

    /// Makes it as new, but keeps its lists.
    pub(super) fn reset(&mut self) {
        self.pv.clear();
        (self.eval, self.evading, self.moved) = (Score::DRAW, false, None);
        (self.turn, self.moves_again, self.extends) = (0, false, false);
        (self.killers, self.excluded) = ([Move::NONE; 2], Move::NONE);
    }
}

/// A move to consider at the root.
pub(super) struct RootMove {
    pub m: Move,
    /// Nodes this iteration has spent on it.
    pub nodes: u64,
    /// Whether a better line of this iteration begins with it.
    pub taken: bool,
}

impl RootMove {
    pub(super) fn new(m: Move) -> RootMove {
        RootMove { m, nodes: 0, taken: false }
    }
}
