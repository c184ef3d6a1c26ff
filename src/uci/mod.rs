//! The Universal Chess Interface, for every variant whose turns are single moves.
//!
//! [`UciSession`] is a pure state machine, as that of CECP; only [`run`] reads and prints.

#![deny(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::todo,
    clippy::indexing_slicing,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

mod go;
mod info;
mod options;
mod session;

use std::io::{self, Write};
use std::thread;
use std::time::Instant;

pub use session::{UciEvent, UciSession};

use crate::engine::Engine;
use crate::play::{InputLine, pipe};
use crate::variant::Catalog;

/// MiB of the search's table until the GUI says otherwise.
const DEFAULT_HASH: usize = 64;

/// Prints the node counts of a fixed set of positions.
pub type Bench = fn(&Catalog, &mut dyn Write);

/// Speaks the protocol on standard input and output, whose first line, `uci`, has been read.
///
/// # Errors
/// If chess is not in the catalog, the system refuses a thread, or writing fails (but a GUI that has
/// closed the pipe has merely gone away).
pub fn run(catalog: Catalog, bench: Bench) -> io::Result<()> {
    let measured = catalog.clone();
    let mut session = UciSession::new(catalog).map_err(io::Error::other)?;
    let (inbox, events) = pipe::inbox();
    let lines = inbox.clone();
    let results = inbox.clone();
    let engine = Engine::new(DEFAULT_HASH, move |message| drop(inbox.send(UciEvent::Search(message))))?;
    let _ = lines.send(UciEvent::Line("uci".to_string()));
    pipe::listen(lines, UciEvent::from)?;
    pipe::serve(events, engine, |event, engine, replies| {
        let flow = session.handle(event, Instant::now(), engine, replies);
        if session.take_bench() {
            let (measured, results) = (measured.clone(), results.clone());
            let run = move || {
                let mut text = Vec::new();
                bench(&measured, &mut text);
                let _ = results.send(UciEvent::Bench(String::from_utf8_lossy(&text).into_owned()));
            };
            thread::Builder::new().name("bench".into()).stack_size(crate::search::STACK).spawn(run)?;
        }
        Ok(flow)
    })
}

impl From<Option<InputLine>> for UciEvent {
    fn from(line: Option<InputLine>) -> UciEvent {
        match line {
            // Nothing as long as that is a command.
            Some(InputLine::Whole(line) | InputLine::Overlong(line)) => UciEvent::Line(line),
            None => UciEvent::Eof,
        }
    }
}
