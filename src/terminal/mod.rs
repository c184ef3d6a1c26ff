//! A game between a person and the engine in a terminal.
//!
//! `session::Session` is the game and obeys commands; it knows no screen. Two faces show it: one
//! prints and reads lines (`plain`), the other draws the whole screen (`screen`). Both speak the language of
//! one table (`command`).

#![deny(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::todo,
    clippy::indexing_slicing,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

mod clocks;
mod command;
mod figures;
mod picture;
mod plain;
mod screen;
mod session;
mod store;

use std::io::{self, IsTerminal};

use crate::variant::Catalog;

use session::Session;
use store::Store;

pub use session::{Seats, Start};

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// On the full screen, if there is one.
    Screen,
    /// Line by line.
    Plain,
}

/// How to play.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// The first game.
    pub start: Start,
    /// How it is shown.
    pub face: Face,
    /// MiB of the engine's table.
    pub hash: usize,
}

/// Whether there is a screen to draw on and a keyboard to read.
fn has_screen() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Plays.
///
/// # Errors
/// If the game cannot be begun as wished for (in the first result), or input or output fails.
pub fn run(catalog: Catalog, wishes: &Wishes) -> io::Result<Result<(), String>> {
    let store = Store::of_user();
    match Session::new(catalog, store, &wishes.start) {
        Ok(session) if wishes.face == Face::Screen && has_screen() => {
            screen::run(session, wishes.hash).map(Ok)
        }
        Ok(session) => plain::run(session, wishes.hash).map(Ok),
        Err(reason) => Ok(Err(reason)),
    }
}
