//! The tools behind the subcommands.
//!
//! Each tool is a function that writes to the given writer. No tool reads the command line or decides the
//! exit code.

pub mod analyze;
pub mod bench;
pub mod check;
pub mod comply;
pub mod contest;
pub(crate) mod entries;
mod error;
pub mod explain;
pub(crate) mod html;
pub mod learn;
pub mod lint;
pub mod list;
mod load;
pub mod manual;
pub mod moves;
pub mod page;
pub mod perft;
pub mod referee;
pub mod show;
pub mod solve;
mod state;
pub mod wild;
pub mod worth;

use std::io::{self, Write};

use serde::Serialize;

pub use error::Error;
pub use load::{game, position};

/// Prints an answer as a line of JSON.
pub(crate) fn json_line(answer: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

/// An answer of a command: one value with two views.
pub(crate) trait Told: Serialize {
    /// Writes it for people.
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes it in a form.
    fn tell(&self, form: AnswerForm, out: &mut dyn Write) -> io::Result<()> {
        match form {
            AnswerForm::Text => self.text(out),
            AnswerForm::Json => json_line(self, out),
        }
    }
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// For people.
    Text,
    /// For programs: one line of JSON per answer.
    Json,
}

/// The form in which a command answers.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Answer {
    /// Answer in JSON, for programs
    #[arg(long)]
    json: bool,
}

impl Answer {
    /// The form.
    pub fn form(self) -> AnswerForm {
        if self.json { AnswerForm::Json } else { AnswerForm::Text }
    }
}
