//! What is wrong with a line of notation, and where.

use std::ops::Range;

/// Why a line of notation was refused. Printed, it is a message, the line and a caret under the
/// fault; [`BetzaError::message`] and [`BetzaError::span`] give the parts to those who show the
/// line in a file of their own.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}\n  {}\n  {}", self.message(), self.line(), self.caret())]
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

    /// The bytes of the line that are at fault; empty and behind the last one if something is
    /// missing at the end.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What could have stood there.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What stands there.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The fault in one line, without the place.
    pub fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }

    /// The text in one line, whatever it holds.
    fn line(&self) -> String {
        self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    }

    /// Blanks up to the fault and a caret under each of its characters.
    fn caret(&self) -> String {
        let characters = |bytes: Range<usize>| self.text.get(bytes).map_or(0, |part| part.chars().count());
        let (before, at) = (characters(0..self.span.start), characters(self.span.clone()));
        format!("{}{}", " ".repeat(before), "^".repeat(at.max(1)))
    }
}
