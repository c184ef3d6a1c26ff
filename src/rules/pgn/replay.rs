//! The moves of a written game, made on the board.

use super::foreign::Dialect;
use super::read::{Fault, Mark, Written, WrittenMove};
use super::san::{self, SanError};
use super::short::CASTLING;
use super::signs::{self, SQUARES, is_null};
use crate::rules::position::{Move, Position, Reason, castling_wing, split_wall};

impl Written {
    /// The moves of the main line up to the first bad one, or at most this many, and what is wrong with the
    /// game. Where only the position shows that the end of a move is a sign, or that the last move is a
    /// result, it becomes one. A move that cannot be read is taken from the tag with the moves as squares.
    /// `explain` says why a move cannot be read. A game that is not written as we write it may be in the
    /// letters of another language, or have signs as another program writes them.
    pub fn replay(
        &mut self,
        start: &Position,
        most: usize,
        explain: &dyn Fn(&Position, &SanError) -> String,
    ) -> (Vec<Move>, Option<Fault>) {
        let mut first = None;
        for dialect in Dialect::of(self, start) {
            let mut game = self.clone();
            let read = game.replay_as(dialect, start, most, explain);
            let is_whole = read.1.is_none();
            if is_whole || first.is_none() {
                first = Some((game, read, dialect));
            }
            if is_whole {
                break;
            }
        }
        let Some((game, read, dialect)) = first else { return (Vec::new(), self.fault.clone()) };
        *self = game;
        let castles = self.moves.iter().any(|m| castling_wing(&m.text).is_some());
        self.note = dialect.note(start).filter(|_| castles);
        read
    }

    /// The same for a game that is written in one way.
    fn replay_as(
        &mut self,
        dialect: Dialect,
        start: &Position,
        most: usize,
        explain: &dyn Fn(&Position, &SanError) -> String,
    ) -> (Vec<Move>, Option<Fault>) {
        self.split_turns(start);
        let mut place = start.clone();
        let mut moves = Vec::new();
        let mut mover = None;
        let squares = self.tag(SQUARES).unwrap_or_default().to_string();
        let mut squares = squares.split_whitespace();
        for index in 0..self.moves.len().min(most) {
            let Some(written) = self.moves.get(index) else { break };
            let line = written.line;
            // Between the halves of a turn, some programs write that the other side passes.
            if is_null(&written.text) && mover == Some(place.side()) {
                continue;
            }
            let spare = squares.next();
            match read_move(&place, &written.text, dialect, spare, explain) {
                Ok((m, used)) => {
                    self.settle_sign(index, used);
                    if spare.is_some_and(|text| place.move_text(m) != text) {
                        // Somebody has edited the moves.
                        squares = "".split_whitespace();
                    }
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

    /// Takes apart moves that are written with the wall that follows them: `e4,d5`.
    fn split_turns(&mut self, start: &Position) {
        if !start.game().def.rules.walls.when.follows_moves() {
            return;
        }
        let split = |written: WrittenMove| {
            let (m, wall) = split_wall(start.game(), &written.text);
            let Some(wall) = wall.map(str::to_owned) else { return vec![written] };
            let first = WrittenMove { text: m.to_owned(), marks: Vec::new(), line: written.line };
            vec![first, WrittenMove { text: wall, ..written }]
        };
        self.moves = std::mem::take(&mut self.moves).into_iter().flat_map(split).collect();
    }

    /// Makes a mark of what follows the first `used` bytes of a move.
    fn settle_sign(&mut self, index: usize, used: usize) {
        let Some(written) = self.moves.get_mut(index) else { return };
        let rest = written.text.split_off(used);
        written.marks.splice(0..0, signs::sign(&rest).map(Mark::Glyph));
    }
}

/// Reads a move, given also as squares perhaps. Returns also how many bytes of the text belong to it.
fn read_move(
    place: &Position,
    text: &str,
    dialect: Dialect,
    squares: Option<&str>,
    explain: &dyn Fn(&Position, &SanError) -> String,
) -> Result<(Move, usize), String> {
    if let Some(outcome) = place.outcome().filter(|outcome| ends_play(outcome.reason)) {
        return Err(format!("the game is over: {}", outcome.reason));
    }
    let read = |text: &str| san::read(place, &dialect.translate(place, text));
    let error = match read(text) {
        Ok(m) => return Ok((m, text.len())),
        Err(_) if is_null(text) => {
            return Err(format!("`{text}` is a null move, and {} cannot pass here", place.side()));
        }
        Err(error) => error,
    };
    // Some programs write castling as the king's move.
    if let SanError::Form { what: CASTLING, form, .. } = &error
        && let Ok(m) = san::read(place, form)
    {
        return Ok((m, text.len()));
    }
    let bare = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let is_signed = bare.len() < text.len() && signs::sign(&text[bare.len()..]).is_some();
    let signed = is_signed.then(|| read(bare).ok()).flatten();
    let spare = || squares.and_then(|squares| place.parse_move(squares).ok()).map(|m| (m, text.len()));
    signed.map(|m| (m, bare.len())).or_else(spare).ok_or_else(|| explain(place, &error))
}

/// Whether play always stops after such an end. Some draws have to be claimed.
fn ends_play(reason: Reason) -> bool {
    !matches!(reason, Reason::Repetition | Reason::MoveLimit | Reason::Material | Reason::Counted)
}
