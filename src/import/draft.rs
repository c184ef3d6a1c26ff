//! A variant file while it is put together, and its text.

use std::fmt::Write as _;

use toml::{Table, Value};

use crate::base::page::wrapped;

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
    pub pieces: Vec<(char, Table)>,
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
            let _ = writeln!(text, "{role} = {}", Value::Table(piece.clone()));
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

/// A table of one key.
pub(super) fn table<const N: usize>(entries: [(&str, Value); N]) -> Table {
    entries.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// A list of roles.
pub(super) fn roles(roles: impl IntoIterator<Item = char>) -> Value {
    Value::Array(roles.into_iter().map(|role| Value::from(role.to_string())).collect())
}
