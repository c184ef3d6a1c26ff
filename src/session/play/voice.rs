//! The voice of a game: what it has to report, until somebody takes it.

use std::collections::VecDeque;

/// Something that a session reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An answer or an event.
    Say(String),
    /// A refusal with its reason.
    Fault(String),
    /// A longer text: its title and its lines.
    Page(String, Vec<String>),
    /// Lines of an analysis.
    Lines(Vec<String>),
    /// The position has changed.
    Board,
    /// The board must be shown, as asked.
    Draw,
    /// The game is over.
    Over(String),
    /// The program must end.
    Quit,
}

/// The reports that nobody has taken yet, in order.
#[derive(Debug, Default)]
pub(super) struct Voice(VecDeque<Note>);

impl Voice {
    /// An answer or an event.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.0.push_back(Note::Say(text.into()));
    }

    /// A refusal with its reason.
    pub(super) fn refuse(&mut self, reason: impl Into<String>) {
        self.0.push_back(Note::Fault(reason.into()));
    }

    /// A longer text.
    pub(super) fn page(&mut self, title: impl Into<String>, lines: Vec<String>) {
        self.0.push_back(Note::Page(title.into(), lines));
    }

    /// Any report.
    pub(super) fn note(&mut self, note: Note) {
        self.0.push_back(note);
    }

    /// Refusals, then answers.
    pub(super) fn say_all(
        &mut self,
        faults: impl IntoIterator<Item = String>,
        answers: impl IntoIterator<Item = String>,
    ) {
        self.0.extend(faults.into_iter().map(Note::Fault));
        self.0.extend(answers.into_iter().map(Note::Say));
    }

    /// Everything reported since the last call.
    pub(super) fn take(&mut self) -> Vec<Note> {
        self.0.drain(..).collect()
    }
}
