//! Developer and user tools behind the subcommands.
//!
//! Each tool is a function that writes to the writer it is given; none reads the command line or
//! decides an exit code.

pub mod bench;
pub mod check;
pub mod comply;
pub mod contest;
pub mod gallery;
pub mod list;
pub mod moves;
pub mod perft;
pub mod piece;
pub mod plugin;
pub mod show;

use std::io;
use std::sync::Arc;

use crate::betza::BetzaError;
use crate::game::{self, Game};
use crate::position::{FenError, Position};
use crate::variant::{Catalog, VariantError};

/// Why a tool could not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// A variant that is unknown, badly written or impossible.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A bad position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word that names no variant and no piece and is no notation either.
    #[error("`{text}` is no variant and no piece the program knows, and as notation:\n{fault}")]
    Unknown {
        /// What was asked for.
        text: String,
        /// What is wrong with it as notation.
        fault: BetzaError,
    },
    /// An engine that cannot be started.
    #[error("cannot start `{command}`: {source}")]
    Engine {
        /// The command.
        command: String,
        /// What the system says.
        source: io::Error,
    },
    /// A match that cannot be played.
    #[error(transparent)]
    Contest(#[from] contest::ContestError),
    /// Output that cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The game a text form stands for.
///
/// # Errors
/// If the catalog does not know it or it cannot be played.
pub fn game(catalog: &Catalog, variant: &str) -> Result<Arc<Game>, ToolError> {
    Ok(game::compile(&catalog.resolve(variant)?)?)
}

/// The start of a game, or the position of a FEN.
///
/// # Errors
/// If the FEN is no position of this game.
pub fn position(game: Arc<Game>, fen: Option<&str>) -> Result<Position, ToolError> {
    Ok(match fen {
        Some(fen) => Position::from_fen(game, fen)?,
        None => Position::start(game),
    })
}
