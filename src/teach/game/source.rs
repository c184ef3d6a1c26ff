//! The inventors of a game and its armies, and where the rules were published, as far as the files say.

use super::choices::has_armies;
use crate::rules::game::Game;
use crate::rules::variant::{PieceDef, VariantInfo};

/// The source of the variant, then those of the armies that play.
pub fn of(game: &Game, info: &VariantInfo) -> Vec<String> {
    let mut sources: Vec<String> = info.source.iter().cloned().collect();
    let armies: Vec<_> =
        info.choices.iter().filter(|choice| has_armies(choice)).flat_map(|c| &c.options).collect();
    for side in &game.def.sides {
        let army = armies.iter().find(|army| army.title == side.army);
        if let Some((army, source)) = army.and_then(|army| Some((army, army.source.as_ref()?))) {
            let text = format!("{}: {source}", army.title);
            if !sources.contains(&text) {
                sources.push(text);
            }
        }
    }
    sources
}

/// The heading above the output of [`findings`].
pub const SOLVED: &str = "Solved";

/// The findings about these pieces, each once.
pub fn findings<'a>(pieces: impl IntoIterator<Item = &'a PieceDef>) -> Vec<String> {
    let mut findings: Vec<String> = Vec::new();
    for finding in pieces.into_iter().flat_map(|piece| &piece.findings) {
        if !findings.contains(finding) {
            findings.push(finding.clone());
        }
    }
    findings
}
