//! What is counted after each move of a game that counts: checks given, and the moves of an ending that must
//! be won in time.

use super::sets::PieceSet;
use super::state::{Count, State, Undo};
use crate::rules::game::{CountLimits, Ends, Game, Needs};
use crate::rules::geometry::{Color, Narrow};
use crate::rules::variant::CountFrom;

impl State {
    /// What few games remember after a move: checks given, the count of an ending, and whether pieces must
    /// not be traded now.
    #[inline(never)]
    pub(super) fn look_back(&mut self, game: &Game) {
        let untraded = self.spares_untraded(game);
        self.set_untraded(game, untraded);
        let Some(ends) = &game.ends else { return };
        self.count_check(game, ends);
        if let Some(counting) = &ends.counting {
            self.count_move(game, counting);
        }
    }

    /// Counts a check that was just given to the side to move.
    fn count_check(&mut self, game: &Game, ends: &Ends) {
        if ends.checks > 0 && self.in_check(game, self.side) {
            let given = &mut self.now.checks[(!self.side).index()];
            self.now.key ^= game.zobrist.checks(!self.side, *given);
            *given = given.saturating_add(1);
            self.now.key ^= game.zobrist.checks(!self.side, *given);
        }
    }

    pub(super) fn checks_key(&self, game: &Game) -> u64 {
        if game.checks_to_win() == 0 {
            return 0;
        }
        Color::ALL.iter().fold(0, |key, &by| key ^ game.zobrist.checks(by, self.now.checks[by.index()]))
    }
}

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

    pub(super) fn left(self) -> u16 {
        self.limit.saturating_sub(self.done)
    }
}

/// What a count depends on.
struct CountedPieces {
    /// Of each side.
    all: [u32; 2],
    /// Of both.
    pawns: u32,
}

impl CountedPieces {
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
        let pieces = CountedPieces {
            all: self.side_pieces.map(PieceSet::len),
            pawns: counting.pawns.iter().map(|kind| u32::from(self.counts[kind.index()])).sum(),
        };
        let mut before = CountedPieces { ..pieces };
        for victim in self.last_changes().filter(|change| change.after.is_none()) {
            before.all[victim.color().index()] += 1;
            before.pawns += u32::from(victim.before.is_some_and(|victim| game.is_pawn(victim.kind)));
        }
        before.pawns += u32::from(played.promotion(game).is_some());
        let nothing = self.now.count.limit == 0;
        if pieces.count_as_bare(counting) && (nothing || !before.count_as_bare(counting)) {
            let limit =
                if pieces.pawns == 0 { self.bare_limit(counting, mover) } else { counting.with_pawns };
            let done = match counting.from {
                CountFrom::Zero => 0,
                CountFrom::Pieces => (2 * (pieces.all[0] + pieces.all[1])).narrow(),
            };
            self.now.count = Count { limit, done };
        } else if nothing && pieces.pawns == 0 {
            self.now.count = Count { limit: counting.pawnless, done: 0 };
        }
    }

    /// The limit of the pieces a side has.
    fn bare_limit(&self, counting: &CountLimits, color: Color) -> u16 {
        let mut limits = counting.bare[color.index()].iter();
        let fits = |(needs, _): &&(Needs, u16)| {
            needs.iter().all(|&(kind, pieces)| self.counts[kind.index()] >= pieces)
        };
        limits.find(fits).map_or(0, |&(_, plies)| plies)
    }

    /// Sets the limit of a count from a FEN; 0 if nothing is counted yet.
    pub(super) fn set_limit(&mut self, limit: u16) {
        self.now.count.limit = limit;
        self.timed = true;
        self.move_limit = 0;
    }
}
