//! A variant file as a tree of values that remember their places in the file.
//!
//! TOML's own value type loses places when two files are merged. This one keeps them, so an error in a
//! merged definition still points into the file it came from. The possible keys are in `keys`; `read`
//! knows their meanings.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::error::{Source, Span, VariantError};
use crate::base::text::quoted;

/// The maximum number of characters of a name for people.
const LONGEST_LABEL: usize = 80;
/// Up to so many pairs of keys, comparing them all is faster than hashing.
const FEW_PAIRS: usize = 1000;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Span,
    pub value: TomlValue,
}

#[derive(Clone, Debug)]
pub(crate) enum TomlValue {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Node>),
    Table(Tree),
    /// A value of a type that no key has: a fraction, a date. Contains the words for it.
    Other(String),
}

/// A table, in the order of the file. Copies share their lines: most games extend another and change few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    entries: Vec<Arc<KeyValue>>,
}

/// One line of a table.
#[derive(Clone, Debug)]
pub(crate) struct KeyValue {
    pub key: String,
    /// The place of the key.
    pub place: Span,
    pub node: Node,
}

impl Tree {
    /// Reads a file.
    pub fn parse(source: &Arc<Source>) -> Result<Tree, VariantError> {
        let document = DeTable::parse(&source.text)
            .map_err(|error| web_page(source).unwrap_or_else(|| syntax_error(source, &error)))?;
        Tree::convert(source, document.get_ref())
    }

    /// The TOML errors of a file: one for each line.
    pub fn syntax_errors(source: &Arc<Source>) -> Vec<VariantError> {
        let (_, errors) = DeTable::parse_recoverable(&source.text);
        if let Some(error) = web_page(source).filter(|_| !errors.is_empty()) {
            return vec![error];
        }
        let mut errors: Vec<VariantError> = errors.iter().map(|error| syntax_error(source, error)).collect();
        errors.sort_by_key(|error| error.place().map(Span::start));
        errors.dedup_by_key(|error| error.place().map(Span::line));
        errors
    }

    fn convert(source: &Arc<Source>, table: &DeTable<'_>) -> Result<Tree, VariantError> {
        let mut entries = Vec::new();
        for (key, value) in table {
            let place = Span::new(source, key.span());
            refuse_control(&place, key.get_ref())?;
            let node = Node::convert(source, value.span(), value.get_ref())?;
            entries.push(Arc::new(KeyValue { key: key.get_ref().to_string(), place, node }));
        }
        entries.sort_by_key(|entry| entry.place.start());
        Ok(Tree { entries })
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The line of `key`.
    pub fn entry(&self, key: &str) -> Option<&KeyValue> {
        self.iter().find(|entry| entry.key == key)
    }

    /// Whether one of these keys is anywhere in it, with its word if there is one.
    pub fn mentions(&self, keys: &[(&str, Option<&str>)]) -> bool {
        self.iter().any(|KeyValue { key, node, .. }| {
            let is_meant =
                |word: Option<&str>| word.is_none_or(|word| node.text().is_ok_and(|text| text == word));
            keys.iter().any(|&(name, word)| name == key && is_meant(word))
                || matches!(&node.value, TomlValue::Table(table) if table.mentions(keys))
        })
    }

    /// All lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = &KeyValue> {
        self.entries.iter().map(Arc::as_ref)
    }

    /// The table under `key`, if there is one.
    pub fn table(&self, key: &str) -> Result<Option<&Tree>, VariantError> {
        self.get(key).map(Node::table).transpose()
    }

    /// The text under `key`, if there is one.
    pub fn text(&self, key: &str) -> Result<Option<&str>, VariantError> {
        self.get(key).map(Node::text).transpose()
    }

    /// A table of one line, which has the place of its value.
    pub fn of(key: &str, node: Node) -> Tree {
        let mut table = Tree::default();
        table.push(key, node);
        table
    }

    /// A whole file as the value of a key.
    pub fn into_node(self, source: &Arc<Source>) -> Node {
        Node { place: Span::new(source, 0..source.text.len()), value: TomlValue::Table(self) }
    }

    /// Adds a line that has the place of its value.
    pub fn push(&mut self, key: &str, node: Node) {
        self.entries.push(Arc::new(KeyValue { key: key.to_string(), place: node.place.clone(), node }));
    }

    /// Removes `key`.
    pub fn remove(&mut self, key: &str) {
        self.entries.retain(|entry| entry.key != key);
    }

    /// Removes the line whose key is at a place, or whose value contains it and is not a table. Returns the
    /// keys that led to it.
    pub fn remove_at(&mut self, start: usize) -> Option<Vec<String>> {
        let is_value = |node: &Node| !matches!(node.value, TomlValue::Table(_));
        let is_meant = |entry: &Arc<KeyValue>| {
            let holds = entry.place.start() <= start && start <= entry.node.place.end();
            entry.place.start() == start || (is_value(&entry.node) && holds)
        };
        if let Some(line) = self.entries.iter().position(is_meant) {
            return Some(vec![self.entries.remove(line).key.clone()]);
        }
        self.entries.iter_mut().find_map(|entry| {
            let KeyValue { key, node, .. } = Arc::make_mut(entry);
            let TomlValue::Table(table) = &mut node.value else { return None };
            let below = table.remove_at(start)?;
            Some([key.clone()].into_iter().chain(below).collect())
        })
    }

    /// A copy of the lines with these keys.
    pub fn only(&self, keys: &[&str]) -> Tree {
        let entry = |key: &&str| self.entries.iter().find(|entry| entry.key == **key);
        Tree { entries: keys.iter().filter_map(entry).cloned().collect() }
    }

    /// For each line of another table, the line here that has its key.
    fn lines_of(&self, other: &Tree) -> Vec<Option<usize>> {
        if self.entries.len().saturating_mul(other.entries.len()) <= FEW_PAIRS {
            return other.iter().map(|new| self.iter().position(|old| old.key == new.key)).collect();
        }
        let lines: HashMap<&str, usize> =
            self.iter().enumerate().map(|(line, entry)| (entry.key.as_str(), line)).collect();
        other.iter().map(|new| lines.get(new.key.as_str()).copied()).collect()
    }

    /// Merges `patch` into this table: tables are merged key by key, and anything else is replaced
    /// together with its place. New keys go last.
    pub fn merge(&mut self, patch: &Tree) {
        let lines = self.lines_of(patch);
        for (new, line) in patch.entries.iter().zip(lines) {
            let Some(old) = line.and_then(|line| self.entries.get_mut(line)) else {
                self.entries.push(new.clone());
                continue;
            };
            match (&old.node.value, &new.node.value) {
                // A fault of the whole must be fixed in the file that changed it last.
                (TomlValue::Table(_), TomlValue::Table(table)) => {
                    let KeyValue { place, node, .. } = Arc::make_mut(old);
                    if let TomlValue::Table(merged) = &mut node.value {
                        merged.merge(table);
                    }
                    (*place, node.place) = (new.place.clone(), new.node.place.clone());
                }
                _ => *old = new.clone(),
            }
        }
    }
}

/// The error of a file that is a web page. Definitions for other programs do not come here: they are
/// imported.
fn web_page(source: &Arc<Source>) -> Option<VariantError> {
    let first = source.text.len() - source.text.trim_start().len();
    let line = source.text.get(first..)?.lines().next().filter(|line| line.starts_with('<'))?;
    let message =
        "this is a web page without an Interactive Diagram, not a variant file in TOML: `fibnif help \
                   variant` explains how these are written"
            .to_owned();
    Some(VariantError::Written { place: Span::new(source, first..first + line.len()), message })
}

/// Why a file is not TOML. A missing quotation mark is reported as such, because the parser complains
/// about what follows it.
fn syntax_error(source: &Arc<Source>, error: &toml::de::Error) -> VariantError {
    let span = error.span().unwrap_or(0..0);
    let at = span.start.min(source.text.len());
    let before = source.text.get(..at).unwrap_or_default();
    // An error at the very end of a line is about that line.
    let start = before.trim_end_matches(['\n', '\r']).rfind('\n').map_or(0, |newline| newline + 1);
    let line = source.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    match open_quote(line) {
        Some(quote) => VariantError::Written {
            place: Span::new(source, start + quote..start + quote + 1),
            message: "missing quotation mark: the text that begins here has no end".to_string(),
        },
        None => {
            VariantError::Written { place: Span::new(source, span), message: error.message().to_string() }
        }
    }
}

/// Where a text begins that does not end in its line, if there is one.
fn open_quote(line: &str) -> Option<usize> {
    let mut quotes: Vec<usize> = Vec::new();
    let (mut inside, mut escaped) = (None, false);
    for (at, letter) in line.char_indices() {
        match (inside, letter) {
            (None, '#') => break,
            (None, '"' | '\'') => {
                inside = Some(letter);
                quotes.push(at);
            }
            (Some(quote), _) if quote == letter && !escaped => {
                inside = None;
                quotes.push(at);
            }
            _ => {}
        }
        escaped = letter == '\\' && !escaped && inside == Some('"');
    }
    let is_long = line.contains("\"\"\"") || line.contains("'''");
    if is_long || quotes.len().is_multiple_of(2) {
        return None;
    }
    // It is the text that contains the beginning of the next key, or that is directly followed by
    // another text.
    let swallows = |pair: &&[usize]| {
        let [start, end] = **pair else { return false };
        line.get(start..end).is_some_and(|text| text.trim_end().ends_with('='))
    };
    let found = quotes.chunks_exact(2).find(swallows).and_then(|pair| pair.first());
    found.or(quotes.last()).copied()
}

/// Refuses text that would break a line of a protocol or confuse a terminal.
fn refuse_control(place: &Span, text: &str) -> Result<(), VariantError> {
    // Quickly for nearly all texts.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Ok(());
    }
    match text.chars().find(|&letter| letter.is_control() || is_invisible(letter)) {
        Some(letter) => Err(VariantError::Written {
            place: place.clone(),
            message: format!(
                "expected text in one line, found the control character `{}`",
                letter.escape_unicode()
            ),
        }),
        None => Ok(()),
    }
}

/// Whether a character is invisible but moves or reorders others.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl Node {
    fn convert(
        source: &Arc<Source>,
        span: std::ops::Range<usize>,
        value: &DeValue<'_>,
    ) -> Result<Node, VariantError> {
        let place = Span::new(source, span);
        let value = match value {
            DeValue::String(text) => {
                refuse_control(&place, text)?;
                TomlValue::Text(text.to_string())
            }
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(number) => TomlValue::Number(number),
                Err(error) => {
                    return Err(VariantError::Written {
                        place,
                        message: format!("not a usable number: {error}"),
                    });
                }
            },
            DeValue::Boolean(flag) => TomlValue::Flag(*flag),
            DeValue::Array(items) => TomlValue::List(
                items
                    .iter()
                    .map(|item| Node::convert(source, item.span(), item.get_ref()))
                    .collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => TomlValue::Table(Tree::convert(source, table)?),
            DeValue::Float(digits) => TomlValue::Other(format!("the number {}", quoted(digits.as_str()))),
            DeValue::Datetime(date) => TomlValue::Other(format!("the date {date}")),
        };
        Ok(Node { place, value })
    }

    /// Another value at this place.
    pub fn with(&self, value: TomlValue) -> Node {
        Node { place: self.place.clone(), value }
    }

    /// An error about this value.
    pub fn error(&self, message: impl Into<String>) -> VariantError {
        VariantError::Written { place: self.place.clone(), message: message.into() }
    }

    /// The text it is.
    pub fn text(&self) -> Result<&str, VariantError> {
        match &self.value {
            TomlValue::Text(text) => Ok(text),
            _ => Err(self.expected("text")),
        }
    }

    /// The name for people in this node. Programs show it in one line, in quotes, and in lists that are
    /// separated by `///` and marked by a star, so it must not contain any of these.
    pub fn label(&self) -> Result<&str, VariantError> {
        let text = self.text()?;
        let wrong = match text {
            _ if text.trim() != text || text.is_empty() => Some("nothing or blanks at its ends"),
            _ if text.chars().count() > LONGEST_LABEL => Some("more than 80 letters"),
            _ if text.contains('"') => Some("a quotation mark"),
            _ if text.contains('=') => Some("an equals sign"),
            _ if text.contains("///") => Some("`///`"),
            _ if text.starts_with('*') => Some("a star at its beginning"),
            _ if text.contains(" -") => Some("a dash behind a blank"),
            _ => None,
        };
        match wrong {
            Some(wrong) => {
                Err(self.error(format!("expected a name that GUIs can show, found {wrong} in it")))
            }
            None => Ok(text),
        }
    }

    /// The flag it is.
    pub fn flag(&self) -> Result<bool, VariantError> {
        match self.value {
            TomlValue::Flag(flag) => Ok(flag),
            _ => Err(self.expected("true or false")),
        }
    }

    /// The whole number it is, within a range. `what` says in the plural what it counts.
    pub fn number<T: OfNumber>(&self, range: RangeInclusive<i64>, what: &str) -> Result<T, VariantError> {
        let number = match self.value {
            TomlValue::Number(number) => Some(number).filter(|number| range.contains(number)),
            _ => None,
        };
        let (first, last) = (range.start(), range.end());
        number
            .and_then(T::of)
            .ok_or_else(|| self.expected(&format!("{what}, a whole number from {first} to {last}")))
    }

    /// The table it is.
    pub fn table(&self) -> Result<&Tree, VariantError> {
        match &self.value {
            TomlValue::Table(table) => Ok(table),
            _ => Err(self.expected("a table")),
        }
    }

    /// One text or a list of texts, each with its node.
    pub fn texts(&self) -> Result<Vec<(&Node, &str)>, VariantError> {
        match &self.value {
            TomlValue::List(items) => items.iter().map(|item| Ok((item, item.text()?))).collect(),
            _ => Ok(vec![(self, self.text().map_err(|_| self.expected("text or a list of texts"))?)]),
        }
    }

    /// The error that says what was expected here and what was found.
    pub fn expected(&self, what: &str) -> VariantError {
        let found = match &self.value {
            TomlValue::Text(text) => format!("the text `{}`", quoted(text)),
            TomlValue::Number(number) => format!("the number {number}"),
            TomlValue::Flag(flag) => flag.to_string(),
            TomlValue::List(_) => "a list".into(),
            TomlValue::Table(_) => "a table".into(),
            TomlValue::Other(words) => words.clone(),
        };
        self.error(format!("expected {what}, found {found}"))
    }
}

pub(crate) trait OfNumber: Sized {
    fn of(number: i64) -> Option<Self>;
}

macro_rules! of_number {
    ($($type:ty)*) => { $(
        impl OfNumber for $type {
            fn of(number: i64) -> Option<$type> {
                number.try_into().ok()
            }
        }
    )* };
}

of_number! { u8 u16 i32 }

impl<T: OfNumber> OfNumber for Option<T> {
    fn of(number: i64) -> Option<Option<T>> {
        T::of(number).map(Some)
    }
}

impl KeyValue {
    /// An error about the key.
    pub fn error(&self, message: impl Into<String>) -> VariantError {
        VariantError::Written { place: self.place.clone(), message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{FEW_PAIRS, TomlValue, Tree, open_quote};
    use crate::rules::variant::error::{Origin, Source};

    /// A table of the keys `k1`, `k2` and so on, each with the same number.
    fn keys(range: std::ops::Range<usize>, number: u8) -> Tree {
        let lines: Vec<String> = range.map(|key| format!("k{key} = {number}\n")).collect();
        let source = Source { name: "keys".to_owned(), text: lines.concat(), origin: Origin::Brought };
        Tree::parse(&Arc::new(source)).unwrap()
    }

    #[test]
    fn large_tables_are_merged_as_small_ones() {
        for size in [2, FEW_PAIRS] {
            let mut merged = keys(0..2 * size, 1);
            merged.merge(&keys(size..3 * size, 2));
            let found: Vec<_> = merged.iter().map(|entry| (entry.key.as_str(), &entry.node.value)).collect();
            assert_eq!(found.len(), 3 * size);
            for (line, (key, value)) in found.into_iter().enumerate() {
                let wanted = if line < size { 1 } else { 2 };
                assert_eq!(key, format!("k{line}"));
                assert!(matches!(value, TomlValue::Number(number) if *number == wanted), "{key}: {value:?}");
            }
        }
    }

    #[test]
    fn the_text_without_an_end_is_found() {
        for (line, at) in [
            ("title = \"Chess", Some(8)),
            ("N = { name = \"Statue, betza = \"\" }", Some(13)),
            ("N = { name = \"Statue, betza = \"N\" }", Some(13)),
            ("N = { name = \"Statue\", betza = \"N }", Some(31)),
            ("title = \"a \\\" b\"", None),
            ("title = 1 # \"", None),
            ("title = 'a\"b' x", None),
            ("title = 'ab", Some(8)),
        ] {
            assert_eq!(open_quote(line), at, "{line}");
        }
    }
}
