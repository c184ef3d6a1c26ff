//! Sections and entries of an ini file, with their lines. The crate that reads them tells no lines, so
//! these are found again in the text.

use ini::{Ini, ParseOption};

use super::ImportError;

/// A section: a game and its rules.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub name: String,
    /// The game whose rules it begins with, after a colon.
    pub parent: Option<String>,
    /// Its line in the file, from 1.
    pub line: usize,
    pub entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub value: String,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// Reads the sections of a text, in order.
///
/// # Errors
/// If it is no ini file, with the line.
pub(super) fn sections(text: &str) -> Result<Vec<Section>, ImportError> {
    let options = ParseOption { enabled_quote: false, enabled_escape: false, ..ParseOption::default() };
    let read = Ini::load_from_str_opt(text, options).map_err(|error| ImportError {
        line: error.line,
        message: format!("not an ini file: {}", error.msg),
    })?;
    let mut lines = Lines { rest: text.lines().enumerate().peekable() };
    let mut sections = Vec::new();
    for (header, properties) in &read {
        let Some(header) = header else { continue };
        let line = lines.find(|line| line.trim_start().starts_with('['));
        let (name, parent) = match header.split_once(':') {
            Some((name, parent)) => (name.trim(), Some(parent.trim().to_string())),
            None => (header.trim(), None),
        };
        let entries = properties.iter().map(|(key, value)| Entry {
            key: key.to_string(),
            value: value.trim().to_string(),
            line: lines.find(|line| key_of(line) == Some(key)),
        });
        sections.push(Section { name: name.to_string(), parent, line, entries: entries.collect() });
    }
    Ok(sections)
}

/// The key that a line gives a value, if it does.
fn key_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with(['#', ';', '[']) {
        return None;
    }
    line.split_once(['=', ':']).map(|(key, _)| key.trim())
}

/// The lines of a text that have not been passed yet.
struct Lines<'a> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
}

impl Lines<'_> {
    /// The number of the next line that fits. The lines before it are passed.
    fn find(&mut self, fits: impl Fn(&str) -> bool) -> usize {
        self.rest.find(|(_, line)| fits(line)).map_or(0, |(index, _)| index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_know_their_lines() {
        let text = "# games\n[a]\nking = k\n\n[b:a]\n; a note\n# king = x\nking = k:KN\n";
        let read = sections(text).unwrap();
        assert_eq!((read[1].name.as_str(), read[1].parent.as_deref(), read[1].line), ("b", Some("a"), 5));
        let entry = Entry { key: "king".into(), value: "k:KN".into(), line: 8 };
        assert_eq!(read[1].entries, [entry]);
        assert!(sections("[a]\nking\n").is_err());
    }
}
