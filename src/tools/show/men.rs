//! The men of a variant: the tables of both sides, and the drawings of their moves.

use std::io::Write;
use std::sync::Arc;

use super::gallery::{self, Exhibit};
use super::words;
use crate::betza::Movement;
use crate::eval::Evaluator;
use crate::game::{Game, Kind};
use crate::geometry::{Color, Shape, Square};
use crate::tools::error::ToolError;
use crate::tools::page::{FAINT, PAGE, TITLE, hanging};
use crate::variant::{PieceDef, SideDef, VariantDef};

/// Whose men are spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// One side's.
    Side(Color),
    /// Both sides', which are the same, seen each from its own end of the board.
    Both,
}

impl Whose {
    /// Those to speak of one after the other.
    pub(super) fn of(def: &VariantDef) -> &'static [Whose] {
        let [white, black] = &def.sides;
        let turned = normal(black, |square| def.shape.turned(square), |color| !color);
        if normal(white, |square| square, |color| color) == turned {
            &[Whose::Both]
        } else {
            &[Whose::Side(Color::White), Whose::Side(Color::Black)]
        }
    }

    /// The side that stands for them.
    pub(super) fn color(self) -> Color {
        match self {
            Whose::Side(color) => color,
            Whose::Both => Color::White,
        }
    }

    /// Squares in words: those of the side that stands for them, and Black's if they are others.
    pub(super) fn region(self, shape: &Shape, squares: &[Square]) -> String {
        let own = words::region(shape, squares);
        let mut turned: Vec<Square> = squares.iter().map(|&square| shape.turned(square)).collect();
        turned.sort_unstable();
        let black = words::region(shape, &turned);
        match self {
            Whose::Both if black != own => format!("{own} (Black on {black})"),
            _ => own,
        }
    }
}

/// A side's men with squares in one order and as `square` and `color` see them.
fn normal(side: &SideDef, square: impl Fn(Square) -> Square, color: impl Fn(Color) -> Color) -> SideDef {
    let mut side = side.clone();
    let order = |squares: &mut Vec<Square>| {
        *squares = squares.iter().map(|&s| square(s)).collect();
        squares.sort_unstable();
    };
    for piece in &mut side.pieces {
        piece.zones.iter_mut().for_each(|zone| order(&mut zone.squares));
        piece.within.iter_mut().for_each(order);
        if let Some(promotion) = &mut piece.promotion {
            order(&mut promotion.squares);
            order(&mut promotion.optional);
            promotion.targets.iter_mut().for_each(|target| target.from_side = color(target.from_side));
        }
    }
    side
}

/// The letter a piece is shown by, with its mark.
pub(super) fn label(piece: &PieceDef) -> String {
    format!("{}{}", piece.letter, piece.mark.map(String::from).unwrap_or_default())
}

/// Prints the men of both sides, in one table if they are the same.
pub(super) fn tables(game: &Arc<Game>, out: &mut dyn Write) -> Result<(), ToolError> {
    let evaluator = Evaluator::new(game);
    for &whose in Whose::of(&game.def) {
        let army = &game.def.sides[whose.color().index()].army;
        match whose {
            Whose::Both => writeln!(out, "\n{TITLE}Both sides{TITLE:#}: {army}")?,
            Whose::Side(color) => writeln!(out, "\n{TITLE}{color}{TITLE:#}: {army}")?,
        }
        table(game, evaluator.values(), whose, out)?;
    }
    writeln!(
        out,
        "\n{FAINT}  Letter, name, moves in Betza's notation (drawn below), value in pawns.{FAINT:#}"
    )?;
    Ok(())
}

/// The men of one side: letter, name, notation, value, and what else is to be known of them. A
/// value that the program worked out itself is marked with a tilde.
fn table(game: &Game, values: &[i32], whose: Whose, out: &mut dyn Write) -> Result<(), ToolError> {
    let color = whose.color();
    let side = &game.def.sides[color.index()];
    let width =
        |text: fn(&PieceDef) -> &str| side.pieces.iter().map(|p| text(p).chars().count()).max().unwrap_or(0);
    let (names, notations) = (width(|p| &p.name), width(|p| &p.betza));
    let labels = side.pieces.iter().map(|piece| label(piece).len()).max().unwrap_or(1);
    for (index, piece) in side.pieces.iter().enumerate() {
        let own = |kind: &Kind| kind.color == color && !kind.foreign && kind.piece == (color, index);
        let derived = game
            .kinds
            .iter()
            .position(own)
            .filter(|_| !piece.royal)
            .and_then(|kind| values.get(kind).copied());
        let value = match (piece.value, derived) {
            (Some(value), _) => pawns(value),
            (None, Some(value)) => format!("~{}", pawns(value)),
            (None, None) => String::new(),
        };
        let remarks = remarks(&game.def.shape, piece, whose).join("; ");
        let (label, name, betza) = (label(piece), &piece.name, &piece.betza);
        let line = format!("  {label:labels$}  {name:names$}  {betza:notations$}  {value:>6}  ");
        if remarks.is_empty() {
            writeln!(out, "{}", line.trim_end())?;
        } else if line.chars().count() + REMARK <= PAGE {
            hanging(&line, &remarks, out)?;
        } else {
            writeln!(out, "{}", line.trim_end())?;
            hanging("        ", &remarks, out)?;
        }
    }
    Ok(())
}

/// Columns that remarks have at least.
const REMARK: usize = 20;

/// Centipawns as people write them.
pub(super) fn pawns(value: i32) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

/// What is to be known of a piece besides its moves.
fn remarks(shape: &Shape, piece: &PieceDef, whose: Whose) -> Vec<String> {
    let mut remarks = Vec::new();
    if piece.royal {
        remarks.push("royal".to_owned());
    }
    if piece.promotion.is_some() {
        remarks.push("promotes".to_owned());
    }
    if !piece.unchecked.legs.is_empty() {
        remarks.push("more while not in check".to_owned());
    }
    if let Some(squares) = &piece.within {
        remarks.push(format!("stays on {}", whose.region(shape, squares)));
    }
    for zone in &piece.zones {
        remarks.push(format!("and {} on {}", zone.betza, whose.region(shape, &zone.squares)));
    }
    remarks
}

/// Prints how the men move, each of them once.
pub(super) fn gallery(game: &Game, out: &mut dyn Write) -> Result<(), ToolError> {
    let def = &game.def;
    let mut drawn: Vec<(&str, &Movement)> = Vec::new();
    for &whose in Whose::of(def) {
        let pieces = &def.sides[whose.color().index()].pieces;
        let is_new =
            |piece: &&PieceDef| !piece.zones.is_empty() || !drawn.contains(&(&piece.name, &piece.movement));
        let exhibits: Vec<Exhibit> =
            pieces.iter().filter(is_new).flat_map(|piece| exhibits(piece, &def.shape, whose)).collect();
        drawn.extend(pieces.iter().map(|piece| (piece.name.as_str(), &piece.movement)));
        if exhibits.is_empty() {
            continue;
        }
        match whose {
            Whose::Both => writeln!(out, "\n{TITLE}Moves{TITLE:#}, forward is up\n")?,
            Whose::Side(Color::White) => writeln!(out, "\n{TITLE}Moves of White{TITLE:#}, forward is up\n")?,
            Whose::Side(Color::Black) => {
                writeln!(out, "\n{TITLE}Moves that only Black has{TITLE:#}, forward is up\n")?;
            }
        }
        gallery::many(&exhibits, PAGE, out)?;
    }
    Ok(())
}

/// The drawings of a piece: its moves, and those it has at times or in places.
pub(super) fn exhibits(piece: &PieceDef, shape: &Shape, whose: Whose) -> Vec<Exhibit> {
    let draw = |movement: &Movement, more: Vec<String>| {
        let title = format!("{}  {}", label(piece), piece.name);
        Exhibit::new(movement, piece.letter, Some(shape)).titled([vec![title], more].concat())
    };
    let mut exhibits = vec![draw(&piece.movement, vec![piece.betza.clone()])];
    if !piece.unchecked.legs.is_empty() {
        let whole = Movement::join(&[piece.movement.clone(), piece.unchecked.clone()]);
        exhibits.push(draw(&whole, vec!["while not in check".to_owned()]));
    }
    for zone in &piece.zones {
        let whole = Movement::join(&[piece.movement.clone(), zone.movement.clone()]);
        exhibits.push(draw(
            &whole,
            vec![format!("and {}", zone.betza), format!("on {}", whose.region(shape, &zone.squares))],
        ));
    }
    exhibits
}
