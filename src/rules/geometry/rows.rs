//! Boards as text: the rows of a FEN, from the last rank to the first, with `/` between them. A number
//! stands for that many empty squares, `*` for a hole, and a letter for a piece, with an optional `+`
//! before it or signs after it (`+P`, `N'`, `N'~`).

use std::fmt::{Display, Write};

use super::{Shape, Square};

/// What may stand behind a letter: an apostrophe, and then the mark of a piece that falls back.
const SIGNS: [char; 2] = ['\'', '~'];

/// Why rows do not fit a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RowError {
    /// Their number is not that of the ranks.
    #[error("expected {expected} ranks, found {found}")]
    Ranks {
        /// Ranks of the board.
        expected: u8,
        /// Rows of the text.
        found: usize,
    },
    /// A row has more or fewer squares than the board has files.
    #[error("expected {files} squares in rank {rank}")]
    Squares {
        /// The rank, from 1.
        rank: u8,
        /// Files of the board.
        files: u8,
        /// The row.
        row: String,
    },
    /// `*` on a square.
    #[error("`*` stands only for the holes of the board")]
    NoHole {
        /// The row.
        row: String,
    },
    /// A piece on a hole.
    #[error("a piece cannot be on a hole of the board")]
    PieceOnHole {
        /// The row.
        row: String,
    },
}

impl RowError {
    /// The row at fault, if it is one.
    pub fn row(&self) -> Option<&str> {
        match self {
            RowError::Ranks { .. } => None,
            RowError::Squares { row, .. } | RowError::NoHole { row } | RowError::PieceOnHole { row } => {
                Some(row)
            }
        }
    }
}

/// Writes the content of each square; `None` is an empty one.
pub fn write_rows<M: Display>(shape: &Shape, piece: impl Fn(Square) -> Option<M>) -> String {
    let mut text = String::new();
    for rank in (0..shape.ranks()).rev() {
        let mut empty = 0;
        let mut write = |empty: &mut u32, piece: &dyn Display| {
            // Writing to a string does not fail.
            let _ = if *empty > 0 { write!(text, "{empty}{piece}") } else { write!(text, "{piece}") };
            *empty = 0;
        };
        for file in 0..shape.files() {
            match shape.square(file, rank).map(&piece) {
                None => write(&mut empty, &'*'),
                Some(Some(piece)) => write(&mut empty, &piece),
                Some(None) => empty += 1,
            }
        }
        let end: &dyn Display = if rank > 0 { &'/' } else { &"" };
        write(&mut empty, end);
    }
    text
}

/// Reads the occupied squares, each with its piece, or with `*` for a wall.
///
/// # Errors
/// If the rows are not those of a board of this shape.
pub fn read_rows<'a>(text: &'a str, shape: &Shape) -> Result<Vec<(Square, &'a str)>, RowError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(shape.ranks()) {
        return Err(RowError::Ranks { expected: shape.ranks(), found: rows.len() });
    }
    let mut pieces = Vec::new();
    for (rank, row) in (0..shape.ranks()).rev().zip(rows) {
        let squares = || RowError::Squares { rank: rank + 1, files: shape.files(), row: row.to_owned() };
        let mut file = 0u8;
        for (_, token) in tokens(row) {
            if token.starts_with(|first: char| first.is_ascii_digit()) {
                let run = token.parse().ok();
                file = run.and_then(|run: u8| file.checked_add(run)).ok_or_else(squares)?;
                continue;
            }
            // A `+` without a following letter is not a piece.
            if file >= shape.files() || token.ends_with('+') {
                return Err(squares());
            }
            match (shape.square(file, rank), token) {
                (None, "*") => {}
                (None, _) => return Err(RowError::PieceOnHole { row: row.to_owned() }),
                (Some(square), piece) => pieces.push((square, piece)),
            }
            file += 1;
        }
        if file != shape.files() {
            return Err(squares());
        }
    }
    Ok(pieces)
}

/// The tokens of a row, each with its byte offset: numbers, holes, and pieces with their signs.
pub fn tokens(row: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = row.get(at..).filter(|rest| !rest.is_empty())?;
        let token = (at, rest.get(..token_length(rest))?);
        at += token.1.len();
        Some(token)
    })
}

/// The length of the first token of a row in bytes.
fn token_length(row: &str) -> usize {
    let digits = row.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return digits;
    }
    let before = row.bytes().take_while(|&byte| byte == b'+').count();
    let mut letters = row[before..].chars();
    let Some(letter) = letters.next() else { return before };
    let signs = letters.take_while(|next| letter != '*' && SIGNS.contains(next)).count();
    before + letter.len_utf8() + signs
}
