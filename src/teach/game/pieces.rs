//! The pieces of a variant: the tables of both sides, and the drawings of their moves.

use std::io::{self, Write};
use std::sync::Arc;

use super::gallery::Exhibit;
use super::words;
use crate::base::page::{PAGE, hanging};
use crate::engine::eval::Evaluator;
use crate::rules::betza::Movement;
use crate::rules::game::{Game, Kind};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::variant::{PieceDef, SideDef, VariantDef, marked};

/// Whose pieces are described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// One side's.
    Side(Color),
    /// Both sides', if they are the same, each as seen from its own end of the board.
    Both,
}

impl Whose {
    /// The groups to describe one after the other.
    pub fn of(def: &VariantDef) -> &'static [Whose] {
        let [white, black] = &def.sides;
        let turned = normal(black, |square| def.shape.opposite(square), |color| !color);
        if normal(white, |square| square, |color| color) == turned {
            &[Whose::Both]
        } else {
            &[Whose::Side(Color::White), Whose::Side(Color::Black)]
        }
    }

    /// The side that represents them.
    pub fn color(self) -> Color {
        match self {
            Whose::Side(color) => color,
            Whose::Both => Color::White,
        }
    }

    /// Squares in words: those of the representing side, and Black's if they differ.
    pub fn region(self, shape: &Shape, squares: &[Square]) -> String {
        let own = words::region(shape, squares);
        let mut turned: Vec<Square> = squares.iter().map(|&square| shape.opposite(square)).collect();
        turned.sort_unstable();
        let black = words::region(shape, &turned);
        match self {
            Whose::Both if black != own => format!("{own} (Black on {black})"),
            _ => own,
        }
    }
}

/// A side's pieces, sorted, with their squares and colors mapped by `square` and `color`.
fn normal(side: &SideDef, square: impl Fn(Square) -> Square, color: impl Fn(Color) -> Color) -> SideDef {
    let mut side = side.clone();
    let order = |squares: &mut Vec<Square>| {
        *squares = squares.iter().map(|&s| square(s)).collect();
        squares.sort_unstable();
    };
    for piece in &mut side.pieces {
        piece.zones.iter_mut().for_each(|zone| order(&mut zone.squares));
        piece.within.iter_mut().for_each(order);
        piece.drops.iter_mut().for_each(|drops| order(&mut drops.squares));
        piece.becomes.iter_mut().for_each(|becomes| order(&mut becomes.squares));
        if let Some(promotion) = &mut piece.promotion {
            order(&mut promotion.squares);
            order(&mut promotion.optional);
            order(&mut promotion.leaving);
            promotion.targets.iter_mut().for_each(|target| target.from_side = color(target.from_side));
        }
    }
    side
}

/// The letter a piece is shown by, with its mark.
pub fn label(piece: &PieceDef) -> String {
    marked(piece.letter, piece.mark)
}

/// A piece of a game, for a table or for data.
pub struct PieceRow<'a> {
    /// The piece.
    pub piece: &'a PieceDef,
    /// Its value in centipawns.
    pub value: Option<i32>,
    /// Remarks.
    pub remarks: String,
}

impl PieceRow<'_> {
    /// Its value in pawns; a tilde marks a value that the program derived.
    pub fn value_text(&self) -> String {
        let tilde = if self.piece.value.is_none() { "~" } else { "" };
        self.value.map_or_else(String::new, |value| format!("{tilde}{}", pawns(value)))
    }
}

/// The pieces of a side, or of both if they are the same: a heading, the army's name, and the rows.
pub fn sides(game: &Arc<Game>) -> Vec<(&'static str, &str, Vec<PieceRow<'_>>)> {
    let side = |&whose: &Whose| {
        let heading = match whose {
            Whose::Both => "Both sides",
            Whose::Side(color) => color.name(),
        };
        let army = &game.def.sides[whose.color().index()].army;
        (heading, army.as_str(), rows(game, whose))
    };
    Whose::of(&game.def).iter().map(side).collect()
}

/// The pieces of one side.
pub fn rows(game: &Arc<Game>, whose: Whose) -> Vec<PieceRow<'_>> {
    let (evaluator, color) = (Evaluator::new(game), whose.color());
    let pieces = game.def.sides[color.index()].pieces.iter().enumerate();
    let mut found = Vec::new();
    for (index, piece) in pieces {
        let own = |kind: &Kind| kind.color == color && !kind.foreign && kind.piece == (color, index);
        let kind = game.kinds.iter().position(own).filter(|_| !piece.royal);
        let derived = kind.and_then(|kind| evaluator.values().get(kind).copied());
        let remarks = remarks(&game.def.shape, piece, whose).join("; ");
        found.push(PieceRow { piece, value: piece.value.or(derived), remarks });
    }
    found
}

/// Prints the pieces of one side: letter, name, notation, value, and remarks.
pub fn table(rows: &[PieceRow], out: &mut dyn Write) -> io::Result<()> {
    let width = |text: fn(&PieceDef) -> String| {
        rows.iter().map(|row| text(row.piece).chars().count()).max().unwrap_or(0)
    };
    let (labels, names) = (width(label), width(|piece| piece.name.clone()));
    let notations = width(|piece| piece.betza.clone());
    for row in rows {
        let PieceRow { piece: PieceDef { name, betza, .. }, remarks, .. } = row;
        let (label, value) = (label(row.piece), row.value_text());
        let line = format!("  {label:labels$}  {name:names$}  {betza:notations$}  {value:>6}  ");
        if remarks.is_empty() {
            writeln!(out, "{}", line.trim_end())?;
        } else if line.chars().count() + REMARK <= PAGE {
            hanging(&line, remarks, out)?;
        } else {
            writeln!(out, "{}", line.trim_end())?;
            hanging("        ", remarks, out)?;
        }
    }
    Ok(())
}

/// The least width of the column of remarks.
const REMARK: usize = 20;

/// Centipawns as people write them.
pub fn pawns(value: i32) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

/// Remarks about a piece besides its moves.
fn remarks(shape: &Shape, piece: &PieceDef, whose: Whose) -> Vec<String> {
    let mut remarks = Vec::new();
    if piece.royal {
        remarks.push("royal".to_owned());
    }
    if piece.promotion.is_some() {
        remarks.push("promotes".to_owned());
    }
    if let Some(most) = piece.most {
        remarks.push(format!("at most {most}"));
    }
    if !piece.unchecked.legs.is_empty() {
        remarks.push("more moves while not in check".to_owned());
    }
    if !piece.spacious.legs.is_empty() {
        remarks.push("more moves where no piece is behind the target square".to_owned());
    }
    if !piece.after_capture.legs.is_empty() {
        remarks.push("more moves once its side has captured".to_owned());
    }
    if let Some(squares) = &piece.within {
        remarks.push(format!("stays on {}", whose.region(shape, squares)));
    }
    match piece.loans.as_deref() {
        None => {}
        Some([]) => remarks.push("cannot borrow moves".to_owned()),
        Some(squares) => remarks.push(format!("borrows moves only to {}", whose.region(shape, squares))),
    }
    for zone in &piece.zones {
        let within = if zone.inside { "within" } else { "on" };
        remarks.push(format!("also {} {within} {}", zone.betza, whose.region(shape, &zone.squares)));
    }
    remarks
}

/// How the pieces move, each once: by side, with a heading.
pub fn galleries(game: &Game) -> Vec<(&'static str, Vec<Exhibit>)> {
    let def = &game.def;
    let mut drawn: Vec<(&str, &Movement)> = Vec::new();
    let mut found = Vec::new();
    for &whose in Whose::of(def) {
        let pieces = &def.sides[whose.color().index()].pieces;
        let is_new =
            |piece: &&PieceDef| !piece.zones.is_empty() || !drawn.contains(&(&piece.name, &piece.movement));
        let exhibits: Vec<Exhibit> =
            pieces.iter().filter(is_new).flat_map(|piece| exhibits(piece, &def.shape, whose)).collect();
        drawn.extend(pieces.iter().map(|piece| (piece.name.as_str(), &piece.movement)));
        let heading = match whose {
            Whose::Both => "Moves",
            Whose::Side(Color::White) => "Moves of White",
            Whose::Side(Color::Black) => "Moves that only Black has",
        };
        if !exhibits.is_empty() {
            found.push((heading, exhibits));
        }
    }
    found
}

/// The drawings of a piece: its moves, and those it has only sometimes or in some places.
pub fn exhibits(piece: &PieceDef, shape: &Shape, whose: Whose) -> Vec<Exhibit> {
    let draw = |movement: &Movement, more: Vec<String>| {
        let title = format!("{}  {}", label(piece), piece.name);
        Exhibit::new(movement, piece.letter.base(), Some(shape)).titled([vec![title], more].concat())
    };
    let mut exhibits = vec![draw(&piece.movement, vec![piece.betza.clone()])];
    let others =
        ["while not in check", "where no piece is behind the target square", "once its side has captured"];
    for (movement, when) in piece.movements().into_iter().skip(1).zip(others) {
        if !movement.legs.is_empty() {
            let whole = Movement::join(&[piece.movement.clone(), movement.clone()]);
            exhibits.push(draw(&whole, vec![when.to_owned()]));
        }
    }
    for zone in &piece.zones {
        let whole = Movement::join(&[piece.movement.clone(), zone.movement.clone()]);
        exhibits.push(draw(
            &whole,
            vec![format!("also {}", zone.betza), format!("on {}", whose.region(shape, &zone.squares))],
        ));
    }
    exhibits
}
