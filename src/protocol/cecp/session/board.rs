//! The board as the GUI shows it: how it writes moves and positions, and what its user picks up.
//!
//! XBoard sends `lift` when the user picks a piece up and `put` when the user drops it. In games whose moves
//! XBoard does not know exactly, the answer is a FEN of colors: yellow for quiet moves, red for captures,
//! magenta for promotions, and cyan where a move continues with another leg.

use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{Briefing, Dialect, Knowledge, PASS, Passing, castle_of};
use crate::rules::geometry::{Shape, Square, write_rows};
use crate::rules::position::{Move, Position};
use crate::session::Record;
use crate::teach::Refusal;

/// The color of an empty square that the piece can reach.
const QUIET: char = 'Y';
/// The color of a square where it captures.
const CAPTURE: char = 'R';
/// A promotion: XBoard asks for the piece.
const PROMOTION: char = 'M';
/// The first leg of two.
const FIRST_LEG: char = 'C';

/// The GUI's board.
pub(super) struct GuiBoard {
    /// What the GUI knows about the game.
    pub knowledge: Knowledge,
    /// How the GUI writes moves.
    pub dialect: Dialect,
    /// Whether the GUI was told how the game is played.
    is_declared: bool,
    /// The piece that the user has picked up.
    lifted: Option<Square>,
    /// Whether the last `setboard` was refused. The GUI shows another position than the game has, so every
    /// move is illegal and nothing is searched until it sends a position or starts a game.
    pub refused: bool,
}

impl GuiBoard {
    /// The board of a game that the GUI knows.
    pub fn new() -> GuiBoard {
        GuiBoard {
            knowledge: Knowledge::Exact,
            dialect: Dialect::default(),
            is_declared: false,
            lifted: None,
            refused: false,
        }
    }

    /// Shows another game. Returns the lines that declare it.
    pub fn show(&mut self, briefing: Briefing) -> impl Iterator<Item = Reply> + use<> {
        let Briefing { setup, pieces, knowledge, dialect, .. } = briefing;
        (self.knowledge, self.dialect, self.is_declared) = (knowledge, dialect, setup.is_some());
        let pieces = pieces.into_iter().map(|line| Reply::Piece { name: line.name, moves: line.moves });
        setup.map(Reply::Setup).into_iter().chain(pieces)
    }

    /// Another position is shown: nothing is picked up.
    pub fn put_back(&mut self) {
        self.lifted = None;
    }

    /// The legal move that a text stands for.
    pub fn read(&self, record: &mut Record, text: &str) -> Option<Move> {
        self.dialect.read_move(record.explore(), text)
    }

    /// Why a text is not a move that can be played.
    pub fn why_not(&self, record: &Record, text: &str) -> String {
        if self.refused {
            return "there is no position, because the last one was illegal. Set up another.".to_string();
        }
        let refusal = if text == PASS { Some(Refusal::NoPass) } else { record.refusal() };
        match refusal {
            Some(refusal) => self.dialect.explain(record.position(), &refusal),
            None => self.dialect.why_not(record.position(), text),
        }
    }

    /// Whether the GUI would refuse a move or get it wrong; `tests` says whether it tests legality.
    pub fn loses(&self, position: &Position, m: Move, tests: bool) -> bool {
        let can_differ = self.is_declared || self.dialect.misjudged.is_some();
        can_differ && (!self.dialect.can_write(position, m) || tests && !self.dialect.can_say(position, m))
    }

    /// The texts of a line of moves from the current position, after an `expected` one if there is one, with
    /// the passes in between. It ends at the first illegal move.
    pub fn line(&self, record: &mut Record, expected: Option<Move>, moves: &[Move]) -> Vec<String> {
        let (plain, before) = (self.dialect.plain(), record.len());
        let mut texts = Vec::with_capacity(moves.len());
        for &m in expected.iter().chain(moves) {
            if !record.position().is_legal(m) {
                break;
            }
            if record.pass() {
                texts.push(PASS.to_string());
            }
            texts.push(plain.write_move(record.position(), m));
            record.play(m);
        }
        record.take_back(record.len() - before);
        texts
    }

    /// Whether XBoard needs marks.
    fn needs_marks(&self) -> bool {
        self.is_declared
            && (self.knowledge == Knowledge::Superset || self.dialect.en_passant != Passing::OneLeg)
    }

    /// `lift SQUARE`: a piece is picked up, or continues after its first leg.
    pub fn lift(&mut self, record: &Record, text: &str) -> Option<Reply> {
        if !self.needs_marks() || record.owes_pass() {
            return None;
        }
        let position = record.position();
        let game = position.game();
        let (square, _) = self.dialect.read_square(game, text)?;
        let moves = position.moves();
        let continues =
            |from: Square, m: &Move| m.from() == from && self.first_leg(position, *m) == Some(square);
        let marks: Vec<(Square, char)> = match self.lifted {
            Some(from) if moves.iter().any(|m| continues(from, m)) => moves
                .iter()
                .filter(|m| continues(from, m))
                .map(|m| (m.to(), if m.promotion(game).is_some() { PROMOTION } else { QUIET }))
                .collect(),
            _ => {
                let own = |kind| game.kind(kind).color == record.side();
                self.lifted = position.kind_at(square).is_some_and(own).then_some(square);
                let mark = |&m: &Move| match self.first_leg(position, m) {
                    Some(leg) => (leg, FIRST_LEG),
                    None => (m.to(), color(position, m)),
                };
                moves.iter().filter(|m| m.from() == square).map(mark).collect()
            }
        };
        Some(Reply::Highlight(self.colors(position, &marks)))
    }

    /// `put SQUARE`: a piece is dropped. XBoard asks what it may become, unless that is `+`.
    pub fn put(&self, position: &Position, text: &str) -> Option<Reply> {
        let game = position.game();
        let (from, (to, _)) = self.lifted.zip(self.dialect.read_square(game, text))?;
        let moves = position.moves();
        let alike = moves.iter().filter(|m| (m.from(), m.to()) == (from, to));
        let becomes = alike.filter_map(|m| m.promotion(game));
        let letters: String = becomes.map(|kind| game.kind(kind).letter.upper()).collect();
        (self.needs_marks() && !letters.is_empty()).then_some(Reply::Choice(letters))
    }

    /// Where a move of two legs turns.
    fn first_leg(&self, position: &Position, m: Move) -> Option<Square> {
        match castle_of(position.game(), m) {
            Some(castle) => self.dialect.two_moves_castle.then_some(castle.partner.0),
            None => m
                .on_the_way(position.game())
                .find(|&square| square != m.from())
                .or_else(|| self.dialect.passing_leg(position, m)),
        }
    }

    fn colors(&self, position: &Position, marks: &[(Square, char)]) -> String {
        let shape = self.dialect.shape(position.game());
        let mark = |square| marks.iter().find(|marked| self.dialect.show(marked.0) == square);
        // XBoard's color FEN has no holes.
        let whole = Shape::rectangle(shape.files(), shape.ranks());
        write_rows(whole.as_ref().unwrap_or(shape), |square| mark(square).map(|marked| marked.1))
    }
}

/// The color of the square where a move ends.
fn color(position: &Position, m: Move) -> char {
    if m.promotion(position.game()).is_some() {
        PROMOTION
    } else if position.captured(m).is_some() {
        CAPTURE
    } else {
        QUIET
    }
}
