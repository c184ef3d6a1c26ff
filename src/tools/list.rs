//! The variants and what may be chosen in them.

use std::io::Write;

use super::error::ToolError;
use super::page::TITLE;
use super::show::describe;
use crate::variant::Catalog;

/// Prints every variant with its choices, armies among them.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(catalog: &Catalog, out: &mut dyn Write) -> Result<(), ToolError> {
    for variant in catalog.list() {
        writeln!(out, "{TITLE}{}{TITLE:#}  {}", variant.id, variant.title)?;
        describe(&variant, out)?;
    }
    Ok(())
}
