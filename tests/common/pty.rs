//! Programs in a terminal: behind a pseudo-terminal, read by a terminal emulator.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// The time limit for something to appear on the screen: far longer than needed.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A size as the emulator wants it.
pub fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

/// The program with the data of a test, in a terminal with all features.
pub fn fibnif(home: &Path) -> Command {
    Command::new(env!("CARGO_BIN_EXE_fibnif"))
        .env("XDG_DATA_HOME", home)
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
}

/// The files of the games that are saved under `home`.
pub fn saved(home: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(home.join("fibnif/games")).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .collect();
    paths.sort();
    paths
}

/// The program behind a pseudo-terminal, and an emulator that reads what it draws.
pub struct Screen {
    pub child: Child,
    pub pty: std::sync::Arc<Pty>,
    pub bytes: Receiver<Vec<u8>>,
    pub parser: vt100::Parser,
}

impl Screen {
    /// `fibnif play` with these arguments; its data is under `home`.
    pub fn open(home: &Path, args: &[&str], size: (u16, u16)) -> Screen {
        Screen::of(fibnif(home).arg("play").args(args), size)
    }

    /// A command in a terminal of this many rows and columns.
    pub fn of(command: Command, (rows, columns): (u16, u16)) -> Screen {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let child = command.spawn(pts).unwrap();
        let pty = std::sync::Arc::new(pty);
        let (sender, bytes) = channel();
        let reader = std::sync::Arc::clone(&pty);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Screen { child, pty, bytes, parser: vt100::Parser::new(cells(rows), cells(columns), 0) }
    }

    /// What is on the screen.
    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Reads the screen until something is to be seen.
    pub fn wait(&mut self, what: &str, seen: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !seen(self.parser.screen()) {
            assert!(Instant::now() < until, "{what} is not to be seen:\n{}", self.text());
            if let Ok(bytes) = self.bytes.recv_timeout(Duration::from_millis(50)) {
                self.parser.process(&bytes);
            }
        }
    }

    /// Reads the screen until this text is on it.
    pub fn see(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until something is gone, because a key after Esc would be another key with Alt.
    pub fn miss(&mut self, text: &str) {
        self.wait(&format!("no {text}"), |screen| !screen.contents().contains(text));
    }

    /// Types.
    pub fn press(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line.
    pub fn line(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Quits a game of lines.
    pub fn quit(mut self) {
        self.line("quit");
        assert!(self.child.wait().unwrap().success());
    }

    /// Ends the program by a key; it must leave the screen and the keyboard as they were.
    pub fn leave(mut self, keys: &str) {
        self.press(keys);
        self.wait("the screen before", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        assert!(self.child.wait().unwrap().success());
    }
}
