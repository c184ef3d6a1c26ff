//! The notation: accepted lines, refused lines, and the moves of pieces.

#[path = "../common/second_reader/mod.rs"]
mod second_reader;

mod fuzz;
mod others;
mod pieces;
mod properties;
mod text;
mod vectors;
