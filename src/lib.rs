//! Fibnif: a chess-variant engine that plays from Betza notation.
//!
//! Nothing about a piece or a variant is code. A piece is a line of notation, an army or a variant
//! is a file, and the engine is what is left: variant files are merged into a definition, the
//! definition is compiled into an immutable game, positions of the game are searched, and a front
//! end shows the result. Imports go one way:
//!
//! | module | what it does |
//! |---|---|
//! | [`platform`] | differences between operating systems: processes, signals, clocks, memory, folders |
//! | [`suggest`] | the known name nearest to a mistyped one |
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
//! | [`tools`] | the work of the subcommands |
//! | [`lab`] | what improves the engine: self-play, tuning, training |
//! | [`cli`] | the command line |
//!
//! Terms of our own, and terms with a narrower meaning here than elsewhere:
//!
//! | word | what it means |
//! |---|---|
//! | piece | a piece on the board |
//! | kind | a piece type of one side |
//! | role | the letter of a piece in the starting position of its file (`R`) |
//! | leg | one direction of a line of notation, with its range and conditions, on no board |
//! | ray, stop | a leg on a board: the squares a piece may reach in one direction, each a stop |
//! | leap | a ray of one stop that nothing can block |
//! | guard | the conditions of a ray on the squares between: empty, occupied, or exactly one hurdle |
//! | piece-square | the index of a kind on a square, into every table by both |
//! | effect | what a move does to the pieces: the mover, its victims, the pieces it shifts |
//! | slot | the number of a piece as long as it is on the board; sets of pieces are sets of slots |
//! | flight | a square to which a royal could move |
//! | complex | the squares of one color as a board of their own (Colorboundmost Chess) |
//! | owed, closed | a complex in which this turn still needs a move; one that is drawn |
//! | augmenter | a piece from outside the board whose moves are added to one of the army (Greener Chess) |
//! | fence | the line across the board beyond which pieces also have the moves of their augmenters |
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

// Modules with `indexing_slicing` take input from users and GUIs, and must not panic.
pub mod arena;
pub mod betza;
#[deny(clippy::indexing_slicing)]
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
#[deny(clippy::indexing_slicing)]
pub mod play;
pub mod position;
pub mod search;
#[deny(clippy::indexing_slicing)]
pub mod serve;
pub mod solve;
pub mod suggest;
pub mod teach;
#[deny(clippy::indexing_slicing)]
pub mod terminal;
pub mod text;
pub mod tools;
#[deny(clippy::indexing_slicing)]
pub mod uci;
pub mod variant;
#[deny(clippy::indexing_slicing)]
pub mod xboard;
