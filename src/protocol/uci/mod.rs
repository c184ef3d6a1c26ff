//! The Universal Chess Interface, for every variant with one move a turn.
//!
//! [`UciSession`] is a pure state machine, like the session of CECP. Only [`run`] reads and prints.

mod go;
mod info;
mod options;
mod perft;
mod session;
mod work;

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

use session::Errand;
pub use session::{UciEvent, UciSession};
use work::PerftRequest;

use crate::rules::position::Position;
use crate::rules::variant::Catalog;
use crate::session::engine::Engine;
use crate::session::host::USUAL_MEMORY;
use crate::session::{InputLine, pipe, random_seed};

/// Prints the node counts of a fixed set of positions.
pub type Bench = fn(&Catalog, &mut dyn Write);

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
///
/// # Errors
/// If chess is not in the catalog, the system refuses a thread, or writing fails. A GUI that has closed
/// the pipe is not an error.
pub fn run(catalog: Catalog, first: Option<InputLine>, bench: Bench) -> io::Result<()> {
    let measured = catalog.clone();
    let mut session = UciSession::new(catalog).map_err(io::Error::other)?;
    session.set_seed(random_seed());
    let (inbox, events) = pipe::inbox();
    let lines = inbox.clone();
    let results = inbox.clone();
    let engine = Engine::new(USUAL_MEMORY, move |message| drop(inbox.send(UciEvent::Search(message))))?;
    let _ = lines.send(first.into());
    pipe::listen(lines, UciEvent::from)?;
    pipe::serve(events, engine, |event, engine, replies| {
        let flow = session.handle(event, Instant::now(), engine, replies);
        while let Some(errand) = session.take_errand() {
            let (measured, results) = (measured.clone(), results.clone());
            let run = move || perform(errand, &measured, bench, &results);
            thread::Builder::new().name("task".into()).stack_size(crate::engine::search::STACK).spawn(run)?;
        }
        Ok(flow)
    })
}

/// Runs the tasks that a session has outside of it.
fn perform(errand: Errand, catalog: &Catalog, bench: Bench, results: &SyncSender<UciEvent>) {
    // If nobody is listening, the program has ended.
    let tell = |event| drop(results.send(event));
    match errand {
        Errand::Bench => {
            let mut text = Vec::new();
            bench(catalog, &mut text);
            let text = String::from_utf8_lossy(&text);
            tell(UciEvent::Told(text.lines().map(str::to_string).collect()));
        }
        Errand::Perft(PerftRequest { position, depth, shuffled, stop }) => {
            let mut each = |line| tell(UciEvent::Told(vec![line]));
            perft::run(Position::clone(&position), depth, shuffled, &stop, &mut each);
            tell(UciEvent::Counted);
        }
    }
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
