//! Games and positions named on the command line.

use std::sync::Arc;

use super::error::ToolError;
use crate::game::Game;
use crate::position::{Position, playable};
use crate::suggest::nearest;
use crate::variant::{Catalog, Choice, Scope, VariantInfo, wild};

/// The game that a text form names.
///
/// # Errors
/// If the catalog does not know it, or if it cannot be played.
pub fn game(catalog: &Catalog, variant: &str) -> Result<Arc<Game>, ToolError> {
    Ok(playable(&wild::with_armies(catalog, variant)?.resolve(variant)?)?)
}

/// The starting position of a game, or the position of a FEN.
///
/// # Errors
/// If the FEN is not a position of this game.
pub fn position(game: Arc<Game>, fen: Option<&str>) -> Result<Position, ToolError> {
    Ok(match fen {
        Some(fen) => Position::from_fen(game, fen)?,
        None => Position::start(game),
    })
}

/// Whether a choice is that of each side's army.
pub(super) fn has_armies(choice: &Choice) -> bool {
    choice.scope == Scope::Side && choice.from_files
}

/// The armies with the first variant that has each, as text forms: `nutters` and `cwda:nutters`.
fn armies(catalog: &Catalog) -> Vec<(String, String)> {
    let of_variant = |info: &VariantInfo| {
        let options =
            info.choices.iter().filter(|choice| has_armies(choice)).flat_map(|choice| &choice.options);
        options.map(|option| (option.id.clone(), format!("{}:{}", info.id, option.id))).collect::<Vec<_>>()
    };
    catalog.list().iter().flat_map(of_variant).collect()
}

/// The text form of an army in the first variant that has it.
pub(super) fn form_of_army(catalog: &Catalog, army: &str) -> Option<String> {
    armies(catalog).into_iter().find(|(name, _)| name == army).map(|(_, form)| form)
}

/// The game that a text form names, or the game of an army in the first variant that has it.
///
/// # Errors
/// If it is neither, or if it cannot be played.
pub(super) fn game_or_army(catalog: &Catalog, what: &str) -> Result<Arc<Game>, ToolError> {
    let unknown = match game(catalog, what) {
        Ok(game) => return Ok(game),
        Err(error) => error,
    };
    if let Some(form) = form_of_army(catalog, what) {
        return game(catalog, &form);
    }
    let armies = armies(catalog);
    Err(match nearest(what, armies.iter().map(|(name, _)| name.as_str())) {
        Some(nearest) => ToolError::Nearly { text: what.to_owned(), nearest: nearest.to_owned() },
        None => unknown,
    })
}
