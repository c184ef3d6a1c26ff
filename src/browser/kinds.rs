//! The pieces of a game as data, with their figures.

use serde_json::{Value, json};

use super::answer::Refused;
use super::figures;
use crate::rules::game::{Game, Kind, compile};
use crate::rules::geometry::Color;
use crate::rules::variant::Catalog;
use crate::teach;

/// The pieces of a game with their drawings.
pub(super) struct KindList(Value);

impl KindList {
    /// The pieces of a game.
    pub(super) fn new(game: &Game) -> KindList {
        let kind = |(kind, figure): (&Kind, String)| {
            json!({
                "sign": kind.sign(),
                "name": kind.name,
                "betza": kind.betza,
                "side": kind.color.name(),
                "royal": kind.royal,
                "figure": figure,
            })
        };
        let kinds: Vec<Value> = game.kinds.iter().zip(figures::of_game(game)).map(kind).collect();
        KindList(json!({ "variant": game.def.id, "kinds": kinds }))
    }

    pub(super) fn json(&self) -> &Value {
        &self.0
    }
}

/// A picture of a piece's moves.
pub(super) fn moves(game: &Game, number: usize) -> Option<Value> {
    let kind = game.kinds.get(number)?;
    let piece = kind.piece_of(&game.def);
    Some(json!({
        "name": kind.name,
        "letter": kind.sign(),
        "betza": kind.betza,
        "svg": teach::game::piece_svg(piece, &game.shape, kind.color),
    }))
}

/// The maximum number of sentences in a list of variants.
const MOST_DIFFERENCES: usize = 5;

/// What is different from chess in a variant, in a few sentences.
pub(super) fn differences(catalog: &Catalog, name: &str) -> Result<Value, Refused> {
    let game = catalog.resolve(name).and_then(|def| compile(&def));
    let game = game.map_err(|error| Refused::by_game("variant", error.to_string()))?;
    let differences = teach::game::differences(catalog, &game);
    let mut differences = differences.map_err(|error| Refused::by_game("variant", error.to_string()))?;
    let more = differences.len().saturating_sub(MOST_DIFFERENCES);
    if more > 0 {
        differences.truncate(MOST_DIFFERENCES - 1);
        differences.push(format!("{} more differences: see all rules.", more + 1));
    }
    Ok(json!({ "variant": game.def.id, "title": game.def.title, "differences": differences }))
}

/// White's army in a variant: each piece type once.
pub(super) fn army(catalog: &Catalog, name: &str) -> Result<Value, Refused> {
    let game = catalog.resolve(name).and_then(|def| compile(&def));
    let game = game.map_err(|error| Refused::by_game("variant", error.to_string()))?;
    let own = |(kind, _): &(&Kind, String)| kind.color == Color::White && !kind.foreign && !kind.pawn;
    let own_kinds = game.kinds.iter().zip(figures::of_game(&game)).filter(own);
    let piece = |(kind, figure): (&Kind, String)| json!({ "name": kind.name, "letter": kind.sign(), "betza": kind.betza, "figure": figure });
    let side = game.def.sides.first().map(|side| side.army.clone());
    let pieces: Vec<Value> = own_kinds.map(piece).collect();
    Ok(json!({ "variant": game.def.id, "title": game.def.title, "army": side, "pieces": pieces }))
}
