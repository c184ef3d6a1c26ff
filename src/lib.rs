//! Fibnif: a chess-variant engine that plays from Betza notation.
//!
//! Nothing about a piece or a variant is code. A piece is a line of notation, an army or a variant
//! is a file, and the engine is what is left: variant files are merged into a definition, the
//! definition is compiled into an immutable game, positions of the game are searched, and a front
//! end shows the result. The arrows point one way:
//!
//! | module | what it does |
//! |---|---|
//! | [`platform`] | what differs between operating systems: child processes, signals, clocks, memory, folders |
//! | [`suggest`] | the known name that somebody meant who mistyped it |
//! | [`text`] | whether a file is text |
//! | [`network`] | the file of a trained net |
//! | [`geometry`] | squares, colors, steps, board shapes |
//! | [`betza`] | notation to syntax tree to moves |
//! | [`variant`] | files, armies, choices, and the definition they merge to |
//! | [`game`] | the compiled form: tables, castling, promotion, hash keys |
//! | [`position`] | pieces on squares: legal moves, make and unmake, FEN, results |
//! | [`teach`] | notation explained: letters, drawings, other programs' readings; why a move is refused |
//! | [`eval`] | static evaluation, derived from the moves |
//! | [`solve`] | endings solved for any pieces |
//! | [`search`] | alpha-beta search |
//! | [`pgn`] | moves and games as people write them |
//! | [`library`] | the user's saved games |
//! | [`engine`] | the thread a session's searches run on |
//! | [`play`] | variants to choose from, the record of a game, settings, the clock: what any protocol needs |
//! | [`xboard`] | what XBoard is told of a game, and how it writes moves |
//! | [`lint`] | mistakes in variant files, and what is allowed there but hardly meant |
//! | [`export`] | variants in the forms of other programs |
//! | [`arena`] | matches between engines, refereed |
//! | [`cecp`] | the protocol of XBoard and WinBoard |
//! | [`serve`] | a board in the browser |
//! | [`uci`] | the protocol of most other GUIs |
//! | [`tools`] | what stands behind the subcommands |
//! | [`lab`] | what improves the engine: self-play, tuning, training |
//! | [`cli`] | the command line |
//!
//! Words of our own, and words that have a narrower meaning here than elsewhere:
//!
//! | word | what it means |
//! |---|---|
//! | piece, kind, role | a piece on the board; a piece type of one side; the place it fills in the start
//! array (`R`) |
//! | leg | one direction of a line of notation, with its range and conditions, on no board |
//! | ray, stop, leap | a leg on the board: the squares one piece may reach in one direction, each a stop; of
//! one stop that nothing can block |
//! | guard | what a ray asks of the squares between: which must be empty, occupied, or hold one hurdle |
//! | piece-square | the index of a kind on a square, into every table by both |
//! | effect | what a move does to the pieces: the mover, its victims, the pieces it shifts |
//! | slot | the number of a piece for as long as it lives; sets of pieces are sets of slots |
//! | flights | the squares a royal could go to |
//! | complex, owed, closed | the squares of one color as a board of their own (Colorboundmost Chess); those in which this turn still needs a move; those that are drawn |
//! | augmenter | a piece chosen from outside the board whose moves are added to a piece of the army (Greener
//! Chess) |
//! | fence | the line across the board beyond which every piece has the moves of its augmenter too |
//!
//! A module imports only modules above it, and not all of them: `tests/program/layers.rs` holds the table.
//!
//! # Example
//!
//! ```
//! use fibnif::game;
//! use fibnif::position::{MoveKind, Position};
//! use fibnif::variant::Catalog;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Colorbound Clobberers against Nutty Knights.
//! let definition = Catalog::builtin().resolve("cwda:clobberers/nutters")?;
//! let mut position = Position::start(game::compile(&definition)?);
//!
//! let knight_out = position.parse_move("b1d2");
//! assert!(knight_out.is_err(), "the Elephant on b1 moves one square straight or jumps two diagonally");
//! let elephant_out = position.parse_move("b1d3")?;
//! position.make(elephant_out);
//!
//! let mut replies = Vec::new();
//! position.legal_moves(MoveKind::All, &mut replies);
//! assert_eq!(position.fen().split(' ').nth(1), Some("b"));
//! assert!(!replies.is_empty());
//! # Ok(())
//! # }
//! ```

#![deny(
    clippy::panic,
    clippy::todo,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr
)]

pub mod arena;
pub mod betza;
pub mod cecp;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod export;
pub mod game;
pub mod geometry;
pub mod lab;
pub mod library;
pub mod lint;
pub mod network;
pub mod pgn;
pub mod platform;
pub mod play;
pub mod position;
pub mod search;
pub mod serve;
pub mod solve;
pub mod suggest;
pub mod teach;
pub mod terminal;
pub mod text;
pub mod tools;
pub mod uci;
pub mod variant;
pub mod xboard;
