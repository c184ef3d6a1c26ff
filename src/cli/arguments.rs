//! The grammar of the command line: global options, commands, and the arguments of each command.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::browser::Serving;
use crate::commands::analyze::AnalysisRequest;
use crate::commands::contest::MatchRequest;
use crate::commands::solve::EndingQuestion;
use crate::commands::worth::WorthQuestion;
use crate::commands::{self, Answer, Error, bench, comply};
use crate::lab::learn::Learning;
use crate::lab::selfplay::SelfPlay;
use crate::lab::train::Training;
use crate::lab::tune::Tuning;
use crate::rules::position::Position;
use crate::rules::variant::Catalog;
use crate::terminal;

/// A chess engine for games with unusual pieces, which it plays from Betza notation.
///
/// Without a command it speaks the protocol of XBoard and WinBoard (CECP), or UCI, on standard input and
/// output.
#[derive(Debug, Parser)]
#[command(name = "fibnif", version, disable_help_subcommand = true)]
#[command(
    after_help = "`fibnif help COMMAND` explains a command. The chapters of the help: `fibnif help betza` \
                  (the notation), `variant` (the files), `xboard` (GUIs), `json` (answers for programs)."
)]
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

/// The commands on the first page of help, by purpose.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Commands",
        &[
            "play", "serve", "learn", "analyze", "show", "explain", "list", "check", "match", "solve",
            "referee",
        ],
    ),
    ("For games and engines", &["moves", "perft", "worth", "export", "comply", "bench"]),
    ("For installation and development", &["completions", "lab", "help"]),
];

/// The grammar of the command line.
pub fn grammar() -> clap::Command {
    Cli::command()
}

/// The same, with the commands in groups on the first page of help.
pub(super) fn command() -> clap::Command {
    let command = grammar();
    let mut listed = String::new();
    for (title, names) in GROUPS {
        // Writing to a string cannot fail.
        let _ = writeln!(listed, "{title}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about).unwrap_or_default();
            let _ = writeln!(listed, "  {name:12} {about}");
        }
        listed.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} \
         {{usage}}\n\n{listed}{GLOBAL}:\n{{options}}{{after-help}}\n"
    ))
}

#[derive(Debug, Subcommand)]
pub(super) enum Tool {
    /// Play a game in the terminal
    ///
    /// Move by typing (`e4`, `Nf3`, `e2e4`), with the arrow keys and Enter, or with the mouse. `help`
    /// lists all commands. Your game is saved after each move, unless the lines come from a pipe or a file:
    /// then nothing is saved.
    Play(terminal::Wishes),
    /// Play in the browser
    ///
    /// Serves a page that only this computer can reach, and opens it. Click or drag a piece, or use the
    /// keyboard. Each tab has its own game, saved after each move.
    Serve(Serving),
    /// Learn the pieces of an army or a variant, then play a game with them
    ///
    /// For each piece you solve a few positions: find its move, then checkmate with it. The lessons are
    /// derived from the notation, so they work for your own army, too.
    Learn(terminal::learn::Lessons),
    /// Analyze a position, the games of a PGN file, or a suite of test positions
    ///
    /// Scores are White's, in pawns: `+0.50` is half a pawn for White, `#3` is mate in three moves by White,
    /// `#-3` by Black. Bad games and positions of a file are reported and left out, and the exit code is 1
    /// then.
    #[command(alias = "analyse")]
    Analyze(AnalysisRequest),
    /// Show how a piece moves, or the board, pieces and rules of a variant
    #[command(after_help = "Examples:\n  fibnif show cwda:clobberers/nutters\n  fibnif show armies\n  \
                            fibnif show nutters:Unicorn --svg unicorn.svg\n  \
                            fibnif show cwda:clobberers/nutters --html game.html")]
    Show {
        /// A variant (`cwda:nutters/fide`), an army (`nutters`), `armies` for all armies, a piece (`Colonel`,
        /// `nutters:Horse`), or a line of Betza notation (`fRsRKfhN`)
        #[arg(value_name = "PIECE|VARIANT|ARMY")]
        what: String,
        /// Draw the moves of a piece as an SVG picture
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Write a self-contained HTML page for browsers and printers
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
        #[command(flatten)]
        answer: Answer,
    },
    /// Explain a line of Betza notation letter by letter, and how XBoard and Fairy-Stockfish read it
    Explain {
        /// The line, such as `fhNbsK`, or the name of a piece
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
    /// Check variant and army files for mistakes
    ///
    /// Every option of a file's choices is tried, and its combinations up to a few hundred. Files may
    /// extend one another, in any order. The exit code is 1 if there are errors, and 0 if there are only
    /// warnings.
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        answer: Answer,
    },
    /// List the legal moves of a position, one per line
    Moves {
        #[command(flatten)]
        place: PositionArgs,
        #[command(flatten)]
        answer: Answer,
    },
    /// Count the sequences of legal moves (perft)
    Perft {
        #[command(flatten)]
        place: PositionArgs,
        /// The length of the sequences in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
        depth: u32,
        /// Also print the count below each move
        #[arg(long)]
        divide: bool,
        /// Make every move of the last ply instead of counting the moves in the list
        #[arg(long)]
        no_bulk: bool,
        #[command(flatten)]
        answer: Answer,
    },
    /// Test whether an engine follows the protocol of XBoard (CECP)
    ///
    /// Works with any engine that speaks this protocol and plays chess: `fibnif comply fairymax`. For
    /// each failed step it prints the exchange with the engine. The exit code is 1 if a step failed.
    #[command(after_long_help = commands::comply::KNOWN_ENGINES)]
    Comply {
        /// Run only this step; can be repeated
        #[arg(long, value_name = "NUMBER", value_parser = comply::step_number)]
        step: Vec<usize>,
        /// The engine: a program and its arguments
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Play a match between engines, with Fibnif's rules as the referee
    ///
    /// The exit code is 1 if `--sprt` rejects the gain, or if bad openings of a file were left out.
    #[command(
        after_help = "Examples:\n  fibnif match chess self 'uci:stockfish' --clock 0:10+0.1 --games 20\n  \
                            fibnif match cwda:fide/nutters self 'self; nodes=2000' --nodes 4000 --save \
                            games.pgn\n  \
                            fibnif match cwda self --armies fide,nutters,rookies --nodes 2000"
    )]
    Match(Box<MatchRequest>),
    /// Check moves against the rules of a variant, for scripts
    ///
    /// Reads one command per line and answers each with a line of JSON: a move as squares (`e2e4`) or in
    /// short notation (`Nf3`), `fen FEN`, `new`, `undo`, or `quit`. With `--pgn` it replays the games of
    /// a file; bad ones are reported, and the exit code is 1 then.
    Referee {
        /// The variant, such as `cwda:clobberers/nutters`; by default the one in the tags of each game
        #[arg(required_unless_present = "pgn")]
        variant: Option<String>,
        /// Start from this position
        #[arg(long, conflicts_with = "pgn")]
        fen: Option<String>,
        /// Replay the games of this file
        #[arg(long, value_name = "FILE")]
        pgn: Option<PathBuf>,
    },
    /// Measure the value of a piece by games
    ///
    /// The piece replaces a known piece of an army, and plays the unchanged army with a handicap of
    /// pawns. The answer is in pawns.
    Worth(Box<WorthQuestion>),
    /// Convert a variant to the format of another program
    Export {
        /// The other program
        #[arg(value_enum)]
        program: Foreign,
        /// The variant, such as `cwda:nutters/rookies`
        variant: String,
    },
    /// Solve an ending: which positions are won, and in how many moves
    ///
    /// Name any pieces of a variant: White's letters, `v`, Black's, as in `fibnif solve cwda:nutters KHHvK`.
    /// Three pieces take a moment, four take some seconds. Without pieces, it shows what each of White's
    /// pieces can win with its king against a bare king.
    Solve(EndingQuestion),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the help for a command, or a chapter: betza, variant, xboard, json
    Help {
        /// A command, or `betza`, `variant`, `xboard`, `json`
        #[arg(value_name = "COMMAND|CHAPTER")]
        words: Vec<String>,
    },
    /// Search a fixed set of positions and print the node counts
    Bench {
        /// Search depth in plies
        #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
    /// Improve the engine: self-play, tuning, training nets
    #[command(subcommand)]
    Lab(Lab),
}

/// The commands that improve the engine.
#[derive(Debug, Subcommand)]
pub(super) enum Lab {
    /// Play self-play games and store them for `tune` and `train`
    ///
    /// The file is a shard. The same command continues it, and shards with other seeds can be made on other
    /// machines. Each line is a game: variant, result, moves with their scores.
    Selfplay(SelfPlay),
    /// Fit the weights of the evaluation to the games of `selfplay`
    ///
    /// The targets are the search scores and the results of the games, in quiet positions. The weights
    /// are written after each round, and the same command continues from there. Only a match shows
    /// whether they are better. Turn the nets off on both sides, since they were trained for other
    /// weights: `fibnif match chess 'self; weights=FILE' 'self; option.Learned Evaluation=0' --nodes
    /// 4000`.
    Tune(Tuning),
    /// Give a game a net of its own: self-play, training, and a match against the old net, round after
    /// round
    ///
    /// Everything is kept in one folder, and the same command continues an interrupted run. Each round
    /// generates self-play games, trains a net on all games in the folder, and admits it only if a match
    /// at equal time shows a gain. Games from other machines are simply more files in that folder:
    /// generate them with `fibnif lab selfplay` and another seed. The exit code is 1 if no net was
    /// admitted.
    Learn(Learning),
    /// Train the net that corrects the evaluation on the games of `selfplay`
    ///
    /// The net is written after each epoch. The same command continues an interrupted training from the file
    /// NET.state. Only a match shows whether a net helps:
    /// `fibnif match chess 'self; net=FILE' self --nodes 4000`.
    Train(Training),
}

/// A program with its own format for variants.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Foreign {
    /// An entry for its `variants.ini`
    FairyStockfish,
}

/// The position that a command works on.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The variant, such as `cwda:clobberers/nutters`
    pub(super) variant: String,
    /// The position; by default the start
    #[arg(long)]
    pub(super) fen: Option<String>,
}

impl PositionArgs {
    pub(super) fn position(&self, catalog: &Catalog) -> Result<Position, Error> {
        commands::position(commands::game(catalog, &self.variant)?, self.fen.as_deref())
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
