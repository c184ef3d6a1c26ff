//! A variant file while it is written, and what does not fit into it.

use super::state::State;
use crate::import::Note;
use crate::import::draft::Draft;

/// A file while it is written, and what does not fit into it.
pub(super) struct Writer<'a> {
    pub state: &'a State,
    pub draft: Draft,
    pub refused: Vec<Note>,
    pub notes: Vec<Note>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(state: &'a State) -> Writer<'a> {
        Writer { state, draft: Draft::default(), refused: Vec::new(), notes: Vec::new() }
    }

    /// Refuses the game because of a key.
    pub(super) fn refuse(&mut self, key: &str, why: &str) {
        let value = self.state.text(key).map(|value| format!(" = {value}")).unwrap_or_default();
        let text =
            format!("`{key}{value}` cannot be expressed{}{why}", if why.is_empty() { "" } else { ": " });
        self.refused.push(Note::new(self.state.line(key), text));
    }

    /// Notes that a key is left out.
    pub(super) fn leave_out(&mut self, key: &str) {
        let value = self.state.text(key).unwrap_or_default();
        self.notes.push(Note::new(self.state.line(key), format!("`{key} = {value}`")));
    }
}
