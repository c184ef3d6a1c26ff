//! The arguments of `serve`.

use clap::Args;

use crate::play::host::Resources;
use crate::serve::{self, Browser, Serving};
use crate::terminal::{Room, Seats, Start, level};
use crate::tools::ToolError;
use crate::variant::Catalog;

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  fibnif serve\n  fibnif serve narrow --side both\n  \
                        fibnif serve cwda:clobberers/nutters --port 8080 --no-open")]
pub(super) struct ServeArgs {
    /// The variant of the first game in each tab; chess by default
    variant: Option<String>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Seats::WHITE)]
    side: Seats,
    /// Strength of the engine, from 1 to 14; by default the level of your last game, or 3
    #[arg(long, value_parser = level())]
    level: Option<i32>,
    /// The port; by default any free one
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    resources: Resources,
}

impl ServeArgs {
    /// Serves until the program is stopped.
    ///
    /// # Errors
    /// If the first game cannot start, or the system refuses the port.
    pub(super) fn run(&self, catalog: &Catalog) -> Result<(), ToolError> {
        let serving = Serving {
            port: self.port,
            browser: if self.no_open { Browser::Leave } else { Browser::Open },
            start: Start {
                room: Room::Browser,
                variant: self.variant.clone(),
                fen: None,
                pgn: None,
                seats: self.side,
                level: self.level,
                clock: None,
            },
            resources: self.resources,
        };
        serve::run(catalog, &serving)?.map_err(ToolError::Game)
    }
}
