//! Playing moves and taking them back.

use super::state::{Captured, Cell, State, Undo, slots};
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
        let victim_square = match tag {
            Tag::EnPassant => self.passing_victim(game, to).unwrap_or(to),
            _ => to,
        };
        let mut undo = Undo {
            played: m,
            key: self.key,
            pawn_key: self.pawn_key,
            rights: self.rights,
            captured: None,
            mover_kind: kind,
            passing: self.passing,
            clock: self.clock,
            reversible: self.reversible,
        };
        let pawn = game.kinds[kind.index()].pawn;
        let mut irreversible = pawn;
        let part = self.part(game, from);
        self.clear_passing(game, part);

        if let Tag::Castle(index) = tag {
            let castle = &game.castles[index as usize];
            self.castle_men(game, castle.king, castle.partner);
        } else {
            let victim = self.board[victim_square.index()];
            if !victim.is_empty() {
                undo.captured = Some(self.lift_victim(game, victim_square, victim));
                irreversible = true;
            }
            self.board[from.index()] = Cell::EMPTY;
            self.board[to.index()] = Cell::new(self.side, slot as u8);
            self.square_of[slot] = to;
            let left = game.zobrist.man[self.row_of[slot] as usize];
            let becomes = if let Tag::Promotion(target) = tag { target } else { kind };
            let row = game.row(becomes, to);
            self.row_of[slot] = row as u16;
            let arrived = game.zobrist.man[row];
            self.key ^= left ^ arrived;
            if pawn {
                self.pawn_key ^= left;
                if becomes == kind {
                    self.pawn_key ^= arrived;
                } else {
                    self.change_kind(slot, kind, becomes);
                }
            }
        }

        let kept = self.rights & game.rights_kept[from.index()] & game.rights_kept[to.index()];
        if kept != self.rights {
            self.drop_rights(game, self.rights & !kept);
            self.reversible = 0;
        }
        irreversible = irreversible && tag != Tag::KeepsClock || undo.captured.is_some();
        if let Tag::DoubleStep(index) = tag {
            self.passing[part] = index + 1;
            self.key ^= self.passing_key(game, part);
        }
        if self.turn.is_some() {
            self.make_half(game, from, irreversible);
        } else {
            if irreversible {
                self.clock = 0;
                self.reversible = 0;
            } else {
                self.clock = self.clock.saturating_add(1);
                self.reversible = self.reversible.saturating_add(1);
            }
            self.side = !self.side;
            self.key ^= game.zobrist.black;
            self.game_ply += 1;
        }
        self.history.push(undo);
    }

    /// What a move of a double turn brings with it.
    #[cold]
    fn make_half(&mut self, game: &Game, from: Square, irreversible: bool) {
        if let Some(mut turn) = self.turn.take() {
            self.end_half(game, &mut turn, game.shape.complex(from), irreversible);
            self.turn = Some(turn);
        }
    }

    /// Takes the last move or pass back.
    pub(super) fn unmake(&mut self, game: &Game) {
        let Some(undo) = self.history.pop() else { return };
        let m = undo.played;
        if let Some(mut turn) = self.turn.take() {
            self.undo_half(&mut turn);
            self.turn = Some(turn);
        } else {
            self.side = !self.side;
            self.game_ply -= 1;
        }
        (self.key, self.pawn_key, self.rights) = (undo.key, undo.pawn_key, undo.rights);
        (self.passing, self.clock, self.reversible) = (undo.passing, undo.clock, undo.reversible);
        if m == Move::NONE {
            return;
        }
        let (from, to) = (m.from(), m.to());
        if let Tag::Castle(index) = m.tag() {
            let castle = &game.castles[index as usize];
            let (king, partner) = (self.board[castle.king.1.index()], self.board[castle.partner.1.index()]);
            self.board[castle.king.1.index()] = Cell::EMPTY;
            self.board[castle.partner.1.index()] = Cell::EMPTY;
            self.put(game, king, castle.king.0);
            self.put(game, partner, castle.partner.0);
            return;
        }
        let mover = self.board[to.index()];
        self.board[to.index()] = Cell::EMPTY;
        let kind = self.kind_of[mover.slot()];
        if kind != undo.mover_kind {
            self.change_kind(mover.slot(), kind, undo.mover_kind);
        }
        self.put(game, mover, from);
        if let Some(captured) = undo.captured {
            let color = !self.side;
            let bit = 1 << captured.slot;
            self.put(game, Cell::new(color, captured.slot), captured.square);
            self.alive |= bit;
            self.side_men[color.index()] |= bit;
            self.counts[captured.kind.index()] += 1;
        }
    }

    /// Passes the turn. Only for a search, only out of check, and never in games of double moves.
    pub(super) fn make_null(&mut self, game: &Game) {
        let undo = Undo {
            played: Move::NONE,
            key: self.key,
            pawn_key: self.pawn_key,
            rights: self.rights,
            captured: None,
            mover_kind: KindId(0),
            passing: self.passing,
            clock: self.clock,
            reversible: self.reversible,
        };
        self.clear_passing(game, 0);
        self.side = !self.side;
        self.key ^= game.zobrist.black;
        self.clock = self.clock.saturating_add(1);
        self.reversible = 0;
        self.game_ply += 1;
        self.history.push(undo);
    }

    #[inline]
    fn put(&mut self, game: &Game, cell: Cell, square: Square) {
        let slot = cell.slot();
        self.board[square.index()] = cell;
        self.square_of[slot] = square;
        self.row_of[slot] = game.row(self.kind_of[slot], square) as u16;
    }

    #[inline]
    fn lift_victim(&mut self, game: &Game, square: Square, cell: Cell) -> Captured {
        let slot = cell.slot();
        let kind = self.kind_of[slot];
        let bit = 1 << slot;
        self.board[square.index()] = Cell::EMPTY;
        self.alive &= !bit;
        self.side_men[(!self.side).index()] &= !bit;
        self.counts[kind.index()] -= 1;
        let key = game.zobrist.man[game.row(kind, square)];
        self.key ^= key;
        if game.kinds[kind.index()].pawn {
            self.pawn_key ^= key;
        }
        let kept = game.rights_kept[square.index()];
        if self.rights & !kept != 0 {
            self.drop_rights(game, self.rights & !kept);
        }
        Captured { square, slot: slot as u8, kind }
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

    fn change_kind(&mut self, slot: usize, old: KindId, new: KindId) {
        self.kind_of[slot] = new;
        self.counts[old.index()] -= 1;
        self.counts[new.index()] += 1;
    }

    fn drop_rights(&mut self, game: &Game, mut lost: u32) {
        self.rights &= !lost;
        while lost != 0 {
            self.key ^= game.zobrist.right[lost.trailing_zeros() as usize];
            lost &= lost - 1;
        }
    }

    /// Ends the chance to capture en passant in a part of the board.
    #[inline]
    pub(super) fn clear_passing(&mut self, game: &Game, part: usize) {
        if self.passing[part] != 0 {
            self.key ^= self.passing_key(game, part);
            self.passing[part] = 0;
        }
    }

    /// The part of the key for a chance to capture en passant: 0 unless some man could take it (its
    /// King's safety apart).
    pub(super) fn passing_key(&self, game: &Game, part: usize) -> u64 {
        let Some(step) = self.double_step(game, part) else { return 0 };
        let enemy = !step.color;
        let usable = step.passed.iter().any(|square| {
            game.passing[enemy.index()][square.index()].iter().any(|capture| {
                let cell = self.board[capture.from.index()];
                cell.is(enemy)
                    && self.kind_of[cell.slot()] == capture.kind
                    && game.lines.path_open(&capture.path, self.rights, |s| !self.board[s as usize].is_empty())
            })
        });
        if usable { game.zobrist.passing[self.passing[part] as usize - 1] } else { 0 }
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
        key ^= (0..self.passing.len()).fold(0, |key, part| key ^ self.passing_key(game, part));
        key ^= self.turn.as_ref().map_or(0, |turn| turn.key(game));
        (key, pawn_key)
    }

    pub(super) fn refresh_keys(&mut self, game: &Game) {
        (self.key, self.pawn_key) = self.keys_from_scratch(game);
    }
}
