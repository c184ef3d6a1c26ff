//! Definitions of games that were written for other programs, as variant files.
//!
//! [`Format::of`] tells what a text is, [`games`] turns it into [`Imported`] games. What such a definition
//! says and a variant file cannot is never dropped in silence: a rule that changes which moves are possible
//! or who wins refuses the game, with its key and line, and anything smaller becomes a [`Note`].

mod diagram;
mod draft;
mod fairy;
mod fairy_max;
mod ini;
mod page;
mod region;
mod steps;

use std::fmt;

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Fairy-Stockfish's `variants.ini`.
    FairyStockfish,
    /// An Interactive Diagram, or a page with some.
    Diagram,
    /// Fairy-Max's `fmax.ini`.
    FairyMax,
}

impl Format {
    /// The format of a text, by its first lines that say something. `None` for any other text, such as a
    /// variant file.
    ///
    /// ```
    /// use fibnif::import::Format;
    ///
    /// assert_eq!(Format::of("[gothic:capablanca]\nstartFen = ..."), Some(Format::FairyStockfish));
    /// assert_eq!(Format::of("title = \"Chess\"\nstart = \"8/8\""), None);
    /// ```
    pub fn of(text: &str) -> Option<Format> {
        if page::has_diagram(text) {
            return Some(Format::Diagram);
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        if lines.clone().any(|line| line.starts_with("Game:")) {
            return Some(Format::FairyMax);
        }
        if lines.clone().any(diagram::is_piece) {
            return Some(Format::Diagram);
        }
        let header = lines.find(|line| !line.starts_with(['#', ';']))?;
        let is_section = header.starts_with('[') && header.ends_with(']');
        // In a variant file every value is quoted, a number, a table or a list.
        let bare = |line: &str| {
            line.split_once('=').is_some_and(|(_, value)| {
                value.trim().starts_with(|c: char| c.is_ascii_alphabetic() && !"tf".contains(c) || c == '-')
            })
        };
        let keys = ["startFen", "maxRank", "maxFile", "customPiece1", "pieceDrops", "promotedPieceType"];
        let known = |line: &str| keys.iter().any(|key| line.starts_with(key)) || header.contains(':');
        let values = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';', '[']));
        (is_section && values.clone().any(|line| bare(line) || known(line))).then_some(Format::FairyStockfish)
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Format::FairyStockfish => "a file of variants for Fairy-Stockfish",
            Format::Diagram => "an Interactive Diagram",
            Format::FairyMax => "a file of games for Fairy-Max",
        }
    }
}

/// Something that a definition says and the imported game does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Its line in the text, from 1; 0 if it is not about one line.
    pub line: usize,
    /// What it is about.
    pub text: String,
}

impl Note {
    fn new(line: usize, text: impl Into<String>) -> Note {
        Note { line, text: text.into() }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.text),
            line => write!(f, "line {line}: {}", self.text),
        }
    }
}

/// A game of a text.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its name: letters, digits, `-` and `_`.
    pub name: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The variant file, or what cannot be expressed.
    pub file: Result<String, Vec<Note>>,
    /// What the file leaves out, and what in the text was not understood.
    pub notes: Vec<Note>,
}

/// A text that cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", Note::new(*line, message.clone()))]
pub struct ImportError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, and what came.
    pub message: String,
}

/// The games of a text. A single diagram without a name is called `stem`.
///
/// # Errors
/// If the text is not of that format.
pub fn games(text: &str, format: Format, stem: &str) -> Result<Vec<Imported>, ImportError> {
    match format {
        Format::FairyStockfish => fairy::games(text),
        Format::Diagram => Ok(page::games(text, stem)),
        Format::FairyMax => Ok(fairy_max::games(text)),
    }
}

/// A title as the name of a variant.
pub(crate) fn name_of(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars() {
        match c {
            _ if c.is_ascii_alphanumeric() => name.push(c.to_ascii_lowercase()),
            '\'' => {}
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    name.trim_end_matches('-').to_string()
}
