//! What the command line may say: the options of the engine, the commands and theirs.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::{analysis, endings, game, spsa};
use crate::position::Position;
use crate::tools::contest::MatchRequest;
use crate::tools::{self, ToolError, bench, comply};
use crate::variant::Catalog;

/// A chess-variant engine that plays from Betza notation.
///
/// Without a command it plays over the protocol of XBoard and WinBoard (CECP) on standard input
/// and output.
#[derive(Debug, Parser)]
#[command(name = "fibnif", version, disable_help_subcommand = true)]
#[command(after_help = "`fibnif help betza` is the table of the notation.")]
pub(super) struct Cli {
    /// More variants and armies: a folder or a file; may be given several times
    #[arg(long, global = true, value_name = "DIR|FILE")]
    pub(super) variants: Vec<PathBuf>,
    /// Write a log to this file
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    #[command(subcommand)]
    pub(super) command: Option<Tool>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Tool {
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
    /// what the search and the game said of the calm positions. Only a match tells whether it is better, with
    /// the learned nets off on both sides, as they belong to other weights:
    /// `fibnif match 'self; weights=FILE' 'self; option.Learned Evaluation=0' --nodes 4000`.
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
    /// Tune the numbers of the search by games of the program against itself
    ///
    /// In each step all numbers are moved up or down by chance, a side with these plays one with the opposite
    /// of each, and all are moved a little towards the winner's (SPSA). The numbers are written after each
    /// step; the same command goes on from there. Only a match tells whether they are better:
    /// `fibnif match 'self; params=FILE' self --nodes 4000`.
    Spsa(Box<spsa::SpsaArgs>),
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
        /// Sums of each side: more know more, and take longer
        #[arg(long, default_value_t = 32, value_parser = layer_width())]
        sums: usize,
        /// Numbers of the hidden layer
        #[arg(long, default_value_t = 64, value_parser = layer_width())]
        hidden: usize,
        /// What the first weights and the order of the positions are drawn by
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A net to begin with, instead of numbers by chance
        #[arg(long, value_name = "NET", conflicts_with_all = ["sums", "hidden"])]
        from: Option<PathBuf>,
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

/// How many numbers a layer of a net may have.
fn layer_width() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=512)
}
