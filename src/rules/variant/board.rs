//! The board of a variant file: the starting position (a FEN whose letters are roles, which also defines the
//! board), zones and other squares, and where pieces in hand may be dropped.
//!
//! A zone has the same squares for every piece of a side, or squares that depend on where a piece
//! started. Then every piece type is split into one type for each origin.

use std::collections::BTreeMap;

use super::error::VariantError;
use super::feature::Feature;
use super::keys::{Words, given, keys, table, words};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::base::text::fields;
use crate::rules::geometry::{Color, Lattice, MAX_FILES, MAX_SQUARES, Shape, Square, tokens};
use crate::rules::letter::{DRESS, Letter};

/// The mark of a promoted form, which precedes its letter: `+R`.
pub const PROMOTED_MARK: char = '+';

/// A letter with its mark, as a FEN shows it.
pub fn marked(letter: Letter, mark: Option<char>) -> String {
    match mark {
        None => letter.to_string(),
        Some(PROMOTED_MARK) => format!("{PROMOTED_MARK}{letter}"),
        Some(mark) => format!("{letter}{mark}"),
    }
}

impl Words for Lattice {
    const ALL: &'static [(&'static str, Lattice)] =
        &[("squares", Lattice::Squares), ("hexagons", Lattice::Hexagons)];
    const OLD: &'static [(&'static str, Lattice)] = &[];
    const WORDS: &'static [&'static str] = &["squares", "hexagons"];
    const FEATURES: &'static [Option<Feature>] = &[None, Some(Feature::Hexagons)];
}

/// The lattice that a file gives, before it is merged with what it extends.
pub(crate) fn lattice_of(tree: &Tree) -> Lattice {
    tree.read("lattice").unwrap_or_default()
}

pub(super) struct StartArray {
    /// The text it was read from.
    node: Node,
    pub shape: Shape,
    pub pieces: Vec<PlacedPiece>,
    /// The FEN fields after the board.
    pub fields: String,
    /// The role of the pieces that castle, if the castling field names their files and they are not in the
    /// corners.
    pub partner: Option<Letter>,
}

/// A piece of the starting position.
pub(super) struct PlacedPiece {
    pub square: Square,
    pub color: Color,
    pub role: Letter,
    /// Whether it is the promoted form of the piece with this role: `+R`.
    pub promoted: bool,
    /// The byte offset of its letter in the text.
    pub at: usize,
}

enum ArraySquare {
    Empty,
    Hole,
    Piece { letter: Letter, promoted: bool, at: usize },
}

impl StartArray {
    /// Reads `rnbqkbnr/.../RNBQKBNR w KQkq - 0 1`: ranks from the last to the first, letters for
    /// pieces (White's are capitals), numbers for empty squares (10 is ten), `*` for a hole, `+` before
    /// the letter of a piece in its promoted form.
    pub fn read(node: &Node, lattice: Lattice) -> Result<StartArray, VariantError> {
        let text = node.text()?;
        let (array, fields) = text.split_once(' ').unwrap_or((text, "w - - 0 1"));
        if !matches!(fields.split(' ').next(), Some("w" | "b")) {
            return Err(at(node, array.len() + 1, "expected `w` or `b`, the side that moves first"));
        }
        let mut rows = Vec::new();
        let mut offset = 0;
        for rank in array.split('/') {
            rows.push(read_rank(node, rank, offset)?);
            if rows[0].len() != rows[rows.len() - 1].len() {
                let message = format!(
                    "this rank has {} squares, the first one {}",
                    rows[rows.len() - 1].len(),
                    rows[0].len()
                );
                return Err(span(node, offset..offset + rank.len(), message));
            }
            offset += rank.len() + 1;
        }
        let (files, ranks) = (rows[0].len(), rows.len());
        let shape = u8::try_from(files)
            .ok()
            .zip(u8::try_from(ranks).ok())
            .and_then(|(files, ranks)| Shape::rectangle(files, ranks));
        let Some(shape) = shape else {
            let message = format!(
                "a board has at most {MAX_FILES} files and {MAX_SQUARES} squares, this one is {files}x{ranks}"
            );
            return Err(node.error(message));
        };
        let Some(mut shape) = shape.on(lattice) else {
            let message = format!(
                "a board of hexagons has an odd number of files, the middle one of which is the highest; this one \
                 has {files}"
            );
            return Err(node.error(message));
        };
        let mut pieces = Vec::new();
        for (rank, row) in (0..).zip(rows.iter().rev()) {
            for (file, content) in (0..).zip(row) {
                let Some(square) = shape.square(file, rank) else { continue };
                match *content {
                    ArraySquare::Empty => {}
                    ArraySquare::Hole => shape.punch(square),
                    ArraySquare::Piece { letter, promoted, at } => {
                        let color = letter.color();
                        pieces.push(PlacedPiece { square, color, role: letter.upper(), promoted, at });
                    }
                }
            }
        }
        let mut round = shape.clone();
        round.round_off();
        if let Some(beyond) = shape.squares().find(|&square| round.is_hole(square)) {
            let message = format!(
                "{} is higher than the hexagon opposite to the lowest of its file: expected `*` there",
                shape.name(beyond)
            );
            return Err(span(node, 0..array.len(), message));
        }
        Ok(StartArray { node: node.clone(), shape, pieces, fields: fields.to_string(), partner: None })
    }

    /// Replaces the pieces of a side by those of another starting position on the same board.
    pub fn take_pieces(&mut self, color: Color, other: StartArray) -> Result<(), VariantError> {
        if other.shape != self.shape {
            return Err(other.error_on_board("expected the board of the game's own `start`"));
        }
        self.pieces.retain(|piece| piece.color != color);
        let own = other.pieces.into_iter().filter(|piece| piece.color == color);
        // Errors point into the game's own text.
        self.pieces.extend(own.map(|piece| PlacedPiece { at: 0, ..piece }));
        let squares = |piece: &PlacedPiece| piece.square;
        self.pieces.sort_by_key(squares);
        let twice = self.pieces.windows(2).find(|pair| pair[0].square == pair[1].square);
        twice.map_or(Ok(()), |pair| {
            Err(self.error_on_board(format!(
                "with these choices, pieces of both sides start on {}",
                self.shape.name(pair[0].square)
            )))
        })
    }

    /// An error on the board, as if a piece were missing there.
    pub fn error_on_board(&self, message: impl Into<String>) -> VariantError {
        let text = self.node.text().unwrap_or_default();
        span(&self.node, 0..text.find(' ').unwrap_or(text.len()), message)
    }

    /// An error at a field after the board, counted from 0.
    pub fn error_in(&self, field: usize, message: impl Into<String>) -> VariantError {
        let text = self.node.text().unwrap_or_default();
        let (at, field) = fields(text).nth(field + 1).unwrap_or((0, text));
        span(&self.node, at..at + field.len(), message)
    }

    /// The castling field, `-` if there is none.
    pub fn castling(&self) -> &str {
        self.fields.split(' ').nth(1).unwrap_or("-")
    }
}

/// Reads the rank that begins at byte `offset` of the text.
fn read_rank(node: &Node, rank: &str, offset: usize) -> Result<Vec<ArraySquare>, VariantError> {
    let mut row = Vec::new();
    for (i, token) in tokens(rank) {
        if token.starts_with(|first: char| first.is_ascii_digit()) {
            let run =
                token.parse().ok().filter(|run| (1..=MAX_FILES).contains(run) && !token.starts_with('0'));
            let fault = || format!("expected a number of empty squares from 1 to {MAX_FILES}");
            let run = run.ok_or_else(|| at(node, offset + i, fault()))?;
            row.extend((0..run).map(|_| ArraySquare::Empty));
            continue;
        }
        let piece = token
            .strip_prefix(PROMOTED_MARK)
            .filter(|piece| piece.starts_with(|c: char| c.is_ascii_alphabetic()));
        let (promoted, first) = (piece.is_some(), offset + i + token.len() - piece.unwrap_or(token).len());
        let piece = piece.unwrap_or(token);
        if piece == "*" {
            row.push(ArraySquare::Hole);
            continue;
        }
        let letter = Letter::split(piece).filter(|(letter, _)| letter.base().is_ascii_alphabetic());
        let rest = letter.map_or(piece, |(_, rest)| rest);
        if let Some(other) = rest.chars().next() {
            let behind = piece.len() - rest.len();
            let hint = if other == '[' {
                ": pieces in hand are not written here, but in `hands.stock`; `[-]` is left out"
            } else {
                ""
            };
            let message = format!("expected a piece's letter, a number, `*` or `/`, found `{other}`{hint}");
            return Err(span(node, first + behind..first + behind + other.len_utf8(), message));
        }
        row.extend(letter.map(|(letter, _)| ArraySquare::Piece { letter, promoted, at: offset + i }));
    }
    Ok(row)
}

/// An error at one letter of a text.
pub(super) fn at(node: &Node, byte: usize, message: impl Into<String>) -> VariantError {
    span(node, byte..byte + 1, message)
}

/// An error at a part of a text.
pub(super) fn span(node: &Node, part: std::ops::Range<usize>, message: impl Into<String>) -> VariantError {
    let place = match node.text() {
        Ok(text) => node.place.within(text, part),
        Err(_) => node.place.clone(),
    };
    VariantError::Written { place, message: message.into() }
}

/// The mark after the letters of pieces that start where a zone says `marked`.
const MARK: char = DRESS;

keys! {
    pub(super) static ZONE {
        /// The squares as White counts them, `"a5:h8 e4"` or a list. Black's squares are the same, turned
        /// by half a turn. Or a list of tables with `start` and `squares`: the squares for pieces that
        /// start there.
        squares: Either(&[Texts, List(&ZONE_OF_START)]);
        /// With such tables: pieces that start here have an apostrophe after their letter in a FEN.
        marked: Texts;
    }

    static ZONE_OF_START {
        /// Where the pieces start.
        start: Texts;
        /// The squares of the zone for those pieces.
        squares: Texts;
    }
}

pub(super) struct Zones {
    pub lattice: Lattice,
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
        let mut zones = Zones { lattice: shape.lattice(), squares: BTreeMap::new(), origins: Vec::new() };
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
    let whole = Shape::rectangle(shape.files(), shape.ranks()).and_then(|whole| whole.on(shape.lattice()));
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
            .map(|square| shape.opposite(square))
            .filter(|&square| !shape.is_hole(square))
            .collect();
    }
    squares.sort_unstable();
    squares.dedup();
    Ok(squares)
}

words! {
    /// Whether a drop may be check, or checkmate.
    pub enum Permission {
        /// Yes.
        Allowed = "allowed",
        /// No.
        Forbidden = "forbidden",
    }

    /// The form in which a piece is dropped.
    pub enum DropForm {
        /// As the piece that is in hand.
        Own = "own",
        /// As that or as its promoted form, whichever the player chooses.
        Either = "either",
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
    squares: Vec<Square>, by |node, &(color, shape)| read_squares(node, shape, color), holds Texts,
        or |(_, shape)| Ok(shape.squares().collect());
    /// So many of its side may stand on a file already when one is dropped there: `0` for pawns in
    /// Shogi.
    per_file: Option<u8>, number(0..=255, "pieces on a file");
    /// `"allowed"` (the default) or `"forbidden"`: a drop of it may not be checkmate.
    mate: Permission;
    /// `"allowed"` (the default) or `"forbidden"`: a drop of it may not be check.
    check: Permission;
    /// `"any"` (the default) or `"different"`: it is not dropped on the color of a square on which
    /// another of its side stands.
    colors: DropColors;
    /// `"own"` (the default) or `"either"`: it may also be dropped in its promoted form, as in Kyoto Shogi.
    form: DropForm;
    /// `true`: while its side has it in hand and can drop it, it must, as kings in Koedem.
    forced: bool;
}

impl DropsDef {
    /// Every empty square of a board.
    pub fn anywhere(shape: &Shape) -> DropsDef {
        DropsDef {
            squares: shape.squares().collect(),
            per_file: None,
            mate: Permission::Allowed,
            check: Permission::Allowed,
            colors: DropColors::Any,
            form: DropForm::Own,
            forced: false,
        }
    }
}
