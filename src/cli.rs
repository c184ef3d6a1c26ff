//! The command line: parses it, runs a session or a tool, and sets the exit code.
//!
//! 0: success, with warnings or without. 1: `check` or `referee` found an error, `match` rejected
//! a gain, bad entries of a file were left out, or output failed. 2: the command line cannot be carried out
//! (unknown option, variant, piece or position). 130: Ctrl-C. A reader that closes the pipe early is not an
//! error.

mod advice;
mod arguments;
mod completions;
mod pager;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::FromArgMatches;

use arguments::{Cli, Tool};

pub use arguments::grammar;

use crate::base::page::Printable;
use crate::base::platform;
use crate::commands::import;
use crate::commands::{Context, Error, ExitStatus};
use crate::protocol::cecp;
use crate::protocol::uci;
use crate::rules::variant::Catalog;
use crate::session::ORDINARY;
use crate::session::{InputLine, pipe, read_line};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Runs the program; the first argument is its name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    // Only for advice: a word in another encoding is none that is advised about.
    let words: Vec<String> = args.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let cli = match read(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, everything else is a usage error. clap knows the stream, and
            // a closed pipe is not an error here.
            let _ = if error.use_stderr() {
                error.print()
            } else {
                pager::print(&error.render().ansi().to_string())
            };
            let known = arguments::command();
            let command = words.iter().find(|word| known.find_subcommand(word).is_some());
            if let Some(advice) = advice::on(&error, command.map(String::as_str), &words) {
                let _ = writeln!(anstream::stderr(), "\nfibnif: {advice}");
            }
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match obey(&cli) {
        Ok(ExitStatus::Success) => ExitCode::SUCCESS,
        Ok(ExitStatus::Findings) => ExitCode::from(1),
        Err(error) => {
            let code = fail(&error);
            if let Some(advice) = advice::on_own_file(&error.to_string(), &words) {
                let _ = writeln!(anstream::stderr(), "fibnif: {advice}");
            }
            code
        }
    }
}

/// Reads the command line. `help COMMAND` becomes clap's help for that command.
fn read(args: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let parse = |args: Vec<OsString>| {
        arguments::command().try_get_matches_from(args).and_then(|found| Cli::from_arg_matches(&found))
    };
    let cli = parse(args.into_iter().collect())?;
    match &cli.command {
        Some(Tool::Help(request)) if request.chapter().is_none() => {
            let words = &request.words;
            if let Some(word) =
                words.first().filter(|word| arguments::command().find_subcommand(word).is_none())
            {
                return Err(advice::no_help(word));
            }
            let asked = ["fibnif"].into_iter().chain(words.iter().map(String::as_str)).chain(["--help"]);
            parse(asked.map(OsString::from).collect())
        }
        _ => Ok(cli),
    }
}

/// The exit code of a program that was stopped by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Reports an error and returns the exit code.
fn fail(error: &Error) -> ExitCode {
    let code = match error {
        Error::Io(source) if source.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Error::Io(_) => 1,
        Error::Interrupted => INTERRUPTED,
        Error::Usage(_) | Error::File { .. } => 2,
    };
    // If standard error is closed, too, the error cannot be reported.
    let _ = writeln!(Printable::new(anstream::stderr()), "fibnif: {error}");
    ExitCode::from(code)
}

/// Carries out the command line.
fn obey(cli: &Cli) -> Result<ExitStatus, Error> {
    start_log(cli.log.as_deref())?;
    let mut catalog = Catalog::builtin();
    // `check` reports the faults of its own files; they are not reported twice.
    let checked = match &cli.command {
        Some(Tool::Check(request)) => request.files.as_slice(),
        _ => &[],
    };
    let is_checked = |file: &Path| checked.iter().any(|path| file.starts_with(path));
    let mut reported = Vec::new();
    for path in &cli.own_variants {
        let name = path.to_str().filter(|name| !path.exists() && catalog.resolve(name).is_ok());
        if let Some(name) = name {
            return Err(Error::Usage(format!("`{name}` is a variant, not a file. Leave out `--variants`")));
        }
    }
    catalog.note_paths(&cli.own_variants);
    let (definitions, own): (Vec<PathBuf>, Vec<PathBuf>) =
        cli.own_variants.iter().cloned().partition(|path| import::is_definition(path));
    for path in &definitions {
        for line in import::add(&mut catalog, path)? {
            writeln!(anstream::stderr(), "fibnif: {line}")?;
        }
    }
    for (file, error) in catalog.add_paths(&own)?.into_iter().filter(|(file, _)| !is_checked(file)) {
        writeln!(anstream::stderr(), "fibnif: {} is left out: {error}", file.display())?;
        reported.push(error.to_string());
    }
    let Some(command) = &cli.command else {
        // GUIs start with this game, and a file of the user may have replaced it.
        catalog.info(ORDINARY)?;
        if io::stdin().is_terminal() {
            writeln!(anstream::stderr(), "{}", GREETING.trim_end())?;
            return receive_person(catalog);
        }
        // Ctrl-C at the terminal of a tournament also reaches the engines, but is meant for the manager,
        // which stops them itself.
        platform::raise_on_interrupt(&Arc::default())?;
        // The lock must be released before the session reads on in its own thread.
        let first = read_line(&mut io::stdin().lock());
        converse(catalog, first)?;
        return Ok(ExitStatus::Success);
    };
    carry_out(command, &catalog, &reported)
}

/// Carries out a command. The reasons in `reported`, for files that were left out, are not repeated.
fn carry_out(command: &Tool, catalog: &Catalog, reported: &[String]) -> Result<ExitStatus, Error> {
    let mut out = io::BufWriter::new(Printable::new(anstream::stdout()));
    let verdict = command.run(&mut Context { catalog, out: &mut out }).map_err(|error| {
        let is_known = reported.contains(&error.to_string());
        if is_known { Error::usage("nothing to do: the file with that name was left out") } else { error }
    })?;
    out.flush()?;
    Ok(verdict)
}

/// Talks to a person who started the program without a command, perhaps by a double click: `play`, with
/// its options, starts a game in the same window. Everything else belongs to a protocol.
fn receive_person(catalog: Catalog) -> Result<ExitStatus, Error> {
    let first = loop {
        let first = read_line(&mut io::stdin().lock());
        let Some(InputLine::Whole(line)) = &first else { break first };
        if line.split_whitespace().next() != Some("play") {
            break first;
        }
        match read(["fibnif"].into_iter().chain(line.split_whitespace()).map(OsString::from)) {
            Ok(Cli { command: Some(command), .. }) => return carry_out(&command, &catalog, &[]),
            Ok(_) => {}
            // Report the error and read the next line.
            Err(error) => error.print()?,
        }
    };
    converse(catalog, first)?;
    Ok(ExitStatus::Success)
}

/// Speaks the protocol that the first line belongs to.
fn converse(catalog: Catalog, mut first: Option<InputLine>) -> io::Result<()> {
    loop {
        if matches!(&first, Some(InputLine::Whole(line)) if uci::is_opened_by(line)) {
            return uci::run(catalog, first);
        }
        let Some(mut answer) = first.as_ref().and_then(cecp::answer_unopened) else {
            return cecp::run(catalog, first);
        };
        if pipe::print(&mut io::stdout(), &mut answer)?.is_break() {
            return Ok(());
        }
        first = read_line(&mut io::stdin().lock());
    }
}

/// The greeting of a person who started the program without a command, for a window of 80 columns.
const GREETING: &str = concat!(
    "Fibnif ",
    env!("CARGO_PKG_VERSION"),
    " is a chess-variant engine for GUIs such as XBoard and WinBoard.\n",
    "To play in this window, type `play`; `play --help` shows its options.\n",
    "In XBoard: `xboard -fcp fibnif`. `fibnif help` lists all commands, `quit` ends.\n",
);

/// Sends the log to a file, each line with the seconds since the start, or to standard error if
/// `RUST_LOG` asks for it. Standard output belongs to the protocol.
fn start_log(path: Option<&Path>) -> Result<(), Error> {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(log::LevelFilter::Warn);
    if let Some(path) = path {
        let file = File::create(path)
            .map_err(|error| Error::Usage(format!("cannot write the log {}: {error}", path.display())))?;
        builder.filter_level(log::LevelFilter::Debug).target(env_logger::Target::Pipe(Box::new(file)));
        let began = Instant::now();
        builder.format(move |out, record| {
            writeln!(out, "{:10.4} {}", began.elapsed().as_secs_f64(), record.args())
        });
    }
    builder.parse_default_env();
    // A second logger in one process (in tests) is refused, and the first one stays.
    let _ = builder.try_init();
    log::info!("Fibnif {}", env!("CARGO_PKG_VERSION"));
    Ok(())
}
