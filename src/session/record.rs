//! The record of a game: the moves played, and how they are undone. In a game with two moves a turn, a
//! protocol with alternating sides lets the other side pass in between. Passes exist only in this record,
//! not in the position, and front ends that need none make none.

use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};
use crate::teach::Refusal;

/// A ply, counted as if the sides alternate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ply {
    /// A move of a side.
    Move(Color, Move),
    /// A pass while the other side makes the second half of its turn.
    Pass,
}

/// A position and the plies that led to it.
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    position: Position,
    plies: Vec<Ply>,
}

impl Record {
    /// A game that starts from a position.
    pub fn new(position: Position) -> Record {
        Record { start: position.clone(), position, plies: Vec::new() }
    }

    /// The starting position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position, for looking ahead; the caller must undo all its moves.
    pub fn explore(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Whether the next ply is a pass, because the side that has just moved moves again.
    pub fn owes_pass(&self) -> bool {
        matches!(self.plies.last(), Some(&Ply::Move(mover, _)) if mover == self.position.side())
    }

    /// The side of the next ply: the side to move, or the one that passes.
    pub fn side(&self) -> Color {
        let mover = self.position.side();
        if self.owes_pass() { !mover } else { mover }
    }

    /// The number of plies so far, including passes.
    #[allow(clippy::len_without_is_empty, reason = "an emptiness check has no use")]
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// The moves so far, without passes.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.plies.iter().filter_map(|ply| match *ply {
            Ply::Move(_, m) => Some(m),
            Ply::Pass => None,
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.plies.push(Ply::Move(self.position.side(), m));
        self.position.make(m);
    }

    /// Passes, if a pass is due.
    pub fn pass(&mut self) -> bool {
        let due = self.owes_pass();
        if due {
            self.plies.push(Ply::Pass);
        }
        due
    }

    /// Why no move can be played now: a pass is due.
    pub fn refusal(&self) -> Option<Refusal> {
        self.owes_pass().then_some(Refusal::MustPass)
    }

    /// Undoes this many plies, or none if there are fewer.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.plies.len().checked_sub(plies) else { return false };
        for ply in self.plies.drain(left..).rev() {
            if ply != Ply::Pass {
                self.position.unmake();
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn passes_separate_the_halves_of_a_turn() {
        let def = Catalog::builtin().resolve("colorboundmost").unwrap();
        let mut record = Record::new(Position::start(compile(&def).unwrap()));
        let play = |record: &mut Record, text: &str| {
            let m = record.position().parse_move(text).unwrap();
            record.play(m);
        };
        assert!(!record.pass(), "nobody has moved yet");
        play(&mut record, "d2e3");
        assert_eq!((record.side(), record.owes_pass()), (Color::Black, false));
        play(&mut record, "a7b6");
        assert_eq!((record.side(), record.owes_pass()), (Color::White, true));
        assert!(record.pass() && !record.pass());
        assert_eq!(record.side(), Color::Black);
        play(&mut record, "b7c6");
        assert_eq!((record.side(), record.len()), (Color::White, 4));
        assert_eq!(record.moves().count(), 3);
        assert!(record.take_back(2) && record.owes_pass());
        assert!(!record.take_back(3));
        assert!(record.take_back(2) && record.len() == 0);
        assert_eq!(record.position().fen(), record.start().fen());
    }
}
