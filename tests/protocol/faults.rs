//! Faults of other engines that show only with a real search and a real clock, one test each. Those
//! that need neither are the transcripts whose names begin with `fault`.

use crate::common::program::piped;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit for an answer on a slow machine with every check on.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A running engine.
pub struct Live {
    pub child: Child,
    pub input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Live {
    pub fn start() -> Live {
        let mut child = piped().spawn().unwrap();
        let (input, stdout) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Live { child, input, output }
    }

    /// An engine that has been greeted and told to start a game of a variant.
    fn playing(variant: &str) -> Live {
        let mut live = Live::start();
        live.say("xboard\nprotover 2\nmemory 4\nnew");
        if variant != "normal" {
            live.say(&format!("variant {variant}"));
        }
        live.say("ping 0");
        live.hear("pong 0");
        live
    }

    pub fn say(&mut self, lines: &str) {
        writeln!(self.input.as_ref().unwrap(), "{lines}").unwrap();
    }

    /// The next line that comes before `until`, if any.
    pub fn line(&mut self, until: Instant) -> Option<String> {
        self.output.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
    }

    /// Waits for a line that begins with `start`; returns the rest of it.
    fn hear(&mut self, start: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let line = self.line(until).unwrap_or_else(|| panic!("no {start}"));
            assert!(!line.starts_with("Illegal"), "{line}");
            if let Some(rest) = line.strip_prefix(start) {
                return rest.trim().to_string();
            }
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Fairy-Stockfish forgets to make a move that it finds quickly, and considers the reply illegal.
#[test]
fn a_move_found_at_once_is_made() {
    let mut live = Live::playing("normal");
    for round in 0..40 {
        live.say(&format!("new\nsd {}\ngo", 1 + round % 3));
        live.hear("move");
        live.say("usermove e7e5");
        live.hear("move");
        live.say("force\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo");
        live.hear("move");
        live.say("usermove e8d8");
        live.hear("move");
    }
}

/// Fairy-Stockfish reads `st 0.1` as 0 and thinks forever.
#[test]
fn a_tenth_of_a_second_is_not_for_ever() {
    let mut live = Live::playing("normal");
    live.say("st 0.1\ngo");
    let began = Instant::now();
    live.hear("move");
    assert!(began.elapsed() < PATIENCE / 3);
}

/// Fairy-Stockfish loses all castling when `new` follows a search cut short.
#[test]
fn castling_outlives_a_search_cut_short() {
    for cut in ["force", "result * {stop}", "new", "?"] {
        let mut live = Live::playing("normal");
        live.say("st 100\ngo");
        thread::sleep(Duration::from_millis(30));
        live.say(&format!("{cut}\nnew\nforce"));
        for mv in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6", "a2a3", "e8g8"] {
            live.say(&format!("usermove {mv}"));
        }
        live.say("ping 1");
        live.hear("pong 1");
    }
}

/// Fairy-Max reads nothing while it thinks: `?`, `ping`, `force`, `new`, `result` and `quit` wait.
#[test]
fn a_search_is_no_reason_not_to_listen() {
    for variant in ["normal", "colorboundmost", "grand", "greener", "narrow"] {
        let mut live = Live::playing(variant);
        live.say("st 1000\ngo\n?");
        live.hear("move");
        for end in ["force", "result * {stop}", "new"] {
            live.say(&format!("new\nvariant {variant}\nst 1000\ngo"));
            thread::sleep(Duration::from_millis(20));
            live.say(&format!("{end}\nping 1"));
            live.hear("pong 1");
        }
        live.say(&format!("new\nvariant {variant}\nst 1000\ngo\nquit"));
        assert!(live.child.wait().unwrap().success());
    }
}

/// Fairy-Max does not think on the opponent's time. An engine that does, or analyzes, must keep
/// listening as well.
#[test]
fn nor_is_the_opponents_time_or_an_analysis() {
    for variant in ["normal", "colorboundmost"] {
        let mut live = Live::playing(variant);
        for busy in ["st 0.1\nhard\ngo", "force\nanalyze"] {
            for end in ["", "force", "result * {stop}", "easy", "undo"] {
                live.say(busy);
                if busy.ends_with("go") {
                    live.hear("move");
                }
                thread::sleep(Duration::from_millis(20));
                let asked = Instant::now();
                live.say(&format!("{end}\nping 1"));
                live.hear("pong 1");
                assert!(asked.elapsed() < PATIENCE / 3);
                live.say("exit\nforce");
            }
        }
        live.say("analyze\nquit");
        assert!(live.child.wait().unwrap().success());
    }
}
