//! The keys of variant files. Each table is defined in rows next to its reader: from them come the reader,
//! `fibnif help variant`, and the check that refuses unknown keys, so that a typo is an error and not a
//! silently ignored rule.

use super::error::{NAME, VariantError, listed};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use super::words::Words;
use crate::base::suggest::nearest;
use crate::base::text::quoted;

/// What is allowed at a place in a file.
#[derive(Clone, Copy)]
pub enum Keys {
    /// A value, not a table.
    Value,
    /// A name for people.
    Label,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table whose keys the author names, with this in each.
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
    /// Its meaning, in a sentence or two for the author of a variant. [`NETS`] stands for the shipped nets.
    pub about: &'static str,
    /// Its possible content.
    pub below: Keys,
}

/// What stands in a meaning for the list of the shipped nets.
pub const NETS: &str = "{nets}";

/// Defines the keys of tables in a variant file: the meaning of each, and its content if that is not a
/// plain value. `check` refuses all other keys, and `fibnif help variant` prints these.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])*
        $public:vis static $name:ident {
            $($(#[doc = $meaning:literal])+ $key:ident $(: $below:expr)?;)*
        }
    )*) => { $(
        $(#[doc = $about])*
        $public static $name: [$crate::rules::variant::Key; [$(stringify!($key)),*].len()] = {
            use $crate::rules::variant::{Key, Keys};
            #[allow(unused_imports, reason = "a table may use only some of them")]
            use Keys::{Either, Joined, Label, Named, Table, Value};
            [$(Key {
                name: stringify!($key),
                about: concat!($($meaning),+),
                below: given!($($below)?, else Value),
            }),*]
        };
    )* };
}

/// Defines a table of a variant file whose keys are the fields of a struct. A row has the meaning of a key,
/// its name, its type, and where they are not as usual: `= default`, `by reader`, `holds keys`, and
/// `needs guard` for every value but the default. `besides` has fields that are read from other keys.
macro_rules! table {
    (
        $(#[$about:meta])*
        $public:vis struct $name:ident: $keys:ident, with $context:ty;
        $(
            $(#[doc = $meaning:literal])+
            $key:ident: $type:ty $(= $default:expr)? $(, by $read:expr)? $(, holds $below:expr)?
            $(, needs $guard:expr)?;
        )*
        $(besides { $($(#[doc = $doc:literal])* $field:ident: $field_type:ty, by $read_field:expr;)* })?
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug)]
        $public struct $name {
            $($(#[doc = $meaning])+ pub $key: $type,)*
            $($($(#[doc = $doc])* pub $field: $field_type,)*)?
        }

        keys! {
            /// The keys of the table.
            pub(super) static $keys { $($(#[doc = $meaning])+ $key $(: $below)?;)* }
        }

        impl $name {
            /// Reads the table.
            pub(super) fn read(table: &Tree, context: &$context) -> Result<$name, VariantError> {
                use $crate::rules::variant::keys::{FromNode, read_with};
                Ok($name {
                    $($key: {
                        let node = table.get(stringify!($key));
                        let usual = || -> $type { given!($($default)?, else Default::default()) };
                        let value: $type = match node {
                            None => usual(),
                            Some(node) => {
                                read_with(given!($($read)?, else FromNode::from_node), node, context)?
                            }
                        };
                        $(if let Some(node) = node.filter(|_| value != usual()) {
                            $guard(node, context)?;
                        })?
                        value
                    },)*
                    $($($field: $read_field(table, context)?,)*)?
                })
            }
        }
    };
}

/// The first if it is given, or else the second.
macro_rules! given {
    (, else $usual:expr) => {
        $usual
    };
    ($given:expr, else $usual:expr) => {
        $given
    };
}

pub(super) use {given, keys, table};

/// A type whose values are read without knowing anything else of the file.
pub(super) trait FromNode: Sized {
    fn from_node<C: ?Sized>(node: &Node, context: &C) -> Result<Self, VariantError>;
}

impl FromNode for bool {
    fn from_node<C: ?Sized>(node: &Node, _: &C) -> Result<bool, VariantError> {
        node.flag()
    }
}

impl<T: Words> FromNode for T {
    fn from_node<C: ?Sized>(node: &Node, _: &C) -> Result<T, VariantError> {
        node.word()
    }
}

/// Calls a reader, whose types are known here even if it is a closure.
pub(super) fn read_with<T, C: ?Sized>(
    read: impl FnOnce(&Node, &C) -> Result<T, VariantError>,
    node: &Node,
    context: &C,
) -> Result<T, VariantError> {
    read(node, context)
}

impl Keys {
    /// The keys of a table here.
    pub fn keys(&self) -> &'static [Key] {
        match self {
            Keys::Table(keys) | Keys::Either(keys) => keys,
            Keys::Named(below) | Keys::Joined(below) => below.keys(),
            Keys::Value | Keys::Label => &[],
        }
    }

    /// What follows a key in writing: `.NAME` if the author names the keys below it.
    pub fn label(&self) -> &'static str {
        if matches!(self, Keys::Named(_) | Keys::Joined(_)) { ".NAME" } else { "" }
    }

    /// Refuses every key of `table` except these.
    pub(super) fn check(&self, table: &Tree) -> Result<(), VariantError> {
        let mut errors = Vec::new();
        self.errors(table, &mut errors);
        errors.into_iter().next().map_or(Ok(()), Err)
    }

    /// Adds an error for each key of `table` except these.
    pub(super) fn errors(&self, table: &Tree, errors: &mut Vec<VariantError>) {
        self.errors_within(self, table, errors);
    }

    fn errors_within(&self, root: &Keys, table: &Tree, errors: &mut Vec<VariantError>) {
        for entry in table.iter() {
            let below = match self {
                Keys::Table(known) | Keys::Either(known) => known_key(root, entry, known),
                Keys::Named(below) => check_name(entry, [entry.key.as_str()]).map(|()| **below),
                Keys::Joined(below) => check_name(entry, entry.key.split('+')).map(|()| **below),
                Keys::Value | Keys::Label => Err(entry.error("expected a value, found a table")),
            };
            match below {
                Ok(below) => below.errors_of_node(root, &entry.node, errors),
                Err(error) => errors.push(error),
            }
        }
    }

    fn errors_of_node(&self, root: &Keys, node: &Node, errors: &mut Vec<VariantError>) {
        let checked = match (self, &node.value) {
            (Keys::Value | Keys::Label, TomlValue::Table(_)) => Err(node.expected("a value")),
            (_, TomlValue::Table(table)) => return self.errors_within(root, table, errors),
            (Keys::Label, _) => node.label().map(|_| ()),
            (Keys::Value | Keys::Either(_), _) => Ok(()),
            (Keys::Table(_) | Keys::Named(_) | Keys::Joined(_), _) => Err(node.expected("a table")),
        };
        errors.extend(checked.err());
    }

    /// The shortest path from here to a key, with placeholders for the author's own names.
    fn way_to(&self, key: &str) -> Option<Vec<&'static str>> {
        match self {
            Keys::Value | Keys::Label => None,
            Keys::Named(below) | Keys::Joined(below) => {
                let mut way = below.way_to(key)?;
                way.insert(0, "NAME");
                Some(way)
            }
            Keys::Table(known) | Keys::Either(known) => {
                if known.iter().any(|known| known.name == key) {
                    return Some(Vec::new());
                }
                let ways = known.iter().filter_map(|known| Some((known.name, known.below.way_to(key)?)));
                let (name, mut way) = ways.min_by_key(|(_, way)| way.len())?;
                way.insert(0, name);
                Some(way)
            }
        }
    }
}

/// Keys that people know from other programs' files, and the key that is meant.
const SYNONYMS: &[(&str, &str)] = &[
    ("array", "start"),
    ("base", "extends"),
    ("board", "start"),
    ("castle", "castling"),
    ("fen", "start"),
    ("id", "letters"),
    ("inherits", "extends"),
    ("king", "royal"),
    ("label", "title"),
    ("move", "betza"),
    ("moves", "betza"),
    ("notation", "betza"),
    ("parent", "extends"),
    ("points", "value"),
    ("promote", "promotes"),
    ("promotion", "promotes"),
    ("setup", "start"),
    ("stalemate", "no_moves"),
    ("symbol", "letters"),
    ("worth", "value"),
];

/// What is below one of the known keys.
fn known_key(root: &Keys, entry: &KeyValue, known: &'static [Key]) -> Result<Keys, VariantError> {
    let names = || known.iter().map(|key| key.name);
    if let Some(key) = known.iter().find(|key| key.name == entry.key) {
        return Ok(key.below);
    }
    let lower = entry.key.to_lowercase();
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == lower).map(|(_, key)| *key);
    let here = synonym.filter(|key| names().any(|name| name == *key));
    let near = here.or_else(|| nearest(&entry.key, names()));
    let elsewhere = || {
        let key = synonym.unwrap_or(&lower);
        Some((key, root.way_to(key)?.join(".")))
    };
    let found = quoted(&entry.key);
    Err(entry.error(match (near, elsewhere()) {
        (Some(near), _) => format!("unknown key `{found}`: did you mean `{near}`?"),
        (None, Some((key, way))) if way.is_empty() => {
            format!("unknown key `{found}` here: `{key}` is a key of the whole file, above all `[...]`")
        }
        (None, Some((key, way))) => format!("unknown key `{found}` here: `{key}` belongs in `{way}`"),
        (None, None) => format!("unknown key `{found}`, expected one of {}", listed(names())),
    }))
}

/// Names occur in text forms and in lines of protocols, so they must not contain separators of those.
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
