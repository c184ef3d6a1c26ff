//! A course in a variant or an army, derived from its definition: for each piece, positions in which it has
//! a move to find, and one in which it wins at once.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::{Color, Square};
use crate::rules::pgn::san;
use crate::rules::position::{Move, Position, Reason, Setup};
use crate::rules::variant::{End, Loss, LossResult};

/// The level of the game after the lessons.
pub const LEVEL: i32 = 1;

/// Positions to find a move in, for each piece.
const FINDINGS: usize = 3;
/// Random positions tried for one of these.
const TRIES: usize = 400;
/// Random positions tried for a win.
const WIN_TRIES: usize = 20_000;
/// The greatest distance of White's pieces from the enemy king in such a position: nearer pieces mate more
/// often.
const NEAR: u8 = 3;

/// A course.
#[derive(Clone, Debug)]
pub struct Course {
    game: Arc<Game>,
}

/// A position with a task for a piece.
#[derive(Clone, Debug)]
pub struct LessonTask {
    pub goal: Goal,
    /// The position, White to move.
    pub position: Position,
    /// The moves that solve it.
    pub answers: Vec<Move>,
}

/// What a piece has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Capture the only piece that it can capture.
    Capture,
    /// Make any move: the piece never captures.
    Move,
    /// Give checkmate.
    Mate,
    /// Win at once in another way.
    Win,
}

impl Goal {
    /// The goal of a piece in words.
    pub fn words(self, kind: &Kind) -> String {
        let name = kind.spoken();
        match self {
            Goal::Capture => format!("Capture a piece with the {name}. Only one capture is possible."),
            Goal::Move => format!("Make a move with the {name}."),
            Goal::Mate => format!("Give checkmate with the {name} in one move."),
            Goal::Win => format!("Win in one move with the {name}."),
        }
    }
}

impl LessonTask {
    /// The move that somebody wants to solve a task with, if it does.
    pub fn judge(&self, piece: KindId, text: &str) -> Result<Move, String> {
        let m = san::read_typed(&self.position, text).map_err(|error| error.to_string())?;
        if self.answers.contains(&m) {
            return Ok(m);
        }
        let name = self.position.game().kind(piece).spoken();
        let moves_it = self.position.mover(m) == Some(piece);
        Err(if moves_it {
            format!("the {name} can do that, but it is not what is asked for")
        } else {
            format!("that does not move the {name}")
        })
    }

    /// The moves that solve it, in both notations.
    pub fn answer_text(&self) -> String {
        let text = |m: &Move| format!("{} ({})", san::write(&self.position, *m), self.position.move_text(*m));
        self.answers.iter().map(text).collect::<Vec<_>>().join(" or ")
    }
}

impl Course {
    /// The course for a game.
    pub fn new(game: Arc<Game>) -> Course {
        Course { game }
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// White's pieces: first those that are not in chess, kings and pawns last.
    pub fn pieces(&self) -> Vec<KindId> {
        let game = &self.game;
        let is_own = |id: &KindId| game.kind(*id).color == Color::White && !game.kind(*id).foreign;
        let mut pieces: Vec<KindId> = game.kind_ids().filter(is_own).collect();
        pieces.sort_by_key(|&id| {
            let kind = game.kind(id);
            (kind.royal, kind.pawn, kind.spoken() != kind.name)
        });
        pieces
    }

    /// The tasks of a piece, the same every time: up to three moves to find, then a win, where random
    /// positions offer them.
    pub fn tasks(&self, piece: KindId) -> Vec<LessonTask> {
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(piece.index() as u64));
        let mut tasks: Vec<LessonTask> = Vec::new();
        for number in 0..FINDINGS {
            let is_new = |task: &LessonTask| tasks.iter().all(|known| known.answers != task.answers);
            let found = (0..TRIES).find_map(|_| self.capture(piece, 2 + number, &mut dice).filter(is_new));
            tasks.extend(found);
        }
        if tasks.is_empty() {
            tasks.extend((0..TRIES).find_map(|_| self.walk(piece, &mut dice)));
        }
        if !self.game.kind(piece).royal {
            // Where nothing is royal, nobody is mated.
            let has_mates = self.game.kinds.iter().any(|kind| kind.royal);
            let mut other = None;
            let mate = (0..WIN_TRIES).find_map(|_| {
                let won = self.win(piece, &mut dice)?;
                if won.goal == Goal::Mate || !has_mates {
                    return Some(won);
                }
                other.get_or_insert(won);
                None
            });
            tasks.extend(mate.or(other));
        }
        tasks
    }

    /// A position in which a piece can capture one of several enemies, and no other piece can capture
    /// anything.
    fn capture(&self, piece: KindId, enemies: usize, dice: &mut Dice) -> Option<LessonTask> {
        let (mut placed, from) = self.placed(piece, dice)?;
        for _ in 0..enemies {
            placed.push((self.free(&placed, dice)?, self.one_of(Color::Black, dice)?));
        }
        let position = self.position(&placed)?;
        let is_capture = |m: &Move| position.captured(*m).is_some() || !m.victims(position.game()).is_empty();
        let captures: Vec<Move> = position.moves().into_iter().filter(is_capture).collect();
        let first = *captures.first()?;
        let alike =
            |m: &Move| m.from() == from && m.dropped(position.game()).is_none() && m.to() == first.to();
        let has_one = captures.iter().all(alike) && first.victims(position.game()).len() < 2;
        has_one.then_some(LessonTask { goal: Goal::Capture, position, answers: captures })
    }

    /// A position for a piece that never captures, with a move to make.
    fn walk(&self, piece: KindId, dice: &mut Dice) -> Option<LessonTask> {
        let (placed, from) = self.placed(piece, dice)?;
        let position = self.position(&placed)?;
        let answers: Vec<Move> = position.moves().into_iter().filter(|m| m.from() == from).collect();
        (!answers.is_empty()).then_some(LessonTask { goal: Goal::Move, position, answers })
    }

    /// A position in which one move wins. The piece makes it, with its king and up to three other pieces,
    /// near an enemy king at the edge.
    fn win(&self, piece: KindId, dice: &mut Dice) -> Option<LessonTask> {
        let mut placed = Vec::new();
        for (_, kind) in self.royals().into_iter().rev() {
            let square = match self.game.kind(kind).color {
                Color::Black => self.free_where(&placed, |square| self.is_at_edge(square), dice)?,
                Color::White => self.free_where(&placed, |square| self.is_near(&placed, square), dice)?,
            };
            placed.push((square, kind));
        }
        placed.push((self.free(&placed, dice)?, piece));
        for _ in 0..=dice.below(3) {
            let square = self.free_where(&placed, |square| self.is_near(&placed, square), dice)?;
            placed.push((square, self.one_of(Color::White, dice)?));
        }
        // Some games are over when a king is alone.
        for _ in 0..dice.below(2) {
            placed.push((self.free(&placed, dice)?, self.one_of(Color::Black, dice)?));
        }
        let position = self.position(&placed)?;
        let mut wins = Vec::new();
        for m in position.moves() {
            let mut after = position.clone();
            after.make(m);
            let end = after.outcome().filter(|end| end.winner == Some(Color::White));
            wins.extend(end.map(|end| (m, end.reason)));
        }
        let &[(m, reason)] = wins.as_slice() else { return None };
        let goal = if reason == Reason::Mate { Goal::Mate } else { Goal::Win };
        (position.mover(m) == Some(piece)).then_some(LessonTask { goal, position, answers: vec![m] })
    }

    /// A position of the kings on their starting squares and a piece somewhere, with the square of that
    /// piece.
    fn placed(&self, piece: KindId, dice: &mut Dice) -> Option<(Vec<(Square, KindId)>, Square)> {
        let mut placed = self.royals();
        if let Some(index) = placed.iter().position(|other| other.1 == piece) {
            placed.remove(index);
            // Some games are lost with the king alone.
            placed.push((self.free(&placed, dice)?, self.one_of(Color::White, dice)?));
        }
        let from = self.free(&placed, dice)?;
        placed.push((from, piece));
        Some((placed, from))
    }

    /// The royal pieces where they begin, White's first, and one of each type without which a side has lost.
    fn royals(&self) -> Vec<(Square, KindId)> {
        let mut royals: Vec<(Square, KindId)> = Vec::new();
        for &piece in &self.game.array {
            let is_known = royals.iter().any(|known| known.1 == piece.1);
            if self.game.kind(piece.1).royal || self.is_needed(piece.1) && !is_known {
                royals.push(piece);
            }
        }
        royals.sort_by_key(|piece| self.game.kind(piece.1).color == Color::Black);
        royals
    }

    /// Whether a side loses that has no such piece.
    fn is_needed(&self, id: KindId) -> bool {
        let def = &self.game.def;
        let role = self.game.kind(id).piece_of(def).role;
        def.rules.ends.iter().any(|end| match end {
            End::Lost { roles, how: Loss::One | Loss::Role, result: LossResult::Loses, enemy_has: 0 } => {
                roles.contains(&role)
            }
            _ => false,
        })
    }

    /// A random square that is empty.
    fn free(&self, placed: &[(Square, KindId)], dice: &mut Dice) -> Option<Square> {
        self.free_where(placed, |_| true, dice)
    }

    /// A random empty square that satisfies a condition.
    fn free_where(
        &self,
        placed: &[(Square, KindId)],
        fits: impl Fn(Square) -> bool,
        dice: &mut Dice,
    ) -> Option<Square> {
        let is_free = |square: &Square| placed.iter().all(|piece| piece.0 != *square) && fits(*square);
        dice.one(&self.game.shape.squares().filter(is_free).collect::<Vec<_>>())
    }

    /// A random piece of a side other than a king.
    fn one_of(&self, color: Color, dice: &mut Dice) -> Option<KindId> {
        let game = &self.game;
        let fits = |id: &KindId| {
            let kind = game.kind(*id);
            kind.color == color && !kind.royal && !kind.foreign && !self.is_needed(*id)
        };
        dice.one(&game.kind_ids().filter(fits).collect::<Vec<_>>())
    }

    /// The position with these pieces, if it is legal, not finished, and White is not in check.
    fn position(&self, placed: &[(Square, KindId)]) -> Option<Position> {
        let position = Setup::of_pieces(&self.game, placed, Color::White).ok()?.position().ok()?;
        (!position.in_check() && position.outcome().is_none()).then_some(position)
    }

    /// Whether a square is at the edge of the board.
    fn is_at_edge(&self, square: Square) -> bool {
        let shape = &self.game.shape;
        let (file, rank) = (shape.file(square), shape.rank(square));
        file == 0 || rank == 0 || file + 1 == shape.files() || rank + 1 == shape.ranks()
    }

    /// Whether a square is near the first of the pieces; true if there are none.
    fn is_near(&self, placed: &[(Square, KindId)], square: Square) -> bool {
        let shape = &self.game.shape;
        placed.first().is_none_or(|&(other, _)| {
            let files = shape.file(other).abs_diff(shape.file(square));
            files.max(shape.rank(other).abs_diff(shape.rank(square))) <= NEAR
        })
    }
}

/// Random numbers.
struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// A number below `limit`, or 0.
    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(1).max(1);
        usize::try_from(self.0.next_u64() % limit).unwrap_or(0)
    }

    /// One of several things.
    fn one<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn every_answer_does_what_the_task_asks_for() {
        let catalog = Catalog::builtin();
        for name in [
            "cwda:nutters",
            "cwda:clobberers/rookies",
            "narrow",
            "colorboundmost",
            "greener",
            "xiangqi",
            "courier",
            "odinsrune",
        ] {
            let course = Course::new(compile(&catalog.resolve(name).unwrap()).unwrap());
            let mut mates = 0;
            for piece in course.pieces() {
                let tasks = course.tasks(piece);
                assert!(!tasks.is_empty(), "{name}: {}", course.game().kind(piece).name);
                for LessonTask { goal, position, answers } in tasks {
                    assert!(!answers.is_empty() && position.side() == Color::White && !position.in_check());
                    for m in &answers {
                        assert_eq!(position.mover(*m), Some(piece), "{name}: {}", position.fen());
                        let mut after = position.clone();
                        after.make(*m);
                        let end = after.outcome();
                        match goal {
                            Goal::Capture => {
                                assert!(
                                    after.pieces(Color::Black).count()
                                        < position.pieces(Color::Black).count()
                                );
                            }
                            Goal::Move => {
                                assert_eq!(
                                    after.pieces(Color::Black).count(),
                                    position.pieces(Color::Black).count()
                                );
                            }
                            Goal::Mate => assert!(end.is_some_and(|end| end.reason == Reason::Mate)),
                            Goal::Win => assert!(end.is_some_and(|end| end.winner == Some(Color::White))),
                        }
                    }
                    mates += usize::from(goal == Goal::Mate);
                }
            }
            let has_royals = course.game().kinds.iter().any(|kind| kind.royal);
            assert!(mates >= 3 || !has_royals, "{name}: {mates}");
        }
    }
}
