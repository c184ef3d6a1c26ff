//! Playing moves and taking them back.

use super::attack::Change;
use super::state::{Cell, State, Undo, slots};
use super::{Move, Tag};
use crate::game::{DoubleStep, Game, KindId};
use crate::geometry::{Color, Square};
use crate::variant::TurnRule;

impl State {
    /// Plays a legal move.
    pub(super) fn make(&mut self, game: &Game, m: Move) {
        let (from, to) = (m.from(), m.to());
        let slot = self.board[from.index()].slot();
        let kind = self.kind_of[slot];
        let captured = if m.is_ordinary() { self.board[to.index()] } else { self.victim(game, m) };
        let mut irreversible = game.is_pawn(kind) || !captured.is_empty();
        self.remember(m, kind, captured);
        let part = self.part(game, from);
        self.clear_passing(game, part);
        if !captured.is_empty() {
            self.lift_victim(game, captured);
        }
        if m.is_castling() {
            self.castle(game, m);
        } else {
            self.go(game, slot, from, to);
        }
        let lost = self.rights & !(game.rights_kept[from.index()] & game.rights_kept[to.index()]);
        if lost != 0 {
            self.drop_rights(game, lost);
            self.reversible = 0;
        }
        if !m.is_ordinary() {
            irreversible = self.make_special(game, m, slot, part, irreversible);
        }
        if self.turn.is_some() {
            return self.make_half(game, from, irreversible);
        }
        if irreversible {
            (self.clock, self.reversible) = (0, 0);
        } else {
            self.clock = self.clock.saturating_add(1);
            self.reversible = self.reversible.saturating_add(1);
        }
        self.side = !self.side;
        self.key ^= game.zobrist.black;
        self.game_ply += 1;
    }

    /// The man that a move other than an ordinary one takes.
    #[inline(never)]
    fn victim(&self, game: &Game, m: Move) -> Cell {
        match m.tag() {
            Tag::Castle(_) => Cell::EMPTY,
            Tag::EnPassant => self.passing_victim(game, m.to()).map_or(Cell::EMPTY, |square| self.board[square.index()]),
            _ => self.board[m.to().index()],
        }
    }

    /// Moves a man to an empty square, in the keys too.
    #[inline]
    fn go(&mut self, game: &Game, slot: usize, from: Square, to: Square) {
        self.board[from.index()] = Cell::EMPTY;
        self.board[to.index()] = Cell::new(self.side, slot as u8);
        self.square_of[slot] = to;
        let leaves = self.row_of[slot];
        let arrives = leaves.wrapping_add(u16::from(to.0)).wrapping_sub(u16::from(from.0));
        self.row_of[slot] = arrives;
        let moved = game.zobrist.man[leaves as usize] ^ game.zobrist.man[arrives as usize];
        self.key ^= moved;
        if game.is_pawn(self.kind_of[slot]) {
            self.pawn_key ^= moved;
        }
    }

    /// What a move does besides going to its square and capturing there. Whether it is irreversible
    /// after all.
    #[inline(never)]
    fn make_special(&mut self, game: &Game, m: Move, slot: usize, part: usize, irreversible: bool) -> bool {
        match m.tag() {
            Tag::DoubleStep(index) => {
                self.passing[part] = index + 1;
                self.key ^= self.passing_key(game, part);
            }
            Tag::Promotion(kind) => self.promote(game, slot, kind),
            // A capture is irreversible whatever captures.
            Tag::KeepsClock => return self.history.last().is_some_and(|undo| !undo.captured.is_empty()),
            Tag::Normal | Tag::EnPassant | Tag::Castle(_) => {}
        }
        irreversible
    }

    /// What a move of a double turn brings with it.
    #[cold]
    fn make_half(&mut self, game: &Game, from: Square, irreversible: bool) {
        if let Some(mut turn) = self.turn.take() {
            self.end_half(game, &mut turn, game.shape.complex(from), irreversible);
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
        if self.turn.is_some() {
            self.unmake_half();
        }
        let Some(undo) = self.history.pop() else { return };
        let m = undo.played;
        if self.turn.is_none() {
            self.side = !self.side;
            self.game_ply -= 1;
        }
        (self.key, self.pawn_key, self.rights) = (undo.key, undo.pawn_key, undo.rights);
        (self.passing, self.clock, self.reversible) = (undo.passing, undo.clock, undo.reversible);
        if m == Move::NONE {
            return;
        }
        let (from, to) = (m.from(), m.to());
        if m.is_castling() {
            return self.castle_back(game, m);
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

    /// Passes the turn. Only for a search, only out of check, and never in games of double moves.
    pub(super) fn make_null(&mut self, game: &Game) {
        self.remember(Move::NONE, KindId(0), Cell::EMPTY);
        self.clear_passing(game, 0);
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

    #[inline(never)]
    fn castle(&mut self, game: &Game, m: Move) {
        let Tag::Castle(index) = m.tag() else { return };
        let castle = &game.castles[index as usize];
        for (cell, (from, to)) in self.lift_both(castle.king, castle.partner) {
            self.put(game, cell, to);
            let kind = self.kind_of[cell.slot()];
            self.key ^= game.zobrist.man[game.row(kind, from)] ^ game.zobrist.man[game.row(kind, to)];
        }
    }

    #[inline(never)]
    fn castle_back(&mut self, game: &Game, m: Move) {
        let Tag::Castle(index) = m.tag() else { return };
        let castle = &game.castles[index as usize];
        let back = |(from, to)| (to, from);
        for (cell, (_, to)) in self.lift_both(back(castle.king), back(castle.partner)) {
            self.put(game, cell, to);
        }
    }

    /// Takes King and partner off the board: each may go to where the other stands.
    fn lift_both(&mut self, king: (Square, Square), partner: (Square, Square)) -> [(Cell, (Square, Square)); 2] {
        let mut lift = |way: (Square, Square)| (std::mem::replace(&mut self.board[way.0.index()], Cell::EMPTY), way);
        [lift(king), lift(partner)]
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

    /// Ends the chance to capture en passant in a part of the board.
    #[inline]
    pub(super) fn clear_passing(&mut self, game: &Game, part: usize) {
        if self.passing[part] != 0 {
            self.key ^= self.passing_key(game, part);
            self.passing[part] = 0;
        }
    }

    /// The part of the key for a chance to capture en passant: 0 unless some man could take it without
    /// exposing its King.
    pub(super) fn passing_key(&self, game: &Game, part: usize) -> u64 {
        let Some(step) = self.double_step(game, part) else { return 0 };
        let enemy = !step.color;
        let usable = step.passed.iter().any(|&square| {
            game.passing[enemy.index()][square.index()].iter().any(|capture| {
                let cell = self.board[capture.from.index()];
                cell.is(enemy)
                    && self.kind_of[cell.slot()] == capture.kind
                    && game.lines.path_open(&capture.path, self.rights, |s| !self.board[s as usize].is_empty())
                    && self.may_capture_passing(game, step, capture.from, square)
            })
        });
        if usable { game.zobrist.passing[self.passing[part] as usize - 1] } else { 0 }
    }

    /// Whether a capture en passant leaves the capturer's Kings safe. Asked at most twice for a double
    /// step, and only if some man stands ready.
    #[cold]
    fn may_capture_passing(&self, game: &Game, step: &DoubleStep, from: Square, to: Square) -> bool {
        let [mover, victim] = [from, step.to].map(|square| self.board[square.index()].slot());
        let change = Change { emptied: [from, step.to], filled: [to; 2], taken: 1 << victim };
        // In games of double moves a check elsewhere may be answered by the other half of the turn.
        let apart = game.def.rules.turn == TurnRule::OneMovePerSquareColor;
        let mut royals = slots(self.royals_of(!step.color)).map(|slot| if slot == mover { to } else { self.square_of[slot] });
        royals.all(|square| {
            apart && game.shape.complex(square) != game.shape.complex(to) || !self.attacked_after(game, square, step.color, &change)
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
        key ^= (0..self.passing.len()).fold(0, |key, part| key ^ self.passing_key(game, part));
        key ^= self.turn.as_ref().map_or(0, |turn| turn.key(game)) ^ self.checks_key(game);
        (key, pawn_key)
    }

    pub(super) fn refresh_keys(&mut self, game: &Game) {
        (self.key, self.pawn_key) = self.keys_from_scratch(game);
    }
}
