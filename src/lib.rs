//! Fibnif: a chess-variant engine that plays from Betza notation.
//!
//! Nothing about a piece or a variant is code. A piece is a line of notation, an army or a variant
//! is a file, and the engine is what is left: variant files are merged into a definition, the
//! definition is compiled into an immutable game, positions of the game are searched, and a front
//! end shows the result. Imports go one way:
//!
//! | module | what it does |
//! |---|---|
//! | [`base`] | what knows nothing of chess: operating systems, text of files, nets as files |
//! | [`rules`] | what is legal: notation, variants, games, positions, moves as people write them |
//! | [`engine`] | what is good: evaluation, search, solved endings |
//! | [`teach`] | notation, games and endings explained: drawings, rules in sentences, lessons; why a move is refused |
//! | [`session`] | a game that is played: variants, record, settings, clock, searches, actions, saved games |
//! | [`protocol`] | XBoard's and WinBoard's CECP, and UCI |
//! | `arena` | matches between engines, refereed |
//! | [`commands`] | the work of the subcommands |
//! | `terminal` | a board in the terminal |
//! | `browser` | a board in the browser |
//! | `lab` | what improves the engine: self-play, tuning, training |
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
//! | turn | what a side moves before the other side does: one move in most games |
//! | pending, closed | a square color on which this turn still needs a move (Colorboundmost Chess); one that is drawn |
//! | augmenter | a piece from outside the board whose moves are added to one of the army (Greener Chess) |
//! | fence | the line across the board beyond which pieces also have the moves of their augmenters |
//!
//! A module imports only modules above it, and inside a module the rooms have an order, too:
//! `tests/program/layers.rs` holds it.
//!
//! # Example
//!
//! ```
//! use fibnif::rules::game;
//! use fibnif::rules::position::{MoveKind, Position};
//! use fibnif::rules::variant::Catalog;
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
mod arena;
pub mod base;
#[deny(clippy::indexing_slicing)]
mod browser;
pub mod cli;
pub mod commands;
pub mod engine;
pub mod import;
mod lab;
#[deny(clippy::indexing_slicing)]
pub mod protocol;
pub mod rules;
#[deny(clippy::indexing_slicing)]
pub mod session;
pub mod teach;
#[deny(clippy::indexing_slicing)]
mod terminal;
