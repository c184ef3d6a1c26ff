//! Refuses keys that a variant file may not have, so that a typo is an error and not a rule that is
//! silently ignored. Which keys there are, and what they mean, is in `schema.rs`.

use super::error::{VariantError, listed, quoted};
use super::fault::NAME;
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::suggest::nearest;

/// What may stand at some point of a file.
pub enum Keys {
    /// A value, not a table.
    Value,
    /// A name for people.
    Label,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table whose keys the author names, each holding this.
    Named(&'static Keys),
    /// The same with names that are joined by plus signs: basic pieces.
    Joined(&'static Keys),
    /// A value, or a table with these keys.
    Either(&'static [Key]),
}

/// A key of a variant file.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it says, in a sentence or two for the author of a variant.
    pub about: &'static str,
    /// What it may hold.
    pub below: &'static Keys,
}

impl Keys {
    /// The keys that a table here may have.
    pub fn keys(&self) -> &'static [Key] {
        match self {
            Keys::Table(keys) | Keys::Either(keys) => keys,
            Keys::Named(below) | Keys::Joined(below) => below.keys(),
            Keys::Value | Keys::Label => &[],
        }
    }

    /// What stands behind a key in writing: `.NAME` if the author names what is below.
    pub fn label(&self) -> &'static str {
        if matches!(self, Keys::Named(_) | Keys::Joined(_)) { ".NAME" } else { "" }
    }

    /// Refuses keys of `table` that are not these.
    pub(super) fn check(&self, table: &Tree) -> Result<(), VariantError> {
        for entry in table.iter() {
            let below = match self {
                Keys::Table(known) | Keys::Either(known) => known_key(entry, known)?,
                Keys::Named(below) => {
                    check_name(entry, [entry.key.as_str()])?;
                    below
                }
                Keys::Joined(below) => {
                    check_name(entry, entry.key.split('+'))?;
                    below
                }
                Keys::Value | Keys::Label => return Err(entry.error("expected a value, found a table")),
            };
            below.check_node(&entry.node)?;
        }
        Ok(())
    }

    fn check_node(&self, node: &Node) -> Result<(), VariantError> {
        match (self, &node.value) {
            (Keys::Value | Keys::Label, TomlValue::Table(_)) => Err(node.expected("a value")),
            (_, TomlValue::Table(table)) => self.check(table),
            (Keys::Label, _) => node.label().map(|_| ()),
            (Keys::Value | Keys::Either(_), _) => Ok(()),
            (Keys::Table(_) | Keys::Named(_) | Keys::Joined(_), _) => Err(node.expected("a table")),
        }
    }
}

/// What stands under one of the known keys.
fn known_key(entry: &KeyValue, known: &'static [Key]) -> Result<&'static Keys, VariantError> {
    let names = || known.iter().map(|key| key.name);
    match known.iter().find(|key| key.name == entry.key) {
        Some(key) => Ok(key.below),
        None => Err(entry.error(match nearest(&entry.key, names()) {
            Some(near) => format!("unknown key `{}`: did you mean `{near}`?", quoted(&entry.key)),
            None => format!("unknown key `{}`, expected one of {}", quoted(&entry.key), listed(names())),
        })),
    }
}

/// Names stand in text forms and in lines of protocols: they must not hold what separates them there.
fn check_name<'a>(entry: &KeyValue, names: impl IntoIterator<Item = &'a str>) -> Result<(), VariantError> {
    if names.into_iter().all(is_name) {
        return Ok(());
    }
    Err(entry.error(format!("expected {NAME}, found `{}`", quoted(&entry.key))))
}

/// Whether a text can be a name in text forms and protocols.
pub(super) fn is_name(text: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    (1..=40).contains(&text.len()) && text.chars().all(allowed)
}
