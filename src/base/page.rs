//! The layout of pages: styles, and lines of a readable length.

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::Style;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Headings.
pub const TITLE: Style = Style::new().bold();
/// Less important text.
pub const FAINT: Style = Style::new().dimmed();
/// The width of a page in columns.
pub const PAGE: usize = 80;

/// Prints a sentence as an item of a list, wrapped.
pub fn item(text: &str, out: &mut dyn Write) -> io::Result<()> {
    paragraph(text, 2, 4, out)
}

/// Prints text, wrapped, with the given indents for the first line and the others.
pub fn paragraph(text: &str, first: usize, others: usize, out: &mut dyn Write) -> io::Result<()> {
    labeled(text, &" ".repeat(first), others, out)
}

/// Prints text after a label, wrapped, with all lines indented to the width of the label.
pub fn hanging(label: &str, words: &str, out: &mut dyn Write) -> io::Result<()> {
    labeled(words, label, label.chars().count(), out)
}

fn labeled(text: &str, label: &str, indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let (text, indent) = (single_spaced(text), " ".repeat(indent));
    if text.is_empty() {
        return writeln!(out, "{label}");
    }
    let options = wrapping(PAGE).initial_indent(label).subsequent_indent(&indent).break_words(false);
    textwrap::wrap(&text, options).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// A text with single blanks between its words.
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in lines of this many columns, broken between words where possible.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, wrapping(width.max(1))).into_iter().map(Cow::into_owned).collect()
}

/// How every text is wrapped: after a blank, never within a word with a hyphen.
fn wrapping<'a>(width: usize) -> Options<'a> {
    let options = Options::new(width).word_separator(WordSeparator::AsciiSpace);
    options.word_splitter(WordSplitter::NoHyphenation).wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// Passes on printable text, line ends, and the colors of this program. Other control characters become
/// question marks, since text from files reaches the terminal this way.
pub struct Printable<W> {
    inner: W,
    pending: Vec<u8>,
}

/// The longest color sequence that is passed on.
const LONGEST_COLOR: usize = 24;
const ESCAPE: u8 = 0x1b;
/// The first byte of a control character of two bytes.
const HIGH_CONTROL: u8 = 0xc2;

impl<W: Write> Printable<W> {
    /// Writes to `inner`.
    pub fn new(inner: W) -> Printable<W> {
        Printable { inner, pending: Vec::new() }
    }

    /// Consumes one byte, and writes what is then known to be printable.
    fn take(&mut self, byte: u8, clean: &mut Vec<u8>) {
        match self.pending[..] {
            [] if byte == ESCAPE || byte == HIGH_CONTROL => self.pending.push(byte),
            [] if byte == b'\n' || !byte.is_ascii_control() => clean.push(byte),
            [] => clean.push(b'?'),
            [HIGH_CONTROL] => {
                self.pending.clear();
                if (0x80..0xa0).contains(&byte) {
                    clean.push(b'?');
                } else {
                    clean.extend([HIGH_CONTROL, byte]);
                }
            }
            [ESCAPE] if byte == b'[' => self.pending.push(byte),
            [ESCAPE, b'[', ..] if byte == b'm' => {
                clean.append(&mut self.pending);
                clean.push(byte);
            }
            [ESCAPE, b'[', ..]
                if (byte.is_ascii_digit() || byte == b';') && self.pending.len() < LONGEST_COLOR =>
            {
                self.pending.push(byte);
            }
            _ => {
                clean.push(b'?');
                clean.extend(self.pending.drain(..).skip(1));
                self.take(byte, clean);
            }
        }
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut clean = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            self.take(byte, &mut clean);
        }
        self.inner.write_all(&clean)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_broken_between_words() {
        let mut out = Vec::new();
        item(&"word ".repeat(30), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert!(text.lines().all(|line| line.len() <= PAGE && line.starts_with("  ")));
    }

    #[test]
    fn nothing_but_text_and_colors_reaches_the_terminal() {
        let printed = |text: &str| {
            let mut out = Printable::new(Vec::new());
            text.chars().for_each(|c| write!(out, "{c}").unwrap());
            String::from_utf8(out.inner).unwrap()
        };
        assert_eq!(printed("Käse »x«\n\x1b[1mbold\x1b[0m"), "Käse »x«\n\x1b[1mbold\x1b[0m");
        assert_eq!(printed("a\x07b\rc\td\x7f"), "a?b?c?d?");
        assert_eq!(printed("\x1b]0;title\x07"), "?]0;title?");
        assert_eq!(printed("\x1b[2J\x1b[1;1H"), "?[2J?[1;1H");
        assert_eq!(printed("\x1b\x1b[31mx\u{9b}2J"), "?\x1b[31mx?2J");
    }
}
