//! Why weights cannot be fitted.

use std::path::PathBuf;

use crate::eval::WeightsError;
use crate::eval::net::NetworkError;
use crate::variant::VariantError;

/// Why weights cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A line that is no game.
    #[error("{} line {line}: expected variant, result and moves, found `{found}`", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is there instead.
        found: String,
    },
    /// Games whose files ask for weights of their own.
    #[error(
        "expected games that have the same weights, found {} and {}, whose files ask for different ones",
        games[0],
        games[1]
    )]
    Unlike {
        /// Two of them.
        games: [String; 2],
    },
    /// A file that holds no net.
    #[error("{}: {source}", path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: NetworkError,
    },
    /// A variant that cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A file that holds no weights.
    #[error("{}: {source}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: WeightsError,
    },
    /// A state of a training that is none, or of another one.
    #[error("{}: expected the state of this training, which begins with `{expected}`, found {found}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// How it would begin.
        expected: String,
        /// How it does.
        found: String,
    },
    /// No position to learn from.
    #[error("the shards hold no calm position with a score")]
    Nothing,
}
