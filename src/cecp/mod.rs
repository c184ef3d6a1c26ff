//! The Chess Engine Communication Protocol: plays under XBoard, WinBoard, cutechess or a pipe.
//!
//! [`Session`] is a pure state machine. Only [`run`] reads and prints: one thread reads lines,
//! another searches, and both put what they have into one inbox, so that nothing is lost and
//! nothing needs to wait.

#![deny(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::todo,
    clippy::indexing_slicing,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

mod claims;
mod command;
mod features;
mod help;
mod options;
mod reply;
mod session;

use std::io::{self, BufRead, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub use command::Command;
pub use reply::{Reply, Thinking};
pub use session::{Event, Session};

use crate::engine::Engine;
use crate::play::{InputLine, read_line};
use crate::variant::Catalog;

/// MiB of the search's table until the GUI says otherwise.
const DEFAULT_HASH: usize = 64;
/// How many events wait at most. Whoever has another one waits: a GUI that sends and does not read
/// finds its pipe full.
const WAITING: usize = 256;

/// Speaks the protocol on standard input and output until the GUI ends it or goes away; `first` is a line
/// that has been read already. The process should end soon after: a search may still be running.
///
/// # Errors
/// If the ordinary game is not in the catalog, the system refuses a thread, or writing fails
/// (but a GUI that has closed the pipe has merely gone away).
pub fn run(catalog: Catalog, first: Option<InputLine>) -> io::Result<()> {
    let mut session = Session::new(catalog).map_err(io::Error::other)?;
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    session.set_seed(since_1970.as_secs() ^ u64::from(since_1970.subsec_nanos()));
    let (inbox, events) = mpsc::sync_channel(WAITING);
    let lines = inbox.clone();
    if let Some(line) = first {
        let _ = lines.send(line.into());
    }
    let mut engine = Engine::new(DEFAULT_HASH, move |message| drop(inbox.send(Event::Search(message))))?;
    thread::Builder::new().name("input".into()).spawn(move || read_lines(&mut io::stdin().lock(), &lines))?;
    let mut output = io::stdout().lock();
    let mut replies = Vec::new();
    for event in events {
        let flow = session.handle(event, Instant::now(), &mut engine, &mut replies);
        match print(&mut output, &mut replies) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            result => result?,
        }
        if flow == ControlFlow::Break(()) {
            break;
        }
    }
    // The process is about to end: nobody waits for the search to notice, or for its tables to be
    // taken down.
    engine.stop();
    mem::forget(engine);
    Ok(())
}

impl From<InputLine> for Event {
    fn from(line: InputLine) -> Event {
        match line {
            InputLine::Whole(text) => Event::Line(text),
            InputLine::Overlong(start) => Event::Overlong(start),
        }
    }
}

/// Sends every line of `input` as an event, and its end.
fn read_lines(input: &mut impl BufRead, events: &SyncSender<Event>) {
    loop {
        let event = read_line(input).map_or(Event::Eof, Event::from);
        // Logged as it arrives, not when its turn comes: a late answer can be seen.
        match &event {
            Event::Line(line) => log::debug!("> {}", line.trim_end()),
            Event::Overlong(start) => log::debug!("> {start}... (too long)"),
            _ => log::debug!("end of input"),
        }
        let end = matches!(event, Event::Eof);
        if events.send(event).is_err() || end {
            return;
        }
    }
}

/// Prints replies, each at once on its way.
fn print(output: &mut impl Write, replies: &mut Vec<Reply>) -> io::Result<()> {
    if replies.is_empty() {
        return Ok(());
    }
    for reply in replies.drain(..) {
        log::debug!("< {reply}");
        writeln!(output, "{reply}")?;
    }
    output.flush()
}
