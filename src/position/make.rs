//! Playing moves and taking them back.

use super::attack::is_check;
use super::changes::Changes;
use super::look::{Change, Here, NOBODY};
use super::moves::{ManChange, Move, Tag};
use super::state::{Cell, State, Undo, slots};
use crate::game::{DoubleStep, Game, KindId, MaybeIndex, Row};
use crate::geometry::{Color, Narrow, Square};
use crate::variant::TurnRule;

/// What a move has done for good.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// Whether it is a capture or a pawn's move: the count of moves begins anew.
    pub(super) made: bool,
    /// Whether no position before it can come again. Where men are lent moves a pawn may come back.
    pub(super) lasts: bool,
}

impl State {
    /// Plays a legal move.
    #[expect(
        clippy::inline_always,
        reason = "where moves are made in a loop, the calls are a part of the cost that shows"
    )]
    #[inline(always)]
    pub(super) fn make(&mut self, game: &Game, m: Move) {
        if !m.is_ordinary() || self.turn.is_some() {
            return self.make_other(game, m);
        }
        let (from, to) = (m.from(), m.to());
        let slot = self.board[from.index()].slot();
        let (kind, captured) = (self.kind_of[slot], self.board[to.index()]);
        self.remember(m, kind, captured);
        self.clear_en_passant(game, 0);
        self.keep_rights(game, game.rights_kept[from.index()] & game.rights_kept[to.index()]);
        let mut change = 0;
        if !captured.is_empty() {
            change ^= self.lift_victim(game, captured);
        }
        change ^= self.go(game, slot, from, to);
        self.now.key ^= change;
        let captures = !captured.is_empty();
        let lasts = captures | game.goes_one_way(kind);
        self.end_ply(game, Progress { made: captures | game.is_pawn(kind), lasts });
    }

    /// Plays a move that does more than go and capture there, or is half of a turn.
    #[inline(never)]
    fn make_other(&mut self, game: &Game, m: Move) {
        let (from, to) = (m.from(), m.to());
        let kind = self.kind_of[self.board[from.index()].slot()];
        let part = self.part(game, from);
        let captured = if m.only_goes() && self.arrives_as(game, m) == kind {
            let captured = self.board[to.index()];
            self.remember(m, kind, captured);
            self.clear_en_passant(game, part);
            if !captured.is_empty() {
                self.now.key ^= self.lift_victim(game, captured);
            }
            self.now.key ^= self.go(game, self.board[from.index()].slot(), from, to);
            captured
        } else {
            let changes = self.changes(game, m);
            let taken = changes.as_slice().iter().find(|change| change.after.is_none());
            let color = |slot: u8| game.kind(self.kind_of[usize::from(slot)]).color;
            let captured = taken.map_or(Cell::EMPTY, |change| Cell::new(color(change.slot), change.slot));
            self.remember(m, kind, captured);
            self.clear_en_passant(game, part);
            if let Some(shifted) = self.shifted(game, m) {
                self.keep_rights(game, game.rights_kept[self.square_of[shifted.slot].index()]);
            }
            self.apply(game, &changes);
            captured
        };
        self.keep_rights(game, game.rights_kept[from.index()] & game.rights_kept[to.index()]);
        if let Tag::DoubleStep(index) = m.tag() {
            self.allow_en_passant(game, part, index);
            self.now.key ^= self.en_passant_key(game, part);
        }
        // A capture is irreversible whatever captures.
        let (captures, keeps_clock) = (!captured.is_empty(), m.tag() == Tag::KeepsClock);
        let progress = Progress {
            made: captures || (game.is_pawn(kind) && !keeps_clock),
            lasts: captures || (game.goes_one_way(kind) && !keeps_clock),
        };
        if self.turn.is_some() {
            return self.make_half(game, from, progress);
        }
        self.end_ply(game, progress);
    }

    /// Lifts every man a move changes and puts those down that stay, in the keys and rights too; notes
    /// it all in the log, by which it is taken back.
    fn apply(&mut self, game: &Game, changes: &Changes) {
        let changes = changes.as_slice();
        self.log.extend_from_slice(changes);
        for change in changes {
            if let Some(before) = change.before {
                self.lift(game, change.slot, before, change.after.is_none());
                self.change_keys(game, before);
                if change.after.is_none() {
                    self.keep_rights(game, game.rights_kept[game.square_of(before).index()]);
                }
            }
        }
        for change in changes {
            if let Some(after) = change.after {
                self.put(game, change.slot, after, change.before.is_none());
                self.change_keys(game, after);
            }
        }
        if let Some(undo) = self.history.last_mut() {
            undo.more = changes.len().narrow();
        }
    }

    /// Undoes what [`State::apply`] did to the men; the keys are restored as a whole.
    #[inline(never)]
    fn revert(&mut self, game: &Game, count: usize) {
        let start = self.log.len().saturating_sub(count);
        for index in start..self.log.len() {
            let ManChange { slot, before, after } = self.log[index];
            if let Some(after) = after {
                self.lift(game, slot, after, before.is_none());
            }
        }
        for index in start..self.log.len() {
            let ManChange { slot, before, after } = self.log[index];
            if let Some(before) = before {
                self.put(game, slot, before, after.is_none());
            }
        }
        self.log.truncate(start);
    }

    /// Takes a man off its square, and off the board if it `leaves` it. Its slot keeps square and kind.
    fn lift(&mut self, game: &Game, slot: u8, row: Row, leaves: bool) {
        self.board[game.square_of(row).index()] = Cell::EMPTY;
        if leaves {
            let kind = game.kind_of(row);
            self.alive &= !(1 << slot);
            self.side_men[game.kind(kind).color.index()] &= !(1 << slot);
            self.counts[kind.index()] -= 1;
        }
    }

    /// Puts a man on an empty square, one that `comes` to the board or that was lifted from another.
    fn put(&mut self, game: &Game, slot: u8, row: Row, comes: bool) {
        let (kind, square, index) = (game.kind_of(row), game.square_of(row), usize::from(slot));
        let color = game.kind(kind).color;
        self.board[square.index()] = Cell::new(color, slot);
        (self.square_of[index], self.row_of[index]) = (square, row.0);
        let old = std::mem::replace(&mut self.kind_of[index], kind);
        if comes {
            self.alive |= 1 << slot;
            self.side_men[color.index()] |= 1 << slot;
            self.counts[kind.index()] += 1;
        } else if old != kind {
            self.counts[old.index()] -= 1;
            self.counts[kind.index()] += 1;
        }
        if old != kind && game.kind(old).royal != game.kind(kind).royal {
            self.royals ^= 1 << slot;
        }
    }

    fn change_keys(&mut self, game: &Game, row: Row) {
        let key = game.zobrist.man[usize::from(row.0)];
        self.now.key ^= key;
        self.now.pawn_key ^= game.pawn_part(game.kind_of(row), key);
    }

    /// Counts a ply and passes the turn.
    #[inline]
    fn end_ply(&mut self, game: &Game, progress: Progress) {
        self.now.clock = if progress.made { 0 } else { self.now.clock.saturating_add(1) };
        self.now.reversible = if progress.lasts { 0 } else { self.now.reversible.saturating_add(1) };
        self.side = !self.side;
        self.now.key ^= game.zobrist.black;
        self.game_ply += 1;
    }

    /// Moves a man to an empty square; what that changes in the key.
    #[inline]
    fn go(&mut self, game: &Game, slot: usize, from: Square, to: Square) -> u64 {
        self.board[to.index()] = std::mem::replace(&mut self.board[from.index()], Cell::EMPTY);
        self.square_of[slot] = to;
        let leaves = self.row_of[slot];
        let arrives = leaves.wrapping_add(u16::from(to.0)).wrapping_sub(u16::from(from.0));
        self.row_of[slot] = arrives;
        let moved = game.zobrist.man[usize::from(leaves)] ^ game.zobrist.man[usize::from(arrives)];
        self.now.pawn_key ^= game.pawn_part(self.kind_of[slot], moved);
        moved
    }

    /// What a move of a double turn brings with it.
    #[cold]
    fn make_half(&mut self, game: &Game, from: Square, progress: Progress) {
        if let Some(mut turn) = self.turn.take() {
            self.end_half(game, &mut turn, game.shape.complex(from), progress);
            self.turn = Some(turn);
        }
    }

    #[cold]
    fn unmake_half(&mut self) {
        if let Some(mut turn) = self.turn.take() {
            self.undo_half(&mut turn);
            self.turn = Some(turn);
        }
    }

    /// Notes what is needed to take a move back.
    #[inline]
    fn remember(&mut self, played: Move, mover_kind: KindId, captured: Cell) {
        self.history.push(Undo { before: self.now, played, captured, mover_kind, more: 0 });
    }

    /// Takes the last move or pass back.
    #[expect(clippy::inline_always, reason = "as for `make`")]
    #[inline(always)]
    pub(super) fn unmake(&mut self, game: &Game) {
        if self.turn.is_some() {
            self.unmake_half();
        }
        let Some(&Undo { before, played, captured, more, .. }) = self.history.last() else { return };
        self.history.pop();
        if self.turn.is_none() {
            self.side = !self.side;
            self.game_ply -= 1;
        }
        self.now = before;
        if more > 0 || played == Move::NONE {
            return self.revert(game, usize::from(more));
        }
        self.go_back(played);
        self.board[played.to().index()] = captured;
        if !captured.is_empty() {
            self.revive(captured);
        }
    }

    /// Moves a man back.
    #[inline]
    fn go_back(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let mover = std::mem::replace(&mut self.board[to.index()], Cell::EMPTY);
        let slot = mover.slot();
        self.board[from.index()] = mover;
        self.square_of[slot] = from;
        self.row_of[slot] = self.row_of[slot].wrapping_add(u16::from(from.0)).wrapping_sub(u16::from(to.0));
    }

    /// Counts a man again that had been taken.
    #[inline]
    fn revive(&mut self, taken: Cell) {
        let slot = taken.slot();
        self.alive |= 1 << slot;
        self.side_men[(!self.side).index()] |= 1 << slot;
        self.counts[self.kind_of[slot].index()] += 1;
    }

    /// Passes the turn. Only for a search, only out of check, and never in games of double moves.
    pub(super) fn make_null(&mut self, game: &Game) {
        self.remember(Move::NONE, KindId(0), Cell::EMPTY);
        self.clear_en_passant(game, 0);
        self.side = !self.side;
        self.now.key ^= game.zobrist.black;
        self.now.clock = self.now.clock.saturating_add(1);
        self.now.count.tick();
        self.now.reversible = 0;
        self.game_ply += 1;
    }

    /// Takes a man off the board; what that changes in the key. Its slot keeps its square and kind.
    #[inline]
    fn lift_victim(&mut self, game: &Game, cell: Cell) -> u64 {
        let slot = cell.slot();
        let (kind, square) = (self.kind_of[slot], self.square_of[slot]);
        self.board[square.index()] = Cell::EMPTY;
        self.alive &= !(1 << slot);
        self.side_men[(!self.side).index()] &= !(1 << slot);
        self.counts[kind.index()] -= 1;
        let key = game.zobrist.man[usize::from(self.row_of[slot])];
        self.now.pawn_key ^= game.pawn_part(kind, key);
        key
    }

    /// Drops all rights but those in `kept`: what was before them cannot come again.
    #[inline]
    fn keep_rights(&mut self, game: &Game, kept: u32) {
        let lost = self.now.rights & !kept;
        if lost != 0 {
            self.drop_rights(game, lost);
        }
    }

    #[inline(never)]
    fn drop_rights(&mut self, game: &Game, mut lost: u32) {
        self.now.rights &= !lost;
        self.now.reversible = 0;
        while lost != 0 {
            self.now.key ^= game.zobrist.right[lost.trailing_zeros() as usize & 31];
            lost &= lost - 1;
        }
    }

    /// Ends the chance to capture en passant in a part of the board.
    #[inline]
    pub(super) fn clear_en_passant(&mut self, game: &Game, part: usize) {
        if self.now.en_passant[part].is_some() {
            self.now.key ^= self.en_passant_key(game, part);
            (self.now.en_passant[part], self.now.usable[part]) = (MaybeIndex::NONE, false);
        }
    }

    /// Gives the chance to answer a double step en passant, in all but the key. The men that matter
    /// to it stay where they are until the chance is gone, so it need not be asked again.
    pub(super) fn allow_en_passant(&mut self, game: &Game, part: usize, step: u8) {
        self.now.en_passant[part] = MaybeIndex::some(step);
        self.now.usable[part] = self.can_answer(game, part);
    }

    /// Whether some man could answer the double step of a part of the board without exposing its King.
    pub(super) fn can_answer(&self, game: &Game, part: usize) -> bool {
        let Some(step) = self.double_step(game, part) else { return false };
        step.captures.iter().any(|capture| {
            let cell = self.board[capture.from.index()];
            cell.is(!step.color)
                && self.kind_of[cell.slot()] == capture.kind
                && game.rays.guard_open(&capture.guard, self.now.rights, Here(self))
                && self.may_capture_en_passant(game, step, capture.from, capture.to)
        })
    }

    /// The part of the key for a chance to capture en passant: 0 unless some man could take it.
    #[inline]
    pub(super) fn en_passant_key(&self, game: &Game, part: usize) -> u64 {
        let key = self.now.en_passant[part].of(&game.zobrist.en_passant).filter(|_| self.now.usable[part]);
        key.copied().unwrap_or(0)
    }

    /// Whether a capture en passant leaves the capturer's Kings safe. Asked at most twice for a double
    /// step, and only if some man stands ready.
    #[cold]
    fn may_capture_en_passant(&self, game: &Game, step: &DoubleStep, from: Square, to: Square) -> bool {
        let [mover, victim] = [from, step.to].map(|square| self.board[square.index()].slot());
        let change = Change {
            emptied: [from, step.to],
            filled: [to; 2],
            taken: 1 << victim,
            lodged: None,
            kinds: NOBODY,
        };
        // In games of double moves a check elsewhere may be answered by the other half of the turn.
        let apart = game.def.rules.turn == TurnRule::OneMovePerSquareColor;
        !is_check(game, !step.color, self.royals_of(!step.color), |slot| {
            let square = if slot == mover { to } else { self.square_of[slot] };
            (!apart || game.shape.complex(square) == game.shape.complex(to))
                && self.attacked_after(game, square, step.color, &change)
        })
    }

    /// The full key from scratch: (all, pawns only).
    pub(super) fn keys_from_scratch(&self, game: &Game) -> (u64, u64) {
        let (mut key, mut pawn_key) = (0, 0);
        for slot in slots(self.alive) {
            let man = game.zobrist.man[usize::from(self.row_of[slot])];
            key ^= man;
            if game.kind(self.kind_of[slot]).pawn {
                pawn_key ^= man;
            }
        }
        key ^= (0..32)
            .filter(|bit| self.now.rights >> bit & 1 != 0)
            .fold(0, |k, bit| k ^ game.zobrist.right[bit]);
        if self.side == Color::Black {
            key ^= game.zobrist.black;
        }
        key ^= (0..self.now.en_passant.len()).fold(0, |key, part| key ^ self.en_passant_key(game, part));
        key ^= self.turn.as_ref().map_or(0, |turn| turn.key(game))
            ^ self.checks_key(game)
            ^ self.untraded_key(game);
        (key, pawn_key)
    }

    pub(super) fn refresh_keys(&mut self, game: &Game) {
        (self.now.key, self.now.pawn_key) = self.keys_from_scratch(game);
    }
}
