//! The variants and what may be chosen in them.

use std::io::Write;

use anstyle::Style;

use super::ToolError;
use crate::variant::{Catalog, Choice, Scope};

const NAME: Style = Style::new().bold();

/// Prints every variant with its choices, armies among them.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(catalog: &Catalog, out: &mut dyn Write) -> Result<(), ToolError> {
    for variant in catalog.list() {
        writeln!(out, "{NAME}{}{NAME:#}  {}", variant.id, variant.title)?;
        for choice in &variant.choices {
            options(&variant.id, choice, out)?;
        }
    }
    Ok(())
}

/// Prints a choice: how it is written, and its options, the default marked.
fn options(variant: &str, choice: &Choice, out: &mut dyn Write) -> Result<(), ToolError> {
    let form = match (choice.scope, choice.from_files) {
        (Scope::Side, true) => format!("{variant}:WHITE/BLACK"),
        _ => format!("{variant};{}=...", choice.id),
    };
    writeln!(out, "  {}: {form}", choice.title)?;
    let width = choice.options.iter().map(|option| option.id.len()).max().unwrap_or(0);
    for (index, option) in choice.options.iter().enumerate() {
        let mark = if index == choice.default { " (unless told otherwise)" } else { "" };
        writeln!(out, "    {NAME}{:width$}{NAME:#}  {}{mark}", option.id, option.title)?;
    }
    Ok(())
}
