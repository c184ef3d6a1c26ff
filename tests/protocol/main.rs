//! CECP and UCI.

#[path = "../common/mod.rs"]
mod common;

mod faults;
mod guis;
mod process;
mod session_fuzz;
mod session_model;
mod setup;
mod transcripts;
mod uci;
mod uci_ends;
mod xboard_announce;
mod xboard_lost;
mod xboard_menu;
mod xboard_notation;
