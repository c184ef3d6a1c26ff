//! How a piece moves, drawn on an empty board.

use std::io::Write;

use anstyle::{AnsiColor, Style};

use super::ToolError;
use super::show::{FAINT, TITLE, pawns};
use crate::betza::{Movement, Reach, diagram};
use crate::variant::{Catalog, PieceDef};

/// A piece of some army or variant.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where it is from: `nutters`, `chess`.
    pub owners: Vec<String>,
    /// What it is.
    pub piece: PieceDef,
}

/// The pieces of this name or letter: `Colonel` in any army, `nutters:Colonel` or `nutters:C` in
/// one. A letter alone is notation, not a piece.
pub fn find(catalog: &Catalog, what: &str) -> Vec<Found> {
    let (owner, name) = what.split_once(':').map_or((None, what), |(owner, name)| (Some(owner), name));
    let is_meant = |piece: &PieceDef| {
        piece.name.eq_ignore_ascii_case(name) || owner.is_some() && name.len() == 1 && name.eq_ignore_ascii_case(&piece.letter.to_string())
    };
    let mut found: Vec<Found> = Vec::new();
    for (from, pieces) in sets(catalog) {
        if owner.is_some_and(|owner| owner != from) {
            continue;
        }
        for piece in pieces.into_iter().filter(is_meant) {
            match found.iter_mut().find(|known| known.piece.name == piece.name && known.piece.movement == piece.movement) {
                Some(known) if known.owners.contains(&from) => {}
                Some(known) => known.owners.push(from.clone()),
                None => found.push(Found { owners: vec![from.clone()], piece }),
            }
        }
    }
    found
}

/// White's pieces by where they are from: the variant, or the army chosen in it.
fn sets(catalog: &Catalog) -> Vec<(String, Vec<PieceDef>)> {
    let mut sets = Vec::new();
    for variant in catalog.list() {
        let mut forms = vec![(variant.id.clone(), variant.id.clone())];
        for choice in variant.choices.iter().filter(|choice| choice.from_files) {
            forms.extend(choice.options.iter().map(|option| (option.id.clone(), format!("{};{}={}", variant.id, choice.id, option.id))));
        }
        for (owner, form) in forms {
            if let Ok(def) = catalog.resolve(&form) {
                let [white, _] = def.sides;
                sets.push((owner, white.pieces));
            }
        }
    }
    sets
}

/// Shows a piece found: who it is, and the drawing.
///
/// # Errors
/// If `out` cannot be written to.
pub fn show(found: &Found, out: &mut dyn Write) -> Result<(), ToolError> {
    let Found { owners, piece } = found;
    write!(out, "{TITLE}{}{TITLE:#} ({})  {}  {}", piece.name, piece.letter, piece.betza, owners.join(", "))?;
    if let Some(value) = piece.value {
        write!(out, "  value {}", pawns(value))?;
    }
    writeln!(out, "\n")?;
    draw(&piece.movement, piece.letter, out)
}

/// Draws where a White piece can go on a board of its own, and explains the marks.
///
/// # Errors
/// If `out` cannot be written to.
pub fn draw(movement: &Movement, letter: char, out: &mut dyn Write) -> Result<(), ToolError> {
    let Some(drawing) = diagram::draw_centered(movement, letter, radius(movement)) else {
        writeln!(out, "(its leaps are too long to be drawn)")?;
        return Ok(());
    };
    let board = 4 * drawing.lines().next().map_or(0, |border| border.len() / 4) + 1;
    for line in drawing.lines() {
        match line.strip_prefix('|').filter(|_| line.len() == board) {
            Some(row) => {
                write!(out, "{FAINT}|{FAINT:#}")?;
                for cell in row.split_terminator('|') {
                    let style = style(cell, letter);
                    write!(out, "{style}{cell}{style:#}{FAINT}|{FAINT:#}")?;
                }
                writeln!(out)?;
            }
            None if line.starts_with('+') => writeln!(out, "{FAINT}{line}{FAINT:#}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// The color of a cell of a drawing: by its letter, which is the only one in it.
fn style(cell: &str, piece: char) -> Style {
    let color = |color: AnsiColor| Style::new().bold().fg_color(Some(color.into()));
    match cell.chars().find(char::is_ascii_alphabetic) {
        _ if cell.contains(piece) => TITLE,
        Some('x' | 'X') => color(AnsiColor::Cyan),
        Some('m' | 'M') => color(AnsiColor::Green),
        Some('c' | 'C' | 'e' | 'E') => color(AnsiColor::Red),
        _ => FAINT,
    }
}

/// How many squares to show on each side of a piece: as far as it goes, and four of a line that
/// goes to the edge.
fn radius(movement: &Movement) -> u8 {
    let reach = movement.legs.iter().map(|leg| {
        let step = leg.steps.iter().map(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs())).max().unwrap_or(1);
        match leg.reach {
            Reach::Steps(steps) => steps.saturating_mul(step),
            Reach::Edge => step.saturating_mul(2).max(4),
        }
    });
    // No board has more than 15 by 15 squares around a center.
    reach.max().unwrap_or(2).clamp(2, 7)
}
