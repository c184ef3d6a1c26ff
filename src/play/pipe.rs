//! Standard input and output of a protocol: what is read arrives as events, what is to be said is printed
//! at once.

use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::input::{InputLine, read_line};
use crate::engine::Engine;

/// How many events wait at most. Whoever has another one waits: a GUI that sends and does not read
/// finds its pipe full.
const WAITING: usize = 256;

/// A queue for what happens to a session.
pub fn inbox<E>() -> (SyncSender<E>, Receiver<E>) {
    sync_channel(WAITING)
}

/// Hands every event to a session and prints what it says, until it or the GUI ends. The process should end
/// soon after: a search may still be running, and nobody waits for it or for its tables to be taken down.
///
/// # Errors
/// If the session fails, or writing does (but a GUI that has closed the pipe has merely gone away).
pub fn serve<E, R: Display>(
    events: Receiver<E>,
    mut engine: Engine,
    mut session: impl FnMut(E, &mut Engine, &mut Vec<R>) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut replies = Vec::new();
    for event in events {
        let flow = session(event, &mut engine, &mut replies)?;
        if print(&mut output, &mut replies)?.is_break() || flow.is_break() {
            break;
        }
    }
    engine.stop();
    mem::forget(engine);
    Ok(())
}

/// Sends every line of standard input as an event, from a thread of its own, and `None` at its end.
///
/// # Errors
/// If the system refuses a thread.
pub fn listen<E>(events: SyncSender<E>, event: fn(Option<InputLine>) -> E) -> io::Result<()>
where
    E: Send + 'static,
{
    let listen = move || read_lines(&mut io::stdin().lock(), &events, event);
    thread::Builder::new().name("input".into()).spawn(listen).map(drop)
}

fn read_lines<E>(input: &mut impl BufRead, events: &SyncSender<E>, event: fn(Option<InputLine>) -> E) {
    loop {
        let line = read_line(input);
        // Logged as it arrives, not when its turn comes: a late answer can be seen.
        match &line {
            Some(InputLine::Whole(line)) => log::debug!("> {}", line.trim_end()),
            Some(InputLine::Overlong(start)) => log::debug!("> {start}... (too long)"),
            None => log::debug!("end of input"),
        }
        let is_end = line.is_none();
        if events.send(event(line)).is_err() || is_end {
            return;
        }
    }
}

/// Prints replies, each at once on its way. `Break` if nobody reads any more: the GUI has merely gone.
///
/// # Errors
/// If writing fails for another reason.
pub fn print(output: &mut impl Write, replies: &mut Vec<impl Display>) -> io::Result<ControlFlow<()>> {
    if replies.is_empty() {
        return Ok(ControlFlow::Continue(()));
    }
    let printed = replies.drain(..).try_for_each(|reply| {
        log::debug!("< {reply}");
        writeln!(output, "{reply}")
    });
    match printed.and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        result => result.map(ControlFlow::Continue),
    }
}
