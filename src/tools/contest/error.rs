//! Why a match cannot be played.

use std::path::PathBuf;

use crate::arena::readiness::Stopped;
use crate::arena::resume::{Difference, Foreign};

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A wish that cannot be fulfilled.
    #[error("{0}")]
    Wish(String),
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A match is to be gone on with, and no file has its games.
    #[error("`--resume` goes on with the games of `--save FILE`: expected the file in PGN")]
    NothingToResume,
    /// A file that would be overwritten.
    #[error(
        "{} exists: give --resume to go on with its match from the PGN, or another name to begin a new one",
        path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A file that does not say what its games were played by.
    #[error("{} does not begin with the terms of a match: --resume cannot go on with its games", path.display())]
    NoTerms {
        /// The file.
        path: PathBuf,
    },
    /// A file of another match.
    #[error(
        "{} holds another match: give the same terms or another file\n  {}",
        path.display(),
        differences.iter().map(Difference::to_string).collect::<Vec<_>>().join("\n  ")
    )]
    Terms {
        /// The file.
        path: PathBuf,
        /// In what it differs.
        differences: Vec<Difference>,
    },
    /// A file with games of another match.
    #[error("{}: {source}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Foreign,
    },
    /// Players that cannot play.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
