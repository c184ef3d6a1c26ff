//! The starting position of a variant file: a FEN whose letters are roles. It also defines the board.

use crate::base::text;
use crate::rules::geometry::{Color, MAX_FILES, MAX_SQUARES, Shape, Square, tokens};

use super::error::VariantError;
use super::tree::Node;

/// The mark of a promoted form, which precedes its letter: `+R`.
pub const PROMOTED_MARK: char = '+';

/// A starting position.
pub(super) struct StartArray {
    /// The text it was read from.
    node: Node,
    pub shape: Shape,
    pub men: Vec<PlacedMan>,
    /// The FEN fields after the board.
    pub fields: String,
    /// The role of the pieces that castle, if the castling field names their files and they are not in the
    /// corners.
    pub partner: Option<char>,
}

/// A piece of the starting position.
pub(super) struct PlacedMan {
    pub square: Square,
    pub color: Color,
    pub role: char,
    /// Whether it is the promoted form of the piece with this role: `+R`.
    pub promoted: bool,
    /// The byte offset of its letter in the text.
    pub at: usize,
}

/// The content of a square.
enum ArraySquare {
    Empty,
    Hole,
    Man { letter: char, promoted: bool, at: usize },
}

impl StartArray {
    /// Reads `rnbqkbnr/.../RNBQKBNR w KQkq - 0 1`: ranks from the last to the first, letters for
    /// pieces (White's are capitals), numbers for empty squares (10 is ten), `*` for a hole, `+` before
    /// the letter of a piece in its promoted form.
    pub fn read(node: &Node) -> Result<StartArray, VariantError> {
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
        let Some(mut shape) = shape else {
            let message = format!(
                "a board has at most {MAX_FILES} files and {MAX_SQUARES} squares, this one is {files}x{ranks}"
            );
            return Err(node.error(message));
        };
        let mut men = Vec::new();
        for (rank, row) in (0..).zip(rows.iter().rev()) {
            for (file, content) in (0..).zip(row) {
                let Some(square) = shape.square(file, rank) else { continue };
                match *content {
                    ArraySquare::Empty => {}
                    ArraySquare::Hole => shape.punch(square),
                    ArraySquare::Man { letter, promoted, at } => {
                        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                        men.push(PlacedMan {
                            square,
                            color,
                            role: letter.to_ascii_uppercase(),
                            promoted,
                            at,
                        });
                    }
                }
            }
        }
        Ok(StartArray { node: node.clone(), shape, men, fields: fields.to_string(), partner: None })
    }

    /// An error on the board, as if a piece were missing there.
    pub fn error_on_board(&self, message: impl Into<String>) -> VariantError {
        let text = self.node.text().unwrap_or_default();
        span(&self.node, 0..text.find(' ').unwrap_or(text.len()), message)
    }

    /// An error at a field after the board, counted from 0.
    pub fn error_in(&self, field: usize, message: impl Into<String>) -> VariantError {
        let text = self.node.text().unwrap_or_default();
        let (at, field) = text::fields(text).nth(field + 1).unwrap_or((0, text));
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
        let man = token
            .strip_prefix(PROMOTED_MARK)
            .filter(|man| man.starts_with(|c: char| c.is_ascii_alphabetic()));
        let (promoted, first) = (man.is_some(), offset + i + token.len() - man.unwrap_or(token).len());
        let man = man.unwrap_or(token);
        let sign = |(_, letter): &(usize, char)| token != "*" && !letter.is_ascii_alphabetic();
        if let Some((behind, other)) = man.char_indices().find(sign) {
            let message = format!("expected a piece's letter, a number, `*` or `/`, found `{other}`");
            return Err(span(node, first + behind..first + behind + other.len_utf8(), message));
        }
        row.extend(man.chars().map(|letter| match letter {
            '*' => ArraySquare::Hole,
            letter => ArraySquare::Man { letter, promoted, at: offset + i },
        }));
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
