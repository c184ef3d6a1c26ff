//! Why a command, or a request of a person in a game, does not do its work.

use std::io;
use std::path::{Path, PathBuf};

use crate::engine::solve::SolveError;
use crate::rules::betza::BetzaError;
use crate::rules::export::fairy_stockfish::ExportError;
use crate::rules::position::FenError;
use crate::rules::variant::VariantError;

/// Why a command does not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A request that cannot be carried out, in words.
    #[error("{0}")]
    Usage(String),
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Ctrl-C. Partial results have been printed.
    #[error("interrupted")]
    Interrupted,
    /// Input or output fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Error {
    /// What an error of the system about a file becomes.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> Error + Copy {
        move |source| Error::File { path: path.to_owned(), source }
    }

    /// A request that cannot be carried out, for this reason.
    #[allow(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
    pub fn usage(reason: impl ToString) -> Error {
        Error::Usage(reason.to_string())
    }
}

/// Errors whose message says all.
macro_rules! in_words {
    ($($error:ty),+) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::usage(error)
            }
        })+
    };
}

in_words!(BetzaError, ExportError, FenError, SolveError, VariantError);
