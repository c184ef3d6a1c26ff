//! What is different from chess, in a few lines.

use std::sync::Arc;

use super::draws::draws;
use super::pieces::Whose;
use super::rules::{NO_CASTLING, sentences};
use super::words::joined;
use crate::game::{Game, compile};
use crate::geometry::{Color, Square};
use crate::tools::error::ToolError;
use crate::variant::{Catalog, PieceDef, SideDef, Supply, VariantDef};

/// So many lines at most.
const MOST: usize = 5;
/// What a sentence about promotion begins with.
const PROMOTION: &str = "Promotion: ";

/// What is different from chess, the most important first.
///
/// # Errors
/// If there is no chess to compare with.
pub fn differences(catalog: &Catalog, game: &Arc<Game>) -> Result<Vec<String>, ToolError> {
    let chess = compile(&catalog.resolve("chess")?)?;
    let mut lines = board(&game.def, &chess.def);
    lines.extend(pieces(&game.def, &chess.def));
    lines.extend(rules(game, &chess));
    if lines.is_empty() {
        lines.push("Nothing: this is chess.".to_owned());
    }
    let more = lines.len().saturating_sub(MOST);
    if more > 0 {
        lines.truncate(MOST - 1);
        lines.push(format!("{} more differences: see the rules below.", more + 1));
    }
    Ok(lines)
}

fn board(def: &VariantDef, chess: &VariantDef) -> Vec<String> {
    let (files, ranks) = (def.shape.files(), def.shape.ranks());
    if def.shape != chess.shape {
        return vec![format!("The board has {files} files and {ranks} ranks.")];
    }
    let placed = |def: &VariantDef| {
        let name = |(square, color, piece): &(Square, Color, usize)| {
            let side = def.sides.get(color.index())?;
            Some((*square, *color, side.pieces.get(*piece)?.name.clone()))
        };
        let mut placed: Vec<_> = def.array.iter().filter_map(name).collect();
        placed.sort_by(|a, b| (a.0, &a.2).cmp(&(b.0, &b.2)));
        placed
    };
    let same_names = def.sides.iter().flat_map(|side| &side.pieces).all(|piece| of_chess(chess, piece).is_some());
    if same_names && placed(def) != placed(chess) {
        return vec!["The starting position is another one.".to_owned()];
    }
    Vec::new()
}

/// The piece of chess that has the name of a piece.
fn of_chess<'a>(chess: &'a VariantDef, piece: &PieceDef) -> Option<&'a PieceDef> {
    chess.sides.iter().flat_map(|side| &side.pieces).find(|known| known.name == piece.name)
}

/// The pieces that chess does not have, and those that move otherwise.
fn pieces(def: &VariantDef, chess: &VariantDef) -> Vec<String> {
    let mut lines = Vec::new();
    for whose in Whose::of(def) {
        let Some(side) = def.sides.get(whose.color().index()) else { continue };
        let of = match whose {
            Whose::Both => String::new(),
            Whose::Side(color) => format!("{color}: "),
        };
        let is_new = |piece: &&PieceDef| of_chess(chess, piece).is_none();
        let is_changed = |piece: &&PieceDef| {
            let same = |known: &PieceDef| known.betza == piece.betza && piece.zones.is_empty();
            of_chess(chess, piece).is_some_and(|known| !same(known))
        };
        let (new, changed) = (names(side, is_new), names(side, is_changed));
        let mut parts = Vec::new();
        match new.as_slice() {
            [] => {}
            [one] => parts.push(format!("{one} is a new piece.")),
            several => parts.push(format!("{} are new pieces.", joined(several, "and"))),
        }
        match changed.as_slice() {
            [] => {}
            [one] => parts.push(format!("The {} moves differently.", one.to_lowercase())),
            several => parts.push(format!("The {} move differently.", joined(several, "and").to_lowercase())),
        }
        if !parts.is_empty() {
            lines.push(of + &parts.join(" "));
        }
    }
    lines
}

fn names(side: &SideDef, is_meant: impl Fn(&&PieceDef) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in side.pieces.iter().filter(|piece| is_meant(piece)) {
        if !names.contains(&piece.name) {
            names.push(piece.name.clone());
        }
    }
    names
}

/// The rules that chess does not have, then those of chess that are missing.
fn rules(game: &Game, chess: &Game) -> Vec<String> {
    let (own, usual) = (sentences(game), sentences(chess));
    let ends = draws(&game.def);
    let promotes_as_usual = promotes_as_usual(&game.def);
    let is_new = |sentence: &&String| {
        !usual.contains(sentence) && !(promotes_as_usual && sentence.starts_with(PROMOTION))
    };
    let new = own.iter().filter(is_new);
    let (later, mut lines): (Vec<&String>, Vec<&String>) =
        new.partition(|sentence| ends.contains(sentence) || sentence.starts_with(PROMOTION));
    let missing = missing(game, chess, &own);
    lines.extend(&missing);
    lines.extend(later);
    lines.into_iter().cloned().collect()
}

/// Whether pawns promote as in chess: on the last rank, to any other piece of their side but the king.
fn promotes_as_usual(def: &VariantDef) -> bool {
    let last_rank = |color: Color| if color == Color::White { def.shape.ranks().saturating_sub(1) } else { 0 };
    Color::ALL.into_iter().zip(&def.sides).all(|(color, side)| {
        side.pieces.iter().all(|piece| {
            let Some(promotion) = &piece.promotion else { return true };
            let others = side.pieces.iter().filter(|other| !other.royal && other.promotion.is_none());
            promotion.forced
                && promotion.optional.is_empty()
                && promotion.supply == Supply::Unlimited
                && promotion.squares.iter().all(|&square| def.shape.rank(square) == last_rank(color))
                && promotion.targets.iter().all(|target| target.from_side == color)
                && others.count() == promotion.targets.len()
        })
    })
}

fn missing(game: &Game, chess: &Game, own: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    if game.castles.is_empty() && !chess.castles.is_empty() {
        lines.push(NO_CASTLING.to_owned());
    }
    if !own.iter().any(|sentence| sentence.starts_with("En passant")) {
        lines.push("There is no en passant.".to_owned());
    }
    if !own.iter().any(|sentence| sentence.starts_with(PROMOTION)) {
        lines.push("There is no promotion.".to_owned());
    }
    lines
}
