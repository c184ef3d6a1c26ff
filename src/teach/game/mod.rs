//! A game on paper: the starting position, the pieces with their notation, the rules in sentences, and how
//! each piece moves. Everything is derived from the definition, so what is shown is what is played.

pub(crate) mod board;
pub(crate) mod choices;
mod differences;
mod draws;
pub(crate) mod gallery;
mod hands;
pub(crate) mod picture;
pub(crate) mod pieces;
mod promotions;
pub(crate) mod rules;
pub(crate) mod sections;
pub(crate) mod source;
mod turns;
pub(crate) mod words;

use std::io::{self, Write};
use std::sync::Arc;

use crate::base::page;
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Shape};
use crate::rules::variant::{Catalog, PieceDef};

pub use differences::differences;
pub(crate) use sections::print;

/// Draws how a piece of a game moves.
///
/// # Errors
/// If `out` cannot be written to.
pub fn print_piece(piece: &PieceDef, shape: &Shape, color: Color, out: &mut dyn Write) -> io::Result<()> {
    match &pieces::exhibits(piece, shape, pieces::Whose::Side(color))[..] {
        [only] => gallery::one(only, out),
        several => gallery::many(several, page::PAGE, out),
    }
}

/// The same as lines without color codes.
pub fn piece_lines(piece: &PieceDef, shape: &Shape, color: Color) -> Vec<String> {
    lines(|out| print_piece(piece, shape, color, out))
}

/// The board, the pieces and the rules of a game, as lines; `None` if its variant is not known any more.
pub fn game_lines(catalog: &Catalog, game: &Arc<Game>) -> Option<Vec<String>> {
    let id = game.def.id.split([':', ';']).next().unwrap_or_default();
    let info = catalog.info(id).ok()?;
    Some(lines(|out| print(game, &info, out)))
}

/// The lines of a text without color codes.
fn lines(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Vec<String> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(&mut text);
    let text = String::from_utf8_lossy(&text);
    anstream::adapter::strip_str(&text).to_string().lines().map(str::to_string).collect()
}

/// How a piece of a game moves, as a picture with its legend.
pub fn piece_svg(piece: &PieceDef, shape: &Shape, color: Color) -> String {
    let title = format!("{} ({})  {}", piece.name, pieces::label(piece), piece.betza);
    picture::alone(&title, &pieces::exhibits(piece, shape, pieces::Whose::Side(color)))
}
