//! Counts of moves within which an ending must be won: see [`crate::rules::variant::Counting`].

use super::Position;
use super::state::{Count, State, Undo};
use crate::rules::game::{CountLimits, Game, Needs};
use crate::rules::geometry::{Color, Narrow};
use crate::rules::variant::CountFrom;

/// The search treats numbers of remaining plies that differ by less than this as equal.
const STEP: u16 = 4;
/// Spreads a count over a key.
const KEY: u64 = 0xD6E8_FEB8_6659_FD93;

impl Count {
    #[inline]
    pub(super) fn is_up(self) -> bool {
        self.limit > 0 && self.done >= self.limit
    }

    /// Counts a ply, if there is a count.
    #[inline]
    pub(super) fn tick(&mut self) {
        self.done = self.done.saturating_add(u16::from(self.limit > 0));
    }

    fn left(self) -> u16 {
        self.limit.saturating_sub(self.done)
    }
}

/// What a count depends on.
struct CountedMen {
    /// Of each side.
    all: [u32; 2],
    /// Of both.
    pawns: u32,
}

impl CountedMen {
    /// Whether a side has only its king, which begins a count.
    fn count_as_bare(&self, counting: &CountLimits) -> bool {
        let begins = self.pawns == 0 || counting.with_pawns > 0;
        begins && self.all.contains(&1) && !counting.bare.iter().all(Vec::is_empty)
    }
}

impl State {
    /// Counts the move that was just made.
    #[inline]
    pub(super) fn count_move(&mut self, game: &Game, counting: &CountLimits) {
        if self.timed {
            self.now.count.tick();
            // Only captures and promotions begin a count, except where a FEN has omitted it.
            if self.now.clock == 0 || self.now.count.limit == 0 {
                self.begin_count(game, counting);
            }
        }
    }

    fn begin_count(&mut self, game: &Game, counting: &CountLimits) {
        let Some(&Undo { mover_kind, played, .. }) = self.history.last() else { return };
        let mover = game.kind(mover_kind).color;
        let men = CountedMen {
            all: self.side_men.map(u64::count_ones),
            pawns: counting.pawns.iter().map(|kind| u32::from(self.counts[kind.index()])).sum(),
        };
        let mut before = CountedMen { ..men };
        for victim in self.last_changes().filter(|change| change.after.is_none()) {
            before.all[victim.color().index()] += 1;
            before.pawns += u32::from(victim.before.is_some_and(|victim| game.is_pawn(victim.kind)));
        }
        before.pawns += u32::from(played.promotion().is_some());
        let nothing = self.now.count.limit == 0;
        if men.count_as_bare(counting) && (nothing || !before.count_as_bare(counting)) {
            let limit = if men.pawns == 0 { self.bare_limit(counting, mover) } else { counting.with_pawns };
            let done = match counting.from {
                CountFrom::Zero => 0,
                CountFrom::Men => (2 * (men.all[0] + men.all[1])).narrow(),
            };
            self.now.count = Count { limit, done };
        } else if nothing && men.pawns == 0 {
            self.now.count = Count { limit: counting.pawnless, done: 0 };
        }
    }

    /// The limit of the pieces a side has.
    fn bare_limit(&self, counting: &CountLimits, color: Color) -> u16 {
        let mut limits = counting.bare[color.index()].iter();
        let fits =
            |(needs, _): &&(Needs, u16)| needs.iter().all(|&(kind, men)| self.counts[kind.index()] >= men);
        limits.find(fits).map_or(0, |&(_, plies)| plies)
    }

    /// Sets the limit of a count from a FEN. Without one the game is played with the move limit.
    pub(super) fn set_limit(&mut self, limit: Option<u16>) {
        if let Some(limit) = limit {
            self.now.count.limit = limit;
            self.timed = true;
            self.move_limit = 0;
        }
    }
}

/// Whether FENs of a game have the limit of a count.
pub(super) fn has_limit(game: &Game) -> bool {
    game.counting().is_some_and(|counting| counting.in_fen)
}

impl Position {
    /// The number of plies the game may still last by the running count, if there is one.
    #[inline]
    pub fn plies_left(&self) -> Option<u16> {
        let count = self.state.now.count;
        (count.limit > 0).then(|| count.left())
    }

    /// [`Position::key`] for tables of a search: positions with similar counts share it, because the
    /// counts affect the score.
    #[inline]
    pub fn search_key(&self) -> u64 {
        let count = self.state.now.count;
        if count.limit == 0 {
            self.key()
        } else {
            self.key() ^ (u64::from(count.limit) << 16 | u64::from(count.left() / STEP)).wrapping_mul(KEY)
        }
    }
}
