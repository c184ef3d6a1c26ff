//! Why a request of a person is refused.

use std::io;
use std::path::PathBuf;

use super::clocks::ClockError;
use crate::rules::position::FenError;
use crate::rules::variant::VariantError;
use crate::session::library::NameError;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// The variant cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A position that is not legal in the game.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A text that is not a clock.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
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
