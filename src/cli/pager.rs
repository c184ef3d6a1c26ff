//! Long help, a screen at a time.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::base::platform;

/// Longer texts are shown by a pager, in lines.
const LONG: usize = 60;
/// The pager if `PAGER` names none.
const USUAL: &str = "less";

/// Prints a help text, which may have styles. On a terminal a long one goes through a pager.
pub(super) fn print(text: &str) -> io::Result<()> {
    let is_paged = io::stdout().is_terminal() && text.lines().count() > LONG && page(text).is_ok();
    if is_paged { Ok(()) } else { anstream::stdout().write_all(text.as_bytes()) }
}

/// Shows a text in a pager.
fn page(text: &str) -> io::Result<()> {
    let named = std::env::var("PAGER").ok().filter(|name| !name.trim().is_empty());
    let named = named.unwrap_or_else(|| USUAL.to_string());
    let mut words = shell_words::split(&named).unwrap_or_default().into_iter();
    let mut pager = Command::new(words.next().unwrap_or_else(|| USUAL.to_string()));
    pager.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Styles are shown, and the text stays on the screen.
        pager.env("LESS", "RX");
    }
    let mut pager = pager.spawn()?;
    // Ctrl-C is for the pager.
    let _ = platform::raise_on_interrupt(&Arc::default());
    let is_plain = anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never;
    let plain = is_plain.then(|| anstream::adapter::strip_str(text).to_string());
    if let Some(mut input) = pager.stdin.take() {
        // Whoever leaves the pager early has read enough.
        let _ = input.write_all(plain.as_deref().unwrap_or(text).as_bytes());
    }
    pager.wait().map(drop)
}
