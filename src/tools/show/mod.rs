//! A variant or a piece on paper: the array, the men with their notation, the rules in words; how
//! a piece moves.
//!
//! All of it is made from the definition, so that what is shown is what is played: a player needs
//! no other page.

mod alone;
mod board;
mod choices;
mod draws;
mod findings;
mod gallery;
mod men;
mod piece;
mod rules;
mod words;

use std::io::Write;
use std::sync::Arc;

use self::gallery::Exhibit;
use super::error::ToolError;
use super::page::{self, FAINT, TITLE, item};
use crate::betza::{BetzaError, Movement};
use crate::game::{self, Game};
use crate::geometry::{Color, Shape};
use crate::suggest::nearest;
use crate::variant::{Catalog, PieceDef, VariantError, VariantInfo};

pub use choices::describe;

/// Shows the variant, the piece or the line of notation that `what` stands for, looked for in
/// this order.
///
/// # Errors
/// If it is nothing of these, or if `out` cannot be written to.
pub fn run(catalog: &Catalog, what: &str, out: &mut dyn Write) -> Result<(), ToolError> {
    if what.trim().is_empty() {
        return Err(ToolError::Nothing);
    }
    let unknown = match catalog.resolve(what) {
        Ok(def) => {
            let name = def.id.split([':', ';']).next().unwrap_or_default();
            let info = catalog.info(name)?;
            let game = game::compile(&def)?;
            return variant(&game, &info, out);
        }
        Err(error) => error,
    };
    let found = piece::find(catalog, what);
    for (index, piece) in found.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        piece::show(piece, out)?;
    }
    if !found.is_empty() {
        return Ok(());
    }
    match Movement::read(what) {
        Ok(movement) => {
            writeln!(out, "{TITLE}{what}{TITLE:#}\n")?;
            notation(&movement, out)
        }
        Err(fault) => Err(not_found(catalog, what, unknown, fault)),
    }
}

/// What to say of a word that is nothing: the name it is nearly, else what is wrong with it as a variant
/// or as notation.
fn not_found(catalog: &Catalog, what: &str, unknown: VariantError, fault: BetzaError) -> ToolError {
    let variants = catalog.list();
    let is_variant = |name: &str| variants.iter().any(|variant| variant.id == name);
    // What stands behind the name of a variant was a choice in it.
    if is_near(&unknown) || what.split_once([':', ';']).is_some_and(|(name, _)| is_variant(name)) {
        return unknown.into();
    }
    match unread(catalog, what, fault) {
        ToolError::Unknown { .. } if what.contains([':', ';']) => unknown.into(),
        error => error,
    }
}

/// The pieces of this name.
pub fn pieces(catalog: &Catalog, name: &str) -> Vec<PieceDef> {
    piece::find(catalog, name).into_iter().map(|found| found.piece).collect()
}

/// What to say of a word that is no piece and no notation: the piece it is nearly, else what is wrong with
/// it as notation.
pub fn unread(catalog: &Catalog, what: &str, fault: BetzaError) -> ToolError {
    let names = piece::names(catalog);
    match nearest(what, names.iter().map(String::as_str)) {
        Some(nearest) => ToolError::Nearly { text: what.to_owned(), nearest: nearest.to_owned() },
        None => ToolError::Unknown { text: what.to_owned(), fault },
    }
}

/// Whether a name is unknown that is like one that is known.
fn is_near(error: &VariantError) -> bool {
    matches!(error, VariantError::Unknown(unknown) if unknown.nearest().is_some())
}

/// Draws moves of nobody in particular.
///
/// # Errors
/// If `out` cannot be written to.
pub fn notation(movement: &Movement, out: &mut dyn Write) -> Result<(), ToolError> {
    gallery::one(&Exhibit::new(movement, '@', None), out)
}

/// Shows how a man of a game moves.
///
/// # Errors
/// If `out` cannot be written to.
pub fn man(piece: &PieceDef, shape: &Shape, color: Color, out: &mut dyn Write) -> Result<(), ToolError> {
    match &men::exhibits(piece, shape, men::Whose::Side(color))[..] {
        [only] => gallery::one(only, out),
        several => gallery::many(several, page::PAGE, out),
    }
}

/// Shows a variant: `game` is what was chosen, `info` what might be.
///
/// # Errors
/// If `out` cannot be written to.
pub fn variant(game: &Arc<Game>, info: &VariantInfo, out: &mut dyn Write) -> Result<(), ToolError> {
    let def = &game.def;
    writeln!(out, "{TITLE}{}{TITLE:#}  {FAINT}{}{FAINT:#}\n", def.title, def.id)?;
    board::array(def, out)?;
    men::tables(game, out)?;
    writeln!(out, "\n{TITLE}Rules{TITLE:#}")?;
    for sentence in rules::sentences(game) {
        item(&sentence, out)?;
    }
    rules::castling(game, out)?;
    alone::section(game, out)?;
    findings::section(def.sides.iter().flat_map(|side| &side.pieces), out)?;
    board::views(def, out)?;
    choices::section(info, out)?;
    men::gallery(game, out)
}
