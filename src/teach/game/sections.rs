//! The description of a variant, section by section: once for text and for HTML.

use std::io::{self, Write};
use std::sync::Arc;

use super::gallery::{self, Exhibit};
use super::pieces::{self, PieceRow};
use super::{board, choices, rules, source};
use crate::base::page::{FAINT, PAGE, TITLE, hanging, item};
use crate::rules::game::Game;
use crate::rules::variant::{VariantInfo, ViewDef};
use crate::teach::endings;

/// A section: the name in its heading, what else the heading says, and what follows.
pub struct Section<'a> {
    pub name: String,
    pub more: String,
    pub content: Content<'a>,
}

/// What a section tells.
pub enum Content<'a> {
    /// The pieces of a side.
    Pieces(Vec<PieceRow<'a>>),
    /// Sentences.
    List(Vec<String>),
    /// The ways to castle in the columns of [`rules::CASTLING`], and a note about them.
    Castling(Vec<[String; 6]>, Option<&'static str>),
    /// Pieces, and what each wins alone with its king.
    Endings(Vec<(String, String)>),
    /// The game on another board.
    View(&'a ViewDef),
    /// What can be chosen before the game.
    Choices(&'a VariantInfo),
    /// How pieces move.
    Moves(Vec<Exhibit>),
}

/// The sections of a page about a variant: `game` has the choices made, `info` those available.
pub fn of<'a>(game: &'a Arc<Game>, info: &'a VariantInfo) -> Vec<Section<'a>> {
    let def = &game.def;
    let mut sections = Vec::new();
    let mut add = |name: &str, more: String, content| {
        sections.push(Section { name: name.to_owned(), more, content });
    };
    for (side, army, rows) in pieces::sides(game) {
        add(side, format!(": {army}"), Content::Pieces(rows));
    }
    let castles = rules::castles(game);
    add("Rules", String::new(), Content::List(rules::sentences(game)));
    if !castles.is_empty() {
        let note = def.rules.castling.is_shuffled().then_some(rules::SHUFFLED);
        add("Castling", ", if neither piece has moved".to_owned(), Content::Castling(castles, note));
    }
    let endings = endings::wins(game);
    if !endings.is_empty() {
        add("Alone with its king against a bare king", String::new(), Content::Endings(endings));
    }
    let found = source::findings(def.sides.iter().flat_map(|side| &side.pieces));
    for (name, lines) in [("Source", source::of(game, info)), (source::SOLVED, found)] {
        if !lines.is_empty() {
            add(name, String::new(), Content::List(lines));
        }
    }
    for view in &def.views {
        let name = format!("The same game as `{}`", view.id);
        add(&name, ", for programs that cannot show its board".to_owned(), Content::View(view));
    }
    if !info.choices.is_empty() {
        add("Choices before the game", String::new(), Content::Choices(info));
    }
    for (name, exhibits) in pieces::galleries(game) {
        add(name, ", forward is up".to_owned(), Content::Moves(exhibits));
    }
    sections
}

/// Prints a variant: the array, and all sections.
pub fn print(game: &Arc<Game>, info: &VariantInfo, out: &mut dyn Write) -> io::Result<()> {
    let def = &game.def;
    writeln!(out, "{TITLE}{}{TITLE:#}  {FAINT}{}{FAINT:#}\n", def.title, def.id)?;
    board::array(def, out)?;
    let mut are_pieces = true;
    for Section { name, more, content } in of(game, info) {
        if are_pieces && !matches!(content, Content::Pieces(_)) {
            let columns = "Letter, name, moves in Betza notation (drawn below), value in pawns.";
            writeln!(out, "\n{FAINT}  {columns}{FAINT:#}")?;
            are_pieces = false;
        }
        writeln!(out, "\n{TITLE}{name}{TITLE:#}{more}")?;
        match content {
            Content::Pieces(rows) => pieces::table(&rows, out)?,
            Content::List(sentences) => sentences.iter().try_for_each(|sentence| item(sentence, out))?,
            Content::Castling(castles, note) => {
                rules::castling(&castles, out)?;
                note.map_or(Ok(()), |note| item(note, out))?;
            }
            Content::Endings(endings) => {
                let width = endings.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
                for (name, words) in endings {
                    hanging(&format!("  {name:width$}  "), &words, out)?;
                }
            }
            Content::View(view) => board::view(def, view, out)?,
            Content::Choices(info) => choices::describe(info, out)?,
            Content::Moves(exhibits) => {
                writeln!(out)?;
                gallery::many(&exhibits, PAGE, out)?;
            }
        }
    }
    Ok(())
}
