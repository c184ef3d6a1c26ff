//! Why weights cannot be fitted.

use std::path::PathBuf;

use crate::base::network::NetworkError;
use crate::engine::eval::WeightsError;
use crate::rules::variant::VariantError;

/// Why weights cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A line that is not a game.
    #[error("{} line {line}: expected variant, result and moves, found `{found}`", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// Games of variants with different weights.
    #[error(
        "expected games of variants with the same weights, found {} and {}, whose files name different ones",
        games[0],
        games[1]
    )]
    Unlike {
        /// Two of the variants.
        games: [String; 2],
    },
    /// A file that is not a net.
    #[error("{}: {source}", path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// Its fault.
        source: NetworkError,
    },
    /// A variant that cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A file that does not contain weights.
    #[error("{}: {source}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// Its fault.
        source: WeightsError,
    },
    /// A file that is not the state of this training.
    #[error("{}: expected the state of this training, which starts with `{expected}`, found \
             {found}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// Its expected start.
        expected: String,
        /// Its start.
        found: String,
    },
    /// No position to learn from.
    #[error("the shards contain no quiet position with a score")]
    Nothing,
}
