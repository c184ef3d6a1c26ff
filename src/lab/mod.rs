//! The laboratory: the commands that improve the engine, reached as `fibnif lab`.
//!
//! `learn` generates games, trains and plays matches until a game has a net of its own. The feature `lab`
//! adds its steps one by one, for the developers of the engine: `selfplay` generates games, `tune` fits the
//! weights of the evaluation to them, `train` a net. Each command continues where it was interrupted.

mod games;
pub mod learn;
pub mod selfplay;
pub mod train;
#[cfg(feature = "lab")]
pub mod tune;

use std::fs;
use std::path::Path;

use clap::Subcommand;

use crate::base::trained::TrainedNet;
use crate::commands::{Command, Context, Error, ExitStatus};

/// The commands that improve the engine.
#[derive(Debug, Subcommand)]
pub enum Lab {
    /// Play self-play games and store them for `tune` and `train`
    ///
    /// The same command continues the file, and files with other seeds can be made on other
    /// machines. Each line is a game: variant, result, moves with their scores.
    #[cfg(feature = "lab")]
    Selfplay(selfplay::SelfPlayArgs),
    /// Fit the weights of the evaluation to the games of `selfplay`
    ///
    /// The targets are the search scores and the results of the games, in quiet positions. The weights
    /// are written after each round, and the same command continues from there. Only a match shows
    /// whether they are better. Turn the nets off on both sides, since they were trained for other
    /// weights: `fibnif match chess 'self; weights=FILE' 'self; option.Learned Evaluation=0' --nodes
    /// 4000`.
    #[cfg(feature = "lab")]
    Tune(tune::TuneArgs),
    /// Give a game a net of its own: self-play, training, and a match against the old net, round after
    /// round
    ///
    /// Everything is kept in one folder, and the same command continues an interrupted run. Each round
    /// generates self-play games, trains a net on all games in the folder, and admits it only if a match at
    /// equal time shows a gain. Games from other machines are simply more files in that folder: run the same
    /// command there with another seed, and copy its `.txt` files under other names. The exit code is 1 if no
    /// net was admitted.
    Learn(learn::LearnArgs),
    /// Train the net that corrects the evaluation on the games of `selfplay`
    ///
    /// The net is written after each epoch. The same command continues an interrupted training from the file
    /// NET.state. Only a match shows whether a net helps:
    /// `fibnif match chess 'self; net=FILE' self --nodes 4000`.
    #[cfg(feature = "lab")]
    Train(train::TrainArgs),
}

impl Command for Lab {
    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        match self {
            #[cfg(feature = "lab")]
            Lab::Selfplay(request) => selfplay::run(catalog, request, out).map(|()| ExitStatus::Success),
            #[cfg(feature = "lab")]
            Lab::Tune(request) => tune::run(catalog, request, out).map(|()| ExitStatus::Success),
            #[cfg(feature = "lab")]
            Lab::Train(request) => train::run(catalog, request, out).map(|()| ExitStatus::Success),
            Lab::Learn(request) => learn::run(catalog, request, out),
        }
    }
}

/// Reads the file of a net.
fn read_net(path: &Path) -> Result<TrainedNet, Error> {
    let bytes = fs::read(path).map_err(Error::file(path))?;
    TrainedNet::read(&bytes).map_err(|fault| Error::Usage(format!("{}: {fault}", path.display())))
}
