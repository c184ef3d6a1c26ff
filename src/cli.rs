//! The command line: reads it, runs a session or a tool, and turns what happened into an exit code.
//!
//! 0: all is well. 1: `check` or `comply` found something, or output failed. 2: the command line cannot be
//! obeyed (unknown option, variant, piece or position). A reader that closes the pipe early is no error.

mod analysis;
mod contest;
mod endings;
mod game;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::cecp;
use crate::export::fairy_stockfish;
use crate::play::ORDINARY;
use crate::play::{InputLine, read_line};
use crate::position::{Outcome, Position};
use crate::terminal;
use crate::tools::page::Printable;
use crate::tools::perft::{Detail, LastPly};
use crate::tools::{
    self, ToolError, bench, check, comply, explain, list, moves, perft, plugin, referee, selfplay, show,
    train, tune, worth,
};
use crate::uci;
use crate::variant::{Catalog, VariantError};

/// A chess-variant engine that plays from Betza notation.
///
/// Without a command it plays over the protocol of XBoard and WinBoard (CECP) on standard input
/// and output.
#[derive(Debug, Parser)]
#[command(name = "fibnif", version, disable_help_subcommand = true)]
#[command(after_help = "`fibnif help betza` is the table of the notation.")]
struct Cli {
    /// More variants and armies: a folder or a file; may be given several times
    #[arg(long, global = true, value_name = "DIR|FILE")]
    variants: Vec<PathBuf>,
    /// Write a log to this file
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Tool>,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Play a game here, in the terminal
    ///
    /// Moves are typed (`e4`, `Nf3`, `e2e4`), or made with arrow keys and Enter or the mouse; `help` lists
    /// everything else. The game is saved after each move.
    Play(game::GameArgs),
    /// Say what the engine thinks of a position, a game, or a suite of test positions
    ///
    /// Scores are White's, in pawns; `#3` is a mate in three moves.
    Analyze(analysis::AnalysisArgs),
    /// List the variants and armies
    List,
    /// Show how a piece moves, or a variant's array, pieces and rules
    #[command(after_help = "Examples:\n  fibnif show cwda:clobberers/nutters\n  fibnif show armies\n  \
                            fibnif show nutters:Unicorn --svg unicorn.svg\n  \
                            fibnif show cwda:clobberers/nutters --html game.html")]
    Show {
        /// A variant (`cwda:nutters/fide`), an army (`nutters`) or `armies` for all, a piece (`Colonel`,
        /// `nutters:Horse`) or a line of Betza (`fRsRKfhN`)
        #[arg(value_name = "PIECE|VARIANT|ARMY")]
        what: String,
        /// Draw the moves of a piece into this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Write this page for browsers and printers into one file, with nothing from outside
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Explain a line of Betza notation, letter by letter, and how XBoard and Fairy-Stockfish read it
    Explain {
        /// The line, e.g. `fhNbsK`, or the name of a piece
        #[arg(value_name = "BETZA|PIECE")]
        line: String,
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
        place: PositionArgs,
    },
    /// Count the sequences of legal moves
    Perft {
        #[command(flatten)]
        place: PositionArgs,
        /// Their length in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
        depth: u32,
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
        #[arg(long, value_name = "NUMBER", value_parser = comply::step_number)]
        step: Vec<usize>,
        /// The engine: a program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Play a match between engines, with our own rules as the referee
    Match(Box<contest::ContestArgs>),
    /// Judge moves, one a line, by the rules of a variant; answer each by a line of JSON
    ///
    /// Moves come as squares (`e2e4`) or in short notation (`Nf3`), besides `fen FEN`, `new`, `undo` and
    /// `quit`. With `--pgn` the games of a file are replayed; the exit code is 1 if one is wrong.
    Referee {
        /// The variant, e.g. `cwda:clobberers/nutters`; games of a file say theirs, unless it is given
        #[arg(required_unless_present = "pgn")]
        variant: Option<String>,
        /// The position to begin with, if not the start
        #[arg(long, conflicts_with = "pgn")]
        fen: Option<String>,
        /// Replay the games of this file
        #[arg(long, value_name = "FILE")]
        pgn: Option<PathBuf>,
    },
    /// Measure by games what a man is worth
    ///
    /// It takes the place of a known man of an army and plays the army as it is, with a pawn less and a
    /// pawn more.
    Worth {
        /// The man: a line of Betza (`FC`) or a piece's name
        man: String,
        /// The army
        #[arg(long = "in", default_value = "cwda:fide", value_name = "VARIANT")]
        army: String,
        /// The role of the man it replaces
        #[arg(long = "for", default_value_t = 'N', value_name = "ROLE")]
        role: char,
        /// What that one is worth, in pawns, if not what the engine derives
        #[arg(long, value_name = "PAWNS")]
        known: Option<f64>,
        /// Positions to visit for each move
        #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// How small the error is to be, in pawns
        #[arg(long, default_value_t = 0.25)]
        error: f64,
        /// Games at most
        #[arg(long, default_value_t = 6000)]
        games: u32,
        /// What the openings are chosen by
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Games at once
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
        concurrency: u16,
    },
    /// Play games of the program against itself and write them down for `tune`
    ///
    /// The file is a shard: the same command goes on where it ended, and shards of other seeds can be made
    /// anywhere. A line is a game: variant, result, moves with their scores.
    Selfplay {
        /// The shard
        file: PathBuf,
        /// The variants, one drawn at random for each few games; where armies are chosen, any of them, unless
        /// named (`cwda:fide/nutters`); `any` is any army, `wild` one that chance makes (`cwda:wild/any`)
        #[arg(long, num_args = 1..)]
        variant: Vec<String>,
        /// Armies that are not drawn, to try on them later what was learned
        #[arg(long, num_args = 1.., value_name = "ARMY")]
        hold_out: Vec<String>,
        /// Games the shard is to have in the end
        #[arg(long, default_value_t = 1000)]
        games: u64,
        /// Positions to visit for each move
        #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// What distinguishes shards
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fit the weights of the evaluation to games of `selfplay`
    ///
    /// The weights are written after each round; the same command goes on from there. What is fitted to is
    /// what the search and the game said of the calm positions. Only a match tells whether it is better:
    /// `fibnif match 'self; weights=FILE' self --nodes 4000`.
    Tune {
        /// The weights: a line for each, its name and its numbers
        weights: PathBuf,
        /// Shards of `selfplay`
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        /// How often the slopes of the weights are worked out anew
        #[arg(long, default_value_t = 2)]
        rounds: u32,
        /// The part of the scores in what is fitted to; the rest is results
        #[arg(long, default_value_t = 0.5)]
        blend: f32,
        /// How strongly weights are held where they are in the program
        #[arg(long, default_value_t = 1e-5)]
        hold: f64,
        /// The part of the positions that is used
        #[arg(long, default_value_t = 1.0)]
        share: f64,
        /// What they are drawn by
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Train the net that corrects the evaluation on games of `selfplay`
    ///
    /// The net is written after each epoch; the same command goes on where it was broken off, from the file
    /// NET.state. Only a match tells whether a net helps: `fibnif match 'self; net=FILE' self --nodes 4000`.
    Train {
        /// The net
        net: PathBuf,
        /// Shards of `selfplay`
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        /// How often each position is seen
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
        epochs: u32,
        /// Positions looked at for each step
        #[arg(long, default_value_t = 4096)]
        batch: usize,
        /// The size of the first steps
        #[arg(long, default_value_t = 0.002)]
        rate: f32,
        /// The part of what a search says of a position that is made up by what is said a ply later, and so
        /// on
        #[arg(long, default_value_t = 0.9)]
        trace: f32,
        /// Numbers of the hidden layer
        #[arg(long, default_value_t = 64, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
        hidden: usize,
        /// What the first weights and the order of the positions are drawn by
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Write a variant in the form of another program
    Export {
        /// The other program
        #[arg(value_enum)]
        program: Foreign,
        /// The variant, e.g. `cwda:nutters/rookies`
        variant: String,
    },
    /// Solve an ending: who wins from where, and in how many moves
    Solve(endings::SolveArgs),
    /// List what each man, or each pair, wins against a bare King
    Mates(endings::MatesArgs),
    /// Print the plugin file for XBoard
    Plugin,
    /// Print what makes a shell complete the commands of this program
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
    /// Print the help of a command, or with `betza` the table of the notation
    Help {
        /// A command, or `betza`
        #[arg(value_name = "COMMAND|betza")]
        words: Vec<String>,
    },
    /// Search a fixed set of positions and print the node counts
    Bench {
        /// How deep, in plies
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
}

/// A program with a form of its own for variants.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Foreign {
    /// An entry for its `variants.ini`
    FairyStockfish,
}

/// Which position a command is about.
#[derive(Debug, Args)]
struct PositionArgs {
    /// The variant, e.g. `cwda:clobberers/nutters`
    variant: String,
    /// The position, if not the start
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArgs {
    fn position(&self, catalog: &Catalog) -> Result<Position, ToolError> {
        tools::position(tools::game(catalog, &self.variant)?, self.fen.as_deref())
    }
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
enum ExitStatus {
    Clean,
    Findings,
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Runs the program; the first argument is its name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match read(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, everything else is a usage error; clap knows the stream,
            // and a reader of the help who leaves early is no error.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match obey(&cli) {
        Ok(ExitStatus::Clean) => ExitCode::SUCCESS,
        Ok(ExitStatus::Findings) => ExitCode::from(1),
        Err(error) => fail(&error),
    }
}

/// Reads the command line. `help COMMAND` becomes the help that clap has for that command.
fn read(args: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let cli = Cli::try_parse_from(args)?;
    match &cli.command {
        Some(Tool::Help { words }) if words.iter().ne([NOTATION]) => {
            let asked = ["fibnif"].into_iter().chain(words.iter().map(String::as_str)).chain(["--help"]);
            Cli::try_parse_from(asked)
        }
        _ => Ok(cli),
    }
}

/// The subject of `help` that is no command.
const NOTATION: &str = "betza";

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
    let _ = writeln!(Printable::new(anstream::stderr()), "fibnif: {error}");
    ExitCode::from(code)
}

/// Does what the command line says.
fn obey(cli: &Cli) -> Result<ExitStatus, CliError> {
    start_log(cli.log.as_deref())?;
    let mut catalog = Catalog::builtin();
    // Of files that are checked anyway everything is told once.
    let checked = match &cli.command {
        Some(Tool::Check { files }) => files.as_slice(),
        _ => &[],
    };
    let is_checked = |file: &Path| checked.iter().any(|path| file.starts_with(path));
    for path in &cli.variants {
        for (file, error) in catalog.add_path(path)?.into_iter().filter(|(file, _)| !is_checked(file)) {
            writeln!(anstream::stderr(), "fibnif: {} is left out: {error}", file.display())?;
        }
    }
    let Some(command) = &cli.command else {
        // GUIs begin with this game: a user's `chess` may have taken its place.
        catalog.info(ORDINARY)?;
        if io::stdin().is_terminal() {
            writeln!(anstream::stderr(), "{}", GREETING.trim_end())?;
        } else {
            outlive_interrupts()?;
        }
        converse(catalog)?;
        return Ok(ExitStatus::Clean);
    };
    let mut out = io::BufWriter::new(Printable::new(anstream::stdout()));
    let verdict = dispatch(command, &catalog, &mut out)?;
    out.flush()?;
    Ok(verdict)
}

/// Speaks the protocol that the first line asks for.
fn converse(catalog: Catalog) -> io::Result<()> {
    let first = read_line(&mut io::stdin().lock());
    if matches!(&first, Some(InputLine::Whole(line)) if line.trim() == "uci") {
        return uci::run(catalog, |catalog, out| {
            // Written to memory, which does not fail.
            let _ = bench::run(catalog, bench::DEPTH, out);
        });
    }
    cecp::run(catalog, first)
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
    " waits for commands of the XBoard protocol; `help` lists them.\n",
    "`fibnif play` is a game in the terminal, `fibnif --help` tells what else there is.\n",
);

/// Runs one tool.
fn dispatch(command: &Tool, catalog: &Catalog, out: &mut dyn Write) -> Result<ExitStatus, ToolError> {
    match command {
        Tool::Play(args) => terminal::run(catalog.clone(), &args.wishes())?.map_err(ToolError::Game)?,
        Tool::Analyze(args) => args.run(catalog, out)?,
        Tool::List => list::run(catalog, out)?,
        Tool::Show { what, svg: None, html: None } => show::run(catalog, what, out)?,
        Tool::Show { what, svg, html } => {
            for (file, drawn) in [(svg, show::svg as fn(&Catalog, &str) -> _), (html, show::html)] {
                if let Some(path) = file {
                    let drawn: String = drawn(catalog, what)?;
                    fs::write(path, drawn)
                        .map_err(|source| ToolError::File { path: path.clone(), source })?;
                }
            }
        }
        Tool::Explain { line } => explain::run(catalog, line, out)?,
        Tool::Check { files } => {
            if check::run(catalog, files, out)? > 0 {
                return Ok(ExitStatus::Findings);
            }
        }
        Tool::Moves { place } => {
            let over = moves::run(&mut place.position(catalog)?, out)?;
            tell_end(over)?;
        }
        Tool::Perft { place, depth, divide, no_bulk } => {
            let last = if *no_bulk { LastPly::Made } else { LastPly::Bulk };
            let detail = if *divide { Detail::Divide } else { Detail::Sum };
            let over = perft::run(&mut place.position(catalog)?, *depth, last, detail, out)?;
            tell_end(over)?;
        }
        Tool::Comply { step, command } => {
            if comply::run(catalog, command, step, out)? > 0 {
                return Ok(ExitStatus::Findings);
            }
        }
        Tool::Match(args) => tools::contest::run(catalog, &args.wishes(), out)?,
        Tool::Referee { variant, pgn: Some(file), .. } => {
            if referee::replay(catalog, variant.as_deref(), file, out)? > 0 {
                return Ok(ExitStatus::Findings);
            }
        }
        Tool::Referee { variant, fen, pgn: None } => {
            let variant = variant.as_deref().unwrap_or("chess");
            referee::converse(catalog, variant, fen.as_deref(), &mut io::stdin().lock(), out)?;
        }
        Tool::Worth { man, army, role, known, nodes, error, games, seed, concurrency } => {
            let question = worth::WorthQuestion {
                man: man.clone(),
                army: army.clone(),
                role: role.to_ascii_uppercase(),
                known: *known,
                nodes: *nodes,
                error: *error,
                games: *games,
                seed: *seed,
                concurrency: usize::from(*concurrency),
            };
            worth::run(catalog, &question, out)?;
        }
        Tool::Selfplay { file, variant, hold_out, games, nodes, seed } => {
            let (file, variants, held_out) = (file.clone(), variant.clone(), hold_out.clone());
            let (games, nodes, seed) = (*games, *nodes, *seed);
            let wishes = selfplay::SelfPlay { file, variants, held_out, games, nodes, seed };
            selfplay::run(catalog, &wishes, out)?;
        }
        Tool::Tune { weights, shards, rounds, blend, hold, share, seed } => {
            let (weights, shards) = (weights.clone(), shards.clone());
            let (rounds, blend, hold, share, seed) = (*rounds, *blend, *hold, *share, *seed);
            let tuning = tune::Tuning { shards, weights, rounds, blend, hold, share, seed };
            tune::run(catalog, &tuning, out)?;
        }
        Tool::Train { net, shards, epochs, batch, rate, trace, hidden, seed } => {
            let (net, shards) = (net.clone(), shards.clone());
            let (epochs, batch, rate, trace) = (*epochs, *batch, *rate, *trace);
            let (hidden, seed) = (*hidden, *seed);
            let training = train::Training { net, shards, epochs, batch, rate, trace, hidden, seed };
            train::run(catalog, &training, out)?;
        }
        Tool::Export { program: Foreign::FairyStockfish, variant } => {
            let game = tools::game(catalog, variant)?;
            out.write_all(fairy_stockfish::entry(&game).map_err(ToolError::from)?.text.as_bytes())?;
        }
        Tool::Solve(args) => args.run(catalog, out)?,
        Tool::Mates(args) => args.run(catalog, out)?,
        Tool::Plugin => plugin::run(catalog, out)?,
        Tool::Completions { shell } => {
            // The generator cannot report that a reader has left; a buffer in between can.
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "fibnif", &mut text);
            out.write_all(&text)?;
        }
        Tool::Man => clap_mangen::Man::new(Cli::command().flatten_help(true)).section("6").render(out)?,
        Tool::Help { .. } => explain::notation(out)?,
        Tool::Bench { depth } => bench::run(catalog, *depth, out)?,
    }
    Ok(ExitStatus::Clean)
}

/// Says on standard error how the game is over, if it is: standard output is for the moves.
fn tell_end(over: Option<Outcome>) -> Result<(), ToolError> {
    if let Some(Outcome { winner, reason, .. }) = over {
        let result = winner.map_or("a draw".to_owned(), |color| format!("{color} has won"));
        writeln!(anstream::stderr(), "fibnif: the game is over: {reason}, {result}")?;
    }
    Ok(())
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
