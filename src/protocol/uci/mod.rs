//! The Universal Chess Interface, for every variant with one move a turn.
//!
//! [`UciSession`] is a pure state machine, like the session of CECP. Only [`run`] reads and prints.

mod go;
mod options;
mod session;
mod work;

use std::io;
use std::time::Instant;

pub use session::{UciEvent, UciSession};

use crate::rules::variant::Catalog;
use crate::session::{InputLine, Settings, host, pipe, random_seed};

/// Whether a first line belongs to this protocol and no other. `go` alone could be either.
pub fn is_opened_by(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("go") => words.next().is_some(),
        Some(word) => [
            "uci",
            "isready",
            "ucinewgame",
            "setoption",
            "position",
            "stop",
            "ponderhit",
            "debug",
            "register",
        ]
        .contains(&word),
        None => false,
    }
}

/// Speaks the protocol on standard input and output until the GUI ends it or disappears. `first` is a
/// line that has already been read. The process should end soon after; see [`pipe::serve`].
pub fn run(catalog: Catalog, first: Option<InputLine>) -> io::Result<()> {
    let mut session = UciSession::new(catalog).map_err(io::Error::other)?;
    session.set_seed(random_seed());
    let (inbox, events) = pipe::inbox();
    let lines = inbox.clone();
    let engine =
        host::engine(&Settings::default(), move |message| drop(inbox.send(UciEvent::Search(message))))?;
    let _ = lines.send(first.into());
    pipe::listen(lines, UciEvent::from)?;
    pipe::serve(events, engine, move |event, engine, replies| {
        Ok(session.handle(event, Instant::now(), engine, replies))
    })
}

impl From<Option<InputLine>> for UciEvent {
    fn from(line: Option<InputLine>) -> UciEvent {
        match line {
            // No output while that is a command.
            Some(InputLine::Whole(line) | InputLine::Overlong(line)) => UciEvent::Line(line),
            None => UciEvent::Eof,
        }
    }
}
