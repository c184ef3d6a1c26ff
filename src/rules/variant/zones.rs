//! Squares in a variant file: the `zone` tables, where pieces have additional moves, and where pieces in hand
//! may be dropped.
//!
//! A zone has the same squares for every piece of a side, or squares that depend on where a piece
//! started. Then every piece type is split into one type for each origin.

use std::collections::BTreeMap;

use crate::base::text::fields;
use crate::rules::geometry::{Color, Shape, Square};

use super::error::VariantError;
use super::keys::{Keys, given, keys, table};
use super::start::span;
use super::tree::{KeyValue, Node, TomlValue, Tree};
use super::words::words;

/// The mark after the letters of pieces that start where a zone says `marked`.
const MARK: char = '\'';

keys! {
    pub(super) static ZONE {
        /// The squares as White counts them, `"a5:h8 e4"` or a list. Black's squares are the same, turned
        /// by half a turn. Or a list of tables with `start` and `squares`: the squares for pieces that
        /// start there.
        squares;
        /// With such tables: pieces that start here have an apostrophe after their letter in a FEN.
        marked;
    }

    static ZONE_OF_START {
        /// Where the pieces start.
        start;
        /// The squares of the zone for those pieces.
        squares;
    }
}

/// The zones of one side.
pub(super) struct Zones {
    /// The squares of each zone, for the pieces of each origin.
    squares: BTreeMap<String, Vec<Vec<Square>>>,
    origins: Vec<StartArea>,
}

/// A set of starting squares with the same zones.
#[derive(Clone, PartialEq)]
pub(super) struct StartArea {
    /// The squares; all of them if no zone depends on the start.
    squares: Option<Vec<Square>>,
    /// The mark after the letters of these pieces.
    pub mark: Option<char>,
}

impl Zones {
    /// Reads the zones of one side.
    pub fn read(side: &Tree, shape: &Shape, color: Color) -> Result<Zones, VariantError> {
        let mut zones = Zones { squares: BTreeMap::new(), origins: Vec::new() };
        let entries: Vec<&KeyValue> = side.table("zone")?.into_iter().flat_map(Tree::iter).collect();
        for entry in &entries {
            if let Some(origins) = read_origins(entry, shape, color)? {
                if !zones.origins.is_empty() {
                    return Err(entry.error("only one zone may depend on where a piece starts"));
                }
                zones.origins = origins;
            }
        }
        if zones.origins.is_empty() {
            zones.origins.push(StartArea { squares: None, mark: None });
        }
        for entry in entries {
            let of_origins = match zone_of_starts(entry)? {
                Some(lines) => lines
                    .iter()
                    .map(|(_, squares)| read_squares(squares, shape, color))
                    .collect::<Result<_, _>>()?,
                None => vec![read_squares(zone_squares(entry)?, shape, color)?; zones.origins.len()],
            };
            zones.squares.insert(entry.key.clone(), of_origins);
        }
        Ok(zones)
    }

    /// The possible origins of pieces: one, or as many as a zone distinguishes.
    pub fn origins(&self) -> &[StartArea] {
        &self.origins
    }

    /// The origin a square belongs to.
    pub fn origin_of(&self, square: Square) -> Option<usize> {
        self.origins
            .iter()
            .position(|origin| origin.squares.as_ref().is_none_or(|squares| squares.contains(&square)))
    }

    /// The squares of a zone for the pieces of an origin.
    pub fn squares(&self, name: &str, origin: usize) -> Option<&[Square]> {
        self.squares.get(name)?.get(origin).map(Vec::as_slice)
    }
}

fn zone_squares(entry: &KeyValue) -> Result<&Node, VariantError> {
    entry
        .node
        .table()?
        .get("squares")
        .ok_or_else(|| entry.error(format!("the zone `{}` has no `squares`", entry.key)))
}

/// The starts of a zone and the squares for each, if it distinguishes starts: `squares = [{ start =
/// "a1:d8", squares = "e1:h8" }, ..]`.
fn zone_of_starts(entry: &KeyValue) -> Result<Option<Vec<(&Node, &Node)>>, VariantError> {
    let TomlValue::List(items) = &zone_squares(entry)?.value else { return Ok(None) };
    if !items.iter().any(|item| matches!(item.value, TomlValue::Table(_))) {
        return Ok(None);
    }
    let read_line = |item| {
        let table = Node::table(item)?;
        Keys::Table(&ZONE_OF_START).check(table)?;
        match (table.get("start"), table.get("squares")) {
            (Some(start), Some(squares)) => Ok((start, squares)),
            _ => Err(item.error("expected `start` and `squares`: where pieces start, and their zone")),
        }
    };
    items.iter().map(read_line).collect::<Result<_, _>>().map(Some)
}

/// The origins that a zone distinguishes, if it does. Starts are turned for Black like zones. The
/// `marked` squares are not turned, so that the mark means the same squares for both sides.
fn read_origins(
    entry: &KeyValue,
    shape: &Shape,
    color: Color,
) -> Result<Option<Vec<StartArea>>, VariantError> {
    let Some(lines) = zone_of_starts(entry)? else { return Ok(None) };
    let marked = match entry.node.table()?.get("marked") {
        Some(node) => read_squares(node, shape, Color::White)?,
        None => Vec::new(),
    };
    let mut origins: Vec<StartArea> = Vec::new();
    for (start, _) in lines {
        let squares = read_squares(start, shape, color)?;
        if origins
            .iter()
            .filter_map(|origin| origin.squares.as_ref())
            .flatten()
            .any(|square| squares.contains(square))
        {
            return Err(start.error("these starts overlap those of a line before"));
        }
        let inside = squares.iter().filter(|square| marked.contains(square)).count();
        if inside != 0 && inside != squares.len() {
            return Err(start.error("some of these squares are `marked` and some are not"));
        }
        let mark = (inside != 0).then_some(MARK);
        if origins.iter().any(|origin| origin.mark == mark) {
            return Err(start.error(
                "pieces of two starts would look alike: say which are `marked`, as in `marked = \"e1:h8\"`",
            ));
        }
        origins.push(StartArea { squares: Some(squares), mark });
    }
    Ok(Some(origins))
}

/// Whether a name is that of a square which the board lacks.
fn is_hole(shape: &Shape, name: &str) -> bool {
    let whole = Shape::rectangle(shape.files(), shape.ranks());
    shape.parse_square(name).is_none() && whole.is_some_and(|whole| whole.parse_square(name).is_some())
}

/// Squares as White counts them (`a5:h8 e4`), turned by half a turn for Black.
pub(super) fn read_squares(node: &Node, shape: &Shape, color: Color) -> Result<Vec<Square>, VariantError> {
    let mut squares = Vec::new();
    for (node, text) in node.texts()? {
        for (from, area) in fields(text) {
            let part = from..from + area.len();
            let (first, last) = area.split_once(':').unwrap_or((area, area));
            let (Some(first), Some(last)) = (shape.parse_square(first), shape.parse_square(last)) else {
                let hole = [first, last].into_iter().find(|name| is_hole(shape, name));
                let message = match hole {
                    Some(hole) => format!("`{hole}` is a hole of this board: expected squares beside it"),
                    None => format!("expected squares of this board like `a5:h8` or `e4`, found `{area}`"),
                };
                return Err(span(node, part, message));
            };
            let within = |square: Square, of: fn(&Shape, Square) -> u8| {
                let (a, b) = (of(shape, first), of(shape, last));
                (a.min(b)..=a.max(b)).contains(&of(shape, square))
            };
            squares.extend(
                shape.squares().filter(|&square| within(square, Shape::file) && within(square, Shape::rank)),
            );
        }
    }
    if color == Color::Black {
        squares = squares
            .into_iter()
            .map(|square| shape.turned(square))
            .filter(|&square| !shape.is_hole(square))
            .collect();
    }
    squares.sort_unstable();
    squares.dedup();
    Ok(squares)
}

words! {
    /// Whether a drop may be checkmate.
    pub enum DropMate {
        /// Yes.
        Allowed = "allowed",
        /// No.
        Forbidden = "forbidden",
    }

    /// The square colors on which several pieces of a type may be dropped.
    pub enum DropColors {
        /// On any.
        Any = "any",
        /// A piece is not dropped on the same color as another of its side's pieces of that type.
        Different = "different",
    }
}

table! {
    /// Where a piece in hand may be dropped, if not on every empty square. Squares are in board coordinates
    /// of its side.
    pub struct DropsDef: DROPS, with (Color, &Shape);

    /// The squares on which it may be dropped.
    squares: Vec<Square>, by squares;
    /// So many of its side may stand on a file already when one is dropped there: `0` for pawns in
    /// Shogi.
    per_file: Option<u8>, by |node, _| Ok(Some(node.number(0..=u8::MAX, "pieces on a file")?));
    /// `"allowed"` (the default) or `"forbidden"`: a drop of it may not be checkmate.
    mate: DropMate;
    /// `"any"` (the default) or `"different"`: it is not dropped on the color of a square on which
    /// another of its side stands.
    colors: DropColors;
}

impl DropsDef {
    /// Every empty square of a board.
    pub fn anywhere(shape: &Shape) -> DropsDef {
        DropsDef {
            squares: shape.squares().collect(),
            per_file: None,
            mate: DropMate::Allowed,
            colors: DropColors::Any,
        }
    }
}

fn squares(node: &Node, &(color, shape): &(Color, &Shape)) -> Result<Vec<Square>, VariantError> {
    read_squares(node, shape, color)
}

/// `drops = "a2:h7"`, or the table.
pub(super) fn read_drops(node: &Node, color: Color, shape: &Shape) -> Result<DropsDef, VariantError> {
    let anywhere = DropsDef::anywhere(shape);
    let TomlValue::Table(table) = &node.value else {
        return Ok(DropsDef { squares: read_squares(node, shape, color)?, ..anywhere });
    };
    let drops = DropsDef::read(table, &(color, shape))?;
    Ok(if table.get("squares").is_some() { drops } else { DropsDef { squares: anywhere.squares, ..drops } })
}
