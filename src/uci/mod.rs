//! The Universal Chess Interface, for every variant whose turns are single moves.
//!
//! [`Session`] is a pure state machine, as that of CECP; only [`run`] reads and prints.

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
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

pub use session::{Event, Session};

use crate::engine::Engine;
use crate::play::{InputLine, read_line};
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
    let mut session = Session::new(catalog).map_err(io::Error::other)?;
    let (inbox, events) = mpsc::channel();
    let lines = inbox.clone();
    let results = inbox.clone();
    let mut engine = Engine::new(DEFAULT_HASH, move |message| drop(inbox.send(Event::Search(message))))?;
    let _ = lines.send(Event::Line("uci".to_string()));
    thread::Builder::new().name("input".into()).spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let event = match read_line(&mut input) {
                // Nothing as long as that is a command.
                Some(InputLine::Whole(line) | InputLine::Overlong(line)) => Event::Line(line),
                None => Event::Eof,
            };
            let end = matches!(event, Event::Eof);
            if lines.send(event).is_err() || end {
                return;
            }
        }
    })?;
    let mut output = io::stdout().lock();
    let mut replies = Vec::new();
    for event in events {
        let flow = session.handle(event, Instant::now(), &mut engine, &mut replies);
        if session.take_bench() {
            let (measured, results) = (measured.clone(), results.clone());
            thread::Builder::new().name("bench".into()).stack_size(crate::search::STACK).spawn(
                move || {
                    let mut text = Vec::new();
                    bench(&measured, &mut text);
                    let _ = results.send(Event::Bench(String::from_utf8_lossy(&text).into_owned()));
                },
            )?;
        }
        match print(&mut output, &mut replies) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            result => result?,
        }
        if flow == ControlFlow::Break(()) {
            break;
        }
    }
    // The process is about to end: nobody waits for the search to notice.
    engine.stop();
    mem::forget(engine);
    Ok(())
}

fn print(output: &mut impl Write, replies: &mut Vec<String>) -> io::Result<()> {
    if replies.is_empty() {
        return Ok(());
    }
    for reply in replies.drain(..) {
        log::debug!("< {reply}");
        writeln!(output, "{reply}")?;
    }
    output.flush()
}
