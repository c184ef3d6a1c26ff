//! The Chess Engine Communication Protocol: plays under XBoard, WinBoard, cutechess or a pipe.
//!
//! [`CecpSession`] is a pure state machine. Only [`run`] reads and prints: one thread reads lines,
//! another searches, and both put what they have into one inbox, so that nothing is lost and
//! nothing needs to wait.

#![deny(clippy::indexing_slicing)]

mod board;
mod claims;
mod command;
mod features;
mod fit;
mod help;
mod options;
mod reply;
mod session;

use std::io;
use std::time::Instant;

pub use command::Command;
pub use reply::{Reply, ThinkingLine};
pub use session::{CecpSession, Event};

use crate::engine::Engine;
use crate::platform::HAS_WINBOARD;
use crate::play::host::USUAL_MEMORY;
use crate::play::{InputLine, pipe, random_seed};
use crate::variant::Catalog;

/// Who is at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// A GUI, or another program.
    Gui,
    /// A person at a terminal, who sees no board and does not want to wait.
    Person,
}

/// What a person's session begins with: five minutes for forty moves are for GUIs.
const FOR_PERSON: &str = "st 2";

/// What to answer to a line that opens a conversation and says nothing of which protocol it is to be: nothing to
/// an empty one, an error to one that nobody understands. `None` if the line is of this protocol, or may be: a
/// command, or a move.
pub fn answer_unopened(line: &InputLine) -> Option<Vec<Reply>> {
    match line {
        InputLine::Whole(text) => match Command::from(text.as_str()) {
            Command::Nothing => Some(Vec::new()),
            Command::Unknown(text) if !may_be_move(&text) => Some(vec![Reply::UnknownCommand(text)]),
            _ => None,
        },
        InputLine::Overlong(start) => {
            Some(vec![Reply::Refused { reason: "line too long", command: start.trim().to_string() }])
        }
    }
}

/// Whether a line may be a move as people write it: a short word with a digit, or castling.
fn may_be_move(text: &str) -> bool {
    text.len() <= 8
        && (text.contains(|c: char| c.is_ascii_digit()) || text.to_ascii_uppercase().starts_with("O-O"))
}

/// Speaks the protocol on standard input and output until the GUI ends it or goes away; `first` is a line
/// that has been read already. The process should end soon after, see [`pipe::serve`].
///
/// # Errors
/// If the ordinary game is not in the catalog, the system refuses a thread, or writing fails
/// (but a GUI that has closed the pipe has merely gone away).
pub fn run(catalog: Catalog, audience: Audience, first: Option<InputLine>) -> io::Result<()> {
    let mut session = CecpSession::new(catalog).map_err(io::Error::other)?;
    session.set_seed(random_seed());
    if HAS_WINBOARD {
        session.set_winboard_pictures();
    }
    let (inbox, events) = pipe::inbox();
    let lines = inbox.clone();
    if audience == Audience::Person {
        let _ = lines.send(Event::Line(FOR_PERSON.to_string()));
    }
    if let Some(line) = first {
        let _ = lines.send(Some(line).into());
    }
    let engine = Engine::new(USUAL_MEMORY, move |message| drop(inbox.send(Event::Search(message))))?;
    pipe::listen(lines, Event::from)?;
    pipe::serve(events, engine, |event, engine, replies| {
        let flow = session.handle(event, Instant::now(), engine, replies);
        if audience == Audience::Person && replies.iter().any(|reply| matches!(reply, Reply::Move(_))) {
            return Ok(session.handle(Event::Line("board".to_string()), Instant::now(), engine, replies));
        }
        Ok(flow)
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
