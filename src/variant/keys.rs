//! Which keys a variant file may have, and where. Refuses every other, so that a slip of the pen
//! is an error and not a rule that silently does not hold.

use super::error::{VariantError, listed, quoted};
use super::fault::NAME;
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::suggest::nearest;

/// What may stand at some point of a file.
pub(super) enum Keys {
    /// A value, not a table.
    Value,
    /// A name for people.
    Label,
    /// A table with these keys.
    Table(&'static [(&'static str, &'static Keys)]),
    /// A table with names of the author's, each holding this.
    Named(&'static Keys),
    /// The same with names that are joined by plus signs: basic pieces.
    Joined(&'static Keys),
    /// A value, or a table with these keys.
    Either(&'static [(&'static str, &'static Keys)]),
}

/// A whole variant.
pub(super) const VARIANT: Keys = Keys::Table(&[
    ("title", &Keys::Label),
    ("aliases", &Keys::Value),
    ("extends", &Keys::Value),
    ("start", &Keys::Value),
    ("net", &Keys::Value),
    ("weights", &Keys::Value),
    ("xboard", &Keys::Table(&[("start", &Keys::Value)])),
    ("pieces", &PIECES),
    ("zone", &ZONES),
    ("rules", &RULES),
    ("choice", &Keys::Named(&CHOICE)),
    ("augment", &AUGMENT),
    ("presets", &Keys::Named(&Keys::Either(&[("title", &Keys::Label), ("picks", &Keys::Value)]))),
    ("views", &Keys::Named(&Keys::Named(&Keys::Value))),
]);

/// An army, which a choice of a side picks.
pub(super) const ARMY: Keys = Keys::Table(&[("title", &Keys::Label), ("pieces", &PIECES), ("zone", &ZONES)]);

const CHOICE: Keys = Keys::Table(&[
    ("title", &Keys::Label),
    ("scope", &Keys::Value),
    ("default", &Keys::Value),
    ("files", &Keys::Value),
    ("fills", &Keys::Value),
    ("options", &Keys::Named(&PATCH)),
]);

const PATCH: Keys = Keys::Table(&[
    ("title", &Keys::Label),
    ("start", &Keys::Value),
    ("pieces", &PIECES),
    ("zone", &ZONES),
    ("rules", &RULES),
    ("augment", &Keys::Table(&[("refuse", &Keys::Value)])),
]);

const PIECES: Keys = Keys::Named(&Keys::Table(&[
    ("name", &Keys::Label),
    ("letters", &Keys::Value),
    ("betza", &Keys::Value),
    ("unchecked", &Keys::Value),
    ("spacious", &Keys::Value),
    ("after_capture", &Keys::Value),
    (
        "in",
        &Keys::Named(&Keys::Either(&[
            ("betza", &Keys::Value),
            ("keeps_clock", &Keys::Value),
            ("en_passant", &Keys::Value),
        ])),
    ),
    ("left", &Keys::Value),
    ("within", &Keys::Value),
    ("loans", &Keys::Value),
    ("royal", &Keys::Value),
    (
        "promotes",
        &Keys::Either(&[
            ("to", &Keys::Value),
            ("squares", &Keys::Value),
            ("forced", &Keys::Value),
            ("optional", &Keys::Value),
            ("captured", &Keys::Value),
            ("white", &Keys::Value),
            ("black", &Keys::Value),
        ]),
    ),
    ("becomes", &Keys::Either(&[("to", &Keys::Value), ("when", &Keys::Value), ("squares", &Keys::Value)])),
    ("most", &Keys::Value),
    ("value", &Keys::Value),
    ("findings", &Keys::Value),
    ("xboard", &Keys::Table(&[("slot", &Keys::Value)])),
]));

const ZONES: Keys = Keys::Named(&Keys::Table(&[("squares", &Keys::Value), ("marked", &Keys::Value)]));

/// One line of a zone that depends on where men start.
pub(super) const ZONE_OF_START: Keys = Keys::Table(&[("start", &Keys::Value), ("squares", &Keys::Value)]);

const AUGMENT: Keys = Keys::Table(&[
    ("roles", &Keys::Named(&Keys::Label)),
    ("where", &Keys::Value),
    ("table", &Keys::Named(&Keys::Value)),
    ("optional", &Keys::Value),
    ("default", &Keys::Named(&Keys::Value)),
    ("refuse", &Keys::Value),
    ("base", &Keys::Named(&Keys::Joined(&BASE))),
]);

/// The keys of a basic piece that augmenters are added to.
const BASE: Keys = Keys::Table(&[
    ("name", &Keys::Label),
    ("letters", &Keys::Value),
    ("betza", &Keys::Value),
    ("value", &Keys::Value),
    ("xboard", &Keys::Table(&[("slot", &Keys::Value)])),
    ("with", &Keys::Value),
    ("weak", &Keys::Value),
    ("refused", &Keys::Joined(&Keys::Value)),
]);

const RULES: Keys = Keys::Table(&[
    ("turn", &Keys::Value),
    ("capture", &Keys::Value),
    ("checks", &Keys::Value),
    ("royals", &Keys::Value),
    ("untraded", &Keys::Value),
    ("untaken", &Keys::Value),
    ("mate", &Keys::Value),
    ("no_moves", &Keys::Value),
    ("repetition", &Keys::Either(&[("count", &Keys::Value), ("result", &Keys::Value)])),
    ("move_limit", &Keys::Value),
    ("material_draw", &Keys::Value),
    ("grid", &Keys::Value),
    ("ends", &ENDS),
    ("counting", &COUNTING),
    (
        "shuffle",
        &Keys::Table(&[
            ("colors", &Keys::Value),
            ("apart", &Keys::Value),
            ("protected", &Keys::Value),
            ("never", &Keys::Value),
        ]),
    ),
    (
        "castling",
        &Keys::Either(&[
            ("king_to", &Keys::Value),
            ("partner", &Keys::Value),
            ("shuffled", &Keys::Value),
            ("keep_color", &Keys::Value),
        ]),
    ),
]);

const ENDS: Keys = Keys::Table(&[
    ("reach", &Keys::Table(&[("pieces", &Keys::Value), ("squares", &Keys::Value), ("when", &Keys::Value)])),
    ("lost", &Keys::Table(&[("pieces", &Keys::Value), ("how", &Keys::Value), ("result", &Keys::Value)])),
    ("checks", &Keys::Value),
    ("bare", &Keys::Value),
]);

const COUNTING: Keys = Keys::Table(&[
    ("pawnless", &Keys::Value),
    ("bare", &Keys::Named(&Keys::Value)),
    ("with_pawns", &Keys::Value),
    ("from", &Keys::Value),
    ("in_fen", &Keys::Value),
]);

impl Keys {
    /// Refuses keys of `table` that are not these.
    pub fn check(&self, table: &Tree) -> Result<(), VariantError> {
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
fn known_key(
    entry: &KeyValue,
    known: &[(&'static str, &'static Keys)],
) -> Result<&'static Keys, VariantError> {
    let names = || known.iter().map(|(key, _)| *key);
    match known.iter().find(|(key, _)| *key == entry.key) {
        Some((_, below)) => Ok(below),
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
