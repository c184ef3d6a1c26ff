//! Which keys a variant file may have, and where. Refuses every other, so that a slip of the pen
//! is an error and not a rule that silently does not hold.

use super::error::VariantError;
use super::tree::{Node, Tree, Value};

/// What may stand at some point of a file.
pub(super) enum Keys {
    /// A value, not a table.
    Value,
    /// A table with these keys.
    Table(&'static [(&'static str, &'static Keys)]),
    /// A table with names of the author's, each holding this.
    Named(&'static Keys),
    /// A value, or a table with these keys.
    Either(&'static [(&'static str, &'static Keys)]),
}

/// A whole variant.
pub(super) const VARIANT: Keys = Keys::Table(&[
    ("title", &Keys::Value),
    ("aliases", &Keys::Value),
    ("extends", &Keys::Value),
    ("start", &Keys::Value),
    ("xboard", &Keys::Table(&[("start", &Keys::Value)])),
    ("pieces", &PIECES),
    ("zone", &ZONES),
    ("rules", &RULES),
    ("choice", &Keys::Named(&CHOICE)),
    ("augment", &AUGMENT),
    ("presets", &Keys::Named(&Keys::Either(&[("title", &Keys::Value), ("picks", &Keys::Value)]))),
    ("views", &Keys::Named(&Keys::Named(&Keys::Value))),
]);

/// An army, which a choice of a side picks.
pub(super) const ARMY: Keys = Keys::Table(&[("title", &Keys::Value), ("pieces", &PIECES), ("zone", &ZONES)]);

const CHOICE: Keys = Keys::Table(&[
    ("title", &Keys::Value),
    ("scope", &Keys::Value),
    ("default", &Keys::Value),
    ("files", &Keys::Value),
    ("fills", &Keys::Value),
    ("options", &Keys::Named(&PATCH)),
]);

const PATCH: Keys = Keys::Table(&[
    ("title", &Keys::Value),
    ("start", &Keys::Value),
    ("pieces", &PIECES),
    ("zone", &ZONES),
    ("rules", &RULES),
    ("augment", &Keys::Table(&[("refuse", &Keys::Value)])),
]);

const PIECES: Keys = Keys::Named(&Keys::Table(&[
    ("name", &Keys::Value),
    ("letters", &Keys::Value),
    ("betza", &Keys::Value),
    ("unchecked", &Keys::Value),
    (
        "in",
        &Keys::Named(&Keys::Either(&[
            ("betza", &Keys::Value),
            ("keeps_clock", &Keys::Value),
            ("en_passant", &Keys::Value),
        ])),
    ),
    ("within", &Keys::Value),
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
    ("value", &Keys::Value),
    ("xboard", &Keys::Table(&[("slot", &Keys::Value)])),
]));

const ZONES: Keys = Keys::Named(&Keys::Table(&[("squares", &Keys::Value), ("marked", &Keys::Value)]));

/// One line of a zone that depends on where men start.
pub(super) const ZONE_OF_START: Keys = Keys::Table(&[("start", &Keys::Value), ("squares", &Keys::Value)]);

const AUGMENT: Keys = Keys::Table(&[
    ("roles", &Keys::Named(&Keys::Value)),
    ("where", &Keys::Value),
    ("table", &Keys::Named(&Keys::Value)),
    ("optional", &Keys::Value),
    ("refuse", &Keys::Value),
    ("base", &Keys::Named(&Keys::Named(&BASE))),
]);

/// A basic piece: what a piece may have, and what goes with it.
const BASE: Keys = Keys::Table(&[
    ("name", &Keys::Value),
    ("letters", &Keys::Value),
    ("betza", &Keys::Value),
    ("value", &Keys::Value),
    ("xboard", &Keys::Table(&[("slot", &Keys::Value)])),
    ("with", &Keys::Value),
    ("weak", &Keys::Value),
    ("refused", &Keys::Named(&Keys::Value)),
]);

const RULES: Keys = Keys::Table(&[
    ("turn", &Keys::Value),
    ("capture", &Keys::Value),
    ("checks", &Keys::Value),
    ("mate", &Keys::Value),
    ("no_moves", &Keys::Value),
    ("repetition", &Keys::Either(&[("count", &Keys::Value), ("result", &Keys::Value)])),
    ("move_limit", &Keys::Value),
    ("material_draw", &Keys::Value),
    ("grid", &Keys::Value),
    ("ends", &ENDS),
    ("counting", &COUNTING),
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
                Keys::Table(known) | Keys::Either(known) => {
                    let found = known.iter().find(|(key, _)| *key == entry.key);
                    found.map(|(_, below)| *below).ok_or_else(|| {
                        let known: Vec<_> = known.iter().map(|(key, _)| format!("`{key}`")).collect();
                        entry.error(format!(
                            "unknown key `{}`, expected one of {}",
                            entry.key,
                            known.join(", ")
                        ))
                    })?
                }
                Keys::Named(below) => below,
                Keys::Value => return Err(entry.error("expected a value, found a table")),
            };
            below.check_node(&entry.node)?;
        }
        Ok(())
    }

    fn check_node(&self, node: &Node) -> Result<(), VariantError> {
        match (self, &node.value) {
            (Keys::Value, Value::Table(_)) => Err(node.expected("a value")),
            (_, Value::Table(table)) => self.check(table),
            (Keys::Value | Keys::Either(_), _) => Ok(()),
            (Keys::Table(_) | Keys::Named(_), _) => Err(node.expected("a table")),
        }
    }
}
