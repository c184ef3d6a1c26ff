//! Standard input and output of a protocol: lines arrive as events, and replies are printed at once.

use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::input::{InputLine, read_line};
use crate::session::engine::Engine;

/// The most events waiting. Senders of further ones wait, so a GUI that sends and does not read finds its
/// pipe full.
const WAITING: usize = 256;

/// The event queue of a session.
pub fn inbox<E>() -> (SyncSender<E>, Receiver<E>) {
    sync_channel(WAITING)
}

/// Passes every event to a session and prints its replies until the session or the GUI ends. The process
/// should exit soon after: a search may still be running, and there is no point in waiting for it or
/// freeing its tables.
///
/// # Errors
/// If the session fails, or writing fails for a reason other than a pipe closed by the GUI.
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

/// Sends every line of standard input as an event from its own thread, and `None` at its end.
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
        // Lines are logged on arrival, not when they are handled, so that late answers show.
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

/// Prints replies, each at once. `Break` if the GUI has closed the pipe.
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
