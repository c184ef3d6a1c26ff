//! Why a match cannot be played.

use std::path::PathBuf;

use crate::arena::readiness::Stopped;
use crate::arena::resume::{Difference, Foreign};

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A request that cannot be fulfilled.
    #[error("{0}")]
    Wish(String),
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A match to resume without a file of its games.
    #[error("`--resume` continues the games of a PGN file: add `--save FILE.pgn`")]
    NothingToResume,
    /// A file that would be overwritten.
    #[error(
        "{} already exists: add --resume to continue its match, or choose another name",
        path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A file without the terms of its match.
    #[error("{} does not start with the terms of a match, so --resume cannot continue it", path.display())]
    NoTerms {
        /// The file.
        path: PathBuf,
    },
    /// A file of another match.
    #[error(
        "{} holds a match with other terms: use the same terms or another file\n  {}",
        path.display(),
        differences.iter().map(Difference::to_string).collect::<Vec<_>>().join("\n  ")
    )]
    Terms {
        /// The file.
        path: PathBuf,
        /// The differences.
        differences: Vec<Difference>,
    },
    /// A file with games of another match.
    #[error("{}: {source}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its fault.
        source: Foreign,
    },
    /// Players that cannot play.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
