//! Games and positions by what the command line says.

use std::sync::Arc;

use super::error::ToolError;
use crate::game::{self, Game};
use crate::position::Position;
use crate::variant::{Catalog, wild};

/// The game a text form stands for.
///
/// # Errors
/// If the catalog does not know it or it cannot be played.
pub fn game(catalog: &Catalog, variant: &str) -> Result<Arc<Game>, ToolError> {
    Ok(game::compile(&wild::with_armies(catalog, variant)?.resolve(variant)?)?)
}

/// The start of a game, or the position of a FEN.
///
/// # Errors
/// If the FEN is no position of this game.
pub fn position(game: Arc<Game>, fen: Option<&str>) -> Result<Position, ToolError> {
    Ok(match fen {
        Some(fen) => Position::from_fen(game, fen)?,
        None => Position::start(game),
    })
}
