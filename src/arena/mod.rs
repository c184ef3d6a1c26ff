//! Matches between engines, with our own rules as the referee.
//!
//! A player ([`player`]) is the program itself (`local`) or an engine in a process of its own
//! ([`cecp`], [`uci`]). [`game`] plays one game and finds every fault, [`contest`] plays many at once,
//! [`stats`] says what the results mean. Nothing here prints.

pub mod cecp;
mod cecp_words;
pub mod contest;
pub mod control;
pub mod external;
pub mod game;
pub mod letters;
pub mod local;
pub mod opening;
pub mod openings_file;
pub mod player;
pub mod process;
pub mod ratings;
pub mod readiness;
pub mod record;
pub mod resume;
pub mod score_sheet;
pub mod spec;
pub mod stats;
pub mod uci;
mod uci_words;
