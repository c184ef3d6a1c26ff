//! The notation: what is read, what is refused, and where pieces move.

#[path = "../common/second_reader/mod.rs"]
mod second_reader;

mod fuzz;
mod others;
mod pieces;
mod properties;
mod text;
mod vectors;
