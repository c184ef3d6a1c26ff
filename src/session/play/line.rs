//! The line of a game beyond the position on the board: the moves after it, those that were taken back, and
//! what the game's file holds besides its moves. The moves up to the board are in the [`Record`].

use std::cell::{Ref, RefCell};

use super::course::GameCourse;
use super::start::FrontEnd;
use crate::rules::pgn::{Mark, SQUARES, Written};
use crate::rules::position::{Move, Position};
use crate::session::Record;

/// What the file of a game holds besides the moves. A game started here has only a date.
#[derive(Clone, Debug, Default)]
pub(super) struct Annotations {
    /// The tags; empty for a game started here.
    pub(super) tags: Vec<(String, String)>,
    /// The date of the game; empty for a new game.
    pub(super) date: String,
    pub(super) preface: Vec<Mark>,
    /// The comments after each move, from the first.
    pub(super) marks: Vec<Vec<Mark>>,
    /// The result, as long as the game has the moves of its file.
    pub(super) result: Option<String>,
}

impl Annotations {
    /// The annotations of a game of a file, of which this many moves could be read.
    pub(super) fn of(game: &Written, moves: usize) -> Annotations {
        // Tags of games started here are written again each time.
        let own = FrontEnd::ALL.into_iter().any(|own| game.tag("Event") == Some(own.event()));
        let mut tags = if own { Vec::new() } else { game.tags.clone() };
        tags.retain(|(name, _)| name != SQUARES);
        Annotations {
            tags,
            date: game.tag("Date").unwrap_or_default().to_string(),
            preface: game.preface.clone(),
            marks: game.moves.iter().take(moves).map(|m| m.marks.clone()).collect(),
            result: (!game.result.is_empty()).then(|| game.result.clone()),
        }
    }

    /// Whether the game has the moves of its file.
    pub(super) fn is_as_read(&self) -> bool {
        self.result.is_some()
    }

    /// The game leaves its file after this many moves.
    pub(super) fn cut(&mut self, moves: usize) {
        self.marks.truncate(moves);
        self.result = None;
    }
}

/// The line of a game.
#[derive(Debug)]
pub struct Line {
    /// Moves after the position on the board, the next one last.
    ahead: Vec<Move>,
    /// How many of them, at the end of the game, have been undone and no longer belong to it.
    undone: usize,
    /// What the game has besides its moves.
    annotations: Annotations,
    /// The moves in short notation, as far as they have been asked for.
    course: RefCell<GameCourse>,
}

impl Line {
    /// A game that begins.
    pub(super) fn new(start: Position) -> Line {
        Line {
            ahead: Vec::new(),
            undone: 0,
            annotations: Annotations::default(),
            course: RefCell::new(GameCourse::new(start)),
        }
    }

    /// Another game, with these moves ahead of its start.
    pub(super) fn begin(&mut self, annotations: Annotations, moves: Vec<Move>) {
        (self.annotations, self.undone) = (annotations, 0);
        self.ahead = moves;
        self.ahead.reverse();
    }

    /// The moves of the game after the position on the board, the next one last, without undone moves.
    pub fn ahead(&self) -> &[Move] {
        self.ahead.get(self.undone..).unwrap_or_default()
    }

    /// Whether no move follows, not even an undone one.
    pub(super) fn is_at_its_end(&self) -> bool {
        self.ahead.is_empty()
    }

    /// How many moves follow, undone ones too.
    pub(super) fn moves_ahead(&self) -> usize {
        self.ahead.len()
    }

    /// Whether moves were taken back and may be made again.
    pub(super) fn has_undone(&self) -> bool {
        self.undone > 0
    }

    /// What the game has besides its moves.
    pub(super) fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    /// The moves of the game, including those after the position on the board, without undone moves.
    pub(super) fn moves<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = Move> + 'a {
        record.moves().chain(self.ahead().iter().rev().copied())
    }

    /// The moves of the game in short notation.
    pub(super) fn course(&self, record: &Record) -> Ref<'_, GameCourse> {
        self.course.borrow_mut().follow(record.start(), self.moves(record));
        self.course.borrow()
    }

    /// Plays a move. Returns whether the game leaves its line with it.
    pub(super) fn play(&mut self, record: &mut Record, m: Move) -> bool {
        let follows = self.ahead().last() == Some(&m);
        if follows {
            self.ahead.pop();
        } else {
            self.annotations.cut(record.moves().count());
            self.ahead.clear();
        }
        self.undone = self.undone.min(self.ahead.len());
        record.play(m);
        !follows
    }

    /// The board goes one move back. Returns whether there was one.
    pub(super) fn step_back(&mut self, record: &mut Record) -> bool {
        let last = record.position().last_move();
        let stepped = record.take_back(1);
        if stepped {
            self.ahead.extend(last);
        }
        stepped
    }

    /// The board goes one move forward. Returns whether there was one.
    pub(super) fn step_forward(&mut self, record: &mut Record) -> bool {
        let Some(m) = self.ahead.pop() else { return false };
        let legal = record.position().is_legal(m);
        if legal {
            record.play(m);
        } else {
            self.ahead.clear();
        }
        self.undone = self.undone.min(self.ahead.len());
        legal
    }

    /// All moves after the board are taken back: they no longer belong to the game.
    pub(super) fn undo_ahead(&mut self, record: &Record) {
        self.undone = self.ahead.len();
        self.annotations.cut(record.moves().count());
    }
}
