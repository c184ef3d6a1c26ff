//! Whether the bytes of a file are text, and how texts are taken apart and quoted in a message.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The number of bytes of a file that are examined.
const LOOKED_AT: usize = 8192;
/// The maximum number of characters of a file that a message quotes.
const LONGEST_QUOTE: usize = 60;
/// The maximum number of characters of a line to show around a fault.
const WIDEST_PICTURE: usize = 100;

/// Whether bytes are not text in any common encoding: they contain control characters that texts do not
/// have.
pub fn is_binary(bytes: &[u8]) -> bool {
    let is_odd = |byte: &u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    bytes.iter().take(LOOKED_AT).any(is_odd)
}

/// The beginning of a file, for a message that says what was found in it.
pub fn beginning(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "an empty file".to_string();
    }
    if is_binary(bytes) {
        return "binary data".to_string();
    }
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(line);
    let shown: String = text.trim().chars().take(LONGEST_QUOTE).collect();
    format!("`{}`", one_line(&shown))
}

/// A text as one line that can be shown anywhere: line ends and tabs become blanks, other control characters
/// question marks.
pub fn one_line(text: &str) -> String {
    let safe = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if c.is_control() => '?',
        c => c,
    };
    text.chars().map(safe).collect()
}

/// The same for a text that may have several lines.
pub fn safe(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}

/// A text as one line that a terminal and a protocol can show: control characters are escaped, and it is
/// cut after `most` characters.
pub fn printable(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count == most {
            shown.push('…');
            break;
        }
        if letter.is_control() { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    shown
}

/// A text as a message quotes it.
pub fn quoted(text: &str) -> String {
    printable(text, LONGEST_QUOTE)
}

/// A line with carets under some of its bytes, which lie on character borders. Of a long line, only the
/// part around them is shown.
pub fn picture(line: &str, part: Range<usize>) -> String {
    let characters = |bytes: Range<usize>| line.get(bytes).map_or(0, |part| part.chars().count());
    let (length, before) = (characters(0..line.len()), characters(0..part.start));
    let first = if length > WIDEST_PICTURE { before.saturating_sub(WIDEST_PICTURE / 2) } else { 0 };
    let last = (first + WIDEST_PICTURE).min(length);
    let shown = one_line(&line.chars().skip(first).take(last - first).collect::<String>());
    let [ahead, behind] = [first > 0, last < length].map(|cut| if cut { "…" } else { "" });
    let blanks = " ".repeat(ahead.chars().count() + before - first);
    let carets = "^".repeat(characters(part).min(last.saturating_sub(before)).max(1));
    format!("  {ahead}{shown}{behind}\n  {blanks}{carets}")
}

/// The parts of a text between single blanks, each with its byte offset.
pub fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').scan(0, |next, field| {
        let at = *next;
        *next += field.len() + 1;
        Some((at, field))
    })
}

/// The maximum size of a file of games or positions, in bytes.
const LARGEST: u64 = 1 << 30;

/// Reads a text file in any encoding. A device may have no end, so that the size is limited, and its
/// beginning must be text.
///
/// # Errors
/// If the system refuses, or if it is not a text file of at most a gibibyte.
pub fn read(path: &Path) -> io::Result<String> {
    read_from(File::open(path)?)
}

/// Reads all of standard input like a text file.
///
/// # Errors
/// The same as of [`read`].
pub fn read_input() -> io::Result<String> {
    read_from(io::stdin().lock())
}

/// The text from a source, whose beginning decides whether it is one at all.
fn read_from(source: impl Read) -> io::Result<String> {
    let invalid = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason);
    let (mut source, mut bytes) = (source.take(LARGEST + 1), Vec::new());
    source.by_ref().take(LOOKED_AT as u64).read_to_end(&mut bytes)?;
    if is_binary(&bytes) && Encoding::for_bom(&bytes).is_none_or(|(encoding, _)| encoding == UTF_8) {
        return Err(invalid("expected a text file, found binary data"));
    }
    source.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(invalid("expected at most a gibibyte of text, found more"));
    }
    Ok(decode(&bytes).into_owned())
}

/// The text in bytes: of UTF-16 with a byte order mark, or of UTF-8, in which bytes that do not belong are
/// letters of Windows.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = match (str::from_utf8(bytes), Encoding::for_bom(bytes)) {
        (Ok(text), _) => return tidy(text),
        (Err(_), Some((wide, _))) if wide != UTF_8 => wide.decode(bytes).0.into_owned(),
        (Err(_), _) => bytes
            .utf8_chunks()
            .map(|part| {
                part.valid().to_string() + &WINDOWS_1252.decode_without_bom_handling(part.invalid()).0
            })
            .collect(),
    };
    Cow::Owned(tidy(&text).into_owned())
}

/// A text without byte order mark, with the line ends of today: old Macs wrote `\r` alone.
pub fn tidy(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches('\u{feff}');
    let alone = |(at, _): &(usize, &str)| !text[at + 1..].starts_with(['\r', '\n']);
    if text.match_indices('\r').any(|found| alone(&found)) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_and_other_bytes_are_not() {
        assert_eq!(beginning(b"one\ntwo"), "`one`");
        assert_eq!(beginning(b""), "an empty file");
        assert_eq!(beginning(&[0x87, 0x02, b'a']), "binary data");
        assert!(is_binary(b"\x7fELF"));
    }

    #[test]
    fn texts_are_read_in_every_encoding() {
        for (bytes, text) in [
            (&b"caf\xe9\r\n\t1. e4"[..], "café\r\n\t1. e4"),
            (b"Kj\xf8lby \x96 Stra\xc3\x9fe \xbd-\xbd", "Kjølby – Straße ½-½"),
            (b"\xef\xbb\xbfa\rb\r\rc", "a\nb\n\nc"),
            (b"\xff\xfee\x004\x00\xe9\x00", "e4é"),
            (b"\xfe\xff\x00e\x004", "e4"),
            (b"", ""),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }
}
