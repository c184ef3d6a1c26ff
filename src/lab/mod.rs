//! The laboratory: the commands that improve the engine, reached as `fibnif lab`. Players do not need it.
//!
//! `selfplay` generates games. `tune` fits the weights of the evaluation to them, `train` a net.
//! `learn` generates games, trains and plays matches until a game has a net of its own. Each
//! command continues where it was interrupted.

pub mod learn;
pub mod selfplay;
pub mod train;
pub mod tune;

use std::fs;
use std::path::Path;

use crate::base::network::Network;
use crate::commands::Error;

/// Reads the file of a net.
fn read_net(path: &Path) -> Result<Network, Error> {
    let bytes = fs::read(path).map_err(Error::file(path))?;
    Network::read(&bytes).map_err(|fault| Error::Usage(format!("{}: {fault}", path.display())))
}
