//! The entries of a file. Bad ones are reported on standard error and left out.

use std::io::{self, Write};
use std::path::Path;

use super::page::Printable;
use crate::rules::pgn::Fault;

/// The entries of a file as they are read.
pub(crate) struct Entries<'a> {
    file: &'a Path,
    /// What they are called: `games`.
    what: &'static str,
    number: usize,
    faults: Vec<Fault>,
}

impl<'a> Entries<'a> {
    /// The entries of a file, called `what`.
    pub(crate) fn new(file: &'a Path, what: &'static str) -> Entries<'a> {
        Entries { file, what, number: 0, faults: Vec::new() }
    }

    /// No file, no entries.
    pub(crate) fn none() -> Entries<'static> {
        Entries::new(Path::new(""), "")
    }

    /// Tells what of the entry on a line is left out, after what `out` has told.
    pub(crate) fn note(&self, line: usize, notes: &[String], out: &mut dyn Write) -> io::Result<()> {
        for note in notes {
            out.flush()?;
            say(&format!("{}:{line}: note: {note}", self.file.display()))?;
        }
        Ok(())
    }

    /// The entry, or `None` if it is bad. Then it is reported after what `out` has told, but not twice.
    pub(crate) fn keep<T>(&mut self, entry: Result<T, Fault>, out: &mut dyn Write) -> io::Result<Option<T>> {
        self.number += 1;
        match entry {
            Ok(entry) => Ok(Some(entry)),
            Err(fault) => {
                if !self.faults.contains(&fault) {
                    out.flush()?;
                    say(&format!("{}:{}: {}", self.file.display(), fault.line, fault.reason))?;
                }
                self.faults.push(fault);
                Ok(None)
            }
        }
    }

    /// Tells how many entries were left out, if any, once `out` has told the rest. Returns their number.
    pub(crate) fn close(&self, out: &mut dyn Write) -> io::Result<usize> {
        let left_out = self.faults.len();
        if left_out > 0 {
            out.flush()?;
            let (file, of, what) = (self.file.display(), self.number, self.what);
            say(&format!("{file}: {left_out} of {of} {what} left out"))?;
        }
        Ok(left_out)
    }
}

/// Says something about the input on standard error.
pub(super) fn say(text: &str) -> io::Result<()> {
    writeln!(Printable::new(anstream::stderr()), "fibnif: {text}")
}
