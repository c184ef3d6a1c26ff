//! Developer and user tools behind the subcommands.
//!
//! Each tool is a function that writes to the writer it is given; none reads the command line or
//! decides an exit code.

pub mod analyze;
pub mod answers;
pub mod bench;
pub mod check;
pub mod comply;
pub mod contest;
mod error;
pub mod explain;
mod html;
pub mod list;
mod load;
pub mod manual;
pub mod mates;
pub mod moves;
pub mod page;
pub mod perft;
pub mod plugin;
pub mod referee;
pub mod show;
pub mod solve;
pub mod worth;

use std::io::{self, Write};

use serde::Serialize;

pub use error::ToolError;
pub use load::{game, position};

/// Prints an answer as a line of JSON.
pub(crate) fn json_line(answer: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// For people.
    Text,
    /// For scripts: a line of JSON for each position or ending.
    Json,
}
