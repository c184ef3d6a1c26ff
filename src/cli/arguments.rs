//! What the command line may say: the options of the engine, the commands and theirs.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::serve;
use crate::lab::selfplay::SelfPlay;
use crate::lab::spsa::Spsa;
use crate::lab::train::Training;
use crate::lab::tune::Tuning;
use crate::position::Position;
use crate::terminal;
use crate::tools::analyze::AnalysisRequest;
use crate::tools::contest::MatchRequest;
use crate::tools::mates::MatesQuestion;
use crate::tools::solve::EndingQuestion;
use crate::tools::worth::WorthQuestion;
use crate::tools::{self, Answer, ToolError, bench, comply};
use crate::variant::Catalog;

/// A chess-variant engine that plays from Betza notation.
///
/// Without a command it plays over the protocol of XBoard and WinBoard (CECP) on standard input
/// and output.
#[derive(Debug, Parser)]
#[command(name = "fibnif", version, disable_help_subcommand = true)]
#[command(
    after_help = "`fibnif help COMMAND` explains a command; `fibnif help betza` the notation, `fibnif help \
                        variant` the files, `fibnif help xboard` the GUIs."
)]
pub(super) struct Cli {
    /// More variants and armies: a folder or a file; may be given several times
    #[arg(long = "variants", global = true, value_name = "DIR|FILE", help_heading = GLOBAL)]
    pub(super) own_variants: Vec<PathBuf>,
    /// Write a log to this file
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    pub(super) log: Option<PathBuf>,
    #[command(subcommand)]
    pub(super) command: Option<Tool>,
}

/// What the options that every command has stand under.
const GLOBAL: &str = "Options of every command";

/// The commands on the first page of help, by what they are for.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Commands",
        &[
            "play", "serve", "learn", "analyze", "show", "explain", "list", "check", "match", "solve",
            "referee",
        ],
    ),
    ("For games and engines", &["moves", "perft", "worth", "mates", "export", "comply", "bench"]),
    ("For installation and development", &["completions", "man", "plugin", "lab", "help"]),
];

/// The command line, with the commands in groups on the first page of help.
pub(super) fn command() -> clap::Command {
    let command = Cli::command();
    let mut listed = String::new();
    for (title, names) in GROUPS {
        // Text in memory takes everything.
        let _ = writeln!(listed, "{title}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about).unwrap_or_default();
            let _ = writeln!(listed, "  {name:12} {about}");
        }
        listed.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}{GLOBAL}:\n{{options}}{{after-help}}\n"
    ))
}

#[derive(Debug, Subcommand)]
pub(super) enum Tool {
    /// Play a game here, in the terminal
    ///
    /// Moves are typed (`e4`, `Nf3`, `e2e4`), or made with arrow keys and Enter or the mouse; `help` lists
    /// everything else. The game is saved after each move.
    Play(terminal::Wishes),
    /// Play in the browser
    ///
    /// The program serves a page on this computer, to this computer alone, and opens it. Pieces are clicked,
    /// dragged, or moved with the keyboard; every tab has a game of its own, and all are saved after each move.
    Serve(serve::ServeArgs),
    /// Learn the pieces of an army or a variant, then play a game with them
    ///
    /// Each piece is shown with positions in which you find its move, and one in which it mates. All of it is made
    /// from the definition, so that it works for your own army, too.
    Learn(terminal::learn::Lessons),
    /// Say what the engine thinks of a position, a game, or a suite of test positions
    ///
    /// Scores are White's, in pawns; `#3` is a mate in three moves. In JSON they are those of the side to move.
    Analyze(AnalysisRequest),
    /// Show how a piece moves, or a variant's board, pieces and rules
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
        #[command(flatten)]
        answer: Answer,
    },
    /// Explain a line of Betza notation, letter by letter, and how XBoard and Fairy-Stockfish read it
    Explain {
        /// The line, e.g. `fhNbsK`, or the name of a piece
        #[arg(value_name = "BETZA|PIECE")]
        line: String,
        #[command(flatten)]
        answer: Answer,
    },
    /// List the variants and armies
    List {
        #[command(flatten)]
        answer: Answer,
    },
    /// Look for mistakes in variant and army files
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        answer: Answer,
    },
    /// Print the legal moves, one a line
    Moves {
        #[command(flatten)]
        place: PositionArgs,
        #[command(flatten)]
        answer: Answer,
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
        #[command(flatten)]
        answer: Answer,
    },
    /// Test how an engine keeps to the protocol of XBoard (CECP), one step after the other
    ///
    /// Any engine that speaks the protocol of XBoard and plays chess: `fibnif comply fairymax`. A
    /// failed step is shown with what was said. The exit code is 1 if one was failed.
    #[command(after_long_help = tools::comply::KNOWN_ENGINES)]
    Comply {
        /// Only this step; may be given several times
        #[arg(long, value_name = "NUMBER", value_parser = comply::step_number)]
        step: Vec<usize>,
        /// The engine: a program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Play a match between engines, with our own rules as the referee
    ///
    /// The exit code is 1 if the test of `--sprt` ends without the gain it looks for.
    #[command(
        after_help = "Examples:\n  fibnif match chess self 'uci:stockfish' --clock 0:10+0.1 --games 20\n  \
                            fibnif match cwda:fide/nutters self 'self; nodes=2000' --nodes 4000 --save games.pgn\n  \
                            fibnif match cwda self --armies fide,nutters,rookies --nodes 2000 --report armies.svg"
    )]
    Match(Box<MatchRequest>),
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
    /// Measure by games what a piece is worth
    ///
    /// It takes the place of a known piece of an army and plays the army as it is, with a pawn less and a
    /// pawn more.
    Worth(Box<WorthQuestion>),
    /// Write a variant in the form of another program
    Export {
        /// The other program
        #[arg(value_enum)]
        program: Foreign,
        /// The variant, e.g. `cwda:nutters/rookies`
        variant: String,
    },
    /// Solve an ending: who wins from where, and in how many moves
    Solve(EndingQuestion),
    /// List what each piece, or each pair, wins against a bare King
    Mates(MatesQuestion),
    /// Print the plugin file for XBoard
    Plugin,
    /// Print what makes a shell complete the commands of this program
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
    /// Print the help of a command, or a chapter: betza, variant, xboard
    Help {
        /// A command, or `betza`, `variant`, `xboard`
        #[arg(value_name = "COMMAND|CHAPTER")]
        words: Vec<String>,
    },
    /// Search a fixed set of positions and print the node counts
    Bench {
        /// How deep, in plies
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
    /// Improve the engine: self-play, tuning, training of nets
    #[command(subcommand)]
    Lab(Lab),
}

/// What improves the engine.
#[derive(Debug, Subcommand)]
pub(super) enum Lab {
    /// Play games of the program against itself and write them down for `tune` and `train`
    ///
    /// The file is a shard: the same command goes on where it ended, and shards of other seeds can be made
    /// anywhere. A line is a game: variant, result, moves with their scores.
    Selfplay(SelfPlay),
    /// Fit the weights of the evaluation to games of `selfplay`
    ///
    /// The weights are written after each round; the same command goes on from there. The target is the scores
    /// of the search and the results of the games, in quiet positions. Only a match tells whether they are
    /// better, with the learned nets off on both sides, as they belong to other weights:
    /// `fibnif match chess 'self; weights=FILE' 'self; option.Learned Evaluation=0' --nodes 4000`.
    Tune(Tuning),
    /// Tune the numbers of the search by games of the program against itself
    ///
    /// In each step all numbers are moved up or down at random, a side with these plays one with the opposite
    /// of each, and all are moved a little towards the winner's (SPSA). The numbers are written after each
    /// step; the same command goes on from there. Only a match tells whether they are better:
    /// `fibnif match chess 'self; params=FILE' self --nodes 4000`.
    Spsa(Spsa),
    /// Train the net that corrects the evaluation on games of `selfplay`
    ///
    /// The net is written after each epoch; the same command goes on where it was interrupted, from the file
    /// NET.state. Only a match tells whether a net helps:
    /// `fibnif match chess 'self; net=FILE' self --nodes 4000`.
    Train(Training),
}

/// A program with a form of its own for variants.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Foreign {
    /// An entry for its `variants.ini`
    FairyStockfish,
}

/// Which position a command is about.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The variant, e.g. `cwda:clobberers/nutters`
    pub(super) variant: String,
    /// The position, if not the start
    #[arg(long)]
    pub(super) fen: Option<String>,
}

impl PositionArgs {
    pub(super) fn position(&self, catalog: &Catalog) -> Result<Position, ToolError> {
        tools::position(tools::game(catalog, &self.variant)?, self.fen.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn the_first_page_of_help_lists_every_command_once() {
        let command = Cli::command();
        let mut known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, known);
    }
}
