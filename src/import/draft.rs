//! A variant file while it is put together, and its text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use crate::base::page::wrapped;
use crate::rules::letter::Letter;

/// A variant file.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub title: String,
    pub source: Option<String>,
    /// The starting position, in roles.
    pub start: String,
    /// Sets of squares by name, as White counts them.
    pub zones: Vec<(String, String)>,
    /// The piece types by role.
    pub pieces: Vec<(Letter, Table)>,
    pub hands: Table,
    pub rules: Table,
}

impl Draft {
    /// The name of a zone with these squares, which is added if there is none yet.
    pub(super) fn zone(&mut self, wanted: &str, squares: String) -> String {
        if let Some((name, _)) = self.zones.iter().find(|(_, known)| *known == squares) {
            return name.clone();
        }
        let free = |name: &String| self.zones.iter().all(|(known, _)| known != name);
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        let name = std::iter::once(wanted.to_string()).chain(numbered).find(free).unwrap_or_default();
        self.zones.push((name.clone(), squares));
        name
    }

    /// Leaves out the piece types that never occur: those neither at the start nor in hand, and that no other
    /// becomes.
    pub(super) fn without_unused(mut self) -> Draft {
        let used = self.start.split(' ').next().unwrap_or_default();
        let mut used: BTreeSet<Letter> = Letter::all(used).map(Letter::upper).collect();
        used.extend(letters(self.hands.get("stock")));
        loop {
            let before = used.len();
            for (_, piece) in self.pieces.iter().filter(|(role, _)| used.contains(role)).collect::<Vec<_>>() {
                for key in ["promotes", "becomes", "promoted", "hand"] {
                    used.extend(letters(piece.get(key)));
                }
            }
            if used.len() == before {
                break;
            }
        }
        let unused: BTreeSet<Letter> =
            self.pieces.iter().map(|(role, _)| *role).filter(|role| !used.contains(role)).collect();
        self.pieces.retain(|(role, _)| used.contains(role));
        let tables = self.pieces.iter_mut().map(|(_, piece)| piece).chain([&mut self.rules]);
        for value in tables.flat_map(|table| table.iter_mut().map(|(_, value)| value)) {
            forget(value, &unused);
        }
        self
    }

    /// The text of the file. `notes` say what the original has and the file does not.
    pub(super) fn text(&self, notes: &[String]) -> String {
        let mut text = String::new();
        for line in notes.iter().flat_map(|note| wrapped(note, 106)) {
            let _ = writeln!(text, "# {line}");
        }
        if !notes.is_empty() {
            text.push('\n');
        }
        let quoted = |text: &str| Value::from(text).to_string();
        let _ = writeln!(text, "title = {}", quoted(&self.title));
        if let Some(source) = &self.source {
            let _ = writeln!(text, "source = {}", quoted(source));
        }
        let _ = writeln!(text, "start = {}", quoted(&self.start));
        if !self.zones.is_empty() {
            let _ = writeln!(text, "\n[zone]");
        }
        for (name, squares) in &self.zones {
            let _ = writeln!(text, "{name}.squares = {}", quoted(squares));
        }
        let _ = writeln!(text, "\n[pieces]");
        for (role, piece) in &self.pieces {
            let key = if role.is_dressed() { quoted(&role.to_string()) } else { role.to_string() };
            let _ = writeln!(text, "{key} = {}", Value::Table(piece.clone()));
        }
        for (name, table) in [("hands", &self.hands), ("rules", &self.rules)] {
            if !table.is_empty() {
                let _ = writeln!(text, "\n[{name}]");
            }
            for (key, value) in table {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        text
    }
}

/// The roles that a value names, at any depth.
fn letters(value: Option<&Value>) -> Vec<Letter> {
    match value {
        Some(Value::String(text)) => {
            Letter::all(text).filter(|letter| letter.base().is_ascii_uppercase()).collect()
        }
        Some(Value::Array(values)) => values.iter().flat_map(|value| letters(Some(value))).collect(),
        Some(Value::Table(table)) => table.iter().flat_map(|(_, value)| letters(Some(value))).collect(),
        _ => Vec::new(),
    }
}

/// Removes roles from the lists of a value, and tables' entries for them.
fn forget(value: &mut Value, roles: &BTreeSet<Letter>) {
    let is_one = |text: &str| Letter::read(text).is_some_and(|role| roles.contains(&role));
    match value {
        Value::Array(values) => {
            let is_left = |value: &Value| !value.as_str().is_some_and(is_one);
            if values.iter().any(is_left) {
                values.retain(is_left);
            }
        }
        Value::Table(table) => {
            table.retain(|key, _| !is_one(key));
            table.iter_mut().for_each(|(_, value)| forget(value, roles));
        }
        _ => {}
    }
}

/// A table of one key.
pub(super) fn table<const N: usize>(entries: [(&str, Value); N]) -> Table {
    entries.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// A list of roles.
pub(super) fn roles(roles: impl IntoIterator<Item = Letter>) -> Value {
    Value::Array(roles.into_iter().map(|role| Value::from(role.to_string())).collect())
}
