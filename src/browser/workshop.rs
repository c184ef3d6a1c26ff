//! What an inventor types: a line of notation, or a definition in any format. Both are looked over as they
//! are typed, and a definition's game is played on request.

use std::sync::Arc;

use serde_json::{Value, json};

use super::answer::Refused;
use super::tabs::Games;
use crate::commands::lint::{Finding, Severity};
use crate::commands::load::form_of_army;
use crate::commands::{Error, check, explain, import};
use crate::import::{Format, Imported, games, name_of};
use crate::rules::betza::Movement;
use crate::rules::variant::{Catalog, Origin, Source, Span};
use crate::teach::game::{gallery::Exhibit, picture};

/// What a pasted text is called in messages.
const SOURCE: &str = "your text";
/// The name of a game without a title.
const UNTITLED: &str = "my-game";
/// The maximum number of findings shown.
const MOST_FINDINGS: usize = 40;

/// A line of notation with its meaning and its picture, or its fault.
pub(super) fn notation(line: &str) -> Result<Value, Refused> {
    let movement = match Movement::read(line) {
        Ok(movement) => movement,
        // The picture has a caret under the fault.
        Err(fault) => return Ok(json!({ "line": line, "fault": fault.to_string() })),
    };
    let explained = explain::explained(line, &movement).map_err(|why| refused(&why))?;
    let svg = picture::alone(line, &[Exhibit::new(&movement, '@', None)]);
    Ok(json!({ "line": line, "explained": explained, "svg": svg }))
}

fn refused(why: &Error) -> Refused {
    Refused::by_game("definition", why.to_string())
}

/// A game of a definition.
struct Written {
    name: String,
    title: String,
    /// Its variant file; none if it cannot be played.
    file: Option<String>,
}

/// The games of a text, and what is wrong with it.
struct LookedOver {
    format: &'static str,
    games: Vec<Written>,
    findings: Vec<Finding>,
}

/// What a text is, which games are in it, and what is wrong with it.
pub(super) fn definition(catalog: &Catalog, text: &str) -> Result<Value, Refused> {
    let LookedOver { format, games, findings } = look_over(catalog, text)?;
    let games = games
        .iter()
        .map(|game| json!({ "name": game.name, "title": game.title, "is_playable": game.file.is_some() }));
    let more = findings.len().saturating_sub(MOST_FINDINGS);
    let findings = findings.iter().take(MOST_FINDINGS).map(|finding| {
        let place = finding.place.as_ref().filter(|place| place.file() == SOURCE);
        json!({
            "is_error": finding.severity == Severity::Error,
            "message": finding.message,
            "line": place.map(Span::line),
            "picture": finding.place.as_ref().map(Span::picture),
        })
    });
    Ok(json!({
        "format": format,
        "games": games.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
        "more": more,
    }))
}

fn look_over(catalog: &Catalog, text: &str) -> Result<LookedOver, Refused> {
    let source = Source { name: SOURCE.to_string(), text: text.to_string(), origin: Origin::Brought };
    let source = Arc::new(source);
    if let Some(format) = Format::of(text) {
        let found = games(text, format, UNTITLED);
        let mut found = found.map_err(|error| Refused::by_game("definition", error.to_string()))?;
        for game in &mut found {
            import::try_out(catalog, SOURCE.as_ref(), game);
        }
        let findings = import::findings_of(&found, &source);
        let written = |Imported { name, file, .. }: Imported| {
            let file = file.ok();
            let title = file.as_deref().and_then(title_of).unwrap_or_else(|| name.clone());
            Written { name: free_name(catalog, name), title, file }
        };
        let games = found.into_iter().map(written).collect();
        return Ok(LookedOver { format: format.name(), games, findings });
    }
    let title = title_of(text);
    let name = title.as_deref().map(name_of).filter(|name| !name.is_empty());
    let name = free_name(catalog, name.unwrap_or_else(|| UNTITLED.to_string()));
    let findings = catalog.check_text(&name, &source, &check::unfit);
    let is_sound = findings.iter().all(|finding| finding.severity != Severity::Error);
    let file = is_sound.then(|| text.to_string());
    let game = Written { title: title.unwrap_or_else(|| name.clone()), name, file };
    Ok(LookedOver { format: "a variant file", games: vec![game], findings })
}

/// The title in a variant file.
fn title_of(text: &str) -> Option<String> {
    text.parse::<toml::Table>().ok()?.get("title")?.as_str().map(str::to_string)
}

/// A name that no shipped variant has.
fn free_name(catalog: &Catalog, name: String) -> String {
    let is_taken =
        |name: &str| catalog.list().iter().any(|info| info.origin == Origin::Shipped && info.id == name);
    if is_taken(&name) { format!("my-{name}") } else { name }
}

impl Games {
    /// Adds a game of a text to the variants. Returns its text form, to begin it.
    pub(super) fn invent(&mut self, text: &str, name: &str) -> Result<String, Refused> {
        let games = look_over(&self.catalog, text)?.games.into_iter();
        let game = games.into_iter().find(|game| game.name == name);
        let Some(Written { name, file: Some(file), .. }) = game else {
            return Err(Refused::by_game(
                "definition",
                format!("there is no game `{name}` to play in this text"),
            ));
        };
        let mut catalog = self.catalog.clone();
        if let Some((_, fault)) = catalog.add_texts(SOURCE, vec![(name.clone(), file)]).into_iter().next() {
            return Err(Refused::by_game("definition", fault.to_string()));
        }
        self.catalog = catalog;
        if self.catalog.knows(&name) {
            return Ok(name);
        }
        form_of_army(&self.catalog, &name)
            .ok_or_else(|| Refused::by_game("definition", "no variant takes this army".to_string()))
    }
}
