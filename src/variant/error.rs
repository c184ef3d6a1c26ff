//! Why a variant was refused, and the place in the author's file that is to blame.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Why a variant was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// A name or a choice asked for that the catalog does not have.
    #[error("{0}")]
    Name(String),
    /// Choices that the variant's own rules do not allow, alone or together.
    #[error("{0}")]
    Refused(String),
    /// A file that could not be read at all.
    #[error("cannot read `{path}`: {reason}")]
    File {
        /// The file or folder.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// Something written in a file.
    #[error("{place}: {message}\n{}", place.picture())]
    Written {
        /// Where.
        place: Place,
        /// What was expected and what was found.
        message: String,
    },
    /// A definition that is well-formed but beyond what the program can play.
    #[error("{0}")]
    Limit(String),
}

impl VariantError {
    /// A definition beyond what the program can play: `message` says the limit and the need.
    pub fn limit(message: impl Into<String>) -> VariantError {
        VariantError::Limit(message.into())
    }

    /// The message without the picture of the line: for protocols that have one line for it.
    pub fn brief(&self) -> String {
        match self {
            VariantError::Written { place, message } => format!("{place}: {message}"),
            other => other.to_string(),
        }
    }

    /// Where it was written, if it is about a file's contents.
    pub fn place(&self) -> Option<&Place> {
        match self {
            VariantError::Written { place, .. } => Some(place),
            _ => None,
        }
    }
}

/// A file's text, kept to point into.
#[derive(PartialEq, Eq, Debug)]
pub struct Source {
    /// The file's name as it is shown.
    pub name: String,
    /// Everything in it.
    pub text: String,
}

/// A stretch of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    source: Arc<Source>,
    span: Range<usize>,
}

impl Place {
    /// The bytes `span` of `source`, or a little more: whole characters.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Place {
        let text = &source.text;
        let (mut start, mut end) = (span.start.min(text.len()), span.end.min(text.len()));
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Place { source: Arc::clone(source), span: start..end.max(start) }
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.source.text[..self.line_start()].matches('\n').count() + 1
    }

    /// The column in letters, from 1.
    pub fn column(&self) -> usize {
        self.source.text[self.line_start()..self.span.start].chars().count() + 1
    }

    /// The place of a part of the text this place holds: `part` are bytes of `value`, which was
    /// written here between quotes. Falls back to the whole where the file writes it with escapes.
    #[must_use]
    pub fn within(&self, value: &str, part: Range<usize>) -> Place {
        match self.source.text[self.span.clone()].find(value) {
            Some(at) => {
                Place::new(&self.source, self.span.start + at + part.start..self.span.start + at + part.end)
            }
            None => self.clone(),
        }
    }

    /// The byte offset it starts at: orders places of one file.
    pub(super) fn start(&self) -> usize {
        self.span.start
    }

    /// The line with carets under the stretch.
    pub fn picture(&self) -> String {
        let start = self.line_start();
        let line = self.source.text[start..].lines().next().unwrap_or_default();
        let inside = self.source.text[self.span.clone()].lines().next().unwrap_or_default();
        let carets = "^".repeat(inside.chars().count().max(1));
        format!("  {line}\n  {:blanks$}{carets}", "", blanks = self.column() - 1)
    }

    fn line_start(&self) -> usize {
        self.source.text[..self.span.start].rfind('\n').map_or(0, |newline| newline + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file(), self.line(), self.column())
    }
}
