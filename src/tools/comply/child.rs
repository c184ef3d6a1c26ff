//! An engine as a child process: what it is told, what it says, and when.
//!
//! A thread reads its output into a channel, so that waiting can end; an engine that hangs is
//! killed when the [`Child`] goes.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child as Process, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Who wrote a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    Gui,
    Engine,
}

/// A line of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spoken {
    /// Since the start.
    pub after: Duration,
    pub by: Speaker,
    pub line: String,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// None came in time.
    Time,
    /// The engine has ended.
    Ended,
}

/// The end of a wait. What a loaded machine takes from the engine does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    at: Instant,
    /// How long there had been no processor when the wait began.
    starved: Duration,
}

/// How long a process has had something to do and no processor to do it on: the longest of its
/// threads, as far as the system tells.
fn starved(process: &str) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let waits = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
    });
    waits.max().unwrap_or_default()
}

/// A running engine.
pub(super) struct Child {
    process: Process,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    start: Instant,
    /// Everything said so far.
    pub transcript: Vec<Spoken>,
}

impl Child {
    /// Starts an engine: a program and its arguments.
    pub fn start(command: &[String]) -> io::Result<Child> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no command"));
        };
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (sender, lines) = channel();
        let input = process.stdin.take();
        if let Some(output) = process.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut line = Vec::new();
                // Bytes, not text: an engine may print anything.
                while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                    let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                    if sender.send((Instant::now(), text)).is_err() {
                        return;
                    }
                    line.clear();
                }
            });
        }
        Ok(Child { process, input, lines, start: Instant::now(), transcript: Vec::new() })
    }

    /// Writes a line. An engine that no longer listens is noticed when it is waited for.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(Spoken { after: self.start.elapsed(), by: Speaker::Gui, line: line.to_owned() });
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.transcript.push(Spoken {
            after: self.start.elapsed(),
            by: Speaker::Gui,
            line: "(end of input)".to_owned(),
        });
        self.input = None;
    }

    /// Sends it the signal of Ctrl-C, where there is such a thing.
    pub fn interrupt(&mut self) {
        self.transcript.push(Spoken {
            after: self.start.elapsed(),
            by: Speaker::Gui,
            line: "(Ctrl-C)".to_owned(),
        });
        if cfg!(unix) {
            let _ = Command::new("kill").args(["-INT", &self.process.id().to_string()]).status();
        }
    }

    /// How long the engine and this program have waited for processors.
    fn starved(&self) -> Duration {
        starved(&self.process.id().to_string()) + starved("self")
    }

    /// The deadline that is so far away.
    pub fn within(&self, time: Duration) -> Deadline {
        Deadline { at: Instant::now() + time, starved: self.starved() }
    }

    /// The time left, longer on a loaded machine than it was.
    fn left(&self, deadline: Deadline) -> Duration {
        let lost = self.starved().saturating_sub(deadline.starved);
        (deadline.at + lost).saturating_duration_since(Instant::now())
    }

    /// The next line it says before the deadline.
    pub fn hear(&mut self, deadline: Deadline) -> Result<String, Silence> {
        loop {
            match self.lines.recv_timeout(self.left(deadline)) {
                Ok((at, line)) => {
                    let after = at.saturating_duration_since(self.start);
                    self.transcript.push(Spoken { after, by: Speaker::Engine, line: line.clone() });
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) if self.left(deadline).is_zero() => return Err(Silence::Time),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            }
        }
    }

    /// Whether it ends before the deadline.
    pub fn ends(&mut self, deadline: Deadline) -> bool {
        loop {
            match self.process.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if !self.left(deadline).is_zero() => thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => return false,
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Most engines leave by themselves when their input ends.
        self.send("quit");
        self.input = None;
        if !self.ends(self.within(Duration::from_millis(300))) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}
