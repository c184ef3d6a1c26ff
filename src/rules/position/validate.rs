//! The full consistency check, which compares everything incremental with a computation from scratch.

use super::Position;
use super::state::slots;

impl Position {
    /// Whether a royal of the side that has just moved could be captured.
    ///
    /// A side that has won may leave it so: an explosion of the enemy's king counts before a check on
    /// its own.
    pub(super) fn left_in_check(&self) -> bool {
        if self.has_ends() && self.decided().is_some() {
            return false;
        }
        let (state, game) = (&self.state, &self.game);
        match &state.turn {
            None => state.in_check(game, !state.side),
            // A check given in the first half of a turn is answered after the second.
            Some(turn) => {
                let owed =
                    |royal: &usize| turn.owed.iter().any(|complex| turn.men(complex) >> royal & 1 != 0);
                let royals = slots(state.royals_of(!state.side)).filter(owed);
                royals.into_iter().any(|royal| state.attacked(game, state.square_of[royal], state.side))
            }
        }
    }

    /// Checks board, slots, counts, keys and rights against each other.
    ///
    /// # Errors
    /// A description of the first fault found.
    pub fn validate(&self) -> Result<(), String> {
        let (state, game) = (&self.state, &self.game);
        if state.alive != state.side_men[0] | state.side_men[1] || state.side_men[0] & state.side_men[1] != 0
        {
            return Err("the sides' men are not the men on the board".into());
        }
        for slot in slots(state.alive) {
            let square = state.square_of[slot];
            let cell = state.board[square.index()];
            let color = game.kind(state.kind_of[slot]).color;
            let piece_square = usize::from(state.piece_square_of[slot]);
            if cell.is_empty()
                || cell.slot() != slot
                || !cell.is(color)
                || piece_square != game.piece_square(state.kind_of[slot], square)
            {
                return Err(format!("slot {slot} is not on its square {}", game.shape.name(square)));
            }
            let safe = self.closed().contains(game.shape.complex(square));
            if (game.kind(state.kind_of[slot]).royal && !safe) != (state.royals >> slot & 1 != 0) {
                return Err(format!("slot {slot} is royal or not, against its kind"));
            }
        }
        let cells = state.board.iter().filter(|cell| !cell.is_empty()).count();
        if cells != state.alive.count_ones() as usize {
            return Err(format!("{cells} men on the board, {} alive", state.alive.count_ones()));
        }
        for kind in game.kind_ids() {
            let count = slots(state.alive).filter(|&slot| state.kind_of[slot] == kind).count();
            if count != self.count(kind) as usize {
                return Err(format!(
                    "{count} of kind {} on the board, {} counted",
                    game.kind(kind).letter,
                    self.count(kind)
                ));
            }
        }
        if (0..state.now.usable.len()).any(|part| state.now.usable[part] != state.can_answer(game, part)) {
            return Err("a capture en passant is thought possible and is not, or the other way round".into());
        }
        if (state.now.key, state.now.pawn_key) != state.keys_from_scratch(game) {
            return Err("the keys are not those of the position".into());
        }
        for (bit, castle) in
            game.castles.iter().enumerate().filter(|(bit, _)| state.now.rights >> bit & 1 != 0)
        {
            if state.kind_at(castle.partner.0) != Some(castle.partner_kind)
                || state.kind_at(castle.king.0) != Some(castle.king_kind)
            {
                return Err(format!("the castling right {} (bit {bit}) has no men", castle.letter));
            }
        }
        for (i, virgin) in game.virgins.iter().enumerate() {
            if state.now.rights >> (game.castles.len() + i) & 1 != 0
                && state.kind_at(virgin.square) != Some(virgin.kind)
            {
                return Err(format!("the first-move right on {} has no man", game.shape.name(virgin.square)));
            }
        }
        if self.left_in_check() {
            return Err("the side that has just moved is in check".into());
        }
        state.turn.as_ref().map_or(Ok(()), |turn| state.validate_turn(game, turn))
    }
}
