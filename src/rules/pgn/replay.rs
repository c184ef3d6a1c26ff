//! The moves of a written game, made on the board.

use super::read::{Fault, Mark, Written};
use super::san::{self, SanError};
use super::signs::{self, is_null};
use crate::rules::position::{Move, Position, Reason};

impl Written {
    /// The moves of the main line up to the first bad one, or at most this many, and what is wrong with the
    /// game. Where only the position shows that the end of a move is a sign, or that the last move is a
    /// result, it becomes one. `explain` says why a move cannot be read.
    pub fn replay(
        &mut self,
        start: &Position,
        most: usize,
        explain: &dyn Fn(&Position, &SanError) -> String,
    ) -> (Vec<Move>, Option<Fault>) {
        let mut place = start.clone();
        let mut moves = Vec::new();
        let mut mover = None;
        for index in 0..self.moves.len().min(most) {
            let Some(written) = self.moves.get(index) else { break };
            let line = written.line;
            // Between the halves of a turn, some programs write that the other side passes.
            if is_null(&written.text) && mover == Some(place.side()) {
                continue;
            }
            match read_move(&place, &written.text, explain) {
                Ok((m, used)) => {
                    self.settle_sign(index, used);
                    mover = Some(place.side());
                    place.make(m);
                    moves.push(m);
                }
                Err(_) if index + 1 == self.moves.len() && self.take_result() => break,
                Err(reason) => return (moves, Some(Fault { line, reason })),
            }
        }
        (moves, self.fault.clone())
    }

    /// Makes a mark of what follows the first `used` bytes of a move.
    fn settle_sign(&mut self, index: usize, used: usize) {
        let Some(written) = self.moves.get_mut(index) else { return };
        let rest = written.text.split_off(used);
        written.marks.splice(0..0, signs::sign(&rest).map(Mark::Glyph));
    }
}

/// Reads a move. Returns also how many bytes of the text belong to it.
fn read_move(
    place: &Position,
    text: &str,
    explain: &dyn Fn(&Position, &SanError) -> String,
) -> Result<(Move, usize), String> {
    if let Some(outcome) = place.outcome().filter(|outcome| ends_play(outcome.reason)) {
        return Err(format!("the game is over: {}", outcome.reason));
    }
    let error = match san::read(place, text) {
        Ok(m) => return Ok((m, text.len())),
        Err(_) if is_null(text) => {
            return Err(format!("`{text}` is a null move, and {} cannot pass here", place.side()));
        }
        Err(error) => error,
    };
    let bare = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let is_signed = bare.len() < text.len() && signs::sign(&text[bare.len()..]).is_some();
    let read = is_signed.then(|| san::read(place, bare).ok()).flatten();
    read.map(|m| (m, bare.len())).ok_or_else(|| explain(place, &error))
}

/// Whether play always stops after such an end. Some draws have to be claimed.
fn ends_play(reason: Reason) -> bool {
    !matches!(reason, Reason::Repetition | Reason::MoveLimit | Reason::Material | Reason::Counted)
}
