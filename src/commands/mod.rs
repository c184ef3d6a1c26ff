//! The subcommands.
//!
//! A subcommand is a type with its arguments that implements [`Command`]. It needs its file here, its `mod`
//! line, and its row in the table of `cli/arguments.rs`; the manual page follows, and a test names what is
//! left.

pub(crate) mod analyze;
pub mod bench;
pub mod check;
pub(crate) mod contest;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod load;
pub(crate) mod manual;
pub(crate) mod moves;
pub mod perft;
pub(crate) mod referee;
pub(crate) mod schema;
pub mod show;
pub mod solve;
pub mod wild;
pub(crate) mod worth;

use std::io::{self, Write};

use serde::Serialize;

pub use crate::session::Error;
pub use load::{game, position};

use crate::rules::variant::Catalog;

/// What a command runs with.
pub struct Context<'a> {
    /// The known variants.
    pub catalog: &'a Catalog,
    /// Standard output.
    pub out: &'a mut dyn Write,
}

/// How a command has ended that did its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// Nothing to complain about.
    Success,
    /// Errors in what it was given, or a gain that was rejected.
    Findings,
}

impl ExitStatus {
    /// The status after so many faults.
    pub fn after(faults: usize) -> ExitStatus {
        if faults == 0 { ExitStatus::Success } else { ExitStatus::Findings }
    }
}

/// A subcommand: arguments in, exit status out.
pub trait Command {
    /// Examples for the help. The first one is also the advice when the command is incomplete.
    const EXAMPLES: &'static [&'static str] = &[];

    /// Carries it out.
    ///
    /// # Errors
    /// If it cannot do its work.
    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error>;
}

impl<T: Command> Command for Box<T> {
    const EXAMPLES: &'static [&'static str] = T::EXAMPLES;

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        (**self).run(context)
    }
}

/// Prints an answer as a line of JSON.
pub(crate) fn json_line(answer: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

/// An answer of a command: one value with two views.
pub(crate) trait Render: Serialize {
    /// Writes it for people.
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes it for people or in JSON.
    fn render(&self, json: bool, out: &mut dyn Write) -> io::Result<()> {
        if json { json_line(self, out) } else { self.text(out) }
    }
}

/// The form in which a command answers.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct OutputArgs {
    /// Answer in JSON, for programs
    #[arg(long)]
    pub json: bool,
}
