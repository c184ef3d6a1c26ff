//! The choices of a variant, and how each is written.

use std::io::{self, Write};

use crate::base::page::{FAINT, PAGE, TITLE, paragraph};
use crate::rules::variant::{Choice, ChoiceOption, Scope, VariantInfo};

/// Whether a choice is that of each side's army.
pub fn has_armies(choice: &Choice) -> bool {
    choice.scope == Scope::Side && choice.from_files
}

/// The text form with every choice in it: `cwda:WHITE/BLACK;promotion=VALUE`. Augmenters are part of the
/// text of each side.
pub fn form(info: &VariantInfo) -> String {
    let first = info.choices.iter().position(|choice| choice.scope == Scope::Side);
    let mut text = info.id.clone();
    if first.is_some() {
        text += ":WHITE/BLACK";
    }
    for (index, choice) in info.choices.iter().enumerate() {
        if Some(index) == first || choice.augments {
            continue;
        }
        let value = match choice.scope {
            Scope::Side => "WHITE/BLACK",
            Scope::Game => "VALUE",
        };
        text.extend([";", &choice.id, "=", value]);
    }
    text
}

/// The text of a side whose roles can be augmented: `ARMY+R=VALUE,N=VALUE`.
pub fn augmented_form(info: &VariantInfo) -> Option<String> {
    let picks: Vec<String> = info
        .choices
        .iter()
        .filter(|choice| choice.augments)
        .map(|choice| format!("{}=VALUE", choice.id))
        .collect();
    let army = info.choices.iter().find(|choice| choice.scope == Scope::Side)?;
    (!picks.is_empty()).then(|| format!("{}+{}", army.id.to_uppercase(), picks.join(",")))
}

/// A text form in quotes, on two lines if it is too long for one.
fn broken(form: &str) -> Vec<String> {
    let quoted = format!("`{form}`");
    if quoted.len() + 10 <= PAGE {
        return vec![quoted];
    }
    let end = quoted.get(..PAGE - 10).and_then(|start| start.rfind(';')).map_or(0, |at| at + 1);
    let (first, second) = quoted.split_at(end);
    vec![first.to_owned(), second.to_owned()]
}

/// Prints how choices are written, and each choice with its options.
pub fn describe(info: &VariantInfo, out: &mut dyn Write) -> io::Result<()> {
    if !info.choices.is_empty() {
        for (index, part) in broken(&form(info)).into_iter().enumerate() {
            writeln!(out, "  {}{part}", if index == 0 { "written " } else { "          " })?;
        }
    }
    if let Some(side) = augmented_form(info) {
        paragraph(&format!("WHITE and BLACK are each `{side}`, or a part of it."), 2, 4, out)?;
    }
    for choice in &info.choices {
        let whose = match choice.scope {
            Scope::Side => "for each side",
            Scope::Game => "for the game",
        };
        writeln!(out, "  {TITLE}{}{TITLE:#} (`{}`, {whose})", choice.title, choice.id)?;
        options(choice, out)?;
    }
    Ok(())
}

/// Prints the options of a choice: in one paragraph if their names explain them, one per line if they have
/// titles.
fn options(choice: &Choice, out: &mut dyn Write) -> io::Result<()> {
    let mark = |index: usize| if index == choice.default { " (default)" } else { "" };
    let repeats_id = |option: &ChoiceOption| option.title.eq_ignore_ascii_case(&option.id);
    if choice.augments || choice.options.iter().all(repeats_id) {
        let name = |option: &ChoiceOption| match &option.title {
            _ if repeats_id(option) => option.id.clone(),
            title if title.starts_with(&option.id) => title.clone(),
            title => format!("{}: {title}", option.id),
        };
        let names: Vec<String> =
            choice.options.iter().enumerate().map(|(index, option)| name(option) + mark(index)).collect();
        return paragraph(&names.join(", "), 4, 4, out);
    }
    let width = choice.options.iter().map(|option| option.id.len()).max().unwrap_or(0);
    for (index, option) in choice.options.iter().enumerate() {
        writeln!(
            out,
            "    {TITLE}{:width$}{TITLE:#}  {}{FAINT}{}{FAINT:#}",
            option.id,
            option.title,
            mark(index)
        )?;
    }
    Ok(())
}
