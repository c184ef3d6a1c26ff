//! A variant file as a tree of values that remember where they were written.
//!
//! TOML's own value type forgets places as soon as two files are merged; this one keeps them, so
//! an error in a merged definition still points into the file it came from. What the keys may be
//! is `keys`; what they mean is `read`.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::error::{Place, Source, VariantError};

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub place: Place,
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Node>),
    Table(Tree),
}

/// A table, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    entries: Vec<KeyValue>,
}

/// One line of a table.
#[derive(Clone, Debug)]
pub(super) struct KeyValue {
    pub key: String,
    /// Where the key stands.
    pub place: Place,
    pub node: Node,
}

impl Tree {
    /// Reads a file.
    pub fn parse(source: &Arc<Source>) -> Result<Tree, VariantError> {
        let document = DeTable::parse(&source.text).map_err(|error| VariantError::Written {
            place: Place::new(source, error.span().unwrap_or(0..0)),
            message: error.message().to_string(),
        })?;
        Tree::convert(source, document.get_ref())
    }

    fn convert(source: &Arc<Source>, table: &DeTable<'_>) -> Result<Tree, VariantError> {
        let mut entries = Vec::new();
        for (key, value) in table {
            entries.push(KeyValue {
                key: key.get_ref().to_string(),
                place: Place::new(source, key.span()),
                node: Node::convert(source, value.span(), value.get_ref())?,
            });
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
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// All lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = &KeyValue> {
        self.entries.iter()
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

    /// Adds a line that has the place of its value.
    pub fn push(&mut self, key: &str, node: Node) {
        self.entries.push(KeyValue { key: key.to_string(), place: node.place.clone(), node });
    }

    /// Takes `key` out.
    pub fn remove(&mut self, key: &str) {
        self.entries.retain(|entry| entry.key != key);
    }

    /// Lays `patch` over this table: tables are merged key by key, anything else is replaced and
    /// brings its place along. New keys go last.
    pub fn merge(&mut self, patch: &Tree) {
        for new in &patch.entries {
            match self.entries.iter_mut().find(|old| old.key == new.key) {
                Some(KeyValue { node: Node { value: Value::Table(old), .. }, .. })
                    if matches!(new.node.value, Value::Table(_)) =>
                {
                    if let Value::Table(table) = &new.node.value {
                        old.merge(table);
                    }
                }
                Some(old) => *old = new.clone(),
                None => self.entries.push(new.clone()),
            }
        }
    }
}

impl Node {
    fn convert(
        source: &Arc<Source>,
        span: std::ops::Range<usize>,
        value: &DeValue<'_>,
    ) -> Result<Node, VariantError> {
        let place = Place::new(source, span);
        let value = match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(number) => Value::Number(number),
                Err(error) => {
                    return Err(VariantError::Written {
                        place,
                        message: format!("not a usable number: {error}"),
                    });
                }
            },
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Array(items) => Value::List(
                items
                    .iter()
                    .map(|item| Node::convert(source, item.span(), item.get_ref()))
                    .collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => Value::Table(Tree::convert(source, table)?),
            DeValue::Float(_) | DeValue::Datetime(_) => {
                return Err(VariantError::Written {
                    place,
                    message: "expected text, a whole number, a list or a table".into(),
                });
            }
        };
        Ok(Node { place, value })
    }

    /// Another value at this place.
    pub fn with(&self, value: Value) -> Node {
        Node { place: self.place.clone(), value }
    }

    /// An error about this value.
    pub fn error(&self, message: impl Into<String>) -> VariantError {
        VariantError::Written { place: self.place.clone(), message: message.into() }
    }

    /// The text it is.
    pub fn text(&self) -> Result<&str, VariantError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.expected("text")),
        }
    }

    /// The flag it is.
    pub fn flag(&self) -> Result<bool, VariantError> {
        match self.value {
            Value::Flag(flag) => Ok(flag),
            _ => Err(self.expected("true or false")),
        }
    }

    /// The whole number it is, within the range of `T`.
    pub fn number<T: TryFrom<i64>>(&self) -> Result<T, VariantError> {
        match self.value {
            Value::Number(number) => {
                T::try_from(number).map_err(|_| self.error(format!("{number} is out of range")))
            }
            _ => Err(self.expected("a whole number")),
        }
    }

    /// The table it is.
    pub fn table(&self) -> Result<&Tree, VariantError> {
        match &self.value {
            Value::Table(table) => Ok(table),
            _ => Err(self.expected("a table")),
        }
    }

    /// One text or a list of texts, each with its node.
    pub fn texts(&self) -> Result<Vec<(&Node, &str)>, VariantError> {
        match &self.value {
            Value::List(items) => items.iter().map(|item| Ok((item, item.text()?))).collect(),
            _ => Ok(vec![(self, self.text().map_err(|_| self.expected("text or a list of texts"))?)]),
        }
    }

    /// The error that says what was expected here and what was found.
    pub fn expected(&self, what: &str) -> VariantError {
        let found = match &self.value {
            Value::Text(text) => format!("the text `{text}`"),
            Value::Number(number) => format!("the number {number}"),
            Value::Flag(flag) => flag.to_string(),
            Value::List(_) => "a list".into(),
            Value::Table(_) => "a table".into(),
        };
        self.error(format!("expected {what}, found {found}"))
    }
}

impl KeyValue {
    /// An error about the key.
    pub fn error(&self, message: impl Into<String>) -> VariantError {
        VariantError::Written { place: self.place.clone(), message: message.into() }
    }
}
