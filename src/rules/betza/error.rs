//! Faults in a line of notation, and their places.

use std::ops::Range;

use crate::base::text::picture;

/// Why a line of notation was refused. Printed, it is a message, the line and a caret under the fault.
/// [`BetzaError::message`] and [`BetzaError::span`] give the parts to callers that show the line in a
/// file of their own.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}\n{}", self.message(), picture(&self.text, self.span()))]
pub struct BetzaError {
    text: String,
    span: Range<usize>,
    expected: String,
    found: String,
}

impl BetzaError {
    /// A fault at the bytes `span` of `text`, which must lie on character borders.
    pub(super) fn new(
        text: &str,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> BetzaError {
        BetzaError { text: text.to_owned(), span, expected: expected.into(), found: found.into() }
    }

    /// The whole line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The range of the faulty bytes. If something is missing at the end, it is empty and after the
    /// last byte.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was found.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The fault in one line, without the place.
    pub fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

/// A part of a line in a message.
pub(super) fn quoted(text: impl std::fmt::Display) -> String {
    format!("`{text}`")
}
