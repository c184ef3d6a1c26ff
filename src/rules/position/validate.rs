//! Whether a position is consistent: board, slots, counts, keys, rights and the turn.

use super::Position;
use super::error::Inconsistency;
use super::state::EN_PASSANT;

impl Position {
    /// Checks board, slots, counts, keys and rights against each other.
    ///
    /// # Errors
    /// The first fault found.
    pub fn validate(&self) -> Result<(), Inconsistency> {
        let (state, game) = (&self.state, &self.game);
        if state.alive != state.side_pieces[0] | state.side_pieces[1]
            || state.side_pieces[0].meets(state.side_pieces[1])
        {
            return Err(Inconsistency::Sides);
        }
        for slot in state.alive {
            let square = state.square_of[slot];
            let cell = state.board[square.index()];
            let color = game.kind(state.kind_of[slot]).color;
            let piece_square = usize::from(state.piece_square_of[slot]);
            if !cell.is_piece()
                || cell.slot() != slot
                || !cell.is(color)
                || piece_square != game.piece_square(state.kind_of[slot], square)
            {
                return Err(Inconsistency::Slot { slot, square: game.shape.name(square) });
            }
            let safe = self.is_closed(square);
            if (game.kind(state.kind_of[slot]).royal && !safe) != state.royals.contains(slot) {
                return Err(Inconsistency::Royal(slot));
            }
        }
        let cells = state.board.iter().filter(|cell| cell.is_piece()).count();
        if cells != state.alive.len() as usize {
            return Err(Inconsistency::Cells { cells, alive: state.alive.len() });
        }
        for kind in game.kind_ids() {
            let count = state.alive.iter().filter(|&slot| state.kind_of[slot] == kind).count();
            if count != self.count(kind) as usize {
                let (letter, counted) = (game.kind(kind).letter, self.count(kind));
                return Err(Inconsistency::Count { letter, count, counted });
            }
        }
        if (0..EN_PASSANT).any(|place| (state.now.usable >> place & 1 != 0) != state.can_answer(game, place))
        {
            return Err(Inconsistency::EnPassant);
        }
        if (state.now.key, state.now.pawn_key) != state.keys_from_scratch(game) {
            return Err(Inconsistency::Keys);
        }
        for (bit, castle) in
            game.castles.iter().enumerate().filter(|(bit, _)| state.now.rights >> bit & 1 != 0)
        {
            if state.kind_at(castle.partner.0) != Some(castle.partner_kind)
                || state.kind_at(castle.king.0) != Some(castle.king_kind)
            {
                return Err(Inconsistency::Castling { letter: castle.letter, bit });
            }
        }
        for (i, right) in game.first_moves.iter().enumerate() {
            if state.now.rights >> (game.castles.len() + i) & 1 != 0
                && !state.kind_at(right.square).is_some_and(|kind| game.is_same_piece(kind, right.kind))
            {
                return Err(Inconsistency::FirstMove(game.shape.name(right.square)));
            }
        }
        if self.left_in_check() {
            return Err(Inconsistency::LeftInCheck);
        }
        state.validate_turn(game)
    }
}
