//! The engine under test: what was sent and received, and when. Deadlines are extended by the time the
//! machine's load takes from the engine.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::process::{Launch, Process, Silence};
use crate::base::platform::clocks;

/// The author of a line.
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

/// The end of a wait. Time that a busy machine takes from the engine does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    at: Instant,
    /// The waiting time for a processor at the start.
    starved: Duration,
}

/// A running engine.
pub(super) struct Child {
    process: Process,
    start: Instant,
    /// All lines so far.
    pub transcript: Vec<Spoken>,
}

impl Child {
    /// Starts an engine: a program and its arguments.
    pub fn start(command: &[String]) -> io::Result<Child> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no command"));
        };
        let launch = Launch { program: program.clone(), arguments: arguments.to_vec(), folder: None };
        Ok(Child { process: Process::start(&launch)?, start: Instant::now(), transcript: Vec::new() })
    }

    /// Records a line.
    fn note(&mut self, by: Speaker, after: Duration, line: &str) {
        self.transcript.push(Spoken { after, by, line: line.to_owned() });
    }

    /// Writes a line. An engine that no longer reads is noticed when we wait for its answer.
    pub fn send(&mut self, line: &str) {
        self.note(Speaker::Gui, self.start.elapsed(), line);
        self.process.send(line);
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.note(Speaker::Gui, self.start.elapsed(), "(end of input)");
        self.process.close_input();
    }

    /// Sends it the signal of Ctrl-C, where there is one.
    pub fn interrupt(&mut self) {
        self.note(Speaker::Gui, self.start.elapsed(), "(Ctrl-C)");
        self.process.interrupt();
    }

    /// How long the engine and this program have waited for processors.
    fn starved(&self) -> Duration {
        self.process.starved() + clocks::starved(None)
    }

    /// The deadline after this much time.
    pub fn within(&self, time: Duration) -> Deadline {
        Deadline { at: Instant::now() + time, starved: self.starved() }
    }

    /// The time left, extended on a busy machine.
    fn left(&self, deadline: Deadline) -> Duration {
        let lost = self.starved().saturating_sub(deadline.starved);
        (deadline.at + lost).saturating_duration_since(Instant::now())
    }

    /// The engine's next line before the deadline.
    pub fn hear(&mut self, deadline: Deadline) -> Result<String, Silence> {
        loop {
            match self.process.hear(Instant::now() + self.left(deadline)) {
                Ok((at, line)) => {
                    self.note(Speaker::Engine, at.saturating_duration_since(self.start), &line);
                    return Ok(line);
                }
                Err(Silence::Time) if !self.left(deadline).is_zero() => {}
                Err(silence) => return Err(silence),
            }
        }
    }

    /// Whether it exits before the deadline.
    pub fn ends(&mut self, deadline: Deadline) -> bool {
        while !self.process.has_ended() {
            if self.left(deadline).is_zero() {
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
        true
    }
}
