//! The plugin file that tells XBoard about the engine. XBoard looks for such files when it starts.

use std::io::{self, Write};

use crate::rules::variant::Catalog;

/// Prints the plugin file: the version of its format, the command, and the variants (which XBoard 4.9.1
/// does not read yet).
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(catalog: &Catalog, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = catalog.list().into_iter().map(|variant| variant.id).collect();
    writeln!(out, "plugin spec 0.0\nfibnif\n{}", names.join(","))
}
