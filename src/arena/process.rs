//! An engine as a child process: what it is told, what it says, and when.
//!
//! Threads of their own read and write, so that neither an engine that says nothing nor one that
//! does not listen is waited for without end. What it says too fast waits in its pipe.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::player::{NotStarted, Trouble, shown};
use crate::platform::{ChildTree, clocks};

/// Lines that are remembered for the report of a fault.
const REMEMBERED: usize = 30;
/// Lines of the engine among them at most that follow on each other.
const SPOKEN: usize = 12;
/// Lines that wait to be read.
const WAITING: usize = 256;
/// Bytes of a line at most.
const LONGEST: u64 = 1 << 16;
/// How often to look whether an engine has left.
const GLANCE: Duration = Duration::from_millis(2);
/// How often to look, while an engine is waited for, whether the match is to end.
pub const LOOK: Duration = Duration::from_millis(100);
/// How long an engine may take to leave.
const LEAVING: Duration = Duration::from_millis(1500);

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None came in time.
    Time,
    /// The engine has ended.
    Ended,
}

/// A running engine.
pub struct Process {
    child: ChildTree,
    input: Option<Sender<String>>,
    lines: Receiver<(Instant, String)>,
    started: Instant,
    remembered: VecDeque<String>,
    has_spoken: bool,
}

impl Process {
    /// Starts an engine of a match.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn launch(launch: &Launch) -> Result<Process, NotStarted> {
        Process::start(launch).map_err(|error| NotStarted {
            trouble: Trouble::Unable(format!("cannot start `{}`: {error}", launch.program)),
            transcript: Vec::new(),
        })
    }

    /// Starts an engine.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(launch: &Launch) -> std::io::Result<Process> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        // Ctrl-C at the terminal is meant for the match, which ends its engines itself.
        let mut child = ChildTree::spawn(&mut command)?;
        let (sender, lines) = sync_channel(WAITING);
        if let Some(output) = child.take_stdout() {
            thread::spawn(move || read_lines(output, |line| sender.send((Instant::now(), line)).is_ok()));
        }
        let (input, to_write) = channel();
        if let Some(stdin) = child.take_stdin() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        Ok(Process {
            child,
            input: Some(input),
            lines,
            started: Instant::now(),
            remembered: VecDeque::new(),
            has_spoken: false,
        })
    }

    /// Writes a line. An engine that no longer listens is noticed when it is waited for.
    pub fn send(&mut self, line: &str) {
        // Dozens of features that were accepted say nothing of a fault.
        if !line.starts_with("accepted ") {
            self.remember('>', line, Instant::now());
        }
        if let Some(input) = &self.input {
            // The other end is gone when the engine is.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line it says before the deadline, and when it came.
    ///
    /// # Errors
    /// If there is none.
    pub fn hear(&mut self, deadline: Instant) -> Result<(Instant, String), Silence> {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(patience) {
            Ok((at, line)) => {
                self.remember('<', &line, at);
                self.has_spoken = true;
                Ok((at, line))
            }
            Err(RecvTimeoutError::Timeout) => Err(Silence::Time),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Says how an engine has ended, for people.
    pub fn exit_status(&mut self) -> String {
        let deadline = Instant::now() + LEAVING;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "it has closed its output".to_string()
    }

    /// Sends it what Ctrl-C would send, where the system has such a thing.
    pub fn interrupt(&self) {
        self.child.interrupt();
    }

    /// How long it was ready to run while no processor was free, as far as the system tells.
    pub fn starved(&self) -> Duration {
        clocks::starved(Some(self.child.id()))
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// What the processor has done for it.
    pub fn cpu_time(&self) -> Option<Duration> {
        clocks::of_process(self.child.id())
    }

    /// The last lines, those of the engine with `<` before them. Of an engine that has not said one
    /// the usual reason is said: its output waits in a buffer, as that of GNU Chess does on a pipe.
    pub fn remembered(&self) -> Vec<String> {
        let hint = (!self.has_spoken).then(|| {
            "it has not said a line; if it keeps its output in a buffer, start it by `stdbuf -oL ...`"
                .to_string()
        });
        self.remembered.iter().cloned().chain(hint).collect()
    }

    fn remember(&mut self, mark: char, line: &str, at: Instant) {
        // Whoever floods us does not make us forget what it was asked.
        let spoken = self.remembered.iter().rev().take_while(|line| line.contains(" < ")).count();
        if mark == '<' && spoken >= SPOKEN {
            self.remembered.remove(self.remembered.len() - spoken);
        } else if self.remembered.len() == REMEMBERED {
            self.remembered.pop_front();
        }
        let after = at.saturating_duration_since(self.started).as_secs_f64();
        self.remembered.push_back(format!("{after:9.3} {mark} {}", shown(line)));
    }

    fn ends_before(&mut self, deadline: Instant) -> bool {
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                // What it still says is read, so that it does not wait for a reader.
                Ok(None) if Instant::now() < deadline => {
                    // Of an output that is closed nothing is heard at once.
                    if self.lines.recv_timeout(GLANCE) == Err(RecvTimeoutError::Disconnected) {
                        thread::sleep(GLANCE);
                    }
                }
                Ok(None) | Err(_) => return false,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        if !self.ends_before(Instant::now() + LEAVING) {
            self.child.kill();
        }
    }
}

/// Hands on every line until nobody wants them any more. Bytes, not text: an engine may print anything.
fn read_lines(output: ChildStdout, mut hand_on: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        if !hand_on(String::from_utf8_lossy(&line).trim_end().to_string()) {
            return;
        }
        line.clear();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}
