//! Why a tool could not do its work.

use std::io;
use std::path::PathBuf;

use super::contest::ContestError;
use crate::betza::BetzaError;
use crate::export::fairy_stockfish::ExportError;
use crate::position::FenError;
use crate::solve::SolveError;
use crate::variant::VariantError;

/// Why a tool could not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// A variant that is unknown, badly written or impossible.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A bad position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word that names no variant and no piece and is no notation, but nearly a name.
    #[error("`{text}` is no variant, no piece and no notation: did you mean `{nearest}`?")]
    Nearly {
        /// What was asked for.
        text: String,
        /// The name that was probably meant.
        nearest: String,
    },
    /// A word that names no variant and no piece and is no notation either.
    #[error("`{text}` is no variant and no piece the program knows, and as notation:\n{fault}")]
    Unknown {
        /// What was asked for.
        text: String,
        /// What is wrong with it as notation.
        fault: BetzaError,
    },
    /// A line that is no notation.
    #[error("{fault}")]
    Notation {
        /// What is wrong with it.
        fault: BetzaError,
    },
    /// A name of several pieces where one picture is to be drawn.
    #[error("`{text}` names several pieces: expected one of `{}`", names.join("`, `"))]
    Several {
        /// What was asked for.
        text: String,
        /// What names one of them.
        names: Vec<String>,
    },
    /// A variant where one piece is to be drawn.
    #[error("expected a piece or a line of notation to draw, found `{text}`: `--html` is for all others")]
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
        /// What the system says.
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
        /// What the system says.
        source: io::Error,
    },
    /// A match that cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// A piece that cannot be measured.
    #[error(transparent)]
    Worth(#[from] WorthError),
    /// An ending that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A game that cannot be begun.
    #[error("{0}")]
    Game(String),
    /// Ctrl-C: what there is has been told.
    #[error("interrupted")]
    Interrupted,
    /// Output that cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A piece whose value is too far from that of the one it replaces.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error(
    "out of range: with {} pawns {} the army with the piece scores {:.0} %. Measure it in the place of a \
        piece that is nearer in value{}",
    given.abs(),
    if *given >= 0 { "more" } else { "fewer" },
    share * 100.0,
    nearest.map_or_else(String::new, |role| format!(", such as `--for {role}`"))
)]
pub struct WorthError {
    /// The pawns that the side with the piece was given.
    pub given: i32,
    /// What it has scored.
    pub share: f64,
    /// The role of a piece of the army that seems to be nearer.
    pub nearest: Option<char>,
}
