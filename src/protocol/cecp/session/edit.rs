//! `edit`: a position set up piece by piece, from GUIs that do not use `setboard`.
//!
//! A letter and a square place a piece (`Pa4`, White's until `c` changes sides). `x` and a square
//! remove it (`xa4`), `#` clears the board, and `.` ends. The side to move stays the same. Castling is
//! possible again for every king and partner on their squares.

use super::state::{EditedPosition, LiveSession, Outside};
use crate::protocol::cecp::reply::Reply;
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::rules::position::Setup;

impl LiveSession {
    /// `edit`: the following lines describe a position, starting from the current one.
    pub(super) fn begin_editing(&mut self, outside: &mut Outside) {
        self.abandon(outside);
        let position = self.core.record.position();
        let men = Color::ALL
            .into_iter()
            .flat_map(|color| position.pieces(color))
            .map(|(kind, square)| (square, kind));
        self.game.editor = Some(EditedPosition { men: men.collect(), color: Color::White });
    }

    /// Handles a line while a position is being set up. Returns false, and ends the setup, if the line
    /// does not describe a position.
    pub(super) fn edit(&mut self, mut editor: EditedPosition, line: &str, outside: &mut Outside) -> bool {
        match line.trim() {
            "." => {
                self.finish_editing(&editor, outside);
                return true;
            }
            "#" => editor.men.clear(),
            "c" => editor.color = !editor.color,
            text => match self.edit_square(text, editor.color) {
                Some((square, kind)) => {
                    editor.men.retain(|&(taken, _)| taken != square);
                    editor.men.extend(kind.map(|kind| (square, kind)));
                }
                None if text.starts_with(|letter: char| letter.is_ascii_uppercase()) => {
                    outside.out.push(Reply::BadArgument(text.to_string()));
                }
                None => return false,
            },
        }
        self.game.editor = Some(editor);
        true
    }

    /// `Pa4`, `xa4`: the square and its new piece.
    fn edit_square(&self, text: &str, color: Color) -> Option<(Square, Option<KindId>)> {
        let game = self.core.record.position().game();
        let letter = text.chars().next()?;
        let (square, rest) = self.game.dialect.read_square(game, text.get(letter.len_utf8()..)?)?;
        let kind = match letter {
            'x' => None,
            letter => Some(game.kind_of_letter(color.case(letter), None)?),
        };
        rest.is_empty().then_some((square, kind))
    }

    fn finish_editing(&mut self, editor: &EditedPosition, outside: &mut Outside) {
        let position = self.core.record.position();
        let setup = Setup::of_pieces(position.game(), &editor.men, position.side());
        match setup.and_then(Setup::position) {
            Ok(position) => self.set_position(position),
            Err(_) => outside.out.push(Reply::TellUserError("Illegal position".to_string())),
        }
        self.analyze(outside);
    }
}
