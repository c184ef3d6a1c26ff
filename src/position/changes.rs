//! What a move does to the men: which leave their squares, and which stand where afterwards.
//!
//! An ordinary move changes one man and takes at most one, and `make` knows that without asking. All
//! other moves are played and taken back by the list of changes that [`State::changes`] gives for them:
//! a new kind of move, with more victims or men that come from outside the board, is a new arm there.

use super::Position;
use super::moves::{ManChange, Move, Tag};
use super::state::State;
use crate::game::{Game, KindId, MAX_MEN, Row};
use crate::geometry::{Narrow, Square};

/// What happens to the men in a move. Men that are taken, or put down elsewhere, come first.
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    list: [ManChange; Changes::MOST],
    length: u8,
}

impl Changes {
    /// The most men a move can change: one that moves, and all around it.
    const MOST: usize = 10;

    const NONE: Changes =
        Changes { list: [ManChange { slot: 0, before: None, after: None }; Changes::MOST], length: 0 };

    fn push(&mut self, slot: usize, before: Option<Row>, after: Option<Row>) {
        debug_assert!(slot < MAX_MEN, "slots are numbered below the number of men");
        if let Some(place) = self.list.get_mut(usize::from(self.length)) {
            *place = ManChange { slot: slot.narrow(), before, after };
            self.length += 1;
        }
    }

    /// The changes, captures first.
    pub fn as_slice(&self) -> &[ManChange] {
        &self.list[..usize::from(self.length)]
    }
}

impl State {
    /// What a move does that is about to be played.
    pub(super) fn changes(&self, game: &Game, m: Move) -> Changes {
        let mut changes = Changes::NONE;
        let slot_on = |square: Square| self.board[square.index()].slot();
        let row_of = |slot: usize| Some(Row(self.row_of[slot]));
        let row = |kind: KindId, square: Square| Some(Row(game.row(kind, square).narrow()));
        if let Tag::Castle(index) = m.tag() {
            let castle = &game.castles[usize::from(index)];
            for (from, to) in [castle.king, castle.partner] {
                let slot = slot_on(from);
                changes.push(slot, row_of(slot), row(self.kind_of[slot], to));
            }
            return changes;
        }
        let mut put = None;
        if let Tag::Takes(index) = m.tag() {
            put = game.moves.put_down(index);
            for &square in game.moves.victims(index) {
                let slot = slot_on(square);
                changes.push(slot, row_of(slot), put.and_then(|to| row(self.kind_of[slot], to)));
            }
        }
        let victim = match m.tag() {
            Tag::Takes(_) if m.to() == m.from() => None,
            Tag::EnPassant => self.en_passant_victim(game, m.to()),
            _ => Some(m.to()),
        };
        if let Some(square) = victim.filter(|square| !self.board[square.index()].is_empty()) {
            let slot = slot_on(square);
            changes.push(slot, row_of(slot), put.and_then(|to| row(self.kind_of[slot], to)));
        }
        let slot = slot_on(m.from());
        changes.push(slot, row_of(slot), row(self.arrives_as(game, m), m.to()));
        changes
    }
}

impl Position {
    /// What the last move did to the men; nothing if there is none, or it was a pass. Men whose complex
    /// was closed by it stand where they stood.
    pub fn last_changes(&self) -> Changes {
        let (state, game) = (&self.state, &*self.game);
        let mut changes = Changes::NONE;
        let Some(undo) = state.history.last() else { return changes };
        if undo.more > 0 {
            let log = &state.log[state.log.len() - usize::from(undo.more)..];
            for change in log {
                changes.push(usize::from(change.slot), change.before, change.after);
            }
        } else if undo.played != Move::NONE {
            if !undo.captured.is_empty() {
                let slot = undo.captured.slot();
                changes.push(slot, Some(Row(state.row_of[slot])), None);
            }
            let slot = state.board[undo.played.to().index()].slot();
            let before = Row(game.row(undo.mover_kind, undo.played.from()).narrow());
            changes.push(slot, Some(before), Some(Row(state.row_of[slot])));
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compile;
    use crate::position::MoveKind;
    use crate::variant::Catalog;

    /// Which slots are taken, and by what.
    fn men(position: &Position) -> Vec<Option<Row>> {
        let (alive, rows) = position.slots();
        (0..MAX_MEN).map(|slot| (alive >> slot & 1 != 0).then(|| Row(rows[slot]))).collect()
    }

    #[test]
    fn changes_are_what_a_move_did_and_are_taken_back() {
        let castling = "r3k2r/pPp5/8/3pP3/8/8/PPP3p1/R3K2R w KQkq d6 0 1";
        for (variant, fen) in [
            ("chess", Some(castling)),
            ("cwda:clobberers/nutters;promotion=both", None),
            ("fischerandom", Some("1r1k3r/pPp5/8/3pP3/8/8/PPP3p1/1R1K3R w KQkq d6 0 1")),
            ("colorboundmost", None),
            ("berolina", None),
        ] {
            let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
            let start = fen.map_or_else(
                || Position::start(game.clone()),
                |fen| Position::from_fen(game.clone(), fen).unwrap(),
            );
            assert!(start.last_changes().as_slice().is_empty());
            let mut seed = 1u64;
            for _ in 0..40 {
                let mut position = start.clone();
                let mut moves = Vec::new();
                for _ in 0..60 {
                    moves.clear();
                    position.legal_moves(MoveKind::All, &mut moves);
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(&m) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
                    let (before, fen) = (men(&position), position.fen());
                    position.make(m);
                    let mut replayed = before.clone();
                    for change in position.last_changes().as_slice() {
                        assert_eq!(replayed[usize::from(change.slot)], change.before, "{fen}: {m:?}");
                        replayed[usize::from(change.slot)] = change.after;
                    }
                    assert_eq!(replayed, men(&position), "{variant} {fen}: {m:?}");
                    assert_eq!(position.validate(), Ok(()), "{variant} {fen}: {m:?}");
                    position.unmake();
                    assert_eq!((men(&position), position.fen()), (before, fen), "{variant}: {m:?}");
                    assert_eq!(position.validate(), Ok(()), "{variant}: {m:?} taken back");
                    position.make(m);
                }
            }
        }
    }
}
