//! A board in the browser: a small server for this machine only, with its page built in.
//!
//! The page draws and sends requests. Every rule, legal move, refusal and score comes as JSON from the game
//! behind it, which is the same `Session` that a terminal has. One thread serves all tabs and never waits,
//! because each game's searches run on their own thread. `access` decides who may ask, `routes` has the
//! requests, `tabs` holds the games, `study` is for learning, `workshop` for inventing, `judge` scores
//! positions, `view` and `kinds` turn games into JSON, and `figures` draws the pieces.

mod access;
mod answer;
mod figures;
mod judge;
mod kinds;
mod net;
mod routes;
mod study;
mod tabs;
mod view;
mod workshop;

use clap::Args;

use crate::commands::{Command, Context, Error, ExitStatus};
use crate::session::library::Library;
use crate::session::play::Start;

/// The arguments of `serve`.
#[derive(Clone, Debug, Args)]
pub struct ServeArgs {
    /// The first game of each tab.
    #[command(flatten)]
    start: Start,
    /// The port; by default any free one
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
}

impl Command for ServeArgs {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif serve cwda:clobberers/nutters --clock 5+3",
        "fibnif serve",
        "fibnif serve narrow --side both --port 8080 --no-open",
    ];

    /// Serves until the program is asked to end. The games have been saved by then.
    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        let games = tabs::Games::new(context.catalog, Library::of_user(), self)?;
        net::serve(games, self)?;
        Ok(ExitStatus::Success)
    }
}
