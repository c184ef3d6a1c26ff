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

#[cfg(test)]
mod tests {
    use super::super::Movement;

    #[test]
    fn the_caret_stands_under_the_fault() {
        let shown = Movement::read("fRsX").unwrap_err().to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1..], ["  fRsX", "     ^"]);
        assert!(lines[0].contains("found `X`"), "{shown}");
    }

    #[test]
    fn a_missing_atom_is_pointed_at_behind_the_end() {
        let error = Movement::read("Kmf").unwrap_err();
        assert_eq!((error.span(), error.found()), (3..3, "the end"));
        assert!(error.to_string().ends_with("\n  Kmf\n     ^"));
    }

    #[test]
    fn letters_of_other_scripts_do_not_move_the_caret() {
        let error = Movement::read("Wé").unwrap_err();
        assert_eq!(error.span(), 1..3);
        assert!(error.to_string().ends_with("\n  Wé\n   ^"), "{error}");
    }
}
