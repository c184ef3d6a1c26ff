//! A board in the browser: a small server for this machine alone, which shows the page it carries.
//!
//! The page draws and sends; every rule, legal move, refusal and score comes from the game behind it, the same
//! `Session` that a terminal has, as JSON. One thread serves all tabs: nothing
//! it does waits, as each game's searches run on a thread of their own. `gate` says who may ask, `routes` what may be
//! asked, `tables` holds the games, `lesson` and `study` teach at them, `judge` the scores of their positions, `view` and `kinds` turn them into JSON,
//! `figures` draws the pieces.

#![deny(clippy::indexing_slicing)]

mod answer;
mod figures;
mod gate;
mod judge;
mod kinds;
mod lesson;
mod net;
mod routes;
mod study;
mod tables;
mod view;

use std::io;

use crate::library::Library;
use crate::play::host::Resources;
use crate::terminal::Start;
use crate::variant::Catalog;

/// What is done about a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Browser {
    /// The page is opened in the user's own.
    Open,
    /// The address is printed, no more.
    Leave,
}

/// How to serve.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What is done about a browser.
    pub browser: Browser,
    /// How each game begins.
    pub start: Start,
    /// What the engine of each game may use.
    pub resources: Resources,
}

/// Serves until the program is told to end; the games have been saved by then.
///
/// # Errors
/// If the first game cannot be begun as wished for (in the first result), or the system refuses the port or a thread.
pub fn run(catalog: &Catalog, serving: &Serving) -> io::Result<Result<(), String>> {
    let house = match tables::House::new(catalog, Library::of_user(), serving) {
        Ok(house) => house,
        Err(reason) => return Ok(Err(reason)),
    };
    net::serve(house, serving).map(Ok)
}
