//! What is shown, as one value for JSON.

use std::sync::Arc;

use serde::Serialize;

use super::Subject;
use super::armies::{Army, ArmyPiece};
use super::piece::NamedPiece;
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::rules::variant::PieceDef;
use crate::teach::game::pieces::{self, Whose};
use crate::teach::game::rules;

/// What can be shown.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Shown {
    /// A variant.
    Variant {
        variant: String,
        title: String,
        start: String,
        files: u8,
        ranks: u8,
        sides: Vec<ShownSide>,
        rules: Vec<String>,
    },
    /// All armies of a variant.
    Armies { variant: String, armies: Vec<ShownSide> },
    /// Pieces of one name, or a line of notation.
    Pieces { pieces: Vec<ShownPiece> },
}

/// A side of a variant, or an army.
#[derive(Serialize)]
pub(super) struct ShownSide {
    army: String,
    pieces: Vec<ShownPiece>,
}

/// A piece; its value in centipawns where it is part of a game.
#[derive(Serialize)]
pub(super) struct ShownPiece {
    name: String,
    letter: String,
    betza: String,
    royal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    armies: Vec<String>,
}

impl ShownPiece {
    fn new(piece: &PieceDef, value: Option<i32>, armies: &[String]) -> ShownPiece {
        ShownPiece {
            name: piece.name.clone(),
            letter: pieces::label(piece),
            betza: piece.betza.clone(),
            royal: piece.royal,
            value,
            aliases: piece.aliases.clone(),
            armies: armies.to_vec(),
        }
    }
}

impl Shown {
    pub(super) fn new(what: &str, subject: &Subject) -> Shown {
        match subject {
            Subject::Variant(game, _) => variant(game),
            Subject::Armies(variant, armies) => {
                Shown::Armies { variant: variant.clone(), armies: armies.iter().map(army).collect() }
            }
            Subject::Pieces(found) => {
                let piece =
                    |NamedPiece { owners, piece, .. }: &NamedPiece| ShownPiece::new(piece, None, owners);
                Shown::Pieces { pieces: found.iter().map(piece).collect() }
            }
            Subject::Notation(betza, _) => Shown::Pieces {
                pieces: vec![ShownPiece {
                    name: what.to_string(),
                    letter: String::new(),
                    betza: betza.clone(),
                    royal: false,
                    value: None,
                    aliases: Vec::new(),
                    armies: Vec::new(),
                }],
            },
        }
    }
}

fn army(army: &Army) -> ShownSide {
    let shown = |piece: &ArmyPiece| ShownPiece {
        name: piece.name.clone(),
        letter: piece.letter.to_string(),
        betza: piece.betza.clone(),
        royal: false,
        value: Some(piece.value),
        aliases: piece.aliases.clone(),
        armies: vec![army.id.clone()],
    };
    ShownSide { army: army.title.clone(), pieces: army.pieces.iter().map(shown).collect() }
}

fn variant(game: &Arc<Game>) -> Shown {
    let def = &game.def;
    let side = |color: Color| {
        let pieces = pieces::rows(game, Whose::Side(color)).into_iter();
        ShownSide {
            army: def.sides[color.index()].army.clone(),
            pieces: pieces.map(|row| ShownPiece::new(row.piece, row.value, &[])).collect(),
        }
    };
    Shown::Variant {
        variant: def.id.clone(),
        title: def.title.clone(),
        start: Position::start(game.clone()).fen(),
        files: def.shape.files(),
        ranks: def.shape.ranks(),
        sides: Color::ALL.map(side).into(),
        rules: rules::sentences(game),
    }
}
