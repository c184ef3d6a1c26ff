//! Solved endings.

#[path = "../common/mod.rs"]
mod common;

mod facts;
mod played;
mod solver;
