//! The keys of variant files. Each table is defined once, in rows next to its reader: from them come the
//! reader, `fibnif help variant`, `fibnif schema`, and the check that refuses unknown keys, so that a typo is
//! an error and not a silently ignored rule.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::error::{NAME, VariantError, listed};
use super::feature::Feature;
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::base::suggest::nearest;
use crate::base::text::quoted;
use crate::rules::letter::DRESS;

/// What is allowed at a place in a file.
#[derive(Clone, Copy)]
pub enum Keys {
    /// A text.
    Text,
    /// A text or a list of texts.
    Texts,
    /// A name for people.
    Label,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number from the first to the last.
    Number(i64, i64),
    /// True or false.
    Flag,
    /// A list of tables with these keys.
    List(&'static [Key]),
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table whose keys the author names, with this in each.
    Named(&'static Keys),
    /// The same with roles of pieces, which may have apostrophes.
    Roles(&'static Keys),
    /// The same with names that are joined by plus signs: basic pieces.
    Joined(&'static Keys),
    /// A table with these keys, or the value of the one that is named here, which stands for a table with
    /// nothing else.
    Short(&'static str, &'static [Key]),
    /// One of these; at most one is a table.
    Either(&'static [Keys]),
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

/// Defines the keys of tables in a variant file: the meaning of each and its content. `check` refuses all
/// other keys, and `fibnif help variant` prints these.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])*
        $public:vis static $name:ident { $($(#[doc = $meaning:literal])+ $key:ident: $below:expr;)* }
    )*) => { $(
        $(#[doc = $about])*
        $public static $name: [$crate::rules::variant::Key; [$(stringify!($key)),*].len()] = {
            use $crate::rules::variant::{Key, Keys};
            #[allow(unused_imports, reason = "a table may use only some of them")]
            use Keys::{Either, Flag, Joined, Label, List, Named, Number, Roles, Short, Table, Text, Texts, Word};
            [$(Key { name: stringify!($key), about: concat!($($meaning),+), below: $below }),*]
        };
    )* };
}

/// Defines a table of a variant file whose keys are the fields of a struct. A row has the meaning of a key,
/// the field (`as` says the key if it is another), its type, and where they are not as usual: `= default`,
/// `number(range, "what it counts")` or `by reader`, `or` for what holds if the file has no such key,
/// `holds` for the content if the type does not say it, and `needs guard` for every value but the default.
/// Rows in `keys` are read with another key or later, and the fields in `besides` from other keys.
macro_rules! table {
    (
        $(#[$about:meta])*
        $public:vis struct $name:ident: $keys:ident, with $context:ty;
        $(
            $(#[doc = $meaning:literal])+
            $field:ident $(as $key:literal)?: $type:ty $(= $default:expr)?
            $(, number($range:expr, $what:literal))? $(, by $read:expr)? $(, holds $below:expr)?
            $(, or $otherwise:expr)? $(, needs $guard:expr)?;
            $(keys { $($(#[doc = $other_meaning:literal])+ $other:ident: $other_below:expr;)+ })?
        )*
        $(besides { $($(#[doc = $doc:literal])* $extra:ident: $extra_type:ty, by $read_extra:expr;)* })?
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug)]
        $public struct $name {
            $($(#[doc = $meaning])+ pub $field: $type,)*
            $($($(#[doc = $doc])* pub $extra: $extra_type,)*)?
        }

        /// The keys of the table.
        pub(super) static $keys: [
            $crate::rules::variant::Key;
            [$(stringify!($field), $($(stringify!($other),)+)?)*].len()
        ] = {
            use $crate::rules::variant::{Key, Keys};
            #[allow(unused_imports, reason = "a table may use only some of them")]
            use $crate::rules::variant::keys::FromNode;
            #[allow(unused_imports, reason = "a table may use only some of them")]
            use Keys::{Either, Flag, Joined, Label, List, Named, Number, Roles, Short, Table, Text, Texts, Word};
            [$(
                Key {
                    name: given!($($key)?, else stringify!($field)),
                    about: concat!($($meaning),+),
                    below: given!($($below)?, else given!(
                        $(Keys::number($range))?, else <$type as FromNode>::FORM
                    )),
                },
                $($(Key {
                    name: stringify!($other),
                    about: concat!($($other_meaning),+),
                    below: $other_below,
                },)+)?
            )*]
        };

        impl $name {
            /// Reads the table.
            pub(super) fn read(table: &Tree, context: &$context) -> Result<$name, VariantError> {
                #[allow(unused_imports, reason = "a table may use only some of them")]
                use $crate::rules::variant::keys::{FromNode, otherwise, read_with};
                Ok($name {
                    $($field: {
                        let node = table.get(given!($($key)?, else stringify!($field)));
                        #[allow(unused_variables, reason = "the next lines may not need it")]
                        let usual = || -> $type { given!($($default)?, else Default::default()) };
                        let value: $type = match node {
                            None => given!($(otherwise($otherwise, context)?)?, else usual()),
                            Some(node) => {
                                read_with(given!($($read)?, else given!(
                                    $(|node: &Node, _: &_| node.number($range, $what))?,
                                    else FromNode::from_node
                                )), node, context)?
                            }
                        };
                        $(if let Some(node) = node.filter(|_| value != usual()) {
                            $guard(node, context)?;
                        })?
                        value
                    },)*
                    $($($extra: read_with($read_extra, table, context)?,)*)?
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

/// Defines enums whose values are words in a file. The first value is the default. After `|` is an older
/// word, which files may still use. A word of a rule says after `:` by which feature a program refuses a game
/// if it does not know the word.
macro_rules! words {
    ($(
        $(#[doc = $about:literal])*
        $public:vis enum $name:ident {
            $($(#[doc = $doc:literal])* $value:ident = $word:literal $(| $old:literal)? $(: $feature:ident)?,)*
        }
    )*) => { $(
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $public enum $name { $($(#[doc = $doc])* $value,)* }

        impl Default for $name {
            fn default() -> $name {
                <$name as $crate::rules::variant::keys::Words>::ALL[0].1
            }
        }

        impl $crate::rules::variant::keys::Words for $name {
            const ALL: &'static [(&'static str, $name)] = &[$(($word, $name::$value)),*];
            const OLD: &'static [(&'static str, $name)] = &[$($(($old, $name::$value),)?)*];
            const WORDS: &'static [&'static str] = &[$($word),*];
            const FEATURES: &'static [Option<$crate::rules::variant::Feature>] = &[$(
                $crate::rules::variant::keys::given!($(Some($crate::rules::variant::Feature::$feature))?, else None)
            ),*];
        }
    )* };
}

pub(super) use {given, keys, table, words};

/// The values of an enum with their words. The first is the default.
pub(super) trait Words: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];
    /// The words of earlier versions.
    const OLD: &'static [(&'static str, Self)];
    const WORDS: &'static [&'static str];
    /// By value: the feature of a game that has it.
    const FEATURES: &'static [Option<Feature>];
    /// Does not compile unless every value but the default has a feature.
    const EVERY_WORD_HAS_A_FEATURE: () = {
        let mut index = 1;
        while index < Self::FEATURES.len() {
            assert!(Self::FEATURES[index].is_some(), "a word of a rule names no feature");
            index += 1;
        }
    };

    /// The feature of a game with this value of a rule.
    fn feature(self) -> Option<Feature> {
        const { Self::EVERY_WORD_HAS_A_FEATURE };
        let found = Self::ALL.iter().zip(Self::FEATURES).find(|((_, value), _)| *value == self);
        found.and_then(|(_, feature)| *feature)
    }

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

/// A type whose values are read without knowing anything else of the file.
pub(super) trait FromNode: Sized {
    const FORM: Keys;

    fn from_node<C: ?Sized>(node: &Node, context: &C) -> Result<Self, VariantError>;
}

impl FromNode for bool {
    const FORM: Keys = Keys::Flag;

    fn from_node<C: ?Sized>(node: &Node, _: &C) -> Result<bool, VariantError> {
        node.flag()
    }
}

impl FromNode for Vec<String> {
    const FORM: Keys = Keys::Texts;

    fn from_node<C: ?Sized>(node: &Node, _: &C) -> Result<Vec<String>, VariantError> {
        Ok(node.texts()?.into_iter().map(|(_, text)| text.to_string()).collect())
    }
}

impl<T: Words> FromNode for T {
    const FORM: Keys = Keys::Word(T::WORDS);

    fn from_node<C: ?Sized>(node: &Node, _: &C) -> Result<T, VariantError> {
        node.word()
    }
}

/// Calls a reader, whose types are known here even if it is a closure.
pub(super) fn read_with<T, N, C: ?Sized>(
    read: impl FnOnce(&N, &C) -> Result<T, VariantError>,
    node: &N,
    context: &C,
) -> Result<T, VariantError> {
    read(node, context)
}

/// What holds if there is no such key, likewise.
pub(super) fn otherwise<T, C: ?Sized>(
    value: impl FnOnce(&C) -> Result<T, VariantError>,
    context: &C,
) -> Result<T, VariantError> {
    value(context)
}

/// The reader of a key whose meaning depends on what is read after its table.
#[expect(clippy::unnecessary_wraps, reason = "it stands for a reader")]
pub(super) fn later<T: Default, C: ?Sized>(_: &Node, _: &C) -> Result<T, VariantError> {
    Ok(T::default())
}

impl Tree {
    /// The value of `key`, or the default if the file has none.
    pub(super) fn read<T: FromNode + Default>(&self, key: &str) -> Result<T, VariantError> {
        self.get(key).map_or(Ok(T::default()), |node| T::from_node(node, &()))
    }
}

impl Node {
    /// The table that it is or that it stands for: one with this value of `key`.
    pub(super) fn short(&self, key: &str) -> Cow<'_, Tree> {
        match &self.value {
            TomlValue::Table(table) => Cow::Borrowed(table),
            _ => Cow::Owned(Tree::of(key, self.clone())),
        }
    }

    /// The value whose word it is.
    pub(super) fn word<T: Words>(&self) -> Result<T, VariantError> {
        let old = self.text().ok().and_then(|text| T::OLD.iter().find(|(word, _)| *word == text));
        old.map_or_else(|| self.one_of(T::ALL, None), |(_, value)| Ok(*value))
    }

    /// The value whose word it is. `besides` says what else it could be.
    pub(super) fn one_of<N: AsRef<str>, T: Clone>(
        &self,
        values: &[(N, T)],
        besides: Option<&str>,
    ) -> Result<T, VariantError> {
        let found = self.text().ok().and_then(|text| values.iter().find(|(word, _)| word.as_ref() == text));
        found.map(|(_, value)| value.clone()).ok_or_else(|| {
            let mut words: Vec<_> = values.iter().map(|(word, _)| format!("`{}`", word.as_ref())).collect();
            words.extend(besides.map(str::to_owned));
            let last = words.pop().unwrap_or_default();
            self.expected(&format!("{} or {last}", words.join(", ")))
        })
    }
}

impl Keys {
    /// The keys of a table here.
    pub fn keys(&self) -> &'static [Key] {
        match self {
            Keys::Table(keys) | Keys::Short(_, keys) => keys,
            Keys::Named(below) | Keys::Roles(below) | Keys::Joined(below) => below.keys(),
            Keys::Either(forms) => forms.iter().map(Keys::keys).find(|keys| !keys.is_empty()).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// What follows a key in writing: `.NAME` if the author names the keys below it.
    pub fn label(&self) -> &'static str {
        if matches!(self, Keys::Named(_) | Keys::Roles(_) | Keys::Joined(_)) { ".NAME" } else { "" }
    }

    /// The content of a number within a range.
    pub(super) const fn number(range: RangeInclusive<i64>) -> Keys {
        Keys::Number(*range.start(), *range.end())
    }

    /// Whether it is a table or may be one.
    fn is_table(&self) -> bool {
        match self {
            Keys::Table(_) | Keys::Named(_) | Keys::Roles(_) | Keys::Joined(_) | Keys::Short(..) => true,
            Keys::Either(forms) => forms.iter().any(Keys::is_table),
            _ => false,
        }
    }

    /// Adds an error for each key of `table` except these.
    pub(super) fn errors(&self, table: &Tree, errors: &mut Vec<VariantError>) {
        self.errors_within(self, table, errors);
    }

    fn errors_within(&self, root: &Keys, table: &Tree, errors: &mut Vec<VariantError>) {
        for entry in table.iter() {
            let below = match self {
                Keys::Named(below) => check_name(entry, [entry.key.as_str()]).map(|()| *below),
                Keys::Roles(below) => check_name(entry, [&*entry.key.replace(DRESS, "")]).map(|()| *below),
                Keys::Joined(below) => check_name(entry, entry.key.split('+')).map(|()| *below),
                _ => known_key(root, entry, self.keys()),
            };
            match below {
                // A piece whose moves alone are given.
                Ok(below)
                    if let TomlValue::Text(text) = &entry.node.value
                        && matches!(below, Keys::Table(keys) if keys.iter().any(|key| key.name == "betza")) =>
                {
                    let (key, text) = (quoted(&entry.key), quoted(text));
                    errors.push(entry.node.error(format!(
                        "expected a table, found the text `{text}`: write `{key} = {{ betza = \"{text}\" }}`"
                    )));
                }
                Ok(below) => below.errors_of_node(root, &entry.node, errors),
                Err(error) => errors.push(error),
            }
        }
    }

    fn errors_of_node(&self, root: &Keys, node: &Node, errors: &mut Vec<VariantError>) {
        match (self, &node.value) {
            (_, TomlValue::Table(table)) if self.is_table() => self.errors_within(root, table, errors),
            (_, TomlValue::Table(_)) => errors.push(node.expected("a value")),
            (Keys::Label, _) => errors.extend(node.label().err()),
            (Keys::Table(_) | Keys::Named(_) | Keys::Roles(_) | Keys::Joined(_), _) => {
                errors.push(node.expected("a table"));
            }
            (Keys::Either(forms), TomlValue::List(items)) => {
                let tables = items.iter().filter(|item| matches!(item.value, TomlValue::Table(_)));
                for (item, form) in tables.flat_map(|item| forms.iter().map(move |form| (item, form))) {
                    if let Keys::List(keys) = form {
                        Keys::Table(keys).errors_of_node(root, item, errors);
                    }
                }
            }
            _ => {}
        }
    }

    /// The shortest path from here to a key, with placeholders for the author's own names.
    fn way_to(&self, key: &str) -> Option<Vec<&'static str>> {
        match self {
            Keys::Named(below) | Keys::Roles(below) | Keys::Joined(below) => {
                let mut way = below.way_to(key)?;
                way.insert(0, "NAME");
                Some(way)
            }
            _ => {
                let known = self.keys();
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
fn known_key(root: &Keys, entry: &KeyValue, known: &'static [Key]) -> Result<&'static Keys, VariantError> {
    let names = || known.iter().map(|key| key.name);
    if let Some(key) = known.iter().find(|key| key.name == entry.key) {
        return Ok(&key.below);
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
