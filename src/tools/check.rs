//! Looks for mistakes in the files of variants and armies.

use std::io::Write;
use std::path::PathBuf;

use super::ToolError;
use crate::variant::Catalog;

/// Prints what is wrong with each file; returns the number of findings.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(catalog: &Catalog, files: &[PathBuf], out: &mut dyn Write) -> Result<usize, ToolError> {
    let mut count = 0;
    for file in files {
        let findings = catalog.check(file);
        for finding in &findings {
            writeln!(out, "{finding}")?;
        }
        count += findings.len();
    }
    Ok(count)
}
