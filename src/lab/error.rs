//! Why an experiment cannot go on.

use std::io;
use std::path::PathBuf;

use super::tune::TuneError;
use crate::search::params::ParamsError;
use crate::tools::ToolError;
use crate::variant::VariantError;

/// Why an experiment cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A file of games that another run has begun.
    #[error("{}: expected the first line `{expected}`", path.display())]
    Shard {
        /// The file.
        path: PathBuf,
        /// What this run would have written.
        expected: String,
    },
    /// Numbers of the search that cannot be used.
    #[error("{}: {source}", path.display())]
    Params {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ParamsError,
    },
    /// Numbers of the search without the number of steps that have led to them.
    #[error("{}: expected the second line `# steps` with their number", path.display())]
    Steps {
        /// The file.
        path: PathBuf,
    },
    /// Weights that cannot be fitted.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// What ends every other command, too: an unknown variant, a file that cannot be read, Ctrl-C.
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
