//! Games from definitions whose starting positions can be played.

use std::sync::Arc;

use super::{FenError, FenFault, Position, Reason, Setup};
use crate::rules::game::{self, Game};
use crate::rules::variant::{VariantDef, VariantError, blamed};

/// The game of a definition.
///
/// # Errors
/// If the definition cannot be compiled, a field of its start is malformed, it starts with the side in check
/// that does not begin or with a piece where it would promote, or the game is over there.
pub fn playable(def: &VariantDef) -> Result<Arc<Game>, VariantError> {
    let game = game::compile(def)?;
    if let Err(error) = Setup::of_array(&game)
        && matches!(error.fault, FenFault::Clock | FenFault::MoveNumber | FenFault::End)
    {
        return Err(at_start(def, &error));
    }
    let start = Setup { position: Position::start(Arc::clone(&game)), left_out: Vec::new() };
    let over = || {
        let outcome = start.position.outcome().filter(|outcome| outcome.reason != Reason::Material)?;
        Some(format!("the game is over before its first move: {}", outcome.reason))
    };
    match start.opponent_in_check().or_else(|| start.unpromoted()).or_else(over) {
        Some(fault) => {
            let message = format!("pieces: {fault}");
            let board = |text: &str| 0..text.find(' ').unwrap_or(text.len());
            Err(VariantError::limit(message).at(def.places.place_in(&["start"], board)))
        }
        None => Ok(game),
    }
}

/// The error about a field of the start.
fn at_start(def: &VariantDef, error: &FenError) -> VariantError {
    let message = format!("{}: {}", error.fault.field(), error.fault);
    VariantError::limit(message).at(def.places.place_in(&["start"], |text| error.span(text)))
}

/// The game of a definition without any fault in its starting positions, for `check`. A game that is played
/// may have rights that its pieces cannot use: it does without them.
///
/// # Errors
/// If the definition cannot be compiled, or one of its starting positions is not a position of the game.
pub fn flawless(def: &VariantDef) -> Result<Arc<Game>, VariantError> {
    let game = playable(def)?;
    let array = Setup::of_array(&game).and_then(Setup::position);
    let of_xboard =
        def.xboard_start.as_ref().map(|fen| Position::from_fen(Arc::clone(&game), fen)).transpose();
    let faults: [(&[&str], _); 2] = [(&["start"], array.err()), (&["xboard", "start"], of_xboard.err())];
    match faults.into_iter().find_map(|(key, error)| Some((key, error?))) {
        Some((key, error)) => {
            let of_castling = error.fault.field() == "castling";
            let castling = def.places.place_of(&["rules", "castling"]).filter(|_| of_castling);
            // The author wants castling.
            let hint = match castling {
                _ if !of_castling || !game.castles.is_empty() => "",
                None => "; or say how the king castles: by `O2` in its notation, or in `rules.castling`",
                Some(_) => ", as `rules.castling` says",
            };
            Err(VariantError::limit(format!("{}: {}{hint}", error.fault.field(), error.fault))
                .at(blamed([def.places.place_in(key, |text| error.span(text)), castling])))
        }
        None => Ok(game),
    }
}
