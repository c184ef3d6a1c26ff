//! Whether the bytes of a file are text, and how they are quoted in a message.

use std::fs;
use std::io;
use std::path::Path;

/// The number of bytes of a file that are examined.
const LOOKED_AT: usize = 8192;
/// The maximum number of characters of a file that a message quotes.
const LONGEST_QUOTE: usize = 60;

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
    let shown = text.trim().chars().take(LONGEST_QUOTE);
    format!("`{}`", shown.map(|c| if c.is_control() { '?' } else { c }).collect::<String>())
}

/// Reads a text file in any encoding. Bytes that are not UTF-8 become replacement characters.
///
/// # Errors
/// If it cannot be read, or is not text.
pub fn read(path: &Path) -> io::Result<String> {
    of_bytes(&fs::read(path)?)
}

fn of_bytes(bytes: &[u8]) -> io::Result<String> {
    if is_binary(bytes) {
        let reason = "expected a text file, found binary data";
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_and_other_bytes_are_not() {
        assert_eq!(beginning(b"one\ntwo"), "`one`");
        assert_eq!(beginning(b""), "an empty file");
        assert_eq!(beginning(&[0x87, 0x02, b'a']), "binary data");
        assert_eq!(of_bytes(b"caf\xe9\r\n\t1. e4").unwrap(), "caf\u{fffd}\r\n\t1. e4");
        assert!(of_bytes(b"\x7fELF").is_err());
    }
}
