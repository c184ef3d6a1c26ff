//! `fibnif import`: definitions for other programs as variant files. `--variants` takes such definitions
//! directly.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::lint::{Finding, Severity};
use super::{Command, Context, Error, ExitStatus};
use crate::import::{Format, Imported, Note, games};
use crate::rules::position::playable;
use crate::rules::variant::{Catalog, Origin, Source, Span, text_of};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    /// The definition: `variants.ini`, a page with Interactive Diagrams, or `fmax.ini`
    file: PathBuf,
    /// Only the games with these names
    names: Vec<String>,
    /// Write the files to this folder
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    to: PathBuf,
}

impl Command for ImportArgs {
    const EXAMPLES: &'static [&'static str] =
        &["fibnif import variants.ini --to games", "fibnif import variants.ini orda --to mine"];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        let text = text_of(&self.file).map_err(Error::usage)?;
        let Some(format) = Format::of(&text) else {
            return Err(Error::Usage(format!("{}: {EXPECTED}", self.file.display())));
        };
        let found = read(&self.file, &text, format)?;
        let wanted: BTreeSet<&str> = self.names.iter().map(String::as_str).collect();
        if let Some(unknown) = wanted.iter().find(|name| found.iter().all(|game| game.name != **name)) {
            return Err(Error::Usage(format!("{}: there is no game `{unknown}` in it", self.file.display())));
        }
        fs::create_dir_all(&self.to).map_err(Error::file(&self.to))?;
        let mut left_out = 0;
        for mut game in found.into_iter().filter(|game| wanted.is_empty() || wanted.contains(&*game.name)) {
            try_out(catalog, &self.file, &mut game);
            for line in complaints(&self.file, &game) {
                writeln!(anstream::stderr(), "fibnif: {line}")?;
            }
            let Ok(text) = &game.file else {
                left_out += 1;
                continue;
            };
            let path = self.to.join(format!("{}.toml", game.name));
            if path.exists() {
                return Err(Error::Usage(format!("{} exists already", path.display())));
            }
            fs::write(&path, text).map_err(Error::file(&path))?;
            writeln!(out, "{}", path.display())?;
        }
        Ok(ExitStatus::after(left_out))
    }
}

/// What a file to import must be.
const EXPECTED: &str = "expected a `variants.ini` of Fairy-Stockfish, a page with an Interactive Diagram, or \
                        an `fmax.ini` of Fairy-Max";

/// The games of a file.
fn read(path: &Path, text: &str, format: Format) -> Result<Vec<Imported>, Error> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    games(text, format, &stem).map_err(|error| Error::Usage(format!("{}: {error}", path.display())))
}

/// Whether a file is a definition for another program.
pub(crate) fn is_definition(path: &Path) -> bool {
    path.is_file() && text_of(path).is_ok_and(|text| Format::of(&text).is_some())
}

/// Adds the games of a definition, and returns what must be said about them.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn add(catalog: &mut Catalog, path: &Path) -> Result<Vec<String>, Error> {
    let text = text_of(path).map_err(Error::usage)?;
    let Some(format) = Format::of(&text) else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    let mut texts = Vec::new();
    for game in read(path, &text, format)? {
        lines.extend(complaints(path, &game));
        texts.extend(game.file.ok().map(|text| (game.name, text)));
    }
    for (name, error) in catalog.add_texts(&path.display().to_string(), texts) {
        lines.push(format!("{}: `{name}` is left out: {error}", path.display()));
    }
    Ok(lines)
}

/// What `check` says of a definition: what its games lose, and which of them are refused.
pub(crate) fn findings(catalog: &Catalog, path: &Path) -> Result<Vec<Finding>, Error> {
    let text = text_of(path).map_err(Error::usage)?;
    let Some(format) = Format::of(&text) else { return Ok(Vec::new()) };
    let mut games = read(path, &text, format)?;
    let source = Arc::new(Source { name: path.display().to_string(), text, origin: Origin::Brought });
    for game in &mut games {
        try_out(catalog, path, game);
    }
    Ok(findings_of(&games, &source))
}

/// What is lost of games of a text, and which are refused.
pub(crate) fn findings_of(games: &[Imported], source: &Arc<Source>) -> Vec<Finding> {
    let text = &source.text;
    let place = |line: usize, game: usize| {
        let number = if line == 0 { game } else { line };
        let start: usize = text.split_inclusive('\n').take(number.saturating_sub(1)).map(str::len).sum();
        let length = text[start..].lines().next().unwrap_or_default().len();
        Some(Span::new(source, start..start + length))
    };
    let mut findings = Vec::new();
    for game in games {
        let name = &game.name;
        let found = |severity, what: &str, note: &Note| Finding {
            severity,
            place: place(note.line, game.line),
            message: format!("`{name}` {what}: {}", note.text),
        };
        match &game.file {
            Ok(_) => {
                findings.extend(game.notes.iter().map(|note| found(Severity::Warning, "leaves out", note)));
            }
            Err(refused) => {
                findings
                    .extend(refused.iter().map(|note| found(Severity::Error, "cannot be imported", note)));
            }
        }
    }
    findings
}

/// Refuses a game whose file cannot be used.
pub(crate) fn try_out(catalog: &Catalog, path: &Path, game: &mut Imported) {
    let Ok(text) = &game.file else { return };
    let texts = vec![(game.name.clone(), text.clone())];
    let mut catalog = catalog.clone();
    let faults = catalog.add_texts(&path.display().to_string(), texts);
    let unplayable = || catalog.resolve(&game.name).and_then(|def| playable(&def)).err();
    if let Some(error) = faults.into_iter().map(|(_, error)| error).next().or_else(unplayable) {
        game.file = Err(vec![Note { line: game.line, text: error.to_string() }]);
    }
}

/// What must be said about a game, each with the line in the file.
fn complaints(path: &Path, game: &Imported) -> Vec<String> {
    let place = |line: usize| match line {
        0 => format!("{}:{}", path.display(), game.line),
        line => format!("{}:{line}", path.display()),
    };
    let notes = game
        .notes
        .iter()
        .map(|note| format!("{}: `{}` leaves out: {}", place(note.line), game.name, note.text));
    let refused = game.file.as_ref().err().into_iter().flatten();
    let refused =
        refused.map(|note| format!("{}: `{}` is refused: {}", place(note.line), game.name, note.text));
    if game.file.is_ok() { notes.collect() } else { refused.collect() }
}
