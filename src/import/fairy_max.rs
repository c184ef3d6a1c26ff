//! Fairy-Max's games.

use super::Imported;

pub(super) fn games(text: &str) -> Vec<Imported> {
    let _ = text;
    Vec::new()
}
