//! Facts about the pieces of a variant from solved endings, where other sources say something else.

use std::io::Write;

use crate::commands::error::Error;
use crate::commands::page::{TITLE, item};
use crate::rules::variant::PieceDef;

/// The section, if there is anything to say.
///
/// # Errors
/// If `out` cannot be written to.
pub fn section<'a>(pieces: impl IntoIterator<Item = &'a PieceDef>, out: &mut dyn Write) -> Result<(), Error> {
    let told = of(pieces);
    if !told.is_empty() {
        writeln!(out, "\n{TITLE}{SOLVED}{TITLE:#}")?;
    }
    for finding in told {
        item(finding, out)?;
    }
    Ok(())
}

/// The heading above the output of [`of`].
pub(super) const SOLVED: &str = "Solved";

/// The findings about these pieces, each once.
pub(super) fn of<'a>(pieces: impl IntoIterator<Item = &'a PieceDef>) -> Vec<&'a str> {
    let mut told: Vec<&str> = Vec::new();
    for finding in pieces.into_iter().flat_map(|piece| &piece.findings) {
        if !told.contains(&finding.as_str()) {
            told.push(finding);
        }
    }
    told
}
