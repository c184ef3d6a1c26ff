//! The moves of a game in short notation, and what each captures. Only what is new is worked out: a long game
//! would cost seconds otherwise, at each move and for each drawing.

use crate::rules::game::KindId;
use crate::rules::geometry::Color;
use crate::rules::pgn::san;
use crate::rules::position::{Move, Position};

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenPly {
    /// The number of its turn.
    pub number: u32,
    pub side: Color,
    /// In short notation.
    pub san: String,
    /// The pieces that are lost by it.
    lost: Vec<KindId>,
}

/// The moves of a game, written.
#[derive(Debug)]
pub struct GameCourse {
    start: Position,
    /// After the last move.
    end: Position,
    moves: Vec<Move>,
    plies: Vec<WrittenPly>,
    /// Increases whenever moves are replaced by others.
    line: u64,
    /// How many moves stayed whenever that happened, with the line that began then.
    cuts: Vec<(u64, usize)>,
}

/// Replacements that are remembered. Whoever knows an older line gets the whole game.
const MOST_CUTS: usize = 100;

impl GameCourse {
    pub(super) fn new(start: Position) -> GameCourse {
        let (moves, plies, cuts) = (Vec::new(), Vec::new(), Vec::new());
        GameCourse { end: start.clone(), start, moves, plies, line: 0, cuts }
    }

    /// Follows the game to these moves.
    pub(super) fn follow(&mut self, start: &Position, moves: impl Iterator<Item = Move>) {
        let is_same = self.start.key() == start.key()
            && self.start.game().def.id == start.game().def.id
            && self.start.move_number() == start.move_number();
        if !is_same {
            self.cut(0);
            (self.start, self.end) = (start.clone(), start.clone());
        }
        let mut count = 0;
        for m in moves {
            if self.moves.get(count) != Some(&m) {
                self.cut(count);
                self.push(m);
            }
            count += 1;
        }
        self.cut(count);
    }

    /// Leaves this many moves.
    fn cut(&mut self, count: usize) {
        if count >= self.moves.len() {
            return;
        }
        for _ in count..self.moves.len() {
            self.end.unmake();
        }
        self.moves.truncate(count);
        self.plies.truncate(count);
        self.line += 1;
        self.cuts.push((self.line, count));
        let surplus = self.cuts.len().saturating_sub(MOST_CUTS);
        self.cuts.drain(..surplus);
    }

    fn push(&mut self, m: Move) {
        let (number, side, san) = (self.end.move_number(), self.end.side(), san::write(&self.end, m));
        self.end.make(m);
        let appears = self.end.last_changes().any(|change| change.before.is_none());
        let left = self.end.last_changes().filter(|change| change.after.is_none());
        // A piece that has changed its type or its side is not lost.
        let lost = left.filter_map(|change| change.before).filter(|at| !appears || at.square != m.from());
        let lost = lost.map(|at| at.kind).collect();
        self.moves.push(m);
        self.plies.push(WrittenPly { number, side, san, lost });
    }

    /// The moves from the first.
    pub fn plies(&self) -> &[WrittenPly] {
        &self.plies
    }

    /// The number of the present line.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// How many of the first moves are the same for somebody who knows this many of an earlier line.
    pub fn known(&self, line: u64, count: usize) -> usize {
        let oldest = self.cuts.first().map_or(self.line, |cut| cut.0 - 1);
        if line > self.line || line < oldest {
            return 0;
        }
        let cuts = self.cuts.iter().filter(|cut| cut.0 > line).map(|cut| cut.1);
        cuts.chain([count, self.plies.len()]).min().unwrap_or(0)
    }

    /// The pieces lost by the first moves, in the order of their types.
    pub(super) fn lost(&self, moves: usize) -> Vec<KindId> {
        let mut lost: Vec<KindId> = self.plies.iter().take(moves).flat_map(|ply| ply.lost.clone()).collect();
        lost.sort_by_key(|kind| kind.index());
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn a_course_follows_the_game_and_knows_what_others_know_of_it() {
        let start = Position::start(compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap());
        let read = |texts: &[&str]| {
            let mut place = start.clone();
            let read = |text: &&str| {
                let m = place.parse_move(text).unwrap();
                place.make(m);
                m
            };
            texts.iter().map(read).collect::<Vec<Move>>()
        };
        let written = |course: &GameCourse| {
            course.plies().iter().map(|ply| ply.san.clone()).collect::<Vec<_>>().join(" ")
        };
        let mut course = GameCourse::new(start.clone());
        course.follow(&start, read(&["e2e4", "d7d5", "e4d5"]).into_iter());
        assert_eq!((written(&course).as_str(), course.line(), course.lost(3).len()), ("e4 d5 exd5", 0, 1));
        assert_eq!((course.known(0, 2), course.known(0, 9), course.known(5, 2)), (2, 3, 0));
        course.follow(&start, read(&["e2e4", "e7e5", "g1f3", "b8c6"]).into_iter());
        assert_eq!((written(&course).as_str(), course.line()), ("e4 e5 Nf3 Nc6", 1));
        assert_eq!((course.known(0, 3), course.known(1, 3), course.lost(4).len()), (1, 3, 0));
        course.follow(&start, read(&["e2e4"]).into_iter());
        assert_eq!((written(&course).as_str(), course.known(1, 4), course.known(0, 3)), ("e4", 1, 1));
        let narrow = Position::start(compile(&Catalog::builtin().resolve("narrow").unwrap()).unwrap());
        course.follow(&narrow, std::iter::empty());
        assert_eq!((course.plies().len(), course.known(2, 1)), (0, 0));
    }
}
