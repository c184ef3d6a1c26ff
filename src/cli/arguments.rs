//! The grammar of the command line: global options, commands, and the arguments of each command.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::completions;
use super::pager;
use crate::browser::ServeArgs;
use crate::commands::analyze::AnalyzeArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::check::CheckArgs;
use crate::commands::contest::MatchArgs;
use crate::commands::explain::ExplainArgs;
use crate::commands::export::ExportArgs;
use crate::commands::import::ImportArgs;
use crate::commands::list::ListArgs;
use crate::commands::manual::Chapter;
use crate::commands::moves::MovesArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::referee::RefereeArgs;
use crate::commands::schema::SchemaArgs;
use crate::commands::show::ShowArgs;
use crate::commands::solve::SolveArgs;
use crate::commands::worth::WorthArgs;
use crate::commands::{Command, Context, Error, ExitStatus};
use crate::lab::Lab;
use crate::terminal;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

/// A chess engine for games with unusual pieces, which it plays from Betza notation.
///
/// Without a command it speaks the protocol of XBoard and WinBoard (CECP), or UCI, on standard input and
/// output.
#[derive(Debug, Parser)]
#[command(name = "fibnif", version, disable_help_subcommand = true)]
#[command(after_help = Chapter::sentence())]
pub(super) struct Cli {
    /// Load variants and armies from a file or a folder; can be repeated
    #[arg(long = "variants", global = true, value_name = "DIR|FILE", help_heading = GLOBAL)]
    pub(super) own_variants: Vec<PathBuf>,
    /// Write a log to this file
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    pub(super) log: Option<PathBuf>,
    #[command(subcommand)]
    pub(super) command: Option<Tool>,
}

/// The heading of the options that every command has.
const GLOBAL: &str = "Options for every command";

/// The table of the commands: for each group of the first page of help its commands, each with its help and
/// its arguments.
macro_rules! commands {
    ($($group:literal: { $($(#[$meta:meta])* $name:ident($arguments:ty),)+ })+) => {
        #[derive(Debug, Subcommand)]
        pub(super) enum Tool {
            $($($(#[$meta])* $name($arguments),)+)+
        }

        impl Tool {
            pub(super) fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
                match self {
                    $($(Tool::$name(arguments) => arguments.run(context),)+)+
                }
            }
        }

        /// Each command with its group and its examples.
        const TABLE: &[(&str, &str, &[&str])] =
            &[$($(($group, stringify!($name), <$arguments as Command>::EXAMPLES),)+)+];
    };
}

commands! {
    "Commands": {
        /// Play a game in the terminal
        ///
        /// Move by typing (`e4`, `Nf3`, `e2e4`), with the arrow keys and Enter, or with the mouse. `help`
        /// lists all commands. Your game is saved after each move, unless the lines come from a pipe or a
        /// file: then nothing is saved.
        Play(terminal::PlayArgs),
        /// Play in the browser
        ///
        /// Serves a page that only this computer can reach, and opens it. Click or drag a piece, or use the
        /// keyboard. Each tab has its own game, saved after each move.
        Serve(ServeArgs),
        /// Learn the pieces of an army or a variant, then play a game with them
        ///
        /// For each piece you solve a few positions: find its move, then checkmate with it. The lessons are
        /// derived from the notation, so they work for your own army, too.
        Learn(terminal::learn::LearnArgs),
        /// Analyze a position, the games of a PGN file, or a suite of test positions
        ///
        /// Scores are White's, in pawns: `+0.50` is half a pawn for White, `#3` is mate in three moves by
        /// White, `#-3` by Black. Bad games and positions of a file are reported and left out, and the exit
        /// code is 1 then.
        #[command(alias = "analyse")]
        Analyze(AnalyzeArgs),
        /// Show how a piece moves, or the board, pieces and rules of a variant
        Show(ShowArgs),
        /// Explain a line of Betza notation letter by letter, and how XBoard and Fairy-Stockfish read it
        Explain(ExplainArgs),
        /// List the variants and armies
        List(ListArgs),
        /// Check variant and army files for mistakes
        ///
        /// Every option of a file's choices is tried, and its combinations up to a few hundred. Files may
        /// extend one another, in any order. The exit code is 1 if there are errors, and 0 if there are only
        /// warnings.
        Check(CheckArgs),
        /// Play a match between engines, with Fibnif's rules as the referee
        ///
        /// The exit code is 1 if `--sprt` rejects the gain, or if bad openings of a file were left out.
        Match(Box<MatchArgs>),
        /// Solve an ending: which positions are won, and in how many moves
        ///
        /// Name any pieces of a variant: White's letters, `v`, Black's, as in
        /// `fibnif solve cwda:nutters KHHvK`. Three pieces take a moment, four take some seconds. Without
        /// pieces, it shows what each of White's pieces can win with its king against a bare king.
        Solve(SolveArgs),
        /// Check moves against the rules of a variant, for scripts
        ///
        /// Reads one command per line and answers each with a line of JSON: a move as squares (`e2e4`) or in
        /// short notation (`Nf3`), `fen FEN`, `new`, `undo`, or `quit`. With `--pgn` it replays the games of
        /// a file; bad ones are reported, and the exit code is 1 then.
        Referee(RefereeArgs),
    }
    "For games and engines": {
        /// List the legal moves of a position, one per line
        Moves(MovesArgs),
        /// Count the sequences of legal moves (perft)
        Perft(PerftArgs),
        /// Measure the value of a piece by games
        ///
        /// The piece replaces a known piece of an army, and plays the unchanged army with a handicap of
        /// pawns. The answer is in pawns.
        Worth(Box<WorthArgs>),
        /// Convert a variant to the format of another program
        Export(ExportArgs),
        /// Turn a definition for another program into a variant file
        ///
        /// Reads Fairy-Stockfish's `variants.ini`, pages with Interactive Diagrams, and Fairy-Max's
        /// `fmax.ini`. Each game becomes a file NAME.toml. What a variant file cannot express is reported
        /// with its line: the game is left out if its moves or its goal would be others, and the exit code
        /// is 1 then. A rule about repetition or counting that cannot be expressed is named, and the game is
        /// written without it. `--variants FILE` takes such files directly.
        Import(ImportArgs),
        /// Search a fixed set of positions and print the node counts
        Bench(BenchArgs),
    }
    "For installation and development": {
        /// Print the JSON Schema of variant files, for editors
        ///
        /// With it, an editor with a TOML plug-in (Even Better TOML, Taplo) completes the keys of a variant
        /// or army, shows what they mean, and marks mistakes while you type. Begin the file with the line
        /// `#:schema ./fibnif.schema.json`.
        #[command(after_help = "Example:\n  fibnif schema > fibnif.schema.json")]
        Schema(SchemaArgs),
        /// Print completions for a shell
        Completions(CompletionsArgs),
        /// Improve the engine: self-play, training and matches, until a game has a net of its own
        ///
        /// The program of the developers has the steps as commands, too: `selfplay`, `tune` and `train`.
        /// Build it with `cargo build --release --features lab`.
        #[command(subcommand)]
        Lab(Lab),
        /// Print the help for a command, or a chapter: betza, variant, xboard, json
        Help(HelpArgs),
    }
}

/// The grammar of the command line.
pub fn grammar() -> clap::Command {
    TABLE.iter().fold(Cli::command(), |grammar, (_, name, examples)| {
        let listed = format!("Examples:\n  {}", examples.join("\n  "));
        grammar.mut_subcommand(name.to_lowercase(), |command| {
            if examples.is_empty() { command } else { command.after_help(listed) }
        })
    })
}

/// The same, with the commands in groups on the first page of help.
pub(super) fn command() -> clap::Command {
    let command = grammar();
    let (mut listed, mut last) = (String::new(), "");
    for (group, name, _) in TABLE {
        let name = name.to_lowercase();
        let about = command.find_subcommand(&name).and_then(clap::Command::get_about).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = match std::mem::replace(&mut last, group) {
            before if before == *group => Ok(()),
            "" => writeln!(listed, "{group}:"),
            _ => writeln!(listed, "\n{group}:"),
        };
        let _ = writeln!(listed, "  {name:12} {about}");
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} \
         {{usage}}\n\n{listed}\n{GLOBAL}:\n{{options}}{{after-help}}\n"
    ))
}

/// A complete example of a command.
pub(super) fn example(command: &str) -> Option<&'static str> {
    let (.., examples) = TABLE.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(command))?;
    examples.first().copied()
}

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl Command for CompletionsArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif completions bash"];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        completions::print(command(), self.shell, catalog, out)?;
        Ok(ExitStatus::Success)
    }
}

/// The arguments of `help`. Help for a command is clap's; only chapters are printed here.
#[derive(Debug, Args)]
pub(super) struct HelpArgs {
    /// A command, or `betza`, `variant`, `xboard`, `json`
    #[arg(value_name = "COMMAND|CHAPTER")]
    pub(super) words: Vec<String>,
}

impl HelpArgs {
    pub(super) fn chapter(&self) -> Option<Chapter> {
        let [word] = &self.words[..] else { return None };
        word.parse().ok()
    }
}

impl Command for HelpArgs {
    fn run(&self, _: &mut Context) -> Result<ExitStatus, Error> {
        let mut text = Vec::new();
        self.chapter().map_or(Ok(()), |chapter| chapter.print(&mut text))?;
        pager::print(&String::from_utf8_lossy(&text))?;
        Ok(ExitStatus::Success)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }
}
