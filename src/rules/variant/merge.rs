//! Merges a variant's tree and the selection into the trees of the game and of each side, and finds where the
//! parts of a definition are in its files.

use std::ops::Range;
use std::sync::Arc;

use super::choice::{Choice, Scope};
use super::error::{Origin, Span};
use super::selection::Selection;
use super::tree::{KeyValue, TomlValue, Tree};
use crate::rules::geometry::Color;

/// A definition with all choices merged in, still as a tree.
#[derive(Debug)]
pub(crate) struct Merged {
    /// The text form that leads to it.
    pub id: String,
    /// The variant's name for people.
    pub title: String,
    /// The definition for the game: board, starting position, rules.
    pub game: Tree,
    /// The definitions of the sides.
    pub sides: [MergedSide; 2],
}

/// One side of it.
#[derive(Debug)]
pub(crate) struct MergedSide {
    /// Its army's name for people.
    pub army: String,
    /// The definition for this side.
    pub tree: Tree,
}

impl Merged {
    /// Merges the chosen options into `variant` in the order of the choices: those of the game into
    /// everything, those of a side into that side.
    pub fn new(id: String, title: &str, variant: &Tree, choices: &[Choice], selection: &Selection) -> Merged {
        let mut game =
            variant.only(&["start", "rules", "hands", "views", "net", "weights", "xboard", "augment"]);
        let mut sides = Color::ALL.map(|color| {
            let army = selection.army(choices, color).unwrap_or_else(|| title.to_string());
            MergedSide { army, tree: variant.only(&["pieces", "zone"]) }
        });
        for (choice, chosen) in choices.iter().zip(&selection.0) {
            for (side, &index) in sides.iter_mut().zip(chosen) {
                if let Some(option) = choice.options.get(index) {
                    side.tree.merge(&option.patch);
                }
            }
            if let Some(option) = choice.options.get(chosen[0])
                && choice.scope == Scope::Game
            {
                game.merge(&option.patch);
            }
        }
        Merged { id, title: title.to_string(), game, sides }
    }
}

/// The files' keys behind a definition; none if it comes from no file. Definitions are equal wherever they
/// are written, so all places are equal.
#[derive(Clone, Debug, Default)]
pub struct Places(Option<Arc<Merged>>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Places {
    pub(super) fn of(merged: &Arc<Merged>) -> Places {
        Places(Some(Arc::clone(merged)))
    }

    /// The place of a key of the game, such as `["rules", "captor"]`: its value, or else the table that
    /// should hold it, or else `start`.
    pub fn place_of(&self, path: &[&str]) -> Option<Span> {
        let game = &self.0.as_ref()?.game;
        found(game, path).or_else(|| found(game, &["start"]))
    }

    /// The place of a key of a piece (`betza`), or of the piece if it does not have that key.
    pub fn place_of_piece(&self, color: Color, role: char, key: &str) -> Option<Span> {
        let side = &self.0.as_ref()?.sides[color.index()].tree;
        found(side, &["pieces", &role.to_string(), key]).or_else(|| self.place_of(&["start"]))
    }

    /// The places of these keys of a piece that it has.
    pub(crate) fn places_of_piece(&self, color: Color, role: char, keys: &[&str]) -> Vec<Option<Span>> {
        let pieces = self.0.as_ref().and_then(|merged| merged.sides[color.index()].tree.get("pieces"));
        let piece = pieces.and_then(|node| node.table().ok()?.get(&role.to_string()));
        let table = piece.and_then(|node| node.table().ok());
        keys.iter().map(|key| Some(table?.get(key)?.place.clone())).collect()
    }

    /// The place of a part of a starting position, `["start"]` or `["xboard", "start"]`; `part` finds its
    /// bytes.
    pub fn place_in(&self, path: &[&str], part: impl Fn(&str) -> Range<usize>) -> Option<Span> {
        let (last, tables) = path.split_last()?;
        let game = &self.0.as_ref()?.game;
        let table = tables.iter().try_fold(game, |tree, key| tree.table(key).ok()?)?;
        let node = table.get(last)?;
        let text = node.text().ok()?;
        Some(node.place.within(text, part(text)))
    }
}

/// Of places that are at fault together the first in a file of the user, who cannot fix a shipped one; or
/// else the first.
pub fn blamed(places: impl IntoIterator<Item = Option<Span>>) -> Option<Span> {
    let places: Vec<Span> = places.into_iter().flatten().collect();
    let own = places.iter().find(|place| place.origin() == Origin::Brought);
    own.or(places.first()).cloned()
}

/// The place of the value at a path, or of the deepest key on the way.
fn found(tree: &Tree, path: &[&str]) -> Option<Span> {
    let (key, below) = path.split_first()?;
    let entry: &KeyValue = tree.entry(key)?;
    match &entry.node.value {
        TomlValue::Table(table) => found(table, below).or_else(|| Some(entry.place.clone())),
        _ => Some(entry.node.place.clone()),
    }
}
