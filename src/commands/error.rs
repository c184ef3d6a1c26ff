//! Why a tool could not do its work.

use std::io;
use std::path::PathBuf;

use super::contest::ContestError;
use crate::base::text::quoted;
use crate::engine::solve::SolveError;
use crate::rules::betza::BetzaError;
use crate::rules::export::fairy_stockfish::ExportError;
use crate::rules::position::FenError;
use crate::rules::variant::VariantError;

/// Why a tool could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// A variant that is unknown, malformed or impossible.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A bad position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word that names no variant and no piece and is not notation, but is similar to a known name.
    #[error("`{}` is not a variant, a piece or a line of notation. Did you mean `{nearest}`?", quoted(text))]
    Nearly {
        /// What was asked for.
        text: String,
        /// The similar name.
        nearest: String,
    },
    /// A word that names no variant and no piece and is not notation either.
    #[error("`{}` is not a known variant or piece, and as notation it has a fault:\n{fault}", quoted(text))]
    Unknown {
        /// What was asked for.
        text: String,
        /// Its fault as notation.
        fault: BetzaError,
    },
    /// A line that is not notation.
    #[error("{fault}")]
    Notation {
        /// Its fault.
        fault: BetzaError,
    },
    /// A name of several pieces where one must be drawn.
    #[error("`{}` names several pieces: expected one of `{}`", quoted(text), names.join("`, `"))]
    Several {
        /// Texts that each name one of them.
        text: String,
        /// What names one of them.
        names: Vec<String>,
    },
    /// A variant where one piece must be drawn.
    #[error(
        "expected a piece or a line of notation to draw, found `{}`. Use `--html` for everything else",
        quoted(text)
    )]
    NoPiece {
        /// What was asked for.
        text: String,
    },
    /// Nothing was asked for.
    #[error("expected a variant, a piece or a line of Betza notation, found nothing")]
    Nothing,
    /// An engine that cannot be started.
    #[error("cannot start `{command}`: {source}")]
    Engine {
        /// The command.
        command: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A variant that another program cannot express.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A file that cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A match that cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// An ending that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A game that cannot be begun.
    #[error("{0}")]
    Game(String),
    /// Ctrl-C. Partial results have been printed.
    #[error("interrupted")]
    Interrupted,
    /// Output that cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
