//! Matches between engines, with our own rules as the referee.
//!
//! A player ([`player`]) is the program itself (`local`) or an engine in its own process ([`cecp`],
//! [`uci`]). [`game`] plays one game and finds every fault, [`contest`] plays many at the same time, and
//! [`sheet`] and [`stats`] evaluate the results. Nothing here prints.

pub mod cecp;
mod cecp_words;
pub mod contest;
pub mod external;
pub mod game;
pub mod letters;
pub mod local;
pub mod opening;
pub mod player;
pub mod process;
pub mod record;
pub mod resume;
pub mod sheet;
pub mod spec;
pub mod stats;
pub mod uci;
