//! The laboratory: the commands that improve the engine, reached as `fibnif lab`. Players do not need it.
//!
//! `selfplay` generates games. `tune` fits the weights of the evaluation to them, `train` a net.
//! `learn` generates games, trains and plays matches until a game has a net of its own. Each
//! command continues where it was interrupted.

mod error;
pub mod learn;
pub mod selfplay;
pub mod train;
pub mod tune;

pub use error::LabError;

use std::fs;
use std::path::Path;

use crate::base::network::Network;
use tune::TuneError;

/// Reads the file of a net.
fn read_net(path: &Path) -> Result<Network, TuneError> {
    let bytes = fs::read(path).map_err(|source| TuneError::File { path: path.to_owned(), source })?;
    Network::read(&bytes).map_err(|source| TuneError::Net { path: path.to_owned(), source })
}
