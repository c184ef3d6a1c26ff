//! The commands, the terminal, and what the README says.

#[path = "../common/mod.rs"]
mod common;

mod actions;
mod analyze;
mod browser;
mod cli;
mod drops;
mod json;
mod layers;
mod learn;
mod packaged;
mod pages;
mod readme;
#[cfg(unix)]
mod saved_games;
mod serve;
mod show;
mod terminal;
