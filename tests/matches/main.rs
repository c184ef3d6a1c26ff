//! Matches between engines, and the referee.

#[path = "../common/mod.rs"]
mod common;

mod fairy_stockfish;
mod faults;
mod matches;
mod program;
mod referee;
