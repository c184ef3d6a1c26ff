//! Why something that a person asks for is not done.

use std::io;
use std::path::PathBuf;

use super::clocks::ClockError;
use crate::library::NameError;
use crate::position::FenError;
use crate::variant::VariantError;

/// Why something is not done.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// The variant cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// No game has such a position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// That is no clock.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A saved game cannot have a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Something else, in words.
    #[error("{0}")]
    Said(String),
}

impl From<&str> for NotDone {
    fn from(text: &str) -> NotDone {
        NotDone::Said(text.to_string())
    }
}
