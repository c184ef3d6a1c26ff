//! Playing moves and taking them back.

use super::state::{Cell, State, Undo, slots};
use super::{Move, Tag};
use crate::game::{Game, KindId};
use crate::geometry::{Color, Square};

impl State {
    /// Plays a legal move.
    pub(super) fn make(&mut self, game: &Game, m: Move) {
        let (from, to) = (m.from(), m.to());
        let slot = self.board[from.index()].slot();
        let kind = self.kind_of[slot];
        let tag = m.tag();
        let mut captured = if let Tag::Castle(_) = tag { Cell::EMPTY } else { self.board[to.index()] };
        if tag == Tag::EnPassant {
            captured = self.passing_victim(game).map_or(captured, |square| self.board[square.index()]);
        }
        self.remember(m, kind, captured);
        let pawn = game.is_pawn(kind);
        self.clear_passing(game);
        let mut clock = self.clock.saturating_add(1);
        let mut reversible = self.reversible.saturating_add(1);

        if let Tag::Castle(index) = tag {
            let castle = &game.castles[index as usize];
            self.castle_men(game, castle.king, castle.partner);
        } else {
            if !captured.is_empty() {
                self.lift_victim(game, captured);
                (clock, reversible) = (0, 0);
            }
            self.board[from.index()] = Cell::EMPTY;
            self.board[to.index()] = Cell::new(self.side, slot as u8);
            self.square_of[slot] = to;
            let row = self.row_of[slot];
            let arrives = row.wrapping_add(u16::from(to.0)).wrapping_sub(u16::from(from.0));
            self.row_of[slot] = arrives;
            let moved = game.zobrist.man[row as usize] ^ game.zobrist.man[arrives as usize];
            self.key ^= moved;
            if pawn {
                self.pawn_key ^= moved;
                if tag != Tag::KeepsClock {
                    (clock, reversible) = (0, 0);
                }
            }
            if let Tag::Promotion(target) = tag {
                self.promote(game, slot, target);
            }
        }
        let lost = self.rights & !(game.rights_kept[from.index()] & game.rights_kept[to.index()]);
        if lost != 0 {
            self.drop_rights(game, lost);
            reversible = reversible.min(1);
        }
        (self.clock, self.reversible) = (clock, reversible);
        self.side = !self.side;
        self.key ^= game.zobrist.black;
        self.game_ply += 1;
        if let Tag::DoubleStep(index) = tag {
            self.passing = index + 1;
            if self.passing_usable(game) {
                self.key ^= game.zobrist.passing[index as usize];
            }
        }
    }

    /// Notes what is needed to take a move back.
    #[inline]
    fn remember(&mut self, played: Move, mover_kind: KindId, captured: Cell) {
        self.history.push(Undo {
            key: self.key,
            pawn_key: self.pawn_key,
            played,
            rights: self.rights,
            clock: self.clock,
            reversible: self.reversible,
            captured,
            mover_kind,
            passing: self.passing,
        });
    }

    /// Takes the last move or pass back.
    pub(super) fn unmake(&mut self, game: &Game) {
        let Some(undo) = self.history.pop() else { return };
        let m = undo.played;
        self.side = !self.side;
        self.game_ply -= 1;
        (self.key, self.pawn_key, self.rights) = (undo.key, undo.pawn_key, undo.rights);
        (self.passing, self.clock, self.reversible) = (undo.passing, undo.clock, undo.reversible);
        if m == Move::NONE {
            return;
        }
        let (from, to) = (m.from(), m.to());
        if let Tag::Castle(index) = m.tag() {
            let castle = &game.castles[index as usize];
            return self.castle_back(game, castle.king, castle.partner);
        }
        let mover = self.board[to.index()];
        let slot = mover.slot();
        self.board[to.index()] = Cell::EMPTY;
        self.board[from.index()] = mover;
        self.square_of[slot] = from;
        if self.kind_of[slot] == undo.mover_kind {
            self.row_of[slot] = self.row_of[slot].wrapping_add(u16::from(from.0)).wrapping_sub(u16::from(to.0));
        } else {
            self.change_kind(game, slot, undo.mover_kind);
        }
        if !undo.captured.is_empty() {
            let slot = undo.captured.slot();
            self.board[self.square_of[slot].index()] = undo.captured;
            self.alive |= 1 << slot;
            self.side_men[(!self.side).index()] |= 1 << slot;
            self.counts[self.kind_of[slot].index()] += 1;
        }
    }

    /// Passes the turn. Only for a search, and only out of check.
    pub(super) fn make_null(&mut self, game: &Game) {
        self.remember(Move::NONE, KindId(0), Cell::EMPTY);
        self.clear_passing(game);
        self.side = !self.side;
        self.key ^= game.zobrist.black;
        self.clock = self.clock.saturating_add(1);
        self.reversible = 0;
        self.game_ply += 1;
    }

    #[inline]
    fn put(&mut self, game: &Game, cell: Cell, square: Square) {
        let slot = cell.slot();
        self.board[square.index()] = cell;
        self.square_of[slot] = square;
        self.row_of[slot] = game.row(self.kind_of[slot], square) as u16;
    }

    /// Takes a man off the board. Its slot keeps its square and kind.
    #[inline]
    fn lift_victim(&mut self, game: &Game, cell: Cell) {
        let slot = cell.slot();
        let (kind, square) = (self.kind_of[slot], self.square_of[slot]);
        self.board[square.index()] = Cell::EMPTY;
        self.alive &= !(1 << slot);
        self.side_men[(!self.side).index()] &= !(1 << slot);
        self.counts[kind.index()] -= 1;
        let key = game.zobrist.man[self.row_of[slot] as usize];
        self.key ^= key;
        if game.is_pawn(kind) {
            self.pawn_key ^= key;
        }
        let lost = self.rights & !game.rights_kept[square.index()];
        if lost != 0 {
            self.drop_rights(game, lost);
        }
    }

    fn castle_men(&mut self, game: &Game, king: (Square, Square), partner: (Square, Square)) {
        let (king_cell, partner_cell) = (self.board[king.0.index()], self.board[partner.0.index()]);
        self.board[king.0.index()] = Cell::EMPTY;
        self.board[partner.0.index()] = Cell::EMPTY;
        for (cell, (from, to)) in [(king_cell, king), (partner_cell, partner)] {
            self.put(game, cell, to);
            let kind = self.kind_of[cell.slot()];
            self.key ^= game.zobrist.man[game.row(kind, from)] ^ game.zobrist.man[game.row(kind, to)];
        }
    }

    fn castle_back(&mut self, game: &Game, king: (Square, Square), partner: (Square, Square)) {
        let (king_cell, partner_cell) = (self.board[king.1.index()], self.board[partner.1.index()]);
        self.board[king.1.index()] = Cell::EMPTY;
        self.board[partner.1.index()] = Cell::EMPTY;
        self.put(game, king_cell, king.0);
        self.put(game, partner_cell, partner.0);
    }

    /// Makes a pawn that has arrived another man, in the keys too.
    fn promote(&mut self, game: &Game, slot: usize, new: KindId) {
        let pawn = game.zobrist.man[self.row_of[slot] as usize];
        self.change_kind(game, slot, new);
        self.key ^= pawn ^ game.zobrist.man[self.row_of[slot] as usize];
        self.pawn_key ^= pawn;
        if game.is_pawn(new) {
            self.pawn_key ^= game.zobrist.man[self.row_of[slot] as usize];
        }
    }

    fn change_kind(&mut self, game: &Game, slot: usize, new: KindId) {
        let old = std::mem::replace(&mut self.kind_of[slot], new);
        self.counts[old.index()] -= 1;
        self.counts[new.index()] += 1;
        self.row_of[slot] = game.row(new, self.square_of[slot]) as u16;
    }

    fn drop_rights(&mut self, game: &Game, mut lost: u32) {
        self.rights &= !lost;
        while lost != 0 {
            self.key ^= game.zobrist.right[lost.trailing_zeros() as usize];
            lost &= lost - 1;
        }
    }

    /// Ends the chance to capture en passant.
    #[inline]
    fn clear_passing(&mut self, game: &Game) {
        if self.passing != 0 {
            if self.passing_usable(game) {
                self.key ^= game.zobrist.passing[self.passing as usize - 1];
            }
            self.passing = 0;
        }
    }

    /// Whether a man of the side to move could capture en passant (its King's safety apart): only
    /// then is the chance part of the key.
    fn passing_usable(&self, game: &Game) -> bool {
        let step = &game.double_steps[self.passing as usize - 1];
        step.passed.iter().any(|square| {
            game.passing[self.side.index()][square.index()].iter().any(|capture| {
                let cell = self.board[capture.from.index()];
                cell.is(self.side)
                    && self.kind_of[cell.slot()] == capture.kind
                    && game.lines.path_open(&capture.path, self.rights, |s| !self.board[s as usize].is_empty())
            })
        })
    }

    /// The full key from scratch: (all, pawns only).
    pub(super) fn keys_from_scratch(&self, game: &Game) -> (u64, u64) {
        let (mut key, mut pawn_key) = (0, 0);
        for slot in slots(self.alive) {
            let man = game.zobrist.man[self.row_of[slot] as usize];
            key ^= man;
            if game.kind(self.kind_of[slot]).pawn {
                pawn_key ^= man;
            }
        }
        key ^= (0..32).filter(|bit| self.rights >> bit & 1 != 0).fold(0, |k, bit| k ^ game.zobrist.right[bit]);
        if self.side == Color::Black {
            key ^= game.zobrist.black;
        }
        if self.passing != 0 && self.passing_usable(game) {
            key ^= game.zobrist.passing[self.passing as usize - 1];
        }
        (key, pawn_key)
    }

    pub(super) fn refresh_keys(&mut self, game: &Game) {
        (self.key, self.pawn_key) = self.keys_from_scratch(game);
    }
}
