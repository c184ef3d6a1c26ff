//! Setting up positions by FEN or piece by piece.

use std::time::Instant;

use super::state::{Note, Session};
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::rules::position::{FenError, Position, Setup};
use crate::session::SearchHost;

impl Session {
    pub(super) fn set_fen(&mut self, fen: &str, now: Instant, host: &mut dyn SearchHost) {
        if fen.is_empty() {
            return self.say(self.position().fen());
        }
        match Position::from_fen(self.position().game().clone(), fen) {
            Ok(position) => {
                self.set_up(position, host);
                self.notes.push_back(Note::Board);
                self.proceed(now, host);
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// `put Q d4`, `put d4`, `put clear`, `put black`. The engine waits for the person to continue.
    pub(super) fn put(&mut self, arguments: &str, host: &mut dyn SearchHost) {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let position = self.position();
        let game = position.game().clone();
        let mut side = position.side();
        let mut men: Vec<(Square, KindId)> = Color::ALL
            .into_iter()
            .flat_map(|color| position.pieces(color))
            .map(|(kind, at)| (at, kind))
            .collect();
        match words.as_slice() {
            ["clear"] => men.retain(|man| game.kind(man.1).royal),
            ["white"] => side = Color::White,
            ["black"] => side = Color::Black,
            [square] => match game.shape.parse_square(square) {
                Some(square) => men.retain(|man| man.0 != square),
                None => return self.refuse(format!("`{square}` is not a square of this board")),
            },
            [man, square] => {
                let (Some(kind), Some(square)) = (self.kind_named(man), game.shape.parse_square(square))
                else {
                    return self.refuse(
                        "expected a piece and a square, like `put Q d4`; lower-case letters are Black's \
                         pieces",
                    );
                };
                men.retain(|man| man.0 != square);
                men.push((square, kind));
            }
            _ => {
                return self.refuse(
                    "expected `put PIECE SQUARE`, `put SQUARE` (empties it), `put clear`, `put white` or \
                     `put black`",
                );
            }
        }
        if let Err(reason) = self.set_men(&men, side, host) {
            self.refuse(reason.to_string());
        }
    }

    /// Puts these pieces on the board.
    ///
    /// # Errors
    /// If the position is not legal in the game.
    pub fn set_men(
        &mut self,
        men: &[(Square, KindId)],
        side: Color,
        host: &mut dyn SearchHost,
    ) -> Result<(), FenError> {
        let setup = Setup::of_pieces(self.position().game(), men, side)?.with_hands_of(self.position());
        let position = setup.position()?;
        self.set_up(position, host);
        self.looking = true;
        self.notes.push_back(Note::Board);
        Ok(())
    }

    /// The piece type with this letter in a FEN.
    fn kind_named(&self, sign: &str) -> Option<KindId> {
        let mut letters = sign.chars();
        let (letter, mark) = (letters.next()?, letters.next());
        self.position().game().kind_of_letter(letter, mark)
    }
}
