//! A variant or a piece on paper: the array, the men with their notation, the rules in words; how
//! a piece moves.
//!
//! All of it is made from the definition, so that what is shown is what is played: a player needs
//! no other page.

mod board;
mod choices;
mod draws;
mod men;
mod rules;
mod words;

use std::io::Write;

use anstyle::Style;

use super::gallery::{self, Exhibit};
use super::{ToolError, piece};
use crate::betza::Movement;
use crate::game::{self, Game};
use crate::variant::{Catalog, VariantInfo};

pub use choices::describe;
pub(super) use men::{Whose, exhibits, pawns};
pub(super) use words::PAGE;

/// Headings.
pub(super) const TITLE: Style = Style::new().bold();
/// What is less important.
pub(super) const FAINT: Style = Style::new().dimmed();

/// Shows the variant, the piece or the line of notation that `what` stands for, looked for in
/// this order.
///
/// # Errors
/// If it is nothing of these, or if `out` cannot be written to.
pub fn run(catalog: &Catalog, what: &str, out: &mut dyn Write) -> Result<(), ToolError> {
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
            gallery::one(&Exhibit::new(&movement, '@', None), out)
        }
        // A colon or a semicolon can only be meant for a variant or an army.
        Err(_) if what.contains([':', ';']) => Err(unknown.into()),
        Err(fault) => Err(ToolError::Unknown { text: what.to_owned(), fault }),
    }
}

/// Shows a variant: `game` is what was chosen, `info` what might be.
///
/// # Errors
/// If `out` cannot be written to.
pub fn variant(game: &Game, info: &VariantInfo, out: &mut dyn Write) -> Result<(), ToolError> {
    let def = &game.def;
    writeln!(out, "{TITLE}{}{TITLE:#}  {FAINT}{}{FAINT:#}\n", def.title, def.id)?;
    board::array(def, out)?;
    men::tables(game, out)?;
    writeln!(out, "\n{TITLE}Rules{TITLE:#}")?;
    for sentence in rules::sentences(game) {
        words::item(&sentence, out)?;
    }
    rules::castling(game, out)?;
    board::views(def, out)?;
    choices::section(info, out)?;
    men::gallery(game, out)
}
