//! Looks for mistakes in the files of variants and armies.
//!
//! `variant` finds the faults of a text. Faults of a well-formed file that cannot be played show when every
//! game of the file is compiled.

use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::Error;
use super::import;
use super::{Command, Context, ExitStatus, OutputArgs, json_line};
use crate::base::page::{FAINT, TITLE};
use crate::commands::lint::{Checked, Finding, Severity};
use crate::engine::eval::net::{misfit, net_of, unlearned};
use crate::protocol::xboard::taken_for;
use crate::rules::game::Game;
use crate::rules::position::flawless;
use crate::rules::variant::{Catalog, NetChoice, Span, VariantDef};

/// The most findings shown for one file.
const SHOWN: usize = 50;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Command for CheckArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif check army.toml"];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        run(context.catalog, &self.files, self.output.json, context.out).map(ExitStatus::after)
    }
}

/// Prints what is wrong with each file, and a summary; returns the number of errors.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(catalog: &Catalog, paths: &[PathBuf], json: bool, out: &mut dyn Write) -> Result<usize, Error> {
    let (mut errors, mut warnings, mut faulty, mut files) = (0, 0, 0, 0);
    let (definitions, own): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| import::is_definition(path));
    let mut checked = catalog.check(&own, &unfit);
    for file in definitions {
        let findings = import::findings(catalog, &file)?;
        checked.push(Checked { file, findings });
    }
    for Checked { file, findings } in checked {
        let shown = if json { findings.len() } else { SHOWN };
        for finding in findings.iter().take(shown) {
            if json {
                json_line(&FindingLine::new(&file, finding), out)?;
            } else {
                write_finding(&file, finding, out)?;
            }
        }
        if findings.len() > shown {
            writeln!(out, "{}: and {} more", file.display(), findings.len() - SHOWN)?;
        }
        errors += findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        warnings += findings.iter().filter(|finding| finding.severity == Severity::Warning).count();
        faulty += usize::from(!findings.is_empty());
        files += 1;
    }
    if json {
        return Ok(errors);
    }
    let found = [(errors, "error"), (warnings, "warning")].into_iter().filter(|(count, _)| *count > 0);
    let found: Vec<String> = found.map(|(count, what)| number(count, what)).collect();
    match (&found[..], files) {
        ([], _) => writeln!(out, "no mistakes in {}", number(files, "file"))?,
        (_, 1) => writeln!(out, "{}", found.join(" and "))?,
        (_, all) => writeln!(out, "{} in {faulty} of {all} files", found.join(" and "))?,
    }
    Ok(errors)
}

/// A finding, as JSON shows it.
#[derive(Serialize)]
struct FindingLine {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    severity: &'static str,
    message: String,
}

impl FindingLine {
    fn new(file: &Path, finding: &Finding) -> FindingLine {
        let place = finding.place.as_ref();
        FindingLine {
            file: place.map_or_else(|| file.display().to_string(), |place| place.file().to_string()),
            line: place.map(Span::line),
            column: place.map(Span::column),
            severity: severity(finding).1,
            message: finding.message.clone(),
        }
    }
}

fn severity(finding: &Finding) -> (AnsiColor, &'static str) {
    match finding.severity {
        Severity::Error => (AnsiColor::Red, "error"),
        Severity::Warning => (AnsiColor::Yellow, "warning"),
    }
}

/// `1 file`, `2 files`.
fn number(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Prints one finding: place, severity, message, and the line with a caret under the place.
fn write_finding(file: &Path, finding: &Finding, out: &mut dyn Write) -> Result<(), Error> {
    let (color, severity) = severity(finding);
    let style = Style::new().bold().fg_color(Some(color.into()));
    let place = finding.place.as_ref().map_or_else(|| file.display().to_string(), ToString::to_string);
    writeln!(out, "{TITLE}{place}{TITLE:#}: {style}{severity}{style:#}: {}", finding.message)?;
    if let Some(place) = &finding.place {
        let picture = place.picture();
        let (line, carets) = picture.split_once('\n').unwrap_or((&picture, ""));
        writeln!(out, "{FAINT}{line}{FAINT:#}\n{style}{carets}{style:#}")?;
    }
    Ok(())
}

/// Why a definition cannot be played, or what is misleading about it.
pub(crate) fn unfit(def: &VariantDef) -> Vec<Finding> {
    match flawless(def) {
        Ok(game) => misleading_name(def).into_iter().chain(unused_net(&game)).collect(),
        Err(error) => vec![error.into()],
    }
}

/// A warning if the net that a definition names cannot be used, or should not be.
fn unused_net(game: &Game) -> Option<Finding> {
    if matches!(game.def.net, NetChoice::Proven | NetChoice::None) {
        return None;
    }
    let net = net_of(game)?;
    let network = net.network()?;
    let message = match misfit(game, &network) {
        Some(reason) => format!("the net `{}` {reason}", net.name()),
        None if matches!(game.def.net, NetChoice::Shipped(_)) => {
            let mut unlearned: Vec<_> = unlearned(game, &net).iter().map(ToString::to_string).collect();
            unlearned.dedup();
            if unlearned.is_empty() {
                return None;
            }
            let unlearned = unlearned.join(", ");
            format!("the net `{}` replaces the evaluation, but has not learned {unlearned}", net.name())
        }
        None => return None,
    };
    let place = game.def.places.place_of(&["net"]);
    Some(Finding { severity: Severity::Warning, place, message })
}

/// A warning if XBoard has a different game of the same name.
fn misleading_name(def: &VariantDef) -> Option<Finding> {
    let own = taken_for(&def.id).filter(|_| !def.id.contains([':', ';']))?;
    let is_same = Catalog::builtin().resolve(&def.id).is_ok_and(|shipped| shipped.plays_as(def));
    let message = format!("XBoard uses the name `{}` for its own game `{own}`: rename the file", def.id);
    (!is_same).then_some(Finding { severity: Severity::Warning, place: None, message })
}
