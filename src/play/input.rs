//! Reads what a GUI says, line by line, whatever it is.

use std::io::{BufRead, Read};

/// The most bytes of a line; what a GUI sends is far shorter.
const LONGEST_LINE: usize = 1 << 16;
/// How much of a line that is longer is quoted to the GUI.
const QUOTED: usize = 80;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// All of it.
    Whole(String),
    /// The start of one that is too long.
    Overlong(String),
}

/// The next line of `input`; `None` at its end. Bytes that are no text are replaced.
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
