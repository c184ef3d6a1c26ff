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

/// A question that a person answers with `yes` or `no`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether to resign.
    Resign,
    /// Whether to continue the newest unfinished game.
    Resume,
    /// Whether to delete the saved game of this name.
    Delete(String),
}

/// What a game says and asks.
#[derive(Debug, Default)]
pub(super) struct Voice {
    /// The reports that nobody has taken yet, in order.
    notes: VecDeque<Note>,
    /// What the person has been asked.
    question: Option<Question>,
}

impl Voice {
    /// An answer or an event.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notes.push_back(Note::Say(text.into()));
    }

    /// A refusal with its reason.
    pub(super) fn refuse(&mut self, reason: impl Into<String>) {
        self.notes.push_back(Note::Fault(reason.into()));
    }

    /// A longer text.
    pub(super) fn page(&mut self, title: impl Into<String>, lines: Vec<String>) {
        self.notes.push_back(Note::Page(title.into(), lines));
    }

    /// Any report.
    pub(super) fn note(&mut self, note: Note) {
        self.notes.push_back(note);
    }

    /// Refusals, then answers.
    pub(super) fn say_all(
        &mut self,
        faults: impl IntoIterator<Item = String>,
        answers: impl IntoIterator<Item = String>,
    ) {
        self.notes.extend(faults.into_iter().map(Note::Fault));
        self.notes.extend(answers.into_iter().map(Note::Say));
    }

    /// The next line of the person may answer this question.
    pub(super) fn ask(&mut self, question: Question) {
        self.question = Some(question);
    }

    /// The question that the person has been asked. It is asked only once.
    pub(super) fn take_question(&mut self) -> Option<Question> {
        self.question.take()
    }

    /// Everything reported since the last call.
    pub(super) fn take(&mut self) -> Vec<Note> {
        self.notes.drain(..).collect()
    }
}
