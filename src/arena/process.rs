//! An engine as a child process, with everything exchanged and when.
//!
//! Reading and writing have threads of their own, so that an engine that is silent or does not read its
//! input cannot block the match. Output that arrives too fast waits in its pipe.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::player::{NotStarted, PlayerError, shown};
use crate::base::platform::{ChildTree, clocks};

/// Lines remembered for the report of a fault.
const REMEMBERED: usize = 30;
/// The most consecutive lines of the engine among them.
const SPOKEN: usize = 12;
/// Lines that wait to be read.
const WAITING: usize = 256;
/// The most bytes of a line.
const LONGEST: u64 = 1 << 16;
/// How often to check whether an engine has exited.
const GLANCE: Duration = Duration::from_millis(2);
/// How often to check, while waiting for an engine, whether the match is being stopped.
pub const LOOK: Duration = Duration::from_millis(100);
/// How long an engine may take to exit.
const LEAVING: Duration = Duration::from_millis(1500);

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    pub program: String,
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
    pub fn launch(launch: &Launch) -> Result<Process, NotStarted> {
        Process::start(launch).map_err(|error| NotStarted {
            trouble: PlayerError::Unable(format!("cannot start `{}`: {error}", launch.program)),
            transcript: Vec::new(),
        })
    }

    /// Starts an engine.
    pub fn start(launch: &Launch) -> std::io::Result<Process> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        // Ctrl-C at the terminal is meant for the match, which stops its engines itself.
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

    /// Writes a line. An engine that no longer reads is noticed when we wait for its answer.
    pub fn send(&mut self, line: &str) {
        // Dozens of accepted features do not help to explain a fault.
        if !line.starts_with("accepted ") {
            self.remember('>', line, Instant::now());
        }
        if let Some(input) = &self.input {
            // The pipe is closed once the engine has exited.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The engine's next line before the deadline, and when it arrived.
    pub fn receive(&mut self, deadline: Instant) -> Result<(Instant, String), Silence> {
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

    /// Describes how an engine has exited, for people.
    pub fn exit_status(&mut self) -> String {
        let deadline = Instant::now() + LEAVING;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "it closed its output".to_string()
    }

    /// The processor time it has used.
    pub fn cpu_time(&self) -> Option<Duration> {
        clocks::of_process(self.child.id())
    }

    /// The last lines, those of the engine marked with `<`. For an engine that has been silent the usual
    /// reason is added: its output stays in a buffer, as that of GNU Chess does on a pipe.
    pub fn remembered(&self) -> Vec<String> {
        let hint = (!self.has_spoken).then(|| {
            "it has not sent a line; if its output is buffered, start it with `stdbuf -oL ...`".to_string()
        });
        self.remembered.iter().cloned().chain(hint).collect()
    }

    fn remember(&mut self, mark: char, line: &str, at: Instant) {
        // A flood of lines must not displace the question it answers.
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
                // Keep reading its output, so that it does not block on a full pipe.
                Ok(None) if Instant::now() < deadline => {
                    // A closed output returns at once.
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

/// Passes on every line until the receiver is gone. Lines are bytes, not text, since an engine may print
/// anything.
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
