//! A line of notation in words: each letter, where it leads, and how other programs read it.

use std::io::Write;

use serde::Serialize;

use super::Error;
use super::show;
use super::{Command, Context, ExitStatus, OutputArgs, json_line};
use crate::base::page::{FAINT, TITLE, hanging, paragraph};
use crate::protocol::xboard::notation::to_xboard;
use crate::rules::betza::{Movement, standard};
use crate::rules::geometry::{Offset, Shape};
use crate::rules::variant::Catalog;
use crate::teach::explain::{Elsewhere, Instead, LegendRow, Part, explain, table};

/// The square of the explained piece, on a board of 8x8.
const FROM: (i8, i8) = (4, 3);

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// The line, such as `fhNbsK`, or the name of a piece
    #[arg(value_name = "BETZA|PIECE")]
    line: String,
    #[command(flatten)]
    output: OutputArgs,
}

impl Command for ExplainArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif explain fhNbsK"];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        run(context.catalog, &self.line, self.output.json, context.out)?;
        Ok(ExitStatus::Success)
    }
}

/// Explains a line of notation, or those of the pieces of this name, and draws them.
fn run(catalog: &Catalog, what: &str, json: bool, out: &mut dyn Write) -> Result<(), Error> {
    if what.trim().is_empty() {
        return Err(Error::Usage("expected a line of notation or the name of a piece".to_owned()));
    }
    let fault = match Movement::read(what) {
        Ok(movement) if json => return line_json(what, &movement, out),
        Ok(movement) => return line(what, &movement, out),
        Err(fault) => fault,
    };
    let mut pieces = show::pieces(catalog, what);
    if let (true, Some(betza)) = (pieces.is_empty(), standard(what)) {
        return run(catalog, betza, json, out);
    }
    pieces.dedup_by(|piece, known| piece.betza == known.betza);
    for (index, piece) in pieces.iter().enumerate() {
        if json {
            line_json(&piece.betza, &piece.movement, out)?;
            continue;
        }
        let gap = if index > 0 { "\n" } else { "" };
        writeln!(out, "{gap}{TITLE}{}{TITLE:#}  {}\n", piece.name, piece.betza)?;
        line(&piece.betza, &piece.movement, out)?;
    }
    if pieces.is_empty() { Err(show::nearly(catalog, what).unwrap_or(fault.into())) } else { Ok(()) }
}

/// A line of notation, as JSON shows it.
#[derive(Serialize)]
pub(crate) struct Explained<'a> {
    betza: &'a str,
    parts: Vec<ExplainedPart>,
    /// The line that XBoard gets, if there is one.
    xboard: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct ExplainedPart {
    text: String,
    letters: Vec<ExplainedLetters>,
    /// The first steps from e4.
    squares: Vec<String>,
    /// Different readings of other programs.
    elsewhere: Vec<OtherReading>,
}

#[derive(Serialize)]
struct ExplainedLetters {
    letters: String,
    meaning: String,
}

#[derive(Serialize)]
struct OtherReading {
    program: String,
    reading: String,
}

/// Explains one line in JSON.
fn line_json(line: &str, movement: &Movement, out: &mut dyn Write) -> Result<(), Error> {
    Ok(json_line(&explained(line, movement)?, out)?)
}

/// A line with its meaning, as JSON shows it.
pub(crate) fn explained<'a>(line: &'a str, movement: &Movement) -> Result<Explained<'a>, Error> {
    let parts = explain(line)?;
    let letters = |(letters, meaning): (String, String)| ExplainedLetters { letters, meaning };
    let other = |Elsewhere { program, reading }: Elsewhere| OtherReading {
        program: program.to_string(),
        reading: reading.to_string(),
    };
    let part = |part: Part| ExplainedPart {
        text: part.text,
        letters: part.letters.into_iter().map(letters).collect(),
        squares: part.steps.into_iter().map(square).collect(),
        elsewhere: part.elsewhere.into_iter().map(other).collect(),
    };
    let xboard = Shape::rectangle(8, 8).and_then(|board| to_xboard(movement, &board));
    let xboard = xboard.map(|line| line.to_string());
    Ok(Explained { betza: line, parts: parts.into_iter().map(part).collect(), xboard })
}

/// Explains one line.
fn line(line: &str, movement: &Movement, out: &mut dyn Write) -> Result<(), Error> {
    let parts = explain(line)?;
    for part in &parts {
        writeln!(out, "{TITLE}{}{TITLE:#}", part.text)?;
        let width = part.letters.iter().map(|(letters, _)| letters.chars().count()).max().unwrap_or(0);
        for (letters, meaning) in &part.letters {
            hanging(&format!("  {letters:width$}  "), meaning, out)?;
        }
        if !part.steps.is_empty() {
            let squares: Vec<String> = part.steps.iter().map(|&step| square(step)).collect();
            paragraph(&format!("from e4 toward {}", squares.join(", ")), 2, 4, out)?;
        }
        writeln!(out)?;
    }
    show::notation(movement, out)?;
    elsewhere(movement, &parts, out)
}

/// How other programs read a line, and what XBoard gets instead.
fn elsewhere(movement: &Movement, parts: &[Part], out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "\n{TITLE}Elsewhere{TITLE:#}")?;
    let mut readings: Vec<(Elsewhere, Vec<String>)> = Vec::new();
    for (part, other) in parts.iter().flat_map(|part| part.elsewhere.iter().map(move |other| (part, other))) {
        match readings.iter_mut().find(|(known, _)| known == other) {
            Some((_, texts)) => texts.push(part.text.clone()),
            None => readings.push((*other, vec![part.text.clone()])),
        }
    }
    for (Elsewhere { program, reading }, texts) in &readings {
        paragraph(&format!("{program} reads {} differently: it {reading}.", texts.join(", ")), 2, 4, out)?;
    }
    for part in parts {
        if let Some(Instead::Line(line)) = &part.instead {
            paragraph(&format!("To get what they read, write {line} instead of {}.", part.text), 2, 4, out)?;
        }
    }
    if readings.is_empty() {
        writeln!(out, "  XBoard and Fairy-Stockfish read this line as Fibnif does, as far as we know.")?;
    }
    let line = Shape::rectangle(8, 8).and_then(|board| to_xboard(movement, &board));
    let text = match line {
        Some(line) if !movement.loans.is_empty() => {
            let line = if line.text.is_empty() { String::new() } else { format!(" {line} and") };
            format!(
                "Fibnif tells XBoard{line} that borrowed moves are always possible, and refuses them \
                 itself when they are not."
            )
        }
        Some(line) if line.superset => {
            format!("Fibnif tells XBoard {line}, which allows more moves, and refuses the extra ones itself.")
        }
        Some(line) => format!("Fibnif tells XBoard {line}, which means the same there."),
        None => "Fibnif cannot describe these moves to XBoard.".to_owned(),
    };
    paragraph(&text, 2, 4, out)?;
    Ok(())
}

/// Prints the table of the notation.
pub fn notation(out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{TITLE}Betza notation{TITLE:#}, as Fibnif reads it\n")?;
    for LegendRow { letters, meaning, is_heading } in table() {
        let meaning = meaning.replace('`', "");
        if is_heading {
            writeln!(out, "{TITLE}{letters}{TITLE:#}")?;
            if !meaning.is_empty() {
                paragraph(&meaning, 2, 2, out)?;
            }
        } else {
            hanging(&format!("  {letters:14}  "), &meaning, out)?;
        }
    }
    writeln!(out, "\n{FAINT}`fibnif explain LINE` explains a line, `fibnif show LINE` draws it.{FAINT:#}")?;
    Ok(())
}

/// The name of a square relative to the piece on e4, in words if it is off the 8x8 board.
fn square(step: Offset) -> String {
    let (file, rank) =
        (i16::from(FROM.0) + i16::from(step.right), i16::from(FROM.1) + i16::from(step.forward));
    match (u8::try_from(file), u8::try_from(rank)) {
        (Ok(file @ 0..=7), Ok(rank @ 0..=7)) => format!("{}{}", char::from(b'a' + file), rank + 1),
        _ => format!("{} squares sideways and {} forward", step.right, step.forward),
    }
}
