//! Merges a variant's tree and the selection into the trees of the game and of each side.

use crate::rules::geometry::Color;

use super::choice::{Choice, Scope};
use super::selection::Selection;
use super::tree::Tree;

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
