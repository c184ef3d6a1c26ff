//! Why a variant was refused, and the responsible place in the author's file.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::base::suggest::nearest;
use crate::base::text::{self, printable, quoted};
use crate::rules::geometry::Color;

/// The maximum number of characters in a message. Some messages quote from a file.
const LONGEST_MESSAGE: usize = 1000;
/// The maximum number of known names to list for an unknown one.
const LISTED: usize = 16;

/// Why a variant was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// An unknown name.
    #[error("{}", printable(&.0.to_string(), LONGEST_MESSAGE))]
    Unknown(Unknown),
    /// A text form that cannot be read, or that asks a variant for something it does not have.
    #[error("{}", printable(&.0.to_string(), LONGEST_MESSAGE))]
    Name(#[from] NameFault),
    /// Choices that the variant's own rules do not allow, alone or together.
    #[error("{}", printable(&.0.to_string(), LONGEST_MESSAGE))]
    Refused(#[from] RefusedChoice),
    /// A file that could not be read at all.
    #[error("cannot read `{}`: {reason}", printable(path, LONGEST_MESSAGE))]
    File {
        /// The file or folder.
        path: String,
        /// The error of the system.
        reason: String,
    },
    /// A fault in a file.
    #[error("{place}: {}\n{}", printable(message, LONGEST_MESSAGE), place.picture())]
    Written {
        /// Its place.
        place: Span,
        /// What was expected and what was found.
        message: String,
    },
    /// A definition that is well-formed but beyond what the program can play.
    #[error("{}", printable(.0, LONGEST_MESSAGE))]
    Limit(String),
}

/// An unknown name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// What it should name: `variant`.
    pub what: String,
    /// The name.
    pub name: String,
    /// The known names.
    pub known: Vec<String>,
}

impl Unknown {
    /// The known name that was probably meant.
    pub fn nearest(&self) -> Option<&str> {
        nearest(&self.name, self.known.iter().map(String::as_str))
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`: ", self.what, quoted(&self.name))?;
        match self.nearest() {
            Some(near) => write!(f, "did you mean `{near}`?"),
            None if self.known.len() > LISTED => {
                write!(
                    f,
                    "none of the {} known names is similar (`fibnif list` shows them)",
                    self.known.len()
                )
            }
            None => write!(f, "expected {}", listed(self.known.iter().map(String::as_str))),
        }
    }
}

/// Names in a message, each in backquotes.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

impl VariantError {
    /// A definition beyond what the program can play. `message` states the limit and what was needed.
    pub fn limit(message: impl Into<String>) -> VariantError {
        VariantError::Limit(message.into())
    }

    /// The same error with its place, if that is known now and was not before.
    #[must_use]
    pub fn at(self, place: Option<Span>) -> VariantError {
        match (self, place) {
            (VariantError::Limit(message), Some(place)) => VariantError::Written { place, message },
            (error, _) => error,
        }
    }

    /// The message without the picture of the line, for protocols that have one line for it.
    pub fn brief(&self) -> String {
        match self {
            VariantError::Written { place, message } => {
                format!("{place}: {}", printable(message, LONGEST_MESSAGE))
            }
            other => other.to_string(),
        }
    }

    /// Where it was written, if it is about a file's contents.
    pub fn place(&self) -> Option<&Span> {
        match self {
            VariantError::Written { place, .. } => Some(place),
            _ => None,
        }
    }
}

/// A file's text, for error messages that point into it.
#[derive(PartialEq, Eq, Debug)]
pub struct Source {
    /// The file's name for display.
    pub name: String,
    /// Everything in it.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a file comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is built into the program, so the user cannot fix it.
    Shipped,
    /// It is a file of the user.
    Brought,
}

/// A range in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    source: Arc<Source>,
    span: Range<usize>,
}

impl Span {
    /// The bytes `span` of `source`, extended to whole characters.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Span {
        let text = &source.text;
        let (mut start, mut end) = (span.start.min(text.len()), span.end.min(text.len()));
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Span { source: Arc::clone(source), span: start..end.max(start) }
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.source.text[..self.line_start()].matches('\n').count() + 1
    }

    /// The column in characters, from 1.
    pub fn column(&self) -> usize {
        self.source.text[self.line_start()..self.span.start].chars().count() + 1
    }

    /// The place of a part of the quoted text at this place; `part` are bytes of `value`. Falls back to
    /// the whole text if the file has escapes in it.
    #[must_use]
    pub fn within(&self, value: &str, part: Range<usize>) -> Span {
        match self.source.text[self.span.clone()].find(value) {
            Some(at) => {
                Span::new(&self.source, self.span.start + at + part.start..self.span.start + at + part.end)
            }
            None => self.clone(),
        }
    }

    /// The byte offset at which it starts, which orders places in one file.
    pub(crate) fn start(&self) -> usize {
        self.span.start
    }

    /// The byte offset at which it ends.
    pub(super) fn end(&self) -> usize {
        self.span.end
    }

    /// Where the file comes from.
    pub(crate) fn origin(&self) -> Origin {
        self.source.origin
    }

    /// The line with carets under the range. Of a long line, only the part around the range is shown.
    pub fn picture(&self) -> String {
        let start = self.line_start();
        let line = self.source.text[start..].lines().next().unwrap_or_default();
        let inside = self.source.text[self.span.clone()].lines().next().unwrap_or_default();
        let at = self.span.start - start;
        text::picture(line, at..at + inside.len())
    }

    fn line_start(&self) -> usize {
        self.source.text[..self.span.start].rfind('\n').map_or(0, |newline| newline + 1)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = printable(self.file(), LONGEST_MESSAGE);
        write!(f, "{file}:{}:{}", self.line(), self.column())
    }
}

/// The form of a name, in words.
pub(super) const NAME: &str = "a name of at most 40 letters, digits, `-` and `_`";

/// The fault of a name or a text form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameFault {
    /// A file's name is not a valid name.
    #[error("{path}: the file is called after what it holds: expected {NAME}, found `{id}`")]
    OfFile {
        /// The file.
        path: String,
        /// Its name without `.toml`.
        id: String,
    },
    /// A variant has no starting position.
    #[error("`{0}` has no `start`: no board and no array")]
    NoStart(String),
    /// Something between semicolons is not a choice with a value.
    #[error("expected CHOICE=VALUE after `;` in `{text}`, found `{part}`")]
    NoValue {
        /// The text form.
        text: String,
        /// The text there.
        part: String,
    },
    /// There is nothing to choose, or nothing for a side.
    #[error("`{variant}` has {what}, found `{found}`")]
    NoChoice {
        /// The variant.
        variant: String,
        /// What the variant lacks: `no armies`.
        what: &'static str,
        /// What was requested.
        found: String,
    },
    /// A side was named for a choice that applies to both.
    #[error("`{0}` is chosen for the game, not for a side")]
    OfTheGame(String),
    /// The text after the plus is not a pick.
    #[error("expected ROLE=AUGMENTER, found `{0}`")]
    NoPick(String),
    /// A pick is for a role that cannot be augmented.
    #[error("there is no role `{role}` in `{pick}`: {}", expected_roles(roles))]
    NoRole {
        /// The role.
        role: String,
        /// The whole pick.
        pick: String,
        /// The possible roles.
        roles: Vec<String>,
    },
    /// A file is neither an army nor a variant.
    #[error(
        "expected the pieces of an army (`pieces.R = {{ .. }}`), or a variant with `start` or `extends`; \
         found neither"
    )]
    NoPieces,
    /// An army is named where a variant is expected.
    #[error("`{army}` is an army, not a variant: write `{form}`")]
    Army {
        /// The army.
        army: String,
        /// The text form of the first variant that has it.
        form: String,
    },
    /// A shipped game has more pieces than this build of the program has room for.
    #[error("`{0}` needs a program with room for more pieces: `cargo build --release --features large`")]
    TooLarge(String),
    /// Something else is named where a variant is expected.
    #[error("`{text}` is {what}: write {instead}")]
    Misplaced {
        /// What was named.
        text: String,
        /// What it is.
        what: &'static str,
        /// What is right.
        instead: String,
    },
    /// An army's roles fit no variant.
    #[error("no variant takes the army `{army}`, which fills {roles}: expected {}", wanted.join(" or "))]
    UnusedArmy {
        /// The army.
        army: String,
        /// The roles it fills.
        roles: String,
        /// The roles that variants need.
        wanted: Vec<String>,
    },
}

fn expected_roles(roles: &[String]) -> String {
    if roles.is_empty() {
        return "nothing can be augmented here".into();
    }
    format!("expected one of {}", roles.join(" "))
}

/// Why a variant's own rules refuse a choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefusedChoice {
    /// A side uses an augmenter twice.
    #[error("{color} uses `{augmenter}` twice, for {first} and for {second}: once is allowed")]
    Twice {
        /// The side.
        color: Color,
        /// The augmenter.
        augmenter: String,
        /// The role that has it first.
        first: String,
        /// The role that has it again.
        second: String,
    },
    /// A side augments by a piece that it has as a basic piece.
    #[error("{color} has `{augmenter}` as the basic piece of {base}, so it cannot augment {role} as well")]
    BaseUsed {
        /// The side.
        color: Color,
        /// The augmenter.
        augmenter: String,
        /// The role whose basic piece it is.
        base: String,
        /// The role that it was picked for.
        role: String,
    },
    /// An augmenter adds no move.
    #[error("{what} adds nothing: every move of {augmenter} is a move of the {piece} already")]
    AddsNothing {
        /// The augmented piece: `R+W`.
        what: String,
        /// The augmenter.
        augmenter: String,
        /// The piece without it.
        piece: String,
    },
    /// A basic piece and an augmenter cannot be combined according to the file.
    #[error("`{what}` is not allowed: {reason}")]
    Forbidden {
        /// The augmented piece.
        what: String,
        /// The reason in the file's words, or what the piece can be combined with.
        reason: String,
    },
}
