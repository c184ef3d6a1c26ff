//! A variant or a piece on paper: the array, the men with their notation, the rules in words; how
//! a piece moves.
//!
//! All of it is made from the definition, so that what is shown is what is played.

use std::io::Write;

use anstyle::Style;

use super::{ToolError, piece};
use crate::betza::Movement;
use crate::eval::Evaluator;
use crate::game::{self, Castle, Game, Kind};
use crate::geometry::{Color, Shape, Square};
use crate::variant::{Catalog, NoMoves, PieceDef, PromotionDef, Rules, VariantDef};

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
            let game = game::compile(&def)?;
            return variant(&game, out);
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
            piece::draw(&movement, '@', out)
        }
        // A colon or a semicolon can only be meant for a variant or an army.
        Err(_) if what.contains([':', ';']) => Err(unknown.into()),
        Err(fault) => Err(ToolError::Unknown { text: what.to_owned(), fault }),
    }
}

/// Shows a variant.
///
/// # Errors
/// If `out` cannot be written to.
pub fn variant(game: &Game, out: &mut dyn Write) -> Result<(), ToolError> {
    let def = &game.def;
    let [white, black] = &def.sides;
    let evaluator = Evaluator::new(game);
    let values = evaluator.values();
    writeln!(out, "{TITLE}{}{TITLE:#}  {FAINT}{}{FAINT:#}\n", def.title, def.id)?;
    array(def, out)?;
    if white == black {
        writeln!(out, "\n{TITLE}Both sides{TITLE:#}: {}", white.army)?;
        pieces(game, values, Color::White, out)?;
    } else {
        for color in Color::ALL {
            writeln!(out, "\n{TITLE}{color}{TITLE:#}: {}", def.sides[color.index()].army)?;
            pieces(game, values, color, out)?;
        }
    }
    writeln!(out, "\n{TITLE}Rules{TITLE:#}")?;
    for line in rules(&def.rules).into_iter().chain(castling(&def.shape, &game.castles)) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// The board with the men of the start.
fn array(def: &VariantDef, out: &mut dyn Write) -> Result<(), ToolError> {
    let shape = &def.shape;
    let mut cells: Vec<char> = vec!['*'; shape.len()];
    for square in shape.squares() {
        cells[square.index()] = '.';
    }
    for &(square, color, piece) in &def.array {
        cells[square.index()] = color.case(def.sides[color.index()].pieces[piece].letter);
    }
    for (rank, row) in cells.chunks(shape.files() as usize).enumerate().rev() {
        write!(out, "  {FAINT}{:>2}{FAINT:#} ", rank + 1)?;
        for cell in row {
            write!(out, " {cell}")?;
        }
        writeln!(out)?;
    }
    write!(out, "     {FAINT}")?;
    for file in 0..shape.files() {
        write!(out, " {}", (b'a' + file) as char)?;
    }
    writeln!(out, "{FAINT:#}")?;
    Ok(())
}

/// The men of one side: letter, name, notation, value, and what else is to be known of them. A
/// value that the program worked out itself is marked with a tilde.
fn pieces(game: &Game, values: &[i32], color: Color, out: &mut dyn Write) -> Result<(), ToolError> {
    let side = &game.def.sides[color.index()];
    let width = |text: fn(&PieceDef) -> &str| side.pieces.iter().map(|p| text(p).chars().count()).max().unwrap_or(0);
    let (names, notations) = (width(|p| &p.name), width(|p| &p.betza));
    for (index, piece) in side.pieces.iter().enumerate() {
        let own = |kind: &Kind| kind.color == color && !kind.foreign && kind.piece == (color, index);
        let derived = game.kinds.iter().position(own).filter(|_| !piece.royal).and_then(|kind| values.get(kind).copied());
        let value = match (piece.value, derived) {
            (Some(value), _) => pawns(value),
            (None, Some(value)) => format!("~{}", pawns(value)),
            (None, None) => String::new(),
        };
        let remarks = remarks(&game.def, color, piece).join("; ");
        let line = format!("  {}  {:names$}  {:notations$}  {value:>6}  {remarks}", piece.letter, piece.name, piece.betza);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Centipawns as people write them.
pub(super) fn pawns(value: i32) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

/// What is to be known of a piece besides its moves.
fn remarks(def: &VariantDef, color: Color, piece: &PieceDef) -> Vec<String> {
    let mut remarks = Vec::new();
    if piece.royal {
        remarks.push("royal".to_owned());
    }
    if !piece.unchecked.legs.is_empty() {
        remarks.push("has quiet moves besides while not in check".to_owned());
    }
    for zone in &piece.zones {
        remarks.push(format!("also {} on {}", zone.betza, region(&def.shape, &zone.squares)));
    }
    if let Some(promotion) = &piece.promotion {
        remarks.push(promotes(def, color, promotion));
    }
    remarks
}

/// A promotion in words.
fn promotes(def: &VariantDef, color: Color, promotion: &PromotionDef) -> String {
    let targets: Vec<String> = promotion
        .targets
        .iter()
        .map(|target| {
            let foreign = target.from_side != color && def.sides[0] != def.sides[1];
            let name = &def.sides[target.from_side.index()].pieces[target.piece].name;
            if foreign { format!("{} (the enemy's {name})", target.letter) } else { target.letter.to_string() }
        })
        .collect();
    let verb = if promotion.forced { "promotes" } else { "may promote" };
    format!("{verb} on {} to {}", region(&def.shape, &promotion.squares), joined(&targets, "or"))
}

/// A set of squares in words: whole ranks by their numbers, anything else square by square.
fn region(shape: &Shape, squares: &[Square]) -> String {
    let mut ranks: Vec<u8> = squares.iter().map(|&s| shape.rank(s)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let whole = ranks.iter().all(|&rank| shape.squares().filter(|&s| shape.rank(s) == rank).all(|s| squares.contains(&s)));
    if !whole {
        return joined(&squares.iter().map(|&s| shape.name(s)).collect::<Vec<_>>(), "and");
    }
    match ranks[..] {
        [] => "no square".to_owned(),
        [rank] => format!("rank {}", rank + 1),
        [first, .., last] if usize::from(last - first) + 1 == ranks.len() => format!("ranks {}-{}", first + 1, last + 1),
        _ => format!("ranks {}", joined(&ranks.iter().map(|r| (r + 1).to_string()).collect::<Vec<_>>(), "and")),
    }
}

/// `a`, `a or b`, `a, b or c`.
fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The rules that are not moves, one sentence each.
fn rules(rules: &Rules) -> Vec<String> {
    let mut lines = vec![
        match rules.no_moves {
            NoMoves::Draw => "A side that has no legal move and is not in check draws.",
            NoMoves::MoverLoses => "A side that has no legal move loses, in check or not.",
            NoMoves::ClosesComplex => "A side that has no legal move on one color and is not in check there closes it.",
            NoMoves::MoverWins => "A side that has no legal move and is not in check wins.",
        }
        .to_owned(),
    ];
    if rules.repetition > 0 {
        lines.push(format!("The game is drawn when a position occurs for the {} time.", ordinal(rules.repetition)));
    }
    if rules.move_limit > 0 {
        lines.push(format!("The game is drawn after {} moves of each side without a capture or pawn move.", rules.move_limit));
    }
    if rules.material_draw {
        lines.push("The game is drawn when the men left cannot mate.".to_owned());
    }
    lines
}

/// `third`, `4th`.
fn ordinal(number: u8) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

/// The ways to castle, one line for each side.
fn castling(shape: &Shape, castles: &[Castle]) -> Vec<String> {
    if castles.is_empty() {
        return vec!["There is no castling.".to_owned()];
    }
    let pair = |(from, to)| format!("{}-{}", shape.name(from), shape.name(to));
    Color::ALL
        .iter()
        .filter_map(|&color| {
            let ways: Vec<String> =
                castles.iter().filter(|c| c.color == color).map(|c| format!("{} with {}", pair(c.king), pair(c.partner))).collect();
            (!ways.is_empty()).then(|| format!("{color} castles {}.", joined(&ways, "or")))
        })
        .collect()
}
