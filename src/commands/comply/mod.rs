//! Tests any engine against the rules of CECP, in numbered steps.
//!
//! The rules are those that XBoard 4.9, WinBoard and cutechess rely on, as far as ordinary chess can test
//! them. Each step has its own process, so that no fault hides another, and a time limit for everything it
//! waits for. Time that a busy machine takes from the engine does not count. `steps` is the table of steps,
//! `script` their language, `child` the engine.
//!
//! `engines.txt`, printed by the help, lists the failures of well-known engines in Debian 12.

mod child;
mod script;
mod steps;

use std::io::Write;
use std::sync::Arc;

use anstyle::{AnsiColor, Style};

use self::child::{Speaker, Spoken};
use self::script::{Arbiter, LineKind, ProtocolStep};
use super::error::Error;
use super::load::game;
use super::page::{FAINT, TITLE};
use super::{Command, Context, ExitStatus};
use crate::rules::game::Game;
use crate::rules::variant::Catalog;

/// The failures of well-known engines, for the help.
pub const KNOWN_ENGINES: &str = include_str!("engines.txt");

/// The variant of every step.
const VARIANT: &str = "chess";
/// The most lines of a transcript that are shown.
const SHOWN: usize = 60;

/// The result of a step.
enum Verdict {
    Kept,
    Broken { fault: String, transcript: Vec<Spoken> },
    Untried(String),
}

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_long_help = KNOWN_ENGINES)]
pub struct ComplyRequest {
    /// Run only this step; can be repeated
    #[arg(long, value_name = "NUMBER", value_parser = step_number)]
    step: Vec<usize>,
    /// The engine: a program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl Command for ComplyRequest {
    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        run(context.catalog, &self.command, &self.step, context.out).map(ExitStatus::after)
    }
}

/// Tests an engine, a program and its arguments, with the steps of these numbers (all if empty). Returns
/// the number of failures.
///
/// # Errors
/// If the engine cannot be started, or `out` cannot be written to.
pub fn run(
    catalog: &Catalog,
    command: &[String],
    numbers: &[usize],
    out: &mut dyn Write,
) -> Result<usize, Error> {
    let game = game(catalog, VARIANT)?;
    let (mut kept, mut broken, mut untried) = (0, 0, 0);
    for (index, step) in steps::all().enumerate() {
        let number = index + 1;
        if !numbers.is_empty() && !numbers.contains(&number) {
            continue;
        }
        let verdict = attempt(step, command, &game)?;
        write_verdict(number, step, &verdict, out)?;
        out.flush()?;
        match verdict {
            Verdict::Kept => kept += 1,
            Verdict::Broken { .. } => broken += 1,
            Verdict::Untried(_) => untried += 1,
        }
    }
    writeln!(out, "{kept} steps passed, {broken} failed, {untried} skipped")?;
    Ok(broken)
}

/// Reads the number of a step.
///
/// # Errors
/// If there is no such step.
pub fn step_number(text: &str) -> Result<usize, String> {
    let last = steps::all().count();
    let number = text.parse().ok().filter(|number| (1..=last).contains(number));
    number.ok_or_else(|| format!("expected a step from 1 to {last}"))
}

/// Runs one step.
fn attempt(step: &'static ProtocolStep, command: &[String], game: &Arc<Game>) -> Result<Verdict, Error> {
    let mut gui = Arbiter::start(command, game).map_err(|error| {
        let program = command.first().cloned().unwrap_or_default();
        Error::Usage(format!("cannot start `{program}`: {error}"))
    })?;
    let opened = gui.open(step.opening);
    if let Some((name, value)) = step.needs.iter().find(|(name, value)| gui.features.value(name) != *value) {
        return Ok(Verdict::Untried(format!(
            "the engine has {name}={}, not {value}",
            gui.features.value(name)
        )));
    }
    Ok(match opened.and_then(|()| gui.run(step)) {
        Ok(()) => Verdict::Kept,
        Err(fault) => Verdict::Broken { fault, transcript: std::mem::take(&mut gui.child.transcript) },
    })
}

/// Prints the line of a step and, if it failed, why and how.
fn write_verdict(
    number: usize,
    step: &ProtocolStep,
    verdict: &Verdict,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let color = |color: AnsiColor| Style::new().bold().fg_color(Some(color.into()));
    let (style, word) = match verdict {
        Verdict::Kept => (color(AnsiColor::Green), "ok"),
        Verdict::Broken { .. } => (color(AnsiColor::Red), "FAILED"),
        Verdict::Untried(_) => (FAINT, "-"),
    };
    writeln!(out, "{number:>2}  {style}{word:6}{style:#}  {}", step.rule)?;
    match verdict {
        Verdict::Kept => {}
        Verdict::Untried(reason) => writeln!(out, "            {FAINT}{reason}{FAINT:#}")?,
        Verdict::Broken { fault, transcript } => {
            writeln!(out, "            {TITLE}{fault}{TITLE:#}\n            {}", step.why)?;
            write_transcript(transcript, out)?;
        }
    }
    Ok(())
}

/// Prints the exchange: its end, and only the first lines of thinking.
fn write_transcript(transcript: &[Spoken], out: &mut dyn Write) -> Result<(), Error> {
    let mut lines: Vec<String> = Vec::new();
    let mut thoughts = 0;
    for spoken in transcript {
        let is_feature = spoken.line.starts_with("feature ") || spoken.line.starts_with("accepted ");
        thoughts = if spoken.by == Speaker::Engine && LineKind::Thinking.is(&spoken.line) {
            thoughts + 1
        } else {
            0
        };
        if is_feature || thoughts > 2 {
            if lines.last().is_none_or(|last| !last.ends_with("...")) {
                lines.push("            ...".to_owned());
            }
            continue;
        }
        let who = match spoken.by {
            Speaker::Gui => '>',
            Speaker::Engine => '<',
        };
        let text: String = spoken.line.chars().take(100).collect();
        lines.push(format!("            {:7.3} {who} {text}", spoken.after.as_secs_f64()));
    }
    for line in &lines[lines.len().saturating_sub(SHOWN)..] {
        writeln!(out, "{FAINT}{line}{FAINT:#}")?;
    }
    Ok(())
}
