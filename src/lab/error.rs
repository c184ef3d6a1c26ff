//! Why a lab command cannot continue.

use std::io;
use std::path::PathBuf;

use super::tune::TuneError;
use crate::commands::ToolError;
use crate::rules::variant::VariantError;

/// Why a lab command cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A file of games of another run.
    #[error("{}: expected the first line `{expected}`", path.display())]
    Shard {
        /// The file.
        path: PathBuf,
        /// The line that this run would have written.
        expected: String,
    },
    /// Weights that cannot be fitted.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// An error that any command can have: an unknown variant, an unreadable file, Ctrl-C.
    #[error(transparent)]
    Tool(#[from] ToolError),
}

impl From<io::Error> for LabError {
    fn from(error: io::Error) -> LabError {
        LabError::Tool(error.into())
    }
}

impl From<VariantError> for LabError {
    fn from(error: VariantError) -> LabError {
        LabError::Tool(error.into())
    }
}
