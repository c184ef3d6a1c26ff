//! Standard input and output of a protocol: lines arrive as events, and replies are printed at once.

use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::session::engine::Engine;

/// The most events waiting. Senders of further ones wait, so a GUI that sends and does not read finds its
/// pipe full.
const WAITING: usize = 256;

/// The event queue of a session.
pub fn inbox<E>() -> (SyncSender<E>, Receiver<E>) {
    sync_channel(WAITING)
}

/// The most bytes of a line. GUIs send far shorter ones.
const LONGEST_LINE: usize = 1 << 16;
/// How much of a longer line is quoted to the GUI.
const QUOTED: usize = 80;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A whole line.
    Whole(String),
    /// The start of a line that is too long.
    Overlong(String),
}

/// The next line of `input`; `None` at its end. Invalid UTF-8 is replaced.
pub fn read_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut line = Vec::new();
    let length = input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line).ok()?;
    let text = String::from_utf8_lossy(&line);
    if length == 0 {
        None
    } else if line.ends_with(b"\n") || length < LONGEST_LINE {
        Some(InputLine::Whole(text.into_owned()))
    } else {
        input.skip_until(b'\n').ok()?;
        Some(InputLine::Overlong(text.chars().take(QUOTED).collect()))
    }
}

/// Passes every event to a session and prints its replies until the session or the GUI ends. The process
/// should exit soon after: a search may still be running, and there is no point in waiting for it or
/// freeing its tables and what the session knows.
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
    mem::forget((engine, session));
    Ok(())
}

/// Sends every line of standard input as an event from its own thread, and `None` at its end.
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
