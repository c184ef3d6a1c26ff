//! What may be chosen in a variant, and how a choice is written.

use std::io::Write;

use super::{FAINT, TITLE, ToolError, words};
use crate::variant::{Choice, Scope, VariantInfo};

/// Prints the choices of a variant, if there are any.
pub(super) fn section(info: &VariantInfo, out: &mut dyn Write) -> Result<(), ToolError> {
    if info.choices.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{TITLE}Choices before the game{TITLE:#}, written `{}`", form(info))?;
    describe(info, out)
}

/// The text form with every choice in it: `cwda:WHITE/BLACK;promotion=VALUE`.
pub fn form(info: &VariantInfo) -> String {
    let first = info.choices.iter().position(|choice| choice.scope == Scope::Side);
    let mut text = info.id.clone();
    if first.is_some() {
        text += ":WHITE/BLACK";
    }
    for (_, choice) in info.choices.iter().enumerate().filter(|&(index, _)| Some(index) != first) {
        let value = match choice.scope {
            Scope::Side => "WHITE/BLACK",
            Scope::Game => "VALUE",
        };
        text.extend([";", &choice.id, "=", value]);
    }
    text
}

/// Prints each choice with its options.
///
/// # Errors
/// If `out` cannot be written to.
pub fn describe(info: &VariantInfo, out: &mut dyn Write) -> Result<(), ToolError> {
    for choice in &info.choices {
        let whose = match choice.scope {
            Scope::Side => "each side for itself",
            Scope::Game => "for the game",
        };
        writeln!(out, "  {TITLE}{}{TITLE:#} (`{}`, {whose})", choice.title, choice.id)?;
        options(choice, out)?;
    }
    Ok(())
}

/// Prints the options of a choice: in a paragraph where their names say it all, one a line where
/// they have titles of their own.
fn options(choice: &Choice, out: &mut dyn Write) -> Result<(), ToolError> {
    let mark = |index: usize| if index == choice.default { " (unless told otherwise)" } else { "" };
    if choice.options.iter().all(|option| option.title.eq_ignore_ascii_case(&option.id)) {
        let names: Vec<String> = choice.options.iter().enumerate().map(|(index, option)| format!("{}{}", option.id, mark(index))).collect();
        return words::paragraph(&names.join(", "), 4, 4, out);
    }
    let width = choice.options.iter().map(|option| option.id.len()).max().unwrap_or(0);
    for (index, option) in choice.options.iter().enumerate() {
        writeln!(out, "    {TITLE}{:width$}{TITLE:#}  {}{FAINT}{}{FAINT:#}", option.id, option.title, mark(index))?;
    }
    Ok(())
}
