//! The position editor on the board.

use super::super::session::Session;
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::rules::position::FenError;
use crate::session::SearchHost;

/// The help for its keys.
pub const HELP: &str = "Letters place pieces (capitals are White's), Del removes, Tab changes the side to \
                        move, Enter ends, Esc cancels";

/// The position being set up.
#[derive(Clone, Debug)]
pub struct Editor {
    men: Vec<(Square, KindId)>,
    side: Color,
}

impl Editor {
    /// Starts with the position on the board.
    pub fn new(session: &Session) -> Editor {
        let position = session.position();
        let men =
            Color::ALL.into_iter().flat_map(|color| position.pieces(color)).map(|(kind, at)| (at, kind));
        Editor { men: men.collect(), side: position.side() }
    }

    /// The piece on a square.
    pub fn kind_at(&self, square: Square) -> Option<KindId> {
        self.men.iter().find(|man| man.0 == square).map(|man| man.1)
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Changes the side to move.
    pub fn turn(&mut self) {
        self.side = !self.side;
    }

    /// Removes a piece.
    pub fn clear(&mut self, square: Square) {
        self.men.retain(|man| man.0 != square);
    }

    /// Places a piece on a square.
    ///
    /// # Errors
    /// If no piece has this letter.
    pub fn put(&mut self, letter: char, square: Square, session: &Session) -> Result<(), String> {
        let game = session.position().game();
        if letter == ' ' {
            self.clear(square);
            return Ok(());
        }
        let Some(kind) = game.kind_of_letter(letter, None) else {
            let letters: Vec<String> = game.kinds.iter().map(crate::rules::game::Kind::sign).collect();
            return Err(format!("no piece has the letter {letter}: expected one of {}", letters.join(" ")));
        };
        self.clear(square);
        self.men.push((square, kind));
        Ok(())
    }

    /// Makes it the position of the game.
    ///
    /// # Errors
    /// If it is not legal in the game.
    pub fn finish(&self, session: &mut Session, host: &mut dyn SearchHost) -> Result<(), FenError> {
        session.set_men(&self.men, self.side, host)
    }
}
