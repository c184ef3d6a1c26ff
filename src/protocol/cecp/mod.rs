//! The Chess Engine Communication Protocol: plays under XBoard, WinBoard, cutechess or a pipe.
//!
//! [`CecpSession`] is a pure state machine. Only [`run`] reads and prints. One thread reads lines and
//! another searches. Both put their messages into one inbox, so that nothing is lost and nothing has to
//! wait.

mod claims;
mod command;
mod features;
mod reply;
mod session;
mod truncate;

use std::io;
use std::time::Instant;

pub use command::Command;
pub use reply::{Reply, ThinkingLine};
pub use session::{CecpSession, Event};

use crate::base::platform::HAS_WINBOARD;
use crate::rules::variant::Catalog;
use crate::session::{InputLine, Settings, host, pipe, random_seed};

/// The answer to a first line that does not reveal the protocol: nothing to an empty line, an error to
/// one that nobody understands. `None` if the line belongs to this protocol or may belong to it: a
/// command or a move.
pub fn answer_unopened(line: &InputLine) -> Option<Vec<Reply>> {
    match line {
        InputLine::Whole(text) => match Command::from(text.as_str()) {
            Command::Nothing => Some(Vec::new()),
            Command::Unknown(text) => Some(vec![Reply::UnknownCommand(text)]),
            _ => None,
        },
        InputLine::Overlong(start) => {
            Some(vec![Reply::Refused { reason: "line too long", command: start.trim().to_string() }])
        }
    }
}

/// Speaks the protocol on standard input and output until the GUI ends it or disappears. `first` is a
/// line that has already been read. The process should end soon after; see `pipe::serve`.
///
/// # Errors
/// If the standard game is not in the catalog, the system refuses a thread, or writing fails. A GUI
/// that has closed the pipe is not an error.
pub fn run(catalog: Catalog, first: Option<InputLine>) -> io::Result<()> {
    let mut session = CecpSession::new(catalog).map_err(io::Error::other)?;
    session.set_seed(random_seed());
    if HAS_WINBOARD {
        session.set_winboard_pictures();
    }
    let (inbox, events) = pipe::inbox();
    let lines = inbox.clone();
    if let Some(line) = first {
        let _ = lines.send(Some(line).into());
    }
    let engine = host::engine(&Settings::default(), move |message| drop(inbox.send(Event::Search(message))))?;
    pipe::listen(lines, Event::from)?;
    pipe::serve(events, engine, move |event, engine, replies| {
        Ok(session.handle(event, Instant::now(), engine, replies))
    })
}

impl From<Option<InputLine>> for Event {
    fn from(line: Option<InputLine>) -> Event {
        match line {
            Some(InputLine::Whole(text)) => Event::Line(text),
            Some(InputLine::Overlong(start)) => Event::Overlong(start),
            None => Event::Eof,
        }
    }
}
