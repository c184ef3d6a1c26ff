//! Reads the lines of a GUI, whatever they contain.

use std::io::{BufRead, Read};

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
