//! Makes moves and unmakes them.

use super::Position;
use super::attack::Current;
use super::effect::{Effect, PlainMove};
use super::moves::Move;
use super::sets::PieceSet;
use super::state::{Cell, EN_PASSANT, PieceChange, Placed, State, Undo};
use crate::rules::game::{Condition, DoubleStep, EnPassant, Game, KindId, MaybeIndex, MoveEffect};
use crate::rules::geometry::{Color, Narrow, Square};

/// What a move does to the count of moves and to the search for repetitions.
#[derive(Clone, Copy)]
pub(super) struct ClockEffect {
    /// Whether it is a capture or a pawn move, which resets the count of moves.
    pub(super) zeroing: bool,
    /// Whether no position before it can recur. If pieces are lent moves, a pawn may come back.
    pub(super) irreversible: bool,
}

impl State {
    /// Makes a legal move.
    #[expect(
        clippy::inline_always,
        reason = "where moves are made in a loop, the calls are a part of the cost that shows"
    )]
    #[inline(always)]
    pub(super) fn make(&mut self, game: &Game, m: Move) {
        if m.is_ordinary() && self.turn.is_none() {
            let step = self.plain_move(m.from(), m.to());
            self.make_step(game, m, step, 0);
            let captures = !step.captured.is_empty();
            let irreversible = captures | game.goes_one_way(step.kind);
            self.end_ply(game, ClockEffect { zeroing: captures | game.is_pawn(step.kind), irreversible });
        } else {
            self.make_other(game, m);
        }
        if game.looks_back {
            self.look_back(game);
        }
    }

    /// The fast path: one piece moves and captures at most the piece on its target. Needs no entry in the
    /// log.
    #[expect(clippy::inline_always, reason = "as for `make`")]
    #[inline(always)]
    fn make_step(&mut self, game: &Game, m: Move, step: PlainMove, place: usize) {
        self.remember(m, step.kind, step.captured, step.captured_kind);
        self.clear_en_passant(game, place);
        self.keep_rights(game, game.rights_kept[step.from.index()] & game.rights_kept[step.to.index()]);
        self.go(game, step);
    }

    /// The slow path: a move that does more, whose changes are logged, or that need not end the turn.
    #[inline(never)]
    fn make_other(&mut self, game: &Game, m: Move) {
        if m.is_pass() {
            return self.pass(game, m);
        }
        if m.is_wall() {
            return self.make_wall(game, m);
        }
        let (template, effect) = (m.effect(game), self.effect(game, m));
        let mover = effect.mover();
        let Some(Placed { kind, square: from }) = mover.before.or(mover.after) else { return };
        let place = self.place_of_step(game, from);
        let mut drops = mover.before.is_none();
        match effect {
            Effect::Plain(step) if step.becomes == step.kind => self.make_step(game, m, step, place),
            _ => {
                self.remember(m, kind, Cell::EMPTY, kind);
                self.clear_en_passant(game, place);
                self.apply(game, &effect);
                drops |= self.end_rights_and_gates(game, template, kind);
            }
        }
        if let Some(index) = template.exposes.get() {
            self.allow_en_passant(game, place, index);
            self.now.key ^= self.en_passant_key(game, place);
        }
        // A capture is irreversible whatever captures.
        let (captures, keeps_clock) = (effect.has_victims(), template.keeps_clock);
        let clock = ClockEffect {
            zeroing: captures || drops || (game.is_pawn(kind) && !keeps_clock),
            irreversible: captures || drops || (game.goes_one_way(kind) && !keeps_clock),
        };
        if self.turn.is_some() {
            return self.end_move(game, m, from, clock);
        }
        self.end_ply(game, clock);
    }

    /// Ends the rights that a move ends besides those of its squares. Returns whether a piece has
    /// entered by it.
    #[inline(never)]
    fn end_rights_and_gates(&mut self, game: &Game, template: &MoveEffect, kind: KindId) -> bool {
        if game.leading_royal().is_some_and(|leading| leading.concerns(kind)) {
            self.keep_rights(game, !game.threats.castles_of(self.side));
        }
        if template.drops.is_some() {
            self.regain_castling(game);
        }
        let enters = template.enters.is_some();
        if enters || template.drops.is_some() {
            self.close_gates(game);
        }
        enters
    }

    /// Removes every piece that a move changes and places those that stay, in the keys and rights too.
    /// Records the changes in the log, so that the move can be unmade.
    fn apply(&mut self, game: &Game, effect: &Effect) {
        let start = self.log.len();
        self.log.extend(effect.changes());
        for index in start..self.log.len() {
            let change = self.log[index];
            let stays = change.before == change.after;
            if stays && change.cell != effect.mover().cell {
                continue; // It stays where it is, with its rights.
            }
            if let Some(before) = change.before.filter(|_| !stays) {
                self.remove(change.cell, before);
                self.change_keys(game, before);
            }
            if let Some(before) = change.before {
                let moves = change.cell == effect.mover().cell
                    || change.after.is_none_or(|after| after.square != before.square);
                let kept = game.rights_kept[before.square.index()];
                // A royal piece that begins or ceases to count has not moved, but does not castle any more.
                self.keep_rights(game, if moves { kept } else { kept | !game.castling_rights() });
            }
            if let Some((kind, by)) = change.to_hand(game) {
                self.change_hand(game, kind, by);
            }
        }
        for index in start..self.log.len() {
            let change = self.log[index];
            if change.before == change.after {
                continue;
            }
            if let Some(after) = change.after {
                self.place(game, change.cell_after, after);
                self.change_keys(game, after);
                if change.before.is_none_or(|before| before.square != after.square) {
                    self.keep_rights(game, game.rights_kept[after.square.index()]);
                }
            }
        }
        if let Some(square) = effect.wall() {
            self.add_wall(square);
            self.now.key ^= game.zobrist.wall[square.index()];
        }
        let more = self.log.len() - start;
        if let Some(undo) = self.history.last_mut() {
            undo.more = more.narrow();
        }
    }

    /// Undoes the changes of [`State::apply`] to the pieces. The keys are restored as a whole.
    #[inline(never)]
    fn revert(&mut self, game: &Game, played: Move, count: usize) {
        let petrified = || count > 0 && played.effect(game).captor.petrifies();
        if played.is_wall() || petrified() {
            self.board[played.to().index()] = Cell::EMPTY;
        }
        let start = self.log.len().saturating_sub(count);
        for index in start..self.log.len() {
            let change = self.log[index];
            if let Some(after) = change.after.filter(|_| change.before != change.after) {
                self.remove(change.cell_after, after);
            }
            if let Some((kind, by)) = change.to_hand(game) {
                let held = &mut self.hands[kind.index()];
                *held = held.saturating_add_signed(-by);
            }
        }
        for index in start..self.log.len() {
            let PieceChange { cell, before, after, .. } = self.log[index];
            if let Some(before) = before.filter(|_| before != after) {
                self.place(game, cell, before);
            }
        }
        self.log.truncate(start);
    }

    /// Changes the type of a piece where it is, in all but the keys.
    pub(super) fn transform(&mut self, game: &Game, cell: Cell, square: Square, kind: KindId) {
        self.remove(cell, Placed { kind: self.kind_of[cell.slot()], square });
        self.place(game, cell, Placed { kind, square });
    }

    fn remove(&mut self, cell: Cell, at: Placed) {
        self.board[at.square.index()] = Cell::EMPTY;
        self.alive.remove(cell.slot());
        self.side_pieces[cell.color().index()].remove(cell.slot());
        self.counts[at.kind.index()] -= 1;
    }

    /// Places a piece on an empty square.
    fn place(&mut self, game: &Game, cell: Cell, at: Placed) {
        self.board[at.square.index()] = cell;
        self.place_in_slot(game, cell, at);
        if let Some(turn) = &mut self.turn {
            turn.add(game, cell.slot(), at.square);
        }
    }

    /// Counts a piece as on the board. Earlier data of its slot do not matter.
    #[inline]
    fn place_in_slot(&mut self, game: &Game, cell: Cell, Placed { kind, square }: Placed) {
        let slot = cell.slot();
        (self.square_of[slot], self.kind_of[slot]) = (square, kind);
        self.piece_square_of[slot] = game.piece_square(kind, square).narrow();
        self.alive.insert(slot);
        self.side_pieces[cell.color().index()].insert(slot);
        self.counts[kind.index()] += 1;
        self.royals = self.royals & !PieceSet::of(slot) | PieceSet::of_if(slot, game.is_royal(kind));
    }

    fn change_keys(&mut self, game: &Game, at: Placed) {
        let key = game.zobrist.piece[game.piece_square(at.kind, at.square)];
        self.now.key ^= key;
        self.now.pawn_key ^= game.pawn_part(at.kind, key);
    }

    /// Counts a ply and passes the turn.
    #[inline]
    pub(super) fn end_ply(&mut self, game: &Game, clock: ClockEffect) {
        self.now.clock = if clock.zeroing { 0 } else { self.now.clock.saturating_add(1) };
        self.now.reversible = if clock.irreversible { 0 } else { self.now.reversible.saturating_add(1) };
        self.side = !self.side;
        self.now.key ^= game.zobrist.black;
        self.game_ply += 1;
    }

    /// Moves a piece, which captures the piece on its target.
    #[expect(clippy::inline_always, reason = "as for `make`")]
    #[inline(always)]
    fn go(&mut self, game: &Game, step: PlainMove) {
        let mut change = if step.captured.is_empty() { 0 } else { self.remove_victim(game, step) };
        let slot = step.mover.slot();
        self.board[step.from.index()] = Cell::EMPTY;
        self.board[step.to.index()] = step.mover;
        self.square_of[slot] = step.to;
        let leaves = self.piece_square_of[slot];
        let arrives = leaves.wrapping_add(u16::from(step.to.0)).wrapping_sub(u16::from(step.from.0));
        self.piece_square_of[slot] = arrives;
        let moved = game.zobrist.piece[usize::from(leaves)] ^ game.zobrist.piece[usize::from(arrives)];
        self.now.pawn_key ^= game.pawn_part(step.kind, moved);
        change ^= moved;
        self.now.key ^= change;
    }

    /// Removes the victim of a step, except for its cell. Returns the change of the key.
    #[inline]
    fn remove_victim(&mut self, game: &Game, step: PlainMove) -> u64 {
        let (slot, kind) = (step.captured.slot(), step.captured_kind);
        if let Some(hands) = &game.hands {
            self.add_to_hand(game, hands, kind);
        }
        self.alive.remove(slot);
        self.side_pieces[(!self.side).index()].remove(slot);
        self.counts[kind.index()] -= 1;
        let key = game.zobrist.piece[usize::from(self.piece_square_of[slot])];
        self.now.pawn_key ^= game.pawn_part(kind, key);
        key
    }

    /// Records what is needed to unmake a move.
    #[inline]
    pub(super) fn remember(
        &mut self,
        played: Move,
        mover_kind: KindId,
        captured: Cell,
        captured_kind: KindId,
    ) {
        self.history.push(Undo { before: self.now, played, captured, captured_kind, mover_kind, more: 0 });
    }

    /// Unmakes the last move or pass.
    #[expect(clippy::inline_always, reason = "as for `make`")]
    #[inline(always)]
    pub(super) fn unmake(&mut self, game: &Game) {
        if self.turn.is_some() {
            self.undo_end_of_move();
        }
        let Some(&Undo { before, played, captured, captured_kind, more, .. }) = self.history.last() else {
            return;
        };
        self.history.pop();
        if self.turn.is_none() {
            self.side = !self.side;
            self.game_ply -= 1;
        }
        self.now = before;
        if more > 0 || played.from() == played.to() {
            return self.revert(game, played, usize::from(more));
        }
        self.go_back(played);
        self.board[played.to().index()] = captured;
        if !captured.is_empty() {
            self.place_in_slot(game, captured, Placed { kind: captured_kind, square: played.to() });
            if let Some(hands) = &game.hands {
                self.take_from_hand(hands, captured_kind);
            }
        }
    }

    #[inline]
    fn go_back(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let mover = std::mem::replace(&mut self.board[to.index()], Cell::EMPTY);
        let slot = mover.slot();
        self.board[from.index()] = mover;
        self.square_of[slot] = from;
        self.piece_square_of[slot] =
            self.piece_square_of[slot].wrapping_add(u16::from(from.0)).wrapping_sub(u16::from(to.0));
    }

    /// Passes the turn. Only for a search, only when not in check, and only where a move ends the turn.
    pub(super) fn make_null(&mut self, game: &Game) {
        if self.wall_is_due() {
            return self.leave_wall_out(game);
        }
        self.pass(game, Move::NONE);
        self.set_untraded(game, false);
        self.now.count.tick();
        self.now.reversible = 0;
    }

    /// A turn in which no piece changes.
    fn pass(&mut self, game: &Game, m: Move) {
        let kind = self.kind_at(m.from()).unwrap_or(KindId(0));
        self.remember(m, kind, Cell::EMPTY, kind);
        self.clear_en_passant(game, 0);
        self.end_ply(game, ClockEffect { zeroing: false, irreversible: false });
    }

    /// Drops all rights except those in `kept`. No earlier position can recur.
    #[inline]
    pub(super) fn keep_rights(&mut self, game: &Game, kept: u32) {
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

    /// Ends the chance to capture the double step in a place en passant.
    #[inline]
    pub(super) fn clear_en_passant(&mut self, game: &Game, place: usize) {
        if self.now.en_passant[place].is_some() {
            self.now.key ^= self.en_passant_key(game, place);
            self.now.en_passant[place] = MaybeIndex::NONE;
            self.now.usable &= !(1 << place);
        }
    }

    /// Gives the chance to capture en passant, in everything except the key. Where a move ends the turn, the
    /// pieces that matter to it stay where they are until the chance is gone, so it need not be tested again.
    pub(super) fn allow_en_passant(&mut self, game: &Game, place: usize, step: u8) {
        self.now.en_passant[place] = MaybeIndex::some(step);
        self.set_usable(game, place);
    }

    /// Notes whether some piece could answer the double step in a place.
    pub(super) fn set_usable(&mut self, game: &Game, place: usize) {
        self.now.usable = self.now.usable & !(1 << place) | u8::from(self.can_answer(game, place)) << place;
    }

    /// Whether some piece could answer the double step in a place without exposing its king.
    pub(super) fn can_answer(&self, game: &Game, place: usize) -> bool {
        let Some(step) = self.double_step(game, place) else { return false };
        step.captures.iter().any(|capture| {
            let cell = self.board[capture.from.index()];
            cell.is(!step.color)
                && self.kind_of[cell.slot()] == capture.kind
                && self.may_answer(game, capture.terms.condition, !step.color)
                && game.rays.guard_open(&capture.guard, self.now.rights, Current(self))
                && self.may_capture_en_passant(game, step, capture)
        })
    }

    /// Whether the condition of a capture en passant by a side is met.
    fn may_answer(&self, game: &Game, condition: Condition, by: Color) -> bool {
        condition == Condition::NONE
            || !(condition.requires(Condition::UNCHECKED) && self.in_check(game, by)
                || condition.requires(Condition::AFTER_CAPTURE) && !self.has_captured(game, by))
    }

    /// The part of the key for a chance to capture en passant: 0 unless some piece can.
    #[inline]
    pub(super) fn en_passant_key(&self, game: &Game, place: usize) -> u64 {
        let usable = self.now.usable >> place & 1 != 0;
        let key = self.now.en_passant[place].of(&game.zobrist.en_passant).filter(|_| usable);
        key.copied().unwrap_or(0)
    }

    /// Whether an en passant capture leaves the capturer's kings safe. Tested at most twice for a
    /// double step, and only if some piece is in position.
    #[cold]
    fn may_capture_en_passant(&self, game: &Game, step: &DoubleStep, capture: &EnPassant) -> bool {
        let Some(&first) = capture.terms.effects(true).first() else { return false };
        let effect = self.effect(game, Move::new(capture.from.0, capture.to.0, first));
        // A check on squares of another color may be answered by the move there.
        let together = |&royal: &usize| {
            !game.def.rules.turn.is_by_color()
                || game.shape.color_of(self.square_of[royal]) == game.shape.color_of(capture.to)
        };
        let royals = self.royals_of(!step.color).iter().filter(together).collect();
        !self.in_check_after(game, !step.color, royals, &effect)
    }

    /// The full key from scratch: (all, pawns only).
    pub(super) fn keys_from_scratch(&self, game: &Game) -> (u64, u64) {
        let (mut key, mut pawn_key) = (0, 0);
        for slot in self.alive {
            let piece = game.zobrist.piece[usize::from(self.piece_square_of[slot])];
            key ^= piece;
            if game.kind(self.kind_of[slot]).pawn {
                pawn_key ^= piece;
            }
        }
        key ^= (0..32)
            .filter(|bit| self.now.rights >> bit & 1 != 0)
            .fold(0, |k, bit| k ^ game.zobrist.right[bit]);
        if self.side == Color::Black {
            key ^= game.zobrist.black;
        }
        key ^= (0..EN_PASSANT).fold(0, |key, place| key ^ self.en_passant_key(game, place));
        key ^= self.walls_key(game);
        key ^= self.turn_key(game) ^ self.checks_key(game) ^ self.untraded_key(game) ^ self.hands_key(game);
        (key, pawn_key)
    }

    pub(super) fn refresh_keys(&mut self, game: &Game) {
        (self.now.key, self.now.pawn_key) = self.keys_from_scratch(game);
    }
}

impl Position {
    /// The type of the moving piece; `None` if there is none.
    ///
    /// Castling is a move of the king, a drop one of the piece dropped.
    #[inline]
    pub fn mover(&self, m: Move) -> Option<KindId> {
        self.kind_at(m.from()).or_else(|| m.dropped(&self.game))
    }

    /// The piece that a move captures: its type, and its square, which is beside the target for en passant.
    /// Of several enemies captured this is the last, which is the one on the target if there is one. Pieces
    /// of one's own side do not count, nor those shifted to another square.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    /// let position = Position::from_fen(chess, fen)?;
    /// let en_passant = position.parse_move("e5d6")?;
    /// let victim = position.captured(en_passant).ok_or("nothing captured")?;
    /// assert_eq!(position.game().kind(victim.kind).name, "Pawn");
    /// assert_eq!(position.game().shape.name(victim.square), "d5");
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn captured(&self, m: Move) -> Option<Placed> {
        let state = &self.state;
        if state.blast(&self.game, m).is_some() {
            let cell = state.board[m.to().index()];
            return Some(Placed { kind: state.kind_of[cell.slot()], square: m.to() });
        }
        state.effect(&self.game, m).captured()
    }

    /// The effect of the last move on the pieces; none if there is no move, or it was a pass.
    pub fn last_changes(&self) -> impl Iterator<Item = PieceChange> {
        self.state.last_changes()
    }
}
