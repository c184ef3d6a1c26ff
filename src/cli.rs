//! The command line: reads it, runs a session or a tool, and turns what happened into an exit code.
//!
//! 0: all is well. 1: `check` or `comply` found something, or output failed. 2: the command line cannot be
//! obeyed (unknown option, variant, piece or position). A reader that closes the pipe early is no error.

mod contest;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, Parser, Subcommand};

use crate::cecp;
use crate::tools::perft::{Detail, LastPly};
use crate::tools::{self, ToolError, bench, check, comply, list, moves, perft, plugin, show};
use crate::variant::{Catalog, VariantError};

/// A chess-variant engine that plays from Betza notation.
///
/// Without a command it plays over the protocol of XBoard and WinBoard (CECP) on standard input
/// and output.
#[derive(Debug, Parser)]
#[command(name = "fibnif", version, arg_required_else_help = false)]
struct Cli {
    /// More variants and armies: a folder or a file; may be given several times
    #[arg(long, global = true, value_name = "DIR|FILE")]
    variants: Vec<PathBuf>,
    /// Write a log to this file
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the variants and armies
    List,
    /// Show how a piece moves, or a variant's array, pieces and rules
    Show {
        /// A variant (`cwda:nutters/fide`), a piece (`Colonel`, `nutters:Horse`) or a line of Betza (`fRsRKfhN`)
        #[arg(value_name = "PIECE|VARIANT")]
        what: String,
    },
    /// Look for mistakes in variant and army files
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print the legal moves, one a line
    Moves {
        #[command(flatten)]
        place: Place,
    },
    /// Count the sequences of legal moves
    Perft {
        /// The variant, e.g. `cwda:clobberers/nutters`
        variant: String,
        /// Their length in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
        depth: u32,
        /// The position, if not the start
        #[arg(long)]
        fen: Option<String>,
        /// Print the count below each move, too
        #[arg(long)]
        divide: bool,
        /// Make every move of the last ply instead of counting the list
        #[arg(long)]
        no_bulk: bool,
    },
    /// Try the rules of CECP on an engine, one step after the other
    ///
    /// Any engine that speaks the protocol of XBoard and plays chess: `fibnif comply fairymax`. A
    /// failed step is shown with what was said. The exit code is 1 if one was failed.
    Comply {
        /// Only this step; may be given several times
        #[arg(long, value_name = "NUMBER")]
        step: Vec<usize>,
        /// The engine: a program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Play a match between engines, with our own rules as the referee
    Match(Box<contest::ContestArgs>),
    /// Print the plugin file for XBoard
    Plugin,
    /// Search a fixed set of positions and print the node counts
    Bench {
        /// How deep, in plies
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
}

/// Which position a command is about.
#[derive(Debug, Args)]
struct Place {
    /// The variant, e.g. `cwda:clobberers/nutters`
    variant: String,
    /// The position, if not the start
    #[arg(long)]
    fen: Option<String>,
}

/// Why the program ends without having done its work.
#[derive(Debug, thiserror::Error)]
enum CliError {
    /// The tool's reason.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A file of `--variants` that cannot be used.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The log cannot be written.
    #[error("cannot write the log {}: {source}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What a command that did its work found.
enum Verdict {
    Clean,
    Findings,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Runs the program; the first argument is its name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, everything else is a usage error; clap knows the stream,
            // and a reader of the help who leaves early is no error.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match obey(&cli) {
        Ok(Verdict::Clean) => ExitCode::SUCCESS,
        Ok(Verdict::Findings) => ExitCode::from(1),
        Err(error) => fail(&error),
    }
}

/// Reports an error; says how the program ends.
fn fail(error: &CliError) -> ExitCode {
    let code = match error {
        CliError::Io(source) | CliError::Tool(ToolError::Io(source)) => {
            if source.kind() == io::ErrorKind::BrokenPipe {
                return ExitCode::SUCCESS;
            }
            1
        }
        CliError::Tool(_) | CliError::Variant(_) | CliError::Log { .. } => 2,
    };
    // With standard error gone there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "fibnif: {error}");
    ExitCode::from(code)
}

/// Does what the command line says.
fn obey(cli: &Cli) -> Result<Verdict, CliError> {
    start_log(cli.log.as_deref())?;
    let mut catalog = Catalog::builtin();
    for path in &cli.variants {
        catalog.add_path(path)?;
    }
    let Some(command) = &cli.command else {
        if io::stdin().is_terminal() {
            writeln!(anstream::stderr(), "{}", GREETING.trim_end())?;
        } else {
            outlive_interrupts()?;
        }
        cecp::run(catalog)?;
        return Ok(Verdict::Clean);
    };
    let mut out = io::BufWriter::new(anstream::stdout());
    let verdict = dispatch(command, &catalog, &mut out)?;
    out.flush()?;
    Ok(verdict)
}

/// Takes no notice of Ctrl-C any more: at the terminal of a tournament it is meant for the manager,
/// which ends its engines itself, but it reaches them all.
#[cfg(unix)]
fn outlive_interrupts() -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default()).map(|_| ())
}

/// There is no such signal here.
#[cfg(not(unix))]
fn outlive_interrupts() -> io::Result<()> {
    Ok(())
}

/// What somebody at a terminal reads who started the program without a command.
const GREETING: &str = concat!(
    "Fibnif ",
    env!("CARGO_PKG_VERSION"),
    " waits for commands of the XBoard protocol, e.g. `new`, `variant cwda-clobberers-nutters`,\n",
    "`usermove b1d3`, `quit`. `fibnif --help` tells what else it can do.\n",
);

/// Runs one tool.
fn dispatch(command: &Command, catalog: &Catalog, out: &mut dyn Write) -> Result<Verdict, ToolError> {
    match command {
        Command::List => list::run(catalog, out)?,
        Command::Show { what } => show::run(catalog, what, out)?,
        Command::Check { files } => {
            if check::run(catalog, files, out)? > 0 {
                return Ok(Verdict::Findings);
            }
        }
        Command::Moves { place } => {
            moves::run(
                &mut tools::position(tools::game(catalog, &place.variant)?, place.fen.as_deref())?,
                out,
            )?;
        }
        Command::Perft { variant, depth, fen, divide, no_bulk } => {
            let last = if *no_bulk { LastPly::Made } else { LastPly::Bulk };
            let detail = if *divide { Detail::Divide } else { Detail::Sum };
            perft::run(
                &mut tools::position(tools::game(catalog, variant)?, fen.as_deref())?,
                *depth,
                last,
                detail,
                out,
            )?;
        }
        Command::Comply { step, command } => {
            if comply::run(catalog, command, step, out)? > 0 {
                return Ok(Verdict::Findings);
            }
        }
        Command::Match(args) => tools::contest::run(catalog, &args.wishes(), out)?,
        Command::Plugin => plugin::run(catalog, out)?,
        Command::Bench { depth } => bench::run(catalog, *depth, out)?,
    }
    Ok(Verdict::Clean)
}

/// Sends the log to a file, each line with the seconds since the start, or to standard error as
/// `RUST_LOG` asks for. Never to standard output: the protocol runs there.
fn start_log(path: Option<&Path>) -> Result<(), CliError> {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(log::LevelFilter::Warn);
    if let Some(path) = path {
        let file = File::create(path).map_err(|source| CliError::Log { path: path.to_owned(), source })?;
        builder.filter_level(log::LevelFilter::Debug).target(env_logger::Target::Pipe(Box::new(file)));
        let began = Instant::now();
        builder.format(move |out, record| {
            writeln!(out, "{:10.4} {}", began.elapsed().as_secs_f64(), record.args())
        });
    }
    builder.parse_default_env();
    // A second logger in one process (tests) is refused; the first goes on.
    let _ = builder.try_init();
    log::info!("Fibnif {}", env!("CARGO_PKG_VERSION"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
