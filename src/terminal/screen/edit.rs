//! A position put together on the board.

use super::super::session::Session;
use crate::game::KindId;
use crate::geometry::{Color, Square};
use crate::play::SearchHost;
use crate::position::FenError;

/// What the keys do meanwhile.
pub const HELP: &str =
    "Letters put pieces (capitals are White's), Del takes them off, Tab turns, Enter ends, Esc cancels";

/// Pieces being put on the board.
#[derive(Clone, Debug)]
pub struct Editor {
    men: Vec<(Square, KindId)>,
    side: Color,
}

impl Editor {
    /// Begins with the position on the board.
    pub fn new(session: &Session) -> Editor {
        let position = session.position();
        let men = Color::ALL.into_iter().flat_map(|color| position.men(color)).map(|(kind, at)| (at, kind));
        Editor { men: men.collect(), side: position.side() }
    }

    /// What stands on a square.
    pub fn kind_at(&self, square: Square) -> Option<KindId> {
        self.men.iter().find(|man| man.0 == square).map(|man| man.1)
    }

    /// Whose turn it is to be.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Makes it the other side's turn.
    pub fn turn(&mut self) {
        self.side = !self.side;
    }

    /// Takes a piece off.
    pub fn clear(&mut self, square: Square) {
        self.men.retain(|man| man.0 != square);
    }

    /// Puts a piece on a square.
    ///
    /// # Errors
    /// If no piece has that letter.
    pub fn put(&mut self, letter: char, square: Square, session: &Session) -> Result<(), String> {
        let game = session.position().game();
        if letter == ' ' {
            self.clear(square);
            return Ok(());
        }
        let Some(kind) = game.kind_of_letter(letter, None) else {
            let letters: Vec<String> = game.kinds.iter().map(crate::game::Kind::sign).collect();
            return Err(format!("no piece has the letter {letter}: expected one of {}", letters.join(" ")));
        };
        self.clear(square);
        self.men.push((square, kind));
        Ok(())
    }

    /// Makes it the position of the game.
    ///
    /// # Errors
    /// If a game cannot have it: why.
    pub fn finish(&self, session: &mut Session, host: &mut dyn SearchHost) -> Result<(), FenError> {
        session.set_men(&self.men, self.side, host)
    }
}
