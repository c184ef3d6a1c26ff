//! Shows XBoard's user where a piece can move, in games whose moves XBoard does not know exactly.
//!
//! XBoard sends `lift` when the user picks a piece up and `put` when the user drops it. The answer is a
//! FEN of colors: yellow for quiet moves, red for captures, magenta for promotions, and cyan where a
//! move continues with another leg.

use super::state::{Context, LiveSession};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{Knowledge, Passing, castle_of};
use crate::rules::geometry::{Shape, Square, write_rows};
use crate::rules::position::Move;

/// The color of an empty square that the piece can reach.
const QUIET: char = 'Y';
/// The color of a square where it captures.
const CAPTURE: char = 'R';
/// A promotion: XBoard asks for the piece.
const PROMOTION: char = 'M';
/// The first leg of two.
const FIRST_LEG: char = 'C';

impl LiveSession {
    /// Whether the GUI needs marks.
    fn marks(&self) -> bool {
        self.game.is_declared
            && self.preferences.gui.is_xboard()
            && (self.game.knowledge == Knowledge::Superset || self.game.dialect.en_passant != Passing::OneLeg)
    }

    /// `lift SQUARE`: a piece is picked up, or continues after its first leg.
    pub(super) fn lift(&mut self, text: &str, context: &mut Context) {
        if !self.marks() || self.core.record.owes_pass() {
            return;
        }
        let game = self.core.record.position().game();
        let Some((square, _)) = self.game.dialect.read_square(game, text) else { return };
        let own = self
            .core
            .record
            .position()
            .kind_at(square)
            .is_some_and(|kind| game.kind(kind).color == self.core.record.side());
        let moves = self.core.record.position().moves();
        let mut marks: Vec<(Square, char)> = Vec::new();
        match self.game.lifted {
            Some(from) if moves.iter().any(|&m| m.from() == from && self.first_leg(m) == Some(square)) => {
                marks.extend(
                    moves
                        .iter()
                        .filter(|&&m| m.from() == from && self.first_leg(m) == Some(square))
                        .map(|&m| (m.to(), if m.promotion(game).is_some() { PROMOTION } else { QUIET })),
                );
            }
            _ => {
                self.game.lifted = own.then_some(square);
                for &m in moves.iter().filter(|m| m.from() == square) {
                    marks.push(
                        self.first_leg(m).map_or_else(|| (m.to(), self.color(m)), |leg| (leg, FIRST_LEG)),
                    );
                }
            }
        }
        context.out.push(Reply::Highlight(self.colors(&marks)));
    }

    /// `put SQUARE`: a piece is dropped. XBoard asks what it may become, unless that is `+`.
    pub(super) fn put(&mut self, text: &str, context: &mut Context) {
        let game = self.core.record.position().game();
        let Some((from, (to, _))) = self.game.lifted.zip(self.game.dialect.read_square(game, text)) else {
            return;
        };
        if !self.marks() {
            return;
        }
        let moves = self.core.record.position().moves();
        let alike = moves.iter().filter(|m| (m.from(), m.to()) == (from, to));
        let becomes = alike.filter_map(|m| m.promotion(game));
        let letters: String = becomes.map(|kind| game.kind(kind).letter.to_ascii_uppercase()).collect();
        if !letters.is_empty() && !self.core.settings.gui_tests_legality {
            context.out.push(Reply::Choice(letters));
        }
    }

    /// Where a move of two legs turns.
    fn first_leg(&self, m: Move) -> Option<Square> {
        let position = self.core.record.position();
        match castle_of(position.game(), m) {
            Some(castle) => self.game.dialect.two_moves_castle.then_some(castle.partner.0),
            None => m
                .on_the_way(position.game())
                .find(|&square| square != m.from())
                .or_else(|| self.game.dialect.passing_leg(position, m)),
        }
    }

    fn color(&self, m: Move) -> char {
        if m.promotion(self.core.record.position().game()).is_some() {
            PROMOTION
        } else if self.core.record.position().captured(m).is_some() {
            CAPTURE
        } else {
            QUIET
        }
    }

    fn colors(&self, marks: &[(Square, char)]) -> String {
        let shape = self.game.dialect.shape(self.core.record.position().game());
        let mark = |square| marks.iter().find(|marked| self.game.dialect.show(marked.0) == square);
        // XBoard's color FEN has no holes.
        let whole = Shape::rectangle(shape.files(), shape.ranks());
        write_rows(whole.as_ref().unwrap_or(shape), |square| mark(square).map(|marked| marked.1))
    }
}
