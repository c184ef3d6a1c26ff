//! Looks for mistakes in the files of variants and armies.
//!
//! What is wrong with a text is found by `variant`; what is well-formed but cannot be played shows
//! when every game of the file is compiled.

use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};

use super::error::ToolError;
use super::page::{FAINT, TITLE};
use crate::game;
use crate::position::Position;
use crate::variant::{Catalog, Finding, Severity, VariantDef, VariantError, VariantInfo};

/// Prints what is wrong with each file, and a summary; returns the number of findings.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(catalog: &Catalog, files: &[PathBuf], out: &mut dyn Write) -> Result<usize, ToolError> {
    let (mut errors, mut warnings, mut faulty) = (0, 0, 0);
    for file in files {
        let mut findings = catalog.check(file);
        if !findings.iter().any(|finding| finding.severity == Severity::Error) {
            findings.extend(unplayable(catalog, file));
        }
        for finding in &findings {
            write_finding(file, finding, out)?;
            match finding.severity {
                Severity::Error => errors += 1,
                Severity::Warning => warnings += 1,
            }
        }
        faulty += usize::from(!findings.is_empty());
    }
    let found = [(errors, "error"), (warnings, "warning")].into_iter().filter(|(count, _)| *count > 0);
    let found: Vec<String> = found.map(|(count, what)| number(count, what)).collect();
    match (&found[..], files.len()) {
        ([], _) => writeln!(out, "nothing found")?,
        (_, 1) => writeln!(out, "{}", found.join(" and "))?,
        (_, all) => writeln!(out, "{} in {faulty} of {all} files", found.join(" and "))?,
    }
    Ok(errors + warnings)
}

/// `1 file`, `2 files`.
fn number(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Prints one finding: place, severity, message, and the line with a caret under the place.
fn write_finding(file: &Path, finding: &Finding, out: &mut dyn Write) -> Result<(), ToolError> {
    let (color, severity) = match finding.severity {
        Severity::Error => (AnsiColor::Red, "error"),
        Severity::Warning => (AnsiColor::Yellow, "warning"),
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    let place = finding.place.as_ref().map_or_else(|| file.display().to_string(), ToString::to_string);
    writeln!(out, "{TITLE}{place}{TITLE:#}: {style}{severity}{style:#}: {}", finding.message)?;
    if let Some(place) = &finding.place {
        let picture = place.picture();
        let (line, carets) = picture.split_once('\n').unwrap_or((&picture, ""));
        writeln!(out, "{FAINT}{line}{FAINT:#}\n{style}{carets}{style:#}")?;
    }
    Ok(())
}

/// What keeps the games of a well-formed file from being played.
fn unplayable(catalog: &Catalog, file: &Path) -> Vec<Finding> {
    let mut catalog = catalog.clone();
    let before: Vec<String> = catalog.list().into_iter().map(|info| info.id).collect();
    if let Err(error) = catalog.add_path(file) {
        return vec![error.into()];
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut findings: Vec<Finding> = Vec::new();
    for info in catalog.list() {
        let is_new = info.id == stem || !before.contains(&info.id);
        for text in forms(&info, (!is_new).then_some(&stem)) {
            // What does not resolve has been found before, or is an option that needs others beside it.
            let Ok(def) = catalog.resolve(&text) else { continue };
            let finding = unfit(&def).err().map(Finding::from);
            findings.extend(finding.filter(|finding| !findings.contains(finding)));
        }
    }
    findings
}

/// Whether a definition can be compiled, and XBoard's array for it is a position of it.
fn unfit(def: &VariantDef) -> Result<(), VariantError> {
    let game = game::compile(def)?;
    let start = def.xboard_start.as_ref().map(|fen| Position::from_fen(game, fen));
    start
        .transpose()
        .map(|_| ())
        .map_err(|error| VariantError::limit(format!("`xboard.start` of `{}`: {error}", def.id)))
}

/// The text forms that use each option of a variant once: every option, or that of one name.
fn forms(info: &VariantInfo, only: Option<&str>) -> Vec<String> {
    let mut forms = if only.is_none() { vec![info.id.clone()] } else { Vec::new() };
    for choice in &info.choices {
        let options = choice
            .options
            .iter()
            .filter(|option| only.is_none_or(|only| choice.from_files && option.id == only));
        forms.extend(options.map(|option| format!("{};{}={}", info.id, choice.id, option.id)));
    }
    forms
}
