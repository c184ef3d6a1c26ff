//! Boards in letters: the starting position of a variant, and the other views of it.

use std::io::{self, Write};

use crate::base::page::FAINT;
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::variant::{VariantDef, ViewDef, marked};
use crate::teach::layout::Layout;

/// The board with the pieces of the start, and what is in hand then.
pub fn array(def: &VariantDef, out: &mut dyn Write) -> io::Result<()> {
    draw(&def.shape, &placed(def, Some), out)?;
    let hands = in_hand(def);
    if !hands.is_empty() {
        writeln!(out, "      {FAINT}{hands}{FAINT:#}")?;
    }
    Ok(())
}

/// The letters of what is in hand at the start; empty if nothing is.
pub fn in_hand(def: &VariantDef) -> String {
    let stock = |color: Color| {
        let held = def.hands.iter().flat_map(|hands| &hands.stock[color.index()]);
        let pieces = held.filter_map(|&piece| def.sides[color.index()].pieces.get(piece));
        pieces.map(|piece| piece.letter.of(color)).collect::<String>()
    };
    let held = Color::ALL.map(stock).join(" ");
    if held.trim().is_empty() { String::new() } else { format!("in hand: {held}") }
}

/// Another board on which the game can be shown.
pub fn view(def: &VariantDef, view: &ViewDef, out: &mut dyn Write) -> io::Result<()> {
    let shown = |square: Square| view.shown.get(square.index()).copied().flatten();
    writeln!(out)?;
    draw(&view.shape, &placed(def, shown), out)?;
    let (files, ranks) = (def.shape.files() - 1, def.shape.ranks() - 1);
    let corners = [(0, 0), (files, 0), (0, ranks), (files, ranks)].map(|(file, rank)| {
        let square = def.shape.square(file, rank)?;
        Some(format!("{} is {}", def.shape.name(square), view.shape.name(shown(square)?)))
    });
    writeln!(out, "\n  {}", corners.into_iter().flatten().collect::<Vec<_>>().join(", "))?;
    Ok(())
}

/// The pieces in the starting position: square, side and letter. `shown` maps a square of the game to its
/// square on the board that is drawn.
pub fn placed(def: &VariantDef, shown: impl Fn(Square) -> Option<Square>) -> Vec<(Square, Color, String)> {
    let lettered = |&(square, color, piece): &(Square, Color, usize)| {
        let piece = &def.sides[color.index()].pieces[piece];
        Some((shown(square)?, color, marked(piece.letter.of(color), piece.mark)))
    };
    def.array.iter().filter_map(lettered).collect()
}

/// Draws pieces on a board; `*` is a hole.
fn draw(shape: &Shape, pieces: &[(Square, Color, String)], out: &mut dyn Write) -> io::Result<()> {
    let mut cells = vec!["."; shape.cell_count()];
    for (square, _, letter) in pieces {
        cells[square.index()] = letter;
    }
    let width = pieces.iter().map(|(.., letter)| letter.len()).max().unwrap_or(1);
    let layout = Layout::upright(shape);
    let cell = |column, row| {
        let square = layout.square(shape, column, row);
        format!(" {:width$}", square.map_or("*", |square| cells[square.index()]))
    };
    for line in layout.text(shape, FAINT, width + 1, cell) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
