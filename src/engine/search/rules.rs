//! Which rules of a game concern the search, in the search's own terms. Computed once for a game: no other
//! file of the search asks what the rules are.

use super::limits::Score;
use crate::rules::game::{Game, Hands, KindId};
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Obligation, Outcome, Peril, Position};

/// Where stalemate is no draw, the quiescence search looks for it if a side has at most so many pieces.
const FEW_PIECES: u32 = 4;

/// What the search may assume of a game.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "rules of a game that do not depend on each other")]
pub(super) struct SearchRules {
    /// Whether a side that can capture must.
    pub captures_forced: bool,
    /// Whether a side without a move wins or loses, so that zugzwang is common.
    pub stalemate_decides: bool,
    /// Which quiet moves that give check are tried where otherwise captures alone are.
    pub quiet_checks: QuietChecks,
    /// Plies in which each side has a turn.
    pub plies_per_round: i32,
    /// Whether a null move tells anything: the turns alternate, and captures are not forced, or stalemate
    /// decides and there are kings, as in Losers Chess (210 games against none: +57 Elo, 11 to 103). In the
    /// other games with forced captures it gained nothing (`benches/SEARCH.md`).
    pub may_pass: bool,
    /// Whether an attack can be answered before it is carried out: no side makes two moves in a row that
    /// concern the same pieces.
    pub alternates: bool,
    /// Whether sides put walls on squares, by moves without a piece.
    pub walls: bool,
    /// Whether captors explode: what a capture takes is more than the piece on its target.
    blasts: bool,
}

/// Which quiet checks the quiescence search tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QuietChecks {
    None,
    /// Drops: captured pieces come back, so there are many ways to give check.
    Drops,
    /// All: checks are counted, so that giving one is progress.
    All,
}

/// What the side to move must answer at once.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pressure {
    /// Whether it is in check, otherwise about to lose, or must capture.
    pub must_answer: bool,
    /// Whether that is worth another ply: it is in check or the other side at its goal, or it has a single
    /// capture.
    pub extend: bool,
}

impl SearchRules {
    pub(super) fn of(game: &Game) -> SearchRules {
        let rules = &game.def.rules;
        let alternate = rules.turn.is_one_move();
        let captures_forced = rules.capture.is_forced();
        let stalemate_decides = rules.no_moves.matters();
        let has_king = game.kind_ids().any(|kind| game.kind(kind).royal);
        SearchRules {
            captures_forced,
            stalemate_decides,
            quiet_checks: match () {
                () if game.checks_to_win() > 0 => QuietChecks::All,
                () if game.hands.as_ref().is_some_and(Hands::catches) => QuietChecks::Drops,
                () => QuietChecks::None,
            },
            plies_per_round: rules.turn.plies_per_round().into(),
            alternates: rules.turn.series().is_none(),
            walls: rules.walls.are_possible(),
            blasts: game.explosions().is_some(),
            may_pass: alternate && (!captures_forced || stalemate_decides && has_king),
        }
    }

    /// Whether winning material is good: where captures are forced, neither an exchange nor the evaluation of
    /// a position with captures tells who is better.
    #[inline]
    pub(super) fn exchanges_tell(self) -> bool {
        !self.captures_forced
    }

    #[inline]
    pub(super) fn counts_checks(self) -> bool {
        self.quiet_checks == QuietChecks::All
    }

    /// Whether a move gives a check that counts.
    #[inline]
    pub(super) fn is_progress(self, pos: &Position, m: Move) -> bool {
        self.counts_checks() && pos.checks_directly(m)
    }

    /// Whether the next check of the side to move wins the game.
    #[inline]
    pub(super) fn one_check_wins(self, pos: &Position) -> bool {
        self.counts_checks() && pos.counters().checks_left().is_some_and(|left| left[pos.side().index()] == 1)
    }

    /// Whether the exchange that a move begins wins less than `threshold` centipawns, and that matters.
    #[inline]
    pub(super) fn wins_less(self, pos: &Position, m: Move, threshold: i32, values: &[i32]) -> bool {
        self.exchanges_tell() && self.alternates && !wins_at_once(pos, m) && !pos.see(m, threshold, values)
    }

    /// What a move wins before any reply, if that tells anything: its victim, all that explodes with it, what
    /// it promotes to. A piece is worth `worths[kind]` centipawns.
    #[inline]
    pub(super) fn gain(self, pos: &Position, m: Move, worths: &[i32]) -> i32 {
        let worth = |kind: KindId| worths[kind.index()];
        let promoted =
            || m.promotion(pos.game()).zip(pos.mover(m)).map_or(0, |(new, old)| worth(new) - worth(old));
        match pos.captured(m) {
            _ if !self.exchanges_tell() => 0,
            Some(_) if self.blasts => pos.swing(m, worths),
            victim => victim.map_or(0, |victim| worth(victim.kind)) + promoted(),
        }
    }

    /// Whether the side to move may have no move although it is not in check, and that matters or is common.
    #[inline]
    pub(super) fn may_be_stalemate(self, pos: &Position) -> bool {
        self.plies_per_round > 2 || self.stalemate_decides && pos.board().of(pos.side()).len() <= FEW_PIECES
    }
}

/// Whether a move captures the last piece that the other side must keep.
#[inline]
pub(super) fn wins_at_once(pos: &Position, m: Move) -> bool {
    pos.takes_the_last(m)
}

/// What the side to move must answer at once.
#[inline]
pub(super) fn pressure(pos: &mut Position) -> Pressure {
    if is_outrun(pos) {
        return Pressure { must_answer: true, extend: true };
    }
    let (peril, capture) = (pos.peril(), pos.must_capture());
    // A piece that must not be lost is attacked so often that extending the search for it costs more plies
    // than it gains.
    let rare = matches!(peril, Some(Peril::Check | Peril::Goal));
    Pressure {
        must_answer: peril.is_some() || capture.is_some(),
        extend: rare || capture == Some(Obligation::Single),
    }
}

/// Whether the other side, if nothing stops it, reaches its goal with its next move, and the side to move
/// does not reach its own before.
#[inline]
fn is_outrun(pos: &mut Position) -> bool {
    if !pos.may_be_outrun() || pos.in_check() || pos.arrival().is_some() {
        return false;
    }
    pos.make_null();
    let outrun = pos.arrival().is_some();
    pos.unmake();
    outrun
}

/// The score of a game that has ended like this, `turn` turns from the root, for the side to move.
pub(super) fn score_of(outcome: Outcome, side: Color, turn: usize) -> Score {
    let Outcome { winner, reason: _, margin } = outcome;
    match winner {
        None => Score::DRAW,
        Some(winner) if winner == side => -Score::lost(turn, margin),
        Some(_) => Score::lost(turn, margin),
    }
}
