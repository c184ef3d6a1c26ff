//! A session with a GUI as a pure state machine: events in, replies out. It reads and prints
//! nothing, asks for no time, and waits for nobody; searches run in a [`SearchHost`], and what they
//! find comes back as events. A search that was given up is known by its number, so that its
//! late words change nothing.
//!
//! `state` holds what a session knows, and `obey` is one table of every command in every phase.
//! The other files do what the table names.
//!
//! [`SearchHost`]: crate::play::SearchHost

mod analyze;
mod edit;
mod game;
mod marks;
mod obey;
mod ponder;
mod result;
mod setup;
mod state;
mod think;

pub use state::{Event, Session};
